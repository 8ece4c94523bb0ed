/* A document of a folder (manifest, card, Croissant description, citation): what it says, and on
 * which line it says it. */
#ifndef VALIDATE_DOCUMENT_H
#define VALIDATE_DOCUMENT_H

#include "base/beneath.h"
#include "base/scoped.h"
#include "validate/validation.h"

enum document_kind { DOCUMENT_JSON, DOCUMENT_YAML, DOCUMENT_CARD /* YAML as front matter */ };

struct document {
    struct validation *validation; /* that takes what is found */
    const char *path;              /* for people; the caller's */
    enum document_kind kind;
    bool is_there;      /* a file of that name; what it says may be unreadable */
    struct json *value; /* an object; NULL: not there, or not readable */
    struct str text;
    size_t length; /* of the text that `value` was read from */
};

/* Reads the file `name` in a folder, if it is there, and finds why it cannot be read. Release with
 * document_release(). */
void document_read(struct document *out, struct validation *validation,
                   const struct beneath_folder *folder, const char *name, const char *path,
                   enum document_kind kind);
void document_release(struct document *document);
SCOPED_VALUE(document, document_release)

/* Where something is said of a member: the member, or the object that lacks it. A place only, not
 * to be read as the member. */
const struct json *document_place(const struct json *object, const char *key);

/* The line, from 1, on which a value of the document stands: that of its key, or of an item its
 * own. 1 for NULL. Reads the whole text. */
uint64_t document_line(const struct document *document, const struct json *place);

/* Adds a finding about a value of the document, its detail made as printf would. Returns its number
 * (findings_add()). */
size_t document_find(const struct document *document, const struct json *place, const char *rule,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Finds the keys of a list, ended by NULL, that an object lacks or has null, as `rule`; `what` says
 * of which part of the document it is, "" for the whole. */
void document_require(const struct document *document, const struct json *object,
                      const char *const *keys, const char *rule, const char *what);

/* Compares a number of an object in the document with what it should be. Returns the number of the
 * finding, or 0. */
size_t document_check_number(const struct document *document, const struct json *object,
                             const char *key, const char *rule, const char *what,
                             uint64_t expected);

#endif
