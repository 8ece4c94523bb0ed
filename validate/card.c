/* See card.h. */
#include "validate/card.h"

#include "validate/detect.h"
#include "validate/manifest.h"

#include <fnmatch.h>
#include <string.h>

static const char *const card_name = "README.md";

static void add_use(struct card *card, struct published *published, const char *split,
                    const char *name)
{
    size_t config = card->configs.n - 1;
    const char *copy = arena_copy_text(&published->arena, name, strlen(name));
    array_push(&card->uses, (struct card_use){config, split, copy});
}

/* A path, or a pattern of paths. */
static void take_path(struct card *card, struct published *published, struct validation *validation,
                      const char *split, const char *path)
{
    struct err err;
    size_t n_before = card->uses.n;
    const char *readme = published_path(published, card_name);
    if (!path) {
        validation_find(validation, readme, 0, "card_data_files", "a path is no text");
        return;
    }
    if (!strpbrk(path, "*?[")) {
        if (published_has(published, path, NULL, &err))
            add_use(card, published, split, path);
        else
            validation_find(validation, readme, 0, "card_data_files", "%s", err.message);
        return;
    }
    int flags = strstr(path, "**") ? 0 : FNM_PATHNAME;
    for (size_t i = 0; i < published->names.n; i++)
        if (fnmatch(path, published->names.items[i], flags) == 0 &&
            published_has(published, published->names.items[i], NULL, &err))
            add_use(card, published, split, published->names.items[i]);
    if (card->uses.n == n_before)
        validation_find(validation, readme, 0, "card_data_files", "no file is called '%s'", path);
}

/* One path, or a list of them. */
static void take_paths(struct card *card, struct published *published,
                       struct validation *validation, const char *split, const struct json *paths)
{
    if (json_kind(paths) != JSON_ARRAY) {
        take_path(card, published, validation, split, json_text(paths));
        return;
    }
    for (const struct json *path = json_first(paths); path; path = json_next(path))
        take_path(card, published, validation, split, json_text(path));
}

/* What stands under `data_files`: splits with their paths, or paths alone, which are `train`. */
static void take_data_files(struct card *card, struct published *published,
                            struct validation *validation, const struct json *files)
{
    const struct json *first = json_first(files);
    if (json_kind(files) != JSON_ARRAY || json_kind(first) != JSON_OBJECT) {
        take_paths(card, published, validation, "train", files);
        return;
    }
    for (const struct json *entry = first; entry; entry = json_next(entry)) {
        const char *split = json_text(json_get(entry, "split"));
        take_paths(card, published, validation, split ? split : "train", json_get(entry, "path"));
    }
}

void card_begin(struct card *card, struct published *published, struct validation *validation)
{
    static const char *const keys[] = {"license", "configs", "dataset_info"};
    const struct json *configs = json_get(published->card, "configs");
    for (size_t i = 0; i < sizeof keys / sizeof *keys && published->has_manifest; i++)
        if (!json_get(published->card, keys[i]))
            validation_find(validation, published_path(published, card_name), 0, "card_key",
                            "%s is missing", keys[i]);
    for (const struct json *config = json_first(configs); config; config = json_next(config)) {
        const char *name = json_text(json_get(config, "config_name"));
        array_push(&card->configs, name ? name : "default");
        take_data_files(card, published, validation, json_get(config, "data_files"));
    }
}

void card_release(struct card *card)
{
    array_release(&card->configs);
    array_release(&card->uses);
}

void card_add_files(const struct card *card, struct published *published,
                    struct validation *validation)
{
    for (size_t i = 0; i < card->uses.n; i++) {
        const struct card_use *use = &card->uses.items[i];
        if (!detect_lines(use->name, true))
            validation_note(validation, "%s: no JSON lines: not looked at",
                            published_path(published, use->name));
        else if (!published_file(validation, use->name))
            validation_add_file(validation, published_path(published, use->name), use->name,
                                use->split);
    }
}

/* Of a file the split that a configuration puts it in; NULL for none. */
static const char *split_of(const struct card *card, size_t config, const char *name, size_t *n)
{
    const char *split = NULL;
    *n = 0;
    for (size_t i = 0; i < card->uses.n; i++) {
        const struct card_use *use = &card->uses.items[i];
        if (use->config != config || strcmp(use->name, name) != 0)
            continue;
        split = use->split;
        (*n)++;
    }
    return split;
}

static void check_cover(const struct card *card, struct published *published,
                        struct validation *validation)
{
    const char *readme = published_path(published, card_name);
    for (size_t i = 0; i < published->names.n; i++) {
        const char *name = published->names.items[i], *split = NULL;
        const struct data_file *file = published_file(validation, name);
        bool is_named = strncmp(name, "data/", 5) != 0;
        for (size_t config = 0; config < card->configs.n; config++) {
            size_t n;
            split = split_of(card, config, name, &n);
            is_named = is_named || n > 0;
            if (n > 1)
                validation_find(validation, readme, 0, "card_data_files", "'%s' is named %zu times",
                                name, n);
        }
        if (!is_named)
            validation_find(validation, readme, 0, "card_data_files", "'%s' is part of no split",
                            name);
        if (published->has_manifest && file && split && strcmp(split, file->split) != 0)
            validation_find(validation, readme, 0, "card_data_files",
                            "'%s' is part of %s, and by the manifest of %s", name, split,
                            file->split);
    }
}

/* Whether all files of a configuration were read: a foreign card may name others than JSON lines. */
static bool is_read(const struct card *card, struct validation *validation, size_t config)
{
    for (size_t i = 0; i < card->uses.n; i++)
        if (card->uses.items[i].config == config &&
            !published_file(validation, card->uses.items[i].name))
            return false;
    return true;
}

/* What the files of a split of a configuration hold; split NULL: of all. */
static struct data_file sum(const struct card *card, struct validation *validation, size_t config,
                            const char *split)
{
    struct data_file all = {0};
    for (size_t i = 0; i < card->uses.n; i++) {
        const struct card_use *use = &card->uses.items[i];
        const struct data_file *file = published_file(validation, use->name);
        if (use->config != config || !file || (split && strcmp(use->split, split) != 0))
            continue;
        all.n_rows += file->n_rows;
        all.n_bytes += file->n_bytes;
        all.n_content_bytes += file->n_content_bytes;
    }
    return all;
}

/* The numbers of bytes are those of the files where tokfix wrote them; of others they are those of
 * Arrow tables. */
static void check_info(const struct card *card, struct published *published,
                       struct validation *validation, const struct json *info, size_t config)
{
    const char *path = published_path(published, card_name);
    for (const struct json *split = json_first(json_get(info, "splits")); split;
         split = json_next(split)) {
        const char *name = json_text(json_get(split, "name"));
        struct data_file files = sum(card, validation, config, name ? name : "");
        const char *rows = arena_print(&published->arena, "num_examples of %s", name ? name : "");
        const char *bytes = arena_print(&published->arena, "num_bytes of %s", name ? name : "");
        manifest_check_number(validation, path, "card_num_examples", rows,
                              json_get(split, "num_examples"), files.n_rows);
        if (published->has_manifest)
            manifest_check_number(validation, path, "card_num_bytes", bytes,
                                  json_get(split, "num_bytes"), files.n_content_bytes);
    }
    struct data_file all = sum(card, validation, config, NULL);
    if (published->has_manifest) {
        manifest_check_number(validation, path, "card_download_size", "download_size",
                              json_get(info, "download_size"), all.n_bytes);
        manifest_check_number(validation, path, "card_dataset_size", "dataset_size",
                              json_get(info, "dataset_size"), all.n_content_bytes);
    }
    bool is_exact =
        published->has_manifest || (validation->format && !validation->format->has_own_rules);
    if (!is_exact || !validation->format || !validation->format->features)
        return;
    if (json_kind(json_get(info, "features")) == JSON_ARRAY)
        card_check_features(json_get(info, "features"), validation->format->features, path,
                            validation);
    else if (published->has_manifest)
        validation_find(validation, path, 0, "card_features", "dataset_info has no features");
}

/* `dataset_info` is one object, or one for each configuration. */
static const struct json *info_of(const struct card *card, const struct json *infos, size_t config)
{
    const struct json *only = json_kind(infos) == JSON_OBJECT ? infos
                              : json_count(infos) == 1        ? json_first(infos)
                                                              : NULL;
    const char *name = json_text(json_get(only, "config_name"));
    if (only && card->configs.n == 1 && (!name || strcmp(name, card->configs.items[0]) == 0))
        return only;
    for (const struct json *info = json_kind(infos) == JSON_ARRAY ? json_first(infos) : NULL; info;
         info = json_next(info)) {
        name = json_text(json_get(info, "config_name"));
        if (name && strcmp(name, card->configs.items[config]) == 0)
            return info;
    }
    return NULL;
}

void card_check(const struct card *card, struct published *published, struct validation *validation)
{
    const struct json *infos = json_get(published->card, "dataset_info");
    if (card->configs.n)
        check_cover(card, published, validation);
    for (size_t config = 0; config < card->configs.n; config++) {
        const struct json *info = info_of(card, infos, config);
        if (info && !published->has_manifest && !is_read(card, validation, config))
            continue;
        if (info)
            check_info(card, published, validation, info, config);
        else if (published->has_manifest)
            validation_find(validation, published_path(published, card_name), 0, "card_key",
                            "dataset_info lacks the configuration '%s'",
                            card->configs.items[config]);
    }
}
