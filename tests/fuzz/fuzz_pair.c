/* Two programs: what the texts, the tokens and the trees say of a pair never contradict each other.
 *
 * The input is both programs in one text (pair_input.h), so that one mutation changes both, and
 * their difference stays small.
 *
 * For each pair: the result without a parse, or with a tree derived from the other program's,
 * equals that of parsing both; the edit turns the buggy tokens into the fixed ones, and the buggy
 * text into one with the fixed tokens, by the rule of doc/export.md; and the fix can be printed
 * safely. */
#include "base/utf8.h"
#include "classify/classify.h"
#include "classify/dialect.h"
#include "miner/source.h"
#include "tests/fuzz/pair_input.h"
#include "tests/fuzz/target.h"
#include "tokenize/apply.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TOKENS = 40 };

/* Extra coverage for libFuzzer: which kinds of nodes contain which. */
#ifdef __clang__
__attribute__((used, section("__libfuzzer_extra_counters")))
#endif
static unsigned char kinds_seen[1 << 13];

static struct {
    struct source_comparison sieved, parsed;
    struct dialect_finder *dialects;
    struct str buggy, fixed, repaired;
    struct source a, b, c;
    struct program result;
    bool is_open;
} state;

static void open_state(void)
{
    struct syntax_parser *parser = syntax_parser_new(&language_python);
    state.sieved = (struct source_comparison){
        .sieve = sieve_new(&language_python, MAX_TOKENS),
        .parser = parser,
        .max_tokens = MAX_TOKENS,
    };
    state.parsed = state.sieved;
    state.parsed.parses_all = true;
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

static void use(struct source *source, const char *code, size_t n_bytes)
{
    source->code = code;
    source->n_bytes = n_bytes;
    source->is_parsed = false;
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
    str_clear(&state.repaired);
    edit_apply(&state.repaired, buggy->source, buggy->length, start, end, after.bytes,
               after.length);
    REQUIRE(program_tokenize(&state.result, state.sieved.parser, str_text(&state.repaired),
                             state.repaired.length, NULL) == TOKENIZE_OK,
            "the repaired text does not parse: %s", str_text(&state.repaired));
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
    struct bug_label label = classify_edit(buggy, fixed, edit);
    const char *category = bug_category_name(label.category);
    REQUIRE(bug_category_find(category) == (int)label.category, "no category: %s", category);
    REQUIRE(sstub_pattern_name(label.pattern), "no pattern: %d", (int)label.pattern);
    REQUIRE(!label.role == !identifier_role_name(label.role), "no role: %d", (int)label.role);
    bool is_there = edit_repair_is_in_program(buggy, fixed, edit);
    REQUIRE(!is_there || edit->kind != EDIT_DELETE, "a deletion has a repair");
    const char *dialect = dialect_find(state.dialects, buggy, "Python3");
    REQUIRE(strcmp(dialect, "2") == 0 || strcmp(dialect, "3") == 0 || strcmp(dialect, "both") == 0,
            "no dialect: %s", dialect);
}

/* Whether two sources were parsed to the same tree. */
static void check_trees(const struct source *sieved, const struct source *parsed)
{
    if (!sieved->is_parsed)
        return;
    const struct program *a = &sieved->program, *b = &parsed->program;
    REQUIRE(sieved->program_result == parsed->program_result, "parsed as %d, not %d",
            (int)sieved->program_result, (int)parsed->program_result);
    if (sieved->program_result != TOKENIZE_OK)
        return;
    REQUIRE(a->tokens.n == b->tokens.n && a->tree.nodes.n == b->tree.nodes.n,
            "parsed to %zu tokens and %zu nodes, not %zu and %zu", a->tokens.n, a->tree.nodes.n,
            b->tokens.n, b->tree.nodes.n);
    REQUIRE(a->tree.nodes.n == 0 || memcmp(a->tree.nodes.items, b->tree.nodes.items,
                                           a->tree.nodes.n * sizeof *a->tree.nodes.items) == 0,
            "parsed to another tree");
}

static void count_kinds(const struct syntax_tree *tree)
{
    for (size_t i = 0; i < tree->nodes.n; i++) {
        const struct node *node = &tree->nodes.items[i];
        uint32_t parent = tree->nodes.items[node->parent].kind;
        kinds_seen[(node->kind * 31u + parent * 977u) % sizeof kinds_seen] = 1;
    }
}

static struct token_text text_of(const struct source *source)
{
    return (struct token_text){source->code, source->n_bytes};
}

/* Parsing from the start comes first; what it gave of the buggy side, and what does not parse, is
 * not parsed again: it would be the same, and takes most of the time. */
static void check_pair(const char *buggy, size_t n_buggy, const char *fixed, size_t n_fixed)
{
    struct token_edit edit = {0}, expected = {0};
    use(&state.a, buggy, n_buggy);
    use(&state.b, fixed, n_fixed);
    use(&state.c, fixed, n_fixed);
    source_parse(&state.a, state.parsed.parser, NULL);
    if (state.a.program_result != TOKENIZE_OK) { /* nothing can contradict the texts */
        sieve_compare(state.sieved.sieve, text_of(&state.a), text_of(&state.b));
        return;
    }
    enum reject_reason truth = source_compare(&state.parsed, &state.a, &state.b, &expected);
    bool is_program = state.b.program_result == TOKENIZE_OK;
    struct source *other = is_program ? &state.c : &state.b;
    enum reject_reason reason = source_compare(&state.sieved, &state.a, other, &edit);
    REQUIRE(reason == truth, "%s, but parsed %s:\n%.*s\n--\n%.*s", reject_reason_name(reason),
            reject_reason_name(truth), (int)n_buggy, buggy, (int)n_fixed, fixed);
    check_trees(other, &state.b);
    if (is_program && state.a.program_result == TOKENIZE_OK)
        count_kinds(&state.b.program.tree);
    if (reason != REJECT_NONE)
        return;
    REQUIRE(edit.kind == expected.kind && edit.buggy_token == expected.buggy_token &&
                edit.fixed_token == expected.fixed_token,
            "the edit is another one");
    check_edit(&state.a.program, &other->program, &edit);
    check_application(&state.a.program, &other->program, &edit);
    check_label(&state.a.program, &other->program, &edit);
}

FUZZ_TARGET(pair)
{
    if (!state.is_open)
        open_state();
    pair_input_cut(&state.buggy, &state.fixed, (const char *)bytes, length);
    if (!utf8_is_valid(str_text(&state.buggy), state.buggy.length) ||
        !utf8_is_valid(str_text(&state.fixed), state.fixed.length))
        return 0; /* rejected before anything else looks at it */
    const char *buggy = exact_copy(&state.buggy), *fixed = exact_copy(&state.fixed);
    check_pair(buggy, state.buggy.length, fixed, state.fixed.length);
    free((char *)buggy);
    free((char *)fixed);
    return 0;
}
