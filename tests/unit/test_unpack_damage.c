/* Unpacking tells how far it is, can be ended at any time, survives any damage, and takes little
 * memory. */
#include "tests/support/tarball.h"
#include "tests/support/test.h"

#include <sys/resource.h>

/* Counts, and checks that it goes on. */
struct progress_seen {
    size_t n_calls;
    uint64_t done, total, n_files;
};

static void see_progress(void *context, const struct meter_step *step)
{
    struct progress_seen *seen = context;
    assert_true(step->done >= seen->done && step->done <= step->total);
    assert_true(step->count >= seen->n_files);
    *seen = (struct progress_seen){seen->n_calls + 1, step->done, step->total, step->count};
}

TEST(unpack__tells_how_far_it_is)
{
    scoped(unpack) *unpack = NULL;
    struct unpack_options options = unpacked_options(UNPACK_DATASET);
    struct progress_seen seen = {0};
    scoped(str) tar = {0};
    char path[64], content[5000] = {0};
    options.max_source_bytes = sizeof content;
    options.meter = (struct meter){see_progress, &seen};
    for (int i = 0; i < 2000; i++) {
        snprintf(path, sizeof path, "data/p1/Python/s%d.py", i);
        tarball_add_file(&tar, path, content, sizeof content);
    }
    tarball_end(&tar);
    assert_done(unpack_start(&unpack, tarball_save(&tar, "far.tar"), &options, &err));
    while (unpack_show(unpack))
        assert_true(seen.n_calls > 0);
    assert_false(unpack_show(unpack)); /* it has been read */
    unpack_close(unpack);

    seen = (struct progress_seen){0};
    assert_done(unpack_start(&unpack, tarball_save(&tar, "far.tar"), &options, &err));
    assert_done(unpack_finish(unpack, &err));
    assert_true(seen.n_calls > 0);
    assert_int_equal(seen.total, tar.length);
    assert_int_equal(seen.n_files, 2000);
}

TEST(unpack__can_be_closed_at_any_time)
{
    scoped(str) tar = {0}, content = {0};
    char path[64], bytes[3000] = {0};
    for (int i = 0; i < 3000; i++) {
        snprintf(path, sizeof path, "data/p1/Python/s%d.py", i);
        tarball_add_file(&tar, path, bytes, sizeof bytes);
    }
    tarball_end(&tar);
    const char *archive = tarball_save(&tar, "closed.tar");
    unpack_close(NULL);
    for (int i = -1; i < 3000; i = i * 2 + 3) {
        scoped(unpack) *unpack = NULL;
        struct unpack_options options = unpacked_options(UNPACK_DATASET);
        struct err err;
        options.max_source_bytes = sizeof bytes;
        assert_success(unpack_start(&unpack, archive, &options, &err), err);
        if (i >= 0) {
            snprintf(path, sizeof path, "data/p1/Python/s%d.py", i);
            assert_int_equal(spool_read(unpack_spool(unpack), &content, path, sizeof bytes, &err),
                             BENEATH_OK);
            assert_int_equal(content.length, sizeof bytes);
        }
    }
}

/* Damages some bytes, or takes some out, or puts some in twice, or cuts the end off. */
static void damage(struct str *bytes)
{
    size_t at = (size_t)rand() % bytes->length, n = (size_t)rand() % 600 + 1;
    if (n > bytes->length - at)
        n = bytes->length - at;
    scoped(str) rest = {0};
    str_add(&rest, bytes->text + at, bytes->length - at);
    switch (rand() % 4) {
    case 0:
        for (int flips = rand() % 4; flips >= 0; flips--)
            bytes->text[(size_t)rand() % bytes->length] ^= (char)(1 << rand() % 8);
        break;
    case 1:
        memmove(bytes->text + at, bytes->text + at + n, bytes->length - at - n);
        bytes->length -= n;
        break;
    case 2:
        bytes->length = at + n;
        str_add(bytes, str_text(&rest), rest.length);
        break;
    default:
        bytes->length = at;
    }
}

/* Whatever happens to it: it fails, or gives what it held. Content that no checksum guards may be
 * another. */
TEST(unpack__of_a_damaged_archive_fails_or_gives_what_was_there)
{
    enum { N_ROUNDS = 300 };
    scoped(str) tar = {0}, bytes = {0}, damaged = {0};
    struct kept whole, kept;
    srand(4);
    for (int i = 0; i < 30; i++) {
        const char *path = printed("Top/data/p%d/Python/s%d.py", i / 15 + 1, i);
        tarball_add_file(&tar, path, "0123456789" + i % 10, (size_t)(10 - i % 10));
    }
    tarball_add_text(&tar, "Top/metadata/p1.csv", "rows");
    tarball_end(&tar);
    const char *archive = tarball_save(&tar, "whole.tar");
    unpack_file(&whole, archive, UNPACK_DATASET);
    assert_success(whole.status, whole.err);
    for (int i = 0; i < N_COMPRESSORS; i++) {
        const char *compressed = tarball_compress(archive, &compressors[i]);
        if (!compressed)
            continue;
        read_test_file(&bytes, compressed);
        size_t n_failed = 0;
        for (int round = 0; round < N_ROUNDS; round++) {
            str_clear(&damaged);
            str_add(&damaged, bytes.text, bytes.length);
            damage(&damaged);
            write_test_file(scratch_path("damaged"), damaged.text, damaged.length);
            unpack_file(&kept, scratch_path("damaged"), UNPACK_DATASET);
            assert_int_equal(kept.status != 0, kept.err.message[0] != 0);
            n_failed += kept.status != 0;
            if (kept.status == 0 && i > 0)
                assert_string_equal(str_text(&kept.files), str_text(&whole.files));
            kept_release(&kept);
        }
        assert_true(n_failed > N_ROUNDS / 2);
    }
    kept_release(&whole);
}

/* Many hostile entries, and sizes that lie, cost no more than their messages. */
TEST(unpack__keeps_its_memory_within_bounds)
{
    enum { N_LINKS = 100000 };
    scoped(kept) kept = {0};
    scoped(str) tar = {0};
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < N_LINKS; i++) {
        const char *path = printed("data/p1/Python/s%d.py", i);
        tarball_add_link(&tar, TAR_SYMBOLIC_LINK, path, "/etc/passwd");
    }
    size_t tar_bytes = tar.capacity;
    tarball_add_text(&tar, "data/p1/Python/s1.py", "one");
    tarball_add_header(&tar, TAR_FILE, "data/p1/Python/s2.py", NULL, ((uint64_t)1 << 63) - 1);
    tarball_save(&tar, "links.tar");
    unpack_file(&kept, scratch_path("links.tar"), UNPACK_DATASET);
    getrusage(RUSAGE_SELF, &after);
    assert_int_equal(kept.status, ERR);
    assert_int_equal(
        strncmp(str_text(&kept.errors), "data/p1/Python/s0.py: a link; left out; ", 40), 0);
    assert_true((size_t)(after.ru_maxrss - before.ru_maxrss) < (tar_bytes >> 10) + (200 << 10));
}
