/* Looks for the words of the answers that export writes. */
#include "score/answer.h"

#include <ctype.h>
#include <string.h>

enum {
    MAX_WORDS = 1 << 20, /* bytes at the end of an answer that are read as words */
    MAX_GAP = 200,       /* bytes before a token */
};

static struct token_text range(const char *start, const char *end)
{
    return (struct token_text){start, (size_t)(end - start)};
}

/* Returns whether `text` begins with a word, in either case. A `_` of the word also matches a
 * blank. */
static bool begins_with(const char *text, const char *word)
{
    for (; *word; word++, text++)
        if (tolower((unsigned char)*text) != *word && !(*word == '_' && *text == ' '))
            return false;
    return true;
}

static const char *skip(const char *text, const char *characters)
{
    return text + strspn(text, characters);
}

/* Returns whether the text here is "no bug". */
static bool says_no_bug(const char *text)
{
    if (!begins_with(text, "no_bug"))
        return false;
    text += strlen("no_bug");
    text += *text == 's';
    return !isalnum((unsigned char)*text) && *text != '_';
}

static bool begins_with_no_bug(const char *text)
{
    return says_no_bug(skip(text, " \t\r\n\"'`*(["));
}

static bool holds_no_bug(const char *text)
{
    while (*text && !says_no_bug(text))
        text++;
    return *text != '\0';
}

/* Returns the number after a word, or -1 if there is none. Letters and digits may not be between
 * them. Moves `text` past the number. */
static int64_t read_number(const char **text, const char *word)
{
    const char *at = *text;
    if (!begins_with(at, word))
        return -1;
    at = skip(at + strlen(word), " \t*:=#`\"");
    if (!isdigit((unsigned char)*at) || strspn(at, "0123456789") > 9)
        return -1;
    int64_t number = 0;
    while (isdigit((unsigned char)*at))
        number = 10 * number + (*at++ - '0');
    *text = at;
    return number;
}

/* Reads "line 8, column 4", or "line 8", and returns where it ends; NULL if it is not there. */
static const char *read_place(struct answer *out, const char *text)
{
    out->line = read_number(&text, "line");
    if (out->line < 1)
        return NULL;
    const char *behind = skip(text, " \t\r\n,;*()\"");
    behind += begins_with(behind, "and ") ? 4 : 0;
    out->column = read_number(&behind, "column");
    if (out->column < 0)
        out->column = read_number(&behind, "col");
    return out->column < 0 ? text : behind;
}

/* Finds the text between two equally long runs of backticks, and moves `text` past it. */
static bool read_token(const char **text, struct token_text *token)
{
    const char *start = memchr(*text, '`', strnlen(*text, MAX_GAP));
    size_t fence = start ? strspn(start, "`") : 0;
    const char *end = start += fence;
    while (fence && *end) {
        size_t n = strspn(end, "`");
        if (n == fence) {
            bool is_edged = end - start > 2 && *start == ' ' && end[-1] == ' ' &&
                            (start[1] == '`' || end[-2] == '`');
            *token = range(start + is_edged, end - is_edged);
            *text = end + n;
            return true;
        }
        end += n ? n : strcspn(end, "`");
    }
    return false;
}

/* Moves `text` past one of the words and returns true, if one comes next. */
static bool take_words(const char **text, const char *const *words)
{
    const char *at = skip(*text, " \t*");
    for (; *words; words++)
        if (begins_with(at, *words)) {
            *text = at + strlen(*words);
            return true;
        }
    return false;
}

/* "`<` should be `<=`" */
static bool read_change(struct answer *out, const char *text)
{
    static const char *const replaced[] = {"should be", "becomes", "must be", "->", NULL};
    static const char *const missing[] = {"is missing before", NULL};
    static const char *const deleted[] = {"should not be there", "must not be there",
                                          "should be deleted", "should be removed", NULL};
    struct token_text first;
    if (!read_token(&text, &first))
        return false;
    out->before = out->after = range("", "");
    if (take_words(&text, missing))
        out->after = first;
    else if (take_words(&text, deleted))
        out->before = first;
    else if (take_words(&text, replaced) && read_token(&text, &out->after))
        out->before = first;
    else
        return false;
    return true;
}

/* Whether nothing is before a place in its line but signs, or a text with a colon. */
static bool leads_line(const char *text, const char *at)
{
    while (at > text && !isalnum((unsigned char)at[-1]) && !strchr("\r\n:", at[-1]))
        at--;
    return at == text || !isalnum((unsigned char)at[-1]);
}

/* Returns the category whose name is here, or -1. */
static int category_at(const char *text, const char *at, size_t *length)
{
    if (at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
        return -1;
    for (int category = 0; category < N_CATEGORIES; category++) {
        const char *name = bug_category_name((enum bug_category)category);
        *length = strlen(name);
        if (begins_with(at, name) && !isalnum((unsigned char)at[*length]) && at[*length] != '_')
            return category;
    }
    return -1;
}

/* Returns the last category that has a line to itself; else the only one of the last line that has
 * any, -1 or less for none or several. The word "other" counts only alone. */
static int read_category(const char *text)
{
    enum { NONE = -1, SEVERAL = -2 };
    int alone = NONE, found = NONE;
    size_t length;
    for (const char *at = text, *line = text; *at; at++) {
        int category = category_at(text, at, &length);
        if (category < 0)
            continue;
        if (memchr(line, '\n', (size_t)(at - line)))
            found = NONE;
        line = at;
        if (found == NONE || found == CATEGORY_OTHER)
            found = category;
        else if (category != CATEGORY_OTHER && found != category)
            found = SEVERAL;
        const char *rest = skip(at + length, " \t.*_`\"'})");
        if (leads_line(text, at) && (!*rest || strchr("\r\n", *rest)))
            alone = category;
    }
    return alone >= 0 ? alone : found;
}

/* Reads the last place that has all that is asked for; the last that begins a line, if one does. */
static void read_sentence(struct answer *out, const char *text, bool has_change, bool has_column)
{
    bool is_led = false;
    for (const char *at = text; *at; at++) {
        struct answer one = *out;
        const char *rest = read_place(&one, at);
        if (!rest || (has_column && one.column < 0) || (has_change && !read_change(&one, rest)))
            continue;
        bool leads = leads_line(text, at);
        one.kind = has_change ? ANSWER_CHANGE : ANSWER_PLACE;
        if (leads || !is_led)
            *out = one;
        is_led = is_led || leads;
    }
}

struct answer answer_read(const char *text, const struct question *question)
{
    struct answer answer = {.kind = ANSWER_UNREADABLE, .column = -1};
    size_t length = strlen(text);
    if (begins_with_no_bug(text)) {
        answer.kind = ANSWER_NO_BUG;
    } else if (question->is_repair) {
        answer.kind = ANSWER_CODE;
    } else if (strcmp(question->name, "classify") == 0) {
        answer.category = read_category(text);
        answer.kind = answer.category < 0 ? ANSWER_UNREADABLE : ANSWER_CATEGORY;
    } else {
        text += length > MAX_WORDS ? length - MAX_WORDS : 0;
        read_sentence(&answer, text, strcmp(question->name, "locate") != 0,
                      strcmp(question->name, "explain") != 0);
    }
    if (answer.kind == ANSWER_UNREADABLE && holds_no_bug(text))
        answer.kind = ANSWER_NO_BUG;
    return answer;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

/* A text without leading blank lines and trailing blanks. The indentation of its first line is
 * kept. */
struct trimmed {
    size_t line;  /* start of the first line that is not blank */
    size_t start; /* of the code at the place */
    size_t end;
};

static struct trimmed trim(struct token_text text)
{
    struct trimmed trimmed = {0, 0, text.length};
    for (; trimmed.start < text.length && is_space(text.bytes[trimmed.start]); trimmed.start++)
        if (text.bytes[trimmed.start] == '\n' || text.bytes[trimmed.start] == '\r')
            trimmed.line = trimmed.start + 1;
    while (trimmed.end > trimmed.start && is_space(text.bytes[trimmed.end - 1]))
        trimmed.end--;
    return trimmed;
}

void answer_add_fitted(struct str *out, struct token_text code, struct token_text part,
                       bool moves_all)
{
    struct trimmed own = trim(code), other = trim(part);
    size_t own_indent = own.start - own.line, indent = other.start - other.line;
    const char *margin = code.bytes + own.line;
    bool is_same = own_indent == indent && memcmp(margin, part.bytes + other.line, indent) == 0;
    str_add(out, part.bytes, other.start);
    for (size_t at = own.start; at < own.end;) {
        size_t line = at;
        while (at < own.end && code.bytes[at] != '\n' && code.bytes[at] != '\r')
            at++;
        while (at < own.end && (code.bytes[at] == '\n' || code.bytes[at] == '\r'))
            at++;
        bool is_moved = moves_all && !is_same && line > own.start && at - line >= own_indent &&
                        memcmp(code.bytes + line, margin, own_indent) == 0;
        if (is_moved)
            str_add(out, part.bytes + other.line, indent);
        line += is_moved ? own_indent : 0;
        str_add(out, code.bytes + line, at - line);
    }
    str_add(out, part.bytes + other.end, part.length - other.end);
}
