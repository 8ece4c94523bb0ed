/* Lines are those of the content, at any block boundary of the file. A damaged file fails. */
#include "base/lines.h"
#include "base/packed.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

enum { BLOCK_BYTES = 1 << 18 };

static const char *packed_path(const char *stem, enum packing packing)
{
    return scratch_path(printed("%s%s", stem, packing_suffix(packing)));
}

/* Each line as <line>, with ! after one without a line end; zero bytes as \0. */
static int read_lines(struct str *out, const char *path, size_t max_bytes, struct err *err)
{
    scoped(lines) lines = {0};
    char *line;
    size_t length;
    uint64_t n = 0;
    int status;
    str_clear(out);
    if (lines_open(&lines, path, max_bytes, err) != 0)
        return ERR;
    assert_int_equal(lines.number, 0);
    while ((status = lines_next(&lines, &line, &length, err)) == 1) {
        assert_int_equal(lines.number, ++n);
        assert_int_equal(line[length], '\0');
        str_add_text(out, "<");
        for (size_t i = 0; i < length; i++)
            line[i] ? str_add(out, &line[i], 1) : str_add_text(out, "\\0");
        str_add_text(out, lines.ended ? ">" : ">!");
        memset(line, 'x', length + 1); /* it is the caller's */
    }
    if (status == 0)
        assert_int_equal(lines_next(&lines, &line, &length, err), 0);
    return status;
}

TEST(packed_lines__end_in_lf_or_crlf)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *lines;
    } cases[] = {{"", 0, ""},
                 {"\n\n\r\n", 4, "<><><>"},
                 {"a", 1, "<a>!"},
                 {"a\n", 2, "<a>"},
                 {"a\r\n", 3, "<a>"},
                 {"a\r\r\n", 4, "<a\r>"},
                 {"a\rb\n", 4, "<a\rb>"},
                 {"a\r", 2, "<a\r>!"},
                 {"a\n\nb\r\nc", 7, "<a><><b><c>!"},
                 {"a\nb\n ", 5, "<a><b>< >!"},
                 {"\0a\0\n\0", 5, "<\\0a\\0><\\0>!"},
                 {"a\f\v\xc2\x85\xe2\x80\xa8z\n", 10, "<a\f\v\xc2\x85\xe2\x80\xa8z>"}};
    scoped(str) lines = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        write_test_file(scratch_path("lines"), cases[i].bytes, cases[i].length);
        assert_done(read_lines(&lines, scratch_path("lines"), 100, &err));
        assert_string_equal(str_text(&lines), cases[i].lines);
    }
}

TEST(packed_lines__are_the_same_wherever_blocks_end)
{
    scoped(str) bytes = {0}, expected = {0}, lines = {0};
    for (int round = 0; round < 4; round++) {
        str_clear(&bytes);
        str_clear(&expected);
        while (bytes.length < 700000) {
            size_t length = (size_t)rand() % (rand() % 50 ? 60 : 2 * BLOCK_BYTES);
            str_add_text(&expected, "<");
            for (size_t i = 0; i < length; i++) {
                char byte = (char)('a' + (i + bytes.length) % 23);
                str_add(&bytes, &byte, 1);
                str_add(&expected, &byte, 1);
            }
            str_add_text(&bytes, rand() % 2 ? "\n" : "\r\n");
            str_add_text(&expected, ">");
        }
        enum packing p = (enum packing)round;
        write_packed_file(packed_path("blocks", p), p, bytes.text, bytes.length);
        assert_done(read_lines(&lines, packed_path("blocks", p), SIZE_MAX, &err));
        assert_true(strcmp(str_text(&lines), expected.text) == 0);
    }
}

/* Line ends before, at, and after the end of a block. */
TEST(packed_lines__may_end_at_any_place_of_a_block)
{
    scoped(str) bytes = {0}, lines = {0};
    for (size_t length = BLOCK_BYTES - 3; length < BLOCK_BYTES + 3; length++)
        for (int form = 0; form < 3; form++) {
            static const char *const ends[] = {"\n", "\r\n", "\rb\n"};
            str_clear(&bytes);
            memset(str_reserve(&bytes, length), 'a', length);
            str_extend(&bytes, length);
            str_add_text(&bytes, ends[form]);
            str_add_text(&bytes, "last");
            write_test_file(scratch_path("place"), bytes.text, bytes.length);
            size_t longest = form == 2 ? length + 2 : length;
            assert_done(read_lines(&lines, scratch_path("place"), longest, &err));
            assert_int_equal(lines.length, 1 + longest + strlen("><last>!"));
            assert_string_equal(lines.text + length + 1, form == 2 ? "\rb><last>!" : "><last>!");
        }
}

TEST(packed_lines__that_are_too_long_are_refused)
{
    static const struct {
        const char *bytes;
        size_t max_bytes;
        int wrong_line; /* 0: none */
    } cases[] = {{"12345\n", 5, 0},    {"123456\n", 5, 1},       {"12345\r\n", 5, 0},
                 {"123456\r\n", 5, 1}, {"12345", 5, 0},          {"123456", 5, 1},
                 {"12345\r", 5, 1},    {"1\n123456\n1\n", 5, 2}, {"\n\r\n\n", 0, 0},
                 {"\n1\n", 0, 2},      {"1\n2\n3\n4567", 3, 4}};
    scoped(str) lines = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *path = scratch_path("long");
        struct err err = {""};
        write_test_file(path, cases[i].bytes, strlen(cases[i].bytes));
        int status = read_lines(&lines, path, cases[i].max_bytes, &err);
        assert_int_equal(status, cases[i].wrong_line ? ERR : 0);
        if (status)
            assert_string_equal(err.message,
                                printed("%s:%d: the line is longer than %zu bytes", path,
                                        cases[i].wrong_line, cases[i].max_bytes));
    }
}

/* A line of 64 MiB that is packed to almost nothing is refused long before it is unpacked. */
TEST(packed_lines__refuse_a_long_line_before_it_is_read)
{
    enum { N_BOMB = 16 << 20 };
    struct lines lines;
    char *line, *bytes = malloc(N_BOMB);
    size_t length;
    assert_non_null(bytes);
    memset(bytes, ' ', N_BOMB);
    for (enum packing p = PACKING_NONE; p < PACKING_XZ; p++) {
        write_packed_file(packed_path("bomb", p), p, bytes, N_BOMB);
        assert_done(lines_open(&lines, packed_path("bomb", p), 1 << 20, &err));
        assert_any_error(lines_next(&lines, &line, &length, &err));
        assert_true(lines.capacity <= 4 << 20);
        lines_close(&lines);
        remove(packed_path("bomb", p));
    }
    free(bytes);
}

/* What came before is given. */
TEST(packed_lines__fail_where_the_file_breaks_off)
{
    scoped(str) bytes = {0}, lines = {0};
    scoped(lines) none = {0};
    for (int i = 0; i < 20000; i++)
        str_print(&bytes, "line %d of many %d\n", i, rand());
    for (enum packing p = PACKING_GZIP; p < PACKING_XZ; p++) {
        const char *path = packed_path("broken", p);
        write_packed_file(path, p, bytes.text, bytes.length);
        run_valid(NULL, "truncate -s -5 '%s'", path);
        assert_error_with(read_lines(&lines, path, LINES_MAX_BYTES, &err),
                          "; is the file complete?");
        assert_true(lines.length > 1000);
    }
    assert_error(lines_open(&none, scratch_path("none"), 10, &err),
                 printed("cannot open '%s': No such file or directory", scratch_path("none")));
}
