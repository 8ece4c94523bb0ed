#include "languages/file_path.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"

#include <string.h>

bool path_is_test(const char *path)
{
    static const char *const folders[] = {"test", "tests", "testing", "__tests__", NULL};
    scoped_memory char *copy = mem_copy_text(path, strlen(path));
    const char *name = file_name(path);
    char *rest = NULL;
    for (char *part = strtok_r(copy, "/", &rest); part; part = strtok_r(NULL, "/", &rest))
        if (*rest && text_is_one_of(part, folders))
            return true;
    const char *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    static const char *const ends[] = {"_test", "_tests", "Test", "Tests", NULL};
    for (const char *const *end = ends; *end; end++)
        if (length >= strlen(*end) &&
            strncmp(name + length - strlen(*end), *end, strlen(*end)) == 0)
            return true;
    return strncmp(name, "test_", 5) == 0 || strncmp(name, "conftest.", 9) == 0;
}
