/* The files of `make install` and of the Debian package; `make uninstall` removes them. The
 * completions, loaded into real shells; the test of a missing shell skips. */
#include "commands/command_list.h"
#include "tests/support/test.h"

#define MAKE PLAIN "make -s"

TEST(install__puts_all_in_place_and_takes_it_away)
{
    if (!is_release("installing"))
        skip();
    scoped(str) output = output_of(MAKE " install DESTDIR=\"$SCRATCH/inst\" PREFIX=/opt/x");
    expect_run(0, "tokfix " TOKFIX_VERSION "\n", "\"$SCRATCH/inst/opt/x/bin/tokfix\" --version");
    run_valid(NULL, "bash -n \"$SCRATCH/inst/opt/x/share/bash-completion/completions/tokfix\"");
    if (has_program("help2man", "manual pages"))
        for (const struct command *const *command = commands; *command; command++)
            run_valid(NULL,
                      "grep -c '^.SH EXAMPLES' \"$SCRATCH/inst/opt/x/share/man/man1/tokfix-%s.1\"",
                      (*command)->name);
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

/* Runs a script as a user who is not root, with a home. */
static int run_as_user(const char *script)
{
    write_test_text("script", script);
    return run_shell(NULL, "export HOME=\"$SCRATCH/home\"; PATH=\"$HOME/.local/bin:$PATH\"; "
                           "unset MANPATH XDG_DATA_HOME; set -- sh \"$SCRATCH/script\"; "
                           "[ $(id -u) -ne 0 ] || set -- setpriv --reuid=12345 --regid=12345 "
                           "--clear-groups \"$@\"; exec \"$@\"");
}

/* Someone without root installs what is built; man and the shells find what belongs to it. The
 * shell leaves this ~ to make. */
TEST(install__below_the_home_of_an_ordinary_user)
{
    static const struct {
        const char *program, *script;
    } cases[] = {
        {"help2man", "! command -v man || "
                     "man -w tokfix-mine | grep -F \"$HOME/.local/share/man/man1/tokfix-mine\""},
        {"zsh", "zsh -fc 'autoload -U compinit bashcompinit; compinit -D; bashcompinit; source "
                "~/.local/share/bash-completion/completions/tokfix; echo $_comps[tokfix]' | "
                "grep _tokfix"},
    };
    if (!is_release("installing without root"))
        skip();
    run_valid(NULL, MAKE " docs && mkdir \"$SCRATCH/home\" && chmod 777 \"$SCRATCH/home\"");
    if (!can_test(run_as_user("test -r out/docs/tokfix.bash") == 0, "installing without root",
                  "another user cannot read the build"))
        skip();
    assert_int_equal(run_as_user(MAKE " install PREFIX='~/.local'"), 0);
    assert_int_equal(run_as_user("test \"$(command -v tokfix)\" = \"$HOME/.local/bin/tokfix\" && "
                                 "tokfix --version"),
                     0);
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (has_program(cases[i].program, "what is installed without root"))
            assert_int_equal(run_as_user(cases[i].script), 0);
    assert_int_equal(run_as_user(MAKE " uninstall PREFIX='~/.local'"), 0);
    assert_int_equal(run_as_user("! find ~/.local -type f | grep ."), 0);
}

TEST(deb__holds_what_is_installed_and_is_reproducible)
{
    scoped(str) output = {0};
    if (!is_release("the Debian package"))
        skip();
    if (!can_run("command -v dpkg-shlibdeps && command -v strip && command -v help2man",
                 "the Debian package", "dpkg-dev, binutils or help2man is missing"))
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
              "zcat man/man1/tokfix.1.gz | grep '^.TH' &&"
              "ls bash-completion/completions doc/tokfix");
    assert_contains(str_text(&output), ".TH TOKFIX \"1\"");
    assert_contains(str_text(&output), "copyright");
}

/* ---- Completions ---- */

static const struct {
    const char *line, *candidates; /* all of them, one a line */
} completions[] = {
    {"tokfix exp", "export\n"},
    {"tokfix help st", "stats\n"},
    {"tokfix mine --pair", "--pairing\n"},
    {"tokfix export --cat", "--category\n"},
    {"tokfix mine --job", "--jobs\n"},
};

static void make_script(void)
{
    run_valid(NULL, PLAIN "setup/completion.sh \"$TOKFIX\" > \"$SCRATCH/c.bash\"");
}

/* Prints a candidate a line for the words after the script. */
static const char in_bash[] = "bash -c 'source \"$SCRATCH/c.bash\"; COMP_WORDS=(\"$@\"); "
                              "COMP_CWORD=$(($# - 1)); _tokfix; "
                              "printf \"%s\\n\" \"${COMPREPLY[@]}\"' bash ";

TEST(completion__works_in_bash)
{
    if (!has_program("bash", "completion in bash"))
        skip();
    make_script();
    for (size_t i = 0; i < N_ITEMS(completions); i++)
        expect_run(0, completions[i].candidates, "%s%s", in_bash, completions[i].line);
    /* readline then completes paths */
    expect_run(0, "\n", "%s%s", in_bash, "tokfix stats Makef");
}

TEST(completion__works_in_zsh)
{
    if (!has_program("zsh", "completion in zsh") || !has_pty("completion in zsh"))
        skip();
    make_script();
    for (size_t i = 0; i < N_ITEMS(completions); i++) {
        scoped(str) output =
            output_of("timeout 60 zsh -f tests/slow/complete.zsh \"$SCRATCH/c.bash\" '%s'",
                      completions[i].line);
        /* the last word is completed on the line */
        scoped(str) expected = {0};
        str_add(&expected, completions[i].candidates, strlen(completions[i].candidates) - 1);
        assert_contains(str_text(&output), str_text(&expected));
    }
}
