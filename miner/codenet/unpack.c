/* The path of an entry alone decides what is done with it. */
#include "miner/codenet/dataset.h"

#include "base/archive_reader.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_SHOWN_PATH = 200,          /* bytes of a refused path that the error shows */
    REFUSED_BYTES = (1 << 30) + 1, /* larger than any option allows */
};

struct unpack {
    char *file; /* path of the archive, for a message */
    struct unpack_options options;
    struct archive_reader *archive;
    struct spool *spool;
    struct thread thread;
    bool is_started;

    /* Used only by the thread until it has ended */
    struct str path;    /* of the entry, as entry_path_cut() makes it */
    struct str problem; /* the data folder of the last program */
    bool is_wanted;     /* whether programs of that problem are wanted */
    struct arena arena; /* of the errors */
    struct input_errors errors;
    char *top; /* NULL until an entry shows it */
    bool has_other_top, has_data;
};

static void refuse(struct unpack *unpack, const struct entry *entry, const char *why)
{
    char shown[MAX_SHOWN_PATH + 1] = {0};
    strncpy(shown, entry->path ? entry->path : "(no name)", MAX_SHOWN_PATH);
    input_errors_add(&unpack->errors, INPUT_ENTRY_REFUSED, shown, 0, "%s; left out", why);
}

/* Copies the entry's content to the spool. Returns 1, 0 when it is larger than `max_bytes`, or
 * ERR. */
static int copy_content(struct unpack *unpack, size_t max_bytes, struct err *err)
{
    for (size_t length = 0; length <= max_bytes;) {
        size_t capacity;
        char *room = spool_room(unpack->spool, &capacity, err);
        if (!room)
            return ERR;
        ptrdiff_t n = archive_reader_read(unpack->archive, room, capacity, err);
        if (n <= 0)
            return n == 0 ? 1 : ERR;
        spool_write(unpack->spool, (size_t)n);
        length += (size_t)n;
        if (length > max_bytes)
            return 0;
    }
    return 0;
}

/* Keeps an entry under this path in the spool. */
static int keep(struct unpack *unpack, const struct entry *entry, const char *key, size_t max_bytes,
                struct err *err)
{
    int is_whole = 0;
    if (entry->kind == ENTRY_FILE && entry->size <= max_bytes)
        is_whole = copy_content(unpack, max_bytes, err);
    if (is_whole < 0)
        return ERR;
    enum spool_kind kind = entry->kind == ENTRY_FOLDER ? SPOOL_FOLDER
                           : is_whole                  ? SPOOL_FILE
                                                       : SPOOL_TOO_LARGE;
    if (!spool_add(unpack->spool, key, kind))
        refuse(unpack, entry, "an earlier entry has the same path");
    else if (entry->size >= REFUSED_BYTES)
        refuse(unpack, entry, "larger than 1 GiB");
    return 0;
}

static int keep_metadata(struct unpack *unpack, const struct entry *entry, const char *name,
                         struct err *err)
{
    scoped_memory char *key = mem_print("metadata/%s", name);
    if (entry->kind != ENTRY_FILE || !file_has_extension(name, "csv"))
        return 0;
    if (beneath_is_safe_name(name, strlen(name)))
        return keep(unpack, entry, key, unpack->options.max_metadata_bytes, err);
    refuse(unpack, entry, "not a valid name of a metadata file");
    return 0;
}

/* Remembers the problem's folder, data/PROBLEM. When the archive moves on to another problem,
 * readers that wait for programs of the previous one get them. */
static int enter_problem(struct unpack *unpack, const char *path, size_t length, struct err *err)
{
    scoped_memory char *problem = mem_copy_text(path, length);
    if (strcmp(str_text(&unpack->problem), problem) == 0)
        return 0;
    str_set(&unpack->problem, "%s", problem);
    spool_add(unpack->spool, problem, SPOOL_FOLDER);
    unpack->is_wanted = source_wants(unpack->options.request, file_name(problem));
    return spool_pass_on(unpack->spool, err);
}

/* Whether the file in the folder of a problem, LANGUAGE/NAME, is a program in one of the
 * languages. */
static bool is_program(unsigned set, const char *path)
{
    const char *name = file_name(path);
    scoped_memory char *folder = mem_copy_text(path, (size_t)(name - path) - (name > path));
    const struct language *language = language_of_codenet(set, folder);
    return language && file_has_extension(name, language->extension);
}

/* `path` is data/PROBLEM, data/PROBLEM/LANGUAGE or data/PROBLEM/LANGUAGE/NAME. */
static int keep_program(struct unpack *unpack, const struct entry *entry, const char *path,
                        struct err *err)
{
    size_t n_parts = text_count(path, strlen(path), '/'), n_problem;
    if (n_parts == 0 || (n_parts == 1 && entry->kind != ENTRY_FOLDER) || n_parts > 3)
        return 0;
    if (!beneath_is_safe_path(path)) {
        refuse(unpack, entry, "not a valid name of a problem or submission");
        return 0;
    }
    n_problem = strlen("data/") + strcspn(path + strlen("data/"), "/");
    if (enter_problem(unpack, path, n_problem, err) != 0)
        return ERR;
    if (n_parts < 3 || !is_program(unpack->options.request->languages, path + n_problem + 1))
        return 0;
    return keep(unpack, entry, path, unpack->is_wanted ? unpack->options.request->max_bytes : 0,
                err);
}

/* Keeps a file outside of data/ and metadata/ under its whole path, because a later entry may show
 * which folder contains data/. `path` may begin in that folder. Returns whether it is such a file,
 * or ERR. */
static int keep_beside(struct unpack *unpack, const struct entry *entry, const char *path,
                       struct err *err)
{
    static const char folder[] = PROBLEM_DESCRIPTIONS_FOLDER "/";
    const char *whole = str_text(&unpack->path);
    size_t max_bytes = unpack->options.max_clusters_bytes;
    if (strcmp(path, PROBLEM_CLUSTERS_FOLDER "/" PROBLEM_CLUSTERS_NAME) != 0) {
        max_bytes = unpack->options.max_description_bytes;
        if (!text_begins(path, folder))
            return 0;
        const char *name = path + strlen(folder);
        if (strchr(name, '/') || !file_has_extension(name, PROBLEM_DESCRIPTION_EXTENSION))
            return 0;
        if (!beneath_is_safe_name(name, strlen(name) - strlen("." PROBLEM_DESCRIPTION_EXTENSION))) {
            refuse(unpack, entry, "not a valid name of a problem");
            return 1;
        }
    }
    return keep(unpack, entry, whole, max_bytes, err) == 0 ? 1 : ERR;
}

/* Whether a path is data/ or metadata/, or in one of them. */
static bool is_part_of_dataset(const char *path)
{
    size_t length = strcspn(path, "/");
    return (length == 4 && memcmp(path, "data", 4) == 0) ||
           (length == 8 && memcmp(path, "metadata", 8) == 0);
}

/* Returns the path from data/ or metadata/ on, which is at the top or in the folder that contains
 * both; NULL when the path has neither, or when it is in a second such folder. */
static const char *find_below(struct unpack *unpack, const struct entry *entry)
{
    const char *path = str_text(&unpack->path), *slash = strchr(path, '/');
    const char *below = is_part_of_dataset(path)                 ? path
                        : slash && is_part_of_dataset(slash + 1) ? slash + 1
                                                                 : NULL;
    if (!below)
        return NULL;
    scoped_memory char *top = mem_copy_text(path, below == path ? 0 : (size_t)(slash - path));
    if (!unpack->top)
        unpack->top = mem_copy_text(top, strlen(top));
    if (strcmp(unpack->top, top) == 0)
        return below;
    if (!unpack->has_other_top) /* reported once, because the archive may be a backup with many
                                   such folders */
        refuse(unpack, entry, "everything in a second folder with data/ or metadata/");
    unpack->has_other_top = true;
    return NULL;
}

static int keep_by_path(struct unpack *unpack, const struct entry *entry, struct err *err)
{
    const char *path = str_text(&unpack->path), *slash = strchr(path, '/');
    bool is_dataset = unpack->options.content == UNPACK_DATASET;
    const char *below = find_below(unpack, entry), *name = below ? strchr(below, '/') : NULL;
    if (!below && is_dataset) {
        int status = keep_beside(unpack, entry, path, err);
        if (status == 0 && slash)
            status = keep_beside(unpack, entry, slash + 1, err);
        return status < 0 ? ERR : 0;
    }
    if (!below)
        return slash && strchr(slash + 1, '/') ? 0
                                               : keep_metadata(unpack, entry, file_name(path), err);
    if (*below == 'm')
        return name && !strchr(name + 1, '/') ? keep_metadata(unpack, entry, name + 1, err) : 0;
    unpack->has_data = true;
    return is_dataset ? keep_program(unpack, entry, below, err) : 0;
}

static int take_entry(struct unpack *unpack, const struct entry *entry, struct err *err)
{
    const char *why =
        entry->path ? entry_path_cut(&unpack->path, entry->path) : "a name that is not text";
    if (!why && entry->kind == ENTRY_LINK)
        why = "a link";
    if (!why && entry->kind == ENTRY_SPECIAL)
        why = "neither a file nor a folder";
    if (!why)
        return keep_by_path(unpack, entry, err);
    refuse(unpack, entry, why);
    return 0;
}

static void *run(void *argument)
{
    struct unpack *unpack = argument;
    struct entry entry;
    struct err err = {0};
    int status;
    while ((status = archive_reader_next(unpack->archive, &entry, &err)) == 1) {
        if (spool_is_stopped(unpack->spool))
            status = err_set(&err, "stopped");
        else
            status = take_entry(unpack, &entry, &err);
        if (status != 0)
            break;
    }
    if (status == 0 && unpack->options.content == UNPACK_DATASET && !unpack->has_data)
        status = err_set(&err,
                         "'%s' is not an archive of Project CodeNet: data/ is neither at its top "
                         "nor in a folder at its top",
                         unpack->file);
    spool_end(unpack->spool, status == ARCHIVE_IS_NONE ? SOURCE_IS_OTHER : status, &err);
    return NULL;
}

int unpack_start(struct unpack **out, const char *path, const struct unpack_options *options,
                 struct err *err)
{
    scoped(unpack) *unpack = mem_alloc(1, sizeof *unpack);
    unpack->file = mem_copy_text(path, strlen(path));
    unpack->options = *options;
    unpack->errors.arena = &unpack->arena;
    if (archive_reader_open(&unpack->archive, path, err) != 0 ||
        spool_new(&unpack->spool, options->request->folder, err) != 0 ||
        thread_start(&unpack->thread, run, unpack, err) != 0)
        return ERR;
    unpack->is_started = true;
    *out = hand_over(unpack);
    return 0;
}

struct spool *unpack_spool(struct unpack *unpack)
{
    return unpack->spool;
}

void unpack_stop(struct unpack *unpack)
{
    spool_stop(unpack->spool);
    archive_reader_stop(unpack->archive);
}

static void show(const struct unpack *unpack, uint64_t n_files)
{
    meter_show(&unpack->options.request->meter,
               (struct meter_step){.label = "reading",
                                   .unit = "files",
                                   .done = archive_reader_bytes_done(unpack->archive),
                                   .total = archive_reader_bytes_total(unpack->archive),
                                   .count = n_files});
}

static void on_wait(void *context, uint64_t n_files)
{
    struct unpack *unpack = context;
    if (interrupt_signal())
        unpack_stop(unpack);
    show(unpack, n_files);
}

int unpack_finish(struct unpack *unpack, struct err *err)
{
    return spool_wait(unpack->spool, on_wait, unpack, err);
}

bool unpack_show(struct unpack *unpack)
{
    uint64_t n_files;
    if (spool_has_ended(unpack->spool, &n_files))
        return false;
    show(unpack, n_files);
    return true;
}

const struct input_errors *unpack_errors(const struct unpack *unpack)
{
    return &unpack->errors;
}

const char *unpack_top(const struct unpack *unpack)
{
    return unpack->top ? unpack->top : "";
}

void unpack_close(struct unpack *unpack)
{
    if (!unpack)
        return;
    if (unpack->is_started) {
        unpack_stop(unpack);
        thread_join(&unpack->thread);
    }
    archive_reader_close(unpack->archive);
    spool_free(unpack->spool);
    str_release(&unpack->path);
    str_release(&unpack->problem);
    free(unpack->file);
    free(unpack->top);
    array_release(&unpack->errors.list);
    arena_release(&unpack->arena);
    free(unpack);
}
