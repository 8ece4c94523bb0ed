/* A verdict is looked up in lists, each with the words for verdicts of one class. */
#include "miner/verdicts.h"

#include "base/str.h"

#include <string.h>

/* What judges say, in lower case and with single blanks; lists end with NULL. */
static const char *const accepted[] = {"accepted",       "accept",  "ac",      "ok",     "correct",
                                       "correct answer", "passed",  "pass",    "solved", "full",
                                       "full score",     "perfect", "success", NULL};

static const char *const failing[] = {
    /* the compiler */
    "ce", "compilation failed", "compile failed", "syntax error",
    /* the output */
    "wa", "wrong", "incorrect", "unaccepted", "not accepted", "failed", "fail", "no output", "pe",
    "wa presentation error", "format error", "partial",
    /* limits */
    "tle", "tl", "timelimit", "time limit", "timeout", "mle", "ml", "memory limit", "ole", "ol",
    "output limit", "qle", "ile", "il",
    /* the run; nzec: a nonzero exit code; DMOJ's ir: invalid return */
    "re", "run error", "nzec", "ir", "sigsegv", "sigabrt", "sigfpe", "sigxfsz",
    /* another user's test */
    "challenged", "hacked", NULL};

static const char *const undecided[] = {
    /* the judge; in Codeforces it can deny the judgement, and crash; DMOJ's sc: short circuited */
    "ie", "internal error", "je", "judge error", "judgement failed", "denial of judgement",
    "judge not available", "judge system error", "se", "system error", "unknown error", "uke",
    "crashed", "input preparation crashed", "ab", "aborted", "cancelled", "canceled", "sc",
    /* the rules */
    "security violated", "security violation", "illegal system call", "rejected", "skipped",
    "ignored", "disqualified", "too late",
    /* not yet */
    "testing", "submitted", "compiling", "queued", "in queue", "qu", "wj", "wr", "", NULL};

/* Other words may follow after these: "wrong answer on test 5". */
static const char *const failing_starts[] = {
    /* the compiler */
    "compile error", "compilation error", "compile time error", "compiler error",
    /* the output */
    "wrong answer", "wrong output", "presentation error", "partially accepted", "partially correct",
    "partial score",
    /* limits */
    "time limit exceeded", "time limit exceed", "time exceeded", "cpu time limit exceeded",
    "real time limit exceeded", "memory limit exceeded", "memory limit exceed", "memory exceeded",
    "output limit exceeded", "output limit exceed", "output exceeded", "query limit exceeded",
    "idleness limit exceeded",
    /* the run */
    "runtime error", "run time error", "rte", "invalid return", "nonzero exit",
    "segmentation fault", NULL};

static const char *const undecided_starts[] = {
    /* the rules */
    "restricted function",
    /* not yet */
    "judging", "running", "pending", "waiting", NULL};

static const struct {
    const char *const *words;
    bool is_start;
    enum verdict_class class;
} groups[] = {
    {accepted, false, VERDICT_ACCEPTED},         {failing, false, VERDICT_FAILING},
    {failing_starts, true, VERDICT_FAILING},     {undecided, false, VERDICT_UNDECIDED},
    {undecided_starts, true, VERDICT_UNDECIDED},
};

/* CodeNet's README: the verdicts on programs that were judged and found wrong. */
static const char *const codenet_failing[] = {
    "Compile Error",         "Wrong Answer",           "Time Limit Exceeded",
    "Memory Limit Exceeded", "Output Limit Exceeded",  "Query Limit Exceeded",
    "Runtime Error",         "WA: Presentation Error", NULL};

/* Names of Codeforces, as its API spells them, but for PARTIAL, REJECTED, SKIPPED, SUBMITTED and
 * TESTING, which are usual in other lists. */
static const char *const codeforces_signs[] = {
    /* solved */
    "OK",
    /* not solved */
    "COMPILATION_ERROR", "RUNTIME_ERROR", "WRONG_ANSWER", "TIME_LIMIT_EXCEEDED",
    "MEMORY_LIMIT_EXCEEDED", "IDLENESS_LIMIT_EXCEEDED", "PRESENTATION_ERROR", "CHALLENGED",
    /* not judged */
    "SECURITY_VIOLATED", "INPUT_PREPARATION_CRASHED", NULL};

enum verdict_class verdict_class_of(const char *status)
{
    if (strcmp(status, "Accepted") == 0)
        return VERDICT_ACCEPTED;
    return text_is_one_of(status, codenet_failing) ? VERDICT_FAILING : VERDICT_UNDECIDED;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the class of a score: digits, perhaps with a dot and digits. VERDICT_NONE for any other
 * text and for more than 100. */
static enum verdict_class class_of_score(const char *text)
{
    int number = 0;
    bool has_rest = false;
    if (!is_digit(*text))
        return VERDICT_NONE;
    for (; is_digit(*text); text++)
        number = number > 100 ? number : number * 10 + (*text - '0');
    if (*text == '.')
        for (text++; is_digit(*text); text++)
            has_rest |= *text != '0';
    if (*text || number > 100 || (number == 100 && has_rest))
        return VERDICT_NONE;
    return number == 100 ? VERDICT_ACCEPTED : VERDICT_FAILING;
}

static void add_folded(struct str *out, const char *status)
{
    for (const char *c = status; *c; c++) {
        char lower = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        bool is_word = is_digit(lower) || (lower >= 'a' && lower <= 'z') || (unsigned char)*c > 127;
        if (is_word)
            str_add(out, &lower, 1);
        else if (out->length && out->text[out->length - 1] != ' ')
            str_add_text(out, " ");
    }
    if (out->length && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
}

/* Whether other words may follow after one of the list. */
static bool is_start_listed(const char *text, const char *const *list)
{
    for (; *list; list++) {
        size_t length = strlen(*list);
        if (strncmp(text, *list, length) == 0 && text[length] == ' ')
            return true;
    }
    return false;
}

enum verdict_class verdict_class_of_judge(const char *status)
{
    scoped(str) folded = {0};
    enum verdict_class score = class_of_score(status);
    if (score != VERDICT_NONE)
        return score;
    add_folded(&folded, status);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (text_is_one_of(str_text(&folded), groups[i].words) ||
            (groups[i].is_start && is_start_listed(str_text(&folded), groups[i].words)))
            return groups[i].class;
    return VERDICT_NONE;
}

bool verdict_is_codeforces_sign(const char *status)
{
    return text_is_one_of(status, codeforces_signs);
}

enum verdict_class verdict_class_in_codeforces(const char *status)
{
    /* the judgement was denied; elsewhere, the program is wrong */
    return strcmp(status, "FAILED") == 0 ? VERDICT_UNDECIDED : VERDICT_NONE;
}
