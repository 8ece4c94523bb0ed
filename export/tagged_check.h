/* What is wrong with a row of the format `tags`. */
#ifndef EXPORT_TAGGED_CHECK_H
#define EXPORT_TAGGED_CHECK_H

#include "base/json.h"
#include "export/row_check.h"

/* Checks a row that has all keys with their types. Rules: `id`, `test_set`, `unknown_name` (split,
 * granularity), `n_tags`; of each position `bytes`, `order`, `token`, `place`; `tagged_code`:
 * its tags, replaced by the tokens, give the code, which has none; and of whole programs
 * `syntax` and `token_index`. Of parts, which need not parse alone, token_index must ascend. */
void tagged_check(const struct json *row, struct row_check *check);

#endif
