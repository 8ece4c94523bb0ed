/* See entry_path.h. */
#include "codenet/entry_path.h"

#include <string.h>

const char *entry_path_cut(struct entry_path *path, const char *text)
{
    size_t starts[MAX_PATH_PARTS];
    str_clear(&path->text);
    path->n_parts = 0;
    if (text[0] == '/')
        return "an absolute path";
    while (*text) {
        size_t length = strcspn(text, "/");
        if (length == 2 && text[0] == '.' && text[1] == '.')
            return "a path with '..'";
        if (length && !(length == 1 && text[0] == '.')) {
            if (path->n_parts < MAX_PATH_PARTS)
                starts[path->n_parts] = path->text.length;
            path->n_parts++;
            str_add(&path->text, text, length);
            str_add(&path->text, "", 1);
        }
        text += length + (text[length] == '/');
    }
    for (size_t i = 0; i < path->n_parts && i < MAX_PATH_PARTS; i++)
        path->parts[i] = path->text.text + starts[i];
    return NULL;
}

void entry_path_release(struct entry_path *path)
{
    str_release(&path->text);
}

bool entry_name_has_extension(const char *name, const char *extension)
{
    size_t n_name = strlen(name), n_extension = strlen(extension);
    return n_name > n_extension + 1 && name[n_name - n_extension - 1] == '.' &&
           strcmp(name + n_name - n_extension, extension) == 0;
}
