/* One of two readers does the work: of folders, or of rows. */
#include "verify/cases_set.h"

#include "base/file.h"
#include "verify/cases_folders.h"
#include "verify/cases_rows.h"

#include <stdlib.h>

struct cases_set {
    struct cases_folders *folders; /* NULL: the tests are rows */
    struct cases_rows *rows;
    struct cases_notes notes;
    struct str name;
};

int cases_set_open(struct cases_set **out, const char *path, struct err *err)
{
    scoped(cases_set) *set = mem_alloc(1, sizeof *set);
    bool is_folder = file_is_folder(path);
    scoped_memory char *resolved = is_folder ? realpath(path, NULL) : NULL;
    int status = is_folder ? cases_folders_open(&set->folders, path, &set->notes, err)
                           : cases_rows_open(&set->rows, path, &set->notes, err);
    if (status != 0)
        return ERR;
    file_add_name(&set->name, resolved ? resolved : path); /* a folder may be called "." */
    *out = hand_over(set);
    return 0;
}

bool cases_set_is_beside(const char *path)
{
    scoped_memory char *place = mem_print("%s/derived/input_output/data", path);
    return file_is_folder(place);
}

int cases_set_read(struct cases_set *set, const char *problem_id, struct problem_tests *tests,
                   struct err *err)
{
    problem_tests_clear(tests);
    int status = set->folders
                     ? cases_folders_read(set->folders, problem_id, tests, &set->notes, err)
                     : cases_rows_read(set->rows, problem_id, tests, &set->notes, err);
    problem_tests_widen_tolerance(tests);
    return status;
}

const char *cases_set_kind(const struct cases_set *set)
{
    return !set->folders ? "jsonl" : cases_folders_is_codenet(set->folders) ? "codenet" : "folders";
}

const char *cases_set_name(const struct cases_set *set)
{
    return str_text(&set->name);
}

const struct cases_notes *cases_set_notes(const struct cases_set *set)
{
    return &set->notes;
}

void cases_set_free(struct cases_set *set)
{
    if (!set)
        return;
    cases_folders_free(set->folders);
    cases_rows_free(set->rows);
    cases_notes_release(&set->notes);
    str_release(&set->name);
    free(set);
}
