/* The files of exported rows. */
#include "export/export.h"
#include "tests/support/test.h"

#include <sys/stat.h>

/* A folder of the test's own, empty. */
static void make_folder(const char *name)
{
    run_valid(NULL, "rm -rf \"$SCRATCH/%s\"; mkdir -p \"$SCRATCH/%s\"", name, name);
}

/* The names in a folder below $SCRATCH, joined by blanks, in a static buffer. */
static const char *names_in(const char *folder)
{
    static struct str names;
    run_valid(&names, "cd \"$SCRATCH/%s\"; ls -A | paste -sd' '", folder);
    while (names.length && names.text[names.length - 1] == '\n')
        names.text[--names.length] = '\0';
    return str_text(&names);
}

static struct output_plan plan_of(const char *name, const struct export_format *format,
                                  size_t n_shards)
{
    return (struct output_plan){.path = scratch_path(name), .format = format, .n_shards = n_shards};
}

/* Writes rows 0 to n - 1 in equal shares. */
static void write_rows(struct output *output, const struct output_plan *plan, size_t n)
{
    struct str lines[EXPORT_MAX_PARTS] = {{0}};
    for (size_t row = 0; row < n; row++) {
        for (size_t part = 0; part < export_format_n_parts(plan->format); part++) {
            str_clear(&lines[part]);
            str_print(&lines[part], "part %zu row %zu\n", part, row);
        }
        size_t shard = plan->n_shards ? row * plan->n_shards / n : 0;
        assert_done(output_write(output, shard, lines, false, &err));
    }
    for (int part = 0; part < EXPORT_MAX_PARTS; part++)
        str_release(&lines[part]);
}

static void write_all(const struct output_plan *plan, size_t n, struct output_files *files)
{
    struct output *output;
    assert_done(output_open(&output, plan, &err));
    write_rows(output, plan, n);
    assert_done(output_commit(&output, files, &err));
}

TEST(output__has_names_made_of_its_path)
{
    static const struct {
        const char *path;
        bool is_parallel;
        size_t n_shards;
        const char *names;
    } cases[] = {
        {"rows.jsonl", false, 0, "rows.jsonl"},
        {"rows", false, 0, "rows"},
        {"rows", false, 2, "rows-00000-of-00002 rows-00001-of-00002"},
        {"rows.jsonl", false, 1, "rows-00000-of-00001.jsonl"},
        {"rows.jsonl", false, 2, "rows-00000-of-00002.jsonl rows-00001-of-00002.jsonl"},
        {"rows.jsonl.gz", false, 0, "rows.jsonl.gz"},
        {"rows.jsonl.gz", false, 2, "rows-00000-of-00002.jsonl.gz rows-00001-of-00002.jsonl.gz"},
        {"rows.zst", false, 2, "rows-00000-of-00002.zst rows-00001-of-00002.zst"},
        {"a.b.c.jsonl", false, 1, "a.b.c-00000-of-00001.jsonl"},
        {".rows", false, 1, ".rows-00000-of-00001"},
        {".gz", false, 1, "-00000-of-00001.gz"},
        {"rows.", false, 1, "rows-00000-of-00001."},
        {"train", true, 0, "train.buggy-fixed.buggy train.buggy-fixed.fixed"},
        {"train.gz", true, 0, "train.buggy-fixed.buggy.gz train.buggy-fixed.fixed.gz"},
        {"train", true, 2,
         "train-00000-of-00002.buggy-fixed.buggy train-00000-of-00002.buggy-fixed.fixed "
         "train-00001-of-00002.buggy-fixed.buggy train-00001-of-00002.buggy-fixed.fixed"},
        {"v1.5", true, 0, "v1.5.buggy-fixed.buggy v1.5.buggy-fixed.fixed"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) path = {0}, names = {0};
        scoped(output_files) files = {0};
        make_folder("na.mes");
        str_print(&path, "na.mes/%s", cases[i].path);
        struct output_plan plan =
            plan_of(str_text(&path), export_format_find(cases[i].is_parallel ? "codexglue" : "fim"),
                    cases[i].n_shards);
        write_all(&plan, 3, &files);
        assert_string_equal(names_in("na.mes"), cases[i].names);
        for (size_t k = 0; k < files.list.n; k++)
            str_print(&names, "%s%s", k ? " " : "", strrchr(files.list.items[k].path, '/') + 1);
        assert_string_equal(str_text(&names), cases[i].names);
    }
}

TEST(output__reports_rows_and_bytes_of_each_file)
{
    scoped(output_files) files = {0};
    make_folder("told");
    struct output_plan plan = plan_of("told/rows.gz", &export_format_codexglue, 2);
    write_all(&plan, 5, &files);
    assert_int_equal(files.list.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(files.list.items[i].n_rows, i < 2 ? 3 : 2);
        assert_int_equal(files.list.items[i].n_bytes, (i < 2 ? 3 : 2) * 13);
    }
}

TEST(output__is_read_back_by_other_programs)
{
    static const struct {
        const char *suffix, *reader;
    } cases[] = {{"", "cat"}, {".gz", "gzip -dc"}, {".zst", "zstd -dcq"}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (size_t n_shards = 0; n_shards < 4; n_shards++) {
            scoped(str) content = {0}, expected = {0};
            make_folder("read");
            const char *path = printed("read/rows.jsonl%s", cases[i].suffix);
            struct output_plan plan = plan_of(path, &export_format_fim, n_shards);
            write_all(&plan, 1000, NULL);
            for (int row = 0; row < 1000; row++)
                str_print(&expected, "part 0 row %d\n", row);
            if (run_shell(&content, "cd \"$SCRATCH/read\"; %s *%s", cases[i].reader,
                          cases[i].suffix) == 127)
                skip();
            assert_string_equal(str_text(&content), str_text(&expected));
        }
}

/* A row has nothing for a key that it lacks. Each file has titles, also one without rows. */
TEST(output__is_csv_by_its_name)
{
    static const struct export_feature features[] = {
        {.name = "n", .type = FEATURE_INT}, {.name = "text"}, {.name = "list"}, {0}};
    static const struct export_format format = {.name = "test", .features = features};
    static const struct {
        const char *path;
        size_t n_shards;
        bool escapes_formulas;
        const char *content;
    } cases[] = {
        {"a.csv", 0, false, "n,text,list\n1,\"a,\tb\",\"[1,\"\"x\"\"]\"\n,=c,\n"},
        {"a.tsv", 0, false, "n\ttext\tlist\n1\t\"a,\tb\"\t\"[1,\"\"x\"\"]\"\n\t=c\t\n"},
        {"a.csv.gz", 2, false, "n,text,list\n1,\"a,\tb\",\"[1,\"\"x\"\"]\"\n,=c,\nn,text,list\n"},
        {"a.csv", 0, true, "\"n\",\"text\",\"list\"\n1,\"a,\tb\",\"[1,\"\"x\"\"]\"\n,\"'=c\",\n"},
        {"a.csvx", 0, false,
         "{\"n\":1,\"text\":\"a,\\tb\",\"list\":[1,\"x\"]}\n{\"text\":\"=c\"}\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct output *output;
        scoped(str) first = {0}, second = {0};
        make_folder("csv");
        struct output_plan plan =
            plan_of(printed("csv/%s", cases[i].path), &format, cases[i].n_shards);
        plan.escapes_formulas = cases[i].escapes_formulas;
        str_add_text(&first, "{\"n\":1,\"text\":\"a,\\tb\",\"list\":[1,\"x\"]}\n");
        str_add_text(&second, "{\"text\":\"=c\"}\n");
        assert_done(output_open(&output, &plan, &err));
        assert_done(output_write(output, 0, &first, false, &err));
        assert_done(output_write(output, 0, &second, false, &err));
        assert_done(output_commit(&output, NULL, &err));
        scoped(str) content =
            output_of("cd \"$SCRATCH/csv\"; for f in *; do gzip -dcf \"$f\"; done");
        assert_string_equal(str_text(&content), cases[i].content);
    }
}

TEST(output__has_empty_files_where_shards_have_no_rows)
{
    struct output *output;
    scoped(output_files) files = {0};
    scoped(str) line = {0};
    make_folder("empty");
    struct output_plan plan = plan_of("empty/rows.gz", &export_format_fim, 5);
    assert_done(output_open(&output, &plan, &err));
    str_add_text(&line, "a row\n");
    assert_done(output_write(output, 2, &line, false, &err));
    assert_done(output_commit(&output, &files, &err));
    assert_int_equal(files.list.n, 5);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(files.list.items[i].n_rows, i == 2);
    scoped(str) content =
        output_of("cd \"$SCRATCH/empty\"; for f in *; do gzip -dc \"$f\" | wc -l; done");
    assert_string_equal(str_text(&content), "0\n0\n1\n0\n0\n");
}

TEST(output__is_not_there_before_it_is_whole)
{
    struct output *output;
    make_folder("partial");
    struct output_plan plan = plan_of("partial/rows.jsonl", &export_format_codexglue, 2);
    assert_done(output_open(&output, &plan, &err));
    write_rows(output, &plan, 4);
    assert_string_equal(names_in("partial"), "rows.jsonl-00000-of-00002.buggy-fixed.buggy.partial "
                                             "rows.jsonl-00000-of-00002.buggy-fixed.fixed.partial "
                                             "rows.jsonl-00001-of-00002.buggy-fixed.buggy.partial "
                                             "rows.jsonl-00001-of-00002.buggy-fixed.fixed.partial");
    output_abandon(output);
    output_abandon(NULL);
    assert_string_equal(names_in("partial"), "");
}

/* What is refused, and what is in the folder then. */
static void check_refusal(const struct output_plan *plan, size_t n, const char *message,
                          const char *folder, const char *names)
{
    struct output *output;
    struct err err;
    int status = output_open(&output, plan, &err);
    struct str lines[EXPORT_MAX_PARTS] = {{0}};
    for (size_t row = 0; status == 0 && row < n; row++) {
        status = output_write(output, row * plan->n_shards / n, lines, false, &err);
        if (status != 0)
            output_abandon(output);
    }
    assert_int_equal(status, ERR);
    assert_contains(err.message, message);
    if (folder)
        assert_string_equal(names_in(folder), names);
}

TEST(output__leaves_alone_what_exists)
{
    make_folder("there");
    write_test_file(scratch_path("there/a.jsonl"), "x", 1);
    write_test_file(scratch_path("there/b-00001-of-00002"), "x", 1);
    write_test_file(scratch_path("there/c.buggy-fixed.fixed"), "x", 1);
    assert_int_equal(symlink("nowhere", scratch_path("there/d")), 0);
    mkdir(scratch_path("there/e"), 0777);
    static const char names[] = "a.jsonl b-00001-of-00002 c.buggy-fixed.fixed d e";
    struct output_plan plan = plan_of("there/a.jsonl", &export_format_fim, 0);
    check_refusal(&plan, 0, "already exists; replace it with --force", "there", names);
    plan = plan_of("there/b", &export_format_fim, 2);
    check_refusal(&plan, 2, "already exists", "there", names);
    plan = plan_of("there/c", &export_format_codexglue, 0);
    check_refusal(&plan, 0, "already exists", "there", names);
    plan = plan_of("there/d", &export_format_fim, 0);
    check_refusal(&plan, 0, "already exists", "there", names);
    plan = plan_of("there/e", &export_format_fim, 0);
    plan.is_replacing = true;
    check_refusal(&plan, 0, "is a folder; name a file in it", "there", names);
    plan = plan_of("nowhere/e", &export_format_fim, 0);
    check_refusal(&plan, 0, "No such file or directory", "there", names);
    plan = (struct output_plan){.path = "", .format = &export_format_fim, .is_replacing = true};
    check_refusal(&plan, 0, "the name of the file to write is empty", NULL, NULL);
    plan.path = "/dev/full";
    check_refusal(&plan, 0, "'/dev/full' is not a regular file", NULL, NULL);
}

TEST(output__replaces_existing_files_on_request)
{
    make_folder("replaced");
    write_test_file(scratch_path("replaced/a"), "x", 1);
    write_test_file(scratch_path("replaced/linked"), "x", 1);
    assert_int_equal(symlink("linked", scratch_path("replaced/b")), 0);
    struct output_plan plan = plan_of("replaced/a", &export_format_fim, 0);
    plan.is_replacing = true;
    write_all(&plan, 1, NULL);
    plan.path = scratch_path("replaced/b"); /* the link is, and not the file that it leads to */
    write_all(&plan, 1, NULL);
    scoped(str) content = output_of("cd \"$SCRATCH/replaced\"; cat a b linked; test ! -h b");
    assert_string_equal(str_text(&content), "part 0 row 0\npart 0 row 0\nx");
    assert_string_equal(names_in("replaced"), "a b linked");
}

TEST(output__to_standard_output_is_one_file)
{
    struct output_plan plan = {.path = "-", .format = &export_format_codexglue};
    check_refusal(&plan, 0, "codexglue writes more than one file; name them with -o", NULL, NULL);
    plan = (struct output_plan){.path = "-", .format = &export_format_fim, .n_shards = 2};
    check_refusal(&plan, 0, "--files writes more than one file; name them with -o", NULL, NULL);
}
