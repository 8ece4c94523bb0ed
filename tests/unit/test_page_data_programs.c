/* The two programs of a fix on the report page: complete, or cut around the token. */
#include "base/json.h"
#include "base/utf8.h"
#include "report/page_data.h"
#include "tests/support/mutation.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static struct page_program program_of(const struct marked *marked)
{
    return (struct page_program){str_text(&marked->code), marked->code.length, marked->start_byte,
                                 marked->end_byte};
}

/* The written text of two marked programs, in a static buffer. */
static const char *written(const char *buggy, const char *fixed)
{
    static struct str out;
    scoped(marked) b = marked_read(buggy), f = marked_read(fixed);
    struct page_program from = program_of(&b), to = program_of(&f);
    str_clear(&out);
    page_data_add_programs(&out, &from, &to);
    return str_text(&out);
}

TEST(page_programs__are_cut_at_the_token)
{
    static const struct {
        const char *buggy, *fixed, *json;
    } cases[] = {
        {"x = «a» + 1\n", "x = «bc» + 1\n",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"x = \",\"a\",\" + 1\\n\"],\"fixed\":\"bc\"}"},
        {"if «»a:", "if «not» a:",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"if \",\"\",\"a:\"],"
         "\"fixed\":[\"if \",\"not\",\" a:\"]}"},
        {"«not »a", "«»a",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"\",\"not \",\"a\"],\"fixed\":\"\"}"},
        {"«»", "«»", "{\"line\":1,\"cut\":false,\"buggy\":[\"\",\"\",\"\"],\"fixed\":\"\"}"},
        {"é«🍎»変\r\n\r", "é«</script>»変\r\n\r",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"é\",\"🍎\",\"変\\r\\n\\r\"],"
         "\"fixed\":\"\\u003c/script\\u003e\"}"},
        /* the same token at the same place, and another comment */
        {"a «b» # c", "a «x» # d",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"a \",\"b\",\" # c\"],"
         "\"fixed\":[\"a \",\"x\",\" # d\"]}"},
        {"a «b» c", "A «x» c",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"a \",\"b\",\" c\"],"
         "\"fixed\":[\"A \",\"x\",\" c\"]}"},
        {"a«b»c", "aa«x»c",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"a\",\"b\",\"c\"],"
         "\"fixed\":[\"aa\",\"x\",\"c\"]}"},
        {"a «b» c", "a «x»  c",
         "{\"line\":1,\"cut\":false,\"buggy\":[\"a \",\"b\",\" c\"],"
         "\"fixed\":[\"a \",\"x\",\"  c\"]}"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(written(cases[i].buggy, cases[i].fixed), cases[i].json);
}

TEST(page_programs__keep_zero_bytes)
{
    scoped(str) out = {0};
    struct page_program buggy = {"a\0b", 3, 1, 2}, fixed = {"axb", 3, 1, 2};
    page_data_add_programs(&out, &buggy, &fixed);
    assert_string_equal(str_text(&out), "{\"line\":1,\"cut\":false,"
                                        "\"buggy\":[\"a\",\"\\u0000\",\"b\"],\"fixed\":\"x\"}");
}

/* The shown part of a program, read back. */
struct shown {
    struct json *json;
    struct str text;           /* the three pieces in a row */
    size_t token, token_bytes; /* in `text` */
    size_t line;
    bool is_cut;
};

static struct shown shown_of(const struct page_program *buggy, const struct page_program *fixed,
                             const char *side)
{
    struct shown shown = {0};
    scoped(str) out = {0};
    page_data_add_programs(&out, buggy, fixed);
    assert_done(json_parse(&shown.json, str_text(&out), out.length, &err));
    const struct json *pieces = json_get(shown.json, side);
    assert_int_equal(json_count(pieces), 3);
    for (size_t i = 0; i < 3; i++) {
        const char *piece = json_text(json_item(pieces, i));
        shown.token = i == 1 ? shown.text.length : shown.token;
        shown.token_bytes = i == 1 ? strlen(piece) : shown.token_bytes;
        str_add_text(&shown.text, piece);
    }
    shown.line = (size_t)json_int(json_get(shown.json, "line"), 0);
    shown.is_cut = json_is_true(json_get(shown.json, "cut"));
    return shown;
}

static void shown_release(struct shown *shown)
{
    json_free(shown->json);
    str_release(&shown->text);
}

/* Whether a line begins at a byte, said in another way than the code says it. */
static bool begins_line(const struct page_program *program, size_t byte)
{
    if (byte == 0)
        return true;
    char before = program->code[byte - 1], here = byte < program->length ? program->code[byte] : 0;
    return before == '\n' || (before == '\r' && here != '\n');
}

static bool has_line_start(const struct page_program *program, size_t from, size_t to)
{
    for (size_t at = from; at <= to; at++)
        if (begins_line(program, at))
            return true;
    return false;
}

/* What must hold for a side that is written as three pieces. */
static void check(const struct page_program *program, const struct shown *shown, bool is_buggy)
{
    size_t from = program->start_byte - shown->token, to = from + shown->text.length;
    assert_true(program->start_byte >= shown->token && to <= program->length);
    assert_memory_equal(str_text(&shown->text), program->code + from, shown->text.length);
    assert_true(utf8_is_valid(str_text(&shown->text), shown->text.length));
    size_t token = program->end_byte - program->start_byte;
    assert_true(shown->token_bytes == token ||
                (shown->token_bytes < token && program->start_byte + shown->token_bytes == to));
    if (program->length <= PAGE_MAX_PROGRAM) {
        assert_int_equal(shown->text.length, program->length);
        return;
    }
    assert_true(shown->is_cut);
    assert_true(shown->text.length <= PAGE_MAX_PROGRAM);
    /* whole lines, unless there are none near */
    size_t reach = PAGE_MAX_PROGRAM / 2;
    size_t far = program->start_byte > reach ? program->start_byte - reach : 0;
    size_t end = program->length - program->start_byte > reach ? program->start_byte + reach
                                                               : program->length;
    assert_true(begins_line(program, from) || !has_line_start(program, far, program->start_byte));
    assert_true(to == program->length || begins_line(program, to) ||
                !has_line_start(program, program->end_byte + 1, end));
    if (is_buggy) {
        size_t line = 1;
        for (size_t at = 1; at <= from; at++)
            line += begins_line(program, at);
        assert_int_equal(shown->line, line);
    }
}

/* Programs of lines of all lengths and ends. */
static void make_program(struct str *code, struct dice *chance, size_t length, size_t max_line)
{
    static const char *const ends[] = {"\n", "\r\n", "\r", "\n\n", "\r\r\n"};
    static const char *const letters[] = {"x", "é", "変", "🍎", " "};
    str_clear(code);
    while (code->length < length) {
        for (size_t n = dice_below(chance, max_line); n > 0; n--)
            str_add_text(code, letters[dice_below(chance, N_ITEMS(letters))]);
        str_add_text(code, ends[dice_below(chance, N_ITEMS(ends))]);
    }
}

static size_t place_in(const struct str *code, struct dice *chance, size_t limit)
{
    size_t byte = dice_below(chance, limit + 1);
    while (byte < code->length && ((unsigned char)code->text[byte] & 0xc0) == 0x80)
        byte++;
    return byte;
}

TEST(page_programs__of_any_length_show_the_lines_around_the_token)
{
    static const size_t lengths[] = {0, 100, 19990, 20010, 30000, 100000};
    static const size_t lines[] = {1, 30, 3000, 40000};
    static const size_t tokens[] = {0, 5, 9000, 50000};
    struct dice chance = {1};
    scoped(str) buggy = {0}, fixed = {0};
    for (int round = 0; round < 400; round++) {
        make_program(&buggy, &chance, lengths[dice_below(&chance, N_ITEMS(lengths))],
                     lines[dice_below(&chance, N_ITEMS(lines))]);
        size_t start = place_in(&buggy, &chance, buggy.length);
        size_t most = tokens[dice_below(&chance, N_ITEMS(tokens))];
        size_t rest = buggy.length - start;
        size_t n = dice_below(&chance, (most < rest ? most : rest) + 1);
        while (start + n < buggy.length && ((unsigned char)buggy.text[start + n] & 0xc0) == 0x80)
            n++;
        struct page_program from = {str_text(&buggy), buggy.length, start, start + n};
        str_clear(&fixed);
        str_add(&fixed, str_text(&buggy), start);
        str_add_text(&fixed, "token");
        str_add(&fixed, str_text(&buggy) + start + n, buggy.length - start - n);
        str_add_text(&fixed, round % 2 ? "# another end" : "");
        struct page_program to = {str_text(&fixed), fixed.length, start, start + 5};
        struct shown shown = shown_of(&from, &to, "buggy");
        check(&from, &shown, true);
        const char *token = json_text(json_get(shown.json, "fixed"));
        assert_int_equal(token != NULL, round % 2 == 0);
        if (token)
            assert_string_equal(token, "token");
        if (token)
            assert_int_equal(shown.is_cut, buggy.length > PAGE_MAX_PROGRAM);
        shown_release(&shown);
        if (!token) {
            shown = shown_of(&from, &to, "fixed");
            check(&to, &shown, false);
            shown_release(&shown);
        }
    }
}

/* A token of a mebibyte, on either side. */
TEST(page_programs__cut_huge_tokens)
{
    enum { HUGE_TOKEN = 1 << 20 };
    scoped(str) huge = {0};
    str_add_text(&huge, "x = '");
    while (huge.length < HUGE_TOKEN)
        str_add_text(&huge, "é");
    str_add_text(&huge, "'\n");
    struct page_program large = {str_text(&huge), huge.length, 4, huge.length - 1};
    struct page_program small = {"x = 1\n", 6, 4, 5};
    scoped(str) out = {0};
    struct shown shown = shown_of(&large, &small, "buggy");
    check(&large, &shown, true);
    assert_string_equal(json_text(json_get(shown.json, "fixed")), "1");
    shown_release(&shown);
    shown = shown_of(&small, &large, "fixed");
    check(&large, &shown, false);
    assert_true(shown.is_cut);
    shown_release(&shown);
    page_data_add_programs(&out, &large, &large);
    assert_true(out.length < 2 * PAGE_MAX_PROGRAM + 100);
}
