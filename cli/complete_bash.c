/* The script is one function. The word before the cursor decides what is completed. bash splits
 * `--name=value` at the sign. A list is completed after its last comma. */
#include "cli/completion.h"

static void add_options(struct str *out, const struct command *command)
{
    const struct command_group *group;
    str_print(out, "    %s) options='", command->name);
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++)
            str_print(out, "%s--%s", i || o > group->options ? " " : "", o->name);
    str_add_text(out, "' ;;\n");
}

/* Appends the completion of an option's value. */
static void add_value(struct str *out, const char *command, const struct command_option *option)
{
    str_print(out, "    '%s --%s'", command, option->name);
    if (option->letter)
        str_print(out, " | '%s -%c'", command, option->letter);
    str_add_text(out, ") ");
    if (option->names) {
        str_add_text(out, "_tokfix_names '");
        completion_add_names(out, option->names, " ");
        str_add_text(out, "'; return ;;\n");
    } else {
        str_print(out, "%sreturn ;;\n", completion_takes_path(option) ? "_tokfix_paths; " : "");
    }
}

static void add_values(struct str *out, const struct command *command)
{
    const struct command_group *group;
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++)
            if (o->value)
                add_value(out, command->name, o);
}

static void add_operands(struct str *out, const struct command *command)
{
    str_print(out, "    %s) ", command->name);
    if (command->operands.names) {
        str_add_text(out, "_tokfix_names '");
        completion_add_names(out, command->operands.names, " ");
        str_add_text(out, "' ;;\n");
    } else {
        str_print(out, "%s ;;\n", command->operands.max ? "_tokfix_paths" : "");
    }
}

void completion_add_bash(struct str *out, const struct command *const *commands)
{
    str_add_text(out, "# Completions of tokfix for bash.\n"
                      "_tokfix_names() {\n"
                      "    local before=\n"
                      "    case $cur in *,*) before=${cur%,*}, ;; esac\n"
                      "    mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- "
                      "\"${cur##*,}\")\n"
                      "}\n"
                      "_tokfix_paths() {\n"
                      "    compopt -o filenames 2>/dev/null\n"
                      "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
                      "}\n"
                      "_tokfix() {\n"
                      "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                      "    local command=${COMP_WORDS[1]} options=\n"
                      "    COMPREPLY=()\n"
                      "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                      "        _tokfix_names '");
    for (const struct command *const *c = commands; *c; c++)
        str_print(out, "%s ", (*c)->name);
    str_add_text(out, "help --help --version'\n"
                      "        return\n"
                      "    fi\n"
                      "    if [ \"$cur\" = = ]; then\n"
                      "        cur=\n"
                      "    elif [ \"$prev\" = = ]; then\n"
                      "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
                      "    fi\n"
                      "    case \"$command $prev\" in\n");
    for (const struct command *const *c = commands; *c; c++)
        add_values(out, *c);
    str_add_text(out, "    esac\n    case $command in\n");
    for (const struct command *const *c = commands; *c; c++)
        add_options(out, *c);
    str_add_text(out, "    esac\n"
                      "    case $cur in\n"
                      "    -*) _tokfix_names \"$options\"; return ;;\n"
                      "    esac\n"
                      "    case $command in\n");
    for (const struct command *const *c = commands; *c; c++)
        add_operands(out, *c);
    str_add_text(out, "    help) _tokfix_names '");
    for (const struct command *const *c = commands; *c; c++)
        str_print(out, "%s%s", c > commands ? " " : "", (*c)->name);
    str_add_text(out, "' ;;\n    esac\n}\ncomplete -F _tokfix tokfix\n");
}
