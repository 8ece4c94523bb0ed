/* tokfix export: writes fixes in the formats that trainers and scorers read. */
#include "base/file.h"
#include "base/json.h"
#include "base/str.h"
#include "base/target.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/row_options.h"
#include "export/export.h"
#include "export/output.h"

#include <string.h>
#include <sys/stat.h>

struct arguments {
    const char *db, *output;
    struct row_options rows;
    int64_t n_jobs;
    bool is_replacing, is_json;
};

static const char *explains_format(int number)
{
    const struct export_format *format = export_formats[number];
    return format->help ? format->help : format->summary;
}

static const struct command_option own_options[] = {
    {0, "format", "FORMAT", "row format", TO_FORMAT(arguments, rows.options.format),
     .explains = explains_format},
    {'o', "output", "FILE|DIR",
     "output file or folder. A file needs an extension, which says how to write it: .jsonl, "
     ".jsonl.gz or .parquet. A folder, DIR/, gets a file for each split: train.jsonl, ...",
     "-", .otherwise = "-, standard output", TO_TEXT(arguments, output)},
    {0, "parquet", NULL,
     "write Parquet files (train.parquet, ...) to a folder instead of JSON lines. For a single "
     "file, the extension .parquet is enough. Both need DuckDB's library (make parquet)",
     TO_FLAG(arguments, rows.options.is_parquet)},
    {0, "force", NULL, "replace existing files", TO_FLAG(arguments, is_replacing)},
    {0, "split", "LIST",
     "splits made by `tokfix split`: train, validation, test, or fold1, fold2, ...; all: all of "
     "these; !fold1: all but it; none: fixes in no split. Required for a single file when the "
     "database has several splits",
     .otherwise = "every split, for a folder", TO_SPLITS(arguments, rows.choice.splits)},
    OPTION_SPLIT_SET(arguments, rows.choice.split_set),
    {0, "json", NULL,
     "print the counts of rows written and left out as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static const struct command_option token_options[] = {
    {0, "tokens", NULL,
     "for pairs and nbf, add the tokens of the buggy code: token_starts and token_ends, bytes of "
     "it as UTF-8, ends exclusive; and token_kinds, a text with a letter for each token: w word, "
     "n number, s string, o operator or punctuation, q quote and t text of an f-string, l line "
     "end, b and e the start and the end of a block. They are the tokens that token_index and "
     "n_tokens of pairs count",
     TO_FLAG(arguments, rows.options.view.has_tokens)},
    {0},
};

/* Working data, released at the end. */
struct work {
    struct db *db;
    struct fix_selection selection;
    struct export_counts counts;
    struct output_files files;
};

static void release_work(struct work *work)
{
    db_close(work->db);
    fix_selection_release(&work->selection);
    export_counts_release(&work->counts);
    output_files_release(&work->files);
}
SCOPED_VALUE(work, release_work)

static int write_rows(struct work *work, struct arguments *arguments, struct err *err)
{
    const struct export_options *options = &arguments->rows.options;
    struct fix_choice *choice = &arguments->rows.choice;
    struct export_place place = {arguments->output, arguments->is_replacing};
    bool is_folder = export_is_folder(arguments->output);
    choice->takes_split_only = is_folder;
    choice->needs_fixes = true;
    choice->negatives.probe = export_probe;
    choice->negatives.rows = options;
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        fix_select(&work->selection, work->db, choice, err) != 0 ||
        (!is_folder && fix_refuse_mixed_splits(&work->selection, choice, "one file",
                                               "; or write a file for each: -o DIR/", err) != 0))
        return ERR;
    return export_to(work->db, &work->selection, options, &place, &work->counts, &work->files, err);
}

/* "93 rows", or "139 rows: 93 fixes, 46 correct programs". */
static void add_rows(struct str *out, int64_t n_rows, int64_t n_clean)
{
    str_add_text(out, counted(n_rows, "row", "rows").text);
    if (n_clean)
        str_print(out, ": %s, %s", counted(n_rows - n_clean, "fix", "fixes").text,
                  counted(n_clean, "correct program", "correct programs").text);
}

/* Prints "15 rows in DIR/train.jsonl" for each file, and the sum of several. */
static void tell_files(const struct command *command, const struct work *work)
{
    scoped(str) rows = {0};
    for (size_t i = 0; i < work->files.list.n; i++) {
        const struct output_file *file = &work->files.list.items[i];
        str_clear(&rows);
        add_rows(&rows, file->n_rows, file->n_clean);
        tell(command, "%s%s %s", str_text(&rows), file->n_clean ? ", in" : " in", file->path);
    }
    str_clear(&rows);
    add_rows(&rows, work->counts.n_written, work->counts.n_clean);
    if (work->files.list.n != 1 && work->counts.n_clean)
        tell(command, "%s", str_text(&rows));
}

static void set_rows(struct json *object, int64_t n_rows, int64_t n_clean)
{
    json_add(object, J_INT("rows", n_rows), J_INT("fixes", n_rows - n_clean),
             J_INT("correct_programs", n_clean));
}

static void add_left_out(struct json *list, const char *reason, int64_t n)
{
    json_push(list, json_make(J_TEXT("reason", reason), J_INT("n", n)));
}

/* Adds the fixes with a fate, if there are any. */
static void add_fate(struct json *list, const struct fix_account *account, enum fix_fate fate,
                     const char *reason)
{
    if (account->n[fate])
        add_left_out(list, reason, account->n[fate]);
}

/* Adds the fixes that the default of --region leaves out. */
static void add_regions(struct json *list, const struct fix_account *account)
{
    scoped(json) *counts = fix_account_regions(account);
    int64_t n = json_int(json_get(counts, "n"), 0);
    if (n)
        json_push(list, json_make(J_TEXT("reason", fix_filters[FILTER_REGION].name), J_INT("n", n),
                                  J_VALUE("kinds", json_take(counts, "kinds"))));
}

/* Prints the counts of rows written and left out. */
static void print_json(const struct work *work)
{
    const struct fix_account *account = &work->selection.account;
    scoped(json) *written = json_object();
    struct json *files = json_array(), *left_out = json_array();
    set_rows(written, work->counts.n_written, work->counts.n_clean);
    for (size_t i = 0; i < work->files.list.n; i++) {
        struct json *file = json_push_object(files);
        json_set_text(file, "path", work->files.list.items[i].path);
        set_rows(file, work->files.list.items[i].n_rows, work->files.list.items[i].n_clean);
    }
    add_fate(left_out, account, FATE_CATEGORY, fix_filters[FILTER_CATEGORY].name);
    add_regions(left_out, account);
    add_fate(left_out, account, FATE_ARTIFICIAL, "origin");
    add_fate(left_out, account, FATE_LICENSE, "license");
    for (int mark = 0; mark < N_FIX_MARKS; mark++)
        add_left_out(left_out, filter_mark_name(mark), account->n[FATE_DUPLICATE + mark]);
    add_fate(left_out, account, FATE_LONG, "tokens");
    add_fate(left_out, account, FATE_NO_SPLIT, "no split");
    for (size_t i = 0; i < work->counts.left_out.n; i++)
        add_left_out(left_out, work->counts.left_out.items[i].reason,
                     work->counts.left_out.items[i].n);
    json_add(written, J_VALUE("files", files), J_VALUE("left_out", left_out));
    json_write_pretty(written, stdout);
}

/* Refuses a path without an extension, because it could mean a file or a folder. */
static int check_name(const struct command *command, const char *path)
{
    const char *name = file_name(path);
    struct stat info;
    bool is_other = stat(path, &info) == 0 && !S_ISREG(info.st_mode); /* reported elsewhere */
    if (!*name || strcmp(path, "-") == 0 || strchr(name + 1, '.') || is_other)
        return EXIT_OK;
    return command_usage(command,
                         "'%s' could be a file or a folder: write -o %s.jsonl for one file, "
                         "-o %s/ for a folder with a file for each split",
                         path, path, path);
}

static int check(const struct command *command, const struct arguments *arguments)
{
    const struct export_options *options = &arguments->rows.options;
    if (!options->format)
        return command_usage(command, "choose a format: --format pairs, --format messages, ...");
    if (options->is_parquet && !export_is_folder(arguments->output) &&
        !file_has_extension(arguments->output, "parquet"))
        return command_usage(command, "--parquet writes files named .parquet, not '%s'",
                             arguments->output);
    if (arguments->is_json && strcmp(arguments->output, "-") == 0)
        return command_usage(command,
                             "--json writes to standard output; name a file for the rows with -o");
    return check_name(command, arguments->output);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    struct row_options *rows = &arguments->rows;
    scoped(work) work = {0};
    int status = check(command, arguments);
    if (status == EXIT_OK)
        status = row_options_complete(command, rows, err);
    if (status != EXIT_OK)
        return status;
    if (database_read(&work.db, arguments->db, rows->choice.split_set, err) != 0 ||
        row_options_take_store(command, rows, work.db, err) != 0)
        return ERR;
    row_options_show_progress(rows, "exporting", arguments->n_jobs);
    status = write_rows(&work, arguments, err);
    progress_clear(&rows->progress);
    if (status == 0 || work.counts.is_empty)
        row_options_tell(command, &work.selection.account, ADVISE_FILTERS, &work.counts);
    if (status != 0)
        return ERR;
    tell_files(command, &work);
    if (arguments->is_json)
        print_json(&work);
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Contents of a row", row_contents, offsetof(struct arguments, rows)},
    {"Contents of a row", token_options, 0},
    {"Which fixes", filters_of_export, offsetof(struct arguments, rows.choice)},
    {0},
};

const struct command command_export = {
#include "commands/help/export.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, .rows.choice = FIX_CHOICE_DEFAULT,
              .rows.options.view.granularity = GRANULARITY_OWN),
    .run = run,
};
