/* SHA-256 gives the digests of FIPS 180-4 and of sha256sum. */
#include "base/sha256.h"
#include "tests/support/test.h"

TEST(sha256__gives_the_published_digests)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *digest;
    } cases[] = {
        {"", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"\0", 1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},
        {"abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        char hex[SHA256_HEX_SIZE];
        sha256_hex(cases[i].bytes, cases[i].length, hex);
        assert_string_equal(hex, cases[i].digest);
    }
}

TEST(sha256__digests_a_million_bytes)
{
    static char bytes[1000000];
    char hex[SHA256_HEX_SIZE];
    memset(bytes, 'a', sizeof bytes);
    sha256_hex(bytes, sizeof bytes, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Lengths at which the padding changes its form. */
TEST(sha256__agrees_with_sha256sum)
{
    static const size_t lengths[] = {1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 4097};
    char bytes[4097], hex[SHA256_HEX_SIZE];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 31 + i / 256);
    scoped(str) output = {0};
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        write_test_file(scratch_path("bytes"), bytes, lengths[i]);
        run_valid(&output, "sha256sum <\"$SCRATCH/bytes\" | cut -d ' ' -f 1 | tr -d '\\n'");
        sha256_hex(bytes, lengths[i], hex);
        assert_string_equal(hex, str_text(&output));
    }
}

TEST(sha256__in_base_64_agrees_with_base64)
{
    char bytes[300], hex[SHA256_HEX_SIZE], base64[SHA256_BASE64_SIZE], digest[32];
    scoped(str) output = {0};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7);
    for (size_t length = 0; length < sizeof bytes; length += 23) {
        sha256_hex(bytes, length, hex);
        for (size_t i = 0; i < sizeof digest; i++) {
            char digits[] = {hex[2 * i], hex[2 * i + 1], '\0'};
            digest[i] = (char)strtoul(digits, NULL, 16);
        }
        write_test_file(scratch_path("digest"), digest, sizeof digest);
        run_valid(&output, "base64 <\"$SCRATCH/digest\" | tr -d '\\n'");
        sha256_base64(bytes, length, base64);
        assert_string_equal(base64, str_text(&output));
    }
}

TEST(sha256__does_not_depend_on_the_parts)
{
    char bytes[1000], whole[SHA256_HEX_SIZE], parts[SHA256_HEX_SIZE];
    srand(1);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)rand();
    for (int round = 0; round < 300; round++) {
        size_t length = (size_t)rand() % sizeof bytes, longest = (size_t)rand() % 130 + 1;
        struct sha256 *sha256 = sha256_new();
        for (size_t at = 0, n; at < length; at += n) {
            n = (size_t)rand() % (longest + 1);
            n = n < length - at ? n : length - at;
            sha256_add(sha256, bytes + at, n);
        }
        sha256_add(sha256, NULL, 0);
        sha256_finish(sha256, parts);
        sha256_hex(bytes, length, whole);
        assert_string_equal(parts, whole);
    }
}

TEST(sha256__of_a_file_is_that_of_its_content)
{
    static const size_t lengths[] = {0, 1, 65535, 65536, 65537, 200000};
    char *bytes = malloc(200000), expected[SHA256_HEX_SIZE], hex[SHA256_HEX_SIZE];
    assert_non_null(bytes);
    for (size_t i = 0; i < 200000; i++)
        bytes[i] = (char)(i * 7 + i / 251);
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        uint64_t n_bytes = 7;
        write_test_file(scratch_path("file"), bytes, lengths[i]);
        sha256_hex(bytes, lengths[i], expected);
        assert_done(sha256_file(scratch_path("file"), hex, &n_bytes, &err));
        assert_string_equal(hex, expected);
        assert_int_equal(n_bytes, lengths[i]);
        assert_done(sha256_file(scratch_path("file"), hex, NULL, &err));
    }
    free(bytes);
}

TEST(sha256__says_why_a_file_cannot_be_read)
{
    char hex[SHA256_HEX_SIZE];
    struct err err;
    uint64_t n_bytes;
    assert_int_equal(sha256_file(scratch_path("none"), hex, &n_bytes, &err), ERR);
    scoped(str) expected =
        str_of("cannot open '%s': No such file or directory", scratch_path("none"));
    assert_string_equal(err.message, str_text(&expected));
    str_clear(&expected);
    assert_int_equal(sha256_file(scratch_path(""), hex, &n_bytes, &err), ERR);
    str_print(&expected, "cannot read '%s': Is a directory", scratch_path(""));
    assert_string_equal(err.message, str_text(&expected));
}
