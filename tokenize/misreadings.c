/* Grammars of C do not know what a name means, and guess: `a < b && c > (d)` may be the call of a
 * template, `(b) && c` a cast of the address of a label, `(ll)(x)` the call of a function, `(ll)-x`
 * a difference, `a * b;` a declaration, `int x(a * b);` that of a function. Where the declarations
 * contradict, the grammar is handed a text that it can only read as the compiler does:
 *
 *     a < b && c > (d)    `>` in place of the `<` of a comparison
 *     (b) && c            a number in place of the name of a variable
 *     a * b;              the same
 *     (ll)(x)             a word such as `const` before the name of a type
 *
 * The tree then gets the kinds of what the source has. */
#include "tokenize/readings.h"

#include "languages/reading_rules.h"

#include <string.h>

struct search {
    struct handed *handed;
    const struct meanings *meanings;
    const struct syntax_tree *tree;
    const struct reading_rules *rules;
    const struct node *nodes;
    const uint32_t *flags;
    uint32_t round;
};

static bool is(const struct search *search, uint32_t node, unsigned flags)
{
    return search->flags[search->nodes[node].kind] & flags;
}

static struct token_text text_of(const struct search *search, uint32_t node)
{
    return syntax_node_text(search->tree, search->meanings->named->source.bytes, node);
}

static bool is_leaf(const struct search *search, uint32_t node)
{
    return search->nodes[node].next == node + 1;
}

/* Returns the meaning of a leaf; MEANING_UNKNOWN if it is not a name. */
static enum meaning meaning_of(const struct search *search, uint32_t leaf)
{
    if (is(search, leaf, READING_TYPE))
        return MEANING_TYPE;
    if (!is(search, leaf, READING_NAME))
        return MEANING_UNKNOWN;
    return meanings_of(search->meanings, text_of(search, leaf), search->nodes[leaf].start_byte);
}

static void overwrite(const struct search *search, uint32_t leaf, char fill, const char *kind)
{
    const struct node *node = &search->nodes[leaf];
    handed_add(search->handed, (struct handed_edit){.start = node->start_byte,
                                                    .end = node->end_byte,
                                                    .fill = fill,
                                                    .kind = kind,
                                                    .round = search->round});
}

static bool begins_with(const struct search *search, uint32_t node, const char *sign)
{
    struct token_text text = text_of(search, node);
    size_t n = strlen(sign);
    return text.length >= n && memcmp(text.bytes, sign, n) == 0;
}

static bool is_label_cast(const struct search *search, uint32_t cast)
{
    uint32_t value = syntax_child(search->tree, cast, NULL, "value");
    return value && is(search, cast, READING_CAST) &&
           begins_with(search, value, search->rules->label_sign);
}

/* Returns whether an operator directly in the node is hardly ever in arguments of templates. */
static bool has_loose_operator(const struct search *search, uint32_t node)
{
    for (uint32_t child = node + 1; child < search->nodes[node].next;
         child = search->nodes[child].next)
        if (is_leaf(search, child) &&
            token_text_is_one_of(text_of(search, child), search->rules->loose))
            return true;
    return false;
}

/* What is between the angle brackets of what may be a template. */
struct argument_list {
    bool has_type, has_value, is_loose;
    size_t n;
};

static struct argument_list read_arguments(const struct search *search, uint32_t arguments)
{
    struct argument_list list = {0};
    uint32_t end = search->nodes[arguments].next;
    for (uint32_t child = arguments + 1; child < end; child = search->nodes[child].next) {
        if (!syntax_kind_is_named(search->tree->language, search->nodes[child].kind))
            continue;
        bool is_type = is(search, child, READING_DESCRIPTOR);
        uint32_t leaf = is_type ? syntax_child(search->tree, child, NULL, "type") : child;
        bool is_name = is_leaf(search, leaf) && is(search, leaf, READING_NAME);
        enum meaning meaning = meaning_of(search, leaf);
        list.has_type = list.has_type || (is_type && (!is_name || meaning == MEANING_TYPE));
        list.has_value = list.has_value || meaning == MEANING_VALUE;
        list.is_loose =
            list.is_loose || has_loose_operator(search, child) || is_label_cast(search, child);
        list.n++;
    }
    return list;
}

/* Without a declaration of the name, what is between the brackets decides. */
static bool is_comparison(const struct search *search, uint32_t name, uint32_t arguments)
{
    struct argument_list list = read_arguments(search, arguments);
    if (list.has_type || list.n == 0)
        return false;
    enum meaning meaning = meaning_of(search, name);
    if (meaning == MEANING_UNKNOWN)
        return list.is_loose || (list.n > 1 && list.has_value);
    return meaning == MEANING_VALUE;
}

static void check_arguments(const struct search *search, uint32_t arguments)
{
    uint32_t name = arguments - 1;
    bool is_beside = search->nodes[name].parent == search->nodes[arguments].parent;
    if (is_beside && is(search, name, READING_NAME) && is_comparison(search, name, arguments))
        overwrite(search, arguments + 1, '>', "<");
}

static void check_type(const struct search *search, uint32_t descriptor)
{
    uint32_t parent = search->nodes[descriptor].parent;
    uint32_t name = syntax_child(search->tree, descriptor, NULL, "type");
    if (!name || !is(search, name, READING_NAME) ||
        !is(search, parent, READING_CAST | READING_ARGUMENTS))
        return;
    enum meaning meaning = meaning_of(search, name);
    if (meaning == MEANING_VALUE || (meaning == MEANING_UNKNOWN && is_label_cast(search, parent)))
        overwrite(search, name, '0', search->rules->value_name);
}

static void check_parentheses(const struct search *search, uint32_t parentheses)
{
    uint32_t name = parentheses + 2, end = search->nodes[parentheses].next;
    if (end != name + 2 || search->nodes[name].parent != parentheses ||
        !is(search, name, READING_NAME) || meaning_of(search, name) != MEANING_TYPE)
        return;
    uint32_t start = search->nodes[name].start_byte;
    handed_add(search->handed, (struct handed_edit){.start = start,
                                                    .end = start,
                                                    .text = search->rules->type_prefix,
                                                    .round = search->round});
}

/* Returns the variable where a declaration has its type; 0 if there is none. */
static uint32_t variable_for_type(const struct search *search, uint32_t declaration)
{
    uint32_t name = syntax_child(search->tree, declaration, NULL, "type");
    bool is_variable =
        name && is(search, name, READING_NAME) && meaning_of(search, name) == MEANING_VALUE;
    return is_variable ? name : 0;
}

/* The values with which a variable is made look like parameters. If a body follows, as in `rep(i,
 * n * m) {`, they are the arguments of a macro, and stay: before a body, no text makes the grammar
 * read them as values. misreadings_mark_types() gives them the kinds of values. */
static void check_declaration(const struct search *search, uint32_t declaration)
{
    uint32_t name = variable_for_type(search, declaration), at = declaration;
    if (!name || search->nodes[declaration].next == name + 1)
        return;
    while (at && !is(search, at, READING_SCOPE | READING_PROTOTYPE))
        at = search->nodes[at].parent;
    if (is(search, at, READING_EXPRESSION))
        overwrite(search, name, '0', search->rules->value_name);
}

static struct search search_of(const struct meanings *meanings)
{
    const struct syntax_tree *tree = meanings->named->tree;
    return (struct search){
        .meanings = meanings,
        .tree = tree,
        .rules = tree->language->readings,
        .nodes = tree->nodes.items,
        .flags = meanings->named->flags,
    };
}

size_t misreadings_find(struct handed *handed, const struct meanings *meanings, uint32_t round)
{
    struct search search = search_of(meanings);
    size_t n = handed->edits.n;
    search.handed = handed;
    search.round = round;
    for (uint32_t i = 1; i < search.tree->nodes.n; i++) {
        if (is(&search, i, READING_ARGUMENTS))
            check_arguments(&search, i);
        else if (is(&search, i, READING_DESCRIPTOR))
            check_type(&search, i);
        else if (is(&search, i, READING_PARENTHESES))
            check_parentheses(&search, i);
        else if (is(&search, i, READING_EXPRESSION))
            check_declaration(&search, i);
    }
    return handed->edits.n - n;
}

/* Returns the leaf that names what a call calls; 0 if that is not a name. */
static uint32_t called_name(const struct search *search, uint32_t call)
{
    uint32_t name = syntax_child(search->tree, call, NULL, "function");
    while (name && !is_leaf(search, name)) {
        bool is_long = is(search, name, READING_LONG_NAME);
        name = is_long ? syntax_child(search->tree, name, NULL, "name") : 0;
    }
    return name;
}

/* Returns the name that a node has at a place for a value: it calls the name, or is the name in the
 * arguments of a call, which may be that of a macro. Returns 0 if there is none. Variables often
 * have the names of library types, and a macro may declare them. */
static uint32_t name_for_value(const struct search *search, uint32_t node)
{
    if (is(search, node, READING_CALL))
        return called_name(search, node);
    uint32_t parent = search->nodes[node].parent;
    if (is(search, parent, READING_ARGUMENTS))
        return node;
    bool is_argument = is(search, parent, READING_CALL_ARGUMENTS) && is_leaf(search, node);
    return is_argument && !token_text_is_one_of(text_of(search, node), search->rules->types) ? node
                                                                                             : 0;
}

/* Gives the kinds of values to a parameter whose type is a variable: in `rep(i, n * m) {`. */
static void mark_values(const struct search *search, uint32_t parameter)
{
    struct node *nodes = search->meanings->named->tree->nodes.items;
    const struct language *language = search->tree->language;
    const struct reading_rules *rules = search->rules;
    uint32_t name = variable_for_type(search, parameter), rest = name + 1;
    if (!name)
        return;
    bool is_operation = rest < nodes[parameter].next && is(search, rest, READING_DECLARATOR);
    const char *kind = is_operation ? rules->operation : rules->arguments;
    nodes[name].kind = syntax_kind_find(language, rules->value_name, true);
    nodes[parameter].kind = syntax_kind_find(language, kind, true);
    if (is_operation)
        nodes[rest].kind = nodes[parameter].kind;
}

void misreadings_mark_types(const struct meanings *meanings)
{
    const struct search search = search_of(meanings);
    struct syntax_tree *tree = meanings->named->tree;
    uint16_t type = syntax_kind_find(tree->language, search.rules->type_name, true);
    uint16_t value = syntax_kind_find(tree->language, search.rules->value_name, true);
    for (uint32_t i = 1; i < tree->nodes.n; i++) {
        if (is(&search, i, READING_PARAMETER))
            mark_values(&search, i);
        uint32_t name = name_for_value(&search, i);
        bool is_in_type = is(&search, search.nodes[i].parent, READING_DESCRIPTOR);
        if (name && is(&search, name, READING_NAME) && meaning_of(&search, name) == MEANING_TYPE)
            tree->nodes.items[name].kind = type;
        else if (is_in_type && is(&search, i, READING_NAME) &&
                 meaning_of(&search, i) == MEANING_VALUE)
            tree->nodes.items[i].kind = value; /* typeof(a) */
    }
}
