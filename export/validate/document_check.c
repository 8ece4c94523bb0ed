/* The card, croissant.json and CITATION.cff are made again from the manifest, as publish makes
 * them, and compared with what is there: value by value, and the text of the card line by line.
 * Prose may be edited. */
#include "export/validate/dataset_folder.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/target.h"
#include "base/json_yaml.h"
#include "export/publish/documents.h"
#include "export/publish/manifest.h"
#include "export/validate/validation.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

static const char card_name[] = "README.md", advice[] = "put the published one back, or publish "
                                                        "again";

/* How much it matters that a part was changed. */
enum strictness {
    ALWAYS_STRICT,     /* the files and keys that readers go by: an error */
    STRICT_IN_VERSION, /* an error, unless another version of tokfix published the folder */
    EDITABLE,          /* a warning */
};

/* The members that are not editable. */
static const struct {
    const char *name;
    enum strictness strictness;
} parts[] = {{"configs", ALWAYS_STRICT},
             {"dataset_info", ALWAYS_STRICT},
             {"distribution", ALWAYS_STRICT},
             {"@context", STRICT_IN_VERSION},
             {"recordSet", STRICT_IN_VERSION}};

/* A document that is being compared. */
struct comparing {
    const struct document *document;
    const char *changed, *edited; /* the rules for an error and for a warning */
    bool is_of_form;              /* no member is editable */
    bool is_other_version;
    bool is_warning; /* of the current member */
    struct str path; /* of the current value: distribution[README.md].sha256 */
};

static enum strictness strictness_of(const struct comparing *comparing, const char *name)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].name, name) == 0)
            return parts[i].strictness;
    return comparing->is_of_form ? STRICT_IN_VERSION : EDITABLE;
}

static void differ(const struct comparing *comparing, const struct json *place, const char *what)
{
    document_find(comparing->document, place,
                  comparing->is_warning ? comparing->edited : comparing->changed, "%s %s",
                  str_text(&comparing->path), what);
}

/* Appends the text around a byte. */
static void add_shown(struct str *out, const struct str *text, size_t at)
{
    enum { MAX_SHOWN = 100, BEFORE = 20 };
    size_t start = at > BEFORE && text->length > MAX_SHOWN ? at - BEFORE : 0;
    str_print(out, "%s%.*s%s", start ? "..." : "", MAX_SHOWN, str_text(text) + start,
              text->length - start > MAX_SHOWN ? "..." : "");
}

/* Compares values as they are printed, because numbers that were read have another form than those
 * that were made. */
static void compare_printed(const struct comparing *comparing, const struct json *actual,
                            const struct json *expected)
{
    scoped(str) here = {0}, made = {0}, what = {0};
    size_t same = 0;
    json_print(&here, actual);
    json_print(&made, expected);
    while (same < here.length && same < made.length && here.text[same] == made.text[same])
        same++;
    if (same == here.length && same == made.length)
        return;
    str_add_text(&what, "is ");
    add_shown(&what, &here, same);
    str_add_text(&what, ", not ");
    add_shown(&what, &made, same);
    differ(comparing, actual, str_text(&what));
}

static void cut(struct str *text, size_t length)
{
    text->text[length] = '\0';
    text->length = length;
}

/* The name of an item of a list among its siblings; "" for none. */
static const char *name_of(const struct json *item)
{
    static const char *const keys[] = {"@id", "name", "config_name", "split", "family-names"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_text_at(item, keys[i]))
            return json_text_at(item, keys[i]);
    return "";
}

static void compare(struct comparing *comparing, const struct json *actual,
                    const struct json *expected);

static void compare_items(struct comparing *comparing, const struct json *actual,
                          const struct json *expected)
{
    const struct json *item = json_first(actual);
    size_t length = comparing->path.length;
    if (json_count(actual) != json_count(expected)) {
        scoped(str) what = {0};
        str_print(&what, "has %s, not %zu",
                  counted((int64_t)json_count(actual), "item", "items").text, json_count(expected));
        differ(comparing, actual, str_text(&what));
        return;
    }
    json_each(wanted, expected) {
        str_print(&comparing->path, "[%s]", name_of(wanted));
        compare(comparing, item, wanted);
        cut(&comparing->path, length);
        item = json_next(item);
    }
}

static bool is_prose(const char *name)
{
    return strcmp(name, "description") == 0;
}

static void compare_members(struct comparing *comparing, const struct json *actual,
                            const struct json *expected)
{
    size_t length = comparing->path.length, n_found = 0;
    bool was_warning = comparing->is_warning;
    json_each(wanted, expected) {
        const struct json *member = json_get(actual, json_name(wanted));
        n_found += member != NULL;
        str_print(&comparing->path, ".%s", json_name(wanted));
        comparing->is_warning = was_warning || (member && is_prose(json_name(wanted)));
        compare(comparing, member ? member : actual, member ? wanted : NULL);
        comparing->is_warning = was_warning;
        cut(&comparing->path, length);
    }
    if (json_count(actual) > n_found)
        differ(comparing, actual, "has a key too many");
}

/* Compares a value with what was made; a NULL `expected` means that the value is missing, and
 * `actual` is its place. */
static void compare(struct comparing *comparing, const struct json *actual,
                    const struct json *expected)
{
    bool is_nested = json_kind(expected) == JSON_ARRAY || json_kind(expected) == JSON_OBJECT;
    if (!expected)
        differ(comparing, actual, "is missing");
    else if (is_nested && json_kind(actual) == json_kind(expected))
        (json_is_array(expected) ? compare_items : compare_members)(comparing, actual, expected);
    else
        compare_printed(comparing, actual, expected);
}

/* Compares the members that were made. A member that is missing is never a mere edit. */
static void compare_document(struct comparing *comparing, const struct json *made)
{
    const struct json *value = comparing->document->value;
    json_each(wanted, made) {
        const struct json *member = json_get(value, json_name(wanted));
        bool is_missing = json_kind(member) == JSON_NULL;
        enum strictness strictness = strictness_of(comparing, json_name(wanted));
        comparing->is_warning = (strictness == EDITABLE && !is_missing) ||
                                (strictness != ALWAYS_STRICT && comparing->is_other_version);
        str_clear(&comparing->path);
        str_add_text(&comparing->path, json_name(wanted));
        compare(comparing, is_missing ? document_place(value, json_name(wanted)) : member,
                is_missing ? NULL : wanted);
    }
    str_release(&comparing->path);
}

/* Sets the size and the digest of a document, as they are, or, for a card and a file that is
 * missing, as croissant.json has them: the card may be edited. */
static void take_other(struct edition_file *other, struct dataset_folder *folder)
{
    const struct json *distribution = json_get(folder->croissant.value, "distribution");
    const struct json *entry = json_find(distribution, "contentUrl", other->path);
    const char *size = json_text_at(entry, "contentSize"), *sha256 = json_text_at(entry, "sha256");
    bool is_card = strcmp(other->path, card_name) == 0;
    uint64_t n_bytes = 0;
    /* a missing or unreadable document is a finding already */
    bool is_there =
        dataset_folder_has(folder, other->path, NULL) &&
        sha256_file(dataset_folder_path(folder, other->path), other->sha256, &n_bytes, NULL) == 0;
    other->n_bytes = (int64_t)n_bytes;
    if (is_card && is_there && sha256 && strcmp(sha256, other->sha256) != 0) {
        scoped(str) word = {0};
        shell_add_path(&word, folder->path);
        validation_find(folder->validation, dataset_folder_path(folder, card_name), 1,
                        "edited_card",
                        "edited since croissant.json was written; to update its size and SHA-256 "
                        "there: tokfix validate %s --refresh-card",
                        str_text(&word));
    }
    if ((is_card || !is_there) && size && sha256 && strlen(sha256) < sizeof other->sha256) {
        sscanf(size, "%" SCNd64 " B", &other->n_bytes);
        snprintf(other->sha256, sizeof other->sha256, "%s", sha256);
    }
}

/* The lines of a text, one after the other. */
static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static bool is_same_line(const char *a, const char *b)
{
    size_t length = line_length(a);
    return length == line_length(b) && memcmp(a, b, length) == 0 && !a[length] == !b[length];
}

/* Compares the lines of `made` with those of the card from `*at` on, up to the first that differs.
 * `*at` moves past the lines that are the same. Returns whether all are. */
static bool compare_lines(struct dataset_folder *folder, const char **at, const char *made)
{
    const char *text = str_text(&folder->card.text);
    uint64_t number = 1;
    while (*made && is_same_line(*at, made)) {
        *at += line_length(*at) + (made[line_length(made)] != '\0');
        made += line_length(made) + (made[line_length(made)] != '\0');
    }
    if (!*made)
        return true;
    for (const char *c = text; c < *at; c++)
        number += *c == '\n';
    scoped(str) here = {0}, wanted = {0}, what = {0};
    str_add(&here, *at, line_length(*at));
    str_add(&wanted, made, line_length(made));
    size_t same = 0;
    while (same < here.length && same < wanted.length && here.text[same] == wanted.text[same])
        same++;
    str_add_text(&what, "is '");
    add_shown(&what, &here, same);
    str_add_text(&what, "', not '");
    add_shown(&what, &wanted, same);
    validation_find(folder->validation, folder->card.path, number, "edited_card", "%s'",
                    str_text(&what));
    return false;
}

/* Compares the text of the card. Between its two parts is the section of the user. */
static void compare_text(struct dataset_folder *folder, const struct card *card)
{
    const char *text = str_text(&folder->card.text), *at = strstr(text, "\n---\n");
    if (!at) /* a finding already */
        return;
    at += strlen("\n---\n");
    if (!compare_lines(folder, &at, str_text(&card->text)))
        return;
    scoped(str) heading = {0};
    const char *uses = str_text(&card->uses), *start = uses + strspn(uses, "\n");
    str_add(&heading, uses, (size_t)(start - uses) + line_length(start) + 1);
    /* the last one: the section of the user may have such a heading, too */
    for (const char *next = at; (next = strstr(next, str_text(&heading))); next++)
        at = next;
    compare_lines(folder, &at, uses);
}

static bool is_other_version(struct dataset_folder *folder)
{
    const struct json *tool = json_get(folder->manifest.value, "tool");
    const char *version = json_text_at(tool, "version");
    if (version && strcmp(version, TOKFIX_VERSION) == 0)
        return false;
    validation_note(
        folder->validation,
        "%s was published by tokfix %s, and this is %s; where the text of its documents "
        "differs is a warning",
        folder->path, version ? version : "of an unknown version", TOKFIX_VERSION);
    return true;
}

/* Makes the documents again and compares them. A document that cannot be made has a template with a
 * mistake, which a test finds. */
static int compare_documents(struct dataset_folder *folder, const struct edition *edition,
                             bool is_other_version, struct err *err)
{
    scoped(card) card = {0};
    scoped(json) *front = NULL, *citation = NULL, *croissant = NULL;
    if (card_make(&card, edition, err) != 0 ||
        json_from_yaml(&front, card.front.text, card.front.length, err) != 0 ||
        citation_make(&citation, edition, err) != 0 ||
        croissant_make(&croissant, edition, err) != 0)
        return ERR;
    struct comparing documents[] = {
        {.document = &folder->card, .changed = "card_changed", .edited = "edited_card"},
        {.document = &folder->citation,
         .changed = "citation_changed",
         .edited = "edited_citation",
         .is_of_form = true},
        {.document = &folder->croissant,
         .changed = "croissant_changed",
         .edited = "edited_croissant"},
    };
    const struct json *const made[] = {front, citation, croissant};
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        documents[i].is_other_version = is_other_version;
        if (documents[i].document->value)
            compare_document(&documents[i], made[i]);
    }
    if (folder->card.value && !is_other_version)
        compare_text(folder, &card);
    return 0;
}

void manifest_compare_documents(struct dataset_folder *folder)
{
    scoped(restored_edition) restored = {0};
    struct edition *edition = &restored.edition;
    const struct json *manifest = folder->manifest.value;
    struct err err;
    if (json_int(json_get(manifest, "manifest_version"), 0) < MANIFEST_VERSION) {
        validation_note(folder->validation,
                        "the manifest of %s has an older version, so the card, the citation and "
                        "croissant.json are not compared with it",
                        folder->path);
        return;
    }
    if (edition_restore(&restored, manifest, folder->validation->format, &err) != 0) {
        document_find(&folder->manifest, NULL, "manifest_dataset",
                      "%s, so the card, the citation and croissant.json cannot be made again; %s",
                      err.message, advice);
        return;
    }
    documents_list_others(edition);
    for (size_t i = 0; i < edition->n_others; i++)
        take_other(&edition->others[i], folder);
    if (compare_documents(folder, edition, is_other_version(folder), &err) != 0)
        validation_note(folder->validation, "%s", err.message);
}

/* Sets the size and the digest in the entries of the card. Returns how many there are. */
static size_t refresh_entries(struct json *description, const char *size, const char *sha256)
{
    size_t n_found = 0, n = json_count(json_get(description, "distribution"));
    for (size_t i = 0; i < n; i++) {
        struct json *entry = json_own_item(description, "distribution", i);
        const char *url = json_text_at(entry, "contentUrl");
        if (!url || strcmp(url, card_name) != 0)
            continue;
        json_replace(entry, "contentSize", json_text_value(size));
        json_replace(entry, "sha256", json_text_value(sha256));
        n_found++;
    }
    return n_found;
}

/* A pipe or a device may never end. */
static int refuse_other(const char *path, struct err *err)
{
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))
        return 0;
    return err_set(err, "'%s' is not a regular file", path);
}

static int write_whole(const char *path, const struct str *text, struct err *err)
{
    scoped(target) target = {0};
    if (target_open(&target, path, true, err) != 0 ||
        file_write(target.partial_path, str_text(text), text->length, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

int validate_refresh_card(const char *folder, struct err *err)
{
    scoped(str) card = {0}, path = {0}, text = {0};
    scoped(json) *description = NULL;
    char sha256[SHA256_HEX_SIZE], size[32];
    uint64_t n_bytes;
    str_print(&card, "%s/%s", folder, card_name);
    str_print(&path, "%s/croissant.json", folder);
    if (refuse_other(str_text(&card), err) != 0 || refuse_other(str_text(&path), err) != 0 ||
        sha256_file(str_text(&card), sha256, &n_bytes, err) != 0 ||
        file_read(&text, str_text(&path), err) != 0 ||
        json_parse(&description, str_text(&text), text.length, err) != 0)
        return ERR;
    snprintf(size, sizeof size, "%" PRIu64 " B", n_bytes);
    if (!refresh_entries(description, size, sha256))
        return err_set(err, "'%s' does not describe %s", str_text(&path), card_name);
    str_clear(&text);
    json_print_pretty(&text, description);
    return write_whole(str_text(&path), &text, err);
}
