/* Colours are escape sequences or nothing. */
#include "report/paint.h"
#include "tests/support/test.h"

#include <string.h>

TEST(paint__is_empty_without_colour)
{
    const struct paint *plain = paint_of(false), *colored = paint_of(true);
    const char *const texts[][2] = {
        {plain->title, colored->title},     {plain->context, colored->context},
        {plain->removed, colored->removed}, {plain->added, colored->added},
        {plain->mark, colored->mark},       {plain->end, colored->end},
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        size_t length = strlen(texts[i][1]);
        assert_string_equal(texts[i][0], "");
        assert_memory_equal(texts[i][1], "\033[", 2); /* what `less -R` passes on */
        assert_int_equal(strspn(texts[i][1] + 2, "0123456789;"), length - 3);
        assert_int_equal(texts[i][1][length - 1], 'm');
    }
}
