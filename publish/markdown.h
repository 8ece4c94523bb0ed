/* Markdown as hubs show it (GitHub's), of texts that anybody may have written. */
#ifndef PUBLISH_MARKDOWN_H
#define PUBLISH_MARKDOWN_H

#include "base/str.h"

#include <stdint.h>

/* Appends a text as the words of a line or a table's cell: whatever stands in it is shown as it is
 * and marks nothing up. Line ends and other control characters become escapes such as \n. */
void markdown_add_text(struct str *out, const char *text);

/* Appends lines of text as a block that shows them as they are; `language` may be "". */
void markdown_add_block(struct str *out, const char *language, const char *text);

/* Appends a share of a whole: "12.3 %". */
void markdown_add_share(struct str *out, int64_t part, int64_t whole);

#endif
