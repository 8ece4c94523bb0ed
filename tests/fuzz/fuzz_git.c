/* What git prints of a hostile repository: any bytes are read as references, the URL, commits,
 * their files, and the content of blobs and trees, and what is kept of them is sound.
 *
 * The input is the output of the commands in the order in which they start, separated by lines
 * `====`. A line `k` at its start chooses keywords, and one file for each commit. `!` begins the
 * output of a command that fails, and `?` that of one that waits for ever. The outputs have
 * abbreviations (expand() below), because a fuzzer does not find ids. */
#include "base/mem.h"
#include "base/spdx.h"
#include "base/str.h"
#include "sources/git/blobs.h"
#include "sources/git/commit_license.h"
#include "sources/git/commits.h"
#include "sources/git/repository.h"
#include "languages/language.h"
#include "tests/fuzz/fake_git.h"
#include "tests/fuzz/target.h"

#include <nettle/sha1.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OUTPUTS = 24, MAX_BLOB = 64, ID_BYTES = SHA1_DIGEST_SIZE };

static const char zero_bsd[] =
    "Permission to use, copy, modify, and/or distribute this software for any purpose with or "
    "without fee is hereby granted.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS "
    "ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF "
    "MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, "
    "INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA "
    "OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING "
    "OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.\n";

/* ---- The outputs ---- */

/* Appends the id of an object, as bytes or as digits. */
static void add_id(struct str *out, const char *type, const struct str *content, bool is_binary)
{
    uint8_t digest[ID_BYTES];
    struct sha1_ctx context;
    scoped(str) object = {0};
    str_print(&object, "%s %zu", type, content->length);
    str_add(&object, "", 1);
    str_add(&object, str_text(content), content->length);
    sha1_init(&context);
    sha1_update(&context, object.length, (const uint8_t *)object.text);
    sha1_digest(&context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest && !is_binary; i++)
        str_print(out, "%02x", digest[i]);
    if (is_binary)
        str_add(out, (const char *)digest, sizeof digest);
}

/* Appends the bytes up to `close`, and returns where they end. Abbreviated are `~`, a zero byte;
 * `#c`, an id of one digit; `%`, a licence; `'text'`, the id of the blob; `<text>`, the same as
 * bytes; and `{entries}`, the id of the tree. */
static const char *expand(struct str *out, const char *at, const char *end, char close)
{
    for (; at < end && *at != close; at++) {
        scoped(str) inner = {0};
        char until = *at == '\'' ? '\'' : *at == '<' ? '>' : *at == '{' ? '}' : '\0';
        if (until) {
            char kind = *at;
            at = expand(&inner, at + 1, end, until);
            add_id(out, kind == '{' ? "tree" : "blob", &inner, kind == '<');
            if (at == end)
                break;
        } else if (*at == '#' && at + 1 < end) {
            at++;
            for (int i = 0; i < 2 * ID_BYTES; i++)
                str_add(out, at, 1);
        } else if (*at == '%')
            str_add_text(out, zero_bsd);
        else
            str_add(out, *at == '~' ? "" : at, 1);
    }
    return at;
}

/* Cuts the input into outputs. The texts are released by the caller. */
static size_t cut_outputs(struct fake_output *outputs, struct str *texts, const char *at,
                          const char *end)
{
    static const char line[] = "====\n";
    size_t n = 0;
    while (at < end && n < MAX_OUTPUTS) {
        const char *next = memmem(at, (size_t)(end - at), line, sizeof line - 1);
        const char *stop = next ? next : end;
        bool is_late = at < stop && *at == '?', is_bad = is_late || (at < stop && *at == '!');
        expand(&texts[n], at + is_bad, stop, '\0');
        outputs[n] = (struct fake_output){str_text(&texts[n]), texts[n].length, !is_bad, is_late};
        n++;
        at = next ? next + sizeof line - 1 : end;
    }
    return n;
}

/* Inserts the output about HEAD, which is after that about the other references. */
static size_t add_head(struct fake_output *outputs, size_t n)
{
    if (n < 2)
        return n;
    memmove(&outputs[2], &outputs[1], (n - 1) * sizeof *outputs);
    outputs[1] = (struct fake_output){"", 0, false, false};
    return n + 1;
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
        REQUIRE(!options->max_files || commit->n_files <= options->max_files, "too many files");
    }
    REQUIRE(file == commits->files.n, "a file of no commit");
}

static void check_blobs(const struct commits *commits, struct repository *repository)
{
    scoped(blobs) blobs = {.type = NULL};
    struct err err;
    for (size_t i = 0; i < commits->files.n; i++) {
        blobs_add(&blobs, commits->files.items[i].before);
        blobs_add(&blobs, commits->files.items[i].after);
    }
    REQUIRE(blobs_check(&blobs, repository, MAX_BLOB, &err) == 0, "%s", err.message);
    REQUIRE(blobs.states.n == blobs.ids.keys.n, "%zu states of blobs", blobs.states.n);
    for (size_t i = 0; i < 2 * commits->files.n; i++) {
        const struct changed_file *file = &commits->files.items[i / 2];
        const char *id = i % 2 ? file->after : file->before, *bytes;
        size_t length;
        if (blobs_next(&blobs, id, &bytes, &length) == BLOB_OK)
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
    struct fake_output outputs[MAX_OUTPUTS + 1];
    struct str texts[MAX_OUTPUTS] = {0};
    struct repository repository = {.is_shallow = false};
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
    fake_git_set(outputs, add_head(outputs, cut_outputs(outputs, texts, at, end)));
    array_push(&repository.tips,
               ((struct reference){"ffffffffffffffffffffffffffffffffffffffff", "HEAD"}));
    table_number(&repository.shallow, "ffffffffffffffffffffffffffffffffffffffff");
    check_references(&repository);
    check_url(&repository);
    REQUIRE(commits_read(&commits, &repository, &options, &n_read, &err) == 0, "%s", err.message);
    check_commits(&commits, &options);
    check_blobs(&commits, &repository);
    check_licenses(&commits, &repository);
    table_release(&repository.shallow);
    array_release(&repository.tips);
    array_release(&repository.references);
    arena_release(&repository.arena);
    str_release(&repository.broken);
    for (size_t i = 0; i < MAX_OUTPUTS; i++)
        str_release(&texts[i]);
    return 0;
}
