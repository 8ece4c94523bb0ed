/* Real fixes and mutants in the same tables. */
#include "report/stats.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* The tables of a store whose fixes were changed. */
static struct json *collected(const char *name, const char *change)
{
    struct json *stats;
    db_close(small_store_opened(name));
    store_changed(name, change);
    scoped(db) *db = store_opened(name);
    assert_done(stats_collect(&stats, db, &(struct stats_request){.n_edits = 100}, &err));
    return stats;
}

/* What a row has under some keys (joined by spaces), "|" between values, ";" after each row; in a
 * static buffer. */
static const char *cells(const struct json *stats, const char *table, const char *keys)
{
    static struct str out;
    str_clear(&out);
    for (const struct json *row = json_first(json_get(stats, table)); row; row = json_next(row)) {
        char copy[100];
        snprintf(copy, sizeof copy, "%s", keys);
        for (char *key = strtok(copy, " "); key; key = strtok(NULL, " ")) {
            const struct json *value = json_get(row, key);
            if (!value)
                str_add_text(&out, "(none)");
            else if (json_text(value))
                str_add_text(&out, json_text(value));
            else
                json_print(&out, value);
            str_add_text(&out, "|");
        }
        str_add_text(&out, ";");
    }
    return str_text(&out);
}

/* Three of the variable misuses and the literal. */
static const char mutants[] = "UPDATE fixes SET origin = 'mutant' WHERE category = 'literal' OR "
                              "fix_key IN (SELECT fix_key FROM fixes WHERE category = "
                              "'variable_misuse' ORDER BY before, after LIMIT 3)";

TEST(stats__have_columns_of_mutants_beside_real_fixes)
{
    scoped(json) *stats = collected("beside.db", mutants);
    assert_string_equal(
        cells(stats, "totals", "name n"),
        "fixes|2|;fixes taken by default|2|;fixes within 1,024 tokens|2|;mutants|4|;");
    assert_string_equal(cells(stats, "categories", "category n percent mutant_n mutant_percent"),
                        "variable_misuse|1|50|3|75|;binary_operator|1|50|0|0|;"
                        "comparison_operator|0|0|0|0|;logical_operator|0|0|0|0|;"
                        "assignment_operator|0|0|0|0|;literal|0|0|1|25|;type|0|null|0|null|;"
                        "other|1|null|0|null|;");
    assert_string_equal(cells(stats, "edits", "category before after n mutant_n"),
                        "variable_misuse|x|y|1|1|;binary_operator|+|-|1|0|;other||)|1|0|;"
                        "literal|1|2|0|1|;variable_misuse|a|b|0|1|;variable_misuse|a|c|0|1|;");
    assert_string_equal(cells(stats, "patterns", "pattern n percent mutant_n mutant_percent"),
                        "CHANGE_IDENTIFIER|1|33.33|3|75|;CHANGE_OPERATOR|1|33.33|0|0|;"
                        "INSERT_TOKEN|1|33.33|0|0|;CHANGE_NUMERAL|0|0|1|25|;");
}

/* What is mined is counted, whatever was made of it. */
TEST(stats__of_the_real_fixes_do_not_change_by_mutants)
{
    static const char made[] =
        "INSERT INTO submissions (problem_id, submission_id, user_id, date, language, "
        "original_language, status, judged, encoding, source_key) "
        "SELECT problem_id, submission_id || '~mutant1', user_id, date, language, "
        "original_language, 'Mutant', 'other', encoding, source_key FROM submissions "
        "WHERE status <> 'Accepted';"
        "INSERT INTO fixes SELECT fix_key + 100, 'mutant', (SELECT m.submission_key "
        "FROM submissions m JOIN submissions b ON m.submission_id = b.submission_id || '~mutant1' "
        "WHERE b.submission_key = buggy_submission_key), fixed_submission_key, edit, category, "
        "pattern, role, region, before_kind, after_kind, before, after, start_byte, end_byte, "
        "line, column, token_index, token_end_byte, n_tokens, fixed_start_byte, fixed_end_byte, "
        "fixed_line, fixed_column, fixed_token_index, fixed_n_tokens, repair_in_program, "
        "in_scope, parses, verdict_in_comment, dialect, NULL, function, "
        "function_line, function_end_line, part_n_tokens "
        "FROM fixes";
    static const struct {
        const char *table, *keys;
    } same[] = {{"categories", "category n percent"},
                {"funnel", "name n"},
                {"status_transitions", "category buggy_status fixed_status n"},
                {"edits", "category edit before after n"},
                {"patterns", "pattern n percent"},
                {"roles", "role category n"}};
    scoped(json) *before = collected("real.db", "SELECT 1"), *after = collected("made.db", made);
    for (size_t i = 0; i < N_ITEMS(same); i++) {
        scoped_memory char *expected = strdup(cells(before, same[i].table, same[i].keys));
        assert_string_equal(cells(after, same[i].table, same[i].keys), expected);
    }
    assert_string_equal(cells(before, "totals", "name n"),
                        "fixes|6|;fixes taken by default|6|;fixes within 1,024 tokens|6|;");
    assert_string_equal(
        cells(after, "totals", "name n"),
        "fixes|6|;fixes taken by default|6|;fixes within 1,024 tokens|6|;mutants|6|;");
}

TEST(stats__of_fixes_of_one_origin_have_no_such_columns)
{
    static const char *const origins[] = {"real", "mutant", "rewrite"};
    for (size_t i = 0; i < N_ITEMS(origins); i++) {
        const char *change = printed("UPDATE fixes SET origin = '%s'", origins[i]);
        scoped(json) *stats = collected("one.db", change);
        assert_string_equal(cells(stats, "totals", "name n"),
                            "fixes|6|;fixes taken by default|6|;fixes within 1,024 tokens|6|;");
        assert_null(json_get(json_item(json_get(stats, "categories"), 0), "mutant_n"));
        assert_contains(cells(stats, "categories", "category n"), "variable_misuse|4|;");
        /* but nothing else than real fixes was mined */
        assert_contains(cells(stats, "funnel", "name n"),
                        i == 0 ? "single-token fixes|7|;" : "single-token fixes|0|;");
    }
}

TEST(stats__print_columns_of_mutants)
{
    static const char *const parts[] = {
        "  mutants                       4        \n",
        "  variable_misuse         1  50 %        3  75 %",
        "  literal          replace  1       2          0        1\n",
        "  CHANGE_NUMERAL         0   0 %        1  25 %\n",
    };
    scoped(json) *stats = collected("print.db", mutants);
    FILE *out = text_stream();
    stats_print(stats, NULL, true, out);
    scoped_memory char *text = text_written(out);
    for (size_t i = 0; i < N_ITEMS(parts); i++)
        assert_contains(text, parts[i]);
}

/* Of a large file, the limit is that of the function around the fix. */
TEST(stats__compare_the_length_of_the_part)
{
    scoped(json) *stats =
        collected("long.db", "UPDATE fixes SET n_tokens = 2000, part_n_tokens = 5");
    scoped(str) totals = {0};
    json_print(&totals, json_get(stats, "totals"));
    assert_contains(str_text(&totals), "\"fixes within 1,024 tokens\",\"n\":6,");
}
