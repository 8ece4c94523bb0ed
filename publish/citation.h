/* How a data set is cited: CITATION.cff (Citation File Format 1.2.0) and BibTeX. */
#ifndef PUBLISH_CITATION_H
#define PUBLISH_CITATION_H

#include "base/str.h"
#include "publish/publication.h"

/* Appends the text of CITATION.cff. */
void citation_add_cff(struct str *out, const struct publication *publication);

/* Appends an entry for the data set, as one line each. */
void citation_add_bibtex(struct str *out, const struct publication *publication);

/* Appends entries for what it is made from and follows: Project CodeNet, the thesis, and where
 * there are mutants BugLab. */
void citation_add_sources(struct str *out, const struct publication *publication);

#endif
