#include "tests/support/deciding.h"

#include "classify/classify.h"
#include "tests/support/test.h"

bool deciding_read(struct deciding *deciding, const char *text, size_t length)
{
    const struct lexical *lexical = syntax_parser_lexical(deciding->parser);
    if (!program_tokenize(&deciding->whole, lexical, text, length) ||
        !program_tokenize(&deciding->part, lexical, text, length))
        return false;
    program_parse(&deciding->whole, deciding->parser);
    return deciding->whole.tree.nodes.n > 0;
}

/* Whether an operator is after its operand matters only for unary ones, and where a token is only
 * if it is something. */
static bool same_site(const struct site *a, const struct site *b)
{
    bool is_unary = a->rule && a->rule->is_unary, is_something = a->role || a->literal || a->rule;
    if (a->rule != b->rule || a->role != b->role || a->literal != b->literal)
        return false;
    return !is_something ||
           (a->is_operand == b->is_operand && a->is_called == b->is_called &&
            a->is_caller == b->is_caller && a->is_name == b->is_name &&
            a->is_third_operand == b->is_third_operand && a->is_declared == b->is_declared &&
            a->is_modifier == b->is_modifier && a->is_array_size == b->is_array_size &&
            a->is_format == b->is_format && (a->is_postfix == b->is_postfix || !is_unary));
}

struct lone_part deciding_part(struct deciding *deciding, size_t token)
{
    const struct token_edit edit = {.buggy_token = token, .fixed_token = token};
    struct lone_part parts[2];
    lone_parts_deciding(&deciding->parts, &deciding->part, &deciding->part, &edit, parts);
    return parts[0];
}

void deciding_compare(struct deciding *deciding, size_t token, const char *name)
{
    struct program *part = &deciding->part;
    const struct lone_part lone = deciding_part(deciding, token);
    bool parses = program_parse_part(part, deciding->parser, &lone);
    bool has_error = deciding->whole.tree.has_error;
    struct site expected = site_of(&deciding->whole, token);
    struct site site = part->tree.nodes.n ? site_of(part, token) : (struct site){0};
    uint32_t byte = part->tokens.items[token].start_byte;
    for (size_t i = 0; i < lone.n_left_out; i++)
        assert_false(lone.left_out[i].start <= byte && byte < lone.left_out[i].end);
    deciding->n_tokens++;
    deciding->n_errors += has_error;
    deciding->n_less += has_error && parses;
    deciding->n_more += !has_error && !parses;
    if (same_site(&site, &expected))
        return;
    struct position place = text_position(part->source, part->length, byte);
    if (!has_error)
        fail_msg("%s:%u:%u: '%.*s' is something else in the whole program:\n%.*s", name, place.line,
                 place.column, (int)site.text.length, site.text.bytes, (int)part->length,
                 part->source);
    deciding->n_different++;
}

void deciding_release(struct deciding *deciding)
{
    parts_release(&deciding->parts);
    program_release(&deciding->whole);
    program_release(&deciding->part);
}
