/* Any number of shards, merged, gives the database of one run. Shards that do not belong together
 * are refused. */
#include "tests/support/test.h"

#define MINE "cd \"$SCRATCH\"; \"$TOKFIX\" mine "

/* Mines a dataset in shards, merges them in a disorder, and compares file and dump with
 * `whole.db`. */
static void check_shards(const char *dataset, int n)
{
    expect_run(
        0, "single-token fixes",
        "cd \"$SCRATCH\"; rm -rf s m.db; mkdir s; i=1; while [ $i -le %d ]; do "
        "\"$TOKFIX\" mine %s -q --shard $i/%d -o s/$i.db || exit 9; i=$((i + 1)); done; "
        "\"$TOKFIX\" merge m.db $(ls s/*.db | sort -r) && \"$SAMPLE/../same_db.sh\" m.db whole.db",
        n, dataset, n);
}

TEST(shards__give_together_what_one_run_gives)
{
    static const int numbers[] = {1, 2, 5, 16};
    expect_run(0, "", MINE "\"$SAMPLE\" -o whole.db --force");
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        check_shards("\"$SAMPLE\"", numbers[i]);
    expect_run(0, "", "cd \"$SCRATCH\"; tar czf all.tgz -C \"$SAMPLE\" Project_CodeNet");
    check_shards("all.tgz", 3);
    expect_run(0, "", MINE "\"$SAMPLE\" --language all -o whole.db --force");
    check_shards("\"$SAMPLE\" --language java,cpp,c,python", 3);
    /* what is found at the end is stored after what is found before */
    expect_run(0, "description_unusable",
               "cd \"$SCRATCH\"; cp -r \"$SAMPLE\" odd; cd odd/Project_CodeNet; "
               "mkdir problem_descriptions/p00002.html; seq -f '%%g,%%g' 1 400 "
               ">>derived/duplicates/identical_problem_clusters; cd ../..; \"$TOKFIX\" mine odd "
               "-o whole.db --force; sqlite3 whole.db 'select kind from input_errors'");
    check_shards("odd", 3);
    if (!has_atcoder("shards of AtCoder"))
        return;
    expect_run(0, "", MINE "\"$SHARED/data/atcoder\" -o whole.db --force");
    check_shards("\"$SHARED/data/atcoder\"", 7);
}

/* sha256sum says which problems a shard has. */
TEST(shards__are_those_of_the_hash)
{
    expect_run(0, "problems: 14\n",
               "cd \"$SCRATCH\"; n=0; for i in 1 2 3; do "
               "\"$TOKFIX\" mine \"$SAMPLE\" -q --shard $i/3 -o h$i.db --force; "
               "for p in $(sqlite3 h$i.db 'select problem_id from problems'); do "
               "digits=$(printf %%s $p | sha256sum | cut -c 1-8); n=$((n + 1)); "
               "[ $((0x$digits %% 3 + 1)) = $i ] || exit 3; done; done; echo \"problems: $n\"");
}

TEST(shards__come_from_the_tasks_of_slurm)
{
    expect_run(0, "02-of-11.db",
               "cd \"$SCRATCH\"; rm -f *.db; SLURM_ARRAY_TASK_ID=2 SLURM_CPUS_PER_TASK=3 "
               "\"$TOKFIX\" mine \"$SAMPLE\" -q --shard 11; ls *.db; "
               "[ \"$(sqlite3 *.db 'select shard, n_shards from run')\" = '2|11' ]");
    expect_run(2, "SLURM_ARRAY_TASK_ID, which is not set", MINE "\"$SAMPLE\" --shard 11");
    expect_run(2,
               "the number of a shard must be from 1 to 11, not '0' (SLURM_ARRAY_TASK_ID): sbatch "
               "--array=1-11",
               "cd \"$SCRATCH\"; SLURM_ARRAY_TASK_ID=0 \"$TOKFIX\" mine \"$SAMPLE\" --shard 11");
    static const char *const wrong[] = {"0/3",  "4/3", "a/3",     "1/",    "/3", "1/0",
                                        "-1/3", "x",   "1/99999", "1/3/4", "0"};
    for (size_t i = 0; i < N_ITEMS(wrong); i++)
        expect_run(2, "See: tokfix mine --help", MINE "\"$SAMPLE\" --shard %s", wrong[i]);
}

TEST(merge__names_what_is_missing)
{
    expect_run(0, "",
               "cd \"$SCRATCH\"; rm -rf s; mkdir s; for i in 1 2 3 4 5 6 7 8 9; do "
               "\"$TOKFIX\" mine \"$SAMPLE\" -q --shard $i/9 -o s/$i.db; done; "
               "\"$TOKFIX\" mine \"$SAMPLE\" -q --shard 2/9 --pairing next -o s/next; "
               "\"$TOKFIX\" mine \"$SAMPLE\" -q --shard 2/8 -o s/eight; "
               "mkdir -p other; rm -rf other/*; cp -R \"$SAMPLE/Project_CodeNet\" other/; "
               "sed -i '$d' other/Project_CodeNet/metadata/p00001.csv; "
               "\"$TOKFIX\" mine other -q --shard 2/9 -o s/other; "
               "cp -R \"$SAMPLE/Project_CodeNet\" other/Renamed; "
               "\"$TOKFIX\" mine other/Renamed -q --shard 2/9 -o s/renamed; "
               "mkdir other/Renamed/data/p7; mv other/Renamed other/P; mkdir other/x; "
               "mv other/P other/x/Project_CodeNet; "
               "\"$TOKFIX\" mine other/x -q --shard 2/9 -o s/stranger; "
               "cp s/2.db s/less; sqlite3 s/less \"create temp table gone as "
               "select min(problem_id) from problems; "
               "delete from fixes where buggy_submission_key in (select submission_key from "
               "submissions where problem_id in gone); "
               "delete from submissions where problem_id in gone; "
               "delete from problem_rejects where problem_id in gone; "
               "delete from problem_languages where problem_id in gone; "
               "delete from problem_statuses where problem_id in gone; "
               "delete from problem_history_sizes where problem_id in gone; "
               "delete from input_errors where problem_id in gone; "
               "delete from problem_runs where problem_id in gone; "
               "delete from problems where problem_id in gone\"; "
               "cp s/2.db s/made; \"$TOKFIX\" mutate s/made > report; "
               "cp s/2.db s/begun.unfinished; echo text > s/text");
    static const struct text_case cases[] = {
        {"s/1.db s/3.db s/4.db s/8.db", "5 of 9 shards are missing; mine them: --array=2,5-7,9\n"},
        {"s/[1-8].db", "1 of 9 shards is missing; mine them: --array=9\n"},
        {"s/[3-9].db", "2 of 9 shards are missing; mine them: --array=1-2\n"},
        {"s/?.db s/2.db", "'s/2.db' and 's/2.db' are both shard 2 of 9"},
        {"s/1.db s/next",
         "'s/1.db' and 's/next' are from different runs: --pairing is all there and "
         "next here"},
        {"s/1.db s/eight", "the number of shards is 9 there and 8 here"},
        {"s/1.db s/other", "the names and sizes of the metadata files differ: 14 files there"},
        {"s/1.db s/renamed", "the dataset is Project_CodeNet there and Renamed here"},
        {"s/1.db s/stranger", "recorded different errors in the dataset as a whole"},
        {"s/1.db s/[3-9].db s/less", "the shards contain 13 problems, but the dataset had 14"},
        {"s/1.db s/made", "mutants or rewrites; merge the databases as they were mined"},
        {"s/1.db s/begun", "'s/begun' is not finished: its run has not ended, or was interrupted"},
        {"s/1.db s/text", "'s/text' is text, not a database"},
        {"s/1.db s/none", "cannot open the database 's/none'"},
        {"s/1.db s/begun.unfinished m.db", "m.db"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        expect_run(1, cases[i].expected, "cd \"$SCRATCH\"; rm -f m.db; \"$TOKFIX\" merge m.db %s",
                   cases[i].given);
        expect_run(1, "", "ls \"$SCRATCH\"/m.db* 2> /dev/null && exit 2; exit 1");
    }
    expect_run(1, "is one of the shards itself",
               "cd \"$SCRATCH\"; \"$TOKFIX\" merge s/1.db s/?.db");
    expect_run(0, "\"fixes\":\t96",
               "cd \"$SCRATCH\"; \"$TOKFIX\" merge m.db s/?.db --json && \"$TOKFIX\" stats s/1.db "
               "| grep 'shard 1 of 9'");
    expect_run(1, "'m.db' already exists", "cd \"$SCRATCH\"; \"$TOKFIX\" merge m.db s/?.db");
    expect_run(0, "", "cd \"$SCRATCH\"; \"$TOKFIX\" merge --force m.db s/?.db");
}

/* What was found out about the fixes of a shard is not taken over. */
TEST(merge__does_not_depend_on_what_was_done_with_a_shard)
{
    expect_run(
        0, "",
        "cd \"$SCRATCH\"; rm -rf s; mkdir s; for i in 1 2; do "
        "\"$TOKFIX\" mine \"$SAMPLE\" -q --shard $i/2 -o s/$i.db; done; "
        "\"$TOKFIX\" merge -q before.db s/?.db; \"$TOKFIX\" dedup -q s/1.db > report; "
        "\"$TOKFIX\" split -q s/1.db --seed 1 >> report; \"$TOKFIX\" merge -q after.db s/?.db; "
        "\"$SAMPLE/../same_db.sh\" before.db after.db");
}
