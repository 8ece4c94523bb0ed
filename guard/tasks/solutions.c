/* Versions of files are numbers of lines: reading all of them once is most of the work. Then the
 * changes and the trees are compared with all golds (searching.h). */
#include "guard/tasks/searching.h"

#include "base/file.h"
#include "tokenize/languages/language.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const evidence_names[] = {"exact", "contained", "revert", "solved", "similar", NULL};

/* ---- Reading ---- */

/* Returns the set of the languages of the golds' files. */
static unsigned languages_of_golds(const struct search_run *run)
{
    unsigned set = 0;
    for (size_t t = 0; t < run->n_tasks; t++) {
        const struct patch *patch = run->tasks[t].patch;
        for (size_t f = 0; f < patch->files.n; f++) {
            const char *const *path = patch->files.items[f].path;
            const struct language *language =
                language_of_extension(~0U, path[0] ? path[0] : path[1]);
            set |= language ? 1U << language_number(language) : 0;
        }
    }
    return set;
}

static void make_golds(struct search_run *run)
{
    run->lines.languages = languages_of_golds(run);
    for (size_t t = 0; t < run->n_tasks; t++)
        gold_patch_make(&run->tasks[t].gold, run->tasks[t].patch, &run->lines, &run->names,
                        &run->paths);
    run->named = mem_alloc(mem_multiply(run->n_tasks, run->names.keys.n) / 8 + 1, 1);
    for (size_t t = 0; t < run->n_tasks; t++)
        for (size_t i = 0; i < run->tasks[t].gold.names.n; i++) {
            size_t bit = t * run->names.keys.n + run->tasks[t].gold.names.items[i];
            run->named[bit / 8] |= (uint8_t)(1U << bit % 8);
        }
}

enum { MAX_PLAIN_BYTES = 1 << 24 };

static int compare_entries(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void add_plain_file(struct search_run *run, const char *path, const struct str *content)
{
    if (table_add(&run->plain_files, path) != TABLE_NONE)
        file_history_add(&run->files, &run->lines, (uint32_t)run->files.versions.n,
                         str_text(content), content->length);
}

/* Reads the files below a folder, such as site-packages, in which a package of the task may be
 * installed in a version that has the solution. Links are not followed, and folders called .git are
 * left out. */
static int read_plain_files(struct search_run *run, const char *folder, size_t *n_unread,
                            struct err *err)
{
    scoped(str) content = {0};
    scoped_memory char *path = mem_copy_text(folder, strlen(folder));
    char *const paths[] = {path, NULL};
    FTS *tree = file_is_folder(folder)
                    ? fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_entries)
                    : NULL;
    if (!tree)
        return err_set(err, "'%s' is not a folder that can be read", folder);
    for (FTSENT *entry; (entry = fts_read(tree));) {
        int info = entry->fts_info;
        bool is_file = info == FTS_F && entry->fts_statp->st_size <= MAX_PLAIN_BYTES;
        const char *below = entry->fts_path + strlen(folder);
        if (info == FTS_D && strcmp(entry->fts_name, ".git") == 0)
            fts_set(tree, entry, FTS_SKIP);
        str_clear(&content);
        if (is_file && file_read(&content, entry->fts_path, NULL) == 0)
            add_plain_file(run, below + strspn(below, "/"), &content);
        else
            *n_unread += is_file || info == FTS_DNR || info == FTS_ERR || info == FTS_NS;
    }
    fts_close(tree);
    return 0;
}

/* A base need not be visible: without its past, nothing would be known of its files. */
static void mark_wanted(struct search_run *run)
{
    const struct history *history = run->history;
    size_t n = history->commits.n;
    run->is_wanted = mem_alloc(n, sizeof *run->is_wanted);
    for (size_t t = 0; t < run->n_tasks; t++)
        run->is_wanted[run->tasks[t].base] = true;
    for (size_t i = n; i-- > 0;) {
        const struct past_commit *commit = &history->commits.items[i];
        run->is_wanted[i] = run->is_wanted[i] || commit->is_visible;
        for (uint32_t p = 0; run->is_wanted[i] && p < commit->n_parents; p++)
            run->is_wanted[history->parents.items[commit->parents + p]] = true;
    }
}

static int read_files(struct search_run *run, const struct search_place *place,
                      struct search_notes *notes, struct err *err)
{
    size_t n_unread = 0;
    mark_wanted(run);
    if (file_history_read(&run->files, place->repository, place->history, run->is_wanted,
                          &run->names, &run->lines, &place->meter, err) != 0 ||
        (place->files && read_plain_files(run, place->files, &n_unread, err) != 0))
        return ERR;
    notes->n_loose = run->files.ids.keys.n + 1 - run->files.first_loose;
    notes->n_unread += run->files.n_unread + n_unread;
    str_add(&notes->damage, str_text(&run->files.damage), run->files.damage.length);
    return 0;
}

static void count_lines(struct search_run *run)
{
    run->counts = mem_alloc(run->lines.ends.n, sizeof *run->counts);
    for (size_t i = 0; i < run->files.lines.n; i++)
        run->counts[run->files.lines.items[i]]++;
}

/* ---- All ---- */

static void search(struct search_run *run)
{
    count_lines(run);
    search_bases(run);
    search_changes(run);
    search_similar(run);
    search_trees(run);
}

static void release(struct search_run *run)
{
    for (size_t t = 0; run->bases && t < run->n_tasks; t++)
        array_release(&run->bases[t]);
    free(run->bases);
    file_history_release(&run->files);
    line_table_release(&run->lines);
    table_release(&run->plain_files);
    table_release(&run->names);
    table_release(&run->paths);
    free(run->is_wanted);
    free(run->named);
    free(run->counts);
}

int solutions_find(struct searched_task *tasks, size_t n, const struct search_place *place,
                   struct arena *arena, struct search_notes *notes, struct err *err)
{
    struct search_run run = {.tasks = tasks,
                             .n_tasks = n,
                             .history = place->history,
                             .arena = arena,
                             .meter = &place->meter};
    make_golds(&run);
    int status = read_files(&run, place, notes, err);
    if (status == 0)
        search(&run);
    release(&run);
    return status;
}

void searched_task_release(struct searched_task *task)
{
    gold_patch_release(&task->gold);
    array_release(&task->findings);
    array_release(&task->texts);
}
