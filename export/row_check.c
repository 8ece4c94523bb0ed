/* See row_check.h. */
#include "export/row_check.h"

#include <stdarg.h>
#include <stdio.h>

void row_check_report(const struct row_check *check, const char *rule, const char *format, ...)
{
    char detail[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    check->report(check->context, rule, detail);
}
