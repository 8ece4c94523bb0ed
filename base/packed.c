/* Reads packed files. gzip is unpacked member by member: libarchive does not check gzip's
 * checksums, and zlib's gzread() ignores what follows a member. zlib reads the headers of members,
 * because ISA-L ignores reserved flags and loses its place in a header that is cut. ISA-L unpacks
 * and checks what follows them, three times as fast as zlib, which does it where the build has no
 * ISA-L. libarchive unpacks the other formats. All read from one block of the file. */
#include "base/packed.h"

#include "base/mem.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>
#ifdef HAS_ISAL
#include <isa-l.h>
#endif

enum {
    BLOCK_BYTES = 1 << 18,
    GZIP_WINDOW_BITS = 15 + 16, /* makes zlib expect gzip */
    GZIP_HEADER_READ = 128,     /* in `data_type`: zlib has read a header and nothing else */
    GZIP_MAGIC_BYTES = 2,
    MAX_MAGIC_BYTES = 10,
};

struct packed {
    char *path; /* for messages */
    struct input file;
    ptrdiff_t (*read)(void *context, char *bytes, size_t capacity, struct err *err); /* NULL: from
                                                                                        the file */
    void *context;
    uint64_t n_read;  /* bytes of the file */
    uint64_t n_bytes; /* that the file had when it was opened; 0: unknown */
    enum packing packing;
    char *block;                /* the bytes read from the file, */
    size_t start, end;          /* and the range that is not yet used */
    struct err error;           /* of read(), when libarchive called it */
    z_stream gzip;              /* when PACKING_GZIP */
    struct inflate_state *data; /* gzip: what unpacks after the header; NULL: zlib does */
    enum { BETWEEN_MEMBERS, IN_HEADER, IN_DATA } part; /* gzip: where reading is */
    bool has_more;               /* gzip: there may be content that had no room */
    bool is_archive;             /* opened as one */
    bool has_ended;              /* gzip: only bytes that are ignored are left */
    size_t n_members;            /* gzip: that have begun */
    struct archive *raw;         /* for the other packings; NULL if the content is empty */
    struct archive_entry *entry; /* of `raw`; allocated here, because the library does not check
                                    its own allocation */
};

static int fail(const struct packed *packed, const char *reason, struct err *err)
{
    return err_set(err, "cannot read '%s': %s; is the file complete?", packed->path, reason);
}

static ptrdiff_t read_file(struct packed *packed, char *bytes, size_t capacity, struct err *err)
{
    ptrdiff_t n = packed->read ? packed->read(packed->context, bytes, capacity, err)
                               : input_read(&packed->file, bytes, capacity);
    packed->n_read += n > 0 ? (uint64_t)n : 0;
    if (n < 0 && packed->read)
        return ERR;
    if (n < 0 && errno == ECANCELED)
        return err_set(err, "stopped");
    if (n == 0 && packed->n_bytes && packed_size(packed) < packed->n_bytes)
        return err_set(err, "'%s' became shorter while it was read", packed->path);
    return n < 0 ? err_set_errno(err, "cannot read '%s'", packed->path) : n;
}

/* Fills the block, which must be used up. Returns the number of bytes, 0 at the end, or ERR. */
static ptrdiff_t fill_block(struct packed *packed, struct err *err)
{
    ptrdiff_t n = read_file(packed, packed->block, BLOCK_BYTES, err);
    packed->start = 0;
    packed->end = n > 0 ? (size_t)n : 0;
    return n;
}

/* Reads several times if necessary, because the first bytes of a pipe may come one by one. */
static int fill_first_block(struct packed *packed, struct err *err)
{
    ptrdiff_t n = 1;
    while (n > 0 && packed->end < MAX_MAGIC_BYTES) {
        n = read_file(packed, packed->block + packed->end, BLOCK_BYTES - packed->end, err);
        packed->end += n > 0 ? (size_t)n : 0;
    }
    return n < 0 ? ERR : 0;
}

static ptrdiff_t read_plain(struct packed *packed, char *bytes, size_t capacity, struct err *err)
{
    size_t left = packed->end - packed->start;
    if (left == 0)
        return read_file(packed, bytes, capacity, err);
    size_t n = left < capacity ? left : capacity;
    memcpy(bytes, packed->block + packed->start, n);
    packed->start += n;
    return (ptrdiff_t)n;
}

#ifdef HAS_ISAL

static void begin_data(struct packed *packed)
{
    if (!packed->data)
        packed->data = mem_alloc(1, sizeof *packed->data);
    isal_inflate_init(packed->data);
    packed->data->crc_flag = ISAL_GZIP_NO_HDR_VER;
}

/* As inflate(). ISA-L does not refuse codes that are incomplete and not used. */
static int inflate_data(struct packed *packed)
{
    struct inflate_state *data = packed->data;
    z_stream *gzip = &packed->gzip;
    data->next_in = gzip->next_in;
    data->avail_in = gzip->avail_in;
    data->next_out = gzip->next_out;
    data->avail_out = gzip->avail_out;
    int code = isal_inflate(data);
    gzip->next_in = data->next_in;
    gzip->avail_in = data->avail_in;
    gzip->next_out = data->next_out;
    gzip->avail_out = data->avail_out;
    if (code != ISAL_DECOMP_OK)
        return Z_DATA_ERROR;
    return data->block_state == ISAL_BLOCK_FINISH ? Z_STREAM_END : Z_OK;
}

#else

static void begin_data(struct packed *packed)
{
    (void)packed;
}

static int inflate_data(struct packed *packed)
{
    return inflate(&packed->gzip, Z_NO_FLUSH);
}

#endif

static void open_gzip(struct packed *packed)
{
    if (inflateInit2(&packed->gzip, GZIP_WINDOW_BITS) != Z_OK)
        mem_exhausted();
}

static void begin_member(struct packed *packed)
{
    inflateReset(&packed->gzip);
    begin_data(packed);
    packed->part = IN_HEADER;
    packed->n_members++;
}

/* Whether something else than a member follows a member, after looking at `max` bytes at most.
 * gunzip ignores it. */
static bool is_rest(const struct packed *packed, uLong max)
{
    return packed->is_archive && packed->n_members > 1 && packed->gzip.total_in <= max;
}

/* Unpacks from the block, which is empty only if there may be content left in memory. */
static int inflate_block(struct packed *packed, struct err *err)
{
    z_stream *gzip = &packed->gzip;
    if (packed->part == BETWEEN_MEMBERS)
        begin_member(packed);
    gzip->next_in = (unsigned char *)packed->block + packed->start;
    gzip->avail_in = (unsigned)(packed->end - packed->start);
    int code = packed->part == IN_HEADER ? inflate(gzip, Z_BLOCK) : inflate_data(packed);
    packed->start = packed->end - gzip->avail_in;
    if (code == Z_STREAM_END)
        packed->part = BETWEEN_MEMBERS;
    else if (code == Z_MEM_ERROR)
        mem_exhausted();
    else if (code == Z_DATA_ERROR && is_rest(packed, GZIP_MAGIC_BYTES))
        packed->has_ended = true;
    else if (code != Z_OK && code != Z_BUF_ERROR)
        return fail(packed, "it is damaged", err);
    else if (packed->part == IN_HEADER && (gzip->data_type & GZIP_HEADER_READ))
        packed->part = IN_DATA;
    packed->has_more = packed->part == IN_DATA && gzip->avail_out == 0;
    return 0;
}

static ptrdiff_t read_gzip(struct packed *packed, char *bytes, size_t capacity, struct err *err)
{
    unsigned room = capacity < INT_MAX ? (unsigned)capacity : INT_MAX;
    packed->gzip.next_out = (unsigned char *)bytes;
    packed->gzip.avail_out = room;
    while (packed->gzip.avail_out == room && !packed->has_ended) {
        bool has_bytes = packed->has_more || packed->start < packed->end;
        ptrdiff_t n = has_bytes ? 1 : fill_block(packed, err);
        if (n < 0)
            return ERR;
        if (n == 0)
            return packed->n_members && (packed->part == BETWEEN_MEMBERS ||
                                         is_rest(packed, GZIP_MAGIC_BYTES - 1))
                       ? 0
                       : fail(packed, "it ends too early", err);
        if (inflate_block(packed, err) != 0)
            return ERR;
    }
    return (ptrdiff_t)(room - packed->gzip.avail_out);
}

static int fail_raw(const struct packed *packed, struct err *err)
{
    if (packed->error.message[0])
        return err_pass(err, &packed->error);
    if (archive_errno(packed->raw) == ENOMEM)
        mem_exhausted();
    const char *reason = archive_error_string(packed->raw);
    return fail(packed, reason ? reason : "it is damaged", err);
}

static la_ssize_t next_block(struct archive *raw, void *context, const void **bytes)
{
    struct packed *packed = context;
    if (packed->start == packed->end && fill_block(packed, &packed->error) < 0) {
        archive_set_error(raw, EIO, "unreadable");
        return -1;
    }
    size_t length = packed->end - packed->start;
    *bytes = packed->block + packed->start;
    packed->start = packed->end;
    return (la_ssize_t)length;
}

/* Whether the content may be empty. To libarchive it is also empty if the file begins with other
 * bytes than bzip2 writes. */
static bool is_empty_bzip2(const struct packed *packed)
{
    static const char end[] = "\x17rE8P\x90\0\0\0"; /* with its last zero */
    const char *start = packed->block;
    return packed->n_read == 4 + sizeof end && memcmp(start, "BZh", 3) == 0 && start[3] > '0' &&
           start[3] <= '9' && memcmp(start + 4, end, sizeof end) == 0;
}

static int open_raw(struct packed *packed, struct err *err)
{
    static const struct {
        int filter;
        const char *name;
    } filters[] = {
        [PACKING_ZSTD] = {ARCHIVE_FILTER_ZSTD, "zstd"},
        [PACKING_XZ] = {ARCHIVE_FILTER_XZ, "xz"},
        [PACKING_BZIP2] = {ARCHIVE_FILTER_BZIP2, "bzip2"},
    };
    if (packed->end == 0)
        return fail(packed, "it ends too early", err);
    if (!(packed->raw = archive_read_new()) || !(packed->entry = archive_entry_new()) ||
        archive_read_support_format_raw(packed->raw) != ARCHIVE_OK ||
        archive_read_support_format_empty(packed->raw) != ARCHIVE_OK)
        mem_exhausted();
    /* Exactly one filter: content that looks packed is content. */
    int added = archive_read_append_filter(packed->raw, filters[packed->packing].filter);
    if (added != ARCHIVE_OK && archive_errno(packed->raw) == ENOMEM)
        mem_exhausted();
    if (added != ARCHIVE_OK)
        return err_set(err, "cannot read '%s': this libarchive cannot unpack %s", packed->path,
                       filters[packed->packing].name);
    if (archive_read_open(packed->raw, packed, NULL, next_block, NULL) != ARCHIVE_OK)
        return fail_raw(packed, err);
    /* A file that is damaged at its start looks empty to libarchive, but there is an error
     * message. */
    if (archive_error_string(packed->raw))
        return fail_raw(packed, err);
    int status = archive_read_next_header2(packed->raw, packed->entry);
    if (status == ARCHIVE_EOF && packed->packing == PACKING_BZIP2 && !is_empty_bzip2(packed))
        return fail(packed, "it is damaged", err);
    if (status == ARCHIVE_EOF) {
        archive_read_free(packed->raw);
        packed->raw = NULL;
        return 0;
    }
    return status == ARCHIVE_OK ? 0 : fail_raw(packed, err);
}

static ptrdiff_t read_raw(struct packed *packed, char *bytes, size_t capacity, struct err *err)
{
    ptrdiff_t n = packed->raw ? archive_read_data(packed->raw, bytes, capacity) : 0;
    if (n == 0 && packed->raw && (uint64_t)archive_filter_bytes(packed->raw, -1) != packed->n_read)
        return fail(packed, "it has other bytes after its end", err);
    return n < 0 ? fail_raw(packed, err) : n;
}

static int open_content(struct packed *packed, struct err *err)
{
    if (fill_first_block(packed, err) != 0)
        return ERR;
    enum packing found = packing_of_bytes(packed->block, packed->end);
    packed->packing = packed->is_archive ? PACKING_NONE : packing_of(packed->path);
    if (packed->packing == PACKING_NONE)
        packed->packing = found;
    if (packed->packing == PACKING_GZIP)
        open_gzip(packed);
    return packed->packing > PACKING_GZIP ? open_raw(packed, err) : 0;
}

static struct packed *new_packed(const char *path)
{
    struct packed *packed = mem_alloc(1, sizeof *packed);
    packed->file = INPUT_CLOSED;
    packed->path = mem_copy_text(path, strlen(path));
    packed->block = mem_alloc(BLOCK_BYTES, 1);
    return packed;
}

int packed_open_stream(struct packed **out, const char *name,
                       ptrdiff_t (*read)(void *context, char *bytes, size_t capacity,
                                         struct err *err),
                       void *context, struct err *err)
{
    scoped(packed) *packed = new_packed(name);
    packed->read = read;
    packed->context = context;
    if (open_content(packed, err) != 0)
        return ERR;
    *out = hand_over(packed);
    return 0;
}

static int open_packed(struct packed **out, const char *path, bool is_archive, struct err *err)
{
    scoped(packed) *packed = new_packed(path);
    packed->is_archive = is_archive;
    if (input_open(&packed->file, path, err) != 0)
        return ERR;
    packed->n_bytes = packed_size(packed);
    if (open_content(packed, err) != 0)
        return ERR;
    *out = hand_over(packed);
    return 0;
}

int packed_open(struct packed **out, const char *path, struct err *err)
{
    return open_packed(out, path, false, err);
}

int packed_open_archive(struct packed **out, const char *path, struct err *err)
{
    return open_packed(out, path, true, err);
}

ptrdiff_t packed_read(struct packed *packed, char *bytes, size_t capacity, struct err *err)
{
    if (packed->packing == PACKING_NONE)
        return read_plain(packed, bytes, capacity, err);
    return (packed->packing == PACKING_GZIP ? read_gzip : read_raw)(packed, bytes, capacity, err);
}

uint64_t packed_position(const struct packed *packed)
{
    return packed->n_read;
}

uint64_t packed_size(const struct packed *packed)
{
    struct stat info;
    bool is_known = fstat(packed->file.fd, &info) == 0 && S_ISREG(info.st_mode);
    return is_known ? (uint64_t)info.st_size : 0;
}

void packed_stop(const struct packed *packed)
{
    input_stop(&packed->file);
}

void packed_close(struct packed *packed)
{
    if (!packed)
        return;
    if (packed->packing == PACKING_GZIP)
        inflateEnd(&packed->gzip);
    archive_read_free(packed->raw);
    archive_entry_free(packed->entry);
    input_close(&packed->file);
    free(packed->data);
    free(packed->block);
    free(packed->path);
    free(packed);
}

void packed_add_library(struct str *out)
{
    str_print(out, "zlib %s", zlibVersion());
#ifdef HAS_ISAL
    str_print(out, ", ISA-L %d.%d.%d", ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
#endif
    str_print(out, "\n%s", archive_version_details());
}
