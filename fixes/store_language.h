/* The language of a store's programs. */
#ifndef FIXES_STORE_LANGUAGE_H
#define FIXES_STORE_LANGUAGE_H

#include "db/db.h"
#include "languages/language.h"

/* Finds it. ERR where this tokfix has no such language. */
int store_language(const struct language **out, struct db *db, struct err *err);

#endif
