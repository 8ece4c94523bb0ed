/* See faults.h. The state of a folder is a text: paths and hashes of contents. */
#include "tests/support/faults.h"

#include "base/hash.h"
#include "base/mem.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <fts.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WORDS = 32, SECONDS = 60 };

const char *const fault_call_names[N_FAULT_CALLS] = {"write", "read",  "sync",   "rename", "open",
                                                     "list",  "alloc", "thread", "lock"};

const struct faulty_command faulty_commands[] = {
    {"mine tree -o new.db -j 1", false},
    {"mine tree.tar.gz -o old.db --force -j 1", false},
    {"mine tree -o new.db -j 1 --shard 2/3", false},
    {"merge new.db shard-1.db shard-2.db", false},
    {"dedup a.db -j 1", true},
    {"split a.db --seed 3 --ratio 1:1:1", true},
    {"check a.db --against rows.jsonl --mark -j 1", true},
    {"mutate a.db --per-program 2 -j 1", true},
    {"mutate old.db --dataset tree --per-program 2 -j 1", true},
    {"export a.db --format pairs --split all", false},
    {"export a.db --format pairs --split all -o new.jsonl", false},
    {"export a.db --format pairs --split all -o old.jsonl --force", false},
    {"export a.db --format messages --granularity function --split all -o new.jsonl.gz", false},
    {"export a.db --format messages -o folder/", false},
    {"export a.db --format messages -o replaced/ --force", false},
    {"tag a.db -o new.jsonl.gz -j 1", false},
    {"rewrite a.db -o new.db -j 1", false},
    {"rewrite tree -o new -j 1 --kind condition", false},
    {"publish a.db -o new --license mit", false},
    {"publish a.db --format messages -o published --license mit --force", false},
    {"report a.db -o new.html", false},
    {"show a.db --json", false},
    {"stats a.db", false},
    {"check a.db --json -j 1", true},
    {"score rows.jsonl --database a.db --predictions predictions.jsonl --json -j 1", false},
    {"score rows.jsonl --predictions predictions.jsonl --baseline predictions.jsonl -j 1", false},
    {"diff --tokens program.py", false},
    {NULL, false},
};

static const char make_given[] =
    "cd \"$SCRATCH\" && rm -rf given work && mkdir given && cd given && exec 3>&1 >../log || exit\n"
    "mkdir -p tree/Project_CodeNet/data tree/Project_CodeNet/metadata\n"
    "from=$SAMPLE/Project_CodeNet; to=tree/Project_CodeNet\n"
    "for id in p00003 p00006 p00008 p00010; do\n"
    "  mkdir $to/data/$id; cp -r \"$from/data/$id/Python\" $to/data/$id; "
    "cp \"$from/metadata/$id.csv\" $to/metadata\n"
    "done\n"
    "{ head -n 1 \"$from/metadata/problem_list.csv\"; grep -E '^p000(03|06|08|10),' "
    "\"$from/metadata/problem_list.csv\"; } >$to/metadata/problem_list.csv\n"
    "cp -r \"$from/derived\" \"$from/problem_descriptions\" $to\n"
    "tar --sort=name -cf tree.tar -C tree Project_CodeNet && gzip -nk tree.tar\n"
    "set -e\n"
    "\"$TOKFIX\" mine tree -o old.db\n"
    "for i in 1 2; do \"$TOKFIX\" mine tree --shard $i/2 -o shard-$i.db; done\n"
    "\"$TOKFIX\" export old.db --format pairs -o rows.jsonl --sample 6\n"
    "sed 's/.*\"id\":\"\\([^\"]*\\)\".*\"line\":\\([0-9]*\\).*/{\"id\":\"\\1\",\"line\":\\2,"
    "\"column\":0,\"repair\":\"not\"}/' rows.jsonl >predictions.jsonl\n"
    "\"$TOKFIX\" mine tree -o a.db; \"$TOKFIX\" dedup a.db\n"
    "\"$TOKFIX\" split a.db --seed 2 --ratio 1:1:1\n"
    "mkdir bench; cp $to/data/p00010/Python/*1.py bench\n"
    "\"$TOKFIX\" check a.db; \"$TOKFIX\" publish a.db -o published --license mit\n"
    "\"$TOKFIX\" export a.db --format messages --task locate -o replaced/\n"
    "cp $(ls $to/data/p00006/Python/*.py | head -n 1) program.py; echo old >old.jsonl\n";

/* LeakSanitizer and its kin bring an allocator of their own that must come first. */
static bool is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

static bool has_library(void)
{
    const char *library = getenv("FAULTS");
    return library && access(library, R_OK) == 0;
}

void faults_given(void)
{
    run_valid(NULL, "%s", make_given);
    faults_reset();
}

bool faults_can_be_made(void)
{
    if (!can_test(!is_sanitized(), "faults", "sanitizers bring their own allocator") ||
        !can_test(has_library(), "faults", "the library $FAULTS is missing"))
        return false;
    faults_given();
    return true;
}

void faults_reset(void)
{
    run_valid(NULL, "cd \"$SCRATCH\" && rm -rf work && cp -a given work");
}

void faults_read(struct str *content, const char *path)
{
    char buffer[65536];
    size_t n;
    scoped_file FILE *file = fopen(path, "rb");
    if (!file)
        return; /* what cannot be opened is as empty */
    while ((n = fread(buffer, 1, sizeof buffer, file)) > 0)
        str_add(content, buffer, n);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Appends "PATH HASH\n" for each file and folder, by path. */
void faults_list(struct str *list)
{
    char *roots[] = {mem_copy_text(scratch_path("work"), strlen(scratch_path("work"))), NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    assert_non_null(walk);
    for (FTSENT *entry; (entry = fts_read(walk));) {
        if (entry->fts_info == FTS_DP || entry->fts_level == 0)
            continue;
        scoped(str) content = {0};
        if (entry->fts_info == FTS_F)
            faults_read(&content, entry->fts_path);
        str_print(list, "%s %" PRIx64 "\n", entry->fts_path + strlen(roots[0]) + 1,
                  hash_bytes(str_text(&content), content.length, 0));
    }
    fts_close(walk);
    free(roots[0]);
}

static void redirect(int fd, const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, fd) < 0)
        _exit(98);
    close(file);
}

static void redirect_output(enum faulty_output output)
{
    int ends[2];
    if (output == OUTPUT_CLOSED) {
        close(STDOUT_FILENO);
    } else if (output == OUTPUT_PIPE || output == OUTPUT_PIPE_IGNORED) {
        signal(SIGPIPE, output == OUTPUT_PIPE ? SIG_DFL : SIG_IGN);
        if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
            _exit(98);
        close(ends[0]);
        close(ends[1]);
    } else {
        redirect(STDOUT_FILENO, output == OUTPUT_FULL ? "/dev/full" : scratch_path("out"));
    }
}

/* Becomes the command. */
static _Noreturn void execute(const char *words, const char *fault, enum faulty_output output)
{
    char *copy = mem_copy_text(words, strlen(words)), *argv[MAX_WORDS + 2] = {getenv("TOKFIX")};
    for (int n = 1; copy && n <= MAX_WORDS;)
        argv[n++] = strsep(&copy, " ");
    redirect_output(output);
    redirect(STDERR_FILENO, scratch_path("err"));
    if (chdir(scratch_path("work")) != 0)
        _exit(98);
    signal(SIGINT, SIG_DFL); /* ignored in what a shell started in the background */
    alarm(SECONDS);          /* what hangs is killed, and so fails */
    if (fault) {
        setenv("FAULT", fault, 1);
        setenv("FAULT_COUNTS", scratch_path("counts"), 1);
        setenv("LD_PRELOAD", getenv("FAULTS"), 1);
    }
    execv(argv[0], argv);
    _exit(98);
}

static void read_counts(struct outcome *outcome)
{
    scoped(str) content = {0};
    faults_read(&content, scratch_path("counts"));
    for (int i = 0; i < N_FAULT_CALLS; i++) {
        const char *line = strstr(str_text(&content), fault_call_names[i]);
        outcome->n[i] = line ? strtol(line + strlen(fault_call_names[i]), NULL, 10) : 0;
    }
}

void faults_run(struct outcome *outcome, const struct faulty_command *command, const char *fault)
{
    faults_run_to(outcome, command, fault, OUTPUT_KEPT);
}

void faults_run_to(struct outcome *outcome, const struct faulty_command *command, const char *fault,
                   enum faulty_output output)
{
    int status;
    unlink(scratch_path("out"));
    unlink(scratch_path("counts"));
    fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        execute(command->words, fault, output);
    assert_int_equal(waitpid(child, &status, 0), child);
    str_clear(&outcome->out);
    str_clear(&outcome->err);
    str_clear(&outcome->files);
    outcome->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    faults_read(&outcome->out, scratch_path("out"));
    faults_read(&outcome->err, scratch_path("err"));
    read_counts(outcome);
    faults_list(&outcome->files);
}

void outcome_release(struct outcome *outcome)
{
    str_release(&outcome->out);
    str_release(&outcome->err);
    str_release(&outcome->files);
}

void undisturbed_run(struct undisturbed *undisturbed, const struct faulty_command *command)
{
    *undisturbed = (struct undisturbed){.command = command};
    faults_list(&undisturbed->before);
    faults_run(&undisturbed->after, command, is_sanitized() || !has_library() ? NULL : "");
    if (undisturbed->after.status != 0)
        fail_msg("tokfix %s: %s", command->words, str_text(&undisturbed->after.err));
    faults_restore(undisturbed, &undisturbed->after);
}

void undisturbed_release(struct undisturbed *undisturbed)
{
    str_release(&undisturbed->before);
    outcome_release(&undisturbed->after);
}

static bool is_same(const struct str *a, const struct str *b)
{
    return a->length == b->length && memcmp(str_text(a), str_text(b), a->length) == 0;
}

bool holds_one_of(const char *text, const char *reasons)
{
    char *copy = mem_copy_text(reasons, strlen(reasons)), *rest = copy, *reason;
    bool is_held = false;
    while (!is_held && (reason = strsep(&rest, "|")))
        is_held = strstr(text, reason) != NULL;
    free(copy);
    return is_held;
}

/* Lines of `a` that `b` lacks. */
static void add_difference(struct str *out, const char *sign, const struct str *a,
                           const struct str *b)
{
    for (const char *line = str_text(a), *end; (end = strchr(line, '\n')); line = end + 1) {
        scoped_memory char *copy = mem_copy_text(line, (size_t)(end - line) + 1);
        if (!strstr(str_text(b), copy))
            str_print(out, "%s %s", sign, copy);
    }
}

static int n_complaints;

void faults_restore(const struct undisturbed *undisturbed, const struct outcome *outcome)
{
    if (!is_same(&outcome->files, &undisturbed->before))
        faults_reset();
}

void faults_complain(const struct undisturbed *undisturbed, const char *fault,
                     const struct outcome *outcome, const char *what)
{
    scoped(str) changes = {0};
    add_difference(&changes, "gone", &undisturbed->before, &outcome->files);
    add_difference(&changes, "new", &outcome->files, &undisturbed->before);
    print_error("FAULT='%s' tokfix %s: %s\nstatus %d\n%s%s", fault, undisturbed->command->words,
                what, outcome->status, str_text(&outcome->err), str_text(&changes));
    n_complaints++;
}

void faults_end(void)
{
    int n = n_complaints;
    n_complaints = 0;
    if (n)
        fail_msg("%d faults end otherwise than they should", n);
}

/* After a failure: as before, or to be had by the same command, or by its --resume. A database
 * that is changed in its place is changed when only what was found cannot be printed. */
static void check_aftermath(const struct undisturbed *undisturbed, const char *fault,
                            struct outcome *outcome)
{
    bool is_changed = undisturbed->command->is_update &&
                      is_same(&outcome->files, &undisturbed->after.files) &&
                      holds_one_of(str_text(&outcome->err), "standard output|out of memory");
    if (is_same(&outcome->files, &undisturbed->before) || is_changed)
        return;
    scoped(outcome) again = {0};
    struct faulty_command command = *undisturbed->command;
    scoped_memory char *words =
        mem_print("%s%s", command.words,
                  strstr(str_text(&outcome->files), ".unfinished ") ? " --resume" : "");
    command.words = words;
    faults_run(&again, &command, NULL);
    if (again.status != 0 || !is_same(&again.out, &undisturbed->after.out) ||
        !is_same(&again.files, &undisturbed->after.files)) {
        print_error("what was printed first: %s", str_text(&outcome->err));
        faults_complain(undisturbed, fault, &again, "a second run differs from an undisturbed one");
    }
}

int faults_try(const struct undisturbed *undisturbed, const char *fault, const char *reasons)
{
    scoped(outcome) outcome = {0};
    faults_run(&outcome, undisturbed->command, fault);
    if (outcome.status == 0) {
        if (!is_same(&outcome.out, &undisturbed->after.out))
            faults_complain(undisturbed, fault, &outcome, "prints something else");
        if (strstr(str_text(&outcome.err), "the result was not stored")) /* of check */
            check_aftermath(undisturbed, fault, &outcome);
        else if (!is_same(&outcome.files, &undisturbed->after.files))
            faults_complain(undisturbed, fault, &outcome, "writes something else");
    } else if (outcome.status != 1) {
        faults_complain(undisturbed, fault, &outcome, "ends otherwise than by failing");
    } else if (!holds_one_of(str_text(&outcome.err), reasons) &&
               !holds_one_of(str_text(&outcome.out), reasons)) {
        faults_complain(undisturbed, fault, &outcome, "does not give the reason");
    } else {
        check_aftermath(undisturbed, fault, &outcome);
    }
    int status = outcome.status;
    str_clear(&outcome.files);
    faults_list(&outcome.files); /* another run may have followed */
    faults_restore(undisturbed, &outcome);
    return status;
}

/* Returns the number of tries. */
static long try_many(const struct undisturbed *undisturbed, const struct fault_rule *rule)
{
    long n_tried = 0, n_calls = undisturbed->after.n[rule->call], n_first = rule->n_tries / 2;
    /* odd steps meet all that comes in pairs, threes, ... */
    long step = n_calls > rule->n_tries ? 2 * (n_calls / rule->n_tries) + 1 : 1;
    for (long n = 1; n <= n_calls; n += n < n_first ? 1 : step, n_tried++)
        faults_try(undisturbed, printed(rule->pattern, n), rule->reasons);
    return n_tried;
}

void faults_try_all(const struct fault_rule *rules, size_t n)
{
    scoped_memory long *n_tried = mem_alloc(n, sizeof *n_tried);
    for (const struct faulty_command *command = faulty_commands; command->words; command++) {
        scoped(undisturbed) undisturbed = {0};
        undisturbed_run(&undisturbed, command);
        for (size_t i = 0; i < n; i++)
            n_tried[i] += try_many(&undisturbed, &rules[i]);
    }
    for (size_t i = 0; i < n; i++)
        if (!n_tried[i])
            fail_msg("no command met the fault '%s'", rules[i].pattern);
    faults_end();
}
