/* Each function takes the bounds and names from the row of the option. If the row has no `takes`,
 * the function writes the error message. */
#include "commands/cli/option.h"

#include "base/pipeline.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int option_take_flag(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)option, (void)text, (void)err;
    *(bool *)variable = true;
    return 0;
}

int option_take_text(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    if (option->check && option->check(text, err) != 0)
        return ERR;
    *(const char **)variable = text;
    return 0;
}

int option_take_texts(const struct command_option *option, const char *text, void *variable,
                      struct err *err)
{
    (void)option, (void)err;
    array_push((struct text_list *)variable, text);
    return 0;
}

bool option_list_holds(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *one = list; one;) {
        size_t n = strcspn(one, ",");
        if (n == length && memcmp(one, name, n) == 0)
            return true;
        one = one[n] ? one + n + 1 : NULL;
    }
    return false;
}

char *option_copy(const char *text)
{
    static ARRAY(char *) copies; /* keeps them reachable: leak checkers do not report them */
    char *copy = mem_copy_text(text, strlen(text));
    array_push(&copies, copy);
    return copy;
}

void option_split(const char *list, struct text_list *names)
{
    for (char *rest = option_copy(list), *name; (name = strsep(&rest, ","));)
        array_push(names, text_cut(name, " "));
}

int option_take_list(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)option, (void)err;
    option_split(text, variable);
    return 0;
}

int option_number(const char *text, int64_t min, int64_t max, int64_t *number)
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

int option_take_number(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    if (option_number(text, option->min, option->max, variable) == 0)
        return 0;
    if (option->max < INT64_MAX)
        return err_set(err, "--%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                       option->name, option->min, option->max, text);
    return err_set(err, "--%s takes a whole number of at least %" PRId64 ", not '%s'", option->name,
                   option->min, text);
}

int option_take_number_or_all(const struct command_option *option, const char *text, void *variable,
                              struct err *err)
{
    int64_t *number = variable;
    *number = INT64_MAX;
    if (text_is_like(text, "all") || option_number(text, option->min, INT64_MAX, number) == 0)
        return 0;
    return err_set(err, "--%s takes 'all' or a whole number of at least %" PRId64 ", not '%s'",
                   option->name, option->min, text);
}

int option_take_size(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    int64_t number = 0;
    int status = option_take_number(option, text, &number, err);
    *(size_t *)variable = (size_t)number;
    return status;
}

int option_take_enum(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)err;
    *(int *)variable = (int)option->min + command_name_number(option->names, text);
    return 0;
}

int option_take_second(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    (void)err;
    *(bool *)variable = command_name_number(option->names, text) == 1;
    return 0;
}

int option_take_bits(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    struct text_list names = {0};
    unsigned *bits = variable;
    unsigned taken = 0, left_out = 0;
    option_split(text, &names);
    for (size_t i = 0; i < names.n; i++) {
        bool is_left_out = option->excludes && names.items[i][0] == '!';
        const char *name = names.items[i] + is_left_out;
        unsigned bit = 1u << command_name_number(option->names, name);
        *(is_left_out ? &left_out : &taken) |= strcmp(name, "all") == 0 ? bit - 1 : bit;
    }
    *bits = (taken ? taken : *bits) & ~left_out;
    array_release(&names);
    return *bits ? 0 : err_set(err, "--%s: '%s' leaves nothing", option->name, text);
}

/* The default is a text in words. It is compared by its address, and means the number of CPUs. */
int option_take_jobs(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    (void)err;
    if (text != option->initial)
        return option_number(text, option->min, option->max, variable);
    *(int64_t *)variable = pipeline_cpu_count();
    return 0;
}

void option_add_takes(struct str *out, const struct command_option *option)
{
    for (const char *at = option->takes; *at;) {
        bool is_min = strncmp(at, "{min}", 5) == 0, is_max = strncmp(at, "{max}", 5) == 0;
        if (is_min || is_max)
            str_print(out, "%" PRId64, is_min ? option->min : option->max);
        else
            str_add(out, at, 1);
        at += is_min || is_max ? 5 : 1;
    }
}

static bool takes_path(const struct command_option *option)
{
    static const char *const paths[] = {"FILE", "DB", "PATH", "DATASET", "BENCH", "DIR"};
    for (size_t i = 0; option->value && i < sizeof paths / sizeof *paths; i++)
        if (strstr(option->value, paths[i]))
            return true;
    return false;
}

const char *option_path(const struct command_option *option, const char *value)
{
    if (!takes_path(option))
        return NULL;
    const char *separator = strpbrk(option->value, "=:");
    const char *at = separator ? strchr(value, *separator) : value;
    return at && separator ? at + 1 : at;
}

bool option_walk_next(struct option_walk *walk, const struct command *command)
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
