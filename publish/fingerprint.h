/* The fingerprint of a store: two stores with one fingerprint hold the same fixes with the same
 * splits and marks. */
#ifndef PUBLISH_FINGERPRINT_H
#define PUBLISH_FINGERPRINT_H

#include "base/sha256.h"
#include "db/db.h"

/* SHA-256 of a listing of all fixes in the store's order: id, SHA-256 of the buggy and the fixed
 * program, user, verdict, dates, language, edit (of what was made behind its origin), category,
 * pattern, role, tokens, place, dialect, split, marks; each value as text with a zero byte
 * behind it. */
int fingerprint_store(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err);

#endif
