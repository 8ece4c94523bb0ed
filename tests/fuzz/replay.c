/* The corpus of a target, given to it file by file, without libFuzzer. A target that finds a
 * property broken ends the program; its last line then names the file. */
#include "base/file.h"
#include "base/mem.h"
#include "tests/fuzz/target.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <errno.h>

/* In a buffer of the very size, so that a sanitizer sees a read behind its end. */
static void replay(const char *path, int (*target)(const uint8_t *bytes, size_t length))
{
    struct str content = {0};
    printf("%s\n", path);
    fflush(stdout);
    assert_done(file_read(&content, path, &err));
    uint8_t *bytes = mem_alloc(content.length, 1);
    if (content.length)
        memcpy(bytes, content.text, content.length);
    assert_int_equal(target(bytes, content.length), 0);
    free(bytes);
    str_release(&content);
}

static int is_no_dot(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

void target_replay(const char *name, int (*target)(const uint8_t *bytes, size_t length))
{
    const char *corpus = getenv("CORPUS");
    struct str folder = {0}, path = {0};
    struct dirent **entries;
    str_print(&folder, "%s/%s", corpus ? corpus : "tests/fuzz/corpus", name);
    int n = scandir(str_text(&folder), &entries, is_no_dot, alphasort);
    if (n <= 0)
        fail_msg("no corpus: %s: %s", str_text(&folder), n < 0 ? strerror(errno) : "it is empty");
    for (int i = 0; i < n; i++) {
        str_clear(&path);
        str_print(&path, "%s/%s", str_text(&folder), entries[i]->d_name);
        replay(str_text(&path), target);
        free(entries[i]);
    }
    free(entries);
    str_release(&folder);
    str_release(&path);
}
