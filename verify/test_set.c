/* One of two readers does the work: of folders, or of rows. */
#include "verify/test_set.h"

#include "base/file.h"
#include "verify/test_folders.h"
#include "verify/test_rows.h"

#include <stdlib.h>

struct test_set {
    struct test_folders *folders; /* NULL: the tests are rows */
    struct test_rows *rows;
    struct test_notes notes;
    struct str name;
};

int test_set_open(struct test_set **out, const char *path, struct err *err)
{
    scoped(test_set) *set = mem_alloc(1, sizeof *set);
    bool is_folder = file_is_folder(path);
    scoped_memory char *resolved = is_folder ? realpath(path, NULL) : NULL;
    int status = is_folder ? test_folders_open(&set->folders, path, &set->notes, err)
                           : test_rows_open(&set->rows, path, &set->notes, err);
    if (status != 0)
        return ERR;
    file_add_name(&set->name, resolved ? resolved : path); /* a folder may be called "." */
    *out = hand_over(set);
    return 0;
}

bool test_set_is_beside(const char *path)
{
    scoped_memory char *place = mem_print("%s/derived/input_output/data", path);
    return file_is_folder(place);
}

int test_set_read(struct test_set *set, const char *problem_id, struct problem_tests *tests,
                  struct err *err)
{
    problem_tests_clear(tests);
    int status = set->folders ? test_folders_read(set->folders, problem_id, tests, &set->notes, err)
                              : test_rows_read(set->rows, problem_id, tests, &set->notes, err);
    problem_tests_widen_tolerance(tests);
    return status;
}

const char *test_set_kind(const struct test_set *set)
{
    return !set->folders ? "jsonl" : test_folders_is_codenet(set->folders) ? "codenet" : "folders";
}

const char *test_set_name(const struct test_set *set)
{
    return str_text(&set->name);
}

const struct text_list *test_set_problems(const struct test_set *set)
{
    return set->folders ? test_folders_problems(set->folders) : test_rows_problems(set->rows);
}

const struct test_notes *test_set_notes(const struct test_set *set)
{
    return &set->notes;
}

void test_set_free(struct test_set *set)
{
    if (!set)
        return;
    test_folders_free(set->folders);
    test_rows_free(set->rows);
    test_notes_release(&set->notes);
    str_release(&set->name);
    free(set);
}
