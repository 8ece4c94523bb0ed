#include "tasks/line_table.h"

#include <string.h>

enum { SHORT_LINE = 512 };

/* Zero bytes are left out, too: they would end the text. */
static inline bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

uint32_t line_table_number(struct line_table *table, const char *line, size_t length)
{
    char on_stack[SHORT_LINE];
    scoped_memory char *allocated = length >= SHORT_LINE ? mem_alloc(length + 1, 1) : NULL;
    char *bare = allocated ? allocated : on_stack;
    size_t n = 0, n_before = table->texts.keys.n;
    for (size_t i = 0; i < length; i++) {
        bare[n] = line[i];
        n += !is_white(line[i]);
    }
    bare[n] = '\0';
    if (!table->tokens.ends.n) /* number 0: no line */
        line_tokens_add(&table->tokens, "", 0);
    uint32_t number = n ? (uint32_t)table_number(&table->texts, bare) + 1 : 0;
    if (table->texts.keys.n > n_before)
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

/* memmem() looks at bytes, and may find a part between two numbers. */
int64_t line_table_find(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part)
{
    const char *start = (const char *)text, *end = (const char *)(text + n), *found = start;
    if (!n_part)
        return 0;
    while ((found = memmem(found, (size_t)(end - found), part, n_part * sizeof *part))) {
        if ((found - start) % (ptrdiff_t)sizeof *text == 0)
            return (found - start) / (ptrdiff_t)sizeof *text;
        found++;
    }
    return -1;
}

void line_table_release(struct line_table *table)
{
    table_release(&table->texts);
    line_tokens_release(&table->tokens);
}
