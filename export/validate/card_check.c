/* Features in the spellings of Hugging Face: `dtype`, and for lists `list` or `sequence`, with a
 * dtype or with members under it. */
#include "export/validate/published.h"

#include "languages/language.h"
#include "export/validate/row_formats.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <string.h>

/* The names of a scalar's type. */
static const char *const dtypes[][2] = {[FEATURE_TEXT] = {"string", "large_string"},
                                        [FEATURE_INT] = {"int64", "int32"},
                                        [FEATURE_BOOL] = {"bool", "bool"}};

static bool is_scalar(const char *dtype, enum feature_type type)
{
    return dtype && (strcmp(dtype, dtypes[type][0]) == 0 || strcmp(dtype, dtypes[type][1]) == 0);
}

/* The content of a list: a dtype, or members. */
static const struct json *inner_of(const struct json *entry)
{
    const struct json *list = json_get(entry, "list");
    return list ? list : json_get(entry, "sequence");
}

static bool is_ints(const struct json *inner)
{
    const char *dtype = json_text(inner) ? json_text(inner) : json_text_at(inner, "dtype");
    return is_scalar(dtype, FEATURE_INT);
}

static const struct json *members_of(const struct json *inner)
{
    const struct json *members = json_get(inner, "struct");
    return members ? members : inner;
}

static bool has_type(const struct json *entry, const struct export_feature *feature)
{
    const struct json *inner = inner_of(entry);
    if (feature->type == FEATURE_INTS)
        return is_ints(inner);
    if (feature->type == FEATURE_RECORDS)
        return json_kind(members_of(inner)) == JSON_ARRAY;
    return is_scalar(json_text_at(entry, "dtype"), feature->type);
}

/* Checks the features: a list of them, as in `dataset_info`. */
static void check_features(const struct document *card, const struct json *list,
                           const struct export_feature *features)
{
    size_t n = 0;
    for (const struct export_feature *feature = features; feature->name; feature++, n++) {
        const struct json *entry = json_find(list, "name", feature->name);
        if (!entry)
            document_find(card, list, "card_features", "'%s' is not among the features",
                          feature->name);
        else if (!has_type(entry, feature))
            document_find(card, entry, "card_features", "'%s' has another type in the rows",
                          feature->name);
        else if (feature->type == FEATURE_RECORDS)
            check_features(card, members_of(inner_of(entry)), feature->members);
    }
    if (json_count(list) > n)
        document_find(card, list, "card_features", "%zu %s, but the rows have %zu %s",
                      json_count(list), plural((double)json_count(list), "feature", "features"), n,
                      plural((double)n, "key", "keys"));
}

static void add_use(struct published *published, const char *split, const char *name,
                    const struct json *place)
{
    array_push(&published->uses, (struct card_use){published->configs.n - 1, split,
                                                   arena_text(&published->arena, name), place});
}

/* A finding about a file follows from the finding that the file is missing or changed, if there is
 * one. */
static void follow_change(struct published *published, size_t found, const char *name)
{
    const struct changed_file *changed = published_changed(published, name);
    findings_follow(&published->validation->findings, found, changed ? changed->cause : 0);
}

/* Takes a path, or a pattern of paths. */
static void take_path(struct published *published, const char *split, const struct json *place)
{
    const struct document *card = &published->card;
    const char *path = json_text(place);
    struct err err;
    size_t n_before = published->uses.n;
    if (!path) {
        document_find(card, place, "card_data_files", "a path is not a string");
        return;
    }
    if (!strpbrk(path, "*?[")) {
        if (published_has(published, path, NULL, &err))
            add_use(published, split, path, place);
        else
            follow_change(published,
                          document_find(card, place, "card_data_files", "%s", err.message), path);
        return;
    }
    int flags = strstr(path, "**") ? 0 : FNM_PATHNAME;
    for (size_t i = 0; i < published->names.n; i++)
        if (fnmatch(path, published->names.items[i], flags) == 0 &&
            published_has(published, published->names.items[i], NULL, &err))
            add_use(published, split, published->names.items[i], place);
    if (published->uses.n == n_before)
        document_find(card, place, "card_data_files", "no file matches '%s'", path);
}

/* Takes the value of an object's key: one path, or a list of paths. */
static void take_paths(struct published *published, const char *split, const struct json *object,
                       const char *key)
{
    const struct json *paths = json_get(object, key);
    if (!paths)
        document_find(&published->card, object, "card_data_files", "%s is missing", key);
    else if (!json_is_array(paths))
        take_path(published, split, paths);
    else
        json_each(path, paths)
            take_path(published, split, path);
}

/* Takes the value of `data_files`: splits with their paths, or paths alone, which are `train`. */
static void take_data_files(struct published *published, const struct json *config)
{
    const struct json *files = json_get(config, "data_files");
    if (!json_is_array(files) || json_kind(json_first(files)) != JSON_OBJECT) {
        take_paths(published, "train", config, "data_files");
        return;
    }
    json_each(entry, files) {
        const char *split = json_text_at(entry, "split");
        take_paths(published, split ? split : "train", entry, "path");
    }
}

void card_begin(struct published *published)
{
    static const char *const keys[] = {"license", "configs", "dataset_info"};
    const struct json *front = published->card.value, *configs = json_get(front, "configs");
    for (size_t i = 0; i < sizeof keys / sizeof *keys && published->manifest.is_there; i++)
        if (!json_get(front, keys[i]))
            document_find(&published->card, front, "card_key", "%s is missing", keys[i]);
    json_each(config, configs) {
        const char *name = json_text_at(config, "config_name");
        array_push(&published->configs,
                   (struct card_config){name ? name : "default", published->uses.n});
        take_data_files(published, config);
    }
}

void card_add_files(struct published *published)
{
    for (size_t i = 0; i < published->uses.n; i++) {
        const struct card_use *use = &published->uses.items[i];
        if (!row_format_detect_rows(use->name, true))
            validation_note(published->validation,
                            "%s is neither JSON lines nor Parquet, and is not checked",
                            published_path(published, use->name));
        else if (!published_file(published, use->name))
            validation_add_file(published->validation, published_path(published, use->name),
                                use->name, use->split);
    }
}

static int compare_uses(const void *a, const void *b)
{
    const struct card_use *x = *(const struct card_use *const *)a;
    const struct card_use *y = *(const struct card_use *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : COMPARE(x, y);
}

/* A file of the folder, with the `n` uses of it, which are in the order of the configurations. */
static void check_file(struct published *published, const char *name,
                       const struct card_use *const *uses, size_t n)
{
    const struct document *readme = &published->card;
    const struct data_file *file = published_file(published, name);
    const struct card_use *last = n ? uses[n - 1] : NULL;
    for (size_t start = 0, end; start < n; start = end) {
        for (end = start + 1; end < n && uses[end]->config == uses[start]->config;)
            end++;
        if (end - start > 1)
            document_find(readme, uses[end - 1]->place, "card_data_files",
                          "'%s' is named %zu times", name, end - start);
    }
    if (!n && strncmp(name, "data/", 5) == 0)
        follow_change(published,
                      document_find(readme, json_get(readme->value, "configs"), "card_data_files",
                                    "'%s' is not in a split", name),
                      name);
    if (published->manifest.is_there && file && last && strcmp(last->split, file->split) != 0)
        document_find(readme, last->place, "card_data_files",
                      "'%s' is in %s, but in %s by the manifest", name, last->split, file->split);
}

/* Goes through the sorted names of the folder and of the uses. A use may name a file that is not
 * among the names of the folder, such as a hidden one. */
static void check_cover(struct published *published)
{
    size_t n = published->uses.n, start = 0, end;
    scoped_memory const struct card_use **uses = mem_alloc(n, sizeof *uses);
    for (size_t i = 0; i < n; i++)
        uses[i] = &published->uses.items[i];
    qsort(uses, n, sizeof *uses, compare_uses);
    for (size_t i = 0; i < published->names.n; i++) {
        const char *name = published->names.items[i];
        while (start < n && strcmp(uses[start]->name, name) < 0)
            start++;
        for (end = start; end < n && strcmp(uses[end]->name, name) == 0;)
            end++;
        check_file(published, name, uses + start, end - start);
        start = end;
    }
}

/* The sums over the files of a configuration. */
struct sums {
    struct table splits;
    ARRAY(struct data_file) of; /* of each split, by its number */
    struct data_file all;
    bool lack_files; /* a card of others may name files that are not JSON lines and were not read */
};

static void sums_release(struct sums *sums)
{
    table_release(&sums->splits);
    array_release(&sums->of);
}
SCOPED_VALUE(sums, sums_release)

static void add_to(struct data_file *sum, const struct data_file *file)
{
    sum->n_rows += file->n_rows;
    sum->n_bytes += file->n_bytes;
    sum->n_content_bytes += file->n_content_bytes;
    sum->is_unread |= file->is_unread;
}

static void sum_files(struct sums *sums, const struct published *published, size_t config)
{
    for (size_t i = published->configs.items[config].first_use; i < published->uses.n; i++) {
        const struct card_use *use = &published->uses.items[i];
        const struct data_file *file = published_file(published, use->name);
        size_t number = (size_t)table_number(&sums->splits, use->split);
        if (use->config != config)
            break;
        if (number == sums->of.n)
            array_push(&sums->of, (struct data_file){0});
        if (file) {
            add_to(&sums->of.items[number], file);
            add_to(&sums->all, file);
        }
        sums->lack_files |= !file;
    }
}

/* The sums in the card, each with the key of the number in an entry of the manifest. */
static const struct card_sum {
    const char *key, *rule, *part;
} num_examples = {"num_examples", "card_num_examples", "rows"},
  num_bytes = {"num_bytes", "card_num_bytes", "uncompressed_bytes"},
  download_size = {"download_size", "card_download_size", "bytes"},
  dataset_size = {"dataset_size", "card_dataset_size", "uncompressed_bytes"};

/* Compares a sum over the files of a split (NULL: of all splits) with the expected one. */
static void check_sum(struct published *published, const struct json *object,
                      const struct card_sum *sum, const char *split, uint64_t expected)
{
    int64_t number = json_int(json_get(object, sum->key), -1);
    const char *what =
        split ? arena_print(&published->arena, "%s of %s", sum->key, split) : sum->key;
    size_t found =
        document_check_number(&published->card, object, sum->key, sum->rule, what, expected);
    if (found)
        findings_follow(&published->validation->findings, found,
                        manifest_sum_cause(published, split, sum->part, number));
}

/* In a card of tokfix, the numbers of bytes are those of the files. In other cards, they are those
 * of Arrow tables. */
static void check_info(struct published *published, const struct json *info,
                       const struct sums *sums)
{
    const struct validation *validation = published->validation;
    const struct export_format *format = validation->format;
    bool is_ours = published->manifest.is_there;
    json_each(split, json_get(info, "splits")) {
        const char *name = json_text_at(split, "name");
        name = name ? name : "";
        int64_t number = table_find(&sums->splits, name);
        struct data_file files =
            number == TABLE_NONE ? (struct data_file){0} : sums->of.items[number];
        if (files.is_unread)
            continue;
        check_sum(published, split, &num_examples, name, files.n_rows);
        if (is_ours)
            check_sum(published, split, &num_bytes, name, files.n_content_bytes);
    }
    if (is_ours)
        check_sum(published, info, &download_size, NULL, sums->all.n_bytes);
    if (is_ours && !sums->all.is_unread)
        check_sum(published, info, &dataset_size, NULL, sums->all.n_content_bytes);
    if (!format || !format->features || (!is_ours && format->has_own_rules))
        return;
    if (json_is_array(json_get(info, "features")))
        check_features(&published->card, json_get(info, "features"), validation->features);
    else if (is_ours)
        document_find(&published->card, document_place(info, "features"), "card_features",
                      "dataset_info has no features");
}

/* `dataset_info` is one object, or an object for each configuration. */
static const struct json *info_of(const struct published *published, const struct json *infos,
                                  size_t config)
{
    const struct json *only = json_kind(infos) == JSON_OBJECT ? infos
                              : json_count(infos) == 1        ? json_first(infos)
                                                              : NULL;
    const char *name = json_text_at(only, "config_name");
    const char *wanted = published->configs.items[config].name;
    if (only && published->configs.n == 1 && (!name || strcmp(name, wanted) == 0))
        return only;
    return json_find(json_is_array(infos) ? infos : NULL, "config_name", wanted);
}

/* Compares the table of languages, if the card has one, with the rows. It is in the text, not in
 * the front matter: the publisher writes it, and people read it. */
static void check_languages(struct published *published)
{
    static const char heading[] = "Published rows, by programming language.\n";
    const struct validation *validation = published->validation;
    const char *text = str_text(&published->card.text), *table = strstr(text, heading);
    uint64_t line = 1;
    if (!table || !published->manifest.is_there)
        return;
    for (const char *at = text; at < table; at++)
        line += *at == '\n';
    const char *end = strstr(table, "\n\nPublished rows");
    size_t length = end ? (size_t)(end - table) : strlen(table);
    for (size_t i = 0; i < validation->languages.keys.n; i++) {
        const char *name = validation->languages.keys.items[i];
        const struct language *language = language_find(name);
        uint64_t n_rows = validation_count(validation, name, NULL);
        if (!language)
            continue; /* a finding of the row */
        const char *row = arena_print(&published->arena, "\n| %s | %" PRIu64 " | ",
                                      language->codenet_name, n_rows);
        if (memmem(table, length, row, strlen(row)))
            continue;
        size_t found =
            validation_find(published->validation, published->card.path, line, "card_languages",
                            "%" PRIu64 " %s in %s, but the table has another number", n_rows,
                            plural((double)n_rows, "row is", "rows are"), language->codenet_name);
        if (published->changed.n)
            findings_follow(&published->validation->findings, found,
                            published->changed.items[0].cause);
    }
}

void card_check(struct published *published)
{
    const struct document *readme = &published->card;
    const struct json *infos = json_get(readme->value, "dataset_info");
    if (published->configs.n)
        check_cover(published);
    check_languages(published);
    for (size_t config = 0; config < published->configs.n; config++) {
        const struct json *info = info_of(published, infos, config);
        scoped(sums) sums = {0};
        sum_files(&sums, published, config);
        if (info && !published->manifest.is_there && sums.lack_files)
            continue;
        if (info)
            check_info(published, info, &sums);
        else if (published->manifest.is_there)
            document_find(readme, document_place(readme->value, "dataset_info"), "card_key",
                          "dataset_info lacks the configuration '%s'",
                          published->configs.items[config].name);
    }
}
