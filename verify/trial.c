/* For each fix: run both programs on all tests (a program that is in several fixes runs once), then
 * decide, or search. The search runs the fixed and the buggy program on a made input in the zygote.
 * Only if they differ are the jurors asked, and only if they are unanimous is the input certified:
 * both programs run twice in fresh processes, the second time with other random bytes.
 *
 * The jury is chosen once for a problem: programs with different tokens, in an order that the seed
 * decides, that pass all tests. */
#include "verify/trial.h"

#include "base/hash.h"
#include "base/interrupt.h"
#include "base/utf8.h"
#include "tokenize/digest.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum {
    FIXED, /* numbers of loaded programs */
    BUGGY,
    FIRST_JUROR,
    SPARE_JURORS = 2,     /* in place of those that are the programs of a fix */
    MAX_SCREENED = 200,   /* programs that are tried for a jury */
    CONTROL_PAIRS = 3,    /* of a problem */
    SEARCH_SECONDS = 2,   /* of processor time, for a run on a made input */
    SLACK = 2,            /* machines are not those of the judge: its time limit, times this */
    MAX_KEPT = 64 << 10,  /* bytes of an output that are stored */
    MAX_OUTPUT = 8 << 20, /* bytes that a program may print */
    TIMEOUT_COST = 10,    /* inputs that a search may not make after a run without end */
};
#define MEMORY ((size_t)1 << 30)

struct juror {
    struct executable program;
    struct digest digest;
    unsigned number; /* of the loaded program */
};

/* The work on a problem. */
struct court {
    struct problem_trial *trial;
    struct executor *executor;
    const struct trial_options *options;
    struct input_model *model; /* NULL: not made yet */
    bool has_jury;             /* `jurors` was chosen */
    ARRAY(struct juror) jurors;
    struct syntax_parser *parser;
    struct program tokens;
    struct str scratch, input, fixed_output, buggy_output;
    int64_t n_timeouts; /* of all runs so far */
};

static void court_release(struct court *court)
{
    input_model_free(court->model);
    array_release(&court->jurors);
    syntax_parser_free(court->parser);
    program_release(&court->tokens);
    str_release(&court->scratch);
    str_release(&court->input);
    str_release(&court->fixed_output);
    str_release(&court->buggy_output);
}
SCOPED_VALUE(court, court_release)

void problem_trial_release(struct problem_trial *trial)
{
    for (size_t i = 0; i < trial->subjects.n; i++)
        array_release(&trial->subjects.items[i].runs);
    array_release(&trial->subjects);
    array_release(&trial->fixes);
    array_release(&trial->found);
    problem_tests_release(&trial->tests);
    correct_programs_release(&trial->accepted);
    arena_release(&trial->arena);
}

/* ---- Runs on tests ---- */

static struct execution_limits limits_of(const struct court *court, bool is_search)
{
    double seconds = court->trial->tests.seconds;
    if (seconds <= 0)
        seconds = (double)court->options->cpu_seconds;
    uint32_t cpu = is_search ? SEARCH_SECONDS : (uint32_t)(seconds * SLACK + 0.999);
    return (struct execution_limits){cpu, MEMORY, MAX_OUTPUT};
}

/* Runs a loaded program on a test, and compares its output. */
static int run_on_test(struct court *court, unsigned number, const struct executable *program,
                       const struct test_case *test, struct execution_mode mode,
                       struct execution *out, struct err *err)
{
    struct execution_limits limits = limits_of(court, false);
    if (executor_run(court->executor, number, program, test->input, test->input_length, &limits,
                     mode, out, err) != 0)
        return ERR;
    if (out->outcome == OUTCOME_PASS &&
        !outputs_agree(test->expected, test->expected_length, out->output, out->n_output,
                       &court->trial->tests.tolerance))
        out->outcome = OUTCOME_WRONG;
    return 0;
}

/* Keeps a run. An output is stored as valid UTF-8, up to a limit, unless it is as expected. */
static void keep_run(struct court *court, struct subject *subject, size_t test,
                     const struct execution *execution)
{
    struct arena *arena = &court->trial->arena;
    struct test_run run = {
        .test = test,
        .outcome = execution->outcome,
        .detail = arena_copy_text(arena, execution->detail, strlen(execution->detail))};
    if (execution->outcome != OUTCOME_PASS) {
        size_t n = execution->n_output < MAX_KEPT ? execution->n_output : MAX_KEPT;
        str_clear(&court->scratch);
        utf8_add_valid(&court->scratch, execution->output, n);
        run.output = arena_copy_text(arena, str_text(&court->scratch), court->scratch.length);
        run.n_output = court->scratch.length;
    }
    array_push(&subject->runs, run);
}

/* Runs a program on all tests. Loads it first; a program that cannot run has one run, without a
 * test. */
static int try_subject(struct court *court, struct subject *subject, unsigned number,
                       struct err *err)
{
    struct problem_trial *trial = court->trial;
    struct execution execution;
    if (executor_load(court->executor, number, &subject->program, &execution, err) != 0)
        return ERR;
    bool is_loaded = execution.outcome == OUTCOME_PASS;
    if (subject->is_tried)
        return 0;
    subject->is_tried = true;
    for (size_t i = 0; i < trial->tests.cases.n; i++) {
        if (is_loaded && run_on_test(court, number, &subject->program, &trial->tests.cases.items[i],
                                     (struct execution_mode){0}, &execution, err) != 0)
            return ERR;
        keep_run(court, subject, i, &execution);
    }
    return 0;
}

/* ---- The jury ---- */

static struct digest digest_of(struct court *court, const struct executable *program)
{
    if (!program_tokenize(&court->tokens, syntax_parser_lexical(court->parser), program->code,
                          program->length))
        return (struct digest){0};
    return program_digest(&court->tokens, &court->scratch);
}

static bool is_known(const struct court *court, struct digest digest)
{
    for (size_t i = 0; i < court->jurors.n; i++)
        if (digest_compare(court->jurors.items[i].digest, digest) == 0)
            return true;
    return false;
}

/* Sets `passes` if a candidate can be loaded and passes all tests. */
static int screen(struct court *court, unsigned number, const struct executable *program,
                  bool *passes, struct err *err)
{
    const struct problem_tests *tests = &court->trial->tests;
    struct execution execution;
    if (executor_load(court->executor, number, program, &execution, err) != 0)
        return ERR;
    *passes = execution.outcome == OUTCOME_PASS;
    for (size_t i = 0; i < tests->cases.n && *passes; i++) {
        if (run_on_test(court, number, program, &tests->cases.items[i],
                        (struct execution_mode){.is_warm = true}, &execution, err) != 0)
            return ERR;
        *passes = execution.outcome == OUTCOME_PASS;
    }
    return 0;
}

/* A candidate, in the order of a hash. */
struct candidate {
    uint64_t order;
    const struct correct_program *program;
};

static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int order = COMPARE(x->order, y->order);
    return order
               ? order
               : strcmp(x->program->submission.submission_id, y->program->submission.submission_id);
}

static uint64_t seed_of(const struct court *court, const char *what)
{
    uint64_t hash = hash_bytes(court->options->seed, strlen(court->options->seed), 0);
    return hash_bytes(what, strlen(what), hash);
}

static int choose_jury(struct court *court, struct err *err)
{
    const struct correct_programs *accepted = &court->trial->accepted;
    size_t most = (size_t)court->options->max_jurors + SPARE_JURORS;
    struct {
        struct candidate *items;
        size_t n, capacity;
    } candidates = {0};
    int status = 0;
    for (size_t i = 0; i < accepted->list.n; i++)
        array_push(
            &candidates,
            (struct candidate){seed_of(court, accepted->list.items[i].submission.submission_id),
                               &accepted->list.items[i]});
    array_sort(&candidates, compare_candidates);
    for (size_t i = 0;
         i < candidates.n && i < MAX_SCREENED && court->jurors.n < most && status == 0; i++) {
        const struct correct_program *program = candidates.items[i].program;
        struct juror juror = {.program = {.language = court->trial->language,
                                          .code = program->code,
                                          .length = program->n_bytes},
                              .number = FIRST_JUROR + (unsigned)court->jurors.n};
        bool passes = false;
        juror.digest = digest_of(court, &juror.program);
        if (is_known(court, juror.digest))
            continue;
        status = screen(court, juror.number, &juror.program, &passes, err);
        if (passes)
            array_push(&court->jurors, juror);
    }
    array_release(&candidates);
    court->has_jury = true;
    return status;
}

/* ---- The search ---- */

/* Two programs, loaded, of which one is said to be right, and the jury. */
struct charge {
    const struct executable *fixed, *buggy;
    unsigned fixed_number, buggy_number;
    struct juror jury[16];
    size_t n_jurors;
    uint64_t seed;
};

/* Chooses the jurors other than these programs. */
static void call_jury(const struct court *court, struct charge *charge, struct digest fixed,
                      struct digest buggy)
{
    size_t most = (size_t)court->options->max_jurors;
    for (size_t i = 0; i < court->jurors.n && charge->n_jurors < most; i++) {
        const struct juror *juror = &court->jurors.items[i];
        if (digest_compare(juror->digest, fixed) != 0 && digest_compare(juror->digest, buggy) != 0)
            charge->jury[charge->n_jurors++] = *juror;
    }
}

/* Runs a program on the current input. */
static int run_on_input(struct court *court, unsigned number, const struct executable *program,
                        struct execution_mode mode, struct execution *out, struct err *err)
{
    struct execution_limits limits = limits_of(court, true);
    if (executor_run(court->executor, number, program, str_text(&court->input), court->input.length,
                     &limits, mode, out, err) != 0)
        return ERR;
    court->n_timeouts += out->outcome == OUTCOME_TIMEOUT;
    return 0;
}

static bool agrees(const struct court *court, const struct str *expected,
                   const struct execution *execution)
{
    return execution->outcome == OUTCOME_PASS &&
           outputs_agree(str_text(expected), expected->length, execution->output,
                         execution->n_output, &court->trial->tests.tolerance);
}

static void copy_output(struct str *out, const struct execution *execution)
{
    str_clear(out);
    str_add(out, execution->output, execution->n_output);
}

/* Whether all jurors agree with the fixed program. */
static int ask_jury(struct court *court, const struct charge *charge, bool *is_unanimous,
                    struct err *err)
{
    struct execution execution;
    *is_unanimous = true;
    for (size_t i = 0; i < charge->n_jurors && *is_unanimous; i++) {
        const struct juror *juror = &charge->jury[i];
        if (run_on_input(court, juror->number, &juror->program,
                         (struct execution_mode){.is_warm = true}, &execution, err) != 0)
            return ERR;
        *is_unanimous = agrees(court, &court->fixed_output, &execution);
    }
    return 0;
}

/* Runs both programs in fresh processes, with both seeds. The buggy one must always do the same:
 * end in the same way, with the same output. */
static int certify(struct court *court, const struct charge *charge, enum run_outcome outcome,
                   bool *is_certain, struct execution *last, struct err *err)
{
    *is_certain = true;
    for (int seed = 0; seed < 2 && *is_certain; seed++) {
        struct execution_mode mode = {.has_other_seed = seed != 0};
        if (run_on_input(court, charge->fixed_number, charge->fixed, mode, last, err) != 0)
            return ERR;
        if (!agrees(court, &court->fixed_output, last)) {
            *is_certain = false;
            break;
        }
        if (run_on_input(court, charge->buggy_number, charge->buggy, mode, last, err) != 0)
            return ERR;
        *is_certain = last->outcome == outcome &&
                      (outcome != OUTCOME_PASS || agrees(court, &court->buggy_output, last));
    }
    return 0;
}

/* Tries one made input. Sets `is_proof`; `last` is then the last run of the buggy program. */
static int try_input(struct court *court, const struct charge *charge, bool *is_proof,
                     struct execution *last, struct err *err)
{
    const struct execution_mode warm = {.is_warm = true};
    *is_proof = false;
    if (run_on_input(court, charge->fixed_number, charge->fixed, warm, last, err) != 0)
        return ERR;
    if (last->outcome != OUTCOME_PASS)
        return 0;
    copy_output(&court->fixed_output, last);
    if (run_on_input(court, charge->buggy_number, charge->buggy, warm, last, err) != 0)
        return ERR;
    if (agrees(court, &court->fixed_output, last) || last->outcome == OUTCOME_UNSUPPORTED)
        return 0;
    enum run_outcome outcome = last->outcome;
    bool is_unanimous;
    copy_output(&court->buggy_output, last);
    if (ask_jury(court, charge, &is_unanimous, err) != 0)
        return ERR;
    return is_unanimous ? certify(court, charge, outcome, is_proof, last, err) : 0;
}

/* Reads a token that is a whole number. */
static bool read_number(const struct program *program, size_t index, int64_t *number)
{
    char digits[24];
    if (index >= program->tokens.n || program->tokens.items[index].kind != TOKEN_NUMBER)
        return false;
    struct token_text text = program_token_text(program, index);
    if (text.length >= sizeof digits)
        return false;
    memcpy(digits, text.bytes, text.length);
    digits[text.length] = 0;
    char *end;
    errno = 0;
    *number = strtoll(digits, &end, 10);
    return *end == 0 && errno == 0;
}

struct numbers {
    int64_t *items;
    size_t n, capacity;
};

/* Adds the whole numbers that a program names, and powers such as 2**31, 10**9 and 1<<30. */
static void add_numbers(struct court *court, const struct executable *program,
                        struct numbers *numbers)
{
    digest_of(court, program); /* tokenizes */
    for (size_t i = 0; i < court->tokens.tokens.n; i++) {
        int64_t number, exponent;
        if (!read_number(&court->tokens, i, &number))
            continue;
        array_push(numbers, number);
        if (!read_number(&court->tokens, i + 2, &exponent) || exponent < 0 || exponent > 62)
            continue;
        struct token_text sign = program_token_text(&court->tokens, i + 1);
        int64_t base = token_text_is(sign, "**") ? number : 2, power = 1;
        if (!token_text_is(sign, "**") && !(token_text_is(sign, "<<") && number == 1))
            continue;
        bool is_small = true;
        while (exponent-- && is_small)
            is_small = !__builtin_mul_overflow(power, base, &power);
        if (is_small)
            array_push(numbers, power);
    }
}

/* Tells the model which numbers the programs of the problem name: bugs are often at them. */
static void give_hints(struct court *court)
{
    struct numbers numbers = {0};
    for (size_t i = 0; i < court->trial->subjects.n; i++)
        add_numbers(court, &court->trial->subjects.items[i].program, &numbers);
    for (size_t i = 0; i < court->jurors.n; i++)
        add_numbers(court, &court->jurors.items[i].program, &numbers);
    input_model_hint(court->model, numbers.items, numbers.n);
    array_release(&numbers);
}

static void make_model(struct court *court)
{
    const struct problem_tests *tests = &court->trial->tests;
    struct input_text *texts = mem_alloc(tests->cases.n, sizeof *texts);
    for (size_t i = 0; i < tests->cases.n; i++)
        texts[i] =
            (struct input_text){tests->cases.items[i].input, tests->cases.items[i].input_length};
    court->model = input_model_new(texts, tests->cases.n, court->options->strictness);
    free(texts);
    give_hints(court);
}

/* Searches for an input that proves the bug. It is then the current input. A program that does not
 * end on many inputs would take hours, so each such run shortens the search. */
static int search(struct court *court, const struct charge *charge, int64_t *n_inputs,
                  bool *is_proof, struct execution *last, struct err *err)
{
    *is_proof = false;
    if (!court->model)
        make_model(court);
    int64_t before = court->n_timeouts, left = court->options->n_inputs;
    for (int64_t number = 0; number < left && !*is_proof; number++) {
        if (interrupt_signal())
            return err_set(err, "stopped");
        if (!input_model_make(court->model, charge->seed, (uint32_t)number, &court->input))
            continue;
        ++*n_inputs;
        if (try_input(court, charge, is_proof, last, err) != 0)
            return ERR;
        left -= (court->n_timeouts - before) * (TIMEOUT_COST - 1);
        before = court->n_timeouts;
    }
    return 0;
}

/* ---- A fix ---- */

/* Whether a program does the same on a test with the other seed as it did with the first. */
static int is_steady(struct court *court, struct subject *subject, unsigned number, size_t test,
                     bool *out, struct err *err)
{
    const struct test_run *run = &subject->runs.items[test];
    struct execution execution;
    if (run->outcome == OUTCOME_COMPILE_ERROR) {
        *out = true;
        return 0;
    }
    if (run_on_test(court, number, &subject->program, &court->trial->tests.cases.items[test],
                    (struct execution_mode){.has_other_seed = true}, &execution, err) != 0)
        return ERR;
    *out = execution.outcome == run->outcome;
    if (*out && run->outcome == OUTCOME_WRONG) {
        size_t n = execution.n_output < MAX_KEPT ? execution.n_output : MAX_KEPT;
        str_clear(&court->scratch);
        utf8_add_valid(&court->scratch, execution.output, n);
        *out = outputs_agree(run->output, run->n_output, str_text(&court->scratch),
                             court->scratch.length, &court->trial->tests.tolerance);
    }
    return 0;
}

/* Finds the first test with one of these outcomes; -1 if there is none. */
static int64_t find_run(const struct subject *subject, unsigned outcomes)
{
    for (size_t i = 0; i < subject->runs.n; i++)
        if (outcomes >> subject->runs.items[i].outcome & 1)
            return (int64_t)i;
    return -1;
}

static void decide(struct fix_trial *fix, enum fix_verdict verdict, int64_t test,
                   const char *detail)
{
    fix->verdict = verdict;
    fix->test = test;
    fix->detail = detail;
}

/* Decides from the runs on tests, if they decide. Returns 1 if they did. */
static int decide_by_tests(struct court *court, struct fix_trial *fix, struct err *err)
{
    struct problem_trial *trial = court->trial;
    struct subject *buggy = &trial->subjects.items[fix->buggy];
    struct subject *fixed = &trial->subjects.items[fix->fixed];
    const struct subject *both[] = {fixed, buggy};
    for (int i = 0; i < 2; i++) {
        int64_t test = find_run(both[i], 1u << OUTCOME_UNSUPPORTED);
        if (test >= 0) {
            decide(fix, VERDICT_UNSUPPORTED, test, both[i]->runs.items[test].detail);
            return 1;
        }
    }
    for (size_t i = 0; i < fixed->runs.n && i < trial->tests.cases.n; i++) {
        bool is_fixed_steady, is_buggy_steady;
        if (fixed->runs.items[i].outcome != OUTCOME_PASS ||
            buggy->runs.items[i].outcome == OUTCOME_PASS)
            continue;
        if (is_steady(court, fixed, FIXED, i, &is_fixed_steady, err) != 0 ||
            is_steady(court, buggy, BUGGY, i, &is_buggy_steady, err) != 0)
            return ERR;
        bool is_steady_pair = is_fixed_steady && is_buggy_steady;
        decide(fix, is_steady_pair ? VERDICT_REPRODUCED : VERDICT_FLAKY, (int64_t)i,
               is_steady_pair    ? buggy->runs.items[i].detail
               : is_fixed_steady ? "the buggy program"
                                 : "the fixed program");
        return 1;
    }
    const unsigned errs = ~(1u << OUTCOME_PASS | 1u << OUTCOME_WRONG);
    int64_t err_test = find_run(fixed, errs), wrong_test = find_run(fixed, 1u << OUTCOME_WRONG);
    if (err_test >= 0)
        decide(fix, VERDICT_FIXED_ERRS, err_test, fixed->runs.items[err_test].detail);
    else if (wrong_test >= 0)
        decide(fix, VERDICT_SAMPLE_DISAGREES, wrong_test, "");
    return err_test >= 0 || wrong_test >= 0;
}

/* Keeps the current input as a test, with the runs of both programs. */
static void keep_found(struct court *court, struct fix_trial *fix, const struct execution *last)
{
    struct problem_trial *trial = court->trial;
    size_t number = trial->tests.cases.n + trial->found.n;
    struct found_test found = {.fix_key = fix->fix_key};
    struct execution passed = {.outcome = OUTCOME_PASS}, failed = *last;
    if (failed.outcome == OUTCOME_PASS)
        failed.outcome = OUTCOME_WRONG;
    found.test.name = arena_print(&trial->arena, "found-%s", fix->fix_id);
    found.test.input = arena_copy_text(&trial->arena, str_text(&court->input), court->input.length);
    found.test.input_length = court->input.length;
    str_clear(&court->scratch);
    utf8_add_valid(&court->scratch, str_text(&court->fixed_output), court->fixed_output.length);
    found.test.expected =
        arena_copy_text(&trial->arena, str_text(&court->scratch), court->scratch.length);
    found.test.expected_length = court->scratch.length;
    array_push(&trial->found, found);
    keep_run(court, &trial->subjects.items[fix->fixed], number, &passed);
    keep_run(court, &trial->subjects.items[fix->buggy], number, &failed);
    decide(fix, VERDICT_PROVEN, (int64_t)number,
           trial->subjects.items[fix->buggy]
               .runs.items[trial->subjects.items[fix->buggy].runs.n - 1]
               .detail);
}

static int search_for(struct court *court, struct fix_trial *fix, struct err *err)
{
    struct problem_trial *trial = court->trial;
    const struct executable *fixed = &trial->subjects.items[fix->fixed].program;
    const struct executable *buggy = &trial->subjects.items[fix->buggy].program;
    struct charge charge = {.fixed = fixed,
                            .buggy = buggy,
                            .fixed_number = FIXED,
                            .buggy_number = BUGGY,
                            .seed = seed_of(court, fix->fix_id)};
    struct execution last;
    bool is_proof;
    if (!court->has_jury && choose_jury(court, err) != 0)
        return ERR;
    call_jury(court, &charge, digest_of(court, fixed), digest_of(court, buggy));
    fix->n_jurors = (int64_t)charge.n_jurors;
    decide(fix, VERDICT_WEAK_TESTS, -1, "");
    if (fix->n_jurors < court->options->min_jurors) {
        fix->detail = arena_print(&trial->arena, "%" PRId64 " %s", fix->n_jurors,
                                  plural((double)fix->n_jurors, "juror", "jurors"));
        return 0;
    }
    if (search(court, &charge, &fix->n_inputs, &is_proof, &last, err) != 0)
        return ERR;
    if (is_proof)
        keep_found(court, fix, &last);
    return 0;
}

static int try_fix(struct court *court, struct fix_trial *fix, struct err *err)
{
    struct problem_trial *trial = court->trial;
    if (!trial->tests.cases.n) {
        decide(fix, VERDICT_NO_TESTS, -1, "");
        return 0;
    }
    if (try_subject(court, &trial->subjects.items[fix->fixed], FIXED, err) != 0 ||
        try_subject(court, &trial->subjects.items[fix->buggy], BUGGY, err) != 0)
        return ERR;
    int status = decide_by_tests(court, fix, err);
    return status == 0 ? search_for(court, fix, err) : status < 0 ? ERR : 0;
}

/* ---- The control ---- */

/* Tries pairs of accepted programs, in which no bug can be proven: juror i is said to be right, and
 * juror i + 1 to be wrong. */
static int try_control(struct court *court, struct err *err)
{
    struct problem_trial *trial = court->trial;
    if (!court->has_jury && choose_jury(court, err) != 0)
        return ERR;
    size_t n = court->jurors.n;
    for (size_t i = 0;
         i + 1 < n && i < CONTROL_PAIRS && n - 2 >= (size_t)court->options->min_jurors; i++) {
        const struct juror *fixed = &court->jurors.items[i], *buggy = fixed + 1;
        struct charge charge = {.fixed = &fixed->program,
                                .buggy = &buggy->program,
                                .fixed_number = fixed->number,
                                .buggy_number = buggy->number,
                                .seed = seed_of(court, trial->problem_id) + i};
        struct execution last;
        int64_t n_inputs = 0;
        bool is_proof;
        call_jury(court, &charge, fixed->digest, buggy->digest);
        if (search(court, &charge, &n_inputs, &is_proof, &last, err) != 0)
            return ERR;
        trial->n_control++;
        trial->n_control_proofs += is_proof;
    }
    return 0;
}

int trial_run(struct problem_trial *trial, struct executor *executor,
              const struct trial_options *options, struct err *err)
{
    scoped(court) court = {.trial = trial, .executor = executor, .options = options};
    court.parser = syntax_parser_new(trial->language);
    for (size_t i = 0; i < trial->fixes.n; i++)
        if (interrupt_signal())
            return err_set(err, "stopped");
        else if (try_fix(&court, &trial->fixes.items[i], err) != 0)
            return ERR;
    return options->has_control && trial->tests.cases.n ? try_control(&court, err) : 0;
}
