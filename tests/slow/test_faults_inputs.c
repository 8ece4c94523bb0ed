/* Inputs that are damaged: archives that are cut or changed at many places, files that disappear,
 * shrink or grow while they are read, and databases that are cut, overwritten, or none of ours. */
#include "tests/support/faults.h"
#include "tests/support/archives.h"
#include "tests/support/test.h"

/* ---- Archives ---- */

enum { N_PLACES = 24 };

static const struct faulty_command mining_archive = {"mine bad.tar -o new.db -j 1", false};

/* Files but the archive itself. */
static bool has_same_files(const struct str *a, const struct str *b)
{
    const char *from = strstr(str_text(a), "bench"), *other = strstr(str_text(b), "bench");
    return from && other && strcmp(from, other) == 0;
}

/* `is_checked`: a changed archive shows by its checksums. */
static void mine_damaged(const struct undisturbed *whole, const struct str *archive,
                         const char *what, bool is_checked)
{
    scoped(outcome) outcome = {0};
    write_test_file(scratch_path("work/bad.tar"), str_text(archive), archive->length);
    faults_run(&outcome, whole->command, NULL);
    if (outcome.status == 1) {
        if (!strstr(str_text(&outcome.err), "bad.tar"))
            faults_complain(whole, what, &outcome, "does not name the archive");
        else if (!has_same_files(&outcome.files, &whole->before))
            faults_complain(whole, what, &outcome, "leaves files");
    } else if (outcome.status != 0) {
        faults_complain(whole, what, &outcome, "ends otherwise than by failing");
    } else if (is_checked && !has_same_files(&outcome.files, &whole->after.files)) {
        faults_complain(whole, what, &outcome, "mines something else");
    }
    remove(scratch_path("work/new.db"));
}

static void damage_archive(const struct undisturbed *whole, const struct str *archive,
                           const struct compressor *compressor)
{
    for (size_t i = 0; i < N_PLACES; i++) {
        scoped(str) bad = {0};
        char what[64];
        size_t at = i == 0 ? archive->length - 1 : archive->length * i / N_PLACES;
        snprintf(what, sizeof what, "%s cut at %zu", compressor->command, at);
        str_add(&bad, str_text(archive), at);
        mine_damaged(whole, &bad, what, true);
        snprintf(what, sizeof what, "%s with another byte at %zu", compressor->command, at);
        str_add(&bad, str_text(archive) + at, archive->length - at);
        bad.text[at] = (char)(bad.text[at] ^ 1 << i % 8);
        mine_damaged(whole, &bad, what, strcmp(compressor->command, "cat") != 0);
    }
}

TEST(archives__that_are_damaged_are_not_mined)
{
    faults_given();
    for (size_t i = 0; i < N_COMPRESSORS; i++) {
        const char *path = tarball_compress(scratch_path("given/tree.tar"), &compressors[i]);
        if (!path)
            continue;
        scoped(undisturbed) whole = {.command = &mining_archive};
        scoped(str) archive = {0};
        faults_read(&archive, path);
        faults_reset();
        write_test_file(scratch_path("work/bad.tar"), str_text(&archive), archive.length);
        faults_list(&whole.before);
        faults_run(&whole.after, whole.command, NULL);
        assert_int_equal(whole.after.status, 0);
        remove(scratch_path("work/new.db"));
        damage_archive(&whole, &archive, &compressors[i]);
    }
    faults_end();
}

/* ---- Files that change ---- */

#define EXPORT  "export a.db --format pairs --split all -o new.jsonl"
#define DAMAGED "'a.db' is not an intact tokfix database"

/* A file that is changed at the n-th open or read, and what may be said of it. */
static const struct {
    const char *words, *fault; /* with %ld for n */
    long n;                    /* 1 to this */
    const char *reasons;
} changes[] = {
    {"stats a.db", "open@a.db:vanish:%ld", 1, "unable to open database file"},
    {EXPORT, "open@a.db:vanish:%ld", 1, "unable to open database file"},
    {EXPORT, "read@a.db:halve:%ld", 20, DAMAGED},
    {EXPORT, "read@a.db:grow:%ld", 5, "a.db"},
    {"report a.db -o new.html", "read@a.db:halve:%ld", 20, DAMAGED},
    {"publish a.db -o new --license mit", "read@a.db:halve:%ld", 20, DAMAGED},
    {"check a.db --against rows.jsonl --mark --json", "open@rows.jsonl:vanish:%ld", 1,
     "rows.jsonl': No such file or directory"},
    {"diff --tokens program.py", "open@program.py:vanish:%ld", 1, "'program.py': No such file"},
    {"mine tree -o new.db -j 1", "read@p00003.csv:halve:%ld", 1,
     "p00003.csv': it was cut short while it was read"},
    {"mine tree -o new.db -j 1", "read@s000000073.py:halve:%ld", 1,
     "s000000073.py': it was cut short while it was read"},
    {"mine tree.tar -o new.db -j 1", "open@tree.tar:vanish:%ld", 2, "'tree.tar'"},
    {"mine tree.tar -o new.db -j 1", "read@tree.tar:halve:%ld", 2, "'tree.tar'"},
    {"mine tree.tar.gz -o new.db -j 1", "read@tree.tar.gz:halve:%ld", 3, "'tree.tar.gz'"},
};

/* Files but the one that is changed. */
static void leave_out(struct str *files, const char *fault)
{
    const char *name = strchr(fault, '@') + 1;
    size_t length = strcspn(name, ":");
    struct str kept = {0};
    for (const char *line = str_text(files), *end; (end = strchr(line, '\n')); line = end + 1) {
        const char *blank = memrchr(line, ' ', (size_t)(end - line));
        if ((size_t)(blank - line) < length || strncmp(blank - length, name, length) != 0)
            str_add(&kept, line, (size_t)(end + 1 - line));
    }
    str_release(files);
    *files = kept;
}

static void try_change(const struct undisturbed *undisturbed, const char *fault,
                       const char *reasons)
{
    scoped(outcome) outcome = {0};
    scoped(str) before = {0}, after = {0};
    faults_run(&outcome, undisturbed->command, fault);
    str_add_text(&before, str_text(&undisturbed->before));
    str_add_text(&after, str_text(&undisturbed->after.files));
    leave_out(&before, fault);
    leave_out(&after, fault);
    leave_out(&outcome.files, fault);
    const struct str *expected = outcome.status == 0 ? &after : &before;
    if (outcome.status != 0 && outcome.status != 1)
        faults_complain(undisturbed, fault, &outcome, "ends otherwise than by failing");
    else if (strcmp(str_text(&outcome.files), str_text(expected)) != 0)
        faults_complain(undisturbed, fault, &outcome, "other files");
    else if (outcome.status == 0 &&
             strcmp(str_text(&outcome.out), str_text(&undisturbed->after.out)) != 0)
        faults_complain(undisturbed, fault, &outcome, "prints something else");
    else if (outcome.status == 1 && !holds_one_of(str_text(&outcome.err), reasons) &&
             !holds_one_of(str_text(&outcome.out), reasons))
        faults_complain(undisturbed, fault, &outcome, "does not give the reason");
    str_clear(&outcome.files);
    faults_list(&outcome.files); /* what is changed, too */
    faults_restore(undisturbed, &outcome);
}

TEST(changing__files_are_noticed_or_do_not_matter)
{
    if (!faults_can_be_made())
        skip();
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        const struct faulty_command command = {changes[i].words,
                                               strstr(changes[i].words, "--mark")};
        scoped(undisturbed) undisturbed = {0};
        undisturbed_run(&undisturbed, &command);
        for (long n = 1; n <= changes[i].n; n++) {
            char fault[64];
            snprintf(fault, sizeof fault, changes[i].fault, n);
            try_change(&undisturbed, fault, changes[i].reasons);
        }
    }
    faults_end();
}

/* A source that is gone when it is opened is one that was never there. */
TEST(changing__a_source_that_vanishes_is_missing)
{
    static const char source[] = "tree/Project_CodeNet/data/p00003/Python/s000000073.py";
    static const struct faulty_command mine = {"mine tree -o new.db -j 1", false};
    scoped(undisturbed) missing = {.command = &mine};
    scoped(outcome) vanished = {0};
    if (!faults_can_be_made())
        skip();
    faults_run(&vanished, &mine, "open@s000000073.py:vanish:1");
    faults_reset();
    run_valid(NULL, "rm \"$SCRATCH/work/%s\"", source);
    faults_run(&missing.after, &mine, NULL);
    assert_int_equal(missing.after.status, 0);
    assert_int_equal(vanished.status, 0);
    assert_string_equal(str_text(&vanished.files), str_text(&missing.after.files));
    assert_string_equal(str_text(&vanished.err), str_text(&missing.after.err));
    assert_contains(str_text(&vanished.err), "s000000073.py: No such file or directory");
}

/* ---- Databases ---- */

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
