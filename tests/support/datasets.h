/* What a data set that was opened holds. */
#ifndef TESTS_SUPPORT_DATASETS_H
#define TESTS_SUPPORT_DATASETS_H

#include "codenet/dataset.h"

/* Options for Python with an archive's spool below $SCRATCH; `metadata` may be NULL. */
struct dataset_options dataset_options_for(const char *path, const char *metadata);

/* The problems' ids in their order, joined by spaces; in a static buffer. */
const char *dataset_ids(const struct dataset *dataset);

/* All errors of an open data set, as codenet_errors() gives them. */
const char *dataset_all_errors(struct dataset *dataset);

#endif
