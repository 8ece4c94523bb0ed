/* Foreign texts contain no active markup in a card. */
#include "export/publish/publish.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

enum { N_FIXES = 6 }; /* of made_edition_store() */

/* The card of an edition whose failing submissions have these verdicts. */
static char *card_with(const char *const *verdicts, const char *line)
{
    static const struct edition_names names = {.name = "n", .version = "1.0.0"};
    struct edition_names licensed = names;
    struct text_list sets = {0};
    scoped(fix_choice) choice = FIX_CHOICE_ALL;
    scoped(str) sql = {0};
    str_add_text(&sql, "INSERT INTO steps (words) VALUES ('tokfix mine x');");
    for (int i = 0; i < N_FIXES; i++)
        str_print(&sql,
                  "UPDATE submissions SET status = %s WHERE submission_key = (SELECT "
                  "buggy_submission_key FROM fixes WHERE fix_key = %d);",
                  verdicts[i], i + 1);
    struct db *db = made_edition_store("card.db", str_text(&sql));
    struct export_options options = {
        .format = export_format_find("pairs"), .view = {.question = questions[0]}, .n_threads = 1};
    licensed.license = license_find("MIT");
    array_push(&sets, SPLIT_SET_DEFAULT);
    struct edition edition = {.folder = scratch_path("card"),
                              .is_replacing = true,
                              .line = line,
                              .names = &licensed,
                              .options = &options,
                              .choice = &choice,
                              .sets = &sets,
                              .card_extra = ""};
    assert_done(publish_write(&edition, db, &err));
    edition_release(&edition);
    array_release(&sets);
    db_close(db);
    scoped(str) card = output_of("cat \"$SCRATCH/card/README.md\"");
    return mem_copy_text(str_text(&card), card.length);
}

/* The verdicts are SQL. */
static void assert_shown(const char *const verdicts[N_FIXES], const char *const shown[N_FIXES])
{
    scoped_memory char *card = card_with(verdicts, "tokfix publish x");
    for (int i = 0; i < N_FIXES; i++) {
        scoped(str) row = {0};
        str_print(&row, "| %s | 1 |", shown[i]);
        assert_contains(card, str_text(&row));
    }
    assert_contains(card, "```sh\n");
}

TEST(publish_card__shows_texts_as_they_are)
{
    assert_shown(
        (const char *const[]){"'WA: 100 % (7.3.0)'", "'a|b'", "'`rm` $x$ ~~y~~'", "'<script>&amp;'",
                              "'![x](http://a.b)'", "'www.example.org WWW.x'"},
        (const char *const[]){"WA: 100 % (7.3.0)", "a\\|b", "\\`rm\\` \\$x\\$ \\~\\~y\\~\\~",
                              "&lt;script&gt;&amp;amp;", "!\\[x\\](http&#58;//a.b)",
                              "&#119;ww.example.org &#87;WW.x"});
    assert_shown((const char *const[]){"'**x** _y_'", "'@all'",
                                       "'a' || char(10) || 'b' || char(13) || char(27) || '[0m'",
                                       "'back\\slash'", "'\xe8\xa7\xa3'", "'Wrong Answer'"},
                 (const char *const[]){"\\*\\*x\\*\\* \\_y\\_", "&#64;all",
                                       "a\\\\nb\\\\r\\\\x1b\\[0m", "back\\\\slash", "\xe8\xa7\xa3",
                                       "Wrong Answer"});
}

TEST(publish_card__fences_commands_so_that_they_cannot_end_early)
{
    static const char *const verdicts[N_FIXES] = {"'a'", "'b'", "'c'", "'d'", "'e'", "'f'"};
    scoped_memory char *card = card_with(verdicts, "a\n````\n\x1b");
    assert_contains(card, "`````sh\n");
    assert_contains(card, "a\n````\n\\x1b\n`````\n");
}
