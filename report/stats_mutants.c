/* See stats_mutants.h. Rows are in the order of the real fixes; what only mutants have comes
 * behind. */
#include "report/stats_mutants.h"

#include <string.h>

#define REAL    "sum(origin = 'real')"
#define MUTANTS "sum(origin = 'mutant')"
#define PERCENT(these, origin) \
    "round(100.0 * " these " / (SELECT count(*) FROM fixes WHERE origin = '" origin "'), 2)"
#define OF_BOTH "FROM fixes WHERE origin IN ('real', 'mutant') "

static const struct query_table tables[] = {
    {.name = "totals",
     .sql =
         "SELECT name, n FROM counts WHERE name = 'problems' "
         "UNION ALL SELECT 'files', n FROM counts WHERE name = 'submissions' "
         "UNION ALL SELECT name, n FROM counts WHERE name = 'histories' "
         "UNION ALL SELECT name, n FROM counts WHERE name = 'pairs' "
         "UNION ALL SELECT 'fixes', count(*) FROM fixes JOIN categories USING (category) "
         "WHERE is_bug AND origin = 'real' "
         "UNION ALL SELECT 'fixes within " THESIS_MAX_TOKENS_TEXT " tokens', count(*) FROM fixes "
         "JOIN categories USING (category) WHERE is_bug AND origin = 'real' "
         "AND n_tokens <= " THESIS_MAX_TOKENS_SQL " "
         "UNION ALL SELECT 'mutants', count(*) FROM fixes JOIN categories USING (category) "
         "WHERE is_bug AND origin = 'mutant'",
     .keys = {"name", "n"}},
    {.name = "categories",
     .sql = "SELECT b.category, b.n, b.percent, " STATS_WITHIN ", m.n, m.percent FROM bug_types b "
            "JOIN mutant_types m USING (category) JOIN categories c USING (category) "
            "ORDER BY position",
     .keys = {"category", "n", "percent", "within_n", "within_percent", "mutant_n",
              "mutant_percent"}},
    {.name = "edits",
     .sql = "SELECT category, edit, before, after, " REAL " AS n, " MUTANTS " AS mutant_n " OF_BOTH
            "GROUP BY category, edit, before, after "
            "ORDER BY n DESC, mutant_n DESC, category, before, after LIMIT ?",
     .keys = {"category", "edit", "before", "after", "n", "mutant_n"},
     .has_limit = true},
    {.name = "patterns",
     .sql = "SELECT pattern, " REAL
            " AS n, " PERCENT(REAL, "real") ", " MUTANTS " AS mutant_n, " PERCENT(
                MUTANTS, "mutant") " " OF_BOTH
                                   "GROUP BY pattern ORDER BY n DESC, mutant_n DESC, pattern",
     .keys = {"pattern", "n", "percent", "mutant_n", "mutant_percent"}},
    {.name = "roles",
     .sql = "SELECT role, category, " REAL " AS n, " MUTANTS " AS mutant_n " OF_BOTH
            "AND role IS NOT NULL GROUP BY role, category "
            "ORDER BY n DESC, mutant_n DESC, role, category",
     .keys = {"role", "category", "n", "mutant_n"}},
};

const struct query_table *stats_mutants_table(const char *name)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (strcmp(tables[i].name, name) == 0)
            return &tables[i];
    return NULL;
}
