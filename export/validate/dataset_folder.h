/* A folder of rows, published or not: its documents (manifest, card, Croissant description,
 * citation) and whether they agree with its files. */
#ifndef VALIDATE_DATASET_FOLDER_H
#define VALIDATE_DATASET_FOLDER_H

#include "base/beneath.h"
#include "base/mem.h"
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

/* Returns the place of a finding about a member: the member, or the object that lacks it. Use it
 * only as a place, not as the member. */
const struct json *document_place(const struct json *object, const char *key);

/* Adds a finding about a value of the document. Its line is that of the value's key, or, for an
 * item, its own; 1 for NULL. The detail is formatted as by printf. */
void document_find(const struct document *document, const struct json *place, const char *rule,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Compares a number of an object in the document with the expected one. */
void document_check_number(const struct document *document, const struct json *object,
                           const char *key, const char *rule, const char *what, uint64_t expected);

struct dataset_folder {
    struct validation *validation; /* gets the findings */
    const char *path;              /* as the user named it */
    struct beneath_folder root;
    struct document manifest, card, croissant, citation;
    ARRAY(const char *) names; /* of all files, within the folder, in order; in the arena below */
    struct arena arena;
    int64_t shared_set; /* of a file of the card's current configuration that an earlier one has,
                           too; NO_SET: there is none */
};
enum { NO_SET = -1 };

/* Opens a folder and reads its documents. An unreadable document is a finding. Fails if the folder
 * does not exist. Release `out` with dataset_folder_release(), also after a failure. */
int dataset_folder_open(struct dataset_folder *out, struct validation *validation, const char *path,
                        struct err *err);
void dataset_folder_release(struct dataset_folder *folder);
SCOPED_VALUE(dataset_folder, dataset_folder_release)

/* Returns the path of a file in the folder, for messages and for opening it. It lives as long as
 * the folder. */
const char *dataset_folder_path(struct dataset_folder *folder, const char *name);

/* Whether a name from the input is a regular file in the folder: a relative path without `..`, and
 * without a link that leads out of the folder. If not, `err` says why. */
bool dataset_folder_has(const struct dataset_folder *folder, const char *name, struct err *err);

/* Returns the file of rows of this name, or NULL. */
struct data_file *dataset_folder_file(const struct dataset_folder *folder, const char *name);

/* Takes from the manifest what must be known before rows are read: the format, the files with their
 * splits, and what may not be in two splits. A file that is missing or outside the folder is a
 * finding. */
void manifest_begin(struct dataset_folder *folder);

/* Compares rows, bytes and digests of the files with the manifest: one finding for each changed
 * file. A file in data/ that the manifest does not name is a finding. If no file was changed, also
 * compares the rows of each language. */
void manifest_check(struct dataset_folder *folder);

/* Makes the parts of the card, of croissant.json and of CITATION.cff again that follow from the
 * manifest, and compares them with what is there. */
void manifest_compare_documents(struct dataset_folder *folder);

#endif
