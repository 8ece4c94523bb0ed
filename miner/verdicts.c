#include "miner/verdicts.h"

#include "base/str.h"

#include <string.h>

/* In the order of the classes. */
static const struct verdict {
    enum verdict_class class;
    const char *words;   /* in lower case, with single blanks */
    const char *codenet; /* the same verdict in CodeNet's README; NULL: it has none */
    bool is_start;       /* other words may follow: "wrong answer on test 5" */
} verdicts[] = {
    {VERDICT_ACCEPTED, "accepted", "Accepted", false},
    {VERDICT_ACCEPTED, "accept", NULL, false},
    {VERDICT_ACCEPTED, "ac", NULL, false},
    {VERDICT_ACCEPTED, "ok", NULL, false},
    {VERDICT_ACCEPTED, "correct", NULL, false},
    {VERDICT_ACCEPTED, "correct answer", NULL, false},
    {VERDICT_ACCEPTED, "passed", NULL, false},
    {VERDICT_ACCEPTED, "pass", NULL, false},
    {VERDICT_ACCEPTED, "solved", NULL, false},
    {VERDICT_ACCEPTED, "full", NULL, false},
    {VERDICT_ACCEPTED, "full score", NULL, false},
    {VERDICT_ACCEPTED, "perfect", NULL, false},
    {VERDICT_ACCEPTED, "success", NULL, false},

    {VERDICT_FAILING, "compile error", "Compile Error", true},
    {VERDICT_FAILING, "wrong answer", "Wrong Answer", true},
    {VERDICT_FAILING, "time limit exceeded", "Time Limit Exceeded", true},
    {VERDICT_FAILING, "memory limit exceeded", "Memory Limit Exceeded", true},
    {VERDICT_FAILING, "output limit exceeded", "Output Limit Exceeded", true},
    {VERDICT_FAILING, "query limit exceeded", "Query Limit Exceeded", true},
    {VERDICT_FAILING, "runtime error", "Runtime Error", true},
    {VERDICT_FAILING, "wa presentation error", "WA: Presentation Error", false},
    {VERDICT_FAILING, "ce", NULL, false},
    {VERDICT_FAILING, "compilation error", NULL, true},
    {VERDICT_FAILING, "compilation failed", NULL, false},
    {VERDICT_FAILING, "compile failed", NULL, false},
    {VERDICT_FAILING, "compile time error", NULL, true},
    {VERDICT_FAILING, "compiler error", NULL, true},
    {VERDICT_FAILING, "syntax error", NULL, false},
    {VERDICT_FAILING, "wa", NULL, false},
    {VERDICT_FAILING, "wrong", NULL, false},
    {VERDICT_FAILING, "wrong output", NULL, true},
    {VERDICT_FAILING, "incorrect", NULL, false},
    {VERDICT_FAILING, "unaccepted", NULL, false},
    {VERDICT_FAILING, "not accepted", NULL, false},
    {VERDICT_FAILING, "failed", NULL, false},
    {VERDICT_FAILING, "fail", NULL, false},
    {VERDICT_FAILING, "no output", NULL, false},
    {VERDICT_FAILING, "tle", NULL, false},
    {VERDICT_FAILING, "tl", NULL, false},
    {VERDICT_FAILING, "timelimit", NULL, false},
    {VERDICT_FAILING, "time limit", NULL, false},
    {VERDICT_FAILING, "time limit exceed", NULL, true},
    {VERDICT_FAILING, "time exceeded", NULL, true},
    {VERDICT_FAILING, "cpu time limit exceeded", NULL, true},
    {VERDICT_FAILING, "real time limit exceeded", NULL, true},
    {VERDICT_FAILING, "timeout", NULL, false},
    {VERDICT_FAILING, "mle", NULL, false},
    {VERDICT_FAILING, "ml", NULL, false},
    {VERDICT_FAILING, "memory limit", NULL, false},
    {VERDICT_FAILING, "memory limit exceed", NULL, true},
    {VERDICT_FAILING, "memory exceeded", NULL, true},
    {VERDICT_FAILING, "ole", NULL, false},
    {VERDICT_FAILING, "ol", NULL, false},
    {VERDICT_FAILING, "output limit", NULL, false},
    {VERDICT_FAILING, "output limit exceed", NULL, true},
    {VERDICT_FAILING, "output exceeded", NULL, true},
    {VERDICT_FAILING, "qle", NULL, false},
    {VERDICT_FAILING, "ile", NULL, false},
    {VERDICT_FAILING, "il", NULL, false},
    {VERDICT_FAILING, "idleness limit exceeded", NULL, true},
    {VERDICT_FAILING, "re", NULL, false},
    {VERDICT_FAILING, "rte", NULL, true},
    {VERDICT_FAILING, "nzec", NULL, false}, /* nonzero exit code */
    {VERDICT_FAILING, "sigsegv", NULL, false},
    {VERDICT_FAILING, "sigabrt", NULL, false},
    {VERDICT_FAILING, "sigfpe", NULL, false},
    {VERDICT_FAILING, "sigxfsz", NULL, false},
    {VERDICT_FAILING, "run error", NULL, false},
    {VERDICT_FAILING, "run time error", NULL, true},
    {VERDICT_FAILING, "ir", NULL, false}, /* DMOJ: invalid return */
    {VERDICT_FAILING, "invalid return", NULL, true},
    {VERDICT_FAILING, "nonzero exit", NULL, true},
    {VERDICT_FAILING, "segmentation fault", NULL, true},
    {VERDICT_FAILING, "pe", NULL, false},
    {VERDICT_FAILING, "presentation error", NULL, true},
    {VERDICT_FAILING, "format error", NULL, false},
    {VERDICT_FAILING, "partial", NULL, false},
    {VERDICT_FAILING, "partially accepted", NULL, true},
    {VERDICT_FAILING, "partially correct", NULL, true},
    {VERDICT_FAILING, "partial score", NULL, true},
    {VERDICT_FAILING, "challenged", NULL, false}, /* hacked by another user's test */
    {VERDICT_FAILING, "hacked", NULL, false},

    {VERDICT_UNDECIDED, "ie", NULL, false},
    {VERDICT_UNDECIDED, "internal error", NULL, false},
    {VERDICT_UNDECIDED, "je", NULL, false},
    {VERDICT_UNDECIDED, "judge error", NULL, false},
    {VERDICT_UNDECIDED, "judgement failed", NULL, false},
    {VERDICT_UNDECIDED, "denial of judgement", NULL, false}, /* Codeforces */
    {VERDICT_UNDECIDED, "judge not available", NULL, false},
    {VERDICT_UNDECIDED, "judge system error", NULL, false},
    {VERDICT_UNDECIDED, "se", NULL, false},
    {VERDICT_UNDECIDED, "system error", NULL, false},
    {VERDICT_UNDECIDED, "unknown error", NULL, false},
    {VERDICT_UNDECIDED, "uke", NULL, false},
    {VERDICT_UNDECIDED, "crashed", NULL, false}, /* Codeforces: the judge did */
    {VERDICT_UNDECIDED, "input preparation crashed", NULL, false},
    {VERDICT_UNDECIDED, "security violated", NULL, false},
    {VERDICT_UNDECIDED, "security violation", NULL, false},
    {VERDICT_UNDECIDED, "restricted function", NULL, true},
    {VERDICT_UNDECIDED, "illegal system call", NULL, false},
    {VERDICT_UNDECIDED, "rejected", NULL, false},
    {VERDICT_UNDECIDED, "skipped", NULL, false},
    {VERDICT_UNDECIDED, "ignored", NULL, false},
    {VERDICT_UNDECIDED, "disqualified", NULL, false},
    {VERDICT_UNDECIDED, "too late", NULL, false},
    {VERDICT_UNDECIDED, "ab", NULL, false},
    {VERDICT_UNDECIDED, "aborted", NULL, false},
    {VERDICT_UNDECIDED, "cancelled", NULL, false},
    {VERDICT_UNDECIDED, "canceled", NULL, false},
    {VERDICT_UNDECIDED, "sc", NULL, false}, /* DMOJ: short circuited */
    {VERDICT_UNDECIDED, "testing", NULL, false},
    {VERDICT_UNDECIDED, "submitted", NULL, false},
    {VERDICT_UNDECIDED, "judging", NULL, true},
    {VERDICT_UNDECIDED, "running", NULL, true},
    {VERDICT_UNDECIDED, "compiling", NULL, false},
    {VERDICT_UNDECIDED, "pending", NULL, true},
    {VERDICT_UNDECIDED, "queued", NULL, false},
    {VERDICT_UNDECIDED, "in queue", NULL, false},
    {VERDICT_UNDECIDED, "qu", NULL, false},
    {VERDICT_UNDECIDED, "wj", NULL, false},
    {VERDICT_UNDECIDED, "wr", NULL, false},
    {VERDICT_UNDECIDED, "waiting", NULL, true},
    {VERDICT_UNDECIDED, "", NULL, false},
};

enum { N_VERDICTS = sizeof verdicts / sizeof *verdicts };

/* Names of Codeforces, as its API spells them, but for PARTIAL, REJECTED, SKIPPED, SUBMITTED and
 * TESTING, which are usual in other lists. */
static const char *const codeforces_signs[] = {
    "OK",
    "COMPILATION_ERROR",
    "RUNTIME_ERROR",
    "WRONG_ANSWER",
    "TIME_LIMIT_EXCEEDED",
    "MEMORY_LIMIT_EXCEEDED",
    "IDLENESS_LIMIT_EXCEEDED",
    "PRESENTATION_ERROR",
    "SECURITY_VIOLATED",
    "INPUT_PREPARATION_CRASHED",
    "CHALLENGED",
};

/* Those that mean something else in other lists. */
static const struct {
    const char *name;
    enum verdict_class class;
} codeforces_meanings[] = {
    {"FAILED", VERDICT_UNDECIDED}, /* the judgement was denied */
};

enum verdict_class verdict_class_of(const char *status)
{
    for (size_t i = 0; i < N_VERDICTS; i++)
        if (verdicts[i].codenet && strcmp(status, verdicts[i].codenet) == 0)
            return verdicts[i].class;
    return VERDICT_UNDECIDED;
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

enum verdict_class verdict_class_of_judge(const char *status)
{
    scoped(str) folded = {0};
    enum verdict_class score = class_of_score(status);
    if (score != VERDICT_NONE)
        return score;
    add_folded(&folded, status);
    for (size_t i = 0; i < N_VERDICTS; i++) {
        const struct verdict *verdict = &verdicts[i];
        const char *text = str_text(&folded);
        size_t length = strlen(verdict->words);
        if (strcmp(text, verdict->words) == 0 ||
            (verdict->is_start && strncmp(text, verdict->words, length) == 0 &&
             text[length] == ' '))
            return verdict->class;
    }
    return VERDICT_NONE;
}

bool verdict_is_codeforces_sign(const char *status)
{
    for (size_t i = 0; i < sizeof codeforces_signs / sizeof *codeforces_signs; i++)
        if (strcmp(status, codeforces_signs[i]) == 0)
            return true;
    return false;
}

enum verdict_class verdict_class_in_codeforces(const char *status)
{
    for (size_t i = 0; i < sizeof codeforces_meanings / sizeof *codeforces_meanings; i++)
        if (strcmp(status, codeforces_meanings[i].name) == 0)
            return codeforces_meanings[i].class;
    return VERDICT_NONE;
}
