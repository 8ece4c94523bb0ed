/* Project CodeNet as a source of pairs. Its units are problems, its versions are submissions. */
#ifndef CODENET_CODENET_SOURCE_H
#define CODENET_CODENET_SOURCE_H

#include "sources/codenet/folder.h"
#include "miner/pair_source.h"

struct dataset;

extern const struct source_kind codenet_kind;

/* Returns the source of an open dataset. The dataset must not move while the source is used. */
struct pair_source codenet_source(struct dataset *dataset);

#endif
