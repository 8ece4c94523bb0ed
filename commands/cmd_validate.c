/* tokfix validate: whether a published folder or a file of rows is what it says. */
#include "base/shell.h"
#include "base/terminal.h"
#include "cli/command_line.h"
#include "cli/option.h"
#include "cli/tell.h"
#include "base/file_kind.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "validate/row_formats.h"
#include "validate/report.h"
#include "validate/validate.h"

#include <string.h>

static const char *names_row_format(int number)
{
    const struct export_format *format = row_format_at(number);
    return format ? format->name : NULL;
}

static const struct command_section sections[] = {
    {"A file",
     "Every line is UTF-8 without zero bytes, and one JSON object (RFC 8259) with the keys of the "
     "format and their types; the last line ends, too (with LF or CRLF). No id is there twice; rows "
     "without ids that are the same are told, as a warning. Besides:\n"
     "pairs\tnames, ids, places; the edit applies and gives the fixed program; the tokens are those "
     "of tokfix\n"
     "nbf\tthe marker is exactly one token; bug_type and repair agree, as the scorer sees it\n"
     "messages\tOpenAI's published rules, by their names, in place of keys and types; at least 10 "
     "rows (a file that is alone), at most 512 MB\n"
     "tags\tnames, id; no row is of the test set; each position is inside the code, after the previous "
     "one, and has its token; "
     "the tags replaced by the tokens give the code; no code is in two of the splits that the rows "
     "name\n"
     "preference, segments, fim-starcoder, fim-qwen, text\twhat makes a row of them\n"
     "codexglue\tas many lines on both sides, all escapes complete"},
    {"Parquet",
     "The rows are checked as JSON lines; LINE is the number of the row. Without DuckDB's library "
     "(make parquet), the Parquet files of a folder are checked by size and SHA-256 only, with a "
     "warning for each."},
    {"A folder",
     "manifest.json, README.md (the card's front matter), croissant.json and CITATION.cff agree "
     "with the files: names, splits, rows, bytes, SHA-256, keys and types; nothing leads out of the "
     "folder, and data/ holds nothing else. No id, row, pair or buggy program (token by token), or "
     "prompt is in two splits; no problem and no user, where the manifest says that the split is "
     "closed over them. Without a manifest as much is checked as the rest allows: files by the card, "
     "else by their names."},
    {0},
};

struct arguments {
    const char *path;
    const struct export_format *format;
    int64_t n_jobs, max_findings;
    bool is_refreshing, is_json;
};

static int take_row_format(const struct command_option *option, const char *text, void *variable,
                           struct err *err)
{
    int number = command_name_number(option->names, text);
    (void)err;
    *(const struct export_format **)variable = row_format_at(number);
    return 0;
}

static const struct command_option own_options[] = {
    {0, "format", "FORMAT",
     "as for `tokfix export`; also fim-starcoder and fim-qwen, and tags, of `tokfix tag`",
     .otherwise = "the manifest's, or by the keys of the first row", .names = names_row_format,
     TO_VARIABLE(const struct export_format *, arguments, format, take_row_format)},
    {0, "max-findings", "N", "how many are printed of each rule", "20",
     .takes = "a whole number from {min}", TO_NUMBER(arguments, max_findings, 1, INT32_MAX)},
    {0, "refresh-card", NULL,
     "write the size and SHA-256 of an edited README.md into croissant.json, then validate",
     TO_FLAG(arguments, is_refreshing)},
    {0, "json", NULL, "everything as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static void tell_notes(const struct command *command, const struct validation *validation)
{
    for (size_t i = 0; i < validation->notes.n; i++) {
        struct str safe = {0};
        const char *note = validation->notes.items[i];
        terminal_add_safe(&safe, note, strlen(note), 0);
        tell(command, "%s", str_text(&safe));
        str_release(&safe);
    }
}

static void print(const struct arguments *arguments, const struct validation *validation)
{
    if (!arguments->is_json) {
        report_print(validation, stdout);
        return;
    }
    struct json *report = report_make(validation);
    json_write_pretty(report, stdout);
    json_free(report);
}

/* What is no data set, but may be meant. */
static int refuse_database(const struct command *command, const char *path)
{
    struct err err;
    struct str word = {0};
    shell_add_word(&word, path);
    err_set(&err,
            "'%s' is a database, but validate reads files of rows or folders of them; to check the "
            "database: tokfix check %s; to make a folder: tokfix publish %s -o DIR",
            path, str_text(&word), str_text(&word));
    str_release(&word);
    return command_fail(command, &err);
}

static int run_with(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct progress progress;
    struct validation validation;
    struct validate_options options = {arguments->format, (int)arguments->n_jobs,
                                       (size_t)arguments->max_findings, progress_meter(&progress)};
    if (arguments->is_refreshing && validate_refresh_card(arguments->path, &err) != 0)
        return command_fail(command, &err);
    progress_start(&progress, "validating", "rows", 0);
    int status = validate(&validation, arguments->path, &options, &err);
    progress_clear(&progress);
    tell_notes(command, &validation);
    if (status != 0) {
        command_fail(command, &err);
        status = EXIT_FAILED;
    } else {
        print(arguments, &validation);
        status = validation.findings.n_errors ? EXIT_FAILED : EXIT_OK;
    }
    validation_release(&validation);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    arguments.path = argv[optind];
    if (file_kind_at(arguments.path) == FILE_KIND_DATABASE)
        return refuse_database(command, arguments.path);
    return run_with(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

const struct command command_validate = {
    .name = "validate",
    .summary = "check a published folder or a file of rows",
    .synopsis = "DIR|FILE [OPTION]...",
    .text =
        "Checks a file of rows (JSON lines, also .gz and .zst; -, standard input; Parquet, with "
        "DuckDB's library; or CodeXGLUE's parallel files, by the name of either), or a folder of "
        "them as `tokfix publish` makes it. Findings go to standard output, one a line, FILE:LINE: "
        "rule: what is wrong, then a summary. LINE is that of the row, or of the place in the "
        "document; 1 for a file as a whole. Findings that follow from a changed or lost file are "
        "indented below their cause; in JSON, `cause` is its index in `findings`, from 0. Changes "
        "nothing without --refresh-card. Files of other programs are welcome; their contents are "
        "not trusted.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tvalid\n1\tnot valid, or failed\n2\twrong command line",
    .examples = "tokfix validate dataset/\n"
                "tokfix validate train.jsonl.gz --format messages --json",
    .operands = {"one folder or file", 1, 1, NULL},
    .run = run,
};
