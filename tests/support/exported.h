/* Rows for exports, made from two marked programs; the lines that formats write for them; rows that
 * break rules. */
#ifndef TESTS_SUPPORT_EXPORTED_H
#define TESTS_SUPPORT_EXPORTED_H

#include "base/mem.h"
#include "export/format.h"
#include "tests/support/programs.h"

/* Rows for exports, made from two marked programs, and the lines that formats write for them. */

/* A row and the texts that it points to. */
struct made_row {
    struct marked buggy, fixed;
    struct str before, after;
    struct fix row;
};

/* Returns the fix between two programs. The changed token is in guillemets (programs.h), which are
 * empty on the side without it. Values that do not follow from the programs are those of a variable
 * misuse. Release with made_row_release(). */
struct made_row made_row_of(const char *buggy, const char *fixed);

/* The commit of a fix; rows do not have it unless a test says so. */
extern const struct fix_provenance made_provenance;
void made_row_release(struct made_row *made);
SCOPED_VALUE(made_row, made_row_release)

/* How a row is shown. Zero means the default: the task repair with the built-in template, whole
 * programs, no marks. */
struct shown_as {
    const char *task, *template;
    enum granularity granularity;
    int64_t n_context;
    bool has_marks, has_ids, has_provenance, has_tokens;
    const char *system;
};

/* An example and all objects that it refers to. Release with made_example_release(). */
struct made_example {
    struct template template;
    struct export_view view;
    struct example example;
    struct syntax_parsers parsers;
    const char *reason; /* why there is no example, or NULL */
};
void made_example_init(struct made_example *made, const struct fix *row,
                       const struct shown_as *how);
void made_example_release(struct made_example *made);
SCOPED_VALUE(made_example, made_example_release)

/* Appends to `lines`, one for each part of the format, what the format writes. Returns the reason
 * why it writes nothing, or NULL. */
const char *written_lines(struct str *lines, const struct export_format *format,
                          const struct fix *row, const struct shown_as *how);

/* Does the same for a format of JSON lines, which must write the row. Returns the value; release it
 * with json_free(). Fails the test unless the line has the features of the format, in their order
 * and with their types. */
struct json *written_json(const struct export_format *format, const struct fix *row,
                          const struct shown_as *how);

/* Returns the value as JSON without white space, in a static buffer. */
const char *written_text(const struct export_format *format, const struct fix *row,
                         const struct shown_as *how);

/* Returns the rules of the format's check that a JSON row breaks, joined by spaces, in a static
 * buffer. */
const char *rules_broken_by(const struct export_format *format, const char *json);

/* Returns the result of describe() for a file, in a static buffer; "" for none. `system` may be
 * NULL. */
const char *described(const struct export_format *format, const char *file_name,
                      const char *system);

/* Programs with content that could break a format, with marked tokens. */
enum { N_HOSTILE_PROGRAMS = 14 };
extern const char *const hostile_programs[N_HOSTILE_PROGRAMS];

/* Rows made from a valid row by changing some of its keys, and the rules that they break. */

enum { MAX_CHANGES = 10 }; /* in one row */

/* A key with its value as JSON text; NULL: without the key. */
struct row_key {
    const char *key, *value;
};

/* A row that differs from the valid one. */
struct broken_row {
    const char *rules; /* the rules that it breaks, in order, joined by blanks; "" for none */
    /* Ended by a NULL key. Keys that the valid row does not have are added. */
    struct row_key changes[MAX_CHANGES + 1];
};

/* Returns the rules that a line breaks, joined by blanks, in a static buffer. `format` may be
 * NULL. */
const char *broken_rules(const struct export_format *format, const char *line, size_t length);

/* Makes each row from the valid row, whose keys are ended by a NULL key. Fails the test unless each
 * row breaks exactly its rules. */
void expect_broken_rows(const struct export_format *format, const struct row_key *good,
                        const struct broken_row *rows, size_t n);

#endif
