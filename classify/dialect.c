/* The possible dialects are a set, kept as a bit mask. Every construct that is not in all dialects
 * narrows the set. Each kind of node has a chain of rules, which is empty for most kinds.
 *
 * One pass over the tokens finds the lines that may have such a construct, by its signs. If the
 * judge names a dialect, the constructs that it lacks come first: without any, it is that one. */
#include "classify/dialect.h"

#include "tokenize/parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct chained_rule {
    const struct dialect_rule *rule;
    unsigned dialects;               /* that have the construct */
    const struct chained_rule *next; /* about the same kind, or NULL */
};

/* A token of a sign, by its text. */
struct chained_sign {
    const struct dialect_sign *sign;
    struct token_text text;
    bool is_line; /* it comes before the sign in the line */
    const struct chained_sign *next;
};

struct dialect_finder {
    const struct language *language;
    ARRAY(struct chained_rule) rules;
    const struct chained_rule **first; /* by node kind: its first rule, or NULL */
    ARRAY(struct chained_sign) signs;
    const struct chained_sign *of_byte[UCHAR_MAX + 1]; /* by the first byte of the text */
};

static void add_tokens(struct dialect_finder *finder, const struct dialect_sign *sign,
                       const char *const *tokens, bool is_line)
{
    for (; tokens && *tokens; tokens++)
        array_push(&finder->signs,
                   (struct chained_sign){sign, {*tokens, strlen(*tokens)}, is_line, NULL});
}

static void add_signs(struct dialect_finder *finder)
{
    const struct dialect_sign *sign = finder->language->dialects->signs;
    for (; sign && sign->dialects; sign++) {
        add_tokens(finder, sign, sign->tokens, false);
        add_tokens(finder, sign, sign->line, true);
    }
    for (size_t i = finder->signs.n; i-- > 0;) {
        struct chained_sign *chained = &finder->signs.items[i];
        const struct chained_sign **first = &finder->of_byte[(unsigned char)*chained->text.bytes];
        chained->next = *first;
        *first = chained;
    }
}

struct dialect_finder *dialect_finder_new(const struct language *language)
{
    struct dialect_finder *finder = mem_alloc(1, sizeof *finder);
    const struct dialect_rule *const *sets = language->dialects->rules;
    uint16_t n_kinds = syntax_kind_count(language);
    finder->language = language;
    finder->first = mem_alloc(n_kinds, sizeof(void *));
    for (int i = 0; sets && sets[i]; i++)
        for (const struct dialect_rule *rule = sets[i]; rule->kind; rule++)
            array_push(&finder->rules, (struct chained_rule){rule, 1u << i, NULL});
    for (uint16_t kind = 0; kind < n_kinds; kind++)
        for (size_t i = finder->rules.n; i-- > 0;) {
            struct chained_rule *rule = &finder->rules.items[i];
            if (strcmp(rule->rule->kind, syntax_kind_name(language, kind)) != 0)
                continue;
            rule->next = finder->first[kind];
            finder->first[kind] = rule;
        }
    add_signs(finder);
    return finder;
}

void dialect_finder_free(struct dialect_finder *finder)
{
    if (!finder)
        return;
    array_release(&finder->rules);
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
    size_t first, end; /* tokens */
    size_t line_start; /* of the current line */
    uint64_t seen;     /* a bit for each sign: what comes before it in a line was in this one */
    unsigned ignored;  /* dialects whose constructs are not looked for */
    unsigned dialects; /* so far */
    struct program line;
};

static bool contains(const struct program *program, const char *text)
{
    return memmem(program->source, program->length, text, strlen(text));
}

/* Narrows the set by the constructs of a line. */
static void look_at_line(struct looking *looking, size_t token)
{
    struct program *line = &looking->line;
    struct lone_part part = parts_line(looking->program, token);
    const char *source = looking->program->source + part.bytes.start;
    part.bytes = (struct byte_range){0, part.bytes.end - part.bytes.start};
    if (!program_tokenize(line, syntax_parser_lexical(looking->parser), source, part.bytes.end) ||
        !program_parse_part(line, looking->parser, &part))
        return;
    for (uint32_t i = 0; i < line->tree.nodes.n; i++) {
        const struct chained_rule *rule = looking->finder->first[line->tree.nodes.items[i].kind];
        for (; rule; rule = rule->next)
            if ((looking->dialects & rule->dialects) != looking->dialects &&
                matches(line, i, rule->rule) &&
                !(rule->rule->unless && contains(looking->program, rule->rule->unless)))
                looking->dialects &= rule->dialects;
    }
}

static uint64_t bit_of(const struct looking *looking, const struct dialect_sign *sign)
{
    return (uint64_t)1 << (sign - looking->finder->language->dialects->signs);
}

static bool is_layout(const struct looking *looking, size_t token)
{
    return token >= looking->end || token_is_layout(&looking->program->tokens.items[token]);
}

static bool is_one_of(const struct looking *looking, size_t token, const char *const *texts)
{
    return token_text_is_one_of(program_token_text(looking->program, token), texts);
}

/* Returns whether one of these is after a token in brackets, before they close. Does not look far:
 * then the answer is yes. */
static bool has_later_within(const struct looking *looking, size_t token, const char *const *texts)
{
    enum { MAX_LOOK = 100 };
    const struct token_rules *rules = &looking->program->language->tokens;
    bool is_found = false;
    size_t n_open = 0;
    for (size_t at = token + 1; !is_layout(looking, at); at++) {
        struct token_text text = program_token_text(looking->program, at);
        bool is_sign = looking->program->tokens.items[at].kind == TOKEN_SIGN;
        is_found = is_found || (n_open == 0 && token_text_is_one_of(text, texts));
        if (at - token > MAX_LOOK)
            return true;
        if (is_sign && strchr(rules->opening, *text.bytes))
            n_open++;
        else if (is_sign && strchr(rules->closing, *text.bytes) && n_open-- == 0)
            return is_found;
    }
    return false;
}

static bool has_surroundings(const struct looking *looking, size_t token,
                             const struct dialect_sign *sign)
{
    bool is_last = is_layout(looking, token + 1), is_first = token == looking->line_start;
    if (sign->not_before &&
        (is_last
             ? !*sign->not_before
             : token_text_is(program_token_text(looking->program, token + 1), sign->not_before)))
        return false;
    if (sign->after && (is_first || !is_one_of(looking, token - 1, sign->after)))
        return false;
    return (!sign->line || (looking->seen & bit_of(looking, sign))) &&
           (!sign->within || has_later_within(looking, token, sign->within));
}

/* Returns whether the text of a token, or of the start of a string, is a sign by itself. */
static bool has_sign_text(const struct dialect_sign *sign, enum token_kind kind,
                          struct token_text text)
{
    static const unsigned kinds[] = {
        [SIGN_NAME] = 1 << TOKEN_WORD,
        [SIGN_NUMBER] = 1 << TOKEN_NUMBER,
        [SIGN_STRING] = 1 << TOKEN_STRING | 1 << TOKEN_QUOTE,
        [SIGN_STRING_START] = 1 << TOKEN_STRING | 1 << TOKEN_QUOTE,
    };
    size_t n = 0;
    if (!(kinds[sign->kind] & 1 << kind))
        return false;
    while (sign->kind == SIGN_STRING_START && n < text.length && is_ascii_word(text.bytes[n]))
        n++;
    return sign->text(text.bytes, sign->kind == SIGN_STRING_START ? n + 1 : text.length);
}

/* Returns whether a construct whose sign is the token could narrow the set. */
static bool may_narrow(const struct looking *looking, unsigned dialects)
{
    return !(dialects & looking->ignored) && (looking->dialects & dialects) != looking->dialects;
}

static bool is_sign(struct looking *looking, size_t token)
{
    const struct dialect_finder *finder = looking->finder;
    enum token_kind kind = looking->program->tokens.items[token].kind;
    struct token_text text = program_token_text(looking->program, token);
    const struct chained_sign *chained = finder->of_byte[(unsigned char)*text.bytes];
    for (; chained; chained = chained->next) {
        if (!may_narrow(looking, chained->sign->dialects) || text.length != chained->text.length ||
            memcmp(text.bytes, chained->text.bytes, text.length) != 0)
            continue;
        if (!chained->is_line && has_surroundings(looking, token, chained->sign))
            return true;
        looking->seen |= chained->is_line ? bit_of(looking, chained->sign) : 0;
    }
    if (kind == TOKEN_SIGN || kind == TOKEN_TEXT)
        return false;
    for (const struct dialect_sign *sign = finder->language->dialects->signs; sign->dialects;
         sign++)
        if (sign->text && may_narrow(looking, sign->dialects) && has_sign_text(sign, kind, text))
            return true;
    return false;
}

/* Sets the dialects that have all constructs, but for those of ignored dialects only. */
static void look(struct looking *looking, unsigned ignored)
{
    looking->ignored = ignored;
    looking->dialects = looking->finder->language->dialects->all;
    looking->line_start = looking->first;
    looking->seen = 0;
    for (size_t i = looking->first; i < looking->end && looking->dialects; i++) {
        if (is_layout(looking, i)) {
            looking->line_start = i + 1;
            looking->seen = 0;
        }
        if (is_layout(looking, i) || !is_sign(looking, i))
            continue;
        look_at_line(looking, i);
        while (!is_layout(looking, i + 1))
            i++;
    }
}

/* Returns the dialects that have all constructs of the code; or, if there are none that the judge's
 * dialects lack, those. */
static unsigned dialects_in_code(const struct dialect_finder *finder, struct syntax_parser *parser,
                                 const struct program *program, const struct byte_range *bytes,
                                 unsigned of_judge)
{
    unsigned all = finder->language->dialects->all;
    struct looking looking = {
        .finder = finder,
        .parser = parser,
        .program = program,
        .first = bytes ? program_token_from(program, bytes->start) : 0,
        .end = bytes ? program_token_from(program, bytes->end) : program->tokens.n,
    };
    if (!finder->signs.n)
        return all;
    syntax_share_time(parser, true);
    look(&looking, of_judge == all ? 0 : of_judge);
    if (of_judge != all && (looking.dialects & of_judge) != of_judge)
        look(&looking, 0);
    syntax_share_time(parser, false);
    program_release(&looking.line);
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

static bool calls_builtin(const struct program *program, const struct byte_range *bytes)
{
    const char *const *name = program->language->dialects->builtins;
    size_t first = bytes ? program_token_from(program, bytes->start) : 0;
    size_t end = bytes ? program_token_from(program, bytes->end) : program->tokens.n;
    while (name && *name && !is_only_called(program, *name, first, end))
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

/* Returns whether a program has lines whose indentation is less, equal or more than that of a line
 * before depending on how wide tabs are. Blocks are those that tabs of eight columns give. */
static bool has_mixed_tabs(const struct program *program)
{
    ARRAY(size_t) narrow = {0}; /* columns of the open blocks, with tabs of one column */
    bool is_mixed = false, has_tabs = memchr(program->source, '\t', program->length);
    array_push(&narrow, 0);
    for (size_t i = 0; has_tabs && i < program->tokens.n && !is_mixed; i++) {
        const struct token *token = &program->tokens.items[i];
        size_t before = narrow.items[narrow.n - 1];
        if (token->kind == TOKEN_BLOCK_CLOSE && narrow.n > 1)
            narrow.n--;
        bool starts_line = i == 0 || token_is_layout(token - 1);
        if (!starts_line || token_is_layout(token))
            continue;
        size_t start = code_line_start(program->source, token->start_byte);
        const char *feed = memrchr(program->source + start, '\f', token->start_byte - start);
        if (feed) /* the column is counted from it */
            start = (size_t)(feed + 1 - program->source);
        size_t column = token->start_byte - start;
        bool opens = i && (token - 1)->kind == TOKEN_BLOCK_OPEN;
        is_mixed = opens ? column <= before : column != before;
        if (opens)
            array_push(&narrow, column);
    }
    array_release(&narrow);
    return is_mixed;
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
    unsigned dialects = dialects_in_code(finder, parser, program, bytes, of_judge);
    if (dialects == 0 || dialects == rules->all)
        dialects = of_judge;
    if (dialects == rules->all && calls_builtin(program, bytes))
        dialects = rules->with_builtins;
    if (dialects == rules->all && rules->unstated && is_unstated(program))
        dialects = rules->unstated;
    if (dialects == rules->all && rules->mixed && has_mixed_tabs(program))
        dialects = rules->mixed;
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
