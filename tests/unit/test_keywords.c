#include "miner/git/commits.h"
#include "tests/support/test.h"

static const char *found(enum keywords keywords, const char *message)
{
    static struct str word;
    return keywords_find(keywords, message, &word) ? str_text(&word) : "-";
}

TEST(keywords__are_found_in_each_of_four_ways)
{
    static const struct {
        const char *message, *words, *tssb, *manysstubs, *none;
    } cases[] = {
        {"", "-", "-", "-", ""},
        {"Add a cache", "-", "-", "-", ""},
        {"Fix the limit", "fix", "fix", "fix", "fix"},
        {"FIXES #12", "fixes", "fix", "fixes", "fixes"},
        {"Use the default prefix", "-", "fault", "-", ""},
        {"debug output", "-", "bug", "-", ""},
        {"bug_report", "-", "bug", "-", ""},
        {"a bugfix", "bugfix", "bug", "-", "bugfix"},
        {"typing of faulty things", "faulty", "fault", "typing", "faulty"},
        {"Mistakenly", "mistakenly", "mistake", "-", "mistakenly"},
        {"faulting", "-", "fault", "faulting", ""},
        {"\xc3\xa9"
         "fix",
         "-", "fix", "-", ""},
        {"first line\n\nthe second has an issue", "issue", "issue", "issue", "issue"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *const expected[] = {cases[i].words, cases[i].tssb, cases[i].manysstubs,
                                        cases[i].none};
        for (int way = 0; way < N_KEYWORDS; way++)
            if (strcmp(found((enum keywords)way, cases[i].message), expected[way]) != 0)
                fail_msg("%s: '%s' has '%s'", keywords_name(way), cases[i].message,
                         found((enum keywords)way, cases[i].message));
    }
}

TEST(keywords__tell_reverts)
{
    static const struct {
        const char *message;
        bool is_revert;
    } cases[] = {
        {"", false},
        {"Revert \"Fix the limit\"\n\nThis reverts commit 1234.\n", true},
        {"Revert \"Revert \"Fix the limit\"\"", true},
        {"Reapply \"Fix the limit\"", true},
        {"\n  revert: fix the limit", true},
        {"REVERT", true},
        {"Reverts o/r#12", true},
        {"Reverted, because it is a bug", true},
        {"Reverting the fix", true},
        {"A better limit\n\nThis reverts commit 1234 (Fix the limit, 2020-01-02).", true},
        {"This reverts commit 1234", true},
        {"core: Revert the fix", true},
        {"[core] revert the fix", true},
        {"ABC-123 Fixes #1621: Partly reverting #1612", true},
        {"Automated rollback of commit 0b505848bd.", true},
        {"Backed out changeset e12256c4d32e. Fixes #833.", true},
        {"Roll back r763, which had a bug", true},
        {"Undo #12", true},
        {"Undo the last edit: a fix", false},
        {"Back to the fix of the menu", false},
        {"fix: the button Revert", false},
        {"This fixes the menu, so that one can choose: Revert", false},
        {"Reverter: fix the limit", false},
        {"Revert_all() has a bug", false},
        {"Reverse the fix", false},
        {"Reapply the fix", false},
        {"Fix the revert", false},
        {"Fix it.  This reverts commit 1234", false},
        {"Fix it\n\n> This reverts commit 1234", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (keywords_say_revert(cases[i].message) != cases[i].is_revert)
            fail_msg("%s", cases[i].message);
}

TEST(keywords__have_names)
{
    assert_string_equal(keywords_name(KEYWORDS_WORDS), "words");
    assert_string_equal(keywords_name(KEYWORDS_NONE), "none");
    assert_null(keywords_name(N_KEYWORDS));
}
