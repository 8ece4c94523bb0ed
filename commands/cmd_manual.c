/* tokfix manual: prints the manual pages, roff with the macros of man(7). Text is escaped character
 * by character, so that roff does not read it as a command and does not replace its quotes and
 * dashes. */
#include "cli/help.h"
#include "cli/option.h"
#include "commands/commands.h"

#include <stdio.h>
#include <string.h>

static void add_escaped(struct str *out, const char *text, size_t length)
{
    static const struct {
        char from;
        const char *to;
    } escapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                   {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    if (length && text[0] == '.')
        str_add_text(out, "\\&");
    for (size_t i = 0; i < length; i++) {
        const char *to = NULL;
        for (size_t k = 0; k < sizeof escapes / sizeof *escapes; k++)
            if (escapes[k].from == text[i])
                to = escapes[k].to;
        if (to)
            str_add_text(out, to);
        else
            str_add(out, text + i, 1);
    }
}

static void add_line(struct str *out, const char *before, const char *text, size_t length,
                     const char *behind)
{
    str_add_text(out, before);
    add_escaped(out, text, length);
    str_add_text(out, behind);
    str_add_text(out, "\n");
}

/* Appends a list item, a .TP paragraph: the term and its explanation. */
static void add_item(struct str *out, const char *term, size_t n_term, const char *text, size_t n)
{
    str_add_text(out, ".TP\n");
    add_line(out, "\\fB", term, n_term, "\\fR");
    add_line(out, "", text, n, "");
}

/* Appends a text. `is_inside`: it is an option's text, in which lists are indented. */
static void add_text(struct str *out, const char *text, bool is_inside)
{
    bool is_list = false;
    for (const char *line = text;; line++) {
        size_t length = help_line_length(line), term = help_term_length(line);
        if (term && !is_list && is_inside)
            str_add_text(out, ".RS\n");
        if (!term && is_list && is_inside)
            str_add_text(out, ".RE\n");
        if (!term && line > text && length)
            str_add_text(out, is_inside ? ".br\n" : ".PP\n");
        if (term)
            add_item(out, line, term, line + term + 1, length - term - 1);
        else if (length)
            add_line(out, "", line, length, "");
        is_list = term > 0;
        line += length;
        if (!*line)
            break;
    }
    if (is_list && is_inside)
        str_add_text(out, ".RE\n");
}

static void add_capitals(struct str *out, const char *text)
{
    for (; *text; text++)
        str_print(out, "%c", *text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text);
}

static void add_heading(struct str *out, const char *heading)
{
    str_add_text(out, ".SH ");
    add_capitals(out, heading);
    str_add_text(out, "\n");
}

static void add_options(struct str *out, const struct command_group *group)
{
    scoped(str) name = {0}, text = {0};
    for (const struct command_option *option = group->options; option->name; option++) {
        str_clear(&name);
        str_clear(&text);
        help_add_option(&name, option);
        help_add_option_text(&text, option);
        str_add_text(out, ".TP\n");
        add_line(out, "\\fB", str_text(&name), name.length, "\\fR");
        add_text(out, str_text(&text), true);
    }
}

/* Appends lines that the user types, each after `before`. */
static void add_typed(struct str *out, const char *before, const char *text)
{
    str_add_text(out, ".nf\n");
    for (const char *line = text;; line++) {
        size_t length = help_line_length(line);
        str_add_text(out, before);
        add_line(out, length && *before ? " " : "", line, length, "");
        line += length;
        if (!*line)
            break;
    }
    str_add_text(out, ".fi\n");
}

static void add_title(struct str *out, const char *command)
{
    scoped(str) title = {0};
    str_print(&title, "%s%s%s", "tokfix", *command ? "-" : "", command);
    str_add_text(out, ".TH ");
    add_capitals(out, str_text(&title));
    str_print(out, " 1 %s \"tokfix %s\" \"tokfix manual\"\n.nh\n.ad l\n", TOKFIX_DATE,
              TOKFIX_VERSION);
}

/* Appends tokfix(1), the commands of the first line, and the list after that line. */
static void add_see_also(struct str *out, const char *text)
{
    str_add_text(out, ".BR tokfix (1)");
    while (strncmp(text, "tokfix-", strlen("tokfix-")) == 0) {
        size_t length = strcspn(text, "(");
        str_add_text(out, ",\n");
        str_add_text(out, ".BR tokfix\\-");
        str_add(out, text + strlen("tokfix-"), length - strlen("tokfix-"));
        str_add_text(out, " (1)");
        text += length + strlen("(1)");
        text += strspn(text, ", \n");
    }
    str_add_text(out, "\n");
    add_text(out, text, false);
}

/* Appends tokfix-NAME(1): the same text as --help, in the same order. */
static void add_page(struct str *out, const struct command *command)
{
    scoped(str) start = {0};
    scoped(manual) manual;
    const struct command_group *group;
    manual_read(&manual, command);
    add_title(out, command->name);
    add_heading(out, "Name");
    str_print(out, "tokfix\\-%s \\- ", command->name);
    add_line(out, "", manual.summary, strlen(manual.summary), "");
    add_heading(out, "Synopsis");
    str_print(&start, "tokfix %s", command->name);
    add_typed(out, str_text(&start), manual.synopsis);
    add_heading(out, "Description");
    add_text(out, manual.text, false);
    for (size_t i = 0; (group = command_group_at(command, i)); i++) {
        if (command_begins_heading(command, i))
            add_heading(out, group->heading);
        add_options(out, group);
    }
    for (const struct manual_section *s = manual.sections; s->heading; s++) {
        add_heading(out, s->heading);
        add_text(out, s->text, false);
    }
    add_heading(out, "Exit status");
    scoped(str) status = {0};
    command_add_exit_status(&status, command, &manual);
    add_text(out, str_text(&status), false);
    add_heading(out, "Examples");
    add_typed(out, "", manual.examples);
    add_heading(out, "See also");
    add_see_also(out, manual.see_also);
}

/* Appends tokfix(1). */
static void add_program_page(struct str *out)
{
    add_title(out, "");
    add_heading(out, "Name");
    str_add_text(out, "tokfix \\- ");
    add_line(out, "", program_summary, strlen(program_summary), "");
    add_heading(out, "Synopsis");
    add_typed(out, "", "tokfix COMMAND [OPTION]... [ARGUMENT]...");
    add_heading(out, "Commands");
    for (const struct command *const *c = commands; *c; c++) {
        scoped(manual) manual;
        manual_read(&manual, *c);
        if (commands_heading(*c))
            str_print(out, ".SS %s\n", commands_heading(*c));
        str_print(out, ".TP\n.BR tokfix\\-%s (1)\n", (*c)->name);
        add_line(out, "", manual.summary, strlen(manual.summary), "");
    }
}

static const char *names_command(int number)
{
    return commands[number] ? commands[number]->name : NULL;
}

struct arguments {
    const char *command;
};

static int run(const struct command *command, void *variables, struct err *err)
{
    const char *name = ((const struct arguments *)variables)->command;
    scoped(str) page = {0};
    (void)command, (void)err;
    if (name)
        add_page(&page, commands[command_name_number(names_command, name)]);
    else
        add_program_page(&page);
    fwrite(str_text(&page), 1, page.length, stdout);
    return EXIT_OK;
}

const struct command command_manual = {
    .name = "manual",
    .manual =
        (const char[]){
#include "commands/help/manual.txt.inc"
        },
    .operands = {"one command, or none", 0, 1, names_command,
                 .first = OPTION_AT(const char *, arguments, command)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
