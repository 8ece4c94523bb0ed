/* The commands of a card, run in an empty folder with their input files, make the published
 * folder again, byte for byte. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* The inputs, under names of their own; and a `tokfix` for the commands. */
static const char inputs[] =
    "rm -rf \"$SCRATCH/inputs\" \"$SCRATCH/first\" \"$SCRATCH/again\"\n"
    "mkdir -p \"$SCRATCH/inputs/bare\" \"$SCRATCH/inputs/bin\" \"$SCRATCH/first\" "
    "\"$SCRATCH/again\"; cd \"$SCRATCH/inputs\"\n"
    "cp -R \"$SAMPLE/Project_CodeNet/data\" bare/\n"
    "cp -R \"$SAMPLE/Project_CodeNet/metadata\" 'the tables'\n"
    "ln -s \"$TOKFIX\" bin/tokfix\n"
    "if [ -d \"$SHARED/data/benchmarks/quixbugs\" ]; then\n"
    "    cp -R \"$SHARED/data/benchmarks/quixbugs\" quixbugs; else mkdir -p quixbugs; fi\n"
    "mkdir -p quixbugs/buggy quixbugs/fixed\n"
    "cp bare/data/p00001/Python/s000000005.py quixbugs/fixed/leaking.py\n"
    "mkdir -p leaking/buggy leaking/fixed\n"
    "cp bare/data/p00001/Python/s000000005.py leaking/fixed\n";

/* Made in one folder, and again in another one by the commands of the card of `folder` there.
 * `more` makes further inputs. */
static void assert_remade_with(const char *more, const char *folder, const char *commands)
{
    run_valid(NULL, "%s%s", inputs, more);
    run_valid(NULL, "set -e; PATH=\"$SCRATCH/inputs/bin:$PATH\"; cd \"$SCRATCH/first\"; %s",
              commands);
    run_valid(NULL,
              "set -e; PATH=\"$SCRATCH/inputs/bin:$PATH\"; cd \"$SCRATCH/again\"\n"
              "ln -s ../inputs/* .; rm bin\n"
              "sed -n 's/^tokfix/tokfix/p' ../first/%s/README.md >commands; sh -e ./commands\n"
              "diff -r ../first/%s %s",
              folder, folder, folder);
}

static void assert_remade(const char *folder, const char *commands)
{
    assert_remade_with("", folder, commands);
}

TEST(remade__of_mined_fixes_and_mutants)
{
    assert_remade("p",
                  "tokfix mine ../inputs/bare --metadata \"$SCRATCH/inputs/the tables\" -o s.db\n"
                  "tokfix dedup s.db; tokfix split s.db --seed 1; tokfix split s.db --seed 'a b'\n"
                  "tokfix check s.db --against ../inputs/leaking --match type2 --mark || true\n"
                  "tokfix split s.db --ratio 2:1:1 --seed 3\n"
                  "tokfix mutate s.db --per-program 2 --seed \"it's\"\n"
                  "tokfix dedup s.db; tokfix split s.db --ratio 2:1:1 --seed 3\n"
                  "tokfix check s.db --against ../inputs/quixbugs --mark || true\n"
                  "tokfix check s.db --against ../inputs/quixbugs --match type2 --mark || true\n"
                  "tokfix check s.db\n"
                  "tokfix publish s.db -o p --license mit --origin real,mutant --creator 'A B'\n");
}

/* Mutants of chosen categories and splits. */
TEST(remade__of_mutants_after_splits)
{
    assert_remade("p", "tokfix mine ../inputs/bare --metadata ../inputs/'the tables' -o s.db\n"
                       "tokfix mutate s.db; tokfix dedup s.db; tokfix split s.db --ratio 2:1:1\n"
                       "tokfix mutate s.db --per-program 9; tokfix mutate s.db --split train,test "
                       "--category literal,variable_misuse --distribution real --per-program 3\n"
                       "tokfix dedup s.db; tokfix split s.db --ratio 2:1:1\n"
                       "tokfix check s.db --group-by user && exit; tokfix check s.db\n"
                       "tokfix publish s.db -o p --license mit --origin real,mutant\n");
    scoped(str) output =
        output_of("cd \"$SCRATCH/first\"; cat p/README.md |\n"
                  "sed -n 's/^tokfix \\([a-z]*\\) [^ ]*/\\1/p' | grep -v -E 'mine|publish'");
    assert_string_equal(
        str_text(&output),
        "mutate\ndedup\nsplit --ratio 2:1:1\nmutate --per-program 9\nmutate --split "
        "train,test --category literal,variable_misuse --distribution real --per-program 3\n"
        "dedup\nsplit --ratio 2:1:1\ncheck --group-by user || test $? = 1\n"
        "check || test $? = 1\n");
}

/* Marks, and what depends on them; then neither. */
TEST(remade__without_marks)
{
    assert_remade(
        "p", "tokfix mine ../inputs/bare --metadata ../inputs/'the tables' -o s.db\n"
             "tokfix dedup s.db; tokfix split s.db --ratio 2:1:1\n"
             "tokfix check s.db --against ../inputs/leaking --mark || true; tokfix mutate s.db\n"
             "tokfix check s.db --unmark; tokfix dedup s.db; "
             "tokfix split s.db --ratio 2:1:1; tokfix check s.db\n"
             "tokfix publish s.db -o p --license mit --origin real,mutant; "
             "grep -q 'check [^ ]* --unmark' p/README.md\n");
}

TEST(remade__of_rewrites)
{
    assert_remade(
        "p", "tokfix mine ../inputs/bare --metadata ../inputs/'the tables' -o s.db\n"
             "tokfix dedup s.db; tokfix check s.db --against ../inputs/quixbugs --mark || true\n"
             "tokfix split s.db --ratio 2:1:1; tokfix check s.db || true\n"
             "tokfix rewrite s.db -o r.db --kind rename,condition --seed 7\n"
             "tokfix dedup r.db; tokfix check r.db\n"
             "tokfix publish r.db -o p --license mit --origin rewrite\n");
}

/* Rows of two judges that have problems in common, each in several files, with all that may be said
 * of them; a third judge with the same ids. */
static const char judges[] =
    "cd \"$SCRATCH/inputs\"\n"
    "row() { printf \"ann|$1|$2|$3|71|$4|%s\\n\" \"$5\"; }\n"
    "{ echo 'user|contest|index|when|lang|verdict|code'\n"
    "row 7 a '03/12/2024 1:05 PM' 'No luck' 'x = 1'; row 7 a '03/12/2024 2:05 PM' Fine 'x = 2'\n"
    "} >jan.csv\n"
    "{ head -n 1 jan.csv; row 7 a '03/13/2024 2:05 PM' 'No luck' 'x = 3'\n"
    "row 8 b '03/13/2024 2:05 PM' 'No luck' 'y < 3'; row 8 b '03/13/2024 2:06 PM' Fine 'y > 3'\n"
    "} >feb.csv\n"
    "cp jan.csv 'one more.csv'\n"
    "printf 'user\\tproblem\\tdate\\tstatus\\tlanguage\\tcode\\n"
    "eve\\t8-b\\t5\\tWA\\tpy\\tprint(1)\\n"
    "eve\\t8-b\\t6\\tAC\\tpy\\tprint(2)\\n' >other.txt; cp other.txt third.txt\n";

TEST(remade__of_rows_of_several_judges)
{
    assert_remade_with(
        judges, "p",
        "mine() { (cd ../inputs; tokfix mine \"$@\"); }\n"
        "mine jan.csv feb.csv 'one more.csv' --columns "
        "'problem={contest}/{index},date=when,language=lang,status=verdict' --map-language "
        "71=python --accepted Fine --date-format '%m/%d/%Y %I:%M %p' --time-zone "
        "Asia/Tokyo -o ../first/1.db\n"
        "mine other.txt --format copy -o ../first/2.db\n"
        "mine third.txt --prefix third --language python -o ../first/3.db\n"
        "tokfix merge two.db 2.db 1.db --same-problems; tokfix merge s.db 3.db two.db\n"
        "tokfix dedup s.db; tokfix split s.db --ratio 1:1:1; tokfix check s.db\n"
        "tokfix publish s.db -o p --license mit\n");
}

TEST(remade__of_layouts)
{
    static const char layout[] = "cd \"$SCRATCH/inputs\"; mkdir -p hw/1/ann hw/2/bob\n"
                                 "echo 'x = 1' >hw/1/ann/1_WA.py; echo 'x = 2' >hw/1/ann/2_AC.py\n"
                                 "echo 'x < 1' >hw/2/bob/1_WA.py; echo 'x > 1' >hw/2/bob/2_AC.py\n";
    assert_remade_with(layout, "p",
                       "tokfix mine ../inputs/hw --layout "
                       "'{problem}/{user}/{date}_{status}.{language}' --prefix hw -o s.db\n"
                       "tokfix dedup s.db; tokfix split s.db --ratio 1:1:1; tokfix check s.db\n"
                       "tokfix publish s.db -o p --license mit\n");
}

TEST(remade__of_pairs)
{
    static const char pairs[] =
        "cd \"$SCRATCH/inputs\"; mkdir -p set/a set/b\n"
        "for i in 1 2 3; do echo \"x = $i\" >set/a/$i.py; echo \"x = $i$i\" >set/b/$i.py; done\n"
        "printf '{\"buggy\":\"y < 1\",\"fixed\":\"y > 1\",\"lang\":\"py\"}\\n' >rows.txt\n";
    assert_remade_with(
        pairs, "p",
        "tokfix mine ../inputs/set --format pairs --layout 'a/{problem}.{language}' "
        "--fixed 'b/{problem}.{language}' -o 1.db\n"
        "tokfix mine ../inputs/rows.txt --format pairs -o 2.db\n"
        "tokfix merge s.db 1.db 2.db; tokfix dedup s.db; tokfix split s.db --ratio 1:1:1; "
        "tokfix check s.db; tokfix publish s.db -o p --license mit\n");
}

/* Every card that a case publishes (publish_again.sh). The inputs of publish-joined have one
 * name in two folders, which a card does not tell apart; publish-card changes its databases. */
TEST(remade__of_every_card_of_the_cases)
{
    if (!has_sandbox("cards of git repositories"))
        skip();
    scoped(str) results =
        output_of("cd \"$SAMPLE/../..\"; export REAL=\"$TOKFIX\" RESULTS=\"$SCRATCH/results\"\n"
                  "export TOKFIX=$PWD/tests/slow/publish_again.sh; top=$SCRATCH\n"
                  "for case in $(grep -l ' publish ' tests/cases/*.case |\n"
                  "    grep -v -e publish-joined -e publish-card); do\n"
                  "    export SCRATCH=$top/$(basename $case)\n"
                  "    mkdir \"$SCRATCH\"\n"
                  "    tests/case.py $case 2 >\"$top/log\" || { cat \"$top/log\"; exit 1; }\n"
                  "done\n"
                  "grep -v ' same$' \"$RESULTS\" | sed 's/ differs: .*/ differs/'\n"
                  "[ $(grep -c ' same$' \"$RESULTS\") -gt 15 ]");
    assert_string_equal(str_text(&results), "");
}
