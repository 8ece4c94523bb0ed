/* croissant.json: the data set as Croissant 1.1 describes it (JSON-LD), with the fields of
 * Croissant RAI 1.0 and, for where it comes from, W3C PROV-O. */
#ifndef PUBLISH_CROISSANT_H
#define PUBLISH_CROISSANT_H

#include "publish/publication.h"

/* The whole description, of the data files and of the others that are written so far: that is,
 * without croissant.json itself. Release with json_free(). */
int croissant_make(struct json **out, const struct publication *publication, struct err *err);

#endif
