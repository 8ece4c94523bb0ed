/* The card is templates/card.md and templates/card-uses.md, with the user's own section between
 * them. Its front matter is templates/card.yaml, with dataset_info in the form that the library
 * `datasets` writes.
 *
 * The texts of the citation are templates/citation.yaml, citation.bib and sources.bib. */
#include "export/publish/documents.h"

#include "base/json_yaml.h"
#include "base/template.h"
#include "export/format.h"
#include "export/publish/markdown.h"
#include "export/publish/description.h"

#include <string.h>

static const char front_yaml[] = {
#include "export/publish/templates/card.yaml.inc"
};
static const struct yaml_template front_template = {"card.yaml", front_yaml};
static const char card_template[] = {
#include "export/publish/templates/card.md.inc"
};
static const char uses_template[] = {
#include "export/publish/templates/card-uses.md.inc"
};

static const char cff_yaml[] = {
#include "export/publish/templates/citation.yaml.inc"
};
static const struct yaml_template cff_template = {"citation.yaml", cff_yaml};
static const char bibtex_template[] = {
#include "export/publish/templates/citation.bib.inc"
};
static const char sources_template[] = {
#include "export/publish/templates/sources.bib.inc"
};

/* Appends a text within braces. */
static void add_escaped(struct str *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("#$%&_{}", *text))
            str_print(out, "\\%c", *text);
        else if (*text == '\\')
            str_add_text(out, "\\textbackslash{}");
        else if (*text == '~' || *text == '^')
            str_print(out, "\\%c{}", *text);
        else
            str_add(out, text, 1);
    }
}

/* Names are not divided into family and given names. */
int citation_make(struct json **out, const struct edition *edition, struct err *err)
{
    scoped(json) *values = NULL;
    *out = NULL;
    if (description_make(&values, edition, err) != 0)
        return ERR;
    json_set(values, "authors", description_persons(edition->names, NULL));
    return description_fill_yaml(out, &cff_template, values, err);
}

/* The key of an entry may contain letters, digits and '-'. */
int citation_add_bibtex(struct str *out, const struct json *values, struct err *err)
{
    scoped(json) *with_key = json_copy(values);
    scoped(str) key = {0};
    for (const char *name = json_text_at(values, "name"); *name; name++)
        str_add(&key, strchr("._", *name) ? "-" : name, 1);
    json_set_text(with_key, "key", str_text(&key));
    return template_add(out, "citation.bib", bibtex_template, with_key, add_escaped, err);
}

/* Appends the entries of the sources: Project CodeNet (if the data set is mined from it), the
 * thesis, and BugLab (if there are mutants). */
static int add_sources(struct str *out, const struct json *values, struct err *err)
{
    return template_add(out, "sources.bib", sources_template, values, add_escaped, err);
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
static struct json *paths_of(const struct edition *edition, const struct edition_config *config,
                             int split)
{
    struct json *paths = json_array();
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        if (file->split == split && edition_config_has(config, file))
            json_push_text(paths, file->path);
    }
    return paths;
}

/* Several configurations are a list under `configs`, the files of a split a list of paths, and one
 * configuration has `default: true` (the hub's manual configuration of datasets: docs/hub/
 * datasets-manual-configuration.md of huggingface/hub-docs at 242f4a1e, lines 36-60, 79-112). It
 * is called `default`, because the library `datasets` takes that name for the default, too, and
 * refuses two (MetadataConfigs.get_default_config_name()). A split without rows is not listed. */
static struct json *data_files_of(const struct edition *edition,
                                  const struct edition_config *config)
{
    struct json *files = json_array();
    for (int split = 0; split < N_PARTS; split++)
        if (edition_size(edition, config, split).n_files)
            json_push(files, json_make(J_TEXT("split", split_names[split]),
                                       J_VALUE("path", paths_of(edition, config, split))));
    return files;
}

static struct json *configs_of(const struct edition *edition)
{
    struct json *configs = json_array();
    for (size_t i = 0; i < edition->configs.n; i++) {
        const struct edition_config *config = &edition->configs.items[i];
        struct json *one = json_push_object(configs);
        json_set_text(one, "config_name", config->name);
        if (i == 0)
            json_set_bool(one, "default", true);
        json_set(one, "data_files", data_files_of(edition, config));
    }
    return configs;
}

static struct json *features_of(const struct export_feature *feature)
{
    static const char *const types[] = {
        [FEATURE_TEXT] = "string", [FEATURE_INT] = "int64", [FEATURE_BOOL] = "bool"};
    struct json *features = json_array();
    for (; feature->name; feature++) {
        struct json *one = json_push_object(features);
        json_set_text(one, "name", feature->name);
        if (feature->type == FEATURE_RECORDS)
            json_set(one, "list", features_of(feature->members));
        else if (feature->type == FEATURE_INTS)
            json_set_text(one, "sequence", "int64");
        else
            json_set_text(one, "dtype", types[feature->type]);
    }
    return features;
}

static struct json *info_of(const struct edition *edition, const struct edition_config *config)
{
    struct json *splits = json_array();
    struct edition_size all = edition_size(edition, config, -1);
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, edition->options);
    for (int split = 0; split < N_PARTS; split++) {
        struct edition_size size = edition_size(edition, config, split);
        if (!size.n_files)
            continue;
        json_push(splits, json_make(J_TEXT("name", split_names[split]),
                                    J_INT("num_bytes", size.n_uncompressed),
                                    J_INT("num_examples", size.n_rows)));
    }
    return json_make(J_TEXT("config_name", config->name),
                     J_VALUE("features", features_of(features)), J_VALUE("splits", splits),
                     J_INT("download_size", all.n_bytes),
                     J_INT("dataset_size", all.n_uncompressed));
}

static int add_front(struct str *out, struct json *values, const struct edition *edition,
                     struct err *err)
{
    scoped(json) *front = NULL;
    struct json *infos = json_array();
    for (size_t i = 0; i < edition->configs.n; i++)
        json_push(infos, info_of(edition, &edition->configs.items[i]));
    json_add(values,
             J_TEXT("size_category",
                    size_category(edition_size(edition, &edition->configs.items[0], -1).n_rows)),
             J_VALUE("configs", configs_of(edition)), J_VALUE("dataset_info", infos));
    if (description_fill_yaml(&front, &front_template, values, err) != 0)
        return ERR;
    json_to_yaml(out, front);
    return 0;
}

static void set_block(struct json *values, const char *name, const char *language,
                      const struct str *lines)
{
    scoped(str) block = {0};
    markdown_add_block(&block, language, str_text(lines));
    block.text[--block.length] = '\0';
    json_set_text(values, name, str_text(&block));
}

static int add_blocks(struct json *values, const struct edition *edition, struct err *err)
{
    scoped(str) lines = {0};
    json_each(line, edition->commands)
        str_print(&lines, "%s\n", json_text(line));
    set_block(values, "commands", "sh", &lines);
    str_clear(&lines);
    if (citation_add_bibtex(&lines, values, err) != 0)
        return ERR;
    str_add_text(&lines, "\n");
    if (add_sources(&lines, values, err) != 0)
        return ERR;
    set_block(values, "citations", "bibtex", &lines);
    return 0;
}

int card_make(struct card *out, const struct edition *edition, struct err *err)
{
    scoped(json) *values = NULL;
    if (description_make(&values, edition, err) != 0 ||
        add_front(&out->front, values, edition, err) != 0 ||
        add_blocks(values, edition, err) != 0 ||
        template_add(&out->text, "card.md", card_template, values, markdown_add_text, err) != 0)
        return ERR;
    return template_add(&out->uses, "card-uses.md", uses_template, values, markdown_add_text, err);
}

void card_release(struct card *card)
{
    str_release(&card->front);
    str_release(&card->text);
    str_release(&card->uses);
}
