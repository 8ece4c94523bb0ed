/* The values are completed by those of the format, and checked, before the database is opened. What
 * needs the database, such as the names of users, follows. */
#include "commands/row_options.h"

#include "base/file.h"
#include "base/str.h"
#include "commands/filter_options.h"
#include "export/publish/codenet_origin.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_SALT = 16 };
static const char salted[] = "salted:"; /* before a path, the value of --user-ids */

enum { MAX_NEGATIVES = 1000 };

const char *row_options_format_name(int number)
{
    return export_formats[number] ? export_formats[number]->name : NULL;
}

OPTION_FINDS(row_options_take_format, export_format, export_format_find);

static const char *name_of_question(int number)
{
    return questions[number] ? questions[number]->name : NULL;
}

static OPTION_FINDS(take_question, question, question_find);

/* A ratio or a percentage of the rows. */
static int take_negatives(const struct command_option *option, const char *text, void *variable,
                          struct err *err)
{
    double *ratio = variable;
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    bool is_percentage = end != text && strcmp(end, "%") == 0;
    bool is_number = end != text && (!*end || is_percentage) && !errno &&
                     text[strspn(text, "0123456789.")] == *end;
    (void)err;
    *ratio = is_percentage ? number / (100 - number) : number;
    bool is_within = number >= 0 && (is_percentage ? number < 100 : number <= (double)option->max);
    return is_number && is_within ? 0 : ERR;
}

const struct command_option row_contents[] = {
    {0, "task", "TASK",
     "task of the model\n"
     "repair: buggy code -> fixed code\n"
     "locate: code -> place of the bug\n"
     "locate-repair: code -> place and repair\n"
     "classify: code -> category\n"
     "explain: code -> a sentence: line 8: `<` should be `<=`\n"
     "repair-with-verdict: repair; the prompt has the verdict and the problem id",
     "repair", .names = name_of_question,
     TO_VARIABLE(const struct question *, row_options, options.view.question, take_question)},
    {0, "granularity", "HOW",
     "how much code the model sees\n"
     "program: the whole program\n"
     "function: the enclosing function, or the run of statements at the top level\n"
     "line: the line, and 3 lines above and below it",
     .otherwise = "function for fixes of git repositories, program for the others",
     TO_ENUM(row_options, options.view.granularity, granularity_name)},
    {0, "mark-location", NULL, "put <START> and <END> around the buggy part",
     TO_FLAG(row_options, options.view.has_marks)},
    {0, "without-ids", NULL,
     "leave out the keys with which `tokfix score` scores answers: id, problem_id, language, "
     "category, split, negative, task, location_marked, code. Trainers that take columns by name "
     "do not see them, but uploads to OpenAI allow no key beside messages. Formats with ids among "
     "their own keys, as pairs, keep them",
     TO_FLAG(row_options, omits_ids)},
    {0, "without-comments", NULL,
     "leave the comments out of the programs, because they may give the answer away, as `# TLE` "
     "does. The tokens stay as they are, docstrings among them; a row for which this is not so is "
     "left out",
     TO_FLAG(row_options, options.omits_comments)},
    {0, "user-ids", "original|salted:FILE",
     "ids of users in the rows: those of the source, or hashes of them with the secret in this "
     "file. The same secret gives a user the same id in every data set",
     .otherwise = "Project CodeNet: original, because they are pseudonyms already; others: "
                  "numbers (u0001) in the order of the first submissions",
     TO_TEXT(row_options, user_ids)},
    {0, "negatives", "X",
     "add correct programs (the fixed programs): X for each fix of a split (0.5, 1, 2.5), or X% "
     "of the rows of a split (30%), if there are enough. Fixes that the format cannot express do "
     "not count",
     "0", .max = MAX_NEGATIVES,
     .takes =
         "a number from 0 to {max} for each fix, or a percentage of the rows below 100%, such as "
         "30%",
     TO_VARIABLE(double, row_options, choice.negatives.per_fix, take_negatives)},
    SHARED_OPTIONS("Contents of a row"),
};

int row_options_complete(const struct command *command, struct row_options *rows, struct err *err)
{
    const struct export_format *format = rows->options.format;
    struct export_view *view = &rows->options.view;
    struct fix_choice *choice = &rows->choice;
    bool has_prompts = format->flags & FORMAT_PROMPTS;
    view->has_ids = format->flags & FORMAT_IDS && !rows->omits_ids;
    if (rows->omits_ids && !(format->flags & FORMAT_IDS))
        return command_usage(command, "rows of format %s always have ids; omit --without-ids",
                             format->name);
    if (format->max_tokens && choice->max_tokens == INT64_MAX)
        choice->format.max_tokens = format->max_tokens;
    choice->format.shows_programs = view->granularity == GRANULARITY_PROGRAM;
    choice->format.omits_other = format->flags & FORMAT_OMITS_OTHER;
    view->n_context = view->granularity == GRANULARITY_LINE || has_prompts ? CONTEXT_OWN : 0;
    if (rows->user_ids && strcmp(rows->user_ids, "original") != 0 &&
        !text_begins(rows->user_ids, salted))
        return command_usage(command, "--user-ids takes original or salted:FILE, not '%s'",
                             rows->user_ids);
    if (export_options_check(&rows->options, choice->negatives.per_fix, err) != 0)
        return command_usage(command, "%s", err->message);
    return EXIT_OK;
}

/* Reads the secret without the end of its line. */
static int read_salt(struct str *salt, const char *path, struct err *err)
{
    if (file_read(salt, path, err) != 0)
        return ERR;
    while (salt->length && strchr("\r\n", salt->text[salt->length - 1]))
        salt->text[--salt->length] = '\0';
    if (salt->length >= MIN_SALT && !memchr(salt->text, '\0', salt->length))
        return 0;
    return err_set(err,
                   "the secret in '%s' can be guessed: it needs at least %d characters, for "
                   "example those of: openssl rand -hex 16",
                   path, MIN_SALT);
}

/* Ids of problems and submissions are written as they are. Short ids of users are in them by
 * chance. */
static int tell_named(const struct command *command, struct db *db, struct err *err)
{
    int64_t n;
    if (db_get_int(db, &n,
                   "SELECT count(*) FROM main.submissions WHERE length(user_id) > 2 AND "
                   "(instr(submission_id, user_id) OR instr(problem_id, user_id))",
                   err) != 0)
        return ERR;
    if (n)
        tell(command,
             "the ids of %s contain the id of their user, and are written as they are; "
             "to hide the users, mine rows with other ids",
             counted(n, "submission", "submissions").text);
    return 0;
}

static int rename_users(const struct command *command, struct row_options *rows, struct db *db,
                        struct err *err)
{
    scoped(str) salt = {0};
    enum codenet_origin origin = CODENET_NO;
    const char *given = rows->user_ids;
    if (!given && codenet_origin_find(&origin, db, err) != 0)
        return ERR;
    if (origin == CODENET_ALL || (given && strcmp(given, "original") == 0))
        return 0;
    if (given && read_salt(&salt, given + strlen(salted), err) != 0)
        return ERR;
    rows->options.user_ids = given ? "salted" : "numbered";
    return tell_named(command, db, err) == 0
               ? store_rename_users(db, given ? str_text(&salt) : NULL, err)
               : ERR;
}

int row_options_take_store(const struct command *command, struct row_options *rows, struct db *db,
                           struct err *err)
{
    const struct export_format *format = rows->options.format;
    struct export_view *view = &rows->options.view;
    struct store_kinds kinds;
    if (store_find_kinds(&kinds, db, err) != 0 || rename_users(command, rows, db, err) != 0)
        return ERR;
    view->has_provenance =
        kinds.has_repositories && export_format_has_provenance(format, view->has_ids);
    if (view->granularity == GRANULARITY_OWN && !(kinds.has_repositories && kinds.has_contests))
        view->granularity = kinds.has_repositories ? GRANULARITY_FUNCTION : GRANULARITY_PROGRAM;
    return 0;
}

void row_options_show_progress(struct row_options *rows, const char *label, int64_t n_jobs)
{
    progress_start(&rows->progress, label, "rows", 0);
    rows->options.n_threads = (int)n_jobs;
    rows->options.meter = progress_meter(&rows->progress);
}

void row_options_tell(const struct command *command, const struct fix_account *account,
                      enum fix_advice advice, const struct export_counts *counts)
{
    filter_options_tell(command, account, advice);
    for (size_t i = 0; i < counts->left_out.n; i++)
        tell(command, "%s left out: %s", counted(counts->left_out.items[i].n, "row", "rows").text,
             counts->left_out.items[i].reason);
}
