/* The report page of real programs agrees with its database, whose fixes are counted one by one. */
#include "base/mem.h"
#include "base/json.h"
#include "db/store.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <time.h>

/* What charts count of a fix. */
struct fact {
    int64_t n_tokens, token_index;
    char month[16], category[32], problem[32];
};

/* A page and the store that it shows. */
struct shown {
    struct json *data;
    struct db *db;
    ARRAY(struct fact) facts;
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

static void read_facts(struct shown *shown)
{
    scoped(db_statement) *s =
        query(shown->db, "SELECT n_tokens, token_index, fixed_date, category, problem_id "
                         "FROM fix_details ORDER BY fix_key");
    while (has_row(s)) {
        struct fact fact = {.n_tokens = db_int(s, 0), .token_index = db_int(s, 1)};
        time_t date = (time_t)db_int(s, 2);
        strftime(fact.month, sizeof fact.month, "%Y-%m", gmtime(&date));
        snprintf(fact.category, sizeof fact.category, "%s", db_text(s, 3));
        snprintf(fact.problem, sizeof fact.problem, "%s", db_text(s, 4));
        array_push(&shown->facts, fact);
    }
}

/* Writes the page of a store, a shell word, that has splits and marks, and reads it. */
static struct shown show(const char *path)
{
    static const char start[] = "<script type=\"application/json\" id=\"data\">";
    struct shown shown = {0};
    scoped(str) page = {0};
    scoped(str) output =
        output_of("cp %s \"$SCRATCH/shown.db\"; \"$TOKFIX\" dedup \"$SCRATCH/shown.db\"", path);
    run_valid(&output,
              "\"$TOKFIX\" split \"$SCRATCH/shown.db\" --group-by problem --seed 5 --replace");
    store_changed("shown.db", "INSERT INTO set_exclusions SELECT '', fix_key, 'benchmark', 'x' "
                              "FROM fixes WHERE fix_key % 3 = 0");
    run_valid(&output, "\"$TOKFIX\" report \"$SCRATCH/shown.db\" --programs 100000 "
                       "-o \"$SCRATCH/page.html\" --force");
    read_test_file(&page, "$SCRATCH/page.html");
    const char *json = strstr(page.text, start);
    assert_non_null(json);
    json += strlen(start);
    const char *end = strstr(json, "</script>");
    assert_non_null(end);
    assert_done(json_parse(&shown.data, json, (size_t)(end - json), &err));
    assert_done(store_open(&shown.db, scratch_path("shown.db"), &err));
    read_facts(&shown);
    return shown;
}

static void shown_release(struct shown *shown)
{
    array_release(&shown->facts);
    json_free(shown->data);
    db_close(shown->db);
}

/* What an item of a column says, against the first column of a row. */
static void check_item(const struct json *item, const struct json *dictionary,
                       struct db_statement *s)
{
    if (dictionary && db_type(s, 0) == DB_NULL)
        assert_int_equal(json_int(item, -2), -1);
    else if (dictionary)
        assert_string_equal(json_text(json_item(dictionary, (size_t)json_int(item, 99999))),
                            db_text(s, 0));
    else if (db_type(s, 0) == DB_NUMBER)
        assert_int_equal(json_int(item, -99999), db_int(s, 0));
    else
        assert_string_equal(json_text(item), db_text(s, 0));
}

static void check_columns(const struct shown *shown)
{
    static const struct {
        const char *name, *dictionary, *sql;
    } columns[] = {
        {"category", "categories", "category"},
        {"pattern", "patterns", "pattern"},
        {"status", "statuses", "buggy_status"},
        {"problem", "problems", "problem_id"},
        {"role", "roles", "role"},
        {"original", "originals", "original_language"},
        {"language", "languages", "language"},
        {"split", "splits", "(SELECT split FROM splits s WHERE s.fix_key = d.fix_key)"},
        {"buggy", NULL, "buggy_submission_id"},
        {"fixed", NULL, "fixed_submission_id"},
        {"line", NULL, "line"},
        {"column", NULL, "column"},
        {"tokens", NULL, "n_tokens"},
        {"date", NULL, "fixed_date"},
        {"marks", NULL,
         "(SELECT count(*) FROM duplicate_clusters c WHERE c.fix_key = d.fix_key "
         "AND kind = 'exact' AND representative_fix_key <> d.fix_key) + 2 * d.is_conflicting + "
         "4 * (d.fix_key % 3 = 0)"},
        {"before", NULL, "iif(length(before) > 80, substr(before, 1, 79) || '…', before)"},
        {"after", NULL, "iif(length(after) > 80, substr(after, 1, 79) || '…', after)"},
    };
    const struct json *fixes = json_get(shown->data, "fixes");
    for (size_t i = 0; i < N_ITEMS(columns); i++) {
        const struct json *item = json_first(json_get(fixes, columns[i].name));
        scoped(str) sql = {0};
        str_print(&sql, "SELECT %s FROM fix_details d ORDER BY fix_key", columns[i].sql);
        scoped(db_statement) *s = query(shown->db, str_text(&sql));
        for (; has_row(s); item = json_next(item)) {
            assert_non_null(item);
            check_item(item, columns[i].dictionary ? json_get(fixes, columns[i].dictionary) : NULL,
                       s);
        }
        assert_null(item);
    }
    assert_int_equal(json_int(json_get(fixes, "n"), -1), shown->facts.n);
    assert_int_equal(json_int(json_get(fixes, "listed"), -1), shown->facts.n);
}

/* Whether a token of a program is that of the store, where `not in` has one space. */
static bool is_token(const char *token, const char *stored)
{
    if (strcmp(stored, "not in") == 0)
        return strncmp(token, "not", 3) == 0 && strcmp(token + strlen(token) - 2, "in") == 0;
    if (strcmp(stored, "is not") == 0)
        return strncmp(token, "is", 2) == 0 && strcmp(token + strlen(token) - 3, "not") == 0;
    return strcmp(token, stored) == 0;
}

/* One program of a sample: its pieces in a row are the stored program, or lines of it. */
static void check_program(const struct json *sample, const char *side, const char *code,
                          const char *stored)
{
    const struct json *own = json_get(sample, side);
    const struct json *pieces = json_text(own) ? json_get(sample, "buggy") : own;
    const char *token = json_text(own) ? json_text(own) : json_text(json_item(pieces, 1));
    scoped(str) text =
        str_of("%s%s%s", json_text(json_item(pieces, 0)), token, json_text(json_item(pieces, 2)));
    if (json_is_true(json_get(sample, "cut")))
        assert_true(text.length <= 20000 && strstr(code, str_text(&text)));
    else
        assert_string_equal(str_text(&text), code);
    assert_true(is_token(token, stored));
}

static void check_samples(const struct shown *shown)
{
    const struct json *sample = json_first(json_get(shown->data, "samples"));
    scoped(db_statement) *s =
        query(shown->db, "SELECT buggy_code, fixed_code, before, after, "
                         "max(length(CAST(buggy_code AS BLOB)), length(CAST(fixed_code AS BLOB))) "
                         "FROM fix_details ORDER BY fix_key");
    for (; has_row(s); sample = json_next(sample)) {
        assert_non_null(sample);
        check_program(sample, "buggy", db_text(s, 0), db_text(s, 2));
        check_program(sample, "fixed", db_text(s, 1), db_text(s, 3));
        assert_int_equal(json_is_true(json_get(sample, "cut")), db_int(s, 4) > 20000);
    }
    assert_null(sample);
}

static int64_t number(const struct json *row, const char *key)
{
    return json_int(json_get(row, key), INT64_MIN);
}

/* Each bin has its programs. Ten bins are a power of ten, so each is at most 1.26 times as far. */
static void check_tokens(const struct shown *shown)
{
    const struct json *rows = json_get(shown->data, "tokens");
    int64_t sum = 0, last = 0;
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        int64_t from = number(row, "from"), to = number(row, "to"), n = 0;
        for (size_t i = 0; i < shown->facts.n; i++)
            n += shown->facts.items[i].n_tokens >= from && shown->facts.items[i].n_tokens < to;
        assert_true(from >= last && to > from);
        assert_true(to <= (from < 10 ? from + 2 : from * 13 / 10));
        last = to;
        assert_int_equal(number(row, "n"), n);
        sum += n;
    }
    assert_int_equal(sum, shown->facts.n);
}

/* Charts with rows by a bin, or a month, and the category. */
static void check_place(const struct shown *shown, const char *chart)
{
    const struct json *rows = json_get(shown->data, chart);
    int64_t sum = 0;
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        const char *category = json_text(json_get(row, "category"));
        const char *month = json_text(json_get(row, "month"));
        int64_t n = 0;
        for (size_t i = 0; i < shown->facts.n; i++) {
            const struct fact *fact = &shown->facts.items[i];
            bool is_there = month ? strcmp(fact->month, month) == 0
                                  : 20 * fact->token_index / fact->n_tokens == number(row, "bin");
            n += is_there && strcmp(fact->category, category) == 0;
        }
        assert_int_equal(number(row, "n"), n);
        sum += n;
    }
    assert_int_equal(sum, shown->facts.n);
}

static int64_t fixes_of_problem(const struct shown *shown, const char *problem)
{
    int64_t n = 0;
    for (size_t i = 0; i < shown->facts.n; i++)
        n += strcmp(shown->facts.items[i].problem, problem) == 0;
    return n;
}

static void check_problems(const struct shown *shown)
{
    const struct json *problems = json_get(shown->data, "problems");
    const struct json *point = json_first(json_get(problems, "concentration"));
    int64_t sum = 0, last = INT64_MAX, place = 0;
    const struct json *top = json_get(problems, "top");
    assert_int_equal(number(point, "problems"), 0);
    for (const struct json *row = json_first(top); row; row = json_next(row)) {
        int64_t n = fixes_of_problem(shown, json_text(json_get(row, "problem_id")));
        assert_int_equal(number(row, "n"), n);
        assert_true(n > 0 && n <= last);
        last = n;
        sum += n;
        place++;
        while (json_next(point) && number(json_next(point), "problems") <= place)
            point = json_next(point);
        if (number(point, "problems") == place)
            assert_int_equal(number(point, "fixes"), sum);
    }
    while (json_next(point))
        point = json_next(point);
    assert_int_equal(number(point, "fixes"), shown->facts.n);
    assert_int_equal(number(point, "problems"), number(problems, "n"));
    scoped(db_statement) *s =
        query(shown->db, "SELECT count(DISTINCT problem_id) FROM fix_details");
    assert_true(has_row(s));
    assert_int_equal(number(problems, "n"), db_int(s, 0));
}

static void check_edits(const struct shown *shown)
{
    const struct json *edit = json_first(json_get(shown->data, "edits"));
    scoped(db_statement) *s =
        query(shown->db, "SELECT count(*), before, after FROM fixes "
                         "GROUP BY category, edit, before, after ORDER BY count(*) DESC, category, "
                         "before, after LIMIT 1000");
    for (; has_row(s); edit = json_next(edit)) {
        assert_non_null(edit);
        assert_int_equal(number(edit, "n"), db_int(s, 0));
        if (db_text_length(s, 1) < 80)
            assert_string_equal(json_text(json_get(edit, "before")), db_text(s, 1));
    }
    assert_null(edit);
}

static void check_store(const char *name, const char *db)
{
    struct shown shown = show(db);
    printf("note: report page: %s, %zu fixes\n", name, shown.facts.n);
    assert_true(shown.facts.n > 20);
    check_columns(&shown);
    check_samples(&shown);
    check_tokens(&shown);
    check_place(&shown, "place");
    check_place(&shown, "months");
    check_problems(&shown);
    check_edits(&shown);
    assert_int_equal(number(shown.data, "n_excluded"), shown.facts.n / 3);
    assert_int_equal(number(json_first(json_get(shown.data, "leakage")), "n"), shown.facts.n / 3);
    assert_non_null(json_get(shown.data, "dedup"));
    assert_non_null(json_get(shown.data, "split"));
    shown_release(&shown);
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
