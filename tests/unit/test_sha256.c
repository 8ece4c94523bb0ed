/* SHA-256 gives the digests of FIPS 180-4 and of sha256sum. */
#include "base/sha256.h"
#include "tests/support/run.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <string.h>

static void sha256__gives_the_published_digests(void **state)
{
    (void)state;
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

static void sha256__digests_a_million_bytes(void **state)
{
    (void)state;
    static char bytes[1000000];
    char hex[SHA256_HEX_SIZE];
    memset(bytes, 'a', sizeof bytes);
    sha256_hex(bytes, sizeof bytes, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Lengths at which the padding changes its form. */
static void sha256__agrees_with_sha256sum(void **state)
{
    (void)state;
    static const size_t lengths[] = {1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 4097};
    char bytes[4097], hex[SHA256_HEX_SIZE];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 31 + i / 256);
    struct str output = {0};
    for (size_t i = 0; i < N_ITEMS(lengths); i++) {
        write_test_file(scratch_path("bytes"), bytes, lengths[i]);
        run_valid(&output, "sha256sum <\"$SCRATCH/bytes\" | cut -d ' ' -f 1 | tr -d '\\n'");
        sha256_hex(bytes, lengths[i], hex);
        assert_string_equal(hex, str_text(&output));
    }
    str_release(&output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256__gives_the_published_digests),
        cmocka_unit_test(sha256__digests_a_million_bytes),
        cmocka_unit_test(sha256__agrees_with_sha256sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
