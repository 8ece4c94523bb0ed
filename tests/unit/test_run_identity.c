/* What differs between two runs is said, and nothing else. */
#include "miner/run_identity.h"
#include "tests/support/test.h"

#include <string.h>

static const struct mine_options *options(void)
{
    static struct mine_options options;
    options = (struct mine_options){.language = languages[0],
                                    .pairing = PAIRING_ALL,
                                    .failing = FAILING_JUDGED,
                                    .max_bytes = 9,
                                    .max_tokens = 8,
                                    .max_pairs = 7};
    return &options;
}

TEST(identity__differs_in_what_was_changed)
{
    struct run_identity identity;
    const struct shard shard = {2, 3};
    run_identity_make(&identity, options(), &shard, NULL);
    const struct run_row here = identity.row;
    struct run_row changed[11];
    for (size_t i = 0; i < N_ITEMS(changed); i++)
        changed[i] = here;
    changed[1].tool_version = "0";
    changed[2].grammar_version = "1.2";
    changed[3].pairing = "next";
    changed[4].max_tokens = 7;
    changed[5].shard = 1;
    changed[6].n_shards = 4;
    changed[7].max_bytes = 1, changed[7].grammar_abi = 13;
    changed[8].max_pairs = 6;
    changed[9].max_tokens = 0;
    changed[10].failing = "all";
    static const char *const texts[] = {"",
                                        "the version of tokfix is 0 there and " TOKFIX_VERSION
                                        " here",
                                        "the grammar's version is 1.2 there and ",
                                        "--pairing is next there and all here",
                                        "--max-tokens is 7 there and 8 here",
                                        "the shard is 1 there and 2 here",
                                        "the number of shards is 4 there and 3 here",
                                        "the grammar's ABI is 13 there and 14 here, --max-bytes is "
                                        "1 there and 9 here",
                                        "--max-pairs is 6 there and 7 here",
                                        "--max-tokens is unlimited there and 8 here",
                                        "--failing is all there and judged here"};
    for (size_t i = 0; i < N_ITEMS(changed); i++) {
        struct str out = {0};
        run_identity_add_differences(&out, &changed[i], &here);
        if (strncmp(str_text(&out), texts[i], strlen(texts[i])) != 0 || !out.length != !*texts[i])
            fail_msg("%zu: %s", i, str_text(&out));
        str_release(&out);
    }
}

/* Names and sizes of the metadata files, in their order; and the list that names the problems. */
TEST(identity__knows_the_list_of_the_metadata)
{
    struct problem problems[] = {{"p1", NULL, NULL, 10}, {"p2", "Two", "AIZU", 20}};
    struct problem_list list = {.problems = {problems, 2, 2}};
    struct run_identity one, other;
    const struct shard shard = {1, 1};
    struct str out = {0};
    char hex[SHA256_HEX_SIZE];
    sha256_hex("10  p1.csv\n20  p2.csv\n", 22, hex);
    run_identity_make(&one, options(), &shard, &list);
    assert_string_equal(one.row.listing_sha256, hex);
    assert_int_equal(one.row.n_listed, 2);
    problems[1].name = "Zwei"; /* the list itself tells */
    run_identity_make(&other, options(), &shard, &list);
    run_identity_add_listing_differences(&out, &one.row, &other.row);
    assert_string_equal(str_text(&out), "");
    problems[1].metadata_bytes = 21;
    memset(list.sha256, 'a', 64);
    run_identity_make(&other, options(), &shard, &list);
    run_identity_add_listing_differences(&out, &one.row, &other.row);
    assert_non_null(
        strstr(str_text(&out), "problem_list.csv is missing there and aaaaaaaaaaaa here"));
    assert_non_null(
        strstr(str_text(&out), "names and sizes of the metadata files differ: 2 files"));
    str_release(&out);
}
