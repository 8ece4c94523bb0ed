/* See file.h. */
#include "base/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_BYTES = 1 << 30 };

int file_read(struct str *content, const char *path, struct err *err)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!file)
        return err_set_errno(err, "cannot open '%s'", path);
    char buffer[16384];
    size_t n;
    while (content->length <= MAX_BYTES && (n = fread(buffer, 1, sizeof buffer, file)) > 0)
        str_add(content, buffer, n);
    int status = ferror(file) ? err_set_errno(err, "cannot read '%s'", path) : 0;
    if (status == 0 && content->length > MAX_BYTES)
        status = err_set(err, "'%s' is larger than 1 GiB", path);
    if (file != stdin)
        fclose(file);
    return status;
}

bool file_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

void file_add_name(struct str *out, const char *path)
{
    size_t end = strlen(path), start;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/';)
        start--;
    str_add(out, path + start, end - start);
}
