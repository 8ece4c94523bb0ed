/* tokfix's own rows: a fix with both programs, every key in every row. */
#include "export/format.h"
#include "export/pairs_check.h"

static const struct export_feature features[] = {
    {"id", FEATURE_TEXT, "Problem, failing and accepted submission, joined by '-'", NULL},
    {"problem_id", FEATURE_TEXT, "The problem, by its id in the source", NULL},
    {"user_id", FEATURE_TEXT, "The user, by the id in the source", NULL},
    {"language", FEATURE_TEXT, "Programming language, as tokfix names it", NULL},
    {"original_language", FEATURE_TEXT, "Language and version that the user chose", NULL},
    {"buggy_submission", FEATURE_TEXT, "The failing submission", NULL},
    {"fixed_submission", FEATURE_TEXT, "The accepted submission", NULL},
    {"buggy_status", FEATURE_TEXT, "The judge's verdict on the failing submission", NULL},
    {"buggy_date", FEATURE_INT, "When it was submitted, in Unix seconds", NULL},
    {"fixed_date", FEATURE_INT, "When the accepted one was submitted, in Unix seconds", NULL},
    {"origin", FEATURE_TEXT, "real, or made by tokfix: mutant, rewrite", NULL},
    {"edit", FEATURE_TEXT, "replace, insert or delete; none for a correct program", NULL},
    {"category", FEATURE_TEXT, "Kind of bug; none for a correct program", NULL},
    {"pattern", FEATURE_TEXT, "SStuB pattern, as TSSB-3M orders them", NULL},
    {"role", FEATURE_TEXT, "What the changed identifier stands for; empty for none", NULL},
    {"before", FEATURE_TEXT, "The changed token in the buggy program; empty for insert", NULL},
    {"after", FEATURE_TEXT, "The changed token in the fixed program; empty for delete", NULL},
    {"line", FEATURE_INT, "Line of the change in the buggy program, from 1; 0 for none", NULL},
    {"column", FEATURE_INT, "Its column, from 0, in code points", NULL},
    {"start_byte", FEATURE_INT, "Where the change starts in buggy_code as UTF-8, from 0", NULL},
    {"end_byte", FEATURE_INT, "Where it ends, exclusive; insert: the same as start_byte", NULL},
    {"token_index", FEATURE_INT, "The token that changes, from 0", NULL},
    {"n_tokens", FEATURE_INT, "Tokens of the buggy program, line ends and blocks included", NULL},
    {"repair_in_program", FEATURE_BOOL, "Whether the repair is a token elsewhere in the program",
     NULL},
    {"dialect", FEATURE_TEXT, "Python 2, 3 or both; empty for languages without dialects", NULL},
    {"split", FEATURE_TEXT, "train, validation or test; empty for none", NULL},
    {"cluster", FEATURE_TEXT,
     "The id of the fix that represents the near-duplicates of this one; empty for none", NULL},
    {"buggy_code", FEATURE_TEXT, "The failing program", NULL},
    {"fixed_code", FEATURE_TEXT, "The accepted program", NULL},
    {0},
};

static const char *write_row(const struct example *example, struct str *out)
{
    const struct fix *row = example->row;
    struct json *line = json_object();
    json_set_text(line, "id", row->id);
    json_set_text(line, "problem_id", row->problem_id);
    json_set_text(line, "user_id", row->user_id);
    json_set_text(line, "language", row->language);
    json_set_text(line, "original_language", row->original_language);
    json_set_text(line, "buggy_submission", row->buggy_submission);
    json_set_text(line, "fixed_submission", row->fixed_submission);
    json_set_text(line, "buggy_status", row->buggy_status);
    json_set_int(line, "buggy_date", row->buggy_date);
    json_set_int(line, "fixed_date", row->fixed_date);
    json_set_text(line, "origin", row->origin);
    json_set_text(line, "edit", row->edit);
    json_set_text(line, "category", row->category);
    json_set_text(line, "pattern", row->pattern);
    json_set_text(line, "role", row->role);
    json_set_text(line, "before", row->before);
    json_set_text(line, "after", row->after);
    json_set_int(line, "line", row->line);
    json_set_int(line, "column", row->column);
    json_set_int(line, "start_byte", row->start_byte);
    json_set_int(line, "end_byte", row->end_byte);
    json_set_int(line, "token_index", row->token_index);
    json_set_int(line, "n_tokens", row->n_tokens);
    json_set_bool(line, "repair_in_program", row->repair_in_program != 0);
    json_set_text(line, "dialect", row->dialect);
    json_set_text(line, "split", row->split);
    json_set_text(line, "cluster", row->cluster);
    json_set_text(line, "buggy_code", row->buggy_code);
    json_set_text(line, "fixed_code", row->fixed_code);
    export_add_line(out, line);
    return NULL;
}

const struct export_format export_format_pairs = {
    .name = "pairs",
    .summary = "a fix with both programs and all that is known of it",
    .features = features,
    .reads = "buggy_code|fixed_code",
    .tasks = FORMAT_REPAIRS,
    .is_whole = true,
    .has_negatives = true,
    .write = write_row,
    .check = pairs_check,
};
