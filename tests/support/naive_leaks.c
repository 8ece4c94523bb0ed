#include "tests/support/naive_leaks.h"

#include "base/table.h"
#include "tests/support/forms.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

#include <inttypes.h>

/* The same number for the same text, among all programs. */
static uint32_t number_of(const char *text)
{
    static struct table texts;
    return (uint32_t)table_number(&texts, text);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return COMPARE(x, y);
}

/* A string that is all of a statement. */
static bool is_docstring(const struct program *program, uint32_t node)
{
    const struct node *nodes = program->tree.nodes.items;
    uint32_t parent = nodes[node].parent;
    return syntax_node_is(&program->tree, node, "string") && parent == node - 1 &&
           syntax_node_is(&program->tree, parent, "expression_statement") &&
           nodes[parent].end_byte == nodes[node].end_byte;
}

static void read_tokens(struct naive_program *out, const struct program *program)
{
    struct str text = {0};
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        struct token_text bytes = program_token_text(program, i);
        if (token_is_layout(token) || is_docstring(program, token->node))
            continue;
        str_clear(&text);
        str_add_text(&text, token->kind == TOKEN_TEXT ? "text " : "code ");
        for (size_t k = 0; k < bytes.length; k++) /* the tests have no lone CR in strings */
            if (bytes.bytes[k] != '\r')
                str_add(&text, &bytes.bytes[k], 1);
        array_push(&out->tokens, number_of(str_text(&text)));
        array_push(&out->sorted, number_of(str_text(&text)));
        array_push(&out->is_name, token->kind == TOKEN_WORD && text_is_name(bytes));
        array_push(&out->lines,
                   text_position(program->source, program->length, token->start_byte).line);
    }
    str_release(&text);
    array_sort(&out->sorted, compare_numbers);
}

void naive_program_read(struct naive_program *out, const char *code)
{
    scoped(program) program = {0};
    *out = (struct naive_program){0};
    tokenize_valid(&program, code);
    read_tokens(out, &program);
}

void naive_program_release(struct naive_program *program)
{
    array_release(&program->tokens);
    array_release(&program->is_name);
    array_release(&program->lines);
    array_release(&program->sorted);
}

/* Whether the needle occurs at `start` up to a renaming that takes each name to one name, and no
 * two to the same. */
static bool stands_renamed(const struct naive_program *needle, const struct naive_program *program,
                           size_t start)
{
    const uint32_t *here = needle->tokens.items, *there = program->tokens.items + start;
    for (size_t i = 0; i < needle->tokens.n; i++) {
        bool is_name = needle->is_name.items[i];
        if (is_name != program->is_name.items[start + i] || (!is_name && here[i] != there[i]))
            return false;
        for (size_t k = 0; k < i && is_name; k++)
            if (needle->is_name.items[k] && (here[i] == here[k]) != (there[i] == there[k]))
                return false;
    }
    return true;
}

/* Where the needle stands first; SIZE_MAX for nowhere. */
static size_t place_of(const struct naive_program *needle, const struct naive_program *program,
                       enum leak_match match)
{
    size_t n = needle->tokens.n;
    for (size_t start = 0; start + n <= program->tokens.n; start++)
        if (match == MATCH_TYPE2 ? stands_renamed(needle, program, start)
                                 : memcmp(needle->tokens.items, program->tokens.items + start,
                                          n * sizeof *needle->tokens.items) == 0)
            return start;
    return SIZE_MAX;
}

static double similarity_of(const uint32_t *a, size_t n_a, const uint32_t *b, size_t n_b)
{
    size_t shared = 0;
    for (size_t i = 0, j = 0; i < n_a && j < n_b;) {
        if (a[i] == b[j]) {
            shared++;
            i++;
            j++;
        } else if (a[i] < b[j]) {
            i++;
        } else {
            j++;
        }
    }
    return (double)shared / (double)(n_a + n_b - shared);
}

struct naive_hit naive_find(const struct naive_program *needle, const struct naive_program *program,
                            const struct match_options *options)
{
    bool is_long = needle->tokens.n >= options->min_tokens;
    for (enum leak_match match = MATCH_TYPE1; match <= MATCH_TYPE2 && match <= options->match;
         match++) {
        size_t start = place_of(needle, program, match);
        bool is_equal = start == 0 && needle->tokens.n == program->tokens.n;
        if (start != SIZE_MAX && (is_equal || is_long))
            return (struct naive_hit){true, match, is_equal ? RELATION_EQUAL : RELATION_CONTAINED,
                                      1, program->lines.items[start]};
    }
    double similarity = similarity_of(needle->sorted.items, needle->sorted.n, program->sorted.items,
                                      program->sorted.n);
    if (options->match == MATCH_SIMILAR && is_long && similarity >= options->threshold)
        return (struct naive_hit){true, MATCH_SIMILAR, RELATION_SIMILAR, similarity,
                                  program->lines.items[0]};
    return (struct naive_hit){0};
}

static bool is_weaker(const struct naive_hit *a, const struct naive_hit *b)
{
    if (!a->is_found || !b->is_found)
        return b->is_found;
    if (a->match != b->match)
        return a->match > b->match;
    if (a->relation != b->relation)
        return a->relation > b->relation;
    return a->similarity < b->similarity;
}

static struct leak leak_of(enum leak_kind kind, const struct naive_hit *hit, bool is_in_fixed,
                           bool is_implied)
{
    return (struct leak){.kind = kind,
                         .is_implied = is_implied,
                         .hit = {.match = hit->match,
                                 .relation = hit->relation,
                                 .similarity = hit->similarity,
                                 .line = hit->line},
                         .is_in_fixed = is_in_fixed};
}

size_t naive_leaks(struct leak *out, const struct naive_item *item,
                   const struct naive_program *buggy, const struct naive_program *fixed,
                   const struct match_options *options)
{
    const struct naive_program *programs[2] = {buggy, fixed};
    struct naive_hit hits[2][2]; /* side of the item, program of the pair */
    size_t n = 0;
    for (int side = 0; side < 2; side++)
        for (int in = 0; in < 2; in++)
            hits[side][in] = naive_find(&item->sides[side], programs[in], options);
    bool is_pair = hits[0][0].is_found && hits[1][1].is_found;
    if (is_pair) {
        struct naive_hit *weaker = is_weaker(&hits[0][0], &hits[1][1]) ? &hits[0][0] : &hits[1][1];
        out[n] = leak_of(LEAK_PAIR, weaker, false, false);
        out[n++].hit.line = hits[0][0].line;
    }
    enum leak_match match_of_pair = is_pair ? out[0].hit.match : N_LEAK_MATCHES;
    for (int side = 0; side < 2; side++) {
        const struct naive_hit *own = &hits[side][side];
        if (own->is_found)
            out[n++] = leak_of(side ? LEAK_FIXED : LEAK_BUGGY, own, side,
                               is_pair && own->match >= match_of_pair);
    }
    for (int side = 0; side < 2; side++) {
        const struct naive_hit *own = &hits[side][side], *other = &hits[side][!side];
        if (other->is_found)
            out[n++] = leak_of(side ? LEAK_FIXED_IN_BUGGY : LEAK_BUGGY_IN_FIXED, other, !side,
                               own->is_found && other->match >= own->match);
    }
    return n;
}
