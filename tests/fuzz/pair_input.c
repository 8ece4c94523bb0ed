#include "tests/fuzz/pair_input.h"

#include "tokenize/text_edit.h"

#include <string.h>

void pair_input_cut(struct str *first, struct str *second, const char *bytes, size_t length)
{
    enum { IN_BOTH, IN_FIRST, IN_SECOND } where = IN_BOTH;
    str_clear(first);
    str_clear(second);
    for (const char *end = bytes + length; bytes < end;) {
        const char *mark = memchr(bytes, '$', (size_t)(end - bytes));
        size_t n = (size_t)((mark ? mark : end) - bytes);
        if (where != IN_SECOND)
            str_add(first, bytes, n);
        if (where != IN_FIRST)
            str_add(second, bytes, n);
        bytes += n + 1;
        where = where == IN_SECOND ? IN_BOTH : where + 1;
    }
}

void pair_input_join(struct str *out, const struct str *first, const struct str *second)
{
    const char *a = str_text(first), *b = str_text(second);
    struct text_edit edit =
        text_edit_between(a, (uint32_t)first->length, b, (uint32_t)second->length);
    str_add(out, a, edit.start);
    str_add_text(out, "$");
    str_add(out, a + edit.start, edit.old_end - edit.start);
    str_add_text(out, "$");
    str_add(out, b + edit.start, edit.new_end - edit.start);
    str_add_text(out, "$");
    str_add(out, a + edit.old_end, first->length - edit.old_end);
}
