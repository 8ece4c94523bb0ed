/* Rows for exports, made from two marked programs; the lines that formats write for them. */
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

/* How a row is shown. Zero means the default: the task repair with its prompt, whole
 * programs, no marks. */
struct shown_as {
    const char *task, *prompt; /* prompt: in place of the task's */
    enum granularity granularity;
    int64_t n_context;
    bool has_marks, has_ids, has_provenance, has_tokens;
};

/* An example and all objects that it refers to. Release with made_example_release(). */
struct made_example {
    struct question question;
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

/* Returns the result of describe() for a file, in a static buffer; "" for none. */
const char *described(const struct export_format *format, const char *file_name);

/* Programs with content that could break a format, with marked tokens. */
enum { N_HOSTILE_PROGRAMS = 14 };
extern const char *const hostile_programs[N_HOSTILE_PROGRAMS];

#endif
