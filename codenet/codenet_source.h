/* Project CodeNet as a source of pairs: units are problems, versions submissions. */
#ifndef CODENET_CODENET_SOURCE_H
#define CODENET_CODENET_SOURCE_H

#include "codenet/folder.h"
#include "miner/pair_source.h"

struct dataset;

extern const struct source_kind codenet_kind;

/* The source of an open dataset, which must stay where it is as long as the source is used. */
struct pair_source codenet_source(struct dataset *dataset);

#endif
