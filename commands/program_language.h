/* The language of the programs that a command works on: what --language names, or one of a
 * database, or that of files that the user named. */
#ifndef COMMANDS_PROGRAM_LANGUAGE_H
#define COMMANDS_PROGRAM_LANGUAGE_H

#include "commands/cli/command.h"
#include "db/db.h"
#include "tokenize/languages/language.h"

#include <stdbool.h>

/* --language takes the names of languages, and what judges call them. */
name_at program_language_name;
const char *program_language_meant(const char *word);
#define LANGUAGE_NAMES .names = program_language_name, .means = program_language_meant
command_take program_language_take;
#define TO_LANGUAGE(owner, member) \
    TO_VARIABLE(const struct language *, owner, member, program_language_take), LANGUAGE_NAMES

/* Whether there are rules for mutants, and for rewrites. */
typedef bool language_has(const struct language *language);
language_has language_has_mutations, language_has_rewrites;

/* Sets `out` to the first language of the database that `has` accepts, and says which other
 * languages the command leaves out. Fails if there is none; `what` is what the command makes:
 * "mutants". */
int program_language_choose(const struct language **out, const struct command *command,
                            struct db *db, language_has *has, const char *what, struct err *err);

/* From now on, the database appears as one of this language only (store_view_language()). Fails if
 * it was mined without the language. NULL: all languages. */
int program_language_view(struct db *db, const char *name, struct err *err);

/* Sets `language`, if it is NULL, to that of the files whose extensions name one. Fails if none
 * does, or if they name two. "-" is standard input. */
int program_language_of_files(const struct language **language, const char *const *paths, size_t n,
                              struct err *err);

#endif
