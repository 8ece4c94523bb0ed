/* The tests of a problem, their order and their notes; those that a database stores; and the runs
 * of programs on them. */
#include "verify/problem_runner.h"

#include "miner/pair_source.h"

#include <stdlib.h>
#include <string.h>

/* ---- Tests ---- */

void problem_tests_clear(struct problem_tests *tests)
{
    problem_tests_release(tests);
    *tests = (struct problem_tests){.tolerance = TOLERANCE_USUAL};
}

/* Adds a copy of a test. Nothing is checked. */
static void add_copy(struct problem_tests *tests, const struct test_case *test)
{
    struct test_case copy = *test;
    copy.name = arena_text(&tests->arena, test->name);
    copy.input = arena_copy_text(&tests->arena, test->input, test->input_length);
    copy.expected = arena_copy_text(&tests->arena, test->expected, test->expected_length);
    tests->n_bytes = mem_add(tests->n_bytes, mem_add(test->input_length, test->expected_length));
    array_push(&tests->cases, copy);
}

bool problem_tests_add(struct problem_tests *tests, const struct test_case *test,
                       struct input_errors *notes, const char *file)
{
    if (text_begins(test->name, FOUND_TEST_PREFIX)) {
        NOTE(notes, file, test->line,
             "the test '%s' is left out: names of found tests begin with '%s'", test->name,
             FOUND_TEST_PREFIX);
        return true;
    }
    size_t n_bytes = mem_add(tests->n_bytes, mem_add(test->input_length, test->expected_length));
    bool is_too_large = n_bytes > MAX_PROBLEM_TEST_BYTES;
    if (is_too_large || tests->cases.n == MAX_PROBLEM_TESTS) {
        NOTE(notes, file, test->line,
             "this test and the next ones of the problem are left out: a problem may have "
             "%d %s",
             is_too_large ? (int)MAX_PROBLEM_TEST_BYTES : (int)MAX_PROBLEM_TESTS,
             is_too_large ? "bytes of tests" : "tests");
        return false;
    }
    if (table_add(&tests->names, test->name) == TABLE_NONE)
        NOTE(notes, file, test->line,
             "there is already a test '%s' of the problem; this one is left out", test->name);
    else
        add_copy(tests, test);
    return true;
}

static int compare_cases(const void *a, const void *b)
{
    return strcmp(((const struct test_case *)a)->name, ((const struct test_case *)b)->name);
}

void problem_tests_finish(struct problem_tests *tests)
{
    array_sort(&tests->cases, compare_cases);
    for (size_t i = 0; i < tests->cases.n && !tests->tolerance.is_for_all_numbers; i++)
        tests->tolerance.is_for_all_numbers =
            output_has_real(tests->cases.items[i].expected, tests->cases.items[i].expected_length);
}

void problem_tests_hash(const struct problem_tests *tests, char hex[SHA256_HEX_SIZE])
{
    scoped(str) all = {0};
    for (size_t i = 0; i < tests->cases.n; i++) {
        const struct test_case *test = &tests->cases.items[i];
        str_add(&all, test->name, strlen(test->name) + 1);
        str_add(&all, test->input, test->input_length);
        str_add(&all, "", 1);
        str_add(&all, test->expected, test->expected_length);
        str_add(&all, "", 1);
    }
    sha256_hex(str_text(&all), all.length, hex);
}

void problem_tests_release(struct problem_tests *tests)
{
    arena_release(&tests->arena);
    table_release(&tests->names);
    array_release(&tests->cases);
    array_release(&tests->links);
}

/* Lists the names of files in a program, each followed by the path of what it is to the judge. */
static void list_links(struct text_list *out, struct arena *arena, const char *code)
{
    static const char pattern[] = "[\"']([[:alnum:]_-]{1,60}[.]([iI][nN][pP]?|[oO][uU][tT])|"
                                  "([iI][nN]|[oO][uU][tT])[pP][uU][tT][.][[:alpha:]]{1,9})[\"']";
    enum { NAME = 1, ENDING, START, N_PLACES, MAX_LINKS = 8 };
    regmatch_t found[N_PLACES];
    regex_t names;
    regex_compile(&names, pattern);
    for (; out->n < 2 * MAX_LINKS && regex_find(&names, code, N_PLACES, found);
         code += found[NAME].rm_eo) {
        const regmatch_t *name = &found[NAME];
        char kind = code[found[found[ENDING].rm_so >= 0 ? ENDING : START].rm_so];
        array_push(out,
                   arena_copy_text(arena, code + name->rm_so, (size_t)(name->rm_eo - name->rm_so)));
        array_push(out, strchr("iI", kind) ? "/dev/stdin" : "/dev/stdout");
    }
    regfree(&names);
}

/* Keeps the links whose names another program has, too. */
static void keep_common(struct text_list *links, const char *code)
{
    size_t n = 0;
    for (size_t i = 0; i < links->n; i += 2)
        if (strstr(code, links->items[i])) {
            links->items[n++] = links->items[i];
            links->items[n++] = links->items[i + 1];
        }
    links->n = n;
}

int problem_tests_link(struct problem_tests *tests, struct db *db, const char *problem_id,
                       const char *language, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT code FROM submissions a JOIN sources USING (source_key) "
                 "WHERE problem_id = ? AND a.language = ? AND EXISTS (SELECT 1 FROM fixes "
                 "WHERE fixed_submission_key = a.submission_key) ORDER BY submission_key",
                 "tt", problem_id, language);
    int status = db_step(s, err);
    if (status == 1)
        list_links(&tests->links, &tests->arena, db_text(s, 0));
    while (status == 1 && tests->links.n && (status = db_step(s, err)) == 1)
        keep_common(&tests->links, db_text(s, 0));
    array_push(&tests->links, NULL);
    return status < 0 ? ERR : 0;
}

bool is_time_limit(double seconds)
{
    return seconds >= MIN_LIMIT_SECONDS && seconds <= MAX_LIMIT_SECONDS;
}

static int read_limits(struct problem_tests *out, struct db *db, const char *problem_id,
                       const char *language, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT time_limit_ms, match FROM verify_problems "
                                       "WHERE problem_id = ? AND language = ?",
                                       "tt", problem_id, language);
    int status = db_step(s, err);
    if (status < 0)
        return ERR;
    if (status == 1) {
        out->seconds = (double)db_int(s, 0) / 1000;
        if (tolerance_read(&out->tolerance, db_text(s, 1)) && is_time_limit(out->seconds))
            return 0;
    }
    return err_set(err,
                   "the time limit or the comparison of problem '%.200s' is missing; run tokfix "
                   "verify again",
                   problem_id);
}

int stored_tests_read(struct problem_tests *out, struct db *db, const char *problem_id,
                      const char *language, struct err *err)
{
    problem_tests_clear(out);
    if (read_limits(out, db, problem_id, language, err) != 0 ||
        problem_tests_link(out, db, problem_id, language, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT test_name, input, expected FROM tests "
                                       "WHERE problem_id = ? AND input IS NOT NULL "
                                       "AND expected IS NOT NULL ORDER BY test_name",
                                       "t", problem_id);
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct test_case test = {
            .name = db_text(s, 0), .input = db_text(s, 1), .expected = db_text(s, 2)};
        test.input_length = db_text_length(s, 1);
        test.expected_length = db_text_length(s, 2);
        add_copy(out, &test);
    }
    return status;
}

/* ---- Runs ---- */

enum {
    INPUT_SECONDS = 2, /* of processor time, for a run on an input that is not a test: the end of
                          the band around a limit of one second */
    FRESH_SECONDS = 4, /* the same, if the process is fresh: it may have to start first */
    INPUT_OUTPUT = 1 << 20, /* bytes that a program may print there, */
    TEST_OUTPUT = 8 << 20,  /* and on a test */
    SLACK = 2,              /* the time limit times this is the end of its band */
    MEDIUM_UNITS = 2,
    SLOW_UNITS = 16, /* that a run costs */
};
#define MEMORY ((size_t)1 << 30)

/* Few programs are near these ends, so that a run nearly always costs the same. */
static const double FAST_SECONDS = RUNTIME_FAST_MS / 1000.0, SLOW_SECONDS = 0.35;

void problem_runner_init(struct problem_runner *out, struct executor *executor,
                         const struct problem_tests *tests, const struct language *language)
{
    *out = (struct problem_runner){.executor = executor,
                                   .tests = tests,
                                   .language = language,
                                   .lexical = lexical_new(language)};
    executor_set_links(executor, tests->links.items);
}

void problem_runner_release(struct problem_runner *runner)
{
    lexical_free(runner->lexical);
    program_release(&runner->tokens);
    str_release(&runner->scratch);
}

int problem_runner_test(struct problem_runner *runner, unsigned number,
                        const struct test_case *test, struct execution_mode mode,
                        struct execution *out, struct err *err)
{
    const struct problem_tests *tests = runner->tests;
    const struct execution_limits limits = {(uint32_t)(tests->seconds * SLACK + 0.999), MEMORY,
                                            TEST_OUTPUT};
    const struct executor_request request = {number, test->input, test->input_length, limits, mode};
    if (executor_run(runner->executor, &request, out, err) != 0)
        return ERR;
    out->sameness = NOT_SAME;
    if (out->outcome == OUTCOME_PASS) {
        out->sameness = outputs_compare(test->expected, test->expected_length, out->output,
                                        out->n_output, &tests->tolerance);
        out->outcome = OUTCOME_WRONG;
        if (out->sameness == SAME_LINES)
            execution_accept(out);
    }
    return 0;
}

int problem_runner_test_fast(struct problem_runner *runner, unsigned number,
                             const struct test_case *test, struct execution *out, struct err *err)
{
    const struct execution_mode warm = {.is_warm = true}, fresh = {0};
    if (problem_runner_test(runner, number, test, warm, out, err) != 0)
        return ERR;
    if (!out->is_warm || out->sameness != NOT_SAME || execution_is_endless(out))
        return 0;
    return problem_runner_test(runner, number, test, fresh, out, err);
}

bool problem_runner_is_slow(const struct execution *execution)
{
    return execution_is_endless(execution) || execution->cpu_seconds > SLOW_SECONDS;
}

int problem_runner_input(struct problem_runner *runner, unsigned number, const struct str *input,
                         struct execution_mode mode, struct execution *out, struct err *err)
{
    const struct execution_limits limits = {mode.is_warm ? INPUT_SECONDS : FRESH_SECONDS, MEMORY,
                                            INPUT_OUTPUT};
    const struct executor_request request = {number, str_text(input), input->length, limits, mode};
    if (executor_run(runner->executor, &request, out, err) != 0)
        return ERR;
    runner->n_units += problem_runner_is_slow(out)       ? SLOW_UNITS
                       : out->cpu_seconds > FAST_SECONDS ? MEDIUM_UNITS
                                                         : 1;
    return 0;
}

bool problem_runner_agrees(const struct problem_runner *runner, const struct str *expected,
                           enum sameness least, const struct execution *execution)
{
    return execution->outcome == OUTCOME_PASS &&
           outputs_compare(str_text(expected), expected->length, execution->output,
                           execution->n_output, &runner->tests->tolerance) >= least;
}

struct digest problem_runner_read(struct problem_runner *runner, const struct executable *program)
{
    if (!program_tokenize(&runner->tokens, runner->lexical, program->code, program->length))
        return (struct digest){0};
    return program_digest(&runner->tokens, &runner->scratch);
}
