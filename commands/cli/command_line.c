/* getopt_long() reads the command line. Its tables are made from the command's tables. For an
 * unknown option or value, the message suggests the nearest name in these tables. */
#include "commands/cli/command_line.h"

#include "base/file.h"
#include "base/str.h"

#include <ctype.h>
#include <getopt.h>
#include <string.h>

enum { FIRST_CODE = 256 }; /* of options without a letter */

/* The arguments of getopt_long(). */
struct tables {
    ARRAY(struct option) long_options;
    struct str short_options;
};

static void release_tables(struct tables *tables)
{
    array_release(&tables->long_options);
    str_release(&tables->short_options);
}
SCOPED_VALUE(tables, release_tables)

/* The code of an option is its letter, or its place in the command's walk. */
static int code_of(const struct command_walk *at, int place)
{
    return at->option->letter ? at->option->letter : FIRST_CODE + place;
}

/* Finds the option with this code; the option of the result is NULL if there is none. */
static struct command_walk find_option(const struct command *command, int code)
{
    struct command_walk at = {0};
    for (int place = 0; command_walk_next(&at, command); place++)
        if (code_of(&at, place) == code)
            return at;
    return (struct command_walk){0};
}

static void make_tables(struct tables *tables, const struct command *command)
{
    struct command_walk at = {0};
    str_add_text(&tables->short_options, ":");
    for (int place = 0; command_walk_next(&at, command); place++) {
        int code = code_of(&at, place),
            has_value = at.option->value ? required_argument : no_argument;
        array_push(&tables->long_options,
                   ((struct option){at.option->name, has_value, NULL, code}));
        if (code < FIRST_CODE)
            str_print(&tables->short_options, "%c%s", code, at.option->value ? ":" : "");
    }
    array_push(&tables->long_options, ((struct option){NULL, 0, NULL, 0}));
}

/* Returns whether the option's value is a LIST. */
static bool accepts_list(const struct command_option *option)
{
    return option->value && strcmp(option->value, "LIST") == 0;
}

/* Reports a long option that getopt_long() refused. It is ambiguous if several options begin with
 * it. If only one does, the option has a value that it does not take. */
static int refuse_long(const struct command *command, const char *word)
{
    scoped(tables) tables = {0};
    scoped(str) name = {0}, begun = {0};
    size_t n_begun = 0;
    make_tables(&tables, command);
    str_add(&name, word + 2, strcspn(word + 2, "="));
    struct nearest nearest = nearest_to(str_text(&name));
    for (size_t i = 0; tables.long_options.items[i].name; i++) {
        const char *known = tables.long_options.items[i].name;
        nearest_try(&nearest, known);
        if (strncmp(known, str_text(&name), name.length) == 0)
            str_print(&begun, "%s--%s", n_begun++ ? ", " : "", known);
    }
    if (n_begun == 1)
        return command_usage(command, "option '--%s' takes no value", str_text(&name));
    if (n_begun > 1)
        return command_usage(command, "option '--%s' is ambiguous; use one of: %s", str_text(&name),
                             str_text(&begun));
    return command_usage(command, "unknown option '--%s'%s%s%s", str_text(&name),
                         nearest.best ? "; did you mean '--" : "", nearest.best ? nearest.best : "",
                         nearest.best ? "'?" : "");
}

/* Reports an option without its value. */
static int refuse_missing(const struct command *command, const char *word)
{
    const struct command_option *option = find_option(command, optopt).option;
    scoped(str) takes = {0};
    if (option->takes)
        option_add_accepted(&takes, option);
    else
        str_add_text(&takes, option->value);
    return word[0] == '-' && word[1] == '-'
               ? command_usage(command, "option '%s' needs a value: %s", word, str_text(&takes))
               : command_usage(command, "option '-%c' needs a value: %s", optopt, str_text(&takes));
}

/* Reports an option for which getopt_long() returned `code`: `?`, or `:` if its value is missing.
 */
static int refuse(const struct command *command, int code, char **argv)
{
    const char *word = argv[optind - 1];
    bool is_long = word[0] == '-' && word[1] == '-';
    /* A long option leaves optopt 0, unless its value is missing or it has a value that it does not
     * take. Of a short option only the letter is known. The letter may be in a group, and `word` is
     * then the word before the group. */
    if (code == ':')
        return refuse_missing(command, word);
    if (!optopt || (is_long && strchr(word, '=') && find_option(command, optopt).option))
        return refuse_long(command, word);
    return command_usage(command, "unknown option '-%c'", optopt);
}

/* Whether a word may be a name. `-` and `_` do not count inside of names, but "-red" is none. */
static bool is_name(const char *word)
{
    word += strspn(word, " ");
    return isalnum((unsigned char)*word) || (unsigned char)*word > 127;
}

/* Whether the option takes `all` although its table does not have it: lists of what to take do. */
static bool accepts_all(const struct command_option *option)
{
    return option->excludes && option_name_number(option->names, "all") < 0;
}

/* Appends the option's name that a value of `length` bytes means. Returns EXIT_OK, or EXIT_USAGE
 * after printing a message. */
static int add_name(struct str *out, const struct command *command,
                    const struct command_option *option, const char *value, size_t length)
{
    scoped(str) known = {0}, name = {0};
    str_add(&name, value, length);
    int number = is_name(str_text(&name)) ? option_name_number(option->names, str_text(&name)) : -1;
    const char *found = number >= 0                                 ? option->names(number)
                        : option->means && is_name(str_text(&name)) ? option->means(name.text)
                                                                    : NULL;
    if (!found && accepts_all(option) && text_is_like(str_text(&name), "all"))
        found = "all";
    str_add_text(out, found ? found : "");
    if (found)
        return EXIT_OK;
    struct nearest nearest = nearest_to(str_text(&name));
    for (int i = 0; option->names(i); i++) {
        nearest_try(&nearest, option->names(i));
        str_print(&known, "%s%s", i ? ", " : "", option->names(i));
    }
    str_add_text(&known, accepts_all(option) ? ", all" : "");
    return command_usage(command, "--%s: unknown value '%s'; %s%s%s%s", option->name,
                         str_text(&name), nearest.best ? "did you mean '" : "",
                         nearest.best ? nearest.best : "",
                         nearest.best       ? "'? Use one of: "
                         : option->names(1) ? "use one of: "
                                            : "use ",
                         str_text(&known));
}

/* Replaces the names in a value by those of the option's table that they mean. */
static int check_value(const struct command *command, const struct command_option *option,
                       const char **value)
{
    scoped(str) names = {0};
    int status = EXIT_OK;
    if (!option->names)
        return EXIT_OK;
    for (const char *name = *value; name && status == EXIT_OK;) {
        name += option->excludes ? strspn(name, " ") : 0;
        bool is_left_out = option->excludes && name[0] == '!' && name[1] && name[1] != ',';
        name += is_left_out;
        str_add_text(&names, is_left_out ? "!" : "");
        size_t length = accepts_list(option) ? strcspn(name, ",") : strlen(name);
        status = add_name(&names, command, option, name, length);
        name = name[length] ? name + length + 1 : NULL;
        str_add_text(&names, name ? "," : "");
    }
    *value = option_copy(str_text(&names));
    return status;
}

static int check_operands(const struct command *command, size_t n, char **operands)
{
    if (n < command->operands.min || n > command->operands.max)
        return n ? command_usage(command, "name %s (%zu given)", command->operands.what, n)
                 : command_usage(command, "name %s", command->operands.what);
    for (size_t i = 0; i < n; i++) {
        name_at *others = command->operands.other_names,
                *names = i && others ? others : command->operands.names;
        if (!names || option_name_number(names, operands[i]) >= 0)
            continue;
        struct nearest nearest = nearest_to(operands[i]);
        for (int k = 0; names(k); k++)
            nearest_try(&nearest, names(k));
        bool is_known = nearest.best != NULL;
        return command_usage(command, "unknown argument '%s'; %s%s%s", operands[i],
                             is_known          ? "did you mean '"
                             : names == others ? "the help lists the names"
                                               : "name ",
                             is_known          ? nearest.best
                             : names == others ? ""
                                               : command->operands.what,
                             is_known ? "'?" : "");
    }
    return EXIT_OK;
}

static struct str kept;
static ARRAY(struct command_line_option) given;

bool command_line_at(size_t number, struct command_line_option *out)
{
    if (number >= given.n)
        return false;
    *out = given.items[number];
    return true;
}

bool command_line_has(const char *names)
{
    for (size_t i = 0; i < given.n; i++)
        if (option_list_holds(names, given.items[i].option->name))
            return true;
    return false;
}

bool command_line_has_other(const char *names)
{
    for (size_t i = 0; i < given.n; i++)
        if (!option_list_holds(names, given.items[i].option->name))
            return true;
    return false;
}

const char *command_line_kept(void)
{
    return str_text(&kept);
}

/* Of a path, only the last part is kept, and what is before it in SPLIT=FILE, salted:FILE. */
static void keep_option(const struct command_option *option, const char *given_value)
{
    scoped(str) value = {0};
    if (option_list_holds("output,jobs,force,resume,shard,join,json,limit", option->name))
        return;
    str_print(&kept, " --%s", option->name);
    if (!option->value)
        return;
    const char *path = option_path(option, given_value);
    str_add(&value, given_value, path ? (size_t)(path - given_value) : strlen(given_value));
    if (path)
        file_add_name(&value, path);
    str_add_text(&kept, " ");
    shell_add_word(&kept, strcmp(option->name, "salt") == 0 ? "SALT" : str_text(&value));
}

/* Makes the kept line of the operands and of the options, which `given` has. */
static void keep_line(const struct command *command, char **operands)
{
    str_clear(&kept);
    str_print(&kept, "tokfix %s", command->name);
    for (; *operands; operands++) {
        scoped(str) name = {0};
        file_add_name(&name, *operands);
        str_add_text(&kept, " ");
        shell_add_path(&kept, str_text(&name));
    }
    for (size_t i = 0; i < given.n; i++)
        keep_option(given.items[i].option, given.items[i].value);
}

/* Sets the variable at this place. Returns EXIT_OK, or EXIT_USAGE after printing a message. */
static int set_variable(const struct command *command, const struct command_option *option,
                        void *variable, const char *value)
{
    scoped(str) takes = {0};
    struct err err;
    if (option->take(option, value, variable, &err) == 0)
        return EXIT_OK;
    if (!option->takes)
        return command_usage(command, "%s", err.message);
    option_add_accepted(&takes, option);
    return command_usage(command, "--%s takes %s, not '%s'", option->name, str_text(&takes), value);
}

static void set_defaults(const struct command *command, char *arguments)
{
    for (const struct command_group *g = command->groups; g && g->heading; g++)
        for (const struct command_option *o = g->options; o->name; o++)
            if (o->initial)
                set_variable(command, o, arguments + g->variables + o->variable, o->initial);
}

/* Reads one option. Returns EXIT_OK, or the exit status of the program. */
static int take(const struct command *command, char **argv, int code, char *arguments)
{
    if (code == '?' || code == ':')
        return refuse(command, code, argv);
    struct command_walk found = find_option(command, code);
    const struct command_option *option = found.option;
    bool is_common = found.group == &command_common;
    const char *value = optarg;
    int status = check_value(command, option, &value);
    if (status == EXIT_OK && !is_common)
        array_push(&given, ((struct command_line_option){option, value}));
    if (status != EXIT_OK)
        return status;
    return set_variable(command, option,
                        is_common ? NULL : arguments + found.group->variables + option->variable,
                        value);
}

/* Reads the command line into the arguments. Returns true if the command can run: `argv[optind]` is
 * then the first operand, and the command accepts the number of operands. Returns false if help or
 * an error message was printed; `status` is then the exit status. */
static bool read_words(const struct command *command, int argc, char **argv, char *arguments,
                       int *status)
{
    scoped(tables) tables = {0};
    bool wants_help = false; /* then only --color still matters */
    int code;
    *status = EXIT_OK;
    make_tables(&tables, command);
    array_clear(&given);
    set_defaults(command, arguments);
    optind = 0; /* a process may read several command lines */
    while (*status == EXIT_OK && (code = getopt_long(argc, argv, str_text(&tables.short_options),
                                                     tables.long_options.items, NULL)) != -1) {
        if (code == 'h')
            wants_help = true;
        else if (!wants_help || find_option(command, code).option == command_common.options)
            *status = take(command, argv, code, arguments);
    }
    if (*status == EXIT_OK && wants_help)
        *status = command_print_help(command);
    else if (*status == EXIT_OK)
        *status = check_operands(command, (size_t)(argc - optind), argv + optind);
    return *status == EXIT_OK && !wants_help;
}

static void set_operands(const struct command *command, char **operands, void *arguments)
{
    *(const char **)((char *)arguments + command->operands.first) = operands[0];
    for (size_t i = 1; command->operands.others && operands[0] && operands[i]; i++)
        array_push((struct text_list *)((char *)arguments + command->operands.others), operands[i]);
}

bool command_line_read(const struct command *command, int argc, char **argv, void **out,
                       int *status)
{
    static ARRAY(void *) all; /* options keep memory there until the process ends */
    struct err err;
    void *arguments = *out = mem_alloc(1, command->size);
    array_push(&all, arguments);
    memcpy(arguments, command->initial, command->size);
    if (!read_words(command, argc, argv, arguments, status))
        return false;
    set_operands(command, argv + optind, arguments);
    keep_line(command, argv + optind);
    *status = command->prepare ? command->prepare(command, arguments, &err) : EXIT_OK;
    if (*status == ERR)
        *status = command_fail(command, &err);
    return *status == EXIT_OK;
}

int command_line_run(const struct command *command, int argc, char **argv)
{
    void *arguments;
    struct err err;
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    status = command->run(command, arguments, &err);
    return status == ERR ? command_fail(command, &err) : status;
}
