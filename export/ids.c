/* Rows that say what they are of: the keys of --with-ids behind those of a format. Their names are
 * those of `pairs` where that has them. The code is what is to be corrected alone, without context
 * and marks: with the answer that a row has, it tells which token was wrong. */
#include "export/format.h"
#include "export/pairs_check.h"

#include <string.h>

const struct export_feature export_id_features[] = {
    {"id", FEATURE_TEXT, "Problem, failing and accepted submission, joined by '-'", NULL},
    {"problem_id", FEATURE_TEXT, "The problem", NULL},
    {"language", FEATURE_TEXT, "Programming language, as tokfix names it", NULL},
    {"category", FEATURE_TEXT, "Kind of bug; none for a correct program", NULL},
    {"split", FEATURE_TEXT, "train, validation or test; empty for none", NULL},
    {"negative", FEATURE_BOOL, "Whether the program is correct", NULL},
    {"task", FEATURE_TEXT, "What the model is asked", NULL},
    {"marked", FEATURE_BOOL, "Whether <START> and <END> give the place of the bug away", NULL},
    {"code", FEATURE_TEXT, "What the answer is about: the code that is to be corrected", NULL},
    {0},
};

void export_add_row(struct str *out, struct json *line, const struct example *example)
{
    const struct fix *row = example->row;
    if (example->view->has_ids) {
        json_set_text(line, "id", row->id);
        json_set_text(line, "problem_id", row->problem_id);
        json_set_text(line, "language", row->language);
        json_set_text(line, "category", row->category);
        json_set_text(line, "split", row->split);
        json_set_bool(line, "negative", row->is_clean);
        json_set_text(line, "task", example->view->task->name);
        json_set_bool(line, "marked", example->view->has_marks);
        json_set_text(line, "code", str_text(&example->excerpt.buggy));
    }
    export_add_line(out, line);
}

void export_check_ids(const struct json *row, const struct row_check *check)
{
    const char *id = json_text(json_get(row, "id"));
    const char *problem_id = json_text(json_get(row, "problem_id"));
    const char *category = json_text(json_get(row, "category"));
    const char *task = json_text(json_get(row, "task"));
    bool is_negative = json_is_true(json_get(row, "negative"));
    size_t length = strlen(problem_id);
    if (strncmp(id, problem_id, length) != 0 || id[length] != '-')
        row_check_report(check, "id", "'%s' does not begin with the row's problem, '%s'", id,
                         problem_id);
    if (is_negative != (strcmp(category, "none") == 0))
        row_check_report(check, "correct_program", "negative is %s, but category is %s",
                         is_negative ? "true" : "false", category);
    if (!export_task_find(task))
        row_check_report(check, "unknown_name", "there is no task '%s'", task);
    row_check_category(row, check);
    row_check_split(row, check);
}
