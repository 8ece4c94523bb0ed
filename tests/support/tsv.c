/* See tsv.h. */
#include "tests/support/tsv.h"

#include "tests/support/test.h"

enum { MAX_COLUMNS = 16 };

static int split(char *line, char **columns, int max)
{
    int n = 0;
    while (line && n < max) {
        columns[n++] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    return line ? max + 1 : n;
}

int tsv_each_row(char *table, int n_columns, void (*row)(char **columns, void *context),
                 void *context)
{
    int n = 0;
    char *place;
    for (char *line = strtok_r(table, "\n", &place); line; line = strtok_r(NULL, "\n", &place)) {
        char *columns[MAX_COLUMNS];
        assert_int_equal(split(line, columns, MAX_COLUMNS), n_columns);
        if (n++)
            row(columns, context);
    }
    return n - 1;
}

void tsv_escape(struct str *out, const char *text)
{
    str_clear(out);
    for (; *text; text++) {
        if (*text == '\\' || *text == '\t' || *text == '\n')
            str_print(out, "\\%c", *text == '\\' ? '\\' : *text == '\t' ? 't' : 'n');
        else
            str_add(out, text, 1);
    }
}
