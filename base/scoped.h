/* Variables that give back what they hold at the end of their block, whichever way it is left.
 *
 *     scoped(str) names = {0};          a value: str_release(&names)
 *     scoped(json) *report = NULL;      a pointer: json_free(report)
 *     scoped_text char *path = NULL;    memory of malloc(): free(path)
 *
 * What is released must be valid from the declaration on: zeroed, NULL, or made by its initializer.
 * Variables of one block are released last first. To hand a pointer on, store NULL in the variable.
 * For `cleanup` see "Common Variable Attributes" in the manuals of GCC and Clang. */
#ifndef BASE_SCOPED_H
#define BASE_SCOPED_H

#include <stdlib.h>

#define scoped(type) __attribute__((cleanup(type##_scoped))) struct type
#define scoped_text  __attribute__((cleanup(text_scoped)))

/* In the header of a type, after its release function: makes scoped() known for values of `struct
 * type`, or for pointers to it. */
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

static inline void text_scoped(char **text)
{
    free(*text);
}

#endif
