/* See lines.h. */
#include "base/lines.h"

#include "base/file.h"
#include "base/utf8.h"

#include <string.h>

static char *cut_blanks(char *line)
{
    line += strspn(line, " \t\r");
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1]))
        length--;
    line[length] = '\0';
    return line;
}

int lines_each(const char *path,
               int (*take)(void *context, char *line, size_t number, struct err *err),
               void *context, struct err *err)
{
    struct str content = {0};
    int status = file_read(&content, path, err);
    if (status == 0 && content.length && memchr(content.text, '\0', content.length))
        status = err_set(err, "'%s' is no text: it holds a zero byte", path);
    size_t mark = utf8_byte_order_mark(str_text(&content), content.length), number = 0;
    char *rest = status == 0 && content.length ? content.text + mark : NULL;
    for (char *line; status == 0 && rest && (line = strsep(&rest, "\n"));) {
        number++;
        line = cut_blanks(line);
        if (!utf8_is_valid(line, strlen(line)))
            status = err_set(err, "%s:%zu: the line is not UTF-8", path, number);
        else if (*line)
            status = take(context, line, number, err);
    }
    str_release(&content);
    return status;
}
