/* A program is a tree of items: statements, declarations and directives. The items that contain the
 * token stay, without the bodies in them that do not. The others do not say how the grammar reads
 * the token.
 *
 * Where items end is guessed. It matters little: two items that are taken for one stay or go
 * together, and one that is taken for two makes an error if only one of them stays. Lines of the
 * preprocessor are items of their own, if they are not in the middle of another one. If the token
 * is in one that begins or ends a branch, all such lines stay, because they belong together. */
#include "tokenize/parts.h"

#include <stdlib.h>

enum {
    CAN_GO = 1 << 30,    /* the contents of the brace can be left out */
    CLOSING = CAN_GO - 1 /* the token that closes it */
};

struct item {
    size_t first, end; /* tokens */
    bool has_branch, stays;
};

struct search {
    const struct program *program;
    const struct part_rules *rules;
    size_t token;
    char directive;     /* 0: the language has none */
    bool is_in_branch;  /* the token */
    uint32_t *closings; /* by opening brace: CLOSING, CAN_GO */
    ARRAY(struct item) items;
};

/* Returns whether a brace opens a body, and not a class, a list of values or of names. */
static bool is_body(const struct search *search, size_t open)
{
    if (!search->rules->before_bodies || !open)
        return true;
    char sign = program_sign_at(search->program, open - 1);
    return (sign && strchr("){};:", sign)) ||
           program_has_word(search->program, open - 1, search->rules->before_bodies);
}

/* ---- Items ---- */

/* Finds the partners of all braces. Returns false if not all have one. */
static bool pair_braces(struct search *search)
{
    size_t open[LEXER_MAX_BRACKETS], n = 0, directives = 0; /* directives are before this token */
    for (size_t i = 0; i < search->program->tokens.n; i++) {
        char sign = program_sign_at(search->program, i);
        if ((sign == '{' && n == LEXER_MAX_BRACKETS) || (sign == '}' && n == 0))
            return false;
        if (sign == '{') {
            open[n++] = i;
        } else if (sign == '}') {
            size_t first = open[--n];
            bool can_go = directives <= first && first + 1 < i && is_body(search, first);
            search->closings[first] = (uint32_t)i | (can_go ? CAN_GO : 0);
        } else if (sign && sign == search->directive) {
            i = program_after_directive(search->program, i) - 1;
            directives = i + 1;
        }
    }
    return n == 0;
}

static size_t closing(const struct search *search, size_t open)
{
    return search->closings[open] & CLOSING;
}

/* Returns whether an item may begin at a token, after a body. */
static bool may_begin_item(const struct search *search, size_t index)
{
    const struct program *program = search->program;
    if (index >= program->tokens.n)
        return true;
    if (program->tokens.items[index].kind == TOKEN_WORD)
        return !program_has_word(search->program, index, search->rules->after_bodies);
    char sign = program_sign_at(search->program, index);
    return sign && strchr("{}#@", sign);
}

static void read_items(struct search *search, size_t at, size_t end);

/* Reads the brace at `open`. If the token is in it, its items come after the item up to here, and
 * `item` is the rest. */
static void read_brace(struct search *search, size_t open, struct item *item)
{
    size_t close = closing(search, open);
    if (search->token < open || search->token > close)
        return;
    item->stays = true;
    item->end = open + 1;
    array_push(&search->items, *item);
    read_items(search, open + 1, close);
    item->first = close;
}

static bool begins_or_ends_branch(const struct search *search, size_t directive)
{
    if (directive + 1 >= search->program->tokens.n)
        return false;
    enum directive_kind kind = directive_kind_of(
        search->program->language, program_token_text(search->program, directive + 1));
    return kind >= DIRECTIVE_IF && kind <= DIRECTIVE_ENDIF;
}

/* Returns the index after the item that begins at a token. */
static size_t read_item(struct search *search, size_t at, size_t end)
{
    struct item item = {.first = at};
    size_t first = at, n_open = 0;
    bool is_directive = program_after_directive(search->program, at) > at;
    item.stays = program_has_word(search->program, at, search->rules->labels);
    for (bool ends = false; at < end && !ends; at++) {
        char sign = program_sign_at(search->program, at);
        n_open += sign == '(';
        n_open -= sign == ')' && n_open;
        if (sign && sign == search->directive) {
            size_t after = program_after_directive(search->program, at);
            bool is_branch = begins_or_ends_branch(search, at);
            item.has_branch |= is_branch;
            search->is_in_branch |= is_branch && at <= search->token && search->token < after;
            at = after - 1;
            ends = is_directive;
        } else if (sign == '{') {
            bool has_body = is_body(search, at);
            read_brace(search, at, &item);
            at = closing(search, at);
            ends = has_body && !n_open && may_begin_item(search, at + 1);
        } else if (sign == ';' && !n_open) {
            ends = !program_has_word(search->program, at + 1, search->rules->after_bodies);
        }
    }
    item.end = at;
    item.stays |= first <= search->token && search->token < at;
    array_push(&search->items, item);
    return at;
}

static void read_items(struct search *search, size_t at, size_t end)
{
    while (at < end)
        at = read_item(search, at, end);
}

/* ---- What is left out ---- */

/* Returns the next token of an item after `index` that is not in contents that can be left out. */
static size_t next_in_item(const struct search *search, size_t index)
{
    bool can_go =
        program_sign_at(search->program, index) == '{' && search->closings[index] & CAN_GO;
    return can_go ? closing(search, index) : index + 1;
}

static void leave_out(struct byte_ranges *left_out, const struct search *search, size_t first,
                      size_t end)
{
    const struct token *tokens = search->program->tokens.items;
    struct byte_range *last = left_out->n ? &left_out->items[left_out->n - 1] : NULL;
    if (last && tokens[first - 1].end_byte <= last->end)
        last->end = tokens[end - 1].end_byte;
    else
        array_push(left_out,
                   (struct byte_range){tokens[first].start_byte, tokens[end - 1].end_byte});
}

static void leave_out_bodies(struct byte_ranges *left_out, const struct search *search,
                             const struct item *item)
{
    for (size_t i = item->first; i + 1 < item->end; i = next_in_item(search, i))
        if (program_sign_at(search->program, i) == '{' && search->closings[i] & CAN_GO)
            leave_out(left_out, search, i + 1, closing(search, i));
}

static void find_left_out(struct byte_ranges *left_out, struct search *search)
{
    read_items(search, 0, search->program->tokens.n);
    for (size_t i = 0; i < search->items.n; i++) {
        const struct item *item = &search->items.items[i];
        if (item->stays || (item->has_branch && search->is_in_branch))
            leave_out_bodies(left_out, search, item);
        else
            leave_out(left_out, search, item->first, item->end);
    }
}

struct lone_part part_deciding_in_braces(struct byte_ranges *left_out,
                                         const struct program *program, size_t token)
{
    size_t n = program->tokens.n;
    scoped_memory uint32_t *closings = mem_alloc(n, sizeof *closings);
    struct search search = {
        .program = program,
        .rules = &program->language->parts,
        .token = token < n ? token : n - 1,
        .directive = program->language->tokens.directive,
        .closings = closings,
    };
    array_clear(left_out);
    if (n && n <= PROGRAM_MAX_TOKENS && pair_braces(&search))
        find_left_out(left_out, &search);
    array_release(&search.items);
    return (struct lone_part){
        .bytes = {0, program->length}, .left_out = left_out->items, .n_left_out = left_out->n};
}
