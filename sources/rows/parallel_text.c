/* Both files are read line by line. A row is made of a line of each. */
#include "sources/rows/row_text.h"

#include "base/csv_row.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum {
    N_SIDES = 2,
    READ_BYTES = 1 << 16,
    MAX_LINE_BYTES = 64 << 20,
};

static const char *const endings[N_SIDES] = {"buggy", "fixed"};

struct side {
    struct row_text text;
    char *path;
    struct str bytes; /* from `start` on not yet used */
    size_t start;
    bool has_ended;
};

struct lines {
    struct side sides[N_SIDES];
    size_t line;
    struct str row; /* from `start` on not yet read */
    size_t start;
};

/* Returns the path of a side: the path with its ending. NULL if the path has none of the
 * endings. */
static char *path_of_side(const char *path, int side)
{
    for (int i = 0; i < N_SIDES; i++)
        if (file_has_extension(file_name(path), endings[i]))
            return mem_print("%.*s%s", (int)(strlen(path) - strlen(endings[i])), path,
                             endings[side]);
    return NULL;
}

bool row_text_is_parallel(const char *path)
{
    scoped_memory char *buggy = path_of_side(path, 0);
    return buggy;
}

/* Makes a line available. Returns its length without its end; -1: there is none; or -2 with an
 * error. */
static ptrdiff_t find_line(struct side *side, size_t line, struct err *err)
{
    for (size_t searched = 0;;) {
        size_t length = side->bytes.length - side->start;
        const char *start = str_text(&side->bytes) + side->start;
        const char *feed =
            length > searched ? memchr(start + searched, '\n', length - searched) : NULL;
        if (feed)
            return feed - start;
        if (side->has_ended)
            return length ? (ptrdiff_t)length : -1;
        if (length > MAX_LINE_BYTES) {
            err_set(err, "line %zu of '%s' is too long", line, side->path);
            return -2;
        }
        if (length)
            memmove(side->bytes.text, start, length);
        side->bytes.length = searched = length;
        side->start = 0;
        ptrdiff_t n = side->text.read(side->text.context, str_reserve(&side->bytes, READ_BYTES),
                                      READ_BYTES, err);
        if (n < 0)
            return -2;
        str_extend(&side->bytes, (size_t)n);
        side->has_ended = n == 0;
    }
}

/* Makes the next row. Returns 1, 0 at the end, or ERR. */
static int next_row(struct lines *lines, struct err *err)
{
    ptrdiff_t n[N_SIDES];
    lines->line++;
    for (int i = 0; i < N_SIDES; i++)
        if ((n[i] = find_line(&lines->sides[i], lines->line, err)) < -1)
            return ERR;
    if (n[0] < 0 && n[1] < 0)
        return 0;
    if (n[0] < 0 || n[1] < 0)
        return err_set(err, "'%s' has more lines than '%s': line N of both is a pair",
                       lines->sides[n[0] < 0].path, lines->sides[n[1] < 0].path);
    str_print(&lines->row, "%zu", lines->line);
    for (int i = 0; i < N_SIDES; i++) {
        struct side *side = &lines->sides[i];
        str_add_text(&lines->row, ",");
        csv_add_quoted(&lines->row, str_text(&side->bytes) + side->start, (size_t)n[i]);
        side->start += (size_t)n[i];
        side->start += side->start < side->bytes.length;
    }
    str_add_text(&lines->row, "\n");
    return 1;
}

static ptrdiff_t read_text(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct lines *lines = context;
    if (lines->start == lines->row.length) {
        str_clear(&lines->row);
        lines->start = 0;
        int status = next_row(lines, err);
        if (status != 1)
            return status;
    }
    return (ptrdiff_t)str_take(&lines->row, &lines->start, bytes, capacity);
}

static uint64_t position(const void *context)
{
    const struct row_text *text = &((const struct lines *)context)->sides[0].text;
    return text->position(text->context);
}

static void close_text(void *context)
{
    struct lines *lines = context;
    for (int i = 0; i < N_SIDES; i++) {
        row_text_close(&lines->sides[i].text);
        str_release(&lines->sides[i].bytes);
        free(lines->sides[i].path);
    }
    str_release(&lines->row);
    free(lines);
}

int row_text_open_parallel(struct row_text *out, const char *path, struct err *err)
{
    struct lines *lines = mem_alloc(1, sizeof *lines);
    scoped(row_text) text = {lines, read_text, position, close_text, NULL};
    str_add_text(&lines->row, "id,buggy,fixed\n");
    for (int i = 0; i < N_SIDES; i++) {
        struct side *side = &lines->sides[i];
        side->path = path_of_side(path, i);
        if (row_text_open_file(&side->text, side->path, err) != 0 ||
            row_text_decode(&side->text, err) != 0)
            return ERR;
    }
    text.encoding = lines->sides[0].text.encoding;
    *out = text;
    text = (struct row_text){0};
    return 0;
}
