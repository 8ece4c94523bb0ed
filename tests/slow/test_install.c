/* The files of `make install` and of the Debian package; `make uninstall` removes them. */
#include "commands/commands.h"
#include "tests/support/test.h"

/* make as a user types it, not as the make that runs the tests would have it; but with the same
 * compiler and flags, or it would build tokfix anew while others test it. */
#define PLAIN                                                           \
    "MAKEFLAGS=\"$(echo \"$MAKEFLAGS\" | sed -n 's/^.* -- / -- /p')\" " \
    "env -u MFLAGS -u MAKELEVEL "
#define MAKE PLAIN "make -s"

static void assert_same_output(const char *words, const char *path)
{
    run_valid(NULL, "\"$TOKFIX\" %s | cmp - \"$SCRATCH/inst/opt/x/%s\"", words, path);
}

TEST(install__puts_all_in_place_and_takes_it_away)
{
    if (!is_release("installing"))
        skip();
    scoped(str) output = output_of(MAKE " install DESTDIR=\"$SCRATCH/inst\" PREFIX=/opt/x");
    expect_run(0, "tokfix " TOKFIX_VERSION "\n", "\"$SCRATCH/inst/opt/x/bin/tokfix\" --version");
    for (const struct command *const *command = commands; *command; command++) {
        const char *words = printed("manual %s", (*command)->name);
        assert_same_output(words, printed("share/man/man1/tokfix-%s.1", (*command)->name));
    }
    assert_same_output("manual", "share/man/man1/tokfix.1");
    assert_same_output("completion bash", "share/bash-completion/completions/tokfix");
    assert_same_output("completion zsh", "share/zsh/site-functions/_tokfix");
    assert_same_output("completion fish", "share/fish/vendor_completions.d/tokfix.fish");
    run_valid(&output, "cmp README.md \"$SCRATCH/inst/opt/x/share/doc/tokfix/README.md\"");
    if (can_run("test -f out/duckdb/libduckdb.so", "the installed DuckDB",
                "libduckdb.so is missing"))
        run_valid(
            &output,
            "unset TOKFIX_DUCKDB; T=\"$SCRATCH/inst/opt/x/bin/tokfix\"; "
            "cd \"$SCRATCH\"; \"$T\" mine --language python \"$SAMPLE/Project_CodeNet\" -o i.db && "
            "\"$T\" export i.db --format pairs -o i.parquet");
    run_valid(&output, MAKE " uninstall DESTDIR=\"$SCRATCH/inst\" PREFIX=/opt/x");
    run_valid(&output, "find \"$SCRATCH/inst\" -type f -o -name '*tokfix*'");
    assert_string_equal(str_text(&output), "");
}

TEST(deb__holds_what_is_installed_and_is_reproducible)
{
    scoped(str) output = {0};
    if (!is_release("the Debian package"))
        skip();
    if (!can_run("command -v dpkg-shlibdeps && command -v strip", "the Debian package",
                 "dpkg-dev or binutils is missing"))
        skip();
    run_valid(&output, PLAIN "setup/deb/make.sh 0.0.1 2020-01-02 \"$SCRATCH/a.deb\" && "
                             "sha256sum < \"$SCRATCH/a.deb\" && rm \"$SCRATCH/a.deb\"");
    scoped(str) again = output_of(PLAIN "setup/deb/make.sh 0.0.1 2020-01-02 \"$SCRATCH/a.deb\" && "
                                        "sha256sum < \"$SCRATCH/a.deb\"");
    assert_string_equal(str_text(&output), str_text(&again));
    run_valid(&output, "dpkg-deb -x \"$SCRATCH/a.deb\" \"$SCRATCH/deb\" && "
                       "dpkg-deb -f \"$SCRATCH/a.deb\" Depends Version");
    assert_contains(str_text(&output), "libsqlite3-0");
    assert_contains(str_text(&output), "Version: 0.0.1");
    run_valid(&output,
              "\"$SCRATCH/deb/usr/bin/tokfix\" mine --language python \"$SAMPLE/Project_CodeNet\" "
              "-o \"$SCRATCH/deb.db\" -q && cd \"$SCRATCH/deb/usr/share\" &&"
              "ls man/man1 | wc -l && zcat man/man1/tokfix.1.gz | head -n 1 &&"
              "ls bash-completion/completions zsh/vendor-completions "
              "fish/vendor_completions.d doc/tokfix");
    assert_contains(str_text(&output), ".TH TOKFIX 1");
    assert_contains(str_text(&output), "_tokfix");
    assert_contains(str_text(&output), "copyright");
}
