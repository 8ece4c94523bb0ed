/* One query makes the rows for all keys. */
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

static const struct {
    const char *name, *text;
} keys[] = {
    {"user", "the submitter, or the author of a commit"},
    {"problem", "or the repository, with its name if it is known"},
    {"contest", "as the dataset names it"},
    {"week", "the ISO week of the fixed program's date in UTC: 2010-W45"},
    {"language", "as in --language"},
    {"source", "codenet, rows, pairs or git"},
    {"repository", "of git"},
};
enum { N_KEYS = sizeof keys / sizeof *keys };

const char *groups_key(int number)
{
    return number < N_KEYS ? keys[number].name : NULL;
}

const char *groups_key_text(int number)
{
    return number < N_KEYS ? keys[number].text : NULL;
}

/* Moves the numbers that all rows have to the report. */
static void take_totals(struct json *report)
{
    static const char *const totals[] = {"n_groups", "n_known"};
    scoped(json) *groups = json_take(report, "groups");
    struct json *rows = json_array();
    json_each(group, groups) {
        struct json *row = json_copy(group);
        for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
            json_free(json_take(row, totals[i]));
        json_push(rows, row);
    }
    json_set(report, "groups", rows);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
        json_set_int(report, totals[i], json_int(json_get(json_first(groups), totals[i]), 0));
}

int groups_collect(struct json **out, struct db *db, const char *by, int64_t limit, struct err *err)
{
    struct json *report = *out = json_make(J_TEXT("by", by));
    if (query_table_collect_by(report, db, query, "groups", by, limit, err) != 0)
        return ERR;
    take_totals(report);
    return 0;
}

/* A copy of the rows, with a word for the unknown key. */
static struct json *named_groups(const struct json *groups)
{
    struct json *rows = json_array();
    json_each(row, groups) {
        struct json *copy = json_copy(row);
        if (!json_text_at(row, "key"))
            json_replace(copy, "key", json_text_value("unknown"));
        json_push(rows, copy);
    }
    return rows;
}

void groups_print(const struct json *report, const struct json *stats, FILE *out)
{
    const struct json *groups = json_get(report, "groups");
    const char *by = json_text_at(report, "by");
    bool is_problem = strcmp(by, "problem") == 0 || strcmp(by, "repository") == 0;
    scoped(json) *more = json_make(
        J_VALUE("named", named_groups(groups)), J_VALUE("words", source_words(stats)),
        J_INT("left_out", (int64_t)(json_number_at(report, "n_groups") - json_count(groups))),
        J_DOUBLE("n_fixes", json_number_at(json_first(groups), "fixes")),
        J_BOOL("is_user", strcmp(by, "user") == 0), J_BOOL("is_problems", !is_problem),
        J_BOOL("is_contest", strcmp(by, "contest") == 0),
        J_BOOL("is_week", strcmp(by, "week") == 0),
        J_BOOL("is_repository", strcmp(by, "repository") == 0));
    report_text_print_tables(groups_text, report, more, NULL, out);
}
