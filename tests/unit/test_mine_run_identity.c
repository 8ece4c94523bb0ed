/* All differences between two runs are reported, and nothing else. */
#include "miner/mine_run.h"
#include "miner/codenet/dataset.h"
#include "tests/support/test.h"

static const struct mine_options *options(void)
{
    static struct mine_options options;
    options = (struct mine_options){.languages = LANGUAGE_SET_DEFAULT,
                                    .pairing = PAIRING_ALL,
                                    .failing = FAILING_JUDGED,
                                    .max_bytes = 9,
                                    .max_tokens = 8,
                                    .max_pairs = 7};
    return &options;
}

TEST(identity__differs_in_what_was_changed)
{
    const struct shard shard = {2, 3};
    const struct run_row here = run_identity(options(), &shard, NULL);
    struct run_row changed[12];
    for (size_t i = 0; i < N_ITEMS(changed); i++)
        changed[i] = here;
    changed[1].tool_version = "0";
    changed[2].languages[0].grammar_version = "1.2";
    changed[3].pairing = "next";
    changed[4].max_tokens = 7;
    changed[5].shard = 1;
    changed[6].n_shards = 4;
    changed[7].max_bytes = 1, changed[7].languages[0].grammar_abi = 13;
    changed[8].max_pairs = 6;
    changed[9].max_tokens = 0;
    changed[10].failing = "all";
    changed[11].pairing = "next";
    changed[11].languages[changed[11].n_languages++] = (struct run_language){"cpp", "g", "1", 14};
    static const char *const texts[] = {"",
                                        "the version of tokfix is 0 there and " TOKFIX_VERSION
                                        " here",
                                        "the grammar is python (tree-sitter-python 1.2, ABI ",
                                        "--pairing is next there and all here",
                                        "--max-tokens is 7 there and 8 here",
                                        "the shard is 1 there and 2 here",
                                        "the number of shards is 4 there and 3 here",
                                        "the grammar is python (tree-sitter-python ",
                                        "--max-pairs is 6 there and 7 here",
                                        "--max-tokens is unlimited there and 8 here",
                                        "--failing is all there and judged here",
                                        "--language is python,cpp there and python here, "
                                        "--pairing is next there and all here"};
    for (size_t i = 0; i < N_ITEMS(changed); i++) {
        scoped(str) out = {0};
        run_identity_add_differences(&out, &changed[i], &here);
        if (strncmp(str_text(&out), texts[i], strlen(texts[i])) != 0 || !out.length != !*texts[i])
            fail_msg("%zu: %s", i, str_text(&out));
    }
}

/* A database may be a stranger's. */
TEST(identity__compares_any_text)
{
    const struct shard shard = {1, 3};
    const struct run_row here = run_identity(options(), &shard, NULL);
    struct run_row there = here;
    scoped(str) out = {0};
    there.prefix = "x\ny\tz";
    run_identity_add_differences(&out, &there, &here);
    assert_string_equal(str_text(&out), "--prefix is x\ny\tz there and none here");
}

/* In the words of the source. */
TEST(identity__knows_the_listing_of_the_source)
{
    struct unit units[2] = {{.id = "p1"}, {.id = "p2"}};
    char a[SHA256_HEX_SIZE], b[SHA256_HEX_SIZE];
    const struct shard shard = {1, 1};
    scoped(str) out = {0};
    sha256_hex("a", 1, a);
    sha256_hex("b", 1, b);
    struct pair_source source = {
        .kind = &codenet_kind, .units = units, .n_units = 2, .listing_sha256 = a};
    const struct run_row one = run_identity(options(), &shard, &source);
    assert_string_equal(one.source, "codenet");
    assert_int_equal(one.n_listed, 2);
    run_identity_add_listing_differences(&out, &codenet_kind, &one, &one);
    assert_string_equal(str_text(&out), "");
    source.listing_sha256 = source.list_sha256 = b;
    const struct run_row other = run_identity(options(), &shard, &source);
    run_identity_add_listing_differences(&out, &codenet_kind, &one, &other);
    assert_string_equal(
        str_text(&out),
        "the SHA-256 of metadata/problem_list.csv is missing there and 3e23e8160039 here, "
        "the names and sizes of the metadata files differ: 2 files there (SHA-256 ca978112ca1b) "
        "and 2 here (3e23e8160039)");
}
