/* The file system of the sandbox, as a program in it sees it:
 *
 *     /usr, /bin, /lib ...   of this machine, read-only
 *     /etc                   a few files that programs of /usr need, read-only
 *     /dev                   null, zero, full; random and urandom: fixed bytes
 *     /tmp                   small, writable, empty at the start of every run
 *     /programs/NUMBER       the program, read-only; the others are locked
 *     /zygote                what the warmed interpreter runs, read-only
 *
 * There is no /proc and no /sys. These functions are called in the warden, which has a mount
 * namespace of its own, and use only system calls. */
#ifndef SANDBOX_MOUNTS_H
#define SANDBOX_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that is made in the sandbox: its path there, its content. */
struct mounted_file {
    const char *path;
    const void *bytes;
    size_t n_bytes;
};

/* Builds the file system and enters it. `paths`: absolute paths of this machine that are visible in
 * the sandbox beside /usr, up to NULL; missing ones are left out. `files`: up to one without a
 * path. Returns NULL, or the name of the step that failed, with errno. */
const char *mounts_build(const char *const *paths, const struct mounted_file *files);

/* Gives /tmp back its first state. Does nothing if nothing was made there. */
const char *mounts_renew_tmp(void);

/* Makes an empty, writable folder /programs/NUMBER instead of the one that was there, and makes it
 * read-only. */
const char *mounts_add_program(uint32_t number);
const char *mounts_seal_program(uint32_t number);

/* Lets programs into the folder of this program only. If there is none, locks all. A folder that
 * was just added is the visible one. */
const char *mounts_show_program(uint32_t number);
#define MOUNTS_NO_PROGRAM UINT32_MAX

/* Appends the number to "/programs/". The buffer has room for 32 bytes. */
void mounts_program_path(char path[32], uint32_t number);

/* Chooses which bytes /dev/urandom has. */
const char *mounts_choose_seed(bool is_other);

/* Makes a Landlock ruleset for this file system: reading and executing everywhere, writing beneath
 * /tmp and to the devices. `is_compiler`: writing beneath /programs, too. Returns a descriptor, or
 * -1 with errno: ENOSYS or EOPNOTSUPP if the kernel has no Landlock. */
int mounts_landlock(bool is_compiler);

#endif
