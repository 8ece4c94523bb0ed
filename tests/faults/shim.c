/* A library to be preloaded into tokfix that lets calls of the C library fail as they fail on full,
 * broken or changing disks and on exhausted machines.
 *
 *     FAULT=RULE,...   what is to fail
 *     FAULT_COUNTS=F   how often each kind of call was made is written to the file F at the end
 *
 * A rule is CALL[@NAME]:EFFECT:N[+]
 *
 *     CALL    write read sync rename open list alloc thread lock: kinds of calls, those of
 *             stdio among them; lock is every question about a lock, too, and rename every link
 *     NAME    only calls on files whose path ends so
 *     EFFECT  a number: the call fails with that errno. Else the call is made: `short` with half
 *             the bytes (at least one); `vanish`, `halve` or `grow` after its file was removed, cut
 *             to half of its size, or continued by a line; `int` or `term` after the process was
 *             sent SIGINT or SIGTERM
 *     N       the N-th of these calls, from 1; with + all from there on
 *
 * What stdio does within the C library cannot be preloaded. So streams are made of ours
 * (fopencookie), with the numbers of the files that they stand for. Other programs than tokfix that
 * inherit the environment are left alone. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum call { WRITE, READ, SYNC, RENAME, OPEN, LIST, ALLOC, THREAD, LOCK, N_CALLS };
static const char *const call_names[N_CALLS] = {"write", "read",  "sync",   "rename", "open",
                                                "list",  "alloc", "thread", "lock"};

enum effect { FAIL, SHORT, VANISH, HALVE, GROW, SEND_INT, SEND_TERM };
static const char *const effect_names[] = {"", "short", "vanish", "halve", "grow", "int", "term"};

enum { MAX_RULES = 8, PATH_BYTES = 4096 };

struct rule {
    enum call call;
    char name[256]; /* "": of all files */
    enum effect effect;
    int code; /* errno, of FAIL */
    long n;
    bool is_lasting;
    atomic_long n_calls; /* that it applies to, so far */
};

static struct rule rules[MAX_RULES];
static size_t n_rules;
static atomic_long counts[N_CALLS];
static bool is_active;

/* The C library's own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *ptr, size_t size);

static int (*next_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static struct dirent *(*next_readdir)(DIR *);
static int (*next_scandir)(const char *, struct dirent ***, int (*)(const struct dirent *),
                           int (*)(const struct dirent **, const struct dirent **));

static void path_of(int fd, char path[PATH_BYTES])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, PATH_BYTES - 1);
    path[n < 0 ? 0 : n] = '\0';
}

static bool ends_with(const char *path, const char *name)
{
    size_t length = strlen(path), n = strlen(name);
    return length >= n && strcmp(path + length - n, name) == 0;
}

static void change_file(const char *path, enum effect effect)
{
    struct stat info;
    if (effect == VANISH)
        unlink(path);
    if (effect == HALVE && stat(path, &info) == 0 && truncate(path, info.st_size / 2) != 0)
        return;
    if (effect == GROW) {
        long fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND);
        if (syscall(SYS_write, fd, "one,more,line\n", (size_t)14) == 14)
            syscall(SYS_close, fd);
    }
}

/* Counts a call on a file, by path or, if that is NULL, by number, or on none. Returns 0 for a call
 * that is to be made, with `n_bytes` made less for a short one; else -1, with errno. */
static int meet(enum call call, const char *path, int fd, size_t *n_bytes)
{
    char buffer[PATH_BYTES];
    int code = 0;
    if (!is_active)
        return 0;
    atomic_fetch_add(&counts[call], 1);
    for (size_t i = 0; i < n_rules; i++) {
        struct rule *rule = &rules[i];
        if (rule->call != call)
            continue;
        if (!path && fd >= 0 && (*rule->name || rule->effect > SHORT)) {
            path_of(fd, buffer);
            path = buffer;
        }
        if (*rule->name && (!path || !ends_with(path, rule->name)))
            continue;
        long n = atomic_fetch_add(&rule->n_calls, 1) + 1;
        if (n < rule->n || (n > rule->n && !rule->is_lasting))
            continue;
        if (rule->effect == FAIL)
            code = rule->code;
        else if (rule->effect == SHORT && n_bytes && *n_bytes > 1)
            *n_bytes /= 2;
        else if (rule->effect >= SEND_INT)
            kill(getpid(), rule->effect == SEND_INT ? SIGINT : SIGTERM);
        else if (path)
            change_file(path, rule->effect);
    }
    if (code)
        errno = code;
    return code ? -1 : 0;
}

/* Memory and threads. */

void *malloc(size_t size)
{
    return meet(ALLOC, NULL, -1, NULL) == 0 ? __libc_malloc(size) : NULL;
}

void *calloc(size_t n, size_t size)
{
    return meet(ALLOC, NULL, -1, NULL) == 0 ? __libc_calloc(n, size) : NULL;
}

void *realloc(void *ptr, size_t size)
{
    return meet(ALLOC, NULL, -1, NULL) == 0 ? __libc_realloc(ptr, size) : NULL;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    return meet(THREAD, NULL, -1, NULL) == 0
               ? next_pthread_create(thread, attributes, start, argument)
               : errno;
}

/* Files. */

ssize_t write(int fd, const void *bytes, size_t n)
{
    return meet(WRITE, NULL, fd, &n) == 0 ? syscall(SYS_write, fd, bytes, n) : -1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t offset)
{
    return meet(WRITE, NULL, fd, &n) == 0 ? syscall(SYS_pwrite64, fd, bytes, n, offset) : -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset)
{
    return pwrite64(fd, bytes, n, offset);
}

ssize_t read(int fd, void *bytes, size_t n)
{
    return meet(READ, NULL, fd, &n) == 0 ? syscall(SYS_read, fd, bytes, n) : -1;
}

ssize_t pread64(int fd, void *bytes, size_t n, off64_t offset)
{
    return meet(READ, NULL, fd, &n) == 0 ? syscall(SYS_pread64, fd, bytes, n, offset) : -1;
}

ssize_t pread(int fd, void *bytes, size_t n, off_t offset)
{
    return pread64(fd, bytes, n, offset);
}

/* Waits for nothing, because what a test writes may be lost with the machine. */
int fsync(int fd)
{
    return meet(SYNC, NULL, fd, NULL) == 0 ? 0 : -1;
}

int fdatasync(int fd)
{
    return meet(SYNC, NULL, fd, NULL) == 0 ? 0 : -1;
}

int fcntl64(int fd, int command, ...)
{
    va_list args;
    va_start(args, command);
    long argument = va_arg(args, long);
    va_end(args);
    bool is_lock = command == F_GETLK || command == F_SETLK || command == F_SETLKW;
    return is_lock && meet(LOCK, NULL, fd, NULL) != 0
               ? -1
               : (int)syscall(SYS_fcntl, fd, command, argument);
}

int fcntl(int fd, int command, ...)
{
    va_list args;
    va_start(args, command);
    long argument = va_arg(args, long);
    va_end(args);
    return fcntl64(fd, command, argument);
}

int flock(int fd, int operation)
{
    return meet(LOCK, NULL, fd, NULL) == 0 ? (int)syscall(SYS_flock, fd, operation) : -1;
}

int rename(const char *from, const char *to)
{
    return meet(RENAME, to, -1, NULL) == 0 ? (int)syscall(SYS_rename, from, to) : -1;
}

int link(const char *from, const char *to)
{
    return meet(RENAME, to, -1, NULL) == 0 ? (int)syscall(SYS_link, from, to) : -1;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    return meet(RENAME, to, -1, NULL) == 0
               ? (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags)
               : -1;
}

static int open_file(int folder, const char *path, int flags, mode_t mode)
{
    char whole[PATH_BYTES] = "";
    if (folder != AT_FDCWD && *path != '/') {
        path_of(folder, whole);
        size_t length = strlen(whole);
        snprintf(whole + length, sizeof whole - length, "/%s", path);
    }
    if (meet(OPEN, *whole ? whole : path, -1, NULL) != 0)
        return -1;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list args)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(args, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_file(folder, path, flags, mode);
}

/* Folders. */

struct dirent *readdir(DIR *folder)
{
    return meet(LIST, NULL, dirfd(folder), NULL) == 0 ? next_readdir(folder) : NULL;
}

int scandir(const char *path, struct dirent ***names, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    return meet(LIST, path, -1, NULL) == 0 ? next_scandir(path, names, filter, compare) : -1;
}

/* Streams: the cookie is the number of the file. */

static ssize_t take(void *cookie, const char *bytes, size_t n)
{
    size_t at = 0;
    while (at < n) {
        ssize_t written = write((int)(intptr_t)cookie, bytes + at, n - at);
        if (written < 0)
            break;
        at += (size_t)written;
    }
    return (ssize_t)at;
}

static ssize_t give(void *cookie, char *bytes, size_t n)
{
    return read((int)(intptr_t)cookie, bytes, n);
}

static int seek(void *cookie, off64_t *offset, int whence)
{
    off64_t at = lseek64((int)(intptr_t)cookie, *offset, whence);
    *offset = at;
    return at < 0 ? -1 : 0;
}

static int finish(void *cookie)
{
    return close((int)(intptr_t)cookie);
}

FILE *fdopen(int fd, const char *mode)
{
    cookie_io_functions_t functions = {give, take, seek, finish};
    FILE *file = fopencookie((void *)(intptr_t)fd, mode, functions);
    if (file)
        file->_fileno = fd;
    return file;
}

FILE *fopen(const char *path, const char *mode)
{
    int access = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    int flags = *mode == 'r' ? 0 : *mode == 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND;
    int fd = open_file(AT_FDCWD, path, access | flags, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, mode);
    if (!file && fd >= 0)
        close(fd);
    return file;
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

/* From the environment to rules, and back to counts. */

static int index_of(const char *name, size_t length, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return (int)i;
    return -1;
}

static const char *read_rule(struct rule *rule, const char *text)
{
    size_t call = strcspn(text, "@:"), effect;
    char *end;
    int found = index_of(text, call, call_names, N_CALLS);
    rule->call = (enum call)found;
    text += call;
    if (*text == '@') {
        size_t length = strcspn(++text, ":");
        if (length >= sizeof rule->name)
            return NULL;
        memcpy(rule->name, text, length);
        text += length;
    }
    if (found < 0 || *text++ != ':')
        return NULL;
    effect = strcspn(text, ":");
    found = index_of(text, effect, effect_names, sizeof effect_names / sizeof *effect_names);
    rule->effect = found > 0 ? (enum effect)found : FAIL;
    rule->code = (int)strtol(text, NULL, 10);
    if (text[effect] != ':' || (rule->effect == FAIL && rule->code <= 0))
        return NULL;
    rule->n = strtol(text + effect + 1, &end, 10);
    rule->is_lasting = *end == '+';
    end += rule->is_lasting;
    return rule->n > 0 && (*end == ',' || !*end) ? end : NULL;
}

static void read_rules(const char *text)
{
    while (text && *text) {
        text = n_rules < MAX_RULES ? read_rule(&rules[n_rules++], text) : NULL;
        if (!text) {
            fprintf(stderr, "faults: cannot read the FAULT '%s'\n", getenv("FAULT"));
            _exit(99);
        }
        text += *text == ',';
    }
}

static void __attribute__((constructor)) begin(void)
{
    *(void **)&next_pthread_create = dlsym(RTLD_NEXT, "pthread_create");
    *(void **)&next_readdir = dlsym(RTLD_NEXT, "readdir");
    *(void **)&next_scandir = dlsym(RTLD_NEXT, "scandir");
    if (strcmp(program_invocation_short_name, "tokfix") != 0)
        return;
    read_rules(getenv("FAULT"));
    stdin = fdopen(STDIN_FILENO, "r");
    stdout = fdopen(STDOUT_FILENO, "w");
    is_active = true;
}

static void __attribute__((destructor)) end(void)
{
    const char *path = getenv("FAULT_COUNTS");
    long fd = path && is_active
                  ? syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666)
                  : -1;
    for (int i = 0; i < N_CALLS && fd >= 0; i++) {
        char line[64];
        int n = snprintf(line, sizeof line, "%s %ld\n", call_names[i], (long)counts[i]);
        if (syscall(SYS_write, fd, line, (size_t)n) != n)
            break;
    }
}
