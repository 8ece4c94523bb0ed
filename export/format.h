/* Formats: how a row is written. One file each, and a line in formats.c. */
#ifndef EXPORT_FORMAT_H
#define EXPORT_FORMAT_H

#include "base/json.h"
#include "export/example.h"
#include "export/row_check.h"

/* A key of a JSON line. Every row has all of its format's keys, and their values have these
 * types. */
enum feature_type {
    FEATURE_TEXT,
    FEATURE_INT,
    FEATURE_BOOL,
    FEATURE_INTS,    /* a list of numbers */
    FEATURE_RECORDS, /* a list of objects, whose members are features */
};

struct export_feature {
    const char *name;
    enum feature_type type;
    const char *description;              /* for cards */
    const struct export_feature *members; /* of RECORDS; ended by a NULL name */

    /* Where the value comes from, in a format without `write`: appends a text; or, if it is NULL,
     * the offset of a member of struct fix: const char *, or int64_t. */
    void (*add)(struct str *out, const struct example *example);
    size_t member;
};

/* The end of a row whose value the format's `write` makes. */
#define WRITTEN .add = NULL

/* Which tasks a format has a way to say. */
enum format_tasks {
    FORMAT_REPAIRS, /* tasks whose answer is the fixed code */
    FORMAT_ALL_TASKS,
};

enum { EXPORT_MAX_PARTS = 2 };

/* Of a buggy program, layout included: as much as the published detectors read (nbfbaselines,
 * RealiT). */
enum { DETECTOR_MAX_TOKENS = 1024 };

struct export_format {
    const char *name, *summary;
    const char *parts[EXPORT_MAX_PARTS];   /* what is added to the names of its parallel files; NULL
                                            for JSON lines, which are one file */
    const struct export_feature *features; /* of a JSON line, ended by a NULL name */
    const struct export_feature *of_system; /* those that a system prompt adds; NULL: none */
    const char
        *reads; /* keys of the texts that a model reads, together, separated by blanks; of those
                          with '|' in between one at a time; LIST.KEY: of each in a list. NULL: a
                          line of one of the parallel files */
    enum format_tasks tasks;
    int64_t max_tokens; /* longer programs are left out unless --max-tokens is given; 0: none is */
    bool has_prompt;    /* shows the prompt: a template says something */
    bool is_whole;      /* shows programs only, not parts of them */
    bool has_negatives; /* can say that a program is correct */
    bool has_marks;     /* what is shown can be marked */
    bool takes_ids;     /* a row can have the keys of --with-ids, too */
    bool takes_system;  /* there is a place for a system prompt */
    bool has_own_rules; /* `check` decides on keys and types as well: a published rule knows more
                           keys than tokfix writes */

    /* Appends a line to each of its files. Returns NULL; or, without appending, why the format
     * cannot say it, a static text. NULL: a line of its features (export_format_write()). */
    const char *(*write)(const struct example *example, struct str *out);

    /* Checks a row that has all keys with their types, beyond that; may be NULL. With
     * `has_own_rules` the row is any object. */
    void (*check)(const struct json *row, struct row_check *check);

    /* Takes what loaders of a folder of such files want to know of one (NULL: nothing): an entry of
     * LLaMA-Factory's dataset_info.json. */
    struct json *(*describe)(const char *file_name, const struct export_view *view);
};

/* All formats, ended by NULL. */
extern const struct export_format *const export_formats[];

/* The format of that name, or NULL. */
const struct export_format *export_format_find(const char *name);

/* The keys of a row, its format's own and those that were asked for, ended by a NULL name.
 * `features` has room for EXPORT_MAX_FEATURES. */
enum { EXPORT_MAX_FEATURES = 48 };
void export_features(struct export_feature *features, const struct export_format *format,
                     bool has_ids, bool has_system);

/* The one of a name among features, which may be NULL; NULL for none. */
const struct export_feature *export_find_feature(const struct export_feature *features,
                                                 const char *name);
bool export_has_feature(const struct export_feature *features, const char *name);

/* The keys of --with-ids: which row it is, and what was asked, so that answers can be scored. */
extern const struct export_feature export_id_features[];

/* Checks the values of these keys in a row that has them with their types. */
void export_check_ids(const struct json *row, const struct row_check *check);

/* Whether a row of it, JSON, has the key of its own. */
bool export_format_has_key(const struct export_format *format, const char *key);

/* Appends a row as `write` does. */
const char *export_format_write(const struct export_format *format, const struct example *example,
                                struct str *out);

/* The number of files that a row goes to. */
size_t export_format_n_parts(const struct export_format *format);

/* The characters (code points) of a row that a model reads at a time, at most; `lines` are the
 * row's. */
size_t export_format_count_read(const struct export_format *format, const struct str *lines);

/* Appends a value as one line, and releases it. */
void export_add_line(struct str *out, struct json *line);

/* The same for the row of an example, with ids if its view has them. */
void export_add_row(struct str *out, struct json *line, const struct example *example);

/* Each in the file of its name. */
extern const struct export_format export_format_pairs, export_format_nbf,
    export_format_prompt_completion, export_format_messages, export_format_preference,
    export_format_alpaca, export_format_segments, export_format_fim, export_format_fim_starcoder,
    export_format_fim_qwen, export_format_codexglue, export_format_text;

#endif
