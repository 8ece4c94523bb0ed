/* One table has all words. The tables are the queries of SQL files. */
#include "report/source_report.h"

#include "base/mem.h"
#include "db/query_table.h"

#include <stddef.h>
#include <string.h>

enum kind { OF_CONTESTS, OF_GIT, OF_BOTH, OF_PAIRS, N_KINDS };

/* What has no word is not in the sources. */
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
enum { N_WORDS = sizeof words_of / sizeof *words_of };

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

/* Returns the word for a key: `submissions`, `problems`, or the name of a row of the tables totals,
 * per_problem and funnel. Returns the key for other texts, and NULL if the sources have no such
 * thing. */
static const char *source_word(const struct json *stats, const char *key)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (strcmp(words_of[i].key, key) == 0)
            return words_of[i].words[kind_of(stats)];
    return key;
}

struct json *source_words(const struct json *stats)
{
    struct json *words = json_object();
    enum kind kind = kind_of(stats);
    for (size_t i = 0; i < N_WORDS; i++)
        json_set_text(words, words_of[i].key, words_of[i].words[kind]);
    return words;
}

struct json *source_words_name(const struct json *stats, const struct json *rows)
{
    struct json *named = json_array();
    json_each(row, rows) {
        const char *word = source_word(stats, json_text_at(row, "name"));
        if (!word)
            continue;
        struct json *copy = json_copy(row);
        json_free(json_take(copy, "name"));
        json_set_text(copy, "name", word);
        json_push(named, copy);
    }
    return named;
}

static const char sources[] = {
#include "report/sql/sources.sql.inc"
};
static const char git[] = {
#include "report/sql/git.sql.inc"
};
static const char contests[] = {
#include "report/sql/contests.sql.inc"
};

int source_report_collect(struct json *out, struct db *db, const char *const *tables,
                          struct err *err)
{
    int64_t has_report, has_git, is_mixed;
    if (db_get_int(db, &has_report, "SELECT count(*) > 1 OR max(source = 'git') FROM run", err) !=
            0 ||
        db_get_int(db, &has_git, "SELECT EXISTS (SELECT 1 FROM repositories)", err) != 0 ||
        db_get_int(db, &is_mixed, "SELECT count(DISTINCT source IN ('git', 'pairs')) > 1 FROM run",
                   err) != 0)
        return ERR;
    if (!has_report)
        return 0;
    if (query_tables_collect_named(out, db, sources, tables, 0, err) != 0 ||
        (has_git && query_tables_collect_named(out, db, git, tables, 0, err) != 0) ||
        (is_mixed && query_tables_collect_named(out, db, contests, tables, 0, err) != 0))
        return ERR;
    return 0;
}
