/* The members of a flat JSON object: one without arrays and objects in it.
 *
 * Rows of JSON lines are such objects. json_parse() builds a tree with an allocation for every name
 * and value; this reader needs none, and takes about a sixth of the time. */
#ifndef BASE_JSON_FLAT_H
#define BASE_JSON_FLAT_H

#include "base/array.h"
#include "base/json.h"
#include "base/scoped.h"

#include <stdbool.h>
#include <stddef.h>

struct json_member_value {
    const char *name;    /* zero-terminated, as are the texts */
    enum json_kind kind; /* never JSON_ARRAY or JSON_OBJECT */
    const char *text;    /* of JSON_TEXT; of a JSON_NUMBER of up to 15 digits and nothing else,
                            these; otherwise NULL */
    size_t length;       /* bytes of the text */
    double number;       /* of JSON_NUMBER */
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
 * next call. Returns false for anything but a flat object of RFC 8259 in UTF-8, for a text with a
 * zero, for numbers of more than 32 characters, and for more than 65,536 members. json_parse() may
 * still be able to read it, and says what is wrong. What this function reads, json_parse() reads
 * alike. */
bool json_flat_read(struct json_flat *out, const char *bytes, size_t length);

#endif
