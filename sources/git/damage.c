#include "sources/git/damage.h"

#include <stdarg.h>

void damage_add(struct damage *damage, const char *format, ...)
{
    scoped(str) text = {0};
    va_list list;
    if (++damage->n > DAMAGE_MAX_NAMED)
        return;
    va_start(list, format);
    str_print_list(&text, format, list);
    va_end(list);
    str_add_text(&damage->text, damage->text.length ? "; " : "");
    utf8_add_valid(&damage->text, str_text(&text), text.length);
}

void damage_release(struct damage *damage)
{
    str_release(&damage->text);
    damage->n = 0;
}
