/* The buffered records of a problem are a chain. Writing follows the chains of the problems in the
 * order in which the problems appeared, first for the records and then for the codes. */
#include "sources/rows/row_spool.h"

#include "base/mem.h"
#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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

static const uint32_t NONE = UINT32_MAX;

/* A record in the buffer, followed there by its code. */
struct pending {
    size_t start;
    uint32_t n_record, n_code;
    uint32_t next; /* index of the problem's next record, or NONE */
};

struct chain {
    uint64_t last;         /* place of the problem's last extent, plus one; 0: none */
    uint32_t first, final; /* indices of the problem's buffered records; first is NONE if there are
                              none */
};

struct extent_head {
    uint64_t previous; /* as `last` */
    uint64_t n_bytes;  /* of the records, with their heads */
};

struct record_sizes {
    uint32_t n_record, n_code;
};

struct row_spool {
    char *folder; /* for messages */
    int fd;
    size_t max_bytes;
    struct str bytes;
    ARRAY(struct pending) pending;
    ARRAY(uint32_t) touched;    /* problems with buffered records */
    ARRAY(struct chain) chains; /* by problem */
    struct str block;           /* not yet written */
    uint64_t n_written;         /* without the block */
};

int row_spool_new(struct row_spool **out, const char *folder, size_t buffer_bytes, struct err *err)
{
    int fd = file_open_unnamed(folder, err);
    if (fd < 0)
        return ERR;
    struct row_spool *spool = mem_alloc(1, sizeof *spool);
    spool->folder = mem_copy_text(folder, strlen(folder));
    spool->fd = fd;
    spool->max_bytes = buffer_bytes;
    *out = spool;
    return 0;
}

static void release_buffers(struct row_spool *spool)
{
    str_release(&spool->bytes);
    str_release(&spool->block);
    array_release(&spool->pending);
    array_release(&spool->touched);
}

void row_spool_free(struct row_spool *spool)
{
    if (!spool)
        return;
    release_buffers(spool);
    array_release(&spool->chains);
    close(spool->fd);
    free(spool->folder);
    free(spool);
}

static int write_block(struct row_spool *spool, struct err *err)
{
    if (file_write_all(spool->fd, str_text(&spool->block), spool->block.length) != 0)
        return err_set_errno(err,
                             "cannot write a temporary file in '%s', which needs as much room as "
                             "the unpacked rows",
                             spool->folder);
    spool->n_written += spool->block.length;
    str_clear(&spool->block);
    return 0;
}

static int put(struct row_spool *spool, const void *bytes, size_t length, struct err *err)
{
    str_add(&spool->block, bytes, length);
    return spool->block.length < WRITE_BYTES ? 0 : write_block(spool, err);
}

static int put_extent(struct row_spool *spool, struct chain *chain, struct err *err)
{
    const struct pending *all = spool->pending.items;
    const char *bytes = spool->bytes.text;
    struct extent_head head = {.previous = chain->last};
    chain->last = spool->n_written + spool->block.length + 1;
    for (uint32_t i = chain->first; i != NONE; i = all[i].next)
        head.n_bytes += sizeof(struct record_sizes) + all[i].n_record;
    if (put(spool, &head, sizeof head, err) != 0)
        return ERR;
    for (uint32_t i = chain->first; i != NONE; i = all[i].next) {
        struct record_sizes sizes = {all[i].n_record, all[i].n_code};
        if (put(spool, &sizes, sizeof sizes, err) != 0 ||
            put(spool, bytes + all[i].start, all[i].n_record, err) != 0)
            return ERR;
    }
    for (uint32_t i = chain->first; i != NONE; i = all[i].next)
        if (put(spool, bytes + all[i].start + all[i].n_record, all[i].n_code, err) != 0)
            return ERR;
    chain->first = NONE;
    return 0;
}

static int write_all(struct row_spool *spool, struct err *err)
{
    for (size_t i = 0; i < spool->touched.n; i++)
        if (put_extent(spool, &spool->chains.items[spool->touched.items[i]], err) != 0)
            return ERR;
    array_clear(&spool->touched);
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
    while (spool->chains.n <= problem)
        array_push(&spool->chains, (struct chain){.first = NONE});
    struct chain *chain = &spool->chains.items[problem];
    uint32_t index = (uint32_t)spool->pending.n;
    if (chain->first == NONE) {
        chain->first = index;
        array_push(&spool->touched, problem);
    } else {
        spool->pending.items[chain->final].next = index;
    }
    chain->final = index;
    array_push(&spool->pending,
               (struct pending){spool->bytes.length, (uint32_t)n_record, (uint32_t)n_code, NONE});
    str_add(&spool->bytes, bytes, n_record + n_code);
    return 0;
}

int row_spool_finish(struct row_spool *spool, struct err *err)
{
    if (write_all(spool, err) != 0 || write_block(spool, err) != 0)
        return ERR;
    release_buffers(spool);
    return 0;
}

static int read_at(const struct row_spool *spool, void *bytes, size_t length, uint64_t place,
                   struct err *err)
{
    const char *why = file_read_at(spool->fd, bytes, length, place);
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
    uint64_t next = problem < spool->chains.n ? spool->chains.items[problem].last : 0;
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
