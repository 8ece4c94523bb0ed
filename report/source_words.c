/* One table has all words. */
#include "report/source_words.h"

#include <stddef.h>
#include <string.h>

enum kind { OF_CONTESTS, OF_GIT, OF_BOTH, N_KINDS };

/* What has no word is not in the sources. */
static const struct {
    const char *key, *words[N_KINDS];
} table[] = {
    {"of", {"contests", "git", "both"}},
    {"problem", {"problem", "repository", "problem or repository"}},
    {"problems", {"problems", "repositories", "problems and repositories"}},
    {"submission", {"submission", "file version", "version"}},
    {"submissions", {"submissions", "file versions", "versions"}},
    {"files", {"files", "file versions", "versions"}},
    {"history", {"history", NULL, "history"}},
    {"histories", {"histories", NULL, "histories"}},
    {"users", {"users", "authors", "users and authors"}},
    {"verdict", {"verdict", NULL, "verdict"}},
    /* of the funnel */
    {"problems_without_submissions",
     {"problems_without_submissions", "repositories without pairs", "of these without versions"}},
    {"metadata_rows", {"metadata_rows", NULL, "rows and commits"}},
    {"rows_unusable", {"rows_unusable", NULL, "rows_unusable"}},
    {"rows_other_languages", {"rows_other_languages", NULL, "rows_other_languages"}},
    {"submissions_accepted", {"submissions_accepted", NULL, "submissions_accepted"}},
    {"submissions_failing", {"submissions_failing", NULL, "submissions_failing"}},
    {"submissions_undecided", {"submissions_undecided", NULL, "submissions_undecided"}},
    {"submissions_compared", {"submissions_compared", NULL, "versions compared"}},
};
enum { N_WORDS = sizeof table / sizeof *table };

static enum kind kind_of(const struct json *stats)
{
    size_t n = 0, n_git = 0;
    json_each(run, json_get(stats, "runs")) {
        const char *source = json_text_at(run, "source");
        n_git += source && strcmp(source, "git") == 0;
        n++;
    }
    return !n_git ? OF_CONTESTS : n_git == n ? OF_GIT : OF_BOTH;
}

bool source_words_are_of_git(const struct json *stats)
{
    return kind_of(stats) == OF_GIT;
}

bool source_words_are_of_both(const struct json *stats)
{
    return kind_of(stats) == OF_BOTH;
}

const char *source_word(const struct json *stats, const char *key)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (strcmp(table[i].key, key) == 0)
            return table[i].words[kind_of(stats)];
    return key;
}

struct json *source_words(const struct json *stats)
{
    struct json *words = json_object();
    enum kind kind = kind_of(stats);
    for (size_t i = 0; i < N_WORDS; i++)
        json_set_text(words, table[i].key, table[i].words[kind]);
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
