/* tokfix: single-token bug fixes from programming contest submissions. The program. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/str.h"
#include "base/terminal.h"
#include "cli/help.h"
#include "cli/nearest.h"
#include "commands/commands.h"
#include "commands/usage.h"
#include "commands/versions.h"
#include "tokenize/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_help(FILE *out)
{
    const char *bold = terminal_is_colored(out) ? "\033[1m" : "", *plain = *bold ? "\033[0m" : "";
    fprintf(out,
            "tokfix - %s\n\n%sUsage:%s tokfix COMMAND [OPTION]... [ARGUMENT]...\n\n"
            "%sCommands:%s\n",
            program_summary, bold, plain, bold, plain);
    for (const struct command *const *command = commands; *command; command++)
        fprintf(out, "  %s%-10s%s %s\n", bold, (*command)->name, plain, (*command)->summary);
    fprintf(out,
            "\n"
            "  tokfix COMMAND --help   options and examples of a command\n"
            "  tokfix --version        versions of tokfix, its libraries and grammars\n"
            "\n"
            "%sExit status:%s 0 done, 1 failed (the message says why), 2 wrong command line,\n"
            "75 stopped (the message says how to resume), 130 or 143 stopped at once.\n"
            "\n"
            "%sExamples:%s\n"
            "  tokfix mine Project_CodeNet -o bugs.db\n"
            "  tokfix show bugs.db\n"
            "  tokfix export bugs.db --format pairs -o pairs.jsonl\n",
            bold, plain, bold, plain);
}

static int refuse(const char *name)
{
    struct str safe = {0};
    struct nearest nearest = nearest_to(name);
    bool has_color = terminal_is_colored(stderr);
    for (const struct command *const *command = commands; *command; command++)
        nearest_try(&nearest, (*command)->name);
    nearest_try(&nearest, "--help");
    nearest_try(&nearest, "--version");
    terminal_add_safe(&safe, name, strlen(name), 0);
    fprintf(stderr, "%stokfix:%s '%s' is no %s%s%s%s\nSee: tokfix --help\n",
            has_color ? "\033[1;31m" : "", has_color ? "\033[0m" : "", str_text(&safe),
            name[0] == '-' ? "option without a command" : "command",
            nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
            nearest.best ? "'?" : "");
    str_release(&safe);
    return EXIT_USAGE;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct timespec start;
    usage_start(&start);
    if (command->if_stopped)
        interrupt_guard(command->name, command->if_stopped);
    int status = command->run(command, argc, argv);
    usage_tell(command, &start);
    return status;
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
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        versions_print(stdout);
        return EXIT_OK;
    }
    const char *name = argv[is_help ? 2 : 1];
    for (const struct command *const *command = commands; *command; command++)
        if (strcmp(name, (*command)->name) == 0)
            return is_help ? help_print(*command) : run_command(*command, argc - 1, argv + 1);
    return refuse(name);
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
    struct err err;
    open_standard_streams();
    if (syntax_check_grammars(languages, &err) != 0) {
        fprintf(stderr, "tokfix: %s\n", err.message);
        return EXIT_FAILED;
    }
    int status = run(argc, argv);
    /* What is still buffered may fail to be written, a part of the rest may have been lost: a full disk, a
     * closed pipe. */
    if (file_close(stdout, "-", &err) != 0 && status == EXIT_OK) {
        fprintf(stderr, "tokfix: %s\n", err.message);
        return EXIT_FAILED;
    }
    return status;
}
