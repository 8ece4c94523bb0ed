/* tokfix validate: whether a published folder or a file of rows is what it says. */
#include "base/pipeline.h"
#include "base/terminal.h"
#include "miner/command_line.h"
#include "miner/exporting.h"
#include "validate/report.h"
#include "validate/validate.h"

#include <string.h>

enum { DEFAULT_FINDINGS = 20 };

static const char help[] =
    "Usage: tokfix validate DIR|FILE [OPTION]...\n\n"
    "Checks a file of rows (JSON lines, also .gz and .zst; -, standard input; or CodeXGLUE's\n"
    "parallel files, by the name of either), or a folder of them as `tokfix publish` makes it.\n"
    "Findings go to standard output, one a line, FILE:LINE: rule: what is wrong, then a summary.\n"
    "LINE is that of the row, or of the place in the document; 1 for a file as a whole.\n"
    "Changes nothing. Files need not be tokfix's; what they hold is not trusted.\n\n"
    "A file. Every line is UTF-8 without zero bytes, and one JSON object (RFC 8259) with the keys\n"
    "of the format and their types; the last line ends, too (with LF or CRLF). No id is there\n"
    "twice; rows without ids that are the same are told, as a warning. Besides:\n"
    "  pairs       names, ids, places; the edit applies and gives the fixed program; the tokens\n"
    "              are those of tokfix\n"
    "  nbf         the marker is exactly one token; bug_type and repair agree, as the scorer\n"
    "              sees it\n"
    "  messages    OpenAI's published rules, by their names, in place of keys and types; at least\n"
    "              10 rows (a file that is alone), at most 512 MB\n"
    "  preference, segments, fim-starcoder, fim-qwen, text: what makes a row of them\n"
    "  codexglue   as many lines on both sides, all escapes complete\n\n"
    "A folder. manifest.json, README.md (the card's front matter), croissant.json and CITATION.cff\n"
    "agree with the files: names, splits, rows, bytes, SHA-256, keys and types; nothing leads out\n"
    "of the folder, and data/ holds nothing else. No id, row, pair or buggy program (token by\n"
    "token), or prompt is in two splits; no problem and no user, where the manifest says that the\n"
    "split is closed over them. Without a manifest as much is checked as the rest allows: files by\n"
    "the card, else by their names.\n\n";

static const char more_help[] =
    "Options:\n"
    "      --format FORMAT      as for `tokfix export`; also fim-starcoder and fim-qwen (default:\n"
    "                           the manifest's, or by the keys of the first row)\n"
    "      --max-findings N     how many are printed of each rule (default: 20)\n"
    "      --json               everything as one JSON object\n"
    "  -j, --jobs N             threads (default: the CPUs this process may use); the result\n"
    "                           does not depend on it\n"
    "  -h, --help               this text\n\n"
    "Exit status: 0 valid; 1 not valid, or failed; 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix validate dataset/\n"
    "  tokfix validate train.jsonl.gz --format messages --json\n";

enum { OPTION_FORMAT = 256, OPTION_MAX_FINDINGS, OPTION_JSON };

static const struct option long_options[] = {
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"max-findings", required_argument, NULL, OPTION_MAX_FINDINGS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"jobs", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *path;
    const struct export_format *format;
    int64_t n_jobs, max_findings;
    bool is_json;
};

static void show(void *context, uint64_t n_rows)
{
    progress_update(context, 0, n_rows);
}

static void tell_notes(const struct command *command, const struct validation *validation)
{
    for (size_t i = 0; i < validation->notes.n; i++) {
        struct str safe = {0};
        const char *note = validation->notes.items[i];
        terminal_add_safe(&safe, note, strlen(note), 0);
        fprintf(stderr, "tokfix %s: %s\n", command->name, str_text(&safe));
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

static int run_with(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct progress progress;
    struct validation validation;
    struct validate_options options = {arguments->format, (int)arguments->n_jobs,
                                       (size_t)arguments->max_findings, show, &progress};
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

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case OPTION_FORMAT:
        return exporting_set_format(command, &arguments->format);
    case OPTION_MAX_FINDINGS:
        if (command_number(optarg, 1, INT32_MAX, &arguments->max_findings) == 0)
            return EXIT_OK;
        return command_usage(command, "--max-findings takes a whole number from 1, not '%s'",
                             optarg);
    case 'j':
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    default:
        arguments->is_json = true;
        return EXIT_OK;
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.n_jobs = pipeline_cpu_count(), .max_findings = DEFAULT_FINDINGS};
    struct command_line line = {command,      "one folder or file", ":j:h",
                                long_options, set_option,           &arguments};
    int status = command_line_read(&line, argc, argv, &arguments.path);
    return arguments.path ? run_with(command, &arguments) : status;
}

const struct command command_validate = {
    .name = "validate",
    .summary = "check a published folder or a file of rows",
    .help = help,
    .more_help = more_help,
    .run = run,
};
