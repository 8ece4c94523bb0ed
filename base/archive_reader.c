/* A tar archive is decompressed in a thread of its own. libarchive's tar reader gets the
 * decompressed blocks through a ring. libarchive's zip reader, which is the one that needs the
 * directory, reads the file itself, from place to place. */
#include "base/archive_reader.h"

#include "base/encoding.h"
#include "base/mem.h"
#include "base/packed.h"
#include "base/thread.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FIRST_BYTES = 512,
    ZIP_BLOCK_BYTES = 1 << 16,
    MORE_ZIP_BYTES = 1 << 20, /* of a zip may be read twice: what is around its directory */
};

struct archive_reader {
    char *path; /* of the file, for messages */
    struct packed *file;
    char first[FIRST_BYTES]; /* the first bytes of the decompressed file, */
    size_t n_first;          /* until they are handed on */
    atomic_bool is_stopped;
    struct read_ahead *ahead;
    struct archive *archive;
    struct archive_entry *entry; /* of `archive`; allocated here, because the library does not check
                                    its own allocation */
    struct err stream_error;     /* set when the file cannot be read */
    bool is_open;                /* whether `archive` is open */
    bool has_entries;            /* at least one was found */
    bool has_ended;              /* `archive` has read the stream to its end */
    _Atomic uint64_t n_done;     /* bytes of the file; of a zip: up to the furthest that was read */
    uint64_t n_total;
    int zip;         /* descriptor of a zip; -1: it is not one */
    locale_t locale; /* in which libarchive reads the names in a zip */
    struct str name; /* of an entry of a zip, decoded */
    char *block;
    uint64_t at, n_zip; /* of the zip: the place of the next byte, and how many were read */
};

/* Reads decompressed bytes. */
static ptrdiff_t read_file(struct archive_reader *reader, char *bytes, size_t capacity,
                           struct err *err)
{
    ptrdiff_t n = packed_read(reader->file, bytes, capacity, err);
    atomic_store(&reader->n_done, packed_position(reader->file));
    return n;
}

/* Runs in the thread of read_ahead. */
static ptrdiff_t decompress(void *context, char *block, size_t capacity, struct err *err)
{
    struct archive_reader *reader = context;
    size_t n_first = reader->n_first;
    if (atomic_load(&reader->is_stopped))
        return err_set(err, "stopped");
    if (n_first == 0)
        return read_file(reader, block, capacity, err);
    memcpy(block, reader->first, n_first);
    reader->n_first = 0;
    return (ptrdiff_t)n_first;
}

static la_ssize_t next_block(struct archive *archive, void *context, const void **bytes)
{
    struct archive_reader *reader = context;
    const char *block;
    ptrdiff_t n = read_ahead_next(reader->ahead, &block, &reader->stream_error);
    *bytes = block;
    reader->has_ended = n == 0;
    if (n < 0)
        archive_set_error(archive, EIO, "damaged");
    return n < 0 ? -1 : n;
}

/* Reads the first bytes. */
static int read_first(struct archive_reader *reader, struct err *err)
{
    ptrdiff_t n = 1;
    while (n > 0 && reader->n_first < FIRST_BYTES) {
        n = read_file(reader, reader->first + reader->n_first, FIRST_BYTES - reader->n_first, err);
        reader->n_first += n > 0 ? (size_t)n : 0;
    }
    return n < 0 ? ERR : 0;
}

static int refuse_device(const struct archive_reader *reader, struct err *err)
{
    struct stat info;
    if (stat(reader->path, &info) != 0)
        return err_set_errno(err, "cannot read '%s'", reader->path);
    if (S_ISCHR(info.st_mode)) /* some never end */
        return err_set(err, "cannot read '%s': it is a device", reader->path);
    return 0;
}

static int open_file(struct archive_reader *reader, struct err *err)
{
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

/* ---- zip ---- */

/* Whether the start of a zip, with entries or without. */
static bool is_zip(const char *bytes, size_t length)
{
    return length >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

static la_ssize_t fail_zip(struct archive_reader *reader, struct archive *archive,
                           const char *reason)
{
    archive_set_error(archive, EIO, "damaged");
    return err_set(&reader->stream_error, "cannot read '%s': %s", reader->path, reason);
}

static la_ssize_t read_zip(struct archive *archive, void *context, const void **bytes)
{
    struct archive_reader *reader = context;
    if (atomic_load(&reader->is_stopped))
        return fail_zip(reader, archive, "stopped");
    if (reader->n_zip > 2 * reader->n_total + MORE_ZIP_BYTES)
        return fail_zip(reader, archive, "entries of this zip archive share bytes");
    ssize_t n = pread(reader->zip, reader->block, ZIP_BLOCK_BYTES, (off_t)reader->at);
    if (n < 0)
        return fail_zip(reader, archive, strerror(errno));
    reader->n_zip += (uint64_t)n;
    reader->at += (uint64_t)n;
    if (reader->has_entries && reader->at > atomic_load(&reader->n_done))
        atomic_store(&reader->n_done, reader->at);
    *bytes = reader->block;
    return n;
}

static la_int64_t skip_zip(struct archive *archive, void *context, la_int64_t n_bytes)
{
    struct archive_reader *reader = context;
    uint64_t left = reader->n_total > reader->at ? reader->n_total - reader->at : 0;
    uint64_t n = n_bytes < 0 ? 0 : (uint64_t)n_bytes < left ? (uint64_t)n_bytes : left;
    (void)archive;
    reader->at += n;
    return (la_int64_t)n;
}

static la_int64_t seek_zip(struct archive *archive, void *context, la_int64_t offset, int whence)
{
    struct archive_reader *reader = context;
    uint64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? reader->at : reader->n_total;
    if (offset < 0 && (uint64_t)-offset > from)
        return fail_zip(reader, archive, "it is damaged");
    uint64_t at = from + (uint64_t)offset;
    reader->at = at < reader->n_total ? at : reader->n_total;
    return (la_int64_t)reader->at;
}

/* Opens the file if it is a zip. */
static int open_zip(struct archive_reader *reader, struct err *err)
{
    struct stat info;
    char first[FIRST_BYTES];
    reader->zip = open(reader->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (reader->zip < 0)
        return err_set_errno(err, "cannot read '%s'", reader->path);
    if (fstat(reader->zip, &info) == 0 && S_ISREG(info.st_mode)) {
        ssize_t n = pread(reader->zip, first, sizeof first, 0);
        if (n > 0 && is_zip(first, (size_t)n)) {
            reader->n_total = (uint64_t)info.st_size;
            reader->block = mem_alloc(ZIP_BLOCK_BYTES, 1);
            reader->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
            return 0;
        }
    }
    close(reader->zip);
    reader->zip = -1;
    return 0;
}

/* ---- Any archive ---- */

static int open_library(struct archive_reader *reader)
{
    struct archive *archive = reader->archive;
    bool is_zip = reader->zip >= 0;
    if (archive_read_set_callback_data(archive, reader) != ARCHIVE_OK ||
        archive_read_set_read_callback(archive, is_zip ? read_zip : next_block) != ARCHIVE_OK ||
        (is_zip && (archive_read_set_skip_callback(archive, skip_zip) != ARCHIVE_OK ||
                    archive_read_set_seek_callback(archive, seek_zip) != ARCHIVE_OK)))
        mem_exhausted();
    return archive_read_open1(archive);
}

static void new_library(struct archive_reader *reader)
{
    reader->archive = archive_read_new();
    reader->entry = archive_entry_new();
    /* A format that libarchive was built without gives only a warning. */
    if (!reader->archive || !reader->entry ||
        (reader->zip >= 0 ? archive_read_support_format_zip_seekable
                          : archive_read_support_format_tar)(reader->archive) == ARCHIVE_FATAL)
        mem_exhausted();
}

int archive_reader_open(struct archive_reader **out, const char *path, struct err *err)
{
    scoped(archive_reader) *reader = mem_alloc(1, sizeof *reader);
    reader->path = mem_copy_text(path, strlen(path));
    reader->zip = -1;
    if (refuse_device(reader, err) != 0 || open_zip(reader, err) != 0 ||
        (reader->zip < 0 && open_file(reader, err) != 0))
        return ERR;
    new_library(reader);
    if (reader->zip < 0 && read_ahead_start(&reader->ahead, decompress, reader, err) != 0)
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

static int no_archive(const struct archive_reader *reader, struct err *err)
{
    err_set(err, "'%s' is neither a folder nor a tar archive (.tar, .tar.gz, .tar.zst, .tar.xz)",
            reader->path);
    return ARCHIVE_IS_NONE;
}

/* Returns the length of a message without the line feeds with which some end. */
static int length_of(const char *reason)
{
    size_t n = strlen(reason);
    while (n && reason[n - 1] == '\n')
        n--;
    return (int)n;
}

/* Sets why reading failed. If the file cannot be read, its error is the reason. */
static int failed(const struct archive_reader *reader, struct err *err)
{
    if (reader->stream_error.message[0])
        return err_pass(err, &reader->stream_error);
    /* While libarchive tries formats, it forgets why none was found. */
    if (archive_errno(reader->archive) == ENOMEM || errno == ENOMEM)
        mem_exhausted();
    const char *reason = archive_error_string(reader->archive);
    if (!reader->has_entries && reader->zip < 0)
        return no_archive(reader, err);
    if (!reader->has_entries)
        reason = "the directory at the end of this zip archive is missing, damaged or empty";
    reason = reason ? reason : "unknown error";
    return err_set(err, "cannot read '%s': %.*s; is the file complete?", reader->path,
                   length_of(reason), reason);
}

/* Called after the last entry. libarchive does not require an end mark, but only a missing one
 * shows that the archive was cut off between two entries. The rest of the stream is read so that
 * its checksum is verified. */
static int end(struct archive_reader *reader, struct err *err)
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

/* Names in a zip are in code page 437 if they are not UTF-8 (APPNOTE.TXT, appendix D). */
static const char *decode_name(struct archive_reader *reader, const char *name)
{
    scoped(decoder) *decoder = NULL;
    struct err unknown;
    if (reader->zip < 0 || !name || utf8_is_valid(name, strlen(name)) ||
        decoder_open(&decoder, "cp437", &unknown) != 0)
        return name;
    str_clear(&reader->name);
    decoder_add(decoder, &reader->name, name, strlen(name), true);
    return str_text(&reader->name);
}

static int next_entry(struct archive_reader *reader, struct entry *entry, struct err *err)
{
    struct archive_entry *next = reader->entry;
    errno = 0;
    if (!reader->is_open) {
        reader->is_open = true;
        if (open_library(reader) != ARCHIVE_OK)
            return failed(reader, err);
    }
    int status = archive_read_next_header2(reader->archive, next);
    if (status == ARCHIVE_EOF && reader->zip < 0)
        return end(reader, err);
    /* libarchive takes a directory for empty if nothing is at its place. */
    if (status == ARCHIVE_EOF)
        return reader->has_entries ? 0 : failed(reader, err);
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        return failed(reader, err);
    reader->has_entries = true;
    /* The path as in the archive, or as UTF-8 if the locale cannot represent it. */
    const char *path = archive_entry_pathname(next);
    la_int64_t size = archive_entry_size(next);
    *entry = (struct entry){
        .path = decode_name(reader, path ? path : archive_entry_pathname_utf8(next)),
        .kind = kind_of(next),
        .size = size > 0 ? (uint64_t)size : 0,
        .is_encrypted = archive_entry_is_data_encrypted(next) == 1,
    };
    return 1;
}

/* libarchive has no name for an entry of a zip whose name the locale cannot represent. */
int archive_reader_next(struct archive_reader *reader, struct entry *entry, struct err *err)
{
    locale_t before = reader->locale ? uselocale(reader->locale) : (locale_t)0;
    int status = next_entry(reader, entry, err);
    if (before)
        uselocale(before);
    return status;
}

ptrdiff_t archive_reader_read(struct archive_reader *reader, char *bytes, size_t capacity,
                              struct err *err)
{
    errno = 0;
    ptrdiff_t n = archive_read_data(reader->archive, bytes, capacity);
    return n < 0 ? failed(reader, err) : n;
}

uint64_t archive_reader_bytes_done(const struct archive_reader *reader)
{
    return atomic_load(&reader->n_done);
}

uint64_t archive_reader_bytes_total(const struct archive_reader *reader)
{
    return reader->n_total;
}

void archive_reader_stop(struct archive_reader *reader)
{
    atomic_store(&reader->is_stopped, true);
    if (reader->file)
        packed_stop(reader->file);
}

void archive_reader_close(struct archive_reader *reader)
{
    if (!reader)
        return;
    archive_read_free(reader->archive);
    archive_entry_free(reader->entry);
    archive_reader_stop(reader);
    read_ahead_stop(reader->ahead);
    packed_close(reader->file);
    if (reader->zip >= 0)
        close(reader->zip);
    if (reader->locale)
        freelocale(reader->locale);
    str_release(&reader->name);
    free(reader->block);
    free(reader->path);
    free(reader);
}

const char *entry_path_cut(struct str *out, const char *path)
{
    str_clear(out);
    if (path[0] == '/')
        return "an absolute path";
    for (size_t length; *path; path += length + (path[length] == '/')) {
        length = strcspn(path, "/");
        if (length == 2 && path[0] == '.' && path[1] == '.')
            return "a path with '..'";
        if (length == 0 || (length == 1 && path[0] == '.'))
            continue;
        str_add_text(out, out->length ? "/" : "");
        str_add(out, path, length);
    }
    return NULL;
}
