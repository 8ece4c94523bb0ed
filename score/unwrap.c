/* Each step makes the text shorter: reasoning, the end, `<answer>`. What is left is cut at its
 * fences into pieces. If one of them has no partner, it is not known which of the pieces are code,
 * so all are blocks, and who knows the language chooses. */
#include "score/unwrap.h"

#include "base/json.h"
#include "tokenize/languages/language.h"

#include <ctype.h>
#include <string.h>

static const char blanks[] = " \t\r\n\f";

/* An answer is after the last of these, */
static const char *const starts[] = {
    "</think>", "</thinking>", "</reasoning>", "[/THINK]", "<|channel|>final<|message|>", NULL};

/* and before the first of these: unfinished reasoning, and what models end with. */
static const char *const ends[] = {"<think>", "<thinking>", "<reasoning>",   "[THINK]", "<|",
                                   "<｜",     "</s>",       "<end_of_turn>", "<eos>",   NULL};

/* Finds a mark. In quotes it is text, and after a word `<answer>` is code: `list<answer>`. */
static char *find(char *text, const char *mark)
{
    static const char quotes[] = "\"'`";
    bool is_word = isalpha((unsigned char)mark[1]), is_tag = is_word || mark[1] == '/';
    for (char *at = text; (at = strstr(at, mark)); at++) {
        char next = at[strlen(mark)], before = at > text ? at[-1] : ' ';
        bool is_end = !next || strchr(blanks, next);
        bool is_quoted = !is_end && (strchr(quotes, next) || strchr(quotes, before));
        if (!(is_tag && is_quoted) && !(is_word && is_ascii_word(before)))
            return at;
    }
    return NULL;
}

static char *after_last(char *text, const char *mark)
{
    for (char *at; (at = find(text, mark));)
        text = at + strlen(mark);
    return text;
}

static void cut(char *text, const char *mark)
{
    char *at = find(text, mark);
    if (at)
        *at = '\0';
}

/* ---- Lines ---- */

static const char *next_line(const char *text)
{
    text += strcspn(text, "\r\n");
    text += *text == '\r';
    return text + (*text == '\n');
}

struct fence {
    size_t length; /* 0: none */
    char sign;
    bool has_word; /* such as the language */
    bool is_diff;
};

/* Returns the fence that a line is. */
static struct fence fence_of(const char *line)
{
    line += strspn(line, " \t");
    struct fence fence = {.length = strspn(line, *line == '~' ? "~" : "`"), .sign = *line};
    const char *rest = line + fence.length;
    size_t length = strcspn(rest, "\r\n");
    fence.has_word = strspn(rest, " \t") < length;
    fence.is_diff = text_begins(rest, "diff");
    if (fence.length < 3 || memchr(rest, fence.sign, length))
        fence.length = 0;
    return fence;
}

/* Whether a line is blank, or prose rather than code: two words, or a colon at its end. */
static bool is_prose(const char *line)
{
    size_t n = strcspn(line, "\r\n");
    while (n && strchr(blanks, line[n - 1]))
        n--;
    bool is_prose = n == 0 || strchr(":*", line[n - 1]);
    for (size_t i = 1; i + 1 < n && !is_prose; i++)
        is_prose = (unsigned char)line[i] >= 0x80 ||
                   (line[i] == ' ' && isalpha((unsigned char)line[i - 1]) &&
                    isalpha((unsigned char)line[i + 1]));
    return is_prose && (n == 0 || !strchr(blanks, *line));
}

/* ---- Blocks ---- */

static void add_text(struct unwrapped *out, const char *text);

/* Adds the blocks of a text in a block. */
static void add_inner(struct unwrapped *out, const char *text, size_t length)
{
    enum { MAX_DEPTH = 4 };
    if (out->depth++ < MAX_DEPTH)
        add_text(out, arena_copy_text(&out->arena, text, length));
    out->depth--;
}

/* Adds the texts of JSON as blocks. */
static void add_json(struct unwrapped *out, const struct json *value)
{
    const char *text = json_text(value);
    if (text) {
        str_print(&out->json, "%s\n", text);
        add_inner(out, text, strlen(text));
    } else if (json_kind(value) == JSON_NUMBER && json_name(value)) {
        str_print(&out->json, "%s %g, ", json_name(value), json_number(value, 0));
    }
    json_each(member, value)
        add_json(out, member);
}

static void add_block(struct unwrapped *out, const char *start, const char *end)
{
    struct err ignored;
    scoped(json) *json = NULL;
    const char *first = start + strspn(start, blanks);
    while (end > first && strchr(blanks, end[-1]))
        end--;
    if (first >= end)
        return;
    size_t n = strspn(first, "`"), length = (size_t)(end - first);
    array_push(&out->blocks, (struct token_text){start, (size_t)(end - start)});
    if (n && length > 2 * n && memchr(first + n, '`', length - n) == end - n)
        array_push(&out->blocks, (struct token_text){first + n, length - 2 * n});
    if (*first == '{' && json_parse(&json, first, length, &ignored) == 0)
        add_json(out, json);
    else if (fence_of(first).length)
        add_inner(out, first, length);
}

/* Adds a text, and before it the text without some first and last lines, if these are prose. The
 * language as its first line is left of a fence in the prompt. */
static void add_bare(struct unwrapped *out, const char *text, const char *end)
{
    enum { MAX_PROSE = 6, MAX_BYTES = 1 << 16 };
    int n_max = end - text > MAX_BYTES ? 0 : MAX_PROSE;
    const char *starts_at[MAX_PROSE + 1] = {text}, *ends_at[MAX_PROSE + 1] = {end};
    int n_first = 0, n_last = 0;
    char name[16] = "";
    size_t length = strcspn(text, "\r\n");
    memcpy(name, text, length < sizeof name ? length : 0);
    starts_at[0] = language_find(name) ? next_line(text) : text;
    for (const char *line = starts_at[0]; n_first < n_max && line < end && is_prose(line);)
        starts_at[++n_first] = line = next_line(line);
    for (const char *line = end; n_last < n_max && line > text; ends_at[++n_last] = line) {
        for (line--; line > text && line[-1] != '\n';)
            line--;
        if (!is_prose(line))
            break;
    }
    for (int n = n_first + n_last; n >= 0; n--)
        for (int i = 0; i <= n_first && i <= n; i++)
            if (n - i <= n_last && starts_at[i] < ends_at[n - i])
                add_block(out, starts_at[i], ends_at[n - i]);
}

/* Adds a text without fences, or its pieces between fences, those inside of one or all. Returns
 * whether the last fence has a partner, or has a word and is unfinished. */
static bool add_pieces(struct unwrapped *out, const char *text, bool adds_all)
{
    struct fence open = {0}, fence;
    const char *start = text;
    for (const char *line = text; *line; line = next_line(line)) {
        fence = fence_of(line);
        if (!fence.length ||
            (open.length && (fence.length < open.length || fence.sign != open.sign)))
            continue;
        if (adds_all)
            add_bare(out, start, line);
        else if (open.length && !open.is_diff)
            add_block(out, start, line);
        start = next_line(line);
        open = open.length && !fence.has_word ? (struct fence){0} : fence;
    }
    out->has_prose = out->has_prose || start == text || adds_all;
    if (start == text)
        add_bare(out, text, text + strlen(text));
    else if (adds_all || open.length)
        add_block(out, start, text + strlen(text));
    return !open.length || open.has_word;
}

/* Adds the blocks of a text. */
static void add_text(struct unwrapped *out, const char *text)
{
    size_t n = out->blocks.n;
    if (!add_pieces(out, text, false)) {
        out->blocks.n = n;
        add_pieces(out, text, true);
    }
}

void unwrap(struct unwrapped *out, const char *text)
{
    arena_release(&out->arena);
    array_clear(&out->blocks);
    str_clear(&out->json);
    out->has_prose = false;
    out->whole = text;
    char *answer = arena_text(&out->arena, text);
    for (const char *const *mark = starts; *mark; mark++)
        answer = after_last(answer, *mark);
    for (const char *const *mark = ends; *mark; mark++)
        cut(answer, *mark);
    answer = after_last(answer, "<answer>");
    cut(answer, "</answer>");
    add_text(out, answer);
    out->words = out->json.length ? str_text(&out->json) : answer;
}

void unwrapped_release(struct unwrapped *out)
{
    array_release(&out->blocks);
    str_release(&out->json);
    arena_release(&out->arena);
}
