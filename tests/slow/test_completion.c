/* The completion scripts, loaded into real shells, which find tokfix in PATH. The test of a missing
 * shell skips. */
#include "tests/support/test.h"

/* A line that is typed, and the candidates: all of them, one a line. */
struct completion {
    const char *line, *candidates;
};

static const struct completion completions[] = {
    {"tokfix exp", "export\n"},
    {"tokfix mine --pair", "--pairing\n"},
    {"tokfix mine --pairing adj", "adjacent\n"},
    {"tokfix publish --gran", "--granularity\n"},
    {"tokfix export --format nb", "nbf\n"},
    {"tokfix completion fi", "fish\n"},
    {"tokfix help valid", "validate\n"},
    {"tokfix export --category literal,oth", "literal,other\n"},
    {"tokfix mine -o Makef", "Makefile\n"},
    {"tokfix stats Makef", "Makefile\n"},
    {"tokfix build --split.see", "--split.seed\n"},
};

/* Begins commands. */
#define WITH_PATH "PATH=\"$(dirname \"$TOKFIX\"):$PATH\" "

static void bash_completes(const char *words, const char *candidates)
{
    scoped(str) output = output_of("\"$TOKFIX\" completion bash > \"$SCRATCH/c.bash\" && " WITH_PATH
                                   "bash tests/shells/complete.bash \"$SCRATCH/c.bash\" %s",
                                   words);
    assert_string_equal(str_text(&output), candidates);
}

TEST(completion__works_in_bash)
{
    if (!has_program("bash", "completion in bash"))
        skip();
    for (size_t i = 0; i < N_ITEMS(completions); i++)
        bash_completes(completions[i].line, completions[i].candidates);
    bash_completes("tokfix mine --pairing ''", "all\nnext\nadjacent\n");
    bash_completes("tokfix mine --output = Makef", "Makefile\n");
    bash_completes("tokfix mine --pairing = n", "next\n"); /* as bash parts --pairing=n */
    bash_completes("tokfix mine --max-tokens ''", "\n");
    bash_completes("tokfix diff --max", "--max-tokens\n");
    bash_completes("tokfix diff Makefile Makef", "Makefile\n");
}

TEST(completion__works_in_fish)
{
    if (!has_program("fish", "completion in fish"))
        skip();
    scoped(str) output = output_of("\"$TOKFIX\" completion fish > \"$SCRATCH/c.fish\"");
    for (size_t i = 0; i < N_ITEMS(completions); i++) {
        run_valid(&output,
                  WITH_PATH "HOME=\"$SCRATCH\" fish --no-config tests/shells/complete.fish "
                            "\"$SCRATCH/c.fish\" '%s'",
                  completions[i].line);
        assert_string_equal(str_text(&output), completions[i].candidates);
    }
    run_valid(&output, WITH_PATH "HOME=\"$SCRATCH\" fish --no-config tests/shells/complete.fish "
                                 "\"$SCRATCH/c.fish\" 'tokfix mine --output=Makef'");
    assert_non_null(strstr(str_text(&output), "Makefile"));
}

TEST(completion__works_in_zsh)
{
    scoped(str) expected = {0};
    if (!has_program("zsh", "completion in zsh") || !has_pty("completion in zsh"))
        skip();
    scoped(str) output = output_of("\"$TOKFIX\" completion zsh > \"$SCRATCH/c.zsh\"");
    for (size_t i = 0; i < N_ITEMS(completions); i++) {
        run_valid(&output,
                  WITH_PATH "timeout 60 zsh -f tests/shells/complete.zsh \"$SCRATCH/c.zsh\" '%s'",
                  completions[i].line);
        /* the last word is completed on the line */
        size_t length = strlen(completions[i].candidates) - 1;
        str_clear(&expected);
        str_add(&expected, completions[i].candidates, length);
        if (!strstr(str_text(&output), str_text(&expected)))
            fail_msg("'%s' became '%s'", completions[i].line, str_text(&output));
    }
}
