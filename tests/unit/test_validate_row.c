/* A line is text, JSON, an object with the keys of its format, and follows the format's own
 * rules. */
#include "export/validate/validation.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"
#include "export/validate/row_formats.h"

static void expect_rules(const struct export_format *format, const struct text_case *cases,
                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *rules = broken_rules(format, cases[i].given, strlen(cases[i].given));
        if (strcmp(rules, cases[i].expected) != 0)
            fail_msg("%s\n breaks    %s\n and not   %s", cases[i].given, rules, cases[i].expected);
    }
}

TEST(row__is_text_and_json)
{
    static const struct text_case cases[] = {
        {"{\"a\": 1}", ""},
        {"", "json"},
        {" ", "json"},
        {"{", "json"},
        {"{\"a\": 1} x", "json"},
        {"{\"a\": \"\xff\"}", "encoding"},
        {"{\"a\": \"\xed\xa0\x80\"}", "encoding"},
        {"\xef\xbb\xbf{}", "json"},
        {"[]", "not_an_object"},
        {"7", "not_an_object"},
        {"null", "not_an_object"},
    };
    expect_rules(NULL, cases, N_ITEMS(cases));
    assert_string_equal(broken_rules(NULL, "{\"a\":\0 1}", 9), "zero_byte");
}

TEST(row__has_the_keys_of_its_format_and_their_types)
{
    static const struct text_case pairs[] = {
        {"{\"prompt\": \"a\", \"completion\": \"b\"}", ""},
        {"{\"completion\": \"b\", \"prompt\": \"a\"}", ""},
        {"{\"prompt\": \"a\"}", "missing_key"},
        {"{}", "missing_key missing_key"},
        {"{\"prompt\": \"a\", \"completion\": null}", "null_value"},
        {"{\"prompt\": \"a\", \"completion\": 7}", "wrong_type"},
        {"{\"prompt\": \"a\", \"completion\": [\"b\"]}", "wrong_type"},
        {"{\"prompt\": \"a\", \"completion\": \"b\", \"extra\": 1}", "unknown_key"},
        {"{\"prompt\": \"a\", \"Completion\": \"b\"}", "unknown_key missing_key"},
        {"{\"prompt\": \"a\", \"completion\": \"b\", \"prompt\": \"a\"}", "duplicate_key"},
    };
    static const struct text_case segments[] = {
        {"{\"segments\": [{\"label\": true, \"text\": \"a\"}]}", ""},
        {"{\"segments\": {\"label\": true, \"text\": \"a\"}}", "wrong_type"},
        {"{\"segments\": [[]]}", "wrong_type"},
        {"{\"segments\": [{\"label\": 1, \"text\": \"a\"}]}", "wrong_type"},
        {"{\"segments\": [{\"label\": true}]}", "missing_key"},
        {"{\"segments\": [{\"label\": true, \"text\": \"a\", \"x\": 1}]}", "unknown_key"},
        {"{\"segments\": [{\"label\": null, \"text\": \"a\"}]}", "null_value"},
        {"{\"segments\": []}", "nothing_to_learn"},
        {"{\"segments\": [{\"label\": false, \"text\": \"a\"}]}", "nothing_to_learn"},
    };
    expect_rules(&export_format_prompt_completion, pairs, N_ITEMS(pairs));
    expect_rules(&export_format_segments, segments, N_ITEMS(segments));
}

#define USER      "{\"role\": \"user\", \"content\": \"a\"}"
#define ASSISTANT "{\"role\": \"assistant\", \"content\": \"b\"}"

TEST(row__of_messages_goes_by_the_published_rules_alone)
{
    static const struct text_case cases[] = {
        {"{\"messages\": [" USER ", " ASSISTANT "]}", ""},
        {"{\"messages\": [" USER ", " ASSISTANT "], \"tools\": [], \"n\": null}", ""},
        {"{\"messages\": [{\"role\": \"user\", \"content\": \"a\", \"name\": \"x\"}, " ASSISTANT
         "]}",
         ""},
        {"{\"messages\": [" USER ", {\"role\": \"assistant\", \"content\": \"b\", \"weight\": 0}]}",
         ""},
        {"[]", "data_type"},
        {"{}", "missing_messages_list"},
        {"{\"messages\": []}", "missing_messages_list"},
        {"{\"messages\": \"a\"}", "missing_messages_list"},
        {"{\"messages\": [" USER "]}", "example_missing_assistant_message"},
        {"{\"messages\": [{\"content\": \"a\"}, " ASSISTANT "]}",
         "message_missing_key unrecognized_role"},
        {"{\"messages\": [{\"role\": \"user\"}, " ASSISTANT "]}", "message_missing_key"},
        {"{\"messages\": [{\"role\": \"user\", \"content\": \"\"}, " ASSISTANT "]}",
         "missing_content"},
        {"{\"messages\": [{\"role\": \"user\", \"content\": 7}, " ASSISTANT "]}",
         "missing_content"},
        {"{\"messages\": [{\"role\": \"boss\", \"content\": \"a\"}, " ASSISTANT "]}",
         "unrecognized_role"},
        {"{\"messages\": [{\"role\": \"user\", \"content\": \"a\", \"x\": 1}, " ASSISTANT "]}",
         "message_unrecognized_key"},
        {"{\"messages\": [7, " ASSISTANT "]}", "message_missing_key unrecognized_role"},
        {"{\"messages\": [[[]], " ASSISTANT "]}", "message_missing_key unrecognized_role"},
    };
    expect_rules(&export_format_messages, cases, N_ITEMS(cases));
}

TEST(row__of_other_formats_keeps_their_rules)
{
    static const struct text_case preferences[] = {
        {"{\"prompt\": \"a\", \"chosen\": \"b\", \"rejected\": \"c\"}", ""},
        {"{\"prompt\": \"a\", \"chosen\": \"b\", \"rejected\": \"b\"}", "no_preference"},
    };
    static const struct text_case texts[] = {
        {"{\"text\": \"<prompt>a</prompt><answer>b</answer>\"}", ""},
        {"{\"text\": \"<prompt>a</prompt>b\"}", "tags"},
        {"{\"text\": \" <prompt>a</prompt><answer>b</answer>\"}", "tags"},
        {"{\"text\": \"<prompt>a</prompt><answer>b</answer>c\"}", "tags"},
    };
    static const struct text_case starcoder[] = {
        {"{\"text\": \"<fim_prefix>a<fim_suffix>b<fim_middle>c\"}", ""},
        {"{\"text\": \"<fim_prefix>a<fim_middle>b<fim_suffix>c\"}", "special_token_order"},
        {"{\"text\": \"<fim_prefix>a<fim_suffix>b\"}", "special_token_count"},
        {"{\"text\": \"x<fim_prefix>a<fim_suffix>b<fim_middle>c\"}", "special_token_order"},
    };
    expect_rules(&export_format_preference, preferences, N_ITEMS(preferences));
    expect_rules(&export_format_text, texts, N_ITEMS(texts));
    expect_rules(&export_format_fim_starcoder, starcoder, N_ITEMS(starcoder));
}

TEST(detect__finds_the_format_by_the_keys)
{
    static const struct {
        const char *line, *format;
    } cases[] = {
        {"{\"id\": \"a\"}", NULL},
        {"{}", NULL},
        {"[]", NULL},
        {"{", NULL},
        {"{\"messages\": []}", "messages"},
        {"{\"messages\": [], \"tools\": []}", "messages"},
        {"{\"segments\": []}", "segments"},
        {"{\"prompt\": \"\", \"completion\": \"\"}", "prompt-completion"},
        {"{\"prompt\": \"\", \"chosen\": \"\", \"rejected\": \"\"}", "preference"},
        {"{\"prompt\": \"\", \"chosen\": \"\"}", "preference"},
        {"{\"instruction\": \"\", \"input\": \"\", \"output\": \"\"}", "alpaca"},
        {"{\"instruction\": \"\", \"output\": \"\"}", "alpaca"},
        {"{\"prefix\": \"\", \"suffix\": \"\", \"middle\": \"\"}", "fim"},
        {"{\"text\": \"<prompt>\"}", "text"},
        {"{\"text\": 7}", "text"},
        {"{\"text\": \"<fim_prefix>\"}", "fim-starcoder"},
        {"{\"text\": \"<|fim_prefix|>\"}", "fim-qwen"},
        {"{\"input_text\": \"\", \"error_marker\": [], \"bug_type\": \"\", \"repair\": \"\"}",
         "nbf"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct export_format *format =
            row_format_detect(cases[i].line, strlen(cases[i].line));
        if (cases[i].format ? !format || strcmp(format->name, cases[i].format) != 0
                            : format != NULL)
            fail_msg("%s: %s", cases[i].line, format ? format->name : "(none)");
    }
}

TEST(detect__knows_parallel_files_by_their_names)
{
    int part;
    assert_true(row_format_detect_parallel("a/train.buggy-fixed.buggy", &part));
    assert_int_equal(part, 0);
    assert_true(row_format_detect_parallel("train.buggy-fixed.fixed.gz", &part));
    assert_int_equal(part, 1);
    assert_false(row_format_detect_parallel("train.buggy-fixed.buggy.jsonl", &part));
    assert_false(row_format_detect_parallel("buggy", &part));
}
