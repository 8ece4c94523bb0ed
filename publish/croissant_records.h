/* The record sets of a Croissant description: what stands in the data files. */
#ifndef PUBLISH_CROISSANT_RECORDS_H
#define PUBLISH_CROISSANT_RECORDS_H

#include "publish/publication.h"

/* The @id of the set of all data files, which the records are read from. */
extern const char croissant_data_files[];

/* An array: the splits, with their names as data; and the rows, with a field for each feature of
 * the format, and the split, which the name of a file tells. Release with json_free(). */
struct json *croissant_record_sets(const struct publication *publication);

#endif
