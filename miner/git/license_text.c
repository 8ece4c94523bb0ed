/* Texts are compared as SPDX's guidelines for matching say, in spirit: upper and lower case, white
 * space, punctuation, the numbers of paragraphs, and lines with a copyright do not count, unless
 * such a line also has a word that restricts. What remains are words. A text is compared with a
 * licence by their pairs of adjacent words, as multisets: the best beginning of the text is found
 * while its pairs are counted. Words such as `not` and `commercial` must be equally frequent in
 * both, since one of them can turn a licence into its opposite.
 *
 * Debian's licensecheck 3.3.5 was measured as a replacement. Of the 728 texts of SPDX's list it
 * names 282, this file 718, and none wrongly. It looks for phrases, so restrictions beside them do
 * not count: it calls MIT what says that permission "is not granted", and BUSL-1.1 the GPL. */
#include "miner/git/commits.h"

#include "base/mem.h"
#include "base/spdx.h"
#include "base/str.h"

#include <stdint.h>
#include <string.h>

enum {
    N_DECISIVE = 16,
    MAX_LEAD = 40,    /* words before the first licence */
    MAX_STARTS = 256, /* paragraphs at which the comparison begins */
    EARLY = 24,       /* pairs of words after which a text that is too different is given up */
    MAX_FOUND = 8,    /* licences in a file */
};

/* The similarity from which a text is that of a licence: the Dice coefficient of the multisets of
 * their pairs of words (Dice 1945, Sorensen 1948). */
#define MIN_SIMILARITY 0.95
#define CERTAIN        0.98

/* Words that change the meaning of a licence, in the order of base/licenses/texts.js. */
static const char *const decisive[] = {
    "not",        "no",        "non",        "never",         "only",       "except",
    "unless",     "without",   "commercial", "noncommercial", "prohibited", "forbidden",
    "restricted", "excluding", "military",   "must",          NULL};

/* Words of texts that may restrict the licence beside them, or are about another one. */
static const char *const doubtful[] = {
    "agpl",       "commercial",  "commons",    "except",        "exclusively", "forbidden",
    "general",    "gnu",         "gpl",        "gplv2",         "gplv3",       "lgpl",
    "military",   "must",        "never",      "noncommercial", "not",         "only",
    "prohibited", "proprietary", "restricted", "sspl",          "unless",      NULL};

/* Patterns of lines in lower case (POSIX extended regular expressions). */
enum { COPYRIGHT, OWNER, C_IN_PARENTHESES, YEAR, ALL_RIGHTS, RESTRICTING, NUMBER, N_PATTERNS };
#define FIRST "^[^a-z0-9]*" /* before the first word */
static const char *const patterns[N_PATTERNS] = {
    [COPYRIGHT] = FIRST "copyright([^a-z0-9]|$)",
    [OWNER] = "[<[{]|\\(c\\)|\xc2\xa9",
    [C_IN_PARENTHESES] = FIRST "\\(c\\)",
    [YEAR] = "(^|[^0-9])[0-9]{4}([^0-9]|$)",
    [ALL_RIGHTS] = FIRST "all[^a-z0-9]+rights[^a-z0-9]+reserved[^a-z0-9]*$",
    /* Words with which a line of a copyright counts. They are those of base/licenses/texts.js, and
     * not all of `doubtful`, because owners are called General and GNU. */
    [RESTRICTING] = "(^|[^a-z0-9])(commercial|except|forbidden|military|must|never|noncommercial|"
                    "not|prohibited|restricted|only|unless)([^a-z0-9]|$)",
    /* "1.", "a)", "(iv)" and the like */
    [NUMBER] = FIRST "([a-z0-9]|[0-9]{2}|[ivx]{2,4})[.)]([ \t\r]|$)",
};

struct license_text {
    const char *id;
    uint32_t first, n;          /* its pairs, as hashes, sorted */
    uint8_t counts[N_DECISIVE]; /* of these words */
};

#include "spdx_texts.inc"

enum { N_TEXTS = sizeof texts / sizeof *texts };

/* ---- Words ---- */

struct words {
    regex_t patterns[N_PATTERNS];
    ARRAY(uint32_t) pairs;       /* hash of each word and the next one */
    ARRAY(signed char) decisive; /* of each word: its number, or -1 */
    ARRAY(bool) is_doubtful;
    ARRAY(uint32_t) starts; /* numbers of the words that begin paragraphs */
    struct str last;
    bool is_start; /* the next word begins a paragraph */
};

static void release_words(struct words *words)
{
    for (int i = 0; i < N_PATTERNS; i++)
        regfree(&words->patterns[i]);
    array_release(&words->pairs);
    array_release(&words->decisive);
    array_release(&words->is_doubtful);
    array_release(&words->starts);
    str_release(&words->last);
}
SCOPED_VALUE(words, release_words)

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* FNV-1a */
static uint32_t hash_words(const struct str *first, const struct str *second)
{
    uint32_t hash = 0x811c9dc5;
    const struct str *parts[] = {first, second};
    for (int i = 0; i < 2; i++) {
        for (size_t at = 0; at < parts[i]->length; at++)
            hash = (hash ^ (unsigned char)parts[i]->text[at]) * 0x01000193;
        hash = i == 0 ? (hash ^ ' ') * 0x01000193 : hash;
    }
    return hash;
}

static void add_word(struct words *words, const char *text, size_t length)
{
    scoped(str) word = {0};
    str_add(&word, text, length);
    if (strcmp(word.text, "licence") == 0)
        str_set(&word, "license");
    else if (strcmp(word.text, "https") == 0)
        str_set(&word, "http");
    if (words->is_start)
        array_push(&words->starts, (uint32_t)words->decisive.n);
    words->is_start = false;
    if (words->decisive.n)
        array_push(&words->pairs, hash_words(&words->last, &word));
    int place = text_place(word.text, decisive);
    array_push(&words->decisive, (signed char)(decisive[place] ? place : -1));
    array_push(&words->is_doubtful, text_is_one_of(word.text, doubtful));
    str_set(&words->last, "%s", word.text);
}

/* Sets `word` to the next word from `at` on, and returns where it ends. Its length is 0 at the end
 * of the line. */
static const char *next_word(const char *at, const char **word)
{
    while (*at && !is_letter_or_digit(*at))
        at++;
    *word = at;
    while (is_letter_or_digit(*at))
        at++;
    return at;
}

static bool has(const struct words *words, const char *line, int pattern)
{
    return regex_find(&words->patterns[pattern], line, 0, NULL);
}

static bool is_copyright(const struct words *words, const char *line)
{
    bool is_named = has(words, line, COPYRIGHT)
                        ? has(words, line, YEAR) || has(words, line, OWNER)
                        : (has(words, line, C_IN_PARENTHESES) && has(words, line, YEAR)) ||
                              has(words, line, ALL_RIGHTS);
    return is_named && !has(words, line, RESTRICTING);
}

static void add_line(struct words *words, const char *line)
{
    const char *word, *at = line;
    regmatch_t number[2];
    if (is_copyright(words, line)) {
        words->is_start = true;
        return;
    }
    if (regex_find(&words->patterns[NUMBER], line, 2, number))
        at += number[1].rm_eo;
    size_t n = words->decisive.n;
    while ((at = next_word(at, &word)) > word)
        add_word(words, word, (size_t)(at - word));
    words->is_start |= words->decisive.n == n;
}

static void add_words(struct words *words, const char *text, size_t length)
{
    scoped(str) lower = {0};
    str_add(&lower, text, length);
    for (int i = 0; i < N_PATTERNS; i++)
        regex_compile(&words->patterns[i], patterns[i]);
    for (size_t i = 0; i < length; i++)
        if (lower.text[i] >= 'A' && lower.text[i] <= 'Z')
            lower.text[i] = (char)(lower.text[i] - 'A' + 'a');
        else if (lower.text[i] == '\n' || (lower.text[i] == '\r' && lower.text[i + 1] != '\n'))
            lower.text[i] = '\0';
    words->is_start = true;
    for (size_t start = 0; start < length; start += strlen(lower.text + start) + 1)
        add_line(words, lower.text + start);
}

/* ---- Comparison ----
 *
 * The comparison begins at each paragraph. If what is found is permissive, the text between the
 * licences and after them must not contain words that could restrict them. Of several licences that
 * are similar enough, such as MIT and X11, which continues it, the one that explains most of the
 * text is taken. */

/* A beginning of a text that is similar to a licence. */
struct match {
    const struct license_text *license; /* NULL: none */
    size_t n_pairs, n_common;
    double similarity;
};

/* Finds a pair of the licence that is not yet used. */
static bool use_pair(const struct license_text *license, uint32_t pair, uint16_t *used)
{
    const uint32_t *own = &pairs[license->first];
    size_t at;
    bisect(at, license->n, own[at] < pair);
    if (at == license->n || own[at] != pair)
        return false;
    size_t next = at + used[at];
    if (next == license->n || own[next] != pair)
        return false;
    used[at]++;
    return true;
}

/* Compares a licence with the beginnings of the text from the word `start` on. A beginning that is
 * longer than the licence by more than 1 / 0.95 cannot be similar enough. */
static struct match compare(const struct words *words, size_t start,
                            const struct license_text *license, uint16_t *used)
{
    struct match best = {license, 0, 0, 0};
    size_t n_common = 0, n = words->pairs.n - start;
    size_t max = (size_t)((double)license->n * (2 / MIN_SIMILARITY - 1)) + 1;
    memset(used, 0, license->n * sizeof *used);
    for (size_t i = 0; i < n && i < max; i++) {
        n_common += use_pair(license, words->pairs.items[start + i], used);
        double similarity = 2 * (double)n_common / (double)(license->n + i + 1);
        if (similarity > best.similarity)
            best = (struct match){license, i + 1, n_common, similarity};
        if (i + 1 == EARLY && n_common < EARLY / 2)
            break;
    }
    return best;
}

static bool has_same_decisive(const struct words *words, size_t start, const struct match *match)
{
    size_t counts[N_DECISIVE] = {0};
    for (size_t i = start; i <= start + match->n_pairs; i++)
        if (words->decisive.items[i] >= 0)
            counts[words->decisive.items[i]]++;
    for (int i = 0; i < N_DECISIVE; i++)
        if (counts[i] != match->license->counts[i])
            return false;
    return true;
}

/* What a match explains of the text, less what differs. */
static double gain(const struct match *match)
{
    return 3 * (double)match->n_common - (double)match->license->n - (double)match->n_pairs;
}

/* Finds the licence that explains most. If the text differs from it in a decisive word, it is not
 * taken for the next best one. A licence that is not permissive may differ a little: mistaking its
 * variants for it does no harm. */
static struct match find_at(const struct words *words, size_t start, uint16_t *used)
{
    struct match best = {NULL, 0, 0, 0}, none = best;
    if (start >= words->pairs.n)
        return none;
    for (size_t i = 0; i < N_TEXTS; i++) {
        struct match match = compare(words, start, &texts[i], used);
        if (match.similarity >= MIN_SIMILARITY && (!best.license || gain(&match) > gain(&best)))
            best = match;
    }
    bool is_sure =
        best.license && (has_same_decisive(words, start, &best) ||
                         (best.similarity >= CERTAIN && !spdx_is_permissive(best.license->id)));
    return is_sure ? best : none;
}

static bool has_doubtful(const struct words *words, size_t start, size_t end)
{
    for (; start < end; start++)
        if (words->is_doubtful.items[start])
            return true;
    return false;
}

bool license_text_find(const char *text, size_t length, struct str *expression)
{
    scoped(words) words = {.is_start = true};
    scoped(str) joined = {0};
    scoped(table) licenses = {0};
    size_t n_found = 0, end = 0; /* `end`: of the last licence */
    bool is_doubtful = false;
    add_words(&words, text, length);
    scoped_memory uint16_t *used = mem_alloc(sizeof pairs / sizeof *pairs, sizeof *used);
    for (size_t i = 0; i < words.starts.n && i < MAX_STARTS; i++) {
        size_t start = words.starts.items[i];
        if (start < end)
            continue;
        if (!n_found && start > MAX_LEAD)
            return false;
        struct match match = find_at(&words, start, used);
        if (!match.license)
            continue;
        if (n_found == MAX_FOUND)
            return false;
        is_doubtful = is_doubtful || has_doubtful(&words, end, start);
        if (table_add(&licenses, match.license->id) != TABLE_NONE)
            str_print(&joined, "%s%s", n_found ? " AND " : "", match.license->id);
        n_found++;
        end = start + match.n_pairs + 1;
    }
    is_doubtful = is_doubtful || has_doubtful(&words, end, words.decisive.n);
    if (!n_found || (is_doubtful && spdx_is_permissive(str_text(&joined))))
        return false;
    str_add_text(expression, str_text(&joined));
    return true;
}
