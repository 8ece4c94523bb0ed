/* The pairs of a repository are sorted by path: git stores the versions of a file as differences
 * from each other, and a blob is often the second of one pair and the first of the next.
 *
 * The licence of a file is that which it names, or else that of the top folder at its commit, or
 * else that of the list. */
#include "miner/git/git_source.h"

#include "base/interrupt.h"
#include "base/spdx.h"
#include "db/fix_names.h"
#include "db/store.h"
#include "miner/pair_journal.h"
#include "miner/git/git_process.h"
#include "miner/git/objects.h"
#include "tokenize/languages/file_path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct git_source {
    struct source_request request;
    struct git_options options;
    struct repository_list list;
    ARRAY(struct unit) units; /* as in the list */
    struct arena arena;
    struct input_errors errors;
    struct str description; /* of the options */
    atomic_size_t n_commits, n_pairs, n_open, done_bytes;
    atomic_bool is_stopped;
    atomic_flag is_failing; /* a thread writes, or has written, `failure` */
    atomic_bool has_failed;
    struct err failure; /* of this machine; valid if `has_failed` */
};

/* What is read of a repository, while its pairs are compared and its fixes stored. */
struct reader {
    const struct listed_repository *listed;
    struct repository repository;
    struct str url;         /* that of the list, or of the remote `origin` */
    struct commits commits; /* its files are sorted by language, path and commit */
    struct objects blobs;
    const char **tags; /* licences that the files name after their commits, by file: NULL: none;
                          "": not understood */
    struct commit_license *licenses; /* by commit; of those with a fix */
    struct git_source *source;
    size_t n_known;         /* pairs whose outcome is kept */
    size_t n_steps, n_done; /* pairs to read, and some steps to store them */
    uint64_t done_bytes;    /* the same as a part of the unit's n_bytes, as it is counted */
};

/* Returns the file of a version of the unit. */
static const struct changed_file *file_of(const struct unit_content *content,
                                          const struct version *version, bool *is_after)
{
    const struct reader *reader = content->reader;
    size_t index = (size_t)(version - content->versions.items);
    *is_after = index % 2;
    return &reader->commits.files.items[index / 2];
}

/* Counts what is done of a unit: `n_done` of the reader's steps. */
static void count_steps(struct git_source *source, struct reader *reader, size_t n_done)
{
    uint64_t n_bytes = reader->listed->unit.n_bytes;
    reader->n_done = n_done;
    if (n_done < reader->n_steps)
        n_bytes = (uint64_t)((double)n_bytes * (double)n_done / (double)reader->n_steps);
    atomic_fetch_add(&source->done_bytes, n_bytes - reader->done_bytes);
    reader->done_bytes = n_bytes;
}

static const struct listed_repository *listed(const struct git_source *source,
                                              const struct unit *unit)
{
    return &source->list.list.items[unit - source->units.items];
}

static void fingerprint(void *context, const struct unit *unit, char hex[SHA256_HEX_SIZE])
{
    const struct git_source *source = context;
    scoped(repository) repository = {.is_shallow = false};
    scoped(str) reason = {0};
    struct err err;
    hex[0] = '\0';
    if (listed_repository_open(&repository, &source->list, listed(source, unit), &err) == 0)
        repository_fingerprint(&repository, hex, &reason);
}

static int compare_files(const void *a, const void *b)
{
    const struct changed_file *x = a, *y = b;
    int order = COMPARE(language_number(x->language), language_number(y->language));
    order = order ? order : strcmp(x->path, y->path);
    return order ? order : COMPARE(x->commit, y->commit);
}

/* Makes the two versions of each pair. */
static void add_versions(struct unit_content *content, struct reader *reader)
{
    struct commits *commits = &reader->commits;
    array_sort(&commits->files, compare_files);
    for (size_t i = 0; i < commits->files.n; i++) {
        const struct changed_file *file = &commits->files.items[i];
        const struct commit *commit = &commits->list.items[file->commit];
        struct version version = {
            .user = commit->author,
            .language = file->language,
            .original_language = "",
            .date = commit->commit_date,
            .history = i,
        };
        for (int side = 0; side < 2; side++) {
            version.id = arena_print(&content->arena, "%s%s-%" PRIu32, side ? "" : FIX_BEFORE,
                                     commit->name, file->number);
            version.line = (size_t)side;
            version.content_id = side ? file->after : file->before;
            array_push(&content->versions, version);
        }
        const struct version *pair = &content->versions.items[2 * i];
        if (content->journal &&
            pair_journal_find(content->journal, &pair[0], &pair[1]) != REJECT_NONE) {
            reader->n_known++;
            continue;
        }
        objects_add(&reader->blobs, file->before);
        objects_add(&reader->blobs, file->after);
    }
}

static int read_repository(struct git_source *source, struct unit_content *content,
                           struct reader *reader, struct err *err)
{
    scoped(str) reason = {0};
    if (listed_repository_open(&reader->repository, &source->list, reader->listed, err) != 0)
        return ERR;
    if (repository_fingerprint(&reader->repository, content->fingerprint, &reason) != 0)
        return err_set(err, "%s", str_text(&reason));
    if (commits_read(&reader->commits, &reader->repository, &source->options.commits,
                     &source->n_commits, err) != 0)
        return ERR;
    if (reader->listed->url)
        str_add_text(&reader->url, reader->listed->url);
    else
        repository_add_url(&reader->repository, &reader->url);
    content->n_rows = reader->commits.counts[COMMITS_ALL];
    add_versions(content, reader);
    size_t n_pairs = reader->commits.files.n - reader->n_known;
    reader->n_steps = n_pairs + n_pairs / 5 + 1; /* storing takes a sixth of the time */
    reader->tags = mem_alloc(reader->commits.files.n, sizeof *reader->tags);
    reader->licenses = mem_alloc(reader->commits.list.n, sizeof *reader->licenses);
    return objects_check(&reader->blobs, &reader->repository, source->request.max_bytes, err);
}

/* The commits are stored after the unit is closed. */
static void free_reader(void *closed)
{
    struct reader *reader = closed;
    count_steps(reader->source, reader, reader->n_steps);
    commits_release(&reader->commits);
    str_release(&reader->url);
    free(reader->tags);
    free(reader->licenses);
    free(reader);
}

static void add_damage(struct unit_content *content, enum input_error_kind kind, const char *path,
                       const char *text, const struct str *reason)
{
    input_errors_add(&content->errors, kind, path, 0, "%s%s%s", text,
                     *text && reason->length ? "; " : "", str_text(reason));
}

/* A repository that cannot be read is left out, but not if git cannot be run any more: then the run
 * fails, because all others would be left out, too. */
static void check_machine(struct git_source *source)
{
    struct err err;
    if (git_check_version(&err) == 0 || atomic_flag_test_and_set(&source->is_failing))
        return;
    source->failure = err;
    atomic_store(&source->has_failed, true);
}

/* Whether a blob is missing. */
static bool lacks_blob(const struct objects *blobs)
{
    return blobs->states.n && memchr(blobs->states.items, OBJECT_MISSING, blobs->states.n);
}

/* Adds what of a repository cannot be used. */
static void add_damages(struct unit_content *content, const struct reader *reader, const char *path)
{
    const struct commits *commits = &reader->commits;
    const struct str *left_out = &reader->repository.left_out, none = {0};
    scoped(str) damage = {0};
    if (commits->mailmap_problem.length) {
        str_print(&damage, "%s, so authors have the addresses of their commits",
                  str_text(&commits->mailmap_problem));
        add_damage(content, INPUT_REPOSITORY_DAMAGED, path, str_text(&damage), &none);
    }
    str_set(&damage, "git cannot read all of it: %s",
            commits->damage.length ? str_text(&commits->damage) : "objects are missing");
    if (commits->damage.length || (left_out->length && lacks_blob(&reader->blobs)))
        add_damage(content, INPUT_REPOSITORY_DAMAGED, path, str_text(&damage),
                   reader->repository.hides_objects ? &none : left_out);
}

static void open_unit(void *context, const struct unit *unit, struct unit_content *content)
{
    struct git_source *source = context;
    struct reader *reader = mem_alloc(1, sizeof *reader);
    const char *path = listed(source, unit)->path;
    struct err err;
    atomic_fetch_add(&source->n_open, 1);
    reader->source = source;
    reader->listed = listed(source, unit);
    content->reader = reader;
    content->free_reader = free_reader;
    if (read_repository(source, content, reader, &err) != 0) {
        array_clear(&content->versions);
        check_machine(source);
        add_damage(content, INPUT_REPOSITORY_UNUSABLE, path, err.message,
                   &reader->repository.left_out);
    }
    add_damages(content, reader, path);
}

static void close_unit(void *context, struct unit_content *content)
{
    struct git_source *source = context;
    struct reader *reader = content->reader;
    if (interrupt_signal()) /* git_read() has ended early, so the unit may be incomplete */
        atomic_store(&source->is_stopped, true);
    objects_release(&reader->blobs);
    repository_close(&reader->repository);
    atomic_fetch_sub(&source->n_open, 1);
}

static const char *path_of(const struct unit_content *content, const struct version *version)
{
    bool is_after;
    return file_of(content, version, &is_after)->path;
}

enum { BINARY_BYTES = 8000 /* as git looks at */ };

static enum reject_reason reason_of(enum object_state state, const char *bytes, size_t length)
{
    static const char pointer[] = "version https://git-lfs.github.com/spec/";
    static const enum reject_reason reasons[] = {
        [OBJECT_OK] = REJECT_NONE,
        [OBJECT_MISSING] = REJECT_MISSING_BLOB,
        [OBJECT_TOO_LARGE] = REJECT_TOO_LARGE,
        [OBJECT_DAMAGED] = REJECT_UNREADABLE,
    };
    if (state != OBJECT_OK)
        return reasons[state];
    if (length >= sizeof pointer - 1 && memcmp(bytes, pointer, sizeof pointer - 1) == 0)
        return REJECT_LFS_POINTER;
    size_t n = program_text_length(bytes, length);
    return memchr(bytes, 0, n < BINARY_BYTES ? n : BINARY_BYTES) ? REJECT_BINARY : REJECT_NONE;
}

static void read_tag(struct reader *reader, const struct changed_file *file, const char *bytes,
                     size_t length)
{
    scoped(str) tag = {0};
    if (spdx_find_tag(&tag, bytes, length))
        reader->tags[file - reader->commits.files.items] =
            arena_text(&reader->commits.arena, str_text(&tag));
}

static void load(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct program_text *text)
{
    struct git_source *source = context;
    struct reader *reader = content->reader;
    (void)unit;
    bool is_after;
    const char *bytes;
    size_t length;
    const struct changed_file *file = file_of(content, version, &is_after);
    enum object_state state =
        objects_next(&reader->blobs, is_after ? file->after : file->before, &bytes, &length);
    text->reason = reason_of(state, bytes, length);
    if (text->reason == REJECT_NONE) {
        if (is_after)
            read_tag(reader, file, bytes, length);
        str_clear(&text->content);
        str_add(&text->content, bytes, length);
        program_text_take(text, file->language, false);
    }
    if (text->reason != REJECT_NONE)
        program_text_release(text);
    if (!is_after)
        return;
    atomic_fetch_add(&source->n_pairs, 1);
    count_steps(source, reader, reader->n_done + 1);
}

/* Finds the licences at the commits of these versions, but not of files that name their own. Fails
 * only if git cannot be run. */
static int find_licenses(struct unit_content *content, const struct used_version *used, size_t n,
                         struct err *err)
{
    struct reader *reader = content->reader;
    struct commits *commits = &reader->commits;
    bool is_after;
    scoped_memory bool *lacks_tag = mem_alloc(commits->list.n, sizeof *lacks_tag);
    for (size_t i = 0; i < n; i++) {
        const struct changed_file *file = file_of(content, used[i].version, &is_after);
        if (!reader->tags[file - commits->files.items])
            lacks_tag[file->commit] = true;
    }
    return n ? commit_licenses_find(reader->licenses, lacks_tag, commits, &reader->repository, err)
             : 0;
}

/* The blobs are no longer needed. */
static void read_used(void *context, const struct unit *unit, struct unit_content *content,
                      const struct used_version *used, size_t n)
{
    struct reader *reader = content->reader;
    struct err err;
    (void)context, (void)unit;
    objects_release(&reader->blobs);
    if (find_licenses(content, used, n, &err) != 0)
        input_errors_add(&content->errors, INPUT_REPOSITORY_DAMAGED, reader->listed->path, 0,
                         "its licences cannot be read: %s", err.message);
}

/* ---- Storing ---- */

/* Finds the licence of a file after its commit, by the strongest evidence. `listed_as` is that in
 * the list, or NULL. */
static struct commit_license license_of(const struct reader *reader,
                                        const struct changed_file *file, const char *listed_as)
{
    const char *tag = reader->tags[file - reader->commits.files.items];
    const struct commit_license unknown = {NULL, NULL};
    if (tag)
        return *tag ? (struct commit_license){tag, "tag"} : unknown;
    if (reader->licenses[file->commit].expression)
        return reader->licenses[file->commit];
    return listed_as ? (struct commit_license){listed_as, "list"} : unknown;
}

/* Stores the repository with its counts of commits. */
static int store_repository(void *context, const struct unit *unit,
                            const struct unit_content *content, struct db *store, struct err *err)
{
    const struct reader *reader = content->reader;
    const struct repository_row row = {
        .problem_id = unit->id,
        .path = reader->listed->path,
        .url = reader->url.length ? str_text(&reader->url) : NULL,
        .license = reader->listed->license,
        .is_shallow = reader->repository.is_shallow,
    };
    const struct commits *commits = &reader->commits;
    (void)context;
    int status = store_add_repository(store, &row, err);
    for (int i = 0; status == 0 && i < N_COMMIT_COUNTS; i++)
        status = store_add_commit_count(store, unit->id, commit_count_name((enum commit_count)i),
                                        (int64_t)commits->counts[i], err);
    for (size_t i = 0; status == 0 && i < commits->roots.n; i++)
        status = store_add_root_commit(store, unit->id, commits->roots.items[i], err);
    return status;
}

static int store_commit_of(const struct unit *unit, const struct reader *reader, uint32_t number,
                           struct db *store, struct err *err)
{
    const struct commit *commit = &reader->commits.list.items[number];
    const struct commit_row row = {
        .problem_id = unit->id,
        .commit_id = commit->id,
        .parent_id = commit->parent,
        .author_id = commit->author,
        .author_date = commit->author_date,
        .commit_date = commit->commit_date,
        .subject = commit->subject,
        .keyword = *commit->keyword ? commit->keyword : NULL,
        .sweep_size = (int64_t)commit->n_files,
        .n_pairs = (int64_t)commit->n_pairs,
    };
    return store_add_commit(store, &row, err);
}

static int store_version(const struct unit *unit, const struct unit_content *content,
                         const struct used_version *stored, const char *listed_as, struct db *store,
                         struct err *err)
{
    const struct reader *reader = content->reader;
    bool is_after;
    const struct changed_file *file = file_of(content, stored->version, &is_after);
    struct commit_license license = license_of(reader, file, listed_as);
    const struct file_version_row version = {
        .submission_key = stored->key,
        .commit_id = reader->commits.list.items[file->commit].id,
        .path = file->path,
        .blob_id = is_after ? file->after : file->before,
        .is_test = path_is_test(file->path),
        .license = license.expression,
        .license_evidence = license.evidence,
    };
    return store_add_file_version(store, unit->id, &version, err);
}

static int store_versions(void *context, const struct unit *unit,
                          const struct unit_content *content, const struct used_version *list,
                          size_t n, struct db *store, struct err *err)
{
    const char *listed = ((const struct reader *)content->reader)->listed->license;
    scoped(str) license = {0};
    (void)context;
    bool is_after, is_listed = listed && spdx_add_expression(&license, listed, strlen(listed));
    for (size_t i = 0; i < n; i++) {
        const struct changed_file *file = file_of(content, list[i].version, &is_after);
        if (store_commit_of(unit, content->reader, file->commit, store, err) != 0 ||
            store_version(unit, content, &list[i], is_listed ? str_text(&license) : NULL, store,
                          err) != 0)
            return ERR;
    }
    return 0;
}

/* ---- The source ---- */

static bool is_reading(void *context)
{
    return atomic_load(&((struct git_source *)context)->n_open) > 0;
}

static void measure(void *context, struct source_progress *progress)
{
    struct git_source *source = context;
    *progress =
        (struct source_progress){atomic_load(&source->done_bytes), atomic_load(&source->n_commits),
                                 atomic_load(&source->n_pairs)};
}

static int check(void *context, struct err *err)
{
    const struct git_source *source = context;
    if (atomic_load(&source->has_failed))
        return err_set(err, "%s", source->failure.message);
    return atomic_load(&source->is_stopped) ? err_set(err, "stopped") : 0;
}

static void stop(void *context)
{
    atomic_store(&((struct git_source *)context)->is_stopped, true);
}

static int finish(void *context, const bool *is_chosen, struct db *store, struct source_end *end,
                  struct err *err)
{
    struct git_source *source = context;
    (void)is_chosen, (void)store;
    *end = (struct source_end){source->list.name, NULL, &source->errors};
    return check(source, err);
}

static void free_source(void *context)
{
    struct git_source *source = context;
    repository_list_release(&source->list);
    array_release(&source->units);
    array_release(&source->errors.list);
    str_release(&source->description);
    arena_release(&source->arena);
    free(source);
}

/* The database would be empty if no repository can be opened. Fails then, with the reason of the
 * first one. */
static int check_any(const struct git_source *source, struct err *err)
{
    const struct listed_repository *list = source->list.list.items;
    struct err first, other;
    for (size_t i = 0; i < source->list.list.n; i++) {
        scoped(repository) repository = {.is_shallow = false};
        if (listed_repository_open(&repository, &source->list, &list[i], i ? &other : &first) == 0)
            return 0;
    }
    return err_set(err, "'%s' contains no git repository that can be read: %s: %s",
                   source->request.path, list[0].path, first.message);
}

static int open_source(struct pair_source *out, const struct source_request *request,
                       struct err *err)
{
    struct git_source *source = mem_alloc(1, sizeof *source);
    char hex[SHA256_HEX_SIZE];
    source->request = *request;
    source->options = *(const struct git_options *)request->own;
    source->options.commits.languages = request->languages;
    source->errors.arena = &source->arena;
    if (repository_list_read(&source->list, request->path, &source->errors, &request->meter, err) !=
            0 ||
        git_check_version(err) != 0 || check_any(source, err) != 0) {
        free_source(source);
        return ERR;
    }
    /* The salt is a secret, so only a part of its hash is stored. */
    const struct commit_options *options = &source->options.commits;
    sha256_hex(options->salt, strlen(options->salt), hex);
    str_print(&source->description, "--keywords %s --max-files %zu --salt sha256:%.8s",
              keywords_name((int)options->keywords), options->max_files, hex);
    str_add_text(&source->description, options->reads_all ? " --visible refs" : "");
    for (size_t i = 0; i < source->list.list.n; i++)
        array_push(&source->units, source->list.list.items[i].unit);
    *out = (struct pair_source){
        .context = source,
        .kind = &git_kind,
        .options = str_text(&source->description),
        .units = source->units.items,
        .n_units = source->units.n,
        .listing_sha256 = source->list.sha256,
        .list_sha256 = source->list.file_sha256[0] ? source->list.file_sha256 : NULL,
        .fingerprint = fingerprint,
        .open = open_unit,
        .close = close_unit,
        .load = load,
        .path_of = path_of,
        .read_used = read_used,
        .store_unit = store_repository,
        .store_versions = store_versions,
        .is_reading = is_reading,
        .measure = measure,
        .check = check,
        .stop = stop,
        .finish = finish,
        .free = free_source,
    };
    return 0;
}

static int recognize(const struct source_request *request)
{
    const struct git_options *options = request->own;
    return options->is_chosen ? 0 : -1;
}

static const char *given(const struct source_request *request, const struct source_kind *read_as)
{
    const struct git_options *options = request->own;
    (void)read_as;
    return options->is_chosen           ? "--git"
           : options->commits.keywords  ? "--keywords"
           : options->commits.reads_all ? "--visible"
                                        : NULL;
}

/* Says how many commits there are, and how many by the first reason not to use them. */
static int add_left_out(struct str *out, struct db *db, struct err *err)
{
    const char *before = ": ";
    int64_t n_units;
    scoped(db_statement) *sum =
        db_query(db, err, "SELECT sum(n) FROM commit_counts WHERE name = ?", NULL);
    if (db_get_int(db, &n_units,
                   "SELECT count(*) FROM problems WHERE EXISTS (SELECT 1 FROM commit_counts)",
                   err) != 0)
        return ERR;
    for (int count = COMMITS_ALL; n_units && count <= COMMITS_USED; count++) {
        const char *name = commit_count_name((enum commit_count)count);
        if (db_run(sum, err, "t", name) != 1)
            return ERR;
        int64_t n = db_int(sum, 0);
        db_rewind(sum);
        if (count == COMMITS_ALL)
            str_print(out, "%s, %s", counted(n_units, "repository", "repositories").text,
                      counted(n, "commit", "commits").text);
        else if (n)
            str_print(out, "%s%" PRId64 " %s", before, n, name);
        before = count > COMMITS_ALL && n ? ", " : before;
    }
    return 0;
}

static const char *const formats[] = {NULL};

const struct source_kind git_kind = {
    .name = "git",
    .words = "git repositories",
    .by = "--git",
    .instead = "give a folder of repositories, or a CSV list with the column path",
    .unit = {"repository", "repositories"},
    .unit_file = {"repository ", ""},
    .list_file = "the list of repositories",
    .listing = "the ids, URLs and licenses of the repositories",
    .no_pairs =
        "no commit with a keyword in its message changes a file of these languages alone; in "
        "courses, messages say little: --keywords none reads all commits",
    .has_files = true,
    .formats = formats,
    .recognize = recognize,
    .given = given,
    .open = open_source,
    .add_left_out = add_left_out,
};
