/* manifest.json: what was published, from what, and how to make it again. */
#ifndef PUBLISH_MANIFEST_H
#define PUBLISH_MANIFEST_H

#include "publish/publication.h"

enum { MANIFEST_VERSION = 1 };

/* Keys: manifest_version, tool, dataset, store (provenance.h), export (export/describe.h), check,
 * files (the data files), commands. Release with json_free(). */
struct json *manifest_make(const struct publication *publication);

#endif
