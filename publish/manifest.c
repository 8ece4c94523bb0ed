/* See manifest.h. */
#include "publish/manifest.h"

#include "export/describe.h"
#include "publish/codenet_origin.h"

static struct json *tool_of(void)
{
    struct json *tool = json_object();
    json_set_text(tool, "name", "tokfix");
    json_set_text(tool, "version", TOKFIX_VERSION);
    return tool;
}

static struct json *names_of(const struct publication *publication)
{
    const struct publication_names *names = publication->names;
    struct json *object = json_object(), *creators = json_array();
    json_set_text(object, "name", names->name);
    json_set_text(object, "title", names->title);
    json_set_text(object, "version", names->version);
    json_set_text(object, "license", names->license->id);
    json_set_text(object, "license_url", names->license->url);
    json_set_text(object, "url", names->url);
    json_set_text(object, "date", publication->date);
    json_set_text(object, "source", publication->is_codenet ? source_name : NULL);
    for (size_t i = 0; i < names->n_creators; i++)
        json_push_text(creators, names->creators[i]);
    json_set(object, "creators", creators);
    return object;
}

static struct json *check_of(const struct publication *publication)
{
    const struct json *splits = json_get(publication->check, "splits");
    const struct json *benchmarks = json_get(publication->check, "benchmarks");
    struct json *object = json_object(), *against = json_array();
    json_set_bool(object, "clean", publication_is_clean(publication));
    json_set_bool(object, "forced", publication->is_forced);
    json_set_text(object, "closed_over", json_text(json_get(splits, "closed_over")));
    json_set_text(object, "preset", json_text(json_get(splits, "preset")));
    for (const struct json *one = json_first(benchmarks); one; one = json_next(one))
        json_push_text(against, json_text(json_get(one, "name")));
    json_set(object, "against", against);
    json_set(object, "report", json_copy(publication->check));
    return object;
}

static struct json *files_of(const struct publication *publication)
{
    struct json *files = json_array();
    for (size_t i = 0; i < publication->files.n; i++) {
        const struct publication_file *file = &publication->files.items[i];
        struct json *object = json_object();
        json_set_text(object, "path", file->path);
        json_set_text(object, "split", split_names[file->split]);
        json_set_int(object, "rows", file->n_rows);
        json_set_int(object, "correct_programs", file->n_clean);
        json_set_int(object, "bytes", file->n_bytes);
        json_set_int(object, "uncompressed_bytes", file->n_uncompressed);
        json_set_text(object, "sha256", file->sha256);
        json_push(files, object);
    }
    return files;
}

struct json *manifest_make(const struct publication *publication)
{
    struct json *manifest = json_object();
    json_set_int(manifest, "manifest_version", MANIFEST_VERSION);
    json_set(manifest, "tool", tool_of());
    json_set(manifest, "dataset", names_of(publication));
    json_set(manifest, "store", json_copy(publication->store));
    json_set(manifest, "export", export_describe(publication->options, publication->choice));
    json_set(manifest, "check", check_of(publication));
    if (publication->facts.duplicates)
        json_set(manifest, "duplicates", json_copy(publication->facts.duplicates));
    else
        json_set_text(manifest, "duplicates", NULL);
    json_set(manifest, "files", files_of(publication));
    json_set(manifest, "commands", json_copy(publication->commands));
    return manifest;
}
