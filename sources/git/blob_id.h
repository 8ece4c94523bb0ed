/* The id of an object, computed from its content: git does not compare them when it reads. */
#ifndef GIT_BLOB_ID_H
#define GIT_BLOB_ID_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the id is that of an object with this type ("blob") and content: the SHA-1 or, if it has
 * 64 digits, the SHA-256 of "TYPE LENGTH", a zero byte and the content (gitformat-pack(5)). */
bool blob_id_is(const char *id, const char *type, const char *bytes, size_t length);

#endif
