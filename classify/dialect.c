/* The possible dialects are a set, kept as a bit mask. Every construct that is not in all dialects
 * narrows the set. Each kind of node has a chain of rules, which is empty for most kinds.
 *
 * One pass over the text finds the lines that may have such a construct, by a regular expression.
 */
#include "classify/dialect.h"

#include "base/str.h"
#include "tokenize/lone_parts.h"

#include <stdlib.h>
#include <string.h>

struct chained_rule {
    const struct dialect_rule *rule;
    unsigned dialects;               /* that have the construct */
    const struct chained_rule *next; /* about the same kind, or NULL */
};

struct dialect_finder {
    const struct language *language;
    ARRAY(struct chained_rule) rules;
    const struct chained_rule **first; /* by node kind: its first rule, or NULL */
    ARRAY(regex_t) signs;              /* [i]: of lines with constructs of the dialect 1 << i */
};

struct dialect_finder *dialect_finder_new(const struct language *language)
{
    struct dialect_finder *finder = mem_alloc(1, sizeof *finder);
    const struct dialect_rule *const *sets = language->dialects->rules;
    uint16_t n_kinds = syntax_kind_count(language);
    finder->language = language;
    finder->first = mem_alloc(n_kinds, sizeof(void *));
    for (int i = 0; sets && sets[i]; i++) {
        regex_t sign;
        regex_compile(&sign, language->dialects->signs[i]);
        array_push(&finder->signs, sign);
        for (const struct dialect_rule *rule = sets[i]; rule->kind; rule++)
            array_push(&finder->rules, (struct chained_rule){rule, 1u << i, NULL});
    }
    for (uint16_t kind = 0; kind < n_kinds; kind++)
        for (size_t i = finder->rules.n; i-- > 0;) {
            struct chained_rule *rule = &finder->rules.items[i];
            if (strcmp(rule->rule->kind, syntax_kind_name(language, kind)) != 0)
                continue;
            rule->next = finder->first[kind];
            finder->first[kind] = rule;
        }
    return finder;
}

void dialect_finder_free(struct dialect_finder *finder)
{
    if (!finder)
        return;
    array_release(&finder->rules);
    for (size_t i = 0; i < finder->signs.n; i++)
        regfree(&finder->signs.items[i]);
    array_release(&finder->signs);
    free(finder->first);
    free(finder);
}

/* Returns whether the node calls a function of that name. */
static bool is_call_of(const struct program *program, uint32_t call, const char *name)
{
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[call];
    if (!syntax_node_is(tree, call, tree->language->roles.call_kind) || node->next == call + 1)
        return false;
    return token_text_is(syntax_node_text(&program->tree, program->source, call + 1), name);
}

static bool matches_text(const struct dialect_rule *rule, struct token_text text)
{
    return rule->text ? rule->text(text.bytes, text.length)
                      : !rule->words || token_text_is_one_of(text, rule->words);
}

/* Returns whether the rule matches a node of its kind, whatever else the program contains. */
static bool matches(const struct program *program, uint32_t index, const struct dialect_rule *rule)
{
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[index];
    uint32_t grandparent = tree->nodes.items[node->parent].parent;
    if (node->start_byte == node->end_byte)
        return false;
    if (rule->parent && !syntax_node_is(tree, node->parent, rule->parent))
        return false;
    if (rule->grandparent && !syntax_node_is(tree, grandparent, rule->grandparent))
        return false;
    if (rule->called && !is_call_of(program, grandparent, rule->called))
        return false;
    if (rule->previous && !syntax_node_follows(tree, index, rule->previous))
        return false;
    return matches_text(rule, syntax_node_text(&program->tree, program->source, index));
}

/* A program whose lines are looked at. */
struct looking {
    const struct dialect_finder *finder;
    struct syntax_parser *parser;
    const struct program *program;
    struct byte_range bytes; /* of the program */
    unsigned dialects;       /* so far */
    struct program line;
    struct str text; /* of a line */
};

static bool contains(const struct program *program, struct byte_range bytes, const char *text)
{
    return memmem(program->source + bytes.start, bytes.end - bytes.start, text, strlen(text));
}

static struct byte_range whole(const struct program *program)
{
    return (struct byte_range){0, program->length};
}

/* Narrows the set by the constructs of the line of a token. Returns the byte after the line. */
static size_t look_at_line(struct looking *looking, size_t token)
{
    struct program *line = &looking->line;
    struct lone_part part = lone_part_line(looking->program, token);
    const char *source = looking->program->source + part.bytes.start;
    const size_t end = part.bytes.end;
    part.bytes = (struct byte_range){0, part.bytes.end - part.bytes.start};
    if (!program_tokenize(line, syntax_parser_lexical(looking->parser), source, part.bytes.end) ||
        !program_parse_part(line, looking->parser, &part))
        return end;
    for (uint32_t i = 0; i < line->tree.nodes.n; i++) {
        const struct chained_rule *rule = looking->finder->first[line->tree.nodes.items[i].kind];
        for (; rule; rule = rule->next)
            if ((looking->dialects & rule->dialects) != looking->dialects &&
                matches(line, i, rule->rule) &&
                !(rule->rule->unless &&
                  contains(looking->program, whole(looking->program), rule->rule->unless)))
                looking->dialects &= rule->dialects;
    }
    return end;
}

/* Returns the token, not layout, that contains a byte or is the next one; tokens.n if there is
 * none. */
static size_t token_at(const struct program *program, size_t byte)
{
    const struct token *tokens = program->tokens.items;
    size_t token = program_token_from(program, byte);
    while (token && tokens[token - 1].end_byte > byte)
        token--;
    while (token < program->tokens.n && token_is_layout(&tokens[token]))
        token++;
    return token;
}

/* Returns whether a sign matches in a line from `at` to `end`. In a string, only escapes are looked
 * at. `token` is its first one. */
static bool has_sign(struct looking *looking, const regex_t *sign, size_t at, size_t end,
                     size_t token)
{
    const char *text = looking->program->source + at;
    const struct token *first = &looking->program->tokens.items[token];
    bool is_string = first->start_byte < at && first->end_byte >= end;
    if (first->start_byte >= end || (is_string && !memchr(text, '\\', end - at)))
        return false;
    str_clear(&looking->text);
    str_add(&looking->text, text, end - at);
    return regex_find(sign, str_text(&looking->text), 0, NULL);
}

/* Narrows the set by the constructs of one dialect, in the lines in which its sign matches. Once
 * there is one, others say the same. */
static void look_for(struct looking *looking, size_t dialect)
{
    const struct program *program = looking->program;
    const regex_t *sign = &looking->finder->signs.items[dialect];
    size_t end = looking->bytes.end, next, token;
    for (size_t at = looking->bytes.start; at < end && looking->dialects & ~(1u << dialect);
         at = next) {
        size_t line_end = code_line_end(program->source, end, at);
        next = code_next_line(program->source, end, line_end);
        if ((token = token_at(program, at)) == program->tokens.n ||
            !has_sign(looking, sign, at, line_end, token))
            continue;
        size_t after = look_at_line(looking, token);
        next = after > next ? after : next;
    }
}

/* Returns the dialects that have all constructs of the code; or all, if it has none that those of
 * the judge lack. */
static unsigned dialects_in_code(const struct dialect_finder *finder, struct syntax_parser *parser,
                                 const struct program *program, struct byte_range bytes,
                                 unsigned of_judge)
{
    unsigned all = finder->language->dialects->all, later = of_judge == all ? 0 : of_judge;
    struct looking looking = {
        .finder = finder,
        .parser = parser,
        .program = program,
        .bytes = bytes,
        .dialects = all,
    };
    syntax_share_time(parser, true);
    for (size_t i = 0; i < finder->signs.n; i++)
        if (!(later >> i & 1))
            look_for(&looking, i);
    for (size_t i = 0; i < finder->signs.n; i++)
        if (later >> i & 1 && looking.dialects != all)
            look_for(&looking, i);
    syntax_share_time(parser, false);
    program_release(&looking.line);
    str_release(&looking.text);
    return looking.dialects;
}

/* Returns whether the tokens from `first` to before `end` call a name, and the program does nothing
 * else with it: then it is not its own. */
static bool is_only_called(const struct program *program, const char *name, size_t first,
                           size_t end)
{
    static const char *const owners[] = {"def", "class", ".", NULL};
    bool is_called = false;
    for (size_t i = 0; i < program->tokens.n; i++) {
        if (program->tokens.items[i].kind != TOKEN_WORD ||
            !token_text_is(program_token_text(program, i), name))
            continue;
        if (i + 1 == program->tokens.n || !token_text_is(program_token_text(program, i + 1), "(") ||
            (i && token_text_is_one_of(program_token_text(program, i - 1), owners)))
            return false;
        is_called = is_called || (first <= i && i < end);
    }
    return is_called;
}

static bool calls_builtin(const struct program *program, struct byte_range bytes)
{
    const char *const *name = program->language->dialects->builtins;
    size_t first = program_token_from(program, bytes.start);
    size_t end = program_token_from(program, bytes.end);
    while (name && *name &&
           !(contains(program, bytes, *name) && is_only_called(program, *name, first, end)))
        name++;
    return name && *name;
}

static bool is_unstated(const struct program *program)
{
    const char *name;
    size_t i = 0;
    while (i < program->length && (unsigned char)program->source[i] < 0x80)
        i++;
    return i < program->length && !program->has_mark &&
           !program->language->find_encoding(&name, program->source, program->length);
}

const char *dialect_find(const struct dialect_finder *finder, struct syntax_parser *parser,
                         const struct program *program, const struct byte_range *bytes,
                         const char *original_language)
{
    const struct language *language = finder->language;
    const struct dialect_rules *rules = language->dialects;
    if (!rules->names)
        return NULL;
    unsigned of_judge = language_dialects_of_judge(language, original_language);
    const struct byte_range range = bytes ? *bytes : whole(program);
    unsigned dialects = dialects_in_code(finder, parser, program, range, of_judge);
    if (dialects == 0 || dialects == rules->all)
        dialects = of_judge;
    if (dialects == rules->all && calls_builtin(program, range))
        dialects = rules->with_builtins;
    if (dialects == rules->all && rules->unstated && is_unstated(program))
        dialects = rules->unstated;
    return rules->names[dialects - 1];
}

bool dialect_may_change(const struct dialect_finder *finder, const struct program *program,
                        size_t token, struct token_text before, struct token_text after)
{
    if (!finder->rules.n)
        return false;
    uint16_t kind = program->tree.nodes.items[program->tokens.items[token].node].kind;
    for (const struct chained_rule *rule = finder->first[kind]; rule; rule = rule->next)
        if (matches_text(rule->rule, before) != matches_text(rule->rule, after))
            return true;
    for (size_t i = 0; i < finder->rules.n; i++)
        if (token_text_is(before, finder->rules.items[i].rule->kind) ||
            token_text_is(after, finder->rules.items[i].rule->kind))
            return true;
    return false;
}
