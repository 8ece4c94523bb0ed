/* The buffer begins with the line that is searched, and grows with it. */
#include "base/lines.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/packed.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum { READ_BYTES = 1 << 18 };

int lines_open(struct lines *lines, const char *path, size_t max_bytes, struct err *err)
{
    *lines = (struct lines){.max_bytes = max_bytes};
    if (packed_open(&lines->file, path, err) != 0)
        return ERR;
    lines->path = mem_copy_text(path, strlen(path));
    lines->capacity = READ_BYTES + 1;
    lines->bytes = mem_alloc(lines->capacity, 1);
    return 0;
}

/* Reads more bytes into the buffer, and leaves room for a zero. Returns their number, 0 at the end,
 * or ERR. */
static ptrdiff_t read_more(struct lines *lines, struct err *err)
{
    size_t held = lines->end - lines->start;
    if (lines->start) {
        memmove(lines->bytes, lines->bytes + lines->start, held);
        lines->start = 0;
        lines->end = held;
    }
    if (lines->capacity - held < READ_BYTES + 1) {
        lines->capacity = mem_multiply(lines->capacity, 2);
        lines->bytes = mem_resize(lines->bytes, lines->capacity, 1);
    }
    ptrdiff_t n = packed_read(lines->file, lines->bytes + held, lines->capacity - held - 1, err);
    lines->end += n > 0 ? (size_t)n : 0;
    return n;
}

/* Finds the end of the line: its line feed, or the end of the content. Returns its length, or
 * ERR. */
static ptrdiff_t find_end(struct lines *lines, bool *ended, struct err *err)
{
    size_t seen = 0; /* bytes of the line that were searched */
    for (;;) {
        const char *from = lines->bytes + lines->start;
        size_t held = lines->end - lines->start;
        const char *feed = held > seen ? memchr(from + seen, '\n', held - seen) : NULL;
        seen = feed ? (size_t)(feed - from) : held;
        *ended = feed;
        /* The limit may be exceeded by one byte, which may be a carriage return. */
        if (feed || (seen && seen - 1 > lines->max_bytes))
            return (ptrdiff_t)seen;
        ptrdiff_t n = read_more(lines, err);
        if (n <= 0)
            return n < 0 ? ERR : (ptrdiff_t)seen;
    }
}

int lines_next(struct lines *lines, char **line, size_t *length, struct err *err)
{
    bool ended;
    ptrdiff_t n = find_end(lines, &ended, err);
    if (n < 0)
        return ERR;
    if (n == 0 && !ended)
        return 0;
    char *start = lines->bytes + lines->start;
    size_t n_bytes = (size_t)n;
    lines->start += n_bytes + ended;
    if (ended && n_bytes && start[n_bytes - 1] == '\r')
        n_bytes--;
    lines->number++;
    lines->ended = ended;
    if (n_bytes > lines->max_bytes)
        return err_set(err, "%s:%ju: the line is longer than %zu bytes", lines->path,
                       (uintmax_t)lines->number, lines->max_bytes);
    start[n_bytes] = '\0';
    *line = start;
    *length = n_bytes;
    return 1;
}

void lines_close(struct lines *lines)
{
    packed_close(lines->file);
    free(lines->path);
    free(lines->bytes);
    *lines = (struct lines){0};
}

int lines_each_json(const char *path,
                    int (*take)(void *context, const struct json_line *line, struct err *err),
                    void *context, struct err *err)
{
    scoped(lines) lines = {0};
    char *text;
    size_t length;
    int status;
    if (lines_open(&lines, path, LINES_MAX_BYTES, err) != 0)
        return ERR;
    while ((status = lines_next(&lines, &text, &length, err)) == 1) {
        scoped(json) *value = NULL;
        struct err problem;
        if (strspn(text, " \t\r") >= length)
            continue; /* a blank line */
        bool is_json = json_parse(&value, text, length, &problem) == 0;
        struct json_line line = {.number = lines.number,
                                 .value = is_json ? value : NULL,
                                 .problem = is_json ? NULL : problem.message};
        if ((status = take(context, &line, err)) != 0)
            return status;
    }
    return status;
}

int lines_each(const char *path,
               int (*take)(void *context, char *line, size_t number, struct err *err),
               void *context, struct err *err)
{
    scoped(str) content = {0};
    if (file_read(&content, path, err) != 0)
        return ERR;
    if (memchr(str_text(&content), '\0', content.length))
        return err_set(err, "'%s' is not text: it contains a zero byte", path);
    size_t mark = utf8_byte_order_mark(str_text(&content), content.length), number = 0;
    char *rest = content.length ? content.text + mark : NULL;
    for (char *line; (line = strsep(&rest, "\n"));) {
        number++;
        line = text_cut(line, " \t\r");
        if (!utf8_is_valid(line, strlen(line)))
            return err_set(err, "%s:%zu: the line is not UTF-8", path, number);
        int status = *line ? take(context, line, number, err) : 0;
        if (status != 0)
            return status;
    }
    return 0;
}
