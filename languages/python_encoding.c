/* As CPython's tokenizer does, which is stricter about the blanks before the name than PEP 263, and
 * looks at the beginning of two names only, because editors append -unix and the like. */
#include "languages/python_encoding.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_in_name(char c)
{
    return c && (isalnum((unsigned char)c) || strchr("-_.", c));
}

/* Finds the name of an encoding in a comment: coding[:=]\s*([-\w.]+). Returns its length; 0 if
 * there is none. */
static size_t encoding_in_comment(const char **name, const char *bytes, size_t length)
{
    static const char word[] = "coding";
    enum { N_WORD = sizeof word - 1 };
    for (size_t i = 0; i + N_WORD < length; i++) {
        size_t start = i + N_WORD, end;
        if (memcmp(bytes + i, word, N_WORD) != 0 || !strchr(":=", bytes[start]) || !bytes[start])
            continue;
        for (start++; start < length && (bytes[start] == ' ' || bytes[start] == '\t');)
            start++;
        for (end = start; end < length && is_in_name(bytes[end]);)
            end++;
        *name = bytes + start;
        if (end > start)
            return end - start;
    }
    return 0;
}

bool python_keeps_comment(const char *bytes, size_t length, size_t line)
{
    const char *name;
    bool is_interpreter = line == 1 && length > 1 && bytes[1] == '!';
    return is_interpreter || (line <= 2 && encoding_in_comment(&name, bytes, length));
}

/* Returns the length of the name without what follows it: utf-8-unix. */
static size_t normal_length(const char *name, size_t length)
{
    static const char *const names[] = {"utf-8", "latin-1", "iso-8859-1", "iso-latin-1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = 0;
        while (n < length && names[i][n] &&
               (name[n] == '_' ? '-' : tolower((unsigned char)name[n])) == names[i][n])
            n++;
        if (!names[i][n] && n < length && (name[n] == '-' || name[n] == '_'))
            return n;
    }
    return length;
}

size_t python_find_encoding(const char **name, const char *bytes, size_t length)
{
    size_t i = 0;
    for (int line = 1; line <= 2; line++) {
        while (i < length && strchr(" \t\f", bytes[i]) && bytes[i])
            i++;
        size_t start = i;
        if (i < length && bytes[i] == '#')
            while (i < length && bytes[i] != '\n' && bytes[i] != '\r')
                i++;
        size_t n = encoding_in_comment(name, bytes + start, i - start);
        if (n)
            return normal_length(*name, n);
        if (i == length || (bytes[i] != '\n' && bytes[i] != '\r'))
            return 0;
        i += bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n' ? 2 : 1;
    }
    return 0;
}
