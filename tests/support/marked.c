/* See marked.h. */
#include "tests/support/marked.h"

#include "tests/support/test.h"

struct marked marked_read(const char *text)
{
    static const char open_mark[] = "«", close_mark[] = "»";
    struct marked marked = {0};
    const char *start = strstr(text, open_mark);
    const char *end = start ? strstr(start, close_mark) : NULL;
    if (!end)
        fail_msg("no marks in: %s", text);
    str_add(&marked.code, text, (size_t)(start - text));
    marked.start_byte = marked.code.length;
    start += strlen(open_mark);
    str_add(&marked.code, start, (size_t)(end - start));
    marked.end_byte = marked.code.length;
    str_add_text(&marked.code, end + strlen(close_mark));
    return marked;
}

void marked_release(struct marked *marked)
{
    str_release(&marked->code);
}

void marked_add_token(struct str *out, const struct marked *marked)
{
    str_add(out, str_text(&marked->code) + marked->start_byte,
            marked->end_byte - marked->start_byte);
}
