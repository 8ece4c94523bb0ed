/* Parallel files. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

static const struct shown_as whole;

/* What Python's escapes stand for. */
static void unescape(struct str *out, const struct str *line)
{
    static const char letters[] = "\\nrtvf", meant[] = "\\\n\r\t\v\f";
    str_clear(out);
    assert_int_equal(line->text[line->length - 1], '\n');
    for (size_t i = 0; i + 1 < line->length; i++) {
        const char *letter = line->text[i] == '\\' ? strchr(letters, line->text[++i]) : NULL;
        assert_true(letter || line->text[i - (i > 0)] != '\\' || line->text[i] != '\\');
        str_add(out, letter ? &meant[letter - letters] : line->text + i, 1);
    }
}

TEST(codexglue__is_a_line_in_each_file)
{
    struct str lines[EXPORT_MAX_PARTS] = {{0}};
    scoped(made_row) made =
        made_row_of("if a:\n\ty = '\\n' + «a»\r\n", "if a:\n\ty = '\\n' + «b»\r\n");
    assert_null(written_lines(lines, &export_format_codexglue, &made.row, &whole));
    assert_string_equal(str_text(&lines[0]), "if a:\\n\\ty = '\\\\n' + a\\r\\n\n");
    assert_string_equal(str_text(&lines[1]), "if a:\\n\\ty = '\\\\n' + b\\r\\n\n");
    for (int part = 0; part < EXPORT_MAX_PARTS; part++)
        str_release(&lines[part]);
}

TEST(codexglue__gives_any_program_back)
{
    scoped(str) back = {0};
    for (size_t i = 0; i < N_HOSTILE_PROGRAMS; i++) {
        struct str lines[EXPORT_MAX_PARTS] = {{0}};
        scoped(made_row) made = made_row_of(hostile_programs[i], hostile_programs[i]);
        assert_null(written_lines(lines, &export_format_codexglue, &made.row, &whole));
        for (int part = 0; part < EXPORT_MAX_PARTS; part++) {
            assert_ptr_equal(strpbrk(lines[part].text, "\n\r\t\v\f"),
                             lines[part].text + lines[part].length - 1);
            unescape(&back, &lines[part]);
            assert_string_equal(str_text(&back), made.row.buggy_code);
            str_release(&lines[part]);
        }
    }
}

/* The two sides are of one piece of code: what is shown, and what becomes of that. */
TEST(codexglue__has_the_context_of_a_line_on_both_sides)
{
    struct str lines[EXPORT_MAX_PARTS] = {{0}};
    struct shown_as how = {.granularity = GRANULARITY_LINE, .n_context = 1};
    scoped(made_row) made = made_row_of("w\nx\ny = «a»\nz\n", "w\nx\ny = «b»\nz\n");
    assert_null(written_lines(lines, &export_format_codexglue, &made.row, &how));
    assert_string_equal(str_text(&lines[0]), "x\\ny = a\\nz\n");
    assert_string_equal(str_text(&lines[1]), "x\\ny = b\\nz\n");
    for (int part = 0; part < EXPORT_MAX_PARTS; part++)
        str_release(&lines[part]);
}
