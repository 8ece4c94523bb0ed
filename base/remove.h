/* Removing files and folders. */
#ifndef BASE_REMOVE_H
#define BASE_REMOVE_H

/* Removes a file, or a folder with everything in it. Removes a link itself, not the target of the
 * link. What cannot be removed stays. Returns 0, or ERR with errno when anything stays. Signal
 * handlers may call it. */
int remove_tree(const char *path);

/* The same, but the folder itself stays. */
int remove_content(const char *path);

#endif
