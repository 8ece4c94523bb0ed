/* An object of JSON (RFC 8259), read in one pass without a tree.
 *
 * json_parse() builds a tree with an allocation for every name and value; this reader needs none,
 * and takes about a sixth of the time. It says where JSON is wrong, and keeps what the tree loses:
 * the digits of a number, and zero bytes. */
#ifndef MINER_ROWS_JSON_FLAT_H
#define MINER_ROWS_JSON_FLAT_H

#include "base/err.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* Of arrays and objects in one another; json_parse() reads as many. */
enum { MAX_JSON_DEPTH = 1000 };

/* A member of an object. */
struct json_flat_member {
    const char *name; /* zero-terminated, as are the texts */
    enum json_kind kind;
    const char *text; /* of JSON_TEXT, perhaps with zero bytes in it; of JSON_NUMBER as it is
                         written; of JSON_BOOL, JSON_ARRAY and JSON_OBJECT NULL */
    size_t length;    /* bytes of the text */
    double number;    /* of JSON_NUMBER; of JSON_BOOL 1 if it is true, else 0 */
    const char *raw;  /* of JSON_ARRAY and JSON_OBJECT: as it is written, */
    size_t n_raw;     /* and its bytes */
};

/* The members of an object, such as a row of JSON lines. All zero before the first object. Used
 * again for the next one. */
struct json_flat {
    ARRAY(struct json_flat_member) members; /* in their order; names may repeat */
    const char *error;                      /* what is wrong, a static text, */
    size_t byte;                            /* and where, from 0 */
    char *bytes;                            /* the names and texts; owned */
    size_t capacity;
};

void json_flat_release(struct json_flat *flat);
SCOPED_VALUE(json_flat, json_flat_release)

/* Reads an object of `length` bytes with white space around it. The members are valid until the
 * next call. Returns false, and sets `error`, for anything but an object of RFC 8259 in UTF-8, for
 * a zero in a name or inside of an array or object, and for more than 65,536 members. But control
 * characters in texts are read, and NaN, Infinity and -Infinity, which some programs write for a
 * number that is missing, are null. A number of more than 32 characters has no text, and is NaN. An
 * array is read as an object with the members 0, 1, ..., and ten are kept. */
bool json_flat_read(struct json_flat *out, const char *bytes, size_t length);

/* ---- The values of a row: the members of its object, and of the objects and arrays in it ---- */

enum { MAX_ROW_LEVELS = 8 }; /* of objects and arrays whose members are looked at */

/* Takes a member. Its name is its path in the row: author.members.0.handle. An object of MongoDB's
 * Extended JSON is the value that it stands for. Returns whether the members of an object or array
 * are wanted, too; they come next. */
typedef bool row_member_take(void *context, const char *name,
                             const struct json_flat_member *member);

/* Memory for reading one row after another. All zero before the first. */
struct row_members {
    ARRAY(struct json_flat) objects;  /* of the row, and of those in it that were looked at */
    size_t n_used;                    /* of them, in the current row */
    struct str names[MAX_ROW_LEVELS]; /* of the current member of a level, with those above it */
};

void row_members_release(struct row_members *members);
SCOPED_VALUE(row_members, row_members_release)

/* Calls `take` for each member. Texts are valid until the next call. Fails, before the first call
 * of `take`, if the row is not an object that json_flat_read() reads. */
int row_members_each(struct row_members *members, const char *text, size_t length,
                     row_member_take *take, void *context, struct err *err);

#endif
