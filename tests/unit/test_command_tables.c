/* The help of every command is complete, so manual pages and completions are; licences are, too. */
#include "base/packed.h"
#include "commands/command_list.h"
#include "export/publish/publish.h"
#include "tests/support/test.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* What each line of a help after a heading is given to. */
static void for_each_line(const char *help, const char *heading, const struct command *command,
                          void (*see)(const struct command *command, const char *line))
{
    const char *at = strstr(help, printed("\n%s:\n", heading));
    if (!at)
        fail_msg("%s --help has no %s", command->name, heading);
    at = strchr(at + 1, '\n') + 1;
    for (; strncmp(at, "  ", 2) == 0; at = strchr(at, '\n') + 1)
        see(command, printed("%.*s", (int)strcspn(at, "\n") - 2, at + 2));
}

/* Examples name only options that there are. */
static void see_example(const struct command *command, const char *line)
{
    for (const char *word = line; (word = strstr(word, " --")); word += 3) {
        bool is_known = false;
        size_t length = strcspn(word + 3, " =\n|");
        struct command_walk walk = {0};
        while (command_walk_next(&walk, command))
            is_known = is_known || (strlen(walk.option->name) == length &&
                                    memcmp(walk.option->name, word + 3, length) == 0);
        if (!is_known)
            fail_msg("an example of %s: %s", command->name, line);
    }
}

/* "tokfix-split(1), tokfix-check(1)" or "doc/guard.md  about" */
static void see_also(const struct command *command, const char *line)
{
    const char *sample = getenv("SAMPLE");
    int page = (int)strcspn(line, " ");
    if (strncmp(line, "doc/", 4) == 0 &&
        access(printed("%s/../../%.*s", sample, page, line), R_OK) != 0)
        fail_msg("%s names a page that does not exist: %s", command->name, line);
    for (const char *at = line; (at = strstr(at, "tokfix-")); at += page) {
        const struct command *const *other = commands;
        at += strlen("tokfix-");
        page = (int)strcspn(at, "(");
        while (*other && ((int)strlen((*other)->name) != page ||
                          strncmp((*other)->name, at, (size_t)page) != 0))
            other++;
        if (!*other || *other == command)
            fail_msg("%s names %s", command->name, at);
    }
}

/* The lines 0, 1 and 2 of exit statuses, and that of a command which a signal stops. */
static int n_statuses;
static void see_status(const struct command *command, const char *line)
{
    (void)command;
    n_statuses += strchr("012", line[0]) && strchr("  ", line[1]);
}

TEST(commands__have_complete_helps)
{
    for (const struct command *const *at = commands; *at; at++) {
        scoped(str) help = output_of("\"$TOKFIX\" %s --help", (*at)->name);
        scoped(str) brief = output_of("\"$TOKFIX\" %s -h", (*at)->name);
        assert_string_equal(str_text(&help), str_text(&brief));
        assert_memory_equal(str_text(&help), "Usage: tokfix ", 14);
        n_statuses = 0;
        for_each_line(str_text(&help), "Exit status", *at, see_status);
        for_each_line(str_text(&help), "Examples", *at, see_example);
        for_each_line(str_text(&help), "See also", *at, see_also);
        assert_true(n_statuses >= 3);
        assert_true(strcspn((*at)->manual, "\n") <= 68);
        assert_true((*at)->operands.min <= (*at)->operands.max);
        for (const char *line = str_text(&help); *line; line = strchr(line, '\n') + 1)
            if (utf8_columns(line, strcspn(line, "\n")) > 80)
                fail_msg("%s --help has the line %.80s", (*at)->name, line);
        if ((*at)->if_stopped)
            assert_contains(str_text(&help),
                            printed("stopped by SIGINT (143: by SIGTERM): %s", (*at)->if_stopped));
    }
}

/* A text with one blank for each run of white space. */
static void squeeze(struct str *text)
{
    size_t n = 0;
    for (size_t i = 0; i < text->length; i++)
        if (!isspace((unsigned char)text->text[i]))
            text->text[n++] = text->text[i];
        else if (n && text->text[n - 1] != ' ')
            text->text[n++] = ' ';
    text->text[text->length = n] = 0;
}

/* Each option is told in the help of the command, with its default, or named there and told once,
 * for all commands, in that of the options. */
TEST(commands__have_a_help_with_all_options)
{
    scoped(str) shared = output_of("\"$TOKFIX\" help options");
    squeeze(&shared);
    for (const struct command *const *at = commands; *at; at++) {
        scoped(str) help = output_of("\"$TOKFIX\" %s --help", (*at)->name);
        struct command_walk walk = {0};
        squeeze(&help);
        while (command_walk_next(&walk, *at)) {
            const struct command_option *option = walk.option;
            const char *initially = option->otherwise ? option->otherwise : option->initial;
            scoped(str) told = {0};
            str_print(&told, "--%s%s%s %.*s", option->name, option->value ? " " : "",
                      option->value ? option->value : "", (int)strcspn(option->text, "\n"),
                      option->text);
            if (initially)
                str_print(&told, " (default: %s)", initially);
            if (!strstr(str_text(&help), str_text(&told))) {
                assert_contains(str_text(&help), printed("--%s", option->name));
                assert_contains(str_text(&shared), str_text(&told));
            }
        }
    }
}

TEST(options__are_distinct_and_say_what_they_do)
{
    for (const struct command *const *at = commands; *at; at++) {
        struct command_walk walk = {0};
        while (command_walk_next(&walk, *at)) {
            const struct command_option *o = walk.option, *p;
            struct command_walk others = {0};
            while (command_walk_next(&others, *at) && (p = others.option))
                if (p != o &&
                    (strcmp(p->name, o->name) == 0 || (o->letter && p->letter == o->letter)))
                    fail_msg("%s has --%s twice", (*at)->name, o->name);
            size_t length = strlen(o->text);
            if (!length || o->text[length - 1] == ' ' || strchr(o->text, '\t') ||
                isupper((unsigned char)o->name[0]))
                fail_msg("%s --%s: '%s'", (*at)->name, o->name, o->text);
            assert_true(o->value || !(o->names || o->initial || o->otherwise));
            assert_true(o->take || o->letter == 'h');  /* help has nothing to set */
            assert_false(strstr(o->text, "(default")); /* which has its own place */
        }
    }
}

/* What help says is the default is what the variable gets. */
TEST(options__take_their_defaults)
{
    static union {
        char bytes[1024]; /* more than any variable */
        max_align_t aligned;
    } variables[512]; /* which live as long as the process, as those of commands */
    size_t n = 0;
    for (const struct command *const *at = commands; *at; at++)
        for (const struct command_group *group = (*at)->groups; group && group->heading; group++)
            for (const struct command_option *o = group->options; o->name; o++) {
                struct err err;
                assert_true(n < N_ITEMS(variables));
                if (o->initial && o->take(o, o->initial, &variables[n++], &err) != 0)
                    fail_msg("%s --%s: not '%s'", (*at)->name, o->name, o->initial);
            }
}

/* CFF 1.2.0 took the list of May 2021. */
TEST(licenses__have_an_address_but_for_other)
{
    for (const struct license *license = licenses; license->id; license++) {
        bool is_other = strcmp(license->id, "other") == 0;
        assert_true(is_other == !license->url);
        assert_true(is_other == !license->spdx);
        if (license->url)
            assert_memory_equal(license->url, "https://", 8);
        assert_ptr_equal(license_find(license->spdx ? license->spdx : "OTHER"), license);
    }
    assert_false(license_of_codenet->is_in_cff_1_2);
    assert_true(license_find("cc-by-4.0")->is_in_cff_1_2);
    assert_null(license_find(""));
}
