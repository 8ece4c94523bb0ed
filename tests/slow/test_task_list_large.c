/* A row that is too large is a task with a problem, and the next one is read. */
#include "base/lines.h"
#include "guard/tasks/task_list.h"
#include "tests/support/test.h"

TEST(task_list__reads_what_comes_after_a_row_that_is_too_large)
{
    scoped(task_list) list = {0};
    if (!is_release("a row of 256 MiB"))
        skip();
    FILE *file = bounded_create("large");
    fputs("{}\n{\"patch\": \"", file);
    bounded_skip(file, LINES_MAX_BYTES);
    fputs("\"}\n{\"repo\": \"o/n\"}\n", file);
    bounded_close(file);
    assert_done(task_list_read(&list, scratch_path("large"), NULL, &err));
    assert_int_equal(list.list.n, 3);
    assert_string_equal(list.list.items[1].fault, "larger than 256 MiB");
    assert_int_equal(list.list.items[2].line, 3);
    assert_string_equal(list.list.items[2].repository, "o/n");
}
