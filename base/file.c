/* An input is polled before it is read: poll() waits for bytes, or for one of two descriptors that
 * cancel the reading. A signal only interrupts a thread that is already waiting. A descriptor stays
 * readable, so a thread that starts to wait later sees it as well.
 *
 * Opening a named pipe blocks until the pipe has a writer. If it is opened without blocking, only
 * an attempt to read shows whether there is a writer. tee() makes such an attempt without removing
 * anything from the pipe. */
#include "base/file.h"

#include "base/interrupt.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 30, LOOKS_PER_S = 50 };

/* ---- Reading without waiting for ever ---- */

/* Whether it is a pipe that any process can open by its name at any time. */
static bool is_named_pipe(int fd)
{
    struct stat info;
    struct statfs system;
    return fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode) && fstatfs(fd, &system) == 0 &&
           system.f_type != PIPEFS_MAGIC;
}

/* Waits until there is a writer, or bytes of a former writer. Returns false when none came. */
static bool wait_for_writer(int fd)
{
    static const struct timespec pause = {.tv_nsec = 1000000000 / LOOKS_PER_S};
    int copy[2];
    bool has_writer = false;
    if (pipe2(copy, O_CLOEXEC) != 0)
        return true; /* reading will show */
    for (int i = 0; i < INPUT_WAIT_S * LOOKS_PER_S && !has_writer && !interrupt_signal(); i++) {
        if (i)
            nanosleep(&pause, NULL);
        has_writer = tee(fd, copy[1], 1, SPLICE_F_NONBLOCK) != 0;
    }
    close(copy[0]);
    close(copy[1]);
    return has_writer;
}

static bool may_block(int fd)
{
    struct stat info;
    return fstat(fd, &info) != 0 || !(S_ISREG(info.st_mode) || S_ISDIR(info.st_mode));
}

int input_open(struct input *input, const char *path, struct err *err)
{
    bool is_standard = strcmp(path, "-") == 0;
    *input = INPUT_CLOSED;
    input->fd = is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (input->fd < 0)
        return err_set_errno(err, "cannot open '%s'", path);
    int status = 0;
    if (!is_standard && is_named_pipe(input->fd) && !wait_for_writer(input->fd))
        status = err_set(err, "cannot read '%s': the pipe has no writer", path);
    input->may_block = may_block(input->fd);
    if (status == 0 && input->may_block && (input->stop = eventfd(0, EFD_CLOEXEC)) < 0)
        status = err_set_errno(err, "cannot read '%s'", path);
    if (status != 0)
        input_close(input);
    return status;
}

/* Waits for bytes or the end of the file. Returns false if reading was canceled. */
static bool wait_for_bytes(const struct input *input)
{
    struct pollfd waits[] = {
        {.fd = input->stop, .events = POLLIN},
        {.fd = interrupt_descriptor(), .events = POLLIN}, /* -1 if there is none, which poll()
                                                             ignores */
        {.fd = input->fd, .events = POLLIN},
    };
    while (poll(waits, sizeof waits / sizeof *waits, -1) < 0 && errno == EINTR)
        ;
    return !waits[0].revents && !waits[1].revents;
}

/* Another process may take the bytes that poll() has seen. If the file was opened here, read() does
 * not block in this case either. */
ptrdiff_t input_read(const struct input *input, char *bytes, size_t capacity)
{
    ssize_t n;
    do {
        if (input->may_block && !wait_for_bytes(input)) {
            errno = ECANCELED;
            return ERR;
        }
        n = read(input->fd, bytes, capacity < SSIZE_MAX ? capacity : SSIZE_MAX);
    } while (n < 0 && (errno == EINTR || (errno == EAGAIN && input->may_block)));
    return n;
}

/* Copies what is in the pipe. Sets `is_whole` if nothing more will come. */
static size_t copy_pipe(int fd, char *bytes, size_t capacity, bool *is_whole)
{
    int copy[2];
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (pipe2(copy, O_CLOEXEC) != 0)
        return 0;
    *is_whole = poll(&wait, 1, 0) > 0 && (wait.revents & POLLHUP);
    ssize_t n = tee(fd, copy[1], capacity, SPLICE_F_NONBLOCK);
    *is_whole |= n == 0 || (n < 0 && errno != EAGAIN);
    n = n > 0 ? read(copy[0], bytes, (size_t)n) : 0;
    close(copy[0]);
    close(copy[1]);
    return n > 0 ? (size_t)n : 0;
}

/* If the end of the pipe is known before its bytes are copied, they are all. */
static size_t peek_pipe(int fd, char *bytes, size_t capacity)
{
    static const struct timespec pause = {.tv_nsec = 1000000000 / LOOKS_PER_S};
    bool is_whole = false;
    size_t n = 0;
    for (int i = 0; i < INPUT_PEEK_S * LOOKS_PER_S && !interrupt_signal(); i += n > 0) {
        n = copy_pipe(fd, bytes, capacity, &is_whole);
        if (n == capacity || is_whole)
            break;
        nanosleep(&pause, NULL);
    }
    return interrupt_signal() ? 0 : n;
}

size_t input_peek_standard(char *bytes, size_t capacity)
{
    struct stat info;
    if (fstat(STDIN_FILENO, &info) != 0)
        return 0;
    if (S_ISFIFO(info.st_mode))
        return peek_pipe(STDIN_FILENO, bytes, capacity);
    off_t at = S_ISREG(info.st_mode) ? lseek(STDIN_FILENO, 0, SEEK_CUR) : -1;
    ssize_t n = at < 0 ? 0 : pread(STDIN_FILENO, bytes, capacity, at);
    return n > 0 ? (size_t)n : 0;
}

void input_stop(const struct input *input)
{
    uint64_t one = 1;
    if (input->stop >= 0)
        while (write(input->stop, &one, sizeof one) < 0 && errno == EINTR)
            ;
}

void input_close(struct input *input)
{
    if (input->fd > STDIN_FILENO)
        close(input->fd);
    if (input->stop >= 0)
        close(input->stop);
    *input = INPUT_CLOSED;
}

/* ---- Whole files, and writing ---- */

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

int file_write_all(int fd, const char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = write(fd, bytes + done, length - done);
        if (n < 0 && errno != EINTR)
            return ERR;
        done += n < 0 ? 0 : (size_t)n;
    }
    return 0;
}

const char *file_read_at(int fd, void *bytes, size_t length, uint64_t place)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = pread(fd, (char *)bytes + done, length - done, (off_t)(place + done));
        if (n == 0 || (n < 0 && errno != EINTR))
            return n < 0 ? strerror(errno) : "it is too short";
        done += n < 0 ? 0 : (size_t)n;
    }
    return NULL;
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

/* ---- Names ---- */

bool file_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

int file_list(struct text_list *out, struct arena *arena, const char *path, struct err *err)
{
    struct dirent **entries;
    int n = scandir(path, &entries, NULL, NULL);
    if (n < 0)
        return err_set_errno(err, "cannot read the folder '%s'", path);
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            array_push(out, arena_text(arena, name));
        free(entries[i]);
    }
    free(entries);
    array_sort(out, text_compare);
    return 0;
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

char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? mem_copy_text(path, (size_t)(slash - path) + 1) : mem_copy_text(".", 1);
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

/* ---- Packings ---- */

static const char *const suffixes[] = {
    [PACKING_NONE] = "",  [PACKING_GZIP] = ".gz",   [PACKING_ZSTD] = ".zst",
    [PACKING_XZ] = ".xz", [PACKING_BZIP2] = ".bz2",
};

/* How files of the packings begin. A question mark is any byte. */
static const struct {
    enum packing packing;
    const char *magic;
} starts[] = {
    {PACKING_GZIP, "\x1f\x8b"},
    {PACKING_ZSTD, "\x28\xb5\x2f\xfd"},
    {PACKING_XZ, "\xfd"
                 "7zXZ"},
    {PACKING_BZIP2, "BZh?1AY&SY"},
    {PACKING_BZIP2, "BZh?\x17rE8P\x90"}, /* of nothing */
};

const char *packing_suffix(enum packing packing)
{
    return suffixes[packing];
}

enum packing packing_of(const char *path)
{
    size_t length = strlen(path);
    for (enum packing p = PACKING_GZIP; p < N_PACKINGS; p++)
        if (length >= strlen(suffixes[p]) &&
            strcasecmp(path + length - strlen(suffixes[p]), suffixes[p]) == 0)
            return p;
    return PACKING_NONE;
}

static bool begins_with(const char *bytes, size_t length, const char *magic)
{
    size_t n = 0;
    while (magic[n] && n < length && (magic[n] == '?' || magic[n] == bytes[n]))
        n++;
    return !magic[n];
}

enum packing packing_of_bytes(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (begins_with(bytes, length, starts[i].magic))
            return starts[i].packing;
    return PACKING_NONE;
}

/* ---- Kinds ----
 *
 * Looks for magic numbers. A file without one is text unless it contains a zero byte or is not
 * UTF-8. */

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
