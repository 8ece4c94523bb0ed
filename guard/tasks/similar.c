/* A change is the sum of signed n-grams of tokens, by their hashes: a polynomial whose oldest token
 * is taken off again, one step a token. Of the changes of commits, only the n-grams are kept that
 * may be telling for a gold: a bit map of all telling n-grams says of nearly every other one that
 * it is not. */
#include "guard/tasks/solution_search.h"

#include <stdlib.h>

enum view { UNNAMED, NAMED };
enum { N_BITS = 1 << 20 };

/* A gold with too few telling n-grams has none. */
struct gold {
    enum view view;
    struct signed_lines ngrams, added; /* of these, those that are added and not in the base */
    uint64_t n_ngrams, n_added;
};

struct similar {
    const struct line_table *table;
    ARRAY(struct gold) golds;
    bool has_view[2]; /* a gold has it */
    uint64_t bits[N_BITS / 64];
};

struct similar *similar_new(const struct line_table *table)
{
    struct similar *similar = mem_alloc(1, sizeof *similar);
    similar->table = table;
    return similar;
}

void similar_free(struct similar *similar)
{
    for (size_t i = 0; similar && i < similar->golds.n; i++) {
        array_release(&similar->golds.items[i].ngrams);
        array_release(&similar->golds.items[i].added);
    }
    if (similar)
        array_release(&similar->golds);
    free(similar);
}

/* ---- Runs ---- */

static void cut_lines(struct number_list *out, const struct line_table *table,
                      struct file_lines lines, enum view view)
{
    array_clear(out);
    for (size_t i = 0; i < lines.n; i++) {
        size_t n;
        const uint32_t *of_line = line_table_tokens(table, lines.items[i], &n);
        for (size_t t = 0; t < n; t++) {
            uint32_t text = of_line[t] & ~LINE_TOKEN_NAME;
            bool is_hidden = view == UNNAMED && text != of_line[t];
            array_push(out, is_hidden ? LINE_TOKEN_NAME : text);
        }
    }
}

/* Returns the bit of the map for an n-gram. */
static size_t bit_of(uint64_t ngram)
{
    return ngram >> 32 & (N_BITS - 1);
}

/* Appends the n-grams of lines; without `has_all`, those that are telling for some gold. */
static void add_ngrams(struct signed_lines *out, const struct similar *similar,
                       struct file_lines lines, enum view view, int sign, bool has_all)
{
    const uint64_t base = 0x9e3779b97f4a7c15; /* odd: no power of it is 0 */
    uint64_t last_power = 1, hash = 0;
    scoped_array struct number_list tokens = {0};
    cut_lines(&tokens, similar->table, lines, view);
    for (int i = 0; i < SIMILAR_NGRAM; i++)
        last_power *= base;
    for (size_t i = 0; i < tokens.n; i++) {
        uint64_t left = i < SIMILAR_NGRAM ? 0 : tokens.items[i - SIMILAR_NGRAM];
        hash = hash * base + tokens.items[i] - left * last_power;
        uint64_t ngram = (hash ^ hash >> 32) * base;
        size_t bit = bit_of(ngram);
        if (i + 1 >= SIMILAR_NGRAM && (has_all || similar->bits[bit / 64] >> bit % 64 & 1))
            array_push(out, ((struct signed_line){ngram, sign}));
    }
}

/* ---- Golds ---- */

/* Sets the telling n-grams of a gold. Returns how many n-grams there are, telling or not. */
static uint64_t read_gold(struct gold *gold, const struct similar *similar,
                          const struct changed_lines *files, size_t n)
{
    struct signed_lines all = {0}, sides[2] = {{0}, {0}};
    array_clear(&gold->ngrams);
    for (size_t i = 0; i < n; i++) {
        add_ngrams(&sides[0], similar, files[i].before, gold->view, -1, true);
        add_ngrams(&sides[1], similar, files[i].after, gold->view, 1, true);
    }
    for (int side = 0; side < 2; side++)
        signed_lines_sum(&sides[side]);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side].n; i++) {
            array_push(&all, sides[side].items[i]);
            if (!signed_lines_count(&sides[!side], sides[side].items[i].line))
                array_push(&gold->ngrams, sides[side].items[i]);
        }
    signed_lines_sum(&gold->ngrams);
    signed_lines_sum(&all);
    gold->n_ngrams = signed_lines_total(&gold->ngrams);
    uint64_t total = signed_lines_total(&all);
    for (int side = 0; side < 2; side++)
        array_release(&sides[side]);
    array_release(&all);
    return total;
}

/* Sets the n-grams of a gold that it adds, and that are not in the base. */
static void read_added(struct gold *gold, const struct similar *similar,
                       const struct file_lines *base, size_t n_base)
{
    scoped_array struct signed_lines there = {0};
    for (size_t i = 0; i < n_base && gold->n_ngrams; i++)
        add_ngrams(&there, similar, base[i], gold->view, 1, true);
    signed_lines_sum(&there);
    for (size_t i = 0; i < gold->ngrams.n; i++) {
        struct signed_line ngram = gold->ngrams.items[i];
        if (ngram.n > 0 && !signed_lines_count(&there, ngram.line))
            array_push(&gold->added, ngram);
    }
    gold->n_added = signed_lines_total(&gold->added);
}

bool similar_add(struct similar *similar, const struct changed_lines *files, size_t n,
                 const struct file_lines *base, size_t n_base)
{
    struct gold gold = {.view = UNNAMED};
    uint64_t total = read_gold(&gold, similar, files, n);
    if (gold.n_ngrams < SIMILAR_MIN_NGRAMS || 2 * gold.n_ngrams < total) {
        gold.view = NAMED;
        read_gold(&gold, similar, files, n);
    }
    if (gold.n_ngrams < SIMILAR_MIN_NGRAMS)
        gold.ngrams.n = gold.n_ngrams = 0;
    read_added(&gold, similar, base, n_base);
    for (size_t i = 0; i < gold.ngrams.n; i++) {
        size_t bit = bit_of(gold.ngrams.items[i].line);
        similar->bits[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    similar->has_view[gold.view] = similar->has_view[gold.view] || gold.n_ngrams;
    array_push(&similar->golds, gold);
    return !gold.n_ngrams;
}

/* ---- Changes ---- */

/* Adds lines to a part of a file on both sides, which are the same there, until n-grams of the part
 * reach no further. */
static void add_context(struct changed_lines *part, const struct changed_lines *file,
                        const struct line_table *table)
{
    struct file_lines *a = &part->before, *b = &part->after;
    const uint32_t *start = file->before.items, *end = start + file->before.n;
    size_t n;
    for (size_t n_tokens = 0; a->items > start && n_tokens < SIMILAR_NGRAM - 1; n_tokens += n) {
        line_table_tokens(table, *--a->items, &n);
        b->items--;
        a->n++;
        b->n++;
    }
    for (size_t n_tokens = 0; a->items + a->n < end && n_tokens < SIMILAR_NGRAM - 1;
         n_tokens += n) {
        line_table_tokens(table, a->items[a->n++], &n);
        b->n++;
    }
}

struct changed_lines changed_lines_trim(struct changed_lines change)
{
    struct file_lines *a = &change.before, *b = &change.after;
    for (; a->n && b->n && a->items[a->n - 1] == b->items[b->n - 1]; a->n--)
        b->n--;
    for (; a->n && b->n && *a->items == *b->items; a->n--, b->n--) {
        a->items++;
        b->items++;
    }
    return change;
}

/* Only what is between the first and the last line that differ is read. */
void similar_read(struct similar_change *out, const struct similar *similar,
                  const struct changed_lines *file)
{
    struct changed_lines part = changed_lines_trim(*file);
    add_context(&part, file, similar->table);
    for (enum view view = UNNAMED; view <= NAMED; view++) {
        struct signed_lines *ngrams = &out->ngrams[view];
        array_clear(ngrams);
        if (!similar->has_view[view])
            continue;
        add_ngrams(ngrams, similar, part.before, view, -1, false);
        add_ngrams(ngrams, similar, part.after, view, 1, false);
        signed_lines_sum(ngrams);
    }
}

void similar_change_release(struct similar_change *change)
{
    array_release(&change->ngrams[UNNAMED]);
    array_release(&change->ngrams[NAMED]);
}

double similar_score(const struct similar *similar, uint32_t number,
                     const struct similar_change *const *files, size_t n, bool is_new)
{
    const struct gold *gold = &similar->golds.items[number];
    const struct signed_lines *wanted = is_new ? &gold->added : &gold->ngrams;
    struct signed_lines sum = {0};
    int64_t n_common = 0;
    for (size_t f = 0; f < n; f++)
        for (size_t i = 0; i < files[f]->ngrams[gold->view].n; i++)
            array_push(&sum, files[f]->ngrams[gold->view].items[i]);
    signed_lines_sum(&sum);
    for (size_t i = 0; i < sum.n; i++) {
        int64_t ours = sum.items[i].n, its = signed_lines_count(wanted, sum.items[i].line);
        if ((ours > 0) == (its > 0))
            n_common += llabs(ours) < llabs(its) ? llabs(ours) : llabs(its);
    }
    array_release(&sum);
    uint64_t n_wanted = is_new ? gold->n_added : gold->n_ngrams;
    return n_wanted >= SIMILAR_MIN_NGRAMS ? (double)n_common / (double)n_wanted : 0;
}
