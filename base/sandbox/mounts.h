/* The file system of the sandbox, as its programs see it:
 *
 *     /usr, /bin, /lib ...   of this machine, read-only
 *     /etc                   a few files that programs of /usr need, read-only
 *     /dev                   null, zero, full; random and urandom: fixed bytes; stdin, stdout
 *                            and stderr: links
 *     /dev/fd, /proc/self/fd 0, 1 and 2: the standard streams of a run (mounts_open_input())
 *     /tmp                   small, writable, empty at the start of every run
 *     /programs/NUMBER       the program, read-only; other programs are locked, except shared ones
 *     /run/NAME              a writable folder of this machine, in the few sandboxes that need one
 *     /zygote                what the warmed interpreter runs, read-only
 *
 * /dev/shm is /tmp. There is no /sys, and nothing else in /proc. These functions run in the warden,
 * which has a mount namespace of its own, and use only system calls. */
#ifndef BASE_SANDBOX_MOUNTS_H
#define BASE_SANDBOX_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A folder or file of this machine, and where it is in the sandbox. Both paths are absolute. An
 * empty `from` is an empty folder, which hides the one that is there. */
struct mounted_path {
    const char *from, *to;
    bool is_foreign;  /* somebody else made it, so symbolic links below it are not followed; this
                         needs Linux 5.14 */
    bool is_writable; /* programs may change what is below it, but execute nothing there. `to` is
                         below /run, where Landlock allows writing */
};

/* A file to make in the sandbox: its path there, and its content. It may be executed. */
struct mounted_file {
    const char *path;
    const void *bytes;
    size_t n_bytes;
};

/* Builds the file system and enters it. `paths`: what is visible in the sandbox beside /usr, up to
 * one without `from`; missing ones are skipped. There are at most MOUNTS_MAX_PATHS. `files`: up to
 * one without a path. Paths in the sandbox are shorter than MOUNTS_PATH_SIZE. Returns NULL, or the
 * name of the step that failed, with errno. */
enum { MOUNTS_MAX_PATHS = 640, MOUNTS_PATH_SIZE = 256 };
const char *mounts_build(const struct mounted_path *paths, const struct mounted_file *files);

/* Empties /tmp, and resets its mode and times. Does nothing if they did not change. */
const char *mounts_renew_tmp(void);

/* The first function replaces the folder /programs/NUMBER with an empty, writable one. The second
 * one makes it read-only. */
const char *mounts_add_program(uint32_t number);
const char *mounts_seal_program(uint32_t number);

/* Unlocks the folder of this program, and locks all others. MOUNTS_NO_PROGRAM locks all. A folder
 * that was just added is unlocked. */
const char *mounts_show_program(uint32_t number);
#define MOUNTS_NO_PROGRAM UINT32_MAX

/* From this number on, programs are not locked, and may be larger: what compilers of other programs
 * read. */
enum { MOUNTS_FIRST_SHARED = 56 };

/* Makes the standard streams of a run, which it can also open by their names: a file with the bytes
 * of `from`, from its offset on, open for reading; and a pipe, whose first end does not block.
 * Programs can neither change the file nor the pipes. The caller closes the descriptors. */
const char *mounts_open_input(int *out, int from);
const char *mounts_open_output(int ends[2], bool is_errors);

/* Writes "/programs/NUMBER". */
void mounts_program_path(char path[32], uint32_t number);

/* Chooses the bytes of /dev/urandom. */
const char *mounts_choose_seed(bool is_other);

/* Makes a Landlock ruleset for this file system. It allows reading and executing everywhere, and
 * writing beneath /tmp and to the devices. `is_compiler`: also writing beneath /programs. Returns a
 * descriptor, or -1 with errno: ENOSYS or EOPNOTSUPP if the kernel has no Landlock. */
int mounts_landlock(bool is_compiler);

#endif
