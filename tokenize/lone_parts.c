/* In a language with logical lines, the line of a token says what it is, unless a word that begins
 * the line makes a statement of several. In a language with braces, what is beside the statements
 * around the token is left out. */
#include "tokenize/lone_parts.h"

#include "tokenize/languages/change_rules.h"

#include <stdlib.h>
#include <string.h>

bool lone_parts_equal(const struct lone_part *a, const struct lone_part *b)
{
    return !a->n_left_out && !b->n_left_out && a->bytes.start == b->bytes.start &&
           a->bytes.end == b->bytes.end && a->before == b->before && a->after == b->after;
}

/* ---- Logical lines ---- */

/* Sets `first` and `end` to the tokens of the logical line of a token. */
static void find_line(const struct program *program, size_t token, size_t *first, size_t *end)
{
    const struct token *tokens = program->tokens.items;
    for (*first = token; *first && !token_is_layout(&tokens[*first - 1]);)
        --*first;
    for (*end = token + 1; *end < program->tokens.n && !token_is_layout(&tokens[*end]);)
        ++*end;
}

/* Returns whether a line is a clause that its first word begins, and not a statement with a name:
 * `case [a]: b` or `case = b`. */
static bool is_clause(const struct program *program, size_t first, size_t end)
{
    static const char *const after_name[] = {"=", ":", NULL};
    const struct token_rules *rules = &program->language->tokens;
    size_t n_open = 0, at = first + 1;
    if (at == end || token_text_is_one_of(program_token_text(program, at), after_name))
        return false;
    for (; at < end; at++) {
        struct token_text text = program_token_text(program, at);
        bool is_sign = program->tokens.items[at].kind == TOKEN_SIGN;
        if (!n_open && token_text_is(text, ":"))
            return true;
        n_open += is_sign && strchr(rules->opening, *text.bytes);
        n_open -= is_sign && strchr(rules->closing, *text.bytes);
    }
    return false;
}

/* Returns the rule of the line of these tokens, or NULL. */
static const struct line_rule *line_rule_of(const struct program *program, size_t first, size_t end)
{
    const struct line_rule *rule = program->language->parts.lines;
    struct token_text head = program_token_text(program, first);
    while (rule->head && !token_text_is(head, rule->head))
        rule++;
    bool has_rule = rule->head && (!rule->is_clause || is_clause(program, first, end));
    return has_rule ? rule : NULL;
}

struct lone_part lone_part_line(const struct program *program, size_t token)
{
    size_t first, end;
    find_line(program, token, &first, &end);
    const struct line_rule *rule = line_rule_of(program, first, end);
    return (struct lone_part){
        .bytes = {program->tokens.items[first].start_byte, program->tokens.items[end - 1].end_byte},
        .before = rule ? rule->before : NULL,
        .after = rule ? rule->after : NULL,
    };
}

/* Returns whether the line of a token says what the token is. The word that begins a line may begin
 * or continue a statement of several lines. */
static bool is_in_line(const struct program *program, size_t token)
{
    size_t first, end;
    if (token >= program->tokens.n || token_is_layout(&program->tokens.items[token]))
        return false;
    find_line(program, token, &first, &end);
    const struct line_rule *rule = line_rule_of(program, first, end);
    const char *const *keywords = program->language->tokens.keywords;
    return token == first
               ? !rule && !token_text_is_one_of(program_token_text(program, token), keywords)
               : !rule || !rule->is_clause;
}

/* ---- In braces ----
 *
 * A program is a tree of items: statements, declarations and directives. The items that contain the
 * token stay, without the bodies in them that do not. The others do not say how the grammar reads
 * the token.
 *
 * Where items end is guessed. It matters little: two items that are taken for one stay or go
 * together, and one that is taken for two makes an error if only one of them stays. Lines of the
 * preprocessor are items of their own, if they are not in the middle of another one. If the token
 * is in one that begins or ends a branch, all such lines stay, because they belong together. */

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
    if (program->language->tokens.line_enders)
        return false; /* a line end ends the item before */
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
        } else if ((sign == ';' || search->program->tokens.items[at].kind == TOKEN_LINE_END) &&
                   !n_open) {
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

/* Returns the part that decides about a token, which may be that after the last one, in a language
 * with braces: the program without what makes no difference. `left_out` is memory for it. */
static struct lone_part part_in_braces(struct byte_ranges *left_out, const struct program *program,
                                       size_t token)
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

/* ---- Parts that decide about an edit ---- */

void lone_parts_deciding(struct program_parts *parts, const struct program *buggy,
                         const struct program *fixed, const struct token_edit *edit,
                         struct lone_part deciding[2])
{
    const struct program *const programs[] = {buggy, fixed};
    const size_t tokens[] = {edit->buggy_token, edit->fixed_token};
    bool has_lines = buggy->language->parts.lines;
    bool are_lines = has_lines && is_in_line(buggy, tokens[0]) && is_in_line(fixed, tokens[1]);
    for (int i = 0; i < 2; i++) {
        if (are_lines)
            deciding[i] = lone_part_line(programs[i], tokens[i]);
        else if (has_lines)
            deciding[i] =
                (struct lone_part){.bytes = parts_around(parts, programs[i], tokens[i]).bytes};
        else
            deciding[i] = part_in_braces(&parts->left_out[i], programs[i], tokens[i]);
    }
}

/* ---- Parts that bind names ---- */

/* Returns which of the names a token is, as a set. */
static unsigned which_of(const struct program *program, size_t token,
                         const struct token_text names[2])
{
    struct token_text text = program_token_text(program, token);
    unsigned which = 0;
    for (unsigned i = 0; i < 2; i++)
        which |= (unsigned)token_texts_agree(program->language, TOKEN_WORD, text, names[i]) << i;
    return which;
}

/* Returns whether a line may bind the name at a token: it is not a member, and neither called nor
 * subscripted; or a word that binds is before it. */
static bool may_be_bound(const struct program *program, size_t first, size_t end, size_t token)
{
    char next = token + 1 < end ? program_sign_at(program, token + 1) : '\0';
    char before = token > first ? program_sign_at(program, token - 1) : '\0';
    bool is_bound =
        token > first && program_has_word(program, token - 1, program->language->scopes->binders);
    return is_bound || (before != '.' && next != '(' && next != '[');
}

/* Returns which of the names a logical line may bind, as a set: those before a sign that binds, or
 * all if it has a word that does. At the end of a line none does. */
static unsigned bound_in_line(const struct program *program, size_t first, size_t end,
                              const struct token_text names[2])
{
    unsigned named = 0, bound = 0;
    bool binds = false;
    size_t at = first;
    while (at < end && !which_of(program, at, names))
        at++;
    for (size_t i = end; at < end && i-- > first;) {
        unsigned which = which_of(program, i, names);
        if (which && may_be_bound(program, first, end, i)) {
            named |= which;
            bound |= binds ? which : 0;
        }
        if (i + 1 < end && token_text_is_one_of(program_token_text(program, i),
                                                program->language->scopes->binders)) {
            binds = true;
            bound |= program->tokens.items[i].kind == TOKEN_WORD ? named : 0;
        }
    }
    return bound;
}

/* Lines are visited from the last to the first. With a line, the header of its block stays: the
 * next one that is one block less deep. */
bool lone_part_binding(struct lone_part *out, struct byte_ranges *left_out,
                       const struct program *program, size_t token,
                       const struct token_text names[2])
{
    enum { NONE = -PROGRAM_MAX_TOKENS };
    const struct token *tokens = program->tokens.items;
    size_t first = program_token_from(program, out->bytes.start), start;
    int depth = 0, last = NONE, clause = NONE; /* the depths of these lines */
    unsigned bound = 0;
    bool was_left_out = false;
    array_clear(left_out);
    for (size_t end = program_token_from(program, out->bytes.end); end > first; end = start) {
        start = end - 1;
        if (token_is_layout(&tokens[start])) {
            depth += tokens[start].kind == TOKEN_BLOCK_CLOSE;
            depth -= tokens[start].kind == TOKEN_BLOCK_OPEN;
            continue;
        }
        while (start > first && !token_is_layout(&tokens[start - 1]))
            start--;
        const struct line_rule *rule = line_rule_of(program, start, end);
        unsigned bound_here = bound_in_line(program, start, end, names);
        bool is_clause = rule && rule->before, is_before_clause = clause == depth;
        bound |= bound_here;
        if (is_clause || depth <= clause)
            clause = is_clause ? depth : NONE;
        bool is_left_out = !bound_here && !is_clause && !is_before_clause && last != depth + 1 &&
                           (token < start || end <= token);
        if (!is_left_out)
            last = depth;
        else if (was_left_out)
            left_out->items[left_out->n - 1].start = tokens[start].start_byte;
        else
            array_push(left_out,
                       ((struct byte_range){tokens[start].start_byte, tokens[end - 1].end_byte}));
        was_left_out = is_left_out;
    }
    for (size_t i = 0; i < left_out->n / 2; i++) {
        struct byte_range range = left_out->items[i];
        left_out->items[i] = left_out->items[left_out->n - 1 - i];
        left_out->items[left_out->n - 1 - i] = range;
    }
    out->left_out = left_out->items;
    out->n_left_out = left_out->n;
    return bound == 3;
}

/* ---- Errors ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), n = strlen(end);
    return length >= n && strcmp(text + length - n, end) == 0;
}

/* Returns the innermost statement around a node, or list of statements; the root, if there is none.
 * The names of their kinds end so in all grammars. */
static uint32_t statement_of(const struct syntax_tree *tree, uint32_t node)
{
    static const char *const endings[] = {"statement", "declaration", "definition",
                                          "block",     "body",        NULL};
    for (; node; node = tree->nodes.items[node].parent) {
        const char *kind = syntax_kind_name(tree->language, tree->nodes.items[node].kind);
        for (const char *const *ending = endings; *ending; ending++)
            if (ends_with(kind, *ending))
                return node;
    }
    return 0;
}

bool token_is_near_error(const struct program *program, size_t token)
{
    const struct syntax_tree *tree = &program->tree;
    uint32_t node = program->tokens.items[token].node, statement = statement_of(tree, node);
    for (; node; node = tree->nodes.items[node].parent)
        if (syntax_node_is(tree, node, "ERROR"))
            return true;
    for (size_t i = 0; i < tree->errors.n; i++)
        if (statement_of(tree, tree->errors.items[i]) == statement)
            return true;
    return false;
}

/* Returns the token of the fixed program for the next token after a byte of the buggy one. */
static size_t shifted_token(const struct program *buggy, uint32_t byte,
                            const struct token_edit *edit)
{
    size_t token = program_token_from(buggy, byte);
    if (edit->kind == EDIT_INSERT)
        return token + (token >= edit->buggy_token);
    return token - (edit->kind == EDIT_DELETE && token > edit->buggy_token);
}

static bool have_same_errors(const struct program *buggy, const struct program *fixed,
                             const struct token_edit *edit)
{
    const struct syntax_tree *a = &buggy->tree, *b = &fixed->tree;
    bool are_same = a->errors.n == b->errors.n;
    for (size_t i = 0; i < a->errors.n && are_same; i++) {
        const struct node *in_a = &a->nodes.items[a->errors.items[i]];
        const struct node *in_b = &b->nodes.items[b->errors.items[i]];
        are_same =
            in_a->kind == in_b->kind &&
            shifted_token(buggy, in_a->start_byte, edit) ==
                program_token_from(fixed, in_b->start_byte) &&
            shifted_token(buggy, in_a->end_byte, edit) == program_token_from(fixed, in_b->end_byte);
    }
    return are_same;
}

bool edit_is_apart_from_errors(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit)
{
    bool are_parsed = buggy->tree.nodes.n && fixed->tree.nodes.n;
    return are_parsed && have_same_errors(buggy, fixed, edit) &&
           (edit->kind == EDIT_INSERT || !token_is_near_error(buggy, edit->buggy_token)) &&
           (edit->kind == EDIT_DELETE || !token_is_near_error(fixed, edit->fixed_token));
}
