/* The files of a published folder that describe its data. Each has its own source file. All
 * functions return 0 or ERR. After ERR, the appended text is incomplete. */
#ifndef PUBLISH_DOCUMENTS_H
#define PUBLISH_DOCUMENTS_H

#include "export/publish/edition.h"

/* README.md, the data card of a data set, in the form that hubs show: the front matter, YAML
 * between lines of `---`, for a hub's loader; sections on the rows, on mining and on the splits;
 * the user's own section, which the publisher adds; known limits, and how to cite the data set. */
struct card {
    struct str front, text, uses;
};

int card_make(struct card *out, const struct edition *edition, struct err *err);
void card_release(struct card *card);
SCOPED_VALUE(card, card_release)

/* Makes CITATION.cff (Citation File Format 1.2.0). Release `*out` with json_free(). */
int citation_make(struct json **out, const struct edition *edition, struct err *err);

/* Appends a BibTeX entry for the data set. `values` are those of description_make(). */
int citation_add_bibtex(struct str *out, const struct json *values, struct err *err);

/* Makes croissant.json: the data set in Croissant 1.1 (JSON-LD), with the fields of Croissant RAI
 * 1.0 and, for its origin, W3C PROV-O. It describes the data files and the other files that are
 * already written and that people do not edit. Release `*out` with json_free(). */
int croissant_make(struct json **out, const struct edition *edition, struct err *err);

#endif
