/* Rows that are equal in the sense of a comparison. */
#include "export/row_traits.h"
#include "tests/support/test.h"
#include "export/validate/validation.h"
#include "tests/support/exported.h"

static void ignore(void *context, const char *rule, const char *detail)
{
    (void)context;
    (void)rule;
    (void)detail;
}

static struct row_traits traits_of(const struct export_format *format, const char *line)
{
    struct validation validation = {.format = format, .compares_content = true};
    struct row_reader reader = {.validation = &validation};
    struct rule_check check = {.report = ignore};
    struct row_traits traits;
    scoped(arena) arena = {0};
    validation_take_features(&validation, NULL, 0);
    reader.programs = row_programs_new();
    row_validate(&reader, line, strlen(line), &check, &traits, &arena);
    row_programs_free(reader.programs);
    str_release(&reader.scratch);
    return traits;
}

static bool are_equal(const struct row_traits *a, const struct row_traits *b, enum row_trait trait)
{
    assert_true(a->has[trait] && b->has[trait]);
    return digest_compare(a->digests[trait], b->digests[trait]) == 0;
}

/* A row of pairs with these programs; what else is wrong with it does not matter here. */
static struct row_traits pair(const char *language, const char *buggy, const char *fixed)
{
    scoped(str) line = {0};
    str_print(
        &line,
        "{\"id\":\"i\",\"problem_id\":\"p\",\"user_id\":\"u\",\"language\":\"%s\","
        "\"original_language\":\"\",\"buggy_submission\":\"b\",\"fixed_submission\":\"f\","
        "\"buggy_status\":\"\",\"buggy_date\":1,\"fixed_date\":2,"
        "\"origin\":\"real\",\"edit\":\"none\","
        "\"category\":\"none\",\"pattern\":\"\",\"role\":\"\",\"region\":\"\","
        "\"before\":\"\",\"after\":\"\","
        "\"line\":0,\"column\":0,\"start_byte\":0,\"end_byte\":0,\"token_index\":0,"
        "\"n_tokens\":0,\"repair_in_program\":false,\"parses\":false,"
        "\"verdict_in_comment\":false,\"dialect\":\"\","
        "\"split\":\"\","
        "\"cluster\":\"\",\"verdict\":\"\",\"evidence_input\":\"\",\"evidence_expected\":\"\","
        "\"evidence_actual\":\"\",\"buggy_encoding\":\"utf-8\",\"fixed_encoding\":\"utf-8\","
        "\"buggy_code\":\"%s\","
        "\"fixed_code\":\"%s\"}",
        language, buggy, fixed);
    struct row_traits traits = traits_of(&export_format_pairs, str_text(&line));
    return traits;
}

TEST(row_traits__compares_programs_token_by_token)
{
    static const struct {
        const char *language, *program;
        bool is_same; /* as if a:\n  b = 'x' */
    } cases[] = {
        {"python", "if a:\\n    b='x' # so\\n\\n", true},
        {"python", "if a:\\r\\n  b = 'x'\\r\\n", true},
        {"python", "if a:\\n  b = 'y'\\n", false},
        {"python", "if a: b = 'x'\\n", false},
        {"python", "if a:\\n  pass\\nb = 'x'\\n", false},
        {"cobol", "if a:\\n  b = 'x' # so\\n", false},
        {"python", "if a\\n  b = 'x'\\n", false},
    };
    struct row_traits first = pair("python", "if a:\\n  b = 'x'\\n", "c\\n");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct row_traits other = pair(cases[i].language, cases[i].program, "c #\\n");
        if (are_equal(&first, &other, TRAIT_PROGRAM) != cases[i].is_same)
            fail_msg("%s", cases[i].program);
        if (are_equal(&first, &other, TRAIT_PAIR) != (cases[i].is_same))
            fail_msg("%s", cases[i].program);
    }
    struct row_traits other = pair("python", "if a:\\n  b = 'x'\\n", "d\\n");
    assert_true(are_equal(&first, &other, TRAIT_PROGRAM));
    assert_false(are_equal(&first, &other, TRAIT_PAIR));
    assert_true(are_equal(&first, &other, TRAIT_PROBLEM) && are_equal(&first, &other, TRAIT_USER));
}

TEST(row_traits__takes_the_prompt_without_the_answer)
{
    static const struct {
        const struct export_format *format;
        const char *a, *b;
        bool is_same;
    } cases[] = {
        {&export_format_prompt_completion, "{\"prompt\":\"p\",\"completion\":\"a\"}",
         "{\"completion\":\"b\",\"prompt\":\"p\"}", true},
        {&export_format_prompt_completion, "{\"prompt\":\"p\",\"completion\":\"a\"}",
         "{\"prompt\":\"q\",\"completion\":\"a\"}", false},
        {&export_format_alpaca, "{\"instruction\":\"a\",\"input\":\"bc\",\"output\":\"\"}",
         "{\"instruction\":\"ab\",\"input\":\"c\",\"output\":\"\"}", false},
        {&export_format_text, "{\"text\":\"<prompt>p</prompt><answer>a</answer>\"}",
         "{\"text\":\"<prompt>p</prompt><answer>b</answer>\"}", true},
        {&export_format_fim_qwen, "{\"text\":\"<|fim_prefix|>p<|fim_suffix|>s<|fim_middle|>a\"}",
         "{\"text\":\"<|fim_prefix|>p<|fim_suffix|>s<|fim_middle|>b\"}", true},
        {&export_format_messages,
         "{\"messages\":[{\"role\":\"user\",\"content\":\"p\"},{\"role\":\"assistant\","
         "\"content\":\"a\"}]}",
         "{\"messages\":[{\"role\":\"user\",\"content\":\"p\"},{\"role\":\"assistant\","
         "\"content\":\"b\"}]}",
         true},
        {&export_format_segments,
         "{\"segments\":[{\"label\":false,\"text\":\"p\"},{\"label\":true,\"text\":\"a\"}]}",
         "{\"segments\":[{\"label\":false,\"text\":\"p\"},{\"label\":true,\"text\":\"b\"}]}", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct row_traits a = traits_of(cases[i].format, cases[i].a);
        struct row_traits b = traits_of(cases[i].format, cases[i].b);
        if (are_equal(&a, &b, TRAIT_PROMPT) != cases[i].is_same)
            fail_msg("%s\n%s", cases[i].a, cases[i].b);
        assert_false(are_equal(&a, &b, TRAIT_ROW));
    }
}

TEST(row_traits__of_invalid_rows_are_none)
{
    static const char *const lines[] = {"", "[]", "{\"prompt\":"};
    for (size_t i = 0; i < N_ITEMS(lines); i++) {
        struct row_traits traits = traits_of(&export_format_alpaca, lines[i]);
        for (int trait = 0; trait < N_ROW_TRAITS; trait++)
            assert_false(traits.has[trait]);
    }
}

/* A row that a format writes, with an answer that may differ. */
static struct row_traits written_traits(const struct export_format *format, const char *fixed)
{
    scoped(made_row) made = made_row_of("a = «b» + b\n", fixed);
    made.row.provenance = made_provenance;
    const struct shown_as how = {0};
    return traits_of(format, written_text(format, &made.row, &how));
}

/* A format whose rows have nothing to compare would let questions of the test set into training. */
TEST(row_traits__of_every_format_show_an_equal_question)
{
    for (const struct export_format *const *format = export_formats; *format; format++) {
        if ((*format)->parts[0])
            continue; /* the lines of the first file ask */
        struct row_traits a = written_traits(*format, "a = «c» + b\n");
        struct row_traits b = written_traits(*format, "a = «c» + b\n");
        bool is_pair = a.has[TRAIT_PROGRAM];
        if (!is_pair && !a.has[TRAIT_PROMPT])
            fail_msg("%s: no question to compare", (*format)->name);
        assert_true(are_equal(&a, &b, is_pair ? TRAIT_PROGRAM : TRAIT_PROMPT));
    }
}

TEST(row_traits__of_every_format_come_from_its_keys)
{
    for (const struct export_format *const *format = export_formats; *format; format++) {
        const char *keys = (*format)->asks;
        if (!keys && !(*format)->take_traits && !(*format)->parts[0])
            fail_msg("%s: neither asks nor take_traits", (*format)->name);
        while (keys && *keys) {
            scoped(str) key = {0};
            str_add(&key, keys, strcspn(keys, " "));
            if (!export_format_has_key(*format, str_text(&key)))
                fail_msg("%s: asks by a missing key, '%s'", (*format)->name, str_text(&key));
            keys += key.length + (keys[key.length] == ' ');
        }
    }
}
