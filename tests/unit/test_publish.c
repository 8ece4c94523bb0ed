/* Which files in a folder are of a published data set, and which are foreign. */
#include "export/publish/publish.h"
#include "tests/support/test.h"

static size_t n_names;

/* The foreign name in $SCRATCH/c after `shell` made it; to be released with free(). */
static char *foreign_after(const char *shell)
{
    char *foreign;
    run_valid(NULL, "rm -rf \"$SCRATCH/c\"; mkdir -p \"$SCRATCH/c/data\"; cd \"$SCRATCH/c\"; %s",
              shell);
    assert_done(publish_folder_rules.look(scratch_path("c"), &foreign, &n_names, &err));
    return foreign;
}

TEST(publish_folder__knows_what_is_published)
{
    assert_null(foreign_after("rmdir data"));
    assert_int_equal(n_names, 0);
    assert_null(
        foreign_after("touch README.md CITATION.cff SHA256SUMS croissant.json "
                      "data/train-00000-of-00002.jsonl.gz data/test-00001-of-00002.jsonl.gz "
                      "data/validation-00000-of-00001.jsonl.gz.partial README.md.partial"));
    assert_int_equal(n_names, 6);
    assert_null(foreign_after("mkdir -p data/java data/c data/cv/java; touch SHA256SUMS "
                              "data/java/train-00000-of-00001.parquet "
                              "data/cv/java/fold10-00000-of-00001.parquet"));
}

TEST(publish_folder__names_what_is_not)
{
    static const struct {
        const char *shell, *foreign;
    } cases[] = {
        {"touch notes.txt README.md", "notes.txt"},
        {"mkdir .git", ".git"},
        {"touch README.md.bak", "README.md.bak"},
        {"mkdir README.md", "README.md"},
        {"ln -s /etc/passwd README.md", "README.md"},
        {"rmdir data; ln -s / data", "data"},
        {"rmdir data; touch data", "data"},
        {"touch data/x", "data/x"},
        {"mkdir data/Basic", "data/Basic"},
        {"mkdir -p data/cv/basic", "data/cv/basic"},
        {"mkdir data/cv; touch data/cv/fold11-00000-of-00001.parquet",
         "data/cv/fold11-00000-of-00001.parquet"},
        {"touch data/java", "data/java"},
        {"mkdir data/java; touch data/java/x", "data/java/x"},
        {"mkdir -p data/java/c", "data/java/c"},
        {"ln -s / data/java", "data/java"},
        {"touch data/train.jsonl.gz", "data/train.jsonl.gz"},
        {"touch data/train-00000-of-00001.jsonl.gzx", "data/train-00000-of-00001.jsonl.gzx"},
        {"touch data/dev-00000-of-00001.jsonl.gz", "data/dev-00000-of-00001.jsonl.gz"},
        {"mkdir data/train-00000-of-00001.jsonl.gz", "data/train-00000-of-00001.jsonl.gz"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *foreign = foreign_after(cases[i].shell);
        if (!foreign)
            fail_msg("%s: nothing foreign", cases[i].shell);
        assert_string_equal(foreign, cases[i].foreign);
    }
}
