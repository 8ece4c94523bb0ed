/* A program is a tree of items: statements, declarations and directives. The items that contain the
 * token stay, without the bodies in them that do not. Of the others, none says how the grammar
 * reads the token, unless names do (C and C++): then directives of conditions stay, and what may
 * declare a name that is in the items around the token. A body that goes declares variables that
 * are known only in it.
 *
 * Where items end is guessed. It matters little: two items that are taken for one stay or go
 * together, and one that is taken for two makes an error if only one of them stays. Lines of the
 * preprocessor are items of their own, if they are not in the middle of another one. */
#include "tokenize/parts.h"

#include "base/hash.h"
#include "languages/reading_rules.h"

#include <stdlib.h>

enum {
    N_NAMES = 4096,             /* of the set of names, which knows only their hashes */
    MAX_ROUNDS = 4,             /* of macros that name macros */
    CAN_GO = 1 << 30,           /* the contents of the brace can be left out */
    HAS_DIRECTIVE = 1 << 29,    /* it contains a line of the preprocessor */
    CLOSING = HAS_DIRECTIVE - 1 /* the token that closes it */
};

struct item {
    size_t first, end; /* tokens */
    bool stays;
    bool is_in_body; /* of a function */
    bool has_body;   /* and ends with it */
    bool is_directive, has_directive;
};

struct search {
    const struct program *program;
    const struct part_rules *rules;
    size_t token;
    char directive;     /* 0: the language has none */
    uint32_t *closings; /* by opening brace: CLOSING, CAN_GO, HAS_DIRECTIVE */
    ARRAY(struct item) items;
    uint64_t names[N_NAMES / 64];
};

static char sign_at(const struct search *search, size_t index)
{
    const struct program *program = search->program;
    const struct token *token = &program->tokens.items[index];
    if (token->kind != TOKEN_SIGN)
        return 0;
    if (!token->spelling)
        return token->end_byte == token->start_byte + 1 ? program->source[token->start_byte] : 0;
    struct token_text text = token_operator_of(program->language, program->source, token);
    return text.length == 1 ? *text.bytes : 0;
}

static bool is_one_of(const struct search *search, size_t index, const char *const *words)
{
    return index < search->program->tokens.n &&
           search->program->tokens.items[index].kind == TOKEN_WORD &&
           token_text_is_one_of(program_token_text(search->program, index), words);
}

/* Returns whether a brace opens a body, and not a class, a list of values or of names. */
static bool is_body(const struct search *search, size_t open)
{
    if (!search->rules->before_bodies || !open)
        return true;
    char sign = sign_at(search, open - 1);
    return (sign && strchr("){};:", sign)) ||
           is_one_of(search, open - 1, search->rules->before_bodies);
}

/* ---- Items ---- */

/* Notes the partner of an opening brace. Directives and words that declare types are before these
 * tokens. */
static void close_brace(struct search *search, size_t open, size_t close, size_t directives,
                        size_t declaring)
{
    bool has_directive = directives > open;
    bool can_go = !has_directive && declaring <= open && open + 1 < close && is_body(search, open);
    search->closings[open] =
        (uint32_t)close | (can_go ? CAN_GO : 0) | (has_directive ? HAS_DIRECTIVE : 0);
}

/* Finds the partners of all braces. Returns false if not all have one. */
static bool pair_braces(struct search *search)
{
    size_t open[LEXER_MAX_BRACKETS], n = 0, directives = 0, declaring = 0;
    for (size_t i = 0; i < search->program->tokens.n; i++) {
        char sign = sign_at(search, i);
        if ((sign == '{' && n == LEXER_MAX_BRACKETS) || (sign == '}' && n == 0))
            return false;
        if (sign == '{') {
            open[n++] = i;
        } else if (sign == '}') {
            n--;
            close_brace(search, open[n], i, directives, declaring);
        } else if (sign && sign == search->directive) {
            i = program_after_directive(search->program, i) - 1;
            directives = i + 1;
        } else if (is_one_of(search, i, search->rules->declaring)) {
            declaring = i + 1;
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
        return !is_one_of(search, index, search->rules->after_bodies);
    char sign = sign_at(search, index);
    return sign && strchr("{}#@", sign);
}

static void read_items(struct search *search, size_t at, size_t end, bool is_in_body);

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
    read_items(search, open + 1, close, is_body(search, open));
    item->first = close;
}

/* Returns whether types of parameters begin at a token, after the list of their names: of `f(a) int
 * a; { }`. The item goes on after them. */
static bool is_old_style(const struct search *search, size_t index)
{
    const struct reading_rules *readings = search->program->language->readings;
    return readings && readings->implicit_type && index && sign_at(search, index - 1) == ')' &&
           search->program->tokens.items[index].kind == TOKEN_WORD;
}

/* Returns the index after the item that begins at a token. */
static size_t read_item(struct search *search, size_t at, size_t end, bool is_in_body)
{
    struct item item = {.first = at, .is_in_body = is_in_body};
    size_t first = at, n_open = 0;
    bool is_old = false;
    item.is_directive = program_after_directive(search->program, at) > at;
    item.stays = is_one_of(search, at, search->rules->labels);
    for (bool ends = false; at < end && !ends; at++) {
        char sign = sign_at(search, at);
        n_open += sign == '(';
        n_open -= sign == ')' && n_open;
        is_old |= !is_in_body && !n_open && is_old_style(search, at);
        if (sign && sign == search->directive) {
            item.has_directive = true;
            at = program_after_directive(search->program, at) - 1;
            ends = item.is_directive;
        } else if (sign == '{') {
            read_brace(search, at, &item);
            item.has_body = is_body(search, at);
            item.has_directive |= (search->closings[at] & HAS_DIRECTIVE) != 0;
            at = closing(search, at);
            ends = item.has_body && !n_open && may_begin_item(search, at + 1);
        } else if (sign == ';' && !n_open && !is_old) {
            item.has_body = false;
            ends = !is_one_of(search, at + 1, search->rules->after_bodies);
        }
    }
    item.end = at;
    item.stays |= first <= search->token && search->token < at;
    array_push(&search->items, item);
    return at;
}

static void read_items(struct search *search, size_t at, size_t end, bool is_in_body)
{
    while (at < end)
        at = read_item(search, at, end, is_in_body);
}

/* ---- Names ---- */

/* Returns the bit of a name. */
static size_t name_bit(const struct search *search, size_t index)
{
    struct token_text text = program_token_text(search->program, index);
    return hash_bytes(text.bytes, text.length, 0) % N_NAMES;
}

static void add_name(struct search *search, size_t index)
{
    size_t bit = name_bit(search, index);
    search->names[bit / 64] |= (uint64_t)1 << bit % 64;
}

static bool has_name(const struct search *search, size_t index)
{
    size_t bit = name_bit(search, index);
    return search->names[bit / 64] >> bit % 64 & 1;
}

/* Returns the next token of an item after `index` that is not in contents that can be left out. */
static size_t next_in_item(const struct search *search, size_t index)
{
    bool can_go = sign_at(search, index) == '{' && search->closings[index] & CAN_GO;
    return can_go ? closing(search, index) : index + 1;
}

static bool is_word(const struct search *search, size_t index)
{
    return search->program->tokens.items[index].kind == TOKEN_WORD;
}

static void add_names(struct search *search, const struct item *item)
{
    const char *const *keywords = search->program->language->tokens.keywords;
    for (size_t i = item->first; i < item->end; i = next_in_item(search, i))
        if (is_word(search, i) && !is_one_of(search, i, keywords))
            add_name(search, i);
}

/* Returns whether a line of the preprocessor stays. What a macro is another name for counts, too.
 */
static bool directive_stays(struct search *search, const struct item *item)
{
    const struct program *program = search->program;
    size_t name = item->first + 2, text = name + 1;
    if (name > item->end)
        return true;
    enum directive_kind kind =
        directive_kind_of(program->language, program_token_text(program, item->first + 1));
    if (kind != DIRECTIVE_DEFINE && kind != DIRECTIVE_UNDEF)
        return kind != DIRECTIVE_INCLUDE && kind != DIRECTIVE_OTHER;
    bool stays = name < item->end && has_name(search, name);
    if (stays && text < item->end && is_word(search, text))
        add_name(search, text);
    return stays;
}

/* Returns whether a statement may declare what is known after it. */
static bool may_declare(const struct search *search, const struct item *item)
{
    static const char *const signs[] = {"<", "*", "&", "&&", "::", NULL};
    const struct program *program = search->program;
    size_t first = item->first, next = first + 1;
    if (!is_word(search, first))
        return sign_at(search, first) == '[';
    if (is_one_of(search, first, search->rules->statements))
        return false;
    return next >= item->end || is_word(search, next) ||
           is_one_of(search, first, program->language->tokens.keywords) ||
           token_text_is_one_of(program_token_text(program, next), signs);
}

/* Returns whether an item has one of the names. The parameters of a function are known only in it.
 */
static bool has_names(const struct search *search, const struct item *item)
{
    size_t n_open = 0;
    for (size_t i = item->first; i < item->end; i = next_in_item(search, i)) {
        char sign = sign_at(search, i);
        n_open += item->has_body && sign == '(';
        n_open -= sign == ')' && n_open;
        if (!n_open && is_word(search, i) && has_name(search, i))
            return true;
    }
    return false;
}

static bool item_stays(struct search *search, const struct item *item)
{
    if (item->is_directive)
        return directive_stays(search, item);
    return item->has_directive ||
           ((!item->is_in_body || may_declare(search, item)) && has_names(search, item));
}

/* Lets declarations of the names around the token stay. */
static void keep_declarations(struct search *search)
{
    for (size_t i = 0; i < search->items.n; i++)
        if (search->items.items[i].stays)
            add_names(search, &search->items.items[i]);
    bool has_changed = true;
    for (int round = 0; has_changed && round < MAX_ROUNDS; round++) {
        has_changed = false;
        for (size_t i = 0; i < search->items.n; i++) {
            struct item *item = &search->items.items[i];
            if (!item->stays && item_stays(search, item))
                item->stays = has_changed = true;
        }
    }
}

/* ---- What is left out ---- */

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
        if (sign_at(search, i) == '{' && search->closings[i] & CAN_GO)
            leave_out(left_out, search, i + 1, closing(search, i));
}

static void find_left_out(struct byte_ranges *left_out, struct search *search)
{
    read_items(search, 0, search->program->tokens.n, false);
    if (search->program->language->readings)
        keep_declarations(search);
    for (size_t i = 0; i < search->items.n; i++) {
        const struct item *item = &search->items.items[i];
        if (item->stays)
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
