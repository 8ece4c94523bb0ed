/* tokfix: single-token bug fixes from programming contest submissions. The command table. */
#include "db/db.h"
#include "miner/command.h"
#include "tokenize/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {
    &command_mine,     &command_stats, &command_dedup,  &command_split,
    &command_leak,     &command_check, &command_export, &command_publish,
    &command_validate, &command_show,  &command_tokens,
};

enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *out)
{
    fputs("tokfix - single-token bug fixes from programming contest submissions\n\n"
          "Usage: tokfix COMMAND [OPTION]... [ARGUMENT]...\n\n"
          "Commands:\n",
          out);
    for (int i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n"
          "  tokfix COMMAND --help   options and examples of a command\n"
          "  tokfix --version        versions of tokfix, its libraries and grammars\n\n"
          "Exit status: 0 done, 1 failed (the message says why), 2 wrong command line.\n\n"
          "Examples:\n"
          "  tokfix mine Project_CodeNet -o bugs.db\n"
          "  tokfix stats bugs.db\n"
          "  tokfix export bugs.db --format pairs -o pairs.jsonl\n",
          out);
}

static void print_version(void)
{
    printf("tokfix %s\nSQLite %s\n", TOKFIX_VERSION, db_library_version());
    for (const struct language *const *language = languages; *language; language++)
        printf("%s %s (ABI %u): %s\n", (*language)->grammar_name, (*language)->grammar_version,
               syntax_grammar_abi(*language), (*language)->name);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    bool is_help = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (is_help && argc == 2)) {
        print_help(stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_version();
        return EXIT_OK;
    }
    const char *name = argv[is_help ? 2 : 1];
    for (int i = 0; i < N_COMMANDS; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return is_help ? command_help(commands[i])
                           : commands[i]->run(commands[i], argc - 1, argv + 1);
    fprintf(stderr, "tokfix: '%s' is no command\nSee: tokfix --help\n", name);
    return EXIT_USAGE;
}

/* A closed standard stream would give its number to the next file that is opened. What is written to
 * standard output must not be lost without a word: there, writing fails. */
static void open_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR);
}

int main(int argc, char **argv)
{
    open_standard_streams();
    int status = run(argc, argv);
    /* What is still buffered may fail to be written: a full disk, a closed pipe. */
    if (fclose(stdout) != 0 && status == EXIT_OK) {
        fprintf(stderr, "tokfix: cannot write to standard output: %s\n", strerror(errno));
        return EXIT_FAILED;
    }
    return status;
}
