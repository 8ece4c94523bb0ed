/* What tables call things, by the sources of the database: a submission is a file version in git,
 * and a database with both has versions. */
#ifndef REPORT_SOURCE_WORDS_H
#define REPORT_SOURCE_WORDS_H

#include "base/json.h"

#include <stdbool.h>

/* Whether all fixes, or some, are from git repositories. `stats` is that of stats_collect(). */
bool source_words_are_of_git(const struct json *stats);
bool source_words_are_of_both(const struct json *stats);

/* Returns the word for a key: `submissions`, `problems`, or the name of a row of the tables totals,
 * per_problem and funnel. Returns the key for other texts, and NULL if the sources have no such
 * thing. */
const char *source_word(const struct json *stats, const char *key);

/* Returns an object with all words by their keys; null: the sources have no such thing. The key
 * `of` has contests, git or both. */
struct json *source_words(const struct json *stats);

/* Returns a copy of an array of rows with the words for their names, without the rows for things
 * that the sources do not have. */
struct json *source_words_name(const struct json *stats, const struct json *rows);

#endif
