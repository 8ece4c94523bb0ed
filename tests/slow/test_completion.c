/* The completions, loaded into real shells. The test of a missing shell skips. */
#include "tests/support/test.h"

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
