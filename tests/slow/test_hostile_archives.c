/* Archives, of a tree or of rows (zip), that are larger than they look, or that contain impossible
 * entries. Each contains a valid pair. This pair is found, or the archive is refused as a whole,
 * with little memory and time. */
#include "miner/pair_source.h"
#include "tests/support/codenet.h"
#include "tests/support/run.h"
#include "tests/support/archives.h"
#include "tests/support/test.h"

#include <sys/stat.h>

static const uint64_t gigabyte = 1 << 30;

#define SOURCES "data/p00001/Python/"

static void add_pair(struct str *tar)
{
    tarball_add_text(tar, "metadata/p00001.csv",
                     CODENET_HEADER "s1,p00001,u,1,Python,,py,Wrong Answer,0,0,0,\n"
                                    "s2,p00001,u,2,Python,,py,Accepted,0,0,0,\n"
                                    "s3,p00001,v,1,Python,,py,Wrong Answer,0,0,0,\n"
                                    "s4,p00001,v,2,Python,,py,Accepted,0,0,0,\n");
    tarball_add_text(tar, SOURCES "s1.py", "x = 1 < 2\n");
    tarball_add_text(tar, SOURCES "s2.py", "x = 1 <= 2\n");
    tarball_add_text(tar, SOURCES "s3.py", "x = 1 < 2\n");
}

/* Mines $SCRATCH/NAME. When that succeeds, the pair must be found, and of the errors the last one
 * must be as expected; else the message. */
static void check(const char *archive, const char *name, size_t max_mb, int status,
                  const char *expected)
{
    scoped(str) output = {0};
    if (run_bounded(&output, name, max_mb,
                    "\"$TOKFIX\" mine \"$SCRATCH/%s\" -j 2 --force -o \"$SCRATCH/db\"",
                    archive) != status)
        fail_msg("%s: %.1000s", name, str_text(&output));
    if (status == 0) {
        run_valid(&output, "sqlite3 \"$SCRATCH/db\" 'select count(*) from fixes'");
        assert_string_equal(str_text(&output), "1\n");
        run_valid(
            &output,
            "sqlite3 \"$SCRATCH/db\" \"select kind, file, substr(detail, 1, 60) from input_errors "
            "where kind not like 'source_missing' order by rowid desc limit 1\"");
    }
    if (!strstr(str_text(&output), expected) || (!*expected && output.length))
        fail_msg("%s: %.1000s", name, str_text(&output));
    run_valid(&output, "rm -f \"$SCRATCH/%s\" \"$SCRATCH/db\"", archive);
}

TEST(hostile_archives__of_gigabytes_of_zeros)
{
    /* members, frames and streams of compressors can be put together: one of zeros is used again */
    uint64_t piece = gigabyte / 8;
    static const struct {
        const char *path, *error;
    } entries[] = {
        {SOURCES "s4.py", "entry_refused|" SOURCES "s4.py|larger than 1 GiB; left out"},
        {"metadata/p00002.csv", "entry_refused|metadata/p00002.csv|larger than 1 GiB; left out"},
        {"readme", ""},
    };
    for (size_t c = 1; c < N_COMPRESSORS; c++) {
        size_t n = strcmp(compressors[c].command, "bzip2") == 0  ? 0
                   : strcmp(compressors[c].command, "zstd") == 0 ? 40
                                                                 : 10;
        scoped(str) output = {0}, tar = {0}, end = {0};
        if (!n || !tarball_compress(tarball_save(&tar, "none"), &compressors[c]))
            continue;
        const char *entry = entries[c % N_ITEMS(entries)].path;
        add_pair(&tar);
        tarball_add_header(&tar, TAR_FILE, entry, NULL, n * piece);
        tarball_end(&end);
        tarball_compress(tarball_save(&tar, "start"), &compressors[c]);
        tarball_compress(tarball_save(&end, "end"), &compressors[c]);
        run_valid(
            &output,
            "cd \"$SCRATCH\" && e=%s && head -c %ju /dev/zero | %s -1 -c >zeros && { cat start$e; "
            "for i in $(seq %zu); do cat zeros; done; cat end$e; } >bomb.tar$e && rm zeros",
            compressors[c].extension, (uintmax_t)piece, compressors[c].command, n);
        str_clear(&output);
        str_print(&output, "bomb.tar%s", compressors[c].extension);
        check(str_text(&output), compressors[c].command, 100, 0,
              entries[c % N_ITEMS(entries)].error);
    }
}

TEST(hostile_archives__in_archives_are_not_data)
{
    scoped(str) tar = {0};
    add_pair(&tar);
    tarball_add_text(&tar, SOURCES "s4.py", "BZh91AY&SY");
    tarball_end(&tar);
    tarball_save(&tar, "inner.tar");
    scoped(str) output =
        output_of("cd \"$SCRATCH\" && gzip -c inner.tar >inner.tar.gz && gzip -c inner.tar.gz "
                  ">twice.tar.gz && xz -c inner.tar.gz >other.tar.xz");
    check("twice.tar.gz", "gzip in gzip", 30, 1, "is compressed twice");
    check("other.tar.xz", "gzip in xz", 30, 1, "is compressed twice");
    check("inner.tar", "a source that looks packed", 30, 0, "");
}

TEST(hostile_archives__that_are_sparse_or_say_so)
{
    scoped(str) tar = {0};
    FILE *file = bounded_create("sparse.tar");
    add_pair(&tar);
    tarball_add_header(&tar, TAR_FILE, SOURCES "s4.py", NULL, gigabyte + gigabyte / 64);
    fwrite(tar.text, 1, tar.length, file);
    bounded_skip(file, gigabyte + gigabyte / 64 + 2 * TAR_BLOCK);
    bounded_close(file);
    check("sparse.tar", "a hole of more than 1 GiB", 30, 0, "larger than 1 GiB; left out");

    static const uint64_t sizes[] = {(uint64_t)9 << 40, UINT64_MAX / 2};
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        str_clear(&tar);
        add_pair(&tar);
        tarball_add_header(&tar, TAR_FILE, SOURCES "s4.py", NULL, sizes[i]);
        tarball_end(&tar);
        tarball_save(&tar, "huge.tar");
        check("huge.tar", "a size that is not there", 30, 1, "is the file complete?");
    }
    str_clear(&tar);
    add_pair(&tar);
    tarball_add_pax(&tar, "GNU.sparse.major", "1");
    tarball_add_pax(&tar, "size", "99999999999999999999999999999999");
    tarball_add_text(&tar, SOURCES "s4.py", "x");
    tarball_end(&tar);
    tarball_save(&tar, "huge.tar");
    check("huge.tar", "a size in pax", 30, 1, "cannot read '");
}

/* Only what libarchive reads of it needs to be there. */
TEST(hostile_archives__of_gigabytes_of_names)
{
    static const char types[] = {'x', 'g', 'L', 'K'};
    for (size_t i = 0; i < N_ITEMS(types); i++) {
        scoped(str) tar = {0};
        FILE *file = bounded_create("names.tar");
        add_pair(&tar);
        tarball_add_header(&tar, types[i], "PaxHeaders/next", NULL, gigabyte);
        str_add_text(&tar, "1073741824 path=");
        fwrite(tar.text, 1, tar.length, file);
        bounded_repeat(file, "abcdefghi/", 100000);
        bounded_skip(file, gigabyte);
        bounded_close(file);
        check("names.tar", "a name of 1 GB", 40, 1, "Special header too large");
    }
}

TEST(hostile_archives__of_very_many_entries)
{
    size_t n = MAX_LISTED_INPUT_ERRORS + bounded_size(50000);
    static const struct {
        const char *name, *path, *error;
        char type;
    } cases[] = {
        {"entries of no use", "other/%zu", "", TAR_FILE},
        {"tiny sources", SOURCES "t%zu.py", "", TAR_FILE},
        {"entries that lead out", "data/../%zu", "entry_refused|", TAR_FILE},
        {"absolute entries", "/etc/%zu", "entry_refused|", TAR_FILE},
        {"links", SOURCES "s4.py", "entry_refused|", TAR_SYMBOLIC_LINK},
        {"hard links", SOURCES "s4.py", "entry_refused|", TAR_HARD_LINK},
        {"devices", SOURCES "s4.py", "entry_refused|", TAR_CHARACTER_DEVICE},
        {"entries of one name", SOURCES "s1.py", "entry_refused|", TAR_FILE},
        {"folders of a file's name", SOURCES "s1.py/", "entry_refused|", TAR_FOLDER},
        {"files of a folder's name", "data/p00001", "", TAR_FILE},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) tar = {0}, expected = {0};
        char path[64];
        FILE *file = popen("gzip -1 >\"$SCRATCH/many.tar.gz\"", "w");
        assert_non_null(file);
        add_pair(&tar);
        for (size_t entry = 0; entry < n; entry++) {
            snprintf(path, sizeof path, cases[i].path, entry);
            tarball_add_header(&tar, cases[i].type, path, "s1.py", 0);
            fwrite(tar.text, 1, tar.length, file);
            str_clear(&tar);
        }
        tarball_end(&tar);
        fwrite(tar.text, 1, tar.length, file);
        assert_int_equal(pclose(file), 0);
        if (*cases[i].error)
            str_print(&expected, "%zu more errors of this kind are counted",
                      n - MAX_LISTED_INPUT_ERRORS);
        check("many.tar.gz", cases[i].name, 80, 0, str_text(&expected));
    }
}

/* ---- Zip archives of rows ---- */

enum { MIB = 1 << 20, N_ZEROS = 200 * MIB };

static const char pair[] = "user,problem,date,status,language,code\n"
                           "ada,p,1,WA,python,x = 1 < 2\n"
                           "ada,p,2,AC,python,x = 1 <= 2\n";

/* Mines the archive. The pair must be found, and the output have the text. */
static void check_zip(struct zipball *zip, const char *name, size_t max_mb, const char *expected)
{
    scoped(str) output = {0};
    zipball_save(zip, "a.zip");
    if (run_bounded(&output, name, max_mb,
                    "\"$TOKFIX\" mine \"$SCRATCH/a.zip\" --language python -j 2 --force -o "
                    "\"$SCRATCH/db\"") != 0 ||
        !strstr(str_text(&output), expected))
        fail_msg("%s: %.1000s", name, str_text(&output));
    run_valid(&output, "sqlite3 \"$SCRATCH/db\" 'select count(*) from fixes'");
    assert_string_equal(str_text(&output), "1\n");
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
    check_zip(&zip, "zeros", 400, "larger than 64 MiB");
    free(zeros);

    run_valid(&output, "head -c %d /dev/zero | gzip -9 | gzip -9 >\"$SCRATCH/twice\"", N_ZEROS);
    read_test_file(&packed, "$SCRATCH/twice");
    zipball_add_text(&zip, "a.csv", pair);
    zipball_add(&zip, "b.jsonl", packed.text, packed.length, &deflated);
    zipball_save(&zip, "a.zip");
    assert_int_equal(run_bounded(&output, "zeros packed twice", 400,
                                 "\"$TOKFIX\" mine \"$SCRATCH/a.zip\" -o \"$SCRATCH/db\" --force"),
                     1);
    assert_non_null(strstr(str_text(&output), "'a.zip/b.jsonl': 2 of 2 rows are not UTF-8"));
}

TEST(hostile_zips__with_the_most_entries)
{
    scoped(zipball) zip = {0};
    zipball_add_text(&zip, "a.csv", pair);
    for (int i = 0; i < 40000; i++)
        zipball_add_text(&zip, printed("d/%05d.csv", i),
                         "user,problem,date,status,language,code\n");
    check_zip(&zip, "many files of rows", 150, "1 single-token fix");

    zipball_add_text(&zip, "a.csv", pair);
    for (int i = 0; i < 60000; i++)
        zipball_add_text(&zip, i % 2 ? "a.csv" : "../../etc/passwd", "x");
    check_zip(&zip, "many entries that are refused", 150, "1 single-token fix");
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
        check_zip(&zip, names[i], 60, "1 single-token fix");
    }
    while (name.length < 60000)
        str_add_text(&name, "long/");
    str_add_text(&name, "a.csv");
    zipball_add_text(&zip, str_text(&name), pair);
    check_zip(&zip, "a long name", 60, "1 single-token fix");
    zipball_add_text(&zip, "a.csv", pair);
    zipball_add(&zip, "link.csv", "/etc/passwd", 11, &link);
    check_zip(&zip, "a link", 60, "left out 1 file that is not rows: link.csv");
}
