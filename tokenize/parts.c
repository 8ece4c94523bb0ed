/* One pass over the tokens. The keyword at the start of a statement says whether it is a
 * definition. A definition ends where the block of its body closes; without a block, it ends with
 * its line. */
#include "tokenize/parts.h"

#include "tokenize/languages/change_rules.h"

#include <stdlib.h>
#include <string.h>

const char *const part_kind_names[] = {"program", "function", "code"};

bool part_holds(const struct program_part *part, size_t byte)
{
    return part->bytes.start <= byte && byte < part->bytes.end;
}

static bool are_blanks(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_code_blank(bytes[i]))
            return false;
    return true;
}

/* Returns whether these bytes of a line are only blanks and comments. */
static bool says_nothing(const struct language *language, const char *bytes, size_t length)
{
    for (size_t i = 0, n; i < length; i += n) {
        n = is_code_blank(bytes[i]) ? 1 : lexer_comment(language, bytes + i, length - i);
        if (n == 0 || n > length - i)
            return n != 0;
    }
    return true;
}

/* Extends bytes to whole lines at both ends, unless the rest of these lines contains other code. */
static struct byte_range whole_lines(const struct program *program, struct byte_range bytes)
{
    const char *source = program->source;
    size_t start = code_line_start(source, bytes.start),
           end = code_line_end(source, program->length, bytes.end);
    if (are_blanks(source + start, bytes.start - start))
        bytes.start = start;
    if (says_nothing(program->language, source + bytes.end, end - bytes.end))
        bytes.end = code_next_line(source, program->length, end);
    return bytes;
}

/* Returns the end of the comments in the lines after byte `end` that are indented to a column or
 * more. Returns `end` if the next line is not a comment, or is indented less. */
static size_t with_comments(const struct program *program, size_t end, size_t column)
{
    const char *source = program->source;
    size_t length = program->length, line = code_line_end(source, length, end);
    for (;;) {
        line = code_next_line(source, length, line);
        if (line >= length)
            return end;
        size_t line_end = code_line_end(source, length, line), at = line;
        while (at < line_end && is_code_blank(source[at]))
            at++;
        if (at < line_end && (lexer_comment(program->language, source + at, length - at) == 0 ||
                              code_indentation(source, line, at) < column))
            return end;
        end = at < line_end ? line_end : end;
        line = line_end;
    }
}

/* A definition whose end is not found yet. */
struct definition {
    size_t part;     /* index in the list */
    size_t n_blocks; /* open blocks around it */
    size_t column;   /* of its body; 0 before the body opens */
    bool has_body;
};

struct finding {
    struct program_parts *parts;
    const struct program *program;
    ARRAY(struct definition) open;
    size_t n_blocks;
    size_t run; /* index + 1 of the current run of statements; 0: none */
};

static struct token_text text_of(const struct finding *finding, size_t index)
{
    return program_token_text(finding->program, index);
}

static bool is_decorator(const struct finding *finding, size_t index)
{
    const char *sign = finding->program->language->parts.decorator;
    return sign && finding->program->tokens.items[index].kind == TOKEN_SIGN &&
           token_text_is(text_of(finding, index), sign);
}

/* Returns the index of the first token of the next line in the same block. */
static size_t next_line(const struct finding *finding, size_t index)
{
    while (index < finding->program->tokens.n &&
           finding->program->tokens.items[index].kind != TOKEN_LINE_END)
        index++;
    return index + 1;
}

static size_t add_part(struct finding *finding, size_t first_token, enum part_kind kind)
{
    size_t start = finding->program->tokens.items[first_token].start_byte;
    array_push(&finding->parts->list, (struct program_part){{start, start}, kind});
    return finding->parts->list.n;
}

/* Looks at the statement that starts at a token. Returns the index of the keyword if it is a
 * definition, otherwise of the token. */
static size_t start_statement(struct finding *finding, size_t first)
{
    const struct part_rules *rules = &finding->program->language->parts;
    size_t keyword = first;
    while (keyword < finding->program->tokens.n && is_decorator(finding, keyword))
        keyword = next_line(finding, keyword);
    if (program_has_word(finding->program, keyword, rules->modifiers))
        keyword++;
    bool is_function = program_has_word(finding->program, keyword, rules->functions);
    bool is_top = finding->n_blocks == 0;
    if (!is_function && !program_has_word(finding->program, keyword, rules->classes)) {
        if (is_top && !finding->run)
            finding->run = add_part(finding, first, PART_CODE);
        return first;
    }
    finding->run = is_top ? 0 : finding->run;
    if (is_function || is_top) {
        size_t part = add_part(finding, first, is_function ? PART_FUNCTION : PART_CODE) - 1;
        array_push(&finding->open,
                   (struct definition){.part = part, .n_blocks = finding->n_blocks});
    }
    return keyword;
}

static void close_definition(struct finding *finding, size_t end)
{
    const struct definition *definition = &finding->open.items[--finding->open.n];
    struct program_part *part = &finding->parts->list.items[definition->part];
    part->bytes.end =
        definition->has_body ? with_comments(finding->program, end, definition->column) : end;
}

static void open_block(struct finding *finding, size_t next)
{
    const struct program *program = finding->program;
    struct definition *last = finding->open.n ? &finding->open.items[finding->open.n - 1] : NULL;
    if (last && !last->has_body && last->n_blocks == finding->n_blocks) {
        size_t byte = program->tokens.items[next].start_byte;
        last->has_body = true;
        last->column =
            code_indentation(program->source, code_line_start(program->source, byte), byte);
    }
    finding->n_blocks++;
}

/* Closes the definitions that end with the line or block that ends at a layout token. */
static void close_definitions(struct finding *finding, size_t index)
{
    const struct token *tokens = finding->program->tokens.items;
    bool opens =
        index + 1 < finding->program->tokens.n && tokens[index + 1].kind == TOKEN_BLOCK_OPEN;
    while (finding->open.n) {
        const struct definition *last = &finding->open.items[finding->open.n - 1];
        bool is_over = last->n_blocks == finding->n_blocks &&
                       (tokens[index].kind == TOKEN_BLOCK_CLOSE || (!last->has_body && !opens));
        if (!is_over)
            return;
        close_definition(finding, tokens[index].start_byte);
    }
}

static int by_start(const void *a, const void *b)
{
    const struct program_part *x = a, *y = b;
    int order = COMPARE(x->bytes.start, y->bytes.start);
    return order ? order : COMPARE(y->bytes.end, x->bytes.end);
}

static void find_in_blocks(struct program_parts *parts, const struct program *program)
{
    struct finding finding = {.parts = parts, .program = program};
    bool is_start = true;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token_is_layout(token)) {
            is_start = true;
            if (token->kind == TOKEN_BLOCK_OPEN)
                open_block(&finding, i + 1);
            finding.n_blocks -= token->kind == TOKEN_BLOCK_CLOSE;
            if (token->kind != TOKEN_BLOCK_OPEN)
                close_definitions(&finding, i);
            continue;
        }
        if (is_start)
            i = start_statement(&finding, i);
        is_start = false;
        if (finding.run)
            parts->list.items[finding.run - 1].bytes.end = program->tokens.items[i].end_byte;
    }
    array_release(&finding.open);
}

void parts_find(struct program_parts *parts, const struct program *program)
{
    array_clear(&parts->list);
    if (program->language->tokens.layout_has_meaning)
        find_in_blocks(parts, program);
    else
        parts_find_in_braces(parts, program);
    for (size_t i = 0; i < parts->list.n; i++)
        parts->list.items[i].bytes = whole_lines(program, parts->list.items[i].bytes);
    array_sort(&parts->list, by_start);
}

struct program_part parts_enclosing(const struct program_parts *parts,
                                    const struct program *program, size_t byte)
{
    struct program_part found = {{0, program->length}, PART_PROGRAM};
    for (size_t i = 0; i < parts->list.n; i++) {
        const struct program_part *part = &parts->list.items[i];
        if (part_holds(part, byte) && (part->kind == PART_FUNCTION || found.kind == PART_PROGRAM))
            found = *part;
    }
    return found;
}

struct program_part parts_around(struct program_parts *parts, const struct program *program,
                                 size_t token)
{
    size_t n = program->tokens.n;
    const struct token *tokens = program->tokens.items;
    parts_find(parts, program);
    if (!n)
        return parts_enclosing(parts, program, 0);
    struct program_part part =
        parts_enclosing(parts, program, tokens[token < n ? token : n - 1].start_byte);
    size_t first = program_token_from(program, part.bytes.start);
    while (first + 1 < n && token_is_layout(&tokens[first]))
        first++;
    part.bytes.start = tokens[first].start_byte;
    return part;
}

/* ---- Parts that are parsed by themselves ---- */

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

struct lone_part parts_line(const struct program *program, size_t token)
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

void parts_deciding(struct program_parts *parts, const struct program *buggy,
                    const struct program *fixed, const struct token_edit *edit,
                    struct lone_part deciding[2])
{
    const struct program *const programs[] = {buggy, fixed};
    const size_t tokens[] = {edit->buggy_token, edit->fixed_token};
    bool has_lines = buggy->language->parts.lines;
    bool are_lines = has_lines && is_in_line(buggy, tokens[0]) && is_in_line(fixed, tokens[1]);
    for (int i = 0; i < 2; i++) {
        if (are_lines)
            deciding[i] = parts_line(programs[i], tokens[i]);
        else if (has_lines)
            deciding[i] =
                (struct lone_part){.bytes = parts_around(parts, programs[i], tokens[i]).bytes};
        else
            deciding[i] = part_deciding_in_braces(&parts->left_out[i], programs[i], tokens[i]);
    }
}

/* Returns which of the names a token is, as a set. */
static unsigned which_of(const struct program *program, size_t token,
                         const struct token_text names[2])
{
    struct token_text text = program_token_text(program, token);
    unsigned is_second = token_text_equal(text, names[1]);
    return (unsigned)token_text_equal(text, names[0]) | is_second << 1;
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
bool parts_binding(struct lone_part *out, struct byte_ranges *left_out,
                   const struct program *program, size_t token, const struct token_text names[2])
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

/* In a language with blocks, the name follows the keyword. With braces, it comes before the first
 * parenthesis, unless that belongs to an annotation or to a directive. */
struct token_text part_function_name(const struct program_part *part, const struct program *program)
{
    const char *const *keywords = program->language->parts.functions;
    size_t first = program_token_from(program, part->bytes.start);
    size_t end = program_token_from(program, part->bytes.end);
    for (size_t i = first; part->kind == PART_FUNCTION && i + 1 < end; i++) {
        size_t next = program_after_directive(program, i);
        if (next > i) {
            i = next - 1;
            continue;
        }
        bool is_name = program->tokens.items[i].kind == TOKEN_WORD;
        struct token_text text = program_token_text(program, i);
        if (keywords && is_name && token_text_is_one_of(text, keywords))
            return program_token_text(program, i + 1);
        if (!keywords && is_name && token_text_is(program_token_text(program, i + 1), "(") &&
            !(i > first && token_text_is(program_token_text(program, i - 1), "@")))
            return text;
    }
    return (struct token_text){"", 0};
}

void parts_release(struct program_parts *parts)
{
    array_release(&parts->list);
    array_release(&parts->left_out[0]);
    array_release(&parts->left_out[1]);
}
