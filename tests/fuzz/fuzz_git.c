/* What git prints of a hostile repository: any bytes are read as references, the URL, commits,
 * their files, and the content of blobs and trees, and what is kept of them is sound.
 *
 * The input is the output of the commands in the order in which they start, separated by lines
 * `====`, with abbreviations (fake_git.h). A line `k` at its start chooses keywords, and one
 * file for each commit. */
#include "base/spdx.h"
#include "miner/git/commits.h"
#include "miner/git/objects.h"
#include "miner/git/repository.h"
#include "tests/fuzz/fake_git.h"
#include "tests/fuzz/target.h"
#include "tokenize/languages/language.h"

enum { MAX_BLOB = 64 };

/* Inserts the output about HEAD, which is after that about the other references. */
static void add_head(struct git_outputs *outputs)
{
    if (outputs->n < 2)
        return;
    memmove(&outputs->list[2], &outputs->list[1], (outputs->n - 1) * sizeof *outputs->list);
    outputs->list[1] = (struct fake_output){"", 0, false, false};
    outputs->n++;
}

/* ---- What is kept ---- */

static void require_id(const char *id)
{
    size_t length = strlen(id);
    REQUIRE((length == 40 || length == 64) && strspn(id, "0123456789abcdef") == length, "an id: %s",
            id);
}

static void check_references(struct repository *repository)
{
    char hex[SHA256_HEX_SIZE];
    scoped(str) reason = {0};
    int status = repository_fingerprint(repository, hex, &reason);
    REQUIRE(status == 0 ? strlen(hex) == 64 : !*hex && reason.length, "a fingerprint: %s", hex);
}

static void check_url(struct repository *repository)
{
    scoped(str) url = {0};
    repository_add_url(repository, &url);
    REQUIRE(utf8_is_valid(str_text(&url), url.length), "a URL that is no text");
    REQUIRE(!strpbrk(str_text(&url), "@?#"), "what may be a secret in '%s'", url.text);
}

static void check_commits(const struct commits *commits, const struct commit_options *options)
{
    static const enum commit_count reasons[] = {
        COMMITS_MERGE,   COMMITS_ROOT,           COMMITS_SHALLOW_BOUNDARY,
        COMMITS_REVERT,  COMMITS_NO_KEYWORD,     COMMITS_DAMAGED,
        COMMITS_NO_FILE, COMMITS_TOO_MANY_FILES, COMMITS_USED};
    size_t sum = 0, file = 0;
    for (size_t i = 0; i < N_ITEMS(reasons); i++)
        sum += commits->counts[reasons[i]];
    REQUIRE(sum == commits->counts[COMMITS_ALL], "%zu of %zu commits are counted", sum,
            commits->counts[COMMITS_ALL]);
    REQUIRE(!commits->counts[COMMITS_DAMAGED] || commits->damage.length, "silent damage");
    REQUIRE(commits->list.n == commits->counts[COMMITS_USED], "another number of commits");
    for (size_t i = 0; i < commits->list.n; i++) {
        const struct commit *commit = &commits->list.items[i];
        size_t n = 0;
        require_id(commit->id);
        require_id(commit->tree);
        require_id(commit->parent);
        REQUIRE(utf8_is_valid(commit->subject, strlen(commit->subject)), "a subject");
        for (; file < commits->files.n && commits->files.items[file].commit == i; file++, n++) {
            const struct changed_file *it = &commits->files.items[file];
            require_id(it->before);
            require_id(it->after);
            REQUIRE(it->language && utf8_is_valid(it->path, strlen(it->path)), "a path");
        }
        REQUIRE(n && n == commit->n_pairs && n <= commit->n_files, "%zu files", n);
        REQUIRE(!options->max_files || commit->n_code <= options->max_files, "too many files");
    }
    REQUIRE(file == commits->files.n, "a file of no commit");
}

static void check_blobs(const struct commits *commits, struct repository *repository)
{
    scoped(objects) blobs = {.type = NULL};
    struct err err;
    for (size_t i = 0; i < commits->files.n; i++) {
        objects_add(&blobs, commits->files.items[i].before);
        objects_add(&blobs, commits->files.items[i].after);
    }
    REQUIRE(objects_check(&blobs, repository, MAX_BLOB, &err) == 0, "%s", err.message);
    REQUIRE(blobs.states.n == blobs.ids.keys.n, "%zu states of blobs", blobs.states.n);
    for (size_t i = 0; i < 2 * commits->files.n; i++) {
        const struct changed_file *file = &commits->files.items[i / 2];
        const char *id = i % 2 ? file->after : file->before, *bytes;
        size_t length;
        if (objects_next(&blobs, id, &bytes, &length) == OBJECT_OK)
            REQUIRE(length <= MAX_BLOB && !bytes[length], "a blob of %zu bytes", length);
    }
}

static void check_licenses(struct commits *commits, struct repository *repository)
{
    size_t n = commits->list.n;
    scoped_memory bool *is_wanted = mem_alloc(n + 1, sizeof *is_wanted);
    scoped_memory struct commit_license *licenses = mem_alloc(n + 1, sizeof *licenses);
    struct err err;
    for (size_t i = 0; i < n; i++)
        is_wanted[i] = i % 4 != 3;
    REQUIRE(commit_licenses_find(licenses, is_wanted, commits, repository, &err) == 0, "%s",
            err.message);
    for (size_t i = 0; i < n; i++) {
        scoped(str) usual = {0};
        const char *expression = licenses[i].expression, *evidence = licenses[i].evidence;
        REQUIRE(!expression == !evidence && (!expression || is_wanted[i]), "half a licence");
        if (!expression)
            continue;
        REQUIRE(spdx_add_expression(&usual, expression, strlen(expression)), "'%s'", expression);
        REQUIRE(strncmp(evidence, "file:", 5) == 0 && utf8_is_valid(evidence, strlen(evidence)),
                "evidence: '%s'", evidence);
    }
}

FUZZ_TARGET(git)
{
    const char *at = (const char *)bytes, *end = at + length;
    struct git_outputs outputs;
    struct repository repository = {.folder = "."};
    scoped(commits) commits = {.damage = {0}};
    struct commit_options options = {
        .languages = (1u << MAX_LANGUAGES) - 1, .keywords = KEYWORDS_NONE, .salt = ""};
    atomic_size_t n_read = 0;
    struct err err;
    target_keep_memory();
    if (length >= 2 && memcmp(bytes, "k\n", 2) == 0) {
        options.keywords = KEYWORDS_WORDS;
        options.max_files = 1;
        at += 2;
    }
    git_outputs_cut(&outputs, at, end);
    add_head(&outputs);
    fake_git_set(outputs.list, outputs.n);
    table_number(&repository.shallow, "ffffffffffffffffffffffffffffffffffffffff");
    check_references(&repository);
    check_url(&repository);
    REQUIRE(commits_read(&commits, &repository, &options, &n_read, &err) == 0, "%s", err.message);
    check_commits(&commits, &options);
    check_blobs(&commits, &repository);
    check_licenses(&commits, &repository);
    table_release(&repository.shallow);
    array_release(&repository.references);
    arena_release(&repository.arena);
    damage_release(&repository.broken);
    git_outputs_release(&outputs);
    return 0;
}
