#include "export/validate/row_formats.h"

#include "base/packed.h"
#include "export/parquet.h"

#include <string.h>

/* The number of these keys that an object has. */
static size_t count_keys(const struct json *row, const struct export_feature *features,
                         size_t *n_all)
{
    size_t n = 0;
    *n_all = 0;
    for (const struct export_feature *f = features; f && f->name; f++, (*n_all)++)
        n += json_get(row, f->name) != NULL;
    return n;
}

/* Whether the first text of the row has what distinguishes the format. */
static bool is_distinct(const struct json *row, const struct export_format *format)
{
    const char *text = json_text_at(row, format->features[0].name);
    return !format->detected_by || (text && strstr(text, format->detected_by));
}

/* The format with the largest share of its keys in the row; of several, the one with the most keys,
 * then the first. */
static const struct export_format *by_keys(const struct json *row)
{
    const struct export_format *best = NULL;
    size_t best_n = 0, best_all = 1;
    for (const struct export_format *const *one = export_row_formats; *one; one++) {
        const struct export_format *format = *one;
        size_t n, all;
        if (!format->features || !is_distinct(row, format))
            continue;
        n = count_keys(row, format->features, &all);
        if (2 * n < all || n * best_all < best_n * all)
            continue;
        if (!best || n * best_all > best_n * all || n > best_n) {
            best = format;
            best_n = n;
            best_all = all;
        }
    }
    return best;
}

const struct export_format *row_format_detect(const char *line, size_t length)
{
    scoped(json) *row = NULL;
    /* an error is reported when the line is validated */
    return json_parse(&row, line, length, NULL) == 0 ? by_keys(row) : NULL;
}

struct export_extras row_format_detect_extras(const char *line, size_t length,
                                              const struct export_format *format)
{
    scoped(json) *row = NULL;
    struct export_extras extras = {0};
    size_t n_all;
    if (json_parse(&row, line, length, NULL) != 0)
        return extras;
    extras.has_ids =
        format->flags & FORMAT_IDS && 2 * count_keys(row, export_id_features, &n_all) >= n_all;
    extras.has_system = count_keys(row, format->of_system, &n_all) == n_all && n_all;
    extras.has_provenance = export_format_has_provenance(format, extras.has_ids) &&
                            2 * count_keys(row, export_provenance_features, &n_all) >= n_all;
    extras.has_tokens =
        format->flags & FORMAT_TOKENS && count_keys(row, export_token_features, &n_all) > 0;
    return extras;
}

/* Whether a name, without the extension of a compression, has this ending. */
static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name) - strlen(packing_suffix(packing_of(name))), n = strlen(end);
    return length >= n && memcmp(name + length - n, end, n) == 0;
}

const struct export_format *row_format_detect_parallel(const char *name, int *part)
{
    for (const struct export_format *const *format = export_row_formats; *format; format++)
        for (*part = 0; *part < EXPORT_MAX_PARTS; (*part)++)
            if ((*format)->parts[*part] && ends_in(name, (*format)->parts[*part]))
                return *format;
    return NULL;
}

bool row_format_detect_rows(const char *name, bool is_wide)
{
    return parquet_is_name(name) || ends_in(name, ".jsonl") ||
           (is_wide && (ends_in(name, ".json") || ends_in(name, ".ndjson")));
}
