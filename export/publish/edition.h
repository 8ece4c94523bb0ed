/* An edition of a data set: everything that the files of its folder describe, and writing them. */
#ifndef PUBLISH_EDITION_H
#define PUBLISH_EDITION_H

#include "base/date.h"
#include "base/json.h"
#include "base/hash.h"
#include "export/export.h"
#include "export/publish/facts.h"

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

/* All known licences, ended by NULL. */
extern const struct license *const licenses[];

/* Returns the licence with this id, as hubs or SPDX spell it, in any case; NULL if it is unknown.
 */
const struct license *license_find(const char *id);

/* Sorts the names of languages, and appends the languages as people write them: "C, C++ and Java".
 */
void edition_add_languages(struct str *out, struct text_list *names);

/* The data set's names, licence, date and creators. */
struct edition_names {
    const char *name;    /* for a hub: letters, digits, '-', '_', '.' */
    const char *title;   /* for people */
    const char *version; /* MAJOR.MINOR.PATCH */
    const struct license *license;
    const char *url;  /* NULL: not known */
    const char *date; /* YYYY-MM-DD; NULL: the day of the newest published submission, if
                         any has a date */
    const char *const *creators;
    size_t n_creators;
};

/* A file of the folder. */
struct edition_file {
    const char *path;       /* in the folder: data/train-00000-of-00001.jsonl.gz */
    const char *media_type; /* static, of a document that croissant.json describes */
    bool is_edited;         /* a document that people edit: it has no sums */

    int split;            /* of a data file, as the next members: its split or fold */
    size_t set;           /* its split set: 0 for the first, else one more than in edition.sets */
    const char *language; /* static, of all its rows; NULL: all data files are in one language */
    int64_t n_rows, n_clean; /* n_clean: of these, correct programs */
    int64_t n_uncompressed;

    int64_t n_bytes;
    char sha256[SHA256_HEX_SIZE];
};
enum { EDITION_MAX_OTHERS = 5, EDITION_MAX_SETS = 100 /* further ones */ };

/* A configuration, as hubs call data files that are loaded together, by this name. */
struct edition_config {
    const char *name;
    size_t set;           /* as of a file */
    const char *language; /* of its files; NULL: all of them */
};

struct edition {
    const struct edition_names *names;
    const struct export_options *options; /* the format of rows */
    const struct fix_choice *choice;      /* which fixes are published */

    const struct json *stats, *check; /* of the store: `tokfix stats --json`, and `check --json` in
                                         the first split set; the documents use only `check` */
    const struct str *card_extra;     /* the user's own section, Markdown; NULL: none */
    bool is_forced;                   /* published even if a check fails */
    bool is_codenet; /* mined from Project CodeNet (codenet_origin.h): its licence applies */

    struct json *store;    /* the key `store` of the manifest (manifest.h); owned */
    struct json *sets;     /* its key `sets`, the further split sets; owned */
    struct json *commands; /* command lines that reproduce the data set, an array of texts; owned */
    char date[DATE_TEXT_SIZE];                      /* "": not known */
    ARRAY(struct edition_file) files;               /* of data; their paths are in the arena */
    ARRAY(struct edition_config) configs;           /* edition_list_configs() */
    struct edition_file others[EDITION_MAX_OTHERS]; /* in the order of writing */
    size_t n_others;
    struct arena arena;
    struct json *facts;            /* counts of the written rows (facts.h); owned */
    struct export_counts left_out; /* rows that the format cannot express */
    struct fix_account account;    /* which fixes were omitted, and why; these three are of the
                                      first split set */
};

/* Returns the ending of the data files' names: ".jsonl.gz" or ".parquet". */
const char *edition_extension(const struct edition *edition);

/* Lists the configurations that follow from the data files. Each split set is one; that of the
 * first is called `default`. If the files are in several languages, each language of a set is one,
 * too: `java`, `temporal-java`. Fails if two would have the same name, or one that Croissant's @ids
 * have for another. */
int edition_list_configs(struct edition *edition, struct err *err);

/* The name of a split set, from its number; of the first, what the manifest has. */
const char *edition_set_name(const struct edition *edition, size_t set);

/* Whether a data file is in a configuration. NULL has all files. */
bool edition_config_has(const struct edition_config *config, const struct edition_file *file);

/* The sums over the data files of a configuration (NULL: all) in a split, or in all splits (-1). */
struct edition_size {
    int64_t n_files, n_rows, n_clean, n_bytes, n_uncompressed;
};
struct edition_size edition_size(const struct edition *edition, const struct edition_config *config,
                                 int split);

/* Whether `tokfix check` found nothing in the first split set, and in all. */
bool edition_is_clean(const struct edition *edition);
bool edition_has_passed(const struct edition *edition);

void edition_release(struct edition *edition);

/* A split set that is published, and the result of `tokfix check` in it. */
struct published_set {
    const char *name;
    const struct json *check; /* `check --json` */
};

struct publish_request {
    const char *folder; /* path of the folder to create */
    bool is_replacing;
    size_t n_shards;                  /* of each split; 0: one for each 100,000 rows */
    const char *line;                 /* the command line that publishes it */
    const struct published_set *sets; /* the first one's check is also the edition's */
    size_t n_sets;                    /* 0: the set that the store's views are about, alone */
};

/* Writes the data, README.md, CITATION.cff, manifest.json, croissant.json and SHA256SUMS, in this
 * order, because later files describe earlier ones. Fails, unless it is forced, if two rows of a
 * set have the same id, or if a program or a prompt would be in two of its splits. The caller sets
 * names, options, choice, stats, check, card_extra, is_forced and is_codenet in `edition`; the
 * other members are filled in and stay valid. The folder appears when it is complete; after a
 * failure nothing of it is left. Its content does not depend on the number of threads, the time or
 * the names of files. Release `edition` with edition_release(), also after a failure. */
int publish_write(struct edition *edition, struct db *db, const struct publish_request *request,
                  struct err *err);

enum { PUBLISH_ROWS_PER_SHARD = 100000 };

/* Writes the data files for publish_write(). Fills in files, configs, store, sets, facts, left_out
 * and account. The last three are filled in also after a failure, as far as it came. Afterwards the
 * store's views are about the first set. */
int edition_write_data(struct edition *edition, struct db *db,
                       const struct publish_request *request, const char *folder, struct err *err);

#endif
