/* The manual page of each command, as man shows it, has the words of --help in the same order.
 * Without mandoc and nroff the test skips. */
#include "commands/commands.h"
#include "tests/support/test.h"

#include <ctype.h>

static const char *const renderers[] = {"mandoc -Tutf8", "nroff -man -Tutf8"};

static bool is_blank(char c)
{
    return isspace((unsigned char)c);
}

/* Words, a blank between two. Headings are in capitals on one side and end in a colon on the other,
 * where no text follows at the margin: here they are in capitals, and have none. */
static void add_words(struct str *out, const char *text, bool is_help)
{
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        bool is_heading = is_help && length && line[0] != ' ' && line[length - 1] == ':' &&
                          line[length] && strchr(" \n", line[length + 1]);
        for (size_t i = 0; i < length; i++) {
            if (is_blank(line[i]))
                continue;
            if (out->length && (i == 0 || is_blank(line[i - 1])))
                str_add_text(out, " ");
            if (!is_heading)
                str_print(out, "%c", line[i]);
            else if (i + 1 < length)
                str_print(out, "%c", toupper((unsigned char)line[i]));
        }
        line += length + (line[length] == '\n');
    }
}

/* The words between two headings of a page, the first excluded. */
static void words_of_page(struct str *out, const char *page)
{
    const char *start = strstr(page, "\nSYNOPSIS\n"), *end = strstr(page, "\nSEE ALSO\n");
    scoped(str) part = {0};
    assert_non_null(start);
    assert_non_null(end);
    start += strlen("\nSYNOPSIS\n");
    str_add(&part, start, (size_t)(end - start));
    add_words(out, str_text(&part), false);
}

/* The help opens with "Usage:"; a page has the headings SYNOPSIS and DESCRIPTION. A page also names
 * tokfix(1) under SEE ALSO. */
static void words_of_help(struct str *out, const char *help)
{
    scoped(str) page = {0};
    const char *description = strstr(help, "\n\n"), *end = strstr(help, "\nSee also:\n");
    assert_memory_equal(help, "Usage: ", 7);
    assert_non_null(description);
    assert_non_null(end);
    str_add(&page, help + 7, (size_t)(description - help) - 7);
    str_add_text(&page, "\nDescription:");
    str_add(&page, description, (size_t)(end - description));
    add_words(out, str_text(&page), true);
}

static void assert_same(const struct command *command, const char *renderer)
{
    scoped(str) help = {0}, in_help = {0}, in_page = {0};
    run_valid(&help, "\"$TOKFIX\" %s --help", command->name);
    scoped(str) page = output_of("\"$TOKFIX\" manual %s | %s | col -b -x", command->name, renderer);
    words_of_help(&in_help, str_text(&help));
    words_of_page(&in_page, str_text(&page));
    assert_true(in_help.length > 400);
    assert_string_equal(str_text(&in_help), str_text(&in_page));
}

TEST(manual_pages__say_what_help_says)
{
    bool is_rendered = false;
    for (size_t i = 0; i < N_ITEMS(renderers); i++) {
        int n = (int)strcspn(renderers[i], " ");
        if (!has_program(printed("%.*s", n, renderers[i]), "manual pages in a terminal"))
            continue;
        is_rendered = true;
        for (const struct command *const *command = commands; *command; command++)
            assert_same(*command, renderers[i]);
    }
    if (!is_rendered)
        skip();
}

TEST(manual_pages__are_good_roff)
{
    if (!has_program("mandoc", "the markup of manual pages"))
        skip();
    run_valid(NULL, "\"$TOKFIX\" manual | mandoc -T lint -W warning");
    for (const struct command *const *command = commands; *command; command++)
        run_valid(NULL, "\"$TOKFIX\" manual %s | mandoc -T lint -W warning", (*command)->name);
}

/* The program's own page lists every command. */
TEST(manual_pages__are_listed)
{
    scoped(str) output = output_of("\"$TOKFIX\" manual");
    for (const struct command *const *command = commands; *command; command++) {
        assert_contains(str_text(&output), printed("\n.BR tokfix\\-%s (1)\n", (*command)->name));
    }
}
