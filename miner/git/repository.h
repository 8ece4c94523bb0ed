/* A git repository, open in a sandbox of its own; and commands of git that are run to their ends.
 */
#ifndef MINER_GIT_REPOSITORY_H
#define MINER_GIT_REPOSITORY_H

#include "base/hash.h"
#include "base/mem.h"
#include "base/table.h"
#include "miner/git/git_process.h"

/* A command that is run to its end, and who gets its output. */
struct git_talk {
    char end;           /* of each part of the output: '\n' or '\0' */
    git_requests *more; /* NULL: no requests */
    bool (*take)(void *context, char *part, size_t length); /* false: it is not what git prints */
    void *context;                                          /* of both */
    struct str *warnings;                                   /* as in git_process */
    int idle_s;                                             /* as there; 0: GIT_IDLE_S */
};

/* Runs a command. Returns 0 if it was successful and all its parts were taken; otherwise appends
 * what git says to `reason`. */
int git_run(const struct git_place *place, const char *const *arguments,
            const struct git_talk *talk, struct str *reason);

/* Runs git in a sandbox. Fails if it cannot be run, or is older than 2.25; the message says what to
 * do. Without this check, each repository would fail for the same reason, and the run would end
 * with an empty database. */
int git_check_version(struct err *err);

/* ---- A repository ---- */

/* What is damaged in a repository: counted, and the first of it named. */
enum { DAMAGE_MAX_NAMED = 10 };

/* All zero before the first damage_add(). */
struct damage {
    size_t n;
    struct str text; /* the first DAMAGE_MAX_NAMED, with "; " between them; valid UTF-8 */
};

/* Notes something that is damaged: "commit ID is missing". The text may have any bytes. */
void damage_add(struct damage *damage, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void damage_release(struct damage *damage);

/* A name of an object, such as refs/heads/main. */
struct reference {
    const char *id, *name;
};

struct repository {
    const char *folder;     /* with its objects, on this machine: resolved */
    struct git_place place; /* where git finds it; its sandbox is this repository's */
    bool has_reftable;      /* where references and reflogs are, and no files of them */
    bool is_shallow;
    struct table shallow; /* ids of the commits whose parents are missing on purpose */
    struct str left_out;  /* why an alternate is not used: the first that exists, or else the first
                             that does not; empty: all are used */
    bool hides_objects;   /* an alternate that exists is not used, or it is not known whether */

    /* Once they are found: detached HEADs of linked worktrees, then the others, each sorted by
     * name, then HEAD. */
    ARRAY(struct reference) references;
    struct damage broken; /* references that git cannot read */
    /* private */
    bool is_fingerprinted;
    struct sandbox_owner owner;
    struct arena arena;
    size_t n_alternates;
    struct str alternates;
};

/* Whether a folder on disk is a repository: bare, or with a folder .git, which may not be a link to
 * one. `git_folder` is set to the folder with the objects, in the arena. */
bool repository_is(const char *path, struct arena *arena, const char **git_folder);

/* Whether it is none, but has the folders of one. */
bool repository_was(const char *path);

/* Opens the repository whose objects are in `git_folder`. Of its settings, only the format of the
 * objects and the URL are read, so that it may belong to another user. Alternates
 * (gitrepository-layout(5)) are used only if they are below `root`, the folder that the user named.
 * Symbolic links are followed if they stay in it. Fails with the reason, without the path: also if
 * a link leads elsewhere. Release with repository_close(), also after a failure. */
int repository_open(struct repository *repository, const char *git_folder, const char *root,
                    struct err *err);

/* Finds the references, unless that was done before, and computes the SHA-256 of them and their
 * objects; "" and the reason on failure. */
int repository_fingerprint(struct repository *repository, char hex[SHA256_HEX_SIZE],
                           struct str *reason);

/* Appends a network address (http://, https://, git://, ssh:// or user@host:path) without what may
 * be a secret: its user name and password, and what follows a `?` or `#`. Appends nothing if it has
 * a further `@` or `%40`, nor for any other text, such as a path on this machine. */
void repository_add_address(struct str *out, const char *url);

/* Appends the address of the remote `origin`, or nothing. */
void repository_add_url(struct repository *repository, struct str *out);

void repository_close(struct repository *repository);
SCOPED_VALUE(repository, repository_close)

#endif
