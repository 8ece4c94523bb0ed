/* The choice by licence: of fixes of git repositories, and of what was made from them. */
#include "base/spdx.h"
#include "db/fixes/choice.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"c", "u", "a1", "b1", true}, {"g", "u", "a2", "b2", true}, {"g", "u", "a3", "b3", true},
    {"g", "u", "a4", "b4", true}, {"g", "u", "a5", "b5", true}, {"g", "u", "a6", "b6", true},
};

/* Fix 1 is of a contest. Fix 6 is a mutant: its fixed side is the mined version of fix 3. */
static const char licenses[] =
    "INSERT INTO repositories VALUES ('g', 'g', NULL, NULL, 0);"
    "INSERT INTO commits VALUES (1, 'g', 'c', 'p', 'a', 0, 0, '', NULL, 1, 1);"
    "INSERT INTO file_versions SELECT fixed_submission_key, 1, 'a.py', 'b', 0, 'MIT', 'tag' "
    "FROM fixes WHERE fix_key IN (2, 3, 4);"
    "UPDATE file_versions SET license = 'ISC OR GPL-2.0-only' WHERE submission_key = (SELECT "
    "fixed_submission_key FROM fixes WHERE fix_key = 3);"
    "UPDATE file_versions SET license = 'MIT AND SSPL-1.0' WHERE submission_key = (SELECT "
    "fixed_submission_key FROM fixes WHERE fix_key = 4);"
    "INSERT INTO file_versions SELECT fixed_submission_key, 1, 'a.py', 'b', 0, NULL, NULL "
    "FROM fixes WHERE fix_key = 5;"
    "UPDATE submissions SET submission_id = (SELECT submission_id FROM submissions s JOIN fixes f "
    "ON s.submission_key = f.fixed_submission_key WHERE fix_key = 3) || '~rename' WHERE "
    "submission_key = (SELECT fixed_submission_key FROM fixes WHERE fix_key = 6);"
    "UPDATE fixes SET origin = 'rewrite' WHERE fix_key = 6;";

TEST(allowed_licenses__are_those_of_the_choice)
{
    static const struct {
        const char *first, *second, *chosen;
        int n_left_out;
    } cases[] = {
        {NULL, NULL, " 1 2 3 4 5 6", 0},  {SPDX_PERMISSIVE, NULL, " 1 2 3 6", 2},
        {"MIT", NULL, " 1 2", 4},         {"gpl-2.0-only", NULL, " 1 3 6", 3},
        {"MIT", "SSPL-1.0", " 1 2 4", 3}, {SPDX_PERMISSIVE, "SSPL-1.0", " 1 2 3 4 6", 1},
        {"Zlib", NULL, " 1", 5},          {"' OR 1 --", NULL, " 1", 5},
    };
    made_store("licensed.db", fixes, N_ITEMS(fixes));
    scoped(db) *db = changed_store("licensed.db", licenses);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
        scoped(fix_selection) selection = {0};
        scoped(str) chosen = {0};
        struct err err;
        choice.takes_artificial = true;
        choice.marks = MARK_ALL;
        if (cases[i].first)
            array_push(&choice.filters[FILTER_LICENSE].list, cases[i].first);
        if (cases[i].second)
            array_push(&choice.filters[FILTER_LICENSE].list, cases[i].second);
        if (fix_select(&selection, db, &choice, &err) != 0)
            fail_msg("%s", err.message);
        for (size_t at = 0; at < selection.items.n; at++)
            str_print(&chosen, " %d", (int)selection.items.items[at].fix_key);
        if (strcmp(str_text(&chosen), cases[i].chosen) != 0)
            fail_msg("case %zu: '%s'", i, str_text(&chosen));
        assert_int_equal(selection.account.n[FATE_LICENSE], cases[i].n_left_out);
    }
}

TEST(allowed_licenses__are_permissive_in_exports_unless_asked)
{
    made_store("exported.db", fixes, N_ITEMS(fixes));
    db_close(changed_store("exported.db", licenses));
    static const struct text_case cases[] = {
        {"", "4"}, {"--license any", "6"}, {"--license MIT", "2"}, {"--license MIT,ISC", "4"}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_valid(&output,
                  "\"$TOKFIX\" export -q \"$SCRATCH/exported.db\" --format pairs --origin "
                  "real,rewrite --marked all --category all %s | wc -l | tr -d '\\n'",
                  cases[i].given);
        assert_string_equal(str_text(&output), cases[i].expected);
    }
}

/* The first line of each program can be tagged. */
TEST(allowed_licenses__are_permissive_in_tagged_code_unless_asked)
{
#define PIECE(problem, name)                                               \
    {                                                                      \
        problem, "u", name " = q - 1\ndef m(): return \"" name "\" + 1\n", \
            name " = q - 1\ndef m(): return \"" name "\" + 2\n", false     \
    }
    static const struct made_fix pieces[] = {PIECE("c", "w1"), PIECE("g", "w2"), PIECE("g", "w3"),
                                             PIECE("g", "w4"), PIECE("g", "w5"), PIECE("g", "w6")};
    made_store("tagged.db", pieces, N_ITEMS(pieces));
    db_close(
        changed_store("tagged.db", printed("%s UPDATE fixes SET category = 'literal'", licenses)));
    static const struct text_case cases[] = {
        {"", "w1 w2 w3 "},
        {"--license any", "w1 w2 w3 w4 w5 "},
        {"--license MIT", "w1 w2 "},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_valid(&output,
                  "\"$TOKFIX\" tag -q \"$SCRATCH/tagged.db\" --rows-per-fix 20 %s | "
                  "grep -o '\"code\":\"w[1-6]' | cut -d '\"' -f 4 | sort -u | tr '\\n' ' '",
                  cases[i].given);
        assert_string_equal(str_text(&output), cases[i].expected);
    }
    scoped(str) messages = {0};
    run_valid(&messages, "\"$TOKFIX\" tag \"$SCRATCH/tagged.db\" 2>&1 >/dev/null");
    assert_contains(str_text(&messages), "2 fixes left out: under other or unknown licences "
                                         "(--license any includes them");
}

TEST(allowed_licenses__are_any_in_tables)
{
    made_store("shown.db", fixes, N_ITEMS(fixes));
    db_close(changed_store("shown.db", licenses));
    scoped(str) all = {0}, none = {0};
    run_valid(&all, "\"$TOKFIX\" show \"$SCRATCH/shown.db\" --json | wc -l | tr -d '\\n'");
    run_valid(&none, "\"$TOKFIX\" show \"$SCRATCH/shown.db\" --json --license Zlib | wc -l | "
                     "tr -d '\\n'");
    assert_string_not_equal(str_text(&all), str_text(&none));
}
