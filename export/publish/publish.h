/* Publishes an edition of a data set: a folder for a hub. */
#ifndef EXPORT_PUBLISH_PUBLISH_H
#define EXPORT_PUBLISH_PUBLISH_H

#include "base/hash.h"
#include "base/target.h"
#include "export/export.h"

#include <stdbool.h>

/* A licence of data sets. */
struct license {
    const char *id;     /* as hubs spell it */
    const char *spdx;   /* NULL: none */
    const char *name;   /* for people */
    const char *url;    /* of its text; NULL: none */
    bool is_in_cff_1_2; /* the Citation File Format 1.2.0 knows the SPDX id */
};

/* Project CodeNet's, as IBM's data catalogue states it: CDLA Permissive 2.0. */
extern const struct license *const license_of_codenet;

/* All known licences; the id of the last one is NULL. */
extern const struct license licenses[];

/* Returns the licence with this id, as hubs or SPDX spell it, in any case; NULL if it is unknown.
 */
const struct license *license_find(const char *id);

/* The data set's names, licence and creators. */
struct edition_names {
    const char *name;    /* for a hub: letters, digits, '-', '_', '.' */
    const char *version; /* MAJOR.MINOR.PATCH */
    const struct license *license;
    const char *url; /* NULL: not known */
    struct text_list creators;
};

/* A data file of the folder. */
struct edition_file {
    const char *path;        /* in the folder: data/train-00000-of-00001.jsonl.gz */
    int split;               /* its split or fold */
    size_t set;              /* the number of its split set, from 0 */
    const char *language;    /* static, of all its rows; NULL: all data files are in one language */
    int64_t n_rows, n_clean; /* n_clean: of these, correct programs */
    int64_t n_uncompressed, n_bytes;
    char sha256[SHA256_HEX_SIZE];
};

struct edition {
    /* The caller sets these. */
    const char *folder; /* path of the folder to create */
    bool is_replacing;
    const char *line; /* the command line that publishes it */
    const struct edition_names *names;
    const struct export_options *options; /* the format of rows */
    const struct fix_choice *choice;      /* which fixes are published */
    const struct text_list *sets;         /* split sets; the store's views are about the first */
    const char *card_extra;               /* the user's own section, Markdown; "": none */
    bool is_codenet; /* mined from Project CodeNet (codenet_origin.h): its licence applies */

    /* publish_write() fills these in; the last two, which are about the first split set, also after
     * a failure, as far as it came. */
    ARRAY(struct edition_file) files; /* their paths are in the arena */
    struct arena arena;
    struct fix_account account;    /* which fixes were omitted, and why */
    struct export_counts left_out; /* rows that the format cannot express */
};
void edition_release(struct edition *edition);

/* Writes the data, README.md, CITATION.cff, croissant.json and SHA256SUMS. Fails if two rows of a
 * set have the same id, or if a program or a prompt would be in two of its splits. The folder
 * appears when it is complete; after a failure nothing of it is left. Its content does not depend
 * on the number of threads, the time or the names of files. Release `edition` with
 * edition_release(), also after a failure. */
int publish_write(struct edition *edition, struct db *db, struct err *err);

/* The rules for overwriting a folder. A folder with other names ("notes.txt", "data/notes.txt") or
 * without SHA256SUMS was not published. A data file is any `SPLIT-NNNNN-of-NNNNN.jsonl.gz` or
 * `.parquet` in data/, or in the folder of a language, of a split set, or of a language in that. A
 * killed run leaves names that end in `.partial`. */
extern const struct folder_rules publish_folder_rules;

/* ---- The steps of publish_write() ---- */

/* Writes the data files for publish_write() to `folder`, and a row of temp.written for each of
 * their rows. Afterwards the store's views are about the first set. The store may be read-only. */
int edition_write_data(struct edition *edition, struct db *db, const char *folder, struct err *err);

/* Appends README.md, CITATION.cff and croissant.json, in this order, once the data is written. */
enum { EDITION_DOCUMENTS = 3 };
int edition_describe(struct str documents[EDITION_DOCUMENTS], const struct edition *edition,
                     struct db *db, struct err *err);

#endif
