/* Removing files and folders. */
#ifndef BASE_REMOVE_H
#define BASE_REMOVE_H

/* Removes a file, or a folder with all that is in it; a link itself, not what it leads to. What
 * cannot be removed stays. Returns 0, or ERR with errno when anything stays. Signal handlers may
 * call it. */
int remove_tree(const char *path);

/* The same, but the folder itself stays. */
int remove_content(const char *path);

#endif
