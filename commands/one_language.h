/* Commands that work on one language: of a database, or of files that the user named. */
#ifndef COMMANDS_ONE_LANGUAGE_H
#define COMMANDS_ONE_LANGUAGE_H

#include "commands/cli/command.h"
#include "db/db.h"
#include "tokenize/languages/language.h"

#include <stdbool.h>

/* Whether there are rules for mutants, and for rewrites. */
typedef bool language_has(const struct language *language);
language_has language_has_mutations, language_has_rewrites;

/* Sets `out` to the first language of the database that `has` accepts, and says which other
 * languages the command leaves out. Fails if there is none; `what` is what the command makes:
 * "mutants". */
int one_language_choose(const struct language **out, const struct command *command, struct db *db,
                        language_has *has, const char *what, struct err *err);

/* From now on, the database appears as one of this language only (store_view_language()). Fails if
 * it was mined without the language. NULL: all languages. */
int one_language_view(struct db *db, const char *name, struct err *err);

/* Sets `language`, if it is NULL, to that of the files whose extensions name one. Fails if none
 * does, or if they name two. "-" is standard input. */
int one_language_of_files(const struct language **language, const char *const *paths, size_t n,
                          struct err *err);

#endif
