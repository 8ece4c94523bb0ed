/* See row_traits.h. Most formats list the keys of the texts that ask a model (`asks`); equal texts
 * in two splits are a leak. The others take their traits themselves. */
#include "export/row_traits.h"

#include "export/format.h"

#include <string.h>

static void set(struct row_traits *traits, enum row_trait trait, const char *bytes, size_t length)
{
    traits->has[trait] = true;
    traits->digests[trait] = digest_bytes(bytes, length);
}

void row_traits_set(struct row_traits *traits, enum row_trait trait,
                    const struct traits_source *source)
{
    set(traits, trait, str_text(source->scratch), source->scratch->length);
}

void row_traits_set_text(struct row_traits *traits, enum row_trait trait, const char *text)
{
    set(traits, trait, text, strlen(text));
}

static void add_text(struct str *out, const char *text, size_t length)
{
    str_add(out, text, length);
    str_add(out, "", 1);
}

void row_traits_add_text(const struct traits_source *source, const char *text)
{
    add_text(source->scratch, text, strlen(text));
}

static void set_name(struct row_traits *traits, enum row_trait trait, const char *name,
                     struct arena *arena)
{
    if (!name)
        return;
    row_traits_set_text(traits, trait, name);
    traits->names[trait] = arena_text(arena, name);
}

void row_traits_take_identity(struct row_traits *traits, const struct traits_source *source,
                              const char *line, size_t length,
                              const struct export_feature *features)
{
    if (export_has_feature(features, "id"))
        set_name(traits, TRAIT_ID, json_text_at(source->row, "id"), source->arena);
    else
        set(traits, TRAIT_ROW, line, length);
    const char *language = json_text_at(source->row, "language");
    if (export_has_feature(features, "language") && language)
        traits->language = arena_text(source->arena, language);
}

static void take_names(struct row_traits *traits, const struct traits_source *source,
                       const char *problem_key, const struct export_feature *features)
{
    const char *split = json_text_at(source->row, "split");
    if (export_has_feature(features, problem_key))
        set_name(traits, TRAIT_PROBLEM, json_text_at(source->row, problem_key), source->arena);
    if (export_has_feature(features, "user_id"))
        set_name(traits, TRAIT_USER, json_text_at(source->row, "user_id"), source->arena);
    if (export_has_feature(features, "split") && *split)
        traits->split = arena_text(source->arena, split);
}

/* Adds the texts of the format's keys, each up to the format's end of what asks. */
static void add_asked(const struct traits_source *source, const struct export_format *format)
{
    const char *asks = format->asks ? format->asks : "";
    scoped_memory char *copy = mem_copy_text(asks, strlen(asks));
    char *rest = *asks ? copy : NULL, *key;
    while ((key = strsep(&rest, " "))) {
        const char *text = json_text_at(source->row, key);
        const char *end = format->asks_until ? strstr(text, format->asks_until) : NULL;
        add_text(source->scratch, text, end ? (size_t)(end - text) : strlen(text));
    }
}

void row_traits_take_content(struct row_traits *traits, const struct traits_source *source,
                             const struct export_format *format,
                             const struct export_feature *features)
{
    take_names(traits, source, export_format_problem_key(format), features);
    str_clear(source->scratch);
    if (format->take_traits) {
        format->take_traits(traits, source);
        return;
    }
    add_asked(source, format);
    row_traits_set(traits, TRAIT_PROMPT, source);
}
