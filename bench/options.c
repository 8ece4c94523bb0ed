/* See options.h. */
#include "bench/options.h"

#include "base/str.h"
#include "bench/measure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int parse_number(const struct option_rule *rule, const char *text, struct err *err)
{
    char *end;
    errno = 0;
    *rule->number = strtol(text, &end, 10);
    if (end == text || *end || errno || *rule->number < rule->low || *rule->number > rule->high)
        return err_set(err, "%s is a number from %ld to %ld, not '%s'", rule->name, rule->low,
                       rule->high, text);
    return 0;
}

static int parse(const struct option_rule *rules, const char *argument, struct err *err)
{
    for (const struct option_rule *rule = rules; rule->name; rule++) {
        size_t length = strlen(rule->name);
        if (strncmp(argument, rule->name, length) != 0 || argument[length] != '=')
            continue;
        if (!rule->text)
            return parse_number(rule, argument + length + 1, err);
        *rule->text = argument + length + 1;
        return 0;
    }
    return err_set(err, "unknown option '%s'", argument);
}

int options_parse(const struct option_rule *rules, int argc, char **argv, struct err *err)
{
    int status = 0;
    for (int i = 1; i < argc && status == 0; i++)
        status = parse(rules, argv[i], err);
    return status;
}

int options_need(const char *command, const char *why, struct err *err)
{
    char line[256];
    struct str question = {0};
    str_print(&question, "command -v %s", command);
    measure_answer(line, sizeof line, str_text(&question));
    str_release(&question);
    return line[0] ? 0 : err_set(err, "%s is missing; %s", command, why);
}
