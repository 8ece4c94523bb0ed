/* Runs that trust each other, and what one of them may know of another. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include "base/file.h"

static void place(struct sandbox *sandbox, uint32_t number, const char *text)
{
    assert_done(sandbox_place(sandbox, number, "main.py", text, strlen(text), NULL, NULL, &err));
}

/* A program of tests/sandbox/runs.py. */
static struct str program_called(const char *name)
{
    scoped(str) file = {0};
    struct str text = {0};
    assert_done(file_read(&file, "tests/sandbox/runs.py", &err));
    const char *begin = strstr(file.text, printed("\n### %s\n", name));
    assert_non_null(begin);
    const char *end = strstr(begin + 1, "\n### ");
    str_add(&text, begin, end ? (size_t)(end - begin) : strlen(begin));
    return text;
}

static void place_called(struct sandbox *sandbox, uint32_t number, const char *name)
{
    scoped(str) text = program_called(name);
    place(sandbox, number, text.text);
}

/* Runs the program of a folder. Returns its output. */
static struct str run_placed(struct sandbox *sandbox, uint32_t number, bool is_warm,
                             bool has_other_seed)
{
    scoped(str) path = str_of("/programs/%u/main.py", number);
    const char *const words[] = {"/usr/bin/python3", path.text, NULL};
    struct sandbox_execute run = sandboxed_run(is_warm);
    struct sandbox_result result;
    struct str output = {0};
    run.arguments = words + is_warm;
    run.has_other_seed = has_other_seed;
    assert_done(sandbox_execute(sandbox, &run, &result, &err));
    if (result.end != SANDBOX_EXITED || result.code != 0)
        fail_msg("%s: %.*s", sandboxed_end(&result), (int)result.n_errors, result.errors);
    str_add(&output, result.output, result.n_output);
    return output;
}

TEST(sandbox__passes_bytes_in_and_out)
{
    if (!has_sandbox("input and output"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    enum { N = 1 << 21 };
    scoped_memory char *input = malloc(N);
    for (size_t i = 0; i < N; i++)
        input[i] = (char)(i ^ i >> 8);
    place(sandbox, 0,
          "import sys\nwhile block := sys.stdin.buffer.read1(99991):\n"
          "    sys.stdout.buffer.write(block)");
    for (int is_warm = 0; is_warm < 2; is_warm++)
        for (size_t n = 0; n <= N; n += N / 2) {
            struct sandbox_execute run = sandboxed_run(is_warm);
            struct sandbox_result result;
            run.input = input;
            run.n_input = n;
            run.max_output = N;
            assert_done(sandbox_execute(sandbox, &run, &result, &err));
            assert_string_equal(sandboxed_end(&result), "exited 0");
            assert_int_equal(result.n_output, n);
            assert_memory_equal(result.output, input, n);
        }
}

TEST(sandbox__output_of_the_limit_is_kept_and_more_is_flooding)
{
    if (!has_sandbox("the limit of output"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    place(sandbox, 0, "print('x' * int(input()), end='')");
    for (int is_warm = 0; is_warm < 2; is_warm++)
        for (size_t n = 70000; n <= 70001; n++) {
            struct sandbox_execute run = sandboxed_run(is_warm);
            struct sandbox_result result;
            run.max_output = 70000;
            run.input = n == 70000 ? "70000" : "70001";
            run.n_input = 5;
            assert_done(sandbox_execute(sandbox, &run, &result, &err));
            assert_string_equal(sandboxed_end(&result), n == 70000 ? "exited 0" : "flooding");
            assert_int_equal(result.n_output, 70000);
        }
}

TEST(sandbox__program_sees_no_other_program)
{
    static const char *const expected[] = {"0 0 0 ", "1 1 1 "};
    if (!has_sandbox("the other programs"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    place_called(sandbox, 0, "neighbours");
    place_called(sandbox, 1, "neighbours");
    for (int i = 0; i < 8; i++) {
        scoped(str) output = run_placed(sandbox, i % 2, i / 2 % 2, false);
        assert_string_equal(str_text(&output), expected[i % 2]);
    }
    place_called(sandbox, 0, "neighbours"); /* instead of the first */
    scoped(str) output = run_placed(sandbox, 1, false, false);
    assert_string_equal(str_text(&output), expected[1]);
}

TEST(sandbox__run_leaves_no_trace_for_the_next)
{
    if (!has_sandbox("traces of runs"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    place_called(sandbox, 0, "marker");
    place_called(sandbox, 1, "observer");
    for (int i = 0; i < 4; i++) {
        scoped(str) before = run_placed(sandbox, 1, i % 2, false);
        scoped(str) nothing = run_placed(sandbox, 0, i / 2, false);
        scoped(str) after = run_placed(sandbox, 1, i % 2, false);
        assert_string_equal(before.text, after.text);
    }
}

/* In other sandboxes, too, and after any number of runs. */
TEST(sandbox__runs_can_be_repeated)
{
    if (!has_sandbox("repeated runs"))
        skip();
    for (int is_warm = 0; is_warm < 2; is_warm++) {
        scoped(str) first = {0}, other_seed = {0};
        for (int i = 0; i < 2; i++) {
            scoped(sandbox) *sandbox = sandboxed_open();
            place_called(sandbox, 0, "repeated");
            for (int j = 0; j < 3; j++) {
                bool is_other = j == 1;
                struct str *expected = is_other ? &other_seed : &first;
                scoped(str) output = run_placed(sandbox, 0, is_warm, is_other);
                if (expected->length == 0)
                    str_add(expected, output.text, output.length);
                assert_string_equal(output.text, expected->text);
            }
        }
        assert_string_not_equal(first.text, other_seed.text);
    }
}

TEST(sandbox__says_what_cannot_be_run)
{
    static const char *const missing[] = {"/usr/bin/no-such-program", NULL};
    static const char *const none[] = {NULL};
    if (!has_sandbox("programs that are missing"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    struct sandbox_execute run = sandboxed_run(false);
    struct sandbox_result result;
    run.arguments = missing;
    assert_error(sandbox_execute(sandbox, &run, &result, &err),
                 "cannot run '/usr/bin/no-such-program' in the sandbox: execve: No such file or "
                 "directory");
    run.arguments = none;
    assert_error(sandbox_execute(sandbox, &run, &result, &err),
                 "the command line of a program is too long");
    assert_error(sandbox_place(sandbox, 64, "main.py", "", 0, NULL, NULL, &err),
                 "'main.py' cannot be the file of program 64");
    assert_error(sandbox_place(sandbox, 0, "../main.py", "", 0, NULL, NULL, &err),
                 "'../main.py' cannot be the file of program 0");
    sandboxed_expect(sandbox, "print(1)", false, 0, "1\n"); /* it still works */
    sandboxed_expect(sandbox, "print(1)", true, 0, "1\n");
}

TEST(sandbox__makes_links_in_the_folder_of_a_run)
{
    static const char *const links[] = {"a.in",  "/dev/stdin", "a.out", "/dev/stdout",
                                        "a.out", "/dev/stdin", NULL};
    static const char *const outside[] = {"../a.in", "/dev/stdin", NULL};
    static const char *const words[] = {"/usr/bin/python3", "/programs/0/main.py", NULL};
    if (!has_sandbox("links"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    place(sandbox, 0, "open('a.out', 'w').write(open('a.in').read() + 'b')");
    place(sandbox, 1, "import os; print(os.listdir())");
    for (int is_warm = 0; is_warm < 2; is_warm++) {
        struct sandbox_execute run = sandboxed_run(is_warm);
        struct sandbox_result result;
        run.arguments = words + is_warm;
        run.links = links;
        run.input = "a";
        run.n_input = 1;
        assert_done(sandbox_execute(sandbox, &run, &result, &err));
        assert_int_equal(result.n_output, 2);
        assert_memory_equal(result.output, "ab", 2);
        scoped(str) output = run_placed(sandbox, 1, is_warm, false);
        assert_string_equal(output.text, "[]\n"); /* the next run has none */
        run.links = outside;
        assert_error(sandbox_execute(sandbox, &run, &result, &err),
                     printed("cannot run '%s' in the sandbox: symlink: Read-only file system",
                             run.arguments[0]));
    }
}

TEST(sandbox__compiler_writes_to_its_own_folder)
{
    static const char *const words[] = {"/usr/bin/python3", "main.py", NULL};
    if (!has_sandbox("a compiler"))
        skip();
    scoped(sandbox) *sandbox = sandboxed_open();
    scoped(str) text = program_called("compiler");
    struct sandbox_execute compile = sandboxed_run(false);
    struct sandbox_result result;
    compile.arguments = words;
    place(sandbox, 0, "print(1)");
    assert_done(
        sandbox_place(sandbox, 1, "main.py", text.text, text.length, &compile, &result, &err));
    assert_string_equal(sandboxed_end(&result), "exited 0");
    assert_int_equal(result.n_output, 8);
    assert_memory_equal(result.output, "11 True\n", 8);
    place(sandbox, 2, "import os; print(os.path.exists('/programs/1/made'))");
    scoped(str) output = run_placed(sandbox, 2, false, false);
    assert_string_equal(output.text, "False\n"); /* of another program */
}

/* A shell that only uses what is built into it. What works and must not is printed. */
TEST(sandbox__writes_to_the_folder_that_it_may_write_to)
{
    static const char script[] =
        "umask 022; echo kept >/run/new/a && read x </run/new/a && [ \"$x\" = kept ] || echo "
        "nothing; for f in /run/other /run/new/link/b /run/new/out /usr/b /b; do echo lost "
        "2>/dev/null >$f && echo $f; done; exec /run/new/program";
    if (!has_sandbox("a writable folder"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && mkdir new outside && ln -s \"$PWD/outside\" new/link && "
                    "ln -s /tmp/out new/out && cp /bin/true new/program");
    const char *const words[] = {"/bin/sh", "-c", script, NULL};
    const struct mounted_path folders[] = {
        {.from = scratch_path("new"), .to = "/run/new", .is_foreign = true, .is_writable = true},
        {0}};
    const struct sandbox_owner owner = {geteuid(), getegid()};
    const struct sandbox_setup setup = {.folders = folders,
                                        .owner = &owner,
                                        .keeps_owner = true,
                                        .output_bytes = 1 << 16,
                                        .together = {UINT64_C(1) << 30, 64}};
    scoped(sandbox) *sandbox = NULL;
    struct sandbox_result result;
    struct sandbox_execute run = sandboxed_run(false);
    assert_done(sandbox_open(&sandbox, &setup, &err));
    run.arguments = words;
    assert_done(sandbox_execute(sandbox, &run, &result, &err));
    scoped(str) output = {0};
    str_add(&output, result.output, result.n_output);
    assert_string_equal(str_text(&output), "");
    assert_string_equal(sandboxed_end(&result), "exited 126"); /* found, and not executed */
    scoped(str) rest = output_of("cd $SCRATCH && ls outside && stat -c '%%u %%a' new/a");
    assert_string_equal(str_text(&rest), printed("%u 644\n", geteuid()));
}
