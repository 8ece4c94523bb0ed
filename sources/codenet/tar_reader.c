/* There are two readers. One decompresses in its own thread: zlib for gzip, libarchive for the
 * other formats. The other, libarchive's tar reader, gets the decompressed blocks through a
 * ring. */
#include "sources/codenet/tar_reader.h"

#include "base/breakage.h"
#include "base/input.h"
#include "base/mem.h"
#include "base/read_ahead.h"
#include "miner/pair_source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum {
    FILE_BLOCK_BYTES = 1 << 18,
    GZIP_BLOCK_BYTES = 1 << 17, /* half a block of read_ahead, so that zlib fills it directly */
};

/* Whether the path names a regular file that begins as gzip does. */
static bool is_gzip_file(const char *path)
{
    unsigned char magic[2] = {0};
    struct stat info;
    scoped_file FILE *file =
        stat(path, &info) == 0 && S_ISREG(info.st_mode) ? fopen(path, "rbe") : NULL;
    return file && fread(magic, 1, sizeof magic, file) == sizeof magic && magic[0] == 0x1f &&
           magic[1] == 0x8b;
}

struct tar_reader {
    char *path;             /* of the file, for messages */
    gzFile gzip;            /* the decompressed file, if it is gzip. zlib checks its CRC and
                               length (RFC 1952), libarchive does not */
    struct archive *stream; /* otherwise the file as libarchive decompresses it: one raw stream */
    struct input file;      /* the file that `stream` reads */
    char *block;            /* the last block read from `file` */
    atomic_bool is_stopped;
    struct read_ahead *ahead;
    struct archive *tar;
    struct archive_entry *entry; /* of `tar`; allocated here, because the library does not check
                                    its own allocation */
    struct err stream_error;     /* set when `stream` failed */
    bool is_open;                /* whether `tar` is open */
    bool has_entries;            /* at least one was found */
    bool has_ended;              /* `tar` has read the stream to its end */
    _Atomic uint64_t n_done;     /* bytes of the file */
    uint64_t n_total;
};

static const char *reason_of(struct archive *archive)
{
    const char *text = archive_error_string(archive);
    return text ? text : "unknown error";
}

/* libarchive also uses the system's error codes for its own purposes. These codes certainly come
 * from the system. */
static bool is_of_system(int code)
{
    return breakage_is(code) || code == EACCES || code == EPERM || code == ENOENT;
}

static int failed(const struct tar_reader *reader, struct archive *archive, struct err *err)
{
    int code = archive_errno(archive);
    if (code == ECANCELED)
        return err_set(err, "stopped");
    if (code == ENOMEM)
        mem_exhausted();
    if (is_of_system(code))
        return err_set(err, "cannot read '%s': %s", reader->path, strerror(code));
    return err_set(err, "cannot read '%s': %s; is the file complete?", reader->path,
                   reason_of(archive));
}

static int open_gzip(struct tar_reader *reader, struct err *err)
{
    errno = ENOMEM; /* stays if memory ran out rather than the file failed to open */
    reader->gzip = gzopen(reader->path, "rbe");
    if (!reader->gzip || gzbuffer(reader->gzip, GZIP_BLOCK_BYTES) != 0)
        return err_set_errno(err, "cannot read '%s'", reader->path);
    return 0;
}

static ptrdiff_t read_gzip(struct tar_reader *reader, char *bytes, size_t capacity, struct err *err)
{
    int code = Z_OK;
    int n = gzread(reader->gzip, bytes, capacity < INT_MAX ? (unsigned)capacity : INT_MAX);
    const char *reason = n < (int)capacity ? gzerror(reader->gzip, &code) : "";
    if (n > 0 || code == Z_OK || code == Z_STREAM_END)
        return n; /* the next call, which reads nothing, returns the error */
    if (code == Z_MEM_ERROR)
        mem_exhausted();
    if (code == Z_ERRNO)
        return err_set_errno(err, "cannot read '%s'", reader->path);
    const char *colon = strrchr(reason, ':'); /* after the path */
    return err_set(err, "cannot read '%s': %s; is the file complete?", reader->path,
                   code == Z_BUF_ERROR ? "it ends too early"
                   : colon             ? colon + 2
                                       : reason);
}

/* Runs in the thread of read_ahead. */
static ptrdiff_t decompress(void *context, char *block, size_t capacity, struct err *err)
{
    struct tar_reader *reader = context;
    if (atomic_load(&reader->is_stopped))
        return err_set(err, "stopped");
    if (reader->gzip) {
        ptrdiff_t n = read_gzip(reader, block, capacity, err);
        z_off_t offset = gzoffset(reader->gzip);
        atomic_store(&reader->n_done, offset > 0 ? (uint64_t)offset : 0);
        return n;
    }
    ptrdiff_t n = archive_read_data(reader->stream, block, capacity);
    atomic_store(&reader->n_done, (uint64_t)archive_filter_bytes(reader->stream, -1));
    return n < 0 ? failed(reader, reader->stream, err) : n;
}

static la_ssize_t next_block(struct archive *tar, void *context, const void **bytes)
{
    struct tar_reader *reader = context;
    const char *block;
    ptrdiff_t n = read_ahead_next(reader->ahead, &block, &reader->stream_error);
    *bytes = block;
    reader->has_ended = n == 0;
    if (n < 0)
        archive_set_error(tar, EIO, "damaged");
    return n < 0 ? -1 : n;
}

/* A format or filter that libarchive was built without gives only a warning. */
static void support(struct archive *archive, int (*function)(struct archive *archive))
{
    if (function(archive) == ARCHIVE_FATAL)
        mem_exhausted();
}

static la_ssize_t read_file(struct archive *stream, void *context, const void **bytes)
{
    struct tar_reader *reader = context;
    ptrdiff_t n = input_read(&reader->file, reader->block, FILE_BLOCK_BYTES);
    *bytes = reader->block;
    if (n < 0)
        archive_set_error(stream, errno, "%s", strerror(errno));
    return n;
}

static int open_stream(struct tar_reader *reader, struct err *err)
{
    struct archive_entry *ignored = reader->entry;
    support(reader->stream, archive_read_support_format_raw);
    support(reader->stream, archive_read_support_format_empty);
    support(reader->stream, archive_read_support_filter_gzip); /* of a pipe */
    support(reader->stream, archive_read_support_filter_bzip2);
    support(reader->stream, archive_read_support_filter_xz);
    support(reader->stream, archive_read_support_filter_zstd);
    if (input_open(&reader->file, reader->path, err) != 0)
        return ERR;
    reader->block = mem_alloc(FILE_BLOCK_BYTES, 1);
    if (archive_read_open(reader->stream, reader, NULL, read_file, NULL) != ARCHIVE_OK)
        return failed(reader, reader->stream, err);
    int status = archive_read_next_header2(reader->stream, ignored);
    if (status == ARCHIVE_EOF)
        return err_set(err, "'%s' is empty", reader->path);
    if (status != ARCHIVE_OK)
        return failed(reader, reader->stream, err);
    if (archive_filter_count(reader->stream) >
        2) /* the last one counted is "none"; a small file compressed twice could grow twice */
        return err_set(err, "'%s' is compressed twice; remove one compression", reader->path);
    return 0;
}

static int open_file(struct tar_reader *reader, struct err *err)
{
    struct stat info;
    if (stat(reader->path, &info) != 0)
        return err_set_errno(err, "cannot read '%s'", reader->path);
    if (S_ISCHR(info.st_mode)) /* some never end */
        return err_set(err, "cannot read '%s': it is a device", reader->path);
    reader->n_total = (uint64_t)info.st_size;
    reader->stream = archive_read_new();
    reader->tar = archive_read_new();
    reader->entry = archive_entry_new();
    if (!reader->stream || !reader->tar || !reader->entry)
        mem_exhausted();
    support(reader->tar, archive_read_support_format_tar);
    if (is_gzip_file(reader->path) ? open_gzip(reader, err) : open_stream(reader, err))
        return ERR;
    return read_ahead_start(&reader->ahead, decompress, reader, err);
}

int tar_reader_open(struct tar_reader **out, const char *path, struct err *err)
{
    scoped(tar_reader) *reader = mem_alloc(1, sizeof *reader);
    reader->path = mem_copy_text(path, strlen(path));
    reader->file = INPUT_CLOSED;
    if (open_file(reader, err) != 0)
        return ERR;
    *out = hand_over(reader);
    return 0;
}

static enum entry_kind kind_of(struct archive_entry *entry)
{
    if (archive_entry_hardlink(entry) || archive_entry_filetype(entry) == AE_IFLNK)
        return ENTRY_LINK;
    if (archive_entry_filetype(entry) == AE_IFREG)
        return ENTRY_FILE;
    return archive_entry_filetype(entry) == AE_IFDIR ? ENTRY_FOLDER : ENTRY_SPECIAL;
}

static int no_archive(const struct tar_reader *reader, struct err *err)
{
    err_set(err, "'%s' is neither a folder nor a tar archive (.tar, .tar.gz, .tar.zst, .tar.xz)",
            reader->path);
    return SOURCE_IS_OTHER;
}

/* Sets why the tar reader failed. If the compressed stream is damaged, its error is the reason. */
static int tar_failed(const struct tar_reader *reader, struct err *err)
{
    if (reader->stream_error.message[0])
        return err_pass(err, &reader->stream_error);
    /* While libarchive tries formats, it forgets why none was found. */
    if (archive_errno(reader->tar) == ENOMEM || errno == ENOMEM)
        mem_exhausted();
    if (!reader->has_entries)
        return no_archive(reader, err);
    return failed(reader, reader->tar, err);
}

/* Called after the last entry. libarchive does not require an end mark, but only a missing one
 * shows that the archive was cut off between two entries. The rest of the stream is read so that
 * its checksum is verified. */
static int end(struct tar_reader *reader, struct err *err)
{
    const char *rest;
    ptrdiff_t n;
    if (reader->has_ended)
        return err_set(err, "cannot read '%s': it has no end mark; is the file complete?",
                       reader->path);
    while ((n = read_ahead_next(reader->ahead, &rest, err)) > 0)
        ;
    return (int)n;
}

int tar_reader_next(struct tar_reader *reader, struct entry *entry, struct err *err)
{
    struct archive_entry *next = reader->entry;
    errno = 0;
    if (!reader->is_open) {
        reader->is_open = true;
        if (archive_read_open(reader->tar, reader, NULL, next_block, NULL) != ARCHIVE_OK)
            return tar_failed(reader, err);
    }
    int status = archive_read_next_header2(reader->tar, next);
    if (status == ARCHIVE_EOF)
        return end(reader, err);
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        return tar_failed(reader, err);
    reader->has_entries = true;
    /* The path as in the archive, or as UTF-8 if the locale cannot represent it. */
    const char *path = archive_entry_pathname(next);
    la_int64_t size = archive_entry_size(next);
    *entry = (struct entry){
        .path = path ? path : archive_entry_pathname_utf8(next),
        .kind = kind_of(next),
        .size = size > 0 ? (uint64_t)size : 0,
    };
    return 1;
}

ptrdiff_t tar_reader_read(struct tar_reader *reader, char *bytes, size_t capacity, struct err *err)
{
    errno = 0;
    ptrdiff_t n = archive_read_data(reader->tar, bytes, capacity);
    return n < 0 ? tar_failed(reader, err) : n;
}

uint64_t tar_reader_bytes_done(const struct tar_reader *reader)
{
    return atomic_load(&reader->n_done);
}

uint64_t tar_reader_bytes_total(const struct tar_reader *reader)
{
    return reader->n_total;
}

void tar_reader_stop(struct tar_reader *reader)
{
    atomic_store(&reader->is_stopped, true);
    input_stop(&reader->file);
}

void tar_reader_close(struct tar_reader *reader)
{
    if (!reader)
        return;
    archive_read_free(reader->tar);
    archive_entry_free(reader->entry);
    tar_reader_stop(reader);
    read_ahead_stop(reader->ahead);
    archive_read_free(reader->stream);
    input_close(&reader->file);
    free(reader->block);
    if (reader->gzip)
        gzclose(reader->gzip);
    free(reader->path);
    free(reader);
}

const char *entry_path_cut(struct entry_path *path, const char *text)
{
    size_t starts[MAX_PATH_PARTS];
    str_clear(&path->text);
    path->n_parts = 0;
    if (text[0] == '/')
        return "an absolute path";
    while (*text) {
        size_t length = strcspn(text, "/");
        if (length == 2 && text[0] == '.' && text[1] == '.')
            return "a path with '..'";
        if (length && !(length == 1 && text[0] == '.')) {
            if (path->n_parts < MAX_PATH_PARTS)
                starts[path->n_parts] = path->text.length;
            path->n_parts++;
            str_add(&path->text, text, length);
            str_add(&path->text, "", 1);
        }
        text += length + (text[length] == '/');
    }
    for (size_t i = 0; i < path->n_parts && i < MAX_PATH_PARTS; i++)
        path->parts[i] = path->text.text + starts[i];
    return NULL;
}

void entry_path_release(struct entry_path *path)
{
    str_release(&path->text);
}
