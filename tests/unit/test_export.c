/* Rows of each format, from fixes made by hand. */
#include "base/json.h"
#include "export/export.h"
#include "tests/support/marked.h"
#include "tests/support/scratch.h"
#include "tests/support/stored.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

/* What a format writes for a row, NULL when it leaves the row out; to be freed. */
static char *written(const struct export_format *format, const struct export_row *row)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    bool is_written = format->write(row, out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(is_written, length > 0);
    if (is_written) {
        assert_ptr_equal(strchr(text, '\n'), text + length - 1); /* one line */
        return text;
    }
    free(text);
    return NULL;
}

static struct json *parsed(const char *line)
{
    struct json *json;
    struct err err;
    assert_success(json_parse(&json, line, strlen(line), &err), err);
    return json;
}

static struct export_row row_of(const struct marked *buggy)
{
    return (struct export_row){
        .id = "p00001-s1-s2",
        .problem_id = "p00001",
        .user_id = "u1",
        .language = "python",
        .original_language = "Python3",
        .buggy_submission = "s1",
        .fixed_submission = "s2",
        .buggy_status = "Wrong Answer",
        .buggy_date = 1,
        .fixed_date = 253402300799,
        .edit = "replace",
        .category = "variable_misuse",
        .pattern = "CHANGE_IDENTIFIER_USED",
        .role = "variable",
        .before = "a",
        .after = "b",
        .line = 3,
        .column = 4,
        .start_byte = (int64_t)buggy->start_byte,
        .end_byte = (int64_t)buggy->end_byte,
        .token_index = 5,
        .n_tokens = 6,
        .token_end_byte = (int64_t)buggy->end_byte,
        .repair_in_program = 1,
        .dialect = "both",
        .buggy_code = str_text(&buggy->code),
        .fixed_code = "the fixed program",
    };
}

static void export_pairs__hold_everything_in_one_line(void **state)
{
    (void)state;
    struct marked buggy = marked_read("x = \"é🍎\"\r\n\ty = «a»\n");
    struct export_row row = row_of(&buggy);
    char *line = written(&export_format_pairs, &row);
    assert_non_null(line);
    assert_string_equal(
        line,
        "{\"id\":\"p00001-s1-s2\",\"problem_id\":\"p00001\",\"user_id\":\"u1\","
        "\"language\":\"python\",\"original_language\":\"Python3\","
        "\"buggy_submission\":\"s1\",\"fixed_submission\":\"s2\",\"buggy_status\":\"Wrong "
        "Answer\",\"buggy_date\":1,\"fixed_date\":253402300799,\"edit\":\"replace\","
        "\"category\":\"variable_misuse\",\"pattern\":\"CHANGE_IDENTIFIER_USED\","
        "\"role\":\"variable\",\"before\":\"a\",\"after\":\"b\",\"line\":3,\"column\":4,"
        "\"start_byte\":19,\"end_byte\":20,\"token_index\":5,\"n_tokens\":6,"
        "\"repair_in_program\":true,\"dialect\":\"both\","
        "\"buggy_code\":\"x = \\\"é🍎\\\"\\r\\n\\ty = a\\n\",\"fixed_code\":\"the fixed program\"}\n");
    free(line);
    marked_release(&buggy);
}

static void export_pairs__have_every_key_in_every_row(void **state)
{
    (void)state;
    struct marked buggy = marked_read("if «»a:\n");
    struct export_row full = row_of(&buggy), bare = full;
    bare.role = bare.dialect = "";
    bare.edit = "insert";
    bare.category = "other";
    bare.repair_in_program = 0;
    bare.before = bare.buggy_code = bare.fixed_code = bare.original_language = "";
    char *full_line = written(&export_format_pairs, &full);
    char *bare_line = written(&export_format_pairs, &bare);
    struct json *full_row = parsed(full_line), *bare_row = parsed(bare_line);
    assert_int_equal(json_count(bare_row), json_count(full_row));
    for (size_t i = 0; i < json_count(full_row); i++) {
        const struct json *member = json_item(full_row, i), *other = json_item(bare_row, i);
        assert_string_equal(json_name(other), json_name(member));
        assert_int_equal(json_text(other) != NULL, json_text(member) != NULL);
    }
    assert_string_equal(json_text(json_get(bare_row, "role")), "");
    assert_string_equal(json_text(json_get(bare_row, "dialect")), "");
    assert_false(json_is_true(json_get(bare_row, "repair_in_program")));
    json_free(full_row);
    json_free(bare_row);
    free(full_line);
    free(bare_line);
    marked_release(&buggy);
}

/* Whatever stands in a program comes back from its line. */
static void export_rows__hold_any_program(void **state)
{
    (void)state;
    static const char *const programs[] = {
        "«a»",
        "\"\\\\n\" + '/' + «a»\r\n",
        "s = '\x01\x1b\x7f\b\f\t' # \xe2\x80\xa8\xe2\x80\xae\n«a»\r",
        "\xef\xbb\xbf«a» # 🍎 \xf4\x8f\xbf\xbf \xc2\x80\n",
    };
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        struct marked buggy = marked_read(programs[i]);
        struct export_row row = row_of(&buggy);
        for (const struct export_format *const *f = export_formats; *f; f++) {
            char *line = written(*f, &row);
            assert_non_null(line);
            struct json *json = parsed(line);
            const char *key = *f == &export_format_nbf ? "input_text" : "buggy_code";
            assert_string_equal(json_text(json_get(json, key)), str_text(&buggy.code));
            json_free(json);
            free(line);
        }
        marked_release(&buggy);
    }
}

static void export_nbf__is_the_line_that_its_loader_reads(void **state)
{
    (void)state;
    struct marked buggy = marked_read("x = 1\ny = «a»\n");
    struct export_row row = row_of(&buggy);
    char *line = written(&export_format_nbf, &row);
    assert_non_null(line);
    assert_string_equal(
        line, "{\"bug_type\":\"varmisuse\",\"project\":\"p00001\",\"project_url\":\"p00001\","
              "\"commit_sha\":\"p00001-s1-s2\",\"comodified\":false,"
              "\"input_text\":\"x = 1\\ny = a\\n\",\"error_marker\":[1,4,1,5],\"repair\":\"b\"}\n");
    free(line);
    marked_release(&buggy);
}

static void export_nbf__marks_lines_and_code_points(void **state)
{
    (void)state;
    static const struct {
        const char *buggy; /* «» around the token that is marked */
        int marker[4];
    } cases[] = {
        {"«a»", {0, 0, 0, 1}},
        {"«abc»\n", {0, 0, 0, 3}},
        {"\n\n  «abc»\n", {2, 2, 2, 5}},
        {"x\r\n\r\ny = «abc»\r\n", {2, 4, 2, 7}},
        {"# é\r\né = «abc»\r\n", {1, 4, 1, 7}},
        {"é = 'あ' + «é»\n", {0, 10, 0, 11}},
        {"s = '🍎🍎'; «変数»\n", {0, 10, 0, 12}},
        {"# 🍎\n«🍎»", {1, 0, 1, 1}},
        {"e\xcc\x81 = «a»", {0, 5, 0, 6}}, /* a combining character is one more code point */
        {"a «is \\\r\n  not» b\n", {0, 2, 1, 5}},
        {"\t«a»", {0, 1, 0, 2}},
        {"x\ry = «a»\r", {0, 6, 0, 7}}, /* only LF ends a line for the loader */
        {"x\f\v\n«a»", {1, 0, 1, 1}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct marked buggy = marked_read(cases[i].buggy);
        struct export_row row = row_of(&buggy);
        char *line = written(&export_format_nbf, &row);
        assert_non_null(line);
        struct json *json = parsed(line);
        const struct json *marker = json_get(json, "error_marker");
        assert_int_equal(json_count(marker), 4);
        for (size_t m = 0; m < 4; m++)
            if ((int)json_number(json_item(marker, m), -1) != cases[i].marker[m])
                fail_msg("%s: number %zu of the marker is %g", cases[i].buggy, m,
                         json_number(json_item(marker, m), -1));
        json_free(json);
        free(line);
        marked_release(&buggy);
    }
}

static void export_nbf__says_each_type_or_leaves_the_row_out(void **state)
{
    (void)state;
    static const struct {
        const char *buggy; /* «» around the token that is marked */
        const char *category, *edit, *pattern, *before, *after;
        const char *type; /* NULL: left out */
    } cases[] = {
        {"f(«a»)", "variable_misuse", "replace", "CHANGE_IDENTIFIER_USED", "a", "b", "varmisuse"},
        {"«f»(a)", "variable_misuse", "replace", "WRONG_FUNCTION_NAME", "f", "g", "varmisuse"},
        {"a «+» b", "binary_operator", "replace", "CHANGE_BINARY_OPERATOR", "+", "-", "binop"},
        {"a «<» b", "comparison_operator", "replace", "CHANGE_BINARY_OPERATOR", "<", "is not",
         "binop"},
        {"a «=» b", "assignment_operator", "replace", "SINGLE_TOKEN", "=", "+=", "binop"},
        {"a «or» b", "logical_operator", "replace", "CHANGE_BINARY_OPERATOR", "or", "and", "binop"},
        {"if «a»:", "logical_operator", "insert", "CHANGE_UNARY_OPERATOR", "", "not", "not"},
        {"if «not» a:", "logical_operator", "delete", "CHANGE_UNARY_OPERATOR", "not", "", "not"},
        {"x = «True»", "literal", "replace", "CHANGE_BOOLEAN_LITERAL", "True", "False", "litbool"},
        {"x = «1»", "literal", "replace", "CHANGE_NUMERIC_LITERAL", "1", "2.0", "numeric"},
        {"x = «'a'»", "literal", "replace", "CHANGE_STRING_LITERAL", "'a'", "'b'", NULL},
        {"x = «'1'»", "literal", "replace", "CHANGE_CONSTANT_TYPE", "'1'", "1", NULL},
        {"x = «1»", "literal", "replace", "CHANGE_CONSTANT_TYPE", "1", "1.0", NULL},
        {"x = «None»", "literal", "replace", "SINGLE_TOKEN", "None", "True", NULL},
        {"x = y + «'a'»", "literal", "replace", "CHANGE_OPERAND", "'a'", "1", NULL},
        {"x = «-»1", "other", "replace", "CHANGE_UNARY_OPERATOR", "-", "+", NULL},
        {"x = «1»", "other", "replace", "CHANGE_NUMERIC_LITERAL", "1", "y", NULL},
        {"x «.» y", "other", "replace", "SINGLE_TOKEN", ".", ",", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct marked buggy = marked_read(cases[i].buggy);
        struct export_row row = row_of(&buggy);
        row.category = cases[i].category;
        row.edit = cases[i].edit;
        row.pattern = cases[i].pattern;
        row.before = cases[i].before;
        row.after = cases[i].after;
        if (strcmp(row.edit, "insert") == 0)
            row.end_byte = row.start_byte;
        char *line = written(&export_format_nbf, &row);
        assert_int_equal(line != NULL, cases[i].type != NULL);
        if (line) {
            struct json *json = parsed(line);
            const struct json *marker = json_get(json, "error_marker");
            assert_string_equal(json_text(json_get(json, "bug_type")), cases[i].type);
            assert_string_equal(json_text(json_get(json, "repair")), cases[i].after);
            assert_int_equal(json_number(json_item(marker, 1), -1), buggy.start_byte);
            assert_int_equal(json_number(json_item(marker, 3), -1), buggy.end_byte);
            json_free(json);
        }
        free(line);
        marked_release(&buggy);
    }
}

static void export_format__is_found_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(export_format_find("pairs"), &export_format_pairs);
    assert_ptr_equal(export_format_find("nbf"), &export_format_nbf);
    for (const struct export_format *const *f = export_formats; *f; f++)
        assert_ptr_equal(export_format_find((*f)->name), *f);
    assert_null(export_format_find(""));
    assert_null(export_format_find("Pairs"));
    assert_null(export_format_find("pair"));
}

static const struct stored_fix fixes[] = {
    {.buggy = "«a»", .fixed = "«b»"},
    {.buggy = "x «+» y", .fixed = "x «-» y", .category = "binary_operator"},
    {.buggy = "«1»", .fixed = "«2»", .category = "literal", .pattern = "CHANGE_NUMERIC_LITERAL"},
    {.buggy = "«'1'»", .fixed = "«'2'»", .category = "literal", .pattern = "CHANGE_STRING_LITERAL"},
    {.buggy = "«(»", .fixed = "«[»", .category = "other"},
    {.buggy = "«c»", .fixed = "«d»"},
};

/* The ids of the rows that are written, without "p00001-", joined by spaces; in a static buffer. */
static const char *ids_written(struct db *db, const struct export_format *format, const char *key,
                               const struct export_choice *choice, struct export_counts *counts)
{
    static struct str ids;
    struct err err;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_success(export_fixes(db, format, choice, out, counts, &err), err);
    assert_int_equal(fclose(out), 0);
    str_clear(&ids);
    for (char *place, *line = strtok_r(text, "\n", &place); line;
         line = strtok_r(NULL, "\n", &place)) {
        struct json *json = parsed(line);
        str_print(&ids, "%s%s", ids.length ? " " : "", json_text(json_get(json, key)) + 7);
        json_free(json);
    }
    free(text);
    return str_text(&ids);
}

static void export_fixes__writes_chosen_categories_in_order_and_counts(void **state)
{
    (void)state;
    static const char *const some[] = {"other", "literal"}, *const one[] = {"variable_misuse"};
    static const char *const all[] = {"literal", "other", "variable_misuse", "binary_operator"};
    static const char *const none[] = {"logical_operator"};
    static const struct {
        const struct export_format *format;
        const char *const *categories;
        size_t n_categories;
        const char *ids;
        int64_t n_written, n_left_out;
    } cases[] = {
        {&export_format_pairs, all, 4, "s0b-s0a s1b-s1a s2b-s2a s3b-s3a s4b-s4a s5b-s5a", 6, 0},
        {&export_format_pairs, some, 2, "s2b-s2a s3b-s3a s4b-s4a", 3, 0},
        {&export_format_pairs, one, 1, "s0b-s0a s5b-s5a", 2, 0},
        {&export_format_pairs, none, 1, "", 0, 0},
        {&export_format_nbf, all, 4, "s0b-s0a s1b-s1a s2b-s2a s5b-s5a", 4, 2},
        {&export_format_nbf, some, 2, "s2b-s2a", 1, 2},
        {&export_format_nbf, none, 1, "", 0, 0},
    };
    struct db *db = stored_fixes("export.db", fixes, N_ITEMS(fixes));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct export_counts counts;
        const char *key = cases[i].format == &export_format_nbf ? "commit_sha" : "id";
        struct export_choice choice = {cases[i].categories, cases[i].n_categories, NULL};
        assert_string_equal(ids_written(db, cases[i].format, key, &choice, &counts), cases[i].ids);
        assert_int_equal(counts.n_written, cases[i].n_written);
        assert_int_equal(counts.n_left_out, cases[i].n_left_out);
    }
    db_close(db);
}

static void export_fixes__leaves_out_what_is_excluded_or_in_another_split(void **state)
{
    (void)state;
    static const char *const all[] = {"literal", "other", "variable_misuse", "binary_operator"};
    static const struct {
        const char *split, *ids;
        int64_t n_written, n_excluded;
    } cases[] = {
        {NULL, "s0b-s0a s2b-s2a s4b-s4a s5b-s5a", 4, 2},
        {"train", "s0b-s0a s4b-s4a", 2, 1},
        {"test", "s2b-s2a", 1, 0},
        {"validation", "", 0, 1},
    };
    struct err err;
    struct export_counts counts;
    struct export_choice choice = {all, N_ITEMS(all), "train"};
    db_close(stored_fixes("marks.db", fixes, N_ITEMS(fixes)));
    struct db *db;
    assert_success(store_open_update(&db, scratch_path("marks.db"), &err), err);
    assert_int_equal(export_fixes(db, &export_format_pairs, &choice, stdout, &counts, &err), ERR);
    assert_string_equal(err.message, "the database has no splits; run tokfix split on it first");
    assert_success(
        db_execute(db,
                   "INSERT INTO split_run VALUES (1, 'seed', '0', 8, 1, 1, 'problem', 0);"
                   "INSERT INTO splits VALUES (1, 'train', 1), (2, 'train', 1), (3, 'test', 3), "
                   "(4, 'validation', 4), (5, 'train', 1);"
                   "INSERT INTO exclusions VALUES (2, 'benchmark', 'x'), (2, 'benchmark', 'y'), "
                   "(4, 'ancestry', 'z')",
                   &err),
        err);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        choice.split = cases[i].split;
        assert_string_equal(ids_written(db, &export_format_pairs, "id", &choice, &counts),
                            cases[i].ids);
        assert_int_equal(counts.n_written, cases[i].n_written);
        assert_int_equal(counts.n_excluded, cases[i].n_excluded);
    }
    db_close(db);
}

static void export_fixes__stops_when_it_cannot_write(void **state)
{
    (void)state;
    static const char *const categories[] = {"variable_misuse", "literal", "binary_operator"};
    struct err err;
    struct export_counts counts;
    struct db *db = stored_fixes("full.db", fixes, N_ITEMS(fixes));
    FILE *out = fopen("/dev/full", "w");
    assert_non_null(out);
    setvbuf(out, NULL, _IONBF, 0);
    struct export_choice choice = {categories, N_ITEMS(categories), NULL};
    assert_success(export_fixes(db, &export_format_pairs, &choice, out, &counts, &err), err);
    assert_true(ferror(out));
    assert_int_equal(counts.n_written, 1);
    fclose(out);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(export_pairs__hold_everything_in_one_line),
        cmocka_unit_test(export_pairs__have_every_key_in_every_row),
        cmocka_unit_test(export_rows__hold_any_program),
        cmocka_unit_test(export_nbf__is_the_line_that_its_loader_reads),
        cmocka_unit_test(export_nbf__marks_lines_and_code_points),
        cmocka_unit_test(export_nbf__says_each_type_or_leaves_the_row_out),
        cmocka_unit_test(export_format__is_found_by_its_name),
        cmocka_unit_test(export_fixes__writes_chosen_categories_in_order_and_counts),
        cmocka_unit_test(export_fixes__leaves_out_what_is_excluded_or_in_another_split),
        cmocka_unit_test(export_fixes__stops_when_it_cannot_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
