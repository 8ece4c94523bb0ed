/* Rows for exports, made of two marked programs, what formats write for them, and broken rows. */
#ifndef TESTS_SUPPORT_EXPORTED_H
#define TESTS_SUPPORT_EXPORTED_H

#include "base/scoped.h"
#include "export/format.h"
#include "tests/support/programs.h"

/* Rows for exports, made of two marked programs, and what formats write for them. */

/* A row and the texts that it points at. */
struct made_row {
    struct marked buggy, fixed;
    struct str before, after;
    struct fix row;
};

/* The fix between two programs with the changed token in guillemets (marked.h), with nothing in
 * them where it is absent. What does not follow from the programs is that of a variable misuse.
 * Release with made_row_release(). */
struct made_row made_row_of(const char *buggy, const char *fixed);
void made_row_release(struct made_row *made);
SCOPED_VALUE(made_row, made_row_release)

/* How a row is shown; what is zero stands for the default: the task repair with our template, whole
 * programs, no marks. */
struct shown_as {
    const char *task, *template;
    enum granularity granularity;
    int64_t n_context;
    bool has_marks, has_ids;
    const char *system;
};

/* An example with all that it refers to. Release with made_example_release(). */
struct made_example {
    struct template template;
    struct export_view view;
    struct example example;
    const char *reason; /* why there is none, or NULL */
};
void made_example_init(struct made_example *made, const struct fix *row,
                       const struct shown_as *how);
void made_example_release(struct made_example *made);
SCOPED_VALUE(made_example, made_example_release)

/* Appends to `lines`, as many as the format has parts, what it writes. Returns why it writes
 * nothing, or NULL. */
const char *written_lines(struct str *lines, const struct export_format *format,
                          const struct fix *row, const struct shown_as *how);

/* The same for a format of JSON lines that must write the row: the value, to be released with
 * json_free(). The line must have the format's features, in their order and with their types. */
struct json *written_json(const struct export_format *format, const struct fix *row,
                          const struct shown_as *how);

/* What such a value is without white space, in a static buffer. */
const char *written_text(const struct export_format *format, const struct fix *row,
                         const struct shown_as *how);

/* The rules that a row in JSON breaks by the format's check, joined by spaces; in a static
 * buffer. */
const char *rules_broken_by(const struct export_format *format, const char *json);

/* What describe() says of a file, with a system prompt or NULL, in a static buffer; "" for nothing.
 */
const char *described(const struct export_format *format, const char *file_name,
                      const char *system);

/* Programs in which something is that formats could trip over: tokens for guillemets. */
enum { N_HOSTILE_PROGRAMS = 14 };
extern const char *const hostile_programs[N_HOSTILE_PROGRAMS];

/* Rows that are made of a good one by changing some of its keys, and which rules they break. */

enum { MAX_CHANGES = 10 }; /* of one row */

/* A key with its value as JSON text; NULL: the key is left out. */
struct row_key {
    const char *key, *value;
};

/* A row that differs from a good one. */
struct broken_row {
    const char *rules; /* that it breaks, in their order, joined by blanks; "" for a good row */
    /* Ended by a NULL key; keys that the good row lacks are added. */
    struct row_key changes[MAX_CHANGES + 1];
};

/* The rules that a line breaks, joined by blanks; in a static buffer. `format` may be NULL. */
const char *broken_rules(const struct export_format *format, const char *line, size_t length);

/* Makes each row of the good one, whose keys are ended by a NULL key, and fails unless it breaks
 * the rules that it should. */
void expect_broken_rows(const struct export_format *format, const struct row_key *good,
                        const struct broken_row *rows, size_t n);

#endif
