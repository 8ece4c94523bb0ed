/* What is buffered is written by problem: first its records, then their codes. */
#include "miner/rows/row_reader.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

/* ---- Records ---- */

void row_record_add(struct str *out, const struct row_record *record)
{
    str_add(out, (const char *)&record->head, sizeof record->head);
    for (int i = 0; i < N_RECORD_TEXTS; i++) {
        const char *text = record->texts[i] ? record->texts[i] : "";
        str_add(out, text, strlen(text) + 1);
    }
}

void row_record_read(struct row_record *out, const char *bytes)
{
    memcpy(&out->head, bytes, sizeof out->head);
    bytes += sizeof out->head;
    for (int i = 0; i < N_RECORD_TEXTS; i++) {
        out->texts[i] = bytes;
        bytes += strlen(bytes) + 1;
    }
}

/* ---- The file ---- */

enum { WRITE_BYTES = 1 << 20 };

struct record_sizes {
    uint32_t n_record, n_code;
};

/* A record in the buffer, followed there by its code. */
struct pending {
    uint32_t problem;
    struct record_sizes sizes;
    size_t start;
};

/* What is before the records of a problem, each after its sizes, and their codes. */
struct extent_head {
    uint64_t previous; /* as in `last` */
    uint64_t n_bytes;  /* of the records, with their heads */
};

struct row_spool {
    char *folder; /* for messages */
    FILE *file;
    char *buffer; /* of the file */
    struct str bytes;
    size_t max_bytes; /* of these */
    ARRAY(struct pending) pending;
    ARRAY(uint64_t) last; /* by problem: the place of its last extent, plus one; 0: none */
    uint64_t n_written;
};

int row_spool_new(struct row_spool **out, const char *folder, size_t buffer_bytes, struct err *err)
{
    int fd = file_open_unnamed(folder, err);
    if (fd < 0)
        return ERR;
    struct row_spool *spool = mem_alloc(1, sizeof *spool);
    spool->file = fdopen(fd, "w+");
    if (!spool->file)
        mem_exhausted();
    spool->buffer = mem_alloc(WRITE_BYTES, 1);
    setvbuf(spool->file, spool->buffer, _IOFBF, WRITE_BYTES);
    spool->folder = mem_copy_text(folder, strlen(folder));
    spool->max_bytes = buffer_bytes;
    *out = spool;
    return 0;
}

void row_spool_free(struct row_spool *spool)
{
    if (!spool)
        return;
    str_release(&spool->bytes);
    array_release(&spool->pending);
    array_release(&spool->last);
    fclose(spool->file);
    free(spool->buffer);
    free(spool->folder);
    free(spool);
}

static int fail_to_write(const struct row_spool *spool, struct err *err)
{
    return err_set_errno(err,
                         "cannot write a temporary file in '%s', which needs as much room as the "
                         "unpacked rows",
                         spool->folder);
}

static int put(struct row_spool *spool, const void *bytes, size_t length, struct err *err)
{
    spool->n_written += length;
    return fwrite(bytes, 1, length, spool->file) == length ? 0 : fail_to_write(spool, err);
}

/* Writes `n` pending records of a problem. */
static int put_extent(struct row_spool *spool, const struct pending *pending, size_t n,
                      struct err *err)
{
    uint64_t *last = &spool->last.items[pending->problem];
    struct extent_head head = {*last, n * sizeof(struct record_sizes)};
    for (size_t i = 0; i < n; i++)
        head.n_bytes += pending[i].sizes.n_record;
    *last = spool->n_written + 1;
    if (put(spool, &head, sizeof head, err) != 0)
        return ERR;
    for (size_t i = 0; i < n; i++)
        if (put(spool, &pending[i].sizes, sizeof pending[i].sizes, err) != 0 ||
            put(spool, spool->bytes.text + pending[i].start, pending[i].sizes.n_record, err) != 0)
            return ERR;
    for (size_t i = 0; i < n; i++) {
        const char *code = spool->bytes.text + pending[i].start + pending[i].sizes.n_record;
        if (put(spool, code, pending[i].sizes.n_code, err) != 0)
            return ERR;
    }
    return 0;
}

static int compare_pending(const void *a, const void *b)
{
    const struct pending *x = a, *y = b;
    return x->problem != y->problem ? COMPARE(x->problem, y->problem) : COMPARE(x->start, y->start);
}

static int write_all(struct row_spool *spool, struct err *err)
{
    const struct pending *pending = spool->pending.items;
    array_sort(&spool->pending, compare_pending);
    for (size_t i = 0, end; i < spool->pending.n; i = end) {
        for (end = i + 1; end < spool->pending.n && pending[end].problem == pending[i].problem;)
            end++;
        if (put_extent(spool, &pending[i], end - i, err) != 0)
            return ERR;
    }
    array_clear(&spool->pending);
    str_clear(&spool->bytes);
    return 0;
}

int row_spool_add(struct row_spool *spool, uint32_t problem, const char *bytes, size_t n_record,
                  size_t n_code, struct err *err)
{
    size_t n_used = spool->bytes.length + spool->pending.n * sizeof(struct pending);
    if (n_used + n_record + n_code > spool->max_bytes && write_all(spool, err) != 0)
        return ERR;
    while (spool->last.n <= problem)
        array_push(&spool->last, 0);
    array_push(
        &spool->pending,
        ((struct pending){problem, {(uint32_t)n_record, (uint32_t)n_code}, spool->bytes.length}));
    str_add(&spool->bytes, bytes, n_record + n_code);
    return 0;
}

int row_spool_finish(struct row_spool *spool, struct err *err)
{
    if (write_all(spool, err) != 0)
        return ERR;
    str_release(&spool->bytes);
    array_release(&spool->pending);
    return fflush(spool->file) == 0 ? 0 : fail_to_write(spool, err);
}

static int read_at(const struct row_spool *spool, void *bytes, size_t length, uint64_t place,
                   struct err *err)
{
    const char *why = file_read_at(fileno(spool->file), bytes, length, place);
    return why ? err_set(err, "cannot read a temporary file in '%s': %s", spool->folder, why) : 0;
}

struct extent {
    uint64_t start; /* of its records */
    uint64_t n_bytes;
};

static int each_in_extent(const struct row_spool *spool, const struct extent *extent,
                          void (*take)(void *context, const char *record, uint64_t place),
                          void *context, struct err *err)
{
    scoped_memory char *bytes = mem_resize(NULL, extent->n_bytes, 1);
    uint64_t place = extent->start + extent->n_bytes;
    if (read_at(spool, bytes, extent->n_bytes, extent->start, err) != 0)
        return ERR;
    for (size_t at = 0; at < extent->n_bytes;) {
        struct record_sizes sizes;
        memcpy(&sizes, bytes + at, sizeof sizes);
        take(context, bytes + at + sizeof sizes, place);
        at += sizeof sizes + sizes.n_record;
        place += sizes.n_code;
    }
    return 0;
}

int row_spool_each(const struct row_spool *spool, uint32_t problem,
                   void (*take)(void *context, const char *record, uint64_t place), void *context,
                   struct err *err)
{
    scoped_array ARRAY(struct extent) extents = {0};
    uint64_t next = problem < spool->last.n ? spool->last.items[problem] : 0;
    while (next) {
        struct extent_head head;
        if (read_at(spool, &head, sizeof head, next - 1, err) != 0)
            return ERR;
        array_push(&extents, (struct extent){next - 1 + sizeof head, head.n_bytes});
        next = head.previous;
    }
    for (size_t i = extents.n; i-- > 0;)
        if (each_in_extent(spool, &extents.items[i], take, context, err) != 0)
            return ERR;
    return 0;
}

int row_spool_read(const struct row_spool *spool, struct str *out, uint64_t place, size_t n_code,
                   struct err *err)
{
    char *bytes = str_reserve(out, n_code);
    if (read_at(spool, bytes, n_code, place, err) != 0)
        return ERR;
    str_extend(out, n_code);
    return 0;
}
