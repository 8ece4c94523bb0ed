/* Files that disappear, shrink or grow while they are read. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

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
