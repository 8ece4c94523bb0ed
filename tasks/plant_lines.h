/* Texts as lines, and in what lines two texts differ: what leaks are planted with. */
#ifndef TASKS_PLANT_LINES_H
#define TASKS_PLANT_LINES_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

/* A text that others own. No bytes: there is no file. */
struct plant_text {
    const char *bytes;
    size_t length;
};

/* A line without its line feed. */
struct plant_line {
    const char *bytes;
    uint32_t length;
    bool is_blank;
    bool is_changed; /* set by plant_lines_mark() */
    uint64_t hash;   /* lines with the same hash count as equal */
};
struct plant_lines {
    struct plant_line *items;
    size_t n, capacity;
};

/* Appends the lines of a text, which must live as long. */
void plant_lines_cut(struct plant_lines *out, struct plant_text text);

/* Returns the lines as a text in the arena, each with a line feed. */
struct plant_text plant_lines_join(const struct plant_lines *lines, struct arena *arena);

/* Lines of the text before that are replaced by lines of the text after. */
struct line_block {
    size_t first[2], n[2];
};
struct line_blocks {
    struct line_block *items;
    size_t n, capacity;
};

/* Appends the blocks in which two texts differ, in their order; with the lines between them, they
 * make one text of the other. They need not be the fewest. */
void line_blocks_find(struct line_blocks *out, const struct plant_lines *before,
                      const struct plant_lines *after);

/* Marks the lines after of the blocks; where there are none, those beside them. */
void plant_lines_mark(struct plant_lines *after, const struct line_blocks *blocks);

/* Appends the lines before, with the blocks from `first` to `end` as after. */
void line_blocks_apply(struct plant_lines *out, const struct plant_lines *before,
                       const struct plant_lines *after, const struct line_blocks *blocks,
                       size_t first, size_t end);

/* Appends the lines of a fix, which are marked, with the blocks in which `to` differs from `from`.
 * A block has its place where its lines before are, with one more on each side, if that is one
 * place, and the fix leaves it alone; others are left out. Returns how many have a place. */
size_t line_blocks_mix(struct plant_lines *out, const struct plant_lines *fix,
                       const struct plant_lines *from, const struct plant_lines *to);

/* Appends the lines after, with those of the largest block at another place: before a paragraph.
 * Returns false if there is none. */
bool line_blocks_move(struct plant_lines *out, const struct plant_lines *after,
                      const struct line_blocks *blocks);

#endif
