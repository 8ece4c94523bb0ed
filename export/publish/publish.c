/* Data files are written first, because the documents describe them. Their rows are counted from
 * the database. */
#include "export/publish/edition.h"

#include "base/file.h"
#include "base/json_yaml.h"
#include "export/split_files.h"
#include "export/publish/contents.h"
#include "export/publish/documents.h"
#include "export/publish/manifest.h"
#include "fixes/fix_reader.h"
#include "languages/language.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct writing {
    struct edition *edition;
    struct db *db;
    const char *folder;
    size_t n_shards;
    const struct language *language; /* NULL: of all rows */
    const char *place;               /* of its files in the folder: data or data/java */
    int split;
    ARRAY(struct fix_item) written; /* of all splits so far */
};

static void release_writing(struct writing *writing)
{
    array_release(&writing->written);
}
SCOPED_VALUE(writing, release_writing)

static void note_item(void *context, const struct fix_item *item)
{
    struct writing *writing = context;
    array_push(&writing->written, *item);
}

static size_t shards_for(const struct writing *writing, size_t n)
{
    size_t wanted = writing->n_shards ? writing->n_shards
                                      : (n + PUBLISH_ROWS_PER_SHARD - 1) / PUBLISH_ROWS_PER_SHARD;
    return wanted < n ? wanted : n;
}

/* Writes a split. Adds the items that the format can express to `written`. */
static int write_items(struct writing *writing, const struct fix_item *items, size_t n,
                       struct export_counts *counts, struct output_files *files, struct err *err)
{
    struct export_options options = *writing->edition->options;
    scoped(str) path = {0};
    scoped(output) *output = NULL;
    size_t n_shards = shards_for(writing, n);
    str_print(&path, "%s/%s/%s%s", writing->folder, writing->place, split_names[writing->split],
              edition_extension(writing->edition));
    struct export_feature features[EXPORT_MAX_FEATURES];
    export_options_features(features, &options);
    struct output_plan plan = {.path = str_text(&path),
                               .format = options.format,
                               .n_shards = n_shards,
                               .features = features};
    options.on_row = note_item;
    options.row_context = writing;
    if (output_open(&output, &plan, err) != 0)
        return ERR;
    struct export_job job = {
        items, n, &options, output, n_shards, counts, &writing->edition->account};
    if (export_write(writing->db, &job, err) != 0)
        return ERR;
    return output_commit(&output, files, err);
}

static bool has_empty_file(const struct output_files *files)
{
    for (size_t i = 0; i < files->list.n; i++)
        if (files->list.items[i].n_rows == 0)
            return true;
    return false;
}

static void remove_files(struct output_files *files)
{
    for (size_t i = 0; i < files->list.n; i++)
        unlink(files->list.items[i].path);
    output_files_release(files);
}

/* Rows that the format cannot express may leave a file empty, or too few rows for the number of
 * files. The split is then written again, from the other rows only. */
static int write_split(struct writing *writing, const struct fix_item *items, size_t n,
                       struct output_files *files, struct err *err)
{
    scoped(export_counts) again = {0};
    size_t n_before = writing->written.n;
    int status = write_items(writing, items, n, &writing->edition->left_out, files, err);
    size_t n_left = writing->written.n - n_before;
    bool is_good = shards_for(writing, n) == shards_for(writing, n_left);
    if (status != 0 || (is_good && !has_empty_file(files)))
        return status;
    remove_files(files);
    if (!n_left)
        return 0;
    scoped_memory struct fix_item *left = mem_alloc(n_left, sizeof *left);
    memcpy(left, writing->written.items + n_before, n_left * sizeof *left);
    writing->written.n = n_before;
    return write_items(writing, left, n_left, &again, files, err);
}

/* Adds the files to the data set. */
static int add_files(struct writing *writing, const struct output_files *files, struct err *err)
{
    for (size_t i = 0; i < files->list.n; i++) {
        const struct output_file *written = &files->list.items[i];
        struct edition_file file = {
            .split = writing->split,
            .language = writing->language ? writing->language->name : NULL,
            .n_rows = written->n_rows,
            .n_clean = written->n_clean,
            .n_uncompressed = written->n_bytes,
        };
        uint64_t n_bytes;
        if (sha256_file(written->path, file.sha256, &n_bytes, err) != 0)
            return ERR;
        file.path = arena_print(&writing->edition->arena, "%s/%s", writing->place,
                                file_name(written->path));
        file.n_bytes = (int64_t)n_bytes;
        array_push(&writing->edition->files, file);
    }
    return 0;
}

/* Writes the rows of a language, or of all (-1). */
static int write_splits(struct writing *writing, const struct fix_selection *selection,
                        int language, struct err *err)
{
    for (int split = 0; split < N_SPLITS; split++) {
        scoped(output_files) files = {0};
        size_t n;
        scoped_memory struct fix_item *items = export_items_of(selection, split, language, &n);
        writing->split = split;
        if ((n && write_split(writing, items, n, &files, err) != 0) ||
            add_files(writing, &files, err) != 0)
            return ERR;
    }
    return 0;
}

static int make_place(struct writing *writing, struct err *err)
{
    scoped(str) path = {0};
    str_print(&path, "%s/%s", writing->folder, writing->place);
    if (mkdir(str_text(&path), 0777) != 0)
        return err_set_errno(err, "cannot create the folder '%s'", str_text(&path));
    return 0;
}

/* Removes the folder of a language that the format can express no row of. */
static void remove_empty(const struct writing *writing)
{
    scoped(str) path = {0};
    str_print(&path, "%s/%s", writing->folder, writing->place);
    rmdir(str_text(&path));
}

static int lift(struct writing *writing, struct edition_file *file, struct err *err)
{
    scoped(str) from = {0}, to = {0};
    str_print(&from, "%s/%s", writing->folder, file->path);
    file->language = NULL;
    file->path =
        arena_print(&writing->edition->arena, "%s/%s", contents_data, file_name(file->path));
    str_print(&to, "%s/%s", writing->folder, file->path);
    if (rename(str_text(&from), str_text(&to)) != 0)
        return err_set_errno(err, "cannot rename '%s'", str_text(&from));
    return 0;
}

/* If the format can express the rows of one language only, moves its files to where they are in a
 * data set of one language. `place` is the folder of the language. */
static int lift_only(struct writing *writing, struct err *err)
{
    struct edition *edition = writing->edition;
    const char *language = edition->files.n ? edition->files.items[0].language : NULL;
    for (size_t i = 0; i < edition->files.n; i++)
        if (edition->files.items[i].language != language)
            return 0;
    for (size_t i = 0; i < edition->files.n; i++)
        if (lift(writing, &edition->files.items[i], err) != 0)
            return ERR;
    if (language)
        writing->place = arena_print(&edition->arena, "%s/%s", contents_data, language);
    remove_empty(writing);
    return 0;
}

static int write_language(struct writing *writing, const struct fix_selection *selection,
                          int language, struct err *err)
{
    writing->language = languages[language];
    writing->place =
        arena_print(&writing->edition->arena, "%s/%s", contents_data, languages[language]->name);
    if (make_place(writing, err) != 0 || write_splits(writing, selection, language, err) != 0)
        return ERR;
    remove_empty(writing);
    return 0;
}

static int write_all(struct writing *writing, const struct fix_selection *selection,
                     struct err *err)
{
    unsigned known, chosen = 0;
    writing->place = contents_data;
    if (make_place(writing, err) != 0 || store_languages(&known, writing->db, err) != 0)
        return ERR;
    for (size_t i = 0; i < selection->items.n; i++)
        chosen |= 1u << selection->items.items[i].language;
    if (!(chosen & (chosen - 1)))
        return write_splits(writing, selection, -1, err);
    for (int i = 0; languages[i]; i++)
        if (chosen & 1u << i && write_language(writing, selection, i, err) != 0)
            return ERR;
    return lift_only(writing, err);
}

/* Writes the selection's rows into FOLDER/data, or, if they are in several languages, those of each
 * into FOLDER/data/LANGUAGE. Each split becomes `n_shards` files (0: one for
 * each 100,000 rows) with equal shares of its rows, but never more files than rows. Rows in no
 * split are omitted, and a split without rows has no file. Fills in files, left_out and facts.
 * Fails without rows. */
static int write_data(struct edition *edition, struct db *db, const struct fix_selection *selection,
                      const char *folder, size_t n_shards, struct err *err)
{
    scoped(writing)
        writing = {.edition = edition, .db = db, .folder = folder, .n_shards = n_shards};
    if (write_all(&writing, selection, err) != 0)
        return ERR;
    if (export_refuse_nothing(&edition->left_out, err) != 0)
        return ERR;
    edition_list_configs(edition);
    return facts_collect(&edition->facts, db, writing.written.items, writing.written.n, err);
}

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

/* In this order, because the last one describes the others. */
static const struct {
    struct edition_file kind;
    int (*add)(struct str *out, const struct edition *edition, struct err *err);
} others[] = {
    {{.path = contents_card, .media_type = "text/markdown"}, add_card},
    {{.path = contents_citation, .media_type = "application/yaml"}, add_citation},
    {{.path = contents_manifest, .media_type = "application/json"}, add_manifest},
    {{.path = contents_croissant, .media_type = "application/ld+json"}, add_croissant},
};

void documents_list_others(struct edition *edition)
{
    for (edition->n_others = 0; edition->n_others + 1 < sizeof others / sizeof *others;
         edition->n_others++)
        edition->others[edition->n_others] = others[edition->n_others].kind;
}

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

static void push_left_out(struct json *list, int64_t n, const char *reason)
{
    if (!n)
        return;
    json_push(list, json_make(J_INT("n", n), J_TEXT("reason", reason)));
}

/* Adds the fixes that a default leaves out by kinds to the list of all, and as a fact. */
static void add_kinds(struct json *facts, struct json *list, const struct edition *edition,
                      enum fix_filter_number number, const char *fact, const char *reason)
{
    scoped(json) *counts = fix_account_kinds(&edition->account, number);
    int64_t n = json_int(json_get(counts, "n"), 0);
    push_left_out(list, n, reason);
    if (n)
        json_set(facts, fact, hand_over(counts));
}

/* Adds the fixes that are not published, by reason. */
static void add_left_out(struct json *facts, const struct edition *edition)
{
    static const char *const marks[N_FIX_MARKS] = {"exact duplicates of an earlier fix",
                                                   "another fix of the same buggy program exists",
                                                   "marked as excluded"};
    struct json *list = json_array();
    push_left_out(list, fix_account_unlicensed(&edition->account),
                  "under other or unknown licences");
    push_left_out(list, edition->account.n_other, "in category other");
    add_kinds(facts, list, edition, FILTER_REGION, "regions_left_out",
              "by the region of the changed token (see Mining)");
    add_kinds(facts, list, edition, FILTER_SWEEP, "sweeps_left_out",
              "by the kind of their commit (see Mining)");
    for (int mark = 0; mark < N_FIX_MARKS; mark++)
        push_left_out(list, edition->account.n_marked[mark], marks[mark]);
    push_left_out(list, fix_account_count(&edition->account, FATE_NO_SPLIT), "in no split");
    for (size_t i = 0; i < edition->left_out.left_out.n; i++)
        push_left_out(list, edition->left_out.left_out.items[i].n,
                      edition->left_out.left_out.items[i].reason);
    json_set(facts, "left_out", list);
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
    add_left_out(edition->facts, edition);
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
    scoped(fix_selection) selection = {0};
    if (provenance_collect(&edition->store, db, err) != 0 ||
        fix_select(&selection, db, edition->choice, err) != 0)
        return ERR;
    edition->account = selection.account;
    edition->account.has_code_license = true;
    if (write_data(edition, db, &selection, folder, request->n_shards, err) != 0)
        return ERR;
    add_mining(edition);
    set_date(edition);
    edition->commands = recipe_make(edition->store, request->publish_options);
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
