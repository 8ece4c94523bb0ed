/* The front matter: the keys that hubs know, and dataset_info as the library `datasets` writes
 * it. */
#include "publish/card.h"

#include "base/yaml.h"
#include "export/format.h"

static struct json *list_of(const char *const *texts)
{
    struct json *list = json_array();
    for (; *texts; texts++)
        json_push_text(list, *texts);
    return list;
}

static const char *size_category(int64_t n)
{
    static const struct {
        int64_t below;
        const char *name;
    } sizes[] = {
        {1000, "n<1K"},         {10000, "1K<n<10K"},    {100000, "10K<n<100K"},
        {1000000, "100K<n<1M"}, {10000000, "1M<n<10M"},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (n < sizes[i].below)
            return sizes[i].name;
    return "10M<n<100M";
}

/* The files of a split: by name, so that no other file is taken for data. */
static struct json *paths_of(const struct publication *publication, int split)
{
    struct json *paths = json_array();
    for (size_t i = 0; i < publication->files.n; i++)
        if (publication->files.items[i].split == split)
            json_push_text(paths, publication->files.items[i].path);
    return paths;
}

static struct json *configs_of(const struct publication *publication)
{
    struct json *configs = json_array(), *config = json_object(), *files = json_array();
    json_set_text(config, "config_name", "default");
    json_set_bool(config, "default", true);
    for (int split = 0; split < N_SPLITS; split++) {
        if (!publication_size(publication, split).n_files)
            continue;
        struct json *entry = json_object();
        json_set_text(entry, "split", split_names[split]);
        json_set(entry, "path", paths_of(publication, split));
        json_push(files, entry);
    }
    json_set(config, "data_files", files);
    json_push(configs, config);
    return configs;
}

static struct json *features_of(const struct export_feature *feature)
{
    static const char *const types[] = {
        [FEATURE_TEXT] = "string", [FEATURE_INT] = "int64", [FEATURE_BOOL] = "bool"};
    struct json *features = json_array();
    for (; feature->name; feature++) {
        struct json *one = json_object();
        json_set_text(one, "name", feature->name);
        if (feature->type == FEATURE_RECORDS)
            json_set(one, "list", features_of(feature->members));
        else if (feature->type == FEATURE_INTS)
            json_set_text(one, "sequence", "int64");
        else
            json_set_text(one, "dtype", types[feature->type]);
        json_push(features, one);
    }
    return features;
}

static struct json *info_of(const struct publication *publication)
{
    struct json *infos = json_array(), *info = json_object(), *splits = json_array();
    struct publication_size all = publication_size(publication, -1);
    struct export_feature features[EXPORT_MAX_FEATURES];
    json_set_text(info, "config_name", "default");
    export_options_features(features, publication->options);
    json_set(info, "features", features_of(features));
    for (int split = 0; split < N_SPLITS; split++) {
        struct publication_size size = publication_size(publication, split);
        if (!size.n_files)
            continue;
        struct json *entry = json_object();
        json_set_text(entry, "name", split_names[split]);
        json_set_int(entry, "num_bytes", size.n_uncompressed);
        json_set_int(entry, "num_examples", size.n_rows);
        json_push(splits, entry);
    }
    json_set(info, "splits", splits);
    json_set_int(info, "download_size", all.n_bytes);
    json_set_int(info, "dataset_size", all.n_uncompressed);
    json_push(infos, info);
    return infos;
}

static void add_license(struct json *front, const struct license *license)
{
    json_set_text(front, "license", license->id);
    if (license->spdx || !license->url)
        return;
    json_set_text(front, "license_name", license->name);
    json_set_text(front, "license_link", license->url);
}

void card_add_front(struct str *out, const struct publication *publication)
{
    const char *const codes[] = {"code", NULL}, *const makers[] = {"machine-generated", NULL},
                      *const tasks[] = {"text-generation", NULL},
                      *const sources[] = {"extended|other", NULL};
    const char *made = facts_n_made(&publication->facts) ? "synthetic" : NULL;
    const char *const tags[] = {"code",
                                publication_run_text(publication, "language"),
                                "bug-fixes",
                                "program-repair",
                                "single-token",
                                "variable-misuse",
                                publication->is_codenet ? "project-codenet" : made,
                                publication->is_codenet ? made : NULL,
                                NULL};
    const char *const sizes[] = {size_category(publication_size(publication, -1).n_rows), NULL};
    struct json *front = json_object();
    json_set_text(front, "pretty_name", publication->names->title);
    add_license(front, publication->names->license);
    json_set(front, "language", list_of(codes));
    json_set(front, "annotations_creators", list_of(makers));
    json_set(front, "source_datasets", list_of(sources));
    json_set(front, "size_categories", list_of(sizes));
    json_set(front, "task_categories", list_of(tasks));
    json_set(front, "tags", list_of(tags));
    json_set(front, "configs", configs_of(publication));
    json_set(front, "dataset_info", info_of(publication));
    str_add_text(out, "---\n");
    yaml_write(out, front);
    str_add_text(out, "---\n");
    json_free(front);
}
