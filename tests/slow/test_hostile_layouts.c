/* Folders and archives of programs with hostile paths: many files, deep folders, links in circles,
 * paths that lead away. */
#include "tests/support/run.h"
#include "tests/support/archives.h"
#include "tests/support/test.h"

#define LAYOUT "--layout '{problem}/{user}/{date}_{status}.{language}' --language python"

/* Mines $SCRATCH/`name`, and expects that the output contains `message`. */
static void mine(const char *what, const char *name, size_t max_mb, const char *message)
{
    scoped(str) output = {0};
    run_bounded(
        &output, what, max_mb,
        "\"$TOKFIX\" mine -j 2 \"$SCRATCH/%s\" " LAYOUT " --force -o \"$SCRATCH/x.db\" 2>&1", name);
    if (!strstr(str_text(&output), message))
        fail_msg("%s: %.2000s", what, str_text(&output));
}

TEST(hostile_layout__of_many_files_takes_little_memory)
{
    size_t n = bounded_size(100000);
    run_valid(NULL,
              "cd \"$SCRATCH\" && mkdir -p many/p/u && cd many/p/u && seq 1 %zu | sed "
              "'s/$/_WA.py/' | xargs touch && echo 1 >1_WA.py && echo 2 >200000_AC.py",
              n);
    mine("a folder of many files", "many", 250, "single-token fix");
    run_valid(NULL,
              "cd \"$SCRATCH\" && mkdir -p other/p/u && cd other/p/u && seq 1 %zu | sed "
              "'s/$/.txt/' | xargs touch",
              n);
    mine("many files that do not match", "other", 60, "matches the layout: p/u/1.txt, p/u/10.txt");
}

TEST(hostile_layout__does_not_enter_deep_folders_and_circles)
{
    run_valid(NULL, "cd \"$SCRATCH\" && mkdir -p deep/p/u && cd deep/p/u && echo 1 >1_WA.py && "
                    "echo 2 >2_AC.py && ln -s .. up && ln -s . 3_WA.py && ln -s 5_WA.py 4_WA.py && "
                    "ln -s 4_WA.py 5_WA.py && cd ../.. && ln -s . q && ln -s / root && "
                    "d=; for i in $(seq 500); do d=${d}folder/; done; mkdir -p $d p/v/$d");
    mine("deep folders and circles", "deep", 40, "1 single-token fix");
    mine("deep folders and circles", "deep", 40, "2 links are not followed: q, root");
}

/* Paths that lead away are left out, or are taken as paths in the archive. */
TEST(hostile_layout__of_an_archive_stays_in_it)
{
    static const char *const refused[] = {
        "../u/1_WA.py", "p/../1_WA.py", "p/u/..", "p/u/\x01_WA.py", "p/u/1_\xff.py",
    };
    scoped(str) tar = {0};
    for (size_t i = 0; i < N_ITEMS(refused); i++)
        tarball_add_text(&tar, refused[i], "x = 0\n");
    tarball_add_text(&tar, "/p/./u//1_WA.py", "x = 1\n");
    tarball_add_text(&tar, "p/u/2_AC.py", "x = 2\n");
    tarball_add_text(&tar, "p/u/2_AC.py", "x = 3\n");
    tarball_add_link(&tar, TAR_SYMBOLIC_LINK, "p/u/3_AC.py", "/etc/passwd");
    tarball_add_link(&tar, TAR_HARD_LINK, "p/u/4_AC.py", "/etc/passwd");
    tarball_add_other(&tar, TAR_FIFO, "p/u/5_AC.py");
    tarball_add_header(&tar, TAR_FILE, "p/u/6_AC.py", NULL, 0);
    tarball_end(&tar);
    tarball_save(&tar, "away.tar");
    mine("paths that lead away", "away.tar", 40, "5 names are not UTF-8");
    mine("paths that lead away", "away.tar", 40, "1 single-token fix");
    mine("paths that lead away", "away.tar", 40, "an earlier row of the problem");
    mine("paths that lead away", "away.tar", 40, "2 links are not followed");
    mine("paths that lead away", "away.tar", 40, "1 file or folder cannot be read");
}

/* A program of a gigabyte of zeros is read up to the limit. */
TEST(hostile_layout__of_an_archive_reads_programs_up_to_the_limit)
{
    if (!has_program("python3", "zip bombs"))
        skip();
    run_valid(NULL,
              "cd \"$SCRATCH\" && python3 -c \"\n"
              "import zipfile\n"
              "z = zipfile.ZipFile('bomb.zip', 'w', zipfile.ZIP_DEFLATED)\n"
              "for name in ('p/u/1_WA.py', 'p/u/2_AC.py'):\n"
              "    with z.open(name, 'w', force_zip64=True) as f:\n"
              "        for i in range(%zu):\n"
              "            f.write(bytes(1 << 20))\n"
              "z.writestr('../p/u/3_WA.py', 'x = 1')\n"
              "z.writestr('p/u/4_WA.py', 'x = 1')\n"
              "z.writestr('p/u/5_AC.py', 'x = 2')\n"
              "\"",
              bounded_size(500));
    mine("a zip bomb", "bomb.zip", 120, "1 single-token fix");
    mine("a zip bomb", "bomb.zip", 120, "larger than 1048576 bytes");
}
