/* Command lines told to others. */
#include "miner/retelling.h"
#include "tests/support/test.h"

#include <getopt.h>

static const struct command_option options[] = {
    {300, "title", "TEXT", "", NULL, NULL},
    {301, "force", NULL, "", NULL, NULL},
    {0},
};
static const struct command_group groups[] = {{"Options", options}, {0}};
static const struct command command = {.name = "test", .groups = groups};

static void retelling__quotes_values_and_shortens_paths(void **state)
{
    struct str line = {0};
    (void)state;
    optarg = (char *)"it's /home/me/x";
    retelling_add(&line, &command, 300, RETELLING_VALUE);
    optarg = (char *)"/home/me/my bench/";
    retelling_add(&line, &command, 300, RETELLING_PATH);
    optarg = NULL;
    retelling_add(&line, &command, 301, RETELLING_VALUE);
    retelling_add(&line, &command, 999, RETELLING_VALUE);
    assert_string_equal(str_text(&line),
                        " --title 'it'\\''s /home/me/x' --title 'my bench' --force");
    str_release(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(retelling__quotes_values_and_shortens_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
