/* The script calls _arguments with the specifications of the command that is completed. */
#include "cli/completion.h"

static const char SPECIAL[] = "[]:\\";

static void add_option(struct str *out, const struct command_option *option)
{
    const char *long_sign = option->value ? "=" : "", *short_sign = option->value ? "+" : "";
    str_add_text(out, " \\\n            ");
    if (option->letter)
        str_print(out, "'(-%c --%s)'{-%c%s,--%s%s}'", option->letter, option->name, option->letter,
                  short_sign, option->name, long_sign);
    else
        str_print(out, "'*--%s%s", option->name, long_sign);
    str_add_text(out, "[");
    completion_add_brief(out, option->text, SPECIAL);
    str_add_text(out, "]");
    if (option->value)
        str_print(out, ":%s:", option->value);
    if (option->names) {
        str_add_text(out, option->value && option->value[0] == 'L' ? "_values -s , name " : "(");
        completion_add_names(out, option->names, " ");
        str_add_text(out, option->value && option->value[0] == 'L' ? "" : ")");
    } else if (completion_takes_path(option)) {
        str_add_text(out, "_files");
    }
    str_add_text(out, "'");
}

static void add_command(struct str *out, const struct command *command)
{
    const struct command_group *group;
    str_print(out, "        %s)\n            _arguments", command->name);
    for (size_t i = 0; (group = command_group_at(command, i)); i++)
        for (const struct command_option *o = group->options; o->name; o++)
            add_option(out, o);
    if (command->operands.names) {
        str_add_text(out, " \\\n            '*:name:(");
        completion_add_names(out, command->operands.names, " ");
        str_add_text(out, ")'");
    } else if (command->operands.max) {
        str_add_text(out, " \\\n            '*:file:_files'");
    }
    str_add_text(out, " ;;\n");
}

void completion_add_zsh(struct str *out, const struct command *const *commands)
{
    str_add_text(out, "#compdef tokfix\n"
                      "# Completions of tokfix for zsh.\n"
                      "_tokfix() {\n"
                      "    local state\n"
                      "    local -a commands\n"
                      "    commands=(\n");
    for (const struct command *const *c = commands; *c; c++) {
        str_print(out, "        '%s:", (*c)->name);
        scoped(manual) manual;
        manual_read(&manual, *c);
        completion_add_brief(out, manual.summary, SPECIAL);
        str_add_text(out, "'\n");
    }
    str_add_text(out,
                 "        'help:the help of a command'\n"
                 "    )\n"
                 "    _arguments -C '(- *)--help[the commands]' '(- *)--version[versions]' \\\n"
                 "        '1:command:->command' '*::argument:->argument'\n"
                 "    case $state in\n"
                 "    command) _describe command commands ;;\n"
                 "    argument)\n"
                 "        case $words[1] in\n"
                 "        help) _describe command commands ;;\n");
    for (const struct command *const *c = commands; *c; c++)
        add_command(out, *c);
    str_add_text(out, "        esac ;;\n"
                      "    esac\n"
                      "}\n"
                      "if [ \"$funcstack[1]\" = _tokfix ]; then\n"
                      "    _tokfix \"$@\"\n"
                      "else\n"
                      "    compdef _tokfix tokfix\n"
                      "fi\n");
}
