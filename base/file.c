/* Opening a pipe with a name blocks until it has a writer, unless it is not to block; then nothing
 * tells whether there is one but an attempt to read. tee() makes it, and takes nothing out. */
#include "base/file.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 30, LOOKS_PER_S = 50 };

/* Whether it is a pipe that anybody may open by its name, at any time. */
static bool is_named_pipe(int fd)
{
    struct stat info;
    struct statfs system;
    return fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode) && fstatfs(fd, &system) == 0 &&
           system.f_type != PIPEFS_MAGIC;
}

/* Waits until there is a writer, or what one has left; false when none came. */
static bool wait_for_writer(int fd)
{
    static const struct timespec pause = {.tv_nsec = 1000000000 / LOOKS_PER_S};
    int copy[2];
    bool has_writer = false;
    if (pipe2(copy, O_CLOEXEC) != 0)
        return true; /* reading will tell */
    for (int i = 0; i < FILE_WAIT_S * LOOKS_PER_S && !has_writer; i++) {
        if (i)
            nanosleep(&pause, NULL);
        has_writer = tee(fd, copy[1], 1, SPLICE_F_NONBLOCK) != 0;
    }
    close(copy[0]);
    close(copy[1]);
    return has_writer;
}

int file_open(const char *path, struct err *err)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return err_set_errno(err, "cannot open '%s'", path);
    if (is_named_pipe(fd) && !wait_for_writer(fd)) {
        close(fd);
        return err_set(err, "cannot read '%s': a pipe to which nobody writes", path);
    }
    int flags = fcntl(fd, F_GETFL);
    fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    return fd;
}

int file_read(struct str *content, const char *path, struct err *err)
{
    int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : file_open(path, err);
    if (fd < 0)
        return ERR;
    FILE *file = fd == STDIN_FILENO ? stdin : fdopen(fd, "rb");
    if (!file)
        mem_exhausted();
    char buffer[16384];
    size_t n;
    while (content->length <= MAX_BYTES && (n = fread(buffer, 1, sizeof buffer, file)) > 0)
        str_add(content, buffer, n);
    int status = ferror(file) ? err_set_errno(err, "cannot read '%s'", path) : 0;
    if (status == 0 && content->length > MAX_BYTES)
        status = err_set(err, "'%s' is larger than 1 GiB", path);
    if (file != stdin)
        fclose(file);
    return status;
}

int file_write_failed(const char *path, struct err *err)
{
    if (strcmp(path, "-") == 0)
        return err_set_errno(err, "cannot write to standard output");
    return err_set_errno(err, "cannot write '%s'", path);
}

/* The errno of what was lost, or 0. Of an earlier loss nothing is known but that it was. */
static int flush(FILE *file)
{
    int code = ferror(file) ? EIO : 0;
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

void file_add_name(struct str *out, const char *path)
{
    size_t end = strlen(path), start;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/';)
        start--;
    str_add(out, path + start, end - start);
}
