/* Statements about a data set agree with its database. */
#include "export/publish/description.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static struct json *values_of(struct made_edition *made)
{
    struct json *values;
    assert_done(description_make(&values, &made->edition, &err));
    return values;
}

/* The texts of a list, one a line, of a store that `sql` changed; their number. */
static int add_list(struct str *out, const char *name, const char *sql,
                    const struct export_format *format)
{
    scoped(db) *db = made_edition_store("s.db", sql);
    scoped(made_edition) made = {0};
    made_edition_fill(&made, db, "s");
    made.options.format = format;
    scoped(json) *values = values_of(&made);
    const struct json *list = json_get(values, name);
    int n = (int)json_count(list);
    str_clear(out);
    for (const struct json *text = json_first(list); text; text = json_next(text))
        str_print(out, "%s\n", json_text(text));
    return n;
}

static int add_steps(struct str *out, const char *sql)
{
    return add_list(out, "steps", sql, &export_format_pairs);
}

static void add_text(struct str *out, const char *name, struct made_edition *made)
{
    scoped(json) *values = values_of(made);
    str_clear(out);
    str_add_text(out, json_text(json_get(values, name)));
}

TEST(description__says_how_it_was_mined)
{
    scoped(str) out = {0};
    assert_int_equal(add_steps(&out, NULL), 4);
    assert_holds(str_text(&out), "every later Accepted one");
    assert_holds(str_text(&out), "tree-sitter-python 0.23.6");
    assert_holds(str_text(&out), "more than 10000 tokens or 1000000 bytes");
    assert_holds(str_text(&out), "Duplicates were not searched for");
    assert_holds(str_text(&out), "the ratio 8:1:1, so that each category");
    add_steps(&out, "UPDATE run SET pairing = 'next'");
    assert_holds(str_text(&out), "the first Accepted one after it");
    add_steps(&out, "UPDATE run SET pairing = 'adjacent'; UPDATE split_run SET origin = 'import';"
                    "INSERT INTO dedup_run VALUES (1, 'buglab', 1, 0.85, NULL, 10, 51, 5)");
    assert_holds(str_text(&out), "the Accepted one directly after it");
    assert_holds(str_text(&out), "each failing submission was paired");
    assert_holds(str_text(&out), "preset buglab");
    assert_holds(str_text(&out), "given as lists of problems");
    add_steps(&out, "UPDATE run SET failing = 'all'");
    assert_holds(str_text(&out), "each submission that was not Accepted, whatever its status, was");
}

/* Neither the jurors nor the control know the statements of the problems. */
TEST(description__says_what_a_proof_is_worth)
{
    static const char verified[] =
        "INSERT INTO verify_run VALUES (1, 'real', 'jsonl', 't', NULL, 'fixes', '0', 'medium', 40, "
        "2, 10, 2, 1, 'x');"
        "INSERT INTO verdicts SELECT fix_key, '%s', NULL, '', NULL, 0, 0 FROM fixes;";
    scoped(str) out = {0};
    add_steps(&out, printed(verified, "proven"));
    assert_holds(str_text(&out), "an input was found on which all of 2 to 10 other");
    assert_holds(str_text(&out), "Of 78 found inputs of other data, 5 (6.4 %");
    add_steps(&out, printed(verified, "reproduced"));
    assert_null(strstr(str_text(&out), "Of 78 found inputs"));
}

TEST(description__say_how_many_rows_there_are)
{
    scoped(db) *db = made_edition_store("s.db", "DELETE FROM splits WHERE fix_key = 2");
    scoped(made_edition) made = {0};
    scoped(str) out = {0};
    made_edition_fill(&made, db, "s");
    add_text(&out, "summary", &made);
    assert_memory_equal(str_text(&out), "5 single-token bug fixes in Python, mined", 40);
    struct json *numbers = json_take(made.edition.facts, "numbers");
    json_free(json_take(numbers, "n_mined"));
    json_free(json_take(numbers, "n_clean"));
    json_add(numbers, J_INT("n_mined", 3), J_INT("n_clean", 2));
    json_set(made.edition.facts, "numbers", numbers);
    add_text(&out, "summary", &made);
    assert_memory_equal(str_text(&out),
                        "3 single-token bug fixes in Python, and 2 correct programs,", 58);
    add_text(&out, "collection", &made);
    assert_holds(str_text(&out), "Project_CodeNet, a data set in the layout of Project CodeNet");
}

TEST(description__says_how_mutants_were_made)
{
    scoped(str) out = {0};
    assert_int_equal(add_steps(&out, EDITIONS_MUTANTS), 5);
    assert_holds(str_text(&out), "omitted.\nMutants were made by the rewrites of BugLab");
    assert_holds(
        str_text(&out),
        "The programs were all Accepted ones of the source that could be read and parsed (3 "
        "programs). For each, at most 9 mutants were drawn at random with the seed it's");
    assert_holds(str_text(&out), "as frequent as in all mined fixes; 3 mutants were");
    assert_holds(str_text(&out), "; 3 mutants were made. None has the same tokens as one of the ");
    assert_null(strstr(str_text(&out), "not in this data set"));
    add_steps(&out, EDITIONS_MUTANTS "DELETE FROM splits WHERE fix_key IN (1, 4)");
    assert_holds(str_text(&out), "They are in the database, but not in this data set.");
    add_steps(&out, EDITIONS_MUTANTS "UPDATE mutate_run SET distribution_of = 'train', "
                                     "categories = 'literal,other', splits = 'train'");
    assert_holds(str_text(&out),
                 "as in the mined fixes of the training split; only in the "
                 "categories literal,other; only of programs in train; 3 mutants were");
}

#define MADE(origin) "UPDATE fixes SET origin = '" origin "';"

TEST(description__say_of_mined_fixes_what_holds_of_these)
{
    scoped(str) out = {0};
    static const char limits[] = "limitations";
    add_list(&out, limits, NULL, &export_format_pairs);
    assert_holds(str_text(&out), "\n"
                                 "The judge's tests alone decide which program is buggy");
    assert_null(strstr(str_text(&out), "mutant"));
    add_list(&out, limits, EDITIONS_MUTANTS, &export_format_pairs);
    assert_holds(str_text(&out),
                 "Not all programs are as people wrote them: 2 fixes are mutants (1 of 3 in train, "
                 "1 of 2 in validation, 0 of 1 in test). The key `origin` distinguishes");
    assert_holds(str_text(&out), "\n"
                                 "Of the mined fixes: the judge's tests alone decide");
    assert_holds(str_text(&out), "A rule made the bug of a mutant");
    assert_null(strstr(str_text(&out), "A rewrite is"));
    add_list(&out, limits, MADE("mutant"), &export_format_messages);
    assert_null(strstr(str_text(&out), "tests alone decide"));
    assert_holds(str_text(&out), "The rows of this format do not distinguish them.\n");
    add_list(&out, limits, MADE("rewrite"), &export_format_pairs);
    assert_holds(str_text(&out), "6 fixes are rewrites (3 of 3 in train,");
    assert_holds(str_text(&out), "A rewrite is a fix in which rules changed both programs");
    assert_null(strstr(str_text(&out), "mutant"));
    add_list(&out, "personal", MADE("rewrite"), &export_format_pairs);
    assert_holds(str_text(&out), "have the user id and the date");
    add_list(&out, "uses", MADE("mutant"), &export_format_pairs);
    assert_null(strstr(str_text(&out), "slips"));
}

TEST(description__do_not_call_mutants_mined)
{
    static const struct {
        const char *sql, *start, *part;
    } cases[] = {
        {EDITIONS_MUTANTS, "4 single-token bug fixes in Python, mined",
         " There are also 2 mutants: a rule changed one token of an Accepted program, and the fix "
         "changes it back."},
        {MADE("mutant"), "6 artificial single-token bug fixes in Python, made from ",
         "a rule changed one token of an Accepted program, and the fix changes it back."},
        {"UPDATE fixes SET origin = 'rewrite' WHERE fix_key < 3",
         "4 single-token bug fixes in Python, mined", " There are also 2 rewrites: "},
        {MADE("rewrite"), "6 rewritten single-token bug fixes in Python, made from ",
         "are rewritten without a change of meaning."},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = made_edition_store("s.db", cases[i].sql);
        scoped(made_edition) made = {0};
        scoped(str) out = {0};
        made_edition_fill(&made, db, "s");
        add_text(&out, "summary", &made);
        assert_memory_equal(str_text(&out), cases[i].start, strlen(cases[i].start));
        assert_holds(str_text(&out), cases[i].part);
    }
}
