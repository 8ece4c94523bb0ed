/* A git command that runs in a sandbox, and is read and written through pipes.
 *
 * Repositories are hostile: git runs without network, sees the repository read-only, and cannot
 * start other programs. It does not use replaced objects and grafts, nor fetch missing objects. */
#ifndef MINER_GIT_GIT_PROCESS_H
#define MINER_GIT_GIT_PROCESS_H

#include "base/str.h"
#include "base/sandbox/sandbox.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Appends further requests to what is written to a command. Returns false if there are no more. */
typedef bool git_requests(void *context, struct str *out);

struct git_process {
    struct str *warnings; /* to which git_end() appends standard error; NULL: it is dropped */
    int idle_s; /* after which it is ended if it writes nothing; git_start(): GIT_IDLE_S */
    /* private */
    struct sandbox *sandbox;
    uint32_t number;           /* in the sandbox */
    int input, output, errors; /* -1: closed */
    git_requests *more;        /* NULL: no requests, or none are left */
    void *context;             /* of it */
    struct str requests;       /* not yet written: from `n_written` on */
    size_t n_written;
    struct str bytes; /* read and not yet returned: from `start` on */
    size_t start;
    struct str messages; /* standard error: the first 16 MiB for `warnings`, otherwise 64 KiB */
    bool is_late;        /* it did not write anything for `idle_s` */
};

/* A command that writes nothing for so long is ended: the usual time, and that of one which first
 * works through a whole repository. */
enum { GIT_IDLE_S = 600, GIT_BUSY_S = 6 * 3600 };

/* The limits of all git commands in a sandbox together. The file cache, which is most of the memory
 * of git, is dropped when the limit is reached. */
#define GIT_TOGETHER_BYTES     (UINT64_C(12) << 30)
#define GIT_TOGETHER_PROCESSES 256

/* The repository, as the sandbox sees it. */
struct git_place {
    struct sandbox *sandbox;
    const char *folder;     /* of its objects: --git-dir */
    const char *alternates; /* GIT_ALTERNATE_OBJECT_DIRECTORIES; NULL: none */
    bool is_writable;       /* git may write files there */
};

/* Starts `git ARGUMENTS...` there. `more` writes the requests; NULL: none. `place` and `context`
 * are borrowed. End with git_end(), also after a failure. */
int git_start(struct git_process *process, const struct git_place *place,
              const char *const *arguments, git_requests *more, void *context, struct err *err);

/* Read the next bytes: up to a byte with the value `end`, which is not returned, or exactly `n`
 * bytes. `text` is followed by a zero, and is valid until the next call. Return 1, 0 at the end of
 * the output, or ERR if it ends in the middle or has more than `max` bytes before `end`. */
int git_read_to(struct git_process *process, char end, size_t max, char **text, size_t *length);
int git_read(struct git_process *process, size_t n, char **text);

/* Reads what there is, at least one byte, in the same way. Returns 1, or 0 at the end. */
int git_read_some(struct git_process *process, char **text, size_t *length);

/* Ends the command; kills it unless it has ended. Returns 0 if it was successful. Otherwise sets
 * `reason` to what git says, on one line, or to how it ended. `reason` may be NULL. */
int git_end(struct git_process *process, struct str *reason);

/* Whether a text of this length is the id of an object: 40 or 64 digits, letters in lower case. */
bool git_is_id(const char *text, size_t length);

#endif
