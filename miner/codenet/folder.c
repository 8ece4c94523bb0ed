/* A folder is on disk or in an archive, whose files are in a spool.
 *
 * The writer of a spool writes whole blocks. A file can be read when all of its bytes are written.
 * Only the index from paths to places grows in memory. Waiting readers check again after each
 * block. */
#include "miner/codenet/folder.h"

#include "base/file.h"
#include "base/table.h"
#include "base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The spool ---- */

enum { BUFFER_BYTES = 1 << 20, PASS_BYTES = 1 << 14 };

/* Where a path's content is in the temporary file. */
struct place {
    uint64_t start;
    uint32_t length;
    enum spool_kind kind;
};

struct spool {
    char *folder; /* for messages */
    int fd;

    /* Used only by the writer */
    char *buffer; /* bytes that are not written yet */
    size_t n_buffered;
    uint64_t file_start; /* where the content of the next file begins */

    /* Guarded by the monitor; only the writer changes paths and places */
    struct monitor monitor;
    struct table paths;
    ARRAY(struct place) places; /* by the number of the path */
    uint64_t n_written;         /* bytes of the temporary file */
    uint64_t n_files;
    size_t n_waiting;
    bool has_ended, is_stopped;
    int status; /* set at the end */
    struct err err;
};

int spool_new(struct spool **out, const char *folder, struct err *err)
{
    int fd = file_open_unnamed(folder, err);
    if (fd < 0)
        return ERR;
    struct spool *spool = mem_alloc(1, sizeof *spool);
    spool->folder = mem_copy_text(folder, strlen(folder));
    spool->fd = fd;
    spool->buffer = mem_alloc(BUFFER_BYTES, 1);
    monitor_init(&spool->monitor);
    *out = spool;
    return 0;
}

void spool_free(struct spool *spool)
{
    if (!spool)
        return;
    close(spool->fd);
    free(spool->folder);
    free(spool->buffer);
    table_release(&spool->paths);
    array_release(&spool->places);
    monitor_release(&spool->monitor);
    free(spool);
}

/* Writes the buffered bytes, and wakes the readers that wait. */
static int flush(struct spool *spool, struct err *err)
{
    if (file_write_all(spool->fd, spool->buffer, spool->n_buffered) != 0)
        return err_set_errno(err, "cannot write a temporary file in '%s'", spool->folder);
    monitor_enter(&spool->monitor);
    spool->n_written += spool->n_buffered;
    monitor_call(&spool->monitor);
    monitor_leave(&spool->monitor);
    spool->n_buffered = 0;
    return 0;
}

char *spool_room(struct spool *spool, size_t *capacity, struct err *err)
{
    if (spool->n_buffered == BUFFER_BYTES && flush(spool, err) != 0)
        return NULL;
    *capacity = BUFFER_BYTES - spool->n_buffered;
    return spool->buffer + spool->n_buffered;
}

void spool_write(struct spool *spool, size_t length)
{
    spool->n_buffered += length;
}

bool spool_add(struct spool *spool, const char *path, enum spool_kind kind)
{
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    uint64_t start = spool->file_start, end = spool->n_written + spool->n_buffered;
    struct place place = {.kind = kind};
    if (kind == SPOOL_FILE)
        place = (struct place){start, (uint32_t)(end - start), kind};
    spool->file_start = end;
    if (table_add(&spool->paths, path) == TABLE_NONE)
        return false;
    array_push(&spool->places, place);
    spool->n_files += kind == SPOOL_FILE;
    return true;
}

int spool_pass_on(struct spool *spool, struct err *err)
{
    monitor_enter(&spool->monitor);
    bool has_waiting = spool->n_waiting > 0;
    monitor_leave(&spool->monitor);
    return has_waiting || spool->n_buffered >= PASS_BYTES ? flush(spool, err) : 0;
}

void spool_end(struct spool *spool, int status, const struct err *err)
{
    struct err own = *err;
    if (status == 0)
        status = flush(spool, &own);
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    spool->has_ended = true;
    if (spool->status == 0) {
        spool->status = status;
        spool->err = own;
    }
    monitor_call(&spool->monitor);
}

/* Waits for a path. Returns its place, or NULL when no entry with that path will come. Called
 * inside the monitor, and returns inside it. */
static const struct place *wait_for(struct spool *spool, const char *path)
{
    for (;;) {
        int64_t number = table_find(&spool->paths, path);
        const struct place *place = number == TABLE_NONE ? NULL : &spool->places.items[number];
        if (place && place->start + place->length <= spool->n_written)
            return place;
        if (spool->has_ended || spool->is_stopped)
            return NULL;
        spool->n_waiting++;
        monitor_wait(&spool->monitor);
        spool->n_waiting--;
    }
}

/* The temporary file cannot be read. The input is not at fault, so the run must fail. */
static enum beneath_result break_off(struct spool *spool, const char *reason, struct err *err)
{
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    spool->status =
        err_set(&spool->err, "cannot read a temporary file in '%s': %s", spool->folder, reason);
    err_pass(err, &spool->err);
    return BENEATH_UNREADABLE;
}

static enum beneath_result read_place(struct spool *spool, struct str *content, struct place place,
                                      struct err *err)
{
    char *bytes = str_reserve(content, place.length);
    const char *why = file_read_at(spool->fd, bytes, place.length, place.start);
    if (why)
        return break_off(spool, why, err);
    str_extend(content, place.length);
    return BENEATH_OK;
}

enum beneath_result spool_read(struct spool *spool, struct str *content, const char *path,
                               size_t max_bytes, struct err *err)
{
    str_clear(content);
    monitor_enter(&spool->monitor);
    const struct place *found = wait_for(spool, path);
    struct place place = found ? *found : (struct place){0};
    monitor_leave(&spool->monitor);
    if (!found) {
        err_set(err, "%s", strerror(ENOENT));
        return BENEATH_MISSING;
    }
    if (place.kind == SPOOL_FOLDER) {
        err_set(err, "it is a folder");
        return BENEATH_UNREADABLE;
    }
    if (place.kind == SPOOL_TOO_LARGE || place.length > max_bytes)
        return beneath_too_large(max_bytes, err);
    return read_place(spool, content, place, err);
}

int spool_wait(struct spool *spool, void (*on_wait)(void *context, uint64_t n_files), void *context,
               struct err *err)
{
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    while (!spool->has_ended && !spool->is_stopped) {
        monitor_wait_briefly(&spool->monitor); /* also returns when nothing is added */
        uint64_t n_files = spool->n_files;
        monitor_leave(&spool->monitor);
        if (on_wait)
            on_wait(context, n_files);
        monitor_enter(&spool->monitor);
    }
    if (!spool->has_ended)
        return err_set(err, "stopped");
    if (spool->status != 0)
        err_pass(err, &spool->err);
    return spool->status;
}

bool spool_has_ended(struct spool *spool, uint64_t *n_files)
{
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    *n_files = spool->n_files;
    return spool->has_ended;
}

int spool_check(struct spool *spool, struct err *err)
{
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    if (spool->status != 0)
        err_pass(err, &spool->err);
    return spool->status;
}

void spool_stop(struct spool *spool)
{
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    spool->is_stopped = true;
    monitor_call(&spool->monitor);
}

bool spool_is_stopped(struct spool *spool)
{
    scoped(monitor_stay) stay = monitor_stay(&spool->monitor);
    return spool->is_stopped;
}

static void each_name(const struct spool *spool, const char *folder,
                      void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                      void *context)
{
    size_t n_folder = strlen(folder);
    for (size_t i = 0; i < spool->paths.keys.n; i++) {
        const char *path = spool->paths.keys.items[i];
        const struct place *place = &spool->places.items[i];
        if (strncmp(path, folder, n_folder) == 0 && !strchr(path + n_folder, '/'))
            take(context, path + n_folder, place->kind == SPOOL_FOLDER, place->length);
    }
}

/* ---- Folders ---- */

enum beneath_result folder_open_root(struct folder *out, const char *path,
                                     struct breakage *breakage, struct err *err)
{
    *out = FOLDER_CLOSED;
    out->breakage = breakage;
    return beneath_open_root(&out->disk, path, err);
}

void folder_open_spool(struct folder *out, struct spool *spool)
{
    *out = FOLDER_CLOSED;
    out->spool = spool;
    out->prefix = mem_copy_text("", 0);
}

/* Notes a failure of the machine, passes the reason on, and returns `result`. */
static enum beneath_result noted(const struct folder *folder, const char *name,
                                 enum beneath_result result, const struct err *reason,
                                 struct err *err)
{
    if (result == BENEATH_BROKEN && folder->breakage)
        breakage_note(folder->breakage, folder->disk.path, name, reason->message);
    if (result != BENEATH_OK)
        err_pass(err, reason);
    return result;
}

enum beneath_result folder_open(struct folder *out, const struct folder *parent, const char *path,
                                struct err *err)
{
    struct err reason;
    *out = FOLDER_CLOSED;
    out->breakage = parent->breakage;
    if (!parent->spool)
        return noted(parent, path, beneath_open(&out->disk, &parent->disk, path, &reason), &reason,
                     err);
    out->spool = parent->spool;
    out->prefix = mem_print("%s%s/", parent->prefix, path);
    return BENEATH_OK;
}

enum beneath_result folder_read(struct str *content, const struct folder *folder, const char *name,
                                size_t max_bytes, struct err *err)
{
    struct err reason;
    if (!folder->spool)
        return noted(folder, name, beneath_read(content, &folder->disk, name, max_bytes, &reason),
                     &reason, err);
    scoped(str) path = {0};
    str_add_text(&path, folder->prefix);
    str_add_text(&path, name);
    return spool_read(folder->spool, content, str_text(&path), max_bytes, err);
}

void folder_close(struct folder *folder)
{
    beneath_close(&folder->disk);
    free(folder->prefix);
    *folder = FOLDER_CLOSED;
}

int folder_each_name(const struct folder *folder,
                     void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                     void *context, struct err *err)
{
    if (!folder->spool)
        return beneath_each_name(&folder->disk, take, context, err);
    each_name(folder->spool, folder->prefix, take, context);
    return 0;
}
