/* See datasets.h. */
#include "tests/support/datasets.h"

#include "tests/support/codenet.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

const char *dataset_ids(const struct dataset *dataset)
{
    static struct str ids;
    str_clear(&ids);
    for (size_t i = 0; i < dataset->list.problems.n; i++)
        str_print(&ids, "%s%s", i ? " " : "", dataset->list.problems.items[i].id);
    return str_text(&ids);
}

const char *dataset_all_errors(struct dataset *dataset)
{
    assert_done(dataset_finish(dataset, &err));
    return codenet_errors(&dataset->errors);
}

struct dataset_options dataset_options_for(const char *path, const char *metadata)
{
    return (struct dataset_options){
        .path = path,
        .metadata = metadata,
        .language = &language_python,
        .max_source_bytes = 1 << 20,
        .temporary_folder = scratch_path(""),
    };
}
