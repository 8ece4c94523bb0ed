/* The columns are a list, from which the query and the copy into struct fix are made. A visit with
 * `work` is an ordered pipeline: fixes are read in batches, and one thread works on each batch. */
#include "db/fixes/fix_reader.h"

#include "base/pipeline.h"
#include "base/str.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int store_language(const struct language **out, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT replace(language, ',', ', '), (SELECT count(*) FROM found_languages) "
                 "FROM run_details",
                 NULL);
    int status = db_step(s, err);
    const char *name = status == 1 ? db_text(s, 0) : "";
    if (status < 0)
        return ERR;
    *out = language_find(name);
    if (*out)
        return 0;
    if (status == 1 && db_int(s, 1) > 1)
        return err_set(err,
                       "the database contains fixes in several languages (%s), and this works on "
                       "one; choose one and mine it into a database of its own: tokfix mine "
                       "--language NAME",
                       name);
    return err_set(err,
                   "the database contains programs in '%s', which this tokfix does not read; "
                   "use the tokfix that made it",
                   name);
}

int store_languages(unsigned *language_set, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "SELECT language FROM found_languages", NULL);
    int status;
    *language_set = 0;
    while ((status = db_step(s, err)) == 1) {
        const struct language *language = language_find(db_text(s, 0));
        if (!language)
            return err_set(err,
                           "the database contains programs in '%s', which this tokfix does not "
                           "read; use the tokfix that made it",
                           db_text(s, 0));
        *language_set |= 1u << language_number(language);
    }
    return status;
}

struct fix_reader {
    struct db_statement *statement;
    struct db_statement *provenance; /* NULL: the database has no git repositories */
};

#define TEXT(column)          "f." #column, offsetof(struct fix, column), false
#define TEXT_OF(member, from) from, offsetof(struct fix, member), false
#define INT(column)           "f." #column, offsetof(struct fix, column), true

/* Columns of the table `fixes` x. */
#define TEXT_OF_FIX(name)         {"x." #name, offsetof(struct fix, name), false},
#define NUMBER_OF_FIX(name)       {"x." #name, offsetof(struct fix, name), true},
#define FIXED_NUMBER_OF_FIX(name) {"x.fixed_" #name, offsetof(struct fix, fixed_##name), true},

#define GIT(member, from) from, offsetof(struct fix, provenance.member)

/* A value of the view bug_evidence; '' if no test shows the bug. */
#define EVIDENCE(value) \
    "coalesce((SELECT " value " FROM bug_evidence e WHERE e.fix_key = f.fix_key), '')"

/* The encoding of one of the two submissions of a fix. */
#define ENCODING(key) "(SELECT encoding FROM submissions WHERE submission_key = x." key ")"

/* The columns that are read, and the member of struct fix for each. There is no LEFT JOIN with a
 * view, because SQLite would compute the whole view for each row. */
static const struct column {
    const char *from;
    size_t member;
    bool is_int;
} columns[] = {
    {TEXT(buggy_code)},
    {TEXT(fixed_code)},
    {TEXT_OF(id, "f.fix_id")},
    {TEXT(problem_id)},
    {TEXT(user_id)},
    {TEXT(language)},
    {TEXT(original_language)},
    {TEXT_OF(buggy_submission, "buggy_submission_id")},
    {TEXT_OF(fixed_submission, "fixed_submission_id")},
    {TEXT(buggy_status)},
    {TEXT(fixed_status)},
    {INT(buggy_date)},
    {INT(fixed_date)},
    {TEXT_OF(verdict, "iif(verdict = 'none', '', verdict)")},
    {TEXT_OF(evidence_input, EVIDENCE("coalesce(input, '')"))},
    {TEXT_OF(evidence_expected, EVIDENCE("coalesce(expected, '')"))},
    {TEXT_OF(evidence_actual, EVIDENCE("iif(buggy_outcome = 'wrong', buggy_output, '[' || "
                                       "buggy_outcome || ']' || iif(buggy_detail = '', '', ' ' || "
                                       "buggy_detail))"))},
    {TEXT_OF(split, "iif(split = 'none', '', split)")},
    {TEXT_OF(cluster, "coalesce((SELECT r.fix_id FROM duplicate_clusters d "
                      "JOIN fix_details r ON r.fix_key = d.representative_fix_key "
                      "WHERE d.kind = 'near' AND d.fix_key = f.fix_key), '')")},
    {TEXT_OF(buggy_encoding, ENCODING("buggy_submission_key"))},
    {TEXT_OF(fixed_encoding, ENCODING("fixed_submission_key"))},
    FIX_COLUMNS(TEXT_OF_FIX, TEXT_OF_FIX, NUMBER_OF_FIX, NUMBER_OF_FIX, NUMBER_OF_FIX,
                FIXED_NUMBER_OF_FIX)};

static const struct column git_columns[] = {
    {GIT(repository, "repository"), false},
    {GIT(url, "url"), false},
    {GIT(commit, "commit_id"), false},
    {GIT(parent, "parent_id"), false},
    {GIT(path, "path"), false},
    {GIT(buggy_blob, "buggy_blob"), false},
    {GIT(fixed_blob, "fixed_blob"), false},
    {GIT(author, "f.author_id"), false},
    {GIT(author_date, "author_date"), true},
    {GIT(commit_date, "commit_date"), true},
    {GIT(subject, "subject"), false},
    {GIT(keyword, "keyword"), false},
    {GIT(sweep_size, "sweep_size"), true},
    {GIT(commit_pairs, "commit_pairs"), true},
    {GIT(is_test, "is_test"), true},
    {GIT(function, "function"), false},
    {GIT(function_line, "function_line"), true},
    {GIT(function_end_line, "function_end_line"), true},
    {GIT(license, "license"), false},
    {GIT(license_evidence, "license_evidence"), false},
};
enum {
    N_COLUMNS = sizeof columns / sizeof *columns,
    N_GIT_COLUMNS = sizeof git_columns / sizeof *git_columns
};

int store_find_kinds(struct store_kinds *kinds, struct db *db, struct err *err)
{
    int64_t n_repositories, n_problems;
    if (db_get_int(db, &n_repositories, "SELECT count(*) FROM repositories", err) != 0 ||
        db_get_int(db, &n_problems, "SELECT count(*) FROM problems", err) != 0)
        return ERR;
    *kinds = (struct store_kinds){n_repositories > 0, n_problems > n_repositories};
    return 0;
}

/* Users have other ids if store_rename_users() was called. */
static int prepare(struct db_statement **out, struct db *db, const struct column *list, int n,
                   const char *tables, struct err *err)
{
    scoped(str) query = {0};
    int64_t has_shown;
    if (db_get_int(db, &has_shown,
                   "SELECT count(*) FROM sqlite_temp_master WHERE name = 'shown_users'", err) != 0)
        return ERR;
    for (int i = 0; i < n; i++) {
        bool is_user = list[i].member == offsetof(struct fix, user_id) ||
                       list[i].member == offsetof(struct fix, provenance.author);
        bool is_renamed = is_user && has_shown;
        str_print(&query, "%s %s%s%s", i ? "," : "SELECT",
                  is_renamed ? "(SELECT shown FROM temp.shown_users u WHERE u.user_id = " : "",
                  list[i].from, is_renamed ? ")" : "");
    }
    str_print(&query, " FROM %s WHERE f.fix_key = ?", tables);
    return db_prepare(out, db, str_text(&query), err);
}

int fix_reader_open(struct fix_reader **out, struct db *db, struct err *err)
{
    struct fix_reader *rows = mem_alloc(1, sizeof *rows);
    struct store_kinds kinds;
    *out = NULL;
    if (store_find_kinds(&kinds, db, err) != 0 ||
        prepare(&rows->statement, db, columns, N_COLUMNS,
                "fix_details f JOIN fixes x USING (fix_key)", err) != 0 ||
        (kinds.has_repositories && prepare(&rows->provenance, db, git_columns, N_GIT_COLUMNS,
                                           "fix_provenance f", err) != 0)) {
        fix_reader_close(rows);
        return ERR;
    }
    *out = rows;
    return 0;
}

void fix_reader_close(struct fix_reader *rows)
{
    if (!rows)
        return;
    db_finish(rows->statement);
    db_finish(rows->provenance);
    free(rows);
}

/* What helps if a text is not as it should be. */
static const char *advice_on(size_t member)
{
    return member >= offsetof(struct fix, evidence_input) &&
                   member <= offsetof(struct fix, evidence_actual)
               ? ", in its evidence; run 'tokfix verify' again, with --force"
               : "; mine the dataset again";
}

/* Copies the columns of a row; without a statement, "" and 0. Returns NULL if the texts are UTF-8
 * without zero bytes, else what helps. */
static const char *read_columns(struct fix *row, struct db_statement *s, const struct column *list,
                                int n, struct arena *arena)
{
    const char *advice = NULL;
    for (int i = 0; i < n; i++) {
        void *member = (char *)row + list[i].member;
        if (list[i].is_int) {
            *(int64_t *)member = s ? db_int(s, i) : 0;
            continue;
        }
        const char *text = s ? db_text(s, i) : "";
        size_t length = s ? db_text_length(s, i) : 0;
        if (!advice && (!utf8_is_valid(text, length) || memchr(text, '\0', length)))
            advice = advice_on(list[i].member);
        *(const char **)member = arena_copy_text(arena, text, length);
    }
    return advice;
}

static const char *read_row(struct fix *row, struct db_statement *s, struct arena *arena)
{
    *row = (struct fix){0};
    const char *advice = read_columns(row, s, columns, N_COLUMNS, arena);
    row->origin_number = fix_origin_find(row->origin);
    row->outcome = fix_outcome_find(row->verdict);
    row->split_number = split_stratum(row->split);
    row->buggy_length = strlen(row->buggy_code);
    row->fixed_length = strlen(row->fixed_code);
    row->place = row->start_byte;
    row->place_end = row->end_byte > row->token_end_byte ? row->end_byte : row->token_end_byte;
    return advice;
}

static int refuse_text(int64_t fix_key, const char *advice, struct err *err)
{
    return err_set(err, "the fix %" PRId64 " contains text that is not UTF-8 or has a zero byte%s",
                   fix_key, advice);
}

static int read_provenance(struct fix_reader *rows, int64_t fix_key, struct fix *row,
                           struct arena *arena, struct err *err)
{
    if (rows->provenance && db_bind(rows->provenance, err, "i", fix_key) != 0)
        return ERR;
    int status = rows->provenance ? db_step(rows->provenance, err) : 0;
    const char *advice = status < 0 ? NULL
                                    : read_columns(row, status ? rows->provenance : NULL,
                                                   git_columns, N_GIT_COLUMNS, arena);
    if (advice)
        status = refuse_text(fix_key, advice, err);
    if (rows->provenance)
        db_rewind(rows->provenance);
    return status < 0 ? ERR : 0;
}

/* Whether no character is divided at this byte. */
static bool is_between_characters(const char *code, int64_t byte)
{
    return ((unsigned char)code[byte] & 0xC0) != 0x80;
}

bool fix_bytes_are_inside(int64_t start_byte, int64_t end_byte, size_t length)
{
    return start_byte >= 0 && start_byte <= end_byte && (uint64_t)end_byte <= length;
}

int fix_refuse_outside(const char *id, struct err *err)
{
    return err_set(err, "the fix %s is outside its program; mine the dataset again", id);
}

/* Whether all places are inside the programs, and between two characters. */
static bool has_sound_places(const struct fix *row)
{
    return fix_bytes_are_inside(row->start_byte, row->end_byte, row->buggy_length) &&
           fix_bytes_are_inside(row->start_byte, row->token_end_byte, row->buggy_length) &&
           fix_bytes_are_inside(row->fixed_start_byte, row->fixed_end_byte, row->fixed_length) &&
           is_between_characters(row->buggy_code, row->start_byte) &&
           is_between_characters(row->buggy_code, row->end_byte) &&
           is_between_characters(row->buggy_code, row->token_end_byte) &&
           is_between_characters(row->fixed_code, row->fixed_start_byte) &&
           is_between_characters(row->fixed_code, row->fixed_end_byte);
}

int fix_reader_get(struct fix_reader *rows, int64_t fix_key, struct fix *row, struct arena *arena,
                   struct err *err)
{
    if (db_bind(rows->statement, err, "i", fix_key) != 0)
        return ERR;
    int status = db_step(rows->statement, err);
    if (status == 0 || (status == 1 && (db_type(rows->statement, 0) == DB_NULL ||
                                        db_type(rows->statement, 1) == DB_NULL)))
        status =
            err_set(err, "the fix %" PRId64 " lacks its programs; mine the dataset again", fix_key);
    if (status == 1) {
        const char *advice = read_row(row, rows->statement, arena);
        status = advice                  ? refuse_text(fix_key, advice, err)
                 : has_sound_places(row) ? read_provenance(rows, fix_key, row, arena, err)
                                         : fix_refuse_outside(row->id, err);
    }
    db_rewind(rows->statement);
    return status;
}

bool fix_is_of_git(const struct fix *row)
{
    return row->provenance.repository && *row->provenance.repository;
}

#define CLEAR_TEXT(name)         row->name = "";
#define CLEAR_NUMBER(name)       row->name = 0;
#define CLEAR_FIXED_NUMBER(name) row->fixed_##name = 0;

/* Of the columns of a fix, keeps those that are about its fixed program. */
static void clear_columns(struct fix *row)
{
    const struct fix old = *row;
    FIX_COLUMNS(CLEAR_TEXT, CLEAR_TEXT, CLEAR_NUMBER, CLEAR_NUMBER, CLEAR_NUMBER,
                CLEAR_FIXED_NUMBER)
    if (row->origin_number == ORIGIN_MUTANT)
        row->origin_number = ORIGIN_REAL;
    row->origin = row->origin_number == N_ORIGINS ? old.origin : store_origins[row->origin_number];
    row->edit = row->category = "none";
    row->n_tokens = row->fixed_n_tokens = old.fixed_n_tokens;
    row->parses = old.parses;
    row->verdict_in_comment = old.verdict_in_comment;
    row->dialect = old.dialect;
}

void fix_make_clean(struct fix *row, struct arena *arena)
{
    row->is_clean = true;
    row->place = row->fixed_start_byte;
    row->place_end = row->fixed_end_byte;
    row->id = arena_print(arena, "%s-%s-%s", row->problem_id, row->fixed_submission,
                          row->fixed_submission);
    row->buggy_submission = row->fixed_submission;
    row->buggy_status = row->fixed_status;
    row->buggy_date = row->fixed_date;
    clear_columns(row);
    row->outcome = NOT_EXECUTED;
    row->verdict = row->evidence_input = row->evidence_expected = row->evidence_actual = "";
    row->buggy_encoding = row->fixed_encoding;
    row->buggy_code = row->fixed_code;
    row->buggy_length = row->fixed_length;
    row->provenance.buggy_blob = row->provenance.fixed_blob;
    row->provenance.function = "";
    row->provenance.function_line = row->provenance.function_end_line = 0;
}

/* ---- Visits ---- */

enum { BATCH_FIXES = 32 };

/* Some fixes, and the results of `work`. */
struct batch {
    const struct fix_visit *visit;
    struct arena arena;
    struct fix fixes[BATCH_FIXES];
    size_t first, n; /* items */
    unsigned char *made;
};

struct visiting {
    const struct fix_visit *visit;
    struct fix_reader *reader;
    const struct fix_item *items;
    size_t n, next;
};

static int read_item(struct fix_reader *reader, const struct fix_item *item, struct fix *fix,
                     struct arena *arena, struct err *err)
{
    if (fix_reader_get(reader, item->fix_key, fix, arena, err) != 0)
        return ERR;
    if (item->is_clean)
        fix_make_clean(fix, arena);
    return 0;
}

static void release(void *item)
{
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++)
        batch->visit->made_release(batch->made + i * batch->visit->made_size);
    free(batch->made);
    arena_release(&batch->arena);
}

static int read_batch(void *context, void *item, struct err *err)
{
    struct visiting *visiting = context;
    struct batch *batch = item;
    batch->visit = visiting->visit;
    batch->first = visiting->next;
    batch->made = mem_alloc(BATCH_FIXES, visiting->visit->made_size);
    while (batch->n < BATCH_FIXES && visiting->next < visiting->n)
        if (read_item(visiting->reader, &visiting->items[visiting->next++],
                      &batch->fixes[batch->n++], &batch->arena, err) != 0)
            return ERR;
    return batch->n != 0;
}

static void *worker_new(void *context)
{
    const struct fix_visit *visit = ((const struct visiting *)context)->visit;
    return visit->worker_new(visit->context);
}

static void work(void *context, void *worker, void *item)
{
    const struct visiting *visiting = context;
    const struct fix_visit *visit = visiting->visit;
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++)
        visit->work(visit->context, worker, &batch->fixes[i], &visiting->items[batch->first + i],
                    batch->made + i * visit->made_size);
}

static int take_batch(void *context, void *item, struct err *err)
{
    const struct visiting *visiting = context;
    const struct fix_visit *visit = visiting->visit;
    struct batch *batch = item;
    int status = 0;
    for (size_t i = 0; i < batch->n && status == 0; i++)
        status = visit->take(visit->context, &batch->fixes[i], &visiting->items[batch->first + i],
                             batch->made + i * visit->made_size, err);
    return status;
}

static int visit_in_threads(struct visiting *visiting, struct err *err)
{
    struct pipeline pipeline = {.n_threads = visiting->visit->n_threads,
                                .context = visiting,
                                .item_size = sizeof(struct batch),
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = visiting->visit->worker_free,
                                .work = work,
                                .consume = take_batch,
                                .release = release};
    return pipeline_run(&pipeline, err);
}

static int visit_in_turn(const struct visiting *visiting, struct err *err)
{
    const struct fix_visit *visit = visiting->visit;
    int status = 0;
    for (size_t i = 0; i < visiting->n && status == 0; i++) {
        const struct fix_item *item = &visiting->items[i];
        scoped(arena) arena = {0};
        struct fix fix;
        if (read_item(visiting->reader, item, &fix, &arena, err) != 0)
            return ERR;
        status = visit->take(visit->context, &fix, item, NULL, err);
    }
    return status;
}

int fixes_visit(struct db *db, const struct fix_item *items, size_t n,
                const struct fix_visit *visit, struct err *err)
{
    scoped(fix_reader) *reader = NULL;
    if (fix_reader_open(&reader, db, err) != 0)
        return ERR;
    struct visiting visiting = {.visit = visit, .reader = reader, .items = items, .n = n};
    return visit->work ? visit_in_threads(&visiting, err) : visit_in_turn(&visiting, err);
}
