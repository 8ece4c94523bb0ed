/* The verdict of CPython's own tokenizer on real AtCoder pairs, compared with tokfix's row by
 * row. */
#include "tests/support/atcoder.h"
#include "tests/support/test.h"

/* Rows on whose category the syntactic role decides: the oracle knows the kinds of the two tokens
 * alone. All of them are stored as `other`. */
static const struct {
    const char *buggy_submission, *reason;
} by_role[] = {
    {"s146165455", "an attribute's name (q.append), no variable"},
    {"s131757947", "an attribute's name (np.max), no variable"},
    {"s144864172", "an attribute's name (ans.index), no variable"},
    {"s145463729", "an attribute's name (popleft), no variable"},
    {"s145969944", "an attribute's name (copy.copy), no variable"},
    {"s154270366", "an attribute's name (bisect.bisect_right), no variable"},
    {"s152926276", "an attribute's name (pop), no variable"},
    {"s146203055", "an attribute's name (find), no variable"},
    {"s153655550", "an attribute's name (a point's y), no variable"},
    {"s153647241", "an attribute's name (a solver's constant), no variable"},
    {"s154283471", "an attribute's name (ans.kth_left_idx), no variable"},
    {"s138489822", "a parameter's name in a definition, no variable that is read or written"},
};

struct counts {
    int n_single, n_multi, n_identical, n_untokenizable, n_fstring, n_by_role;
};

static void check_place(struct db_statement *ours, char **columns)
{
    /* The oracle places an insertion in the fixed program. */
    bool is_insert = strcmp(columns[EDIT], "insert") == 0;
    assert_int_equal(db_int(ours, is_insert ? 6 : 4), atoi(columns[LINE]));
    assert_int_equal(db_int(ours, is_insert ? 7 : 5), atoi(columns[COLUMN]));
}

static const char *role_reason(const char *buggy_submission)
{
    for (size_t i = 0; i < N_ITEMS(by_role); i++)
        if (strcmp(by_role[i].buggy_submission, buggy_submission) == 0)
            return by_role[i].reason;
    return NULL;
}

static void check_category(const char *ours, char **columns, struct counts *counts)
{
    const char *theirs =
        strcmp(columns[CATEGORY], "identifier") == 0 ? "variable_misuse" : columns[CATEGORY];
    const char *reason = role_reason(columns[BUGGY]);
    if (reason)
        counts->n_by_role++;
    if (strcmp(ours, reason ? "other" : theirs) != 0)
        fail_msg("%s: category %s, the oracle says %s", columns[BUGGY], ours, theirs);
}

static void check_pair(struct db_statement *find, char **columns, void *argument)
{
    struct counts *counts = argument;
    struct err err;
    scoped(str) text = {0};
    int is_fix = db_step(find, &err);
    assert_true(is_fix >= 0);
    if (strcmp(columns[FSTRING], "1") == 0) {
        counts->n_fstring++;
    } else if (strcmp(columns[OUTCOME], "single") != 0) {
        if (is_fix)
            fail_msg("%s: a fix, the oracle says %s", columns[BUGGY], columns[OUTCOME]);
        counts->n_multi += strcmp(columns[OUTCOME], "multi") == 0;
        counts->n_identical += strcmp(columns[OUTCOME], "identical") == 0;
        counts->n_untokenizable += strcmp(columns[OUTCOME], "untokenizable") == 0;
    } else {
        counts->n_single++;
        if (!is_fix)
            fail_msg("%s: no fix, the oracle says single", columns[BUGGY]);
        assert_string_equal(db_text(find, 0), columns[EDIT]);
        tsv_escape(&text, db_text(find, 1));
        assert_string_equal(str_text(&text), columns[BEFORE]);
        tsv_escape(&text, db_text(find, 2));
        assert_string_equal(str_text(&text), columns[AFTER]);
        check_category(db_text(find, 3), columns, counts);
        check_place(find, columns);
    }
}

TEST(atcoder__agrees_with_cpython)
{
    if (!has_atcoder("the comparison with CPython's tokenizer"))
        skip();
    struct counts counts = {0};
    int n_rows = atcoder_each_pair("edit, before, after, category, line, column, fixed_line, "
                                   "fixed_column",
                                   check_pair, &counts);
    printf("note: atcoder: %d rows agree with CPython: %d single (category by role: %d), %d multi, "
           "%d identical, %d untokenizable; %d with f-strings left out\n",
           n_rows, counts.n_single, counts.n_by_role, counts.n_multi, counts.n_identical,
           counts.n_untokenizable, counts.n_fstring);
    assert_true(counts.n_single > 300);
    assert_int_equal(counts.n_by_role, N_ITEMS(by_role));
}
