/* See scratch.h. */
#include "tests/support/scratch.h"

#include "base/arena.h"
#include "tests/support/test.h"

#include <sys/stat.h>

const char *scratch_path(const char *name)
{
    static struct arena paths;
    const char *folder = getenv("SCRATCH");
    assert_non_null(folder);
    return arena_print(&paths, "%s/%s", folder, name);
}

void write_test_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        fail_msg("cannot write '%s'", path);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

bool path_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}
