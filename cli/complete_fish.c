/* The script has one line for each command and each option. */
#include "cli/completion.h"

static void add_option(struct str *out, const char *command, const struct command_option *option)
{
    str_print(out, "complete -c tokfix -n '__fish_seen_subcommand_from %s' -l %s", command,
              option->name);
    if (option->letter)
        str_print(out, " -s %c", option->letter);
    if (option->names) {
        str_add_text(out, " -x -a '");
        completion_add_names(out, option->names, " ");
        str_add_text(out, "'");
    } else if (option->value) {
        str_add_text(out, completion_takes_path(option) ? " -r -F" : " -x");
    }
    str_add_text(out, " -d '");
    completion_add_brief(out, option->text, "\\");
    str_add_text(out, "'\n");
}

static void add_operands(struct str *out, const struct command *command)
{
    if (!command->operands.names)
        return;
    str_print(out, "complete -c tokfix -f -n '__fish_seen_subcommand_from %s' -a '", command->name);
    completion_add_names(out, command->operands.names, " ");
    str_add_text(out, "'\n");
}

void completion_add_fish(struct str *out, const struct command *const *commands)
{
    str_add_text(out, "# Completions of tokfix for fish.\n"
                      "complete -c tokfix -f -n __fish_use_subcommand -l help -d 'the commands'\n"
                      "complete -c tokfix -f -n __fish_use_subcommand -l version -d versions\n"
                      "complete -c tokfix -f -n __fish_use_subcommand -a help "
                      "-d 'the help of a command'\n");
    for (const struct command *const *c = commands; *c; c++) {
        str_print(out, "complete -c tokfix -f -n __fish_use_subcommand -a %s -d '", (*c)->name);
        scoped(manual) manual;
        manual_read(&manual, *c);
        completion_add_brief(out, manual.summary, "\\");
        str_add_text(out, "'\n");
    }
    for (const struct command *const *c = commands; *c; c++) {
        const struct command_group *group;
        for (size_t i = 0; (group = command_group_at(*c, i)); i++)
            for (const struct command_option *o = group->options; o->name; o++)
                add_option(out, (*c)->name, o);
        add_operands(out, *c);
    }
}
