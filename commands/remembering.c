/* See remembering.h. */
#include "commands/remembering.h"

#include "base/array.h"
#include "base/str.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "db/store_log.h"
#include "commands/guarding.h"

/* Texts are those of the report. */
struct results {
    ARRAY(struct check_row) list;
};

static int64_t number(const struct json *object, const char *key)
{
    return (int64_t)json_number(json_get(object, key), 0);
}

static void take_benchmark(struct results *results, const struct json *report, int64_t n_marked)
{
    struct check_row row = {
        .subject = "benchmark",
        .name = json_text(json_get(report, "name")),
        .options = json_text(json_get(report, "options")),
        .n_items = number(report, "items"),
        .n_programs = number(report, "programs"),
        .n_unread = number(report, "n_rejected"),
        .n_found = number(report, "n_leaks"),
        .n_marked = n_marked,
    };
    array_push(&results->list, row);
}

static void take_report(struct results *results, const struct json *report)
{
    const struct json *splits = json_get(report, "splits");
    const struct json *ancestry = json_get(report, "ancestry");
    const struct json *benchmark = json_get(report, "benchmark");
    const struct json *marked = json_get(report, "marked");
    struct check_row row;
    if (splits) {
        row = (struct check_row){.subject = "splits",
                                 .name = "",
                                 .options = json_text(json_get(splits, "options")),
                                 .n_items = number(splits, "pairs"),
                                 .n_found = number(splits, "n_crossings")};
        array_push(&results->list, row);
    }
    if (ancestry) {
        row = (struct check_row){.subject = "ancestry",
                                 .name = "",
                                 .options = "",
                                 .n_items = number(ancestry, "held_out"),
                                 .n_found = number(ancestry, "leaking"),
                                 .n_marked = number(marked, "ancestry")};
        array_push(&results->list, row);
    }
    if (benchmark)
        take_benchmark(results, benchmark, number(marked, "benchmark"));
    for (const struct json *one = json_first(json_get(report, "benchmarks")); one;
         one = json_next(one))
        take_benchmark(results, one, 0);
}

static int add(struct db *db, const struct results *results, const char *fingerprint,
               struct err *err)
{
    int status = 0;
    for (size_t i = 0; i < results->list.n && status == 0; i++)
        status = store_add_check(db, &results->list.items[i], fingerprint, err);
    return status;
}

int remembering_add(struct db *db, const struct json *report, struct err *err)
{
    struct results results = {0};
    char fingerprint[SHA256_HEX_SIZE];
    take_report(&results, report);
    int status = store_fingerprint(fingerprint, db, err);
    if (status == 0)
        status = add(db, &results, fingerprint, err);
    array_release(&results.list);
    return status;
}

/* 1 when all is known, 0, or ERR. */
static int is_known(struct db *db, const struct results *results, const char *fingerprint,
                    struct err *err)
{
    int status = 1;
    for (size_t i = 0; i < results->list.n && status == 1; i++)
        status = store_has_check(db, &results->list.items[i], fingerprint, err);
    return status;
}

static int store(const struct command *command, const char *path, const struct results *results,
                 const char *fingerprint, struct err *err)
{
    struct db *db;
    if (guarding_begin(&db, path, err) != 0)
        return ERR;
    int status = store_add_step(db, command->name, command_line_retold(), false, err);
    if (status == 0)
        status = add(db, results, fingerprint, err);
    return guarding_commit(db, status, err);
}

void remembering_store(const struct command *command, const char *path, struct db *read,
                       const struct json *report)
{
    struct results results = {0};
    struct err err;
    char fingerprint[SHA256_HEX_SIZE];
    struct progress progress;
    take_report(&results, report);
    progress_watch(&progress, "keeping the result", read);
    int status = store_fingerprint(fingerprint, read, &err);
    progress_unwatch(&progress, read);
    if (status == 0)
        status = is_known(read, &results, fingerprint, &err);
    db_close(read);
    if (status == 0)
        status = store(command, path, &results, fingerprint, &err);
    if (status < 0)
        tell(command,
             "the result was not stored in '%s', so that cards and reports do not know it: %s",
             path, err.message);
    array_release(&results.list);
}
