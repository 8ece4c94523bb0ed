/* Bytes before, at and after the current place. */
#include "tests/grow/reading.h"

#include <string.h>

char reading_peek(const struct reading *reading, size_t ahead)
{
    size_t at = reading->at + ahead;
    return at < reading->length ? reading->source[at] : '\0';
}

size_t reading_line_end(const struct reading *reading)
{
    if (reading_peek(reading, 0) == '\n')
        return 1;
    return reading_has_text(reading, "\r\n") ? 2 : 0;
}

bool reading_has_text(const struct reading *reading, const char *text)
{
    size_t length = strlen(text);
    return reading->length - reading->at >= length &&
           memcmp(reading->source + reading->at, text, length) == 0;
}

bool reading_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool reading_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

bool reading_skip_all(struct reading *reading, const char *characters)
{
    size_t n = 0;
    for (; reading_peek(reading, 0) && strchr(characters, reading_peek(reading, 0)); n++)
        reading->at++;
    return n > 0;
}

static bool skip_text_of(struct reading *reading, const char *const *texts)
{
    for (; texts && *texts; texts++) {
        if (reading_has_text(reading, *texts)) {
            reading->at += strlen(*texts);
            return true;
        }
    }
    return false;
}

bool reading_skip_sign(struct reading *reading)
{
    if (skip_text_of(reading, reading->language->refused_signs))
        return false;
    if (skip_text_of(reading, reading->language->signs))
        return true;
    char c = reading_peek(reading, 0);
    if (!c || !strchr(reading->language->single_signs, c))
        return false;
    if (strchr("([{", c))
        reading->n_brackets++;
    if (strchr(")]}", c) && reading->n_brackets-- == 0)
        return false;
    reading->at++;
    return true;
}

void reading_push(struct reading *reading, size_t gap, size_t start, enum word_kind kind)
{
    array_push(&reading->script->words,
               (struct word){.gap = reading->source + gap,
                             .text = reading->source + start,
                             .gap_length = (uint32_t)(start - gap),
                             .text_length = (uint32_t)(reading->at - start),
                             .kind = (uint8_t)kind});
}

void reading_push_layout(struct reading *reading, enum word_kind kind)
{
    array_push(&reading->script->words,
               (struct word){.gap = "", .text = "", .kind = (uint8_t)kind});
}

bool reading_join(struct reading *reading, enum word_kind kind)
{
    struct word *last = &reading->script->words.items[reading->script->words.n - 1];
    if (last->gap_length != 1 || last->gap[0] != ' ')
        return false;
    last[-1].text_length += 1 + last->text_length;
    last[-1].kind = (uint8_t)kind;
    reading->script->words.n--;
    return true;
}

bool script_read(struct script *out, const struct grown_language *language, const char *source,
                 size_t length)
{
    *out = (struct script){.language = language};
    struct reading reading = {
        .script = out, .language = language, .source = source, .length = length};
    bool is_read = length < UINT32_MAX && !memchr(source, '\0', length) && language->read(&reading);
    array_release(&reading.blocks);
    if (!is_read)
        script_release(out);
    return is_read;
}
