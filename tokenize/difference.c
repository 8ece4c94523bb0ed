/* The common prefix and the common suffix are skipped. A single edit leaves one token on each side,
 * or one insertable token on one side. The distance uses the greedy algorithm of Myers
 * (Algorithmica 1, 1986): for each number of edits, it computes how far a path reaches on each
 * diagonal. */
#include "tokenize/difference.h"

#include "base/mem.h"

#include <stdlib.h>

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t common_prefix(const struct program *a, const struct program *b)
{
    size_t limit = smaller(a->tokens.n, b->tokens.n), n = 0;
    while (n < limit && program_tokens_equal(a, n, b, n))
        n++;
    return n;
}

static size_t common_suffix(const struct program *a, const struct program *b, size_t prefix)
{
    size_t limit = smaller(a->tokens.n, b->tokens.n) - prefix, n = 0;
    while (n < limit && program_tokens_equal(a, a->tokens.n - 1 - n, b, b->tokens.n - 1 - n))
        n++;
    return n;
}

static bool is_insertable(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    return token->class == TOKEN_CODE &&
           syntax_node_is_one_of(&program->tree, token->node,
                                 program->tree.language->tokens.insertable);
}

enum difference program_difference(const struct program *buggy, const struct program *fixed,
                                   struct token_edit *edit)
{
    size_t n_buggy = buggy->tokens.n, n_fixed = fixed->tokens.n;
    if (n_buggy > n_fixed + 1 || n_fixed > n_buggy + 1)
        return DIFFERENCE_MULTI;
    size_t prefix = common_prefix(buggy, fixed);
    size_t suffix = common_suffix(buggy, fixed, prefix);
    size_t left_buggy = n_buggy - prefix - suffix, left_fixed = n_fixed - prefix - suffix;
    if (left_buggy == 0 && left_fixed == 0)
        return DIFFERENCE_NONE;
    if (left_buggy > 1 || left_fixed > 1)
        return DIFFERENCE_MULTI;
    *edit = (struct token_edit){EDIT_REPLACE, prefix, prefix};
    if (left_buggy == 0) {
        edit->kind = EDIT_INSERT;
        return is_insertable(fixed, prefix) ? DIFFERENCE_SINGLE : DIFFERENCE_MULTI;
    }
    if (left_fixed == 0) {
        edit->kind = EDIT_DELETE;
        return is_insertable(buggy, prefix) ? DIFFERENCE_SINGLE : DIFFERENCE_MULTI;
    }
    bool has_layout = token_is_layout(&buggy->tokens.items[prefix]) ||
                      token_is_layout(&fixed->tokens.items[prefix]);
    return has_layout ? DIFFERENCE_MULTI : DIFFERENCE_SINGLE;
}

/* Returns how far a path with `n_edits` edits reaches on a diagonal, in tokens of the buggy
 * program. It is computed from the paths with one edit less. */
static size_t furthest(const size_t *reached, ptrdiff_t diagonal, ptrdiff_t n_edits)
{
    if (n_edits == 0)
        return 0;
    bool comes_by_insertion =
        diagonal == -n_edits ||
        (diagonal != n_edits && reached[diagonal - 1] < reached[diagonal + 1]);
    return comes_by_insertion ? reached[diagonal + 1] : reached[diagonal - 1] + 1;
}

bool program_distance(const struct program *buggy, const struct program *fixed, size_t limit,
                      struct token_distance *distance)
{
    size_t first = common_prefix(buggy, fixed);
    size_t n_a = buggy->tokens.n - first, n_b = fixed->tokens.n - first;
    size_t *all = mem_alloc(2 * limit + 3, sizeof *all), *reached = all + limit + 1;
    bool is_found = false;
    *distance = (struct token_distance){.first = first};
    for (ptrdiff_t n_edits = 0; n_edits <= (ptrdiff_t)limit && !is_found; n_edits++) {
        for (ptrdiff_t diagonal = -n_edits; diagonal <= n_edits && !is_found; diagonal += 2) {
            size_t x = furthest(reached, diagonal, n_edits), y = x - (size_t)diagonal;
            while (x < n_a && y < n_b && program_tokens_equal(buggy, first + x, fixed, first + y))
                x++, y++;
            reached[diagonal] = x;
            is_found = x >= n_a && y >= n_b;
        }
        distance->n_deleted = (size_t)(n_edits + (ptrdiff_t)n_a - (ptrdiff_t)n_b) / 2;
        distance->n_inserted = (size_t)(n_edits - (ptrdiff_t)n_a + (ptrdiff_t)n_b) / 2;
    }
    free(all);
    return is_found;
}

const char *edit_kind_name(enum edit_kind kind)
{
    static const char *const names[] = {"replace", "insert", "delete"};
    return names[kind];
}

bool edit_repair_is_in_program(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit)
{
    if (edit->kind == EDIT_DELETE)
        return false;
    for (size_t i = 0; i < buggy->tokens.n; i++) {
        bool is_changed = edit->kind == EDIT_REPLACE && i == edit->buggy_token;
        if (!is_changed && program_tokens_equal(buggy, i, fixed, edit->fixed_token))
            return true;
    }
    return false;
}
