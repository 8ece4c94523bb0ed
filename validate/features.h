/* The keys of a row and their types, by a format's table. */
#ifndef VALIDATE_FEATURES_H
#define VALIDATE_FEATURES_H

#include "export/format.h"

#include <stdbool.h>

/* Reports, by the names missing_key, unknown_key, duplicate_key, wrong_type and null_value, what in
 * an object is not as its features say. Returns whether all is. */
bool features_check(const struct json *object, const struct export_feature *features,
                    struct row_check *check);

/* The same, but takes any further keys. */
bool features_check_some(const struct json *object, const struct export_feature *features,
                         struct row_check *check);

#endif
