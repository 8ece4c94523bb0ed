/* Command lines told to others. */
#include "miner/retelling.h"
#include "tests/support/test.h"

static const struct option options[] = {
    {"title", required_argument, NULL, 300},
    {"force", no_argument, NULL, 301},
    {NULL, 0, NULL, 0},
};

static void retelling__quotes_values_and_shortens_paths(void **state)
{
    struct str line = {0};
    (void)state;
    optarg = (char *)"it's /home/me/x";
    retelling_add(&line, options, 300, RETELLING_VALUE);
    optarg = (char *)"/home/me/my bench/";
    retelling_add(&line, options, 300, RETELLING_PATH);
    optarg = NULL;
    retelling_add(&line, options, 301, RETELLING_VALUE);
    retelling_add(&line, options, 999, RETELLING_VALUE);
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
