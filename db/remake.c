/* A table of mine's options has what it takes without them. The other columns of a run have words
 * of their own. */
#include "db/remake.h"

#include "db/query_table.h"
#include "db/store.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const struct {
    const char *key, *option, *otherwise;
} texts[] = {
    {"pairing", "--pairing", "all"},
    {"failing", "--failing", "judged"},
    {"prefix", "--prefix", ""},
};

static const struct {
    const char *key, *option;
    int64_t otherwise;
} limits[] = {
    {"max_tokens", "--max-tokens", 0},
    {"max_bytes", "--max-bytes", RUN_MAX_BYTES},
    {"max_pairs", "--max-pairs", RUN_MAX_PAIRS},
};
#define DEFAULT_SALT "30b0c711" /* the first digits of its SHA-256 */

static void add_option(struct str *line, const char *option, const char *value)
{
    str_print(line, " %s ", option);
    shell_add_word(line, value);
}

/* Adds the options in a list of words. In older versions of the schema the list has no backslashes,
 * so with `are_whole`, what does not begin an option goes on with the one before. */
static void add_words(struct str *line, const char *list, bool are_whole)
{
    scoped(str) option = {0}, word = {0};
    for (bool is_more = true; is_more;) {
        is_more = word_list_next(&word, &list);
        bool begins = !are_whole || !is_more || strncmp(str_text(&word), "--", 2) == 0;
        if (option.length && begins) {
            str_add_text(line, " ");
            shell_add_word(line, str_text(&option));
            str_clear(&option);
        }
        str_print(&option, "%s%s", option.length ? " " : "", str_text(&word));
    }
}

/* Adds the options of the source. A salt is stored as a hash, which does not say what it was. */
static void add_source_options(struct str *line, const struct json *run)
{
    static const char salt[] = " --salt sha256:";
    scoped(str) others = {0};
    const char *source = json_text_at(run, "source"), *given = json_text_at(run, "options");
    const char *end = given ? strstr(given, salt) : NULL;
    bool is_git = source && strcmp(source, "git") == 0;
    if (!given)
        return;
    str_add(&others, given, is_git && end ? (size_t)(end - given) : strlen(given));
    str_add_text(line, is_git ? " --git" : "");
    add_words(line, str_text(&others), !is_git);
    if (is_git && !(end && strcmp(end + strlen(salt), DEFAULT_SALT) == 0))
        str_add_text(line, " --salt " REMAKE_SECRET);
}

/* Adds a path that was given to mine, in the folder of the run if it has one. */
static void add_path(struct str *line, const char *folder, const char *name)
{
    scoped(str) path = {0};
    str_print(&path, "%s%s", folder, name);
    str_add_text(line, " ");
    shell_add_path(line, str_text(&path));
}

static void add_dataset(struct str *line, const struct json *run, const char *folder)
{
    const char *dataset = json_text_at(run, "dataset"), *files = json_text_at(run, "files");
    scoped(str) name = {0};
    if (files)
        while (word_list_next(&name, &files))
            add_path(line, strcmp(str_text(&name), "-") == 0 ? "" : folder, str_text(&name));
    else if (dataset && strcmp(dataset, "standard input") == 0)
        str_add_text(line, " -");
    else
        add_path(line, folder, dataset ? dataset : "DATASET");
}

static void add_languages(struct str *line, const struct json *run, const char *usual)
{
    const char *named = json_text_at(run, "languages");
    named = named ? named : json_text_at(run, "language");
    if (named && !(usual && strcmp(named, usual) == 0))
        add_option(line, "--language", named);
}

static void add_mine(struct str *line, const struct json *run, const char *folder,
                     const struct remake *remake, const char *target)
{
    const char *metadata = json_text_at(run, "metadata");
    str_add_text(line, "tokfix mine");
    add_dataset(line, run, folder);
    add_source_options(line, run);
    add_languages(line, run, remake->usual_languages);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *value = json_text_at(run, texts[i].key);
        if (value && strcmp(value, texts[i].otherwise) != 0)
            add_option(line, texts[i].option, value);
    }
    if (metadata) {
        str_add_text(line, " --metadata");
        add_path(line, folder, metadata);
    }
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        int64_t value = json_int(json_get(run, limits[i].key), limits[i].otherwise);
        if (value != limits[i].otherwise)
            str_print(line, " %s %" PRId64, limits[i].option, value);
    }
    if (json_int(json_get(run, "n_shards"), 1) > 1)
        str_print(line, " --shard %" PRId64 "/%" PRId64, json_int(json_get(run, "shard"), 1),
                  json_int(json_get(run, "n_shards"), 1));
    str_add_text(line, " -o ");
    shell_add_path(line, target);
}

static void push(struct json *commands, struct str *line)
{
    json_push_text(commands, str_text(line));
    str_clear(line);
}

/* Adds a step. A step changes the store that it names. rewrite makes another store, which the
 * following steps name. */
static void add_step(struct str *line, struct str *name, int *n_rewrites, const struct json *step)
{
    const char *command = json_text_at(step, "command");
    const char *given = json_text_at(step, "options");
    if (!command || !given)
        return;
    str_print(line, "tokfix %s ", command);
    shell_add_path(line, str_text(name));
    str_print(line, "%s%s", *given ? " " : "", given);
    if (strcmp(command, "rewrite") != 0)
        return;
    str_clear(name);
    str_add_text(name, "rewrites");
    if (++*n_rewrites > 1)
        str_print(name, "-%d", *n_rewrites);
    str_add_text(name, ".db");
    str_print(line, " -o %s", str_text(name));
}

/* Whether another run has an input with the same name. */
static bool is_ambiguous(const struct json *runs, const struct json *run)
{
    static const char *const keys[] = {"dataset", "metadata"};
    json_each(other, runs)
        for (size_t i = 0; i < sizeof keys / sizeof *keys && other != run; i++) {
            const char *a = json_text_at(run, keys[i]), *b = json_text_at(other, keys[i]);
            if (a && b && strcmp(a, b) == 0)
                return true;
        }
    return false;
}

bool remake_has_folders(const struct json *runs)
{
    json_each(run, runs)
        if (is_ambiguous(runs, run))
            return true;
    return false;
}

/* Adds the commands that mine the datasets and join their databases. */
static void push_mining(struct json *commands, const struct remake *remake)
{
    scoped(str) line = {0}, merge = {0};
    size_t number = 0, n = json_count(remake->runs);
    str_add_text(&merge, "tokfix merge ");
    shell_add_path(&merge, remake->store);
    json_each(run, remake->runs) {
        scoped(str) target = {0}, folder = {0};
        str_print(&target, "dataset-%zu.db", ++number);
        str_print(&merge, " %s", str_text(&target));
        if (is_ambiguous(remake->runs, run))
            str_print(&folder, "dataset-%zu/", number);
        add_mine(&line, run, str_text(&folder), remake, n == 1 ? remake->store : str_text(&target));
        push(commands, &line);
    }
    str_add_text(&merge, remake->is_joint ? " --same-problems" : "");
    if (n > 1)
        push(commands, &merge);
}

struct json *remake_commands(const struct remake *remake, struct str *last)
{
    struct json *commands = json_array();
    scoped(str) line = {0};
    int n_rewrites = 0;
    push_mining(commands, remake);
    str_clear(last);
    str_add_text(last, remake->store);
    json_each(step, remake->steps) {
        add_step(&line, last, &n_rewrites, step);
        push(commands, &line);
    }
    return commands;
}

/* ---- Other versions of the schema ---- */

/* The columns that there are of those that commands are made of. Older versions have the languages
 * in a table. A view is not what it seems to be, and could take any time. */
static const char columns_sql[] =
    "WITH tables AS (SELECT name FROM main.sqlite_master WHERE type = 'table' "
    "AND sql LIKE 'CREATE TABLE %') "
    "SELECT group_concat(iif(name = 'source_options', 'source_options AS options', name), ', ') "
    "|| iif(max(name IN ('languages', 'language')), '', "
    "', (SELECT group_concat(language) FROM main.run_languages) AS languages') "
    "FROM pragma_table_info('run') "
    "WHERE name IN ('source', 'dataset', 'files', 'source_options', 'languages', 'language', "
    "'pairing', 'failing', 'prefix', 'metadata', 'max_tokens', 'max_bytes', 'max_pairs', 'shard', "
    "'n_shards') AND (SELECT count(*) = 3 FROM tables "
    "WHERE name IN ('run', 'run_languages', 'steps'))";

static int collect(struct json *object, struct db *db, struct err *err)
{
    scoped(str) file = {0};
    scoped(db_statement) *columns = db_query(db, err, columns_sql, NULL);
    if (db_step(columns, err) != 1 || db_type(columns, 0) != DB_TEXT)
        return err_set(err, "the database does not say how it was made");
    str_print(
        &file,
        "-- name: runs\nSELECT %s FROM main.run ORDER BY rowid LIMIT 1000;\n"
        "-- name: steps\nSELECT command, options FROM main.steps ORDER BY rowid LIMIT 1000;\n",
        db_text(columns, 0));
    return query_tables_collect(object, db, str_text(&file), 0, err);
}

/* Whether a text consists of words as shell_add_word() writes them. */
static bool is_words(const char *text)
{
    for (const char *at = text; *at; at++)
        if (*at == '\'') {
            at = strchr(at + 1, '\'');
            if (!at)
                return false;
        } else if (*at == '\\' && at[1] == '\'') {
            at++;
        } else if (!isalnum((unsigned char)*at) && !strchr(" -_./=:,+@%", *at)) {
            return false;
        }
    return true;
}

static bool are_steps(const struct json *steps)
{
    json_each(step, steps) {
        const char *command = json_text_at(step, "command"), *given = json_text_at(step, "options");
        if (!command || !given || strchr(command, ' ') || !is_words(command) || !is_words(given))
            return false;
    }
    return true;
}

int remake_add_others(struct str *out, struct db *db, const char *store, struct err *err)
{
    scoped(json) *tables = json_object();
    scoped(str) last = {0};
    if (collect(tables, db, err) != 0)
        return ERR;
    const struct remake remake = {.runs = json_get(tables, "runs"),
                                  .steps = json_get(tables, "steps"),
                                  .is_joint = true,
                                  .store = store};
    if (!json_count(remake.runs) || !are_steps(remake.steps))
        return err_set(err, "the database does not say how it was made");
    scoped(json) *commands = remake_commands(&remake, &last);
    json_each(line, commands)
        str_print(out, "%s%s", line == json_first(commands) ? "" : " && ", json_text(line));
    return 0;
}
