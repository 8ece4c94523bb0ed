/* First `git log` lists the commits with their messages, which is fast because no trees are
 * compared. Then `git diff-tree` compares the commits that have a keyword with their parents. */
#include "sources/git/commits.h"

#include "base/date.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/str.h"
#include "sources/git/blobs.h"
#include "sources/git/neighbours.h"
#include "sources/git/repository.h"
#include "sources/git/tree_changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FIELD = 1 << 24, /* of a commit: bytes of its message or of the list of its parents */
    MAX_PATH_BYTES = 1 << 16,
    MAX_SUBJECT = 200,
    MAX_ID = 64,
    MAX_MAILMAP_BYTES = 1 << 19, /* git reads 512 KiB in 0.3 s, but 1 MiB in 2 s */
};

const char *commit_count_name(enum commit_count count)
{
    static const char *const names[N_COMMIT_COUNTS] = {
        [COMMITS_ALL] = "commits",
        [COMMITS_MERGE] = "merge",
        [COMMITS_ROOT] = "root",
        [COMMITS_SHALLOW_BOUNDARY] = "shallow_boundary",
        [COMMITS_REVERT] = "revert",
        [COMMITS_NO_KEYWORD] = "no_keyword",
        [COMMITS_DAMAGED] = "damaged",
        [COMMITS_NO_FILE] = "no_file",
        [COMMITS_TOO_MANY_FILES] = "too_many_files",
        [COMMITS_USED] = "used",
        [FILES_SYMLINK] = "symlink",
        [FILES_SUBMODULE] = "submodule",
        [FILES_RENAMED] = "renamed",
    };
    return names[count];
}

static bool is_file_mode(const char *mode)
{
    return strcmp(mode, "100644") == 0 || strcmp(mode, "100755") == 0 ||
           strcmp(mode, "100664") == 0; /* of early versions of git */
}

/* ---- The mailmap ---- */

/* Finds the regular file .mailmap of the commit HEAD. `id` is empty if there is none. */
static int find_mailmap(char id[MAX_ID + 1], struct repository *repository, struct err *err)
{
    static const char *const arguments[] = {"ls-tree", "-z", "HEAD", "--", ".mailmap", NULL};
    struct git_process git;
    char mode[8] = "", *entry;
    size_t length;
    int status = git_start(&git, &repository->place, arguments, NULL, NULL, err);
    bool is_found = status == 0 && git_read_to(&git, '\0', MAX_PATH_BYTES, &entry, &length) == 1 &&
                    sscanf(entry, "%7s blob %64s", mode, id) == 2;
    if (!is_found || !is_file_mode(mode) || !git_is_id(id, strlen(id)))
        id[0] = '\0';
    git_end(&git, NULL);
    return status;
}

/* Sets whether git can read the mailmap: git log would end at a damaged one, and read a huge one
 * for hours. */
static int check_mailmap(struct commits *commits, struct repository *repository, bool *is_readable,
                         struct err *err)
{
    static const char *const problems[] = {
        [BLOB_OK] = NULL,
        [BLOB_MISSING] = "is missing",
        [BLOB_TOO_LARGE] = "is larger than 512 KiB",
        [BLOB_DAMAGED] = "is damaged",
    };
    char id[MAX_ID + 1] = "";
    const char *bytes;
    size_t length;
    scoped(blobs) blobs = {.type = NULL};
    *is_readable = false;
    if (find_mailmap(id, repository, err) != 0)
        return ERR;
    if (!*id)
        return 0;
    blobs_add(&blobs, id);
    if (blobs_check(&blobs, repository, MAX_MAILMAP_BYTES, err) != 0)
        return ERR;
    commits->mailmap_problem = problems[blobs_next(&blobs, id, &bytes, &length)];
    *is_readable = !commits->mailmap_problem;
    return 0;
}

/* ---- The list of commits ---- */

/* The fields that are printed of each commit, each with a final zero. */
enum field { ID, TREE, PARENTS, EMAIL, AUTHOR_DATE, COMMIT_DATE, MESSAGE, N_FIELDS };
#define FORMAT(email) "--format=%H%x00%T%x00%P%x00" email "%x00%at%x00%ct%x00%B"

int64_t commit_date(const char *text)
{
    int64_t date = strtoll(text, NULL, 10);
    return date_is_sound(date) ? date : 0;
}

static void hash_author(char author[GIT_AUTHOR_SIZE], const char *salt, const char *email)
{
    scoped(str) text = {0};
    char hex[SHA256_HEX_SIZE];
    str_add(&text, salt, strlen(salt) + 1);
    for (; *email; email++) {
        char c = *email >= 'A' && *email <= 'Z' ? (char)(*email - 'A' + 'a') : *email;
        str_add(&text, &c, 1);
    }
    sha256_hex(text.text, text.length, hex);
    memcpy(author, hex, GIT_AUTHOR_SIZE - 1);
    author[GIT_AUTHOR_SIZE - 1] = '\0';
}

const char *commit_subject(struct arena *arena, const char *message)
{
    scoped(str) valid = {0};
    message += strspn(message, "\r\n");
    utf8_add_valid(&valid, message, strcspn(message, "\r\n"));
    size_t length = valid.length < MAX_SUBJECT ? valid.length : MAX_SUBJECT;
    return arena_copy_text(arena, str_text(&valid), utf8_valid_length(str_text(&valid), length));
}

/* Returns why the commit is not used, or COMMITS_USED. */
static enum commit_count judge(const struct repository *repository, const char *const *fields,
                               const struct commit_options *options, struct str *keyword)
{
    const char *parents = fields[PARENTS];
    if (strchr(parents, ' '))
        return COMMITS_MERGE;
    if (table_find(&repository->shallow, fields[ID]) != TABLE_NONE)
        return COMMITS_SHALLOW_BOUNDARY;
    if (!*parents)
        return COMMITS_ROOT;
    if (keywords_say_revert(fields[MESSAGE]))
        return COMMITS_REVERT;
    return keywords_find(options->keywords, fields[MESSAGE], keyword) ? COMMITS_USED
                                                                      : COMMITS_NO_KEYWORD;
}

/* Returns the digits of an id that a name has, as a number. */
static uint64_t start_of(const char *id)
{
    char digits[COMMIT_NAME_DIGITS + 1] = "";
    return strtoull(strncpy(digits, id, COMMIT_NAME_DIGITS), NULL, 16);
}

static void take_commit(struct commits *commits, const struct repository *repository,
                        const char *const *fields, const struct commit_options *options,
                        struct str *keyword)
{
    struct arena *arena = &commits->arena;
    enum commit_count verdict = judge(repository, fields, options, keyword);
    commits->counts[COMMITS_ALL]++;
    array_push(&commits->starts, start_of(fields[ID]));
    if (verdict != COMMITS_USED) {
        commits->counts[verdict]++;
        if (verdict == COMMITS_ROOT)
            array_push(&commits->roots, arena_text(arena, fields[ID]));
        return;
    }
    struct commit commit = {
        .id = arena_text(arena, fields[ID]),
        .tree = arena_text(arena, fields[TREE]),
        .parent = arena_text(arena, fields[PARENTS]),
        .author_date = commit_date(fields[AUTHOR_DATE]),
        .commit_date = commit_date(fields[COMMIT_DATE]),
        .subject = commit_subject(arena, fields[MESSAGE]),
        .keyword = arena_text(arena, str_text(keyword)),
    };
    hash_author(commit.author, options->salt, fields[EMAIL]);
    array_push(&commits->list, commit);
}

/* Reads the fields of a commit into `text`. Returns as git_read_to() does. */
static int read_fields(struct git_process *git, struct str *text, const char *fields[N_FIELDS])
{
    size_t starts[N_FIELDS];
    str_clear(text);
    for (int i = 0; i < N_FIELDS; i++) {
        char *field;
        size_t length;
        int status = git_read_to(git, '\0', MAX_FIELD, &field, &length);
        if (status != 1)
            return i ? ERR : status;
        starts[i] = text->length;
        str_add(text, field, length + 1);
    }
    for (int i = 0; i < N_FIELDS; i++)
        fields[i] = text->text + starts[i];
    const char *parents = fields[PARENTS];
    bool is_parent = !*parents || strchr(parents, ' ') || git_is_id(parents, strlen(parents));
    bool is_sound = is_parent && git_is_id(fields[ID], strlen(fields[ID])) &&
                    git_is_id(fields[TREE], strlen(fields[TREE]));
    return is_sound ? 1 : ERR;
}

static void reverse(struct commits *commits)
{
    struct commit *list = commits->list.items;
    for (size_t i = 0, n = commits->list.n; i < n / 2; i++) {
        struct commit swapped = list[i];
        list[i] = list[n - 1 - i];
        list[n - 1 - i] = swapped;
    }
}

/* Lists the commits of the tips. Returns 1 if git lists none because it cannot read one of them. */
static int list_tips(struct commits *commits, struct repository *repository,
                     const struct commit_options *options, bool has_mailmap, atomic_size_t *n_read,
                     struct err *err)
{
    /* %aE is that of the mailmap, even with --no-mailmap */
    const char *format = has_mailmap ? FORMAT("%aE") : FORMAT("%ae");
    const char *const arguments[] = {"log",          "-z",
                                     "--topo-order", "--stdin",
                                     format,         "--encoding=UTF-8",
                                     "--no-notes",   "--no-color",
                                     "--no-mailmap", "--no-show-signature",
                                     "--",           NULL};
    struct tips tips = {repository->tips.items, repository->tips.n};
    struct git_process git;
    scoped(str) text = {0}, keyword = {0};
    const char *fields[N_FIELDS];
    int status = git_start(&git, &repository->place, arguments, tips_ask, &tips, err);
    int found = 0;
    while (status == 0 && (found = read_fields(&git, &text, fields)) == 1) {
        take_commit(commits, repository, fields, options, &keyword);
        atomic_fetch_add(n_read, 1);
    }
    bool is_late = git.is_late;
    bool is_good = git_end(&git, status == 0 ? &commits->damage : NULL) == 0;
    if (is_good && found == ERR)
        str_add_text(&commits->damage, "git log ends in the middle of a commit");
    bool is_empty = !is_good && !is_late && commits->counts[COMMITS_ALL] == 0;
    return status == 0 ? is_empty : ERR;
}

static int compare_starts(const void *a, const void *b)
{
    return COMPARE(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Names the commits. All commits of the repository count, so that the names do not depend on what
 * is mined. */
static void name_commits(struct commits *commits)
{
    array_sort(&commits->starts, compare_starts);
    const uint64_t *starts = commits->starts.items, *end = starts + commits->starts.n;
    for (size_t i = 0; i < commits->list.n; i++) {
        struct commit *commit = &commits->list.items[i];
        uint64_t start = start_of(commit->id);
        const uint64_t *found =
            bsearch(&start, starts, commits->starts.n, sizeof *starts, compare_starts);
        bool is_shared =
            (found > starts && found[-1] == start) || (found + 1 < end && found[1] == start);
        commit->name = is_shared ? commit->id
                                 : arena_copy_text(&commits->arena, commit->id, COMMIT_NAME_DIGITS);
    }
}

static int list_commits(struct commits *commits, struct repository *repository,
                        const struct commit_options *options, atomic_size_t *n_read,
                        struct err *err)
{
    bool has_mailmap;
    int status = check_mailmap(commits, repository, &has_mailmap, err);
    size_t n = SIZE_MAX;
    while (status == 0 && repository->tips.n < n) {
        n = repository->tips.n;
        str_clear(&commits->damage);
        if (n) /* git would begin at HEAD */
            status = list_tips(commits, repository, options, has_mailmap, n_read, err);
        if (status > 0)
            status = tips_leave_out(repository, err);
    }
    reverse(commits);
    name_commits(commits);
    return status;
}

/* ---- The files of the commits ---- */

struct listed_files {
    struct commits *commits;
    const struct commit_options *options;
    struct repository *repository;
    struct neighbours *neighbours; /* read for the first file that needs them; NULL: none did */
    bool has_failed;               /* they could not be read */
    struct err failure;
};

/* Returns the language with this number among those with a shared extension; NULL: none has it. */
/* Returns the language of a file with a shared extension; NULL if it is not mined. */
static const struct language *shared_language(struct listed_files *files, unsigned set,
                                              const char *path)
{
    if (!(set & files->options->languages) || files->has_failed)
        return NULL;
    if (!files->neighbours)
        files->neighbours = neighbours_read(files->repository, &files->failure);
    files->has_failed = !files->neighbours;
    if (files->has_failed)
        return NULL;
    const struct language *language = neighbours_language(files->neighbours, set, path);
    return language_set_has(set & files->options->languages, language) ? language : NULL;
}

static const struct language *language_of_file(struct listed_files *files, const char *path)
{
    const char *name = file_name(path);
    const struct language *language = language_of_extension(files->options->languages, name);
    unsigned shared = language ? 0 : languages_sharing_extension(name);
    return shared ? shared_language(files, shared, path) : language;
}

static bool either_is(const struct tree_change *change, const char *mode)
{
    return strcmp(change->mode[0], mode) == 0 || strcmp(change->mode[1], mode) == 0;
}

/* Names of files are any bytes. */
static const char *valid_text(struct arena *arena, const char *text)
{
    scoped(str) valid = {0};
    utf8_add_valid(&valid, text, strlen(text));
    return arena_text(arena, str_text(&valid));
}

static void take_file(void *context, size_t index, const struct tree_change *change)
{
    struct listed_files *files = context;
    struct commits *commits = files->commits;
    const struct commit_options *options = files->options;
    struct commit *commit = &commits->list.items[index];
    commit->n_files++;
    bool is_changed = change->status == 'M' || change->status == 'T';
    if (is_changed && either_is(change, "120000"))
        commits->counts[FILES_SYMLINK]++;
    else if (is_changed && either_is(change, "160000"))
        commits->counts[FILES_SUBMODULE]++;
    const char *path = change->path[1];
    bool is_lone = change->status == 'A' || change->status == 'D';
    bool is_file = is_file_mode(change->mode[change->status == 'A']) &&
                   (is_lone || is_file_mode(change->mode[1]));
    const struct language *language =
        is_file && change->status != 'T' ? language_of_file(files, path) : NULL;
    if (!language)
        return;
    if (is_lone) {
        commit->n_lone[change->status == 'A']++;
        return;
    }
    commit->n_pairs++;
    if (options->max_files && commit->n_files > options->max_files)
        return; /* the commit will be dropped */
    struct arena *arena = &commits->arena;
    array_push(&commits->files, (struct changed_file){.commit = (uint32_t)index,
                                                      .number = (uint32_t)commit->n_files,
                                                      .language = language,
                                                      .path = valid_text(arena, path),
                                                      .before = arena_text(arena, change->id[0]),
                                                      .after = arena_text(arena, change->id[1])});
}

/* Forgets the files of a commit, because they may be incomplete. */
static void drop_files(void *context, size_t index)
{
    struct listed_files *files = context;
    struct commits *commits = files->commits;
    while (commits->files.n && commits->files.items[commits->files.n - 1].commit == index)
        commits->files.n--;
    struct commit *commit = &commits->list.items[index];
    commit->n_files = commit->n_pairs = commit->n_lone[0] = commit->n_lone[1] = 0;
}

static int list_files(struct commits *commits, struct repository *repository,
                      const struct commit_options *options, struct err *err)
{
    size_t n = commits->list.n;
    struct listed_files files = {commits, options, repository, .neighbours = NULL};
    scoped_memory struct tree_pair *pairs = mem_alloc(n + 1, sizeof *pairs);
    for (size_t i = 0; i < n; i++)
        pairs[i] = (struct tree_pair){commits->list.items[i].id, commits->list.items[i].parent};
    const struct tree_comparison comparison = {
        .pairs = pairs, .n = n, .context = &files, .take = take_file, .drop = drop_files};
    int status = tree_changes_read(&comparison, repository, &commits->counts[COMMITS_DAMAGED],
                                   &commits->damage, err);
    if (status == 0 && files.has_failed)
        status = err_pass(err, &files.failure);
    neighbours_free(files.neighbours);
    return status;
}

/* ---- What is used ---- */

static int compare_by_path(const void *a, const void *b)
{
    const struct changed_file *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order ? order : COMPARE(x->commit, y->commit);
}

/* Writes both versions of a change of a file, in the order in which they were, or back. */
static const char *versions_of(struct str *out, const char *before, const char *after)
{
    str_set(out, "%s %s", before, after);
    return str_text(out);
}

/* Marks the commits that change one file only, back to what it was before an earlier commit. */
static void find_undone(const struct commits *commits, bool *is_undone)
{
    scoped(table) earlier = {0}; /* changes of the same file */
    scoped(str) text = {0};
    for (size_t i = 0; i < commits->files.n; i++) {
        const struct changed_file *file = &commits->files.items[i];
        if (i && strcmp(file->path, file[-1].path) != 0) {
            table_release(&earlier);
            earlier = (struct table){0};
        }
        is_undone[file->commit] =
            commits->list.items[file->commit].n_files == 1 &&
            table_find(&earlier, versions_of(&text, file->after, file->before)) != TABLE_NONE;
        table_number(&earlier, versions_of(&text, file->before, file->after));
    }
}

static int compare_files(const void *a, const void *b)
{
    const struct changed_file *x = a, *y = b;
    return x->commit != y->commit ? COMPARE(x->commit, y->commit) : strcmp(x->path, y->path);
}

/* Keeps the commits that modify files in the languages, and not too many files, and do not undo
 * another one. */
static void select_commits(struct commits *commits, const struct commit_options *options)
{
    size_t n_commits = 0, n_files = 0, file = 0;
    scoped_memory bool *is_undone = mem_alloc(commits->list.n + 1, sizeof *is_undone);
    array_sort(&commits->files, compare_by_path);
    find_undone(commits, is_undone);
    array_sort(&commits->files, compare_files);
    for (size_t i = 0; i < commits->list.n; i++) {
        const struct commit *commit = &commits->list.items[i];
        const size_t *n_lone = commit->n_lone;
        commits->counts[FILES_RENAMED] += n_lone[0] < n_lone[1] ? n_lone[0] : n_lone[1];
        bool is_large = options->max_files && commit->n_files > options->max_files;
        bool is_used = commit->n_pairs && !is_large && !is_undone[i];
        for (; file < commits->files.n && commits->files.items[file].commit == i; file++)
            if (is_used) {
                commits->files.items[n_files] = commits->files.items[file];
                commits->files.items[n_files++].commit = (uint32_t)n_commits;
            }
        if (is_used)
            commits->list.items[n_commits++] = *commit;
        else
            commits->counts[is_undone[i]      ? COMMITS_REVERT
                            : commit->n_pairs ? COMMITS_TOO_MANY_FILES
                                              : COMMITS_NO_FILE]++;
    }
    commits->list.n = commits->counts[COMMITS_USED] = n_commits;
    commits->files.n = n_files;
    commits->counts[COMMITS_NO_FILE] -= commits->counts[COMMITS_DAMAGED];
}

int commits_read(struct commits *commits, struct repository *repository,
                 const struct commit_options *options, atomic_size_t *n_read, struct err *err)
{
    *commits = (struct commits){0};
    if (list_commits(commits, repository, options, n_read, err) != 0 ||
        list_files(commits, repository, options, err) != 0)
        return ERR;
    select_commits(commits, options);
    array_sort(&commits->roots, text_compare);
    return 0;
}

void commits_release(struct commits *commits)
{
    arena_release(&commits->arena);
    array_release(&commits->list);
    array_release(&commits->files);
    array_release(&commits->roots);
    array_release(&commits->starts);
    str_release(&commits->damage);
}
