/* A text is searched in all its readings; a reading that is a text of its own, as a side of a diff,
 * has readings again, but not without end. */
#include "guard/row_texts.h"

#include <stdlib.h>
#include <string.h>

struct row_search {
    struct held_out_search *search;
    struct loose_text text;
    struct row_found found;
};

/* Searches the pieces of a text. One that is to be cut, and is cut nowhere, is not searched. */
static void search_pieces(struct row_search *row, const char *text, size_t length,
                          enum loose_cuts cuts)
{
    size_t start = 0;
    loose_text_read(&row->text, text, length, cuts);
    if (cuts != CUT_NOWHERE && !row->text.cuts.n)
        return;
    for (size_t i = 0; i <= row->text.cuts.n; i++) {
        size_t end = i < row->text.cuts.n ? row->text.cuts.items[i] : row->text.text.length;
        held_out_search_text(&row->found.matches, row->search, str_text(&row->text.text) + start,
                             end - start, false);
        start = end;
    }
}

/* Reads \uXXXX, or two of them that are one character. Returns its length; 0 if it is none. */
static size_t read_unicode(uint32_t *code, const char *text, size_t length)
{
    uint32_t units[2] = {0, 0};
    size_t n = 0;
    for (; n < 2 && length >= 6 * (n + 1) && memcmp(text + 6 * n, "\\u", 2) == 0; n++)
        for (size_t i = 2; i < 6; i++) {
            if (hex_digit(text[6 * n + i]) == 16)
                return 0;
            units[n] = units[n] * 16 + hex_digit(text[6 * n + i]);
        }
    bool is_pair = units[0] >= 0xd800 && units[0] < 0xdc00 && units[1] >= 0xdc00;
    *code = is_pair ? 0x10000 + ((units[0] - 0xd800) << 10) + (units[1] & 0x3ff) : units[0];
    return n == 0 || !*code || (*code >= 0xd800 && *code < 0xe000) ? 0 : is_pair ? 12 : 6;
}

/* Appends a text with its escapes read, as those of JSON, Python and CodeXGLUE. */
static void add_unescaped(struct str *out, const char *text, size_t length)
{
    static const char letters[] = "nrtvf", meanings[] = "\n\r\t\v\f";
    for (size_t at = 0; at < length;) {
        const char *next = memchr(text + at, '\\', length - at);
        size_t plain = next ? (size_t)(next - text) - at : length - at;
        str_add(out, text + at, plain);
        at += plain;
        if (at + 1 >= length)
            return;
        uint32_t code;
        size_t n = read_unicode(&code, text + at, length - at);
        if (n) {
            char character[4];
            str_add(out, character, utf8_encode(character, code));
            at += n;
            continue;
        }
        const char *letter = text[at + 1] ? strchr(letters, text[at + 1]) : NULL;
        str_add(out, letter ? &meanings[letter - letters] : &text[at + 1], 1);
        at += 2;
    }
}

/* Appends a side of the hunks of a diff. What is not in a hunk, and what begins a hunk, is a fence.
 */
static void add_diff_side(struct str *out, const char *text, size_t length, char side)
{
    bool is_in_hunk = false;
    for (size_t at = 0, end; at < length; at = end) {
        const char *feed = memchr(text + at, '\n', length - at);
        end = feed ? (size_t)(feed - text) + 1 : length;
        bool begins_hunk = length - at > 3 && memcmp(text + at, "@@ ", 3) == 0;
        is_in_hunk = begins_hunk || (is_in_hunk && strchr(" +-\\\n", text[at]));
        if (begins_hunk || !is_in_hunk)
            str_add_text(out, "```\n");
        else if (text[at] == ' ' || text[at] == side)
            str_add(out, text + at + 1, end - at - 1);
    }
}

enum { MAX_READINGS = 2 }; /* of a text that was read from a text */

/* Searches a text in all its readings. */
static void search_text(struct row_search *row, const char *text, size_t length, int n_readings)
{
    scoped(str) other = {0};
    search_pieces(row, text, length, CUT_AT_ANY);
    bool is_fim = row->text.fim != FIM_NONE;
    search_pieces(row, text, length, CUT_NOWHERE);
    if (is_fim)
        loose_text_read(&row->text, text, length, CUT_AT_SPECIAL);
    if (is_fim && loose_text_fill(&other, &row->text))
        search_pieces(row, str_text(&other), other.length, CUT_NOWHERE);
    if (n_readings == MAX_READINGS)
        return;
    if (memmem(text, length, "\\n", 2)) {
        str_clear(&other);
        add_unescaped(&other, text, length);
        search_text(row, str_text(&other), other.length, n_readings + 1);
    }
    if (memmem(text, length, "@@ -", 4))
        for (const char *side = "-+"; *side; side++) {
            str_clear(&other);
            add_diff_side(&other, text, length, *side);
            search_text(row, str_text(&other), other.length, MAX_READINGS);
        }
}

static void search_own_text(struct row_search *row, const char *text, size_t length)
{
    row->found.n_texts++;
    search_text(row, text, length, 0);
}

/* Joins the texts that are items of a list, as lines are; or a member of each, as the text of
 * segments is. */
static void search_joined(struct row_search *row, const struct json *list, const char *key)
{
    scoped(str) joined = {0};
    size_t n = 0;
    json_each(item, list) {
        const char *text = json_text(key ? json_get(item, key) : item);
        if (!text)
            continue;
        n++;
        str_add_text(&joined, text);
        if (!key && joined.length && joined.text[joined.length - 1] != '\n')
            str_add_text(&joined, "\n");
    }
    if (n > 1)
        search_text(row, str_text(&joined), joined.length, 0);
}

/* Searches the members of an object for infilling as one text. */
static void search_members(struct row_search *row, const struct json *object)
{
    static const char *const names[] = {"prefix", "middle", "suffix"};
    scoped(str) joined = {0};
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        const char *text = json_text_at(object, names[i]);
        n += text != NULL;
        str_add_text(&joined, text ? text : "");
    }
    if (n > 1)
        search_text(row, str_text(&joined), joined.length, MAX_READINGS);
}

enum { MAX_JOINED = 32 }; /* members of the items of a list, by which their texts are joined */

static void search_value(struct row_search *row, const struct json *value)
{
    const char *text = json_text(value);
    if (text)
        search_own_text(row, text, strlen(text));
    json_each(item, value) {
        search_value(row, item);
    }
    if (json_kind(value) == JSON_OBJECT)
        search_members(row, value);
    if (!json_is_array(value) || json_count(value) < 2)
        return;
    search_joined(row, value, NULL);
    int n_joined = 0;
    json_each(member, json_first(value)) {
        if (n_joined == MAX_JOINED)
            break;
        if (json_text(member) && json_name(member) && ++n_joined)
            search_joined(row, value, json_name(member));
    }
}

/* ---- What was found ---- */

/* Whole programs come first, then the longest parts. */
static int compare_strength(const void *a, const void *b)
{
    const struct search_match *x = a, *y = b;
    int order = COMPARE(y->is_whole, x->is_whole);
    order = order ? order : COMPARE(y->n_tokens, x->n_tokens);
    order = order ? order : COMPARE(x->needle, y->needle);
    order = order ? order : COMPARE(x->start, y->start);
    return order ? order : COMPARE(y->is_exact, x->is_exact);
}

/* Whether a match says no more than another one. */
static bool is_implied(const struct search_match *match, const struct search_match *by)
{
    return match->needle == by->needle && by->start <= match->start &&
           match->start + match->n_tokens <= by->start + by->n_tokens &&
           by->is_exact >= match->is_exact;
}

enum { MAX_PARTS = 32 };

/* Keeps all whole programs; without any, the longest parts. */
static void keep_strongest(struct search_matches *found)
{
    struct search_match *list = found->list.items;
    size_t n = 0;
    array_sort(&found->list, compare_strength);
    for (size_t i = 0; i < found->list.n && (list[i].is_whole || n < MAX_PARTS); i++) {
        bool is_known = n && list[0].is_whole && !list[i].is_whole;
        for (size_t k = list[i].is_whole && n ? n - 1 : 0; k < n && !is_known; k++)
            is_known = is_implied(&list[i], &list[k]);
        if (!is_known)
            list[n++] = list[i];
    }
    found->list.n = n;
}

const struct row_found *row_search(struct row_search *row, const struct json *value,
                                   const char *text, size_t length)
{
    array_clear(&row->found.matches.list);
    row->found.matches.is_cut_short = false;
    row->found.n_texts = 0;
    if (value)
        search_value(row, value);
    else
        search_own_text(row, text, length);
    keep_strongest(&row->found.matches);
    return &row->found;
}

struct row_search *row_search_new(const struct held_out *held_out)
{
    struct row_search *row = mem_alloc(1, sizeof *row);
    row->search = held_out_search_new(held_out);
    return row;
}

void row_search_free(struct row_search *row)
{
    held_out_search_free(row->search);
    loose_text_release(&row->text);
    array_release(&row->found.matches.list);
    free(row);
}
