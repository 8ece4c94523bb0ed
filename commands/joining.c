#include "commands/joining.h"

#include "base/str.h"
#include "commands/cli/option.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <stdlib.h>
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
    const struct run_row *a = first->runs, *b = other->runs;
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

/* Those over one dataset must have mined different languages. */
static int check_runs(const struct joined_run *runs, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (compare_datasets_of(runs[k].row, runs[i].row) == 0 &&
                have_one_language(runs[k].row, runs[i].row))
                return refuse_same(&runs[k], &runs[i], err);
    return 0;
}

static int compare_databases(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return COMPARE(x->merged[0].new_key, y->merged[0].new_key);
}

struct run_row *joining_number_runs(struct named *list, size_t n, size_t *n_runs,
                                    struct arena *arena, struct err *err)
{
    scoped_array ARRAY(struct joined_run) runs = {0};
    for (size_t i = 0; i < n; i++) {
        if (compare_grammars(&list[0], &list[i], err) != 0)
            return NULL;
        for (size_t k = 0; k < list[i].n_runs; k++)
            array_push(&runs,
                       ((struct joined_run){&list[i].runs[k], &list[i].merged[k], list[i].path}));
    }
    array_sort(&runs, compare_joined_runs);
    if (check_runs(runs.items, runs.n, err) != 0)
        return NULL;
    struct run_row *rows = arena_alloc(arena, runs.n, sizeof *rows);
    for (size_t i = 0; i < runs.n; i++) {
        runs.items[i].merged->new_key = (int64_t)i + 1;
        rows[i] = *runs.items[i].row;
    }
    qsort(list, n, sizeof *list, compare_databases);
    *n_runs = runs.n;
    return rows;
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

/* Fails unless problems with one id in two databases are the same: the current row of
 * store_merge_shared(). */
static int check_shared(struct db_statement *row, const struct named *list, bool are_same_problems,
                        struct err *err)
{
    const struct named *a = &list[db_int(row, 0)], *b = &list[db_int(row, 1)];
    int64_t n_problems = db_int(row, 2), n_same = db_int(row, 3), n_clashing = db_int(row, 4);
    bool is_clash = n_clashing || !have_one_kind(a, b);
    int64_t n = n_clashing ? n_clashing : n_problems;
    const char *id = db_text(row, n_clashing ? 6 : 5);
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
    if (have_one_listing(a, b) || n_same || are_same_problems)
        return 0;
    return err_set(err,
                   "'%s' and '%s' have %s with %s, such as %s, and no submission of a fix "
                   "is in both; if these are the same problems, add --same-problems, and if not, "
                   "mine one of the datasets again with --prefix NAME, which makes NAME:%s of that "
                   "id",
                   a->path, b->path, problems.text, ids, id, id);
}

int joining_check_shared(struct db *merge, const struct named *list, bool are_same_problems,
                         struct err *err)
{
    scoped(db_statement) *row = store_merge_shared(merge, err);
    int status;
    while ((status = db_step(row, err)) == 1)
        if (check_shared(row, list, are_same_problems, err) != 0)
            return ERR;
    return status;
}
