/* The two programs run on the inputs of a level; most levels end without more, because the programs
 * never differ. Where they do, the jury runs, too, until it is unanimous on one input. From then
 * on, only the fixed program runs on the inputs, and then the jury on all others, until too many
 * have no agreement. An input that an earlier level has made, too, does not run again.
 *
 * The candidates for the jury are in the order of a hash of the seed and their id, so that the
 * choice does not favour early submissions, and does not depend on which other programs there
 * are. */
#include "verify/input_search.h"

#include "base/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- The jury ---- */

enum { MAX_TRIED = 200 };

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

static bool has_digest(const struct jury *jury, struct digest digest)
{
    for (size_t i = 0; i < jury->candidates.n; i++)
        if (digest_compare(jury->candidates.items[i].digest, digest) == 0)
            return true;
    return false;
}

void jury_init(struct jury *jury)
{
    *jury = (struct jury){0};
    monitor_init(&jury->monitor);
}

void jury_release(struct jury *jury)
{
    monitor_release(&jury->monitor);
    array_release(&jury->candidates);
    array_release(&jury->jurors);
}

static void add_candidate(struct jury *jury, struct problem_runner *runner,
                          const struct correct_program *program)
{
    const char *judge_name = program->submission.original_language;
    const struct language *language = runner->language;
    struct juror juror = {.submission_id = program->submission.submission_id,
                          .program = {.language = language,
                                      .dialect = language_dialect_of_judge(language, judge_name),
                                      .judge_name = judge_name,
                                      .code = program->code,
                                      .length = program->n_bytes,
                                      .encoding = program->submission.encoding}};
    juror.sameness = SAME_LINES;
    juror.digest = problem_runner_read(runner, &juror.program);
    if (!has_digest(jury, juror.digest))
        array_push(&jury->candidates, juror);
}

void jury_choose(struct jury *jury, struct problem_runner *runner,
                 const struct correct_programs *accepted, const char *seed)
{
    scoped_array ARRAY(struct candidate) candidates = {0};
    uint64_t seed_hash = hash_bytes(seed, strlen(seed), 0);
    for (size_t i = 0; i < accepted->list.n; i++) {
        const struct correct_program *program = &accepted->list.items[i];
        const char *id = program->submission.submission_id;
        array_push(&candidates, (struct candidate){hash_bytes(id, strlen(id), seed_hash), program});
    }
    array_sort(&candidates, compare_candidates);
    for (size_t i = 0; i < candidates.n && i < MAX_TRIED; i++)
        add_candidate(jury, runner, candidates.items[i].program);
}

/* Sets the juror's sameness: NOT_SAME if it cannot be loaded, does not pass a test, or is slow. */
static int try_program(struct problem_runner *runner, struct juror *juror, size_t *n_slow,
                       struct err *err)
{
    const struct problem_tests *tests = runner->tests;
    const struct execution_mode warm = {.is_warm = true};
    struct execution execution;
    runner->loaded |= (uint64_t)1 << juror->number;
    if (executor_load(runner->executor, juror->number, &juror->program, &execution, err) != 0)
        return ERR;
    juror->sameness = execution.outcome == OUTCOME_PASS ? SAME_LINES : NOT_SAME;
    for (size_t i = 0; i < tests->cases.n && juror->sameness != NOT_SAME; i++) {
        if (problem_runner_test(runner, juror->number, &tests->cases.items[i], warm, &execution,
                                err) != 0)
            return ERR;
        bool is_slow = problem_runner_is_slow(&execution);
        *n_slow += is_slow;
        if (is_slow)
            juror->sameness = NOT_SAME;
        else if (execution.sameness < juror->sameness)
            juror->sameness = execution.sameness;
    }
    return 0;
}

int jury_seat(struct jury *jury, struct problem_runner *runner, struct err *err)
{
    size_t n_slow = 0, most = JURY_MAX + JURY_SPARE;
    scoped(monitor_stay) stay = monitor_stay(&jury->monitor);
    for (size_t i = 0;
         i < jury->candidates.n && jury->jurors.n < most && n_slow < most && !jury->is_seated;
         i++) {
        struct juror juror = jury->candidates.items[i];
        juror.number = JURY_FIRST_NUMBER + (unsigned)jury->jurors.n;
        if (try_program(runner, &juror, &n_slow, err) != 0)
            return ERR;
        if (juror.sameness != NOT_SAME)
            array_push(&jury->jurors, juror);
    }
    jury->is_seated = true;
    return 0;
}

int juror_load(const struct juror *juror, struct problem_runner *runner, struct err *err)
{
    struct execution execution;
    if (runner->loaded >> juror->number & 1)
        return 0;
    runner->loaded |= (uint64_t)1 << juror->number;
    return executor_load(runner->executor, juror->number, &juror->program, &execution, err);
}

static bool is_of_pair(const struct panel *panel, const struct juror *juror)
{
    for (size_t i = 0; i < panel->n_programs; i++)
        if (digest_compare(juror->digest, panel->programs[i]) == 0)
            return true;
    return false;
}

/* Returns juror `index`, a candidate before the panel is seated; NULL if there are fewer. */
static const struct juror *panel_juror(const struct panel *panel, size_t index)
{
    const struct jury *jury = panel->jury;
    const struct juror *jurors = panel->is_seated ? jury->jurors.items : jury->candidates.items;
    size_t n_jurors = panel->is_seated ? jury->jurors.n : jury->candidates.n;
    for (size_t i = 0, n = 0; i < n_jurors && n < JURY_MAX; i++)
        if (jurors[i].sameness >= panel->sameness && !is_of_pair(panel, &jurors[i]) && n++ == index)
            return &jurors[i];
    return NULL;
}

/* Returns the number of jurors, which is the most that there may be before the panel is seated. */
static size_t panel_size(const struct panel *panel)
{
    size_t n = 0;
    while (panel_juror(panel, n))
        n++;
    return n;
}

/* ---- Levels ---- */

enum {
    DRAWS_OF_AN_INPUT = 2, /* some give an input that was already made */
    UNITS_OF_AN_INPUT = 2, /* Slow programs would take hours, so a level has the units
                              (problem_runner.h) that its inputs cost if both programs are fast.
                              Each juror has a unit for each input. */
};

/* What each level demands: the share of its inputs on which all agree, in percent (100 if there is
 * only one juror), and how many jurors there must be. */
static const struct {
    int percent_agreed;
    size_t min_jurors;
} demands[N_INPUT_LEVELS] = {
    [INPUTS_STRICT] = {90, JURY_MIN}, [INPUTS_MEDIUM] = {95, 3}, [INPUTS_LOOSE] = {100, 3}};

/* An input, and what the two programs and the jury did. */
struct made_input {
    int level; /* the last one that has it */
    struct str input, fixed_output, buggy_output;
    enum execution_outcome outcome; /* of the buggy program */
    bool is_run;                    /* the fixed program ran: */
    bool is_usable, is_near;        /* it ended well; near its limit */
    bool is_compared, differs;      /* the buggy program ran, too: does something else */
    bool is_asked, is_disputed;     /* the jury ran, too: does not agree with the fixed program */
};

struct made_inputs {
    struct made_input *items;
    size_t n, capacity;
};

static void made_inputs_release(struct made_inputs *made)
{
    for (size_t i = 0; i < made->n; i++) {
        str_release(&made->items[i].input);
        str_release(&made->items[i].fixed_output);
        str_release(&made->items[i].buggy_output);
    }
    array_release(made);
}
SCOPED_VALUE(made_inputs, made_inputs_release)

struct level {
    const struct input_search *search;
    const struct program_pair *pair;
    struct panel *panel;        /* of the pair */
    struct made_inputs *made;   /* the inputs of this level, and of those before it */
    int64_t n_inputs, units;    /* of this level; what their runs have cost */
    size_t n_asked, n_disputed; /* inputs that the jury was asked about; those without agreement */
    size_t percent_disputed;    /* that the level allows */
    int64_t units_of_jury, most_units_of_jury;
    bool is_seated; /* the jury; the numbers above are set */
};

void input_models_init(struct input_models *models)
{
    *models = (struct input_models){0};
    monitor_init(&models->monitor);
}

void input_models_release(struct input_models *models)
{
    monitor_release(&models->monitor);
    array_release(&models->numbers);
    for (int i = 0; i < N_INPUT_LEVELS; i++)
        input_model_free(models->list[i]);
}

void shown_difference_release(struct shown_difference *shown)
{
    str_release(&shown->input);
    str_release(&shown->expected);
    str_release(&shown->actual);
}

/* Sets `actual` and `wrong`. */
static void shown_difference_set_wrong(struct shown_difference *shown, const struct execution *run)
{
    shown->wrong = *run;
    shown->wrong.sameness = NOT_SAME;
    if (execution_outcome(run) == OUTCOME_PASS) {
        shown->wrong.outcome = OUTCOME_WRONG;
        *shown->wrong.detail = 0;
    }
    execution_copy_output(&shown->actual, run);
    shown->wrong.output = str_text(&shown->actual);
}

/* ---- The inputs of a level ---- */

/* Reads a token that is a whole number. */
static bool read_number(const struct program *program, size_t index, int64_t *number)
{
    char *end;
    if (index >= program->tokens.n || program->tokens.items[index].kind != TOKEN_NUMBER)
        return false;
    struct token_text text = program_token_text(program, index);
    scoped_memory char *digits = mem_copy_text(text.bytes, text.length);
    errno = 0;
    *number = strtoll(digits, &end, 10);
    return *end == 0 && errno == 0;
}

/* Reads the power that begins with the number at `index`: BASE**EXPONENT, or 1<<EXPONENT. */
static bool read_power(const struct program *program, size_t index, int64_t base, int64_t *power)
{
    int64_t exponent;
    if (!read_number(program, index + 2, &exponent) || exponent < 0 || exponent > 62)
        return false;
    struct token_text sign = program_token_text(program, index + 1);
    if (base == 1 && token_text_is(sign, "<<"))
        base = 2;
    else if (!token_text_is(sign, "**"))
        return false;
    for (*power = 1; exponent; exponent--)
        if (__builtin_mul_overflow(*power, base, power))
            return false;
    return true;
}

/* Adds the whole numbers of a program that is cut into tokens, and the values of powers such as
 * 2**31, 10**9 and 1<<30, in the order of the program. */
static void add_numbers(struct input_models *out, const struct program *program)
{
    for (size_t i = 0; i < program->tokens.n; i++) {
        int64_t number, power;
        if (!read_number(program, i, &number))
            continue;
        array_push(&out->numbers, number);
        if (read_power(program, i, number, &power))
            array_push(&out->numbers, power);
    }
}

static struct input_model *new_model(const struct input_search *search, enum input_strictness level)
{
    const struct problem_tests *tests = search->runner->tests;
    scoped_memory struct input_text *texts = mem_alloc(tests->cases.n, sizeof *texts);
    for (size_t i = 0; i < tests->cases.n; i++)
        texts[i] =
            (struct input_text){tests->cases.items[i].input, tests->cases.items[i].input_length};
    struct input_model *model = input_model_new(texts, tests->cases.n, level);
    input_model_hint(model, search->models->numbers.items, search->models->numbers.n);
    return model;
}

static const struct input_model *model_of(const struct input_search *search,
                                          enum input_strictness level)
{
    struct input_models *models = search->models;
    scoped(monitor_stay) stay = monitor_stay(&models->monitor);
    if (!models->list[level])
        models->list[level] = new_model(search, level);
    return models->list[level];
}

void input_search_read_numbers(const struct input_search *search, const struct executable *program)
{
    problem_runner_read(search->runner, program);
    add_numbers(search->models, &search->runner->tokens);
}

/* Makes input `number` of a level and a seed. Returns false if there is none (input_model_make). */
static bool make_input(const struct input_search *search, enum input_strictness level,
                       uint64_t seed, uint32_t number, struct str *out)
{
    return input_model_make(model_of(search, level), seed, number, out);
}

/* Runs a program on an input, and adds what it costs. */
static int run(struct level *level, unsigned number, const struct made_input *made, int64_t *units,
               struct execution *out, struct err *err)
{
    struct problem_runner *runner = level->search->runner;
    const struct execution_mode warm = {.is_warm = true};
    int64_t start = runner->n_units;
    if (problem_runner_input(runner, number, &made->input, warm, out, err) != 0)
        return ERR;
    *units += runner->n_units - start;
    return 0;
}

static int run_fixed(struct level *level, struct made_input *made, struct err *err)
{
    struct execution execution;
    if (run(level, level->pair->fixed, made, &level->units, &execution, err) != 0)
        return ERR;
    made->is_run = true;
    made->is_usable = execution.outcome == OUTCOME_PASS;
    made->is_near = execution.is_near;
    if (made->is_usable)
        execution_copy_output(&made->fixed_output, &execution);
    return 0;
}

/* Runs the buggy program on an input that the fixed one can use. */
static int run_buggy(struct level *level, struct made_input *made, struct err *err)
{
    const struct program_pair *pair = level->pair;
    struct execution execution;
    if (run(level, pair->buggy, made, &level->units, &execution, err) != 0)
        return ERR;
    made->is_compared = true;
    made->outcome = execution.outcome;
    made->differs = execution.outcome != OUTCOME_UNSUPPORTED &&
                    execution.outcome != OUTCOME_NEAR_LIMIT &&
                    !(execution.outcome == OUTCOME_TIMEOUT && made->is_near) &&
                    !problem_runner_agrees(level->search->runner, &made->fixed_output,
                                           pair->panel.sameness, &execution);
    if (made->differs)
        execution_copy_output(&made->buggy_output, &execution);
    return 0;
}

/* Finds an input with the same bytes, or adds it and takes its memory. */
static struct made_input *find_or_add(struct made_inputs *made, struct str *input)
{
    for (size_t i = 0; i < made->n; i++)
        if (made->items[i].input.length == input->length &&
            memcmp(str_text(&made->items[i].input), str_text(input), input->length) == 0)
            return &made->items[i];
    array_push(made, (struct made_input){.level = -1, .input = *input});
    *input = (struct str){0};
    return &made->items[made->n - 1];
}

/* ---- Asking the jury ---- */

/* Returns whether there are enough jurors for a level, as far as this is known. */
static bool has_jury(const struct level *level, int number)
{
    return panel_size(level->panel) >= demands[number].min_jurors;
}

/* Seats the jury, unless there are too few jurors. */
static int seat_jury(struct level *level, struct input_finding *out, struct err *err)
{
    if (level->is_seated || !has_jury(level, (int)out->level))
        return 0;
    if (jury_seat(level->panel->jury, level->search->runner, err) != 0)
        return ERR;
    level->panel->is_seated = true;
    out->n_jurors = (int64_t)panel_size(level->panel);
    level->is_seated = has_jury(level, (int)out->level);
    level->percent_disputed =
        out->n_jurors == 1 ? 0 : (size_t)(100 - demands[out->level].percent_agreed);
    level->most_units_of_jury = level->search->n_inputs * out->n_jurors;
    return 0;
}

/* Whether so many inputs are disputed that the level can prove nothing. */
static bool is_disputed(const struct level *level)
{
    return level->n_disputed * 100 > (size_t)level->search->n_inputs * level->percent_disputed;
}

/* Whether the jury is asked about more inputs. */
static bool may_ask(const struct level *level)
{
    return level->is_seated && !is_disputed(level) &&
           level->units_of_jury < level->most_units_of_jury;
}

/* Whether a level can prove nothing, because the jury has no units or agreement left. */
static bool is_hopeless(const struct level *level, const struct input_finding *finding)
{
    return is_disputed(level) || (level->is_seated && !finding->is_proof && !may_ask(level));
}

/* Counts an input about which the jury was asked. */
static void count_asked(struct level *level, const struct made_input *made)
{
    level->n_asked++;
    level->n_disputed += made->is_disputed;
}

/* Asks all jurors whether they agree with the fixed program on an input, until one does not. */
static int ask_jury(struct level *level, struct made_input *made, struct err *err)
{
    const struct juror *juror;
    struct execution execution;
    made->is_disputed = !made->is_usable;
    for (size_t i = 0; !made->is_disputed && (juror = panel_juror(level->panel, i)); i++) {
        if (juror_load(juror, level->search->runner, err) != 0 ||
            run(level, juror->number, made, &level->units_of_jury, &execution, err) != 0)
            return ERR;
        made->is_disputed = !problem_runner_agrees(level->search->runner, &made->fixed_output,
                                                   level->pair->panel.sameness, &execution);
    }
    made->is_asked = true;
    count_asked(level, made);
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

/* Runs both programs in fresh processes, with either seed. Returns 1 if both always do what they
 * did, 0 or ERR; `last` is the last run, of the buggy one if it is 1. */
static int certify(struct level *level, const struct made_input *made, struct execution *last,
                   struct err *err)
{
    struct problem_runner *runner = level->search->runner;
    const struct program_pair *pair = level->pair;
    const enum sameness least = pair->panel.sameness;
    for (int seed = 0; seed < 2; seed++) {
        const struct execution_mode mode = {.has_other_seed = seed != 0};
        if (problem_runner_input(runner, pair->fixed, &made->input, mode, last, err) != 0)
            return ERR;
        if (!problem_runner_agrees(runner, &made->fixed_output, least, last))
            return 0;
        if (problem_runner_input(runner, pair->buggy, &made->input, mode, last, err) != 0)
            return ERR;
        if (last->outcome != made->outcome ||
            (last->outcome == OUTCOME_PASS &&
             !problem_runner_agrees(runner, &made->buggy_output, least, last)))
            return 0;
    }
    return 1;
}

static void keep(struct input_finding *out, const struct made_input *made,
                 const struct execution *last)
{
    struct shown_difference *shown = out->shown;
    out->is_proof = true;
    str_clear(&shown->input);
    str_add(&shown->input, str_text(&made->input), made->input.length);
    str_clear(&shown->expected);
    str_add(&shown->expected, str_text(&made->fixed_output), made->fixed_output.length);
    shown_difference_set_wrong(shown, last);
}

/* Takes an input with a difference for the proof, if the jury is unanimous, and the difference can
 * be repeated. */
static int try_proof(struct level *level, struct made_input *made, struct input_finding *out,
                     struct err *err)
{
    struct execution last;
    if (!made->is_asked && seat_jury(level, out, err) != 0)
        return ERR;
    if (!made->is_asked && may_ask(level) && ask_jury(level, made, err) != 0)
        return ERR;
    if (!made->is_asked || made->is_disputed)
        return 0;
    int status = certify(level, made, &last, err);
    if (status == 1)
        keep(out, made, &last);
    return status < 0 ? ERR : 0;
}

/* ---- The search ---- */

/* Runs both programs on an input of this level, unless an earlier level has done so, and takes it
 * for the proof if it is one. The fixed program is enough once there is one. */
static int try_input(struct level *level, struct made_input *made, struct input_finding *out,
                     struct err *err)
{
    if (made->is_asked) {
        if (seat_jury(level, out, err) != 0)
            return ERR;
        if (level->is_seated)
            count_asked(level, made);
    }
    if (!made->is_run && run_fixed(level, made, err) != 0)
        return ERR;
    if (out->is_proof || !made->is_usable)
        return 0;
    if (!made->is_compared) {
        if (run_buggy(level, made, err) != 0)
            return ERR;
        out->n_differing += made->differs;
    }
    return made->differs ? try_proof(level, made, out, err) : 0;
}

/* Makes the inputs of a level, no two of them the same, and looks for the first that is a proof. */
static int try_inputs(struct level *level, struct input_finding *out, struct err *err)
{
    const struct input_search *search = level->search;
    const int64_t n_drawn = search->n_inputs * DRAWS_OF_AN_INPUT;
    const int64_t most_units = search->n_inputs * UNITS_OF_AN_INPUT;
    for (int64_t number = 0; number < n_drawn && level->n_inputs < search->n_inputs &&
                             level->units < most_units && !is_hopeless(level, out);
         number++) {
        scoped(str) input = {0};
        if (interrupt_signal())
            return err_set(err, "stopped");
        if (!make_input(search, out->level, level->pair->seed, (uint32_t)number, &input))
            continue;
        struct made_input *made = find_or_add(level->made, &input);
        if (made->level == (int)out->level)
            continue;
        made->level = (int)out->level;
        level->n_inputs++;
        if (try_input(level, made, out, err) != 0)
            return ERR;
    }
    return 0;
}

/* Whether the jury agrees on enough inputs, whatever it says about the others. */
static bool is_agreed(const struct level *level)
{
    size_t n = (size_t)level->n_inputs, n_left = n - level->n_asked;
    return (level->n_disputed + n_left) * 100 <= n * level->percent_disputed;
}

/* Asks the jury about the other inputs of a level with a proof, which counts only if it agrees on
 * most of them. */
static int count_disputed(struct level *level, struct input_finding *out, struct err *err)
{
    for (size_t i = 0; i < level->made->n && may_ask(level) && !is_agreed(level); i++) {
        struct made_input *made = &level->made->items[i];
        if (made->level == (int)out->level && !made->is_asked && ask_jury(level, made, err) != 0)
            return ERR;
    }
    out->is_proof = level->n_disputed * 100 <= level->n_asked * level->percent_disputed;
    return 0;
}

int input_search_run(const struct input_search *search, const struct program_pair *pair,
                     struct input_finding *out, struct err *err)
{
    scoped(made_inputs) made = {0};
    struct panel panel = pair->panel;
    out->is_proof = false;
    for (int number = 0; number <= (int)search->strictness && !out->is_proof; number++) {
        struct level level = {.search = search, .pair = pair, .panel = &panel, .made = &made};
        if (!has_jury(&level, number) && !pair->is_mutant)
            break;
        out->level = (enum input_strictness)number;
        if (try_inputs(&level, out, err) != 0)
            return ERR;
        out->n_inputs = (int64_t)made.n;
        if (out->is_proof && count_disputed(&level, out, err) != 0)
            return ERR;
    }
    if (panel_size(&panel) < JURY_MIN) {
        out->lacks_jurors = true;
        out->n_jurors = (int64_t)panel_size(&panel);
    }
    return 0;
}

/* ---- Rewrites ---- */

/* Numbers of loaded programs. */
enum { ORIGINAL = JURY_FIRST_NUMBER + JURY_MAX + JURY_SPARE, REWRITTEN };

enum { MAX_ENDLESS = 3 }; /* inputs on which a program does not end; then no others are tried */

/* Runs a program on the current test with the limits of the problem, or on a made input. */
static int run_on_either(struct problem_runner *runner, const struct rewrite_difference *out,
                         unsigned number, bool is_warm, struct execution *last, struct err *err)
{
    const struct execution_mode mode = {.is_warm = is_warm};
    return out->test >= 0
               ? problem_runner_test(runner, number, &runner->tests->cases.items[out->test], mode,
                                     last, err)
               : problem_runner_input(runner, number, &out->shown->input, mode, last, err);
}

/* Runs both programs, and sets `out`. */
static int run_both(struct problem_runner *runner, struct rewrite_difference *out, bool is_warm,
                    struct err *err)
{
    struct shown_difference *shown = out->shown;
    struct execution last;
    if (run_on_either(runner, out, ORIGINAL, is_warm, &last, err) != 0)
        return ERR;
    enum execution_outcome outcome = execution_outcome(&last);
    out->is_endless = execution_is_endless(&last);
    execution_copy_output(&shown->expected, &last);
    if (run_on_either(runner, out, REWRITTEN, is_warm, &last, err) != 0)
        return ERR;
    out->is_endless |= execution_is_endless(&last);
    shown_difference_set_wrong(shown, &last);
    bool is_same =
        outcome == execution_outcome(&last) && shown->expected.length == shown->actual.length &&
        memcmp(str_text(&shown->expected), str_text(&shown->actual), shown->actual.length) == 0;
    out->is_found = !is_same && !out->is_endless;
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

int rewrite_check(const struct input_search *search, const struct executable *original,
                  const struct executable *rewritten, uint64_t seed, struct rewrite_difference *out,
                  struct err *err)
{
    struct problem_runner *runner = search->runner;
    struct execution loaded[2];
    if (executor_load(runner->executor, ORIGINAL, original, &loaded[0], err) != 0 ||
        executor_load(runner->executor, REWRITTEN, rewritten, &loaded[1], err) != 0)
        return ERR;
    if (loaded[0].outcome != OUTCOME_PASS || loaded[1].outcome != OUTCOME_PASS) {
        out->is_found = loaded[0].outcome != loaded[1].outcome &&
                        !execution_is_endless(&loaded[0]) && !execution_is_endless(&loaded[1]);
        return 0;
    }
    int64_t n_endless = 0, n_tests = (int64_t)runner->tests->cases.n;
    for (int64_t i = 0; i < n_tests + search->n_inputs && !out->is_found && n_endless < MAX_ENDLESS;
         i++) {
        out->test = i < n_tests ? i : -1;
        if (out->test < 0 &&
            !make_input(search, INPUTS_STRICT, seed, (uint32_t)(i - n_tests), &out->shown->input))
            continue;
        if (run_both(runner, out, true, err) != 0 ||
            (out->is_found && run_both(runner, out, false, err) != 0))
            return ERR;
        n_endless += out->is_endless;
    }
    return 0;
}
