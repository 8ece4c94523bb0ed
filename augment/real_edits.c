/* SQLite counts the edits. They are sorted here, because SQLite's order of texts differs from that
 * of a search by bytes and length. */
#include "augment/real_edits.h"

#include <stdlib.h>
#include <string.h>

static int compare_texts(struct token_text a, struct token_text b)
{
    size_t n = a.length < b.length ? a.length : b.length;
    int order = n ? memcmp(a.bytes, b.bytes, n) : 0;
    return order ? order : COMPARE(a.length, b.length);
}

static int compare_edits(const void *a, const void *b)
{
    const struct real_edit *x = a, *y = b;
    if (x->rule != y->rule)
        return (int)x->rule - (int)y->rule;
    int order = compare_texts(x->from, y->from);
    return order ? order : compare_texts(x->to, y->to);
}

static struct token_text copy_text(struct real_edits *edits, struct db_statement *s, int column)
{
    const char *text = db_copy_text(s, column, &edits->arena);
    return (struct token_text){text, db_text_length(s, column)};
}

/* Adds a row: category, edit, before, after, number of fixes. */
static void add_edit(struct real_edits *edits, struct db_statement *s)
{
    int category = bug_category_find(db_text(s, 0));
    enum mutation_rule rule = category < 0 ? MUTATE_NOTHING : mutation_rule_of(category);
    if (rule == MUTATE_NOTHING)
        return;
    struct real_edit edit = {.rule = rule, .n = db_int(s, 4)};
    edits->n_fixes[rule] += edit.n;
    if (rule == MUTATE_VARIABLE_MISUSE)
        return;
    edit.to = copy_text(edits, s, 2);
    edit.from = copy_text(edits, s, 3);
    edit.kind = !edit.from.length ? EDIT_INSERT : !edit.to.length ? EDIT_DELETE : EDIT_REPLACE;
    array_push(&edits->list, edit);
}

int real_edits_read(struct real_edits *out, struct db *db, const char *language, const char *splits,
                    struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT category, edit, before, after, count(*) FROM fixes "
                 "JOIN categories USING (category) JOIN submissions ON submission_key = "
                 "buggy_submission_key WHERE language = ?1 AND origin = 'real' AND in_thesis "
                 "AND (NOT EXISTS (SELECT 1 FROM split_run) OR fix_key IN (SELECT fix_key "
                 "FROM splits WHERE split = 'train' OR (split LIKE 'fold%' AND "
                 "(?2 = '' OR instr(',' || ?2 || ',', ',' || split || ','))))) "
                 "AND fix_key IN (SELECT fix_key FROM temp.filtered_fixes) "
                 "GROUP BY category, before, after",
                 "tt", language, splits);
    int status;
    *out = (struct real_edits){0};
    while ((status = db_step(s, err)) == 1)
        add_edit(out, s);
    array_sort(&out->list, compare_edits);
    int64_t n_fixes = 0;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        n_fixes += out->n_fixes[rule];
    if (status == 0 && n_fixes == 0)
        status = err_set(err, "the database has no real fixes (if it has splits, none in train) "
                              "to take a distribution from; choose --distribution uniform");
    return status;
}

void real_edits_release(struct real_edits *edits)
{
    array_release(&edits->list);
    arena_release(&edits->arena);
}

size_t real_edits_of(const struct real_edits *edits, enum mutation_rule rule,
                     struct token_text from, size_t *n)
{
    struct real_edit key = {.rule = rule, .from = from, .to = {"", 0}};
    size_t first;
    bisect(first, edits->list.n, compare_edits(&edits->list.items[first], &key) < 0);
    for (*n = 0; first + *n < edits->list.n; (*n)++) {
        const struct real_edit *edit = &edits->list.items[first + *n];
        if (edit->rule != rule || compare_texts(edit->from, from) != 0)
            break;
    }
    return first;
}
