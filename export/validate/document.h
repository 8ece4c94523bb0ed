/* A document of a folder (manifest, card, Croissant description, citation): its values, and their
 * lines. */
#ifndef VALIDATE_DOCUMENT_H
#define VALIDATE_DOCUMENT_H

#include "base/beneath.h"
#include "base/scoped.h"
#include "export/validate/validation.h"

enum document_kind { DOCUMENT_JSON, DOCUMENT_YAML, DOCUMENT_CARD /* YAML as front matter */ };

struct document {
    struct validation *validation; /* gets the findings */
    const char *path;              /* for people; owned by the caller */
    enum document_kind kind;
    bool is_there;      /* the file exists; it may be unreadable */
    struct json *value; /* an object; NULL: the file is missing or unreadable */
    struct str text;
    size_t length; /* of the text that `value` was read from */
};

/* Reads the file `name` in a folder, if it exists. If it cannot be read, adds a finding. Release
 * `out` with document_release(). */
void document_read(struct document *out, struct validation *validation,
                   const struct beneath_folder *folder, const char *name, const char *path,
                   enum document_kind kind);
void document_release(struct document *document);
SCOPED_VALUE(document, document_release)

/* Returns the place of a finding about a member: the member, or the object that lacks it. Use it
 * only as a place, not as the member. */
const struct json *document_place(const struct json *object, const char *key);

/* Returns the line, from 1, of a value of the document: the line of its key, or, for an item, its
 * own line. Returns 1 for NULL. Reads the whole text. */
uint64_t document_line(const struct document *document, const struct json *place);

/* Adds a finding about a value of the document. The detail is formatted as by printf. Returns the
 * finding's number (findings_add()). */
size_t document_find(const struct document *document, const struct json *place, const char *rule,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Adds a finding of `rule` for each key of a list, ended by NULL, that an object lacks or that is
 * null. `what` names the part of the document; "": the whole. */
void document_require(const struct document *document, const struct json *object,
                      const char *const *keys, const char *rule, const char *what);

/* Compares a number of an object in the document with the expected one. Returns the number of the
 * finding; 0 if they are equal. */
size_t document_check_number(const struct document *document, const struct json *object,
                             const char *key, const char *rule, const char *what,
                             uint64_t expected);

#endif
