/* Data files are written first, because the documents describe them. */
#include "export/publish/edition.h"

#include "base/file.h"
#include "base/json_yaml.h"
#include "export/publish/contents.h"
#include "export/publish/documents.h"
#include "export/publish/manifest.h"

#include <string.h>

/* Writes a file that is not data, and records it in `edition`. */
static int write_text(struct edition *edition, const char *folder, const struct edition_file *kind,
                      const struct str *text, struct err *err)
{
    struct edition_file *other = &edition->others[edition->n_others++];
    scoped(str) path = {0};
    str_print(&path, "%s/%s", folder, kind->path);
    *other = *kind;
    other->n_bytes = (int64_t)text->length;
    sha256_hex(str_text(text), text->length, other->sha256);
    return file_write(str_text(&path), str_text(text), text->length, err);
}

/* The user's section has a line end after it. */
static int add_card(struct str *out, const struct edition *edition, struct err *err)
{
    scoped(card) card = {0};
    const struct str *extra = edition->card_extra;
    if (card_make(&card, edition, err) != 0)
        return ERR;
    str_print(out, "---\n%s---\n%s", str_text(&card.front), str_text(&card.text));
    if (extra && extra->length) {
        str_add_text(out, "\n");
        str_add(out, extra->text, extra->length);
        str_add_text(out, extra->text[extra->length - 1] == '\n' ? "" : "\n");
    }
    str_add_text(out, str_text(&card.uses));
    return 0;
}

static int add_manifest(struct str *out, const struct edition *edition, struct err *err)
{
    scoped(json) *manifest = manifest_make(edition);
    (void)err;
    json_print_pretty(out, manifest);
    return 0;
}

static int add_citation(struct str *out, const struct edition *edition, struct err *err)
{
    scoped(json) *citation = NULL;
    if (citation_make(&citation, edition, err) != 0)
        return ERR;
    json_to_yaml(out, citation);
    return 0;
}

static int add_croissant(struct str *out, const struct edition *edition, struct err *err)
{
    scoped(json) *croissant = NULL;
    if (croissant_make(&croissant, edition, err) != 0)
        return ERR;
    json_print_pretty(out, croissant);
    return 0;
}

/* What `sha256sum -c` reads. People edit the card and the citation, so they are not in it. */
static int add_sums(struct str *out, const struct edition *edition, struct err *err)
{
    (void)err;
    for (size_t i = 0; i < edition->files.n; i++)
        str_print(out, "%s  %s\n", edition->files.items[i].sha256, edition->files.items[i].path);
    for (size_t i = 0; i < edition->n_others; i++)
        if (!edition->others[i].is_edited)
            str_print(out, "%s  %s\n", edition->others[i].sha256, edition->others[i].path);
    return 0;
}

/* In this order, because the last ones describe the others. */
static const struct {
    struct edition_file kind;
    int (*add)(struct str *out, const struct edition *edition, struct err *err);
} others[] = {
    {{.path = contents_card, .is_edited = true}, add_card},
    {{.path = contents_citation, .is_edited = true}, add_citation},
    {{.path = contents_manifest, .media_type = "application/json"}, add_manifest},
    {{.path = contents_croissant}, add_croissant},
    {{.path = contents_sums}, add_sums},
};

static int write_others(struct edition *edition, const char *folder, struct err *err)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        scoped(str) text = {0};
        if (others[i].add(&text, edition, err) != 0 ||
            write_text(edition, folder, &others[i].kind, &text, err) != 0)
            return ERR;
    }
    return 0;
}

/* Adds what the counts of rows do not say: the funnel and the grammars of mining, and the fixes
 * that were left out. */
static void add_mining(struct edition *edition)
{
    const struct json *funnel = json_get(edition->stats, "funnel");
    struct json *grammars = json_array();
    json_each(one, json_get(edition->stats, "languages"))
        json_push(grammars,
                  json_make(J_TEXT("language", json_text_at(one, "language")),
                            J_TEXT("grammar", json_text_at(one, "grammar")),
                            J_TEXT("grammar_version", json_text_at(one, "grammar_version"))));
    json_add(edition->facts, J_VALUE("grammars", grammars),
             J_VALUE("funnel", funnel ? json_copy(funnel) : NULL));
    facts_add_left_out(edition->facts, &edition->account, &edition->left_out);
}

/* Pairs may have no date. */
static void set_date(struct edition *edition)
{
    const struct json *last = json_get(json_get(edition->facts, "numbers"), "last_date");
    if (edition->names->date)
        snprintf(edition->date, sizeof edition->date, "%s", edition->names->date);
    else if (json_kind(last) == JSON_NUMBER)
        date_text(edition->date, json_int(last, 0));
}

static int fill(struct edition *edition, struct db *db, const struct publish_request *request,
                const char *folder, struct err *err)
{
    if (edition_write_data(edition, db, request, folder, err) != 0)
        return ERR;
    add_mining(edition);
    set_date(edition);
    edition->commands = recipe_make(edition->store, request->line);
    return write_others(edition, folder, err);
}

int publish_write(struct edition *edition, struct db *db, const struct publish_request *request,
                  struct err *err)
{
    scoped(target) target = {0};
    if (target_open_folder(&target, request->folder, &contents_rules, request->is_replacing, err) !=
            0 ||
        fill(edition, db, request, target.partial_path, err) != 0)
        return ERR;
    return target_commit(&target, err);
}
