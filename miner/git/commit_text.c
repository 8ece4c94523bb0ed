/* The whole text is decoded before it is read, as git does: people have names in its encoding. */
#include "miner/git/history.h"

#include "base/date.h"
#include "base/encoding.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SUBJECT = 200 /* bytes */ };

/* Returns what follows the word in the header of a commit, and sets its length. NULL: no line
 * begins with the word. */
static const char *find_line(const char *header, const char *word, size_t *length)
{
    size_t n_word = strlen(word);
    for (const char *at = header; *at && *at != '\n'; at += *length, at += *at == '\n') {
        *length = strcspn(at, "\n");
        if (*length > n_word && memcmp(at, word, n_word) == 0 && at[n_word] == ' ') {
            *length -= n_word + 1;
            return at + n_word + 1;
        }
    }
    return NULL;
}

static int64_t date_at(const char *text)
{
    int64_t date = isdigit((unsigned char)*text) ? strtoll(text, NULL, 10) : 0;
    return date_is_sound(date) ? date : 0;
}

struct commit_person commit_text_person(const struct commit_text *text, const char *line)
{
    struct commit_person person = {"", 0, 0};
    size_t length = 0;
    const char *at = find_line(text->header, line, &length);
    const char *open = at ? memchr(at, '<', length) : NULL;
    const char *close = open ? memchr(open, '>', length - (size_t)(open - at)) : NULL;
    const char *last = at ? memrchr(at, '>', length) : NULL;
    if (last)
        person.date = date_at(last + 1 + strspn(last + 1, " "));
    if (close) {
        person.text = at;
        person.length = (size_t)(close + 1 - at);
    }
    return person;
}

struct commit_text commit_text_decode(struct str *decoded, const char *text, size_t length)
{
    size_t n_name = 0, n_decoded;
    const char *name = find_line(text, "encoding", &n_name);
    const struct encoding *encoding = name ? encoding_find(name, n_name) : NULL;
    if (encoding && encoding->iconv && *encoding->iconv) {
        length = strnlen(text, length);
        n_decoded = encoding_decode(decoded, encoding, text, length);
        str_add(decoded, text + n_decoded, length - n_decoded);
        text = str_text(decoded);
    }
    const char *blank = *text == '\n' ? text : strstr(text, "\n\n");
    return (struct commit_text){text, blank ? blank + strspn(blank, "\r\n") : ""};
}

const char *commit_text_subject(struct arena *arena, const struct commit_text *text)
{
    scoped(str) valid = {0};
    utf8_add_valid(&valid, text->message, strcspn(text->message, "\r\n"));
    size_t length = valid.length < MAX_SUBJECT ? valid.length : MAX_SUBJECT;
    return arena_copy_text(arena, str_text(&valid), utf8_valid_length(str_text(&valid), length));
}
