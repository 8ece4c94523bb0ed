/* Looks for magic numbers. A file without one is text unless it contains a zero byte or is not
 * UTF-8. */
#include "base/file_kind.h"

#include "base/packed.h"
#include "base/utf8.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_CHARACTER = 4 }; /* bytes of a character; the first bytes may end inside one */

static const char database_magic[16] = "SQLite format 3"; /* with its zero byte */

/* Of archives whose content is not packed as a whole. */
static const struct {
    size_t offset;
    const char *bytes;
} archives[] = {
    {0, "PK\x03\x04"}, /* zip */
    {257, "ustar"},    /* tar */
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_text(const char *bytes, size_t length)
{
    size_t n_valid = utf8_valid_length(bytes, length);
    bool is_cut = length >= FILE_KIND_BYTES && length - n_valid < MAX_CHARACTER;
    return (n_valid == length || is_cut) && !memchr(bytes, '\0', length);
}

static size_t skip_blanks(const char *bytes, size_t length, size_t at)
{
    while (at < length && strchr(" \t\r\n", bytes[at]))
        at++;
    return at;
}

enum file_kind file_kind_of(const char *bytes, size_t length)
{
    if (!length)
        return FILE_KIND_EMPTY;
    if (memcmp(bytes, database_magic, smaller(length, sizeof database_magic)) == 0)
        return FILE_KIND_DATABASE;
    if (packing_of_bytes(bytes, length) != PACKING_NONE)
        return FILE_KIND_ARCHIVE;
    for (size_t i = 0; i < sizeof archives / sizeof *archives; i++)
        if (archives[i].offset + strlen(archives[i].bytes) <= length &&
            memcmp(bytes + archives[i].offset, archives[i].bytes, strlen(archives[i].bytes)) == 0)
            return FILE_KIND_ARCHIVE;
    if (!is_text(bytes, length))
        return FILE_KIND_OTHER;
    size_t at = skip_blanks(bytes, length, 0);
    if (at == length || bytes[at] != '{')
        return FILE_KIND_TEXT;
    at = skip_blanks(bytes, length, at + 1);
    return at < length && bytes[at] == '"' ? FILE_KIND_JSON : FILE_KIND_TEXT;
}

int file_start_read(struct file_start *out, const char *path, struct err *err)
{
    struct stat info;
    *out = (struct file_start){.kind = FILE_KIND_OTHER};
    if (stat(path, &info) != 0)
        return err_set_errno(err, "cannot open '%s'", path);
    if (S_ISDIR(info.st_mode))
        out->kind = FILE_KIND_FOLDER;
    if (!S_ISREG(info.st_mode))
        return 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_set_errno(err, "cannot open '%s'", path);
    ssize_t n = read(fd, out->bytes, sizeof out->bytes);
    int status = n < 0 ? err_set_errno(err, "cannot read '%s'", path) : 0;
    close(fd);
    if (status != 0)
        return ERR;
    out->length = (size_t)n;
    out->kind = file_kind_of(out->bytes, out->length);
    return 0;
}

enum file_kind file_kind_at(const char *path)
{
    struct file_start start;
    return file_start_read(&start, path, NULL) == 0 ? start.kind : FILE_KIND_OTHER;
}
