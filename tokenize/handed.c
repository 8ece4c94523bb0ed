/* The pieces of the source between what is left out are in order, both in the source and in the
 * text, so a byte of the text is found by a binary search. */
#include "tokenize/handed.h"

#include <string.h>

static void add_piece(struct handed *handed, const char *source, size_t start, size_t end)
{
    if (start == end)
        return;
    array_push(&handed->pieces, (struct handed_piece){.start = (uint32_t)start,
                                                      .end = (uint32_t)end,
                                                      .text_start = (uint32_t)handed->text.length});
    str_add(&handed->text, source + start, end - start);
}

static void replace_lone_returns(struct str *text)
{
    const char *end = text->text + text->length;
    for (char *at = text->text; at < end && (at = memchr(at, '\r', (size_t)(end - at))); at++)
        if (at + 1 == end || at[1] != '\n')
            *at = '\n';
}

void handed_take(struct handed *handed, const char *source, const struct lone_part *part)
{
    size_t at = part->bytes.start;
    handed->bytes = part->bytes;
    array_clear(&handed->pieces);
    str_clear(&handed->text);
    str_add_text(&handed->text, part->before ? part->before : "");
    for (size_t i = 0; i < part->n_left_out; i++) {
        add_piece(handed, source, at, part->left_out[i].start);
        at = part->left_out[i].end;
    }
    add_piece(handed, source, at, part->bytes.end);
    str_add_text(&handed->text, part->after ? part->after : "");
    replace_lone_returns(&handed->text);
}

bool handed_has_same_places(const struct handed *handed)
{
    return handed->pieces.n == 1 && handed->pieces.items[0].start == 0 &&
           handed->pieces.items[0].end == handed->text.length;
}

uint32_t handed_source_byte(const struct handed *handed, uint32_t byte, bool is_end)
{
    const struct handed_piece *pieces = handed->pieces.items;
    size_t next;
    bisect(next, handed->pieces.n,
           is_end ? pieces[next].text_start < byte : pieces[next].text_start <= byte);
    if (next == 0)
        return (uint32_t)handed->bytes.start;
    const struct handed_piece *piece = &pieces[next - 1];
    uint32_t length = piece->end - piece->start, from_start = byte - piece->text_start;
    return from_start <= length ? piece->start + from_start : (uint32_t)handed->bytes.end;
}

void handed_release(struct handed *handed)
{
    array_release(&handed->pieces);
    str_release(&handed->text);
}
