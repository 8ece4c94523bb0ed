/* Texts of rows in other encodings than UTF-8. */
#include "sources/rows/row_text.h"
#include "tests/support/test.h"

static void read_whole(struct str *out, const char *path, const char *encoding)
{
    scoped(row_text) text = {0};
    char bytes[1000];
    ptrdiff_t n;
    struct err err;
    assert_success(row_text_open_file(&text, path, &err), err);
    assert_success(row_text_decode(&text, encoding, &err), err);
    while ((n = text.read(text.context, bytes, sizeof bytes, &err)) > 0)
        str_add(out, bytes, (size_t)n);
    assert_int_equal(n, 0);
}

TEST(row_text__is_decoded_to_its_end_however_long_it_is)
{
    static const size_t sizes[] = {0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200000};
    const char *path = printed("%s/latin", getenv("SCRATCH"));
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        scoped(str) text = {0};
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        for (size_t k = 0; k < sizes[i]; k++)
            fputc(0xe9, file);
        fclose(file);
        read_whole(&text, path, "latin1");
        assert_int_equal(text.length, 2 * sizes[i]);
    }
}
