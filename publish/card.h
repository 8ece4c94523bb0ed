/* README.md: the data card of a data set, as hubs show it. */
#ifndef PUBLISH_CARD_H
#define PUBLISH_CARD_H

#include "publish/publication.h"

/* Appends the whole card: front matter (YAML between lines of `---`, which tells a hub's loader
 * what there is), what is in the rows, how they were mined, what separates the splits, the person's
 * own section, what else is to be said, and how to cite it. */
int card_add(struct str *out, const struct publication *publication, struct err *err);

#endif
