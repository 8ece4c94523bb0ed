/* How a verdict in a comment looks: a code in capitals, a phrase, or a line of its own. Comments
 * also have the words of verdicts for other reasons, so most words count only after a label, or in
 * a verdict of several words. */
#include "base/verdicts.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Codes that hardly mean anything else, as they are written. */
static const char *const codes[] = {"AC", "WA", "TLE", "MLE", "OLE", "RTE", NULL};

/* What is before the verdict in the header of a submission. */
static const char *const labels[] = {"result", "status", "verdict", "judge", "judgement", NULL};

/* Words that hardly mean anything else where they are all of a line, or of its first sentence: in
 * any case, and in capitals. Missing are "ok", "pass", "wrong" and the like, which comments have
 * for other reasons, and "ac", which is also a pair of letters. */
static const char *const plain[] = {"accepted", "unaccepted", "wa",   "tle", "mle",
                                    "ole",      "rte",        "nzec", NULL};
static const char *const plain_codes[] = {"PE", "CE", "RE", NULL};

enum {
    MIN_SENTENCE = 8, /* letters of any other verdict without a label */
    MAX_PLAIN = 16,   /* with the final zero */
};

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether two bytes are capitals, and no code. */
static bool is_other_pair(const char *bytes)
{
    const char pair[] = {bytes[0], bytes[1], '\0'};
    return isupper((unsigned char)pair[0]) && isupper((unsigned char)pair[1]) &&
           !text_is_one_of(pair, codes);
}

/* Whether such a word is beside a word, so that they are a list of pairs of letters. */
static bool is_among_pairs(const char *text, size_t length, size_t start, size_t end)
{
    bool is_after = start >= 3 && text[start - 1] == ' ' && is_other_pair(text + start - 3) &&
                    (start == 3 || !is_word_byte(text[start - 4]));
    bool is_before = length - end >= 3 && text[end] == ' ' && is_other_pair(text + end + 1) &&
                     (length - end == 3 || !is_word_byte(text[end + 3]));
    return is_after || is_before;
}

static bool has_code(const char *text, size_t length)
{
    for (size_t start = 0, end; start < length; start = end + 1) {
        char word[4] = "";
        for (end = start; end < length && is_word_byte(text[end]); end++)
            continue;
        if (end - start < 2 || end - start >= sizeof word)
            continue;
        memcpy(word, text + start, end - start);
        word[end - start] = '\0';
        if (text_is_one_of(word, codes) && !is_among_pairs(text, length, start, end))
            return true;
    }
    return false;
}

/* Returns what follows the label at the start of a line; the line itself if it has none. */
static const char *skip_label(const char *line)
{
    for (const char *const *label = labels; *label; label++) {
        size_t length = strlen(*label);
        if (strncasecmp(line, *label, length) == 0 && line[length] && !is_word_byte(line[length]))
            return line + length;
    }
    return line;
}

/* Whether a line, or its first sentence, is one of the words that are verdicts. */
static bool is_plain(const char *line)
{
    char word[MAX_PLAIN] = "", lower[MAX_PLAIN] = "";
    size_t n = 0;
    for (; n + 1 < MAX_PLAIN && is_word_byte(line[n]); n++) {
        word[n] = line[n];
        lower[n] = (char)tolower((unsigned char)line[n]);
    }
    if (!text_is_one_of(lower, plain) && !text_is_one_of(word, plain_codes))
        return false;
    size_t n_stops = strspn(line + n, ".!");
    line += n + n_stops;
    if (strncmp(line, " (", 2) == 0 && isdigit((unsigned char)line[2])) /* "(52 ms)" */
        return true;
    return n_stops ? !*line || *line == ' ' : !line[strspn(line, " \t*/#-=~)")];
}

/* Whether a line has several words with enough letters, which are not in parentheses, or does not
 * begin with a Latin letter. */
static bool is_sentence(const char *line)
{
    size_t n_letters = 0, n_words = 0;
    if (!isalpha((unsigned char)*line))
        return true;
    for (const char *at = line; *at && *at != '('; at++) {
        bool is_letter = isalnum((unsigned char)*at) || (unsigned char)*at > 127;
        n_letters += is_letter;
        n_words += is_letter && (at == line || strchr(" \t", at[-1]));
    }
    return n_words > 1 && n_letters >= MIN_SENTENCE;
}

static bool is_verdict_line(const char *line)
{
    const char *verdict = skip_label(line);
    if (verdict == line && is_plain(line))
        return true;
    if (!(verdict_traits_of(verdict) & VERDICT_TRAIT_WORD) ||
        (verdict == line && !is_sentence(line)))
        return false;
    enum verdict_class class = verdict_class_of_judge(verdict, VERDICT_TRAIT_WORD);
    return class == VERDICT_ACCEPTED || class == VERDICT_FAILING;
}

bool verdict_is_in_comment(const char *comment, size_t length)
{
    scoped(str) line = {0};
    if (has_code(comment, length) || verdict_has_phrase(comment, length))
        return true;
    for (size_t start = 0, end; start < length; start = end + 1) {
        for (end = start; end < length && comment[end] != '\n' && comment[end] != '\r'; end++)
            continue;
        str_clear(&line);
        while (start < end && !((unsigned char)comment[start] & 0x80) &&
               !is_word_byte(comment[start]))
            start++;
        str_add(&line, comment + start, end - start);
        if (is_verdict_line(str_text(&line)))
            return true;
    }
    return false;
}
