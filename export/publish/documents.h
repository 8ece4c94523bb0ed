/* The files of a published folder that describe its data. Each has its own source file. All
 * functions return 0 or ERR. After ERR, the appended text is incomplete. */
#ifndef PUBLISH_DOCUMENTS_H
#define PUBLISH_DOCUMENTS_H

#include "export/publish/edition.h"

/* Appends README.md, the data card of a data set, in the form that hubs show. It has front matter
 * (YAML between lines of `---`, for a hub's loader) and sections on the rows, on mining, on the
 * splits, the user's own section, known limits, and how to cite the data set. */
int card_add(struct str *out, const struct edition *edition, struct err *err);

/* Appends the text of CITATION.cff (Citation File Format 1.2.0). */
int citation_add_cff(struct str *out, const struct edition *edition, struct err *err);

/* Appends a BibTeX entry for the data set. `values` are those of description_make(). */
int citation_add_bibtex(struct str *out, const struct json *values, struct err *err);

/* Makes croissant.json: the data set in Croissant 1.1 (JSON-LD), with the fields of Croissant RAI
 * 1.0 and, for its origin, W3C PROV-O. It describes the data files and the other files that are
 * already written, so not itself. Release `*out` with json_free(). */
int croissant_make(struct json **out, const struct edition *edition, struct err *err);

/* Make the members of the card's front matter, of CITATION.cff and of croissant.json again that
 * follow from the manifest alone (edition_restore()). The others, mostly prose, need the
 * database. Release `*out` with json_free(). */
typedef int document_remake(struct json **out, const struct edition *edition, struct err *err);
document_remake card_remake, citation_remake, croissant_remake;

/* Sets the names and the media types of the documents that croissant.json describes. */
void documents_list_others(struct edition *edition);

#endif
