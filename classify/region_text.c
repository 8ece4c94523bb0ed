/* Kinds of texts: sentences, versions. */
#include "classify/region_spot.h"
#include "languages/region_rules.h"

#include <ctype.h>
#include <string.h>

bool quoted_contains(struct token_text text, const char *part)
{
    return memmem(text.bytes, text.length, part, strlen(part)) != NULL;
}

bool quoted_ends(struct token_text text, const char *const *ends)
{
    for (; *ends; ends++)
        if (text.length >= strlen(*ends) &&
            memcmp(text.bytes + text.length - strlen(*ends), *ends, strlen(*ends)) == 0)
            return true;
    return false;
}

size_t quoted_count(struct token_text text, const char *signs)
{
    size_t n = 0;
    for (size_t i = 0; i < text.length; i++)
        n += text.bytes[i] && strchr(signs, text.bytes[i]) != NULL;
    return n;
}

/* Without quotes and the letters before them. */
struct token_text quoted_inner(struct token_text text)
{
    size_t start = 0;
    while (start < text.length && start < 4 && !strchr("\"'", text.bytes[start]))
        start++;
    bool is_quoted =
        start < 4 && start + 1 < text.length && text.bytes[start] == text.bytes[text.length - 1];
    if (!is_quoted)
        return text;
    char quote = text.bytes[start];
    size_t end = text.length;
    while (start < end && text.bytes[start] == quote)
        start++;
    while (end > start && text.bytes[end - 1] == quote)
        end--;
    return (struct token_text){text.bytes + start, end - start};
}

/* Returns whether it is a letter, or part of one, of any language. */
static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

bool quoted_has_lower(struct token_text text)
{
    size_t i = 0;
    while (i < text.length && (!is_letter(text.bytes[i]) || isupper((unsigned char)text.bytes[i])))
        i++;
    return i < text.length;
}

/* Returns the number of words of letters, of any language, that blanks or the ends are around. */
size_t quoted_count_words(struct token_text text)
{
    size_t n = 0, length = 0;
    bool is_word = true;
    for (size_t i = 0; i <= text.length; i++) {
        char c = i < text.length ? text.bytes[i] : ' ';
        bool is_end = c == ' ' || c == '\n' ||
                      (c == '\\' && i + 1 < text.length && strchr("nt", text.bytes[i + 1]));
        if (is_end) {
            n += is_word && length > 0;
            i += c == '\\';
            length = 0;
            is_word = true;
        } else if (is_letter(c) || c == '\'' || (c == '-' && length > 0) ||
                   (c == '/' && length > 1 && i + 1 < text.length &&
                    is_letter(text.bytes[i + 1]))) {
            length++;
        } else if (!strchr(",.;:!?()\"`", c)) {
            is_word = false;
        }
    }
    return n;
}

/* Returns whether a text begins with a capital or ends as a sentence, or has one of the commonest
 * words. */
static bool has_sentence(struct token_text text)
{
    while (text.length > 1 && !is_letter(*text.bytes)) {
        size_t n = 1 + (*text.bytes == '\\');
        text.bytes += n;
        text.length -= n;
    }
    if (text.length > 0 && isupper((unsigned char)*text.bytes))
        return true;
    for (const char *const *word = region_words.commonest; *word; word++)
        if (quoted_contains(text, *word))
            return true;
    bool has_letters_only = true;
    for (size_t i = 0; i < text.length; i++)
        has_letters_only &=
            is_letter(text.bytes[i]) || text.bytes[i] == ' ' ||
            (strchr("-,'/", text.bytes[i]) && i > 0 && is_letter(text.bytes[i - 1]));
    return has_letters_only || quoted_count_words(text) > 5 ||
           (text.length > 0 && strchr(".:!?", text.bytes[text.length - 1]));
}

/* Returns whether a text begins as one in another language. */
bool quoted_is_query(struct token_text text)
{
    for (const char *const *query = region_words.queries; *query; query++)
        if (text.length >= strlen(*query) && memcmp(text.bytes, *query, strlen(*query)) == 0)
            return true;
    return text.length > 7 && memcmp(text.bytes, "select ", 7) == 0 &&
           quoted_contains(text, " from ");
}

/* Returns the number of signs of code, and of options as -v, without those of places for values:
 * {}, {0}, {name}. */
static size_t count_signs(struct token_text text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.length; i++) {
        size_t end = i + 1;
        while (text.bytes[i] == '{' && end < text.length && end < i + 16 &&
               (isalnum((unsigned char)text.bytes[end]) || strchr("_.:!", text.bytes[end])))
            end++;
        if (text.bytes[i] == '{' && end < text.length && text.bytes[end] == '}')
            i = end;
        else
            n += (text.bytes[i] && strchr("{}[]|$<>=;#@&*^~+", text.bytes[i])) ||
                 (text.bytes[i] == '_' && (i == 0 || text.bytes[i - 1] != '_')) ||
                 (i > 0 && end < text.length && text.bytes[i] == '-' && text.bytes[i - 1] == ' ' &&
                  isalpha((unsigned char)text.bytes[end]));
    }
    return n;
}

/* Returns whether a text is one for people: words, and few signs of code. */
bool quoted_is_prose(struct token_text text, size_t least)
{
    size_t n_signs = count_signs(text);
    for (; text.length > 0 && *text.bytes == ' '; text.length--)
        text.bytes++;
    if (!quoted_has_lower(text) || quoted_contains(text, " :: "))
        return false;
    return !quoted_is_query(text) && quoted_count_words(text) >= least &&
           n_signs * 14 <= text.length && has_sentence(text);
}

/* Returns whether it says how a command is used: "[-v] file ...", "<url> [options]",
 * "  -v, --verbose", "--all  Text", "get <file> : reads it". */
bool quoted_is_usage(struct token_text text)
{
    static const char *const names[] = {"option", "OPTION", "arg", "ARG", "<", NULL};
    if (!quoted_contains(text, " ") || quoted_count_patterns(text) > 0)
        return false;
    size_t start = 0;
    while (start < text.length && text.bytes[start] == ' ')
        start++;
    if (text.length > start + 6 && text.bytes[start] == '-' &&
        (memcmp(text.bytes + start + 2, ", --", 4) == 0 ||
         memmem(text.bytes + start, text.length - start, "  ", 2)))
        return true;
    const char *colon = memmem(text.bytes, text.length, " : ", 3);
    size_t before = colon ? (size_t)(colon - text.bytes) : 0;
    if (before > 0 && isalpha((unsigned char)*text.bytes) && memchr(text.bytes, '<', before) &&
        quoted_is_prose((struct token_text){colon + 3, text.length - before - 3}, 3))
        return true;
    for (size_t i = start; i + 1 < text.length; i++) {
        if (text.bytes[i] != '[')
            continue;
        const char *first = text.bytes + i + 1;
        size_t rest = text.length - i - 1;
        const char *const *name = names;
        while (*name && !(rest > strlen(*name) && memcmp(first, *name, strlen(*name)) == 0))
            name++;
        bool is_option =
            rest > 2 && first[0] == '-' && (isalpha((unsigned char)first[1]) || first[1] == '-');
        if ((*name || is_option) && memchr(first, ']', rest))
            return true;
    }
    return false;
}

/* Returns whether it has places for names as templates have: "new $name$();". */
bool quoted_is_template(struct token_text text)
{
    enum { LEAST = 4 };
    size_t n = 0; /* of the letters after a `$` */
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '$' && n > LEAST)
            return true;
        bool is_name = is_letter(text.bytes[i]) || text.bytes[i] == '_';
        n = text.bytes[i] == '$' ? 1 : is_name && n > 0 ? n + 1 : 0;
    }
    return false;
}

size_t quoted_count_parts(struct token_text text, const char *const *parts)
{
    size_t n = 0;
    for (; *parts; parts++)
        n += quoted_contains(text, *parts);
    return n;
}

/* Returns whether a text has lines of a program. */
bool quoted_is_code(struct token_text text)
{
    static const char *const parts[] = {";\\n",      "{\\n", "}\\n", "\"end\\n", "\\nend\\n",
                                        ";\n",       "{\n",  "}\n",  ";%n",      "{%n",
                                        "#include ", ") # ", NULL};
    return quoted_count_parts(text, parts) > 0;
}

bool quoted_is_long(struct token_text text)
{
    static const char *const quotes[] = {"\"\"\"", "'''", NULL};
    return text.length > 6 && quoted_count_parts(text, quotes) > 0;
}

/* Returns the number of different signs that only regular expressions have. */
size_t quoted_count_patterns(struct token_text text)
{
    static const char *const parts[] = {"(?P", "(?:", "(?!", "\\(", "\\.", ".*", ")*", ")+", ".+)",
                                        "\\d", "\\s", "\\w", "[^",  "]+",  "]*", "(^", NULL};
    return quoted_count_parts(text, parts);
}

/* Returns the length of a version at the start, such as 1.2 or v1.2.0rc1; 0 if there is none. */
static size_t quoted_version_length(struct token_text text)
{
    size_t i = text.length > 0 && strchr("vV", text.bytes[0]), start = i;
    size_t n_dots = 0;
    while (i < text.length && (isdigit((unsigned char)text.bytes[i]) || text.bytes[i] == '.'))
        n_dots += text.bytes[i++] == '.';
    if (n_dots == 0 || !isdigit((unsigned char)text.bytes[start]))
        return 0;
    while (i < text.length &&
           (isalnum((unsigned char)text.bytes[i]) || strchr(".+-_", text.bytes[i])))
        i++;
    return i;
}

bool quoted_is_range(struct token_text text)
{
    if (text.length < 4 || !strchr("[(", text.bytes[0]) ||
        !strchr("])", text.bytes[text.length - 1]) || !memchr(text.bytes, ',', text.length))
        return false;
    struct token_text from = {text.bytes + 1, text.length - 1};
    return quoted_version_length(from) ||
           (*from.bytes == ',' &&
            quoted_version_length((struct token_text){from.bytes + 1, from.length - 1}));
}

bool quoted_is_version(struct token_text text)
{
    return text.length > 0 && quoted_version_length(text) == text.length;
}

bool quoted_has_digit(struct token_text text)
{
    return quoted_count(text, "0123456789") > 0;
}

/* Returns whether it is as "numpy>=1.2" or ">=3.7, <4". */
bool quoted_is_requirement(struct token_text text)
{
    for (size_t i = 0; i + 1 < text.length && text.length < 120; i++) {
        if (!strchr("<>=~!", text.bytes[i]))
            continue;
        size_t name = i;
        while (i < text.length && strchr("<>=~! ", text.bytes[i]))
            i++;
        for (size_t j = 0; j < name; j++)
            if (!isalnum((unsigned char)text.bytes[j]) && !strchr("._-[], ", text.bytes[j]))
                return false;
        if (quoted_count_words((struct token_text){text.bytes, name}) > 1)
            return false;
        struct token_text rest = {text.bytes + i, text.length - i};
        return text.bytes[name] != '=' || text.bytes[name + 1] == '='
                   ? rest.length > 0 && isdigit((unsigned char)rest.bytes[0]) &&
                         (name > 0 || quoted_contains(rest, ".")) && !quoted_contains(rest, "(") &&
                         !quoted_contains(rest, "0x") && !quoted_is_prose(rest, 3)
                   : false;
    }
    return false;
}
