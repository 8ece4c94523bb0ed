/* The sixteen colours of a terminal are the user's own: they are legible on a dark ground and on a
 * light one. A mark exchanges the colours of text and ground, and so shows blanks as well. */
#include "report/paint.h"

static const struct paint none = {"", "", "", "", "", ""};
static const struct paint colors = {.title = "\033[1m",
                                    .context = "\033[2m",
                                    .removed = "\033[31m",
                                    .added = "\033[32m",
                                    .mark = "\033[1;7m",
                                    .end = "\033[0m"};

const struct paint *paint_of(bool has_color)
{
    return has_color ? &colors : &none;
}
