/* Published sets of bugs as pairs, and real submissions by their paths: the same fixes as those of
 * the tree with the same programs. */
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* What is the same however the programs were read. */
#define FIXES                                                                               \
    "\"select problem_id, language, category, pattern, role, line, before, after, parses, " \
    "buggy_code, fixed_code from fix_details order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\""

static bool has_data(const char *what, const char *name)
{
    return can_run(printed("test -d \"$SHARED/data/%s\"", name), what,
                   "the real data are missing") &&
           has_program("python3", what) && has_program("sqlite3", what);
}

static int64_t count_fixes(const char *database)
{
    scoped(str) n = output_of("sqlite3 \"$SCRATCH/%s\" 'select count(*) from fixes'", database);
    return strtoll(str_text(&n), NULL, 10);
}

/* Of 164 bugs a language, between 54 and 76 are single tokens (README of the data). */
TEST(pairs_real__of_humanevalfix_have_its_single_tokens)
{
    static const char *const names[] = {"python", "java", "cpp", "go"};
    if (!has_data("HumanEvalFix", "humanevalfix"))
        skip();
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        run_valid(NULL,
                  "\"$TOKFIX\" mine \"$SHARED/data/humanevalfix/%s.jsonl\" --format pairs "
                  "--language %s --columns 'buggy={declaration}{buggy_solution},"
                  "fixed={declaration}{canonical_solution}' -q --force -o \"$SCRATCH/h.db\" 2>&1",
                  names[i], names[i]);
        assert_in_range(count_fixes("h.db"), 54, 76);
    }
}

/* ConDefects: a folder for each pair. */
TEST(pairs_real__of_condefects_have_the_fixes_of_the_tree)
{
    if (!has_data("ConDefects as pairs", "java-condefects"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && python3 - \"$SHARED/data/java-condefects\" <<'END'\n"
                    "import csv, os, shutil, sys\n"
                    "base = sys.argv[1]\n"
                    "for row in csv.DictReader(open(base + '/expected.tsv'), delimiter='\\t',\n"
                    "                          quoting=csv.QUOTE_NONE):\n"
                    "    buggy, fixed = row['buggy_submission'], row['fixed_submission']\n"
                    "    pair = f\"set/{row['problem_id']}/{buggy}-{fixed}\"\n"
                    "    os.makedirs(pair)\n"
                    "    for name, side in ((buggy, 'faulty'), (fixed, 'correct')):\n"
                    "        shutil.copy(f\"{base}/data/{row['problem_id']}/Java/{name}.java\",\n"
                    "                    f'{pair}/{side}Version.java')\n"
                    "END\n"
                    "\"$TOKFIX\" mine set --format pairs -q -o pairs.db --layout "
                    "'{problem}/{id}/faultyVersion.{language}' --fixed "
                    "'{problem}/{id}/correctVersion.{language}' && "
                    "\"$TOKFIX\" mine \"$SHARED/data/java-condefects\" -q -o tree.db && "
                    "sqlite3 pairs.db " FIXES " >pairs && sqlite3 tree.db " FIXES
                    " >tree && cmp pairs tree");
    assert_in_range(count_fixes("pairs.db"), 383, 384);
}

/* Real histories, below paths as courses have them; also as an archive. */
TEST(pairs_real__of_a_layout_have_the_fixes_of_the_tree)
{
    if (!has_data("histories by their paths", "cpp-atcoder"))
        skip();
    run_valid(NULL,
              "root=$PWD && cd \"$SCRATCH\" && cp -r \"$SHARED/data/cpp-atcoder\" copy && python3 "
              "\"$root/tests/rows/lay_out.py\" copy laid && tar -cf laid.tar laid && "
              "pattern='{problem}/{user}/{date}_{id}_{status}.{language}' && "
              "\"$TOKFIX\" mine laid --layout \"$pattern\" -q -o laid.db && "
              "\"$TOKFIX\" mine laid.tar --layout \"laid/$pattern\" -q -o tar.db && "
              "\"$TOKFIX\" mine copy -q -o copy.db && sqlite3 laid.db " FIXES
              " >laid.txt && sqlite3 tar.db " FIXES " >tar.txt && sqlite3 copy.db " FIXES
              " >copy.txt && cmp laid.txt copy.txt && cmp tar.txt copy.txt");
    assert_int_equal(count_fixes("laid.db"), 91);
}

/* ---- Readings of the thesis's open questions, by CPython's tokenizer ---- */

#define ORACLE "python3 \"$SAMPLE/../oracle/readings.py\" "

/* In real programs a token becomes another one at random: most no longer parse. */
TEST(readings__of_programs_that_do_not_parse_are_those_of_the_tokenizer)
{
    int n_pairs, n_unparsed, n_checked;
    if (!has_atcoder("single-token edits of programs that do not parse"))
        skip();
    scoped(str) output =
        output_of("cd \"$SCRATCH\" && " ORACLE "make \"$SHARED/data/atcoder\" >unparsed.jsonl && "
                  "\"$TOKFIX\" mine -q unparsed.jsonl --format pairs -o unparsed.db --force "
                  "&& " ORACLE "check unparsed.db <unparsed.jsonl");
    assert_int_equal(sscanf(str_text(&output), "%d %d %d", &n_pairs, &n_unparsed, &n_checked), 3);
    printf("note: of %d pairs, %d differ in one token and do not parse; the tokenizer says so of "
           "%d pairs\n",
           n_pairs, n_unparsed, n_checked);
    assert_true(n_unparsed > 100 && n_checked * 10 > n_pairs * 8);
}

TEST(readings__of_real_programs_are_those_of_the_tokenizer)
{
    scoped(str) output = {0};
    if (!has_atcoder("the readings of real fixes"))
        skip();
    run_valid(
        &output,
        "cd \"$SCRATCH\" && \"$TOKFIX\" mine -q \"$SHARED/data/atcoder\" -o real.db --force && "
        "\"$TOKFIX\" stats real.db --json >real.json");
    run_valid(&output,
              "cd \"$SCRATCH\" && " ORACLE "stats real.json \"$SHARED/data/atcoder/expected.tsv\"");
    printf("note: readings by CPython: %s", str_text(&output));
}

/* ---- What --where takes of them, as conditions over the tables take it ---- */

TEST(where__takes_what_filters_took_of_real_pairs)
{
    scoped(str) output = {0};
    if (!has_atcoder("--where") || !has_program("sqlite3", "--where"))
        skip();
    run_valid(&output, "%s",
              "mkdir \"$SCRATCH/where\" && cd \"$SCRATCH/where\" && "
              "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -q -o a.db && "
              "sh \"$SAMPLE/../where.sh\" a.db");
    assert_null(strstr(str_text(&output), "differ"));
    assert_contains(str_text(&output), ": contest <> 'AtCoder'\n");
}
