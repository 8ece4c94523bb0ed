/* How a data set is cited: CITATION.cff (Citation File Format 1.2.0) and BibTeX. */
#ifndef PUBLISH_CITATION_H
#define PUBLISH_CITATION_H

#include "publish/publication.h"

/* Appends the text of CITATION.cff. */
int citation_add_cff(struct str *out, const struct publication *publication, struct err *err);

/* Appends an entry for the data set; `values` are those of description_make(). */
int citation_add_bibtex(struct str *out, const struct json *values, struct err *err);

/* Appends entries for what it is made from and follows: Project CodeNet, the thesis, and where
 * there are mutants BugLab. */
int citation_add_sources(struct str *out, const struct json *values, struct err *err);

#endif
