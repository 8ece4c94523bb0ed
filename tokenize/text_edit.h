/* The one stretch of bytes in which two texts differ. */
#ifndef TOKENIZE_TEXT_EDIT_H
#define TOKENIZE_TEXT_EDIT_H

#include <stdint.h>

/* The bytes from `start` to `old_end` of one text are replaced by those from `start` to `new_end`
 * of the other text. */
struct text_edit {
    uint32_t start, old_end, new_end;
};

/* Returns the bytes between the longest common start and the longest common end of two texts. */
struct text_edit text_edit_between(const char *before, uint32_t before_length, const char *after,
                                   uint32_t after_length);

/* Return the number of bytes that two texts have in common at their start, or before their ends; at
 * most `limit`. */
uint32_t text_common_start(const char *a, const char *b, uint32_t limit);
uint32_t text_common_end(const char *a_end, const char *b_end, uint32_t limit);

#endif
