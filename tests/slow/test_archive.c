/* An archive of a tree gives the database that the tree gives: packed in every order and layout,
 * with every compressor, with the metadata in it, beside it, or in an archive of their own,
 * whatever -j is. What may differ, and nothing else:
 *
 * - the name of the dataset in `run`, when the archive has no top folder: it is the archive's then;
 * - a link, which is followed on disk where it stays in the tree, is refused in an archive, so that
 *   its source is missing;
 * - a folder where a source should be is told from a missing source only when the archive has an
 *   entry for it. */
#include "tests/support/tarball.h"
#include "tests/support/test.h"

/* In the commands, the tree is "$PARENT/$NAME", to be packed as "$TAR"; "$SEED" is a file. */
#define IN_RANDOM_ORDER "sort | sort -R --random-source=\"$SEED\""

static const struct layout {
    const char *name, *command;
} layouts[] = {
    {"top folder", "tar -C \"$PARENT\" -cf \"$TAR\" \"$NAME\""},
    {"dot and top folder", "tar -C \"$PARENT\" -cf \"$TAR\" \"./$NAME\""},
    {"metadata first", "tar -C \"$PARENT\" -cf \"$TAR\" \"$NAME/metadata\" &&\n"
                       "tar -C \"$PARENT\" --exclude=\"$NAME/metadata\" -rf \"$TAR\" \"$NAME\""},
    {"data first", "cd \"$PARENT\" && ls -d \"$NAME\"/* | LC_ALL=C sort | tar -cf \"$TAR\" -T -"},
    {"data last", "cd \"$PARENT\" && ls -d \"$NAME\"/* | LC_ALL=C sort -r | tar -cf \"$TAR\" -T -"},
    {"no top folder", "cd \"$PARENT/$NAME\" && tar -cf \"$TAR\" *"},
    {"dot", "tar -C \"$PARENT/$NAME\" -cf \"$TAR\" ."},
    {"random order", "cd \"$PARENT\" && find \"$NAME\" | " IN_RANDOM_ORDER
                     " | tar --no-recursion -cf \"$TAR\" -T -"},
    {"random order, no top folder",
     "cd \"$PARENT/$NAME\" && find . | " IN_RANDOM_ORDER " | tar --no-recursion -cf \"$TAR\" -T -"},
    {"v7", "tar --format=v7 -C \"$PARENT\" -cf \"$TAR\" \"$NAME\""},
    {"ustar", "tar --format=ustar -C \"$PARENT\" -cf \"$TAR\" \"$NAME\""},
    {"gnu", "tar --format=gnu -C \"$PARENT\" -cf \"$TAR\" \"$NAME\""},
    {"pax", "tar --format=posix -C \"$PARENT\" -cf \"$TAR\" \"$NAME\""},
    {"sparse", "tar -S -C \"$PARENT\" -cf \"$TAR\" \"$NAME\""},
    {"strangers",
     "cp -r \"$SAMPLE/Project_CodeNet/problem_descriptions\" \"$SCRATCH\" &&\n"
     "tar -C \"$SCRATCH\" --transform=s,^,other/, -cf \"$TAR\" problem_descriptions &&\n"
     "tar -C \"$SAMPLE\" -rf \"$TAR\" README.md intended.tsv &&\n"
     "tar -C \"$PARENT\" -rf \"$TAR\" \"$NAME\" && tar -C / -rf \"$TAR\" etc/passwd"},
};

/* Where the metadata may be: what goes with the dataset, and --metadata. */
static const struct layout metadata_layouts[] = {
    {"a folder", "M=\"$PARENT/$NAME/metadata\""},
    {"an archive of the folder",
     "M=\"$SCRATCH/m.tar\"; tar -C \"$PARENT/$NAME\" -cf \"$M\" metadata"},
    {"an archive of the tree's",
     "M=\"$SCRATCH/m.tar\"; tar -C \"$PARENT\" -cf \"$M\" \"$NAME/metadata\""},
    {"an archive of its files", "M=\"$SCRATCH/m.tar\"; cd \"$PARENT/$NAME/metadata\";\n"
                                "ls | " IN_RANDOM_ORDER " | tar -cf \"$M\" -T -"},
    {"an archive of the dot",
     "M=\"$SCRATCH/m.tar\"; tar -C \"$PARENT/$NAME/metadata\" -cf \"$M\" ."},
    {"an archive of a folder of any name",
     "M=\"$SCRATCH/m.tar\"; tar -C \"$PARENT/$NAME\" -cf \"$M\" --transform=s,^metadata,tables, "
     "metadata"},
    {"an archive of everything", "M=\"$SCRATCH/m.tar\"; tar -C \"$PARENT\" -cf \"$M\" \"$NAME\""},
    {"a compressed archive", "M=\"$SCRATCH/m.tgz\"; tar -C \"$PARENT/$NAME\" -czf \"$M\" metadata"},
};

static const char *const data_layouts[] = {
    "D=\"$PARENT/$NAME\"",
    "D=\"$SCRATCH/d.tar\"; tar -C \"$PARENT\" --exclude=\"$NAME/metadata\" -cf \"$D\" \"$NAME\"",
    "D=\"$SCRATCH/d.tar\"; (cd \"$PARENT\"; find \"$NAME\" -path \"$NAME/metadata\" -prune "
    "-o -print |\n" IN_RANDOM_ORDER ") | tar -C \"$PARENT\" --no-recursion -cf \"$D\" -T -",
};

static const char *const jobs[] = {"1", "2", "7"};

/* The dump of the database that `tokfix mine` writes, without the path of --metadata and the
 * command line, which names the archive. */
static void dump_of(struct str *dump, const char *arguments, const char *n_jobs)
{
    run_valid(NULL, "\"$TOKFIX\" mine %s -j %s -o \"$SCRATCH/a.db\" --force", arguments, n_jobs);
    run_valid(dump, "sqlite3 \"$SCRATCH/a.db\" 'update run set metadata = null; delete from "
                    "steps' .dump; "
                    "test ! -e \"$SCRATCH/a.db.partial\"");
}

static void assert_same(const struct str *expected, const struct str *actual, const char *what,
                        const char *detail)
{
    if (expected->length == actual->length &&
        memcmp(expected->text, actual->text, expected->length) == 0)
        return;
    size_t at = 0;
    while (expected->text[at] && expected->text[at] == actual->text[at])
        at++;
    while (at && expected->text[at - 1] != '\n')
        at--;
    fail_msg("%s, %s: '%.*s' where the tree gives '%.*s'", what, detail,
             (int)strcspn(actual->text + at, "\n"), actual->text + at,
             (int)strcspn(expected->text + at, "\n"), expected->text + at);
}

/* What random orders are made of. */
static void set_seed(unsigned seed)
{
    run_valid(NULL, "seq %u 100000 > \"$SCRATCH/seed\"", seed);
}

/* The tree to be packed: `parent` may have variables in it. */
static void set_tree(const char *parent, const char *name)
{
    scoped(str) output = output_of("printf %%s \"%s\"", parent);
    setenv("PARENT", str_text(&output), 1);
    setenv("NAME", name, 1);
    run_valid(&output, "mkdir -p \"$SCRATCH/packed\" && printf %%s \"$SCRATCH/packed/%s.tar\"",
              name);
    setenv("TAR", str_text(&output), 1);
    run_valid(&output, "printf %%s \"$SCRATCH/seed\"");
    setenv("SEED", str_text(&output), 1);
}

static void check_layouts(const struct str *expected, unsigned n_seeds, size_t step)
{
    scoped(str) dump = {0}, output = {0};
    for (size_t i = 0; i < N_ITEMS(layouts); i += step)
        for (unsigned seed = 0; seed < n_seeds; seed++) {
            if (seed && !strstr(layouts[i].command, "SEED"))
                break;
            set_seed(seed);
            run_valid(&output, "%s", layouts[i].command);
            dump_of(&dump, "\"$TAR\"", jobs[(i + seed) % N_ITEMS(jobs)]);
            assert_same(expected, &dump, layouts[i].name, jobs[(i + seed) % N_ITEMS(jobs)]);
        }
}

static void check_compressors(const struct str *expected, size_t n_jobs)
{
    scoped(str) dump = {0}, argument = {0};
    scoped(str) output = output_of("%s", layouts[0].command);
    for (int i = 0; i < N_COMPRESSORS; i++) {
        const char *path = tarball_compress(getenv("TAR"), &compressors[i]);
        str_clear(&argument);
        str_print(&argument, "'%s'", path ? path : "");
        for (size_t k = N_ITEMS(jobs) - n_jobs; k < N_ITEMS(jobs) && path; k++) {
            dump_of(&dump, str_text(&argument), jobs[k]);
            assert_same(expected, &dump, compressors[i].command, jobs[k]);
        }
    }
}

static void check_metadata(const struct str *expected, size_t step)
{
    scoped(str) dump = {0}, output = {0};
    for (size_t i = 0; i < N_ITEMS(metadata_layouts); i += step)
        for (size_t k = 0; k < N_ITEMS(data_layouts); k++) {
            set_seed((unsigned)i);
            run_valid(&output, "%s\nln -sfn \"$M\" \"$SCRATCH/m\"", metadata_layouts[i].command);
            run_valid(&output, "%s\nln -sfn \"$D\" \"$SCRATCH/d\"", data_layouts[k]);
            dump_of(&dump, "\"$SCRATCH/d\" --metadata \"$SCRATCH/m\"",
                    jobs[(i + k) % N_ITEMS(jobs)]);
            assert_same(expected, &dump, metadata_layouts[i].name, data_layouts[k]);
        }
}

/* Of a large tree fewer combinations. */
static void check_tree(const char *what, const char *parent, const char *name, bool is_large)
{
    scoped(str) expected = {0};
    set_tree(parent, name);
    dump_of(&expected, "\"$PARENT/$NAME\"", "2");
    assert_true(expected.length > 10000);
    static const char *const beside_data[] = {"identical_problems", "problem_descriptions"};
    for (size_t i = 0; i < N_ITEMS(beside_data) && !is_large; i++) {
        char insertion[64];
        snprintf(insertion, sizeof insertion, "INSERT INTO %s VALUES", beside_data[i]);
        assert_contains(str_text(&expected), insertion);
    }
    check_layouts(&expected, is_large ? 1 : 2, is_large ? 2 : 1);
    check_compressors(&expected, is_large ? 1 : N_ITEMS(jobs));
    check_metadata(&expected, is_large ? 6 : 1);
    printf(
        "note: %s: the same dump of %zu bytes from the folder and from archives in %zu layouts\n",
        what, expected.length, is_large ? (N_ITEMS(layouts) + 1) / 2 : N_ITEMS(layouts));
}

TEST(archive__of_the_sample_gives_the_same)
{
    check_tree("sample", "$SAMPLE", "Project_CodeNet", false);
}

TEST(archive__of_atcoder_gives_the_same)
{
    if (!has_atcoder("archives of real programs"))
        skip();
    check_tree("atcoder", "$SHARED/data", "atcoder", true);
}

/* Lines of the dumps that differ, as diff gives them without its marks of places. */
static void assert_differs_in(const char *arguments, const char *expected)
{
    scoped(str) dump = {0};
    dump_of(&dump, "\"$PARENT/$NAME\"", "2");
    scoped(str) output = output_of("mv \"$SCRATCH/a.db\" \"$SCRATCH/tree.db\"");
    dump_of(&dump, arguments, "2");
    run_shell(&output, "for db in tree a; do\n"
                       "  sqlite3 \"$SCRATCH/$db.db\" .dump > \"$SCRATCH/$db.sql\"; done\n"
                       "diff \"$SCRATCH/tree.sql\" \"$SCRATCH/a.sql\" | grep '^[<>]'");
    assert_string_equal(str_text(&output), expected);
}

TEST(archive__without_a_top_folder_has_its_own_name)
{
    set_tree("$SAMPLE", "Project_CodeNet");
    scoped(str) output = output_of("tar -C \"$PARENT/$NAME\" -czf \"$SCRATCH/my.sample.tar.gz\" .");
    dump_of(&output, "\"$PARENT/$NAME\"", "2");
    run_valid(&output, "sqlite3 \"$SCRATCH/a.db\" .dump | grep 'INTO run VALUES'");
    scoped(str) differences = str_of("< %s> ", str_text(&output));
    char *name = strstr(output.text, "Project_CodeNet");
    assert_non_null(name);
    str_add(&differences, output.text, (size_t)(name - output.text));
    str_print(&differences, "my.sample%s", name + strlen("Project_CodeNet"));
    assert_differs_in("\"$SCRATCH/my.sample.tar.gz\"", str_text(&differences));
}

TEST(archive__of_files_only_does_not_know_an_odd_folder)
{
    set_tree("$SAMPLE", "Project_CodeNet");
    run_valid(NULL, "cd \"$PARENT\" && find \"$NAME\" -type f | tar -cf \"$TAR\" -T -");
    assert_differs_in("\"$TAR\"",
                      "< INSERT INTO input_errors VALUES(4,1,'source_unreadable',"
                      "'data/p00009/Python/s000000202.py',NULL,"
                      "'it is a folder (named in metadata/p00009.csv:5)','p00009');\n"
                      "> INSERT INTO input_errors VALUES(4,1,'source_missing',"
                      "'data/p00009/Python/s000000202.py',NULL,"
                      "'No such file or directory (named in metadata/p00009.csv:5)','p00009');\n");
}

/* A copy of the sample in which one source is a link, or has a second name. */
TEST(archive__refuses_links_that_a_folder_may_have)
{
#define SOURCE_MISSING                                 \
    "source_missing|data/p00001/Python/s000000001.py|" \
    "No such file or directory (named in metadata/p00001.csv:34)\n"
#define REFUSED "entry_refused|Tree/data/p00001/Python/"
    static const struct {
        const char *command; /* run beside the source */
        const char *errors, *n_fixes;
    } cases[] = {
        {"mv s000000001.py kept.py; ln -s kept.py s000000001.py",
         SOURCE_MISSING REFUSED "s000000001.py|a link; left out\n", "93\n"},
        {"mv s000000001.py ../kept.py; ln -s ../kept.py s000000001.py",
         SOURCE_MISSING REFUSED "s000000001.py|a link; left out\n", "93\n"},
        {"ln s000000001.py a.txt", /* packed first: it is the file, and the source a link to it */
         SOURCE_MISSING REFUSED "s000000001.py|a link; left out\n", "93\n"},
        {"ln s000000001.py z.txt", REFUSED "z.txt|a link; left out\n", "94\n"},
        {"rm s000000001.py; mkfifo s000000001.py",
         SOURCE_MISSING REFUSED "s000000001.py|neither a file nor a folder; left out\n", "93\n"},
    };
    scoped(str) output = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        run_valid(&output,
                  "rm -rf \"$SCRATCH/copy\"; mkdir \"$SCRATCH/copy\"\n"
                  "cp -r \"$SAMPLE/Project_CodeNet\" \"$SCRATCH/copy/Tree\"\n"
                  "cd \"$SCRATCH/copy/Tree/data/p00001/Python\"; %s",
                  cases[i].command);
        set_tree("$SCRATCH/copy", "Tree");
        run_valid(&output, "cd \"$PARENT\" && find \"$NAME\" | LC_ALL=C sort |\n"
                           "tar --no-recursion -cf \"$TAR\" -T -");
        dump_of(&output, "\"$TAR\"", "2");
        run_valid(&output,
                  "sqlite3 \"$SCRATCH/a.db\" \"select kind, file, detail from input_errors\n"
                  "where file like 'data/p00001/%%' or kind = 'entry_refused'\"");
        assert_string_equal(str_text(&output), cases[i].errors);
        run_valid(&output, "sqlite3 \"$SCRATCH/a.db\" \"select count(*) from fix_details\n"
                           "where language = 'python'\"");
        assert_string_equal(str_text(&output), cases[i].n_fixes);
    }
}
