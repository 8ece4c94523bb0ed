/* The row of an edit has both places, also for insertions and deletions. */
#include "classify/classify.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static void print_place(struct str *out, const struct place_row *place)
{
    str_print(out, " | %d-%d %d:%d #%d<%d of %d", (int)place->start_byte, (int)place->end_byte,
              (int)place->line, (int)place->column, (int)place->token_index,
              (int)place->token_end_byte, (int)place->n_tokens);
}

/* "edit category pattern role 'before' > 'after' repair", and the two places: bytes,
 * line:column, the token with its end, and how many there are. */
TEST(fix_row_of__gives_both_places)
{
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
    scoped(arena) arena = {0};
    scoped(str) row = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct program_pair pair;
        pair_compare(&pair, cases[i].buggy, cases[i].fixed);
        assert_int_equal(pair.difference, DIFFERENCE_SINGLE);
        struct fix_row fix = fix_row_of(&pair.buggy, &pair.fixed, &pair.edit, NULL, &arena);
        pair_release(&pair); /* the row keeps its texts */
        assert_int_equal(strlen(fix.before), fix.before_length);
        assert_int_equal(strlen(fix.after), fix.after_length);
        str_set(&row, "%s %s %s %s '%s' > '%s' %d", fix.edit, fix.category, fix.pattern,
                fix.role ? fix.role : "-", fix.before, fix.after, (int)fix.repair_in_program);
        print_place(&row, &fix.buggy_place);
        print_place(&row, &fix.fixed_place);
        assert_string_equal(str_text(&row), cases[i].row);
    }
}

/* By the place, on each side; what is not there, or is neither name, literal nor operator, is none.
 */
TEST(fix_row_of__names_the_kinds_of_the_tokens)
{
    static const struct {
        const char *buggy, *fixed, *kinds;
    } cases[] = {
        {"x = a\n", "x = b\n", "variable variable"},
        {"x = a()\n", "x = b()\n", "function function"},
        {"x.a\n", "x.b\n", "attribute attribute"},
        {"f(a=1)\n", "f(b=1)\n", "keyword_argument keyword_argument"},
        {"import a\n", "import b\n", "import import"},
        {"x = a\n", "x = 1\n", "variable integer"},
        {"x = 1\n", "x = 1.0\n", "integer float"},
        {"x = 'a'\n", "x = None\n", "string null"},
        {"x = f'{a}b'\n", "x = f'{a}1'\n", "string string"},
        {"x = True\n", "x = 1\n", "boolean integer"},
        {"a < b\n", "a in b\n", "comparison_operator comparison_operator"},
        {"a + b\n", "a and b\n", "binary_operator logical_operator"},
        {"a = b\n", "a == b\n", "assignment_operator comparison_operator"},
        {"x = -a\n", "x = ~a\n", "- -"},
        {"break\n", "pass\n", "- -"},
        {"x = a\n", "x = not a\n", "- logical_operator"},
        {"x = not a\n", "x = a\n", "logical_operator -"},
    };
    scoped(arena) arena = {0};
    scoped(str) kinds = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) pair = {0};
        pair_compare(&pair, cases[i].buggy, cases[i].fixed);
        assert_int_equal(pair.difference, DIFFERENCE_SINGLE);
        struct fix_row fix = fix_row_of(&pair.buggy, &pair.fixed, &pair.edit, NULL, &arena);
        str_set(&kinds, "%s %s", fix.before_kind ? fix.before_kind : "-",
                fix.after_kind ? fix.after_kind : "-");
        assert_string_equal(str_text(&kinds), cases[i].kinds);
    }
}

/* Those are the command's to say. */
TEST(fix_row_of__leaves_origin_and_submissions_open)
{
    scoped(arena) arena = {0};
    scoped(program_pair) pair = {0};
    pair_compare(&pair, "x = 1\n", "x = 2\n");
    struct fix_row fix = fix_row_of(&pair.buggy, &pair.fixed, &pair.edit, NULL, &arena);
    assert_int_equal(fix.buggy, 0);
    assert_int_equal(fix.fixed, 0);
    assert_null(fix.origin);
    assert_null(fix.dialect);
}
