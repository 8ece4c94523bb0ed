/* See command_line.h. */
#include "miner/command_line.h"

enum { MAX_JOBS = 1024 };

int command_line_read(const struct command_line *line, int argc, char **argv, const char **operand)
{
    int code;
    *operand = NULL;
    while ((code = getopt_long(argc, argv, line->short_options, line->long_options, NULL)) != -1) {
        if (code == 'h')
            return command_help(line->command);
        int status = code == '?' || code == ':' ? command_bad_option(line->command, code, argv)
                                                : line->set(line->command, line->arguments, code);
        if (status != EXIT_OK)
            return status;
    }
    if (argc - optind != 1)
        return command_usage(line->command, "name %s", line->operand);
    *operand = argv[optind];
    return EXIT_OK;
}

int command_line_jobs(const struct command *command, const char *text, int64_t *n_jobs)
{
    if (command_number(text, 1, MAX_JOBS, n_jobs) == 0)
        return EXIT_OK;
    return command_usage(command, "--jobs takes a number from 1 to %d, not '%s'", MAX_JOBS, text);
}
