/* The edits are sorted, and each knows how many bytes are put before it, so a byte of the text is
 * found in the source by a binary search. */
#include "tokenize/handed.h"

#include <string.h>

void handed_add(struct handed *handed, struct handed_edit edit)
{
    array_push(&handed->edits, edit);
}

void handed_remove_round(struct handed *handed, uint32_t round)
{
    size_t n = 0;
    for (size_t i = 0; i < handed->edits.n; i++)
        if (handed->edits.items[i].round != round)
            handed->edits.items[n++] = handed->edits.items[i];
    handed->edits.n = n;
}

static int compare_edits(const void *a, const void *b)
{
    const struct handed_edit *x = a, *y = b;
    return x->start != y->start ? COMPARE(x->start, y->start) : COMPARE(x->round, y->round);
}

static uint32_t n_inserted(const struct handed_edit *edit)
{
    return edit->text ? (uint32_t)strlen(edit->text) : 0;
}

/* Returns by how many bytes an edit makes the text longer. */
static int32_t growth(const struct handed_edit *edit)
{
    return (int32_t)n_inserted(edit) - (int32_t)(edit->fill ? 0 : edit->end - edit->start);
}

static void sort_edits(struct handed *handed)
{
    struct handed_edit *edits = handed->edits.items;
    size_t n = 0;
    array_sort(&handed->edits, compare_edits);
    for (size_t i = 0; i < handed->edits.n; i++)
        if (n == 0 || edits[n - 1].start != edits[i].start)
            edits[n++] = edits[i];
    handed->edits.n = n;
    for (size_t i = 0; i < n; i++)
        edits[i].n_before = i ? edits[i - 1].n_before + growth(&edits[i - 1]) : 0;
}

static bool is_lone_return(const char *source, uint32_t length, uint32_t at)
{
    return source[at] == '\r' && (at + 1 == length || source[at + 1] != '\n');
}

static bool has_lone_return(const char *source, uint32_t length)
{
    const char *end = source + length;
    for (const char *at = source; at < end && (at = memchr(at, '\r', (size_t)(end - at))); at++)
        if (is_lone_return(source, length, (uint32_t)(at - source)))
            return true;
    return false;
}

const char *handed_text(struct handed *handed, const char *source, uint32_t *length)
{
    sort_edits(handed);
    bool has_returns = has_lone_return(source, *length);
    if (!handed->edits.n && !has_returns)
        return source;
    uint32_t at = 0;
    str_clear(&handed->text);
    for (size_t i = 0; i < handed->edits.n; i++) {
        const struct handed_edit *edit = &handed->edits.items[i];
        str_add(&handed->text, source + at, edit->start - at);
        str_add_text(&handed->text, edit->text ? edit->text : "");
        for (at = edit->start; edit->fill && at < edit->end; at++)
            str_add(&handed->text, &edit->fill, 1);
        at = edit->end;
    }
    str_add(&handed->text, source + at, *length - at);
    *length = (uint32_t)handed->text.length;
    for (uint32_t i = 0; has_returns && i < *length; i++)
        if (is_lone_return(handed->text.text, *length, i))
            handed->text.text[i] = '\n';
    return str_text(&handed->text);
}

uint32_t handed_text_byte(const struct handed *handed, uint32_t byte, bool is_after)
{
    const struct handed_edit *edits = handed->edits.items;
    size_t next;
    bisect(next, handed->edits.n, is_after ? edits[next].start <= byte : edits[next].start < byte);
    return next ? byte + (uint32_t)(edits[next - 1].n_before + growth(&edits[next - 1])) : byte;
}

/* Returns the byte of the text where an edit begins. */
static uint32_t text_start(const struct handed_edit *edit)
{
    return edit->start + (uint32_t)edit->n_before;
}

uint32_t handed_source_byte(const struct handed *handed, uint32_t byte, bool is_end)
{
    const struct handed_edit *edits = handed->edits.items;
    size_t next;
    bisect(next, handed->edits.n,
           is_end ? text_start(&edits[next]) < byte : text_start(&edits[next]) <= byte);
    if (next == 0)
        return byte;
    const struct handed_edit *edit = &edits[next - 1];
    return byte < text_start(edit) + n_inserted(edit)
               ? edit->start
               : byte - (uint32_t)(edit->n_before + growth(edit));
}

const char *handed_kind(const struct handed *handed, uint32_t byte)
{
    const struct handed_edit *edits = handed->edits.items;
    size_t at;
    bisect(at, handed->edits.n, edits[at].start < byte);
    return at < handed->edits.n && edits[at].start == byte ? edits[at].kind : NULL;
}

void handed_release(struct handed *handed)
{
    array_release(&handed->edits);
    str_release(&handed->text);
}
