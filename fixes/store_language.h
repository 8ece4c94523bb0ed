/* The language of a store's programs. */
#ifndef FIXES_STORE_LANGUAGE_H
#define FIXES_STORE_LANGUAGE_H

#include "db/db.h"
#include "languages/language.h"

/* Finds it, and sees that its grammar loads, so that threads can make their parsers. ERR where this
 * tokfix has no such language. */
int store_language(const struct language **out, struct db *db, struct err *err);

/* A thread's parser of such a language; release it with syntax_parser_free(). */
struct syntax_parser *store_parser_new(const struct language *language);

#endif
