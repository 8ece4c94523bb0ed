/* See gzip_file.h. */
#include "codenet/gzip_file.h"

#include "base/mem.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { FILE_BLOCK_BYTES = 1 << 17 }; /* half a block of read_ahead: zlib then fills it directly */

struct gzip_file {
    char *path; /* for messages */
    gzFile gz;
};

bool gzip_file_is_one(const char *path)
{
    unsigned char magic[2] = {0};
    struct stat info;
    FILE *file = stat(path, &info) == 0 && S_ISREG(info.st_mode) ? fopen(path, "rbe") : NULL;
    bool result = file && fread(magic, 1, sizeof magic, file) == sizeof magic && magic[0] == 0x1f &&
                  magic[1] == 0x8b;
    if (file)
        fclose(file);
    return result;
}

int gzip_file_open(struct gzip_file **out, const char *path, struct err *err)
{
    errno = ENOMEM; /* when it is not the file that cannot be opened */
    gzFile gz = gzopen(path, "rbe");
    if (!gz || gzbuffer(gz, FILE_BLOCK_BYTES) != 0)
        return err_set_errno(err, "cannot read '%s'", path);
    struct gzip_file *file = mem_alloc(1, sizeof *file);
    file->path = mem_copy_text(path, strlen(path));
    file->gz = gz;
    *out = file;
    return 0;
}

ptrdiff_t gzip_file_read(struct gzip_file *file, char *bytes, size_t capacity, struct err *err)
{
    int code = Z_OK;
    int n = gzread(file->gz, bytes, capacity < INT_MAX ? (unsigned)capacity : INT_MAX);
    const char *reason = n < (int)capacity ? gzerror(file->gz, &code) : "";
    if (n > 0 || code == Z_OK || code == Z_STREAM_END)
        return n; /* an error shows in the next call, when there is no more */
    if (code == Z_MEM_ERROR)
        mem_exhausted();
    if (code == Z_ERRNO)
        return err_set_errno(err, "cannot read '%s'", file->path);
    const char *colon = strrchr(reason, ':'); /* behind the path */
    return err_set(err, "cannot read '%s': %s; is the file complete?", file->path,
                   code == Z_BUF_ERROR ? "it ends too early"
                   : colon             ? colon + 2
                                       : reason);
}

uint64_t gzip_file_bytes_done(struct gzip_file *file)
{
    z_off_t offset = gzoffset(file->gz);
    return offset > 0 ? (uint64_t)offset : 0;
}

void gzip_file_close(struct gzip_file *file)
{
    if (!file)
        return;
    gzclose(file->gz);
    free(file->path);
    free(file);
}
