/* One walk over the tokens. A directive goes up to its line end; blanks after its last token become
 * one, because the grammar expects it there. Outside of directives, a name where a declaration
 * starts gets a type if what follows it shows that it is declared there. Parameters of a function
 * that are only names get one, too, unless they have it between their list and the body; then the
 * grammar does not know pointers before the name of the function. */
#include "tokenize/readings.h"

#include "languages/reading_rules.h"
#include "tokenize/code_lines.h"

#include <string.h>

enum { MAX_MACROS = 1000 }; /* names of macros that are remembered */

/* What is before a token outside of all brackets. */
enum place { PLACE_INSIDE, PLACE_STATEMENT, PLACE_AFTER_BODY };

struct walk {
    struct handed *handed;
    const struct program *program;
    const char *source; /* as the grammar reads it */
    const struct reading_rules *rules;
    size_t at;
    size_t n_braces, n_others; /* open brackets */
    enum place place;
    size_t macros[MAX_MACROS]; /* tokens that name them */
    size_t n_macros;
};

static const struct token *token_at(const struct walk *walk, size_t index)
{
    return &walk->program->tokens.items[index];
}

static struct token_text text_at(const struct walk *walk, size_t index)
{
    return index < walk->program->tokens.n
               ? token_text_of(walk->program->language, walk->source, token_at(walk, index))
               : (struct token_text){"", 0};
}

static bool is_text(const struct walk *walk, size_t index, const char *text)
{
    return token_text_is(text_at(walk, index), text);
}

static bool is_one_of(const struct walk *walk, size_t index, const char *const *list)
{
    return token_text_is_one_of(text_at(walk, index), list);
}

static bool is_name(const struct walk *walk, size_t index)
{
    return index < walk->program->tokens.n && token_at(walk, index)->kind == TOKEN_WORD &&
           !token_at(walk, index)->joined &&
           !is_one_of(walk, index, walk->program->language->tokens.keywords) &&
           !is_one_of(walk, index, walk->rules->type_words);
}

static void overwrite(struct walk *walk, size_t start, size_t end, char fill, const char *kind)
{
    handed_add(walk->handed,
               (struct handed_edit){
                   .start = (uint32_t)start, .end = (uint32_t)end, .fill = fill, .kind = kind});
}

static void put(struct walk *walk, size_t byte, const char *text)
{
    handed_add(walk->handed,
               (struct handed_edit){.start = (uint32_t)byte, .end = (uint32_t)byte, .text = text});
}

/* Returns the index after the brackets that open at a token; if they do not close in their
 * directive, or at all, that of its line end, or the number of tokens. */
static size_t after_brackets(const struct walk *walk, size_t open)
{
    size_t depth = 0, n = walk->program->tokens.n;
    size_t i = open;
    for (; i < n && token_at(walk, i)->kind != TOKEN_LINE_END; i++) {
        depth += is_text(walk, i, "(");
        depth -= is_text(walk, i, ")");
        if (depth == 0)
            return i + 1;
    }
    return i;
}

/* The header in __has_include(<a.h>) is one leaf, as after #include. Returns the index after it. */
static size_t read_header_test(struct walk *walk, size_t word)
{
    size_t first = word + 2;
    if (!is_text(walk, word + 1, "(") || is_name(walk, first))
        return word + 1;
    size_t after = after_brackets(walk, word + 1);
    if (first + 1 < after && is_text(walk, after - 1, ")"))
        overwrite(walk, token_at(walk, first)->start_byte, token_at(walk, after - 2)->end_byte, '0',
                  walk->rules->header_name);
    return after;
}

/* Returns whether a word is before a token in its clause. */
static bool is_in_clause(const struct walk *walk, size_t at, const char *word)
{
    enum { MAX_LOOK = 100 };
    static const char *const ends[] = {":", ";", "{", "}", NULL};
    for (size_t i = at; i > 0 && at - i < MAX_LOOK && !token_is_layout(token_at(walk, i - 1)) &&
                        !is_one_of(walk, i - 1, ends);
         i--)
        if (is_text(walk, i - 1, word))
            return true;
    return false;
}

static bool ends_value(const struct walk *walk, size_t at)
{
    static const char *const closing[] = {")", "]", NULL};
    enum token_kind kind = token_at(walk, at)->kind;
    return is_name(walk, at) || kind == TOKEN_NUMBER || kind == TOKEN_STRING ||
           is_one_of(walk, at, closing);
}

static bool applies(const struct walk *walk, size_t at, const struct lenient_rule *rule)
{
    return is_text(walk, at, rule->token) && (!rule->next || is_text(walk, at + 1, rule->next)) &&
           (!rule->never_next || !is_one_of(walk, at + 1, rule->never_next)) &&
           (!rule->follows_value || (at > 0 && ends_value(walk, at - 1))) &&
           (!rule->clause || is_in_clause(walk, at, rule->clause));
}

static void read_extension(struct walk *walk, size_t at)
{
    const struct lenient_rule *rule = walk->rules->lenient;
    for (; rule->token; rule++)
        if (applies(walk, at, rule))
            handed_add(walk->handed, (struct handed_edit){.start = token_at(walk, at)->start_byte,
                                                          .end = token_at(walk, at)->end_byte,
                                                          .fill = ' ',
                                                          .text = rule->handed});
}

/* Reads a token of a directive that includes nothing. Returns the index of the next one to read. */
static size_t read_in_directive(struct walk *walk, size_t at)
{
    const struct token *token = token_at(walk, at);
    if (token->kind == TOKEN_TEXT)
        overwrite(walk, token->start_byte, token->end_byte, '_', NULL);
    read_extension(walk, at);
    return is_one_of(walk, at, walk->rules->header_tests) ? read_header_test(walk, at) : at + 1;
}

/* Reads the directive that starts at a token. Returns the index after its line end. */
static size_t read_directive(struct walk *walk, size_t start)
{
    const struct language *language = walk->program->language;
    size_t end = start, n = walk->program->tokens.n;
    enum directive_kind kind = directive_kind_of(language, text_at(walk, start + 1));
    bool is_include = kind == DIRECTIVE_INCLUDE;
    while (end < n && token_at(walk, end)->kind != TOKEN_LINE_END)
        end = is_include ? end + 1 : read_in_directive(walk, end);
    bool has_header =
        is_include && start + 2 < end && token_at(walk, start + 2)->kind == TOKEN_STRING;
    for (size_t i = start + 3; has_header && i < end; i++)
        overwrite(walk, token_at(walk, i)->start_byte, token_at(walk, i)->end_byte, '\n', NULL);
    size_t after = token_at(walk, has_header ? start + 2 : end - 1)->end_byte;
    if (after == walk->program->length)
        put(walk, after, "\n");
    else if (strchr(" \t\v\f", walk->source[after]))
        overwrite(walk, after, after + 1, '\n', NULL);
    if (kind == DIRECTIVE_DEFINE && start + 2 < end && walk->n_macros < MAX_MACROS)
        walk->macros[walk->n_macros++] = start + 2;
    return end < n ? end + 1 : end;
}

static bool is_macro(const struct walk *walk, size_t name)
{
    for (size_t i = 0; i < walk->n_macros; i++)
        if (token_text_equal(text_at(walk, walk->macros[i]), text_at(walk, name)))
            return true;
    return false;
}

/* Returns the index after the list of parameters of a name that are only names; 0 if they are not.
 */
static size_t after_names(const struct walk *walk, size_t name)
{
    size_t after = is_text(walk, name + 1, "(") ? after_brackets(walk, name + 1) : 0;
    for (size_t i = name + 2; i + 1 < after; i++)
        if (!(i % 2 == name % 2 ? is_name(walk, i) : is_text(walk, i, ",")))
            return 0;
    return after > name + 3 && after < walk->program->tokens.n ? after : 0;
}

/* Returns whether the name is that of a function with a body. Parameters that are only names may
 * have their types between their list and the body. */
static bool is_function(const struct walk *walk, size_t name)
{
    size_t after = is_text(walk, name + 1, "(") ? after_brackets(walk, name + 1) : 0;
    if (!after || is_text(walk, after, "{"))
        return after;
    after = after_names(walk, name);
    return after && token_at(walk, after)->kind == TOKEN_WORD;
}

/* Reads a function whose parameters are only names. */
static void read_old_style(struct walk *walk, size_t name)
{
    size_t after = is_name(walk, name) ? after_names(walk, name) : 0;
    if (!after || is_macro(walk, name))
        return;
    for (size_t i = name + 2; is_text(walk, after, "{") && i < after; i += 2)
        put(walk, token_at(walk, i)->start_byte, walk->rules->implicit_type);
    for (size_t i = name;
         token_at(walk, after)->kind == TOKEN_WORD && i > 0 && is_text(walk, i - 1, "*"); i--)
        overwrite(walk, token_at(walk, i - 1)->start_byte, token_at(walk, i - 1)->end_byte, ' ',
                  NULL);
}

static bool is_variable(const struct walk *walk, size_t name)
{
    static const char *const followers[] = {"=", ",", "[", ";", NULL};
    return is_one_of(walk, name + 1, followers);
}

/* Returns whether the word is one without a type before it: `static` of `static n;`, but not
 * `const` of `int const n;`. */
static bool is_storage_class(const struct walk *walk, size_t word)
{
    static const char *const before[] = {";", "{", "}", NULL};
    return is_one_of(walk, word, walk->rules->storage_classes) && !walk->n_others &&
           (word == 0 || token_is_layout(token_at(walk, word - 1)) ||
            is_one_of(walk, word - 1, before) ||
            is_one_of(walk, word - 1, walk->rules->storage_classes));
}

static void read_code(struct walk *walk, size_t at)
{
    size_t name = is_storage_class(walk, at) ? at + 1 : at;
    bool is_after_word = name > at;
    bool is_declared =
        is_name(walk, name) && (is_after_word || walk->place != PLACE_INSIDE) &&
        (is_function(walk, name) ||
         (is_variable(walk, name) &&
          (is_after_word || (walk->place == PLACE_STATEMENT && !is_text(walk, name + 1, ";")))));
    if (is_declared && !is_macro(walk, name))
        put(walk, token_at(walk, name)->start_byte, walk->rules->implicit_type);
}

static void follow_brackets(struct walk *walk, size_t at)
{
    bool is_closed = is_text(walk, at, "}");
    walk->n_braces += is_text(walk, at, "{");
    walk->n_braces -= is_closed && walk->n_braces;
    walk->n_others += is_text(walk, at, "(") || is_text(walk, at, "[");
    walk->n_others -= (is_text(walk, at, ")") || is_text(walk, at, "]")) && walk->n_others;
    bool is_outside = !walk->n_braces && !walk->n_others;
    walk->place = !is_outside              ? PLACE_INSIDE
                  : is_text(walk, at, ";") ? PLACE_STATEMENT
                  : is_closed              ? PLACE_AFTER_BODY
                                           : PLACE_INSIDE;
}

static bool is_directive(const struct walk *walk, size_t at)
{
    return is_text(walk, at, "#") &&
           (at == 0 || token_at(walk, at - 1)->end_byte <=
                           code_line_start(walk->source, token_at(walk, at)->start_byte));
}

void leniency_find(struct handed *handed, const struct program *program, const char *source)
{
    struct walk walk = {.handed = handed,
                        .program = program,
                        .source = source,
                        .rules = program->language->readings,
                        .place = PLACE_STATEMENT};
    for (size_t i = 0; i < program->tokens.n;) {
        const struct token *token = token_at(&walk, i);
        if (is_directive(&walk, i)) {
            i = read_directive(&walk, i);
            continue;
        }
        if (walk.rules->implicit_type && token->kind == TOKEN_WORD)
            read_code(&walk, i);
        if (walk.rules->implicit_type && !walk.n_braces && !walk.n_others)
            read_old_style(&walk, i);
        read_extension(&walk, i);
        if (!token_is_layout(token))
            follow_brackets(&walk, i);
        i++;
    }
}
