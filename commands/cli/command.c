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
    terminal_choose_color((enum color_choice)command_name_number(option->names, text));
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

int command_name_number(name_at *names, const char *name)
{
    for (int number = 0; names(number); number++)
        if (strcmp(names(number), name) == 0)
            return number;
    for (int number = 0; names(number); number++)
        if (text_is_like(names(number), name))
            return number;
    return -1;
}

enum { MAX_LENGTH = 63 }; /* longer words are not compared */

struct nearest nearest_to(const char *word)
{
    return (struct nearest){.word = word};
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the distance of two words. cost[i][j] is the distance between the first i letters of `a`
 * and the first j letters of `b`. */
static size_t distance(const char *a, size_t n_a, const char *b, size_t n_b)
{
    size_t cost[MAX_LENGTH + 1][MAX_LENGTH + 1];
    for (size_t i = 0; i <= n_a; i++)
        for (size_t j = 0; j <= n_b; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t replaced = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = least(replaced, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = least(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[n_a][n_b];
}

/* Whether a text ends with `word` after a hyphen, as "max-tokens" with "tokens". */
static bool has_last_word(const char *text, size_t n_text, const char *word, size_t n_word)
{
    return n_word && n_text > n_word && text[n_text - n_word - 1] == '-' &&
           strcmp(text + n_text - n_word, word) == 0;
}

void nearest_try(struct nearest *nearest, const char *name)
{
    size_t n_word = strlen(nearest->word), n_name = strlen(name);
    if (n_word > MAX_LENGTH || n_name > MAX_LENGTH)
        return;
    size_t found = distance(nearest->word, n_word, name, n_name);
    size_t longer = n_word > n_name ? n_word : n_name;
    bool is_part = (n_word >= 3 && strncmp(name, nearest->word, n_word) == 0) ||
                   has_last_word(name, n_name, nearest->word, n_word) ||
                   has_last_word(nearest->word, n_word, name, n_name);
    if (!is_part && 3 * found > longer)
        return;
    if (!nearest->best || found < nearest->distance) {
        nearest->best = name;
        nearest->distance = found;
    }
}
