/* Project CodeNet as a source of pairs: units are problems, versions submissions. */
#ifndef CODENET_CODENET_SOURCE_H
#define CODENET_CODENET_SOURCE_H

#include "miner/pair_source.h"

struct dataset;

/* Kinds of input errors. */
enum codenet_error {
    /* metadata */
    INPUT_METADATA_MISSING,      /* a listed problem has no metadata file */
    INPUT_METADATA_UNUSABLE,     /* unreadable, empty, or without a required column */
    INPUT_DATA_WITHOUT_METADATA, /* a folder of sources whose problem has no metadata file */
    INPUT_ROW_MALFORMED,         /* number of fields, not UTF-8 */
    INPUT_ROW_ID_UNSAFE,         /* an id that cannot be a file name */
    INPUT_ROW_VALUE,             /* date that is no number, empty user, another problem's id */
    INPUT_ROW_DUPLICATE,         /* a submission id that an earlier row has */
    /* sources */
    INPUT_SOURCE_MISSING,
    INPUT_SOURCE_OUTSIDE, /* a symbolic link that leaves the dataset */
    INPUT_SOURCE_UNREADABLE,
    INPUT_SOURCE_TOO_LARGE,
    INPUT_SOURCE_ENCODING,
    /* what the data set tells about problems that are one problem */
    INPUT_PROBLEM_CLUSTERS_UNUSABLE, /* the file: unreadable, too large, or its rest no such text */
    INPUT_PROBLEM_CLUSTER_MALFORMED, /* a line that is no text, or an id that is none */
    INPUT_DESCRIPTION_UNUSABLE,      /* unreadable, too large, or a link that leaves the dataset */
    /* archives */
    INPUT_ENTRY_REFUSED, /* a path that leads out, a link, a second entry of a path, absurd size */
    N_CODENET_ERRORS
};

extern const struct source_kind codenet_kind;

/* The source of an open dataset, which must stay where it is as long as the source is used. */
struct pair_source codenet_source(struct dataset *dataset);

#endif
