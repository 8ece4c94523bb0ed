/* See command.h. */
#include "miner/command.h"

#include "base/str.h"
#include "base/terminal.h"
#include "classify/classify.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int command_fail(const struct command *command, const struct err *err)
{
    struct str safe = {0}; /* names from the input may stand in it */
    terminal_add_safe(&safe, err->message, strlen(err->message), 0);
    fprintf(stderr, "tokfix %s: %s\n", command->name, str_text(&safe));
    str_release(&safe);
    return EXIT_FAILED;
}

int command_usage(const struct command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "tokfix %s: ", command->name);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\nSee: tokfix %s --help\n", command->name);
    va_end(args);
    return EXIT_USAGE;
}

int command_help(const struct command *command)
{
    fputs(command->help, stdout);
    if (command->more_help)
        fputs(command->more_help, stdout);
    return EXIT_OK;
}

int command_bad_option(const struct command *command, int code, char **argv)
{
    const char *what = code == ':' ? "needs a value" : "is no option of this command";
    /* A long option leaves optopt 0 and stands behind the scan; of a short one only the letter is
     * known, as it may stand in a group. */
    if (optopt && (code == '?' || argv[optind - 1][1] != '-'))
        return command_usage(command, "'-%c' %s", optopt, what);
    return command_usage(command, "'%s' %s", argv[optind - 1], what);
}

int command_number(const char *text, int64_t min, int64_t max, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool starts_well = (text[0] >= '0' && text[0] <= '9') || text[0] == '-';
    if (errno || !starts_well || end == text || *end || value < min || value > max)
        return ERR;
    *number = value;
    return 0;
}

int command_find(const struct command *command, const char *option, const char *name,
                 const char *(*names)(int number))
{
    struct str known = {0};
    int number = 0;
    for (; names(number); number++) {
        if (strcmp(names(number), name) == 0) {
            str_release(&known);
            return number;
        }
        str_print(&known, "%s%s", number ? ", " : "", names(number));
    }
    command_usage(command, "%s does not know '%s'; there are: %s", option, name, str_text(&known));
    str_release(&known);
    return -1;
}

const struct language *command_language(const struct command *command, const char *name)
{
    const struct language *language = language_find(name);
    if (language)
        return language;
    struct str names = {0};
    for (const struct language *const *known = languages; *known; known++)
        str_print(&names, "%s%s", names.length ? ", " : "", (*known)->name);
    command_usage(command, "'%s' is no language; there is: %s", name, str_text(&names));
    str_release(&names);
    return NULL;
}

/* Marks what a name of `length` bytes stands for; false when it stands for nothing. */
static bool choose(bool is_chosen[N_CATEGORIES], const char *name, size_t length)
{
    bool is_known = false;
    for (int i = 0; i < N_CATEGORIES; i++) {
        const char *category = bug_category_name((enum bug_category)i);
        bool is_all = length == 3 && memcmp(name, "all", 3) == 0;
        if (is_all || (strlen(category) == length && memcmp(category, name, length) == 0))
            is_known = is_chosen[i] = true;
    }
    return is_known;
}

int command_categories(const struct command *command, const char *list,
                       struct category_choice *choice)
{
    bool is_chosen[N_CATEGORIES] = {false};
    for (int i = 0; !list && i < N_CATEGORIES; i++)
        is_chosen[i] = i != CATEGORY_OTHER;
    for (const char *name = list; name;) {
        size_t length = strcspn(name, ",");
        if (!choose(is_chosen, name, length))
            return command_usage(command,
                                 "'%.*s' is no category; there are: variable_misuse, "
                                 "binary_operator, comparison_operator, logical_operator, "
                                 "assignment_operator, literal, other, and all",
                                 (int)length, name);
        name = name[length] ? name + length + 1 : NULL;
    }
    choice->n = 0;
    for (int i = 0; i < N_CATEGORIES; i++)
        if (is_chosen[i])
            choice->names[choice->n++] = bug_category_name((enum bug_category)i);
    return EXIT_OK;
}
