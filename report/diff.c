/* See diff.h. */
#include "report/diff.h"

#include "report/paint.h"

void diff_add_lines(struct str *out, const struct fix *row, const struct diff_style *style)
{
    const struct paint *paint = paint_of(style->has_color);
    struct side sides[N_SIDES];
    sides_init(sides, row);
    if (sides_differ_elsewhere(sides))
        str_print(out,
                  "  %s(comments or layout differ as well; the lines around are the buggy "
                  "program's)%s\n",
                  paint->context, paint->end);
    hunk_add(out, sides, style);
}

void diff_add(struct str *out, const struct fix *row, const struct marks *marks,
              const struct diff_style *style)
{
    heading_add(out, row, marks, style);
    diff_add_lines(out, row, style);
}
