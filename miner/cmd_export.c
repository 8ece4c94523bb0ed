/* tokfix export: fixes as JSON lines. */
#include "base/str.h"
#include "base/target.h"
#include "db/store.h"
#include "export/export.h"
#include "miner/guarding.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "Usage: tokfix export DB --format FORMAT [OPTION]...\n\n"
    "Writes the fixes of a database as JSON lines, in a stable order. Fixes that are marked as\n"
    "excluded (tokfix leak --mark) are left out, and counted on standard error.\n\n"
    "Formats:\n"
    "  pairs   a fix with both programs; every key in every row\n"
    "  nbf     the test format of nbfbaselines and RealiT; it has types for numbers and\n"
    "          booleans only: other literals, literals of a changed type, and the category\n"
    "          other are left out, and counted on standard error\n\n"
    "Options:\n"
    "      --format FORMAT    see above\n"
    "  -o, --output FILE      where to write (default: -, standard output)\n"
    "      --force            replace an existing file\n"
    "      --category LIST    categories, separated by commas: variable_misuse,\n"
    "                         binary_operator, comparison_operator, logical_operator,\n"
    "                         assignment_operator, literal, other, or all\n"
    "                         (default: the first six)\n"
    "      --split NAME       only train, validation or test, as tokfix split decided\n"
    "  -h, --help             this text\n\n"
    "Applying a row of `pairs`: in buggy_code (UTF-8), the bytes from start_byte to end_byte\n"
    "become `after`, with a space where two word characters, or a digit and a dot, then meet\n"
    "at a joint; a deletion takes the blanks behind it along. The result has the tokens of\n"
    "fixed_code (line ends inside strings compare equal).\n\n"
    "Exit status: 0 done, 1 failed, 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix export bugs.db --format pairs -o pairs.jsonl\n"
    "  tokfix export bugs.db --format pairs --split test -o test.jsonl\n"
    "  tokfix export bugs.db --format nbf --category comparison_operator | head -n 1\n";

enum { OPTION_FORMAT = 256, OPTION_CATEGORY, OPTION_FORCE, OPTION_SPLIT };

static const struct option long_options[] = {
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"category", required_argument, NULL, OPTION_CATEGORY},
    {"split", required_argument, NULL, OPTION_SPLIT},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *db, *output, *split;
    const struct export_format *format;
    struct category_choice categories;
    bool is_replacing;
};

static int write_fixes(const struct arguments *arguments, struct db *db, FILE *out,
                       struct export_counts *counts, struct err *err)
{
    struct export_choice choice = {arguments->categories.names, arguments->categories.n,
                                   arguments->split};
    if (export_fixes(db, arguments->format, &choice, out, counts, err) != 0)
        return ERR;
    if (fflush(out) != 0 || ferror(out))
        return err_set_errno(err, "cannot write '%s'", arguments->output);
    return 0;
}

static int write_file(const struct arguments *arguments, struct db *db,
                      struct export_counts *counts, struct err *err)
{
    struct target target;
    struct stat db_info, output_info;
    if (stat(arguments->db, &db_info) == 0 && stat(arguments->output, &output_info) == 0 &&
        db_info.st_dev == output_info.st_dev && db_info.st_ino == output_info.st_ino)
        return err_set(err, "'%s' is the database itself; name another file", arguments->output);
    if (target_open(&target, arguments->output, arguments->is_replacing, err) != 0)
        return ERR;
    FILE *out = fopen(target.partial_path, "w");
    if (!out) {
        err_set_errno(err, "cannot write '%s'", target.partial_path);
        target_abandon(&target);
        return ERR;
    }
    int status = write_fixes(arguments, db, out, counts, err);
    if (fclose(out) != 0 && status == 0)
        status = err_set_errno(err, "cannot write '%s'", arguments->output);
    if (status != 0) {
        target_abandon(&target);
        return ERR;
    }
    return target_commit(&target, err);
}

static int export(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct export_counts counts;
    if (store_open(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    bool is_stdout = strcmp(arguments->output, "-") == 0;
    int status = is_stdout ? write_fixes(arguments, db, stdout, &counts, &err)
                           : write_file(arguments, db, &counts, &err);
    db_close(db);
    if (status != 0)
        return command_fail(command, &err);
    if (counts.n_left_out)
        fprintf(stderr, "tokfix %s: %" PRId64 " fixes left out: %s has no type for them\n",
                command->name, counts.n_left_out, arguments->format->name);
    if (counts.n_excluded)
        fprintf(stderr, "tokfix %s: %" PRId64 " fixes left out: marked as excluded\n",
                command->name, counts.n_excluded);
    if (!is_stdout)
        fprintf(stderr, "tokfix %s: %" PRId64 " rows in %s\n", command->name, counts.n_written,
                arguments->output);
    return EXIT_OK;
}

static int set_format(const struct command *command, struct arguments *arguments)
{
    arguments->format = export_format_find(optarg);
    if (arguments->format)
        return EXIT_OK;
    struct str names = {0};
    for (const struct export_format *const *format = export_formats; *format; format++)
        str_print(&names, "%s%s", names.length ? ", " : "", (*format)->name);
    int status =
        command_usage(command, "'%s' is no format; there are: %s", optarg, str_text(&names));
    str_release(&names);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.output = "-"};
    const char *list = NULL;
    int code, status = EXIT_OK;
    while ((code = getopt_long(argc, argv, ":o:h", long_options, NULL)) != -1) {
        if (code == 'h')
            return command_help(command);
        if (code == 'o')
            arguments.output = optarg;
        else if (code == OPTION_FORCE)
            arguments.is_replacing = true;
        else if (code == OPTION_FORMAT)
            status = set_format(command, &arguments);
        else if (code == OPTION_CATEGORY)
            list = optarg;
        else if (code == OPTION_SPLIT)
            status = guarding_split(command, optarg, &arguments.split);
        else
            status = command_bad_option(command, code, argv);
        if (status != EXIT_OK)
            return status;
    }
    if (command_categories(command, list, &arguments.categories) != EXIT_OK)
        return EXIT_USAGE;
    if (argc - optind != 1)
        return command_usage(command, "name one database");
    if (!arguments.format)
        return command_usage(command, "choose a format: --format pairs, or --format nbf");
    arguments.db = argv[optind];
    return export(command, &arguments);
}

const struct command command_export = {
    .name = "export",
    .summary = "write fixes as JSON lines",
    .help = help,
    .run = run,
};
