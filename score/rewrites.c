/* The id of a rewrite contains the id of its bug. Each rewrite is counted in several groups: its
 * kind and the pools of kinds, each for rewrites that leak, that do not leak, and for all. */
#include "score/rewrites.h"

#include "base/table.h"
#include "score/score.h"
#include "report/report_text.h"

#include <string.h>

/* The character after the id of a submission. */
static const char sign = '~';

static size_t kind_length(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz");
}

/* Appends the id of the bug to `original` and the kind, without a number, to `kind`. A submission
 * id may end in several `~kind` (a mutant or a rewrite that was rewritten); the last one is that of
 * the rewrite. Returns false if `id` is not that of a rewrite. */
static bool read_id(const char *id, struct str *original, struct str *kind)
{
    int n_kinds = 0;
    for (const char *at = id; *at;) {
        if (*at != sign) {
            str_add(original, at++, 1);
            continue;
        }
        size_t length = kind_length(++at);
        const char *end = at + length + strspn(at + length, "0123456789");
        if (length > 0 && *end == sign) { /* a mutant, or a rewrite of a rewrite */
            str_add(original, at - 1, (size_t)(end - at) + 1);
            at = end;
            continue;
        }
        bool is_same =
            n_kinds == 0 || (kind->length == length && memcmp(str_text(kind), at, length) == 0);
        if (length == 0 || (*end && *end != '-') || !is_same || ++n_kinds > 2)
            return false;
        if (n_kinds == 1)
            str_add(kind, at, length);
        at = end;
    }
    return n_kinds == 2;
}

enum { LEAKS_ANY, LEAKS_YES, LEAKS_NO, N_LEAKS };
static const char *const leaks_names[N_LEAKS] = {"any", "yes", "no"};

/* What was already counted for a bug in a group, as bits. */
enum { SEEN = 1, SEEN_CHANGED = 2, SEEN_LOST = 4 };

/* What is counted in a group of rewrites, by problem. */
enum count {
    REWRITES_OF_SOLVED, /* NAM */
    LOST,               /* NDM */
    SOLVED,             /* bugs: NAS */
    AFFECTED,           /* NDS */
    REWRITES,
    CHANGED,
    BUGS, /* that have rewrites */
    BUGS_CHANGED,
    SOLVED_BEFORE, /* of these bugs */
    SOLVED_AFTER,  /* of the rewrites */
    N_COUNTS
};

struct group {
    double *counts; /* [enum count][problem of the gold] */
    char *seen;     /* by item of the gold */
};

/* The rows of pools come first, then one row for each kind, first the kinds of Li et al. */
enum { ROW_ALL, ROW_LI, N_POOLS, N_LI_KINDS = 2 };
static const char *const pool_names[N_POOLS] = {"all", "rename+condition"};

struct robustness {
    const struct gold *gold;
    const struct verdicts *verdicts;
    struct bootstrap *bootstrap;
    int k;
    struct table kinds;         /* numbered from 0, in the order of their rows */
    ARRAY(struct group) groups; /* N_LEAKS for each row */
    int64_t n_without_original, n_of_correct;
};

static void begin_kinds(struct robustness *all)
{
    table_add(&all->kinds, "rename");
    table_add(&all->kinds, "condition");
}

static bool is_pooled(int pool, size_t kind)
{
    return pool == ROW_ALL || kind < N_LI_KINDS;
}

static struct group *group_of(struct robustness *all, size_t row, int leaks)
{
    size_t number = row * N_LEAKS + (size_t)leaks, n_problems = all->gold->n_problems;
    while (all->groups.n <= number)
        array_push(
            &all->groups,
            (struct group){.counts = mem_alloc(mem_multiply(n_problems, N_COUNTS), sizeof(double)),
                           .seen = mem_alloc(all->gold->items.n, 1)});
    return &all->groups.items[number];
}

static double *counts_of(const struct robustness *all, const struct group *group, enum count count)
{
    return &group->counts[(size_t)count * all->gold->n_problems];
}

static int64_t total_of(const struct robustness *all, const struct group *group, enum count count)
{
    double sum = 0;
    for (size_t i = 0; i < all->gold->n_problems; i++)
        sum += counts_of(all, group, count)[i];
    return (int64_t)sum;
}

/* Returns whether there is a rewrite of the kind. */
static bool has_kind(struct robustness *all, size_t kind)
{
    return total_of(all, group_of(all, N_POOLS + kind, LEAKS_ANY), REWRITES) > 0;
}

/* Returns whether the bit was not set before, and sets it. */
static bool is_first(struct group *group, size_t item, int bit, bool holds)
{
    bool is_new = holds && !(group->seen[item] & bit);
    if (is_new)
        group->seen[item] = (char)(group->seen[item] | bit);
    return is_new;
}

static void add_to(struct robustness *all, struct group *group, size_t item, bool was_solved,
                   bool is_solved)
{
    bool is_lost = was_solved && !is_solved, is_changed = was_solved != is_solved;
    bool is_new = is_first(group, item, SEEN, true);
    const bool added[N_COUNTS] = {
        [REWRITES_OF_SOLVED] = was_solved,
        [LOST] = is_lost,
        [AFFECTED] = is_first(group, item, SEEN_LOST, is_lost),
        [REWRITES] = true,
        [CHANGED] = is_changed,
        [BUGS] = is_new,
        [BUGS_CHANGED] = is_first(group, item, SEEN_CHANGED, is_changed),
        [SOLVED_BEFORE] = is_new && was_solved,
        [SOLVED_AFTER] = is_solved,
    };
    for (int i = 0; i < N_COUNTS; i++)
        counts_of(all, group, i)[all->gold->items.items[item].problem_number] += added[i];
}

static void add_rewrite(struct robustness *all, const char *original, const char *kind_name,
                        bool is_solved)
{
    int64_t item = table_find(&all->gold->ids, original);
    if (item == TABLE_NONE) {
        all->n_without_original++;
        return;
    }
    const struct gold_item *bug = &all->gold->items.items[item];
    if (bug->category == GOLD_CORRECT) {
        all->n_of_correct++;
        return;
    }
    bool was_solved = verdict_is_right(bug, &all->verdicts->items[item], all->k);
    size_t kind = (size_t)table_number(&all->kinds, kind_name);
    int leaks[] = {LEAKS_ANY, bug->is_leaked ? LEAKS_YES : LEAKS_NO};
    for (size_t row = 0; row <= N_POOLS; row++) {
        bool is_counted = row == N_POOLS || is_pooled((int)row, kind);
        for (int i = 0; i < 2 && is_counted; i++)
            add_to(all, group_of(all, row < N_POOLS ? row : N_POOLS + kind, leaks[i]), (size_t)item,
                   was_solved, is_solved);
    }
}

/* For a pool, NAS and NDS are the sums over its kinds. */
static void pool_kinds(struct robustness *all, int pool, int leaks)
{
    static const enum count counts[] = {SOLVED, AFFECTED};
    for (size_t i = 0; i < 2; i++) {
        double *sums = counts_of(all, group_of(all, (size_t)pool, leaks), counts[i]);
        memset(sums, 0, all->gold->n_problems * sizeof *sums);
        for (size_t kind = 0; kind < all->kinds.keys.n; kind++) {
            const double *own = counts_of(all, group_of(all, N_POOLS + kind, leaks), counts[i]);
            for (size_t problem = 0; is_pooled(pool, kind) && problem < all->gold->n_problems;
                 problem++)
                sums[problem] += own[problem];
        }
    }
}

/* Counts the solved bugs in the groups of each kind that has rewrites. */
static void count_solved(struct robustness *all, size_t item)
{
    const struct gold_item *bug = &all->gold->items.items[item];
    int leaks[] = {LEAKS_ANY, bug->is_leaked ? LEAKS_YES : LEAKS_NO};
    if (bug->category == GOLD_CORRECT ||
        !verdict_is_right(bug, &all->verdicts->items[item], all->k))
        return;
    for (size_t kind = 0; kind < all->kinds.keys.n; kind++)
        for (int i = 0; i < 2 && has_kind(all, kind); i++)
            counts_of(all, group_of(all, N_POOLS + kind, leaks[i]), SOLVED)[bug->problem_number]++;
}

static void finish_counts(struct robustness *all)
{
    for (size_t i = 0; i < all->gold->items.n; i++)
        count_solved(all, i);
    for (int leaks = 0; leaks < N_LEAKS; leaks++)
        for (int pool = 0; pool < N_POOLS; pool++)
            pool_kinds(all, pool, leaks);
}

static struct json *share_of(const struct robustness *all, const struct group *group,
                             enum count right, const struct group *whole, enum count n)
{
    return score_share(all->bootstrap, counts_of(all, group, right), counts_of(all, whole, n),
                       all->gold->n_problems);
}

static struct json *group_row(const struct robustness *all, const char *kind, int leaks,
                              const struct group *group)
{
    return json_make(J_TEXT("kind", kind), J_TEXT("leaks", leaks_names[leaks]),
                     J_INT("rewrites_of_solved", total_of(all, group, REWRITES_OF_SOLVED)),
                     J_VALUE("pdm", share_of(all, group, LOST, group, REWRITES_OF_SOLVED)),
                     J_INT("solved", total_of(all, group, SOLVED)),
                     J_VALUE("pda", share_of(all, group, AFFECTED, group, SOLVED)),
                     J_INT("rewrites", total_of(all, group, REWRITES)),
                     J_VALUE("changed", share_of(all, group, CHANGED, group, REWRITES)),
                     J_INT("bugs", total_of(all, group, BUGS)),
                     J_VALUE("bugs_changed", share_of(all, group, BUGS_CHANGED, group, BUGS)));
}

/* Describes the solved bugs that do not leak. */
static struct json *without_leaks_row(const struct robustness *all, const char *kind,
                                      const struct group *any, const struct group *sound)
{
    return json_make(J_TEXT("kind", kind),
                     J_INT("solved_before", total_of(all, any, SOLVED_BEFORE)),
                     J_VALUE("before", share_of(all, sound, SOLVED_BEFORE, any, SOLVED_BEFORE)),
                     J_INT("solved_after", total_of(all, any, SOLVED_AFTER)),
                     J_VALUE("after", share_of(all, sound, SOLVED_AFTER, any, SOLVED_AFTER)));
}

static struct json *make_report(struct robustness *all, int64_t n_rewrites)
{
    struct json *kinds = json_array(), *without_leaks = json_array();
    bool has_leaks = all->gold->has_exclusions;
    for (size_t number = 0; number < N_POOLS + all->kinds.keys.n; number++) {
        const char *name =
            number < N_POOLS ? pool_names[number] : all->kinds.keys.items[number - N_POOLS];
        if (number == ROW_LI && !(has_kind(all, 0) && has_kind(all, 1)))
            continue;
        for (int leaks = 0; leaks < (has_leaks ? N_LEAKS : 1); leaks++)
            json_push(kinds, group_row(all, name, leaks, group_of(all, number, leaks)));
        if (has_leaks) {
            struct group any = *group_of(all, number, LEAKS_ANY);
            struct group sound = *group_of(all, number, LEAKS_NO);
            json_push(without_leaks, without_leaks_row(all, name, &any, &sound));
        }
    }
    return json_make(J_INT("rewrites", n_rewrites),
                     J_INT("without_original", all->n_without_original),
                     J_INT("of_correct", all->n_of_correct), J_BOOL("has_leaks", has_leaks),
                     J_VALUE("kinds", kinds), J_VALUE("solved_without_leaks", without_leaks));
}

static int add_rewrites(struct robustness *all, const struct judged *rewrites, struct err *err)
{
    const struct gold *gold = rewrites->gold;
    scoped(str) original = {0}, kind = {0};
    for (size_t i = 0; i < gold->items.n; i++) {
        const struct gold_item *item = &gold->items.items[i];
        str_clear(&original);
        str_clear(&kind);
        if (!read_id(item->id, &original, &kind))
            return err_set(err,
                           "'%.200s' is not the id of a rewrite, such as p1-s1~rename-s2~rename; "
                           "give the rewrites that tokfix rewrite made",
                           item->id);
        add_rewrite(all, str_text(&original), str_text(&kind),
                    verdict_is_right(item, &rewrites->verdicts->items[i], all->k));
        if (all->kinds.keys.n > MAX_REWRITE_KINDS)
            return err_set(err,
                           "the ids of the rewrites have more than %d kinds; give the rewrites "
                           "that tokfix rewrite made",
                           MAX_REWRITE_KINDS);
    }
    return 0;
}

int rewrites_score(struct json **out, const struct judged *bugs, const struct judged *rewrites,
                   int k, struct err *err)
{
    struct robustness all = {
        .gold = bugs->gold, .verdicts = bugs->verdicts, .bootstrap = bugs->bootstrap, .k = k};
    begin_kinds(&all);
    int status = add_rewrites(&all, rewrites, err);
    if (status == 0) {
        finish_counts(&all);
        *out = make_report(&all, (int64_t)rewrites->gold->items.n);
    }
    for (size_t i = 0; i < all.groups.n; i++) {
        free(all.groups.items[i].counts);
        free(all.groups.items[i].seen);
    }
    array_release(&all.groups);
    table_release(&all.kinds);
    return status;
}

static const char rewrites_text[] = {
#include "score/text/rewrites.txt.inc"
};

/* The rows that have any of the things that the keys count. */
static struct json *rows_with(const struct json *rows, const char *key, const char *other)
{
    struct json *shown = json_array();
    json_each(row, rows)
        if (json_number_at(row, key) + json_number_at(row, other) >= 1)
            json_push(shown, json_copy(row));
    return shown;
}

void rewrites_print(const struct json *object, double k, FILE *out)
{
    const struct json *kinds = json_get(object, "kinds");
    const struct json *without_leaks = json_get(object, "solved_without_leaks");
    scoped(json) *more =
        json_make(J_DOUBLE("k", k), J_VALUE("shown", rows_with(kinds, "rewrites", "")),
                  J_VALUE("sound", rows_with(without_leaks, "solved_before", "solved_after")));
    report_text_print(rewrites_text, object, more, out);
}
