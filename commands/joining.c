/* The runs are sorted together, so that it does not matter in which steps databases are joined. */
#include "commands/joining.h"

#include "base/str.h"
#include "cli/option.h"

#include <inttypes.h>
#include <string.h>

/* A run of one of the databases. */
struct joined_run {
    const struct run_row *row;
    struct merged_run *merged;
    const char *path;
};

static int compare_datasets_of(const struct run_row *x, const struct run_row *y)
{
    int order = strcmp(x->source, y->source);
    order = order ? order : strcmp(x->dataset, y->dataset);
    order = order ? order : strcmp(x->listing_sha256, y->listing_sha256);
    return order ? order : strcmp(x->prefix ? x->prefix : "", y->prefix ? y->prefix : "");
}

/* Languages that this tokfix knows come in its order. */
static int compare_languages(const char *a, const char *b)
{
    const struct language *x = language_find(a), *y = language_find(b);
    return x && y ? COMPARE(language_number(x), language_number(y)) : strcmp(a, b);
}

static int compare_joined_runs(const void *a, const void *b)
{
    const struct run_row *x = ((const struct joined_run *)a)->row,
                         *y = ((const struct joined_run *)b)->row;
    int order = compare_datasets_of(x, y);
    for (size_t i = 0; order == 0; i++) {
        if (i == x->n_languages || i == y->n_languages)
            return COMPARE(x->n_languages, y->n_languages);
        order = compare_languages(x->languages[i].name, y->languages[i].name);
    }
    return order;
}

static bool have_one_language(const struct run_row *x, const struct run_row *y)
{
    for (size_t i = 0; i < x->n_languages; i++)
        for (size_t k = 0; k < y->n_languages; k++)
            if (strcmp(x->languages[i].name, y->languages[k].name) == 0)
                return true;
    return false;
}

/* Databases with the same language must have been mined with the same grammar. */
static int compare_grammars(const struct named *first, const struct named *other, struct err *err)
{
    const struct run_row *a = &first->row, *b = &other->row;
    if (strcmp(a->tool_version, b->tool_version) != 0)
        return err_set(err, "'%s' and '%s' were made by different versions of tokfix: %s and %s",
                       first->path, other->path, a->tool_version, b->tool_version);
    for (size_t i = 0; i < a->n_languages; i++)
        for (size_t k = 0; k < b->n_languages; k++)
            if (strcmp(a->languages[i].name, b->languages[k].name) == 0 &&
                strcmp(a->languages[i].grammar_version, b->languages[k].grammar_version) != 0)
                return err_set(err, "'%s' and '%s' were mined with different versions of %s",
                               first->path, other->path, a->languages[i].grammar);
    return 0;
}

/* Fails, because two runs have the same problems in one language. In git, the ids of problems are
 * names of repositories, and different repositories may have one name. */
static int refuse_same(const struct joined_run *first, const struct joined_run *other,
                       struct err *err)
{
    bool is_git = strcmp(other->row->source, "git") == 0;
    return err_set(err, "'%s' and '%s' were mined from %s: leave one out%s", first->path,
                   other->path, is_git ? "repositories with the same ids" : "the same dataset",
                   is_git ? ", or mine one again with --prefix NAME" : "");
}

/* Numbers the runs in their order. Those over one dataset must have mined different languages. */
static int join_runs(struct shard_set *set, struct joined_run *runs, size_t n, struct err *err)
{
    if (n)
        qsort(runs, n, sizeof *runs, compare_joined_runs);
    set->runs = arena_alloc(&set->arena, n, sizeof *set->runs);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            if (compare_datasets_of(runs[k].row, runs[i].row) == 0 &&
                have_one_language(runs[k].row, runs[i].row))
                return refuse_same(&runs[k], &runs[i], err);
        runs[i].merged->new_key = (int64_t)++set->n_runs;
        set->runs[i] = *runs[i].row;
    }
    return 0;
}

/* ---- Problems in several databases ---- */

static bool have_one_listing(const struct named *a, const struct named *b)
{
    for (size_t i = 0; i < a->n_runs; i++)
        for (size_t k = 0; k < b->n_runs; k++)
            if (compare_datasets_of(&a->runs[i], &b->runs[k]) == 0)
                return true;
    return false;
}

/* Whether both databases have a run of one kind of source. */
static bool have_one_kind(const struct named *a, const struct named *b)
{
    for (size_t i = 0; i < a->n_runs; i++)
        for (size_t k = 0; k < b->n_runs; k++)
            if (strcmp(a->runs[i].source, b->runs[k].source) == 0)
                return true;
    return false;
}

/* Whether both databases may have the commits of one repository in one language. A repository that
 * has got further commits is mined again as a whole. */
static bool have_one_repository(const struct named *a, const struct named *b)
{
    for (size_t i = 0; i < a->n_runs; i++)
        for (size_t k = 0; k < b->n_runs; k++)
            if (strcmp(a->runs[i].source, "git") == 0 && strcmp(b->runs[k].source, "git") == 0 &&
                have_one_language(&a->runs[i], &b->runs[k]))
                return true;
    return false;
}

/* Fails unless problems with one id in two databases are the same. */
static int check_overlap(const struct merge_overlap *overlap, const struct named *a,
                         const struct named *b, bool are_same_problems, struct err *err)
{
    bool is_clash = overlap->n_clashing || !have_one_kind(a, b);
    int64_t n = is_clash && overlap->n_clashing ? overlap->n_clashing : overlap->n_problems;
    const char *id = is_clash && overlap->clash ? overlap->clash : overlap->example;
    struct counted problems = counted(n, "problem", "problems");
    const char *ids = plural((double)n, "the same id", "the same ids");
    if (is_clash)
        return err_set(err,
                       "'%s' and '%s' have %s with %s and other submissions, such as "
                       "%s; mine one of the datasets again with --prefix NAME, which makes NAME:%s "
                       "of that id",
                       a->path, b->path, problems.text, ids, id, id);
    if (have_one_repository(a, b))
        return err_set(err,
                       "'%s' and '%s' have %s in the same language, such as %s: leave one of the "
                       "databases out, or mine one again without these; if these are different "
                       "repositories, mine one again with --prefix NAME",
                       a->path, b->path, counted(n, "repository", "repositories").text, id);
    if (have_one_listing(a, b) || overlap->n_same || are_same_problems)
        return 0;
    return err_set(err,
                   "'%s' and '%s' have %s with %s, such as %s, and no submission of a fix "
                   "is in both; if these are the same problems, add --same-problems, and if not, "
                   "mine one of the datasets again with --prefix NAME, which makes NAME:%s of that "
                   "id",
                   a->path, b->path, problems.text, ids, id, id);
}

static int check_overlaps(struct shard_set *set, const struct named *list, bool are_same_problems,
                          struct err *err)
{
    scoped(merge_overlaps) overlaps = {0};
    if (merge_overlaps_find(&overlaps, set->parts, set->n, err) != 0)
        return ERR;
    for (size_t i = 0; i < overlaps.list.n; i++) {
        const struct merge_overlap *overlap = &overlaps.list.items[i];
        if (check_overlap(overlap, &list[overlap->parts[0]], &list[overlap->parts[1]],
                          are_same_problems, err) != 0)
            return ERR;
    }
    return 0;
}

int joining_join(struct shard_set *set, const struct named *list, size_t n, bool are_same_problems,
                 struct err *err)
{
    scoped_array ARRAY(struct joined_run) runs = {0};
    set->n = n;
    set->parts = mem_alloc(n, sizeof *set->parts);
    for (size_t i = 0; i < n; i++) {
        if (compare_grammars(&list[0], &list[i], err) != 0)
            return ERR;
        set->parts[i] = (struct merged_part){list[i].db, list[i].merged, list[i].n_runs};
        for (size_t k = 0; k < list[i].n_runs; k++)
            array_push(&runs,
                       (struct joined_run){&list[i].runs[k], &list[i].merged[k], list[i].path});
    }
    return join_runs(set, runs.items, runs.n, err) == 0
               ? check_overlaps(set, list, are_same_problems, err)
               : ERR;
}
