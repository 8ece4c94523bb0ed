/* CodeXGLUE's code refinement: parallel files, one piece of code per line. Without a prompt,
 * nothing separates the code to change from its context, so both sides contain the context.
 *
 * Backslashes, line ends and tabs are escaped as in Python (`\n`), so that the code can be restored
 * from its line. */
#include "export/format.h"

#include <string.h>

static void add_line(struct str *out, const char *text, size_t length)
{
    static const char escaped[] = "\\\n\r\t\v\f", letters[] = "\\nrtvf";
    for (size_t at = 0; at < length;) {
        size_t plain = strcspn(text + at, escaped);
        str_add(out, text + at, plain);
        at += plain;
        if (at == length)
            break;
        str_add(out, "\\", 1);
        str_add(out, &letters[strchr(escaped, text[at++]) - escaped], 1);
    }
    str_add(out, "\n", 1);
}

static const char *write_row(const struct example *example, struct str *out)
{
    const struct str *shown = &example->shown;
    scoped(str) fixed = {0};
    excerpt_add_fixed(&fixed, &example->excerpt);
    add_line(&out[0], str_text(shown), shown->length);
    add_line(&out[1], str_text(&fixed), fixed.length);
    return NULL;
}

const struct export_format export_format_codexglue = {
    .name = "codexglue",
    .summary = "CodeXGLUE code refinement: parallel files .buggy-fixed.buggy and .fixed",
    .help = "CodeXGLUE code refinement: parallel files, one program per line",
    .parts = {".buggy-fixed.buggy", ".buggy-fixed.fixed"},
    .flags = FORMAT_NEGATIVES | FORMAT_MARKS,
    .write = write_row,
};
