/* Command lines are read by the options of a command; what is wrong gets a message that helps. */
#include "base/terminal.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *color_name(int number)
{
    static const char *const names[] = {"red", "green", "blue", NULL};
    return names[number];
}

static const struct command_option options[] = {
    {'o', "output", "FILE", "where to write", NULL, NULL},
    {256, "paint", "NAME", "one colour", "red", color_name},
    {257, "paints", "LIST", "colours", NULL, color_name},
    {258, "force", NULL, "by force", NULL, NULL},
    {259, "against", "BENCH", "a path", NULL, NULL},
    {260, "import", "SPLIT=FILE", "a path behind a name", NULL, NULL},
    {261, "title", "TEXT", "any text", NULL, NULL},
    {262, "all", NULL, "no value", NULL, NULL},
    {0},
};
static const struct command_group groups[] = {{"Options", options}, {0}};
static const struct command command = {
    .name = "test",
    .summary = "a test",
    .synopsis = "FILE",
    .text = "Tests.",
    .groups = groups,
    .exit_status = "0\tdone",
    .examples = "tokfix test",
    .operands = {"one file, or two", 1, 2, NULL},
};

static int set(const struct command *unused, void *seen, int code)
{
    (void)unused;
    str_print(seen, "%d=%s ", code, optarg ? optarg : "");
    return EXIT_OK;
}

/* Reads words; what was set goes to `seen`, what was said on standard error to `said`. */
static bool read_words(struct str *seen, struct str *said, int *status, const char *words)
{
    char copy[500], *argv[20] = {(char *)"test"}, buffer[4000];
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    optind = 0; /* begin anew */
    bool goes_on = command_line_read(&command, argc, argv, set, seen, status);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    str_add(said, buffer, fread(buffer, 1, sizeof buffer, file));
    fclose(file);
    return goes_on;
}

TEST(command_line__reads_what_is_right)
{
    static const struct {
        const char *words, *seen;
    } cases[] = {
        {"a", ""},
        {"a b", ""},
        {"-o x a", "111=x "},
        {"a --output=x --force", "111=x 258= "},
        {"--paint green a", "256=green "},
        {"--paints red,blue a", "257=red,blue "},
        {"--forc a", "258= "}, /* shortened */
        {"-q -v --color never a", ""},
        {"-- -o", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct str seen = {0}, said = {0};
        int status;
        assert_true(read_words(&seen, &said, &status, cases[i].words));
        assert_string_equal(str_text(&seen), cases[i].seen);
        assert_string_equal(str_text(&said), "");
        str_release(&seen);
        str_release(&said);
    }
    tell_set_loudness(LOUDNESS_NORMAL);
    terminal_choose_color(COLOR_AUTO);
}

/* Without what is of this machine, and what only says where the result goes. */
TEST(command_line__is_retold_to_others)
{
    static const struct {
        const char *words, *expected;
    } lines[] = {
        {"f", ""},
        {"--title it's/x -o y --force f", " --title 'it'\\''s/x'"},
        {"--against /home/me/a=b/ --all f", " --against a=b --all"},
        {"--import train=/home/me/t.txt --against ../bench f",
         " --import train=t.txt --against bench"},
        {"--paints red,blue f -q", " --paints red,blue"},
    };
    for (size_t i = 0; i < N_ITEMS(lines); i++) {
        struct str seen = {0}, said = {0};
        int status;
        assert_true(read_words(&seen, &said, &status, lines[i].words));
        assert_string_equal(command_line_retold(), lines[i].expected);
        str_release(&seen);
        str_release(&said);
    }
    tell_set_loudness(LOUDNESS_NORMAL);
}

TEST(command_line__says_what_was_meant)
{
    static const struct {
        const char *words, *said;
    } cases[] = {
        {"", "name one file, or two"},
        {"a b c", "name one file, or two, not 3"},
        {"--outptu x a", "'--outptu' is no option of this command; did you mean --output?"},
        {"--outptu=x a", "'--outptu=x' is no option of this command; did you mean --output?"},
        {"--zzz a", "'--zzz' is no option of this command"},
        {"--pai red a", "'--pai' may be any of --paint, --paints"},
        {"--force=1 a", "'--force=1' takes no value"},
        {"a -o", "'-o' needs a value"},
        {"a --paint", "'--paint' needs a value"},
        {"-x a", "'-x' is no option of this command"},
        {"-qx a", "'-x' is no option of this command"},
        {"--color=never -xq a", "'-x' is no option of this command"},
        {"--paint=red a -xq", "'-x' is no option of this command"},
        {"--paint gren a", "--paint does not know 'gren'; did you mean 'green'? There are: red, "
                           "green, blue"},
        {"--paint mauve a", "--paint does not know 'mauve'; there are: red, green, blue"},
        {"--paints red,,blue a", "--paints does not know ''; there are: red, green, blue"},
        {"--paints red,blu a", "--paints does not know 'blu'; did you mean 'blue'? There are: red, "
                               "green, blue"},
        {"--color sometimes a",
         "--color does not know 'sometimes'; there are: auto, always, never"},
        {"--\x1b[31m a", "'--\\x1b[31m' is no option of this command"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct str seen = {0}, said = {0}, expected = {0};
        int status;
        assert_false(read_words(&seen, &said, &status, cases[i].words));
        assert_int_equal(status, EXIT_USAGE);
        str_print(&expected, "tokfix test: %s\nSee: tokfix test --help\n", cases[i].said);
        assert_string_equal(str_text(&said), str_text(&expected));
        str_release(&seen);
        str_release(&said);
        str_release(&expected);
    }
    tell_set_loudness(LOUDNESS_NORMAL);
}
