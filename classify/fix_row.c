#include "classify/fix_row.h"

/* Returns the place of a token, or of the gap before it if the token is not in this program. */
static struct place_row place_of(const struct program *program, size_t index, bool is_gap)
{
    const struct token *token = index < program->tokens.n ? &program->tokens.items[index] : NULL;
    size_t start = token ? token->start_byte : program->length;
    size_t token_end = token ? token->end_byte : program->length;
    struct position position = source_position(program->source, program->length, start);
    return (struct place_row){
        .start_byte = (int64_t)start,
        .end_byte = (int64_t)(is_gap ? start : token_end),
        .line = position.line,
        .column = position.column,
        .token_index = (int64_t)index,
        .token_end_byte = (int64_t)token_end,
        .n_tokens = (int64_t)program->tokens.n,
    };
}

static const char *text_of(const struct program *program, size_t index, bool is_absent,
                           struct arena *arena, size_t *length)
{
    struct token_text text = {"", 0};
    if (!is_absent)
        text = program_token_text(program, index);
    *length = text.length;
    return arena_copy_text(arena, text.bytes, text.length);
}

struct fix_row fix_row_of(const struct program *buggy, const struct program *fixed,
                          const struct token_edit *edit, struct arena *arena)
{
    struct edit_sites sites = edit_sites_of(buggy, fixed, edit);
    struct bug_label label = classify_sites(&sites, edit->kind, buggy->language);
    bool is_insert = edit->kind == EDIT_INSERT, is_delete = edit->kind == EDIT_DELETE;
    struct fix_row row = {
        .edit = edit_kind_name(edit->kind),
        .category = bug_category_name(label.category),
        .pattern = sstub_pattern_name(label.pattern),
        .role = identifier_role_name(label.role),
        .buggy_place = place_of(buggy, edit->buggy_token, is_insert),
        .fixed_place = place_of(fixed, edit->fixed_token, is_delete),
        .parses = 1,
        .repair_in_program = edit_repair_is_in_program(buggy, fixed, edit),
    };
    if (!is_insert)
        row.before_kind = classify_site_kind(&sites.before);
    if (!is_delete)
        row.after_kind = classify_site_kind(&sites.after);
    row.before = text_of(buggy, edit->buggy_token, is_insert, arena, &row.before_length);
    row.after = text_of(fixed, edit->fixed_token, is_delete, arena, &row.after_length);
    return row;
}
