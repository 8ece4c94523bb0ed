/* Archives that are cut or changed at many places are mined completely, or not at all. */
#include "tests/support/faults.h"
#include "tests/support/tarball.h"
#include "tests/support/test.h"

enum { N_PLACES = 24 };

static const struct faulty_command mine = {"mine bad.tar -o new.db -j 1", false};

/* Files but the archive itself. */
static bool has_same_files(const struct str *a, const struct str *b)
{
    const char *from = strstr(str_text(a), "bench"), *other = strstr(str_text(b), "bench");
    return from && other && strcmp(from, other) == 0;
}

/* `is_checked`: a changed archive shows by its checksums. */
static void mine_damaged(const struct undisturbed *whole, const struct str *archive,
                         const char *what, bool is_checked)
{
    scoped(outcome) outcome = {0};
    write_test_file(scratch_path("work/bad.tar"), str_text(archive), archive->length);
    faults_run(&outcome, whole->command, NULL);
    if (outcome.status == 1) {
        if (!strstr(str_text(&outcome.err), "bad.tar"))
            faults_complain(whole, what, &outcome, "does not name the archive");
        else if (!has_same_files(&outcome.files, &whole->before))
            faults_complain(whole, what, &outcome, "leaves files");
    } else if (outcome.status != 0) {
        faults_complain(whole, what, &outcome, "ends otherwise than by failing");
    } else if (is_checked && !has_same_files(&outcome.files, &whole->after.files)) {
        faults_complain(whole, what, &outcome, "mines something else");
    }
    remove(scratch_path("work/new.db"));
}

static void damage(const struct undisturbed *whole, const struct str *archive,
                   const struct compressor *compressor)
{
    for (size_t i = 0; i < N_PLACES; i++) {
        scoped(str) bad = {0};
        char what[64];
        size_t at = i == 0 ? archive->length - 1 : archive->length * i / N_PLACES;
        snprintf(what, sizeof what, "%s cut at %zu", compressor->command, at);
        str_add(&bad, str_text(archive), at);
        mine_damaged(whole, &bad, what, true);
        snprintf(what, sizeof what, "%s with another byte at %zu", compressor->command, at);
        str_add(&bad, str_text(archive) + at, archive->length - at);
        bad.text[at] = (char)(bad.text[at] ^ 1 << i % 8);
        mine_damaged(whole, &bad, what, strcmp(compressor->command, "cat") != 0);
    }
}

TEST(archives__that_are_damaged_are_not_mined)
{
    faults_given();
    for (size_t i = 0; i < N_COMPRESSORS; i++) {
        const char *path = tarball_compress(scratch_path("given/tree.tar"), &compressors[i]);
        if (!path)
            continue;
        scoped(undisturbed) whole = {.command = &mine};
        scoped(str) archive = {0};
        faults_read(&archive, path);
        faults_reset();
        write_test_file(scratch_path("work/bad.tar"), str_text(&archive), archive.length);
        faults_list(&whole.before);
        faults_run(&whole.after, whole.command, NULL);
        assert_int_equal(whole.after.status, 0);
        remove(scratch_path("work/new.db"));
        damage(&whole, &archive, &compressors[i]);
    }
    faults_end();
}
