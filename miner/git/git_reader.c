/* The licence of a file is that which it names, or else that of the top folder at its commit, or
 * else that of the list. */
#include "miner/git/git_reader.h"

#include "base/mem.h"
#include "base/spdx.h"
#include "db/store.h"
#include "tokenize/languages/file_path.h"

const struct changed_file *git_reader_file(const struct unit_content *content,
                                           const struct version *version, bool *is_after)
{
    const struct git_reader *reader = content->reader;
    size_t index = (size_t)(version - content->versions.items);
    *is_after = index % 2;
    return &reader->commits.files.items[index / 2];
}

int git_reader_find_licenses(struct unit_content *content, const struct used_version *used,
                             size_t n, struct err *err)
{
    struct git_reader *reader = content->reader;
    struct commits *commits = &reader->commits;
    bool is_after;
    scoped_memory bool *lacks_tag = mem_alloc(commits->list.n, sizeof *lacks_tag);
    for (size_t i = 0; i < n; i++) {
        const struct changed_file *file = git_reader_file(content, used[i].version, &is_after);
        if (!reader->tags[file - commits->files.items])
            lacks_tag[file->commit] = true;
    }
    return n ? commit_licenses_find(reader->licenses, lacks_tag, commits, &reader->repository, err)
             : 0;
}

/* Finds the licence of a file after its commit, by the strongest evidence. `listed_as` is that in
 * the list, or NULL. */
static struct commit_license license_of(const struct git_reader *reader,
                                        const struct changed_file *file, const char *listed_as)
{
    const char *tag = reader->tags[file - reader->commits.files.items];
    const struct commit_license unknown = {NULL, NULL};
    if (tag)
        return *tag ? (struct commit_license){tag, "tag"} : unknown;
    if (reader->licenses[file->commit].expression)
        return reader->licenses[file->commit];
    return listed_as ? (struct commit_license){listed_as, "list"} : unknown;
}

int git_reader_store(void *context, const struct unit *unit, const struct unit_content *content,
                     struct db *store, struct err *err)
{
    const struct git_reader *reader = content->reader;
    const struct repository_row row = {
        .problem_id = unit->id,
        .path = reader->listed->path,
        .url = reader->url.length ? str_text(&reader->url) : NULL,
        .license = reader->listed->license,
        .is_shallow = reader->repository.is_shallow,
    };
    const struct commits *commits = &reader->commits;
    (void)context;
    int status = store_add_repository(store, &row, err);
    for (int i = 0; status == 0 && i < N_COMMIT_COUNTS; i++)
        status = store_add_commit_count(store, unit->id, commit_count_name((enum commit_count)i),
                                        (int64_t)commits->counts[i], err);
    for (size_t i = 0; status == 0 && i < commits->roots.n; i++)
        status = store_add_root_commit(store, unit->id, commits->roots.items[i], err);
    return status;
}

static int store_commit_of(const struct unit *unit, const struct git_reader *reader,
                           uint32_t number, struct db *store, struct err *err)
{
    const struct commit *commit = &reader->commits.list.items[number];
    const struct commit_row row = {
        .problem_id = unit->id,
        .commit_id = commit->id,
        .parent_id = commit->parent,
        .author_id = commit->author,
        .author_date = commit->author_date,
        .commit_date = commit->commit_date,
        .subject = commit->subject,
        .keyword = *commit->keyword ? commit->keyword : NULL,
        .sweep_size = (int64_t)commit->n_files,
        .n_pairs = (int64_t)commit->n_pairs,
    };
    return store_add_commit(store, &row, err);
}

static int store_version(const struct unit *unit, const struct unit_content *content,
                         const struct used_version *stored, const char *listed_as, struct db *store,
                         struct err *err)
{
    const struct git_reader *reader = content->reader;
    bool is_after;
    const struct changed_file *file = git_reader_file(content, stored->version, &is_after);
    struct commit_license license = license_of(reader, file, listed_as);
    const struct file_version_row version = {
        .submission_key = stored->key,
        .commit_id = reader->commits.list.items[file->commit].id,
        .path = file->path,
        .blob_id = is_after ? file->after : file->before,
        .is_test = path_is_test(file->path),
        .license = license.expression,
        .license_evidence = license.evidence,
    };
    return store_add_file_version(store, unit->id, &version, err);
}

int git_reader_store_versions(void *context, const struct unit *unit,
                              const struct unit_content *content, const struct used_version *list,
                              size_t n, struct db *store, struct err *err)
{
    const char *listed = ((const struct git_reader *)content->reader)->listed->license;
    scoped(str) license = {0};
    (void)context;
    bool is_after, is_listed = listed && spdx_add_expression(&license, listed, strlen(listed));
    for (size_t i = 0; i < n; i++) {
        const struct changed_file *file = git_reader_file(content, list[i].version, &is_after);
        if (store_commit_of(unit, content->reader, file->commit, store, err) != 0 ||
            store_version(unit, content, &list[i], is_listed ? str_text(&license) : NULL, store,
                          err) != 0)
            return ERR;
    }
    return 0;
}
