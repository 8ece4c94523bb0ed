/* Descriptions of the problems: those that say the same belong to one problem.
 *
 * `problem_descriptions/<problem_id>.html` (Project CodeNet README). Most trees lack them, and CodeNet
 * has none for some problems. */
#ifndef CODENET_PROBLEM_DESCRIPTIONS_H
#define CODENET_PROBLEM_DESCRIPTIONS_H

#include "db/store.h"
#include "codenet/folder.h"
#include "codenet/codenet_source.h"
#include "codenet/problem_list.h"

#define PROBLEM_DESCRIPTIONS_FOLDER   "problem_descriptions"
#define PROBLEM_DESCRIPTION_EXTENSION "html"

enum { MAX_PROBLEM_DESCRIPTION_BYTES = 1 << 20 };

/* Reads the descriptions of the listed problems (of those chosen; NULL: of all) below `root`, the folder that holds data/, and stores
 * the SHA-256 of each in the order of the list. Every run of ASCII white space counts as one space,
 * and none at the ends; what is then empty is not stored. One that cannot be read is added to
 * `errors`. Fails only when the store does. */
int problem_descriptions_store(const struct folder *root, const struct problem_list *list,
                               const bool *is_chosen, struct store *store,
                               struct input_errors *errors, struct err *err);

#endif
