/* tokfix report: makes a page that shows a database in a browser. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/target.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/program_language.h"
#include "commands/progress.h"
#include "report/page.h"

#include <inttypes.h>
#include <string.h>

enum { N_WITH_PROGRAMS = 2000 };

struct arguments {
    const char *db, *output;
    struct fix_choice choice;
    bool is_replacing;
};

static const struct command_option own_options[] = {
    {'o', "output", "FILE", "file to create, or - for standard output", "report.html",
     TO_TEXT(arguments, output)},
    {0, "force", NULL, "replace an existing file", TO_FLAG(arguments, is_replacing)},
    OPTION_SPLIT_SHOWN(arguments, choice.splits),
    OPTION_SPLIT_SET(arguments, choice.split_set),
    {0},
};

/* What was written. */
struct written {
    struct page_counts counts;
    off_t n_bytes;
};

/* The progress of the page: the report is counted first, then programs are written. */
struct telling {
    struct progress progress;
    struct meter meter; /* on it */
    bool is_writing;
};

static void show_programs(void *context, const struct meter_step *step)
{
    struct telling *telling = context;
    if (!telling->is_writing) {
        progress_clear(&telling->progress);
        progress_start(&telling->progress, "writing", "programs", 0);
    }
    telling->is_writing = true;
    meter_count(&telling->meter, step->done, step->total);
}

/* Writes the page and closes the stream, if it is not standard output. */
static int write_page(FILE *out, struct db *db, const struct arguments *arguments,
                      struct written *written, struct err *err)
{
    scoped(str) filters = {0};
    struct telling telling = {.meter = progress_meter(&telling.progress)};
    filter_options_add_given(&filters, "output,force", &arguments->choice);
    struct page_options options = {
        .database = file_name(arguments->db),
        .n_with_programs = N_WITH_PROGRAMS,
        .filters = filters.length ? str_text(&filters) : NULL,
        .meter = {show_programs, &telling},
    };
    progress_watch(&telling.progress, "counting", db);
    struct fix_account account;
    int status = filters.length ? fix_select_keys(&account, db, &arguments->choice, err) : 0;
    if (status == 0)
        status = page_write(out, db, &options, &written->counts, err);
    progress_clear(&telling.progress);
    written->n_bytes = ftello(out);
    struct err lost;
    int end =
        out == stdout ? file_flush(out, "-", &lost) : file_close(out, arguments->output, &lost);
    if (status == 0 && end != 0)
        return err_pass(err, &lost);
    return status;
}

/* Writes a file that appears whole or not at all. */
static int write_file(struct db *db, const struct arguments *arguments, struct written *written,
                      struct err *err)
{
    scoped(target) target = {0};
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        replacing_is_safe(arguments->output, false, err) != 0 ||
        target_open(&target, arguments->output, arguments->is_replacing, err) != 0)
        return ERR;
    FILE *out = fopen(target.partial_path, "we");
    int status = out ? write_page(out, db, arguments, written, err)
                     : err_set_errno(err, "cannot write '%s'", target.partial_path);
    return status == 0 ? target_commit(&target, err) : ERR;
}

static void tell_written(const struct command *command, const struct arguments *arguments,
                         const struct written *written)
{
    const struct page_counts *counts = &written->counts;
    scoped(str) text = {0};
    str_add_text(&text, counted(counts->n_fixes, "fix", "fixes").text);
    if (counts->n_listed < counts->n_fixes)
        str_print(&text, ", %" PRId64 " of them in the list", counts->n_listed);
    str_print(&text, ", %" PRId64 " with %s", counts->n_with_programs,
              plural((double)counts->n_with_programs, "its programs", "their programs"));
    if (strcmp(arguments->output, "-") != 0) {
        str_print(&text, "\nNext: open %s (%.1f MB) in a browser", arguments->output,
                  (double)written->n_bytes / 1e6);
    }
    tell(command, "%s", str_text(&text));
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    scoped(db) *db = NULL;
    struct written written;
    if (database_show(&db, arguments->db, &arguments->choice, err) != 0 ||
        program_language_view(db, fix_choice_language(&arguments->choice), err) != 0)
        return ERR;
    bool is_stdout = strcmp(arguments->output, "-") == 0;
    if (is_stdout)
        interrupt_outcome(NULL); /* output already written stays */
    if ((is_stdout ? write_page(stdout, db, arguments, &written, err)
                   : write_file(db, arguments, &written, err)) != 0)
        return ERR;
    tell_written(command, arguments, &written);
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which fixes to list", filters_of_show, offsetof(struct arguments, choice)},
    {0}};

const struct command command_report = {
#include "commands/help/report.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, .choice = FIX_CHOICE_ALL),
    .run = run,
};
