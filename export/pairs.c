/* tokfix's own rows: a fix with both programs, every key in every row. */
#include "base/json.h"
#include "export/export.h"

static bool write_row(const struct export_row *row, FILE *out)
{
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
    json_set_text(line, "buggy_code", row->buggy_code);
    json_set_text(line, "fixed_code", row->fixed_code);
    json_write_line(line, out);
    json_free(line);
    return true;
}

const struct export_format export_format_pairs = {
    .name = "pairs",
    .write = write_row,
};
