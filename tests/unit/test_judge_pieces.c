/* Pieces of code that do not parse alone. */
#include "score/judge.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

/* Judges code or an edit as the repair of a bug whose place is not given. */
static struct outcome judge_one(const char *buggy, const char *fixed, struct prediction prediction)
{
    struct gold_item item = {.id = "a",
                             .language = &language_python,
                             .category = CATEGORY_OTHER,
                             .bug = {.after = "", .is_unplaced = true},
                             .program = text_of(buggy),
                             .fixed = text_of(fixed)};
    struct judge *judge = judge_new();
    struct outcome outcome;
    prediction.rank = 1;
    judge_item(&outcome, judge, &item, &prediction, 1, &(struct judge_options){.k = 1});
    judge_free(judge);
    return outcome;
}

TEST(judge_item__compares_pieces_that_do_not_parse)
{
    static const struct {
        const char *buggy, *fixed;
        enum difference difference;
        const char *old, *new; /* of the edit; new "": deleted */
    } cases[] = {
        {"    elif a < b:", "elif  a<b : # so", DIFFERENCE_NONE, "", ""},
        {"elif a < b:", "elif a <= b:", DIFFERENCE_SINGLE, "<", "<="},
        {"elif a < b \\", "elif a <= b \\\n", DIFFERENCE_SINGLE, "<", "<="},
        {"b''' + c", " b''' + c\n", DIFFERENCE_NONE, "", ""},
        {"elif a in b:", "elif a not  in b:", DIFFERENCE_SINGLE, "in", "not in"},
        {"elif a:", "elif not a:", DIFFERENCE_SINGLE, "a", "not"},
        {"elif not a:", "elif a:", DIFFERENCE_SINGLE, "not", ""},
        {"elif a:", "elif a b:", DIFFERENCE_MULTI, NULL, NULL},
        {"elif a < b:", "elif b < a:", DIFFERENCE_MULTI, NULL, NULL},
        /* brackets need not match */
        {"x) < y", "x) <= y", DIFFERENCE_SINGLE, "<", "<="},
        {"f(x,", "f(y,", DIFFERENCE_SINGLE, "x", "y"},
        {"f(x]", "f(x)", DIFFERENCE_SINGLE, "]", ")"},
        /* layout does not count */
        {"  a\n b", "a\nb", DIFFERENCE_NONE, "", ""},
        {"a b", "a\nb", DIFFERENCE_NONE, "", ""},
        {"x = a not\nin b)", "x = a not in b)", DIFFERENCE_NONE, "", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *buggy = cases[i].buggy, *fixed = cases[i].fixed;
        struct outcome outcome = judge_one(buggy, fixed, (struct prediction){.code = fixed});
        if (outcome.no_bug != (cases[i].difference == DIFFERENCE_NONE) ||
            outcome.solved != (cases[i].difference != DIFFERENCE_NONE))
            fail_msg("%s: no bug %d, solved %d", buggy, outcome.no_bug, outcome.solved);
        if (cases[i].difference != DIFFERENCE_SINGLE)
            continue;
        const struct prediction edit = {
            .line = 1, .column = strstr(buggy, cases[i].old) - buggy, .repair = cases[i].new};
        outcome = judge_one(buggy, fixed, edit);
        if (!outcome.located || !outcome.solved)
            fail_msg("%s: located %d, solved %d", buggy, outcome.located, outcome.solved);
    }
}
