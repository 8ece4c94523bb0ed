/* The report page of real programs agrees with its database, whose fixes are counted one by one. */
#include "base/json.h"
#include "base/mem.h"
#include "db/store.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* A page and the store that it shows. */
struct shown {
    struct json *data;
    struct db *db;
};

static struct db_statement *query(struct db *db, const char *sql)
{
    struct db_statement *s;
    assert_done(db_prepare(&s, db, sql, &err));
    return s;
}

static bool has_row(struct db_statement *s)
{
    struct err err = {""};
    int status = db_step(s, &err);
    if (status < 0)
        fail_msg("%s", err.message);
    return status == 1;
}

/* Writes the page of a store, a shell word, that has splits and marks, and reads it. */
static struct shown show(const char *path)
{
    static const char start[] = "<script type=\"application/json\" id=\"data\">";
    struct shown shown = {0};
    scoped(str) page = {0};
    scoped(str) output =
        output_of("cp %s \"$SCRATCH/shown.db\"; \"$TOKFIX\" dedup \"$SCRATCH/shown.db\"", path);
    run_valid(&output, "\"$TOKFIX\" split \"$SCRATCH/shown.db\" --group-by problem --seed 5");
    run_valid(&output,
              "\"$TOKFIX\" report \"$SCRATCH/shown.db\" -o \"$SCRATCH/page.html\" --force");
    read_test_file(&page, "$SCRATCH/page.html");
    const char *json = strstr(page.text, start);
    assert_non_null(json);
    json += strlen(start);
    const char *end = strstr(json, "</script>");
    assert_non_null(end);
    assert_done(json_parse(&shown.data, json, (size_t)(end - json), &err));
    assert_done(store_open(&shown.db, scratch_path("shown.db"), &err));
    return shown;
}

/* A fix is a row of the page: eight values, then numbers of words. */
static void check_fixes(const struct shown *shown)
{
    const struct json *fix = json_first(json_get(shown->data, "fixes"));
    const struct json *texts = json_get(shown->data, "words");
    scoped(db_statement) *s = query(
        shown->db,
        "SELECT fix_id, iif(length(before) > 80, substr(before, 1, 79) || '…', before), "
        "iif(length(after) > 80, substr(after, 1, 79) || '…', after), NULL, line, column, "
        "n_tokens, fixed_date, category, pattern, (SELECT role FROM fixes f WHERE f.fix_key = "
        "d.fix_key), region, buggy_status, NULL, problem_id, language, (SELECT split FROM splits "
        "x WHERE x.fix_key = d.fix_key), origin FROM fix_details d ORDER BY fix_key");
    for (; has_row(s); fix = json_next(fix)) {
        assert_non_null(fix);
        for (int i = 0; i < 18; i++) {
            const struct json *item = json_item(fix, (size_t)i);
            if (i >= 8 && json_int(item, 0))
                item = json_item(texts, (size_t)json_int(item, 0) - 1);
            if (db_type(s, i) == DB_NUMBER)
                assert_int_equal(json_int(item, -99999), db_int(s, i));
            else if (db_type(s, i) != DB_NULL)
                assert_string_equal(json_text(item), db_text(s, i));
        }
    }
    assert_null(fix);
}

/* The pieces of a program in a row are the stored program, or a part of it. */
static void check_program(const struct json *program, const struct json *token, const char *code)
{
    scoped(str) text = str_of("%s%s%s", json_text(json_item(program, 0)), json_text(token),
                              json_text(json_item(program, 2)));
    if (strcmp(str_text(&text), code) != 0)
        assert_non_null(strstr(code, str_text(&text)));
}

static void check_programs(const struct shown *shown)
{
    const struct json *program = json_first(json_get(shown->data, "programs"));
    scoped(db_statement) *s =
        query(shown->db, "SELECT buggy_code, fixed_code FROM fix_details ORDER BY fix_key");
    for (; has_row(s); program = json_next(program)) {
        assert_non_null(program);
        const struct json *fixed = json_item(program, 3);
        bool is_token = json_count(fixed) == 1;
        check_program(program, json_item(program, 1), db_text(s, 0));
        check_program(is_token ? program : fixed, json_item(fixed, is_token ? 0 : 1),
                      db_text(s, 1));
    }
    assert_null(program);
}

/* The numbers of a chart's rows: those of a query, or of `stats`. */
static void check_chart(const struct shown *shown, const char *id, size_t column, const char *sql)
{
    json_each(chart, json_get(shown->data, "charts")) {
        if (strcmp(json_text_at(chart, "id"), id) != 0)
            continue;
        scoped(db_statement) *s = query(shown->db, sql);
        json_each(row, json_get(chart, "rows")) {
            assert_true(has_row(s));
            assert_int_equal(json_int(json_item(row, column), -1), db_int(s, 0));
        }
        assert_false(has_row(s));
        return;
    }
    fail_msg("no chart %s", id);
}

static void check_store(const char *name, const char *db)
{
    struct shown shown = show(db);
    printf("note: report page: %s\n", name);
    check_fixes(&shown);
    check_programs(&shown);
    check_chart(&shown, "categories", 1,
                "SELECT (SELECT count(*) FROM fixes f WHERE f.category = c.category) FROM "
                "categories c WHERE in_thesis ORDER BY sort_order");
    check_chart(&shown, "patterns", 1,
                "SELECT count(*) FROM fixes GROUP BY pattern ORDER BY count(*) DESC, pattern");
    check_chart(&shown, "problems", 3,
                "SELECT count(*) FROM fix_details GROUP BY problem_id ORDER BY count(*) DESC, "
                "problem_id LIMIT 20");
    check_chart(&shown, "splits", 2,
                "SELECT count(*) FROM splits JOIN fixes USING (fix_key) JOIN categories USING "
                "(category) GROUP BY category, split ORDER BY sort_order, instr('train validation "
                "test', split)");
    json_free(shown.data);
    db_close(shown.db);
}

TEST(report_page__shows_what_the_store_holds)
{
    jsonl_each_store("the page of AtCoder programs", check_store);
}

/* Cut out of the file and hashed by another program. */
TEST(report_page__names_its_script_by_its_digest)
{
    scoped(str) script = output_of(
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/s.db\" "
        "--force && "
        "\"$TOKFIX\" report \"$SCRATCH/s.db\" -o \"$SCRATCH/s.html\" --force");
    run_valid(&script, "awk 'BEGIN { RS = \"<script>\" } NR == 2' \"$SCRATCH/s.html\" | "
                       "awk 'BEGIN { RS = \"</script>\"; ORS = \"\" } NR == 1' | sha256sum | "
                       "cut -c 1-64");
    scoped(str) named =
        output_of("sed -n \"s/.*script-src 'sha256-\\([^']*\\)'.*/\\1/p\" \"$SCRATCH/s.html\" | "
                  "base64 -d | od -An -v -tx1 | tr -d ' \\n'; echo");
    assert_string_equal(str_text(&script), str_text(&named));
}

/* The same bytes whenever, wherever and however it is written. */
TEST(report_page__depends_on_the_store_alone)
{
    run_valid(
        NULL,
        "cd \"$SCRATCH\" && \"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o "
        "d.db --force && "
        "mkdir -p elsewhere && cp d.db elsewhere && "
        "\"$TOKFIX\" report d.db -o d1.html --force && sleep 1 && "
        "TZ=Asia/Tokyo LC_ALL=C \"$TOKFIX\" report elsewhere/d.db -o - 2>told >d2.html && "
        "cmp d1.html d2.html && ! grep -q '^Next' told && cmp d.db elsewhere/d.db");
}
