#include "sources/rows/row_text.h"

#include "base/packed.h"

void row_text_close(struct row_text *text)
{
    if (text->context)
        text->close(text->context);
    *text = (struct row_text){0};
}

/* ---- A file ---- */

static ptrdiff_t read_packed(void *context, char *bytes, size_t capacity, struct err *err)
{
    return packed_read(context, bytes, capacity, err);
}

static uint64_t packed_read_bytes(const void *context)
{
    return packed_position(context);
}

static void close_packed(void *context)
{
    packed_close(context);
}

int row_text_open_file(struct row_text *out, const char *path, struct err *err)
{
    struct packed *packed;
    if (packed_open(&packed, path, err) != 0)
        return ERR;
    *out = (struct row_text){packed, read_packed, packed_read_bytes, close_packed};
    return 0;
}
