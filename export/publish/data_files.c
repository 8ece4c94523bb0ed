/* Writes the rows of each split set into FOLDER/data, those of a further set into FOLDER/data/SET.
 * If the rows are in several languages, those of each have a folder in it. A split becomes a file
 * for each 100,000 rows. Rows in no split are omitted, and a split without rows has no file. SQLite
 * compares and counts what was written: the table temp.written. */
#include "export/publish/publish.h"

#include "base/file.h"
#include "db/store.h"
#include "db/fixes/choice.h"
#include "tokenize/languages/language.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROWS_PER_SHARD = 100000 };

static const char make_written[] =
    "DROP TABLE IF EXISTS temp.written;"
    "CREATE TEMP TABLE written (row_key INTEGER PRIMARY KEY, set_number, split, fix_key, is_clean, "
    "id, code, prompt)";

struct writing {
    struct edition *edition;
    struct db *db;
    const char *folder;
    struct fix_selection *selections; /* of each set */
    struct export_counts *left_out;   /* rows of each set that the format cannot express */
    size_t set;                       /* that is being written, its folder in data/ */
    const char *base;
    const struct language *language; /* NULL: of all rows */
    const char *place;               /* of its files: data, data/java, data/temporal/java */
    int split;
    struct err *failure; /* of note_item() */
    int status;
};

static void release_writing(struct writing *writing)
{
    for (size_t i = 0; i < writing->edition->sets->n; i++) {
        fix_selection_release(&writing->selections[i]);
        export_counts_release(&writing->left_out[i]);
    }
    free(writing->selections);
    free(writing->left_out);
}
SCOPED_VALUE(writing, release_writing)

static void note_item(void *context, const struct fix_item *item, const struct row_traits *traits)
{
    struct writing *writing = context;
    const struct digest *digests = traits->digests;
    if (writing->status != 0)
        return;
    writing->status = db_change(
        writing->db, writing->failure,
        "INSERT INTO temp.written VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", "itiibbb",
        (int64_t)writing->set, split_names[writing->split], item->fix_key, (int64_t)item->is_clean,
        (const char *)&digests[ROW_ID], sizeof *digests, (const char *)&digests[ROW_CODE],
        sizeof *digests, (const char *)&digests[ROW_PROMPT], sizeof *digests);
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
              split_names[writing->split], shard, n_shards,
              job->options->is_parquet ? ".parquet" : ".jsonl.gz");
    export_options_features(features, job->options);
    if (output_open(&output, &(struct output_plan){str_text(&path), features, false}, err) != 0)
        return ERR;
    share.output = output;
    if (export_write(writing->db, &share, err) != 0 || writing->status < 0)
        return ERR;
    return output_commit(&output, files, err);
}

static int write_split(struct writing *writing, const struct fix_item *items, size_t n,
                       struct output_files *files, struct err *err)
{
    struct export_options options = *writing->edition->options;
    struct export_job job = {
        .items = items, .n = n, .options = &options, .counts = &writing->left_out[writing->set]};
    size_t n_shards = (n + ROWS_PER_SHARD - 1) / ROWS_PER_SHARD;
    int status = 0;
    options.on_row = note_item;
    options.row_context = writing;
    writing->failure = err;
    for (size_t shard = 0; shard < n_shards && status == 0; shard++)
        status = write_shard(writing, &job, shard, n_shards, files, err);
    return status;
}

/* Adds a file to the data set, and removes it if the format cannot express any of its rows. */
static int add_file(struct writing *writing, const struct output_file *written, struct err *err)
{
    struct edition *edition = writing->edition;
    struct edition_file file = {
        .path = arena_print(&edition->arena, "%s/%s", writing->place, file_name(written->path)),
        .split = writing->split,
        .set = writing->set,
        .language = writing->language ? writing->language->name : NULL,
        .n_rows = written->n_rows,
        .n_clean = written->n_clean,
        .n_uncompressed = written->n_bytes,
    };
    uint64_t n_bytes;
    if (!written->n_rows) {
        unlink(written->path);
        return 0;
    }
    if (sha256_file(written->path, file.sha256, &n_bytes, err) != 0)
        return ERR;
    file.n_bytes = (int64_t)n_bytes;
    array_push(&edition->files, file);
    return 0;
}

/* Writes the rows of a language, or of all (-1). */
static int write_splits(struct writing *writing, int language, struct err *err)
{
    for (int split = 0; split < N_SUBSETS; split++) {
        scoped(output_files) files = {0};
        size_t n;
        scoped_memory struct fix_item *items =
            export_items_of(&writing->selections[writing->set], split, language, &n);
        writing->split = split;
        if (n && write_split(writing, items, n, &files, err) != 0)
            return ERR;
        for (size_t i = 0; i < files.list.n; i++)
            if (add_file(writing, &files.list.items[i], err) != 0)
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

/* The languages of the chosen fixes of all sets, as bits. */
static unsigned languages_of(const struct writing *writing)
{
    unsigned chosen = 0;
    for (size_t i = 0; i < writing->edition->sets->n; i++)
        for (size_t j = 0; j < writing->selections[i].items.n; j++)
            chosen |= 1u << writing->selections[i].items.items[j].language;
    return chosen;
}

static int view_set(const struct writing *writing, size_t set, struct err *err)
{
    return store_view_split_set(writing->db, writing->edition->sets->items[set], err);
}

/* Two rows of a set have the same id; a program, and so a pair, or a prompt is in two splits. */
static const char compare_rows[] =
    "WITH same AS ("
    "SELECT 'id' AS trait, id AS same FROM temp.written WHERE set_number = ?1 "
    "GROUP BY id HAVING count(*) > 1 UNION ALL "
    "SELECT 'code', code FROM temp.written WHERE set_number = ?1 "
    "GROUP BY code HAVING min(split) <> max(split) UNION ALL "
    "SELECT 'prompt', prompt FROM temp.written WHERE set_number = ?1 "
    "GROUP BY prompt HAVING min(split) <> max(split) LIMIT 1) "
    "SELECT trait, w.split, fix_id FROM same JOIN temp.written w ON set_number = ?1 "
    "AND CASE trait WHEN 'id' THEN id WHEN 'code' THEN code ELSE prompt END = same "
    "JOIN fix_details USING (fix_key) ORDER BY row_key";

static int refuse_same(const struct writing *writing, struct err *err)
{
    scoped(str) rows = {0};
    scoped(str) trait = {0};
    scoped(db_statement) *s = db_query(writing->db, err, compare_rows, "i", (int64_t)writing->set);
    int status = db_step(s, err);
    for (int i = 0; status == 1 && i < 3; i++, status = db_step(s, err)) {
        str_clear(&trait);
        str_add_text(&trait, db_text(s, 0));
        str_print(&rows, "%s%s (%s)", i ? ", " : "", db_text(s, 2), db_text(s, 1));
    }
    if (status < 0 || !rows.length)
        return status;
    bool is_id = strcmp(str_text(&trait), "id") == 0;
    return err_set(err, "rows would have the same %s%s: %s%s", str_text(&trait),
                   is_id ? "" : " in two splits", str_text(&rows),
                   is_id ? "" : "; publish whole programs with --granularity program");
}

static int write_set(struct writing *writing, size_t set, unsigned chosen, struct err *err)
{
    struct arena *arena = &writing->edition->arena;
    writing->set = set;
    writing->base =
        set ? arena_print(arena, "data/%s", writing->edition->sets->items[set]) : "data";
    if (view_set(writing, set, err) != 0 || make_place(writing, writing->base, err) != 0)
        return ERR;
    if (!(chosen & (chosen - 1)) && write_splits(writing, -1, err) != 0)
        return ERR;
    for (int i = 0; chosen & (chosen - 1) && languages[i]; i++)
        if (chosen & 1u << i && write_language(writing, i, err) != 0)
            return ERR;
    return export_refuse_nothing(&writing->left_out[set], err) == 0 ? refuse_same(writing, err)
                                                                    : ERR;
}

/* Selects the fixes of a set: those in its splits. */
static int select_set(struct writing *writing, size_t set, struct err *err)
{
    struct fix_choice choice = *writing->edition->choice;
    unsigned subsets;
    choice.splits = (struct text_list){0};
    choice.needs_fixes = true;
    if (view_set(writing, set, err) != 0 || store_read_subsets(&subsets, writing->db, err) != 0)
        return ERR;
    for (int split = 0; split < N_SUBSETS; split++)
        if (subsets >> split & 1)
            array_push(&choice.splits, split_names[split]);
    int status = fix_select(&writing->selections[set], writing->db, &choice, err);
    array_release(&choice.splits);
    return status;
}

/* Selects all sets first, because the folders depend on the languages of all. */
static int write_sets(struct writing *writing, struct err *err)
{
    size_t n = writing->edition->sets->n;
    for (size_t i = 0; i < n; i++)
        if (select_set(writing, i, err) != 0)
            return ERR;
    unsigned chosen = languages_of(writing);
    for (size_t i = 0; i < n; i++)
        if (write_set(writing, i, chosen, err) != 0)
            return ERR;
    return view_set(writing, 0, err);
}

int edition_write_data(struct edition *edition, struct db *db, const char *folder, struct err *err)
{
    scoped(writing)
        writing = {.edition = edition,
                   .db = db,
                   .folder = folder,
                   .selections = mem_alloc(edition->sets->n, sizeof(struct fix_selection)),
                   .left_out = mem_alloc(edition->sets->n, sizeof(struct export_counts))};
    int status = db_temporary_begin(db, err) == 0 && db_execute(db, make_written, err) == 0
                     ? write_sets(&writing, err)
                     : ERR;
    edition->account = writing.selections[0].account;
    edition->left_out = writing.left_out[0];
    writing.left_out[0] = (struct export_counts){0};
    return status;
}
