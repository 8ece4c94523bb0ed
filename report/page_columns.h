/* The fixes of the report page, as columns. */
#ifndef REPORT_PAGE_COLUMNS_H
#define REPORT_PAGE_COLUMNS_H

#include "base/str.h"
#include "db/db.h"

enum {
    PAGE_MAX_LISTED = 100000, /* fixes in the columns */
    PAGE_MAX_TOKEN = 80,      /* code points of a token there */
};

/* Appends a JSON object (script_json.h) with dictionaries and with columns of the first fixes of the
 * store, in its order: n, listed, categories ..., category ... . `n_listed` is how many they are. */
int page_columns_add(struct str *out, struct db *db, int64_t *n_listed, struct err *err);

#endif
