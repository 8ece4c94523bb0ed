/* Rows with tags that are wrong in one thing each. */
#include "export/tagged.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"
#include "validate/row_formats.h"

/* `é = 1` and `f(é)`: the tokens 0, 4 and 6 are tagged, which have two bytes or one. */
#define FIRST                                                                              \
    "{\"line\": 1, \"column\": 0, \"start_byte\": 0, \"end_byte\": 2, \"token\": \"é\", " \
    "\"token_index\": 0}"
#define SECOND                                                                            \
    "{\"line\": 2, \"column\": 0, \"start_byte\": 7, \"end_byte\": 8, \"token\": \"f\", " \
    "\"token_index\": 4}"
#define THIRD                                                                               \
    "{\"line\": 2, \"column\": 2, \"start_byte\": 9, \"end_byte\": 11, \"token\": \"é\", " \
    "\"token_index\": 6}"

static const struct row_key good[] = {
    {"id", "\"p1-s1~tag1\""},
    {"problem_id", "\"p1\""},
    {"submission_id", "\"s1\""},
    {"split", "\"train\""},
    {"granularity", "\"program\""},
    {"n_tags", "3"},
    {"positions", "[" FIRST ", " SECOND ", " THIRD "]"},
    {"code", "\"é = 1\\nf(é)\\n\""},
    {"tagged_code", "\"<BUG> = 1\\n<BUG>(<BUG>)\\n\""},
    {0},
};

/* A row with one position, the given one, of the first token. */
#define ONE(rules, position)                                  \
    {                                                         \
        rules,                                                \
        {                                                     \
            {"n_tags", "1"}, {"positions", "[" position "]"}, \
                {"tagged_code", "\"<BUG> = 1\\nf(é)\\n\""},   \
        }                                                     \
    }

TEST(tagged_check__names_what_is_wrong)
{
    static const struct broken_row rows[] = {
        {"", {{0}}},
        {"", {{"id", "\"p1-s1~part3~tag7\""}}},
        {"", {{"split", "\"\""}}},
        {"", {{"split", "\"validation\""}}},
        {"test_set", {{"split", "\"test\""}}},
        {"id", {{"id", "\"p1-s2~tag1\""}}},
        {"id", {{"id", "\"p1-s1\""}}},
        {"unknown_name", {{"split", "\"dev\""}}},
        {"unknown_name", {{"granularity", "\"line\""}}},
        {"n_tags", {{"n_tags", "2"}}},
        {"n_tags", {{"n_tags", "0"}, {"positions", "[]"}, {"tagged_code", "\"é = 1\\nf(é)\\n\""}}},
        {"wrong_type", {{"positions", "[1]"}}},
        {"missing_key",
         {{"positions", "[{\"line\": 1, \"column\": 0, \"start_byte\": 0, "
                        "\"end_byte\": 2, \"token\": \"é\"}]"}}},
        {"order", {{"positions", "[" SECOND ", " FIRST ", " THIRD "]"}}},
        {"order", {{"positions", "[" FIRST ", " FIRST ", " THIRD "]"}}},
        {"tagged_code", {{"tagged_code", "\"<BUG> = 1\\n<BUG>(é)\\n\""}}},
        {"tagged_code", {{"tagged_code", "\"<BUG> = 1\\n<BUG>(<BUG>)\\n\\n\""}}},
        {"syntax",
         {{"code", "\"é = (\\nf(é)\\n\""}, {"tagged_code", "\"<BUG> = (\\n<BUG>(<BUG>)\\n\""}}},
        {"",
         {{"granularity", "\"code\""},
          {"code", "\"é = (\\nf(é)\\n\""},
          {"tagged_code", "\"<BUG> = (\\n<BUG>(<BUG>)\\n\""}}},
        {"tagged_code",
         {{"code", "\"é = 1\\nf(é)#<BUG>\\n\""},
          {"tagged_code", "\"<BUG> = 1\\n<BUG>(<BUG>)#<BUG>\\n\""}}},
    };
    expect_broken_rows(&export_format_tags, good, rows, N_ITEMS(rows));
}

#define POSITION(line, column, start, end, token, index)                                         \
    "{\"line\": " line ", \"column\": " column ", \"start_byte\": " start ", \"end_byte\": " end \
    ", \"token\": \"" token "\", \"token_index\": " index "}"

TEST(tagged_check__looks_at_each_position)
{
    static const struct broken_row rows[] = {
        ONE("", FIRST),
        ONE("place", POSITION("2", "0", "0", "2", "é", "0")),
        ONE("place", POSITION("1", "1", "0", "2", "é", "0")),
        ONE("token", POSITION("1", "0", "0", "2", "e", "0")),
        ONE("token", POSITION("1", "0", "0", "2", "", "0")),
        ONE("token_index", POSITION("1", "0", "0", "2", "é", "1")),
        ONE("token_index", POSITION("1", "0", "0", "2", "é", "9999999999")),
        ONE("token_index tagged_code", POSITION("1", "0", "0", "3", "é ", "0")),
        ONE("bytes", POSITION("1", "0", "0", "1", "é", "0")),
        ONE("bytes", POSITION("1", "0", "1", "2", "é", "0")),
        ONE("bytes", POSITION("1", "0", "2", "2", "", "0")),
        ONE("bytes", POSITION("1", "0", "-1", "2", "é", "0")),
        ONE("bytes", POSITION("1", "0", "0", "14", "é", "0")),
        ONE("bytes", POSITION("1", "0", "0", "9007199254740991", "é", "0")),
        ONE("order", POSITION("1", "0", "0", "2", "é", "-1")),
    };
    expect_broken_rows(&export_format_tags, good, rows, N_ITEMS(rows));
}

TEST(tagged_check__is_of_a_format_that_its_keys_tell)
{
    static const char row[] =
        "{\"id\":\"\",\"problem_id\":\"\",\"submission_id\":\"\",\"split\":\"\","
        "\"granularity\":\"\",\"n_tags\":1,\"code\":\"\"}";
    assert_ptr_equal(row_format_detect(row, strlen(row)), &export_format_tags);
}
