/* The texts are filled at the build (help.awk). Here the options are put into them, whose lines are
 * filled greedily. */
#include "commands/cli/help.h"

#include "base/str.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 2, OPTION_TEXT = 26 };

/* Appends words in lines of at most WIDTH columns. The current line already reaches `column`; all
 * words begin at `indent` or after it. */
static void add_words(struct str *out, const char *text, size_t length, size_t indent,
                      size_t column)
{
    bool is_first = true;
    for (size_t i = 0; i < length;) {
        size_t n = 0;
        while (i + n < length && text[i + n] != ' ')
            n++;
        if (!is_first && column + 1 + n > WIDTH) {
            str_add_text(out, "\n");
            column = 0;
        } else if (!is_first) {
            str_add_text(out, " ");
            column++;
        }
        if (column < indent)
            str_print(out, "%*s", (int)(indent - column), "");
        column = (column < indent ? indent : column) + n;
        str_add(out, text + i, n);
        is_first = false;
        i += n + 1;
    }
    str_add_text(out, "\n");
}

/* Appends an option and its text, with the default after the first line. */
static void add_option(struct str *out, const struct command_option *option)
{
    scoped(str) name = {0}, text = {0};
    const char *initially = option->otherwise ? option->otherwise : option->initial;
    size_t first = strcspn(option->text, "\n");
    str_print(&name, "%*s", option->letter ? INDENT : INDENT + 4, "");
    if (option->letter)
        str_print(&name, "-%c, ", option->letter);
    str_print(&name, "--%s", option->name);
    if (option->value)
        str_print(&name, " %s", option->value);
    str_add(&text, option->text, first);
    if (initially)
        str_print(&text, " (default: %s)", initially);
    str_add_text(&text, option->text + first);
    for (int i = 0; option->explains && option->names(i); i++)
        str_print(&text, "\n%s: %s", option->names(i), option->explains(i));
    str_add(out, name.text, name.length);
    size_t column = name.length;
    if (column + 2 > OPTION_TEXT) {
        str_add_text(out, "\n");
        column = 0;
    }
    for (const char *line = str_text(&text); line; column = 0) {
        size_t length = strcspn(line, "\n");
        add_words(out, line, length, OPTION_TEXT, column);
        line = line[length] ? line + length + 1 : NULL;
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
        str_add_text(out, "\n");
        add_words(out, str_text(&line), line.length, 0, 0);
    }
}

/* Appends the options that are not shared. */
static void add_options(struct str *out, const struct command *command)
{
    const char *heading = "";
    const struct command_group *group;
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++) {
            if (shared_heading(group, o))
                continue;
            if (strcmp(heading, group->heading) != 0)
                str_print(out, "\n%s:\n", group->heading);
            heading = group->heading;
            add_option(out, o);
        }
}

/* The first line of the manual is its summary. */
int help_print(const struct command *command)
{
    static const char mark[] = "{options}\n";
    const char *text = strchr(command->manual, '\n') + 1, *place = strstr(text, mark);
    scoped(str) options = {0};
    add_options(&options, command);
    add_shared_names(&options, command);
    printf("%.*s%s%s", (int)(place - text), text, str_text(&options), place + strlen(mark));
    return EXIT_OK;
}

int help_print_shared(const struct command *const *commands)
{
    scoped(shared_options) shared = {0}, taken = {0};
    scoped(str) text = {0};
    const char *heading;
    while (*commands)
        collect_shared(&shared, *commands++);
    while ((heading = take_heading(&taken, &shared))) {
        str_print(&text, "%s%s:\n", text.length ? "\n" : "", heading);
        for (size_t i = 0; i < taken.n; i++)
            add_option(&text, taken.items[i].option);
    }
    fputs(str_text(&text), stdout);
    return EXIT_OK;
}
