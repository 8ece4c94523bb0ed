/* Formats: how a row is written. Each is a struct in the list export_formats (format.c), and
 * nothing else knows its name. */
#ifndef EXPORT_FORMAT_H
#define EXPORT_FORMAT_H

#include "base/json.h"
#include "export/example.h"

/* A key of a JSON line. Every row has all keys of its format, with values of these types. */
enum feature_type {
    FEATURE_TEXT,
    FEATURE_INT,
    FEATURE_BOOL,
    FEATURE_INTS,    /* a list of numbers */
    FEATURE_RECORDS, /* a list of objects; their members are features */
};

struct export_feature {
    const char *name;
    enum feature_type type;
    const char *description;              /* for data cards */
    const struct export_feature *members; /* of RECORDS; ended by a NULL name */

    /* The source of the value in a format without `write`. `add` appends a text. If `add` is NULL,
     * `member` is the offset of a member of struct fix, a const char * or int64_t; or of struct
     * example, if `is_of_example`. */
    void (*add)(struct str *out, const struct example *example);
    size_t member;
    bool is_of_example;
};

/* Ends the definition of a feature if the format's `write` makes its value. */
#define WRITTEN .add = NULL

/* What a format can express, and what it does not. */
enum format_flag {
    FORMAT_ALL_QUESTIONS = 1 << 0, /* also questions whose answer is not the fixed code */
    FORMAT_OMITS_OTHER = 1 << 1,   /* fixes in the category other cannot be written */
    FORMAT_PROMPTS = 1 << 2,       /* shows the prompt */
    FORMAT_NEGATIVES = 1 << 4,     /* can express that a program is correct */
    FORMAT_MARKS = 1 << 5,         /* the shown code can be marked */
    FORMAT_IDS = 1 << 6,        /* a row also has the keys of ids, unless --without-ids is given */
    FORMAT_PROVENANCE = 1 << 7, /* a row has the keys of its commit and file even without ids */
    FORMAT_OWN_PARTS = 1 << 9,  /* shows the function of a fix of git, or whole programs */
    FORMAT_TOKENS = 1 << 10,    /* a row can have the tokens of its code */
};

/* The number of tokens of a buggy program, layout included, that the published detectors read
 * (nbfbaselines, RealiT). */
enum { DETECTOR_MAX_TOKENS = 1024 };

struct export_format {
    const char *name, *summary;
    const char *help;                      /* of `tokfix export`; NULL: the summary */
    const struct export_feature *features; /* of a row, ended by a NULL name */
    unsigned flags;                        /* enum format_flag */
    int64_t max_tokens; /* longer programs are left out unless --max-tokens is given; 0: no limit */

    /* Appends the line of a row and returns NULL. If the format cannot express the example, appends
     * nothing and returns the reason, a static text. If `write` is NULL, export_format_write()
     * writes a line of the features. */
    const char *(*write)(const struct example *example, struct str *out);

    /* Appends what a model is asked. NULL: the prompt of a format that has prompts, else the shown
     * code. */
    void (*ask)(struct str *out, const struct example *example);

    /* The key whose value is the answer, for `tokfix score`: a text, or a list of messages whose
     * last one is it. NULL: the row has both programs, or no answer that can be scored. */
    const char *answer;

    /* Returns the entry of LLaMA-Factory's dataset_info.json for a file of the format. If
     * `describe` is NULL, the format has no entry. */
    struct json *(*describe)(const char *file_name);
};

/* Formats with a file of their own. */
extern const struct export_format export_format_pairs, export_format_nbf;

/* All formats, in the order of the help, ended by NULL. (`tokfix tag` writes its own rows:
 * export/tag_rows.h.) */
extern const struct export_format *const export_formats[];

/* Returns the format of rows with that name, or NULL. */
const struct export_format *export_format_find(const char *name);

/* Whether rows have keys beyond those of their format. */
struct export_extras {
    bool has_ids, has_provenance, has_tokens;
};

/* Lists the keys of a row: those of its format, then the others. A NULL name ends the list.
 * `features` has room for EXPORT_MAX_FEATURES. */
enum { EXPORT_MAX_FEATURES = 80 };
void export_features(struct export_feature *features, const struct export_format *format,
                     const struct export_extras *extras);

/* The keys of ids. They identify the row and the question, so that answers can be scored. */
extern const struct export_feature export_id_features[];

/* The keys of the commit and the file that a fix comes from (struct fix_provenance). Rows that have
 * ids have them, too, if the database has git repositories. Fixes from elsewhere have "" and 0. */
extern const struct export_feature export_provenance_features[];

/* The keys of the tokens of the code that a row shows. They are those that `pairs` counts. */
extern const struct export_feature export_token_features[];

/* Adds these keys. */
void export_set_tokens(struct json *line, const struct program *program);

/* Whether rows of the format have these keys, if the database has repositories. */
bool export_format_has_provenance(const struct export_format *format, bool has_ids);

/* Appends a row and returns what `write` returns. Also serves formats without `write`. */
const char *export_format_write(const struct export_format *format, const struct example *example,
                                struct str *out);

/* Adds the members that are computed from the example: texts, numbers and truth values. */
void export_set_features(struct json *line, const struct export_feature *features,
                         const struct example *example);

/* Returns the answer of a row with ids, in any format; NULL if it has none. */
const char *export_find_answer(const struct json *row);

/* Appends a value as one line and releases the value. */
void export_add_line(struct str *out, struct json *line);

/* Does the same for the row of an example, and adds the ids and the provenance if its view asks for
 * them. */
void export_add_row(struct str *out, struct json *line, const struct example *example);

#endif
