/* The members of a JSON object, without the values of arrays and objects in it.
 *
 * Rows of JSON lines are such objects. json_parse() builds a tree with an allocation for every name
 * and value; this reader needs none, and takes about a sixth of the time. It also keeps what the
 * tree loses: the digits of a number, and zero bytes. */
#ifndef BASE_JSON_FLAT_H
#define BASE_JSON_FLAT_H

#include "base/array.h"
#include "base/json.h"
#include "base/scoped.h"

#include <stdbool.h>
#include <stddef.h>

struct json_member_value {
    const char *name; /* zero-terminated, as are the texts */
    enum json_kind kind;
    const char *text; /* of JSON_TEXT, perhaps with zero bytes in it; of JSON_NUMBER as it is
                         written; otherwise NULL */
    size_t length;    /* bytes of the text */
    double number;    /* of JSON_NUMBER */
};

/* All zero before the first object. Used again for the next one. */
struct json_flat {
    ARRAY(struct json_member_value) members; /* in their order; names may repeat */
    char *bytes;                             /* the names and texts; owned */
    size_t capacity;
};

void json_flat_release(struct json_flat *flat);
SCOPED_VALUE(json_flat, json_flat_release)

/* Reads an object of `length` bytes with white space around it. The members are valid until the
 * next call. Returns false for anything but an object of RFC 8259 in UTF-8, for a zero in a name or
 * inside of an array or object, for numbers of more than 32 characters, and for more than 65,536
 * members. json_parse() may still be able to read it, and says what is wrong. What both read, they
 * read alike; json_parse() does not read zero bytes. */
bool json_flat_read(struct json_flat *out, const char *bytes, size_t length);

#endif
