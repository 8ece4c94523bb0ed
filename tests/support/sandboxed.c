#include "tests/support/sandboxed.h"

#include "base/file.h"
#include "tests/support/test.h"

#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#define PYTHON "/usr/bin/python3"
#define MIB    ((uint64_t)1 << 20)

static const char *const paths[] = {"/etc/ld.so.cache", "/etc/no-such-file", NULL};
static const char *const environment[] = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "PYTHONHASHSEED=0",
                                          "PYTHONDONTWRITEBYTECODE=1", NULL};
static const char *const zygote[] = {PYTHON,  SANDBOX_ZYGOTE_SCRIPT, "math", "random", "typing",
                                     "heapq", "no_such_one",         NULL};
static const struct sandbox_setup setup = {.paths = paths,
                                           .zygote = zygote,
                                           .environment = environment,
                                           .output_bytes = 8 * MIB,
                                           .together = {1024 * MIB, 128}};

bool has_sandbox(const char *what)
{
    struct sandbox *sandbox;
    struct err err = {""};
    if (!can_test(access(PYTHON, X_OK) == 0, what, "there is no " PYTHON))
        return false;
    if (sandbox_open(&sandbox, &setup, &err) != 0) {
        assert_contains(err.message, "cannot isolate programs: ");
        return can_test(false, what, err.message);
    }
    sandbox_close(sandbox);
    return true;
}

bool can_be_user(const char *what)
{
    return can_test(geteuid() == 0, what, "these tests do not run as root");
}

int sandboxed_as_user(int (*check)(void))
{
    enum { USER = 1000 };
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        /* The last makes /proc/PID belong to the user, who maps its ids there. */
        bool is_user = setgroups(0, NULL) == 0 && setresgid(USER, USER, USER) == 0 &&
                       setresuid(USER, USER, USER) == 0 && prctl(PR_SET_DUMPABLE, 1) == 0;
        int failed = !is_user || check() != 0;
        fflush(NULL);
        _exit(failed);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
               ? WEXITSTATUS(status)
               : ERR;
}

int sandboxed_make(struct sandbox **out)
{
    struct err err = {""};
    if (sandbox_open(out, &setup, &err) == 0)
        return 0;
    fprintf(stderr, "%s\n", err.message);
    return ERR;
}

struct sandbox *sandboxed_open(void)
{
    struct sandbox *sandbox = NULL;
    assert_int_equal(sandboxed_make(&sandbox), 0);
    return sandbox;
}

struct sandbox_execute sandboxed_run(bool is_warm)
{
    static const char *const fresh[] = {PYTHON, "/programs/0/main.py", NULL};
    return (struct sandbox_execute){.arguments = fresh + is_warm,
                                    .environment = environment,
                                    .input = "",
                                    .limits = {.memory_bytes = 256 * MIB,
                                               .address_bytes = 1024 * MIB,
                                               .stack_bytes = UINT64_MAX,
                                               .file_bytes = 64 * MIB,
                                               .cpu_seconds = 10,
                                               .n_processes = 64},
                                    .wall_seconds = 20,
                                    .max_output = 4 * MIB,
                                    .is_warm = is_warm};
}

int sandboxed_try(struct sandbox *sandbox, const char *text, const struct sandbox_execute *run,
                  struct sandbox_result *result)
{
    struct err err = {""};
    if (sandbox_place(sandbox, 0, "main.py", text, strlen(text), NULL, NULL, &err) == 0 &&
        sandbox_execute(sandbox, run, result, &err) == 0)
        return 0;
    fprintf(stderr, "%s\n", err.message);
    return ERR;
}

void sandboxed_expect(struct sandbox *sandbox, const char *text, bool is_warm, int code,
                      const char *output)
{
    struct sandbox_execute run = sandboxed_run(is_warm);
    struct sandbox_result result;
    assert_int_equal(sandboxed_try(sandbox, text, &run, &result), 0);
    if (result.end != SANDBOX_EXITED || result.code != code || result.n_output != strlen(output) ||
        memcmp(result.output, output, result.n_output) != 0)
        fail_msg("%s\n%s: %s, printed '%.*s', expected '%s'\n%.*s", text,
                 is_warm ? "warm" : "fresh", sandboxed_end(&result), (int)result.n_output,
                 result.output, output, (int)result.n_errors, result.errors);
}

const char *sandboxed_end(const struct sandbox_result *result)
{
    static const char *const names[] = {
        [SANDBOX_EXITED] = "exited", [SANDBOX_SIGNALED] = "signaled",
        [SANDBOX_CPU_TIME] = "cpu",  [SANDBOX_IDLE] = "idle",
        [SANDBOX_LATE] = "late",     [SANDBOX_FLOODING] = "flooding",
        [SANDBOX_MEMORY] = "memory",
    };
    static char text[32];
    const char *name = names[result->end];
    if (result->end == SANDBOX_EXITED || result->end == SANDBOX_SIGNALED)
        snprintf(text, sizeof text, "%s %d", name, result->code);
    else
        snprintf(text, sizeof text, "%s", name);
    return text;
}

/* ---- Tables ---- */

/* A program of a table, and what its marks say. */
struct row {
    char name[100], end[32];
    struct str text, input, output, errors;
    struct sandbox_execute run; /* but not whether it is warm */
    bool has_any_output, has_any_code;
};

static void row_release(struct row *row)
{
    str_release(&row->text);
    str_release(&row->input);
    str_release(&row->output);
    str_release(&row->errors);
}
SCOPED_VALUE(row, row_release)

static void read_limits(struct sandbox_execute *run, const char *limits)
{
    const struct {
        const char *name;
        uint64_t *value;
    } rows[] = {{"memory=%lu", &run->limits.memory_bytes},
                {"address=%lu", &run->limits.address_bytes},
                {"stack=%lu", &run->limits.stack_bytes}};
    unsigned long n;
    for (; *limits; limits += strcspn(limits, " "), limits += strspn(limits, " ")) {
        for (size_t i = 0; i < N_ITEMS(rows); i++)
            if (sscanf(limits, rows[i].name, &n) == 1)
                *rows[i].value = n * MIB;
        if (sscanf(limits, "wall=%lu", &n) == 1)
            run->wall_seconds = (double)n;
        if (sscanf(limits, "cpu=%lu", &n) == 1)
            run->limits.cpu_seconds = (uint32_t)n;
    }
}

/* Reads "NAME | END | limits". The last two may be missing, and END, too, where limits follow. */
static void read_head(struct row *row, const char *line, size_t length)
{
    char head[200], *rest = head;
    snprintf(head, sizeof head, "%.*s", (int)length, line);
    snprintf(row->name, sizeof row->name, "%s", text_cut(strsep(&rest, "|"), " "));
    snprintf(row->end, sizeof row->end, "exited 0");
    for (char *part; (part = strsep(&rest, "|"));) {
        if (strchr(part, '='))
            read_limits(&row->run, text_cut(part, " "));
        else
            snprintf(row->end, sizeof row->end, "%s", text_cut(part, " "));
    }
}

static void read_line(struct row *row, const char *line, size_t length)
{
    size_t skipped = length > 2 ? 3 : 2;
    if (length < 2 || line[0] != '#' || !strchr("<>=!", line[1])) {
        str_add(&row->text, line, length);
        str_add_text(&row->text, "\n");
    } else if (line[1] == '=') {
        row->has_any_code = line[3] == '?';
        snprintf(row->end, sizeof row->end, "exited %.*s", (int)(length - 3), line + 3);
    } else if (line[1] == '!')
        str_set(&row->errors, "%.*s", (int)(length - 3), line + 3);
    else {
        struct str *stream = line[1] == '<' ? &row->input : &row->output;
        row->has_any_output |= line[1] == '>' && strncmp(line, "#> ...", length) == 0;
        str_add(stream, line + skipped, length - skipped);
        str_add_text(stream, "\n");
    }
}

/* Reads the next program. Returns whether there is one. */
static bool next_row(struct row *row, const char **next, const char *prelude)
{
    const char *line = *next;
    if (!line)
        return false;
    row->run = sandboxed_run(false);
    str_add_text(&row->text, prelude ? prelude : "");
    read_head(row, line, strcspn(line, "\n"));
    *next = NULL;
    while (*(line += strcspn(line, "\n"))) {
        line++;
        if (strncmp(line, "### ", 4) == 0) {
            *next = line + 4;
            break;
        }
        read_line(row, line, strcspn(line, "\n"));
    }
    row->run.input = str_text(&row->input);
    row->run.n_input = row->input.length;
    return true;
}

static bool is_text(const struct str *text, const char *bytes, size_t n)
{
    return text->length == n && memcmp(str_text(text), bytes, n) == 0;
}

/* Whether the run ended as the marks say. */
static bool is_as_marked(const struct row *row, const struct sandbox_result *result)
{
    const char *errors = str_text(&row->errors), *end = sandboxed_end(result);
    size_t n = strtoul(errors, NULL, 10);
    scoped(str) written = {0};
    str_add(&written, result->errors, result->n_errors);
    return (row->has_any_code || strcmp(row->end, end) == 0) &&
           (row->has_any_output || is_text(&row->output, result->output, result->n_output)) &&
           (n ? n == result->n_errors : strstr(str_text(&written), errors) != NULL);
}

static void print_result(const struct row *row, const char *how,
                         const struct sandbox_result *result)
{
    int n_output = result->n_output < 3000 ? (int)result->n_output : 3000;
    int n_errors = result->n_errors < 3000 ? (int)result->n_errors : 3000;
    fprintf(stderr, "%s, %s: %s\n%.*s%.*s\n", row->name, how, sandboxed_end(result), n_output,
            result->output, n_errors, result->errors);
}

/* Runs a program both ways. Returns whether all is as it should be. */
static bool check_row(struct sandbox *sandbox, struct row *row, bool is_marked)
{
    static const char *const ways[] = {"fresh", "warm"};
    struct sandbox_result result;
    bool is_good = true;
    for (int i = 0; i < 2; i++) {
        struct sandbox_execute run = row->run;
        struct sandbox_execute way = sandboxed_run(i);
        run.arguments = way.arguments;
        run.is_warm = i;
        if (sandboxed_try(sandbox, str_text(&row->text), &run, &result) != 0) {
            fprintf(stderr, "%s, %s\n", row->name, ways[i]);
            return false;
        }
        if (!is_marked && i == 0) {
            snprintf(row->end, sizeof row->end, "%s", sandboxed_end(&result));
            str_add(&row->output, result.output, result.n_output);
            str_add(&row->errors, result.errors, result.n_errors);
            continue;
        }
        bool is_same =
            is_as_marked(row, &result) && (is_marked || result.n_errors == row->errors.length);
        if (!is_same) {
            print_result(row, ways[i], &result);
            fprintf(stderr, "expected: %s\n%s%s\n", row->end, str_text(&row->output),
                    str_text(&row->errors));
        }
        is_good &= is_same;
    }
    return is_good;
}

int sandboxed_table(struct sandbox *sandbox, const char *name, const char *prelude)
{
    scoped(str) table = {0};
    int n_bad = 0, n = 0;
    struct err err = {""};
    if (file_read(&table, name, &err) != 0) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    const char *next = strstr(table.text, "\n### ");
    for (next = next ? next + 5 : NULL;; n++) {
        scoped(row) row = {0};
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        if (!next_row(&row, &next, prelude))
            break;
        n_bad += !check_row(sandbox, &row, prelude != NULL);
        clock_gettime(CLOCK_MONOTONIC, &end);
        double seconds =
            (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
        if (getenv("SANDBOX_TIMES"))
            fprintf(stderr, "%6.3f %s\n", seconds, row.name);
    }
    printf("%s: %d programs, %d differ\n", name, n, n_bad);
    return n_bad || n == 0;
}
