#include "base/file.h"

#include "base/input.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 30 };

int file_read(struct str *content, const char *path, struct err *err)
{
    scoped(input) input = INPUT_CLOSED;
    char buffer[16384];
    ptrdiff_t n = 1;
    if (input_open(&input, path, err) != 0)
        return ERR;
    while (content->length <= MAX_BYTES && (n = input_read(&input, buffer, sizeof buffer)) > 0)
        str_add(content, buffer, (size_t)n);
    if (n < 0)
        return err_set_errno(err, "cannot read '%s'", path);
    return content->length > MAX_BYTES ? err_set(err, "'%s' is larger than 1 GiB", path) : 0;
}

int file_write_failed(const char *path, struct err *err)
{
    if (strcmp(path, "-") == 0)
        return err_set_errno(err, "cannot write to standard output");
    return err_set_errno(err, "cannot write '%s'", path);
}

static int stdout_errno; /* of the first file_flush_stdout() that failed */

void file_flush_stdout(void)
{
    errno = 0;
    if (!ferror(stdout) && fflush(stdout) != 0)
        stdout_errno = errno;
}

/* Returns the errno of the failure, or 0. For most earlier failures only the fact is known. */
static int flush(FILE *file)
{
    int code = !ferror(file) ? 0 : file == stdout && stdout_errno ? stdout_errno : EIO;
    errno = 0;
    if (fflush(file) != 0)
        code = errno ? errno : EIO;
    return code;
}

int file_flush(FILE *file, const char *path, struct err *err)
{
    errno = flush(file);
    return errno ? file_write_failed(path, err) : 0;
}

int file_close(FILE *file, const char *path, struct err *err)
{
    int code = flush(file);
    if (fclose(file) != 0 && !code)
        code = errno;
    errno = code;
    return code ? file_write_failed(path, err) : 0;
}

int file_write(const char *path, const char *bytes, size_t length, struct err *err)
{
    FILE *file = fopen(path, "we");
    if (!file)
        return file_write_failed(path, err);
    if (fwrite(bytes, 1, length, file) == length)
        return file_close(file, path, err);
    int code = errno;
    fclose(file);
    errno = code;
    return file_write_failed(path, err);
}

bool file_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool file_has_extension(const char *name, const char *extension)
{
    size_t n = strlen(name), n_extension = strlen(extension);
    return n > n_extension + 1 && name[n - n_extension - 1] == '.' &&
           strcmp(name + n - n_extension, extension) == 0;
}

const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void file_add_name(struct str *out, const char *path)
{
    size_t end = strlen(path), start;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/';)
        start--;
    str_add(out, path + start, end - start);
}

/* If the file system does not support unnamed files, the file gets a name and loses it at once. */
int file_open_unnamed(const char *folder, struct err *err)
{
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
        scoped_memory char *path = mem_print("%s/.tokfix-XXXXXX", folder);
        fd = mkostemp(path, O_CLOEXEC);
        if (fd >= 0)
            unlink(path);
    }
    return fd >= 0 ? fd : err_set_errno(err, "cannot create a temporary file in '%s'", folder);
}
