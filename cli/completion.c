#include "cli/completion.h"

#include <string.h>

bool completion_takes_path(const struct command_option *option)
{
    static const char *const paths[] = {"FILE", "DB", "PATH", "DATASET", "BENCH", "DIR"};
    for (size_t i = 0; option->value && i < sizeof paths / sizeof *paths; i++)
        if (strstr(option->value, paths[i]))
            return true;
    return false;
}

void completion_add_names(struct str *out, name_at *names, const char *between)
{
    for (int i = 0; names(i); i++)
        str_print(out, "%s%s", i ? between : "", names(i));
}

void completion_add_brief(struct str *out, const char *text, const char *special)
{
    size_t length = strcspn(text, ";:(\t\n");
    while (length && (text[length - 1] == ' ' || text[length - 1] == ','))
        length--;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            str_add_text(out, "'\\''");
        else
            str_print(out, "%s%c", strchr(special, text[i]) ? "\\" : "", text[i]);
    }
}
