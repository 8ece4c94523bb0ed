#include "cli/help.h"

#include "base/terminal.h"
#include "base/utf8.h"
#include "cli/wrapping.h"

#include <stdio.h>

enum { INDENT = 2, OPTION_TEXT = 26 };

/* Appends the text in bold if the output is coloured. */
static void add_bold(struct str *out, const char *text, bool has_color)
{
    str_print(out, "%s%s%s", has_color ? "\033[1m" : "", text, has_color ? "\033[0m" : "");
}

static void add_heading(struct str *out, const char *heading, bool has_color)
{
    str_add_text(out, "\n");
    add_bold(out, heading, has_color);
    str_add_text(out, ":\n");
}

void help_add_option(struct str *out, const struct command_option *option)
{
    if (option->letter)
        str_print(out, "-%c, ", option->letter);
    str_print(out, "--%s", option->name);
    if (option->value)
        str_print(out, " %s", option->value);
}

void help_add_option_text(struct str *out, const struct command_option *option)
{
    size_t first = wrapping_line_length(option->text);
    str_add(out, option->text, first);
    if (option->otherwise || option->initial)
        str_print(out, " (default: %s)", option->otherwise ? option->otherwise : option->initial);
    str_add_text(out, option->text + first);
    for (int i = 0; option->explains && option->names(i); i++)
        str_print(out, "\n%s\t%s", option->names(i), option->explains(i));
}

static void add_option(struct str *out, const struct command_option *option, bool has_color)
{
    scoped(str) name = {0}, text = {0};
    str_add_text(&name, option->letter ? "" : "    ");
    help_add_option(&name, option);
    help_add_option_text(&text, option);
    size_t column = INDENT + utf8_columns(str_text(&name), name.length);
    str_print(out, "%*s", INDENT, "");
    add_bold(out, str_text(&name), has_color);
    if (column + 2 > OPTION_TEXT) {
        str_add_text(out, "\n");
        column = 0;
    }
    wrapping_add(out, str_text(&text), OPTION_TEXT, column);
}

static void add_synopsis(struct str *out, const char *name, const char *synopsis, bool has_color)
{
    const char *before = "Usage:";
    for (const char *line = synopsis;; line++) {
        size_t length = wrapping_line_length(line);
        add_bold(out, before, has_color);
        str_print(out, " tokfix %s%s%.*s\n", name, length ? " " : "", (int)length, line);
        before = "      ";
        line += length;
        if (!*line)
            return;
    }
}

/* Appends lines that the user types. They are not wrapped. */
static void add_typed(struct str *out, const char *text)
{
    for (const char *line = text;; line++) {
        size_t length = wrapping_line_length(line);
        str_print(out, "%*s%.*s\n", INDENT, "", (int)length, line);
        line += length;
        if (!*line)
            return;
    }
}

/* Appends the whole help. */
static void add_help(struct str *out, const struct command *command, bool has_color)
{
    scoped(manual) manual;
    manual_read(&manual, command);
    add_synopsis(out, command->name, manual.synopsis, has_color);
    str_add_text(out, "\n");
    wrapping_add(out, manual.text, 0, 0);
    const struct command_group *group;
    for (size_t i = 0; (group = command_group_at(command, i)); i++) {
        if (command_begins_heading(command, i))
            add_heading(out, group->heading, has_color);
        for (const struct command_option *option = group->options; option->name; option++)
            add_option(out, option, has_color);
    }
    for (const struct manual_section *s = manual.sections; s->heading; s++) {
        add_heading(out, s->heading, has_color);
        wrapping_add(out, s->text, INDENT, 0);
    }
    add_heading(out, "Exit status", has_color);
    scoped(str) status = {0};
    command_add_exit_status(&status, command, &manual);
    wrapping_add(out, str_text(&status), INDENT, 0);
    add_heading(out, "Examples", has_color);
    add_typed(out, manual.examples);
    add_heading(out, "See also", has_color);
    wrapping_add(out, manual.see_also, INDENT, 0);
}

int help_print(const struct command *command)
{
    scoped(str) text = {0};
    add_help(&text, command, terminal_is_colored(stdout));
    fwrite(str_text(&text), 1, text.length, stdout);
    return EXIT_OK;
}
