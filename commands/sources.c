#include "commands/sources.h"

#include "codenet/codenet_source.h"
#include "codenet/dataset.h"
#include "git/git_source.h"

#include <stdlib.h>
#include <string.h>

static void close_codenet(void *context)
{
    dataset_close(context);
    free(context);
}

static int open_codenet(struct pair_source *out, const struct mine_arguments *arguments,
                        const char *folder, const struct meter *meter, struct err *err)
{
    struct dataset_options options = {
        .path = arguments->dataset,
        .metadata = arguments->metadata,
        .languages = arguments->options.languages,
        .max_source_bytes = arguments->options.max_bytes,
        .temporary_folder = folder,
        .is_wanted = shard_wants,
        .wanted_context = (void *)&arguments->shard,
        .meter = *meter,
    };
    struct dataset *dataset = mem_alloc(1, sizeof *dataset);
    if (dataset_open(dataset, &options, err) != 0) {
        close_codenet(dataset);
        return ERR;
    }
    *out = codenet_source(dataset);
    out->free = close_codenet;
    return 0;
}

static int open_git(struct pair_source *out, const struct mine_arguments *arguments,
                    const char *folder, const struct meter *meter, struct err *err)
{
    const struct git_options options = {
        .path = arguments->dataset,
        .commits = {.languages = arguments->options.languages,
                    .keywords = arguments->keywords,
                    .max_files = arguments->max_files,
                    .salt = arguments->salt},
        .max_bytes = arguments->options.max_bytes,
        .any_owner = arguments->any_owner,
        .meter = *meter,
    };
    (void)folder;
    return git_source_open(out, &options, err);
}

enum { SOURCE_CODENET, SOURCE_GIT };
static const struct mined_source mined_sources[] = {
    [SOURCE_CODENET] = {&codenet_kind, open_codenet},
    [SOURCE_GIT] = {&git_kind, open_git},
};

const struct mined_source *mined_source_choose(const struct mine_arguments *arguments)
{
    return &mined_sources[arguments->is_git ? SOURCE_GIT : SOURCE_CODENET];
}

const struct source_kind *source_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof mined_sources / sizeof *mined_sources; i++)
        if (strcmp(mined_sources[i].kind->name, name) == 0)
            return mined_sources[i].kind;
    return NULL;
}
