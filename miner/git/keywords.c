/* A word is a run of letters, digits, marks and underscores. Other characters that are not ASCII
 * become quotation marks first. */
#include "miner/git/commits.h"

#include "base/mem.h"

#include <ctype.h>
#include <string.h>

enum { MIN_ID = 4 /* digits; git abbreviates no further */ };

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

/* Writes `"` over the characters that are not ASCII and are not in a word. */
static void end_words(char *text)
{
    size_t length = 0;
    for (char *at = text; *at; at += length) {
        uint32_t code;
        bool is_first = at == text || !is_word_byte(at[-1]);
        length = (unsigned char)*at < 0x80 ? 0 : utf8_decode(at, strnlen(at, 4), &code);
        if (length && !utf8_is_word_part(code, is_first))
            memset(at, '"', length);
        length += !length;
    }
}

/* ---- Trailers and addresses ----
 *
 * The last paragraph has trailers if all of its lines are some, or if a fourth are, and one of them
 * is of git; but not the first paragraph, and nothing after a line `---`
 * (git-interpret-trailers(1)). */

enum line_kind { LINE_TEXT, LINE_BLANK, LINE_COMMENT, LINE_INDENTED, LINE_TRAILER, LINE_OF_GIT };

/* What the name of a trailer consists of, and with the rest, that of an address. */
#define NAME_SIGNS "-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

static enum line_kind line_kind_of(const char *line)
{
    static const char sign[] = "Signed-off-by: ", pick[] = "(cherry picked from commit ";
    size_t blanks = strspn(line, " \t\r\v\f"), name = strspn(line, NAME_SIGNS);
    if (!line[blanks] || line[blanks] == '\n')
        return LINE_BLANK;
    if (strncmp(line, sign, sizeof sign - 1) == 0 || strncmp(line, pick, sizeof pick - 1) == 0)
        return LINE_OF_GIT;
    if (blanks || *line == '#')
        return blanks ? LINE_INDENTED : LINE_COMMENT;
    return name && line[name + strspn(line + name, " \t")] == ':' ? LINE_TRAILER : LINE_TEXT;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* Returns the start of the paragraph with the trailers, and sets `end` to its end: that of what git
 * looks at. Both are the same if there are no trailers. */
static const char *find_trailers(const char *message, const char **end)
{
    const char *line = message, *start = NULL;
    size_t n_trailers = 0, n_others = 0;
    bool is_over = false, has_own = false, is_continued = false;
    for (; *line; line = next_line(line)) {
        enum line_kind kind = line_kind_of(line);
        bool is_trailer = kind == LINE_TRAILER || kind == LINE_OF_GIT;
        if (strncmp(line, "---", 3) == 0 && isspace((unsigned char)line[3]))
            break;
        if (is_over && kind != LINE_BLANK && kind != LINE_COMMENT) {
            start = line;
            n_trailers = n_others = 0;
            is_over = has_own = false;
        }
        is_over |= kind == LINE_BLANK;
        has_own |= kind == LINE_OF_GIT;
        is_continued = is_trailer || (is_continued && kind == LINE_INDENTED);
        n_trailers += is_trailer;
        n_others += kind == LINE_TEXT || (kind == LINE_INDENTED && !is_continued);
    }
    *end = line;
    bool has = start && n_trailers && (n_others == 0 || (has_own && 3 * n_trailers >= n_others));
    return has ? start : line;
}

/* Writes blanks over the addresses of mail and of the web. */
static void hide_addresses(char *text)
{
    for (char *at = text; *at;) {
        size_t n = strspn(at, NAME_SIGNS "+._%");
        bool is_mail = n && at[n] == '@' && is_ascii_word(at[n + 1]);
        if (is_mail || (n && strncmp(at + n, "://", 3) == 0)) {
            while (at[n] > ' ' && !strchr("<>()[]\"'`,;", at[n]))
                n++;
            memset(at, ' ', n);
        }
        at += n ? n : 1;
    }
}

/* Appends a message without its trailers, except those that say what is closed, and without
 * addresses. */
static void add_said(struct str *out, const char *message)
{
    static const char *const closing[] = {"closes", "fixes", NULL};
    const char *end, *next, *line = find_trailers(message, &end);
    bool is_said = true;
    str_add(out, message, (size_t)(line - message));
    for (; line < end; line = next) {
        enum line_kind kind = line_kind_of(line);
        next = next_line(line);
        if (kind == LINE_TRAILER)
            is_said = word_at(line, strspn(line, NAME_SIGNS), closing);
        else if (kind != LINE_INDENTED)
            is_said = kind != LINE_OF_GIT || *line == '(';
        if (is_said)
            str_add(out, line, (size_t)(next - line));
    }
    str_add_text(out, end);
    end_words(out->text);
    hide_addresses(out->text);
}

bool keywords_find(enum keywords keywords, const char *message, struct str *word)
{
    scoped(str) said = {0};
    if (keywords != KEYWORDS_TSSB)
        add_said(&said, message);
    const char *found = keywords == KEYWORDS_TSSB         ? find_substring(message)
                        : keywords == KEYWORDS_MANYSSTUBS ? find_word(str_text(&said), same_stems)
                                                          : find_word(str_text(&said), forms);
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

/* Whether a line names a commit as `git revert` does. */
static bool names_reverted(const char *line)
{
    static const char start[] = "This reverts commit ";
    if (strncmp(line, start, sizeof start - 1) != 0)
        return false;
    size_t length = word_length(line + sizeof start - 1);
    return length >= MIN_ID && strspn(line + sizeof start - 1, "0123456789abcdef") >= length;
}

bool keywords_say_revert(const char *message)
{
    const char *above = "";
    scoped(str) text = {0};
    str_add_text(&text, message);
    end_words(text.text);
    bool is_revert = begins_with_undoing(text.text);
    for (const char *line = text.text; *line && !is_revert; line = next_line(line)) {
        is_revert = names_reverted(line) && strncmp(above, "* ", 2) != 0;
        above = line_kind_of(line) == LINE_BLANK ? above : line;
    }
    return is_revert;
}
