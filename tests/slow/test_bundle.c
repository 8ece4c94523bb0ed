/* The bundle works with nothing of this machine, and on older kernels, which are imitated by
 * refusing younger system calls. */
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { MAX_BYTES = 25000000, NOTHING = 77 };

/* The last system calls of these versions of Linux. */
enum { LINUX_4_18 = 334, LINUX_5_12 = 442 };

/* Makes the bundle as $SCRATCH/NAME. Returns whether it can be made here, as can_test() does. */
static bool bundled_make(const char *name)
{
    if (!is_release("the bundle") ||
        !can_run("dpkg -S '*/libc.so.6' && test -f \"$(cc -print-file-name=libc.a)\"", "the bundle",
                 "this is no Debian with libc6-dev"))
        return false;
    run_valid(NULL, PLAIN "setup/bundle/make.sh 0.0.1 2020-01-02 \"$SCRATCH/%s\"", name);
    return true;
}

/* Makes the bundle, and uses it in a clean Debian of that release, or, with "", in a root with a
 * shell alone (setup/bundle/try.sh). Fails the test unless it works. Returns whether it could be
 * tried here. */
static bool bundled_try(const char *release)
{
    scoped(str) output = {0};
    if (!bundled_make("b.tar.gz"))
        return false;
    int status = run_shell(&output, "setup/bundle/try.sh \"$SCRATCH/b.tar.gz\" %s", release);
    if (status != 0 && status != NOTHING)
        fail_msg("%s", str_text(&output));
    return can_test(status == 0, printed("the bundle in a root of its own %s", release),
                    str_text(&output));
}

/* Makes the bundle, and unpacks it: $BUNDLED is its program. */
static int make_bundle(void **state)
{
    (void)state;
    if (!bundled_make("a.tar.gz"))
        return 0;
    run_valid(NULL, "tar xzf \"$SCRATCH/a.tar.gz\" -C \"$SCRATCH\"");
    setenv("BUNDLED", printed("%s/bin/tokfix", scratch_path("tokfix-0.0.1-linux-x86_64")), 1);
    return 0;
}
SUITE_SETUP(make_bundle, NULL);

static bool has_bundle(void)
{
    return getenv("BUNDLED");
}

TEST(bundle__is_small_and_reproducible)
{
    struct stat info;
    if (!has_bundle() || !bundled_make("again.tar.gz"))
        skip();
    assert_int_equal(stat(scratch_path("a.tar.gz"), &info), 0);
    assert_true(info.st_size < MAX_BYTES);
    run_valid(NULL, "cmp \"$SCRATCH\"/*.tar.gz");
    run_valid(NULL,
              "cd \"$SCRATCH\"/tokfix-*/share && grep -q '^libc6' doc/tokfix/licenses/versions"
              " && ls doc/tokfix/LICENSE doc/tokfix/licenses/libarchive-dev "
              "doc/tokfix/licenses/common-licenses/LGPL-3 man/man1/tokfix-mine.1");
}

/* ---- Of other programs ---- */

TEST(bundle__leaves_a_pager_alone)
{
    scoped(str) screen = {0};
    if (!has_bundle() || !has_pty("the pager of the bundle"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && ln -s tokfix-*/bin/tokfix link && "
                    "./link mine \"$SAMPLE/Project_CodeNet\" -o p.db -q");
    pty_run(&screen, 80, "",
            "cd \"$SCRATCH\" && LD_PRELOAD=none TERM=xterm TOKFIX_PAGER='env; :' "
            "./link show p.db");
    assert_contains(str_text(&screen), "TOKFIX_BUNDLE=");
    assert_null(strstr(str_text(&screen), "GCONV_PATH"));
    assert_null(strstr(str_text(&screen), "LD_"));
}

TEST(bundle__finds_duckdb_in_its_folder)
{
    if (!has_bundle() || !can_run("test -f \"$OUT/duckdb/libduckdb.so\"", "Parquet of the bundle",
                                  "DuckDB's library is missing"))
        skip();
    run_valid(NULL, "cd \"$SCRATCH\" && unset TOKFIX_DUCKDB && cp -r tokfix-* with && "
                    "cp \"$OUT/duckdb/libduckdb.so\" with/lib/tokfix && T=with/bin/tokfix && "
                    "\"$T\" mine --language python \"$SAMPLE/Project_CodeNet\" -o d.db && "
                    "\"$T\" export d.db --format pairs -o d.parquet");
    if (has_sandbox("reading Parquet in the bundle"))
        run_valid(NULL, "cd \"$SCRATCH\" && unset TOKFIX_DUCKDB && "
                        "with/bin/tokfix mine d.parquet --format pairs -o again.db");
}

/* ---- Older kernels ---- */

/* Lets all later system calls of this process fail as on a kernel that does not have them. */
static int refuse_after(unsigned last_call)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last_call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {N_ITEMS(steps), steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
               ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)
               : -1;
}

/* Runs shell commands, with $T, on such a kernel, in $SCRATCH. Returns what they print. */
static struct str output_on(unsigned last_call, const char *commands)
{
    struct str output = {0};
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        scoped(str) command = str_of("cd \"$SCRATCH\"; exec >on 2>&1; T=$BUNDLED\n%s", commands);
        if (refuse_after(last_call) == 0)
            execl("/bin/sh", "sh", "-ec", str_text(&command), (char *)NULL);
        _exit(NOTHING);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    read_test_file(&output, "$SCRATCH/on");
    if (status != 0)
        fail_msg("status %x: %s", (unsigned)status, str_text(&output));
    return output;
}

TEST(bundle__needs_linux_4_18)
{
    if (!has_bundle())
        skip();
    run_valid(NULL,
              "cd \"$SCRATCH\" && git init -q r && cd r && echo 'x = 1' >a.py && git add . && "
              "git -c user.name=a -c user.email=a@b.c commit -q -m a");
    scoped(str) output = output_on(
        LINUX_4_18, "$T mine \"$SAMPLE/Project_CodeNet\" -o k.db -j 4 2>mined\n"
                    "tar czf k.tar.gz -C \"$SAMPLE\" Project_CodeNet\n"
                    "$T mine k.tar.gz -o archive.db -j 4 2>mined\n"
                    "$T dedup k.db >deduped; $T split k.db >splits; $T check k.db >checked\n"
                    "$T stats k.db >stats; $T show k.db -n all >shown\n"
                    "$T report k.db -o k.html; $T publish k.db -o k --license mit\n"
                    "(cd k; sha256sum -c --quiet SHA256SUMS)\n"
                    "! $T mine --git r -o r.db || exit 1\n"
                    "! $T verify k.db --tests \"$SAMPLE/Project_CodeNet\" || exit 1");
    char *advice = strstr(str_text(&output), "Linux 5.12 or later is needed");
    assert_non_null(advice);
    assert_contains(advice + 1, "Linux 5.12 or later is needed");
}

TEST(bundle__has_a_sandbox_on_linux_5_12)
{
    if (!has_bundle() || !has_sandbox("the bundle on Linux 5.12"))
        skip();
    scoped(str) output = output_on(
        LINUX_5_12, "$T mine --git r -o g.db\n"
                    "$T mine \"$SAMPLE/Project_CodeNet\" -o v.db 2>mined\n"
                    "$T verify v.db --tests \"$SAMPLE/Project_CodeNet\" --category literal");
    assert_contains(str_text(&output), "bugs shown by execution");
    assert_null(strstr(str_text(&output), "\n0 of"));
}

TEST(bundle__needs_a_shell_alone)
{
    if (!bundled_try(""))
        skip();
}

/* Without and with the programs that its sandbox runs. */
TEST(bundle__works_in_debian_11)
{
    if (!bundled_try("bullseye"))
        skip();
}

TEST(bundle__works_in_debian_13)
{
    if (!bundled_try("trixie"))
        skip();
}
