/* Reads the Accepted programs of the mined dataset, and of no other. */
#include "commands/source_kinds.h"
#include "tests/support/codenet.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct codenet_submission first[] = {
    {"s4", "u", 40, "Accepted", "x = 1\n"},      {"s1", "u", 10, "Wrong Answer", "x = 2\n"},
    {"s3", "v", 20, "Accepted", "x = 1\n"},      {"s2", "w", 20, "Accepted", "x = 3\n"},
    {"s5", "w", 50, "Accepted", NULL},           {"s6", "w", 60, "Accepted", "'\xff'\n"},
    {"s7", "w", 70, "Accepted", "x = (\n"},      {"s8", "w", 80, "Compile Error", "x\n"},
    {"s9", "w", 90, "Waiting for Rejudging", ""}};
static const struct codenet_submission second[] = {{"s1", "u", 10, "Accepted", "y = 1\n"}};
static const struct codenet_submission third[] = {{"s1", "u", 10, "Wrong Answer", "z = 1\n"}};

static const char expected[] = "p00001: s2/Accepted/x = 3 s3/Accepted/x = 1 s4/Accepted/x = 1 "
                               "s7/Accepted/x = ( and 2 unused\n"
                               "p00002: s1/Accepted/y = 1 and 0 unused\n"
                               "p00003: and 0 unused\n";

static const char *make_tree(const char *name)
{
    const char *tree = codenet_make(name);
    codenet_add_problem(tree, "p00001", first, N_ITEMS(first));
    codenet_add_problem(tree, "p00002", second, N_ITEMS(second));
    codenet_add_problem(tree, "p00003", third, N_ITEMS(third));
    return tree;
}

/* All that the source gives, a line for each problem. */
static void print_programs(struct str *out, const struct correct_source *source)
{
    struct err err;
    int status;
    do {
        struct correct_programs problem = {0};
        status = source->next(source->context, &problem, &err);
        assert_in_range(status, 0, 1);
        if (status == 1) {
            source->load(source->context, &problem);
            str_print(out, "%s:", ((const struct unit *)problem.item)->id);
            for (size_t i = 0; i < problem.list.n; i++) {
                const struct correct_program *program = &problem.list.items[i];
                str_print(out, " %s/%s/%.*s", program->submission.submission_id,
                          program->submission.status, (int)program->n_bytes - 1, program->code);
            }
            str_print(out, " and %zu unused\n", problem.n_unused);
        }
        correct_programs_release(&problem);
    } while (status == 1);
}

/* What the dataset gives for a database, or why it does not. */
static void try(struct str *out, const char *database, const char *dataset)
{
    scoped(correct_source) source = {0};
    struct err err;
    str_clear(out);
    scoped(db) *db = store_opened(database);
    const struct mined_dataset mined = {scratch_path(dataset), NULL, db, scratch_path(database)};
    int status = accepted_programs_open(&source, &mined, &language_python, &err);
    if (status == 0)
        print_programs(out, &source);
    if (status == 0)
        status = correct_source_finish(&source, &err);
    if (status != 0)
        str_add_text(out, err.message);
}

static void mine(const char *dataset, const char *arguments)
{
    run_valid(NULL, "cd \"$SCRATCH\" && \"$TOKFIX\" mine %s %s --force -q", dataset, arguments);
}

TEST(source_kinds__accepted_programs_are_those_of_folder_and_archive)
{
    make_tree("tree");
    scoped(str) out = output_of("cd \"$SCRATCH\" && tar cf tree.tar tree && gzip -kf tree.tar");
    mine("tree", "-o t.db");
    try(&out, "t.db", "tree");
    assert_string_equal(str_text(&out), expected);
    mine("tree.tar", "-o a.db");
    try(&out, "a.db", "tree.tar.gz");
    assert_string_equal(str_text(&out), expected);
}

TEST(source_kinds__accepted_programs_are_those_of_the_shard)
{
    scoped(str) out = {0}, all = {0};
    make_tree("tree");
    for (int shard = 1; shard <= 2; shard++) {
        mine("tree", printed("--shard %d/2 -o s.db", shard));
        try(&out, "s.db", "tree");
        str_add_text(&all, str_text(&out));
    }
    assert_int_equal(all.length, strlen(expected));
    assert_contains(str_text(&all), "p00002: s1/Accepted/y = 1 and 0 unused\n");
}

TEST(source_kinds__accepted_programs_of_another_dataset_are_refused)
{
    scoped(str) out = {0};
    const char *tree = make_tree("other");
    make_tree("tree");
    mine("tree", "-o t.db");
    codenet_add_problem(tree, "p00004", second, N_ITEMS(second));
    try(&out, "t.db", "other");
    assert_contains(str_text(&out), "the database was not mined from");
    assert_contains(str_text(&out), "the names and sizes of the metadata files differ");
    try(&out, "t.db", "missing");
    assert_contains(str_text(&out), "No such file or directory");
}
