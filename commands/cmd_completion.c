/* tokfix completion: prints scripts that complete command lines in a shell. Each script asks
 * `tokfix complete WORD...`, which finds the option or operand that the last word is, and prints
 * what it may be. */
#include "cli/help.h"
#include "cli/option.h"
#include "commands/commands.h"

#include <stdio.h>
#include <string.h>

static const char bash[] = {
#include "commands/completions/tokfix.bash.inc"
};
static const char zsh[] = {
#include "commands/completions/tokfix.zsh.inc"
};
static const char fish[] = {
#include "commands/completions/tokfix.fish.inc"
};

static const struct {
    const char *name, *script;
} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}, {NULL, NULL}};

static const char *shell_name(int number)
{
    return shells[number].name;
}

/* The word that is completed. */
struct completed {
    const char *word;
    size_t n_kept; /* its first bytes, which are not part of a name */
    FILE *out;
};

/* Prints a name if the word may become it, and the beginning of the text that explains it. */
static void offer(const struct completed *completed, const char *name, const char *text)
{
    const char *begun = completed->word + completed->n_kept;
    if (strncmp(name, begun, strlen(begun)) != 0)
        return;
    fprintf(completed->out, "%.*s%s\t%.*s\n", (int)completed->n_kept, completed->word, name,
            (int)help_brief_length(text), text);
}

static void offer_commands(const struct completed *completed)
{
    for (const struct command *const *c = commands; *c; c++) {
        scoped(manual) manual;
        manual_read(&manual, *c);
        offer(completed, (*c)->name, manual.summary);
    }
}

static void offer_names(const struct completed *completed, name_at *names)
{
    for (int i = 0; names(i); i++)
        offer(completed, names(i), "");
}

/* Options of steps, which are many, are offered when the word has more than two hyphens. */
static void offer_options(const struct completed *completed, const struct command *command)
{
    struct option_walk at = {0};
    bool has_letters = strlen(completed->word) > 2;
    while (option_walk_next(&at, command) && (!at.step || has_letters)) {
        scoped(str) name = {0};
        str_add_text(&name, "--");
        option_walk_add_name(&name, &at);
        offer(completed, str_text(&name), at.option->text);
        str_set(&name, "-%c", at.option->letter);
        if (at.option->letter && !at.step)
            offer(completed, str_text(&name), at.option->text);
    }
}

/* Prints what the value of an option may be, which begins after the bytes that are kept. */
static void offer_values(struct completed *completed, const struct command_option *option)
{
    const char *comma = strrchr(completed->word + completed->n_kept, ',');
    fputs(!option->names && option_takes_path(option) ? "paths\n" : "names\n", completed->out);
    if (comma && option->names)
        completed->n_kept = (size_t)(comma + 1 - completed->word);
    completed->n_kept += option->excludes && completed->word[completed->n_kept] == '!';
    if (option->names)
        offer_names(completed, option->names);
}

/* Returns the option with a value that these bytes name, `--name` or `-n`; NULL: none. */
static const struct command_option *option_named(const struct command *command, const char *bytes,
                                                 size_t length)
{
    struct option_walk at = {0};
    while (option_walk_next(&at, command)) {
        scoped(str) name = {0};
        str_add_text(&name, "--");
        option_walk_add_name(&name, &at);
        bool is_long = length == name.length && memcmp(bytes, name.text, length) == 0;
        bool is_short = length == 2 && !at.step && at.option->letter && bytes[0] == '-' &&
                        bytes[1] == at.option->letter;
        if (at.option->value && (is_long || is_short))
            return at.option;
    }
    return NULL;
}

/* Returns the option whose value the word is or contains; NULL: none. Counts the bytes before the
 * value as kept. */
static const struct command_option *
option_completed(struct completed *completed, const struct command *command, const char *previous)
{
    const char *word = completed->word, *sign = strchr(word, '=');
    const struct command_option *option = option_named(command, previous, strlen(previous));
    size_t length = 0; /* of an option before its value */
    if (option)
        return option;
    if (strncmp(word, "--", 2) == 0 && sign)
        length = (size_t)(sign - word);
    else if (word[0] == '-' && word[1] && word[2])
        length = 2;
    option = option_named(command, word, length);
    if (option)
        completed->n_kept = length + (word[length] == '=' && length > 2);
    return option;
}

/* Whether one of the words before the last is an operand: neither an option nor its value. */
static bool has_operand(const struct command *command, size_t n, char **words)
{
    for (size_t i = 1; i + 1 < n; i++)
        if (words[i][0] != '-' && !option_named(command, words[i - 1], strlen(words[i - 1])))
            return true;
    return false;
}

static void complete_argument(struct completed *completed, const struct command *command,
                              name_at *names, const char *previous)
{
    const struct command_option *option = option_completed(completed, command, previous);
    bool is_option = completed->word[0] == '-';
    if (option) {
        offer_values(completed, option);
        return;
    }
    bool is_path = !is_option && !names && command->operands.max;
    fputs(is_path ? "paths\n" : "names\n", completed->out);
    if (is_option)
        offer_options(completed, command);
    else if (names)
        offer_names(completed, names);
}

void commands_complete(size_t n, char **words, FILE *out)
{
    struct completed completed = {.word = n ? words[n - 1] : "", .out = out};
    const char *previous = n > 2 ? words[n - 2] : "";
    if (strcmp(completed.word, "=") == 0) /* bash parts --name=value at the sign */
        completed.word = "";
    else if (strcmp(previous, "=") == 0)
        previous = words[n - 3];
    for (const struct command *const *c = commands; n > 1 && *c; c++)
        if (strcmp((*c)->name, words[0]) == 0) {
            name_at *others = (*c)->operands.other_names;
            complete_argument(&completed, *c,
                              others && has_operand(*c, n, words) ? others : (*c)->operands.names,
                              previous);
            return;
        }
    fputs("names\n", out);
    if (n > 1 && strcmp(words[0], "help") != 0)
        return;
    offer_commands(&completed);
    if (n > 1)
        return;
    offer(&completed, "help", "the help of a command");
    offer(&completed, "--help", "the commands");
    offer(&completed, "--version", "versions");
}

struct arguments {
    const char *shell;
};

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    (void)command, (void)err;
    fputs(shells[command_name_number(shell_name, arguments->shell)].script, stdout);
    return EXIT_OK;
}

const struct command command_completion = {
    .name = "completion",
    .manual =
        (const char[]){
#include "commands/help/completion.txt.inc"
        },
    .operands = {"one shell: bash, zsh or fish", 1, 1, shell_name,
                 .first = OPTION_AT(const char *, arguments, shell)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
