/* Two programs: what the texts, the tokens and the trees say of a pair never contradict each other.
 *
 * The input is both programs in one text (target_pair()), so that one mutation changes both, and
 * their difference stays small.
 *
 * For each program: its tokens ascend, and every byte that is not a blank, in a comment or part of
 * a line continuation is in exactly one of them; the node of a token is the smallest one around it.
 *
 * For each pair: the comparison of the texts gives what that of the tokens gives; an edit that
 * keeps the tree does so; the reason to reject a pair is that of its tokens and trees; the edit
 * turns the buggy tokens into the fixed ones, and the buggy text into one with the fixed tokens, by
 * the rule of `tokfix export --help`; and the fix can be printed safely. */
#include "classify/classify.h"
#include "classify/dialect.h"
#include "miner/program_text.h"
#include "tests/fuzz/target.h"
#include "tests/support/programs.h"
#include "tokenize/difference.h"
#include "tokenize/lone_parts.h"
#include "tokenize/same_value.h"

enum { MAX_TOKENS = 40 };

/* Extra coverage for libFuzzer: which kinds of nodes contain which. */
#ifdef __clang__
__attribute__((used, section("__libfuzzer_extra_counters")))
#endif
static unsigned char kinds_seen[1 << 13];

/* A program that is read from its start. */
struct subject {
    struct program program;
    bool has_tokens, parses;
};

static struct {
    struct text_comparison comparison;
    const struct lexical *lexical;
    struct dialect_finder *dialects;
    struct program_parts parts;
    struct str buggy, fixed, repaired;
    struct subject a, b;
    struct program_text source_a, source_b;
    struct program result;
    bool is_open;
} state;

static void open_state(void)
{
    state.comparison = (struct text_comparison){
        .parser = syntax_parser_new(&language_python),
        .max_tokens = MAX_TOKENS,
    };
    state.lexical = syntax_parser_lexical(state.comparison.parser);
    state.dialects = dialect_finder_new(&language_python);
    state.is_open = true;
}

/* In a buffer of exactly its size, so that a sanitizer detects a read after its end. */
static const char *exact_copy(const struct str *text)
{
    char *bytes = malloc(text->length ? text->length : 1);
    if (!bytes)
        mem_exhausted();
    memcpy(bytes, str_text(text), text->length);
    return bytes;
}

static void count_kinds(const struct syntax_tree *tree)
{
    for (size_t i = 0; i < tree->nodes.n; i++) {
        const struct node *node = &tree->nodes.items[i];
        uint32_t parent = tree->nodes.items[node->parent].kind;
        kinds_seen[(node->kind * 31u + parent * 977u) % sizeof kinds_seen] = 1;
    }
}

static void cut(struct subject *subject, const char *code, size_t n_bytes)
{
    struct program *program = &subject->program;
    subject->has_tokens = program_tokenize(program, state.lexical, code, n_bytes);
    subject->parses = false;
    if (!subject->has_tokens) {
        REQUIRE(program->error != LEXICAL_OK && program->tokens.n == 0, "no tokens and no error");
        REQUIRE(program->error_byte <= n_bytes, "an error after the end");
        return;
    }
    const char *wrong = wrong_cover(program);
    REQUIRE(!wrong, "%s: %.*s", wrong, (int)n_bytes, code);
}

static void parse(struct subject *subject)
{
    struct program *program = &subject->program;
    subject->parses = program_parse(program, state.comparison.parser);
    if (!subject->parses) {
        REQUIRE(program->error_byte <= program->length, "an error after the end");
        REQUIRE(!program->is_too_large || program->tree.nodes.n == 0, "a tree of too large a text");
    }
    const char *wrong = program->tree.nodes.n ? wrong_node(program) : NULL;
    REQUIRE(!wrong, "%s: %.*s", wrong, (int)program->length, program->source);
    count_kinds(&program->tree);
}

static struct token_text text_of(const struct subject *subject)
{
    return (struct token_text){subject->program.source, subject->program.length};
}

static bool are_the_same_text(const struct subject *a, const struct subject *b)
{
    return a->program.length == b->program.length &&
           memcmp(a->program.source, b->program.source, a->program.length) == 0;
}

/* A program with a zero byte has no tokens. The comparison of texts does not look for one. */
static bool has_zero(const struct subject *subject)
{
    return memchr(subject->program.source, '\0', subject->program.length) != NULL;
}

/* Whether the first error of both is the same malformed number, and in what both start with. The
 * comparison of texts need not see it. */
static bool has_unseen_number(const struct subject *a, const struct subject *b)
{
    size_t n = a->program.length < b->program.length ? a->program.length : b->program.length;
    uint32_t byte = a->program.error_byte;
    return a->program.error == LEXICAL_NUMBER && b->program.error == LEXICAL_NUMBER &&
           byte == b->program.error_byte &&
           byte < token_text_common_start(a->program.source, b->program.source, n);
}

/* The claim of difference.h. Returns what the texts say. */
static enum difference check_difference(const struct subject *a, const struct subject *b)
{
    enum lexical_error error = LEXICAL_OK;
    struct token_edit ignored;
    enum difference difference = text_difference(state.lexical, text_of(a), text_of(b), &error);
    enum lexical_error error_a = a->program.error, error_b = b->program.error;
    if (a->has_tokens && b->has_tokens) {
        enum difference truth = program_difference(&a->program, &b->program, &ignored);
        REQUIRE(difference == truth, "the texts differ by %d, the tokens by %d", (int)difference,
                (int)truth);
    } else if (has_zero(a) || has_zero(b)) {
        return difference;
    } else if (difference == DIFFERENCE_NONE) {
        REQUIRE(are_the_same_text(a, b) || has_unseen_number(a, b), "no difference, and no tokens");
    } else if (difference == DIFFERENCE_SINGLE) {
        REQUIRE(error_a == error_b && !a->has_tokens && !b->has_tokens,
                "a single edit, and only one side has tokens");
    } else if (difference == DIFFERENCE_UNKNOWN) {
        bool is_error_of_one = error == error_a || error == error_b;
        REQUIRE(error != LEXICAL_OK && (is_error_of_one || has_unseen_number(a, b)),
                "error %d, not %d or %d", (int)error, (int)error_a, (int)error_b);
    }
    return difference;
}

static bool are_tokens_equal(const struct program *a, size_t i, const struct program *b, size_t j)
{
    return i < a->tokens.n && j < b->tokens.n && program_tokens_equal(a, i, b, j);
}

/* Walks both programs; where the edit is, one token changes, comes or goes. */
static void check_edit(const struct program *buggy, const struct program *fixed,
                       const struct token_edit *edit)
{
    size_t j = 0;
    for (size_t i = 0; i <= buggy->tokens.n; i++) {
        if (i == edit->buggy_token) {
            REQUIRE(j == edit->fixed_token, "the edit is at %zu and %zu", i, edit->fixed_token);
            j += edit->kind != EDIT_DELETE;
            if (edit->kind != EDIT_INSERT)
                continue;
        }
        if (i < buggy->tokens.n)
            REQUIRE(are_tokens_equal(buggy, i, fixed, j++), "token %zu is not the same", i);
    }
    REQUIRE(j == fixed->tokens.n, "%zu tokens, not %zu", j, fixed->tokens.n);
    if (edit->kind == EDIT_REPLACE)
        REQUIRE(!are_tokens_equal(buggy, edit->buggy_token, fixed, edit->fixed_token),
                "nothing is replaced");
}

/* An edit that keeps the tree. */
static void check_trees(const struct subject *buggy, const struct subject *fixed)
{
    const struct syntax_tree *a = &buggy->program.tree, *b = &fixed->program.tree;
    REQUIRE(fixed->parses, "only one side parses:\n%.*s\n--\n%.*s", (int)buggy->program.length,
            buggy->program.source, (int)fixed->program.length, fixed->program.source);
    REQUIRE(a->nodes.n == b->nodes.n, "%zu and %zu nodes", a->nodes.n, b->nodes.n);
    for (size_t i = 0; i < a->nodes.n; i++) {
        const struct node *x = &a->nodes.items[i], *y = &b->nodes.items[i];
        REQUIRE(x->kind == y->kind && x->field == y->field && x->parent == y->parent &&
                    x->next == y->next,
                "node %zu is another one", i);
    }
}

/* Whether a text after three quotes becomes one that looks like a string, as difference.h says. */
static bool is_unclear(const struct program *buggy, size_t start, const struct program *fixed,
                       size_t index)
{
    struct token_text after = program_token_text(fixed, index);
    const char *at = buggy->source + start, *quote = after.bytes;
    return fixed->tokens.items[index].kind == TOKEN_TEXT && after.length > 1 &&
           (*quote == '\'' || *quote == '"') && quote[after.length - 1] == *quote && start > 1 &&
           at[-1] == *quote && at[-2] == *quote && at[0] != *quote;
}

/* Applies the edit as rows of an export give it. */
static void check_application(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit)
{
    bool is_insert = edit->kind == EDIT_INSERT, is_delete = edit->kind == EDIT_DELETE;
    struct token_text after = {"", 0};
    size_t start = buggy->length, end = buggy->length;
    if (edit->buggy_token < buggy->tokens.n) {
        const struct token *token = &buggy->tokens.items[edit->buggy_token];
        start = token->start_byte;
        end = is_insert ? start : token->end_byte;
    }
    if (!is_delete)
        after = program_token_text(fixed, edit->fixed_token);
    if (edit->kind == EDIT_REPLACE && is_unclear(buggy, start, fixed, edit->fixed_token))
        return;
    str_clear(&state.repaired);
    edit_apply(&state.repaired, buggy->source, buggy->length, start, end, after.bytes,
               after.length);
    REQUIRE(program_tokenize(&state.result, state.lexical, str_text(&state.repaired),
                             state.repaired.length),
            "the repaired text has no tokens: %s", str_text(&state.repaired));
    REQUIRE(state.result.tokens.n == fixed->tokens.n, "the repaired text has other tokens: %s",
            str_text(&state.repaired));
    for (size_t i = 0; i < fixed->tokens.n; i++)
        REQUIRE(program_tokens_equal(&state.result, i, fixed, i),
                "the repaired text has another token %zu: %s", i, str_text(&state.repaired));
}

/* What is said of a fix. */
static void check_label(const struct program *buggy, const struct program *fixed,
                        const struct token_edit *edit)
{
    scoped(arena) arena = {0};
    struct fix_row row = fix_row_of(buggy, fixed, edit, NULL, &arena);
    REQUIRE(row.category && bug_category_find(row.category) >= 0, "no category");
    REQUIRE(row.pattern, "no pattern");
    bool is_there = edit_repair_is_in_program(buggy, fixed, edit);
    REQUIRE(!is_there || edit->kind != EDIT_DELETE, "a deletion has a repair");
    const char *dialect =
        dialect_find(state.dialects, state.comparison.parser, buggy, NULL, "Python3");
    REQUIRE(strcmp(dialect, "2") == 0 || strcmp(dialect, "3") == 0 || strcmp(dialect, "both") == 0,
            "no dialect: %s", dialect);
}

static void use(struct program_text *source, const struct subject *subject)
{
    source->code = subject->program.source;
    source->n_bytes = subject->program.length;
    source->is_tokenized = source->is_parsed = false;
}

/* Why the pair is not a fix, by the tokens and trees of both programs. REJECT_UNCLOSED_STRING is
 * any reason of a program that has no tokens. */
static enum reject_reason reason_of(const struct subject *a, const struct subject *b,
                                    enum difference difference)
{
    bool is_long = a->program.tokens.n > MAX_TOKENS || b->program.tokens.n > MAX_TOKENS;
    switch (difference) {
    case DIFFERENCE_NONE:
        return REJECT_IDENTICAL;
    case DIFFERENCE_MULTI:
        return REJECT_MULTI_TOKEN;
    case DIFFERENCE_UNKNOWN:
        return REJECT_UNCLOSED_STRING;
    default:
        return !a->has_tokens || !b->has_tokens ? REJECT_UNCLOSED_STRING
               : is_long                        ? REJECT_TOO_MANY_TOKENS
               : !a->parses || !b->parses       ? REJECT_SYNTAX_ERROR
                                                : REJECT_NONE;
    }
}

/* Whether both programs parse only because the grammar misreads the parts that decide. */
static bool is_misread(const struct subject *a, const struct subject *b,
                       const struct token_edit *edit)
{
    struct lone_part parts[2];
    lone_parts_deciding(&state.parts, &a->program, &b->program, edit, parts);
    return part_is_misread(&a->program, &parts[0]) || part_is_misread(&b->program, &parts[1]);
}

/* The comparison of sources, which parses as little as possible. */
static void check_reason(const struct subject *a, const struct subject *b,
                         enum difference difference)
{
    struct token_edit edit = {0};
    enum reject_reason truth = reason_of(a, b, difference);
    use(&state.source_a, a);
    use(&state.source_b, b);
    enum reject_reason reason =
        program_text_compare(&state.comparison, &state.source_a, &state.source_b, &edit);
    bool is_lexical = reason >= REJECT_UNCLOSED_STRING && reason <= REJECT_NESTING;
    bool is_same =
        reason == REJECT_SAME_VALUE &&
        dialects_of_same_value(&b->program, edit.fixed_token, &a->program, edit.buggy_token);
    REQUIRE(reason == truth || (is_lexical && truth == REJECT_UNCLOSED_STRING) ||
                (is_same && truth == REJECT_NONE) ||
                /* an error in another line */
                (truth == REJECT_SYNTAX_ERROR && (is_same || reason == REJECT_NONE)) ||
                (reason == REJECT_SYNTAX_ERROR && truth == REJECT_NONE && is_misread(a, b, &edit)),
            "%s, not %s:\n%.*s\n--\n%.*s", reject_reason_name(reason), reject_reason_name(truth),
            (int)a->program.length, a->program.source, (int)b->program.length, b->program.source);
    if (reason == REJECT_NONE)
        check_label(&state.source_a.program, &state.source_b.program, &edit);
}

/* The region of an edit needs no tree. */
static void check_regions(const struct program *buggy, const struct program *fixed,
                          const struct token_edit *edit)
{
    static const char *const paths[] = {NULL, "a.py", "tests/test_a.py", "setup.py", "help.py"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        enum fix_region region = fix_region_of(buggy, fixed, edit, paths[i]);
        REQUIRE(region < N_REGIONS, "no region: %d", (int)region);
        REQUIRE(paths[i] || region != REGION_MESSAGE, "a submission has a message");
        REQUIRE(!paths[i] || region != REGION_OUTPUT, "a file of a repository has an output");
    }
}

/* A parse takes most of the time, so only single edits are parsed. */
static void check_pair(struct subject *a, struct subject *b)
{
    struct token_edit edit = {0};
    enum difference difference = check_difference(a, b);
    REQUIRE(check_difference(b, a) == difference, "the other way round is another one");
    bool is_edit = difference == DIFFERENCE_SINGLE && a->has_tokens && b->has_tokens;
    if (a->has_tokens)
        parse(a);
    if (is_edit) {
        program_difference(&a->program, &b->program, &edit);
        check_edit(&a->program, &b->program, &edit);
        check_regions(&a->program, &b->program, &edit);
    }
    if (is_edit && a->parses) {
        parse(b);
        if (edit_keeps_tree(&a->program, &b->program, &edit))
            check_trees(a, b);
    }
    check_reason(a, b, difference);
    if (a->parses && b->parses)
        check_application(&a->program, &b->program, &edit);
}

FUZZ_TARGET(pair)
{
    if (!state.is_open)
        open_state();
    target_pair(&state.buggy, &state.fixed, (const char *)bytes, length);
    if (!utf8_is_valid(str_text(&state.buggy), state.buggy.length) ||
        !utf8_is_valid(str_text(&state.fixed), state.fixed.length))
        return 0; /* rejected before anything else looks at it */
    const char *buggy = exact_copy(&state.buggy), *fixed = exact_copy(&state.fixed);
    cut(&state.a, buggy, state.buggy.length);
    cut(&state.b, fixed, state.fixed.length);
    check_pair(&state.a, &state.b);
    free((char *)buggy);
    free((char *)fixed);
    return 0;
}
