/* Published folders in Croissant's reference implementation, in all formats, origins and shapes.
 * It must read the records of the data files, without a warning. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#define TOOL "\"$SHARED/tools/croissant\""

/* A store of the sample, made once under the name DB. */
struct store {
    const char *name, *make; /* from s.db, which has splits, as "$1" */
};

static const struct store stores[] = {
    {"mutants.db", "cp s.db mutants.db; \"$TOKFIX\" mutate mutants.db --per-program 2 "
                   "; \"$TOKFIX\" split mutants.db --seed 2 --ratio 1:1:1"},
    {"rewrites.db", "\"$TOKFIX\" rewrite s.db -o rewrites.db; \"$TOKFIX\" dedup rewrites.db"},
    {"two.db", "cp s.db two.db; \"$TOKFIX\" split two.db --seed 2 --ratio 2:0:1"},
    {"odd.db", "cp -r \"$SAMPLE/Project_CodeNet\" odd; cd odd; P='p 1é&#%20<+>'\n"
               "mv data/p00001 \"data/$P\"; mv metadata/p00001.csv \"metadata/$P.csv\"\n"
               "sed -i \"s/p00001/p 1é\\&#%20<+>/; s/u000000001/u~😀'/\" \"metadata/$P.csv\"\n"
               "cd ..; \"$TOKFIX\" mine odd -o odd.db; \"$TOKFIX\" dedup odd.db\n"
               "\"$TOKFIX\" split odd.db --seed 2 --ratio 1:1:1"},
    {"four.db", "\"$SAMPLE/../cases/languages/tree.sh\" tree; "
                "\"$TOKFIX\" mine tree --language all -o four.db; \"$TOKFIX\" dedup four.db; "
                "\"$TOKFIX\" split four.db --group-by problem --ratio 1:1:1; "
                "\"$TOKFIX\" check four.db --mark || true"},
    {"sets.db", "cp four.db sets.db; \"$TOKFIX\" split sets.db --split-set cv --folds 2 --group-by "
                "user,duplicates; \"$TOKFIX\" split sets.db --split-set train-x --group-by "
                "user,duplicates --ratio 1:1:1"},
    {"joined.db", "git init -q r; cd r; printf 'x = a < b\\n' >a.py; printf '# SPDX-License-"
                  "Identifier: MIT\\ny = 1\\n' >b.py; git add .; C='git -c user.name=a -c "
                  "user.email=a@b commit -qam'; $C start; sed -i 's/</<=/' a.py; $C 'fix it'; sed "
                  "-i 's/1/2/' b.py; $C 'fix that'; cd ..; \"$TOKFIX\" mine --git r -o r.db; "
                  "\"$TOKFIX\" merge joined.db s.db r.db; rm r.db; \"$TOKFIX\" dedup joined.db; "
                  "\"$TOKFIX\" split joined.db --seed 2 --ratio 1:1:1"},
};

/* The data sets to publish, each in its own folder: from which store, and with which options. */
static const struct {
    const char *folder, *store, *options;
} folders[] = {
    {"pairs", "s.db", "--format pairs --negatives 0.5"},
    {"nbf", "s.db", "--format nbf --negatives 1.0"},
    {"prompt-completion", "s.db", "--format prompt-completion --task explain"},
    {"messages", "s.db", "--format messages --granularity function"},
    {"preference", "s.db", "--format preference"},
    {"fim", "s.db", "--format fim"},
    {"a.b-c_d", "s.db", "--creator \"O'Brien 😀\" --creator B"},
    {"mutants", "mutants.db", "--origin real,mutant --category all"},
    {"mutants-alone", "mutants.db", "--origin mutant --format messages"},
    {"rewrites", "rewrites.db", ""},
    {"two-splits", "two.db", ""},
    {"odd-ids", "odd.db", "--category all"},
    {"joined", "joined.db", ""},
    {"joined-nbf", "joined.db", "--format nbf --negatives 1.0 --code-license any"},
    {"languages", "four.db", "--category all"},
    {"languages-messages", "four.db", "--category all --format messages"},
    {"languages-nbf", "four.db", "--category all --format nbf --negatives 1.0"},
    {"sets", "sets.db", "--category all --split-set default,cv,train-x"},
    {"sets-fim", "sets.db", "--category all --split-set cv,train-x --format fim --language c,cpp"},
    {"sets-python", "sets.db", "--split-set train-x,cv --language python --format messages"},
    /* when DuckDB's library is there */
    {"parquet", "odd.db", "--category all --parquet"},
    {"parquet-messages", "s.db", "--format messages --parquet"},
    {"parquet-nbf", "s.db", "--format nbf --negatives 1.0 --parquet"},
    {"parquet-languages", "four.db", "--category all --parquet"},
};
enum { N_PARQUET = 4 };

static bool has_reference(void)
{
    return can_run("cd " TOOL
                   " && /usr/bin/python3 -c 'import sys; sys.dont_write_bytecode = True; "
                   "import mlcroissant'",
                   "reading with Croissant's reference implementation", "mlcroissant is missing");
}

static void make_stores(void)
{
    run_valid(
        NULL,
        "cd \"$SCRATCH\"; \"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o s.db "
        "&& "
        "\"$TOKFIX\" dedup s.db && \"$TOKFIX\" split s.db --seed 2 --ratio 1:1:1");
    for (size_t i = 0; i < N_ITEMS(stores); i++)
        run_valid(NULL, "set -e; cd \"$SCRATCH\"; %s; test -s \"$SCRATCH/%s\"", stores[i].make,
                  stores[i].name);
    run_valid(NULL,
              "set -e; cd \"$SCRATCH\"; for d in *.db; do \"$TOKFIX\" check $d; done; for set "
              "in cv train-x; do \"$TOKFIX\" check sets.db --split-set $set; done");
}

TEST(croissant_reference__reads_the_rows_of_every_folder)
{
    scoped(str) output = {0};
    if (!has_reference() || !has_sandbox("Croissant of git repositories"))
        skip();
    bool has_parquet = run_shell(&output, "test -f \"$TOKFIX_DUCKDB\" && command -v node && "
                                          "test -f \"$OUT/npm/installed\"") == 0;
    size_t n_folders = N_ITEMS(folders) - (has_parquet ? 0 : N_PARQUET);
    make_stores();
    for (size_t i = 0; i < n_folders; i++)
        run_valid(&output,
                  "cd \"$SCRATCH\"; \"$TOKFIX\" publish %s -o %s --license mit %s && "
                  "cd %s && sha256sum -c --quiet SHA256SUMS",
                  folders[i].store, folders[i].folder, folders[i].options, folders[i].folder);
    str_clear(&output);
    str_add_text(&output,
                 "cd \"$SCRATCH\"; /usr/bin/python3 "
                 "\"$SAMPLE/../loaders/with_croissant_reference.py\" " TOOL " \"$OUT/npm\"");
    for (size_t i = 0; i < n_folders; i++)
        str_print(&output, " %s", folders[i].folder);
    scoped(str) command = output;
    output = (struct str){0};
    run_valid(&output, "%s", str_text(&command));
    printf("note: Croissant's reference implementation reads %zu folders\n%s", n_folders,
           str_text(&output));
}
