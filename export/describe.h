/* What was exported, in the words of the options: for a manifest. */
#ifndef EXPORT_DESCRIBE_H
#define EXPORT_DESCRIBE_H

#include "export/export.h"

/* An object with a member for each option, given or not: null where nothing is asked for. Release
 * with json_free(). */
struct json *export_describe(const struct export_options *options, const struct fix_choice *choice);

#endif
