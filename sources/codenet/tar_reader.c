/* The file is decompressed in a thread of its own. libarchive's tar reader gets the decompressed
 * blocks through a ring. */
#include "sources/codenet/tar_reader.h"

#include "base/mem.h"
#include "base/packed.h"
#include "sources/codenet/read_ahead.h"
#include "miner/pair_source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FIRST_BYTES = 512 };

struct tar_reader {
    char *path; /* of the file, for messages */
    struct packed *file;
    char first[FIRST_BYTES]; /* the first bytes of the decompressed file, */
    size_t n_first;          /* until they are handed on */
    atomic_bool is_stopped;
    struct read_ahead *ahead;
    struct archive *tar;
    struct archive_entry *entry; /* of `tar`; allocated here, because the library does not check
                                    its own allocation */
    struct err stream_error;     /* set when the file cannot be read */
    bool is_open;                /* whether `tar` is open */
    bool has_entries;            /* at least one was found */
    bool has_ended;              /* `tar` has read the stream to its end */
    _Atomic uint64_t n_done;     /* bytes of the file */
    uint64_t n_total;
};

/* Reads decompressed bytes. */
static ptrdiff_t read_file(struct tar_reader *reader, char *bytes, size_t capacity, struct err *err)
{
    ptrdiff_t n = packed_read(reader->file, bytes, capacity, err);
    atomic_store(&reader->n_done, packed_position(reader->file));
    return n;
}

/* Runs in the thread of read_ahead. */
static ptrdiff_t decompress(void *context, char *block, size_t capacity, struct err *err)
{
    struct tar_reader *reader = context;
    size_t n_first = reader->n_first;
    if (atomic_load(&reader->is_stopped))
        return err_set(err, "stopped");
    if (n_first == 0)
        return read_file(reader, block, capacity, err);
    memcpy(block, reader->first, n_first);
    reader->n_first = 0;
    return (ptrdiff_t)n_first;
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

/* Reads the first bytes. */
static int read_first(struct tar_reader *reader, struct err *err)
{
    ptrdiff_t n = 1;
    while (n > 0 && reader->n_first < FIRST_BYTES) {
        n = read_file(reader, reader->first + reader->n_first, FIRST_BYTES - reader->n_first, err);
        reader->n_first += n > 0 ? (size_t)n : 0;
    }
    return n < 0 ? ERR : 0;
}

static int open_file(struct tar_reader *reader, struct err *err)
{
    struct stat info;
    if (stat(reader->path, &info) != 0)
        return err_set_errno(err, "cannot read '%s'", reader->path);
    if (S_ISCHR(info.st_mode)) /* some never end */
        return err_set(err, "cannot read '%s': it is a device", reader->path);
    if (packed_open_archive(&reader->file, reader->path, err) != 0 || read_first(reader, err) != 0)
        return ERR;
    reader->n_total = packed_size(reader->file);
    if (atomic_load(&reader->n_done) == 0)
        return err_set(err, "'%s' is empty", reader->path);
    /* A small file compressed twice could grow twice. */
    if (packing_of_bytes(reader->first, reader->n_first) != PACKING_NONE)
        return err_set(err, "'%s' is compressed twice; remove one compression", reader->path);
    return 0;
}

static void open_tar(struct tar_reader *reader)
{
    reader->tar = archive_read_new();
    reader->entry = archive_entry_new();
    /* A format that libarchive was built without gives only a warning. */
    if (!reader->tar || !reader->entry ||
        archive_read_support_format_tar(reader->tar) == ARCHIVE_FATAL)
        mem_exhausted();
}

int tar_reader_open(struct tar_reader **out, const char *path, struct err *err)
{
    scoped(tar_reader) *reader = mem_alloc(1, sizeof *reader);
    reader->path = mem_copy_text(path, strlen(path));
    if (open_file(reader, err) != 0)
        return ERR;
    open_tar(reader);
    if (read_ahead_start(&reader->ahead, decompress, reader, err) != 0)
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

/* Sets why reading failed. If the file cannot be read, its error is the reason. */
static int failed(const struct tar_reader *reader, struct err *err)
{
    if (reader->stream_error.message[0])
        return err_pass(err, &reader->stream_error);
    /* While libarchive tries formats, it forgets why none was found. */
    if (archive_errno(reader->tar) == ENOMEM || errno == ENOMEM)
        mem_exhausted();
    if (!reader->has_entries)
        return no_archive(reader, err);
    const char *reason = archive_error_string(reader->tar);
    return err_set(err, "cannot read '%s': %s; is the file complete?", reader->path,
                   reason ? reason : "unknown error");
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
            return failed(reader, err);
    }
    int status = archive_read_next_header2(reader->tar, next);
    if (status == ARCHIVE_EOF)
        return end(reader, err);
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        return failed(reader, err);
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
    return n < 0 ? failed(reader, err) : n;
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
    packed_stop(reader->file);
}

void tar_reader_close(struct tar_reader *reader)
{
    if (!reader)
        return;
    archive_read_free(reader->tar);
    archive_entry_free(reader->entry);
    if (reader->file)
        tar_reader_stop(reader);
    read_ahead_stop(reader->ahead);
    packed_close(reader->file);
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
