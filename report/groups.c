/* One query makes the groups of a key. */
#include "report/groups.h"

#include "db/query_table.h"
#include "report/report_text.h"
#include "report/source_report.h"

#include <string.h>

static const char query[] = {
#include "report/sql/groups.sql.inc"
};
static const char groups_text[] = {
#include "report/text/groups.txt.inc"
};

static const char *const keys[N_GROUP_KEYS] = {
    [GROUP_USER] = "user",
    [GROUP_PROBLEM] = "problem",
    [GROUP_CONTEST] = "contest",
    [GROUP_WEEK] = "week",
    [GROUP_LANGUAGE] = "language",
    [GROUP_SOURCE] = "source",
    [GROUP_REPOSITORY] = "repository",
};

const char *groups_key(int number)
{
    return number < N_GROUP_KEYS ? keys[number] : NULL;
}

int groups_collect(struct json **out, struct db *db, enum group_key key, int64_t limit,
                   struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, query, "ti", keys[key], limit);
    struct json *report = *out = json_make(J_TEXT("by", keys[key])), *rows = json_array();
    double n_groups = 0, n_known = 0; /* in each row */
    int status;
    json_set(report, "groups", rows);
    while ((status = db_step(s, err)) == 1) {
        struct json *row = query_table_read_row(s);
        json_push(rows, row);
        n_groups = json_number_at(row, "n_groups");
        n_known = json_number_at(row, "n_known");
        json_free(json_take(row, "n_groups"));
        json_free(json_take(row, "n_known"));
    }
    json_add(report, J_DOUBLE("n_groups", n_groups), J_DOUBLE("n_known", n_known));
    return status;
}

void groups_print(const struct json *report, const struct json *stats, FILE *out)
{
    const struct json *groups = json_get(report, "groups");
    const char *by = json_text_at(report, "by");
    bool is_problem = strcmp(by, "problem") == 0 || strcmp(by, "repository") == 0;
    scoped(json) *more = json_make(
        J_VALUE("words", source_words(stats)),
        J_INT("left_out", (int64_t)(json_number_at(report, "n_groups") - json_count(groups))),
        J_DOUBLE("n_fixes", json_number_at(json_first(groups), "fixes")),
        J_BOOL("is_user", strcmp(by, "user") == 0), J_BOOL("is_problems", !is_problem),
        J_BOOL("is_contest", strcmp(by, "contest") == 0),
        J_BOOL("is_week", strcmp(by, "week") == 0),
        J_BOOL("is_repository", strcmp(by, "repository") == 0));
    report_text_print_tables(groups_text, report, more, NULL, out);
}
