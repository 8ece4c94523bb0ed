/* A data set that is published: what the files of its folder tell about. */
#ifndef PUBLISH_PUBLICATION_H
#define PUBLISH_PUBLICATION_H

#include "base/date.h"
#include "base/json.h"
#include "base/sha256.h"
#include "export/export.h"
#include "publish/facts.h"

#include <stdbool.h>

/* Under which data sets are published. */
struct license {
    const char *id;     /* as hubs spell it */
    const char *spdx;   /* NULL: none */
    const char *name;   /* for people */
    const char *url;    /* of its text; NULL: none */
    bool is_in_cff_1_2; /* the Citation File Format 1.2.0 knows the SPDX id */
};

/* Project CodeNet's, as IBM's data catalogue states it: CDLA Permissive 2.0. */
extern const struct license *const license_of_codenet;

/* All licences that are known, ended by NULL. */
extern const struct license *const licenses[];

/* The licence of that id, as hubs or SPDX spell it, in any case; NULL when it is not known. */
const struct license *license_find(const char *id);

/* How it is called, and by whom. */
struct publication_names {
    const char *name;    /* as a hub's: letters, digits, '-', '_', '.' */
    const char *title;   /* for people */
    const char *version; /* MAJOR.MINOR.PATCH */
    const struct license *license;
    const char *url;  /* NULL: not known */
    const char *date; /* YYYY-MM-DD; NULL: the day of the newest submission that is published */
    const char *const *creators;
    size_t n_creators;
};

/* A data file. */
struct publication_file {
    char *path; /* in the folder, owned: data/train-00000-of-00001.jsonl.gz */
    int split;
    int64_t n_rows, n_clean; /* n_clean: of these, correct programs */
    int64_t n_bytes, n_uncompressed;
    char sha256[SHA256_HEX_SIZE];
};

/* A file that is no data. */
struct publication_other {
    const char *name, *media_type; /* static */
    int64_t n_bytes;
    char sha256[SHA256_HEX_SIZE];
};
enum { PUBLICATION_MAX_OTHERS = 4 };

struct publication {
    const struct publication_names *names;
    const struct export_options *options; /* how rows look */
    const struct fix_choice *choice;      /* which there are */

    const struct json *stats, *check; /* of the store: `tokfix stats --json`, `check --json` */
    const struct str *card_extra;     /* a section of a person's own, Markdown; NULL: none */
    bool is_forced;                   /* published although the check failed */
    bool is_codenet; /* mined from Project CodeNet (codenet_origin.h): its licence and prose hold */

    struct json *store;    /* as the manifest has it (manifest.h); owned */
    struct json *commands; /* command lines that make it again, an array of texts; owned */
    char date[DATE_TEXT_SIZE];
    ARRAY(struct publication_file) files;
    struct publication_other others[PUBLICATION_MAX_OTHERS]; /* as they are written */
    size_t n_others;
    struct facts facts;
    struct export_counts left_out; /* rows that the format cannot say */
    struct fix_account account;    /* which fixes were left out, and why */
};

/* What the names of the data files end in: ".jsonl.gz" or ".parquet". */
const char *publication_extension(const struct publication *publication);

/* The sum over the data files of a split, or of all (-1). */
struct publication_size {
    int64_t n_files, n_rows, n_clean, n_bytes, n_uncompressed;
};
struct publication_size publication_size(const struct publication *publication, int split);

/* The member of the store's run: what `tokfix mine` was told. */
const char *publication_run_text(const struct publication *publication, const char *key);

/* Whether `tokfix check` found nothing. */
bool publication_is_clean(const struct publication *publication);

void publication_release(struct publication *publication);

#endif
