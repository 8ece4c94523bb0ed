/* The problems of all parts are sorted by their ids, and the rows of a problem in two parts are
 * walked through together, in the order of their ids. */
#include "db/store_merge.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* What says that problems with one id are the same: submissions that are in a fix, and the first
 * commits of repositories, whose ids cannot be those of submissions. */
static const char evidence[] =
    "SELECT submission_id, json_array(user_id, date, s.language, status, sha256) "
    "FROM submissions s JOIN sources USING (source_key) WHERE problem_id = ?1 "
    "UNION ALL SELECT char(1) || commit_id, '' FROM root_commits WHERE problem_id = ?1 ORDER BY 1";

struct listed {
    const char *problem_id; /* in the arena */
    size_t part;
};

struct comparison {
    const struct merged_part *parts;
    size_t n_parts;
    struct db_statement **rows; /* the evidence in each part; NULL: not prepared */
    ARRAY(struct listed) problems;
    struct merge_overlaps *out;
};

static void comparison_release(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->n_parts; i++)
        db_finish(comparison->rows[i]);
    free(comparison->rows);
    array_release(&comparison->problems);
}
SCOPED_VALUE(comparison, comparison_release)

static int compare_listed(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    int order = strcmp(x->problem_id, y->problem_id);
    return order ? order : COMPARE(x->part, y->part);
}

static int list_problems(struct comparison *comparison, size_t part, struct err *err)
{
    scoped(db_statement) *s =
        db_query(comparison->parts[part].db, err, "SELECT problem_id FROM problems", NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        array_push(&comparison->problems,
                   (struct listed){db_copy_text(s, 0, &comparison->out->arena), part});
    return status;
}

/* Sets `rows` to the evidence of a problem in a part, and reads its first row. Returns 1, 0 if it
 * has no row, or ERR. */
static int open_rows(struct db_statement **rows, struct comparison *comparison,
                     const struct listed *problem, struct err *err)
{
    struct db_statement **prepared = &comparison->rows[problem->part];
    if (!*prepared && db_prepare(prepared, comparison->parts[problem->part].db, evidence, err) != 0)
        return ERR;
    *rows = *prepared;
    db_rewind(*rows);
    return db_bind(*rows, err, "t", problem->problem_id) == 0 ? db_step(*rows, err) : ERR;
}

static struct merge_overlap *overlap_of(struct merge_overlaps *overlaps, size_t a, size_t b)
{
    for (size_t i = 0; i < overlaps->list.n; i++)
        if (overlaps->list.items[i].parts[0] == a && overlaps->list.items[i].parts[1] == b)
            return &overlaps->list.items[i];
    array_push(&overlaps->list, (struct merge_overlap){.parts = {a, b}});
    return &overlaps->list.items[overlaps->list.n - 1];
}

static int compare_problem(struct comparison *comparison, const struct listed *x,
                           const struct listed *y, struct err *err)
{
    struct merge_overlap *overlap = overlap_of(comparison->out, x->part, y->part);
    struct db_statement *a, *b;
    bool clashes = false;
    int in_a = open_rows(&a, comparison, x, err);
    int in_b = in_a < 0 ? ERR : open_rows(&b, comparison, y, err);
    while (in_a == 1 && in_b == 1) {
        int order = strcmp(db_text(a, 0), db_text(b, 0));
        bool is_same = order == 0 && strcmp(db_text(a, 1), db_text(b, 1)) == 0;
        overlap->n_same += is_same;
        clashes |= order == 0 && !is_same;
        in_a = order <= 0 ? db_step(a, err) : in_a;
        in_b = order >= 0 && in_a >= 0 ? db_step(b, err) : in_b;
    }
    if (!overlap->n_problems++)
        overlap->example = x->problem_id;
    if (clashes && !overlap->n_clashing++)
        overlap->clash = x->problem_id;
    return in_a < 0 || in_b < 0 ? ERR : 0;
}

int merge_overlaps_find(struct merge_overlaps *out, const struct merged_part *parts, size_t n_parts,
                        struct err *err)
{
    scoped(comparison)
        comparison = {parts, n_parts, mem_alloc(n_parts, sizeof *comparison.rows), .out = out};
    for (size_t part = 0; part < n_parts; part++)
        if (list_problems(&comparison, part, err) != 0)
            return ERR;
    array_sort(&comparison.problems, compare_listed);
    const struct listed *list = comparison.problems.items;
    for (size_t i = 0; i < comparison.problems.n; i++)
        for (size_t k = i + 1; k < comparison.problems.n; k++) {
            if (strcmp(list[i].problem_id, list[k].problem_id) != 0)
                break;
            if (compare_problem(&comparison, &list[i], &list[k], err) != 0)
                return ERR;
        }
    return 0;
}

void merge_overlaps_release(struct merge_overlaps *overlaps)
{
    array_release(&overlaps->list);
    arena_release(&overlaps->arena);
}
