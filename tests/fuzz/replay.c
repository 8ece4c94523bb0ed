/* The corpus of a target, given to it file by file, without libFuzzer. A target that finds a
 * property broken ends the program; its last line then names the file. */
#include "base/file.h"
#include "base/mem.h"
#include "tests/fuzz/target.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <errno.h>

/* In a buffer of exactly its size, so that a sanitizer detects a read after its end. */
static void replay(const char *path, int (*target)(const uint8_t *bytes, size_t length))
{
    scoped(str) content = {0};
    printf("%s\n", path);
    fflush(stdout);
    assert_done(file_read(&content, path, &err));
    scoped_memory uint8_t *bytes = mem_alloc(content.length, 1);
    if (content.length)
        memcpy(bytes, content.text, content.length);
    assert_int_equal(target(bytes, content.length), 0);
}

static int is_no_dot(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

void target_replay(const char *name, int (*target)(const uint8_t *bytes, size_t length))
{
    const char *corpus = getenv("CORPUS");
    scoped(str) path = {0};
    struct dirent **entries;
    scoped_memory char *folder = mem_print("%s/%s", corpus ? corpus : "tests/fuzz/corpus", name);
    int n = scandir(folder, &entries, is_no_dot, alphasort);
    if (n <= 0)
        fail_msg("no corpus: %s: %s", folder, n < 0 ? strerror(errno) : "it is empty");
    for (int i = 0; i < n; i++) {
        str_set(&path, "%s/%s", folder, entries[i]->d_name);
        replay(str_text(&path), target);
        free(entries[i]);
    }
    free(entries);
}
