/* Copies, writes and compares: common start, common end, and what is left in between. */
#include "tests/grow/script.h"

#include "base/str.h"
#include "tests/grow/grown_language.h"

#include <string.h>

bool word_is(const struct word *word, const char *text)
{
    return (word->text_length == 0 || *word->text == *text) && /* decides most */
           word->text_length == strlen(text) && memcmp(word->text, text, word->text_length) == 0;
}

bool word_is_layout(const struct word *word)
{
    return word->kind >= WORD_NEWLINE;
}

bool word_is_one_of(const struct word *word, const char *const *list)
{
    for (; list && *list; list++)
        if (word_is(word, *list))
            return true;
    return false;
}

void script_copy(struct script *out, const struct script *script)
{
    *out = *script;
    out->words.items = mem_resize(NULL, script->words.n, sizeof *out->words.items);
    out->words.capacity = script->words.n;
    memcpy(out->words.items, script->words.items, script->words.n * sizeof *out->words.items);
}

void script_release(struct script *script)
{
    array_release(&script->words);
}

void script_write(const struct script *script, struct str *out)
{
    for (size_t i = 0; i < script->words.n; i++) {
        str_add(out, script->words.items[i].gap, script->words.items[i].gap_length);
        str_add(out, script->words.items[i].text, script->words.items[i].text_length);
    }
    str_add(out, script->tail, script->tail_length);
}

size_t script_most_tokens(const struct script *script)
{
    size_t n = script->words.n;
    for (size_t i = 0; i < script->words.n; i++) {
        if (script->words.items[i].kind == WORD_NEWLINE)
            n += 3;
        else if (script->words.items[i].kind == WORD_FSTRING)
            n += script->words.items[i].text_length;
    }
    return n;
}

static void advance(const char *text, size_t length, size_t *line, size_t *column)
{
    size_t counted = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 0;
            counted = i + 1;
        }
    }
    *column += utf8_count(text + counted, length - counted);
}

void script_place(const struct script *script, size_t index, size_t *line, size_t *column)
{
    *line = 1;
    *column = 0;
    for (size_t i = 0; i <= index; i++) {
        const struct word *word = &script->words.items[i];
        advance(word->gap, word->gap_length, line, column);
        if (i < index)
            advance(word->text, word->text_length, line, column);
    }
}

static bool words_equal(const struct word *a, const struct word *b)
{
    return a->kind == b->kind && a->text_length == b->text_length &&
           (a->text == b->text || memcmp(a->text, b->text, a->text_length) == 0);
}

struct change script_compare(const struct script *before, const struct script *after)
{
    const struct word *a = before->words.items, *b = after->words.items;
    size_t n_a = before->words.n, n_b = after->words.n, start = 0;
    while (start < n_a && start < n_b && words_equal(&a[start], &b[start]))
        start++;
    while (n_a > start && n_b > start && words_equal(&a[n_a - 1], &b[n_b - 1]))
        n_a--, n_b--;
    struct change change = {CHANGE_LARGER, start, start, n_a - start, n_b - start};
    if (change.left_before == 0 && change.left_after == 0)
        change.kind = CHANGE_NONE;
    else if (change.left_before == 0 && change.left_after == 1 &&
             word_is(&b[start], before->language->negation))
        change.kind = CHANGE_INSERT;
    else if (change.left_before == 1 && change.left_after == 0 &&
             word_is(&a[start], before->language->negation))
        change.kind = CHANGE_DELETE;
    else if (change.left_before == 1 && change.left_after == 1 && !word_is_layout(&a[start]) &&
             !word_is_layout(&b[start]))
        change.kind = a[start].kind == WORD_FSTRING || b[start].kind == WORD_FSTRING
                          ? CHANGE_UNSURE
                          : CHANGE_REPLACE;
    return change;
}
