/* Versions are sorted, so that a history is a run of them. The pairs of a history are counted from
 * its end. If there are too many, each failing version gets its nearest pair, then its second
 * nearest, in rounds. */
#include "miner/histories.h"

#include "base/mem.h"
#include "tokenize/languages/language.h"

#include <stdlib.h>
#include <string.h>

static const char *const pairing_names[N_PAIRINGS] = {
    [PAIRING_ALL] = "all",
    [PAIRING_NEXT] = "next",
    [PAIRING_ADJACENT] = "adjacent",
    [PAIRING_LAST] = "last",
};

/* Compares what the versions of a history have in common. */
static int compare_authors(const struct version *x, const struct version *y)
{
    return x->language == y->language
               ? strcmp(x->user, y->user)
               : COMPARE(language_number(x->language), language_number(y->language));
}

static int compare_versions(const void *a, const void *b)
{
    const struct version *x = a, *y = b;
    int order = compare_authors(x, y);
    order = order ? order : COMPARE(x->date, y->date);
    order = order ? order : COMPARE(x->nanoseconds, y->nanoseconds);
    return order ? order : COMPARE(x->line, y->line);
}

void histories_sort(struct version *versions, size_t n)
{
    if (n)
        qsort(versions, n, sizeof *versions, compare_versions);
    for (size_t i = 0; i < n; i++)
        versions[i].history = i == 0 ? 0
                                     : versions[i - 1].history +
                                           (compare_authors(&versions[i - 1], &versions[i]) != 0);
}

/* Whether versions of the class count as failing. */
static bool failing_has(enum failing failing, enum verdict_class class)
{
    return (unsigned)failing >> class & 1;
}

/* A pair is adjacent if all submissions between the two are undecided or Accepted. With FAILING_ALL
 * undecided submissions are failing ones, but are ignored here as well, so that the pairs of
 * FAILING_ALL include those of FAILING_JUDGED. */
void pairing_each(enum pairing pairing, enum failing failing, const struct version *history,
                  size_t n, size_t max_pairs, const struct pair_listener *listener)
{
    if (n < 2) /* half of the histories */
        return;
    /* By index: the first fixed submission after each, or n, so that the time depends on the
     * number of pairs, not on that of failed submissions; and the number of pairs in which each is
     * the failing one. */
    scoped_memory size_t *next_fixed = mem_alloc(n, sizeof *next_fixed);
    scoped_memory size_t *n_pairs = mem_alloc(n, sizeof *n_pairs);
    for (size_t i = n, next = n, failed = n, n_fixed = 0; i-- > 0;) {
        bool is_paired = failing_has(failing, history[i].class) && next < n &&
                         (pairing != PAIRING_ADJACENT || next < failed);
        next_fixed[i] = next;
        n_pairs[i] = !is_paired ? 0 : pairing == PAIRING_ALL ? n_fixed : 1;
        bool is_fixed = pairing == PAIRING_LAST ? i + 1 == n && history[i].class != VERDICT_FAILING
                                                : history[i].class == VERDICT_ACCEPTED;
        if (is_fixed) {
            next = i;
            n_fixed++;
        }
        failed = history[i].class == VERDICT_FAILING ? i : failed;
    }
    scoped_memory size_t *n_taken = mem_alloc(n, sizeof *n_taken);
    scoped_memory size_t *waiting = mem_alloc(n, sizeof *waiting); /* that have more pairs */
    size_t n_waiting = 0;
    for (size_t i = 0; i < n; i++)
        if (n_pairs[i])
            waiting[n_waiting++] = i;
    for (size_t room = max_pairs, n_left; n_waiting && room; n_waiting = n_left) { /* a round */
        n_left = 0;
        for (size_t i = 0; i < n_waiting && room; i++, room--)
            if (++n_taken[waiting[i]] < n_pairs[waiting[i]])
                waiting[n_left++] = waiting[i];
    }
    for (size_t buggy = 0; buggy < n; buggy++) {
        size_t fixed = buggy;
        for (size_t i = 0; i < n_taken[buggy]; i++)
            listener->take(listener->context, buggy, fixed = next_fixed[fixed]);
        if (n_pairs[buggy] > n_taken[buggy])
            listener->leave_out(listener->context, buggy, n_pairs[buggy] - n_taken[buggy]);
    }
}

int64_t history_first_failure(enum failing failing, const struct version *history, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (failing_has(failing, history[i].class))
            return history[i].date;
    return 0;
}

const char *pairing_name(int pairing)
{
    return pairing < N_PAIRINGS ? pairing_names[pairing] : NULL;
}

const char *failing_name(enum failing failing)
{
    return failing == FAILING_JUDGED ? "judged" : failing == FAILING_ALL ? "all" : NULL;
}

int failing_find(const char *name)
{
    return strcmp(name, failing_name(FAILING_JUDGED)) == 0 ? (int)FAILING_JUDGED
           : strcmp(name, failing_name(FAILING_ALL)) == 0  ? (int)FAILING_ALL
                                                           : -1;
}

const char *verdict_class_name(enum verdict_class class)
{
    static const char *const names[] = {NULL, "accepted", "failing", "undecided"};
    return names[class];
}
