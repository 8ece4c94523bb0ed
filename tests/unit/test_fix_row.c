/* The row of an edit: both places, on either side of what is inserted or deleted. */
#include "base/str.h"
#include "classify/fix_row.h"
#include "tests/support/test.h"
#include "tests/support/tokens.h"

#include <string.h>

static void print_place(struct str *out, const struct place_row *place)
{
    str_print(out, " | %d-%d %d:%d #%d<%d of %d", (int)place->start_byte, (int)place->end_byte,
              (int)place->line, (int)place->column, (int)place->token_index,
              (int)place->token_end_byte, (int)place->n_tokens);
}

/* "edit category pattern role 'before' > 'after' repair", and the two places: bytes,
 * line:column, the token with its end, and how many there are. */
static void fix_row_of__tells_both_places(void **state)
{
    (void)state;
    static const struct {
        const char *buggy, *fixed, *row;
    } cases[] = {
        {"x = a\nx = a\n", "x = a\nx = bc\n",
         "replace variable_misuse CHANGE_IDENTIFIER_USED variable 'a' > 'bc' 0"
         " | 10-11 2:4 #6<11 of 8 | 10-12 2:4 #6<12 of 8"},
        {"x = a\nx = a\n", "x = a\nx = x\n",
         "replace variable_misuse CHANGE_IDENTIFIER_USED variable 'a' > 'x' 1"
         " | 10-11 2:4 #6<11 of 8 | 10-11 2:4 #6<11 of 8"},
        {"a  in b\n", "a  not  in b\n",
         "replace comparison_operator CHANGE_BINARY_OPERATOR - 'in' > 'not in' 0"
         " | 3-5 1:3 #1<5 of 4 | 3-10 1:3 #1<10 of 4"},
        {"x = abc\n", "x = not abc\n",
         "insert logical_operator CHANGE_UNARY_OPERATOR - '' > 'not' 0"
         " | 4-4 1:4 #2<7 of 4 | 4-7 1:4 #2<7 of 5"},
        {"x = not abc\n", "x = abc\n",
         "delete logical_operator CHANGE_UNARY_OPERATOR - 'not' > '' 0"
         " | 4-7 1:4 #2<7 of 5 | 4-4 1:4 #2<7 of 4"},
        {"é.a\n", "é.b\n",
         "replace other CHANGE_ATTRIBUTE_USED attribute 'a' > 'b' 0"
         " | 3-4 1:2 #2<4 of 4 | 3-4 1:2 #2<4 of 4"},
    };
    struct arena arena = {0};
    struct str row = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct program_pair pair;
        pair_compare(&pair, cases[i].buggy, cases[i].fixed);
        assert_int_equal(pair.difference, DIFFERENCE_SINGLE);
        struct fix_row fix = fix_row_of(&pair.buggy, &pair.fixed, &pair.edit, &arena);
        pair_release(&pair); /* the row keeps its texts */
        assert_int_equal(strlen(fix.before), fix.before_length);
        assert_int_equal(strlen(fix.after), fix.after_length);
        str_clear(&row);
        str_print(&row, "%s %s %s %s '%s' > '%s' %d", fix.edit, fix.category, fix.pattern,
                  fix.role ? fix.role : "-", fix.before, fix.after, (int)fix.repair_in_program);
        print_place(&row, &fix.buggy_place);
        print_place(&row, &fix.fixed_place);
        assert_string_equal(str_text(&row), cases[i].row);
    }
    arena_release(&arena);
    str_release(&row);
}

/* Those are the command's to say. */
static void fix_row_of__leaves_origin_and_submissions_open(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct program_pair pair;
    pair_compare(&pair, "x = 1\n", "x = 2\n");
    struct fix_row fix = fix_row_of(&pair.buggy, &pair.fixed, &pair.edit, &arena);
    assert_int_equal(fix.buggy, 0);
    assert_int_equal(fix.fixed, 0);
    assert_null(fix.origin);
    assert_null(fix.dialect);
    pair_release(&pair);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fix_row_of__tells_both_places),
        cmocka_unit_test(fix_row_of__leaves_origin_and_submissions_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
