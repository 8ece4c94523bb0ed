/* What the source of rows lists and loads does not depend on the order of the rows, the size of its
 * buffer, the number of threads, or the shard. What it makes of values is in
 * tests/cases/rows-values.case. */
#include "miner/rows/rows_source.h"

#include "base/file.h"
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

/* The rows of a file are read by several threads, and what FAILED means is known at its end. */
TEST(rows_source__decides_by_all_rows_what_a_status_means)
{
    enum { N = 30000 };
    static const struct rows_options usual;
    scoped(str) text = {0};
    str_add_text(&text, "user,problem,language,code,date,id,status\n");
    for (int i = 0; i < N; i++)
        str_print(&text, "u,p,py3,,%d,%d,%s\n", i, i, i == N - 1 ? "WRONG_ANSWER" : "FAILED");
    write_test_text("many.csv", text.text);
    for (int n_threads = 1; n_threads < 4; n_threads += 2) {
        scoped(pair_source) source = {0};
        const struct source_request request = {
            .path = scratch_path("many.csv"),
            .format = ROWS_CSV,
            .languages = LANGUAGE_SET_DEFAULT,
            .max_bytes = 1000,
            .folder = ".",
            .n_threads = n_threads,
            .own = &usual,
        };
        assert_done(rows_kind.open(&source, &request, &err));
        scoped(unit_content) *content = unit_content_new();
        source.open(source.context, source.units, content);
        assert_int_equal(content->versions.n, N);
        for (size_t i = 0; i < N - 1; i++)
            assert_int_equal(content->versions.items[i].class, VERDICT_UNDECIDED);
        source.close(source.context, content);
    }
}
