/* See validate.h. */
#include "validate/validate.h"

#include "base/file.h"
#include "validate/detect.h"
#include "validate/validate_folder.h"
#include "validate/rows.h"

int validate(struct validation *out, const char *path, const struct validate_options *options,
             struct err *err)
{
    int ignored;
    validation_init(out, options);
    if (file_is_folder(path))
        return folder_validate(out, path, err);
    validation_add_file(out, path, path, NULL);
    if (detect_parallel(path, &ignored) || out->format == &export_format_codexglue)
        return rows_validate_parallel(out, 0, err);
    return rows_validate(out, 0, err);
}
