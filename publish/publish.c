/* See publish.h. */
#include "publish/publish.h"

#include "base/file.h"
#include "publish/card.h"
#include "publish/citation.h"
#include "publish/contents.h"
#include "publish/croissant.h"
#include "publish/data.h"
#include "publish/manifest.h"

#include <stdlib.h>
#include <sys/stat.h>

/* Writes a file beside the data, and notes it. */
static int write_text(struct publication *publication, const char *folder,
                      const struct publication_other *kind, const struct str *text, struct err *err)
{
    struct publication_other *other = &publication->others[publication->n_others++];
    scoped(str) path = {0};
    str_print(&path, "%s/%s", folder, kind->name);
    *other = *kind;
    other->n_bytes = (int64_t)text->length;
    sha256_hex(str_text(text), text->length, other->sha256);
    return file_write(str_text(&path), str_text(text), text->length, err);
}

static void add_json(struct str *out, const struct json *value)
{
    scoped_memory char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    if (!stream)
        mem_exhausted();
    json_write_pretty(value, stream);
    if (ferror(stream) || fclose(stream) != 0)
        mem_exhausted();
    str_add(out, bytes, length);
}

static int add_manifest(struct str *out, const struct publication *publication, struct err *err)
{
    scoped(json) *manifest = manifest_make(publication);
    (void)err;
    add_json(out, manifest);
    return 0;
}

static int add_croissant(struct str *out, const struct publication *publication, struct err *err)
{
    scoped(json) *croissant = NULL;
    if (croissant_make(&croissant, publication, err) != 0)
        return ERR;
    add_json(out, croissant);
    return 0;
}

/* In this order: the last tells of the others. */
static const struct {
    struct publication_other kind;
    int (*add)(struct str *out, const struct publication *publication, struct err *err);
} others[] = {
    {{.name = contents_card, .media_type = "text/markdown"}, card_add},
    {{.name = contents_citation, .media_type = "application/yaml"}, citation_add_cff},
    {{.name = contents_manifest, .media_type = "application/json"}, add_manifest},
    {{.name = contents_croissant, .media_type = "application/ld+json"}, add_croissant},
};

static int write_others(struct publication *publication, const char *folder, struct err *err)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        scoped(str) text = {0};
        if (others[i].add(&text, publication, err) != 0 ||
            write_text(publication, folder, &others[i].kind, &text, err) != 0)
            return ERR;
    }
    return 0;
}

static void set_date(struct publication *publication)
{
    if (publication->names->date)
        snprintf(publication->date, sizeof publication->date, "%s", publication->names->date);
    else
        date_text(publication->date, publication->facts.last_date);
}

static int fill(struct publication *publication, struct db *db,
                const struct publish_request *request, const char *folder, struct err *err)
{
    scoped(fix_selection) selection = {0};
    if (provenance_collect(&publication->store, db, err) != 0 ||
        fix_select(&selection, db, publication->choice, err) != 0)
        return ERR;
    publication->account = selection.account;
    if (data_write(publication, db, &selection, folder, request->n_shards, err) != 0)
        return ERR;
    set_date(publication);
    publication->commands = recipe_make(publication->store, request->publish_options);
    return write_others(publication, folder, err);
}

static int make_data(const char *folder, struct err *err)
{
    scoped(str) path = {0};
    str_print(&path, "%s/%s", folder, contents_data);
    if (mkdir(str_text(&path), 0777) != 0)
        return err_set_errno(err, "cannot make the folder '%s'", str_text(&path));
    return 0;
}

int publish_write(struct publication *publication, struct db *db,
                  const struct publish_request *request, struct err *err)
{
    scoped(target) target = {0};
    if (target_open_folder(&target, request->folder, &contents_rules, request->is_replacing, err) !=
            0 ||
        make_data(target.partial_path, err) != 0 ||
        fill(publication, db, request, target.partial_path, err) != 0)
        return ERR;
    return target_commit(&target, err);
}
