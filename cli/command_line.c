/* getopt_long() reads; its tables are made of the command's, and what it does not know is looked for
 * among them: what was meant by it is suggested. */
#include "cli/command_line.h"

#include "base/array.h"
#include "base/file.h"
#include "base/shell.h"
#include "base/str.h"
#include "base/terminal.h"
#include "cli/help.h"
#include "cli/nearest.h"
#include "cli/tell.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

enum { MAX_JOBS = 1024 };

/* As getopt_long() takes them. */
struct tables {
    ARRAY(struct option) long_options;
    struct str short_options;
};

static void make_tables(struct tables *tables, const struct command *command)
{
    const struct command_group *group;
    str_add_text(&tables->short_options, ":");
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++) {
            int has_value = o->value ? required_argument : no_argument;
            array_push(&tables->long_options, ((struct option){o->name, has_value, NULL, o->code}));
            if (o->code < 128)
                str_print(&tables->short_options, "%c%s", o->code, o->value ? ":" : "");
        }
    array_push(&tables->long_options, ((struct option){NULL, 0, NULL, 0}));
}

const struct command_option *command_line_option(const struct command *command, int code)
{
    const struct command_group *group;
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++)
            if (o->code == code)
                return o;
    return NULL;
}

bool command_line_takes_list(const struct command_option *option)
{
    return option->value && strcmp(option->value, "LIST") == 0;
}

/* An option that is none: the nearest of the command's, or those that begin like it. */
static int refuse_long(const struct command *command, const char *word)
{
    struct str name = {0}, begun = {0}, behind = {0};
    size_t n_begun = 0;
    const struct command_group *group;
    str_add(&name, word + 2, strcspn(word + 2, "="));
    struct nearest nearest = nearest_to(str_text(&name));
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++) {
            nearest_try(&nearest, o->name);
            if (strncmp(o->name, str_text(&name), name.length) == 0)
                str_print(&begun, "%s--%s", n_begun++ ? ", " : "", o->name);
        }
    if (n_begun == 1)
        str_print(&behind, "takes no value");
    else if (n_begun > 1)
        str_print(&behind, "may be any of %s", str_text(&begun));
    else if (nearest.best)
        str_print(&behind, "is no option of this command; did you mean --%s?", nearest.best);
    else
        str_print(&behind, "is no option of this command");
    command_usage(command, "'%s' %s", word, str_text(&behind));
    str_release(&name);
    str_release(&begun);
    str_release(&behind);
    return EXIT_USAGE;
}

/* An option that getopt_long() did not know or that lacks its value: `?` or `:`. */
static int refuse(const struct command *command, int code, char **argv)
{
    const char *word = argv[optind - 1];
    bool is_long = word[0] == '-' && word[1] == '-';
    /* A long option leaves optopt 0, unless it lacks its value or has one that it does not take; of a
     * short one only the letter is known, as it may stand in a group, and then `word` is the one before
     * that group. */
    if (code == ':')
        return is_long ? command_usage(command, "'%s' needs a value", word)
                       : command_usage(command, "'-%c' needs a value", optopt);
    if (!optopt || (is_long && strchr(word, '=') && command_line_option(command, optopt)))
        return refuse_long(command, word);
    return command_usage(command, "'-%c' is no option of this command", optopt);
}

/* Whether the option knows a value of `length` bytes: EXIT_OK, or EXIT_USAGE with a message. */
static int check_name(const struct command *command, const struct command_option *option,
                      const char *value, size_t length)
{
    struct str known = {0}, name = {0};
    str_add(&name, value, length);
    bool is_known = command_name_number(option->names, str_text(&name)) >= 0;
    if (!is_known) {
        struct nearest nearest = nearest_to(str_text(&name));
        for (int i = 0; option->names(i); i++) {
            nearest_try(&nearest, option->names(i));
            str_print(&known, "%s%s", i ? ", " : "", option->names(i));
        }
        command_usage(command, "--%s does not know '%s'; %s%s%s%s", option->name, str_text(&name),
                      nearest.best ? "did you mean '" : "", nearest.best ? nearest.best : "",
                      nearest.best ? "'? There are: " : "there are: ", str_text(&known));
    }
    str_release(&known);
    str_release(&name);
    return is_known ? EXIT_OK : EXIT_USAGE;
}

static int check_value(const struct command *command, const struct command_option *option)
{
    int status = EXIT_OK;
    if (!option->names)
        return EXIT_OK;
    if (!command_line_takes_list(option))
        return check_name(command, option, optarg, strlen(optarg));
    for (const char *name = optarg; name && status == EXIT_OK;) {
        size_t length = strcspn(name, ",");
        status = check_name(command, option, name, length);
        name = name[length] ? name + length + 1 : NULL;
    }
    return status;
}

/* Takes an option that every command has; false for any other. */
static bool set_common(int code)
{
    switch (code) {
    case COMMAND_OPTION_COLOR:
        terminal_choose_color((enum color_choice)command_name_number(color_choice_name, optarg));
        return true;
    case 'q':
        tell_set_loudness(LOUDNESS_QUIET);
        return true;
    case 'v':
        tell_set_loudness(LOUDNESS_VERBOSE);
        return true;
    default:
        return false;
    }
}

static int check_operands(const struct command *command, size_t n, char **operands)
{
    if (n < command->operands.min || n > command->operands.max)
        return n ? command_usage(command, "name %s, not %zu", command->operands.what, n)
                 : command_usage(command, "name %s", command->operands.what);
    for (size_t i = 0; i < n && command->operands.names; i++) {
        if (command_name_number(command->operands.names, operands[i]) >= 0)
            continue;
        struct nearest nearest = nearest_to(operands[i]);
        for (int k = 0; command->operands.names(k); k++)
            nearest_try(&nearest, command->operands.names(k));
        return command_usage(command, "name %s, not '%s'%s%s%s", command->operands.what,
                             operands[i], nearest.best ? "; did you mean '" : "",
                             nearest.best ? nearest.best : "", nearest.best ? "'?" : "");
    }
    return EXIT_OK;
}

/* How an option is told to others, by its name; one that is not here is told as it was given. */
static const struct retelling {
    const char *name;
    bool is_path; /* else it is left out */
} retellings[] = {
    {"against", true},  {"card-extra", true}, {"import", true},
    {"metadata", true}, {"previous", true},   {"problem-clusters", true},
    {"template", true}, {"dataset", false},   {"force", false},
    {"jobs", false},    {"json", false},      {"leak-kind", false},
    {"output", false},  {"repaired", false},  {"retrained", false},
    {"top", false},
};

static struct str retold;

const char *command_line_retold(void)
{
    return str_text(&retold);
}

static const struct retelling *find_retelling(const char *name)
{
    for (size_t i = 0; i < sizeof retellings / sizeof *retellings; i++)
        if (strcmp(retellings[i].name, name) == 0)
            return &retellings[i];
    return NULL;
}

/* Of a path the last part, also behind the name of SPLIT=FILE. */
static void add_path(struct str *out, const struct command_option *option, const char *value)
{
    const char *path = strchr(option->value, '=') ? strchr(value, '=') : NULL;
    if (path)
        str_add(out, value, (size_t)(path + 1 - value));
    file_add_name(out, path ? path + 1 : value);
}

static void retell(const struct command_option *option)
{
    const struct retelling *how = find_retelling(option->name);
    struct str value = {0};
    if (how && !how->is_path)
        return;
    str_print(&retold, " --%s", option->name);
    if (!option->value)
        return;
    if (how)
        add_path(&value, option, optarg);
    else
        str_add_text(&value, optarg);
    str_add_text(&retold, " ");
    shell_add_word(&retold, str_text(&value));
    str_release(&value);
}

/* Reads one option; EXIT_OK, or the exit status with which to stop. */
static int take(const struct command *command, char **argv, int code,
                int (*set)(const struct command *command, void *arguments, int code),
                void *arguments)
{
    if (code == '?' || code == ':')
        return refuse(command, code, argv);
    int status = check_value(command, command_line_option(command, code));
    if (status != EXIT_OK || set_common(code))
        return status;
    retell(command_line_option(command, code));
    return set(command, arguments, code);
}

bool command_line_read(const struct command *command, int argc, char **argv,
                       int (*set)(const struct command *command, void *arguments, int code),
                       void *arguments, int *status)
{
    struct tables tables = {0};
    int code;
    bool is_help = false; /* then nothing else matters but how it is shown */
    *status = EXIT_OK;
    make_tables(&tables, command);
    str_clear(&retold);
    while (*status == EXIT_OK && (code = getopt_long(argc, argv, str_text(&tables.short_options),
                                                     tables.long_options.items, NULL)) != -1) {
        is_help = is_help || code == 'h';
        if (!is_help || code == COMMAND_OPTION_COLOR)
            *status = take(command, argv, code, set, arguments);
    }
    array_release(&tables.long_options);
    str_release(&tables.short_options);
    if (*status == EXIT_OK)
        *status = is_help ? help_print(command)
                          : check_operands(command, (size_t)(argc - optind), argv + optind);
    return *status == EXIT_OK && !is_help;
}

int command_line_number(const struct command *command, const char *option, int64_t min, int64_t max,
                        int64_t *number)
{
    if (command_number(optarg, min, max, number) == 0)
        return EXIT_OK;
    if (max < INT64_MAX)
        return command_usage(command,
                             "%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                             option, min, max, optarg);
    return command_usage(command, "%s takes a whole number from %" PRId64 " on, not '%s'", option,
                         min, optarg);
}

int command_line_number_or_all(const struct command *command, const char *option, int64_t min,
                               int64_t *number)
{
    *number = INT64_MAX;
    if (strcmp(optarg, "all") == 0 || command_number(optarg, min, INT64_MAX, number) == 0)
        return EXIT_OK;
    return command_usage(command, "%s takes a whole number from %" PRId64 " on, or all, not '%s'",
                         option, min, optarg);
}

int command_line_jobs(const struct command *command, const char *text, int64_t *n_jobs)
{
    if (command_number(text, 1, MAX_JOBS, n_jobs) == 0)
        return EXIT_OK;
    return command_usage(command, "--jobs takes a number from 1 to %d, not '%s'", MAX_JOBS, text);
}
