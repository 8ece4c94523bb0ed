/* Command lines follow the options of a command; messages about errors help. */
#include "base/terminal.h"
#include "commands/cli/command_line.h"
#include "tests/support/test.h"

static const char *color_name(int number)
{
    static const char *const names[] = {"red", "green", "blue", NULL};
    return names[number];
}

/* Notes the option and its value. */
/* The variable that was set last, until the command runs. */
static struct str *unread;

static int note(const struct command_option *option, const char *text, void *seen, struct err *err)
{
    unread = seen;
    (void)err;
    str_print(seen, "%s=%s ", option->name, text ? text : "");
    return 0;
}

static int refuse(const struct command_option *option, const char *text, void *seen,
                  struct err *err)
{
    (void)option, (void)text, (void)seen, (void)err;
    return ERR;
}

static const char *color_meant(const char *word)
{
    return strcmp(word, "scarlet") == 0 ? "red" : NULL;
}

static const struct command_option options[] = {
    {'o', "output", "FILE", "where to write", .take = note},
    {0, "paint", "NAME", "one colour", .otherwise = "red", .names = color_name, .take = note},
    {0, "paints", "LIST", "colours", .names = color_name, .means = color_meant, .take = note},
    {0, "force", NULL, "by force", .take = note},
    {0, "against", "BENCH", "a path", .take = note},
    {0, "import", "SPLIT=FILE", "a path after a name", .take = note},
    {0, "title", "TEXT", "any text", .take = note},
    {0, "salt", "TEXT", "a secret", .take = note},
    {0, "all", NULL, "no value", .take = note},
    {0, "size", "N", "a number", .takes = "a number below {max}", .max = 9, .take = refuse},
    {0},
};
static const struct command_group groups[] = {{"Options", options, 0}, {0}};

struct arguments {
    struct str seen; /* the variable of all options */
    const char *file;
    struct text_list others;
};

/* What the command saw when it ran. */
static struct str *seen_by_command;
static bool has_run;

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    (void)command, (void)err;
    has_run = true;
    str_add_text(seen_by_command, str_text(&arguments->seen));
    str_release(&arguments->seen);
    array_release(&arguments->others);
    unread = NULL;
    return EXIT_OK;
}

static const struct command command = {
    .name = "test",
    .manual = "for tests\nUsage: tokfix test FILE\n{options}\n",
    .groups = groups,
    .operands = {"one file, or two", 1, 2, .first = offsetof(struct arguments, file),
                 .others = offsetof(struct arguments, others)},
    ARGUMENTS(arguments, .file = NULL),
    .run = run,
};

/* Runs the command with these words, and returns whether it ran. What was set goes to `seen`, what
 * was said on standard error to `said`. */
static bool read_words(struct str *seen, struct str *said, int *status, const char *words)
{
    char copy[500], *argv[20] = {(char *)"test"}, buffer[4000];
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    scoped_file FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    optind = 0; /* begin anew */
    seen_by_command = seen;
    has_run = false;
    *status = command_line_run(&command, argc, argv);
    if (unread)
        str_release(unread);
    unread = NULL;
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    str_add(said, buffer, fread(buffer, 1, sizeof buffer, file));
    return has_run;
}

TEST(command_line__reads_what_is_right)
{
    static const struct {
        const char *words, *seen;
    } cases[] = {
        {"a", ""},
        {"a b", ""},
        {"-o x a", "output=x "},
        {"a --output=x --force", "output=x force= "},
        {"--paint green a", "paint=green "},
        {"--paints red,blue a", "paints=red,blue "},
        {"--paint GREEN a", "paint=green "},
        {"--paints R-E_D,scarlet,Blue a", "paints=red,red,blue "},
        {"--forc a", "force= "}, /* shortened */
        {"-q -v --color never a", ""},
        {"-- -o", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) seen = {0}, said = {0};
        int status;
        assert_true(read_words(&seen, &said, &status, cases[i].words));
        assert_string_equal(str_text(&seen), cases[i].seen);
        assert_string_equal(str_text(&said), "");
    }
    terminal_choose_color(COLOR_AUTO);
}

/* Without what is of this machine or secret, and what does not change the result. */
TEST(command_line__is_kept_for_others)
{
    static const struct text_case lines[] = {
        {"f", " f"},
        {"--title it's/x -o y --force ../f/", " f --title 'it'\\''s/x'"},
        {"--against /home/me/a=b/ --all f", " f --against a=b --all"},
        {"--import train=/home/me/t.txt --against ../bench /f g",
         " f g --import train=t.txt --against bench"},
        {"--paints red,blue f -q --salt xyz", " f --paints red,blue --salt SALT"},
    };
    for (size_t i = 0; i < N_ITEMS(lines); i++) {
        scoped(str) seen = {0}, said = {0};
        int status;
        assert_true(read_words(&seen, &said, &status, lines[i].given));
        const char *kept = command_line_kept();
        assert_string_equal(strstr(kept, " f"), lines[i].expected);
    }
}

TEST(command_line__says_what_was_meant)
{
    static const struct text_case cases[] = {
        {"", "name one file, or two"},
        {"a b c", "name one file, or two (3 given)"},
        {"--outptu x a", "unknown option '--outptu'; did you mean '--output'?"},
        {"--outptu=x a", "unknown option '--outptu'; did you mean '--output'?"},
        {"--zzz a", "unknown option '--zzz'"},
        {"--pai red a", "option '--pai' is ambiguous; use one of: --paint, --paints"},
        {"--force=1 a", "option '--force' takes no value"},
        {"a -o", "option '-o' needs a value: FILE"},
        {"a --paint", "option '--paint' needs a value: NAME"},
        {"-x a", "unknown option '-x'"},
        {"-qx a", "unknown option '-x'"},
        {"--color=never -xq a", "unknown option '-x'"},
        {"--paint=red a -xq", "unknown option '-x'"},
        {"--paint gren a", "--paint: unknown value 'gren'; did you mean 'green'? Use one of: red, "
                           "green, blue"},
        {"--paint mauve a", "--paint: unknown value 'mauve'; use one of: red, green, blue"},
        {"--paints red,,blue a", "--paints: unknown value ''; use one of: red, green, blue"},
        {"--paints red,blu a",
         "--paints: unknown value 'blu'; did you mean 'blue'? Use one of: red, "
         "green, blue"},
        {"--paints=-red a", "--paints: unknown value '-red'; did you mean 'red'? Use one of: red, "
                            "green, blue"},
        {"--paints !red a", "--paints: unknown value '!red'; did you mean 'red'? Use one of: red, "
                            "green, blue"},
        {"--color sometimes a",
         "--color: unknown value 'sometimes'; use one of: auto, always, never"},
        {"--size 10 a", "--size takes a number below 9, not '10'"},
        {"--\x1b[31m a", "unknown option '--\\x1b[31m'"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) seen = {0}, said = {0};
        int status;
        assert_false(read_words(&seen, &said, &status, cases[i].given));
        assert_int_equal(status, EXIT_USAGE);
        const char *expected =
            printed("tokfix test: %s\nSee: tokfix test --help\n", cases[i].expected);
        assert_string_equal(str_text(&said), expected);
    }
}
