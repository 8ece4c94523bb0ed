/* The command lines that make a data set again. */
#ifndef PUBLISH_COMMANDS_H
#define PUBLISH_COMMANDS_H

#include "base/json.h"
#include "base/str.h"

/* The store is called so in them, whatever its file is called. */
extern const char commands_store[];

/* An array of texts: mine, mutate (if there are mutants; behind the split if that knows none of
 * them), dedup (if it was run; of a store of rewrites behind the rewriting, which follows the split), leak --mark (if fixes are excluded because of
 * benchmarks), split; as `store` (provenance.h) says they were run, with the options that are not
 * the defaults. Then `publish`, which is to be a whole command line. What the store does not tell,
 * such as the path of an imported list, stands in capitals. Release with json_free(). */
struct json *commands_make(const struct json *store, const char *publish);

#endif
