#include "tests/support/forms.h"

#include "base/mem.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

#include <ctype.h>

static const char *const keywords[] = {
    "False",   "None",     "True",     "and",    "as",    "assert", "async",  "await",
    "break",   "class",    "continue", "def",    "del",   "elif",   "else",   "except",
    "finally", "for",      "from",     "global", "if",    "import", "in",     "is",
    "lambda",  "nonlocal", "not",      "or",     "pass",  "raise",  "return", "try",
    "while",   "with",     "yield",    "not in", "is not"};

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

bool text_is_name(struct token_text text)
{
    if (!text.length || !is_letter(text.bytes[0]))
        return false;
    for (size_t i = 0; i < N_ITEMS(keywords); i++)
        if (strlen(keywords[i]) == text.length && memcmp(keywords[i], text.bytes, text.length) == 0)
            return false;
    for (size_t i = 0; i < text.length; i++)
        if (!is_letter(text.bytes[i]) && !isdigit((unsigned char)text.bytes[i]))
            return false; /* a string with a prefix */
    return true;
}

/* Whether each byte, and the place after the last, lies inside a token, after its first byte. */
static bool *bytes_inside_tokens(const struct program *program)
{
    bool *is_inside = mem_alloc(program->length + 1, sizeof *is_inside);
    for (size_t i = 0; i < program->tokens.n; i++)
        for (size_t at = program->tokens.items[i].start_byte + 1;
             at < program->tokens.items[i].end_byte; at++)
            is_inside[at] = true;
    return is_inside;
}

static void add_indentation(struct str *out, size_t width, const char *unit, const char *before)
{
    str_add_text(out, before);
    for (; width >= 4; width -= 4)
        str_add_text(out, unit);
    for (; width > 0; width--)
        str_add_text(out, " ");
}

/* Every level of four columns becomes `unit`, with `before` in front of every line. */
static void rewrite_indentation(struct str *out, const char *code, const char *unit,
                                const char *before)
{
    scoped(program) program = {0};
    tokenize_valid(&program, code);
    scoped_memory bool *is_inside = bytes_inside_tokens(&program);
    for (size_t start = 0, end; start < program.length; start = end) {
        end = start + strcspn(code + start, "\n");
        end += code[end] == '\n';
        size_t width = strspn(code + start, " ");
        if (is_inside[start]) {
            str_add(out, code + start, end - start);
        } else {
            if (!strchr("\r\n", code[start + width]))
                add_indentation(out, width, unit, before);
            str_add(out, code + start + width, end - start - width);
        }
    }
}

/* Comments before and after lines, and blank lines. */
static void rewrite_comments(struct str *out, const char *code)
{
    scoped(program) program = {0};
    tokenize_valid(&program, code);
    scoped_memory bool *is_inside = bytes_inside_tokens(&program);
    for (size_t start = 0, end; start < program.length; start = end) {
        size_t length = strcspn(code + start, "\r\n");
        end = start + length;
        end += strspn(code + end, "\r");
        end += code[end] == '\n';
        bool is_continued = length && code[start + length - 1] == '\\';
        bool was_continued = start > 1 && code[start - 2] == '\\';
        if (!is_inside[start] && !was_continued)
            str_add_text(out, "# a comment\n\n");
        str_add(out, code + start, length);
        if (!is_inside[start + length] && !is_continued)
            str_add_text(out, "  # and another");
        str_add(out, code + start + length, end - start - length);
    }
}

/* Replaces the text of one token. */
static void add_with_token(struct str *out, const struct program *program, size_t token,
                           const char *text)
{
    const struct token *at = &program->tokens.items[token];
    str_add(out, program->source, at->start_byte);
    str_add_text(out, text);
    str_add(out, program->source + at->end_byte, program->length - at->end_byte);
}

static bool tokens_are_equal(const struct program *program, size_t a, size_t b)
{
    return program_tokens_equal(program, a, program, b);
}

static size_t first_use(const struct program *program, size_t token)
{
    size_t i = 0;
    while (!tokens_are_equal(program, i, token))
        i++;
    return i;
}

/* By token, the number of a name: how many others are used first before it. */
static size_t *numbers_of_names(const struct program *program)
{
    size_t *numbers = mem_alloc(program->tokens.n, sizeof *numbers);
    size_t n = 0;
    for (size_t i = 0; i < program->tokens.n; i++)
        if (text_is_name(program_token_text(program, i))) {
            size_t first = first_use(program, i);
            numbers[i] = first == i ? n++ : numbers[first];
        }
    return numbers;
}

/* The last name that is used before, and is not after itself; SIZE_MAX for none. */
static size_t breakable_name(const struct program *program, size_t *other)
{
    for (size_t i = program->tokens.n; i-- > 0;)
        if (text_is_name(program_token_text(program, i)) && first_use(program, i) < i)
            for (size_t k = i; k-- > 0;)
                if (text_is_name(program_token_text(program, k)) &&
                    !tokens_are_equal(program, i, k)) {
                    *other = k;
                    return i;
                }
    return SIZE_MAX;
}

/* Names become v0, v1, ... by first use. With `breaks`, the last use of one that is used before
 * becomes the name before it; returns false where there is none. */
static bool rewrite_names(struct str *out, const char *code, bool breaks)
{
    scoped(program) program = {0};
    tokenize_valid(&program, code);
    size_t other = SIZE_MAX, broken = breaks ? breakable_name(&program, &other) : SIZE_MAX;
    size_t *numbers = numbers_of_names(&program), at = 0;
    for (size_t i = 0; i < program.tokens.n; i++) {
        const struct token *token = &program.tokens.items[i];
        str_add(out, code + at, token->start_byte - at);
        at = token->end_byte;
        if (text_is_name(program_token_text(&program, i)))
            str_print(out, "v%zu", numbers[i == broken ? other : i]);
        else
            str_add(out, code + token->start_byte, token->end_byte - token->start_byte);
    }
    str_add(out, code + at, program.length - at);
    free(numbers);
    return !breaks || broken != SIZE_MAX;
}

/* Appends the program with another token unless it does not parse then. */
static bool add_if_valid(struct str *out, const struct program *program, size_t token,
                         const char *text)
{
    size_t length = out->length;
    scoped(program) changed = {0};
    add_with_token(out, program, token, text);
    bool is_valid = tokenize_text(&changed, out->text + length);
    if (!is_valid) {
        out->length = length;
        out->text[length] = '\0';
    }
    return is_valid;
}

static const char *strange_operator(const struct program *program, size_t token)
{
    static const char *const operators[][2] = {
        {"==", "is"}, {"<", "is"}, {">", "is"}, {"<=", "is"},     {">=", "is"},
        {"+", "@"},   {"-", "@"},  {"*", "@"},  {"not in", "in"}, {"is", "is not"}};
    for (size_t i = 0; i < N_ITEMS(operators); i++)
        if (token_is(program, token, operators[i][0]))
            return operators[i][1];
    return NULL;
}

bool rewrite_token(struct str *out, const char *code, const char *number)
{
    scoped(program) program = {0};
    bool is_done = false;
    tokenize_valid(&program, code);
    for (size_t i = program.tokens.n; i-- > 0 && !is_done;)
        if (!token_is_layout(&program.tokens.items[i]) &&
            isdigit((unsigned char)code[program.tokens.items[i].start_byte]))
            is_done = add_if_valid(out, &program, i, number);
    for (size_t i = 0; i < program.tokens.n && !is_done; i++)
        if (strange_operator(&program, i))
            is_done = add_if_valid(out, &program, i, strange_operator(&program, i));
    return is_done;
}

/* The number of tokens without layout; 0 for a program that does not parse. */
static size_t code_token_count(const char *code, size_t length)
{
    scoped(program) program = {0};
    size_t n = 0;
    if (tokenize_bytes(&program, code, length))
        for (size_t i = 0; i < program.tokens.n; i++)
            n += !token_is_layout(&program.tokens.items[i]);
    return n;
}

/* The first lines of the program, with half of its tokens or less; false where no such part parses.
 */
static bool rewrite_first_half(struct str *out, const char *code)
{
    size_t n = code_token_count(code, strlen(code));
    for (size_t end = strlen(code); end-- > 0;) {
        size_t n_here = code[end] == '\n' ? code_token_count(code, end + 1) : 0;
        if (n_here && n_here <= n / 2) {
            str_add(out, code, end + 1);
            return true;
        }
    }
    return false;
}

/* Without the strings that are statements of the outermost block. */
static void rewrite_without_texts(struct str *out, const char *code)
{
    scoped(program) program = {0};
    tokenize_valid(&program, code);
    size_t at = 0;
    for (size_t i = 0; i < program.tokens.n; i++) {
        const struct token *token = &program.tokens.items[i];
        bool starts_line = token->start_byte == 0 || code[token->start_byte - 1] == '\n';
        if (starts_line && !token_is_layout(token) && strchr("'\"", code[token->start_byte])) {
            str_add(out, code + at, token->start_byte - at);
            at = token->end_byte;
        }
    }
    str_add(out, code + at, program.length - at);
}

/* Functions that no benchmark has, longer than the program beside them. */
static void add_functions(struct str *out, const char *code, const char *before)
{
    size_t n = code_token_count(code, strlen(code)) / 20 + 1;
    for (size_t i = 0; i < n; i++)
        str_print(out,
                  "%sdef rotated_%zu(values):\n%s    ordered = sorted(set(values))\n"
                  "%s    return ordered[%zu:] + ordered[:%zu]\n",
                  before, i, before, before, i, i);
}

static void add_indented(struct str *out, const char *header, const char *code)
{
    str_add_text(out, header);
    rewrite_indentation(out, code, "    ", "    ");
    str_add_text(out, "\n");
    add_functions(out, code, "    ");
}

static bool write_rewritten(enum form form, struct str *out, const char *code)
{
    scoped(str) inner = {0};
    bool is_there = true;
    switch (form) {
    case RENAMED_IN_CLASS:
        rewrite_names(&inner, code, false);
        add_indented(out, "class Solution:\n", str_text(&inner));
        break;
    case TOKEN_CHANGED_IN_CLASS:
        is_there = rewrite_token(&inner, code, "7907");
        add_indented(out, "class Solution:\n", str_text(&inner));
        break;
    case WITHOUT_TEXTS:
        rewrite_without_texts(out, code);
        is_there = strcmp(str_text(out), code) != 0;
        break;
    case OTHER_PROGRAM:
        add_functions(out, code, "");
        break;
    default:
        fail();
    }
    return is_there;
}

bool form_write(enum form form, struct str *out, const char *code)
{
    switch (form) {
    case VERBATIM:
        str_add_text(out, code);
        return true;
    case INDENTED_BY_TABS:
        rewrite_indentation(out, code, "\t", "");
        return true;
    case INDENTED_OTHERWISE:
        rewrite_indentation(out, code, strlen(code) % 2 ? "  " : "        ", "");
        return true;
    case COMMENTED:
        rewrite_comments(out, code);
        return true;
    case RENAMED:
        return rewrite_names(out, code, false);
    case AFTER_CODE:
        str_add_text(out, "import sys\nfor line in sys.stdin:\n    print(line.split()[0])\n");
        add_functions(out, code, "");
        str_add_text(out, code);
        return true;
    case AMONG_FUNCTIONS:
        add_functions(out, code, "");
        str_add_text(out, code);
        str_add_text(out, "\n\ndef main():\n    print(rotated_0(map(int, input().split())))\n");
        return true;
    case IN_CLASS:
        add_indented(out, "class Solution:\n", code);
        return true;
    case IN_IF:
        add_indented(out, "import sys\nif len(sys.argv) > 7:\n", code);
        return true;
    case TOKEN_CHANGED:
        return rewrite_token(out, code, "7907");
    case NAME_SWAPPED:
        return rewrite_names(out, code, true);
    case FIRST_HALF:
        return rewrite_first_half(out, code);
    default:
        return write_rewritten(form, out, code);
    }
}
