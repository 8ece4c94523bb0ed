/* Two texts are compared from their start. Where they differ, the nearest place is searched at
 * which two lines agree again. So the time is linear in the number of lines, times the distance
 * that is searched. */
#include "tasks/plant_lines.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DISTANCE = 1000, MAX_COMPARISONS = 1 << 24 };

static bool is_blank(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != ' ' && (bytes[i] < '\t' || bytes[i] > '\r'))
            return false;
    return true;
}

void plant_lines_cut(struct plant_lines *out, struct plant_text text)
{
    const char *end = text.bytes + text.length;
    for (const char *at = text.bytes, *feed; at && at < end; at = feed + 1) {
        feed = memchr(at, '\n', (size_t)(end - at));
        feed = feed ? feed : end;
        size_t length = (size_t)(feed - at);
        array_push(out, ((struct plant_line){.bytes = at,
                                             .length = (uint32_t)length,
                                             .is_blank = is_blank(at, length),
                                             .hash = hash_bytes(at, length, 0)}));
    }
}

struct plant_text plant_lines_join(const struct plant_lines *lines, struct arena *arena)
{
    size_t length = 0;
    for (size_t i = 0; i < lines->n; i++)
        length += lines->items[i].length + 1;
    char *bytes = arena_alloc(arena, length + 1, 1), *at = bytes;
    for (size_t i = 0; i < lines->n; i++) {
        memcpy(at, lines->items[i].bytes, lines->items[i].length);
        at += lines->items[i].length;
        *at++ = '\n';
    }
    return (struct plant_text){bytes, length};
}

static void push_lines(struct plant_lines *out, const struct plant_lines *lines, size_t first,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        array_push(out, lines->items[first + i]);
}

/* ---- Differences ---- */

struct comparison {
    const struct plant_lines *lines[2];
    size_t at[2], end[2]; /* what is left */
};

/* Whether the texts agree in these lines. */
static bool agree(const struct comparison *it, size_t a, size_t b)
{
    return a < it->end[0] && b < it->end[1] &&
           it->lines[0]->items[a].hash == it->lines[1]->items[b].hash;
}

/* Whether the texts agree from these lines on: in two of them, or up to the end. */
static bool meet(const struct comparison *it, size_t a, size_t b)
{
    bool is_end = a == it->end[0] && b == it->end[1];
    return is_end || (agree(it, a, b) &&
                      (agree(it, a + 1, b + 1) || (a + 1 == it->end[0] && b + 1 == it->end[1])));
}

/* Returns the block up to where the texts meet again; all that is left if that is far. */
static struct line_block next_block(const struct comparison *it)
{
    size_t n = it->end[0] - it->at[0], m = it->end[1] - it->at[1];
    struct line_block block = {{it->at[0], it->at[1]}, {n, m}};
    for (size_t distance = 1; distance <= MAX_DISTANCE && distance <= n + m; distance++)
        for (size_t i = distance < m ? 0 : distance - m; i <= distance && i <= n; i++)
            if (meet(it, it->at[0] + i, it->at[1] + distance - i)) {
                block.n[0] = i;
                block.n[1] = distance - i;
                return block;
            }
    return block;
}

void line_blocks_find(struct line_blocks *out, const struct plant_lines *before,
                      const struct plant_lines *after)
{
    struct comparison it = {{before, after}, {0, 0}, {before->n, after->n}};
    while (it.end[0] && it.end[1] && agree(&it, it.end[0] - 1, it.end[1] - 1)) {
        it.end[0]--;
        it.end[1]--;
    }
    for (;;) {
        for (; agree(&it, it.at[0], it.at[1]); it.at[0]++, it.at[1]++)
            ;
        if (it.at[0] == it.end[0] && it.at[1] == it.end[1])
            return;
        struct line_block block = next_block(&it);
        array_push(out, block);
        it.at[0] += block.n[0];
        it.at[1] += block.n[1];
    }
}

void plant_lines_mark(struct plant_lines *after, const struct line_blocks *blocks)
{
    for (size_t i = 0; i < blocks->n; i++) {
        const struct line_block *block = &blocks->items[i];
        size_t first = block->first[1], end = first + block->n[1];
        if (!block->n[1]) {
            first -= first > 0;
            end += end < after->n;
        }
        for (size_t line = first; line < end; line++)
            after->items[line].is_changed = true;
    }
}

void line_blocks_apply(struct plant_lines *out, const struct plant_lines *before,
                       const struct plant_lines *after, const struct line_blocks *blocks,
                       size_t first, size_t end)
{
    size_t at = 0;
    for (size_t i = first; i < end; i++) {
        const struct line_block *block = &blocks->items[i];
        push_lines(out, before, at, block->first[0] - at);
        push_lines(out, after, block->first[1], block->n[1]);
        at = block->first[0] + block->n[0];
    }
    push_lines(out, before, at, before->n - at);
}

/* ---- Other changes ---- */

/* Sets where the lines from `first` to `end` are in the fix. Returns whether that is one place, of
 * which no line is changed. `n_left`: comparisons that may be made. */
static bool find_place(size_t *place, const struct plant_lines *fix,
                       const struct plant_lines *lines, size_t first, size_t end, size_t *n_left)
{
    size_t n = end - first, n_places = 0;
    for (size_t at = 0; n && at + n <= fix->n && n_places < 2; at++) {
        size_t i = 0;
        while (i < n && *n_left && (*n_left)-- &&
               fix->items[at + i].hash == lines->items[first + i].hash &&
               !fix->items[at + i].is_changed)
            i++;
        if (i == n) {
            n_places++;
            *place = at;
        }
    }
    return *n_left && n_places == 1;
}

static int compare_blocks(const void *a, const void *b)
{
    const struct line_block *x = a, *y = b;
    return COMPARE(x->first[0], y->first[0]);
}

size_t line_blocks_mix(struct plant_lines *out, const struct plant_lines *fix,
                       const struct plant_lines *from, const struct plant_lines *to)
{
    scoped_array struct line_blocks blocks = {0};
    scoped_array struct line_blocks placed = {0};
    size_t n = 0, end = 0, n_left = MAX_COMPARISONS;
    line_blocks_find(&blocks, from, to);
    for (size_t i = 0; i < blocks.n && n_left; i++) {
        struct line_block block = blocks.items[i];
        size_t before = block.first[0] > 0, place = 0;
        size_t last = block.first[0] + block.n[0];
        if (find_place(&place, fix, from, block.first[0] - before, last + (last < from->n),
                       &n_left)) {
            block.first[0] = place + before;
            array_push(&placed, block);
        }
    }
    array_sort(&placed, compare_blocks);
    for (size_t i = 0; i < placed.n; i++)
        if (placed.items[i].first[0] >= end) {
            placed.items[n++] = placed.items[i];
            end = placed.items[i].first[0] + placed.items[i].n[0] + 1;
        }
    line_blocks_apply(out, fix, to, &placed, 0, n);
    return n;
}

/* Whether a line begins a paragraph that the fix does not. */
static bool begins_paragraph(const struct plant_lines *lines, size_t at)
{
    const struct plant_line *line = &lines->items[at];
    return at && line[-1].is_blank && !line->is_blank && !line->is_changed;
}

/* Returns the beginning of a paragraph that is nearest to the block, after it or else before, with
 * a line that is not blank between them; the number of lines if there is none. */
static size_t other_place(const struct plant_lines *lines, size_t first, size_t end)
{
    bool is_apart = false;
    for (size_t at = end; at < lines->n; at++) {
        if (is_apart && begins_paragraph(lines, at))
            return at;
        is_apart = is_apart || !lines->items[at].is_blank;
    }
    for (size_t at = first; at-- > 0;)
        if (begins_paragraph(lines, at))
            return at;
    return lines->n;
}

bool line_blocks_move(struct plant_lines *out, const struct plant_lines *after,
                      const struct line_blocks *blocks)
{
    size_t largest = 0;
    for (size_t i = 1; i < blocks->n; i++)
        if (blocks->items[i].n[1] > blocks->items[largest].n[1])
            largest = i;
    if (!blocks->n || !blocks->items[largest].n[1])
        return false;
    size_t first = blocks->items[largest].first[1], n = blocks->items[largest].n[1];
    size_t end = first + n, place = other_place(after, first, end);
    if (place == after->n)
        return false;
    if (place < first) {
        push_lines(out, after, 0, place);
        push_lines(out, after, first, n);
        push_lines(out, after, place, first - place);
    } else {
        push_lines(out, after, 0, first);
        push_lines(out, after, end, place - end);
        push_lines(out, after, first, n);
    }
    size_t rest = place < first ? end : place;
    push_lines(out, after, rest, after->n - rest);
    return true;
}
