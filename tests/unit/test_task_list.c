/* Tasks as Parquet, and the real tasks of a benchmark. */
#include "base/duck.h"
#include "export/output.h"
#include "guard/tasks/task_list.h"
#include "tests/support/test.h"

#define ROW(id)                                                            \
    "{\"instance_id\": \"" id "\", \"repo\": \"o/n\", \"base_commit\": \"" \
    "0123456789012345678901234567890123456789\", \"patch\": "              \
    "\"--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n\"}\n"

static bool has_parquet(void)
{
    struct err err;
    return can_test(duck_load(&err) == 0, "tasks as Parquet", "DuckDB's library is missing");
}

TEST(task_list__reads_parquet)
{
    static const struct export_feature features[] = {{"instance_id", FEATURE_TEXT, "", WRITTEN},
                                                     {"repo", FEATURE_TEXT, "", WRITTEN},
                                                     {"base_commit", FEATURE_TEXT, "", WRITTEN},
                                                     {"patch", FEATURE_TEXT, "", WRITTEN},
                                                     {0}};
    scoped(task_list) list = {0};
    scoped(target) target = {0};
    scoped(str) out = {0};
    const char *path = scratch_path("tasks.parquet");
    scoped(output) *output = NULL;
    scoped(str) row = {0};
    if (!has_parquet())
        skip();
    assert_done(output_open(&output, &(struct output_plan){path, features, true}, &err));
    str_add_text(&row, ROW("a") ROW("b"));
    assert_done(output_write(output, &row, false, &err));
    assert_done(output_commit(&output, NULL, &err));
    assert_done(task_list_read(&list, path, NULL, &err));
    assert_int_equal(list.list.n, 2);
    assert_int_equal(list.format, TASKS_LINES);
    assert_string_equal(list.list.items[1].id, "b");
    assert_null(list.list.items[1].fault);
    assert_done(target_open(&target, scratch_path("kept.jsonl"), false, &err));
    assert_done(task_list_write(&list, (bool[]){false, true}, &target, &err));
    assert_done(target_commit(&target, &err));
    read_test_file(&out, "$SCRATCH/kept.jsonl");
    assert_contains(str_text(&out), "{\"instance_id\":\"b\",\"repo\":\"o/n\",");
}

TEST(task_list__reads_the_real_tasks)
{
    scoped(task_list) list = {0};
    size_t n_files = 0, n_hunks = 0;
    if (!can_run("test -f \"$SHARED/data/swebench/tasks.jsonl\"", "real tasks",
                 "../shared/data/swebench is missing"))
        skip();
    assert_done(task_list_read(&list, printed("%s/data/swebench/tasks.jsonl", getenv("SHARED")),
                               NULL, &err));
    assert_int_equal(list.list.n, 81);
    for (size_t i = 0; i < list.list.n; i++) {
        const struct task *task = &list.list.items[i];
        if (task->fault)
            fail_msg("%s: %s", task->id, task->fault);
        assert_non_null(task->number);
        n_files += task->patch.files.n;
        n_hunks += task->patch.hunks.n;
    }
    printf("note: 81 tasks with %zu files, %zu hunks\n", n_files, n_hunks);
}
