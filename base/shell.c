#include "base/shell.h"

#include <string.h>

void shell_add_word(struct str *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./=:,+@%";
    if (*word && !word[strspn(word, plain)]) {
        str_add_text(out, word);
        return;
    }
    str_add_text(out, "'");
    for (; *word; word++)
        str_add(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    str_add_text(out, "'");
}

void shell_add_path(struct str *out, const char *path)
{
    scoped(str) safe = {0};
    str_print(&safe, "%s%s", path[0] == '-' && path[1] ? "./" : "", path);
    shell_add_word(out, str_text(&safe));
}
