/* The simple detectors on real fixes, which are split by problem. */
#include "base/json.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

/* Returns how many bugs a detector locates with its first five predictions. */
static int64_t n_located(const char *detector)
{
    scoped(json) *score = NULL;
    scoped(str) out = {0};
    run_valid(&out,
              "cd \"$SCRATCH\" && \"$TOKFIX\" baseline -q real.db --detector %s "
              "-o %s.jsonl && \"$TOKFIX\" score -q real.db --split test --json --predictions "
              "%s.jsonl",
              detector, detector, detector);
    assert_done(json_parse(&score, str_text(&out), out.length, &err));
    const struct json *all = json_find(json_get(score, "bugs"), "category", "all");
    const struct json *of_five = json_item(json_get(all, "ranks"), 2);
    assert_int_equal(json_number_at(of_five, "k"), 5);
    assert_int_equal(json_int(json_get(json_get(score, "inputs"), "unanswered"), -1), 0);
    return json_int(json_get(json_get(of_five, "localisation"), "right"), -1);
}

TEST(baseline__is_better_than_chance_on_real_fixes)
{
    if (!has_atcoder("detectors on real fixes"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && \"$TOKFIX\" mine -q \"$SHARED\"/data/atcoder -o real.db && "
                    "\"$TOKFIX\" dedup -q real.db && \"$TOKFIX\" split -q real.db --ratio 5:1:4");
    int64_t at_random = n_located("random");
    assert_true(n_located("frequent") > at_random);
    assert_true(n_located("ngram") > at_random);
}
