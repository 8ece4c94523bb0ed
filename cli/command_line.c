/* getopt_long() reads the command line. Its tables are made from the command's tables. For an
 * unknown option or value, the message suggests the nearest name in these tables. */
#include "cli/command_line.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/help.h"
#include "cli/option.h"

#include <ctype.h>
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

/* An option and the variables of its group. */
struct found {
    const struct command_option *option;
    char *variables; /* NULL: the option sets variables of the process */
};

/* The code of an option is its letter, or its place in the command's table. */
static int code_of(const struct command_option *option, int place)
{
    return option->letter ? option->letter : FIRST_CODE + place;
}

static struct found find_option(const struct command *command, int code, void *arguments)
{
    const struct command_group *group;
    int place = 0;
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++, place++)
            if (code_of(o, place) == code) {
                bool is_common = group == &command_common || !arguments;
                return (struct found){o, is_common ? NULL : (char *)arguments + group->variables};
            }
    return (struct found){0};
}

static void make_tables(struct tables *tables, const struct command *command)
{
    const struct command_group *group;
    int place = 0;
    str_add_text(&tables->short_options, ":");
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++, place++) {
            int has_value = o->value ? required_argument : no_argument;
            array_push(&tables->long_options,
                       ((struct option){o->name, has_value, NULL, code_of(o, place)}));
            if (o->letter)
                str_print(&tables->short_options, "%c%s", o->letter, o->value ? ":" : "");
        }
    array_push(&tables->long_options, ((struct option){NULL, 0, NULL, 0}));
}

/* Returns whether the option's value is a LIST. */
static bool takes_list(const struct command_option *option)
{
    return option->value && strcmp(option->value, "LIST") == 0;
}

/* Reports a long option that getopt_long() refused. It is ambiguous if several options begin with
 * it. If only one does, the option has a value that it does not take. */
static int refuse_long(const struct command *command, const char *word)
{
    scoped(str) name = {0}, begun = {0};
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
    const struct command_option *option = find_option(command, optopt, NULL).option;
    scoped(str) takes = {0};
    if (option->takes)
        option_add_takes(&takes, option);
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
    if (!optopt || (is_long && strchr(word, '=') && find_option(command, optopt, NULL).option))
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
static bool takes_all_too(const struct command_option *option)
{
    return option->excludes && command_name_number(option->names, "all") < 0;
}

/* Appends the option's name that a value of `length` bytes means. Returns EXIT_OK, or EXIT_USAGE
 * after printing a message. */
static int add_name(struct str *out, const struct command *command,
                    const struct command_option *option, const char *value, size_t length)
{
    scoped(str) known = {0}, name = {0};
    str_add(&name, value, length);
    int number =
        is_name(str_text(&name)) ? command_name_number(option->names, str_text(&name)) : -1;
    const char *found = number >= 0                                 ? option->names(number)
                        : option->means && is_name(str_text(&name)) ? option->means(name.text)
                                                                    : NULL;
    if (!found && takes_all_too(option) && text_is_like(str_text(&name), "all"))
        found = "all";
    str_add_text(out, found ? found : "");
    if (found)
        return EXIT_OK;
    struct nearest nearest = nearest_to(str_text(&name));
    for (int i = 0; option->names(i); i++) {
        nearest_try(&nearest, option->names(i));
        str_print(&known, "%s%s", i ? ", " : "", option->names(i));
    }
    str_add_text(&known, takes_all_too(option) ? ", all" : "");
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
        size_t length = takes_list(option) ? strcspn(name, ",") : strlen(name);
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
    for (size_t i = 0; i < n && command->operands.names; i++) {
        if (command_name_number(command->operands.names, operands[i]) >= 0)
            continue;
        struct nearest nearest = nearest_to(operands[i]);
        for (int k = 0; command->operands.names(k); k++)
            nearest_try(&nearest, command->operands.names(k));
        return command_usage(command, "unknown argument '%s'; %s%s%s", operands[i],
                             nearest.best ? "did you mean '" : "name ",
                             nearest.best ? nearest.best : command->operands.what,
                             nearest.best ? "'?" : "");
    }
    return EXIT_OK;
}

static struct str retold;
static ARRAY(struct command_line_option) given;
static struct text_list words;

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

bool command_line_has_of(const struct command_option *options)
{
    for (const struct command_option *o = options; o->name; o++)
        for (size_t i = 0; i < given.n; i++)
            if (given.items[i].option == o)
                return true;
    return false;
}

const char *command_line_retold(void)
{
    return str_text(&retold);
}

static void add_words(struct str *out, const char *without)
{
    for (size_t i = 0; i < words.n; i++) {
        const char *word = words.items[i];
        if (strcmp(word, "--resume") == 0 || (without && strcmp(word, without) == 0))
            continue;
        str_add_text(out, " ");
        shell_add_word(out, word);
    }
}

void command_line_add(struct str *out, const char *command, const char *without)
{
    str_print(out, "tokfix %s", command);
    add_words(out, without);
}

void command_line_add_resuming(struct str *out, const char *command, const char *without)
{
    str_print(out, "tokfix %s --resume", command);
    add_words(out, without);
}

/* Appends only the last part of a path. Keeps what is before it in SPLIT=FILE and salted:FILE. */
static void add_path(struct str *out, const struct command_option *option, const char *value)
{
    const char *separator = strpbrk(option->value, "=:");
    const char *path = separator ? strchr(value, *separator) : NULL;
    if (path)
        str_add(out, value, (size_t)(path + 1 - value));
    file_add_name(out, path ? path + 1 : value);
}

static void retell(const struct command_option *option, const char *given_value)
{
    scoped(str) value = {0};
    if (option->is_untold)
        return;
    str_print(&retold, " --%s", option->name);
    if (!option->value)
        return;
    if (option_takes_path(option))
        add_path(&value, option, given_value);
    else
        str_add_text(&value, given_value);
    str_add_text(&retold, " ");
    shell_add_word(&retold, str_text(&value));
}

/* Sets the variable. Returns EXIT_OK, or EXIT_USAGE after printing a message. */
static int set_variable(const struct command *command, const struct found *found, const char *value)
{
    const struct command_option *option = found->option;
    void *variable = found->variables ? found->variables + option->variable : NULL;
    scoped(str) takes = {0};
    struct err err;
    if (option->take(option, value, variable, &err) == 0)
        return EXIT_OK;
    if (!option->takes)
        return command_usage(command, "%s", err.message);
    option_add_takes(&takes, option);
    return command_usage(command, "--%s takes %s, not '%s'", option->name, str_text(&takes), value);
}

static void set_defaults(const struct command *command, void *arguments)
{
    for (const struct command_group *g = command->groups; g && g->heading; g++)
        for (const struct command_option *o = g->options; o->name; o++)
            if (o->initial)
                set_variable(command, &(struct found){o, (char *)arguments + g->variables},
                             o->initial);
}

/* Reads one option. Returns EXIT_OK, or the exit status of the program. */
static int take(const struct command *command, char **argv, int code, void *arguments)
{
    if (code == '?' || code == ':')
        return refuse(command, code, argv);
    struct found found = find_option(command, code, arguments);
    const char *value = optarg;
    int status = check_value(command, found.option, &value);
    if (status == EXIT_OK && found.variables) {
        array_push(&given, ((struct command_line_option){found.option, value}));
        retell(found.option, value);
    }
    return status == EXIT_OK ? set_variable(command, &found, value) : status;
}

/* Reads the command line into the arguments. Returns true if the command can run: `argv[optind]` is
 * then the first operand, and the command accepts the number of operands. Returns false if help or
 * an error message was printed; `status` is then the exit status. */
static bool read_words(const struct command *command, int argc, char **argv, void *arguments,
                       int *status)
{
    scoped(tables) tables = {0};
    int code;
    bool is_help = false; /* if true, only --color still matters */
    *status = EXIT_OK;
    make_tables(&tables, command);
    array_clear(&given);
    array_clear(&words);
    str_clear(&retold);
    for (int i = 1; i < argc; i++)
        array_push(&words, argv[i]);
    set_defaults(command, arguments);
    while (*status == EXIT_OK && (code = getopt_long(argc, argv, str_text(&tables.short_options),
                                                     tables.long_options.items, NULL)) != -1) {
        is_help = is_help || code == 'h';
        if (!is_help || find_option(command, code, NULL).option == command_common.options)
            *status = take(command, argv, code, arguments);
    }
    if (*status == EXIT_OK)
        *status = is_help ? help_print(command)
                          : check_operands(command, (size_t)(argc - optind), argv + optind);
    return *status == EXIT_OK && !is_help;
}

static void set_operands(const struct command *command, char **operands, void *arguments)
{
    *(const char **)((char *)arguments + command->operands.first) = operands[0];
    for (size_t i = 1; command->operands.others && operands[0] && operands[i]; i++)
        array_push((struct text_list *)((char *)arguments + command->operands.others), operands[i]);
}

int command_line_run(const struct command *command, int argc, char **argv)
{
    static void *arguments; /* static, because options keep memory here until the process ends */
    struct err err;
    int status;
    free(arguments);
    arguments = mem_alloc(1, command->size);
    memcpy(arguments, command->initial, command->size);
    if (!read_words(command, argc, argv, arguments, &status))
        return status;
    set_operands(command, argv + optind, arguments);
    status = command->run(command, arguments, &err);
    return status == ERR ? command_fail(command, &err) : status;
}
