/* What the source of rows lists and loads does not depend on the order of the rows, the size of its
 * buffer, the number of threads, or the shard. */
#include "miner/rows/rows_source.h"

#include "base/file.h"
#include "miner/histories.h"
#include "miner/rows/row_text.h"
#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

enum { N_ROWS = 300 };

static void write_rows(const char *name, bool is_reversed)
{
    scoped(str) text = {0};
    struct err err;
    for (int i = 0; i < N_ROWS; i++) {
        int n = is_reversed ? N_ROWS - 1 - i : i;
        str_print(&text,
                  "{\"id\":%d,\"user\":\"u%d\",\"problem\":\"p/%d\",\"date\":%d,\"status\":\"%s\","
                  "\"language\":\"%s\",\"code\":\"x = %d\\n\",\"contest\":\"c%d\"}\n",
                  n, n % 3, n % 7, n / 50, n % 2 ? "WA" : "AC", n % 11 ? "py3" : "C#", n, n % 5);
    }
    assert_success(file_write(scratch_path(name), text.text, text.length, &err), err);
}

static bool is_even(void *context, const char *problem_id)
{
    (void)context;
    return (problem_id[2] - '0') % 2 == 0;
}

/* All that the source gives. */
static void show(struct str *out, const struct pair_source *source)
{
    str_print(out, "%s\n", source->listing_sha256);
    for (size_t i = 0; i < source->n_units; i++) {
        const struct unit *unit = &source->units[i];
        scoped(unit_content) *content = unit_content_new();
        scoped(program_text) text = {0};
        source->open(source->context, unit, content);
        str_print(out, "%s %s %s: %zu %zu %zu\n", unit->id, unit->contest ? unit->contest : "-",
                  content->fingerprint, content->n_rows, content->n_other_languages,
                  content->n_unusable);
        for (size_t j = 0; j < content->versions.n; j++) {
            const struct version *it = &content->versions.items[j];
            source->load(source->context, unit, content, it, &text);
            str_print(out, " %s %s %s %d %.*s", it->id, it->user, it->verdict, (int)it->date,
                      (int)text.n_bytes, text.code);
        }
        source->close(source->context, content);
    }
}

static void read_rows(struct str *out, const char *name, size_t buffer_bytes, int n_threads,
                      bool (*is_wanted)(void *context, const char *problem_id))
{
    scoped(pair_source) source = {0};
    struct err err;
    const struct source_request request = {
        .path = scratch_path(name),
        .format = ROWS_JSON_LINES,
        .languages = LANGUAGE_SET_DEFAULT,
        .max_bytes = 1000,
        .folder = ".",
        .n_threads = n_threads,
        .is_wanted = is_wanted,
        .own = &(const struct rows_options){.buffer_bytes = buffer_bytes},
    };
    assert_success(rows_kind.open(&source, &request, &err), err);
    show(out, &source);
}

TEST(rows_source__does_not_depend_on_order_buffer_and_threads)
{
    static const size_t buffers[] = {1, 1000, 5000, 0};
    scoped(str) first = {0};
    write_rows("rows.jsonl", false);
    write_rows("reversed.jsonl", true);
    read_rows(&first, "rows.jsonl", 0, 1, NULL);
    assert_non_null(strstr(str_text(&first), "\np-0 c0 "));
    assert_non_null(strstr(str_text(&first), " 299 u2 WA 5 x = 299\n"));
    for (size_t i = 0; i < N_ITEMS(buffers); i++)
        for (int n_threads = 1; n_threads < 4; n_threads += 2) {
            scoped(str) again = {0}, reversed = {0};
            read_rows(&again, "rows.jsonl", buffers[i], n_threads, NULL);
            read_rows(&reversed, "reversed.jsonl", buffers[i], n_threads, NULL);
            assert_string_equal(str_text(&again), str_text(&first));
            assert_string_equal(str_text(&reversed), str_text(&first));
        }
}

/* A shard counts all rows, but keeps only its own. */
TEST(rows_source__of_a_shard_has_the_listing_of_all)
{
    scoped(str) whole = {0}, shard = {0};
    write_rows("rows.jsonl", false);
    read_rows(&whole, "rows.jsonl", 0, 1, NULL);
    read_rows(&shard, "rows.jsonl", 0, 1, is_even);
    assert_memory_equal(str_text(&whole), str_text(&shard), SHA256_HEX_SIZE - 1);
    assert_non_null(strstr(str_text(&shard), " 298 u1 AC 5 x = 298\n"));
    assert_null(strstr(str_text(&shard), " 295 "));
    const char *unwanted = strstr(str_text(&shard), "p-1 ");
    assert_non_null(unwanted);
    assert_non_null(strstr(unwanted, ": 43 4 0\np-2 "));
}

/* Opens a source of rows that are written with single quotes for double ones. */
static void open_text(struct pair_source *out, const char *name, const char *text, int n_threads)
{
    scoped(str) rows = {0};
    struct err err;
    str_add_text(&rows, text);
    for (char *quote = rows.text; (quote = strchr(quote, '\'')) != NULL;)
        *quote = '"';
    assert_success(file_write(scratch_path(name), rows.text, rows.length, &err), err);
    static const struct rows_options usual;
    const struct source_request request = {
        .path = scratch_path(name),
        .format = strstr(name, ".csv") ? ROWS_CSV : ROWS_JSON_LINES,
        .languages = LANGUAGE_SET_DEFAULT,
        .max_bytes = 1000,
        .folder = ".",
        .n_threads = n_threads,
        .own = &usual,
    };
    assert_success(rows_kind.open(out, &request, &err), err);
}

/* The versions of all units in their order, "problem/id class" each, and the errors. */
static void list_versions(struct str *out, const char *name, const char *text)
{
    scoped(pair_source) source = {0};
    struct source_end end;
    struct err err;
    open_text(&source, name, text, 1);
    for (size_t i = 0; i < source.n_units; i++) {
        scoped(unit_content) *content = unit_content_new();
        source.open(source.context, &source.units[i], content);
        for (size_t j = 0; j < content->versions.n; j++)
            str_print(out, "%s%s/%s %s", out->length ? ", " : "", source.units[i].id,
                      content->versions.items[j].id,
                      verdict_class_name(content->versions.items[j].class));
        for (size_t j = 0; j < content->errors.list.n; j++)
            str_print(out, "; %zu: %s", content->errors.list.items[j].line,
                      content->errors.list.items[j].detail);
        source.close(source.context, content);
    }
    assert_success(source.finish(source.context, NULL, NULL, &end, &err), err);
    for (size_t i = 0; i < end.errors->list.n; i++)
        str_print(out, "; %zu: %.30s", end.errors->list.items[i].line,
                  end.errors->list.items[i].detail);
}

/* Rows with this date, id and status, for list_versions(). */
#define ROW(date, id, status)                                                       \
    "{'user':'u','problem':'p','language':'py3','code':'','date':" date ",'id':" id \
    ",'status':" status "}\n"

static const struct {
    const char *name, *rows, *versions;
} listings[] = {
    /* times are compared whole; ids decide only between equal ones */
    {"number.jsonl", ROW("1714557600.75", "1", "'AC'") ROW("1714557600.25", "9", "'WA'"),
     "p/9 failing, p/1 accepted"},
    {"text.jsonl",
     ROW("'2024-01-02T03:04:05.250001Z'", "1", "'AC'")
         ROW("'2024-01-02T04:04:05,25+01'", "9", "'WA'"),
     "p/9 failing, p/1 accepted"},
    {"mixed.jsonl",
     ROW("1714557600.000000002", "1", "'AC'") ROW("'2024-05-01T10:00:00Z'", "2", "'WA'")
         ROW("1714557600.000000001", "3", "'WA'") ROW("1714557600.0", "4", "'WA'"),
     "p/2 failing, p/4 failing, p/3 failing, p/1 accepted"},
    {"dates.csv",
     "user,problem,language,code,date,id,status\n"
     "u,p,py3,,1714557600.75,1,AC\n"
     "u,p,py3,,1714557600.5,9,WA\n",
     "p/9 failing, p/1 accepted"},
    {"nested.jsonl",
     "{'tags':['a',{'b':[]}],'user':'u','problem':'p','language':'py3','code':'',"
     "'date':1714557600.000000002,'id':1152921504606846977,'status':'AC'}\n" ROW(
         "1714557600.000000001", "1152921504606846978", "'WA'"),
     "p/1152921504606846978 failing, p/1152921504606846977 accepted"},
    /* not quite JSON: a tab in a text */
    {"tab.jsonl",
     "{'problem':{'id':'p\t'},'user':'u','lang':'py3','code':'','date':1,'id':7,'status':'AC'}\n"
     "{'problem':{'id':'p'},'user':'u\t','lang':'py3','code':'','date':1,'id':7,'status':'AC'}\n",
     "p/7 accepted; 1: problem id 'p\\t' cannot be a f"},
    /* whole numbers are their digits */
    {"big.jsonl",
     ROW("1", "9007199254740993", "'WA'") ROW("2", "9007199254740992", "'AC'")
         ROW("3", "12345678901234567890", "'AC'"),
     "p/9007199254740993 failing, p/9007199254740992 accepted, p/12345678901234567890 accepted"},
    {"decimal.jsonl",
     ROW("1", "7.0", "99.5") ROW("2", "1e3", "1e2") ROW("3", "9007199254740993.00", "100.0"),
     "p/7 failing, p/1000 accepted, p/9007199254740993 accepted"},
    {"inexact.jsonl", ROW("1", "1", "'AC'") ROW("1", "1.5", "'WA'") ROW("1", "1e300", "'WA'"),
     "p/1 accepted; 2: the id is a number that is not exact; write it as a text; row left out; 3: "
     "the id is a number that is not exact; write it as a text; row left out"},
    {"words.jsonl", ROW("1714557600123", "1", "false") ROW("1714557600124", "2", "true"),
     "p/1 failing, p/2 accepted"},
    /* the other verdicts say what FAILED means */
    {"codeforces.jsonl", ROW("1", "1", "'FAILED'") ROW("2", "2", "'OK'"),
     "p/1 undecided, p/2 accepted; 1: status 'FAILED' of 1 row count"},
    {"after.jsonl",
     ROW("1", "1", "'Failed'") ROW("2", "2", "'FAILED'") ROW("3", "3", "'CHALLENGED'"),
     "p/1 failing, p/2 undecided, p/3 failing; 2: status 'FAILED' of 1 row count; 0: no "
     "submission is Accepted; nam"},
    {"tests.jsonl", ROW("1", "1", "'FAILED'") ROW("2", "2", "'PASSED'"),
     "p/1 failing, p/2 accepted"},
    {"lower.jsonl", ROW("1", "1", "'failed'") ROW("2", "2", "'ok'"), "p/1 failing, p/2 accepted"},
    {"other_language.csv",
     "user,problem,language,code,date,id,status\n"
     "u,p,py3,,1,1,FAILED\n"
     "u,p,py3,,2,2,Accepted\n"
     "u,q,ruby,,x,,WRONG_ANSWER\n",
     "p/1 undecided, p/2 accepted; 2: status 'FAILED' of 1 row count; 4: language 'ruby' is "
     "unknown: 1 "},
    /* ids become names of files */
    {"slash.jsonl", ROW("1", "'2020/7'", "'WA'") ROW("2", "'../8'", "'AC'"),
     "p/2020-7 failing, p/..-8 accepted"},
    {"slashes.jsonl", ROW("1", "'a/b'", "'WA'") ROW("2", "'a-b'", "'AC'") ROW("3", "'a/b'", "'AC'"),
     "p/a-b failing; 2: an earlier row of the problem has the same submission id; row left out; 3: "
     "an earlier row of the problem has the same submission id; row left out"},
    {"dots.jsonl", ROW("1", "1", "'AC'") ROW("2", "'..'", "'AC'") ROW("3", "'/'", "'AC'"),
     "p/1 accepted, p/- accepted; 2: submission id '..' cannot be a file name; row left out"},
};

TEST(rows_source__lists_the_versions_that_the_rows_describe)
{
    for (size_t i = 0; i < N_ITEMS(listings); i++) {
        scoped(str) versions = {0};
        list_versions(&versions, listings[i].name, listings[i].rows);
        if (strcmp(str_text(&versions), listings[i].versions) != 0)
            fail_msg("%s: %s, not %s", listings[i].name, str_text(&versions), listings[i].versions);
    }
}

/* The rows of a file are read by several threads, and what FAILED means is known at its end. */
TEST(rows_source__decides_by_all_rows_what_a_status_means)
{
    for (int n_threads = 1; n_threads < 4; n_threads += 2) {
        scoped(str) text = {0};
        scoped(pair_source) source = {0};
        for (int i = 0; i < 30000; i++)
            str_print(&text, ROW("%d", "%d", "'%s'"), i, i, i == 29999 ? "WRONG_ANSWER" : "FAILED");
        open_text(&source, "many.jsonl", str_text(&text), n_threads);
        scoped(unit_content) *content = unit_content_new();
        source.open(source.context, source.units, content);
        for (size_t i = 0; i < 29999; i++)
            assert_int_equal(content->versions.items[i].class, VERDICT_UNDECIDED);
        source.close(source.context, content);
    }
}

TEST(rows_source__takes_a_program_without_zero_bytes_at_its_end)
{
    static const struct {
        const char *code, *program;
        size_t n_bytes;
    } cases[] = {
        {"x = 1\\n\\u0000", "x = 1\n", 6},
        {"x = 1\\u0000\\u0000\\r\\n \\u0000", "x = 1", 5},
        {"\\u0000", "", 0},
        {"x = 1\\u0000#", "x = 1\0#", 7},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(pair_source) source = {0};
        scoped(program_text) text = {0};
        scoped(str) row = {0};
        str_print(
            &row,
            "{'user':'u','problem':'p','language':'py3','date':1,'status':'WA','code':'%s'}\n",
            cases[i].code);
        open_text(&source, "zero.jsonl", str_text(&row), 1);
        scoped(unit_content) *content = unit_content_new();
        source.open(source.context, source.units, content);
        assert_int_equal(content->versions.n, 1);
        source.load(source.context, source.units, content, content->versions.items, &text);
        assert_int_equal(text.n_bytes, cases[i].n_bytes);
        assert_memory_equal(text.code, cases[i].program, cases[i].n_bytes);
        source.close(source.context, content);
    }
}

/* A dataset of two columns: dates and statuses, which all rows decide. */
struct column_case {
    const char *rows;     /* "DATE|STATUS" each */
    const char *versions; /* "seconds class" each, in the order of time; or a part of the error */
    struct rows_options options;
    int language; /* of the last row: 0: Python, 1: Ruby */
};

static void write_columns(struct str *out, const struct column_case *it)
{
    scoped_memory char *rows = mem_copy_text(it->rows, strlen(it->rows));
    char *rest = NULL;
    int id = 0;
    str_set(out, "user,problem,language,code,date,id,status\n");
    for (char *row = strtok_r(rows, "\n", &rest); row; row = strtok_r(NULL, "\n", &rest)) {
        char *status = strchr(row, '|');
        *status++ = '\0';
        str_print(out, "u,p,%s,,\"%s\",%d,%s\n", it->language && !*rest ? "ruby" : "py3", row, ++id,
                  status);
    }
}

static void show_columns(struct str *out, const struct column_case *it)
{
    scoped(pair_source) source = {0};
    scoped(str) rows = {0};
    struct err err;
    write_columns(&rows, it);
    write_test_text("columns.csv", rows.text);
    const struct source_request request = {
        .path = scratch_path("columns.csv"),
        .format = ROWS_CSV,
        .languages = LANGUAGE_SET_DEFAULT,
        .max_bytes = 1000,
        .folder = ".",
        .n_threads = 1,
        .own = &it->options,
    };
    if (rows_kind.open(&source, &request, &err) != 0) {
        str_add_text(out, err.message);
        return;
    }
    scoped(unit_content) *content = unit_content_new();
    source.open(source.context, source.units, content);
    for (size_t i = 0; i < content->versions.n; i++)
        str_print(out, "%s%lld %s", i ? ", " : "", (long long)content->versions.items[i].date,
                  verdict_class_name(content->versions.items[i].class));
    source.close(source.context, content);
}

TEST(rows_source__reads_dates_and_statuses)
{
    const struct column_case cases[] = {
        {.rows = "01/02/2020 03:04|AC",
         .versions =
             "'columns.csv' contains no usable row; the first error is in columns.csv:2: date "
             "'01/02/2020 03:04' does not say whether its day or its month comes first: "
             "add --date-format, such as '%d/%m/%Y %H:%M' or '%m/%d/%Y %I:%M %p'"},
        {.rows = "01/02/2020 03:04|AC",
         .versions = "1577934240 accepted",
         .options = {.date_format = "%m/%d/%Y %H:%M"}},
        {.rows = "02.01.2020 03:04|AC", .versions = "1577934240 accepted"},
        {.rows = "2020-01-02 04:04|AC",
         .versions = "1577934240 accepted",
         .options = {.time_zone = "Europe/Berlin"}},
        {.rows = "1577934240000|AC", .versions = "1577934240 accepted"},
        /* scores */
        {.rows = "1|40\n2|100", .versions = "1 failing, 2 accepted"},
        {.rows = "1|40\n2|100\n3|", .versions = "1 failing, 2 accepted, 3 undecided"},
        {.rows = "1|40\n2|100\n3|WA", .versions = "1 undecided, 2 undecided, 3 failing"},
        {.rows = "1|40/100\n2|100/100\n3|WA", .versions = "1 failing, 2 accepted, 3 failing"},
        {.rows = "1|4\n2|10", .versions = "1 failing, 2 accepted", .options = {.accepted = "10"}},
        {.rows = "1|4\n2|10.0\n3|-1",
         .versions = "1 failing, 2 accepted, 3 failing",
         .options = {.accepted = "10"}},
        {.rows = "1|-1\n2|0\n3|7\n4|IE",
         .versions = "1 failing, 2 accepted, 3 undecided, 4 undecided",
         .options = {.accepted = "0", .failing = "-1"}},
        /* signs of ICPC's tables */
        {.rows = "1|-2\n2|+2\n3|-", .versions = "1 failing, 2 accepted, 3 undecided"},
        {.rows = "1|-2\n2|0", .versions = "1 undecided, 2 undecided"},
        /* ejudge */
        {.rows = "1|RT\n2|AC\n3|OK", .versions = "1 failing, 2 undecided, 3 accepted"},
        /* options */
        {.rows = "1|Odd\n2|AC", .versions = "1 failing, 2 accepted", .options = {.failing = "odd"}},
        {.rows = "1|Odd\n2|AC",
         .versions = "1 accepted, 2 failing",
         .options = {.accepted = "odd"}},
        {.rows = "1|IE\n2|AC", .versions = "1 failing, 2 accepted", .options = {.failing = "IE"}},
        {.rows = "1|AC\n2|WA",
         .versions = "1 accepted, 2 failing",
         .options = {.map_language = "ruby=python"},
         .language = 1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) shown = {0};
        show_columns(&shown, &cases[i]);
        if (strcmp(str_text(&shown), cases[i].versions) != 0)
            fail_msg("%s: %s, not %s", cases[i].rows, str_text(&shown), cases[i].versions);
    }
    unsetenv("TZ");
}
