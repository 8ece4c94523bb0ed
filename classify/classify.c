/* Both sides of an edit are looked up in their trees. The pair decides category and pattern. */
#include "classify/classify.h"
#include "classify/region.h"

enum bug_category classify_token(const struct program *program, size_t token)
{
    struct site site = site_of(program, token);
    return site_category(&site);
}

/* Returns the kind of a token at its site, a static text: the role of an identifier; integer,
 * float, boolean, null or string for a literal; the category of an operator. Returns NULL for any
 * other token. */
static const char *kind_of(const struct site *site)
{
    static const char *const literals[] = {
        [LITERAL_INTEGER] = "integer", [LITERAL_FLOAT] = "float",
        [LITERAL_BOOLEAN] = "boolean", [LITERAL_NULL] = "null",
        [LITERAL_STRING] = "string",   [LITERAL_CHARACTER] = "character",
    };
    if (site->role || site->literal)
        return site->role ? identifier_role_name(site->role) : literals[site->literal];
    bool is_of_category = site->rule && site->rule->category != CATEGORY_OTHER;
    return is_of_category ? bug_category_name(site->rule->category) : NULL;
}

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
                          const struct token_edit *edit, const char *path, struct arena *arena)
{
    struct edit_sites sites = edit_sites_of(buggy, fixed, edit);
    enum bug_category before = site_category(&sites.before), after = site_category(&sites.after);
    bool is_insert = edit->kind == EDIT_INSERT, is_delete = edit->kind == EDIT_DELETE;
    bool is_other = edit->kind == EDIT_REPLACE && before != after;
    struct fix_row row = {
        .edit = edit_kind_names[edit->kind],
        .category = bug_category_name(is_other    ? CATEGORY_OTHER
                                      : is_insert ? after
                                                  : before),
        .pattern = sstub_pattern_name(sstub_pattern_of(&sites, edit->kind, buggy->language)),
        .role = is_delete ? NULL : identifier_role_name(sites.before.role),
        .region = fix_region_names[fix_region_of(buggy, fixed, edit, path)],
        .buggy_place = place_of(buggy, edit->buggy_token, is_insert),
        .fixed_place = place_of(fixed, edit->fixed_token, is_delete),
        .parses = 1,
        .repair_in_program = edit_repair_is_in_program(buggy, fixed, edit),
    };
    if (!is_insert)
        row.before_kind = kind_of(&sites.before);
    if (!is_delete)
        row.after_kind = kind_of(&sites.after);
    row.before = text_of(buggy, edit->buggy_token, is_insert, arena, &row.before_length);
    row.after = text_of(fixed, edit->fixed_token, is_delete, arena, &row.after_length);
    return row;
}
