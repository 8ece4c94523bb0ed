/* tokfix publish: makes a folder that is ready for a dataset hub. */
#include "base/duck.h"
#include "base/file.h"
#include "base/str.h"
#include "base/terminal.h"
#include "cli/command_line.h"
#include "db/store.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/filters.h"
#include "fixes/fix_filter.h"
#include "commands/guarding.h"
#include "commands/naming.h"
#include "export/publish/edition.h"
#include "export/publish/codenet_origin.h"
#include "report/source_report.h"
#include "report/stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { REPORTED_ROWS = 20 }; /* of each list of the check, in the manifest */

struct arguments {
    const char *db, *output, *card_extra;
    struct exporting exporting;
    struct naming naming;
    struct checking_options checking;
    struct text_list split_sets;
    int64_t n_files, n_jobs;
    bool is_replacing, is_despite_check, is_despite_license, is_json;
};

static const struct command_option own_options[] = {
    {'o', "output", "DIR", "folder to create", TO_TEXT(arguments, output)},
    {0, "format", "FORMAT", "pairs, messages, ...: any JSON Lines format of `tokfix export`",
     "pairs", TO_FORMAT(arguments, exporting.options.format)},
    {0, "against", "BENCH",
     "do not publish if a fix contains a program of this benchmark: a folder or a file, see "
     "`tokfix check --help`; may be repeated",
     TO_TEXTS(arguments, checking.against)},
    {0, "split-set", "LIST",
     "split sets that `tokfix split --set` has named. The first is the configuration `default`; "
     "each other one is a configuration and a folder of its own",
     .otherwise = SPLIT_SET_DEFAULT, TO_LIST(arguments, split_sets)},
    {0},
};

static const struct command_option file_options[] = {
    {0, "force", NULL, "replace a folder that tokfix published, if it has no other files",
     TO_FLAG(arguments, is_replacing)},
    {0, "parquet", NULL,
     "write Parquet (data/train-00000-of-00001.parquet) instead of compressed JSON lines. Needs "
     "DuckDB's library (make parquet)",
     TO_FLAG(arguments, exporting.options.is_parquet)},
    {0, "files", "N", "number of files for each split; a split never has more files than rows",
     .otherwise = "one per 100,000 rows", TO_NUMBER(arguments, n_files, 1, 256),
     .takes = "a whole number from {min} to {max}"},
    {0, "json", NULL, "print a summary as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static const struct command_option card_options[] = {
    {0, "card-extra", "FILE",
     "add this Markdown file to README.md as a section before uses and limitations",
     TO_TEXT(arguments, card_extra)},
    {0},
};

static const struct command_option check_options[] = {
    {0, "despite-check", NULL,
     "publish even if the check finds violations or leaks; the card says so",
     TO_FLAG(arguments, is_despite_check)},
    {0, "despite-license", NULL,
     "publish programs of Project CodeNet under another licence than its own, because you have the "
     "right to",
     TO_FLAG(arguments, is_despite_license)},
    {0},
};

/* Prints lines that contain file names, made safe for a terminal, and clears the text. */
static void print_safe(struct str *text, FILE *out)
{
    scoped(str) safe = {0};
    terminal_add_safe_lines(&safe, str_text(text));
    fputs(str_text(&safe), out);
    str_clear(text);
}

/* Prints the findings of one test. The name may come from the file name of a benchmark, so it is
 * made safe. */
static void tell_one(const char *prefix, const char *name, double n, const char *one,
                     const char *many)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, name, strlen(name), 0);
    if (n > 0)
        fprintf(stderr, "  %s%s: %s\n", prefix, str_text(&safe),
                counted((int64_t)n, one, many).text);
}

/* Prints to standard error which tests failed in `report` (of report/checking.h), and how to
 * proceed. `path` is that of the database. */
static void tell_failures(const struct command *command, struct db *db, const char *path,
                          const struct json *report)
{
    const struct json *splits = json_get(report, "splits"), *tests = json_get(splits, "tests");
    const struct json *benchmarks = json_get(report, "benchmarks");
    const char *set = json_text_at(report, "split_set");
    scoped(str) text = {0}, word = {0}, chosen = {0}, options = {0};
    str_print(&text, "tokfix %s: '%s' is not clean and was not published:\n", command->name, path);
    print_safe(&text, stderr);
    json_each(row, tests)
        tell_one("", json_text_at(row, "test"), json_number_at(row, "violations"), "violation",
                 "violations");
    json_each(one, benchmarks)
        tell_one("benchmark ", json_text_at(one, "name"), json_number_at(one, "n_leaks"), "leak",
                 "leaks");
    shell_add_path(&word, path);
    guarding_add_split_options(&options, db, set, json_text_at(splits, "grouped_by"));
    filters_add_set(&chosen, set);
    str_print(&text,
              "To list them:            tokfix check %s%s\n"
              "To mark leaking fixes:   tokfix check %s%s --mark (with --against for a benchmark)\n"
              "To split again:          tokfix split %s%s\n"
              "To publish anyway:       --despite-check\n",
              str_text(&word), str_text(&chosen), str_text(&word), str_text(&chosen),
              str_text(&word), str_text(&options));
    print_safe(&text, stderr);
}

/* Prints as a note the files of the folder `path` with their rows and bytes, and the
 * next command. */
static void tell_tree(const struct command *command, const char *path,
                      const struct edition *edition)
{
    struct edition_size size = edition_size(edition, &edition->configs.items[0], -1);
    scoped(str) text = {0}, rows = {0};
    int width = 40;
    FILE *out = tell_stream();
    if (!out)
        return;
    for (size_t i = 0; i < edition->files.n; i++)
        if (width < (int)strlen(edition->files.items[i].path))
            width = (int)strlen(edition->files.items[i].path);
    str_print(&text, "%s\n", path);
    print_safe(&text, out);
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        fprintf(out, "  %-*s %10" PRId64 " %-4s %12" PRId64 " bytes\n", width, file->path,
                file->n_rows, plural(file->n_rows, "row", "rows"), file->n_bytes);
    }
    for (size_t i = 0; i < edition->n_others; i++)
        fprintf(out, "  %-*s %15s %12" PRId64 " bytes\n", width, edition->others[i].path, "",
                edition->others[i].n_bytes);
    shell_add_path(&text, path);
    exporting_add_rows(&rows, size.n_rows, size.n_clean);
    if (json_count(edition->sets))
        str_print(&rows, " in the split set %s, and %s", edition_set_name(edition, 0),
                  counted((int64_t)json_count(edition->sets), "other set", "other sets").text);
    tell(command, "%s%s\nNext: push the folder %s to a dataset hub", str_text(&rows),
         edition_has_passed(edition) ? "" : "; tokfix check failed, and the card says so",
         str_text(&text));
}

static void add_file(struct json *files, const struct edition_file *file)
{
    struct json *object = json_push_object(files);
    json_set_text(object, "path", file->path);
    if (file->n_rows)
        exporting_set_rows(object, file->n_rows, file->n_clean);
    json_add(object, J_INT("bytes", file->n_bytes),
             J_TEXT("sha256", file->is_edited ? NULL : file->sha256));
}

/* Prints the same as one JSON object to standard output. */
static void print_json(const char *path, const struct edition *edition)
{
    scoped(json) *published = json_object();
    struct json *files = json_array();
    json_set_text(published, "folder", path);
    struct edition_size size = edition_size(edition, &edition->configs.items[0], -1);
    exporting_set_rows(published, size.n_rows, size.n_clean);
    json_set_bool(published, "passed_check", edition_has_passed(edition));
    for (size_t i = 0; i < edition->files.n; i++)
        add_file(files, &edition->files.items[i]);
    for (size_t i = 0; i < edition->n_others; i++)
        add_file(files, &edition->others[i]);
    json_set(published, "files", files);
    json_write_pretty(published, stdout);
}

/* Working data, released at the end. */
struct work {
    struct db *db;
    struct json *stats;               /* the statistics of the store for the card */
    ARRAY(struct checking) checkings; /* of each split set */
    ARRAY(struct published_set) sets;
    struct edition edition;
    struct str card_extra;
    bool is_codenet;
};

static void release_work(struct work *work)
{
    edition_release(&work->edition);
    str_release(&work->card_extra);
    for (size_t i = 0; i < work->checkings.n; i++)
        checking_release(&work->checkings.items[i]);
    array_release(&work->checkings);
    array_release(&work->sets);
    json_free(work->stats);
    db_close(work->db);
}
SCOPED_VALUE(work, release_work)

/* Only the licence of Project CodeNet is known. A set with other programs may name another licence,
 * which explains those of its parts. */
static int check_license(const struct arguments *arguments, struct work *work, struct err *err)
{
    enum codenet_origin origin;
    const struct license *license = arguments->naming.names.license;
    if (codenet_origin_find(&origin, work->db, err) != 0)
        return ERR;
    work->is_codenet = origin == CODENET_ALL;
    if (!license && origin != CODENET_ALL)
        return err_set(err,
                       "%s programs in '%s' are not from Project CodeNet; give their licence with "
                       "--license ID (cc-by-4.0, mit, ..., or other)",
                       origin == CODENET_SOME ? "some" : "the", arguments->db);
    if (!license || origin == CODENET_NO || license == license_of_codenet ||
        arguments->is_despite_license ||
        (origin == CODENET_SOME && license == license_find("other")))
        return 0;
    return err_set(err,
                   "%s programs in '%s' are from Project CodeNet, whose licence is %s, not %s; %s, "
                   "or add --despite-license if you have the right to publish them under %s",
                   origin == CODENET_SOME ? "some" : "the", arguments->db, license_of_codenet->id,
                   license->id,
                   origin == CODENET_SOME ? "give --license other, and the licences with "
                                            "--card-extra"
                                          : "omit --license",
                   license->id);
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

/* Checks a split set. Returns EXIT_OK, EXIT_FAILED after printing a message, or ERR. */
static int check_set(const struct command *command, struct arguments *arguments, struct work *work,
                     size_t number, struct err *err)
{
    array_push(&work->checkings, (struct checking){0});
    struct checking *checking = &work->checkings.items[number];
    if (choose_set(arguments, work, number, err) != 0 ||
        guarding_check(checking, work->db, arguments->db, &arguments->checking, arguments->n_jobs,
                       err) != 0)
        return ERR;
    array_push(&work->sets,
               (struct published_set){arguments->split_sets.items[number], checking->report});
    if (checking->is_clean || arguments->is_despite_check)
        return EXIT_OK;
    tell_failures(command, work->db, arguments->db, checking->report);
    return EXIT_FAILED;
}

/* Checks whether the database may be published. Returns EXIT_OK, EXIT_FAILED after printing a
 * message, or ERR. The views are then about the first split set. */
static int check(const struct command *command, struct arguments *arguments, struct work *work,
                 struct err *err)
{
    const struct text_list *sets = &arguments->split_sets;
    scoped(str) database = {0};
    int64_t n_splits;
    if (db_get_int(work->db, &n_splits, "SELECT count(*) FROM split_sets", err) != 0)
        return ERR;
    shell_add_path(&database, arguments->db);
    if (!n_splits)
        return err_set(err, "'%s' has no splits; make splits with: tokfix split %s", arguments->db,
                       str_text(&database));
    int status = EXIT_OK;
    for (size_t i = 0; i < sets->n && status == EXIT_OK; i++)
        status = check_set(command, arguments, work, i, err);
    return status == EXIT_OK && choose_set(arguments, work, 0, err) != 0 ? ERR : status;
}

/* Collects the statistics of the store for the card. */
static int collect(struct work *work, struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "counting", work->db);
    if (stats_collect(&work->stats, work->db, &(struct stats_choice){0}, err) != 0)
        return ERR;
    scoped(json) *funnel = json_take(work->stats, "funnel");
    json_set(work->stats, "funnel", source_words_name(work->stats, funnel));
    return 0;
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

/* Adds the languages that a data set is named after: those that are chosen and have fixes. */
static void add_languages(struct text_list *out, const struct json *stats,
                          const struct fix_choice *choice)
{
    json_each(row, json_get(stats, "languages")) {
        const char *name = json_text_at(row, "language");
        if (filter_value_takes(&choice->filters[FILTER_LANGUAGE], name) &&
            (fix_choice_language(choice) || json_number_at(row, "fixes") > 0))
            array_push(out, name);
    }
}

static int write_folder(struct work *work, struct arguments *arguments, struct err *err)
{
    struct exporting *exporting = &arguments->exporting;
    scoped(str) line = {0}, name = {0};
    if (collect(work, err) != 0 || read_extra(work, arguments->card_extra, err) != 0)
        return ERR;
    struct text_list named = {0};
    add_languages(&named, work->stats, &exporting->choice);
    naming_complete(&arguments->naming, &named, work->is_codenet);
    array_release(&named);
    file_add_name(&name, arguments->output);
    str_print(&line, "%s -o ", command_line_kept());
    shell_add_path(&line, str_text(&name));
    exporting->choice.probe = export_probe;
    exporting->choice.rows = &exporting->options;
    work->edition = (struct edition){
        .names = &arguments->naming.names,
        .options = &exporting->options,
        .choice = &exporting->choice,
        .stats = work->stats,
        .check = work->checkings.items[0].report,
        .is_forced = arguments->is_despite_check,
        .card_extra = &work->card_extra,
        .is_codenet = work->is_codenet,
    };
    struct publish_request request = {arguments->output,          arguments->is_replacing,
                                      (size_t)arguments->n_files, str_text(&line),
                                      work->sets.items,           work->sets.n};
    exporting_show_progress(exporting, "publishing", (int)arguments->n_jobs);
    int status = publish_write(&work->edition, work->db, &request, err);
    progress_clear(&exporting->progress);
    return status;
}

/* Completes the split sets: by default, one. */
static int complete_sets(const struct command *command, struct text_list *sets)
{
    if (!sets->n)
        array_push(sets, SPLIT_SET_DEFAULT);
    if (sets->n > EDITION_MAX_SETS)
        return command_usage(command, "--split-set names more than %d sets", EDITION_MAX_SETS);
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
    struct exporting *exporting = &arguments->exporting;
    if (!arguments->output)
        return command_usage(command, "name the folder to create: -o DIR");
    if (strcmp(arguments->output, "-") == 0)
        return command_usage(
            command, "a folder cannot be written to standard output; name a folder: -o DIR");
    int status = exporting_complete(command, exporting, err);
    if (status == EXIT_OK)
        status = complete_sets(command, &arguments->split_sets);
    return status == EXIT_OK && exporting->options.is_parquet ? duck_load(err) : status;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(work) work = {0};
    if (store_open(&work.db, arguments->db, err) != 0 ||
        choose_set(arguments, &work, 0, err) != 0 ||
        exporting_take_store(command, &arguments->exporting, work.db, err) != 0 ||
        check_license(arguments, &work, err) != 0)
        return ERR;
    int status = check(command, arguments, &work, err);
    if (status == EXIT_OK)
        status = write_folder(&work, arguments, err);
    if (status == EXIT_OK || work.edition.left_out.is_empty)
        exporting_tell(command, &work.edition.account, &work.edition.left_out);
    if (status != EXIT_OK)
        return status;
    tell_tree(command, arguments->output, &work.edition);
    if (arguments->is_json)
        print_json(arguments->output, &work.edition);
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Options", naming_options, offsetof(struct arguments, naming)},
    {"The files", file_options, 0},
    {"The card", card_options, 0},
    {"The check", check_options, 0},
    {"Comparing programs", guarding_check_options, offsetof(struct arguments, checking)},
    {"Contents of a row", exporting_row_options, offsetof(struct arguments, exporting)},
    {"Which fixes", filter_license_of_code, offsetof(struct arguments, exporting.choice)},
    FILTER_GROUPS("Which fixes", arguments, exporting.choice),
    {0},
};

const struct command command_publish = {
    .name = "publish",
    .manual =
        (const char[]){
#include "commands/help/publish.txt.inc"
        },
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, .exporting.choice = FIX_CHOICE_DEFAULT,
              .exporting.options.view.granularity = GRANULARITY_OWN,
              .checking.limit = REPORTED_ROWS),
    .prepare = prepare,
    .run = run,
};
