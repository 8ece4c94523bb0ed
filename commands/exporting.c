#include "commands/exporting.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/command_line.h"
#include "commands/filters.h"
#include "export/publish/codenet_origin.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FILE = 1 << 20 /* bytes of a template or of a list of texts */, MIN_SALT = 16 };
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
     "repair", TO_TASK(exporting, options.view.task)},
    {0, "granularity", "HOW",
     "how much code the model sees\n"
     "program: the whole program\n"
     "function: the enclosing function, or the run of statements at the top level\n"
     "line: the line, with context",
     .otherwise = "function for fixes of git repositories, program for the others",
     TO_ENUM(exporting, options.view.granularity, granularity_name)},
    {0, "context", "K",
     "number of lines above and below a line; for a function, at most this many other lines of the "
     "file that its prompt shows: headers of classes, and imports",
     .otherwise = "3 for a line, 10 for the function of a fix of git, else 0",
     TO_NUMBER(exporting, options.view.n_context, 0, EXPORTING_MAX_CONTEXT)},
    {0, "mark-location", NULL, "put <START> and <END> around the buggy part",
     TO_FLAG(exporting, options.view.has_marks)},
    {0, "template", "FILE", "make the prompts from this template (see Templates)",
     TO_TEXT(exporting, template_path)},
    {0, "system", "TEXT", "for messages and alpaca, the system prompt of each conversation",
     TO_TEXT(exporting, options.view.system)},
    {0, "without-ids", NULL,
     "leave out the keys with which `tokfix score` scores answers: id, problem_id, language, "
     "category, split, negative, task, location_marked, code. Trainers that take columns by name "
     "do not see them, but uploads to OpenAI allow no key beside messages. pairs, nbf and tssb "
     "always have ids; codexglue cannot have them",
     TO_FLAG(exporting, omits_ids)},
    {0, "without-comments", NULL,
     "leave the comments out of the programs, because they may give the answer away, as `# TLE` "
     "does. The tokens stay as they are, docstrings among them; a row for which this is not so is "
     "left out",
     TO_FLAG(exporting, options.omits_comments)},
    {0, "large-rows", NULL,
     "take rows of more than 1 MB, too. Hosts of data sets do not show them whole",
     TO_FLAG(exporting, options.takes_large)},
    {0, "without-texts", "FILE",
     "leave out rows that contain one of the texts in this file, one per line: for example the "
     "special tokens of a model, which its tokenizer would not read as code",
     TO_TEXT(exporting, texts_path)},
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
     "0", TO_NEGATIVES(exporting, choice.negatives)},
    {0, "max-characters", "N",
     "take only rows with at most this many characters (code points) for the model to read: "
     "prompt and answer together. For preference the longer answer counts, for pairs and "
     "codexglue the longer program, for nbf the program. Expect 2 to 4 characters of code per "
     "token of the model",
     TO_NUMBER(exporting, options.max_characters, 1, INT64_MAX)},
    SHARED_OPTIONS("Contents of a row"),
};

static int read_template(struct exporting *exporting, struct err *err)
{
    const struct export_view *view = &exporting->options.view;
    const char *path = exporting->template_path;
    scoped(str) text = {0};
    if (!path)
        export_task_add_prompt(&text, view->task, view->granularity);
    else if (file_read(&text, path, err) != 0)
        return ERR;
    if (text.length > MAX_FILE)
        return err_set(err, "'%s' is larger than 1 MiB; is it a template?", path);
    exporting->options.view.template = &exporting->template;
    return prompt_read(&exporting->template, str_text(&text), text.length, path ? path : "prompt",
                       err);
}

/* Cuts the file of --without-texts into its lines. Empty ones do not count. */
static int read_texts(struct exporting *exporting, struct err *err)
{
    const char *path = exporting->texts_path;
    if (!path)
        return 0;
    if (file_read(&exporting->texts, path, err) != 0)
        return ERR;
    size_t length = exporting->texts.length;
    if (length > MAX_FILE)
        return err_set(err, "'%s' is larger than 1 MiB; --without-texts takes a text a line", path);
    if (!utf8_is_valid(str_text(&exporting->texts), length))
        return err_set(err, "'%s' is not UTF-8, so no row can contain its texts", path);
    if (memchr(str_text(&exporting->texts), '\0', length))
        return err_set(err, "'%s' contains a zero byte, which no row can contain", path);
    for (size_t at = utf8_byte_order_mark(str_text(&exporting->texts), length); at < length; at++) {
        char *text = exporting->texts.text + at;
        at += strcspn(text, "\r\n");
        exporting->texts.text[at] = '\0';
        if (*text)
            array_push(&exporting->options.without_texts, text);
    }
    if (exporting->options.without_texts.n)
        return 0;
    return err_set(err, "'%s' contains no text; write one text a line", path);
}

static const char needs_part[] =
    "--context needs --granularity line, or function and a format with prompts";

/* Whether rows may have lines around a function. */
static bool shows_context(const struct export_options *options)
{
    return options->view.granularity != GRANULARITY_PROGRAM &&
           options->format->flags & FORMAT_PROMPTS;
}

int exporting_complete(const struct command *command, struct exporting *exporting, struct err *err)
{
    struct export_view *view = &exporting->options.view;
    view->has_ids = exporting->options.format->flags & FORMAT_IDS && !exporting->omits_ids;
    if (exporting->omits_ids && !(exporting->options.format->flags & FORMAT_IDS))
        return command_usage(
            command, "rows of format %s %s; omit --without-ids", exporting->options.format->name,
            exporting->options.format->features ? "always have ids" : "have no ids");
    if (exporting->options.format->max_tokens &&
        exporting->choice.filters[FILTER_TOKENS].most == INT64_MAX)
        exporting->choice.format_max_tokens = exporting->options.format->max_tokens;
    if (exporting->options.format->flags & FORMAT_WHOLE && view->granularity == GRANULARITY_OWN)
        view->granularity = GRANULARITY_PROGRAM;
    exporting->choice.counts_programs = view->granularity == GRANULARITY_PROGRAM;
    exporting->choice.format_omits_other = exporting->options.format->flags & FORMAT_OMITS_OTHER;
    if (view->granularity != GRANULARITY_LINE && !shows_context(&exporting->options)) {
        if (command_line_has("context"))
            return command_usage(command, "%s", needs_part);
        view->n_context = 0;
    } else if (!command_line_has("context")) {
        view->n_context = view->granularity == GRANULARITY_LINE ? CONTEXT_OF_LINE : CONTEXT_OWN;
    }
    if (exporting->user_ids && strcmp(exporting->user_ids, "original") != 0 &&
        strncmp(exporting->user_ids, salted, strlen(salted)) != 0)
        return command_usage(command, "--user-ids takes original or salted:FILE, not '%s'",
                             exporting->user_ids);
    if (exporting->template_path && !(exporting->options.format->flags & FORMAT_PROMPTS))
        return command_usage(command, "%s has no prompts; omit --template",
                             exporting->options.format->name);
    if (read_template(exporting, err) != 0 || read_texts(exporting, err) != 0)
        return ERR;
    if (export_options_check(&exporting->options, exporting->choice.negatives, err) != 0)
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
    if (command_line_has("context") && view->granularity == GRANULARITY_PROGRAM)
        return err_set(err, "%s", needs_part);
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

int exporting_check_name(const struct command *command, const char *path,
                         const struct export_format *format)
{
    const char *name = file_name(path);
    struct stat info;
    bool is_other = stat(path, &info) == 0 && !S_ISREG(info.st_mode); /* reported elsewhere */
    if (!*name || strcmp(path, "-") == 0 || strchr(name + 1, '.') || format->parts[0] || is_other)
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
                    const struct export_counts *counts)
{
    fix_account_tell(account, tell_note, (void *)command);
    for (size_t i = 0; counts && i < counts->left_out.n; i++)
        tell(command, "%s left out: %s", counted(counts->left_out.items[i].n, "row", "rows").text,
             counts->left_out.items[i].reason);
}
