/* Tables of frequencies, and the shares that give the thesis's 0.386 pairs a file. */
#include "bench/verdicts.h"

/* Histories of 1, 2, ... 20 submissions, and of 21 and more. */
static const double sizes[] = {1106809, 288544, 128527, 68805, 40515, 25344, 16605,
                               10958,   7709,   5398,   3895,  2923,  2134,  1616,
                               1280,    983,    691,    574,   481,   374,   1997};

enum { N_SIZES = sizeof sizes / sizeof *sizes };

struct status {
    const char *text;
    double frequency;
};

static const struct status failing[] = {
    {"Wrong Answer", 4140436},         {"Runtime Error", 895154},
    {"Time Limit Exceeded", 767196},   {"Compile Error", 556259},
    {"WA: Presentation Error", 73336}, {"Memory Limit Exceeded", 22420},
    {"Output Limit Exceeded", 1067},   {"Query Limit Exceeded", 105},
};

static const struct status undecided[] = {
    {"Judge Not Available", 144}, {"Internal error", 113}, {"Judge System Error", 50}};

static const double share_single_accepted = 0.63;
static const double share_accepted_at_last = 0.81;
static const double share_goes_on = 0.02;
static const double share_undecided = 0.001;

size_t history_size_draw(struct dice *dice)
{
    size_t size = 1 + dice_weighted(dice, sizes, N_SIZES);
    return size < N_SIZES ? size : (size_t)dice_between(dice, N_SIZES, MAX_HISTORY);
}

void verdicts_draw(struct dice *dice, size_t n, enum verdict verdicts[MAX_HISTORY])
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

static const char *draw(struct dice *dice, const struct status *statuses, size_t n)
{
    double weights[sizeof failing / sizeof *failing];
    for (size_t i = 0; i < n; i++)
        weights[i] = statuses[i].frequency;
    return statuses[dice_weighted(dice, weights, n)].text;
}

const char *verdict_draw_status(struct dice *dice, enum verdict verdict)
{
    if (verdict == VERDICT_ACCEPTED)
        return "Accepted";
    return verdict == VERDICT_FAILING ? draw(dice, failing, sizeof failing / sizeof *failing)
                                      : draw(dice, undecided, sizeof undecided / sizeof *undecided);
}
