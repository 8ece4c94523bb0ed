/* A stream of the C library (fopencookie) on top of libarchive's filters. The bytes are collected
 * into blocks of one size, because the output of the compressors may depend on how their input is
 * divided.
 *
 * libarchive writes Zstandard without a checksum, and readers then miss some damage. The format
 * makes it easy to add one: a flag in the fifth byte of the frame, and after its last block the low
 * 32 bits of the content's XXH64 (RFC 8878, 3.1.1). */
#include "base/packed.h"

#include "base/hash.h"
#include "base/mem.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum {
    BLOCK_BYTES = 1 << 18,
    ZSTD_DESCRIPTOR_AT = 4, /* after the magic number */
    ZSTD_CHECKSUM_FLAG = 4,
};

struct writer {
    FILE *below;
    struct archive *archive; /* NULL: bytes are not packed */
    char *block;
    size_t length;        /* bytes in the block */
    uint64_t n_below;     /* bytes written to the stream below */
    struct hash_sum *sum; /* of the content, for Zstandard; else NULL */
    int error_code;       /* errno of the first failure; 0: none */
};

/* Notes the first failure. Returns -1. */
static int fail(struct writer *writer, int code)
{
    if (!writer->error_code)
        writer->error_code = code ? code : EIO;
    return -1;
}

static int write_below(struct writer *writer, const void *bytes, size_t length)
{
    if (writer->error_code)
        return -1;
    errno = 0;
    writer->n_below += length;
    return fwrite(bytes, 1, length, writer->below) == length ? 0 : fail(writer, errno);
}

/* Writes the part of `bytes` up to and including the frame's flags, with the flag set. Returns its
 * length. */
static la_ssize_t write_descriptor(struct writer *writer, const unsigned char *bytes, size_t length)
{
    unsigned char start[ZSTD_DESCRIPTOR_AT + 1];
    size_t n = sizeof start - (size_t)writer->n_below;
    n = n < length ? n : length;
    memcpy(start, bytes, n);
    if (writer->n_below + n == sizeof start)
        start[n - 1] |= ZSTD_CHECKSUM_FLAG;
    return write_below(writer, start, n) == 0 ? (la_ssize_t)n : -1;
}

static la_ssize_t take_packed(struct archive *archive, void *context, const void *bytes,
                              size_t length)
{
    struct writer *writer = context;
    if (writer->sum && writer->n_below <= ZSTD_DESCRIPTOR_AT && length)
        return write_descriptor(writer, bytes, length);
    if (write_below(writer, bytes, length) == 0)
        return (la_ssize_t)length;
    archive_set_error(archive, writer->error_code, "cannot write");
    return -1;
}

/* Passes the block on. */
static int flush_block(struct writer *writer)
{
    size_t length = writer->length;
    writer->length = 0;
    if (!writer->archive)
        return write_below(writer, writer->block, length);
    if (writer->sum)
        hash_sum_add(writer->sum, writer->block, length);
    if (length && archive_write_data(writer->archive, writer->block, length) < 0)
        return fail(writer, archive_errno(writer->archive));
    return 0;
}

static ssize_t take(void *context, const char *bytes, size_t length)
{
    struct writer *writer = context;
    for (size_t at = 0, n; at < length; at += n) {
        n = BLOCK_BYTES - writer->length;
        n = n < length - at ? n : length - at;
        memcpy(writer->block + writer->length, bytes + at, n);
        writer->length += n;
        if (writer->length == BLOCK_BYTES && flush_block(writer) != 0)
            break;
    }
    errno = writer->error_code;
    return writer->error_code ? 0 : (ssize_t)length;
}

static int write_checksum(struct writer *writer, uint64_t sum)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(sum >> 8 * i);
    return write_below(writer, bytes, sizeof bytes);
}

static int finish(void *context)
{
    struct writer *writer = context;
    flush_block(writer);
    if (writer->archive && archive_write_close(writer->archive) != ARCHIVE_OK)
        fail(writer, archive_errno(writer->archive));
    if (writer->sum)
        write_checksum(writer, hash_sum_finish(writer->sum));
    if (!writer->error_code && fflush(writer->below) != 0)
        fail(writer, errno);
    int code = writer->error_code;
    archive_write_free(writer->archive);
    free(writer->block);
    free(writer);
    errno = code;
    return code ? -1 : 0;
}

static int set_filter(struct archive *archive, enum packing packing)
{
    if (packing == PACKING_ZSTD)
        return archive_write_add_filter_zstd(archive);
    int status = archive_write_add_filter_gzip(archive);
    archive_write_set_filter_option(archive, "gzip", "compression-level", "6");
    archive_write_set_filter_option(archive, "gzip", "timestamp", NULL);
    return status;
}

/* Writes the header of the one raw entry. It has no fixed length. */
static int open_entry(struct writer *writer)
{
    struct archive_entry *entry = archive_entry_new();
    if (!entry)
        mem_exhausted();
    archive_entry_set_filetype(entry, AE_IFREG);
    int status = archive_write_header(writer->archive, entry);
    archive_entry_free(entry);
    return status;
}

static int open_archive(struct writer *writer, enum packing packing)
{
    if (!(writer->archive = archive_write_new()))
        mem_exhausted();
    if (archive_write_set_format_raw(writer->archive) != ARCHIVE_OK)
        mem_exhausted();
    archive_write_set_bytes_per_block(writer->archive, 0); /* otherwise the last block would be
                                                              padded */
    /* Any other result means that libarchive would run an external program to pack. */
    if (set_filter(writer->archive, packing) == ARCHIVE_OK &&
        archive_write_open(writer->archive, writer, NULL, take_packed, NULL) == ARCHIVE_OK &&
        open_entry(writer) == ARCHIVE_OK)
        return 0;
    if (archive_errno(writer->archive) == ENOMEM)
        mem_exhausted();
    return ERR;
}

FILE *packed_writer(FILE *below, enum packing packing, struct err *err)
{
    struct writer *writer = mem_alloc(1, sizeof *writer);
    writer->below = below;
    writer->block = mem_alloc(BLOCK_BYTES, 1);
    if (packing == PACKING_ZSTD)
        writer->sum = hash_sum_new();
    if (packing != PACKING_NONE && open_archive(writer, packing) != 0) {
        err_set(err, "this libarchive cannot write '%s' files", packing_suffix(packing));
        writer->error_code = EIO; /* nothing is passed on */
        finish(writer);
        return NULL;
    }
    FILE *file = fopencookie(writer, "w", (cookie_io_functions_t){.write = take, .close = finish});
    if (!file)
        mem_exhausted();
    return file;
}
