/* A word is a run of ASCII letters, digits, underscores, and bytes of other characters. */
#include "sources/git/commits.h"

#include "base/mem.h"

#include <string.h>

static const char *const names[N_KEYWORDS] = {"words", "tssb", "manysstubs", "none"};

static const char *const substrings[] = {"error", "bug",    "fix",  "issue", "mistake", "incorrect",
                                         "fault", "defect", "flaw", "type",  NULL};

static const char *const forms[] = {
    "error",      "errors",    "bug",         "bugs",   "buggy",  "bugfix",  "bugfixes", "fix",
    "fixes",      "fixed",     "fixing",      "issue",  "issues", "mistake", "mistakes", "mistaken",
    "mistakenly", "incorrect", "incorrectly", "fault",  "faults", "faulty",  "defect",   "defects",
    "defective",  "flaw",      "flaws",       "flawed", "type",   "types",   "typed",    NULL};

/* All words that Porter's algorithm maps to the stem of a keyword. */
static const char *const same_stems[] = {
    "error",     "errors",    "errored",  "erroring", "bug",       "bugs",      "bugged",
    "bugging",   "fix",       "fixes",    "fixed",    "fixing",    "issue",     "issues",
    "issued",    "issuing",   "mistake",  "mistakes", "mistaking", "incorrect", "fault",
    "faults",    "faulted",   "faulting", "defect",   "defects",   "defected",  "defecting",
    "defective", "defection", "flaw",     "flaws",    "flawed",    "flawing",   "type",
    "types",     "typed",     "typing",   NULL};

const char *keywords_name(int keywords)
{
    return keywords < N_KEYWORDS ? names[keywords] : NULL;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word_byte(char c)
{
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

/* Whether the text begins with the word in any case. */
static bool begins_with(const char *text, const char *word)
{
    size_t i = 0;
    while (word[i] && lower(text[i]) == word[i])
        i++;
    return !word[i];
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_word_byte(at[length]))
        length++;
    return length;
}

/* Returns the word of the list that is at a place in the message. */
static const char *word_at(const char *at, const char *const *words)
{
    size_t length = word_length(at);
    for (; length && *words; words++)
        if (strlen(*words) == length && begins_with(at, *words))
            return *words;
    return NULL;
}

const char *keywords_find_word(const char *text, const char *const *words)
{
    const char *found = NULL;
    for (const char *at = text; *at && !found;) {
        size_t length = word_length(at);
        found = word_at(at, words);
        at += length ? length : 1;
    }
    return found;
}

static const char *find_substring(const char *message)
{
    for (const char *at = message; *at; at++)
        for (const char *const *word = substrings; *word; word++)
            if (begins_with(at, *word))
                return *word;
    return NULL;
}

bool keywords_find(enum keywords keywords, const char *message, struct str *word)
{
    const char *found = keywords == KEYWORDS_TSSB         ? find_substring(message)
                        : keywords == KEYWORDS_MANYSSTUBS ? keywords_find_word(message, same_stems)
                                                          : keywords_find_word(message, forms);
    str_clear(word);
    if (found)
        str_add_text(word, found);
    return found || keywords == KEYWORDS_NONE;
}

bool keywords_say_revert(const char *message)
{
    static const char *const words[] = {"revert", "reverts", "reverted", "reverting", NULL};
    static const char body[] = "This reverts commit ";
    const char *start = message + strspn(message, " \t\r\n");
    if (word_at(start, words) || begins_with(start, "reapply \""))
        return true;
    for (const char *line = start; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, body, sizeof body - 1) == 0)
            return true;
    }
    return false;
}
