/* Each step copies the version before and edits it. The kinds of steps are weighted so that about
 * three of a hundred pairs differ by a single token, as in CodeNet. Where a program has no place
 * for the step that was drawn, a larger one is made. The edits are counted on the way, which tells
 * most changes without a look at the programs: the comparison of the tokens must agree. */
#include "tests/grow/history.h"

#include "tests/grow/edits.h"

#include <stdio.h>
#include <stdlib.h>

/* Histories of 1, 2, ... 20 submissions, and of 21 and more. */
static const double sizes[] = {1106809, 288544, 128527, 68805, 40515, 25344, 16605,
                               10958,   7709,   5398,   3895,  2923,  2134,  1616,
                               1280,    983,    691,    574,   481,   374,   1997};

enum { N_SIZES = sizeof sizes / sizeof *sizes };

static const double share_single_accepted = 0.63;
static const double share_accepted_at_last = 0.81;
static const double share_goes_on = 0.02;
static const double share_undecided = 0.001;

size_t history_size_draw(struct dice *dice)
{
    size_t size = 1 + dice_weighted(dice, sizes, N_SIZES);
    return size < N_SIZES ? size : (size_t)dice_between(dice, N_SIZES, MAX_HISTORY);
}

static void verdicts_draw(struct dice *dice, size_t n, enum verdict verdicts[MAX_HISTORY])
{
    for (size_t i = 0; i < n; i++)
        verdicts[i] = dice_chance(dice, share_undecided) ? VERDICT_UNDECIDED : VERDICT_FAILING;
    if (n > 2 && dice_chance(dice, share_goes_on)) {
        size_t first = dice_below(dice, n - 1);
        verdicts[first] = VERDICT_ACCEPTED;
        for (size_t i = first + 1; i < n; i++)
            if (dice_chance(dice, 0.5))
                verdicts[i] = VERDICT_ACCEPTED;
    } else if (dice_chance(dice, n == 1 ? share_single_accepted : share_accepted_at_last)) {
        verdicts[n - 1] = VERDICT_ACCEPTED;
    }
}

enum step { STEP_ONE, STEP_FORMAT, STEP_MANY, STEP_STATEMENT, STEP_MIXED, STEP_REWRITE, N_STEPS };

static const double weights[N_STEPS] = {
    [STEP_ONE] = 7.5,      [STEP_FORMAT] = 5, [STEP_MANY] = 37.5,
    [STEP_STATEMENT] = 20, [STEP_MIXED] = 15, [STEP_REWRITE] = 15,
};

/* A rewrite leaves at least this many tokens between the common start and the common end. */
enum { MIN_REWRITTEN = 12 };

static bool was_used(const struct history *history, const struct seed *seed)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->versions[i].seed == seed)
            return true;
    return false;
}

static bool rewrite(struct history *history, struct version *version, const struct seeds *seeds,
                    struct dice *dice)
{
    for (int tries = 0; tries < 20; tries++) {
        const struct seed *seed = &seeds->list.items[dice_below(dice, seeds->list.n)];
        if (seed->is_long || was_used(history, seed))
            continue;
        struct change change = script_compare(&version->script, &seed->script);
        if (change.left_before < MIN_REWRITTEN || change.left_after < MIN_REWRITTEN)
            continue;
        script_release(&version->script);
        script_copy(&version->script, &seed->script);
        version->seed = seed;
        version->n_rewrites++;
        version->n_changed = version->n_resized = 0;
        return true;
    }
    return false;
}

static bool take_step(struct history *history, struct version *version, enum step step,
                      const struct seeds *seeds, struct dice *dice)
{
    struct script *script = &version->script;
    struct arena *arena = &history->arena;
    size_t n_words = script->words.n;
    bool is_done = false;
    unsigned n_changed = 2;
    switch (step) {
    case STEP_ONE:
        is_done = !version->seed->is_long && edit_one_token(script, dice, arena);
        n_changed = 1;
        break;
    case STEP_FORMAT:
        is_done = !version->seed->is_long && edit_format(script, dice, arena);
        n_changed = 0;
        break;
    case STEP_MANY:
        is_done = edit_many_tokens(script, dice, arena, 2, 10);
        break;
    case STEP_STATEMENT:
        is_done = edit_statement(script, dice, arena);
        break;
    case STEP_MIXED:
        is_done = edit_many_tokens(script, dice, arena, 2, 5);
        if (is_done)
            edit_statement(script, dice, arena); /* where there is a place for one */
        break;
    case STEP_REWRITE:
    default:
        return rewrite(history, version, seeds, dice);
    }
    if (is_done)
        version->n_changed += n_changed;
    if (script->words.n != n_words)
        version->n_resized++;
    return is_done;
}

/* A program with nothing left to edit is submitted again unchanged. */
static void take_any_step(struct history *history, struct version *version,
                          const struct seeds *seeds, struct dice *dice)
{
    enum step steps[] = {(enum step)dice_weighted(dice, weights, N_STEPS), STEP_MANY,
                         STEP_STATEMENT, STEP_REWRITE};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (take_step(history, version, steps[i], seeds, dice))
            break;
}

void history_grow(struct history *out, size_t n, const struct seeds *seeds, struct dice *dice)
{
    enum verdict verdicts[MAX_HISTORY];
    *out = (struct history){0};
    verdicts_draw(dice, n, verdicts);
    for (size_t i = 0; i < n; i++) {
        struct version version = {.seed = &seeds->list.items[dice_below(dice, seeds->list.n)]};
        if (i > 0)
            version = out->versions[i - 1];
        version.verdict = verdicts[i];
        script_copy(&version.script, i > 0 ? &out->versions[i - 1].script : &version.seed->script);
        if (i > 0)
            take_any_step(out, &version, seeds, dice);
        out->versions[out->n++] = version;
    }
}

/* Whether the edits between two versions leave no other change possible than this one. */
static bool agrees(const struct version *before, const struct version *after,
                   enum change_kind change)
{
    bool is_single = change != CHANGE_NONE && change != CHANGE_LARGER;
    if (before->seed->is_long || after->seed->is_long)
        return change == CHANGE_LARGER;
    if (change == CHANGE_UNSURE)
        return false;
    if (before->n_rewrites != after->n_rewrites)
        return true;
    switch (after->n_changed - before->n_changed) {
    case 0:
        return change == CHANGE_NONE;
    case 1:
        return is_single;
    default:
        return before->n_resized != after->n_resized || change == CHANGE_LARGER;
    }
}

struct change history_change(const struct history *history, size_t before, size_t after)
{
    const struct version *a = &history->versions[before], *b = &history->versions[after];
    struct change change = script_compare(&a->script, &b->script);
    if (!agrees(a, b, change.kind)) {
        fputs("grow_tree: the comparison of two programs contradicts the edits made\n", stderr);
        exit(1);
    }
    return change;
}

void history_release(struct history *history)
{
    for (size_t i = 0; i < history->n; i++)
        script_release(&history->versions[i].script);
    arena_release(&history->arena);
    history->n = 0;
}
