/* A verdict is folded: to lower case, with single blanks in the place of everything that is not a
 * letter or a digit. Then it is looked up in lists, each with the words for one verdict. If it is
 * not there, what follows a word is cut off: parentheses, the number of a test. An Accepted one
 * loses only what cannot limit it, such as the time of the run.
 *
 * Comments also have the words of verdicts for other reasons, so most words count there only after
 * a label, or in a verdict of several words. */
#include "base/verdicts.h"

#include "base/mem.h"
#include "base/str.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* What judges say, in lower case and with single blanks; lists end with NULL. Blanks are not
 * compared. Other words may follow after one with a star: "wrong answer on test 5"; a comment in
 * a program that contains it has a verdict, if it is failing and of several words. doc/rows.md says
 * where the words are from. Asia, Russia: HUSTOJ, PTA, LeetCode, Luogu, AtCoder, Baekjoon,
 * Codeforces. */
static const char *const accepted[] = {
    "accepted", "accept", "ac", "ok", "correct", "correct answer", "output is correct", "passed",
    "pass", "solved", "full", "full score", "perfect", "success", "yes", "true",
    /* Asia, Russia */
    "答案正确", "答案正確", "正确", "通过", "通過", "正解", "맞았습니다", "정답", "полное решение",
    "зачтено", NULL};

static const char *const wrong_answer[] = {
    "wrong answer*", "wa", "wrong", "wrong output*", "incorrect", "incorrect output",
    "output isn t correct", "output is not correct",
    /* Asia, Russia */
    "答案错误", "答案錯誤", "解答错误", "不正解", "誤答", "틀렸습니다", "오답",
    "неправильный ответ", "неверный ответ", NULL};

static const char *const presentation_error[] = {
    "presentation error*", "pe", "presentatione", "wa presentation error", "format error",
    "output format error", "incorrect output format",
    /* Asia, Russia */
    "格式错误", "格式錯誤", "출력 형식이 잘못되었습니다", NULL};

static const char *const partial[] = {
    "partially accepted*", "partially correct*", "partially solved*", "partial score*",
    "partial solution*", "output is partially correct", "partial", "partial accepted", "pac", "pt",
    /* Asia, Russia */
    "部分正确", "部分正確", "部分通过", "部分点", "частичное решение", NULL};

static const char *const time_limit[] = {
    "time limit exceeded*", "tle", "tl", "timelimit", "time limit", "time limit exceed*",
    "time exceeded*", "timeout", "timed out", "terminated due to timeout",
    "cpu time limit exceeded*", "real time limit exceeded*", "wall time limit exceeded*",
    "wallclock time limit exceeded*", "execution timed out*", "wtl", "wt",
    /* CLICS: too long, and a wrong answer (twa) or the like */
    "tco", "twa", "tpe", "teo", "tio", "tno",
    /* Asia, Russia */
    "超时", "运行超时", "时间超限", "超出时间限制", "実行時間制限超過", "시간 초과",
    "превышено ограничение времени", NULL};

static const char *const memory_limit[] = {"memory limit exceeded*", "mle", "ml", "memory limit",
                                           "memory limit exceed*", "memory exceeded*",
                                           /* Asia, Russia */
                                           "内存超限", "超出内存限制", "メモリ制限超過",
                                           "메모리 초과", "превышено ограничение памяти", NULL};

static const char *const output_limit[] = {"output limit exceeded*", "ole", "ol", "output limit",
                                           "output limit exceed*", "output exceeded*",
                                           /* Asia, Russia */
                                           "输出超限", "超出输出限制", "出力長制限超過",
                                           "출력 초과", NULL};

static const char *const query_limit[] = {"query limit exceeded*", "qle", "クエリ回数制限超過",
                                          NULL};

static const char *const idleness_limit[] = {"idleness limit exceeded*", "ile", "il", NULL};

static const char *const runtime_error[] = {
    /* nzec: a nonzero exit code; DMOJ's ir: invalid return; ejudge's rt; CLICS' rwa */
    "runtime error*", "re", "rte*", "rt", "run error", "run time error*", "nzec", "ir",
    "invalid return*", "nonzero exit*", "non zero exit*", "segmentation fault*",
    "execution failed*", "rco", "rwa", "rpe", "reo", "rio", "rno", "abort called", "sigsegv",
    "sigabrt", "sigfpe", "sigxfsz",
    /* Asia, Russia */
    "运行错误", "运行时错误", "执行出错", "執行錯誤", "執行時錯誤", "段错误", "浮点错误",
    "非零返回", "返回非零", "実行時エラー", "런타임 에러", "ошибка исполнения", "ошибка выполнения",
    NULL};

static const char *const compile_error[] = {
    "compile error*", "ce", "cte", "compilation error*", "compilation failed", "compile failed",
    "compile time error*", "compiler error*", "syntax error",
    /* Asia, Russia */
    "编译错误", "编译出错", "编译失败", "編譯錯誤", "コンパイルエラー", "컴파일 에러",
    "ошибка компиляции", NULL};

static const char *const failing[] = {
    /* the compiler */
    "compile time limit exceeded*", "ctl", "compile timeout", "pcf", "precompile check failed",
    /* the output; CLICS has some more codes */
    "unaccepted", "not accepted", "not accept", "failed", "fail", "no", "false", "no output",
    "excessive output", "incomplete output", "file error", "invalid interaction",
    "evaluation didn t produce file*", "execution killed*", "ofe", "iof", "eo", "io",
    /* another user's test */
    "challenged", "hacked",
    /* Chinese */
    "未通过", "未通過", "不通过", "多种错误", NULL};

static const char *const undecided[] = {
    /* the judge; in Codeforces it can deny the judgement, and crash; DMOJ's sc: short circuited */
    "ie", "internal error", "je", "judge error", "judging error", "judge failed",
    "judgement failed", "denial of judgement", "judge not available", "judge system error", "se",
    "system error", "submission error", "submit failed", "unknown error", "uke", "check failed",
    "crashed", "input preparation crashed", "exec format error", "configuration error",
    "no testdata", "remote oj unavailable", "can t be judged", "contact staff",
    "other contact staff", "if possible contact staff", "synchronization error", "ab", "aborted",
    "cancelled", "canceled", "sc", "cf",
    /* the rules */
    "security violated", "security violation", "sv", "illegal function", "if",
    "illegal system call", "rejected", "rj", "skipped", "sk", "ignored", "ignored submit", "ig",
    "restricted function*", "disqualified", "dq", "too late", "coding style violation",
    "summoned for defence", "summoned for defense",
    /* not yet, or only a part of the tests */
    "judging*", "running*", "pending*", "waiting*", "queuing*", "remote*", "testing", "submitted",
    "submitting", "compiling", "compiled", "compile ok", "queued", "queueing", "in queue", "qu",
    "wj", "wr", "processing", "pd", "pr", "new", "not yet answered", "not answered",
    "requires grading", "complete", "evaluated", "pretests passed", "accepted for testing",
    "test running done",
    /* Chinese */
    "等待", "等待评测", "等待重判", "正在评测", "评测中", "编译中", "编译成功", "运行并评判",
    "运行完成", "提交中", "远程等待", "远程判题", "待裁判确认", "自动评测通过 等待人工确认",
    "内部错误", "系统错误", "内部出错",
    /* Japanese, Korean, Russian */
    "ジャッジ待ち", "ジャッジ中", "内部エラー", "기다리는 중", "재채점을 기다리는 중",
    "채점 준비 중", "채점 중", "컴파일 하는 중", "в очереди", "выполняется", "тестируется",
    "пропущено", "отклонено", "дисквалифицировано", NULL};

/* No verdict at all. */
static const char *const missing[] = {"", "n a", "null", "none", "nan", NULL};

static const struct {
    const char *const *words;
    enum verdict_class class;
    const char *name; /* "other": the words are of different verdicts */
} lists[] = {
    {accepted, VERDICT_ACCEPTED, "accepted"},    {wrong_answer, VERDICT_FAILING, "WA"},
    {presentation_error, VERDICT_FAILING, "PE"}, {partial, VERDICT_FAILING, "partial"},
    {time_limit, VERDICT_FAILING, "TLE"},        {memory_limit, VERDICT_FAILING, "MLE"},
    {output_limit, VERDICT_FAILING, "OLE"},      {query_limit, VERDICT_FAILING, "QLE"},
    {idleness_limit, VERDICT_FAILING, "ILE"},    {runtime_error, VERDICT_FAILING, "RE"},
    {compile_error, VERDICT_FAILING, "CE"},      {failing, VERDICT_FAILING, "other"},
    {undecided, VERDICT_UNDECIDED, "other"},     {missing, VERDICT_UNDECIDED, "none"},
};
enum { N_LISTS = sizeof lists / sizeof *lists, NO_LIST = -1, PARTIAL_LIST = 3 };

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

/* Names that ejudge has (run_status_short_str) and hardly another judge: run-time error, partial
 * solution, check failed, wall-clock time limit. */
static const char *const ejudge_signs[] = {"RT", "PT", "CF", "WT", NULL};

/* Statuses that mean something else in the list of one judge. */
static const struct {
    const char *status;
    enum verdict_trait list;
    enum verdict_class class;
} exceptions[] = {
    {"FAILED", VERDICT_TRAIT_CODEFORCES, VERDICT_UNDECIDED}, /* the judgement was denied */
    {"AC", VERDICT_TRAIT_EJUDGE, VERDICT_UNDECIDED},         /* accepted for testing */
};

enum { N_EXCEPTIONS = sizeof exceptions / sizeof *exceptions };

enum verdict_class verdict_class_of(const char *status)
{
    if (strcmp(status, "Accepted") == 0)
        return VERDICT_ACCEPTED;
    return text_is_one_of(status, codenet_failing) ? VERDICT_FAILING : VERDICT_UNDECIDED;
}

/* ---- Scores and signs ---- */

static void skip_blanks(const char **text)
{
    while (**text == ' ')
        ++*text;
}

/* Takes a number, perhaps with a fraction. The decimal comma of spreadsheets has one or two digits
 * after it: 1,000 may be a thousand. */
static bool take_number(const char **text, double *number)
{
    const char *at = *text;
    double unit = 0.1;
    if (!is_digit(*at))
        return false;
    for (*number = 0; is_digit(*at); at++)
        *number = *number * 10 + (*at - '0');
    if (*at == '.' || *at == ',') {
        size_t n = strspn(at + 1, "0123456789");
        if (*at == ',' && (n == 0 || n > 2))
            return false;
        for (at++; is_digit(*at); at++, unit /= 10)
            *number += unit * (*at - '0');
    }
    *text = at;
    return true;
}

static bool is_signed_count(const char *status, char sign)
{
    return *status == sign && !status[1 + strspn(status + 1, "0123456789")];
}

/* Takes 40, 40/100 or 87.5 %, with blanks around it. */
static bool take_score(const char **text, struct verdict_score *out)
{
    *out = NO_SCORE;
    skip_blanks(text);
    if (!take_number(text, &out->points))
        return false;
    skip_blanks(text);
    if (**text == '%') {
        out->full = 100;
        ++*text;
    } else if (**text == '/') {
        ++*text;
        skip_blanks(text);
        if (!take_number(text, &out->full))
            return false;
    }
    skip_blanks(text);
    return true;
}

struct verdict_score verdict_score_of(const char *text)
{
    struct verdict_score score;
    return take_score(&text, &score) && !*text ? score : NO_SCORE;
}

double verdict_number(const char *status)
{
    struct verdict_score score = verdict_score_of(status);
    return score.full < 0 ? score.points : -1;
}

static enum verdict_class class_of_score(double score, double most)
{
    if (most <= 0 || score > most)
        return VERDICT_NONE;
    return score == most ? VERDICT_ACCEPTED : VERDICT_FAILING;
}

/* Whether the text is a score that says what the highest one is: 40/100, 87.5 %. Sets its class. */
static bool is_part(const char *status, enum verdict_class *class)
{
    struct verdict_score score = verdict_score_of(status);
    *class = class_of_score(score.points, score.full);
    return score.full >= 0;
}

/* ---- Words ---- */

/* Appends a character in lower case: of ASCII and of the Russian alphabet. Those that are as wide
 * as Chinese ones become ASCII. */
static void add_lower(struct str *out, const char *bytes, size_t length, uint32_t code)
{
    char encoded[4];
    if (code >= 0xff01 && code <= 0xff5e)
        code -= 0xfee0;
    if ((code >= 'A' && code <= 'Z') || (code >= 0x410 && code <= 0x42f))
        code += 'a' - 'A';
    bool is_word = code > 127 ? code != 0x3000 && code != 0x3002 && code != 0xa0
                              : is_digit((char)code) || (code >= 'a' && code <= 'z');
    if (is_word && length > 1)
        str_add(out, encoded, utf8_encode(encoded, code));
    else if (is_word)
        str_add(out, code > 127 ? bytes : &(char){(char)code}, 1);
    else if (out->length && out->text[out->length - 1] != ' ')
        str_add_text(out, " ");
}

static void add_folded(struct str *out, const char *status, size_t length)
{
    while (length) {
        uint32_t code;
        size_t n = utf8_decode(status, length, &code);
        if (n == 0) { /* not UTF-8: the byte is a part of a word that is unknown */
            n = 1;
            code = 0xfffd;
        }
        add_lower(out, status, n, code);
        status += n;
        length -= n;
    }
    if (out->length && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
}

/* Returns what follows the word at the start of a text; NULL if it is not there. */
static const char *skip_word(const char *text, const char *word)
{
    for (; *word && *word != '*'; word++) {
        if (*word == ' ')
            continue;
        text += *text == ' ';
        if (*text++ != *word)
            return NULL;
    }
    return text;
}

static bool is_listed(const char *text, const char *const *words)
{
    for (; *words; words++) {
        const char *rest = skip_word(text, *words);
        if (rest && !*rest)
            return true;
    }
    return false;
}

/* Returns the list of a folded verdict. A word that is all of it counts more than its start. */
static int list_of_words(const char *text)
{
    int started = NO_LIST;
    for (int i = 0; i < N_LISTS; i++)
        for (const char *const *word = lists[i].words; *word; word++) {
            const char *rest = skip_word(text, *word);
            if (rest && !*rest)
                return i;
            if (rest && *rest == ' ' && started == NO_LIST && strchr(*word, '*'))
                started = i;
        }
    return started;
}

static enum verdict_class class_of_list(int list)
{
    return list == NO_LIST ? VERDICT_NONE : lists[list].class;
}

/* Cuts the last word off, unless it is the only one. */
static void cut_word(struct str *text)
{
    char *blank = strrchr(text->text, ' ');
    if (!blank)
        return;
    *blank = '\0';
    text->length = (size_t)(blank - text->text);
}

/* Cuts off where a program failed: "on test 5", "pretest 2", "in case 3", "на тесте 5". Returns
 * false if the text does not end with a number. */
static bool cut_place(struct str *text)
{
    static const char *const kinds[] = {"test",     "tests",  "pretest",  "case",
                                        "testcase", "sample", "group",    "subtask",
                                        "testset",  "тесте",  "претесте", NULL};
    static const char *const prepositions[] = {"on", "in", "at", "for", "на", NULL};
    const char *last = strrchr(str_text(text), ' ');
    if (!last || !last[1] || last[1 + strspn(last + 1, "0123456789")])
        return false;
    cut_word(text);
    while ((last = strrchr(text->text, ' ')) && text_is_one_of(last + 1, kinds))
        cut_word(text);
    if (last && text_is_one_of(last + 1, prepositions))
        cut_word(text);
    return true;
}

/* Whether the text has only numbers with units of time and memory: "0.5 s, 12 MB". */
static bool is_cost(const char *text)
{
    static const char *const units[] = {"ms", "s", "sec", "kib", "kb", "mib", "mb", "b", "k", NULL};
    double number;
    bool has_unit = false;
    for (skip_blanks(&text); *text && take_number(&text, &number); skip_blanks(&text)) {
        char unit[4] = {0};
        skip_blanks(&text);
        for (size_t n = 0; n + 1 < sizeof unit && *text && strchr("bBcCeEiIkKmMsS", *text); n++)
            unit[n] = (char)(*text++ | 0x20);
        has_unit = text_is_one_of(unit, units);
        if (!has_unit)
            return false;
        skip_blanks(&text);
        text += *text == ',' || *text == ';' || *text == '/';
    }
    return has_unit && !*text;
}

/* Returns the list of a verdict beside a score: "Accepted (60/100)", "OK, 5/10", "30/100 AC". An
 * Accepted one whose score is not full is partial. */
static int list_beside_score(const char *status)
{
    struct verdict_score score;
    scoped(str) folded = {0};
    scoped_memory char *word = mem_copy_text(status, strlen(status));
    const char *start = status + strcspn(status, "0123456789"), *end = start;
    if (!take_score(&end, &score) || score.full < 0)
        return NO_LIST;
    memset(word + (start - status), ' ', (size_t)(end - start));
    add_folded(&folded, word, strlen(word));
    int list = folded.length ? list_of_words(folded.text) : NO_LIST;
    enum verdict_class class = class_of_score(score.points, score.full);
    if (class_of_list(list) != VERDICT_ACCEPTED || class == VERDICT_ACCEPTED)
        return list;
    return class == VERDICT_FAILING ? PARTIAL_LIST : NO_LIST;
}

/* Returns the list of a verdict with parentheses after it. Those of an Accepted one must say that
 * the score is full, or what the run took. */
static int list_before(const char *status, const char *open)
{
    scoped(str) folded = {0}, inside = {0};
    add_folded(&folded, status, (size_t)(open - status));
    int list = folded.length ? list_of_words(folded.text) : NO_LIST;
    const char *close = strchr(open, ')');
    if (class_of_list(list) != VERDICT_ACCEPTED)
        return list;
    if (!close || close[1 + strspn(close + 1, " ")])
        return NO_LIST;
    str_add(&inside, open + 1, (size_t)(close - open - 1));
    bool is_full = verdict_number(str_text(&inside)) == 100;
    return is_full || is_cost(str_text(&inside)) ? list : NO_LIST;
}

/* Returns what follows an answer of ICPC contests: "No - Wrong Answer". NULL: there is none. */
static const char *skip_answer(const char *status, const char *answer)
{
    skip_blanks(&status);
    if (!text_begins_in_any_case(status, answer))
        return NULL;
    status += strlen(answer);
    skip_blanks(&status);
    return *status == '-' || *status == ':' ? status + 1 : NULL;
}

static int list_after_answer(const char *rest, enum verdict_class answer)
{
    scoped(str) folded = {0};
    add_folded(&folded, rest, strlen(rest));
    int list = list_of_words(str_text(&folded));
    bool is_same = (class_of_list(list) == VERDICT_ACCEPTED) == (answer == VERDICT_ACCEPTED);
    return folded.length && is_same ? list : NO_LIST;
}

static int list_of_text(const char *status)
{
    scoped(str) folded = {0};
    const char *rest, *open = strchr(status, '(');
    add_folded(&folded, status, strlen(status));
    int list = list_of_words(str_text(&folded));
    if (list != NO_LIST)
        return list;
    if ((rest = skip_answer(status, "yes")))
        return list_after_answer(rest, VERDICT_ACCEPTED);
    if ((rest = skip_answer(status, "no")))
        return list_after_answer(rest, VERDICT_FAILING);
    if ((list = list_beside_score(status)) != NO_LIST)
        return list;
    open = open ? open : strstr(status, "（");
    if (open && (list = list_before(status, open)) != NO_LIST)
        return list;
    list = cut_place(&folded) ? list_of_words(folded.text) : NO_LIST;
    return class_of_list(list) == VERDICT_FAILING ? list : NO_LIST;
}

static enum verdict_class class_of_text(const char *status)
{
    return class_of_list(list_of_text(status));
}

/* ---- Columns ---- */

static bool is_missing(const char *status)
{
    scoped(str) folded = {0};
    add_folded(&folded, status, strlen(status));
    return is_listed(str_text(&folded), missing);
}

unsigned verdict_traits_of(const char *status)
{
    unsigned traits = VERDICT_TRAIT_WORD;
    enum verdict_class class;
    if (is_signed_count(status, '+'))
        return VERDICT_TRAIT_PLUS;
    if (is_signed_count(status, '-') && status[1])
        return VERDICT_TRAIT_MINUS;
    if (verdict_number(status) >= 0)
        return VERDICT_TRAIT_NUMBER;
    if (is_part(status, &class) || is_missing(status))
        return 0;
    if (text_is_one_of(status, codeforces_signs))
        traits |= VERDICT_TRAIT_CODEFORCES;
    if (text_is_one_of(status, ejudge_signs))
        traits |= VERDICT_TRAIT_EJUDGE;
    return traits;
}

bool verdict_needs_traits(const char *status)
{
    const unsigned kinds = VERDICT_TRAIT_NUMBER | VERDICT_TRAIT_PLUS | VERDICT_TRAIT_MINUS;
    for (size_t i = 0; i < N_EXCEPTIONS; i++)
        if (strcmp(exceptions[i].status, status) == 0)
            return true;
    return verdict_traits_of(status) & kinds;
}

enum verdict_class verdict_class_of_judge(const char *status, unsigned traits)
{
    const unsigned words = VERDICT_TRAIT_WORD, plus = VERDICT_TRAIT_PLUS,
                   minus = VERDICT_TRAIT_MINUS, number = VERDICT_TRAIT_NUMBER;
    unsigned own = verdict_traits_of(status);
    for (size_t i = 0; i < N_EXCEPTIONS; i++)
        if (traits & exceptions[i].list && strcmp(exceptions[i].status, status) == 0)
            return exceptions[i].class;
    if (own & number)
        return traits & (words | plus | minus) ? VERDICT_NONE
                                               : class_of_score(verdict_number(status), 100);
    if (own & plus)
        return traits & (words | number) ? VERDICT_NONE : VERDICT_ACCEPTED;
    if (own & minus)
        return traits & (words | number) || !(traits & plus) ? VERDICT_NONE : VERDICT_FAILING;
    enum verdict_class class;
    return is_part(status, &class) ? class : class_of_text(status);
}

/* ---- Comparing and naming ---- */

/* Skips what is between two words. */
static const char *skip_between(const char *text)
{
    size_t n = strspn(text, " _-");
    return isalpha((unsigned char)text[n]) ? text + n : text;
}

bool verdict_is_same(const char *status, const char *other)
{
    double number = verdict_number(status);
    if (strcmp(status, other) == 0 || (number >= 0 && number == verdict_number(other)))
        return true;
    if (!isalpha((unsigned char)*status) || !isalpha((unsigned char)*other))
        return false;
    for (; *status; status++, other++) {
        status = skip_between(status);
        other = skip_between(other);
        if (tolower((unsigned char)*status) != tolower((unsigned char)*other))
            return false;
    }
    return !*other;
}

const char *verdict_name(const char *status)
{
    int list = list_of_text(status ? status : "");
    return list == NO_LIST ? "other" : lists[list].name;
}

/* ---- Comments ---- */

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

/* Whether a folded text contains these words, the star at their end not counted. */
static bool has_words(const char *folded, const char *words)
{
    size_t length = strlen(words) - 1;
    for (const char *at = folded; *at && (at = strchr(at, *words)); at++)
        if ((at == folded || at[-1] == ' ') && strncmp(at, words, length) == 0 &&
            (!at[length] || at[length] == ' '))
            return true;
    return false;
}

/* Whether a text contains a failing verdict of several words that others may follow, such as "wrong
 * answer". */
static bool has_phrase(const char *text, size_t length)
{
    scoped(str) folded = {0};
    add_folded(&folded, text, length);
    for (int i = 0; i < N_LISTS; i++)
        for (const char *const *phrase = lists[i].words; *phrase; phrase++)
            if (lists[i].class == VERDICT_FAILING && strchr(*phrase, ' ') && strchr(*phrase, '*') &&
                has_words(str_text(&folded), *phrase))
                return true;
    return false;
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
                    (start == 3 || !is_ascii_word(text[start - 4]));
    bool is_before = length - end >= 3 && text[end] == ' ' && is_other_pair(text + end + 1) &&
                     (length - end == 3 || !is_ascii_word(text[end + 3]));
    return is_after || is_before;
}

static bool has_code(const char *text, size_t length)
{
    for (size_t start = 0, end; start < length; start = end + 1) {
        char word[4] = "";
        for (end = start; end < length && is_ascii_word(text[end]); end++)
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
        if (strncasecmp(line, *label, length) == 0 && line[length] && !is_ascii_word(line[length]))
            return line + length;
    }
    return line;
}

/* Whether a line, or its first sentence, is one of the words that are verdicts. */
static bool is_plain(const char *line)
{
    char word[MAX_PLAIN] = "", lower[MAX_PLAIN] = "";
    size_t n = 0;
    for (; n + 1 < MAX_PLAIN && is_ascii_word(line[n]); n++) {
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
    if (has_code(comment, length) || has_phrase(comment, length))
        return true;
    for (size_t start = 0, end; start < length; start = end + 1) {
        for (end = start; end < length && comment[end] != '\n' && comment[end] != '\r'; end++)
            continue;
        str_clear(&line);
        while (start < end && !((unsigned char)comment[start] & 0x80) &&
               !is_ascii_word(comment[start]))
            start++;
        str_add(&line, comment + start, end - start);
        if (is_verdict_line(str_text(&line)))
            return true;
    }
    return false;
}
