/* tokfix: single-token bug fixes from programming contest submissions. The program. */
#include "base/csv.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/packed.h"
#include "base/str.h"
#include "base/terminal.h"
#include "commands/command_list.h"
#include "db/db.h"
#include "tokenize/tree.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Prints a line for tokfix, for each library, and for each grammar with its ABI and language. */
static void print_versions(void)
{
    void (*const libraries[])(struct str *) = {
        syntax_add_library, json_add_library, csv_add_library,  packed_add_library,
        sha256_add_library, hash_add_library, utf8_add_library,
    };
    scoped(str) text = {0};
    str_print(&text, "tokfix %s\nSQLite %s\n", TOKFIX_VERSION, db_library_version());
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        libraries[i](&text);
        str_add_text(&text, "\n");
    }
    for (const struct language *const *language = languages; *language; language++)
        str_print(&text, "%s %s (ABI %u): %s\n", (*language)->grammar_name,
                  (*language)->grammar_version, syntax_grammar_abi(*language), (*language)->name);
    fputs(str_text(&text), stdout);
}

/* What is told about more than one command. A text is printed as it is. */
static const struct {
    const char *name, *summary, *manual; /* NULL: made of the tables of options */
} topics[] = {
    {.name = "options", .summary = "options that several commands share"},
    {
        .summary = "the columns that --where asks, and examples",
#include "commands/help/where.inc"
    },
};

static void print_help(FILE *out)
{
    fprintf(out, "tokfix - %s\n\nUsage: tokfix COMMAND [OPTION]... [ARGUMENT]...\n",
            program_summary);
    for (const struct command *const *command = commands; *command; command++) {
        const char *heading = command_list_heading(*command);
        if (heading)
            fprintf(out, "%s:\n", heading);
        fprintf(out, "  %-10s %.*s\n", (*command)->name, (int)strcspn((*command)->manual, "\n"),
                (*command)->manual);
    }
    fputs("Topics:\n", out);
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        fprintf(out, "  help %-12s %s\n", topics[i].name, topics[i].summary);
    fputs("\n"
          "tokfix COMMAND --help: options and examples; doc/: the manual\n"
          "Exit status: 0 done, 1 failed (the message says why), 2 wrong command line,\n"
          "75 stopped (the message says how to resume), 130 or 143 stopped at once.\n"
          "Examples:\n"
          "  tokfix build Project_CodeNet -o fixes\n"
          "  tokfix show fixes/bugs.db\n",
          out);
}

/* Prints the help of a topic; returns false if there is no such topic. */
static bool print_topic(const char *name)
{
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        if (strcmp(topics[i].name, name) != 0)
            continue;
        if (topics[i].manual)
            fputs(topics[i].manual, stdout);
        else
            command_print_shared(commands);
        return true;
    }
    return false;
}

static int refuse(const char *name)
{
    scoped(str) safe = {0};
    struct nearest nearest = nearest_to(name);
    bool has_color = terminal_is_colored(stderr);
    for (const struct command *const *command = commands; *command; command++)
        nearest_try(&nearest, (*command)->name);
    nearest_try(&nearest, "--help");
    nearest_try(&nearest, "--version");
    terminal_add_safe(&safe, name, strlen(name), 0);
    fprintf(stderr, "%stokfix:%s unknown %s '%s'%s%s%s\nSee: tokfix --help\n",
            has_color ? "\033[1;31m" : "", has_color ? "\033[0m" : "",
            name[0] == '-' ? "option" : "command", str_text(&safe),
            nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
            nearest.best ? "'?" : "");
    return EXIT_USAGE;
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
        print_versions();
        return EXIT_OK;
    }
    const char *name = argv[is_help ? 2 : 1];
    for (const struct command *const *command = commands; *command; command++)
        if (strcmp(name, (*command)->name) == 0)
            return is_help ? command_print_help(*command)
                           : command_list_run(*command, argc - 1, argv + 1);
    return is_help && print_topic(name) ? EXIT_OK : refuse(name);
}

/* If a standard stream is closed, the next opened file would get its number, so /dev/null takes
 * its place. Standard output is opened for reading only, so that writing fails instead of losing
 * data. */
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
    signal(SIGXFSZ, SIG_IGN); /* beyond a limit on the size of files, writing fails with a reason */
    if (syntax_check_grammars(languages, &err) != 0) {
        fprintf(stderr, "tokfix: %s\n", err.message);
        return EXIT_FAILED;
    }
    int status = run(argc, argv);
    /* Writing the buffered rest may fail, and earlier output may have been lost: the disk may be
     * full, or the pipe closed. */
    if (file_close(stdout, "-", &err) != 0 && status == EXIT_OK) {
        fprintf(stderr, "tokfix: %s\n", err.message);
        return EXIT_FAILED;
    }
    return status;
}
