/* The similarity that git computes for renames needs the contents of all added and deleted files.
 * One token is more special: the two files have nearly the same size, and the comparison of two
 * that are different ends at their second difference, which is near their start. So first git lists
 * the sizes, and then only files are read that have a counterpart of their size. */
#include "sources/git/commits.h"

#include "base/file.h"
#include "miner/pair_source.h"
#include "sources/git/blobs.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_BYTES = 1 << 20,       /* of a file */
    MIN_BYTES = 64,            /* shorter files are alike by accident */
    MAX_KEPT_BYTES = 1 << 26,  /* of the deleted files of a commit */
    MAX_COMPARISONS = 1 << 14, /* of a commit */
    MIN_DIFFERENCE = 256,      /* of the sizes, in bytes: that of a text or of comments */
    DIFFERENCE_SHARE = 8,      /* the same as a part of the larger size */
};

struct candidate {
    const struct lone_file *file;
    uint64_t n_bytes;
    bool is_wanted, is_taken;
    struct source source; /* of a deleted file, while its commit is looked at */
};

struct finding {
    struct commits *commits;
    const struct lone_file *files;
    size_t n_files;
    ARRAY(struct candidate) list; /* the deleted files of each commit, then the added ones */
    struct blobs sizes, contents;
    struct lexicals lexicals;
};

static void finding_release(struct finding *finding)
{
    array_release(&finding->list);
    blobs_release(&finding->sizes);
    blobs_release(&finding->contents);
    lexicals_release(&finding->lexicals);
}
SCOPED_VALUE(finding, finding_release)

static size_t end_of_commit(const struct finding *finding, size_t start)
{
    size_t end = start;
    while (end < finding->list.n &&
           finding->list.items[end].file->commit == finding->list.items[start].file->commit)
        end++;
    return end;
}

static size_t first_added(const struct candidate *list, size_t n)
{
    size_t i = 0;
    while (i < n && !list[i].file->is_added)
        i++;
    return i;
}

/* ---- Which files may be renamed ---- */

static int compare_files(const void *a, const void *b)
{
    const struct lone_file *x = ((const struct candidate *)a)->file;
    const struct lone_file *y = ((const struct candidate *)b)->file;
    int order = COMPARE(x->commit, y->commit);
    order = order ? order : COMPARE(x->is_added, y->is_added);
    return order ? order : strcmp(x->path, y->path);
}

/* Takes the files that are only moved: pairs of the same blob. */
static void take_moved(struct candidate *list, size_t n)
{
    scoped(table) blobs = {.slots = NULL};
    size_t added = first_added(list, n);
    scoped_memory size_t *n_of_blob = mem_alloc(added + 1, sizeof *n_of_blob);
    for (size_t i = 0; i < added; i++)
        n_of_blob[table_number(&blobs, list[i].file->blob)]++;
    for (size_t i = added; i < n; i++) {
        int64_t number = table_find(&blobs, list[i].file->blob);
        for (size_t j = 0; number != TABLE_NONE && n_of_blob[number] && j < added; j++) {
            bool is_same = !list[j].is_taken && strcmp(list[j].file->blob, list[i].file->blob) == 0;
            if (!is_same)
                continue;
            list[i].is_taken = list[j].is_taken = true;
            n_of_blob[number]--;
            break;
        }
    }
}

/* Whether the commit would change few enough files if as many as possible were renamed. */
static bool may_be_used(const struct finding *finding, const struct candidate *list, size_t n,
                        size_t max_files)
{
    size_t deleted = first_added(list, n), added = n - deleted;
    size_t n_files = finding->commits->list.items[list->file->commit].n_files;
    size_t n_renamed = deleted < added ? deleted : added;
    return n_renamed && (!max_files || n_files - n_renamed <= max_files);
}

static void list_candidates(struct finding *finding, size_t max_files)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < finding->n_files; i++)
        array_push(&finding->list, (struct candidate){.file = &finding->files[i]});
    array_sort(&finding->list, compare_files);
    for (size_t start = 0, end; start < finding->list.n; start = end) {
        struct candidate *list = &finding->list.items[start];
        end = end_of_commit(finding, start);
        if (!may_be_used(finding, list, end - start, max_files))
            continue;
        take_moved(list, end - start);
        for (size_t i = start; i < end; i++)
            if (!finding->list.items[i].is_taken)
                finding->list.items[n_kept++] = finding->list.items[i];
    }
    finding->list.n = n_kept;
}

static bool are_similar(const struct candidate *a, const struct candidate *b)
{
    uint64_t larger = a->n_bytes > b->n_bytes ? a->n_bytes : b->n_bytes;
    uint64_t smaller = a->n_bytes > b->n_bytes ? b->n_bytes : a->n_bytes;
    uint64_t most = larger / DIFFERENCE_SHARE;
    return smaller >= MIN_BYTES && a->file->language == b->file->language &&
           larger - smaller <= (most > MIN_DIFFERENCE ? most : MIN_DIFFERENCE);
}

/* Marks the files of a commit that are to be read. */
static void want(struct candidate *list, size_t n)
{
    size_t added = first_added(list, n), n_comparisons = 0;
    uint64_t n_bytes = 0;
    for (size_t i = added; i < n; i++)
        for (size_t j = 0; j < added && n_comparisons < MAX_COMPARISONS; j++) {
            if (!are_similar(&list[j], &list[i]) ||
                (!list[j].is_wanted && n_bytes + list[j].n_bytes > MAX_KEPT_BYTES))
                continue;
            n_bytes += list[j].is_wanted ? 0 : list[j].n_bytes;
            list[i].is_wanted = list[j].is_wanted = true;
            n_comparisons++;
        }
}

static int choose(struct finding *finding, struct repository *repository, struct err *err)
{
    for (size_t i = 0; i < finding->list.n; i++)
        blobs_add(&finding->sizes, finding->list.items[i].file->blob);
    if (blobs_check(&finding->sizes, repository, MAX_BYTES, err) != 0)
        return ERR;
    for (size_t i = 0; i < finding->list.n; i++) {
        struct candidate *it = &finding->list.items[i];
        int64_t number = table_find(&finding->sizes.ids, it->file->blob);
        if (finding->sizes.states.items[number] == BLOB_OK)
            it->n_bytes = finding->sizes.n_bytes.items[number];
    }
    for (size_t start = 0, end; start < finding->list.n; start = end) {
        end = end_of_commit(finding, start);
        want(&finding->list.items[start], end - start);
    }
    for (size_t i = 0; i < finding->list.n; i++)
        if (finding->list.items[i].is_wanted)
            blobs_add(&finding->contents, finding->list.items[i].file->blob);
    return blobs_check(&finding->contents, repository, MAX_BYTES, err);
}

/* ---- Their contents ---- */

static void read_file(struct finding *finding, const struct candidate *it, struct source *source)
{
    const char *bytes;
    size_t length;
    source->text_reason = REJECT_UNREADABLE;
    if (blobs_next(&finding->contents, it->file->blob, &bytes, &length) != BLOB_OK)
        return;
    source->text_reason = REJECT_NONE;
    str_clear(&source->content);
    str_add(&source->content, bytes, length);
    source_take_text(source, it->file->language);
}

static bool differ_in_one_token(struct finding *finding, const struct candidate *deleted,
                                const struct source *source)
{
    const struct lexical *lexical = lexicals_get(&finding->lexicals, deleted->file->language);
    enum lexical_error error;
    const struct source *before = &deleted->source;
    return before->text_reason == REJECT_NONE &&
           text_difference(lexical, (struct token_text){before->code, before->n_bytes},
                           (struct token_text){source->code, source->n_bytes},
                           &error) == DIFFERENCE_SINGLE;
}

static void add_pair(struct finding *finding, const struct lone_file *before,
                     const struct lone_file *after)
{
    struct commit *commit = &finding->commits->list.items[after->commit];
    array_push(&finding->commits->files, (struct changed_file){.commit = after->commit,
                                                               .number = after->number,
                                                               .language = after->language,
                                                               .path = after->path,
                                                               .path_before = before->path,
                                                               .before = before->blob,
                                                               .after = after->blob});
    commit->n_pairs++;
    commit->n_files--;
}

/* Looks for the deleted file that an added one was. */
static void match(struct finding *finding, struct candidate *list, size_t n_deleted,
                  const struct candidate *added, const struct source *source)
{
    struct candidate *found = NULL;
    const char *name = file_name(added->file->path);
    for (size_t j = 0; j < n_deleted && source->text_reason == REJECT_NONE; j++) {
        struct candidate *it = &list[j];
        bool has_name = strcmp(file_name(it->file->path), name) == 0;
        if (!it->is_wanted || it->is_taken || !are_similar(it, added) || (found && !has_name) ||
            !differ_in_one_token(finding, it, source))
            continue;
        found = it;
        if (has_name)
            break;
    }
    if (!found)
        return;
    found->is_taken = true;
    add_pair(finding, found->file, added->file);
}

static void find_in_commit(struct finding *finding, struct candidate *list, size_t n)
{
    size_t n_deleted = first_added(list, n);
    scoped(source) source = {.code = NULL};
    for (size_t i = 0; i < n; i++) {
        if (!list[i].is_wanted)
            continue;
        read_file(finding, &list[i], i < n_deleted ? &list[i].source : &source);
        if (i >= n_deleted)
            match(finding, list, n_deleted, &list[i], &source);
    }
    for (size_t i = 0; i < n_deleted; i++)
        source_release(&list[i].source);
}

int renames_find(struct commits *commits, const struct lone_files *files, size_t max_files,
                 struct repository *repository, struct err *err)
{
    scoped(finding)
        finding = {.commits = commits, .files = files->list.items, .n_files = files->list.n};
    list_candidates(&finding, max_files);
    if (!finding.list.n)
        return 0;
    if (choose(&finding, repository, err) != 0)
        return ERR;
    for (size_t start = 0, end; start < finding.list.n; start = end) {
        end = end_of_commit(&finding, start);
        find_in_commit(&finding, &finding.list.items[start], end - start);
    }
    return 0;
}
