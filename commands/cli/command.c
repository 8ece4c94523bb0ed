/* The texts of the help are filled at the build (help.awk). Here the options are put into them,
 * whose lines are filled greedily. */
#include "commands/cli/command.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/terminal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum loudness loudness_now = LOUDNESS_NORMAL;

enum loudness tell_loudness(void)
{
    return loudness_now;
}

static int take_color(const struct command_option *option, const char *text, void *variable,
                      struct err *err)
{
    (void)variable, (void)err;
    terminal_choose_color((enum color_choice)option_name_number(option->names, text));
    return 0;
}

/* The loudness is `min` of the row. */
static int take_loudness(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    (void)text, (void)variable, (void)err;
    loudness_now = (enum loudness)option->min;
    return 0;
}

static const struct command_option common[] = {
    {0, "color", "WHEN",
     "when output is coloured; auto: on a terminal that is not dumb, unless NO_COLOR is set",
     .otherwise = "auto", .names = color_choice_name, .take = take_color},
    {'q', "quiet", NULL, "no progress and no notes on standard error: errors only",
     .take = take_loudness, .min = LOUDNESS_QUIET},
    {'v', "verbose", NULL,
     "more notes on standard error: every phase with its time, memory, all unusable rows and files",
     .take = take_loudness, .min = LOUDNESS_VERBOSE},
    {'h', "help", NULL, "what the command does, its options, examples",
     .take = NULL}, /* printed by the reader of the command line */
    SHARED_OPTIONS("Common options"),
};

const struct command_group command_common = {"Common options", common, 0};

const struct command_group *command_group_at(const struct command *command, size_t number)
{
    size_t n = 0;
    while (command->groups && command->groups[n].heading)
        n++;
    return number < n ? &command->groups[number] : number == n ? &command_common : NULL;
}

static FILE *notes; /* NULL: standard error */

void tell_into(FILE *stream)
{
    notes = stream;
}

FILE *tell_stream(void)
{
    return loudness_now == LOUDNESS_QUIET ? NULL : notes ? notes : stderr;
}

/* Only the name of the command is coloured. The report before the message is flushed, so that both
 * are in order if they go to one file. */
static void print(const struct command *command, bool is_error, const char *safe)
{
    file_flush_stdout();
    bool has_color = is_error && terminal_is_colored(stderr);
    fprintf(is_error ? stderr : tell_stream(), "%stokfix %s:%s %s\n", has_color ? "\033[1;31m" : "",
            command->name, has_color ? "\033[0m" : "", safe);
}

/* A text may contain names of files, and these may contain control characters. */
static void print_list(const struct command *command, bool is_error, const char *format,
                       va_list args)
{
    scoped(str) text = {0}, safe = {0};
    str_print_list(&text, format, args);
    terminal_add_safe_lines(&safe, str_text(&text));
    print(command, is_error, str_text(&safe));
}

void tell(const struct command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (loudness_now > LOUDNESS_QUIET)
        print_list(command, false, format, args);
    va_end(args);
}

void tell_count(const struct command *command, int64_t n, const char *one, const char *many)
{
    if (n)
        tell(command, "%" PRId64 " %s", n, plural((double)n, one, many));
}

void tell_next(const char *start, const char *path, const char *end)
{
    scoped(str) line = {0}, safe = {0};
    if (!tell_stream())
        return;
    str_print(&line, "%s ", start);
    shell_add_path(&line, path);
    str_add_text(&line, end);
    terminal_add_safe_lines(&safe, str_text(&line));
    file_flush_stdout();
    fprintf(tell_stream(), "Next: %s\n", str_text(&safe));
}

int command_fail(const struct command *command, const struct err *err)
{
    scoped(str) safe = {0}; /* always one line */
    terminal_add_safe(&safe, err->message, strlen(err->message), 0);
    print(command, true, str_text(&safe));
    return EXIT_FAILED;
}

int command_usage(const struct command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_list(command, true, format, args);
    va_end(args);
    fprintf(stderr, "See: tokfix %s --help\n", command->name);
    return EXIT_USAGE;
}

bool command_walk_next(struct command_walk *walk, const struct command *command)
{
    walk->option += walk->option != NULL;
    while (!walk->option || !walk->option->name) {
        walk->group = command_group_at(command, walk->n_group++);
        if (!walk->group)
            return false;
        walk->option = walk->group->options;
    }
    return true;
}

/* ---- Help ---- */

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
int command_print_help(const struct command *command)
{
    static const char mark[] = "{options}\n";
    const char *text = strchr(command->manual, '\n') + 1, *place = strstr(text, mark);
    scoped(str) options = {0};
    add_options(&options, command);
    add_shared_names(&options, command);
    printf("%.*s%s%s", (int)(place - text), text, str_text(&options), place + strlen(mark));
    return EXIT_OK;
}

int command_print_shared(const struct command *const *commands)
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
