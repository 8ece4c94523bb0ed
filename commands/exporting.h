/* The options that say what is written and how: of the commands export and publish. */
#ifndef COMMANDS_EXPORTING_H
#define COMMANDS_EXPORTING_H

#include "export/export.h"
#include "cli/command.h"
#include "commands/progress.h"

enum {
    EXPORTING_FORMAT = 768,
    EXPORTING_PARQUET,
    EXPORTING_FIM_STYLE,
    EXPORTING_TASK,
    EXPORTING_GRANULARITY,
    EXPORTING_CONTEXT,
    EXPORTING_MARK_LOCATION,
    EXPORTING_TEMPLATE,
    EXPORTING_SYSTEM,
    EXPORTING_WITH_IDS,
    EXPORTING_NEGATIVES,
    EXPORTING_FITS,
    EXPORTING_ORIGIN,
    EXPORTING_CATEGORY,
    EXPORTING_PATTERN,
    EXPORTING_ROLE,
    EXPORTING_STATUS,
    EXPORTING_LANGUAGE,
    EXPORTING_ORIGINAL_LANGUAGE,
    EXPORTING_DIALECT,
    EXPORTING_MIN_TOKENS,
    EXPORTING_MAX_TOKENS,
    EXPORTING_SINCE,
    EXPORTING_BEFORE,
    EXPORTING_REPAIR_IN_PROGRAM,
    EXPORTING_KEEP,
    EXPORTING_ONE_PER_CLUSTER,
    EXPORTING_SAMPLE,
    EXPORTING_BALANCE,
    EXPORTING_SEED,
    EXPORTING_SHUFFLE,
    EXPORTING_PROBLEM,
    EXPORTING_TOKEN,
    EXPORTING_EDIT,
    EXPORTING_CONTAINS,
    EXPORTING_MARKED,
};

/* For the manual: what rows look like, and which fixes there are; the same for showing fixes, which
 * leaves none out. */
extern const struct command_option exporting_row_options[], exporting_filter_options[],
    exporting_show_options[];

/* What the options say. */
struct exporting {
    struct fix_choice choice;
    struct export_options options; /* template: `template`, once it is read */
    const char *template_path;     /* NULL: ours */
    bool has_context;              /* --context was given */
    struct template template;
    const char *categories, *fim_style;
    ARRAY(char *) lists; /* what names of the choice point into; owned */
    struct progress progress;
};

/* What the options are when none is given. Release with exporting_release(). */
void exporting_init(struct exporting *exporting);
void exporting_release(struct exporting *exporting);

/* Takes one of the options, whose value is `optarg`: EXIT_OK, or EXIT_USAGE with a message as
 * command_usage gives it; EXPORTING_NOT for any other code. */
enum { EXPORTING_NOT = -1 };
int exporting_set(const struct command *command, struct exporting *exporting, int code);

/* Completes what the command line left open: EXIT_OK, or EXIT_USAGE with a message. Reads the
 * template: EXIT_FAILED with a message. */
int exporting_complete(const struct command *command, struct exporting *exporting);

/* Takes the splits that --split names. */
void exporting_set_splits(struct exporting *exporting);

/* Refuses a name without an extension, which could be that of a file or of a folder: EXIT_OK, or
 * EXIT_USAGE with a message that has both spellings. A folder, standard output, and the stem of
 * parallel files are no such names. */
int exporting_check_name(const struct command *command, const char *path,
                         const struct export_format *format);

/* Whether rows go to files in a folder: it is one, or its name ends with a slash. */
bool exporting_names_folder(const char *path);

/* The folder that rows go to: made if it is not there. exporting_folder_end() returns the status of
 * writing, and removes the folder again if it was made and that failed. */
struct exporting_folder {
    const char *path;
    bool is_new;
    struct interrupt_partial *partial;
};
int exporting_folder_begin(struct exporting_folder *folder, const char *path, struct err *err);
int exporting_folder_end(struct exporting_folder *folder, int status);

/* Prints "15 rows in DIR/train.jsonl" for each file. */
void exporting_tell_files(const struct command *command, const struct output_files *files);

/* Makes the options show progress on a terminal, and use so many threads. */
void exporting_show_progress(struct exporting *exporting, const char *label, int n_jobs);

/* How many rows there are of fixes and of correct programs: "93 rows", or "139 rows: 93 fixes, 46
 * correct programs"; and as members of an object. */
void exporting_add_rows(struct str *out, int64_t n_rows, int64_t n_clean);
void exporting_set_rows(struct json *object, int64_t n_rows, int64_t n_clean);

/* Tells on standard error which fixes were left out, and why; exporting_tell() also which rows. */
void exporting_tell_account(const struct command *command, const struct fix_account *account);
void exporting_tell(const struct command *command, const struct fix_account *account,
                    const struct export_counts *counts);

#endif
