#include "tasks/line_table.h"

#include <string.h>

enum { FIRST_SLOTS = 1 << 12, SHORT_LINE = 512 };

struct line_slot {
    uint64_t low;
    uint32_t high, number; /* number 0: free */
};

static void grow(struct line_table *table)
{
    struct line_slot *old = table->slots;
    size_t n_old = table->n_slots;
    table->n_slots = n_old ? mem_multiply(n_old, 2) : FIRST_SLOTS;
    table->slots = mem_alloc(table->n_slots, sizeof *table->slots);
    for (size_t i = 0; i < n_old; i++) {
        size_t at = old[i].low & (table->n_slots - 1);
        while (old[i].number && table->slots[at].number)
            at = (at + 1) & (table->n_slots - 1);
        if (old[i].number)
            table->slots[at] = old[i];
    }
    free(old);
}

/* Returns the number of a line without white space. Texts with the same 96 bits of their digests
 * count as equal. */
static uint32_t number_of(struct line_table *table, const char *text, size_t length)
{
    struct digest digest = digest_bytes(text, length);
    if (2 * table->lengths.n >= table->n_slots)
        grow(table);
    size_t at = digest.low & (table->n_slots - 1);
    struct line_slot *slot;
    for (; (slot = &table->slots[at])->number; at = (at + 1) & (table->n_slots - 1))
        if (slot->low == digest.low && slot->high == (uint32_t)digest.high)
            return slot->number;
    *slot = (struct line_slot){digest.low, (uint32_t)digest.high, (uint32_t)table->lengths.n};
    array_push(&table->lengths, length < UINT32_MAX ? (uint32_t)length : UINT32_MAX);
    return slot->number;
}

static inline bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

uint32_t line_table_number(struct line_table *table, const char *line, size_t length)
{
    char on_stack[SHORT_LINE];
    scoped_memory char *allocated = length > SHORT_LINE ? mem_alloc(length, 1) : NULL;
    char *bare = allocated ? allocated : on_stack;
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        bare[n] = line[i];
        n += !is_white(line[i]);
    }
    if (!table->lengths.n) { /* number 0: no line */
        array_push(&table->lengths, 0);
        line_tokens_add(&table->tokens, "", 0);
    }
    size_t n_before = table->lengths.n;
    uint32_t number = n ? number_of(table, bare, n) : 0;
    if (table->lengths.n > n_before)
        line_tokens_add(&table->tokens, line, length);
    return number;
}

void line_table_cut(struct line_table *table, const char *text, size_t length,
                    struct number_list *out)
{
    for (const char *end = text + length, *feed; text < end; text = feed + 1) {
        feed = memchr(text, '\n', (size_t)(end - text));
        feed = feed ? feed : end;
        uint32_t number = line_table_number(table, text, (size_t)(feed - text));
        if (number)
            array_push(out, number);
    }
}

/* Knuth, Morris and Pratt: Fast Pattern Matching in Strings (1977). */
int64_t line_table_find(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part)
{
    scoped_memory size_t *borders = NULL; /* of the first i + 1 lines of the part */
    size_t length = 0, at = 0;
    if (!n_part || n_part > n)
        return n_part ? -1 : 0;
    borders = mem_alloc(n_part, sizeof *borders);
    for (size_t i = 1; i < n_part; i++) {
        while (length && part[i] != part[length])
            length = borders[length - 1];
        borders[i] = length += part[i] == part[length];
    }
    length = 0;
    for (; at < n && length < n_part; at++) {
        while (length && text[at] != part[length])
            length = borders[length - 1];
        length += text[at] == part[length];
    }
    return length == n_part ? (int64_t)(at - n_part) : -1;
}

void line_table_release(struct line_table *table)
{
    free(table->slots);
    array_release(&table->lengths);
    line_tokens_release(&table->tokens);
    *table = (struct line_table){0};
}
