/* Zip archives of rows that are larger than they look, or that contain impossible entries. Each
 * contains a sound pair. This pair is found, or the archive is refused as a whole, with little
 * memory and time. */
#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tests/support/zipball.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { MIB = 1 << 20, N_ZEROS = 200 * MIB };

static const char pair[] = "user,problem,date,status,language,code\n"
                           "ada,p,1,WA,python,x = 1 < 2\n"
                           "ada,p,2,AC,python,x = 1 <= 2\n";

/* Mines $SCRATCH/a.zip. When that succeeds, the pair must be found. The output must have the
 * text. */
static void check(struct zipball *zip, const char *name, size_t max_mb, int status,
                  const char *expected)
{
    scoped(str) output = {0};
    zipball_save(zip, "a.zip");
    if (run_bounded(&output, name, max_mb,
                    "\"$TOKFIX\" mine \"$SCRATCH/a.zip\" --language python -j 2 --force -o "
                    "\"$SCRATCH/db\"") != status ||
        !strstr(str_text(&output), expected))
        fail_msg("%s: %.1000s", name, str_text(&output));
    if (status != 0)
        return;
    run_valid(&output, "sqlite3 \"$SCRATCH/db\" 'select count(*) from fixes'");
    if (strcmp(str_text(&output), "1\n") != 0)
        fail_msg("%s: %s", name, str_text(&output));
}

/* Rows are read as they are unpacked: only time limits their size. */
TEST(hostile_zips__of_gigabytes_of_zeros)
{
    static const struct zip_member deflated = {.is_deflated = true};
    scoped(zipball) zip = {0};
    scoped(str) packed = {0}, output = {0};
    char *zeros = calloc(N_ZEROS, 1);
    zipball_add_text(&zip, "a.csv", pair);
    for (int i = 0; i < 3; i++)
        zipball_add(&zip, printed("%d.jsonl", i), zeros, N_ZEROS, &deflated);
    check(&zip, "zeros", 400, 0, "larger than 64 MiB");
    free(zeros);

    run_valid(&output, "head -c %d /dev/zero | gzip -9 | gzip -9 >\"$SCRATCH/twice\"", N_ZEROS);
    read_test_file(&packed, "$SCRATCH/twice");
    zipball_add_text(&zip, "a.csv", pair);
    zipball_add(&zip, "b.jsonl", packed.text, packed.length, &deflated);
    check(&zip, "zeros packed twice", 400, 0, "1:"); /* a packed file is a row that is not JSON */
}

TEST(hostile_zips__with_the_most_entries)
{
    scoped(zipball) zip = {0};
    zipball_add_text(&zip, "a.csv", pair);
    for (int i = 0; i < 40000; i++)
        zipball_add_text(&zip, printed("d/%05d.csv", i),
                         "user,problem,date,status,language,code\n");
    check(&zip, "many files of rows", 150, 0, "1 single-token fix");

    zipball_add_text(&zip, "a.csv", pair);
    for (int i = 0; i < 60000; i++)
        zipball_add_text(&zip, i % 2 ? "a.csv" : "../../etc/passwd", "x");
    check(&zip, "many entries that are refused", 150, 0, "1 single-token fix");
}

TEST(hostile_zips__with_odd_names)
{
    static const struct zip_member link = {.mode = S_IFLNK | 0777};
    static const char *const names[] = {"..\\..\\x.csv", "C:\\x.csv", "a\x1b[31m.csv", "\xff.csv",
                                        "a\nb.csv",      " .csv",     "a.csv/b.csv"};
    scoped(zipball) zip = {0};
    scoped(str) name = {0};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        zipball_add_text(&zip, "a.csv", pair);
        zipball_add_text(&zip, names[i], "user,problem,date,status,language,code\n");
        check(&zip, names[i], 60, 0, "1 single-token fix");
    }
    while (name.length < 60000)
        str_add_text(&name, "long/");
    str_add_text(&name, "a.csv");
    zipball_add_text(&zip, str_text(&name), pair);
    check(&zip, "a long name", 60, 0, "1 single-token fix");
    zipball_add_text(&zip, "a.csv", pair);
    zipball_add(&zip, "link.csv", "/etc/passwd", 11, &link);
    check(&zip, "a link", 60, 0, "left out 1 file that is not rows: link.csv");
}
