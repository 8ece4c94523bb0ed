/* Each name in the tree is followed through its declarators to the node that declares it, and from
 * there to the scope. Scopes are nested, so of the declarations of a name that are known at a place
 * the last one before it is the innermost. */
#include "tokenize/readings.h"

#include "languages/reading_rules.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_LOOKS = 1000, /* declarations of one name that are looked at */
    MAX_ALIASES = 4   /* that are followed */
};

static const struct node *node_at(const struct named_tree *named, uint32_t index)
{
    return &named->tree->nodes.items[index];
}

static unsigned flags_of(const struct named_tree *named, uint32_t index)
{
    return named->flags[node_at(named, index)->kind];
}

/* Returns whether a child is what its parent declares: not its type, size or value. */
static bool is_declarator(const struct named_tree *named, uint32_t child)
{
    const char *field = syntax_field_name(named->tree->language, node_at(named, child)->field);
    return !field || strcmp(field, "declarator") == 0 || strcmp(field, "name") == 0;
}

/* Returns the node that declares a name; 0 if the name is only used. */
static uint32_t declaring_node(const struct named_tree *named, uint32_t name)
{
    enum { DECLARING = READING_VALUES | READING_TYPES | READING_MACRO };
    for (uint32_t at = name; at && is_declarator(named, at);) {
        at = node_at(named, at)->parent;
        if (flags_of(named, at) & DECLARING)
            return at;
        if (!(flags_of(named, at) & READING_DECLARATOR))
            return 0;
    }
    return 0;
}

static uint32_t scope_of(const struct named_tree *named, uint32_t declaring)
{
    unsigned ends = READING_SCOPE;
    if (flags_of(named, declaring) & READING_PARAMETER)
        ends |= READING_PROTOTYPE;
    uint32_t at = declaring;
    do
        at = node_at(named, at)->parent;
    while (at && !(flags_of(named, at) & ends));
    return at;
}

static struct token_text first_word(struct token_text text)
{
    size_t n = 0;
    while (n < text.length && is_ascii_word(text.bytes[n]))
        n++;
    return (struct token_text){text.bytes, n};
}

/* A macro means what the first word of its text means, unless it is an expression. */
static void read_macro(const struct named_tree *named, uint32_t macro, struct declared_name *name)
{
    const struct reading_rules *rules = named->tree->language->readings;
    uint32_t value = syntax_child(named->tree, macro, NULL, "value");
    struct token_text text = value ? syntax_node_text(named->tree, named->source.bytes, value)
                                   : (struct token_text){"", 0};
    struct token_text word = first_word(text);
    bool has_digit = text.length && text.bytes[0] >= '0' && text.bytes[0] <= '9';
    name->to = named->source.length;
    name->meaning = MEANING_VALUE;
    if (!word.length || has_digit || memchr(text.bytes, '(', text.length))
        return;
    name->meaning = token_text_is_one_of(word, rules->type_words) ? MEANING_TYPE : MEANING_UNKNOWN;
    if (name->meaning == MEANING_UNKNOWN)
        name->alias = word;
}

static void add(struct meanings *meanings, uint32_t leaf, uint32_t declaring)
{
    const struct named_tree *named = meanings->named;
    unsigned flags = flags_of(named, declaring);
    uint32_t scope = scope_of(named, declaring);
    bool is_class = flags_of(named, scope) & READING_CLASS;
    struct declared_name name = {
        .name = syntax_node_text(named->tree, named->source.bytes, leaf),
        .from = is_class ? node_at(named, scope)->start_byte : node_at(named, leaf)->start_byte,
        .to = scope ? node_at(named, scope)->end_byte : named->source.length,
        .meaning = flags & READING_TYPES ? MEANING_TYPE : MEANING_VALUE,
    };
    if ((flags & READING_TYPED) && !syntax_child(named->tree, declaring, NULL, "type"))
        return;
    if (flags & READING_MACRO)
        read_macro(named, declaring, &name);
    if (name.meaning == MEANING_VALUE &&
        flags_of(named, node_at(named, declaring)->parent) & READING_TEMPLATE)
        name.meaning = MEANING_TEMPLATE;
    array_push(&meanings->names, name);
}

static int compare_texts(struct token_text a, struct token_text b)
{
    int order = memcmp(a.bytes, b.bytes, a.length < b.length ? a.length : b.length);
    return order ? order : COMPARE(a.length, b.length);
}

static int compare_names(const void *a, const void *b)
{
    const struct declared_name *x = a, *y = b;
    int order = compare_texts(x->name, y->name);
    if (order)
        return order;
    return x->from != y->from ? COMPARE(x->from, y->from) : COMPARE(x->name.bytes, y->name.bytes);
}

void meanings_find(struct meanings *meanings, const struct named_tree *named)
{
    meanings->named = named;
    array_clear(&meanings->names);
    for (uint32_t i = 1; i < named->tree->nodes.n; i++) {
        uint32_t declaring = flags_of(named, i) & READING_NAME ? declaring_node(named, i) : 0;
        if (declaring)
            add(meanings, i, declaring);
    }
    array_sort(&meanings->names, compare_names);
}

static enum meaning of_library(const struct reading_rules *rules, struct token_text name)
{
    if (token_text_is_one_of(name, rules->types) || token_text_is_one_of(name, rules->type_words))
        return MEANING_TYPE;
    return token_text_is_one_of(name, rules->templates) ? MEANING_TEMPLATE : MEANING_UNKNOWN;
}

/* Returns whether the statement up to a token that is left out declares a type: with a word before
 * it, or with a `typedef` before the body of a class. */
static bool declares_type(const struct program *program, size_t token)
{
    enum { MAX_LOOK = 30, MAX_BODY = 100 };
    static const char *const ends[] = {";", "{", "}", NULL};
    static const char *const definition[] = {"typedef", NULL};
    const struct token *tokens = program->left_out.items;
    size_t n_open = 0;
    bool has_body = false;
    for (size_t i = token; i > 0 && token - i < (has_body ? MAX_BODY : MAX_LOOK); i--) {
        struct token_text text = token_text_of(program->language, program->source, &tokens[i - 1]);
        if (token_text_is(text, "}") && (n_open || !has_body)) {
            n_open++;
            has_body = true;
        } else if (n_open) {
            n_open -= token_text_is(text, "{");
        } else if (token_is_layout(&tokens[i - 1]) || token_text_is_one_of(text, ends)) {
            return false;
        } else if (token_text_is_one_of(text, has_body ? definition
                                                       : program->language->parts.declaring)) {
            return true;
        }
    }
    return false;
}

/* Returns the meaning of a name that is left out, as its neighbours look. */
static enum meaning meaning_left_out(const struct program *program, size_t index)
{
    static const char *const before[] = {"*", "&", ">", ",", NULL};
    static const char *const after[] = {";", "=", ",", "[", "(", ")", ":", "{", NULL};
    const struct language *language = program->language;
    const struct token *token = &program->left_out.items[index];
    struct token_text previous = token_text_of(language, program->source, token - 1);
    struct token_text next = token_text_of(language, program->source, token + 1);
    bool is_after_type = token[-1].kind == TOKEN_WORD
                             ? !token_text_is_one_of(previous, language->parts.statements)
                             : token_text_is_one_of(previous, before);
    bool is_call = token[-1].kind != TOKEN_WORD && token_text_is(next, "(");
    if (!is_after_type || is_call || !token_text_is_one_of(next, after))
        return MEANING_UNKNOWN;
    return declares_type(program, index) ? MEANING_TYPE : MEANING_VALUE;
}

/* Returns the index after the directive that begins at a token that is left out; that of the token,
 * if none does. */
static size_t pass_directive(const struct program *program, size_t index)
{
    const struct token *tokens = program->left_out.items;
    if (tokens[index].kind != TOKEN_SIGN ||
        *token_operator_of(program->language, program->source, &tokens[index]).bytes !=
            program->language->tokens.directive)
        return index;
    while (index < program->left_out.n && tokens[index].kind != TOKEN_LINE_END)
        index++;
    return index;
}

/* Returns whether a token has this text; splices count. */
static bool is_name(const struct program *program, const struct token *token,
                    struct token_text name)
{
    return token->kind == TOKEN_WORD && token->end_byte - token->start_byte == name.length &&
           memcmp(program->source + token->start_byte, name.bytes, name.length) == 0;
}

/* Returns the meaning of a name that is declared in what is left out. */
static enum meaning meaning_elsewhere(const struct program *program, struct token_text name)
{
    enum meaning meaning = MEANING_UNKNOWN;
    for (size_t i = 0; i + 1 < program->left_out.n; i++) {
        i = pass_directive(program, i);
        if (i == 0 || i + 1 >= program->left_out.n ||
            !is_name(program, &program->left_out.items[i], name))
            continue;
        enum meaning own = meaning_left_out(program, i);
        if (own == MEANING_VALUE)
            return own;
        meaning = own ? own : meaning;
    }
    return meaning;
}

static enum meaning follow(const struct meanings *meanings, struct token_text name, uint32_t byte,
                           int n_aliases);

static enum meaning meaning_of(const struct meanings *meanings,
                               const struct declared_name *declared, int n_aliases)
{
    return declared->alias.length && n_aliases
               ? follow(meanings, declared->alias, declared->from, n_aliases - 1)
               : declared->meaning;
}

static enum meaning follow(const struct meanings *meanings, struct token_text name, uint32_t byte,
                           int n_aliases)
{
    const struct declared_name *names = meanings->names.items;
    size_t first, next;
    bisect(first, meanings->names.n, compare_texts(names[first].name, name) < 0);
    bisect(next, meanings->names.n,
           compare_texts(names[next].name, name) < 0 ||
               (compare_texts(names[next].name, name) == 0 && names[next].from <= byte));
    for (size_t i = next; i > first && i + MAX_LOOKS > next; i--)
        if (byte < names[i - 1].to)
            return meaning_of(meanings, &names[i - 1], n_aliases);
    enum meaning meaning = meaning_elsewhere(meanings->named->program, name);
    bool is_declared = meaning != MEANING_UNKNOWN;
    if (!is_declared)
        meaning = of_library(meanings->named->tree->language->readings, name);
    for (size_t i = first;
         i < meanings->names.n && i < first + MAX_LOOKS && compare_texts(names[i].name, name) == 0;
         i++) {
        enum meaning own = meaning_of(meanings, &names[i], n_aliases);
        if (is_declared && own != meaning)
            return MEANING_UNKNOWN;
        meaning = own;
        is_declared = true;
    }
    return meaning;
}

enum meaning meanings_of(const struct meanings *meanings, struct token_text name, uint32_t byte)
{
    return follow(meanings, name, byte, MAX_ALIASES);
}

void meanings_release(struct meanings *meanings)
{
    array_release(&meanings->names);
}
