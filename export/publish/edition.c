#include "export/publish/edition.h"

#include "fixes/fix_filter.h"

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

static int restore_names(struct restored_edition *out, const struct json *dataset, struct err *err)
{
    const char *license = json_text_at(dataset, "license"), *date = json_text_at(dataset, "date");
    struct edition_names *names = &out->names;
    json_each(creator, json_get(dataset, "creators"))
        if (json_text(creator))
            array_push(&out->creators, json_text(creator));
    *names = (struct edition_names){.name = json_text_at(dataset, "name"),
                                    .title = json_text_at(dataset, "title"),
                                    .version = json_text_at(dataset, "version"),
                                    .license = license ? license_find(license) : NULL,
                                    .url = json_text_at(dataset, "url"),
                                    .creators = out->creators.items,
                                    .n_creators = out->creators.n};
    if (!names->name || !names->title || !names->version)
        return err_set(err, "dataset lacks its name, title or version");
    if (!names->license)
        return err_set(err, "unknown dataset.license '%s'", license ? license : "");
    snprintf(out->edition.date, sizeof out->edition.date, "%s", date ? date : "");
    return 0;
}

/* The number of the split set with this name (NULL: the first), or that of all if there is none. */
static size_t find_set(const struct edition *edition, const char *name)
{
    size_t set = name ? 1 : 0;
    while (set && set <= json_count(edition->sets) &&
           strcmp(edition_set_name(edition, set), name) != 0)
        set++;
    return set;
}

static int restore_file(struct edition *edition, const struct json *entry, struct err *err)
{
    const char *path = json_text_at(entry, "path"), *sha256 = json_text_at(entry, "sha256");
    const char *split = json_text_at(entry, "split"), *name = json_text_at(entry, "language");
    const char *set = json_text_at(entry, "split_set");
    const struct language *language = name ? language_find(name) : NULL;
    struct edition_file file = {.set = find_set(edition, set),
                                .language = language ? language->name : NULL,
                                .n_rows = json_int(json_get(entry, "rows"), 0),
                                .n_bytes = json_int(json_get(entry, "bytes"), 0),
                                .n_uncompressed =
                                    json_int(json_get(entry, "uncompressed_bytes"), 0)};
    while (split && file.split < N_PARTS && strcmp(split_names[file.split], split) != 0)
        file.split++;
    if (!path || !sha256 || !split || file.split == N_PARTS)
        return err_set(err, "an entry of files lacks its path, its SHA-256 or a known split");
    if (name && !language)
        return err_set(err, "an entry of files names the unknown language '%s'", name);
    if (file.set > json_count(edition->sets))
        return err_set(err, "an entry of files names the unknown split set '%s'", set);
    snprintf(file.sha256, sizeof file.sha256, "%s", sha256);
    file.path = arena_text(&edition->arena, path);
    array_push(&edition->files, file);
    return 0;
}

static void restore_options(struct export_options *options, const struct export_format *format,
                            const struct json *told)
{
    const char *task = json_text_at(told, "task"), *granularity = json_text_at(told, "granularity");
    *options = (struct export_options){
        .format = format,
        .is_parquet = json_text_at(told, "files") != NULL,
        .user_ids = json_text_at(told, "user_ids"),
        .omits_comments = json_is_true(json_get(told, "without_comments")),
        .view = {.has_ids = json_is_true(json_get(told, "with_ids")),
                 .has_provenance = json_is_true(json_get(told, "provenance")),
                 .system = json_text_at(told, "system"),
                 .task = task ? export_task_find(task) : NULL,
                 .granularity = GRANULARITY_OWN}};
    for (int i = 0; granularity && granularity_name(i); i++)
        if (strcmp(granularity_name(i), granularity) == 0)
            options->view.granularity = (enum granularity)i;
}

static void restore_choice(struct fix_choice *choice, const struct json *told)
{
    json_each(mark, json_get(told, "marked"))
        if (json_text(mark) && strcmp(json_text(mark), "duplicates") == 0)
            choice->marks = MARK_DUPLICATE;
    json_each(source, json_get(told, "source"))
        if (json_text(source))
            filter_value_add(&choice->filters[FILTER_SOURCE], json_text(source));
}

/* The facts of the rows: `counts`, and the two members that the manifest has for others. */
static struct json *facts_of(const struct json *manifest)
{
    const struct json *duplicates = json_get(manifest, "duplicates");
    struct json *facts = json_copy(json_get(manifest, "counts")), *list = json_array();
    json_each(entry, json_get(manifest, "languages")) {
        const char *name = json_text_at(entry, "language");
        struct json *row = name ? json_copy(entry) : NULL;
        if (row)
            json_push(list, json_add(row, J_TEXT("name", name)));
    }
    return json_add(facts, J_VALUE("languages", list),
                    J_VALUE("duplicates", duplicates ? json_copy(duplicates) : NULL));
}

static struct json *commands_of(const struct json *manifest)
{
    struct json *commands = json_array();
    json_each(line, json_get(manifest, "commands"))
        if (json_text(line))
            json_push_text(commands, json_text(line));
    return commands;
}

int edition_restore(struct restored_edition *out, const struct json *manifest,
                    const struct export_format *format, struct err *err)
{
    const struct json *told = json_get(manifest, "export"), *check = json_get(manifest, "check");
    const struct json *sets = json_get(manifest, "sets"), *store = json_get(manifest, "store");
    struct edition *edition = &out->edition;
    *out = (struct restored_edition){
        .edition = {.names = &out->names, .options = &out->options, .choice = &out->choice}};
    if (!format || !format->features)
        return err_set(err, "unknown export.format");
    restore_options(&out->options, format, told);
    if ((format->flags & FORMAT_PROMPTS) && !out->options.view.task)
        return err_set(err, "unknown export.task");
    restore_choice(&out->choice, told);
    edition->store = store ? json_copy(store) : NULL;
    if (json_count(sets) > EDITION_MAX_SETS)
        return err_set(err, "more than %d split sets", EDITION_MAX_SETS);
    edition->sets = sets ? json_copy(sets) : NULL;
    json_each(entry, json_get(manifest, "files"))
        if (restore_file(edition, entry, err) != 0)
            return ERR;
    if (!edition->files.n)
        return err_set(err, "the list of files is empty");
    if (edition_list_configs(edition, err) != 0)
        return ERR;
    if (json_kind(json_get(json_get(manifest, "counts"), "numbers")) != JSON_OBJECT ||
        json_kind(json_get(manifest, "store")) != JSON_OBJECT)
        return err_set(err, "counts or store is missing");
    edition->check = json_get(check, "report");
    edition->is_forced = json_is_true(json_get(check, "forced"));
    edition->is_codenet = json_text_at(json_get(manifest, "dataset"), "source") != NULL;
    edition->commands = commands_of(manifest);
    edition->facts = facts_of(manifest);
    return restore_names(out, json_get(manifest, "dataset"), err);
}

void restored_edition_release(struct restored_edition *restored)
{
    edition_release(&restored->edition);
    array_release(&restored->creators);
    filter_value_release(&restored->choice.filters[FILTER_SOURCE]);
}
