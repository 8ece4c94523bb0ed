/* README.md: the data card of a data set, as hubs show it. */
#ifndef PUBLISH_CARD_H
#define PUBLISH_CARD_H

#include "base/str.h"
#include "publish/publication.h"

/* Appends the whole card. */
void card_add(struct str *out, const struct publication *publication);

/* Its front matter, YAML between lines of `---`, which tells a hub's loader what there is. */
void card_add_front(struct str *out, const struct publication *publication);

/* What is in the rows: features, categories, verdicts, languages. */
void card_add_rows(struct str *out, const struct publication *publication);

/* How they were mined: steps, and what became of all pairs. */
void card_add_origin(struct str *out, const struct publication *publication);

/* Splits, duplicates, and what `tokfix check` said. */
void card_add_guard(struct str *out, const struct publication *publication);

/* That the check failed, where it did. */
void card_add_warning(struct str *out, const struct publication *publication);

#endif
