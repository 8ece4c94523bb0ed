/* Writes the rows of each split set into FOLDER/data, those of a further set into FOLDER/data/SET.
 * If the rows are in several languages, those of each have a folder in it. A split becomes as many
 * files as are asked for, with equal shares of its rows, but never more files than rows. Rows in no
 * split are omitted, and a split without rows has no file. */
#include "export/publish/edition.h"

#include "base/file.h"
#include "export/publish/contents.h"
#include "export/publish/manifest.h"
#include "export/split_files.h"
#include "fixes/fix_reader.h"
#include "languages/language.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A split set of the data. */
struct set_data {
    const char *name; /* NULL: that of the store's views */
    unsigned parts;   /* its splits or folds, as bits */
    struct fix_selection selection;
    struct json *store, *facts;      /* where it is from, and the counts of its rows */
    struct export_counts left_out;   /* rows that the format cannot express */
    ARRAY(struct fix_item) written;  /* of all splits so far */
    ARRAY(struct row_traits) traits; /* of these */
};

struct writing {
    struct edition *edition;
    struct db *db;
    const struct publish_request *request;
    const char *folder;
    ARRAY(struct set_data) sets;
    struct set_data *set; /* that is being written, its number, and the folder in data/ */
    size_t number;
    const char *base;
    const struct language *language; /* NULL: of all rows */
    const char *place;               /* of its files: data, data/java, data/temporal/java */
    int split;
};

static void release_writing(struct writing *writing)
{
    for (size_t i = 0; i < writing->sets.n; i++) {
        struct set_data *set = &writing->sets.items[i];
        fix_selection_release(&set->selection);
        export_counts_release(&set->left_out);
        array_release(&set->written);
        array_release(&set->traits);
        json_free(set->store);
        json_free(set->facts);
    }
    array_release(&writing->sets);
}
SCOPED_VALUE(writing, release_writing)

static void note_item(void *context, const struct fix_item *item, const struct row_traits *traits)
{
    struct writing *writing = context;
    array_push(&writing->set->written, *item);
    array_push(&writing->set->traits, *traits);
}

static size_t shards_for(const struct writing *writing, size_t n)
{
    size_t asked = writing->request->n_shards;
    size_t wanted = asked ? asked : (n + PUBLISH_ROWS_PER_SHARD - 1) / PUBLISH_ROWS_PER_SHARD;
    return wanted < n ? wanted : n;
}

/* Writes one of the files of a split: an equal share of its items. */
static int write_shard(struct writing *writing, const struct export_job *job, size_t shard,
                       size_t n_shards, struct output_files *files, struct err *err)
{
    struct export_feature features[EXPORT_MAX_FEATURES];
    scoped(str) path = {0};
    scoped(output) *output = NULL;
    size_t first = (shard * job->n + n_shards - 1) / n_shards;
    struct export_job share = *job;
    share.items = job->items + first;
    share.n = ((shard + 1) * job->n + n_shards - 1) / n_shards - first;
    str_print(&path, "%s/%s/%s-%05zu-of-%05zu%s", writing->folder, writing->place,
              split_names[writing->split], shard, n_shards, edition_extension(writing->edition));
    export_options_features(features, job->options);
    if (output_open(&output, &(struct output_plan){str_text(&path), features, false}, err) != 0)
        return ERR;
    share.output = output;
    return export_write(writing->db, &share, err) == 0 ? output_commit(&output, files, err) : ERR;
}

/* Writes a split. Adds the items that the format can express to `written`. */
static int write_items(struct writing *writing, const struct fix_item *items, size_t n,
                       struct export_counts *counts, struct output_files *files, struct err *err)
{
    struct export_options options = *writing->edition->options;
    struct export_job job = {items, n, &options, .counts = counts,
                             .account = &writing->set->selection.account};
    size_t n_shards = shards_for(writing, n);
    int status = 0;
    options.on_row = note_item;
    options.row_context = writing;
    for (size_t shard = 0; shard < n_shards && status == 0; shard++)
        status = write_shard(writing, &job, shard, n_shards, files, err);
    return status;
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
    size_t n_before = writing->set->written.n;
    int status = write_items(writing, items, n, &writing->set->left_out, files, err);
    size_t n_left = writing->set->written.n - n_before;
    bool is_good = shards_for(writing, n) == shards_for(writing, n_left);
    if (status != 0 || (is_good && !has_empty_file(files)))
        return status;
    remove_files(files);
    if (!n_left)
        return 0;
    scoped_memory struct fix_item *left = mem_alloc(n_left, sizeof *left);
    memcpy(left, writing->set->written.items + n_before, n_left * sizeof *left);
    writing->set->written.n = writing->set->traits.n = n_before;
    return write_items(writing, left, n_left, &again, files, err);
}

/* Adds the files to the data set. */
static int add_files(struct writing *writing, const struct output_files *files, struct err *err)
{
    for (size_t i = 0; i < files->list.n; i++) {
        const struct output_file *written = &files->list.items[i];
        struct edition_file file = {
            .split = writing->split,
            .set = writing->number,
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
static int write_splits(struct writing *writing, int language, struct err *err)
{
    for (int split = 0; split < N_PARTS; split++) {
        scoped(output_files) files = {0};
        size_t n;
        scoped_memory struct fix_item *items =
            export_items_of(&writing->set->selection, split, language, &n);
        writing->split = split;
        if ((n && write_split(writing, items, n, &files, err) != 0) ||
            add_files(writing, &files, err) != 0)
            return ERR;
    }
    return 0;
}

static int make_place(struct writing *writing, const char *place, struct err *err)
{
    scoped(str) path = {0};
    str_print(&path, "%s/%s", writing->folder, place);
    writing->place = place;
    if (mkdir(str_text(&path), 0777) != 0)
        return err_set_errno(err, "cannot create the folder '%s'", str_text(&path));
    return 0;
}

/* Removes a folder without files. */
static void remove_empty(const struct writing *writing, const char *place)
{
    scoped(str) path = {0};
    str_print(&path, "%s/%s", writing->folder, place);
    rmdir(str_text(&path));
}

static int write_language(struct writing *writing, int language, struct err *err)
{
    writing->language = languages[language];
    const char *place =
        arena_print(&writing->edition->arena, "%s/%s", writing->base, writing->language->name);
    if (make_place(writing, place, err) != 0 || write_splits(writing, language, err) != 0)
        return ERR;
    remove_empty(writing, place);
    return 0;
}

/* Moves a file from the folder of its language to the one around it. */
static int lift(struct writing *writing, struct edition_file *file, struct err *err)
{
    scoped(str) from = {0}, to = {0};
    const char *slash = strrchr(file->path, '/');
    size_t length = (size_t)(slash - file->path) - strlen(file->language) - 1;
    str_print(&from, "%s/%s", writing->folder, file->path);
    str_print(&to, "%s/%.*s%s", writing->folder, (int)length, file->path, slash);
    if (rename(str_text(&from), str_text(&to)) != 0)
        return err_set_errno(err, "cannot rename '%s'", str_text(&from));
    file->path = arena_print(&writing->edition->arena, "%.*s%s", (int)length, file->path, slash);
    file->language = NULL;
    str_clear(&to);
    str_add(&to, str_text(&from), from.length - strlen(slash));
    rmdir(str_text(&to)); /* if this was its last file */
    return 0;
}

/* If the format can express the rows of one language only, moves its files to where they are in a
 * data set of one language. */
static int lift_only(struct writing *writing, struct err *err)
{
    struct edition *edition = writing->edition;
    const char *language = edition->files.n ? edition->files.items[0].language : NULL;
    for (size_t i = 0; i < edition->files.n; i++)
        if (edition->files.items[i].language != language)
            return 0;
    for (size_t i = 0; language && i < edition->files.n; i++)
        if (lift(writing, &edition->files.items[i], err) != 0)
            return ERR;
    return 0;
}

/* The languages of the chosen fixes. */
static unsigned languages_of(const struct writing *writing)
{
    unsigned chosen = 0;
    for (size_t i = 0; i < writing->sets.n; i++) {
        const struct fix_selection *selection = &writing->sets.items[i].selection;
        for (size_t j = 0; j < selection->items.n; j++)
            chosen |= 1u << selection->items.items[j].language;
    }
    return chosen;
}

static int view_set(const struct writing *writing, size_t number, struct err *err)
{
    const char *name = writing->sets.items[number].name;
    return name ? store_view_split_set(writing->db, name, err) : 0;
}

static int part_of(const struct writing *writing, uint32_t row)
{
    return writing->set->written.items[row].values[BY_SPLIT];
}

/* Fails because two rows of a set have the same trait. */
static int refuse_rows(const struct writing *writing, enum row_trait trait, uint32_t a, uint32_t b,
                       struct err *err)
{
    static const char *const words[] = {
        [ROW_CODE] = "the same code", [ROW_PROMPT] = "the same prompt"};
    const struct fix_item *rows = writing->set->written.items;
    scoped(db_statement) *s =
        db_query(writing->db, err,
                 "SELECT group_concat(fix_id, ' and ') FROM fix_details WHERE fix_key IN (?, ?)",
                 "ii", rows[a].fix_key, rows[b].fix_key);
    if (db_step(s, err) != 1)
        return ERR;
    if (trait == ROW_ID)
        return err_set(err, "two rows would have the same id: %s", db_text(s, 0));
    return err_set(err,
                   "%s and %s would have %s, in the rows of %s; publish whole programs with "
                   "--granularity program, or add --despite-check",
                   split_names[part_of(writing, a)], split_names[part_of(writing, b)], words[trait],
                   db_text(s, 0));
}

/* No two rows of a set may have the same id. No program, and so no pair, and no prompt may be in
 * two splits. */
static int compare_rows(const struct writing *writing, struct err *err)
{
    size_t n = writing->set->traits.n;
    scoped_memory struct numbered_digest *keys = mem_alloc(n + 1, sizeof *keys);
    for (int trait = 0; trait < N_ROW_TRAITS; trait++) {
        for (size_t i = 0; i < n; i++)
            keys[i] =
                (struct numbered_digest){writing->set->traits.items[i].digests[trait], (uint32_t)i};
        numbered_digests_sort(keys, n);
        for (size_t i = 1; i < n; i++) {
            uint32_t a = keys[i - 1].number, b = keys[i].number;
            bool is_same = digest_compare(keys[i - 1].digest, keys[i].digest) == 0;
            if (is_same && (trait == ROW_ID || part_of(writing, a) != part_of(writing, b)))
                return refuse_rows(writing, trait, a, b, err);
        }
    }
    return 0;
}

/* Writes the rows of a set, and counts them. */
static int write_set(struct writing *writing, size_t number, unsigned chosen, struct err *err)
{
    struct arena *arena = &writing->edition->arena;
    struct set_data *set = writing->set = &writing->sets.items[number];
    writing->number = number;
    writing->base = number ? arena_print(arena, "%s/%s", contents_data, set->name) : contents_data;
    if (view_set(writing, number, err) != 0 || make_place(writing, writing->base, err) != 0)
        return ERR;
    if (!(chosen & (chosen - 1)) && write_splits(writing, -1, err) != 0)
        return ERR;
    for (int i = 0; chosen & (chosen - 1) && languages[i]; i++)
        if (chosen & 1u << i && write_language(writing, i, err) != 0)
            return ERR;
    if (export_refuse_nothing(&set->left_out, err) != 0 ||
        (!writing->edition->is_forced && compare_rows(writing, err) != 0))
        return ERR;
    return facts_collect(&set->facts, writing->db, set->parts, set->written.items, set->written.n,
                         err);
}

/* Selects the fixes of a set: those in its splits. */
static int select_set(struct writing *writing, size_t number, struct err *err)
{
    struct set_data *set = &writing->sets.items[number];
    struct fix_choice choice = *writing->edition->choice;
    choice.splits = (struct text_list){0};
    if (view_set(writing, number, err) != 0 ||
        store_read_parts(&set->parts, writing->db, err) != 0 ||
        (number ? provenance_collect_set : provenance_collect)(&set->store, writing->db, err) != 0)
        return ERR;
    set->parts = set->parts ? set->parts : (1u << N_SPLITS) - 1; /* which fix_select() refuses */
    for (int split = 0; split < N_PARTS; split++)
        if (set->parts >> split & 1)
            array_push(&choice.splits, split_names[split]);
    int status = fix_select(&set->selection, writing->db, &choice, err);
    array_release(&choice.splits);
    set->selection.account.has_code_license = true;
    return status;
}

/* Selects all sets first, because the folders depend on the languages of all. */
static int write_sets(struct writing *writing, struct err *err)
{
    unsigned known;
    if (store_languages(&known, writing->db, err) != 0)
        return ERR;
    for (size_t i = 0; i < writing->sets.n; i++)
        if (select_set(writing, i, err) != 0)
            return ERR;
    unsigned chosen = languages_of(writing);
    for (size_t i = 0; i < writing->sets.n; i++)
        if (write_set(writing, i, chosen, err) != 0)
            return ERR;
    return lift_only(writing, err);
}

/* Gives what was found out to the edition, also after a failure, which the account explains. */
static void take_sets(struct writing *writing)
{
    struct edition *edition = writing->edition;
    struct set_data *first = &writing->sets.items[0];
    edition->account = first->selection.account;
    edition->left_out = first->left_out;
    first->left_out = (struct export_counts){0};
    edition->store = hand_over(first->store);
    edition->facts = hand_over(first->facts);
    edition->sets = json_array();
    for (size_t i = 1; i < writing->sets.n; i++) {
        struct set_data *set = &writing->sets.items[i];
        if (!set->facts)
            continue;
        facts_add_left_out(set->facts, &set->selection.account, &set->left_out);
        json_push(edition->sets, manifest_set(&writing->request->sets[i], set->store, set->facts));
    }
}

int edition_write_data(struct edition *edition, struct db *db,
                       const struct publish_request *request, const char *folder, struct err *err)
{
    scoped(writing) writing = {.edition = edition, .db = db, .request = request, .folder = folder};
    for (size_t i = 0; i < request->n_sets; i++)
        array_push(&writing.sets, (struct set_data){.name = request->sets[i].name});
    if (!request->n_sets)
        array_push(&writing.sets, (struct set_data){0});
    int status = write_sets(&writing, err);
    take_sets(&writing);
    if (status != 0 || view_set(&writing, 0, err) != 0)
        return ERR;
    return edition_list_configs(edition, err);
}
