/* One mined problem: the places of fixes, the submissions in fixes, and the reasons against
 * other pairs. */
#include "miner/unit_miner.h"
#include "tests/support/codenet.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* A tree in which problems are mined, and the last result. */
struct mined {
    struct pair_source source;
    struct mine_options options;
    struct unit_miner *miner;
    struct unit_result result;
};

static void mined_release(struct mined *mined)
{
    unit_result_release(&mined->result);
    unit_miner_free(mined->miner);
    source_close(&mined->source);
}
SCOPED_VALUE(mined, mined_release)

static const struct mine_options defaults = {.languages = LANGUAGE_SET_DEFAULT,
                                             .pairing = PAIRING_ALL,
                                             .failing = FAILING_JUDGED,
                                             .max_bytes = 200,
                                             .max_tokens = 40,
                                             .max_pairs = SIZE_MAX};

static void mine_problem(struct mined *mined, const char *problem_id)
{
    unit_result_release(&mined->result);
    mined->result = (struct unit_result){
        .unit = codenet_problem(mined->source.units, mined->source.n_units, problem_id)};
    unit_miner_run(mined->miner, &mined->source, &mined->result);
}

static void open_tree(struct mined *mined, const char *tree, const struct mine_options *options)
{
    *mined = (struct mined){.options = *options};
    struct source_request request = dataset_request(tree, NULL);
    request.max_bytes = options->max_bytes;
    assert_done(codenet_kind.open(&mined->source, &request, &err));
    mined->miner = unit_miner_new(&mined->options);
}

/* Mines a problem with these submissions, the only one of a new tree; `options` may be NULL. */
static void mine_all(struct mined *mined, const char *name, const struct mine_options *options,
                     const struct codenet_submission *submissions, size_t n)
{
    const char *tree = codenet_make(name);
    codenet_add_problem(tree, "p00001", submissions, n);
    open_tree(mined, tree, options ? options : &defaults);
    mine_problem(mined, "p00001");
}

/* The counts of the first language; zeros if there is none. */
static const struct language_result *counts_of(const struct unit_result *result)
{
    static const struct language_result none;
    return result->languages.n ? &result->languages.items[0] : &none;
}

/* The fixes in their order, "buggy-fixed" each; in a static buffer. */
static const char *fixes_of(const struct unit_result *result)
{
    static struct str fixes;
    str_clear(&fixes);
    for (size_t i = 0; i < result->fixes.n; i++) {
        const struct fix_row *fix = &result->fixes.items[i];
        str_print(&fixes, "%s%s-%s", i ? " " : "", result->used.items[fix->buggy].version->id,
                  result->used.items[fix->fixed].version->id);
    }
    return str_text(&fixes);
}

/* The rejects that are there, "reason status n" each; in a static buffer. */
static const char *rejects_of(const struct unit_result *result)
{
    static struct str rejects;
    str_clear(&rejects);
    for (int reason = 0; reason < N_REJECT_REASONS; reason++)
        for (size_t i = 0; i < counts_of(result)->by_verdict.n; i++)
            if (counts_of(result)->by_verdict.items[i].n_rejects[reason])
                str_print(&rejects, "%s%s %s %zu", rejects.length ? "; " : "",
                          reject_reason_name((enum reject_reason)reason),
                          counts_of(result)->verdicts.keys.items[i],
                          counts_of(result)->by_verdict.items[i].n_rejects[reason]);
    return str_text(&rejects);
}

struct place_case {
    const char *buggy, *fixed; /* programs.h */
    const char *edit, *before, *after, *category, *pattern;
    const char *next; /* the token after the gap of an insertion or deletion; NULL for replace */
    int line, column, token_index, n_tokens;
    int fixed_line, fixed_column, fixed_token_index, fixed_n_tokens;
};

static void check_place(const struct place_row *place, const struct marked *program,
                        const char *next, int line, int column, int token_index, int n_tokens)
{
    size_t token_end = next ? program->start_byte + strlen(next) : program->end_byte;
    assert_int_equal(place->start_byte, program->start_byte);
    assert_int_equal(place->end_byte, program->end_byte);
    assert_int_equal(place->token_end_byte, token_end);
    assert_int_equal(place->line, line);
    assert_int_equal(place->column, column);
    assert_int_equal(place->token_index, token_index);
    assert_int_equal(place->n_tokens, n_tokens);
}

static void check_source(const struct used_version *used, const char *id,
                         const struct marked *program, int n_tokens)
{
    char sha256[SHA256_HEX_SIZE];
    const struct str *code = &program->code;
    assert_string_equal(used->version->id, id);
    assert_int_equal(used->source.n_bytes, code->length);
    assert_memory_equal(used->source.code, str_text(code), code->length);
    assert_int_equal(used->source.n_tokens, n_tokens);
    sha256_hex(str_text(code), code->length, sha256);
    assert_string_equal(used->source.sha256, sha256);
}

static void check_text(const char *text, size_t length, const char *expected)
{
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(text, expected, length);
}

/* Mines the two programs, once without and once with a byte order mark before each. */
static void check_fix(const struct place_case *c, bool has_mark)
{
    static int n_trees;
    const char *mark = has_mark ? "\xef\xbb\xbf" : "";
    scoped(mined) mined = {0};
    scoped(marked) buggy = marked_read(c->buggy), fixed = marked_read(c->fixed);
    const struct codenet_submission submissions[] = {
        {"s2", "u1", 1, "Wrong Answer", printed("%s%s", mark, str_text(&buggy.code))},
        {"s1", "u1", 2, "Accepted", printed("%s%s", mark, str_text(&fixed.code))},
    };
    mine_all(&mined, printed("place%d", n_trees++), NULL, submissions, 2);
    const struct unit_result *result = &mined.result;
    if (strcmp(fixes_of(result), "s2-s1") != 0)
        fail_msg("no fix, but %s: %s", rejects_of(result), c->buggy);
    const struct fix_row *fix = &result->fixes.items[0];
    assert_string_equal(fix->edit, c->edit);
    assert_string_equal(fix->category, c->category);
    assert_string_equal(fix->pattern, c->pattern);
    check_text(fix->before, fix->before_length, c->before);
    check_text(fix->after, fix->after_length, c->after);
    check_place(&fix->buggy_place, &buggy, buggy.start_byte == buggy.end_byte ? c->next : NULL,
                c->line, c->column, c->token_index, c->n_tokens);
    check_place(&fix->fixed_place, &fixed, fixed.start_byte == fixed.end_byte ? c->next : NULL,
                c->fixed_line, c->fixed_column, c->fixed_token_index, c->fixed_n_tokens);
    check_source(&result->used.items[fix->buggy], "s2", &buggy, c->n_tokens);
    check_source(&result->used.items[fix->fixed], "s1", &fixed, c->fixed_n_tokens);
}

TEST(unit_miner__gives_the_place_of_the_token)
{
    static const struct place_case cases[] = {
        {"«a»\n", "«b»\n", "replace", "a", "b", "variable_misuse", "CHANGE_IDENTIFIER_USED", NULL,
         1, 0, 0, 2, 1, 0, 0, 2},
        /* characters of two, three and four bytes before it, of another number on each side */
        {"# é\ns = 'éあ🍎'; print(s, «s»)\n", "s = 'éあ🍎'; print(s, «t»)\n", "replace", "s", "t",
         "variable_misuse", "CHANGE_IDENTIFIER_USED", NULL, 2, 20, 8, 11, 1, 20, 8, 11},
        {"変数 = 値 «<» é\n", "変数 = 値 «<=» é\n", "replace", "<", "<=", "comparison_operator",
         "CHANGE_BINARY_OPERATOR", NULL, 1, 7, 3, 6, 1, 7, 3, 6},
        {"a = 1\r\nb = 2\r\nc = a «-» b\r\n", "a = 1\r\nb = 2\r\nc = a «+» b\r\n", "replace", "-",
         "+", "binary_operator", "CHANGE_BINARY_OPERATOR", NULL, 3, 6, 11, 14, 3, 6, 11, 14},
        {"a = 1\rb = «2»\r", "a = 1\rb = «30»\r", "replace", "2", "30", "literal",
         "CHANGE_NUMERIC_LITERAL", NULL, 2, 4, 6, 8, 2, 4, 6, 8},
        /* tokens before it on other lines, and of other widths */
        {"if aa:\n\n    x «=» 1\n", "if aa: # c\n    x «+=» 1\n", "replace", "=",
         "+=", "assignment_operator", "SINGLE_TOKEN", NULL, 3, 6, 6, 10, 2, 6, 6, 10},
        {"x = («\"\"\"a\n\nb\"\"\"»\n)\n", "x = (\n«\"c\"»)\n", "replace", "\"\"\"a\n\nb\"\"\"",
         "\"c\"", "literal", "CHANGE_STRING_LITERAL", NULL, 1, 5, 3, 6, 2, 0, 3, 6},
        {"é = 1\nif «»é:\n    é\n", "é = 1\nif «not» é:\n    é\n", "insert", "", "not",
         "logical_operator", "CHANGE_UNARY_OPERATOR", "é", 2, 3, 5, 12, 2, 3, 5, 13},
        {"s = 'あ'; b = «not» ('🍎')\n", "s = 'あ'; b = «»('🍎')\n", "delete", "not", "",
         "logical_operator", "CHANGE_UNARY_OPERATOR", "(", 1, 13, 6, 11, 1, 13, 6, 10},
        /* the gap is before the next token, not after the one before */
        {"x = (a and  # c\n     «»bb)\n", "x = (a and  # c\n     «not» bb)\n", "insert", "", "not",
         "logical_operator", "CHANGE_UNARY_OPERATOR", "bb", 2, 5, 5, 8, 2, 5, 5, 9},
        /* its text is its name, its place is its text in the file */
        {"a = b «not  in» c\n", "a = b «is \\\n not» c\n", "replace", "not in", "is not",
         "comparison_operator", "CHANGE_BINARY_OPERATOR", NULL, 1, 6, 3, 6, 1, 6, 3, 6},
        {"a = f'あ{x}{«x»}'\n", "a = f'あ{x}{«y»}'\n", "replace", "x", "y", "variable_misuse",
         "CHANGE_IDENTIFIER_USED", NULL, 1, 11, 8, 12, 1, 11, 8, 12},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        check_fix(&cases[i], false);
        check_fix(&cases[i], true);
    }
}

/* Three failing and two accepted programs of one user, each one token from each. */
TEST(unit_miner__lists_a_submission_of_several_fixes_once)
{
    static const struct codenet_submission submissions[] = {
        {"s1", "u1", 1, "Wrong Answer", "print(a)\n"},
        {"s2", "u1", 2, "Runtime Error", "print(b)\n"},
        {"s3", "u1", 3, "Accepted", "print(c)\n"},
        {"s4", "u1", 4, "Wrong Answer", "print(d)\n"},
        {"s5", "u1", 5, "Accepted", "print(e)\n"},
        {"s6", "u1", 6, "Wrong Answer", "print(f)\n"},
        {"s7", "u2", 1, "Wrong Answer", "print(a)\n"}, /* another history */
        {"s8", "u2", 2, "Accepted", "print(c)\n"},
    };
    static const struct {
        enum pairing pairing;
        const char *fixes;
        size_t n_used, n_compared;
    } cases[] = {
        {PAIRING_ALL, "s1-s3 s1-s5 s2-s3 s2-s5 s4-s5 s7-s8", 7, 7},
        {PAIRING_NEXT, "s1-s3 s2-s3 s4-s5 s7-s8", 7, 7},
        {PAIRING_ADJACENT, "s2-s3 s4-s5 s7-s8", 6, 6},
    };
    for (size_t c = 0; c < N_ITEMS(cases); c++) {
        scoped(mined) mined = {0};
        struct mine_options options = defaults;
        options.pairing = cases[c].pairing;
        mine_all(&mined, printed("several%zu", c), &options, submissions, N_ITEMS(submissions));
        const struct unit_result *result = &mined.result;
        assert_string_equal(fixes_of(result), cases[c].fixes);
        assert_int_equal(result->used.n, cases[c].n_used);
        assert_int_equal(counts_of(result)->n_compared, cases[c].n_compared);
        assert_int_equal(counts_of(result)->n_pairs, result->fixes.n);
        for (size_t i = 0; i < result->used.n; i++)
            for (size_t j = i + 1; j < result->used.n; j++)
                assert_ptr_not_equal(result->used.items[i].version, result->used.items[j].version);
    }
}

#define COMMENT "# xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
static const char large[] = COMMENT COMMENT COMMENT COMMENT;
#define MANY_TOKENS "=1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1\n"
static const char many_tokens[] = "x" MANY_TOKENS;

/* A user with a failing and an accepted submission for each reason. */
TEST(unit_miner__counts_other_pairs_by_reason_and_status)
{
    static const struct codenet_submission submissions[] = {
        {"s01", "u01", 1, "Wrong Answer", NULL},
        {"s02", "u01", 2, "Accepted", "x\n"},
        {"s03", "u02", 1, "Runtime Error", "x\n"},
        {"s04", "u02", 2, "Accepted", NULL},
        {"s05", "u03", 1, "Time Limit Exceeded", large},
        {"s06", "u03", 2, "Accepted", "x\n"},
        {"s07", "u04", 1, "Memory Limit Exceeded", "'\xff'\n"},
        {"s08", "u04", 2, "Accepted", "x\n"},
        {"s09", "u05", 1, "Compile Error", "=\n"}, /* one token, but it does not parse */
        {"s10", "u05", 2, "Accepted", "x\n"},
        {"s11", "u06", 1, "Output Limit Exceeded", many_tokens},
        {"s12", "u06", 2, "Accepted", "y" MANY_TOKENS},
        {"s13", "u07", 1, "WA: Presentation Error", "x  # a\n"},
        {"s14", "u07", 2, "Accepted", "\nx\n"},
        {"s15", "u08", 1, "Query Limit Exceeded", "x = y\n"},
        {"s16", "u08", 2, "Accepted", "y = x\n"},
        {"s17", "u08", 3, "Query Limit Exceeded", "x\n"}, /* no pair */
        {"s18", "u08", 4, "Internal error", NULL},        /* no pair, and not read */
        /* the earlier reason of both sides counts, whichever side it is */
        {"s19", "u09", 1, "Compile Error", "(\n"},
        {"s20", "u09", 2, "Accepted", NULL},
        {"s21", "u10", 1, "Compile Error", many_tokens}, /* whether or not it parses */
        {"s22", "u10", 2, "Accepted", "=\n"},
        {"s23", "u11", 1, "Wrong Answer", "x\n"},
        {"s24", "u11", 2, "Accepted", "x\n"},
        {"s25", "u11", 3, "Accepted", "x \n"},
        /* what has no tokens */
        {"s26", "u12", 1, "Compile Error", "(\n"},
        {"s27", "u12", 2, "Accepted", "x\n"},
        {"s28", "u13", 1, "Runtime Error", "x = 'a\n"},
        {"s29", "u13", 2, "Accepted", "x = 'a'\n"},
        {"s30", "u14", 1, "Compile Error", "if x:\n    y\n  z\n"},
        {"s31", "u14", 2, "Accepted", "if x:\n    y\n    z\n"},
        {"s32", "u15", 1, "Compile Error", "$\n"},
        {"s33", "u15", 2, "Accepted", "x\n"},
        {"s34", "u16", 1, "Runtime Error", "0or x\n"},
        {"s35", "u16", 2, "Accepted", "0 or x\n"},
    };
    scoped(mined) mined = {0};
    mine_all(&mined, "rejects", NULL, submissions, N_ITEMS(submissions));
    const struct unit_result *result = &mined.result;
    assert_string_equal(rejects_of(result), "unreadable Wrong Answer 1; "
                                            "unreadable Runtime Error 1; "
                                            "unreadable Compile Error 1; "
                                            "too_large Time Limit Exceeded 1; "
                                            "encoding Memory Limit Exceeded 1; "
                                            "unclosed_string Runtime Error 1; "
                                            "unmatched_bracket Compile Error 1; "
                                            "indentation Compile Error 1; "
                                            "stray_character Compile Error 1; "
                                            "malformed_number Runtime Error 1; "
                                            "identical Wrong Answer 2; "
                                            "identical WA: Presentation Error 1; "
                                            "multi_token Compile Error 1; "
                                            "multi_token Query Limit Exceeded 1; "
                                            "too_many_tokens Output Limit Exceeded 1; "
                                            "syntax_error Compile Error 1");
    assert_int_equal(counts_of(result)->n_pairs, 17);
    assert_int_equal(result->fixes.n, 0);
    assert_int_equal(result->used.n, 0);
    assert_int_equal(counts_of(result)->n_compared, 33);
    assert_int_equal(counts_of(result)->n_histories, 16);
    assert_int_equal(counts_of(result)->n_histories_of_size.n, 5);
    assert_int_equal(counts_of(result)->n_histories_of_size.items[1], 0);
    assert_int_equal(counts_of(result)->n_histories_of_size.items[2], 14);
    assert_int_equal(counts_of(result)->n_histories_of_size.items[3], 1);
    assert_int_equal(counts_of(result)->n_histories_of_size.items[4], 1);
    assert_string_equal(codenet_errors(&result->content->errors),
                        "source_missing data/p00001/Python/s01.py; "
                        "source_missing data/p00001/Python/s04.py; "
                        "source_too_large data/p00001/Python/s05.py; "
                        "source_encoding data/p00001/Python/s07.py; "
                        "source_missing data/p00001/Python/s20.py");
}

TEST(unit_miner__reports_a_source_once_for_all_its_pairs)
{
    static const struct codenet_submission submissions[] = {
        {"s1", "u1", 1, "Wrong Answer", NULL},
        {"s2", "u1", 2, "Accepted", "x\n"},
        {"s3", "u1", 3, "Accepted", "y\n"},
        {"s4", "u1", 4, "Accepted", "z\n"},
    };
    scoped(mined) mined = {0};
    mine_all(&mined, "once", NULL, submissions, N_ITEMS(submissions));
    const struct unit_result *result = &mined.result;
    assert_string_equal(rejects_of(result), "unreadable Wrong Answer 3");
    assert_string_equal(codenet_errors(&result->content->errors),
                        "source_missing data/p00001/Python/s1.py");
}

enum { N_LONG = 150 };

/* A long history, a problem without anything, and a short history, each mined twice by one
 * miner. */
TEST(unit_miner__mines_the_same_whatever_it_mined_before)
{
    struct codenet_submission many[N_LONG];
    for (int i = 0; i < N_LONG; i++)
        many[i] = (struct codenet_submission){printed("s%03d", i), "u1", i,
                                              i < N_LONG - 1 ? "Wrong Answer" : "Accepted",
                                              printed("print(%d)\n", i)};
    static const struct codenet_submission few[] = {
        {"t1", "u1", 1, "Wrong Answer", "x = 1\n"},
        {"t2", "u1", 2, "Accepted", "x = 2\n"},
    };
    static const char *const order[] = {"p00003", "p00001", "p00002", "p00003", "p00001"};
    scoped(mined) mined = {0};
    const char *tree = codenet_make("again");
    codenet_add_problem(tree, "p00001", many, N_LONG);
    codenet_add_problem(tree, "p00002", NULL, 0);
    codenet_add_problem(tree, "p00003", few, N_ITEMS(few));
    open_tree(&mined, tree, &defaults);
    for (size_t i = 0; i < N_ITEMS(order); i++) {
        mine_problem(&mined, order[i]);
        const struct unit_result *result = &mined.result;
        size_t n_pairs = order[i][5] == '1' ? N_LONG - 1 : order[i][5] == '2' ? 0 : 1;
        assert_int_equal(counts_of(result)->n_pairs, n_pairs);
        assert_int_equal(result->fixes.n, n_pairs);
        assert_int_equal(result->used.n, n_pairs ? n_pairs + 1 : 0);
        assert_int_equal(counts_of(result)->n_histories, n_pairs != 0);
        for (size_t f = 0; f < n_pairs; f++) {
            const struct used_version *buggy = &result->used.items[result->fixes.items[f].buggy];
            const struct codenet_submission *expected = n_pairs == 1 ? &few[0] : &many[f];
            assert_string_equal(buggy->version->id, expected->submission_id);
            check_text(buggy->source.code, buggy->source.n_bytes, expected->code);
        }
        assert_int_equal(result->content->errors.list.n, 0);
    }
}

TEST(unit_miner__takes_users_apart)
{
    static const struct codenet_submission submissions[] = {
        {"s1", "u1", 1, "Wrong Answer", "x\n"},
        {"s2", "u2", 2, "Accepted", "y\n"},
        {"s3", "u10", 3, "Accepted", "z\n"},
        {"s4", "U1", 4, "Accepted", "w\n"},
    };
    scoped(mined) mined = {0};
    mine_all(&mined, "users", NULL, submissions, N_ITEMS(submissions));
    const struct unit_result *result = &mined.result;
    assert_int_equal(counts_of(result)->n_histories, 4);
    assert_int_equal(counts_of(result)->n_pairs, 0);
    assert_int_equal(counts_of(result)->n_compared, 0);
}

/* Of a long history the nearest pairs are compared, and the others are counted by their status. */
TEST(unit_miner__compares_no_more_pairs_than_it_may)
{
    enum { N = 400, N_PAIRS = N / 2 * (N / 2 + 1) / 2, MAX_PAIRS = 250 };
    struct codenet_submission submissions[N];
    for (int i = 0; i < N; i++) {
        bool is_fixed = i % 2;
        const char *failure = i < N / 2 ? "Wrong Answer" : "Runtime Error";
        submissions[i] = (struct codenet_submission){
            printed("s%04d", i), "u1", i + 1, is_fixed ? "Accepted" : failure,
            printed("%s = y%d\n", is_fixed ? "a" : "b", i / 2)};
    }
    scoped(mined) mined = {0};
    struct mine_options options = defaults;
    options.max_pairs = MAX_PAIRS;
    mine_all(&mined, "long", &options, submissions, N);
    const struct unit_result *result = &mined.result;
    /* each of 200 with the next, which is its fix; the first 50 with the one after, too */
    size_t n_first = 0, n_second = 0;
    for (size_t i = 0; i < N / 2; i++)
        *(i < N / 4 ? &n_first : &n_second) += N / 2 - i - (i < MAX_PAIRS - N / 2 ? 2 : 1);
    assert_string_equal(rejects_of(result),
                        printed("too_many_pairs Wrong Answer %zu; "
                                "too_many_pairs Runtime Error %zu; multi_token Wrong Answer %d",
                                n_first, n_second, MAX_PAIRS - N / 2));
    assert_int_equal(counts_of(result)->n_pairs, N_PAIRS);
    assert_int_equal(result->fixes.n, N / 2);
    assert_int_equal(counts_of(result)->n_compared, N);
}

/* Undecided submissions count as failing with FAILING_ALL alone. */
TEST(unit_miner__pairs_undecided_submissions_if_it_should)
{
    static const struct codenet_submission submissions[] = {
        {"s1", "u1", 1, "Internal error", "x = 1\n"},
        {"s2", "u1", 2, "Wrong Answer", "x = 2\n"},
        {"s3", "u1", 3, "", NULL}, /* cannot be read */
        {"s4", "u1", 4, "Accepted", "x = 3\n"},
        {"s5", "u1", 5, "Waiting for Judging", "x = 4\n"}, /* nothing is accepted later */
        {"s6", "u2", 1, "Internal error", "x.a\n"},        /* none of the six categories */
        {"s7", "u2", 2, "Accepted", "x.b\n"},
        {"s8", "u3", 1, "Internal error", "x = 1\n"}, /* several tokens */
        {"s9", "u3", 2, "Accepted", "y = 2\n"},
    };
    static const struct {
        enum failing failing;
        const char *fixes, *rejects, *errors;
        size_t n_pairs, n_compared;
        int first_failing_date; /* of s2-s4 */
    } cases[] = {
        {FAILING_JUDGED, "s2-s4", "", "", 1, 2, 2},
        {FAILING_ALL, "s1-s4 s2-s4 s6-s7", "unreadable  1; multi_token Internal error 1",
         "source_missing data/p00001/Python/s3.py", 5, 8, 1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(mined) mined = {0};
        struct mine_options options = defaults;
        options.failing = cases[i].failing;
        mine_all(&mined, printed("undecided%zu", i), &options, submissions, N_ITEMS(submissions));
        const struct unit_result *result = &mined.result;
        assert_string_equal(fixes_of(result), cases[i].fixes);
        assert_string_equal(rejects_of(result), cases[i].rejects);
        assert_string_equal(codenet_errors(&result->content->errors), cases[i].errors);
        assert_int_equal(counts_of(result)->n_pairs, cases[i].n_pairs);
        assert_int_equal(counts_of(result)->n_compared, cases[i].n_compared);
        assert_int_equal(result->fixes.items[result->fixes.n > 1].first_failing_date,
                         cases[i].first_failing_date);
    }
}

/* Tokens need no program that parses. */
TEST(unit_miner__counts_pairs_of_programs_that_do_not_parse)
{
    static const struct codenet_submission submissions[] = {
        {"s1", "u1", 1, "Compile Error", "if x = 1: y\n"},
        {"s2", "u1", 2, "Compile Error", "if x == 1; y\n"},
        {"s3", "u1", 3, "Compile Error", "if x == 1 y\n"}, /* a token is missing */
        {"s4", "u1", 4, "Compile Error", "if x == (: y\n"},
        {"s5", "u1", 5, "Compile Error", "if x == '1: y\n"},
        {"s6", "u1", 6, "Compile Error", "if x == $: y\n"},
        {"s7", "u1", 7, "Accepted", "if x == 1: y\n"},
    };
    scoped(mined) mined = {0};
    mine_all(&mined, "unparsed", NULL, submissions, N_ITEMS(submissions));
    assert_string_equal(rejects_of(&mined.result),
                        "unclosed_string Compile Error 1; unmatched_bracket Compile Error 1; "
                        "stray_character Compile Error 1; multi_token Compile Error 1; "
                        "syntax_error Compile Error 2");
}

/* Of a fix that keeps the tree, only one side is parsed. The label is that of both trees. */
TEST(unit_miner__labels_a_fix_with_one_tree)
{
    static const struct {
        const char *buggy, *fixed, *category;
    } cases[] = {
        {"a = b\n", "a = c\n", "variable_misuse"},
        {"a = 1\n", "a = 2\n", "literal"},
        {"a = 1.5\n", "a = 2.5\n", "literal"},
        {"a = 'b'\n", "a = 'c'\n", "literal"},
        {"a = 1\n", "a = 'c'\n", "literal"},
        {"a = b\n", "a = print\n", "variable_misuse"},
        {"a.b\n", "a.c\n", "other"},
        {"def f(a): pass\n", "def f(b): pass\n", "other"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct codenet_submission submissions[] = {
            {"s1", "u1", 1, "Wrong Answer", cases[i].buggy},
            {"s2", "u1", 2, "Accepted", cases[i].fixed},
        };
        scoped(mined) mined = {0};
        mine_all(&mined, printed("trees%zu", i), NULL, submissions, 2);
        assert_int_equal(mined.result.fixes.n, 1);
        assert_string_equal(mined.result.fixes.items[0].category, cases[i].category);
    }
}

/* Only of a variable misuse, and only if the program binds both names there. */
TEST(unit_miner__says_whether_names_are_in_scope)
{
    static const struct {
        const char *buggy, *fixed;
        int in_scope;
    } cases[] = {
        {"a = 1\nb = 2\nprint(a)\n", "a = 1\nb = 2\nprint(b)\n", 1},
        {"a = 1\nb = 2\nprint(a)\n", "a = 1\nb = 2\nprint(c)\n", 0},
        {"a = 1\nb = 2\nprit(a)\n", "a = 1\nb = 2\nprint(a)\n", 0},
        {"a = 1\nb = 2\nprint(1)\n", "a = 1\nb = 2\nprint(2)\n", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct codenet_submission submissions[] = {
            {"s1", "u1", 1, "Wrong Answer", cases[i].buggy},
            {"s2", "u1", 2, "Accepted", cases[i].fixed},
        };
        scoped(mined) mined = {0};
        mine_all(&mined, printed("scopes%zu", i), NULL, submissions, 2);
        assert_int_equal(mined.result.fixes.n, 1);
        assert_int_equal(mined.result.fixes.items[0].in_scope, cases[i].in_scope);
    }
}
