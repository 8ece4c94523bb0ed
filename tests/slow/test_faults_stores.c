/* Databases that are cut, overwritten, of another program or version, or not databases, as the
 * input of every command that reads one. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

static const struct faulty_command commands[] = {
    {"dedup bad.db -j 1", true},
    {"split bad.db --seed 3 --ratio 1:1:1", true},
    {"check bad.db --against rows.jsonl --mark -j 1", true},
    {"mutate bad.db -j 1", true},
    {"export bad.db --format pairs --split all", false},
    {"export bad.db --format messages --granularity function --split all -o new.jsonl", false},
    {"export bad.db --format messages -o folder/", false},
    {"publish bad.db -o new --license mit", false},
    {"publish bad.db -o published --license mit --force", false},
    {"report bad.db -o new.html", false},
    {"show bad.db", false},
    {"merge new.db bad.db shard-2.db", false},
    {"stats bad.db", false},
    {"check bad.db -j 1", true},
};

/* What makes bad.db of a.db, and what is said of it. */
struct damage {
    const char *shell, *reasons;
};

static void damage(const char *shell)
{
    run_valid(NULL, "cd \"$SCRATCH/work\" && rm -rf bad.db bad.db-* && %s", shell);
}

/* A failure names the file and changes nothing. */
static void check_failure(const struct undisturbed *undisturbed, const char *shell,
                          const struct outcome *outcome, const char *reasons)
{
    const char *err = str_text(&outcome->err);
    if (outcome->status != 1)
        faults_complain(undisturbed, shell, outcome, "another status");
    else if (!strstr(err, "bad.db") || !holds_one_of(err, reasons))
        faults_complain(undisturbed, shell, outcome, "does not name the file and the reason");
    else if (strcmp(str_text(&outcome->files), str_text(&undisturbed->before)) != 0)
        faults_complain(undisturbed, shell, outcome, "changes files");
}

/* Runs all commands on a database; `may_succeed`: where what is damaged is not needed. */
static void run_all(const char *shell, const char *reasons, bool may_succeed)
{
    scoped(outcome) outcome = {0};
    scoped(undisturbed) undisturbed = {0};
    damage(shell);
    faults_list(&undisturbed.before);
    for (size_t i = 0; i < N_ITEMS(commands); i++) {
        undisturbed.command = &commands[i];
        faults_run(&outcome, &commands[i], NULL);
        if (outcome.status != 0 || !may_succeed)
            check_failure(&undisturbed, shell, &outcome, reasons);
        else if (strcmp(str_text(&outcome.files), str_text(&undisturbed.before)) != 0) {
            faults_reset();
            damage(shell);
        }
    }
}

TEST(stores__of_another_kind_are_refused)
{
    static const struct damage damages[] = {
        {"true", "No such file or directory; tokfix mine makes one"},
        {": >bad.db", "is empty, not a database; tokfix mine makes one"},
        {"mkdir bad.db", "is a folder, not a database"},
        {"mkfifo bad.db", "is not a regular file"},
        {"cp tree.tar bad.db", "is compressed or an archive, not a database"},
        {"cp program.py bad.db", "is text, not a database"},
        {"sqlite3 bad.db 'create table t (x)'", "is not a tokfix database; tokfix mine makes one"},
        {"cp a.db bad.db; sqlite3 bad.db 'pragma application_id = 1'", "is not a tokfix database"},
        {"cp a.db bad.db; sqlite3 bad.db 'pragma user_version = 99'",
         "has schema version 99, and this tokfix reads version"},
        {"cp a.db bad.db; sqlite3 bad.db 'pragma user_version = 1'", "has schema version 1"},
        {"cp a.db bad.db; sqlite3 bad.db 'delete from run'",
         "refers to a row of run that is missing"},
    };
    faults_given();
    for (size_t i = 0; i < N_ITEMS(damages); i++)
        run_all(damages[i].shell, damages[i].reasons, false);
    faults_end();
}

TEST(stores__that_are_cut_are_refused)
{
    static const char *const lengths[] = {"1",    "100",   "511",    "4095",
                                          "4097", "20480", "100000", "-4096"};
    faults_given();
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        char shell[64];
        snprintf(shell, sizeof shell, "head -c %s a.db >bad.db", lengths[i]);
        run_all(shell, "is not an intact tokfix database|is not a tokfix database", false);
    }
    faults_end();
}

TEST(stores__that_lack_a_table_are_named)
{
    struct str names = {0};
    faults_given();
    run_valid(&names,
              "cd \"$SCRATCH/given\" && sqlite3 a.db \"select name from sqlite_schema where "
              "type in ('table', 'view') and name not like 'sqlite%%' order by 1\"");
    for (char *rest = names.text, *name; (name = strsep(&rest, "\n")) && *name;) {
        char shell[160];
        snprintf(shell, sizeof shell,
                 "cp a.db bad.db; sqlite3 bad.db 'pragma writable_schema = on; delete from "
                 "sqlite_schema where name = \"%s\"'",
                 name);
        char reasons[96]; /* what merge does not need, it does not miss */
        snprintf(reasons, sizeof reasons, "%s|are from different runs", name);
        run_all(shell, reasons, true);
    }
    str_release(&names);
    faults_end();
}

/* Any page, of random bytes or of zeros: nothing is promised but an end without a crash. */
TEST(stores__that_are_overwritten_crash_nothing)
{
    faults_given();
    for (int page = 0; page < 40; page += 20) {
        char shell[256];
        snprintf(
            shell, sizeof shell,
            "cp a.db bad.db; { awk 'BEGIN { srand(%d); for (i = 0; i < 4096; i++) printf \"%%c\", "
            "int(rand() * 128) }' | head -c 4096; } | dd of=bad.db bs=4096 seek=%d "
            "conv=notrunc status=none",
            page, page);
        run_all(shell, "bad.db", true);
        snprintf(shell, sizeof shell,
                 "cp a.db bad.db; dd if=/dev/zero of=bad.db bs=4096 count=1 seek=%d conv=notrunc "
                 "status=none",
                 page + 5);
        run_all(shell, "bad.db", true);
    }
    faults_end();
}
