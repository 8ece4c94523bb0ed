#include "commands/sources.h"

#include "codenet/codenet_source.h"
#include "codenet/dataset.h"

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

static const struct mined_source mined_sources[] = {
    {&codenet_kind, open_codenet},
};

const struct mined_source *mined_source_choose(const struct mine_arguments *arguments)
{
    (void)arguments;
    return &mined_sources[0];
}

const struct source_kind *source_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof mined_sources / sizeof *mined_sources; i++)
        if (strcmp(mined_sources[i].kind->name, name) == 0)
            return mined_sources[i].kind;
    return NULL;
}
