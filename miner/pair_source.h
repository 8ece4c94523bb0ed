/* Where pairs come from: the one thing that the miner knows of a source.
 *
 * A source has units of work, and a unit has versions of programs, some of which are compared as
 * the buggy and the fixed side of a pair. In codenet/ a unit is a problem and a version a
 * submission with the judge's verdict. Rows of another judge are the same in another form. In a git
 * history a unit would be a repository, and a version what a commit made of a file; it would have
 * no verdict, and the source would say which versions are pairs.
 *
 * Threads: the main thread calls fingerprint() before anything is mined, and is_reading(), check(),
 * stop() and finish() while it takes what was found. open(), load(), each_pair() and close() are
 * called by many threads, each for a unit of its own.
 *
 * Errors: a version that cannot be used is data. It is left out or has a reason to be rejected, and
 * an error is added to the unit's content; the run goes on. That the source as a whole cannot be
 * read (the disk fails, an archive is damaged) is what check() and finish() report.
 *
 * Determinism: what open() and load() give depends on the source alone, and neither on the
 * thread nor on what was read before. Units are mined in any order, and stored in their order. */
#ifndef MINER_PAIR_SOURCE_H
#define MINER_PAIR_SOURCE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/sha256.h"
#include "miner/source.h"

#include <stdint.h>

struct store;

/* A unit of work: mined, committed, resumed and sharded as a whole. A row of the table problems. */
struct unit {
    const char *id;             /* its name in the source, the same in every run: problem_id */
    const char *name, *contest; /* for people; NULL: not known */
    uint64_t n_bytes;           /* of what open() reads: what mining the unit may cost */
};

/* What was decided of a version. */
enum verdict_class {
    VERDICT_NONE, /* nobody judges versions of this source */
    VERDICT_ACCEPTED,
    VERDICT_FAILING,   /* the program was judged and found wrong */
    VERDICT_UNDECIDED, /* the judge failed, has not judged, or said what is not known */
};

/* A version of a program. One that takes part in a fix becomes a row of the table submissions. */
struct version {
    const char *id; /* in its unit: submission_id */
    const char *user;
    const char *original_language; /* "" when it is not known */
    const char *verdict;           /* as the source has it: status; NULL for VERDICT_NONE */
    enum verdict_class class;
    int64_t date; /* Unix seconds */
    size_t line;  /* where the source has it: the order among equal dates */
    /* Pairs are made of versions with the same number only; these stand together, in the order of
     * time (histories.h numbers them by user). */
    size_t history;
};

/* Rows and files of the dataset that cannot be used: counted, stored, reported, never fatal.
 * A source numbers its kinds from 0, and names them (struct source_kind). */
enum { MAX_INPUT_ERROR_KINDS = 24 };

struct input_error {
    int kind;            /* of the source */
    const char *file;    /* relative to the dataset */
    size_t line;         /* 0: the file as a whole */
    const char *detail;  /* what is wrong, without a final full stop */
    const char *unit_id; /* that it belongs to; NULL: none, or as whoever keeps the list knows */
};

/* Of a kind, in a list: a file of two million commas is no reason to keep as many texts. */
enum { MAX_LISTED_INPUT_ERRORS = 10000 };

/* A list whose texts live in an arena of its owner. */
struct input_errors {
    struct arena *arena; /* borrowed */
    ARRAY(struct input_error) list;
    struct {
        size_t n;   /* added so far */
        char *rest; /* detail of the listed error that stands for all further ones */
    } kinds[MAX_INPUT_ERROR_KINDS];
};

/* Adds an error; `file` and the printf-style detail are copied. Of a kind, MAX_LISTED_INPUT_ERRORS
 * are listed, and then one more, at the place of the next, which says how many are not. */
void input_errors_add(struct input_errors *errors, int kind, const char *file, size_t line,
                      const char *format, ...) __attribute__((format(printf, 5, 6)));

/* What a unit holds. */
struct unit_content {
    struct arena arena;             /* of the texts */
    ARRAY(struct version) versions; /* in the language that is mined */
    size_t n_rows;                  /* versions that the unit has, in all languages, */
    size_t n_other_languages;       /* and those in others, not looked at further, */
    size_t n_unusable;              /* and those that are in `errors` and not in `versions` */
    char fingerprint
        [SHA256_HEX_SIZE];      /* of all that was read to list them; "" when it could not be */
    struct input_errors errors; /* that open() met, then load() */
    void *reader;               /* the source's own, from open() to close() */
};

/* An empty content, whose errors live in its arena. */
struct unit_content *unit_content_new(void);
void unit_content_free(struct unit_content *content);
SCOPED_POINTER(unit_content, unit_content_free)

/* Who is told of the pairs of a history; `buggy` and `fixed` are indices into it. */
struct pair_listener {
    void *context;
    /* A pair, in order: by the buggy side, then by the fixed one, which is later. */
    void (*take)(void *context, size_t buggy, size_t fixed);
    /* `n_pairs` > 0 more pairs of the buggy side were left out, because there are too many; it
     * comes after those that were not. */
    void (*leave_out)(void *context, size_t buggy, size_t n_pairs);
};

/* What is the same for all data sets of a kind. */
struct source_kind {
    const char *name; /* `source` of the table run */
    /* For messages: the file of a unit (its id goes between), the file that lists the units, and
     * what the fingerprint of the listing is made of. */
    const char *unit_file[2], *list_file, *listing;
    const char *const *error_names; /* of input errors, by kind, in the order that people see */
    int n_error_kinds;              /* at most MAX_INPUT_ERROR_KINDS */
};

/* What is known when all units are mined. */
struct source_end {
    const char *name;                  /* of the dataset */
    const char *metadata;              /* path of what else was named; NULL: nothing */
    const struct input_errors *errors; /* met outside of the units */
};

struct pair_source {
    void *context; /* of all functions */
    const struct source_kind *kind;

    /* All units, by id (strcmp), each once; they stay as long as the source. */
    const struct unit *units;
    size_t n_units;

    /* What tells that this is the same dataset before its units are read: a SHA-256 of the
     * units' ids and sizes, and one of the file that lists them, NULL when there is none. */
    const char *listing_sha256, *list_sha256;

    /* The fingerprint that open() gives for the unit; "" when it cannot be read. */
    void (*fingerprint)(void *context, const struct unit *unit, char hex[SHA256_HEX_SIZE]);

    /* Lists the versions of a unit into an empty content. It is in the hands of the caller, who
     * calls close() when no more versions are to be loaded, and frees it afterwards. */
    void (*open)(void *context, const struct unit *unit, struct unit_content *content);
    void (*close)(void *context, struct unit_content *content);

    /* Loads the text of a version into `source`, whose memory is taken again (source.h): through
     * source_take_text(), or with a `text_reason` when there is none. */
    void (*load)(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct source *source);

    /* Tells the pairs of a history: `n` versions in a row. NULL: they follow from the verdicts
     * (histories.h). */
    void (*each_pair)(void *context, const struct unit_content *content,
                      const struct version *history, size_t n,
                      const struct pair_listener *listener);

    /* Whether units wait for something that is still read; then its progress was told. */
    bool (*is_reading)(void *context);
    /* Fails when what was read so far may lack something that is there. */
    int (*check)(void *context, struct err *err);
    /* Makes everyone who waits go on without what he waits for: the run has failed or is to
     * stop. */
    void (*stop)(void *context);
    /* After the last unit: reads what is left, stores what the source says of units that are one
     * problem (of all, and of those in `is_chosen`, by number), and fails as check() does. */
    int (*finish)(void *context, const bool *is_chosen, struct store *store, struct source_end *end,
                  struct err *err);
};

#endif
