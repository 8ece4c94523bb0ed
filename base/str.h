/* Texts: the string builder, UTF-8, words, and regular expressions. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/mem.h"

#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The string builder: a growable text that is always zero-terminated. */

struct str {
    char *text;      /* zero-terminated; NULL until something is added */
    size_t length;   /* bytes without the final zero */
    size_t capacity; /* bytes allocated */
};

/* Appends `length` bytes. */
void str_add(struct str *str, const char *bytes, size_t length);

/* Appends a zero-terminated text. */
void str_add_text(struct str *str, const char *text);

/* Appends text formatted as by printf. */
void str_print(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, but replaces the text. */
void str_set(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_print_list(struct str *str, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Returns room for `length` more bytes after the text. The caller writes to it directly, and then
 * calls str_extend() with the number of bytes written. */
char *str_reserve(struct str *str, size_t length);
void str_extend(struct str *str, size_t length);

/* Returns the text, never NULL. It is valid until the next change. */
const char *str_text(const struct str *str);

/* Empties the text and keeps the memory. */
void str_clear(struct str *str);

/* Copies the next bytes of the text, at most `capacity`: those from `at` on, which moves. Returns
 * their number, 0 at the end. */
size_t str_take(const struct str *str, size_t *at, char *bytes, size_t capacity);

/* Releases the memory. */
void str_release(struct str *str);
SCOPED_VALUE(str, str_release)

/* Returns the index of a text (may be NULL) in a list that ends with NULL; of the NULL if the text
 * is not there. */
int text_place(const char *text, const char *const *list);

/* Whether a text is in a list that ends with NULL. The list may be NULL. */
bool text_is_one_of(const char *text, const char *const *list);

/* Whether two texts are the same without case (of ASCII), `_`, `-` and blanks. */
bool text_is_like(const char *a, const char *b);

/* Compares two texts for array_sort(). */
int text_compare(const void *a, const void *b);

/* Removes the characters in `blanks` from both ends of a text, in place. Returns the start of the
 * rest. */
char *text_cut(char *text, const char *blanks);

/* Returns how often a character is in the bytes. */
size_t text_count(const char *bytes, size_t length, char c);

/* Returns the noun form for a number, as in "1 group", "2 groups": `one` for 1, `many` for any
 * other number. Numbers of JSON are doubles. */
const char *plural(double n, const char *one, const char *many);

/* A number with its noun, as in "1 group" or "2 groups". `counted(n, "group", "groups").text` is
 * valid until the end of the expression it is in. The nouns must be short. */
struct counted {
    char text[64];
};
struct counted counted(int64_t n, const char *one, const char *many);

/* Returns the number of decimals in which people see a percentage of `n` things: none below 100,
 * one below 10,000, and two from there on. More would suggest more precision than `n` things
 * give. */
int percent_decimals(double n);

/* Whether a text begins with another one; the second function does not mind the case of ASCII. */
bool text_begins(const char *text, const char *start);
bool text_begins_in_any_case(const char *text, const char *start);

/* Bytes, whatever the locale. */

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the value of a hexadecimal digit; 16 if it is none. */
static inline unsigned hex_digit(char c)
{
    char lower = (char)(c | 0x20);
    if (is_digit(c))
        return (unsigned)(c - '0');
    return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a' + 10) : 16;
}

/* Returns whether it is a letter or a digit of ASCII, or `_`. */
static inline bool is_ascii_word(char c)
{
    char lower = (char)(c | 0x20);
    return c == '_' || (lower >= 'a' && lower <= 'z') || is_digit(c);
}

/* The same, or a byte of a character that is not ASCII. */
static inline bool is_word_byte(char c)
{
    return is_ascii_word(c) || (unsigned char)c >= 0x80;
}

/* UTF-8: validity and code points (libunistring). */

/* Whether `length` bytes are well-formed UTF-8 (no surrogates, no overlong forms). */
bool utf8_is_valid(const char *bytes, size_t length);

/* Returns the number of bytes before the first that is not well-formed. */
size_t utf8_valid_length(const char *bytes, size_t length);

/* Appends the text. Each byte that is not part of a well-formed character becomes U+FFFD, and so
 * does a zero byte. */
void utf8_add_valid(struct str *out, const char *bytes, size_t length);

/* Appends bytes as the characters with their numbers (ISO 8859-1). */
void utf8_add_latin1(struct str *out, const char *bytes, size_t length);

/* Decodes the first code point of `length` > 0 bytes. Returns its length in bytes, or 0 if the
 * bytes do not start with a well-formed one. */
size_t utf8_decode(const char *bytes, size_t length, uint32_t *code);

/* Writes a code point, which is not a surrogate, to up to four bytes. Returns their number. */
size_t utf8_encode(char *bytes, uint32_t code);

/* Returns the length of the byte order mark at the start of a text: 3, or 0 if there is none. */
size_t utf8_byte_order_mark(const char *bytes, size_t length);

/* Returns the columns that a code point takes on a terminal: 0 (combining), 1, or 2 (East Asian
 * wide). */
size_t utf8_columns_of(uint32_t code);

/* Returns the columns that `length` bytes of well-formed UTF-8 without control characters take. */
size_t utf8_columns(const char *bytes, size_t length);

/* Returns whether no character as readers see it (a grapheme cluster) is cut at byte `at` of a text
 * of `length` bytes. Characters of several emoji or flags count as one where that is in doubt. */
bool utf8_is_between(const char *bytes, size_t length, size_t at);

/* Returns the number of code points in `length` bytes of well-formed UTF-8. */
size_t utf8_count(const char *bytes, size_t length);

/* Which characters that are not ASCII may be in an identifier: those of Unicode (UAX 31: XID_Start,
 * then XID_Continue), or those of Java (Character.isJavaIdentifierStart, then
 * isJavaIdentifierPart), which has currency signs, too. */
enum utf8_names { UTF8_NAMES_XID, UTF8_NAMES_JAVA };

/* Returns whether a code point may be in an identifier, or start one. */
bool utf8_is_identifier_part(enum utf8_names names, uint32_t code, bool is_first);

/* Appends the text in the normal form NFKC (UAX 15): "ﬁ" as "fi". */
void utf8_add_nfkc(struct str *out, const char *bytes, size_t length);

/* Finds the code point that Unicode names so, in any case: "LATIN SMALL LETTER A". Returns false if
 * the name is not known. */
bool utf8_find_named(uint32_t *code, const char *name, size_t length);

/* Returns whether a code point goes on with a word that is before it, or begins one (UAX 29).
 * Letters do, but not ideographs and kana, which are written without blanks. A mark does not begin
 * a word: it belongs to what is before it. */
bool utf8_is_word_part(uint32_t code, bool is_first);

/* Returns whether a code point is white space (Unicode). */
bool utf8_is_space(uint32_t code);

/* Appends the name and version of the library. */
void utf8_add_library(struct str *out);

/* Lists of words in one text, with blanks between them. A backslash is before a blank that is in a
 * word, and before a backslash. */

/* Appends a word that is not empty. */
void word_list_add(struct str *out, const char *word);

/* Replaces `word` with the next word of `*list`, and moves `*list` to the end of that word. Returns
 * false at the end of the list. */
bool word_list_next(struct str *word, const char **list);

/* Command lines that people type or paste. */

/* Appends a word in the syntax of a POSIX shell: in single quotes if it needs them. */
void shell_add_word(struct str *out, const char *word);

/* The same for the path of a file that is an argument: one that begins with - gets ./ before it, so
 * that it is not taken as an option, and one with control characters is in the form of bash and
 * POSIX 2024, $'a\012b', on one line. "-" itself stays. */
void shell_add_path(struct str *out, const char *path);

/* POSIX extended regular expressions. If memory runs out, the program ends (mem_exhausted()). */

/* Compiles a pattern of our own, which is known to be right. Release with regfree(). */
void regex_compile(regex_t *out, const char *pattern);

/* Returns whether a text contains the pattern. Sets the first `n` places, as regexec() does. */
bool regex_find(const regex_t *regex, const char *text, size_t n, regmatch_t *places);

#endif
