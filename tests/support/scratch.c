/* See scratch.h. */
#include "tests/support/scratch.h"

#include "base/arena.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

const char *scratch_path(const char *name)
{
    static struct arena paths;
    const char *folder = getenv("SCRATCH");
    assert_non_null(folder);
    return arena_print(&paths, "%s/%s", folder, name);
}

void write_test_file(const char *path, const char *bytes, size_t length)
{
    /* Shortened after it is written: ext4 waits for the disk when a file that was emptied is closed. */
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    if (fd < 0)
        fail_msg("cannot write '%s'", path);
    assert_int_equal(write(fd, bytes, length), length);
    assert_true(ftruncate(fd, (off_t)length) == 0 || errno == EINVAL); /* a pipe has no length */
    assert_int_equal(close(fd), 0);
}

bool path_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}
