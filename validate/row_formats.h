/* The formats whose rows can be validated: those of `tokfix export`, and that of `tokfix tag`. */
#ifndef VALIDATE_ROW_FORMATS_H
#define VALIDATE_ROW_FORMATS_H

#include "export/format.h"

/* The one of that number, from 0; NULL behind the last. */
const struct export_format *row_format_at(int number);

/* The one of that name, or NULL. */
const struct export_format *row_format_find(const char *name);

#endif
