/* Command lines that make a data set again. */
#include "publish/recipe.h"
#include "tests/support/publishing.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

static void assert_commands(const char *store, const char *expected)
{
    struct json *value = publishing_json(store), *commands = recipe_make(value, " --seed 1 -o x");
    struct str lines = {0};
    for (const struct json *line = json_first(commands); line; line = json_next(line))
        str_print(&lines, "%s\n", json_text(line));
    assert_string_equal(str_text(&lines), expected);
    str_release(&lines);
    json_free(value);
    json_free(commands);
}

TEST(commands__leave_defaults_out)
{
    assert_commands(
        "{\"run\": {\"dataset\": \"Project_CodeNet\", \"language\": \"python\", "
        "\"pairing\": \"all\", \"failing\": \"judged\", \"max_tokens\": null, \"max_bytes\": 1048576,"
        " \"max_pairs\": 1000000, \"metadata\": null}, \"steps\": []}",
        "tokfix mine Project_CodeNet -o bugs.db\n"
        "tokfix publish bugs.db --seed 1 -o x\n");
}

TEST(commands__follow_the_steps_of_the_store)
{
    assert_commands(
        "{\"run\": {\"dataset\": \"my data\", \"language\": \"python\", \"pairing\": \"next\", "
        "\"failing\": \"all\", \"max_tokens\": 512, \"max_bytes\": 9, \"max_pairs\": 7, \"metadata\": \"it's.tar\"},"
        " \"steps\": ["
        "{\"command\": \"dedup\", \"options\": \"\"}, "
        "{\"command\": \"leak\", \"options\": \"--against quixbugs --mark\"}]}",
        "tokfix mine 'my data' --pairing next --failing all --metadata 'it'\\''s.tar' --max-tokens 512 "
        "--max-bytes 9 --max-pairs 7 -o bugs.db\n"
        "tokfix dedup bugs.db\n"
        "tokfix leak bugs.db --against quixbugs --mark\n"
        "tokfix publish bugs.db --seed 1 -o x\n");
}

/* Each rewriting makes a store, which is meant from there on. */
TEST(commands__go_on_with_rewrites)
{
    assert_commands("{\"run\": {\"dataset\": \"d\", \"max_tokens\": null, \"max_bytes\": 1048576,"
                    " \"max_pairs\": 1000000}, "
                    "\"steps\": [{\"command\": \"split\", \"options\": \"--seed 2\"}, "
                    "{\"command\": \"rewrite\", \"options\": \"--kind rename\"}, "
                    "{\"command\": \"rewrite\", \"options\": \"\"}, "
                    "{\"command\": \"dedup\", \"options\": \"\"}]}",
                    "tokfix mine d -o bugs.db\n"
                    "tokfix split bugs.db --seed 2\n"
                    "tokfix rewrite bugs.db --kind rename -o rewrites.db\n"
                    "tokfix rewrite rewrites.db -o rewrites-2.db\n"
                    "tokfix dedup rewrites-2.db\n"
                    "tokfix publish rewrites-2.db --seed 1 -o x\n");
}
