/* The tables of tasks (db/schema.sql), from task_run to task_texts. */
#include "base/file.h"
#include "base/hash.h"
#include "db/db.h"
#include "tasks/task_scan.h"

#include <string.h>

struct task_storing {
    struct db *db;
    const struct task_list *tasks;
    struct str text; /* of one column */
};

/* Returns the text, or NULL, with U+FFFD for bytes that are not UTF-8. The result is in `out`. */
static const char *valid_text(struct str *out, const char *text)
{
    str_clear(out);
    if (!text)
        return NULL;
    utf8_add_valid(out, text, strlen(text));
    return str_text(out);
}

/* Returns the names of the bits, separated by commas. The result is in `out`. */
static const char *bit_names(struct str *out, unsigned bits, const char *const *names)
{
    str_clear(out);
    for (int i = 0; names[i]; i++)
        if (bits >> i & 1)
            str_print(out, "%s%s", out->length ? "," : "", names[i]);
    return str_text(out);
}

static int store_run(const struct task_scan *scan, const struct task_run *run,
                     const struct task_storing *storing, struct err *err)
{
    scoped(str) tasks = {0}, base = {0}, repositories = {0}, files = {0};
    char digest[SHA256_HEX_SIZE];
    const struct str *text = &storing->tasks->text;
    sha256_hex(str_text(text), text->length, digest);
    return db_change(storing->db, err, "INSERT INTO task_run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
                     "ttttttii", valid_text(&tasks, file_name(run->tasks)), digest,
                     valid_text(&base, run->base),
                     valid_text(&repositories, file_name(run->repositories)),
                     valid_text(&files, run->files ? file_name(run->files) : NULL),
                     sight_names[run->sight], (int64_t)scan->n_damaged, (int64_t)scan->n_unread);
}

static int64_t key_of(const struct task_storing *storing, const struct task *task)
{
    return task ? task - storing->tasks->list.items + 1 : 0;
}

/* Writes a row for each name, numbered from 1, of the task or finding with this key. */
static int store_names(const struct text_list *names, int64_t key, const char *sql, struct db *db,
                       struct err *err)
{
    for (size_t i = 0; i < names->n; i++)
        if (db_change(db, err, sql, "iit", key, (int64_t)i + 1, names->items[i]) != 0)
            return ERR;
    return 0;
}

static int store_seal(const struct seal *seal, int64_t task_key, struct db *db, struct err *err)
{
    for (int place = 0; place <= N_PLACES; place++)
        if (seal->n_places[place] &&
            db_change(db, err, "INSERT INTO task_places VALUES (?, ?, ?)", "iti", task_key,
                      place < N_PLACES ? place_names[place] : "none", seal->n_places[place]) != 0)
            return ERR;
    return store_names(&seal->names, task_key, "INSERT INTO task_names VALUES (?, ?, ?)", db, err);
}

static int store_finding(const struct task_finding *finding, int64_t task_key,
                         struct task_storing *storing, struct err *err)
{
    const char *role = finding_role_names[finding->role];
    const char *places = bit_names(&storing->text, finding->places, place_names);
    if (db_change(storing->db, err,
                  "INSERT INTO task_findings VALUES (NULL, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, "
                  "?, ?, ?)",
                  "ittirttiitti", task_key, finding->commit, evidence_names[finding->evidence],
                  (int64_t)finding->is_solved, finding->similarity,
                  relation_names[finding->relation], role, finding->distance, finding->date,
                  finding->subject, places, (int64_t)finding->n_names) != 0)
        return ERR;
    return store_names(&finding->names, db_last_id(storing->db),
                       "INSERT INTO task_finding_names VALUES (?, ?, ?)", storing->db, err);
}

static int store_texts(const struct task_result *result, int64_t task_key,
                       struct task_storing *storing, struct err *err)
{
    scoped(str) name = {0};
    for (size_t i = 0; i < result->texts.n; i++) {
        const struct found_text *text = &result->texts.items[i];
        if (db_change(storing->db, err, "INSERT INTO task_texts VALUES (?, ?, ?, ?, ?)", "iittt",
                      task_key, (int64_t)i + 1, text->is_blob ? "blob" : "file",
                      valid_text(&name, text->name), valid_text(&storing->text, text->path)) != 0)
            return ERR;
    }
    return 0;
}

static int store_searched(const struct task_result *result, int64_t key,
                          struct task_storing *storing, struct err *err)
{
    const struct seal *seal = &result->seal;
    const char *off = bit_names(&storing->text, result->off, evidence_names);
    if (db_change(storing->db, err,
                  "INSERT INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, "
                  "nullif(?, -1), ?, ?, nullif(?, 0))",
                  "itittitiiiiiiiti", key, result->task->id, (int64_t)result->task->line,
                  result->repository, result->base, result->base_date,
                  task_decision_names[task_result_decide(result)], (int64_t)seal->is_sealed,
                  seal->n_relations[RELATION_AFTER], seal->n_relations[RELATION_SIDE],
                  seal->n_relations[RELATION_UNREACHABLE], (int64_t)seal->n_names, seal->n_blobs,
                  (int64_t)result->is_applicable, off, key_of(storing, result->twin)) != 0 ||
        store_seal(seal, key, storing->db, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->findings.n; i++)
        if (store_finding(&result->findings.items[i], key, storing, err) != 0)
            return ERR;
    return store_texts(result, key, storing, err);
}

static int store_result(const struct task_result *result, struct task_storing *storing,
                        struct err *err)
{
    int64_t key = key_of(storing, result->task);
    if (!result->problem)
        return store_searched(result, key, storing, err);
    return db_change(storing->db, err,
                     "INSERT INTO tasks (task_key, task_id, line, repository, base_id, decision, "
                     "problem) VALUES (?, ?, ?, ?, ?, ?, ?)",
                     "ititttt", key, result->task->id, (int64_t)result->task->line,
                     result->repository, result->base,
                     task_decision_names[task_result_decide(result)], result->problem);
}

int task_scan_store(const struct task_scan *scan, const struct task_list *tasks,
                    const struct task_run *run, struct db *db, struct err *err)
{
    struct task_storing storing = {db, tasks, {0}};
    int status = db_execute(db, "DELETE FROM task_run; DELETE FROM tasks", err);
    if (status == 0)
        status = store_run(scan, run, &storing, err);
    for (size_t i = 0; i < scan->results.n && status == 0; i++)
        status = store_result(&scan->results.items[i], &storing, err);
    str_release(&storing.text);
    return status;
}
