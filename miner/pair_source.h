/* The interface between the miner and a source of pairs. The miner knows nothing else of a source.
 *
 * A source has units of work. A unit has versions of programs, and some of them are compared as the
 * buggy and the fixed side of a pair. In codenet/ and rows/ a unit is a problem, and a version is a
 * submission with the judge's verdict. In git/ a unit is a repository, and a version is a file
 * before or after a commit. It has no verdict, and makes a pair with the next one of its history.
 *
 * Threads: many threads call fingerprint() before mining starts, then open(), load() and
 * close(), each for its own unit. The main thread calls is_reading(), check(), stop() and
 * finish() while it collects the results.
 *
 * Errors: a version that cannot be used is an input error, not a failure. It is left out or
 * rejected with a reason, an error is added to the unit's content, and the run continues. check()
 * and finish() report that the source as a whole cannot be read, because the disk fails or an
 * archive is damaged.
 *
 * Determinism: the results of open() and load() depend only on the source, not on the thread or on
 * what was read before. Units are mined in any order and stored in their order. */
#ifndef MINER_PAIR_SOURCE_H
#define MINER_PAIR_SOURCE_H

#include "base/beneath.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/meter.h"
#include "base/verdicts.h"
#include "db/store.h"
#include "miner/program_text.h"

#include <stdint.h>

struct pair_source;
struct pair_journal;
struct db;

/* A unit of work. It is mined, committed and resumed as a whole, and belongs to one shard. It
 * becomes a row of the table problems. */
struct unit {
    const char *id;             /* the same in every run: problem_id */
    const char *name, *contest; /* for people; NULL: unknown */
    uint64_t n_bytes;           /* size of what open() reads: an estimate of the cost of mining
                                   the unit */
    const char *in_source;      /* its name in the source, if the id has a prefix; NULL: its id */
};

/* Returns the name of the unit in its source. */
const char *unit_in_source(const struct unit *unit);

/* A version of a program. If it takes part in a fix, it becomes a row of the table submissions. */
struct version {
    const char *id; /* unique in its unit: submission_id */
    const char *user;
    const struct language *language;
    const char *original_language; /* "" if unknown */
    const char *verdict;           /* as in the source: status; NULL for VERDICT_NONE */
    enum verdict_class class;      /* VERDICT_NONE: the source has no verdicts */
    int64_t date;                  /* Unix seconds */
    uint32_t nanoseconds;          /* of that second: only for the order, not stored */
    /* Names the bytes of the version, so that the outcome of a pair can be kept (pair_journal.h).
     * The version must then be in one pair only. NULL: nothing does */
    const char *content_id;
    size_t line; /* in the file of the source; orders versions of the same time */
    /* Only versions with the same number make pairs. They are adjacent and in the order of time
     * (histories.h numbers them by language and user). All versions of a history have the same
     * language, and the histories come in the order of their languages. */
    size_t history;
};

/* Input errors: rows and files of the dataset that cannot be used. They are counted, stored and
 * reported, and never fatal. */
#define INPUT_ERRORS(X)                                                                           \
    X(OK, "") /* none */                                                                          \
    /* the dataset */                                                                             \
    X(METADATA_MISSING, "metadata_missing")   /* a listed problem has no metadata file */         \
    X(METADATA_UNUSABLE, "metadata_unusable") /* unreadable, empty, or a column is missing */     \
    X(DATA_WITHOUT_METADATA, "data_without_metadata") /* a folder of sources without metadata */  \
    X(PROBLEM_CLUSTERS_UNUSABLE, "problem_clusters_unusable") /* or its rest is left out */       \
    X(PROBLEM_CLUSTER_MALFORMED, "problem_cluster_malformed") /* not text, or an unusable id */   \
    X(DESCRIPTION_UNUSABLE, "description_unusable") /* unreadable, too large, or outside */       \
    X(ENTRY_REFUSED,                                                                              \
      "entry_refused") /* of an archive: it leads out, a link, twice, an absurd size */           \
    X(REPOSITORY_UNUSABLE, "repository_unusable") /* it cannot be opened */                       \
    X(REPOSITORY_DAMAGED, "damaged_repository")   /* git cannot read all of it */                 \
    X(LIST_MALFORMED, "list_malformed") /* a row without a repository, or an unknown licence */   \
    /* rows */                                                                                    \
    X(ROW_MALFORMED, "row_malformed") /* another number of fields, not an object, or not UTF-8 */ \
    X(ROW_FIELD_MISSING, "row_field_missing") /* user, problem, date, status, language or code */ \
    X(ROW_VALUE, "row_value")                 /* it cannot be what it is given as */              \
    X(ROW_ID_UNSAFE, "row_id_unsafe")         /* it cannot be a file name */                      \
    X(ROW_DUPLICATE, "row_duplicate") /* the submission id of an earlier row of the problem */    \
    X(ROW_TOO_LARGE, "row_too_large") /* above the limit of a row */                              \
    X(FILE_LEFT_OUT, "file_left_out") /* it has no rows, or no programs of a layout */            \
    X(STATUS_UNKNOWN, "status_unknown")                                                           \
    X(PARTIAL_SCORE, "partial_score") /* Accepted submissions have a part of the full score */    \
    X(LANGUAGE_UNKNOWN, "language_unknown")                                                       \
    /* programs */                                                                                \
    X(SOURCE_MISSING, "source_missing")                                                           \
    X(SOURCE_OUTSIDE, "source_outside") /* a path or a link that leaves the dataset */            \
    X(SOURCE_UNREADABLE, "source_unreadable")                                                     \
    X(SOURCE_TOO_LARGE, "source_too_large")                                                       \
    X(SOURCE_ENCODING, "source_encoding")
#define INPUT_ENUMERATOR(name, text) INPUT_##name,
enum input_error_kind { INPUT_ERRORS(INPUT_ENUMERATOR) N_INPUT_ERRORS };

/* Returns the name in the database. */
const char *input_error_name(enum input_error_kind kind);

struct input_error {
    enum input_error_kind kind;
    const char *file;    /* relative to the dataset */
    size_t line;         /* 0: the file as a whole */
    const char *detail;  /* without a final full stop */
    const char *unit_id; /* the unit with the error; NULL: no unit, or the unit that owns the
                            list */
};

/* The maximum number of errors of a kind in a list. It bounds the memory that a file of two million
 * commas takes. */
enum { MAX_LISTED_INPUT_ERRORS = 10000 };

/* A list of errors. Their texts are in an arena of the list's owner. */
struct input_errors {
    struct arena *arena; /* borrowed */
    ARRAY(struct input_error) list;
    struct {
        size_t n;   /* added so far */
        char *rest; /* detail of the one listed error that represents all further ones */
    } kinds[N_INPUT_ERRORS];
};

/* Adds an error. Copies `file` and the printf-style detail. Of each kind, the first
 * MAX_LISTED_INPUT_ERRORS are listed. The next one is listed with the number of errors that are not
 * listed from there on. */
void input_errors_add(struct input_errors *errors, enum input_error_kind kind, const char *file,
                      size_t line, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A language that is not read, as the dataset names it. */
struct other_language {
    const char *name;
    size_t n; /* versions in it */
};

/* The content of a unit. */
struct unit_content {
    struct arena arena;                  /* owns the texts */
    ARRAY(struct version) versions;      /* in the languages that are mined */
    size_t n_rows;                       /* versions of the unit in any language; of these, */
    size_t n_other_languages;            /* those in other languages, which are ignored, */
    ARRAY(struct other_language) others; /* if the source knows them by unit */
    size_t n_unusable;                   /* and those that are in `errors` and not in `versions` */
    /* Of everything read to list the versions; "" when it could not be read */
    char fingerprint[SHA256_HEX_SIZE];
    struct input_errors errors;         /* first those of open(), then those of load() */
    const struct pair_journal *journal; /* set before open(): load() is not called for the pairs
                                           whose outcome it has; NULL: it is for all */
    void *reader;                       /* belongs to the source, from open() on */
    void (*free_reader)(void *reader); /* called when the content is freed; NULL: close() does it */
};

/* Returns an empty content. Its errors are in its arena. */
struct unit_content *unit_content_new(void);
void unit_content_free(struct unit_content *content); /* NULL is ignored */
SCOPED_POINTER(unit_content, unit_content_free)

/* Receives the pairs of a history. `buggy` and `fixed` are indices into the history. */
struct pair_listener {
    void *context;
    /* A pair. Pairs come in order: by the buggy side, then by the fixed side, which is later. */
    void (*take)(void *context, size_t buggy, size_t fixed);
    /* Called when there are too many pairs: `n_pairs` > 0 further pairs of the buggy side were left
     * out. The call follows the pairs of that side that were taken. */
    void (*leave_out)(void *context, size_t buggy, size_t n_pairs);
};

/* A version that takes part in a fix. */
struct used_version {
    const struct version *version; /* of the unit's content */
    struct source_row source;
    off_t spooled;        /* without `source.code`: where it is in the unit's file of texts */
    const char *encoding; /* see struct program_text */
    int64_t key;          /* submission_key, once it is stored */
};

/* What a dataset is taken for, in lines for people. All zero: none yet. */
struct view_line {
    const char *label; /* "columns"; a static text */
    const char *text;  /* "user: handle", in the arena */
};
struct source_view {
    ARRAY(struct view_line) lines;
    struct arena arena;
};

/* Adds a line with a printf-style text. A view that is NULL is ignored. */
void source_view_add(struct source_view *view, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void source_view_release(struct source_view *view);
SCOPED_VALUE(source_view, source_view_release)

/* A dataset to read. */
struct source_request {
    const char *path;               /* "-": standard input */
    const struct text_list *others; /* further paths, for a kind that takes several; NULL: none */
    const char *metadata; /* path of the metadata, if they are elsewhere; NULL: they are not */
    int format;           /* number of one of the kind's formats */
    unsigned languages;   /* of the versions: a set */
    bool may_have_none;   /* the dataset may have no version in these languages */
    bool may_lack_status; /* the pairs do not depend on verdicts */
    size_t max_bytes;     /* of a program */
    const char *folder;   /* for temporary files */
    int n_threads;

    /* Before the ids of units, with a colon: condefects:p10010. NULL: nothing. */
    const char *prefix;

    /* Whether the unit will be mined. NULL: every unit is. Any thread may call it. Sources, which
     * know the names without the prefix, call source_wants(). */
    bool (*is_wanted)(void *context, const char *unit_id);
    void *wanted_context;

    struct meter meter;       /* shown while the dataset is read */
    double max_seconds;       /* for reading, when only a part is to be looked at; 0: no limit */
    struct source_view *view; /* gets what the dataset is taken for, also if it cannot be opened;
                                 NULL: not wanted */
    const void *own;          /* the options that only this kind of source has */
};

/* Whether the unit with this name in the source will be mined. */
bool source_wants(const struct source_request *request, const char *in_source);

/* Appends the id of the unit with this name in the source. */
void source_add_id(struct str *out, const struct source_request *request, const char *in_source);

/* What open() of a kind returns if it can read the dataset, but finds something of another kind. */
enum { SOURCE_IS_OTHER = -2 };

/* A kind of source: the properties that its datasets share, and how they are recognized and opened.
 * The texts of the dataset's request are borrowed as long as the source is open. */
struct source_kind {
    const char *name;    /* in the column `source` of the table run */
    const char *words;   /* for messages: "rows", */
    const char *by;      /* and the option that chooses it: "--format csv" */
    const char *unit[2]; /* for messages: "repository", "repositories"; NULL: problem, problems */
    /* For messages: the file of a unit (its id goes between the two parts), the file that lists the
     * units, and the input of the listing's fingerprint. */
    const char *unit_file[2], *list_file, *listing;
    const char *listed[2]; /* what the listing lists: "file", "files" */
    const char *no_pairs;  /* for messages: why there may be no pair, and what to do */
    const char *instead;   /* for messages: what to name instead of several paths; NULL: it takes
                              several */
    /* Some versions are Accepted, and the pairs follow from the verdicts (histories.h). In a source
     * without verdicts, each version makes a pair with the next one of its history. */
    bool has_verdicts;
    /* Versions are files of large programs: only the function around the edit counts for the fix,
     * which is stored with it. */
    bool has_files;

    /* The names of its formats for --format, by number; NULL after the last. */
    const char *const *formats;
    /* Returns the number of the format in which the dataset seems to be; -1 if it seems to be of
     * another kind. NULL: the user must say its format; of the first kind, it takes every dataset
     * that no other kind takes. */
    int (*recognize)(const struct source_request *request);
    /* Returns the first option that was given and is only for this kind; NULL: none. The dataset is
     * read as another one. */
    const char *(*given)(const struct source_request *request, const struct source_kind *read_as);
    /* Opens a source. Returns 0, ERR, or SOURCE_IS_OTHER with a message. */
    int (*open)(struct pair_source *out, const struct source_request *request, struct err *err);
    /* Sets the own options to those that a source of the kind has described (struct pair_source).
     * Their texts are in the arena. NULL: its sources cannot be opened again. */
    void (*recall)(void *own, const char *described, struct arena *arena);
    /* Appends a line for people: what a finished database has left out, and why. NULL: no such
     * line. */
    int (*add_left_out)(struct str *out, struct db *db, struct err *err);
};

/* For `add_left_out`: says how many versions are in languages that are not mined. */
int source_add_other_languages(struct str *out, struct db *db, struct err *err);

/* What the described options of a source begin with, if the user chose its format. */
#define SOURCE_FORMAT_OPTION "--format="

/* Returns the word for `n` units. */
const char *source_kind_unit(const struct source_kind *kind, size_t n);

/* For `no_pairs`, where there are verdicts. */
#define SOURCE_NO_PAIRS \
    "no failing submission has a later Accepted one of the same user, problem and language"

/* What a source has done of the units that it was asked for in this run, finished or not. */
struct source_progress {
    uint64_t done_bytes; /* a part of their n_bytes */
    size_t n_rows;       /* read; commits */
    size_t n_pairs;      /* loaded */
};

/* Known when all units are mined. */
struct source_end {
    const char *name;                  /* of the dataset */
    const char *metadata;              /* path of the separately named metadata; NULL: none */
    const struct input_errors *errors; /* errors outside of the units */
};

/* Makes a version's text of the file that was read into `text` (program_text_take()). If the file
 * could not be read, `result` says so and `why` has the reason, and the version is rejected.
 * Returns the input error to add, and sets `why` to its detail; or INPUT_OK. */
enum input_error_kind program_text_take_file(struct program_text *text,
                                             const struct language *language, bool has_characters,
                                             enum beneath_result result, struct err *why);

struct pair_source {
    void *context; /* for all functions */
    const struct source_kind *kind;

    /* The options that decide what is read, for people and to recognize the run; NULL: none. */
    const char *options;

    /* The names of its files, if the dataset is several, as a list of words; NULL: it is one. */
    const char *files;

    /* All units, each once, sorted by id (strcmp). They stay valid as long as the source. Whoever
     * opens the source adds the prefix to their ids (source_prefix_units()). */
    struct unit *units;
    size_t n_units;
    struct arena ids; /* with the prefix */

    /* They identify the dataset before its units are read: the SHA-256 of what is known of the
     * units, and that of the file that lists them (NULL when there is none). */
    const char *listing_sha256, *list_sha256;

    /* Computes the same fingerprint of the unit as open(); "" when the unit cannot be read. */
    void (*fingerprint)(void *context, const struct unit *unit, char hex[SHA256_HEX_SIZE]);

    /* open() lists the versions of a unit into an empty content. The caller owns the content, calls
     * close() when it will load no more versions, and then frees the content. */
    void (*open)(void *context, const struct unit *unit, struct unit_content *content);
    void (*close)(void *context, struct unit_content *content);

    /* Loads the text of a version into `text` with program_text_take(), or sets its `reason`
     * if it has none. The memory of `text` is used again (program_text.h). */
    void (*load)(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct program_text *text);

    /* Returns the path of a version's file in its repository. NULL: the source has no files. */
    const char *(*path_of)(const struct unit_content *content, const struct version *version);

    /* Called before close(), with the versions that take part in a fix, each once: reads what only
     * these need. NULL: nothing. */
    void (*read_used)(void *context, const struct unit *unit, struct unit_content *content,
                      const struct used_version *used, size_t n);

    /* Store what the source knows of a stored unit, and then of its stored versions: those that
     * take part in a fix, with their keys. Rows of a table are stored in the order of their keys.
     * NULL: nothing. */
    int (*store_unit)(void *context, const struct unit *unit, const struct unit_content *content,
                      struct db *store, struct err *err);
    int (*store_versions)(void *context, const struct unit *unit,
                          const struct unit_content *content, const struct used_version *used,
                          size_t n, struct db *store, struct err *err);

    /* Whether units wait for input that is still being read. If so, shows its progress. NULL: they
     * never do. */
    bool (*is_reading)(void *context);
    /* Says how far the units are. Any time between open() and finish(). NULL: only whole units are
     * counted. */
    void (*measure)(void *context, struct source_progress *progress);
    /* Fails if what was read so far may be incomplete. */
    int (*check)(void *context, struct err *err);
    /* Ends all waiting, because the run has failed or is to stop. Threads that wait continue
     * without the missing input. NULL: nothing waits. */
    void (*stop)(void *context);
    /* Called after the last unit. Reads the rest, and stores the source's statements about which
     * units are the same problem (those about the dataset as a whole, and those about the units
     * that `is_chosen` marks, by number); stores nothing if `store` is NULL. Fails as check()
     * does. */
    int (*finish)(void *context, const bool *is_chosen, struct db *store, struct source_end *end,
                  struct err *err);

    /* Closes the source after its last use. */
    void (*free)(void *context);
};

/* Puts the prefix, if there is one, before the ids of an open source. */
void source_prefix_units(struct pair_source *source, const struct source_request *request);

/* Closes a source. A zeroed one is ignored. */
void source_close(struct pair_source *source);
SCOPED_VALUE(pair_source, source_close)

#endif
