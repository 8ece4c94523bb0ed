/* tokfix validate: checks that a published folder or a file of rows is consistent and valid. */
#include "base/str.h"
#include "base/terminal.h"
#include "cli/option.h"
#include "base/file.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/values.h"
#include "export/validate/validation.h"

#include <string.h>

static const char *names_row_format(int number)
{
    return export_row_formats[number] ? export_row_formats[number]->name : NULL;
}

struct arguments {
    const char *path;
    const struct export_format *format;
    int64_t n_jobs, limit;
    bool is_refreshing, is_json;
};

static const struct command_option own_options[] = {
    {0, "format", "FORMAT", "a format of `tokfix export`, or tags of `tokfix tag`",
     .otherwise = "the format in the manifest, or found from the keys of the first row",
     TO_FORMAT_OF(arguments, format, names_row_format)},
    OPTION_LIMIT(arguments, limit, "maximum number of findings printed for each rule", "20"),
    {0, "refresh-card", NULL,
     "write the size and SHA-256 of an edited README.md into croissant.json, then validate",
     TO_FLAG(arguments, is_refreshing)},
    {0, "json", NULL, "print the whole report as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static void tell_notes(const struct command *command, const struct validation *validation)
{
    for (size_t i = 0; i < validation->notes.n; i++) {
        scoped(str) safe = {0};
        const char *note = validation->notes.items[i];
        terminal_add_safe(&safe, note, strlen(note), 0);
        tell(command, "%s", str_text(&safe));
    }
}

static void print(const struct arguments *arguments, const struct validation *validation)
{
    if (!arguments->is_json) {
        report_print(validation, stdout);
        return;
    }
    scoped(json) *report = report_make(validation);
    json_write_pretty(report, stdout);
}

/* Refuses a database, and names the commands that the user may have meant. */
static int refuse_database(const char *path, struct err *err)
{
    scoped(str) word = {0};
    shell_add_path(&word, path);
    return err_set(
        err,
        "'%s' is a database, but validate reads files of rows or folders; to check the database: "
        "tokfix check %s; to make a folder: tokfix publish %s -o DIR",
        path, str_text(&word), str_text(&word));
}

/* The next step is known only for a folder with a manifest. */
static void tell_use(const struct validation *validation, const char *path)
{
    if (!validation->has_manifest)
        return;
    if (!validation->findings.n_errors)
        tell_next("push the folder", path, " to a dataset hub");
    else
        tell_next("tokfix publish DB --force -o", path,
                  " (or, if you edited README.md, tokfix validate --refresh-card)");
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    struct progress progress;
    scoped(validation) validation = {0};
    struct validate_options options = {arguments->format, (int)arguments->n_jobs,
                                       (size_t)arguments->limit, progress_meter(&progress)};
    if (file_kind_at(arguments->path) == FILE_KIND_DATABASE)
        return refuse_database(arguments->path, err);
    if (arguments->is_refreshing && validate_refresh_card(arguments->path, err) != 0)
        return ERR;
    progress_start(&progress, "validating", "rows", 0);
    int status = validate(&validation, arguments->path, &options, err);
    progress_clear(&progress);
    tell_notes(command, &validation);
    if (status != 0)
        return ERR;
    print(arguments, &validation);
    if (!arguments->is_json)
        tell_use(&validation, arguments->path);
    return validation.findings.n_errors ? EXIT_FAILED : EXIT_OK;
}

const struct command command_validate = {
    .name = "validate",
    .manual =
        (const char[]){
#include "commands/help/validate.txt.inc"
        },
    .groups = OPTION_GROUP(own_options),
    .operands = {"one folder or file", 1, 1, .first = OPTION_AT(const char *, arguments, path)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
