/* See retelling.h. */
#include "miner/retelling.h"

#include "base/file.h"
#include "base/shell.h"
#include "cli/command_line.h"

#include <getopt.h>

void retelling_add(struct str *line, const struct command *command, int code, enum retelling kind)
{
    const struct command_option *option = command_line_option(command, code);
    struct str name = {0};
    if (!option)
        return;
    str_print(line, " --%s", option->name);
    if (!option->value)
        return;
    if (kind == RETELLING_PATH)
        file_add_name(&name, optarg);
    else
        str_add_text(&name, optarg);
    str_add_text(line, " ");
    shell_add_word(line, str_text(&name));
    str_release(&name);
}
