/* How many characters a model reads of a row. */
#include "export/format.h"
#include "tests/support/test.h"

TEST(reads__counts_what_a_model_sees_at_a_time)
{
    static const struct {
        const char *format, *lines[EXPORT_MAX_PARTS];
        size_t n;
    } cases[] = {
        {"prompt-completion", {"{\"prompt\":\"aé\",\"completion\":\"\\n\"}\n"}, 3},
        {"messages",
         {"{\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\",\"content\":"
          "\"ab\"},{\"role\":\"assistant\",\"content\":\"\\u00e9\"}],\"id\":\"p00001\"}\n"},
         4},
        {"preference", {"{\"prompt\":\"ab\",\"chosen\":\"x\",\"rejected\":\"xyz\"}\n"}, 5},
        {"alpaca", {"{\"instruction\":\"a\",\"input\":\"b\",\"output\":\"c\"}\n"}, 3},
        {"alpaca",
         {"{\"instruction\":\"a\",\"input\":\"b\",\"output\":\"c\",\"system\":\"de\"}\n"},
         5},
        {"segments",
         {"{\"segments\":[{\"label\":false,\"text\":\"ab\"},{\"label\":true,\"text\":\"c\"}]}\n"},
         3},
        {"fim", {"{\"prefix\":\"ab\",\"suffix\":\"c\",\"middle\":\"\"}\n"}, 3},
        {"fim-qwen", {"{\"text\":\"abcd\"}\n"}, 4},
        {"text", {"{\"text\":\"\"}\n"}, 0},
        {"pairs", {"{\"id\":\"p\",\"buggy_code\":\"abc\",\"fixed_code\":\"a\"}\n"}, 3},
        {"nbf", {"{\"bug_type\":\"none\",\"input_text\":\"ab\",\"repair\":\"x\"}\n"}, 2},
        {"codexglue", {"a\\n\n", "é\n"}, 3},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct str lines[EXPORT_MAX_PARTS] = {{0}};
        for (int part = 0; part < EXPORT_MAX_PARTS; part++)
            str_add_text(&lines[part], cases[i].lines[part] ? cases[i].lines[part] : "");
        const struct export_format *format = export_format_find(cases[i].format);
        assert_int_equal(export_format_count_read(format, lines), cases[i].n);
        for (int part = 0; part < EXPORT_MAX_PARTS; part++)
            str_release(&lines[part]);
    }
}

/* A new format says what a model reads of it. */
TEST(reads__names_keys_of_every_format)
{
    for (const struct export_format *const *format = export_formats; *format; format++)
        assert_true(!(*format)->reads == !(*format)->features);
}
