/* See leak_search.h. */
#include "guard/leak_search.h"

int leak_search_run(struct leak_search *out, const char *path, struct db *db,
                    const struct pairs *pairs, const struct match_options *options, int split,
                    const struct guard_options *guard, struct err *err)
{
    const struct language *language;
    *out = (struct leak_search){0};
    if (programs_language(&language, db, err) != 0 ||
        benchmark_read(&out->benchmark, path, language, err) != 0 ||
        needles_make(&out->needles, &out->benchmark, language, options, err) != 0)
        return ERR;
    if (out->needles.list.n == 0) {
        const struct benchmark_reject *first = &out->benchmark.rejects.items[0];
        return err_set(err, "no program of the benchmark '%s' can be searched for; %s: %s", path,
                       first->place, first->reason);
    }
    return leaks_find(&out->leaks, db, pairs, &out->needles, split, guard, err);
}

void leak_search_release(struct leak_search *search)
{
    array_release(&search->leaks.list);
    needles_release(&search->needles);
    benchmark_release(&search->benchmark);
}
