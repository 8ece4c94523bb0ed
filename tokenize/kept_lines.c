/* One pass over the logical lines. The last line of each open block is remembered: it is the header
 * of the block that may follow, and the clause that the next line may continue. */
#include "tokenize/parts.h"

#include "languages/scope_rules.h"

#include <string.h>

struct line {
    size_t first, end; /* tokens */
    size_t continued;  /* number of the line before it in the same statement; 0: there is none */
    bool is_kept;
};

struct pass {
    const struct program *program;
    struct token_text names[2];
    bool may_be_bound[2]; /* by a line so far */
    size_t place;
    ARRAY(struct line) lines; /* numbered from 1 */
    ARRAY(size_t) last;       /* by depth: number of the last line, 0: there is none */
};

static struct line *line_of(struct pass *pass, size_t number)
{
    return &pass->lines.items[number - 1];
}

static void keep(struct pass *pass, size_t number)
{
    while (number && !line_of(pass, number)->is_kept) {
        line_of(pass, number)->is_kept = true;
        number = line_of(pass, number)->continued;
    }
}

/* Returns whether a line is in the same statement as the line before it, as a clause is, or a
 * function after its decorator. */
static bool continues(struct pass *pass, size_t previous, size_t number)
{
    const struct line_rule *rule = part_line_rule(pass->program, line_of(pass, number)->first);
    return previous && ((rule->before && !rule->is_clause) ||
                        part_line_rule(pass->program, line_of(pass, previous)->first)->after);
}

/* Returns the number of the name that a token is; 2: of none. */
static int name_of(const struct pass *pass, size_t token)
{
    struct token_text text = program_token_text(pass->program, token);
    int i = pass->program->tokens.items[token].kind == TOKEN_WORD ? 0 : 2;
    while (i < 2 && !token_text_equal(text, pass->names[i]))
        i++;
    return i;
}

/* Returns whether a token may be bound by the words and signs next to it. */
static bool may_be_target(const struct pass *pass, const struct line *line, size_t token)
{
    const struct language *language = pass->program->language;
    struct token_text before = {0}, after = {0};
    if (token > line->first)
        before = program_token_text(pass->program, token - 1);
    if (token + 1 < line->end)
        after = program_token_text(pass->program, token + 1);
    bool is_called = token_text_is(after, "(") &&
                     !token_text_is_one_of(before, language->parts.functions) &&
                     !token_text_is_one_of(before, language->parts.classes);
    return !is_called && !token_text_is(before, ".");
}

/* Returns how many brackets are open after a token. */
static size_t nesting_after(const struct program *program, size_t token, size_t n_open)
{
    const struct token_rules *rules = &program->language->tokens;
    char c = *program_token_text(program, token).bytes;
    if (program->tokens.items[token].kind != TOKEN_SIGN)
        return n_open;
    return n_open + (strchr(rules->opening, c) != NULL) - (strchr(rules->closing, c) != NULL);
}

/* Returns the token up to which a line may bind the names before it, because a sign assigns to them
 * or gives them a type, or a word of the line may bind any of them. */
static size_t end_of_targets(const struct pass *pass, const struct line *line)
{
    const struct program *program = pass->program;
    const struct scope_rules *scopes = program->language->scopes;
    size_t n_open = 0, end = line->first;
    bool is_header = token_text_is_one_of(program_token_text(program, line->first),
                                          program->language->tokens.keywords);
    for (size_t i = line->first; i < line->end; i++) {
        struct token_text text = program_token_text(program, i);
        if (token_text_is_one_of(text, scopes->binders))
            return line->end;
        if (program->tokens.items[i].kind != TOKEN_SIGN)
            continue;
        n_open = nesting_after(program, i, n_open);
        bool is_colon = n_open == 0 && token_text_is(text, ":");
        bool assigns = text.bytes[text.length - 1] == '=' && (n_open == 0 || text.length > 1) &&
                       !token_text_is_one_of(text, scopes->comparisons);
        if (assigns || (is_colon && !is_header))
            end = i;
        is_header = is_header && !is_colon && !token_text_is(text, ";");
    }
    return end;
}

/* Returns whether a token is before a format in a string. The grammar reads `f'{a:={b}}'` as an
 * assignment. */
static bool has_format(const struct pass *pass, const struct line *line, size_t token)
{
    return token + 2 < line->end && pass->program->tokens.items[token + 2].kind == TOKEN_TEXT &&
           token_text_is(program_token_text(pass->program, token + 1), ":");
}

/* Returns whether a line may bind one of the names. Notes which. A loop ends at a word outside of
 * the brackets of its targets. */
static bool may_bind(struct pass *pass, const struct line *line)
{
    const struct program *program = pass->program;
    const struct scope_rules *scopes = program->language->scopes;
    size_t first = line->first, n_open = 0, n_around = 0;
    bool is_in_loop = false, binds = false;
    while (first < line->end && name_of(pass, first) == 2)
        first++;
    if (first == line->end) /* as most lines */
        return false;
    size_t end = end_of_targets(pass, line);
    for (size_t i = line->first; i < line->end; i++) {
        struct token_text text = program_token_text(program, i);
        bool is_word = program->tokens.items[i].kind == TOKEN_WORD;
        n_open = nesting_after(program, i, n_open);
        if (is_word && !is_in_loop && token_text_is(text, scopes->loop)) {
            is_in_loop = true;
            n_around = n_open;
        } else if (is_word && n_open == n_around && token_text_is(text, scopes->loop_end)) {
            is_in_loop = false;
        }
        int name = name_of(pass, i);
        bool may_be = i < end || is_in_loop || has_format(pass, line, i);
        if (name == 2 || !may_be || !may_be_target(pass, line, i))
            continue;
        pass->may_be_bound[name] = true;
        binds = true;
    }
    return binds;
}

static void take_line(struct pass *pass, size_t first, size_t end)
{
    size_t depth = pass->last.n - 1, previous = pass->last.items[depth];
    array_push(&pass->lines, (struct line){.first = first, .end = end});
    size_t number = pass->lines.n;
    struct line *line = line_of(pass, number);
    if (continues(pass, previous, number)) {
        line->continued = previous;
        line->is_kept = line_of(pass, previous)->is_kept;
    }
    const struct token *tokens = pass->program->tokens.items;
    bool is_at_place =
        tokens[first].start_byte <= pass->place && pass->place < tokens[end - 1].end_byte;
    if (may_bind(pass, line) || is_at_place) {
        keep(pass, number);
        for (size_t i = 0; i < depth; i++)
            keep(pass, pass->last.items[i]);
    }
    pass->last.items[depth] = number;
}

static void find_lines(struct pass *pass, size_t first, size_t end)
{
    const struct token *tokens = pass->program->tokens.items;
    array_push(&pass->last, 0);
    for (size_t i = first, next; i < end; i = next) {
        next = i + 1;
        if (tokens[i].kind == TOKEN_BLOCK_OPEN)
            array_push(&pass->last, 0);
        if (tokens[i].kind == TOKEN_BLOCK_CLOSE && pass->last.n > 1)
            pass->last.n--;
        if (token_is_layout(&tokens[i]))
            continue;
        while (next < end && !token_is_layout(&tokens[next]))
            next++;
        take_line(pass, i, next);
    }
}

bool part_keep_lines(struct str *out, const struct program *program, struct byte_range bytes,
                     struct token_text a, struct token_text b, size_t *place)
{
    struct pass pass = {.program = program, .names = {a, b}, .place = *place};
    const struct token *tokens = program->tokens.items;
    size_t byte = *place;
    str_clear(out);
    find_lines(&pass, program_token_from(program, bytes.start),
               program_token_from(program, bytes.end));
    for (size_t i = 0; i < pass.lines.n; i++) {
        const struct line *line = &pass.lines.items[i];
        if (!line->is_kept)
            continue;
        size_t start = code_line_start(program->source, tokens[line->first].start_byte);
        size_t end = tokens[line->end - 1].end_byte;
        if (start < bytes.start)
            start = bytes.start;
        if (start <= byte && byte < end)
            *place = out->length + byte - start;
        str_add(out, program->source + start, end - start);
        str_add_text(out, "\n");
    }
    array_release(&pass.lines);
    array_release(&pass.last);
    return pass.may_be_bound[0] && pass.may_be_bound[1];
}
