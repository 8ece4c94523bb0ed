/* Writes Markdown as hubs show it (GitHub's), from texts of unknown origin. */
#ifndef EXPORT_PUBLISH_MARKDOWN_H
#define EXPORT_PUBLISH_MARKDOWN_H

#include "base/str.h"

#include <stdint.h>

/* Appends a text as words of a line or of a table's cell, escaped so that it is shown unchanged and
 * contains no markup. Line ends and other control characters become escapes such as \n. */
void markdown_add_text(struct str *out, const char *text);

/* Appends lines of text as a block that shows them unchanged; `language` may be "". */
void markdown_add_block(struct str *out, const char *language, const char *text);

#endif
