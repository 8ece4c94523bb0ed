/* tokfix publish: makes a folder that is ready for a dataset hub. */
#include "base/duck.h"
#include "base/file.h"
#include "base/str.h"
#include "base/terminal.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/row_options.h"
#include "commands/cli/command_line.h"
#include "db/store_log.h"
#include "export/publish/codenet_origin.h"
#include "export/publish/publish.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ANONYMOUS "Anonymous"

enum {
    MAX_SETS = 100,
    MAX_NAME = 96, /* the limit of hubs */
};

struct arguments {
    const char *db, *output, *card_extra;
    struct row_options rows;
    struct edition_names names;
    struct text_list split_sets;
    int64_t n_jobs;
    bool is_replacing;
};

static const struct command_option own_options[] = {
    {'o', "output", "DIR", "folder to create; its name is the name of the data set",
     TO_TEXT(arguments, output)},
    {0, "format", "FORMAT", "a format of `tokfix export`", "pairs",
     TO_FORMAT(arguments, rows.options.format)},
    {0, "split-set", "LIST",
     "split sets that `tokfix split` has made. The first is the configuration `default`; each "
     "other one is a configuration and a folder of its own",
     .otherwise = SPLIT_SET_DEFAULT, TO_LIST(arguments, split_sets)},
    {0, "card-extra", "FILE",
     "add this Markdown file to README.md as a section before uses and limitations",
     TO_TEXT(arguments, card_extra)},
    {0, "force", NULL, "replace a folder that tokfix published, if it has no other files",
     TO_FLAG(arguments, is_replacing)},
    {0, "parquet", NULL,
     "write Parquet (data/train-00000-of-00001.parquet) instead of compressed JSON lines. Needs "
     "DuckDB's library (make parquet)",
     TO_FLAG(arguments, rows.options.is_parquet)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* A line of UTF-8 without control characters, which YAML does not take. */
static bool is_line(const char *text)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    return *text && utf8_is_valid(text, strlen(text)) && strcmp(str_text(&safe), text) == 0;
}

static int take_line(const struct command_option *option, const char *text, void *variable,
                     struct err *err)
{
    if (!is_line(text))
        return err_set(err, "--%s takes a non-empty line of UTF-8 text without control characters",
                       option->name);
    return option_take_text(option, text, variable, err);
}

static int take_creator(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    const char *creator;
    if (take_line(option, text, &creator, err) != 0)
        return ERR;
    return option_take_texts(option, text, variable, err);
}

static int take_version(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    int end = 0;
    if (sscanf(text, "%*6[0-9].%*6[0-9].%*6[0-9]%n", &end) != 0 || !end || text[end])
        return ERR;
    return option_take_text(option, text, variable, err);
}

static int take_license(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    const struct license **out = variable;
    scoped(str) known = {0};
    *out = license_find(text);
    if (*out)
        return 0;
    for (const struct license *license = licenses; license->id; license++)
        str_print(&known, "%s%s", license == licenses ? "" : ", ", license->id);
    return err_set(err, "--%s: unknown value '%s'; use one of: %s", option->name, text,
                   str_text(&known));
}

static int take_url(const struct command_option *option, const char *text, void *variable,
                    struct err *err)
{
    bool is_web = strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
    if (!is_web || !is_line(text) || text[strcspn(text, " <>\"{}|\\^`")])
        return ERR;
    return option_take_text(option, text, variable, err);
}

static const struct command_option name_options[] = {
    {0, "version", "X.Y.Z", "version of the data set", "1.0.0", .takes = "a number such as 1.0.0",
     TO_VARIABLE(const char *, arguments, names.version, take_version)},
    {0, "license", "ID", "licence: cdla-permissive-2.0, cc-by-4.0, ..., or other",
     .otherwise = "cdla-permissive-2.0 for Project CodeNet; required for other data",
     TO_VARIABLE(const struct license *, arguments, names.license, take_license)},
    {0, "creator", "PERSON", "creator of the data set; may be repeated", .otherwise = ANONYMOUS,
     TO_VARIABLE(struct text_list, arguments, names.creators, take_creator)},
    {0, "url", "URL", "web address of the data set",
     .otherwise = "that of Project CodeNet; none for other data",
     .takes = "a web address that begins with https:// or http://",
     TO_VARIABLE(const char *, arguments, names.url, take_url)},
    {0},
};

/* Working data, released at the end. */
struct work {
    struct db *db;
    struct edition edition;
    struct str card_extra;
    bool is_codenet;
};

static void release_work(struct work *work)
{
    edition_release(&work->edition);
    str_release(&work->card_extra);
    db_close(work->db);
}
SCOPED_VALUE(work, release_work)

/* Only the licence of Project CodeNet is known. A set with other programs may name another licence,
 * which explains those of its parts. */
static int check_license(const struct arguments *arguments, struct work *work, struct err *err)
{
    enum codenet_origin origin;
    const struct license *license = arguments->names.license;
    if (codenet_origin_find(&origin, work->db, err) != 0)
        return ERR;
    work->is_codenet = origin == CODENET_ALL;
    const char *which = origin == CODENET_SOME ? "some" : "the";
    if (!license && origin != CODENET_ALL)
        return err_set(err,
                       "%s programs in '%s' are not from Project CodeNet; give their licence with "
                       "--license ID (cc-by-4.0, mit, ..., or other)",
                       which, arguments->db);
    if (!license || origin == CODENET_NO || license == license_of_codenet ||
        (origin == CODENET_SOME && license == license_find("other")))
        return 0;
    return err_set(
        err, "%s programs in '%s' are from Project CodeNet, whose licence is %s, not %s; %s", which,
        arguments->db, license_of_codenet->id, license->id,
        origin == CODENET_SOME ? "give --license other, and the licences with --card-extra"
                               : "omit --license");
}

/* The name of a split set, as an option names it: NULL for the default. */
static const char *name_of_set(const struct arguments *arguments, size_t number)
{
    const char *name = arguments->split_sets.items[number];
    return strcmp(name, SPLIT_SET_DEFAULT) == 0 ? NULL : name;
}

static int choose_set(const struct arguments *arguments, struct work *work, size_t number,
                      struct err *err)
{
    return store_choose_split_set(work->db, arguments->db, name_of_set(arguments, number), true,
                                  err);
}

/* The last results of `tokfix check` on the splits and on each benchmark, if they are about the
 * database as it is now, which is what the fingerprint says. What is marked is not published. */
static const char last_results[] =
    "WITH last AS (SELECT subject, n_found - n_marked AS n, max(rowid) FROM set_checks "
    "WHERE split_set = ? AND fingerprint = ? AND subject IN ('splits', 'benchmark') "
    "GROUP BY subject, name) "
    "SELECT count(*) FILTER (WHERE subject = 'splits'), coalesce(sum(max(n, 0)), 0) FROM last";

/* Fails unless a split set was checked, and nothing was found. */
static int take_result(const struct arguments *arguments, struct work *work, size_t number,
                       const char *fingerprint, struct err *err)
{
    scoped(str) again = {0};
    scoped(db_statement) *s = db_query(work->db, err, last_results, "tt",
                                       arguments->split_sets.items[number], fingerprint);
    if (choose_set(arguments, work, number, err) != 0 || db_step(s, err) != 1)
        return ERR;
    str_add_text(&again, "tokfix check ");
    shell_add_path(&again, arguments->db);
    database_add_set(&again, name_of_set(arguments, number));
    if (!db_int(s, 0))
        return err_set(err, "the splits of '%s' have not been checked as they are now; run: %s",
                       arguments->db, str_text(&again));
    if (!db_int(s, 1))
        return 0;
    return err_set(err, "'%s' is not clean: `tokfix check` found %s; see: %s", arguments->db,
                   counted(db_int(s, 1), "leak", "leaks").text, str_text(&again));
}

/* The views are then about the first split set. */
static int take_results(const struct arguments *arguments, struct work *work, struct err *err)
{
    char fingerprint[SHA256_HEX_SIZE];
    int64_t n_sets;
    scoped(progress) progress = {0};
    progress_watch(&progress, "reading", work->db);
    if (db_get_int(work->db, &n_sets, "SELECT count(*) FROM split_sets", err) != 0)
        return ERR;
    if (!n_sets)
        return err_set(err, "'%s' has no splits; make them with `tokfix split`, and check them",
                       arguments->db);
    if (store_fingerprint(fingerprint, work->db, err) != 0)
        return ERR;
    for (size_t i = 0; i < arguments->split_sets.n; i++)
        if (take_result(arguments, work, i, fingerprint, err) != 0)
            return ERR;
    return choose_set(arguments, work, 0, err);
}

/* Prints as a note the data files with their rows and bytes, and the next command. */
static void tell_files(const struct command *command, const struct edition *edition)
{
    scoped(str) text = {0}, safe = {0};
    int64_t n_rows = 0;
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        n_rows += file->set ? 0 : file->n_rows;
        tell(command, "%s in %s, %" PRId64 " bytes", counted(file->n_rows, "row", "rows").text,
             file->path, file->n_bytes);
    }
    shell_add_path(&text, edition->folder);
    terminal_add_safe(&safe, str_text(&text), text.length, 0);
    tell(command, "%s\nNext: push the folder %s to a dataset hub",
         counted(n_rows, "row", "rows").text, str_text(&safe));
}

static int read_extra(struct work *work, const char *path, struct err *err)
{
    if (!path)
        return 0;
    if (file_read(&work->card_extra, path, err) != 0)
        return ERR;
    if (utf8_is_valid(str_text(&work->card_extra), work->card_extra.length))
        return 0;
    return err_set(err, "'%s' is not UTF-8 text; --card-extra needs a Markdown file", path);
}

/* Sets the names that the command line did not give: the name of the data set is that of the
 * folder, with '-' for what hubs do not allow. The licence stays NULL if none was given and the
 * submissions are not Project CodeNet's. */
static void complete_names(struct edition_names *names, const char *folder, bool is_codenet)
{
    scoped(str) name = {0};
    if (!names->license && is_codenet)
        names->license = license_of_codenet;
    if (!names->url && is_codenet)
        names->url = source_url;
    if (!names->creators.n)
        array_push(&names->creators, ANONYMOUS);
    for (; *folder && name.length < MAX_NAME; folder++) {
        bool is_good = isalnum((unsigned char)*folder) || strchr("-_.", *folder);
        str_add(&name, is_good ? folder : "-", 1);
    }
    names->name = option_copy(str_text(&name));
}

static int write_folder(struct work *work, struct arguments *arguments, struct err *err)
{
    struct row_options *rows = &arguments->rows;
    scoped(str) line = {0}, name = {0};
    if (read_extra(work, arguments->card_extra, err) != 0)
        return ERR;
    file_add_name(&name, arguments->output);
    str_print(&line, "%s -o ", command_line_kept());
    shell_add_path(&line, str_text(&name));
    complete_names(&arguments->names, str_text(&name), work->is_codenet);
    rows->choice.negatives.probe = export_probe;
    rows->choice.negatives.rows = &rows->options;
    work->edition = (struct edition){
        .folder = arguments->output,
        .is_replacing = arguments->is_replacing,
        .line = str_text(&line),
        .names = &arguments->names,
        .options = &rows->options,
        .choice = &rows->choice,
        .sets = &arguments->split_sets,
        .card_extra = str_text(&work->card_extra),
        .is_codenet = work->is_codenet,
    };
    row_options_show_progress(rows, "publishing", arguments->n_jobs);
    int status = publish_write(&work->edition, work->db, err);
    progress_clear(&rows->progress);
    return status;
}

/* Completes the split sets: by default, one. */
static int complete_sets(const struct command *command, struct text_list *sets)
{
    if (!sets->n)
        array_push(sets, SPLIT_SET_DEFAULT);
    if (sets->n > MAX_SETS)
        return command_usage(command, "--split-set names more than %d sets", MAX_SETS);
    for (size_t i = 1; i < sets->n; i++) {
        if (!*sets->items[i]) /* the store refuses it, and knows the names */
            continue;
        for (size_t j = 0; j < i; j++)
            if (strcmp(sets->items[i], sets->items[j]) == 0)
                return command_usage(command, "--split-set names '%s' twice", sets->items[i]);
        if (!split_set_is_name(sets->items[i])) /* it becomes the name of a folder */
            return command_usage(command, "--split-set: no split set can be called '%s'",
                                 sets->items[i]);
        if (strcmp(sets->items[i], SPLIT_SET_DEFAULT) == 0)
            return command_usage(command,
                                 "the first split set of a folder is the configuration '%s': name "
                                 "'%s' first, or leave it out",
                                 sets->items[i], sets->items[i]);
    }
    return EXIT_OK;
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    struct row_options *rows = &arguments->rows;
    const struct export_format *format = rows->options.format;
    if (!arguments->output)
        return command_usage(command, "name the folder to create: -o DIR");
    if (strcmp(arguments->output, "-") == 0)
        return command_usage(
            command, "a folder cannot be written to standard output; name a folder: -o DIR");
    if (!format->features)
        return command_usage(command, "format %s is not JSON lines; choose another format",
                             format->name);
    int status = row_options_complete(command, rows, err);
    if (status == EXIT_OK)
        status = complete_sets(command, &arguments->split_sets);
    return status == EXIT_OK && rows->options.is_parquet ? duck_load(err) : status;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(work) work = {0};
    if (store_open(&work.db, arguments->db, err) != 0 ||
        choose_set(arguments, &work, 0, err) != 0 || check_license(arguments, &work, err) != 0 ||
        take_results(arguments, &work, err) != 0 ||
        row_options_take_store(command, &arguments->rows, work.db, err) != 0)
        return ERR;
    int status = write_folder(&work, arguments, err);
    if (status == EXIT_OK || work.edition.left_out.is_empty)
        row_options_tell(command, &work.edition.account, ADVISE_CODE_LICENSE,
                         &work.edition.left_out);
    if (status == EXIT_OK)
        tell_files(command, &work.edition);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Options", name_options, 0},
    {"Contents of a row", row_contents, offsetof(struct arguments, rows)},
    {"Which fixes", filters_of_code, offsetof(struct arguments, rows.choice)},
    {"Which fixes", filters_of_publish, offsetof(struct arguments, rows.choice)},
    {0},
};

const struct command command_publish = {
#include "commands/help/publish.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, .rows.choice = FIX_CHOICE_DEFAULT,
              .rows.options.view.granularity = GRANULARITY_OWN),
    .prepare = prepare,
    .run = run,
};
