/* The id of a rewrite contains the id of its bug. What a kind of rewrites loses is counted by
 * problem, for the intervals; all kinds together are the sums of these. */
#include "score/rewrites.h"

#include "score/score.h"

#include <stdlib.h>
#include <string.h>

/* The character after the id of a submission. */
static const char sign = '~';

/* The kinds of Li et al. (augment/rewrite_kind.h makes them). */
enum { N_KINDS = 2 };
static const char *const kind_names[N_KINDS] = {"rename", "condition"};

/* Returns the number of the kind whose name a text begins with, and moves `text` past the name and
 * its number; N_KINDS if there is none. */
static int read_kind(const char **text)
{
    size_t length = strspn(*text, "abcdefghijklmnopqrstuvwxyz");
    int kind = 0;
    while (kind < N_KINDS &&
           (strlen(kind_names[kind]) != length || memcmp(kind_names[kind], *text, length) != 0))
        kind++;
    *text += length + strspn(*text + length, "0123456789");
    return kind;
}

/* Appends the id of the bug, and returns the kind. A submission id may end in several `~kind` (a
 * mutant or a rewrite that was rewritten); the last one is that of the rewrite. Returns N_KINDS if
 * `id` is not that of a rewrite. */
static int read_id(const char *id, struct str *original)
{
    int n_kinds = 0, kind = N_KINDS;
    for (const char *at = id; *at;) {
        const char *end = at + 1;
        int own = *at == sign ? read_kind(&end) : N_KINDS;
        if (*at == sign && end == at + 1)
            return N_KINDS;
        if (*at != sign || *end == sign) {
            str_add(original, at, (size_t)(end - at));
        } else if (own == N_KINDS || (*end && *end != '-') || (n_kinds && own != kind)) {
            return N_KINDS;
        } else {
            kind = own;
            n_kinds++;
        }
        at = end;
    }
    return n_kinds == 2 ? kind : N_KINDS;
}

/* The counts of the formulas. */
enum count { NAM, NDM, NAS, NDS, N_COUNTS };

struct kind_counts {
    double *counts;    /* [enum count][problem of the gold] */
    bool *is_affected; /* by item of the gold: one of its rewrites is lost */
    int64_t n_rewrites;
};

struct robustness {
    const struct judged *bugs;
    int k;
    size_t n_problems;
    struct kind_counts kinds[N_KINDS];
    int64_t n_without_original, n_of_correct;
};

static bool was_solved(const struct robustness *all, size_t item)
{
    const struct gold_item *bug = &all->bugs->gold->items.items[item];
    return bug->category != GOLD_CORRECT &&
           outcome_is_right(bug, &all->bugs->outcomes->items[item], all->k);
}

static void add_rewrite(struct robustness *all, int64_t item, struct kind_counts *kind,
                        bool is_solved)
{
    const struct gold_item *bug = item < 0 ? NULL : &all->bugs->gold->items.items[item];
    bool is_counted = bug && bug->category != GOLD_CORRECT;
    all->n_without_original += !bug;
    all->n_of_correct += bug && !is_counted;
    kind->n_rewrites += is_counted;
    if (!is_counted || !was_solved(all, (size_t)item))
        return;
    double *counts = &kind->counts[bug->problem_number];
    counts[NAM * all->n_problems]++;
    counts[NDM * all->n_problems] += !is_solved;
    counts[NDS * all->n_problems] += !is_solved && !kind->is_affected[item];
    kind->is_affected[item] = kind->is_affected[item] || !is_solved;
}

static void count_solved(struct robustness *all)
{
    for (size_t i = 0; i < all->bugs->gold->items.n; i++)
        for (int kind = 0; kind < N_KINDS; kind++)
            if (all->kinds[kind].n_rewrites && was_solved(all, i))
                all->kinds[kind].counts[NAS * all->n_problems +
                                        all->bugs->gold->items.items[i].problem_number]++;
}

/* The figures of `n` kinds, from the first one. */
static struct json *row(const struct robustness *all, const char *name, int first, int n)
{
    size_t n_problems = all->n_problems;
    scoped_memory double *sums = mem_alloc(mem_multiply(n_problems, N_COUNTS), sizeof *sums);
    double totals[N_COUNTS] = {0};
    int64_t n_rewrites = 0;
    for (int kind = first; kind < first + n; kind++) {
        n_rewrites += all->kinds[kind].n_rewrites;
        for (size_t i = 0; i < n_problems * N_COUNTS; i++)
            sums[i] += all->kinds[kind].counts[i];
    }
    for (size_t i = 0; i < n_problems * N_COUNTS; i++)
        totals[i / n_problems] += sums[i];
    return json_make(J_TEXT("kind", name), J_INT("rewrites", n_rewrites),
                     J_INT("rewrites_of_solved", (int64_t)totals[NAM]),
                     J_VALUE("pdm", score_share(all->bugs->bootstrap, &sums[NDM * n_problems],
                                                &sums[NAM * n_problems], n_problems)),
                     J_INT("solved", (int64_t)totals[NAS]),
                     J_VALUE("pda", score_share(all->bugs->bootstrap, &sums[NDS * n_problems],
                                                &sums[NAS * n_problems], n_problems)));
}

static int add_rewrites(struct robustness *all, const struct judged *rewrites, struct err *err)
{
    scoped(str) original = {0};
    for (size_t i = 0; i < rewrites->gold->items.n; i++) {
        const struct gold_item *item = &rewrites->gold->items.items[i];
        str_clear(&original);
        int kind = read_id(item->id, &original);
        if (kind == N_KINDS)
            return err_set(err,
                           "'%.200s' is not the id of a rewrite, such as p1-s1~rename-s2~rename; "
                           "give the rewrites that tokfix rewrite made",
                           item->id);
        add_rewrite(all, table_find(&all->bugs->gold->ids, str_text(&original)), &all->kinds[kind],
                    outcome_is_right(item, &rewrites->outcomes->items[i], all->k));
    }
    count_solved(all);
    return 0;
}

int rewrites_score(struct json **out, const struct judged *bugs, const struct judged *rewrites,
                   int k, struct err *err)
{
    struct robustness all = {.bugs = bugs, .k = k, .n_problems = bugs->gold->n_problems};
    struct json *kinds = json_array();
    for (int kind = 0; kind < N_KINDS; kind++) {
        all.kinds[kind].counts = mem_alloc(mem_multiply(all.n_problems, N_COUNTS), sizeof(double));
        all.kinds[kind].is_affected = mem_alloc(bugs->gold->items.n, sizeof(bool));
    }
    int status = add_rewrites(&all, rewrites, err);
    json_push(kinds, row(&all, "all", 0, N_KINDS));
    for (int kind = 0; kind < N_KINDS; kind++) {
        json_push(kinds, row(&all, kind_names[kind], kind, 1));
        free(all.kinds[kind].counts);
        free(all.kinds[kind].is_affected);
    }
    *out = json_make(J_INT("rewrites", (int64_t)rewrites->gold->items.n),
                     J_INT("without_original", all.n_without_original),
                     J_INT("of_correct", all.n_of_correct), J_VALUE("kinds", kinds));
    return status;
}
