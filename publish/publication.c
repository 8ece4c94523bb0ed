/* See publication.h. */
#include "publish/publication.h"

#include <stdlib.h>

const char *publication_extension(const struct publication *publication)
{
    return publication->options->is_parquet ? ".parquet" : ".jsonl.gz";
}

struct publication_size publication_size(const struct publication *publication, int split)
{
    struct publication_size size = {0};
    for (size_t i = 0; i < publication->files.n; i++) {
        const struct publication_file *file = &publication->files.items[i];
        if (split >= 0 && file->split != split)
            continue;
        size.n_files++;
        size.n_rows += file->n_rows;
        size.n_clean += file->n_clean;
        size.n_bytes += file->n_bytes;
        size.n_uncompressed += file->n_uncompressed;
    }
    return size;
}

const char *publication_run_text(const struct publication *publication, const char *key)
{
    const char *text = json_text(json_get(json_get(publication->stats, "run"), key));
    return text ? text : "";
}

bool publication_is_clean(const struct publication *publication)
{
    return json_is_true(json_get(publication->check, "clean"));
}

void publication_release(struct publication *publication)
{
    for (size_t i = 0; i < publication->files.n; i++)
        free(publication->files.items[i].path);
    array_release(&publication->files);
    json_free(publication->store);
    json_free(publication->commands);
    facts_release(&publication->facts);
    export_counts_release(&publication->left_out);
}
