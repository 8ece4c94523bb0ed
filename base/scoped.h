/* Variables that are released at the end of their block, whichever way the block is left.
 *
 *     scoped(str) names = {0};            a value: str_release(&names)
 *     scoped(json) *report = NULL;        a pointer: json_free(report)
 *     scoped_memory char *path = NULL;    memory of malloc(), a pointer to any type: free(path)
 *     scoped_array ARRAY(int) ids = {0};  an array (base/array.h), without what its items own
 *     scoped_file FILE *file = NULL;      a stream that was read: fclose(file)
 *     scoped_fd int fd = -1;              a descriptor: close(fd)
 *     *out = hand_over(report);           passes a pointer on
 *
 * The variable must be valid from its declaration on: zeroed, NULL, or set by its initializer. The
 * variables of a block are released in reverse order. For `cleanup` see "Common Variable
 * Attributes" in the manuals of GCC and Clang. */
#ifndef BASE_SCOPED_H
#define BASE_SCOPED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the pointer in a variable, and sets the variable to NULL. */
#define hand_over(variable) ((__typeof__(variable))scoped_take(&(variable)))

#define scoped(type)  __attribute__((cleanup(type##_scoped))) struct type
#define scoped_memory __attribute__((cleanup(memory_scoped)))
#define scoped_array  scoped_memory
#define scoped_file   __attribute__((cleanup(file_scoped)))
#define scoped_fd     __attribute__((cleanup(fd_scoped)))

/* Used in the header of a type, after its release function: makes scoped() available for values of
 * `struct type`, or for pointers to it. */
#define SCOPED_VALUE(type, release)                       \
    static inline void type##_scoped(struct type *scoped) \
    {                                                     \
        release(scoped);                                  \
    }
#define SCOPED_POINTER(type, release)                      \
    static inline void type##_scoped(struct type **scoped) \
    {                                                      \
        release(*scoped);                                  \
    }

static inline void *scoped_take(void *variable)
{
    void *held;
    memcpy(&held, variable, sizeof held);
    memset(variable, 0, sizeof held);
    return held;
}

/* For a pointer to any type, or an array, which begins with a pointer. */
static inline void memory_scoped(void *variable)
{
    void *memory;
    memcpy(&memory, variable, sizeof memory);
    free(memory);
}

static inline void file_scoped(FILE **file)
{
    if (*file)
        fclose(*file);
}

static inline void fd_scoped(const int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

#endif
