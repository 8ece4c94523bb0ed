/* `tokfix diff` of real AtCoder pairs agrees with CPython's tokenizer and with the mined
 * database. */
#include "base/json.h"
#include "tests/support/atcoder.h"
#include "tests/support/test.h"

enum { EVERY = 8 };

/* What is stored of a fix, and the keys of diff that say the same. */
static const char *const keys[] = {
    "edit",       "category",     "pattern",        "role",
    "before",     "after",        "line",           "column",
    "start_byte", "end_byte",     "token_index",    "n_tokens",
    "fixed_line", "fixed_column", "fixed_n_tokens", "repair_in_program",
};

struct counts {
    int n_rows, n_compared, n_fixes;
};

static struct json *diff_of(char **columns)
{
    scoped(str) output = {0};
    struct json *found;
    struct err err;
    int status = run_shell(&output,
                           "cd \"$SHARED/data/atcoder/data/%s/Python\" && "
                           "\"$TOKFIX\" diff %s.py %s.py --json",
                           columns[PROBLEM], columns[BUGGY], columns[FIXED]);
    if (json_parse(&found, str_text(&output), output.length, &err) != 0)
        fail_msg("%s: %s", err.message, str_text(&output));
    const char *outcome = json_text(json_get(found, "outcome"));
    assert_int_equal(status, strcmp(outcome, "fix") == 0 ? 0 : 1);
    return found;
}

/* A stored value, as the key of diff has it. */
static void check_value(struct db_statement *stored, int column, const struct json *value,
                        const char *buggy)
{
    if (!value)
        fail_msg("%s: diff has no %s", buggy, keys[column]);
    if (json_text(value)) {
        const char *text = db_text(stored, column);
        if (strcmp(text, "none") == 0) /* the view's word for what a fix lacks */
            text = "";
        if (strcmp(json_text(value), text) != 0)
            fail_msg("%s: %s is %s, and stored is %s", buggy, keys[column], json_text(value), text);
        return;
    }
    int64_t number = json_is_true(value) ? 1 : json_int(value, 0);
    if (number != db_int(stored, column))
        fail_msg("%s: %s is %d", buggy, keys[column], (int)number);
}

/* The metadata decide on the dialect only where the program does not. */
static void check_dialect(struct db_statement *stored, const struct json *found)
{
    const char *ours = json_text(json_get(found, "dialect"));
    if (strcmp(ours, "both") != 0)
        assert_string_equal(ours, db_text(stored, N_ITEMS(keys)));
}

static void check_oracle(char **columns, const char *outcome)
{
    if (strcmp(columns[FSTRING], "1") == 0 || strcmp(outcome, "too_many_tokens") == 0)
        return;
    const char *expected = strcmp(columns[OUTCOME], "single") == 0      ? "fix"
                           : strcmp(columns[OUTCOME], "multi") == 0     ? "multi_token"
                           : strcmp(columns[OUTCOME], "identical") == 0 ? "identical"
                                                                        : NULL;
    if (expected && strcmp(outcome, expected) != 0)
        fail_msg("%s: %s, the oracle says %s", columns[BUGGY], outcome, columns[OUTCOME]);
}

static void check_pair(struct db_statement *find, char **columns, void *argument)
{
    struct counts *counts = argument;
    struct err err;
    bool is_single = strcmp(columns[OUTCOME], "single") == 0;
    if (counts->n_rows++ % EVERY && !(is_single && counts->n_rows % 2))
        return;
    scoped(json) *found = diff_of(columns);
    const char *outcome = json_text(json_get(found, "outcome"));
    int is_stored = db_step(find, &err);
    if (is_stored != (strcmp(outcome, "fix") == 0))
        fail_msg("%s: %s, and it is %s", columns[BUGGY], outcome,
                 is_stored ? "stored" : "not stored");
    check_oracle(columns, outcome);
    if (is_stored) {
        for (int i = 0; i < (int)N_ITEMS(keys); i++)
            check_value(find, i, json_get(found, keys[i]), columns[BUGGY]);
        check_dialect(find, found);
        counts->n_fixes++;
    } else {
        assert_true(*json_text(json_get(found, "why")));
    }
    counts->n_compared++;
}

TEST(comparing__says_what_mining_stored)
{
    if (!has_atcoder("the comparison of diff with mine and with CPython's tokenizer"))
        skip();
    scoped(str) columns = {0};
    struct counts counts = {0};
    for (size_t i = 0; i < N_ITEMS(keys); i++)
        str_print(&columns, "%s, ", keys[i]);
    str_add_text(&columns, "dialect");
    atcoder_each_pair(str_text(&columns), check_pair, &counts);
    printf("note: diff: %d of %d AtCoder pairs, %d of them fixes, as mine stored them\n",
           counts.n_compared, counts.n_rows, counts.n_fixes);
    assert_true(counts.n_fixes > 150 && counts.n_compared - counts.n_fixes > 100);
}
