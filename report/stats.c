/* The tables are the queries of SQL files, which see the published figures as views, and a text
 * file says how they are printed. Computed here is only what that text asks about the numbers: what
 * is counted, and what things are called. */
#include "report/stats.h"

#include "base/csv.h"
#include "base/spdx.h"
#include "base/table.h"
#include "db/query_table.h"
#include "db/store.h"
#include "report/printout.h"
#include "report/summaries.h"

#include <string.h>

static const char table_queries[] = {
#include "report/sql/stats.sql.inc"
};
static const char mutant_queries[] = {
#include "report/sql/stats_mutants.sql.inc"
};
static const char thesis_views[] = {
#include "report/sql/thesis.sql.inc"
};
static const char by_query[] = {
#include "report/sql/fixes_by.sql.inc"
};
static const char head_text[] = {
#include "report/text/stats_head.txt.inc"
};
static const char tables_text[] = {
#include "report/text/stats.txt.inc"
};
static const char by_text[] = {
#include "report/text/fixes_by.txt.inc"
};

/* ---- The tables ---- */

/* What a store must have for a table, as bits. */
enum {
    ALL_FIXES = 1,    /* no selection of fixes: the table counts things of the whole run */
    SEVERAL = 2,      /* sources; or git alone */
    REPOSITORIES = 4, /* of git */
    MIXED = 8,        /* sources with and without verdicts */
    VERIFIED = 16,    /* verify_summary_collect() makes the table */
    MUTANTS = 32,     /* and real fixes */
};

/* All tables, in the order of stats.sql and of the help. */
static const struct {
    const char *name;
    unsigned needs;
} all_tables[] = {
    {"origins", 0},
    {"totals", 0},
    {"per_problem", ALL_FIXES},
    {"categories", 0},
    {"regions", 0},
    {"test_split", 0},
    {"submissions_per_history", ALL_FIXES},
    {"funnel", ALL_FIXES},
    {"rejects", ALL_FIXES},
    {"statuses", ALL_FIXES},
    {"status_transitions", 0},
    {"edits", 0},
    {"patterns", 0},
    {"roles", 0},
    {"readings", 0},
    {"input_errors", ALL_FIXES},
    {"languages", 0},
    {"sources", SEVERAL},
    {"source_categories", SEVERAL},
    {"repositories", SEVERAL | REPOSITORIES},
    {"commits", SEVERAL | REPOSITORIES},
    {"keywords", SEVERAL | REPOSITORIES},
    {"sweeps", SEVERAL | REPOSITORIES},
    {"places", SEVERAL | REPOSITORIES},
    {"licenses", SEVERAL | REPOSITORIES},
    {"contests", SEVERAL | MIXED},
    {"verdicts", VERIFIED},
    {"verdict_categories", VERIFIED},
    {"levels", VERIFIED},
    {"unsupported", VERIFIED},
    {"runtimes", VERIFIED},
};
enum { N_TABLES = sizeof all_tables / sizeof *all_tables };

const char *stats_table_name(int number)
{
    return number < N_TABLES ? all_tables[number].name : NULL;
}

/* Finds what the store has. Of selected fixes, sources and mutants are not told apart. */
static int find_facts(unsigned *out, struct db *db, bool is_selected, struct err *err)
{
    static const struct {
        unsigned fact;
        const char *sql;
    } facts[] = {
        {ALL_FIXES, "SELECT 1"},
        {SEVERAL, "SELECT count(*) > 1 OR max(source = 'git') FROM run"},
        {REPOSITORIES, "SELECT EXISTS (SELECT 1 FROM repositories)"},
        {MIXED, "SELECT count(DISTINCT source IN ('git', 'pairs')) > 1 FROM run"},
        {MUTANTS, "SELECT EXISTS (SELECT 1 FROM fixes WHERE origin = 'mutant') "
                  "AND EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')"},
    };
    *out = 0;
    for (size_t i = 0; i < sizeof facts / sizeof *facts && !is_selected; i++) {
        int64_t holds;
        if (db_get_int(db, &holds, facts[i].sql, err) != 0)
            return ERR;
        *out |= holds ? facts[i].fact : 0;
    }
    return 0;
}

/* Whether a table is collected. Other tables and texts depend on origins and categories. */
static bool is_wanted(const char *name, const struct stats_request *request)
{
    static const char *const always[] = {"origins", "categories", NULL};
    return !request->tables || text_is_one_of(name, request->tables) ||
           text_is_one_of(name, always);
}

static int collect_tables(struct json *stats, struct db *db, const struct stats_request *request,
                          struct err *err)
{
    unsigned facts;
    if (find_facts(&facts, db, request->selection != NULL, err) != 0 ||
        query_table_collect(stats, db, table_queries, "run", 0, err) != 0 ||
        query_table_collect(stats, db, table_queries, "runs", 0, err) != 0)
        return ERR;
    for (int i = 0; i < N_TABLES; i++) {
        const char *name = all_tables[i].name;
        bool is_other = facts & MUTANTS && query_table_exists(mutant_queries, name);
        if (!(all_tables[i].needs & ~facts) && is_wanted(name, request) &&
            query_table_collect(stats, db, is_other ? mutant_queries : table_queries, name,
                                request->n_edits, err) != 0)
            return ERR;
    }
    return 0;
}

/* Says of each licence whether exports take it by default. */
static void mark_taken(struct json *stats)
{
    for (size_t i = 0; i < json_count(json_get(stats, "licenses")); i++) {
        struct json *row = json_own_item(stats, "licenses", i);
        json_set_text(row, "taken",
                      spdx_is_permissive(json_text_at(row, "license")) ? "yes" : "no");
    }
}

/* Removes the rows of a table whose `key` is in the list. */
static void drop_rows(struct json *stats, const char *table, const char *key,
                      const char *const *values)
{
    scoped(json) *all = json_take(stats, table);
    if (!all)
        return;
    struct json *rows = json_array();
    json_each(row, all) {
        if (!text_is_one_of(json_text_at(row, key), values))
            json_push(rows, json_copy(row));
    }
    json_set(stats, table, rows);
}

static int count_only(struct db *db, const struct fix_selection *selection, struct err *err)
{
    size_t n = selection->items.n;
    scoped_memory int64_t *fix_keys = mem_alloc(n, sizeof *fix_keys);
    for (size_t i = 0; i < n; i++)
        fix_keys[i] = selection->items.items[i].fix_key;
    return store_count_only(db, fix_keys, n, err);
}

/* Removes what does not count the chosen fixes. */
static void drop_others(struct json *stats)
{
    drop_rows(stats, "totals", "name",
              (const char *const[]){"problems", "files", "histories", "pairs", "mutants", NULL});
    drop_rows(stats, "readings", "question", (const char *const[]){"syntax errors", NULL});
    for (size_t i = 0; i < json_count(json_get(stats, "languages")); i++)
        for (const char *const *key =
                 (const char *const[]){"submissions", "histories", "pairs", NULL};
             *key; key++)
            json_free(json_take(json_own_item(stats, "languages", i), *key));
}

static int make_views(struct db *db, struct err *err)
{
    if (db_temporary_begin(db, err) != 0 || db_execute(db, thesis_views, err) != 0)
        return ERR;
    return db_temporary_end(db, err);
}

int stats_collect(struct json **out, struct db *db, const struct stats_request *request,
                  struct err *err)
{
    struct json *stats = *out = json_object();
    bool is_chosen = request->selection != NULL;
    if ((is_chosen && count_only(db, request->selection, err) != 0) || make_views(db, err) != 0 ||
        collect_tables(stats, db, request, err) != 0)
        return ERR;
    mark_taken(stats);
    if (!is_chosen)
        return verify_summary_collect(stats, db, request->tables, err);
    drop_others(stats);
    json_set_text(stats, "filters", request->filters);
    return 0;
}

/* ---- What tables call things, by the sources of the database ---- */

enum kind { OF_CONTESTS, OF_GIT, OF_BOTH, OF_PAIRS, N_KINDS };

/* What has no word is not in the sources: a submission is a file version in git, a program in
 * pairs, and a database of git and others has versions. */
static const struct {
    const char *key, *words[N_KINDS];
} words_of[] = {
    {"of", {"contests", "git", "both", "pairs"}},
    {"problem", {"problem", "repository", "problem or repository", "problem"}},
    {"problems", {"problems", "repositories", "problems and repositories", "problems"}},
    {"submission", {"submission", "file version", "version", "program"}},
    {"submissions", {"submissions", "file versions", "versions", "programs"}},
    {"files", {"files", "file versions", "versions", "programs"}},
    {"history", {"history", NULL, "history", NULL}},
    {"histories", {"histories", NULL, "histories", NULL}},
    {"users", {"users", "authors", "users and authors", "users"}},
    {"verdict", {"verdict", NULL, "verdict", NULL}},
    /* of the funnel */
    {"problems_without_submissions",
     {"problems_without_submissions", "repositories without pairs", "of these without versions",
      "problems without pairs"}},
    {"metadata_rows", {"metadata_rows", NULL, "rows and commits", "rows"}},
    {"rows_unusable", {"rows_unusable", NULL, "rows_unusable", "rows_unusable"}},
    {"rows_other_languages",
     {"rows_other_languages", NULL, "rows_other_languages", "rows_other_languages"}},
    {"submissions_accepted", {"submissions_accepted", NULL, "submissions_accepted", NULL}},
    {"submissions_failing", {"submissions_failing", NULL, "submissions_failing", NULL}},
    {"submissions_undecided", {"submissions_undecided", NULL, "submissions_undecided", NULL}},
    {"submissions_compared",
     {"submissions_compared", NULL, "versions compared", "programs compared"}},
};

static enum kind kind_of(const struct json *stats)
{
    size_t n = 0, n_git = 0, n_pairs = 0;
    json_each(run, json_get(stats, "runs")) {
        const char *source = json_text_at(run, "source");
        n_git += source && strcmp(source, "git") == 0;
        n_pairs += source && strcmp(source, "pairs") == 0;
        n++;
    }
    if (n && n_pairs == n)
        return OF_PAIRS;
    return !n_git ? OF_CONTESTS : n_git == n ? OF_GIT : OF_BOTH;
}

/* Returns an object with all words by their keys; null: the sources have no such thing. */
static struct json *words_for(const struct json *stats)
{
    struct json *words = json_object();
    enum kind kind = kind_of(stats);
    for (size_t i = 0; i < sizeof words_of / sizeof *words_of; i++)
        json_set_text(words, words_of[i].key, words_of[i].words[kind]);
    return words;
}

/* Returns a copy of rows with the words for their names, without the rows for things that the
 * sources do not have. */
static struct json *named_rows(const struct json *words, const struct json *rows)
{
    struct json *named = json_array();
    json_each(row, rows) {
        const struct json *word = json_get(words, json_text_at(row, "name"));
        if (word && !json_text(word))
            continue;
        struct json *copy = json_copy(row);
        if (word)
            json_replace(copy, "name", json_copy(word));
        json_push(named, copy);
    }
    return named;
}

/* ---- As text ---- */

static bool has_thesis(const struct json *stats, const char *table)
{
    return json_kind(json_get(json_first(json_get(stats, table)), "thesis_n")) == JSON_NUMBER;
}

/* The tables in the words of each source, and the readings with a mark at ours. */
static struct json *named_tables(const struct json *stats, const struct json *words)
{
    static const char *const names[] = {"totals", "per_problem", "funnel", "contests"};
    struct json *named = json_object(), *readings = json_array();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        json_set(named, names[i], named_rows(words, json_get(stats, names[i])));
    json_each(row, json_get(stats, "readings")) {
        struct json *copy = json_copy(row);
        scoped(str) reading = {0};
        str_print(&reading, "%s%s", json_text_at(row, "reading"),
                  json_number_at(row, "ours") > 0 ? " *" : "");
        json_replace(copy, "reading", json_text_value(str_text(&reading)));
        json_push(readings, copy);
    }
    json_set(named, "readings", readings);
    return named;
}

/* Whether the numbers of two keys differ in any row; if not, one column will do. */
static bool differs(const struct json *rows, const char *key, const char *other)
{
    json_each(row, rows)
        if (json_number_at(row, key) != json_number_at(row, other))
            return true;
    return false;
}

/* Returns what the texts need beside the numbers. `is_named`: the tables were named. */
static struct json *collect_more(const struct json *stats, bool is_named, bool is_all)
{
    const struct json *categories = json_get(stats, "categories");
    struct json *words = words_for(stats);
    return json_make(
        J_BOOL("is_all", is_all), J_BOOL("is_one", json_count(json_get(stats, "runs")) == 1),
        J_BOOL("has_thesis", has_thesis(stats, "totals") || has_thesis(stats, "categories") ||
                                 has_thesis(stats, "source_categories")),
        J_BOOL("has_languages", is_named || json_count(json_get(stats, "languages")) > 1),
        J_BOOL("has_mutants", json_get(json_first(categories), "mutant_n") != NULL),
        J_BOOL("has_longer", differs(categories, "n", "within_n")),
        J_BOOL("leaves_out", differs(categories, "n", "taken_n")),
        J_BOOL("git_leaves_out", differs(json_get(stats, "source_categories"), "git", "git_taken")),
        J_BOOL("is_whole", !json_get(stats, "filters")),
        J_VALUE("named", named_tables(stats, words)), J_VALUE("words", words));
}

void stats_print(const struct json *stats, const char *const *tables, bool has_head, FILE *out)
{
    scoped(json) *more = collect_more(stats, tables && !has_head, !tables);
    if (has_head)
        printout_print(head_text, stats, more, out);
    printout_print_tables(tables_text, stats, more, tables, out);
    if (json_get(stats, "verify")) {
        fputs(tables ? "" : "\nExecution (tokfix verify)\n", out);
        verify_summary_print(stats, tables, out);
    }
}

void stats_print_latex(const struct json *stats, const char *const *tables, FILE *out)
{
    scoped(json) *more = collect_more(stats, true, false);
    printout_print_latex(tables_text, stats, more, tables, out);
}

/* ---- As CSV ---- */

/* Whether a member is one of the tables; of all, a list of rows to write, which run, runs and
 * filters are not. The columns of `languages` would widen each row, and with one language they
 * repeat what other tables say. */
static bool is_written(const struct json *member, const char *const *tables)
{
    if (tables)
        return text_is_one_of(json_name(member), tables);
    bool is_repeated = strcmp(json_name(member), "languages") == 0 && json_count(member) == 1;
    return json_is_array(member) && strcmp(json_name(member), "runs") != 0 && !is_repeated;
}

static void print_row(const struct json *row, const char *table, const struct table *keys,
                      FILE *out)
{
    scoped(str) line = {0};
    if (table)
        csv_add_safe_text(&line, table);
    for (size_t i = 0; i < keys->keys.n; i++) {
        str_add_text(&line, i || table ? "," : "");
        csv_add_value(&line, json_get(row, keys->keys.items[i]));
    }
    fprintf(out, "%s\n", str_text(&line));
}

void stats_print_csv(const struct json *stats, const char *const *tables, FILE *out)
{
    scoped(table) keys = {0};
    bool is_one = tables && !tables[1];
    json_each(table, stats)
        if (is_written(table, tables))
            json_each(row, table)
                json_each(cell, row)
                    table_number(&keys, json_name(cell));
    fputs(is_one ? "" : "table,", out);
    for (size_t i = 0; i < keys.keys.n; i++)
        fprintf(out, "%s%s", i ? "," : "", keys.keys.items[i]);
    fputc('\n', out);
    json_each(table, stats)
        if (is_written(table, tables))
            json_each(row, table)
                print_row(row, is_one ? NULL : json_name(table), &keys, out);
}

/* ---- By a key ---- */

static const struct {
    const char *name;
    const char *why_none; /* why all fixes of a store may lack it */
    bool has_order;       /* of its own, from first to last */
    bool is_user;         /* a row is one user, and its column of users is left out */
    bool is_problem;      /* the same for problems */
} by_keys[] = {
    {.name = "user", .why_none = ": pairs of programs name none", .is_user = true},
    {.name = "problem", .is_problem = true},
    {.name = "contest",
     .why_none = ": the dataset names none (of rows: tokfix mine --columns contest=COLUMN)"},
    {.name = "week", .why_none = ": pairs of programs have no dates", .has_order = true},
    {.name = "language"},
    {.name = "source"},
    {.name = "repository", .why_none = ": only those of git have one", .is_problem = true},
};
enum { N_KEYS = sizeof by_keys / sizeof *by_keys };

const char *stats_by_name(int key)
{
    return key < N_KEYS ? by_keys[key].name : NULL;
}

bool stats_by_has_order(int key)
{
    return by_keys[key].has_order;
}

int stats_by_collect(struct json **out, struct db *db, int key, int64_t limit, struct err *err)
{
    struct json *rows = json_array();
    *out = json_make(J_TEXT("by", by_keys[key].name), J_VALUE("groups", rows),
                     J_DOUBLE("n_groups", 0), J_DOUBLE("n_known", 0));
    scoped(db_statement) *s = db_query(db, err, by_query, "ti", by_keys[key].name, limit);
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct json *row = query_table_read_row(s);
        json_replace(*out, "n_groups", json_take(row, "n_groups"));
        json_replace(*out, "n_known", json_take(row, "n_known"));
        json_push(rows, row);
    }
    return status;
}

void stats_by_print(const struct json *by, int key, const struct json *stats, FILE *out)
{
    const struct json *rows = json_get(by, "groups");
    scoped(json) *more = json_make(
        J_VALUE("words", words_for(stats)),
        J_INT("left_out", (int64_t)(json_number_at(by, "n_groups") - json_count(rows))),
        J_DOUBLE("n_fixes", json_number_at(json_first(rows), "fixes")),
        J_TEXT("why_none", by_keys[key].why_none), J_BOOL("is_user", by_keys[key].is_user),
        J_BOOL("is_problem", by_keys[key].is_problem));
    printout_print_tables(by_text, by, more, NULL, out);
}
