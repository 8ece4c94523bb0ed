/* The two programs of a fix on the report page: complete, or cut around the token. */
#include "base/str.h"
#include "report/page_fixes.h"
#include "tests/support/mutation.h"
#include "tests/support/jsonl.h"
#include "tests/support/programs.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* The samples of fixes between marked programs, to be freed. */
static char *samples_of(const struct stored_fix *fixes, size_t n)
{
    scoped(db) *db = stored_fixes("programs.db", fixes, n);
    FILE *out = text_stream();
    assert_done(page_fixes_write_samples(out, db, (int64_t)n, &(struct page_options){0}, &err));
    return text_written(out);
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
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct stored_fix fix = {.buggy = cases[i].buggy, .fixed = cases[i].fixed};
        scoped_memory char *text = samples_of(&fix, 1);
        assert_string_equal(text, printed("[\n%s]", cases[i].json));
    }
}

/* The shown part of a program, read back. */
struct shown {
    struct str text;           /* the three pieces in a row */
    size_t token, token_bytes; /* in `text` */
    size_t line;
    bool is_cut;
};

static struct shown shown_of(const struct json *sample, const char *side)
{
    struct shown shown = {0};
    const struct json *pieces = json_get(sample, side);
    assert_int_equal(json_count(pieces), 3);
    for (size_t i = 0; i < 3; i++) {
        const char *piece = json_text(json_item(pieces, i));
        shown.token = i == 1 ? shown.text.length : shown.token;
        shown.token_bytes = i == 1 ? strlen(piece) : shown.token_bytes;
        str_add_text(&shown.text, piece);
    }
    shown.line = (size_t)json_int(json_get(sample, "line"), 0);
    shown.is_cut = json_is_true(json_get(sample, "cut"));
    return shown;
}

/* Whether a line begins at a byte, said in another way than the code says it. */
static bool begins_line(const struct str *code, size_t byte)
{
    if (byte == 0)
        return true;
    char before = code->text[byte - 1], here = byte < code->length ? code->text[byte] : 0;
    return before == '\n' || (before == '\r' && here != '\n');
}

static bool has_line_start(const struct str *code, size_t from, size_t to)
{
    for (size_t at = from; at <= to; at++)
        if (begins_line(code, at))
            return true;
    return false;
}

/* What must hold for a side that is written as three pieces. */
static void check(const char *marked, const struct json *sample, const char *side)
{
    scoped(marked) program = marked_read(marked);
    const struct str *code = &program.code;
    struct shown shown = shown_of(sample, side);
    size_t start = program.start_byte, token = program.end_byte - start;
    size_t from = start - shown.token, to = from + shown.text.length;
    assert_true(start >= shown.token && to <= code->length);
    assert_memory_equal(str_text(&shown.text), str_text(code) + from, shown.text.length);
    assert_true(utf8_is_valid(str_text(&shown.text), shown.text.length));
    assert_true(shown.token_bytes == token ||
                (shown.token_bytes < token && start + shown.token_bytes == to));
    if (code->length <= PAGE_MAX_PROGRAM) {
        assert_int_equal(shown.text.length, code->length);
    } else {
        assert_true(shown.is_cut);
        assert_true(shown.text.length <= PAGE_MAX_PROGRAM);
        /* whole lines, unless there are none near */
        size_t reach = PAGE_MAX_PROGRAM / 2, far = start > reach ? start - reach : 0;
        size_t end = code->length - start > reach ? start + reach : code->length;
        assert_true(begins_line(code, from) || !has_line_start(code, far, start));
        assert_true(to == code->length || begins_line(code, to) ||
                    !has_line_start(code, program.end_byte + 1, end));
    }
    size_t line = 1;
    for (size_t at = 1; at <= from; at++)
        line += begins_line(code, at);
    if (strcmp(side, "buggy") == 0)
        assert_int_equal(shown.line, line);
    str_release(&shown.text);
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

/* Makes two marked programs that differ in the token, and with `is_other` also at the end. */
static void make_pair(struct str *buggy, struct str *fixed, struct dice *chance, bool is_other)
{
    static const size_t lengths[] = {0, 100, 19990, 20010, 30000, 100000};
    static const size_t lines[] = {1, 30, 3000, 40000};
    static const size_t tokens[] = {0, 5, 9000, 50000};
    scoped(str) code = {0};
    make_program(&code, chance, lengths[dice_below(chance, N_ITEMS(lengths))],
                 lines[dice_below(chance, N_ITEMS(lines))]);
    size_t start = place_in(&code, chance, code.length), rest = code.length - start;
    size_t most = tokens[dice_below(chance, N_ITEMS(tokens))];
    size_t n = dice_below(chance, (most < rest ? most : rest) + 1);
    while (start + n < code.length && ((unsigned char)code.text[start + n] & 0xc0) == 0x80)
        n++;
    str_print(buggy, "%.*s«%.*s»%s", (int)start, str_text(&code), (int)n, str_text(&code) + start,
              str_text(&code) + start + n);
    str_print(fixed, "%.*s«token»%s%s", (int)start, str_text(&code), str_text(&code) + start + n,
              is_other ? "# another end" : "");
}

TEST(page_programs__of_any_length_show_the_lines_around_the_token)
{
    enum { N_ROUNDS = 300 };
    static struct str buggy[N_ROUNDS], fixed[N_ROUNDS];
    static struct stored_fix fixes[N_ROUNDS];
    struct dice chance = {1};
    for (int i = 0; i < N_ROUNDS; i++) {
        make_pair(&buggy[i], &fixed[i], &chance, i % 2);
        fixes[i] = (struct stored_fix){.buggy = str_text(&buggy[i]), .fixed = str_text(&fixed[i])};
    }
    scoped_memory char *text = samples_of(fixes, N_ROUNDS);
    scoped(json) *samples = json_of(text);
    const struct json *sample = json_first(samples);
    for (int i = 0; i < N_ROUNDS; i++, sample = json_next(sample)) {
        check(fixes[i].buggy, sample, "buggy");
        const char *token = json_text(json_get(sample, "fixed"));
        assert_int_equal(token != NULL, i % 2 == 0);
        if (token)
            assert_string_equal(token, "token");
        else
            check(fixes[i].fixed, sample, "fixed");
        str_release(&buggy[i]);
        str_release(&fixed[i]);
    }
}

/* A token of a mebibyte, on either side. */
TEST(page_programs__cut_huge_tokens)
{
    enum { HUGE_TOKEN = 1 << 20 };
    static const char small[] = "x = «1»\n";
    scoped(str) huge = {0};
    str_add_text(&huge, "x = «'");
    while (huge.length < HUGE_TOKEN)
        str_add_text(&huge, "é");
    str_add_text(&huge, "'»\n");
    const char *large = str_text(&huge);
    const struct stored_fix fixes[] = {{.buggy = large, .fixed = small},
                                       {.buggy = small, .fixed = large},
                                       {.buggy = large, .fixed = large}};
    scoped_memory char *text = samples_of(fixes, N_ITEMS(fixes));
    scoped(json) *samples = json_of(text);
    check(large, json_item(samples, 0), "buggy");
    assert_string_equal(json_text(json_get(json_item(samples, 0), "fixed")), "1");
    check(large, json_item(samples, 1), "fixed");
    assert_true(json_is_true(json_get(json_item(samples, 1), "cut")));
    assert_true(strlen(text) < 6 * PAGE_MAX_PROGRAM);
}
