/* The store is asked: a run may have been made in several steps. */
#include "commands/mine_summary.h"

#include "base/json.h"
#include "cli/tell.h"
#include "codenet/codenet_source.h"

#include <inttypes.h>
#include <stdio.h>

static int count_errors(struct mine_summary *summary, struct db *db, struct err *err)
{
    struct db_statement *count;
    int status = db_prepare(&count, db, "SELECT count(*) FROM input_errors WHERE kind = ?", err);
    for (int kind = 0; kind < codenet_kind.n_error_kinds && status == 0; kind++) {
        status = db_bind(count, err, "t", codenet_kind.error_names[kind]);
        if (status == 0 && (status = db_step(count, err)) == 1) {
            summary->n_of_kind[kind] = db_int(count, 0);
            db_rewind(count);
            status = 0;
        }
    }
    if (status == 0)
        db_finish(count);
    return status;
}

int mine_summary_read(struct mine_summary *summary, struct db *db, struct err *err)
{
    *summary = (struct mine_summary){0};
    if (db_get_int(db, &summary->n_pairs, "SELECT sum(n_pairs) FROM problems", err) != 0 ||
        db_get_int(db, &summary->n_fixes, "SELECT count(*) FROM fixes WHERE origin = 'real'",
                   err) != 0 ||
        db_get_int(db, &summary->n_bugs,
                   "SELECT count(*) FROM fixes JOIN categories USING (category) "
                   "WHERE is_bug AND origin = 'real'",
                   err) != 0)
        return ERR;
    return count_errors(summary, db, err);
}

void mine_summary_tell(const struct mine_summary *summary, const struct command *command,
                       const char *database)
{
    tell(command,
         "pairs: %" PRId64 ", single-token fixes: %" PRId64 ", in the six categories: %" PRId64
         "\nNext: tokfix stats %s",
         summary->n_pairs, summary->n_fixes, summary->n_bugs, database);
}

void mine_summary_print(const struct mine_summary *summary, const char *database)
{
    struct json *found = json_object(), *errors = json_object();
    json_set_text(found, "database", database);
    json_set_int(found, "pairs", summary->n_pairs);
    json_set_int(found, "fixes", summary->n_fixes);
    json_set_int(found, "fixes_in_six_categories", summary->n_bugs);
    for (int kind = 0; kind < codenet_kind.n_error_kinds; kind++)
        json_set_int(errors, codenet_kind.error_names[kind], summary->n_of_kind[kind]);
    json_set(found, "input_errors", errors);
    json_write_pretty(found, stdout);
    json_free(found);
}
