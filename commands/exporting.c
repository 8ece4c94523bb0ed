#include "commands/exporting.h"

#include "base/file.h"
#include "base/str.h"
#include "commands/filters.h"
#include "commands/cli/command_line.h"
#include "export/publish/codenet_origin.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { MIN_SALT = 16 };
static const char salted[] = "salted:"; /* before a path, the value of --user-ids */

const struct command_option exporting_row_options[] = {
    {0, "task", "TASK",
     "task of the model\n"
     "repair: buggy code -> fixed code\n"
     "locate: code -> place of the bug\n"
     "locate-repair: code -> place and repair\n"
     "classify: code -> category\n"
     "explain: code -> a sentence: line 8: `<` should be `<=`\n"
     "repair-with-verdict: repair; the prompt has the verdict and the problem id",
     "repair", TO_TASK(exporting, options.view.question)},
    {0, "granularity", "HOW",
     "how much code the model sees\n"
     "program: the whole program\n"
     "function: the enclosing function, or the run of statements at the top level\n"
     "line: the line, and 3 lines above and below it",
     .otherwise = "function for fixes of git repositories, program for the others",
     TO_ENUM(exporting, options.view.granularity, granularity_name)},
    {0, "mark-location", NULL, "put <START> and <END> around the buggy part",
     TO_FLAG(exporting, options.view.has_marks)},
    {0, "without-ids", NULL,
     "leave out the keys with which `tokfix score` scores answers: id, problem_id, language, "
     "category, split, negative, task, location_marked, code. Trainers that take columns by name "
     "do not see them, but uploads to OpenAI allow no key beside messages. pairs and nbf always "
     "have ids",
     TO_FLAG(exporting, omits_ids)},
    {0, "without-comments", NULL,
     "leave the comments out of the programs, because they may give the answer away, as `# TLE` "
     "does. The tokens stay as they are, docstrings among them; a row for which this is not so is "
     "left out",
     TO_FLAG(exporting, options.omits_comments)},
    {0, "user-ids", "original|salted:FILE",
     "ids of users in the rows: those of the source, or hashes of them with the secret in this "
     "file. The same secret gives a user the same id in every data set",
     .otherwise = "Project CodeNet: original, because they are pseudonyms already; others: "
                  "numbers (u0001) in the order of the first submissions",
     TO_TEXT(exporting, user_ids)},
    {0, "negatives", "X",
     "add correct programs (the fixed programs): X for each fix of a split (0.5, 1, 2.5), or X% "
     "of the rows of a split (30%), if there are enough. Fixes that the format cannot express do "
     "not count",
     "0", TO_NEGATIVES(exporting, choice.negatives.per_fix)},
    SHARED_OPTIONS("Contents of a row"),
};

int exporting_complete(const struct command *command, struct exporting *exporting, struct err *err)
{
    const struct export_format *format = exporting->options.format;
    struct export_view *view = &exporting->options.view;
    struct fix_choice *choice = &exporting->choice;
    bool has_prompts = format->flags & FORMAT_PROMPTS;
    view->has_ids = format->flags & FORMAT_IDS && !exporting->omits_ids;
    if (exporting->omits_ids && !(format->flags & FORMAT_IDS))
        return command_usage(command, "rows of format %s always have ids; omit --without-ids",
                             format->name);
    if (format->max_tokens && choice->max_tokens == INT64_MAX)
        choice->format.max_tokens = format->max_tokens;
    choice->format.shows_programs = view->granularity == GRANULARITY_PROGRAM;
    choice->format.omits_other = format->flags & FORMAT_OMITS_OTHER;
    view->n_context = view->granularity == GRANULARITY_LINE || has_prompts ? CONTEXT_OWN : 0;
    if (exporting->user_ids && strcmp(exporting->user_ids, "original") != 0 &&
        !text_begins(exporting->user_ids, salted))
        return command_usage(command, "--user-ids takes original or salted:FILE, not '%s'",
                             exporting->user_ids);
    if (export_options_check(&exporting->options, choice->negatives.per_fix, err) != 0)
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

static int rename_users(const struct command *command, struct exporting *exporting, struct db *db,
                        struct err *err)
{
    scoped(str) salt = {0};
    enum codenet_origin origin = CODENET_NO;
    const char *given = exporting->user_ids;
    if (!given && codenet_origin_find(&origin, db, err) != 0)
        return ERR;
    if (origin == CODENET_ALL || (given && strcmp(given, "original") == 0))
        return 0;
    if (given && read_salt(&salt, given + strlen(salted), err) != 0)
        return ERR;
    exporting->options.user_ids = given ? "salted" : "numbered";
    return tell_named(command, db, err) == 0
               ? store_rename_users(db, given ? str_text(&salt) : NULL, err)
               : ERR;
}

int exporting_take_store(const struct command *command, struct exporting *exporting, struct db *db,
                         struct err *err)
{
    const struct export_format *format = exporting->options.format;
    struct export_view *view = &exporting->options.view;
    struct store_kinds kinds;
    if (store_find_kinds(&kinds, db, err) != 0 || rename_users(command, exporting, db, err) != 0)
        return ERR;
    view->has_provenance =
        kinds.has_repositories && export_format_has_provenance(format, view->has_ids);
    if (view->granularity == GRANULARITY_OWN && !(kinds.has_repositories && kinds.has_contests))
        view->granularity = kinds.has_repositories ? GRANULARITY_FUNCTION : GRANULARITY_PROGRAM;
    return 0;
}

void exporting_tell_files(const struct command *command, const struct output_files *files)
{
    scoped(str) rows = {0};
    for (size_t i = 0; i < files->list.n; i++) {
        const struct output_file *file = &files->list.items[i];
        str_clear(&rows);
        exporting_add_rows(&rows, file->n_rows, file->n_clean);
        tell(command, "%s%s %s", str_text(&rows), file->n_clean ? ", in" : " in", file->path);
    }
}

int exporting_check_name(const struct command *command, const char *path)
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

void exporting_show_progress(struct exporting *exporting, const char *label, int n_jobs)
{
    progress_start(&exporting->progress, label, "rows", 0);
    exporting->options.n_threads = n_jobs;
    exporting->options.meter = progress_meter(&exporting->progress);
}

void exporting_add_rows(struct str *out, int64_t n_rows, int64_t n_clean)
{
    str_add_text(out, counted(n_rows, "row", "rows").text);
    if (n_clean)
        str_print(out, ": %s, %s", counted(n_rows - n_clean, "fix", "fixes").text,
                  counted(n_clean, "correct program", "correct programs").text);
}

void exporting_set_rows(struct json *object, int64_t n_rows, int64_t n_clean)
{
    json_add(object, J_INT("rows", n_rows), J_INT("fixes", n_rows - n_clean),
             J_INT("correct_programs", n_clean));
}

static void tell_note(void *context, const char *note)
{
    tell(context, "%s", note);
}

void exporting_tell(const struct command *command, const struct fix_account *account,
                    enum fix_advice advice, const struct export_counts *counts)
{
    fix_account_tell(account, advice, tell_note, (void *)command);
    for (size_t i = 0; counts && i < counts->left_out.n; i++)
        tell(command, "%s left out: %s", counted(counts->left_out.items[i].n, "row", "rows").text,
             counts->left_out.items[i].reason);
}
