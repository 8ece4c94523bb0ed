/* See formats.h. */
#include "validate/row_formats.h"

#include "export/tagged.h"

#include <string.h>

const struct export_format *row_format_at(int number)
{
    int n = 0;
    while (n < number && export_formats[n])
        n++;
    if (export_formats[n])
        return export_formats[n];
    return n == number ? &export_format_tags : NULL;
}

const struct export_format *row_format_find(const char *name)
{
    int number = 0;
    while (row_format_at(number) && strcmp(row_format_at(number)->name, name) != 0)
        number++;
    return row_format_at(number);
}
