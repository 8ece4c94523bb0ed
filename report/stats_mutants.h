/* The tables of a store that show real fixes and mutants side by side. */
#ifndef REPORT_STATS_MUTANTS_H
#define REPORT_STATS_MUTANTS_H

#include "db/query_table.h"
#include "report/thesis.h"

/* Of a row of the table categories `c`: its counted fixes that are as short as those of the thesis,
 * and their share of the six. */
#define STATS_WITHIN                                                                       \
    "(SELECT count(*) FROM counted_fixes f WHERE f.category = c.category "                 \
    "AND f.n_tokens <= " THESIS_MAX_TOKENS_SQL "), "                                       \
    "CASE WHEN c.is_bug THEN round(100.0 * (SELECT count(*) FROM counted_fixes f "         \
    "WHERE f.category = c.category AND f.n_tokens <= " THESIS_MAX_TOKENS_SQL ") / nullif(" \
    "(SELECT count(*) FROM counted_fixes JOIN categories USING (category) "                \
    "WHERE is_bug AND n_tokens <= " THESIS_MAX_TOKENS_SQL "), 0), 2) END"

/* The table of that name with the numbers of mutants, which stands in the place of the one without
 * them; NULL: there is no other. */
const struct query_table *stats_mutants_table(const char *name);

#endif
