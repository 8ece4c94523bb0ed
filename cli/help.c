/* Lines are filled greedily. All terms of a list take the width of the longest term. After a very
 * long term, which does not count for this width, the text begins on the next line. */
#include "cli/help.h"

#include "base/terminal.h"
#include "base/str.h"
#include "cli/option.h"

#include <stdio.h>
#include <stdbool.h>
#include <string.h>

enum { WIDTH = 80, GAP = 2, MAX_TERM = 22, LONG_TERM_INDENT = 4 };

size_t help_line_length(const char *line)
{
    return strcspn(line, "\n");
}

size_t help_term_length(const char *line)
{
    size_t length = strcspn(line, "\t\n");
    return line[length] == '\t' ? length : 0;
}

static void add_blanks(struct str *out, size_t n)
{
    while (n--)
        str_add(out, " ", 1);
}

/* Fills lines with words. The current line already reaches `column`. */
static void add_words(struct str *out, const char *text, size_t length, size_t indent,
                      size_t column)
{
    bool is_first = true;
    add_blanks(out, column < indent ? indent - column : 0);
    if (column < indent)
        column = indent;
    for (size_t i = 0; i < length;) {
        const char *blank = memchr(text + i, ' ', length - i);
        size_t n = blank ? (size_t)(blank - text) - i : length - i;
        size_t columns = utf8_columns(text + i, n);
        if (!is_first && column + 1 + columns > WIDTH) {
            str_add_text(out, "\n");
            add_blanks(out, indent);
            column = indent;
        } else if (!is_first) {
            str_add_text(out, " ");
            column++;
        }
        str_add(out, text + i, n);
        column += columns;
        is_first = false;
        i += n + (blank != NULL);
    }
    str_add_text(out, "\n");
}

/* Returns the width of the terms in the list that contains `line`. */
static size_t list_width(const char *text, const char *line)
{
    size_t width = 0;
    while (line > text && line[-1] == '\n') {
        const char *above = line - 1;
        while (above > text && above[-1] != '\n')
            above--;
        if (!help_term_length(above))
            break;
        line = above;
    }
    for (; help_term_length(line); line += help_line_length(line) + 1) {
        size_t columns = utf8_columns(line, help_term_length(line));
        if (columns > width && columns <= MAX_TERM)
            width = columns;
        if (!line[help_line_length(line)])
            break;
    }
    return width;
}

static void add_item(struct str *out, const char *text, const char *line, size_t indent,
                     size_t column)
{
    size_t term = help_term_length(line), length = help_line_length(line);
    size_t width = list_width(text, line), columns = utf8_columns(line, term);
    add_blanks(out, column < indent ? indent - column : 0);
    str_add(out, line, term);
    if (columns > width) {
        str_add_text(out, "\n");
        add_words(out, line + term + 1, length - term - 1, indent + LONG_TERM_INDENT, 0);
        return;
    }
    add_words(out, line + term + 1, length - term - 1, indent + width + GAP, indent + columns);
}

/* Appends a text. Each line is indented and wrapped at WIDTH columns. If the first line continues a
 * line of `out`, `column` is the column where that line ends; otherwise it is 0. The output ends
 * with a line end. */
static void add_text(struct str *out, const char *text, size_t indent, size_t column)
{
    for (const char *line = text;; column = 0) {
        size_t length = help_line_length(line);
        if (length == 0)
            str_add_text(out, "\n");
        else if (help_term_length(line))
            add_item(out, text, line, indent, column);
        else
            add_words(out, line, length, indent, column);
        if (!line[length])
            return;
        line += length + 1;
    }
}

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
    size_t first = help_line_length(option->text);
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
    add_text(out, str_text(&text), OPTION_TEXT, column);
}

static void add_synopsis(struct str *out, const char *name, const char *synopsis, bool has_color)
{
    const char *before = "Usage:";
    for (const char *line = synopsis;; line++) {
        size_t length = help_line_length(line);
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
        size_t length = help_line_length(line);
        str_print(out, "%*s%.*s\n", INDENT, "", (int)length, line);
        line += length;
        if (!*line)
            return;
    }
}

/* Options that several commands share, each once under its heading. */
struct shared_options {
    ARRAY(struct shared_option {
        const char *heading;
        const struct command_option *option;
    });
};

static void release_shared(struct shared_options *shared)
{
    array_release(shared);
}
SCOPED_VALUE(shared_options, release_shared)

/* Returns the heading under which the option is told elsewhere; NULL: --help tells it. */
static const char *shared_heading(const struct command_group *group,
                                  const struct command_option *option)
{
    const struct command_option *last = group->options;
    while (last->name)
        last++;
    return option->is_shared ? command_common.heading : last->text;
}

/* Adds the shared options of a command that are not there yet. */
static void collect_shared(struct shared_options *shared, const struct command *command)
{
    const struct command_group *group;
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++) {
            const char *heading = shared_heading(group, o);
            size_t k = 0;
            while (heading && k < shared->n &&
                   (strcmp(shared->items[k].heading, heading) != 0 ||
                    strcmp(shared->items[k].option->name, o->name) != 0))
                k++;
            if (heading && k == shared->n)
                array_push(shared, ((struct shared_option){heading, o}));
        }
}

/* Takes all options with the heading of the first one out of `shared`, in their order. Returns the
 * heading; NULL if there are none. */
static const char *take_heading(struct shared_options *taken, struct shared_options *shared)
{
    const char *heading = shared->n ? shared->items[0].heading : NULL;
    size_t n = 0;
    array_clear(taken);
    for (size_t i = 0; i < shared->n; i++) {
        struct shared_option option = shared->items[i];
        if (strcmp(option.heading, heading) == 0)
            array_push(taken, option);
        else
            shared->items[n++] = option;
    }
    shared->n = n;
    return heading;
}

/* Appends a line for each heading: the names of the options, and where they are told. */
static void add_shared_names(struct str *out, const struct command *command)
{
    scoped(shared_options) shared = {0}, taken = {0};
    const char *heading;
    collect_shared(&shared, command);
    str_add_text(out, "\n");
    while ((heading = take_heading(&taken, &shared))) {
        scoped(str) line = {0};
        str_print(&line, "%s:", heading);
        for (size_t i = 0; i < taken.n; i++) {
            const struct command_option *option = taken.items[i].option;
            str_print(&line, " --%s", option->name);
            if (option->letter)
                str_print(&line, ",-%c", option->letter);
        }
        str_add_text(&line, " (tokfix help options)");
        add_words(out, str_text(&line), line.length, INDENT, INDENT);
    }
}

/* Appends the options that are not shared. */
static void add_options(struct str *out, const struct command *command, bool has_color)
{
    const char *heading = "";
    const struct command_group *group;
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++) {
            if (shared_heading(group, o))
                continue;
            if (strcmp(heading, group->heading) != 0)
                add_heading(out, group->heading, has_color);
            heading = group->heading;
            add_option(out, o, has_color);
        }
}

/* Appends the help of a command. */
static void add_help(struct str *out, const struct command *command, bool has_color)
{
    scoped(manual) manual;
    manual_read(&manual, command);
    add_synopsis(out, command->name, manual.synopsis, has_color);
    str_add_text(out, "\n");
    add_text(out, manual.text, 0, 0);
    add_options(out, command, has_color);
    add_shared_names(out, command);
    for (const struct manual_section *s = manual.sections; s->heading; s++) {
        add_heading(out, s->heading, has_color);
        add_text(out, s->text, INDENT, 0);
    }
    add_heading(out, "Exit status", has_color);
    scoped(str) status = {0};
    command_add_exit_status(&status, command, &manual);
    add_text(out, str_text(&status), INDENT, 0);
    add_heading(out, "Examples", has_color);
    add_typed(out, manual.examples);
    add_heading(out, "See also", has_color);
    add_text(out, manual.see_also, INDENT, 0);
}

int help_print(const struct command *command)
{
    scoped(str) text = {0};
    add_help(&text, command, terminal_is_colored(stdout));
    fwrite(str_text(&text), 1, text.length, stdout);
    return EXIT_OK;
}

int help_print_shared(const struct command *const *commands)
{
    bool has_color = terminal_is_colored(stdout);
    scoped(shared_options) shared = {0}, taken = {0};
    scoped(str) text = {0};
    const char *heading;
    while (*commands)
        collect_shared(&shared, *commands++);
    while ((heading = take_heading(&taken, &shared))) {
        add_heading(&text, heading, has_color);
        for (size_t i = 0; i < taken.n; i++)
            add_option(&text, taken.items[i].option, has_color);
    }
    fwrite(str_text(&text), 1, text.length, stdout);
    return EXIT_OK;
}

enum { MAX_CLASS = 12 }; /* "of rows: ", "git: " */

size_t help_brief_length(const char *text)
{
    static const char ends[] = ";:(\t\n";
    size_t length = strcspn(text, ends);
    if (text[length] == ':' && length < MAX_CLASS)
        length += 1 + strcspn(text + length + 1, ends);
    const char *sentence = strstr(text, ". ");
    if (sentence && (size_t)(sentence - text) < length)
        length = (size_t)(sentence - text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == ','))
        length--;
    return length;
}
