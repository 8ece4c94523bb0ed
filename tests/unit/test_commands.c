/* Command lines that make a data set again. */
#include "publish/commands.h"
#include "tests/support/publishing.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <string.h>

static void assert_commands(const char *store, const char *expected)
{
    struct json *value = publishing_json(store), *commands = commands_make(value, "tokfix publish");
    struct str lines = {0};
    for (const struct json *line = json_first(commands); line; line = json_next(line))
        str_print(&lines, "%s\n", json_text(line));
    assert_string_equal(str_text(&lines), expected);
    str_release(&lines);
    json_free(value);
    json_free(commands);
}

#define RUN                                                                               \
    "\"run\": {\"dataset\": \"Project_CodeNet\", \"language\": \"python\", \"pairing\": " \
    "\"all\", \"max_tokens\": null, \"max_bytes\": 1048576, \"max_pairs\": 1000000}"

static void commands__leave_defaults_out(void **state)
{
    (void)state;
    assert_commands("{" RUN ", \"dedup\": {\"preset\": \"allamanis\", \"renames_literals\": 0}, "
                    "\"split\": {\"origin\": \"seed\", \"seed\": \"0\", \"train\": 8, "
                    "\"validation\": 1, \"test\": 1, \"closed_over\": "
                    "\"problem-cluster,duplicates\"}}",
                    "tokfix mine Project_CodeNet -o bugs.db\ntokfix dedup bugs.db\n"
                    "tokfix split bugs.db\ntokfix publish\n");
}

static void commands__tell_what_was_chosen(void **state)
{
    (void)state;
    assert_commands(
        "{\"run\": {\"dataset\": \"my data\", \"language\": \"python\", \"pairing\": \"next\", "
        "\"max_tokens\": 512, \"max_bytes\": 9, \"max_pairs\": 7}, "
        "\"dedup\": {\"preset\": \"buglab\", \"renames_literals\": 1}, "
        "\"split\": {\"origin\": \"seed\", \"seed\": \"it's\", \"train\": 9, \"validation\": 0, "
        "\"test\": 1, \"closed_over\": \"problem,user\", \"n_previous\": 3}}",
        "tokfix mine 'my data' --pairing next --max-tokens 512 --max-bytes 9 --max-pairs 7 -o bugs.db\n"
        "tokfix dedup bugs.db --preset buglab --literals\n"
        "tokfix split bugs.db --seed 'it'\\''s' --closed-over problem,user --ratio 9:0:1 "
        "--previous EARLIER.db\n"
        "tokfix publish\n");
}

/* Mutants that the split does not know of were made after it. */
static void commands__make_the_mutants(void **state)
{
    (void)state;
    assert_commands(
        "{" RUN
        ", \"split\": {\"origin\": \"seed\", \"train\": 8, \"validation\": 1, \"test\": 1}, "
        "\"mutate\": {\"per_program\": 5, \"distribution\": \"uniform\", \"seed\": \"0\", "
        "\"swaps_arguments\": 0, \"programs\": \"fixes\"}, "
        "\"origins\": [{\"origin\": \"mutant\", \"fixes\": 3, \"in_splits\": 3}]}",
        "tokfix mine Project_CodeNet -o bugs.db\ntokfix mutate bugs.db\ntokfix split bugs.db\n"
        "tokfix publish\n");
    assert_commands(
        "{" RUN
        ", \"split\": {\"origin\": \"seed\", \"train\": 8, \"validation\": 1, \"test\": 1}, "
        "\"mutate\": {\"per_program\": 9, \"distribution\": \"real\", \"seed\": \"it's\", "
        "\"swaps_arguments\": 1, \"programs\": \"dataset\"}, \"origins\": [{\"origin\": \"real\", "
        "\"fixes\": 3, \"in_splits\": 3}, {\"origin\": \"mutant\", \"fixes\": 3, \"in_splits\": 0}]}",
        "tokfix mine Project_CodeNet -o bugs.db\ntokfix split bugs.db\n"
        "tokfix mutate bugs.db --distribution real --seed 'it'\\''s' --per-program 9 "
        "--argument-swap --dataset Project_CodeNet\ntokfix publish\n");
}

static void commands__rewrite_what_was_split(void **state)
{
    (void)state;
    assert_commands("{" RUN ", \"dedup\": {\"preset\": \"allamanis\"}, \"split\": {\"origin\": "
                    "\"seed\", \"train\": 8, \"validation\": 1, \"test\": 1}, \"origins\": "
                    "[{\"origin\": \"rewrite\", \"fixes\": 3, \"in_splits\": 3}]}",
                    "tokfix mine Project_CodeNet -o bugs.db\ntokfix split bugs.db\n"
                    "tokfix rewrite bugs.db -o REWRITES.db OPTIONS\nmv REWRITES.db bugs.db\n"
                    "tokfix dedup bugs.db\ntokfix publish\n");
}

static void commands__know_what_was_not_run(void **state)
{
    (void)state;
    assert_commands("{" RUN
                    ", \"dedup\": null, \"split\": {\"origin\": \"import\", \"seed\": \"\", "
                    "\"closed_over\": \"\"}, \"groups\": [{\"split\": \"train\"}, {\"split\": "
                    "\"test\"}]}",
                    "tokfix mine Project_CodeNet -o bugs.db\n"
                    "tokfix split bugs.db --import train=FILE --import test=FILE\n"
                    "tokfix publish\n");
}

static void commands__mark_leaks_where_the_split_saw_them(void **state)
{
    (void)state;
    assert_commands(
        "{" RUN ", \"split\": {\"origin\": \"seed\", \"train\": 8, \"validation\": 1, "
        "\"test\": 1}, \"exclusions\": [{\"reason\": \"benchmark\", \"fixes\": 2, "
        "\"in_splits\": 0}, {\"reason\": \"ancestry\", \"fixes\": 2, \"in_splits\": 2}]}",
        "tokfix mine Project_CodeNet -o bugs.db\n"
        "tokfix leak bugs.db --against BENCHMARK --mark\n"
        "tokfix split bugs.db\n"
        "tokfix leak bugs.db --mark\n"
        "tokfix publish\n");
    assert_commands("{" RUN ", \"split\": {\"origin\": \"seed\", \"train\": 8, \"validation\": 1, "
                    "\"test\": 1}, \"exclusions\": [{\"reason\": \"benchmark\", \"fixes\": 2, "
                    "\"in_splits\": 1}]}",
                    "tokfix mine Project_CodeNet -o bugs.db\n"
                    "tokfix split bugs.db\n"
                    "tokfix leak bugs.db --against BENCHMARK --mark\n"
                    "tokfix publish\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands__make_the_mutants),
        cmocka_unit_test(commands__rewrite_what_was_split),
        cmocka_unit_test(commands__leave_defaults_out),
        cmocka_unit_test(commands__tell_what_was_chosen),
        cmocka_unit_test(commands__know_what_was_not_run),
        cmocka_unit_test(commands__mark_leaks_where_the_split_saw_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
