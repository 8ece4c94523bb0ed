/* The files of a published folder that describe its data; each has its own source file. All
 * functions return 0 or ERR; after ERR nothing that they appended is of use. */
#ifndef PUBLISH_DOCUMENTS_H
#define PUBLISH_DOCUMENTS_H

#include "publish/publication.h"

/* Appends README.md, the data card of a data set, as hubs show it: front matter (YAML between lines
 * of `---`, which a hub's loader reads), what is in the rows, how they were mined, what separates
 * the splits, the user's own section, known limits, and how to cite it. */
int card_add(struct str *out, const struct publication *publication, struct err *err);

/* Appends the text of CITATION.cff (Citation File Format 1.2.0). */
int citation_add_cff(struct str *out, const struct publication *publication, struct err *err);

/* Appends an entry of BibTeX for the data set; `values` are those of description_make(). */
int citation_add_bibtex(struct str *out, const struct json *values, struct err *err);

/* Appends entries for what it is made from and follows: Project CodeNet, the thesis, and where
 * there are mutants BugLab. */
int citation_add_sources(struct str *out, const struct json *values, struct err *err);

/* croissant.json: the data set as Croissant 1.1 describes it (JSON-LD), with the fields of
 * Croissant RAI 1.0 and, for where it comes from, W3C PROV-O. It is of the data files and of the
 * others that are written so far: that is, without itself. Release with json_free(). */
int croissant_make(struct json **out, const struct publication *publication, struct err *err);

#endif
