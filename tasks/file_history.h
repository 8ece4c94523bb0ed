/* The versions of some files in the past of a repository: their lines, and which commits change
 * them. A file is one of them if its name, without folders, is one of those that are looked for. */
#ifndef TASKS_FILE_HISTORY_H
#define TASKS_FILE_HISTORY_H

#include "base/meter.h"
#include "sources/git/history.h"
#include "tasks/line_table.h"

enum { NO_NAME = UINT32_MAX };

/* A blob, or another text that is compared with the golds. One that is missing, too large, damaged
 * or binary has no lines. */
struct file_version {
    size_t first; /* of its lines, in `lines` */
    uint32_t n_lines;
};

struct file_change {
    uint32_t commit;     /* number in the history */
    uint32_t version[2]; /* before and after; 0: no file */
    uint32_t path[2];    /* numbers in `paths`; the same unless the file was moved */
    uint32_t name[2];    /* numbers in `names`; NO_NAME: not looked for */
};

struct file_history {
    struct table paths;
    struct table ids;                    /* of the blobs; number + 1 is that of the version */
    ARRAY(struct file_version) versions; /* number 0: no file */
    struct number_list lines;
    ARRAY(struct file_change) changes; /* by commit; then in the order of git */
    uint32_t *first_change;            /* by commit, and one more: where its changes begin */
    size_t first_loose;                /* number of the first version that is in no tree */
    size_t n_unread;                   /* versions that are missing, too large or damaged */
    size_t n_damaged;                  /* commits that git cannot compare with their parents */
    struct str damage;                 /* what it says of the first of them */
};

/* Reads the changes of the commits that are wanted, compared with their first parents, and the
 * files. `is_wanted`: by commit. Fails only if git cannot be run. */
int file_history_read(struct file_history *out, struct repository *repository,
                      const struct history *history, const bool *is_wanted,
                      const struct table *names, struct line_table *lines,
                      const struct meter *meter, struct err *err);

/* Adds a text that is in no tree, as a version. */
void file_history_add(struct file_history *files, struct line_table *lines, const char *bytes,
                      size_t length);
void file_history_release(struct file_history *files);
SCOPED_VALUE(file_history, file_history_release)

#endif
