/* The tables of a store that show real fixes and mutants side by side. */
#ifndef REPORT_STATS_MUTANTS_H
#define REPORT_STATS_MUTANTS_H

#include "report/query_table.h"

/* The table of that name with the numbers of mutants, which stands in the place of the one without
 * them; NULL: there is no other. */
const struct query_table *stats_mutants_table(const char *name);

#endif
