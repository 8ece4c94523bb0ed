/* The paper's figures of performance veracity, from their counts. */
#include "guard/leak.h"
#include "tests/support/test.h"

/* The paper's rows. It has 86.91 % for AlphaRepair, a misprint. */
TEST(veracity__is_what_the_paper_prints)
{
    static const struct {
        const char *system;
        int64_t n_repaired, n_leaked, total;
        double percent;
    } rows[] = {
        {"CoCoNuT", 44, 9, 44 - 5, 89.74},     {"RewardRepair", 32, 11, 32, 100 * 21 / 32.0},
        {"SequenceR", 13, 1, 13, 1200 / 13.0}, {"Recoder", 46, 5, 46, 4100 / 46.0},
        {"AlphaRepair", 74, 10, 74, 86.49},
    };
    for (size_t i = 0; i < N_ITEMS(rows); i++) {
        double percent =
            100 * performance_veracity(rows[i].n_repaired, rows[i].n_leaked, rows[i].total);
        if (fabs(percent - rows[i].percent) > 0.005)
            fail_msg("%s: %.3f %%, expected %.3f %%", rows[i].system, percent, rows[i].percent);
    }
    assert_true(isnan(performance_veracity(0, 0, 0)));
    assert_true(isnan(performance_veracity(3, 3, 0)));
}
