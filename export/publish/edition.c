#include "export/publish/edition.h"

#include "base/table.h"
#include "export/excerpt.h"
#include "languages/language.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COMMONS(id, spdx, name, path)                                                 \
    {                                                                                 \
        id, spdx, "Creative Commons " name, "https://creativecommons.org/" path, true \
    }

/* The Citation File Format took its list in May 2021, before there was CDLA 2.0. */
static const struct license
    cdla_permissive_2 = {"cdla-permissive-2.0", "CDLA-Permissive-2.0",
                         "Community Data License Agreement, Permissive, 2.0",
                         "https://cdla.dev/permissive-2-0/", false},
    cdla_permissive_1 = {"cdla-permissive-1.0", "CDLA-Permissive-1.0",
                         "Community Data License Agreement, Permissive, 1.0",
                         "https://cdla.dev/permissive-1-0/", true},
    cdla_sharing_1 = {"cdla-sharing-1.0", "CDLA-Sharing-1.0",
                      "Community Data License Agreement, Sharing, 1.0",
                      "https://cdla.dev/sharing-1-0/", true},
    cc0 = COMMONS("cc0-1.0", "CC0-1.0", "Zero 1.0", "publicdomain/zero/1.0/"),
    cc_by = COMMONS("cc-by-4.0", "CC-BY-4.0", "Attribution 4.0", "licenses/by/4.0/"),
    cc_by_sa = COMMONS("cc-by-sa-4.0", "CC-BY-SA-4.0", "Attribution Share Alike 4.0",
                       "licenses/by-sa/4.0/"),
    cc_by_nc = COMMONS("cc-by-nc-4.0", "CC-BY-NC-4.0", "Attribution Non Commercial 4.0",
                       "licenses/by-nc/4.0/"),
    cc_by_nc_sa = COMMONS("cc-by-nc-sa-4.0", "CC-BY-NC-SA-4.0",
                          "Attribution Non Commercial Share Alike 4.0", "licenses/by-nc-sa/4.0/"),
    odc_by = {"odc-by", "ODC-By-1.0", "Open Data Commons Attribution 1.0",
              "https://opendatacommons.org/licenses/by/1-0/", true},
    apache_2 = {"apache-2.0", "Apache-2.0", "Apache License 2.0",
                "https://www.apache.org/licenses/LICENSE-2.0", true},
    mit = {"mit", "MIT", "MIT License", "https://opensource.org/license/mit/", true},
    other = {"other", NULL, "another licence", NULL, false};

const struct license *const licenses[] = {&cdla_permissive_2,
                                          &cdla_permissive_1,
                                          &cdla_sharing_1,
                                          &cc0,
                                          &cc_by,
                                          &cc_by_sa,
                                          &cc_by_nc,
                                          &cc_by_nc_sa,
                                          &odc_by,
                                          &apache_2,
                                          &mit,
                                          &other,
                                          NULL};

const struct license *const license_of_codenet = &cdla_permissive_2;

const struct license *license_find(const char *id)
{
    for (const struct license *const *license = licenses; *license; license++)
        if (strcasecmp((*license)->id, id) == 0 ||
            ((*license)->spdx && strcasecmp((*license)->spdx, id) == 0))
            return *license;
    return NULL;
}

void edition_add_languages(struct str *out, struct text_list *names)
{
    array_sort(names, text_compare);
    for (size_t i = 0; i < names->n; i++) {
        const struct language *language = language_find(names->items[i]);
        str_add_text(out, i == 0 ? "" : i + 1 < names->n ? ", " : " and ");
        str_add_text(out, language ? language->codenet_name : names->items[i]);
    }
}

const char *edition_extension(const struct edition *edition)
{
    return edition->options->is_parquet ? ".parquet" : ".jsonl.gz";
}

bool edition_config_has(const struct edition_config *config, const struct edition_file *file)
{
    return !config ||
           (config->set == file->set && (!config->language || config->language == file->language));
}

const char *edition_set_name(const struct edition *edition, size_t set)
{
    const char *name = json_text_at(
        set ? json_item(edition->sets, set - 1) : json_get(edition->store, "split"), "split_set");
    return name ? name : SPLIT_SET_DEFAULT;
}

static bool has_config(const struct edition *edition, size_t set, const char *language)
{
    for (size_t i = 0; i < edition->configs.n; i++)
        if (edition->configs.items[i].set == set && edition->configs.items[i].language == language)
            return true;
    return false;
}

/* The name of a configuration, of its records or of its splits must not be that of another one. */
static int check_names(const struct edition *edition, struct err *err)
{
    static const char *const ends[] = {"", "_splits"};
    scoped(table) names = {0};
    for (size_t i = 0; i < edition->configs.n; i++)
        for (size_t j = 0; j < sizeof ends / sizeof *ends; j++) {
            scoped(str) name = {0};
            str_print(&name, "%s%s", edition->configs.items[i].name, ends[j]);
            if (table_find(&names, str_text(&name)) != TABLE_NONE)
                return err_set(err,
                               "two configurations would be called '%s'; publish these split sets "
                               "in two folders",
                               str_text(&name));
            table_number(&names, str_text(&name));
        }
    return 0;
}

static void add_config(struct edition *edition, size_t set, const char *language)
{
    const char *name = set ? edition_set_name(edition, set) : SPLIT_SET_DEFAULT;
    const char *both = set ? arena_print(&edition->arena, "%s-%s", name, language) : language;
    if (!has_config(edition, set, language))
        array_push(&edition->configs,
                   (struct edition_config){language ? both : name, set, language});
}

int edition_list_configs(struct edition *edition, struct err *err)
{
    edition->configs.n = 0;
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        add_config(edition, file->set, NULL);
        if (file->language)
            add_config(edition, file->set, file->language);
    }
    return check_names(edition, err);
}

struct edition_size edition_size(const struct edition *edition, const struct edition_config *config,
                                 int split)
{
    struct edition_size size = {0};
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        if ((split >= 0 && file->split != split) || !edition_config_has(config, file))
            continue;
        size.n_files++;
        size.n_rows += file->n_rows;
        size.n_clean += file->n_clean;
        size.n_bytes += file->n_bytes;
        size.n_uncompressed += file->n_uncompressed;
    }
    return size;
}

bool edition_is_clean(const struct edition *edition)
{
    return json_is_true(json_get(edition->check, "clean"));
}

bool edition_has_passed(const struct edition *edition)
{
    bool has_passed = edition_is_clean(edition);
    json_each(set, edition->sets)
        has_passed = has_passed && json_is_true(json_get(json_get(set, "check"), "clean"));
    return has_passed;
}

void edition_release(struct edition *edition)
{
    array_release(&edition->files);
    array_release(&edition->configs);
    arena_release(&edition->arena);
    json_free(edition->store);
    json_free(edition->sets);
    json_free(edition->commands);
    json_free(edition->facts);
    export_counts_release(&edition->left_out);
}
