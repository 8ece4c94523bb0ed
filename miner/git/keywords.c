/* A word is a run of ASCII letters, digits, underscores, and bytes of other characters. */
#include "miner/git/commits.h"

#include "base/mem.h"

#include <ctype.h>
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

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_word_byte(at[length]))
        length++;
    return length;
}

/* Returns the word of the list (lower case) that is at a place in the message in any case. */
static const char *word_at(const char *at, size_t length, const char *const *words)
{
    for (; length && *words; words++)
        if (**words == (*at | 0x20) && strlen(*words) == length &&
            text_begins_in_any_case(at, *words))
            return *words;
    return NULL;
}

/* Returns the first word of the list (lower case, NULL at its end) that a text has in any case as a
 * whole word; NULL if it has none. */
static const char *find_word(const char *text, const char *const *words)
{
    const char *found = NULL;
    for (const char *at = text; *at && !found;) {
        size_t length = word_length(at);
        found = word_at(at, length, words);
        at += length ? length : 1;
    }
    return found;
}

static const char *find_substring(const char *message)
{
    for (const char *at = message; *at; at++)
        for (const char *const *word = substrings; *word; word++)
            if (text_begins_in_any_case(at, *word))
                return *word;
    return NULL;
}

bool keywords_find(enum keywords keywords, const char *message, struct str *word)
{
    const char *found = keywords == KEYWORDS_TSSB         ? find_substring(message)
                        : keywords == KEYWORDS_MANYSSTUBS ? find_word(message, same_stems)
                                                          : find_word(message, forms);
    str_clear(word);
    if (found)
        str_add_text(word, found);
    return found || keywords == KEYWORDS_NONE;
}

/* Returns what follows a prefix of a line, as projects write it: `module: `, `[area] `, `ABC-123 `,
 * `Partially `. NULL: there is none. */
static const char *after_prefix(const char *at)
{
    static const char *const adverbs[] = {"automated",   "automatic", "automatically",
                                          "partial",     "partially", "partly",
                                          "temporarily", "manually",  NULL};
    enum { MAX_PREFIX = 40 };
    size_t length = word_length(at), line = strcspn(at, "\r\n");
    const char *close = *at == '[' ? memchr(at, ']', line) : NULL;
    const char *colon = memchr(at, ':', line);
    if (close)
        return close + 1;
    if (length && at[length] == '-' && isdigit((unsigned char)at[length + 1]))
        return at + length + 1 + word_length(at + length + 1);
    if (colon && colon - at < MAX_PREFIX && colon[1] == ' ')
        return colon + 1;
    return word_at(at, length, adverbs) ? at + length : NULL;
}

/* Whether a line has a number of an object of git or Subversion, or of a pull request, or the word
 * for a change. */
static bool names_commit(const char *line)
{
    static const char *const words[] = {"commit",    "commits", "change", "changes",
                                        "changeset", "patch",   NULL};
    for (const char *at = line; *at && *at != '\n';) {
        size_t length = word_length(at);
        bool is_id = length >= 7 && strspn(at, "0123456789abcdef") >= length;
        bool is_number = (*at == 'r' || *at == '#') && isdigit((unsigned char)at[1]);
        if (is_id || is_number || word_at(at, length, words))
            return true;
        at += length ? length : 1;
    }
    return false;
}

/* Whether a line says by its first words that something is undone. */
static bool begins_with_undoing(const char *at)
{
    static const char *const words[] = {"revert",    "reverts",  "reverted",
                                        "reverting", "unrevert", NULL};
    static const char *const others[] = {"undo",   "undoes",  "undid",   "undoing", "rollback",
                                         "rolled", "roll",    "rolls",   "back",    "backs",
                                         "backed", "backing", "backout", NULL};
    for (; at; at = after_prefix(at)) {
        at += strspn(at, " \t\r\n:-/*.,");
        size_t length = word_length(at);
        if (word_at(at, length, words) || text_begins_in_any_case(at, "reapply \"") ||
            (word_at(at, length, others) && names_commit(at)))
            return true;
    }
    return false;
}

bool keywords_say_revert(const char *message)
{
    static const char body[] = "This reverts commit ";
    bool is_revert = begins_with_undoing(message);
    for (const char *line = message; line && !is_revert; line = strchr(line, '\n')) {
        line += *line == '\n';
        is_revert = strncmp(line, body, sizeof body - 1) == 0;
    }
    return is_revert;
}
