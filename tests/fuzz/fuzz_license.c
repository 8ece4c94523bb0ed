/* Licences: expressions and tags of SPDX in any bytes, and the texts of licence files.
 *
 * An input that begins with `@` is an edit of a text of SPDX: a line `@MIT`, then a line for each
 * change (edit() below). Any other input is read as an expression, as the start of a file, and as
 * the text of a licence file. An edited text must not be taken for a permissive licence if it has
 * another number of the words that restrict. What is found must not depend on line ends, blanks and
 * capitals. */
#include "base/file.h"
#include "base/json.h"
#include "base/spdx.h"
#include "miner/git/commits.h"
#include "tests/fuzz/target.h"

#include <ctype.h>

enum { N_DECISIVE = 16, N_CERTAIN = 12, MAX_EDITS = 32 };

/* Of each variant of a text, the counts of the decisive words, as license_text.c has them. */
struct license_text {
    const char *id;
    uint32_t first, n;
    uint8_t counts[N_DECISIVE];
};
#include "spdx_texts.inc"

/* The decisive words that a permissive text must have as often as its licence, also in the lines
 * around it; and their places among the counts. */
static const char *const certain[N_CERTAIN] = {
    "not",           "never",      "only",      "except",     "unless",   "commercial",
    "noncommercial", "prohibited", "forbidden", "restricted", "military", "must"};
static const int places[N_CERTAIN] = {0, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15};

/* ---- Expressions ---- */

static bool is_expression(struct str *usual, const char *text, size_t length)
{
    str_clear(usual);
    bool is_good = spdx_add_expression(usual, text, length);
    REQUIRE(is_good == (usual->length > 0), "an expression is empty, or a refused one is not");
    REQUIRE(usual->length <= SPDX_MAX_BYTES, "%zu bytes", usual->length);
    for (size_t i = 0; i < usual->length; i++)
        REQUIRE(isalnum((unsigned char)usual->text[i]) || strchr(" ()+-.", usual->text[i]),
                "a sign in '%s'", usual->text);
    return is_good;
}

/* The usual form of the usual form is the same. Whether both or one of two must be allowed is what
 * AND and OR say. */
static void check_expressions(const char *first, size_t n_first, const char *second,
                              size_t n_second)
{
    scoped(str) a = {0}, b = {0}, again = {0}, joined = {0};
    if (!is_expression(&a, first, n_first))
        return;
    REQUIRE(is_expression(&again, a.text, a.length) && strcmp(a.text, again.text) == 0,
            "'%s' becomes '%s'", a.text, str_text(&again));
    if (!is_expression(&b, second, n_second))
        return;
    bool is_a = spdx_is_permissive(a.text), is_b = spdx_is_permissive(b.text);
    for (int i = 0; i < 2; i++) {
        str_set(&joined, "(%s) %s (%s)", a.text, i ? "OR" : "and", b.text);
        if (is_expression(&again, joined.text, joined.length))
            REQUIRE(spdx_is_permissive(again.text) == (i ? is_a || is_b : is_a && is_b),
                    "'%s' is judged otherwise than its sides", again.text);
    }
}

/* ---- Tags ---- */

static bool find_tag(struct str *tag, const char *text, size_t length)
{
    scoped(str) again = {0};
    str_clear(tag);
    bool has_tag = spdx_find_tag(tag, text, length);
    REQUIRE(has_tag || !tag->length, "'%s', but no tag", str_text(tag));
    REQUIRE(!tag->length || is_expression(&again, tag->text, tag->length), "'%s'", tag->text);
    return has_tag;
}

/* A tag is read as its expression, in comments of each kind. */
static void check_tag_of(const char *text, size_t length)
{
    static const char *const comments[][2] = {
        {"# ", "\n"}, {"/* ", " */ int x;\n"}, {"-- ", "\r\n"}, {"<!-- ", " -->"}, {"// ", ""}};
    scoped(str) usual = {0}, tag = {0}, file = {0};
    if (!is_expression(&usual, text, length) || usual.text[usual.length - 1] == '-')
        return;
    for (size_t i = 0; i < N_ITEMS(comments); i++) {
        str_set(&file, "%sSPDX-License-Identifier: ", comments[i][0]);
        str_add(&file, text, length);
        str_add_text(&file, comments[i][1]);
        REQUIRE(find_tag(&tag, file.text, file.length) && strcmp(tag.text, usual.text) == 0,
                "'%s' is read as '%s' in a file", usual.text, str_text(&tag));
    }
}

/* Lines that are not whole in the first bytes do not count, and those after them neither. */
static void check_cut(const char *bytes, size_t length)
{
    scoped(str) file = {0}, tag = {0}, expected = {0};
    size_t n_inside = length / 2, end;
    for (size_t i = n_inside; i < SPDX_TAG_BYTES; i++)
        str_add_text(&file, "\n");
    str_add(&file, bytes, length);
    for (end = SPDX_TAG_BYTES; file.text[end - 1] != '\n' && file.text[end - 1] != '\r';)
        end--;
    bool has_tag = file.length > SPDX_TAG_BYTES && find_tag(&tag, file.text, file.length);
    bool has_expected = file.length > SPDX_TAG_BYTES && find_tag(&expected, file.text, end);
    REQUIRE(has_tag == has_expected && strcmp(str_text(&tag), str_text(&expected)) == 0,
            "'%s' is found in a long file, not '%s'", str_text(&tag), str_text(&expected));
}

/* ---- Texts ---- */

static bool find_license(struct str *found, const char *text, size_t length)
{
    str_clear(found);
    bool is_found = license_text_find(text, length, found);
    REQUIRE(is_found == (found->length > 0), "found: '%s'", str_text(found));
    return is_found;
}

static size_t count_word(const struct str *lower, const char *word)
{
    size_t n = 0, length = strlen(word);
    const char *end = lower->text + lower->length;
    for (const char *at = lower->text; (at = memmem(at, (size_t)(end - at), word, length)); at++)
        n += (at == lower->text || !isalnum((unsigned char)at[-1])) &&
             !isalnum((unsigned char)at[length]);
    return n;
}

/* Whether a variant of the licence has the decisive words of the text. */
static bool has_words_of(const struct str *lower, const char *id)
{
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        int n = 0;
        while (strcmp(texts[i].id, id) == 0 && n < N_CERTAIN &&
               count_word(lower, certain[n]) == texts[i].counts[places[n]])
            n++;
        if (n == N_CERTAIN)
            return true;
    }
    return false;
}

static void lower_case(struct str *text)
{
    for (size_t i = 0; i < text->length; i++)
        if (text->text[i] >= 'A' && text->text[i] <= 'Z')
            text->text[i] = (char)(text->text[i] - 'A' + 'a');
}

static void check_text(const char *text, size_t length)
{
    scoped(str) found = {0}, again = {0}, other = {0};
    bool is_found = find_license(&found, text, length);
    for (size_t i = 0; i < length; i++) {
        bool is_crlf = text[i] == '\n' && (i == 0 || text[i - 1] != '\r');
        str_add_text(&other, is_crlf ? "\r" : text[i] == ' ' ? " " : "");
        str_add(&other, &text[i], 1);
    }
    lower_case(&other);
    REQUIRE(find_license(&again, str_text(&other), other.length) == is_found &&
                strcmp(str_text(&found), str_text(&again)) == 0,
            "'%s', but '%s' in another layout", str_text(&found), str_text(&again));
    if (is_found && !strstr(found.text, " AND ") && spdx_is_permissive(found.text))
        REQUIRE(has_words_of(&other, found.text), "'%s' with other words", found.text);
}

/* ---- Edits of a text ---- */

static struct json *read_texts(void)
{
    scoped(str) path = {0}, content = {0};
    struct json *all = NULL;
    struct err err;
    const char *out = getenv("OUT");
    str_print(&path, "%s/spdx/node_modules/spdx-license-list/spdx-full.json", out ? out : "out");
    REQUIRE(file_read(&content, path.text, &err) == 0 &&
                json_parse(&all, content.text, content.length, &err) == 0,
            "no texts: %s", err.message);
    return all;
}

/* Returns the place of a word of the text; the numbers go round. */
static char *word_at(struct str *text, size_t number, size_t *length)
{
    size_t n = 0, n_words = 0;
    for (size_t i = 0; i < text->length; i++)
        n_words += text->text[i] != ' ' && (i == 0 || text->text[i - 1] == ' ');
    number %= n_words ? n_words : 1;
    char *at = text->text;
    for (; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (n++ == number)
            break;
    }
    *length = strcspn(at, " ");
    return at;
}

/* Changes the text: `-N` removes word N, `+N text` puts a text before it, `=N text` replaces it,
 * and `~N` ends a line there; `^text` begins the text with it, and `$text` ends it. In a text, `~`
 * is a line end. */
static void edit(struct str *text, const char *line)
{
    char *rest = NULL;
    size_t length, number = strtoull(line + 1, &rest, 10);
    scoped(str) changed = {0};
    bool is_of_word = strchr("-+=~", *line);
    char *at = word_at(text, number, &length);
    if (!is_of_word) {
        at = *line == '^' ? text->text : text->text + text->length;
        length = 0;
        rest = (char *)line + 1;
    }
    str_add(&changed, text->text, (size_t)(at - text->text));
    size_t start = changed.length;
    if (strchr("+=^$", *line))
        str_add_text(&changed, rest);
    for (size_t i = start; i < changed.length; i++)
        changed.text[i] = (char)(changed.text[i] == '~' ? '\n' : changed.text[i]);
    if (*line == '~')
        str_add_text(&changed, "\n");
    if (*line == '+')
        str_add_text(&changed, " ");
    str_add_text(&changed, at + (strchr("-=", *line) ? length : 0));
    str_set(text, "%s", str_text(&changed));
}

static void check_edited(const char *recipe)
{
    static struct json *all;
    scoped(str) text = {0};
    scoped_memory char *copy = mem_copy_text(recipe, strlen(recipe));
    char *rest = NULL, *line = strtok_r(copy, "\n", &rest);
    if (!all)
        all = read_texts();
    const struct json *license = line ? json_get(all, line) : NULL;
    if (!license)
        return;
    str_add_text(&text, json_text_at(license, "licenseText"));
    for (int i = 0; i < MAX_EDITS && (line = strtok_r(NULL, "\n", &rest)); i++)
        if (strchr("-+=~^$", *line))
            edit(&text, line);
    check_text(str_text(&text), text.length);
}

FUZZ_TARGET(license)
{
    scoped(str) text = {0}, tag = {0};
    target_keep_memory();
    str_add(&text, (const char *)bytes, length);
    if (length && *bytes == '@') {
        check_edited(str_text(&text) + 1);
        return 0;
    }
    const char *feed = length ? memchr(text.text, '\n', length) : NULL;
    size_t n_first = feed ? (size_t)(feed - text.text) : length;
    size_t n_second = feed ? length - n_first - 1 : 0;
    check_expressions(str_text(&text), n_first, feed ? feed + 1 : "", n_second);
    check_tag_of(str_text(&text), n_first);
    find_tag(&tag, str_text(&text), length);
    check_cut(str_text(&text), length);
    check_text(str_text(&text), length);
    return 0;
}
