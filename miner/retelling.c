/* See retelling.h. */
#include "miner/retelling.h"

#include "base/file.h"
#include "publish/commands.h"

void retelling_add(struct str *line, const struct option *options, int code, enum retelling kind)
{
    const struct option *option = options;
    struct str name = {0};
    while (option->name && option->val != code)
        option++;
    if (!option->name)
        return;
    str_print(line, " --%s", option->name);
    if (option->has_arg == no_argument)
        return;
    if (kind == RETELLING_PATH)
        file_add_name(&name, optarg);
    else
        str_add_text(&name, optarg);
    str_add_text(line, " ");
    commands_add_word(line, str_text(&name));
    str_release(&name);
}
