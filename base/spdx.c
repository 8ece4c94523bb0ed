/* A recursive descent: an expression is alternatives, joined by OR, of terms, joined by AND. The
 * same functions check an expression, write its usual form, and judge it. */
#include "base/spdx.h"

#include <string.h>
#include <strings.h>

/* listed[] and permissive[], which end with NULL. */
#include "spdx_ids.inc"

static const char tag[] = "SPDX-License-Identifier:";

enum { MAX_DEPTH = 8 }; /* of parentheses */

struct reading {
    const char *at, *end;
    struct str *out;                  /* the usual form; NULL: not wanted */
    const struct text_list *licenses; /* allowed; NULL: none */
    bool is_bad;
    int depth;
};

static bool is_id_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr(".+-", c));
}

static bool is_alphanumeric(char c)
{
    return is_id_byte(c) && !strchr(".+-", c);
}

static void skip_blanks(struct reading *reading)
{
    while (reading->at < reading->end && (*reading->at == ' ' || *reading->at == '\t'))
        reading->at++;
}

/* Returns the length of the next word. */
static size_t word_length(struct reading *reading)
{
    size_t length = 0;
    skip_blanks(reading);
    while (reading->at + length < reading->end && is_id_byte(reading->at[length]))
        length++;
    return length;
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && strncasecmp(word, expected, length) == 0;
}

static void write_text(const struct reading *reading, const char *text, size_t length)
{
    if (reading->out)
        str_add(reading->out, text, length);
}

static bool take_operator(struct reading *reading, const char *name)
{
    size_t length = word_length(reading);
    if (reading->is_bad || !is_word(reading->at, length, name))
        return false;
    reading->at += length;
    write_text(reading, " ", 1);
    write_text(reading, name, strlen(name));
    write_text(reading, " ", 1);
    return true;
}

static bool is_operator(const char *word, size_t length)
{
    return is_word(word, length, "OR") || is_word(word, length, "AND") ||
           is_word(word, length, "WITH");
}

/* Whether an identifier is in the list. `n` is its length without a final `+`. */
static bool is_allowed(const struct text_list *licenses, const char *word, size_t length, size_t n)
{
    for (size_t i = 0; licenses && i < licenses->n; i++) {
        const char *one = licenses->items[i];
        bool is_kind = strcmp(one, SPDX_PERMISSIVE) == 0;
        if (!is_kind && (is_word(word, n, one) || is_word(word, length, one)))
            return true;
        for (size_t at = 0; is_kind && permissive[at]; at++)
            if (is_word(word, n, permissive[at]))
                return true;
    }
    return false;
}

/* Takes an identifier, and returns whether it is allowed. */
static bool take_identifier(struct reading *reading)
{
    size_t length = word_length(reading);
    const char *word = reading->at;
    if (!length || !is_alphanumeric(*word) || is_operator(word, length)) {
        reading->is_bad = true;
        return false;
    }
    reading->at += length;
    write_text(reading, word, length);
    return is_allowed(reading->licenses, word, length, length - (word[length - 1] == '+'));
}

static bool take_alternatives(struct reading *reading);

static bool take_simple(struct reading *reading)
{
    skip_blanks(reading);
    if (reading->at < reading->end && *reading->at == '(' && reading->depth < MAX_DEPTH) {
        reading->at++;
        reading->depth++;
        write_text(reading, "(", 1);
        bool is_fine = take_alternatives(reading);
        skip_blanks(reading);
        reading->is_bad |= reading->at == reading->end || *reading->at != ')';
        reading->at += !reading->is_bad;
        reading->depth--;
        write_text(reading, ")", 1);
        return is_fine;
    }
    bool is_fine = take_identifier(reading);
    if (take_operator(reading, "WITH"))
        take_identifier(reading);
    return is_fine;
}

static bool take_terms(struct reading *reading)
{
    bool is_fine = take_simple(reading);
    while (take_operator(reading, "AND"))
        is_fine &= take_simple(reading);
    return is_fine;
}

static bool take_alternatives(struct reading *reading)
{
    bool is_fine = take_terms(reading);
    while (take_operator(reading, "OR"))
        is_fine |= take_terms(reading);
    return is_fine;
}

/* Reads a whole expression. */
static bool read_expression(struct reading *reading)
{
    bool is_fine = take_alternatives(reading);
    skip_blanks(reading);
    reading->is_bad |= reading->at != reading->end;
    return is_fine && !reading->is_bad;
}

bool spdx_add_expression(struct str *out, const char *text, size_t length)
{
    scoped(str) usual = {0};
    struct reading reading = {.at = text, .end = text + length, .out = &usual};
    if (length > SPDX_MAX_BYTES)
        return false;
    read_expression(&reading);
    if (reading.is_bad || usual.length > SPDX_MAX_BYTES)
        return false;
    str_add_text(out, str_text(&usual));
    return true;
}

const char *spdx_license_at(int number)
{
    return listed[number];
}

/* Whether an identifier is one of SPDX's list, or of the user's own. */
static bool is_listed(const char *word, size_t length)
{
    static const char own[] = "LicenseRef-";
    size_t n = length - (length && word[length - 1] == '+');
    if (length >= sizeof own && strncasecmp(word, own, sizeof own - 1) == 0)
        return true;
    for (size_t i = 0; listed[i]; i++)
        if (is_word(word, n, listed[i]) || is_word(word, length, listed[i]))
            return true;
    return false;
}

size_t spdx_find_unknown(const char **license, const char *expression)
{
    bool is_exception = false;
    for (const char *word = expression; *word;) {
        size_t length = strcspn(word, " ()");
        *license = word;
        if (length && !is_exception && !is_operator(word, length) && !is_listed(word, length))
            return length;
        is_exception = is_word(word, length, "WITH");
        word += length + (word[length] != '\0');
    }
    return 0;
}

bool spdx_is_one_of(const char *expression, const struct text_list *licenses)
{
    struct reading reading = {
        .at = expression, .end = expression + strlen(expression), .licenses = licenses};
    return read_expression(&reading);
}

bool spdx_is_permissive(const char *expression)
{
    const char *items[] = {SPDX_PERMISSIVE};
    const struct text_list list = {items, 1, 1};
    return spdx_is_one_of(expression, &list);
}

/* ---- Tags ---- */

/* Returns where the expression begins, or NULL if the line has no tag. */
static const char *after_tag(const char *line, const char *end)
{
    size_t length = sizeof tag - 1;
    while (line < end && !is_alphanumeric(*line))
        line++;
    bool is_tag = (size_t)(end - line) >= length && strncasecmp(line, tag, length) == 0;
    return is_tag ? line + length : NULL;
}

/* Returns where the expression ends: before the end of the comment. The `--` of an identifier does
 * not end one. */
static const char *end_of_expression(const char *start, const char *end)
{
    while (end > start && !is_id_byte(end[-1]) && end[-1] != ')')
        end--;
    for (const char *at = start; at + 1 < end; at++) {
        bool is_dash = at[0] == '-' && at[1] == '-';
        bool is_end = at == start || !is_id_byte(at[-1]) || (at + 2 < end && at[2] == '>');
        if ((at[0] == '*' && at[1] == '/') || (is_dash && is_end))
            return at;
    }
    while (end > start && end[-1] == '-')
        end--;
    return end;
}

/* Adds an expression to those of the tags before it. Returns false if they cannot be joined. */
static bool add_tag(struct str *all, const char *text, size_t length)
{
    scoped(str) one = {0};
    if (!spdx_add_expression(&one, text, length))
        return false;
    if (all->length && strcmp(str_text(all), str_text(&one)) == 0)
        return true;
    bool is_compound = strchr(str_text(all), ' ') || strchr(str_text(&one), ' ');
    str_print(all, "%s%s", all->length ? " AND " : "", str_text(&one));
    return all->length == one.length || (!is_compound && all->length <= SPDX_MAX_BYTES);
}

bool spdx_find_tag(struct str *out, const char *text, size_t length)
{
    scoped(str) all = {0};
    bool has_tag = false, is_good = true, is_cut = length > SPDX_TAG_BYTES;
    length = is_cut ? SPDX_TAG_BYTES : length;
    for (size_t start = 0, end; start < length; start = end + 1) {
        for (end = start; end < length && text[end] != '\n' && text[end] != '\r';)
            end++;
        const char *expression = after_tag(text + start, text + end);
        if (!expression || (is_cut && end == length))
            continue;
        const char *stop = end_of_expression(expression, text + end);
        has_tag = true;
        is_good = is_good && add_tag(&all, expression, (size_t)(stop - expression));
    }
    if (has_tag && is_good)
        str_add_text(out, str_text(&all));
    return has_tag;
}
