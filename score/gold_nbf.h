/* Rows of nbf, the test format of nbfbaselines and RealiT, as gold. */
#ifndef SCORE_GOLD_NBF_H
#define SCORE_GOLD_NBF_H

#include "base/json.h"
#include "score/gold.h"

/* Makes the item of a row: its place is that of the marker, its fixed program is made by the
 * repair, its category is that of nbfbaselines' scorer, which goes by the type and, for operators,
 * by the repair. Returns NULL, or what is wrong with the row, a static text. */
const char *gold_read_nbf(struct gold_item *item, const struct json *row, struct arena *arena);

#endif
