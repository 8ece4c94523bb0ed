/* Texts of rows in other encodings than UTF-8. */
#include "miner/rows/row_text.h"

#include "base/file.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

static void read_to_end(struct str *out, const struct row_text *text)
{
    char bytes[1000];
    ptrdiff_t n;
    struct err err;
    while ((n = text->read(text->context, bytes, sizeof bytes, &err)) > 0)
        str_add(out, bytes, (size_t)n);
    assert_int_equal(n, 0);
}

/* Writes a text of ASCII as UTF-16 with its mark. */
static void write_utf16(const char *path, const char *text)
{
    scoped(str) bytes = {0};
    struct err err;
    str_add(&bytes, "\xff\xfe", 2);
    for (; *text; text++)
        str_add(&bytes, (char[]){*text, 0}, 2);
    assert_success(file_write(path, bytes.text, bytes.length, &err), err);
}

TEST(row_text__is_decoded_to_its_end_however_long_it_is)
{
    static const size_t sizes[] = {0, 1, (1 << 15) - 1, 1 << 15, (1 << 15) + 1, 200000};
    const char *path = scratch_path("wide");
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        scoped(row_text) text = {0};
        scoped(str) content = {0}, whole = {0};
        struct err err;
        while (content.length < sizes[i])
            str_add_text(&content, "a");
        write_utf16(path, str_text(&content));
        assert_success(row_text_open(&text, path, NULL, &err), err);
        read_to_end(&whole, &text);
        assert_string_equal(str_text(&whole), str_text(&content));
    }
}
