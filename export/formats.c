/* See format.h. */
#include "export/format.h"

#include <string.h>

const struct export_format *const export_formats[] = {&export_format_pairs,
                                                      &export_format_nbf,
                                                      &export_format_prompt_completion,
                                                      &export_format_messages,
                                                      &export_format_preference,
                                                      &export_format_alpaca,
                                                      &export_format_segments,
                                                      &export_format_fim,
                                                      &export_format_fim_starcoder,
                                                      &export_format_fim_qwen,
                                                      &export_format_codexglue,
                                                      &export_format_text,
                                                      NULL};

const struct export_format *export_format_find(const char *name)
{
    for (const struct export_format *const *format = export_formats; *format; format++)
        if (strcmp((*format)->name, name) == 0)
            return *format;
    return NULL;
}

static size_t add_features(struct export_feature *out, size_t n, const struct export_feature *from)
{
    for (; from && from->name; from++)
        out[n++] = *from;
    return n;
}

void export_features(struct export_feature *features, const struct export_format *format,
                     bool has_ids, bool has_system)
{
    size_t n = add_features(features, 0, format->features);
    if (has_system)
        n = add_features(features, n, format->of_system);
    if (has_ids)
        n = add_features(features, n, export_id_features);
    features[n] = (struct export_feature){0};
}

bool export_has_feature(const struct export_feature *features, const char *name)
{
    while (features && features->name && strcmp(features->name, name) != 0)
        features++;
    return features && features->name;
}

bool export_format_has_key(const struct export_format *format, const char *key)
{
    return export_has_feature(format->features, key);
}

size_t export_format_n_parts(const struct export_format *format)
{
    size_t n = 0;
    while (n < EXPORT_MAX_PARTS && format->parts[n])
        n++;
    return n ? n : 1;
}

void export_add_line(struct str *out, struct json *line)
{
    json_print(out, line);
    str_add_text(out, "\n");
    json_free(line);
}
