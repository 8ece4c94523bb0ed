/* The names that judges give to languages. A name is cut into words, in lower case, and a version
 * is cut off each. Every word that then remains must mean the same language. */
#include "tokenize/languages/language.h"

#include "base/str.h"

#include <limits.h>
#include <string.h>

/* Compilers, their makers and options. They mean nothing beside another word. */
static const char *const vendor_words[] = {
    "gnu",     "gcc", "clang", "llvm",  "ms",     "msvc",     "microsoft", "visual",
    "borland", "std", "o",     "bit",   "x",      "x86",      "mingw",     "diagnostics",
    "oracle",  "sdk", "ansi",  "isoc",  "kernel", "custom",   "standard",  "version",
    "v",       "ver", "ioi",   "style", "se",     "language", "numpy",     NULL};

/* Other languages that are named in parentheses after one of ours: "Python (Cython 0.29.34)". */
static const char *const foreign_words[] = {"cython", "codon", NULL};

enum { MAX_WORD = 16 }; /* with the final zero; no known word is longer */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

/* All other characters are between words, except those beyond ASCII, and a dot in a number: it is
 * between words in cc.cc17 and .py. */
static bool is_in_word(const char *at)
{
    return is_letter(*at) || is_digit(*at) || (*at && strchr("+#", *at)) ||
           (*at == '.' && is_digit(at[1])) || (unsigned char)*at > 127;
}

/* Takes the next word of a name, without its version and what follows that: cc of cc17o2. A version
 * alone is an empty word. Returns false at the end. A word that is too long is no known word, and
 * is cut. */
static bool next_word(const char **name, char word[MAX_WORD])
{
    size_t n = 0;
    while (**name && !is_in_word(*name) && **name != '(')
        ++*name;
    if (!**name || **name == '(')
        return false;
    for (; is_in_word(*name); ++*name)
        if (n + 1 < MAX_WORD)
            word[n++] = lower(**name);
    word[n] = '\0';
    word[strcspn(word, "0123456789.")] = '\0';
    return true;
}

/* Returns the number of the language that a word means, or -1. */
static int language_of_word(const char *word)
{
    for (int i = 0; languages[i]; i++)
        if (text_is_one_of(word, languages[i]->judge_words))
            return i;
    return -1;
}

/* Returns the number of the language that the words mean together, or -1. */
static int language_of_words(const char *name, bool has_vendors)
{
    char word[MAX_WORD];
    int found = -1;
    while (next_word(&name, word)) {
        if (!*word || (!has_vendors && text_is_one_of(word, vendor_words)))
            continue;
        int number = language_of_word(word);
        if (number < 0 || (found >= 0 && number != found))
            return -1;
        found = number;
    }
    return found;
}

/* Whether a foreign language is in the parentheses. */
static bool is_foreign(const char *name)
{
    char word[MAX_WORD];
    for (const char *at = strchr(name, '('); at && *at;) {
        if (*at == '(')
            at++;
        else if (!next_word(&at, word))
            at += *at == '(';
        else if (text_is_one_of(word, foreign_words))
            return true;
    }
    return false;
}

const struct language *language_of_judge(unsigned set, const char *judge_name)
{
    int number = language_of_words(judge_name, false);
    if (number < 0) /* "gcc" */
        number = language_of_words(judge_name, true);
    if (number < 0 || is_foreign(judge_name))
        return NULL;
    return set >> number & 1 ? languages[number] : NULL;
}

/* ---- Lists of what values mean ---- */

/* Takes the next part of a list, VALUE=LANGUAGE. The language is what follows the last `=`. */
static bool next_pair(const char **map, const char **value, size_t *n_value, struct str *language)
{
    size_t n = strcspn(*map, ",");
    const char *equals = memrchr(*map, '=', n), *start = *map;
    str_clear(language);
    *value = start;
    *n_value = equals ? (size_t)(equals - start) : 0;
    if (equals)
        str_add(language, equals + 1, (size_t)(start + n - equals - 1));
    *map += n + (start[n] == ',');
    return equals && equals > start;
}

const struct language *language_of_map(const char *map, const char *value)
{
    scoped(str) language = {0};
    const char *known;
    size_t n;
    while (*map)
        if (next_pair(&map, &known, &n, &language) && strlen(value) == n &&
            memcmp(known, value, n) == 0)
            return language_of_judge(UINT_MAX, str_text(&language));
    return NULL;
}

static int refuse_language(const char *name, struct err *err)
{
    scoped(str) known = {0};
    for (int i = 0; languages[i]; i++)
        str_print(&known, "%s%s", i ? ", " : "", languages[i]->name);
    return err_set(err, "tokfix does not read programs in '%s'; use one of: %s", name,
                   str_text(&known));
}

int language_map_check(const char *map, struct err *err)
{
    scoped(str) language = {0};
    const char *value, *start = map, *part = map;
    size_t n;
    do {
        part = map;
        if (!next_pair(&map, &value, &n, &language))
            return err_set(err, "'%.*s' is not VALUE=LANGUAGE, such as 71=python",
                           (int)strcspn(part, ","), part);
        if (!language_of_judge(UINT_MAX, str_text(&language)))
            return refuse_language(str_text(&language), err);
        scoped_memory char *before = mem_copy_text(start, (size_t)(part - start));
        scoped_memory char *text = mem_copy_text(value, n);
        if (language_of_map(before, text))
            return err_set(err, "'%s' is named twice", text);
    } while (*map || (map > start && map[-1] == ','));
    return 0;
}

/* ---- Dialects ---- */

/* Returns the text from its first character that counts. */
static const char *skip_unread(const char *text)
{
    while (*text == ' ' || *text == '_' || *text == '-')
        text++;
    return text;
}

/* Returns what follows the prefix in the name; NULL if the name does not begin with it. */
static const char *skip_prefix(const char *name, const char *prefix)
{
    for (;; name++, prefix++) {
        prefix = skip_unread(prefix);
        if (!*prefix)
            return name;
        name = skip_unread(name);
        if (lower(*name) != lower(*prefix))
            return NULL;
    }
}

static bool is_in(const char *name, const char *prefix)
{
    if (*prefix != '*')
        return skip_prefix(name, prefix);
    for (; *name; name++) {
        const char *end = skip_prefix(name, prefix + 1);
        if (end && !is_digit(*end) && *end != '.')
            return true;
    }
    return false;
}

unsigned language_dialects_of_judge(const struct language *language, const char *judge_name)
{
    const char *dot = judge_name && *judge_name ? strrchr(judge_name + 1, '.') : NULL;
    if (dot && is_letter(dot[1]) && is_letter(dot[-1])) /* py.py3 */
        judge_name = dot + 1;
    for (const struct dialect_name_rule *rule = language->dialects->original_languages;
         judge_name && rule->prefix; rule++)
        if (is_in(judge_name, rule->prefix))
            return rule->dialects;
    return language->dialects->all;
}

const char *language_dialect_of_judge(const struct language *language, const char *judge_name)
{
    if (!language->dialects->names || language->dialects->rules)
        return NULL;
    return language->dialects->names[language_dialects_of_judge(language, judge_name) - 1];
}
