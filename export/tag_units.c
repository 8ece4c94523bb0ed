/* Two surveys: the first collects code that is never tagged, the second what can be tagged. In
 * each, several threads cut the programs into tokens. A program of several fixes is cut once for
 * each fix, because each fix changes another place in it.
 *
 * Rows are shared among the units in rounds. The order of the units depends on their texts and the
 * seed, so the rows of a smaller number are among those of a larger one. */
#include "export/tag_rows.h"

#include "db/fixes/bare_fix.h"
#include "export/tag_draws.h"
#include "tokenize/program.h"

#include <stdlib.h>
#include <string.h>

/* Code that is never tagged: pieces that a fix repaired, and code of the test set.
 *
 * A tagged row is made from correct code, and the code itself is the answer. A piece that a fix
 * repaired was wrong in one program of the database and is right in another. Neither version is
 * used as an example of code without a bug. A row with code of the test set would reveal test data.
 * Pieces (tokenize/parts.h) are compared by their tokens (program_piece_digest()), because comments
 * and blanks do not make them different. */
struct digest_set {
    ARRAY(struct digest) list; /* once it is sorted: ascending, without duplicates */
};
struct refused {
    /* Pieces that contain the place of an edit, in the buggy and in the fixed program, outer
     * functions included */
    struct digest_set repaired;
    /* Pieces of both programs of the fixes in the split test (of a set of folds, in those that are
     * not chosen), and the whole programs */
    struct digest_set tested;
};

/* What is found in a program. */
struct found {
    int64_t n_holding_mark, n_without_tokens;
    struct refused refused; /* in the second survey, omitted pieces of the chosen splits */
    ARRAY(struct tag_unit) units;
};

struct survey {
    const struct tag_options *options;
    const struct language *language;
    struct refused refused, left_out; /* what each of the surveys finds */
    struct refused *collected;        /* the one of the present survey */
    struct tag_units *units;
    struct tag_counts *counts;
    uint64_t seed;
};

static int compare(const void *a, const void *b)
{
    return digest_compare(*(const struct digest *)a, *(const struct digest *)b);
}

static void sort(struct digest_set *set)
{
    struct digest *items = set->list.items;
    size_t n = 0;
    array_sort(&set->list, compare);
    for (size_t i = 0; i < set->list.n; i++)
        if (!n || compare(&items[i], &items[n - 1]) != 0)
            items[n++] = items[i];
    set->list.n = n;
}

static bool holds(const struct digest_set *set, struct digest digest)
{
    return set->list.n && bsearch(&digest, set->list.items, set->list.n, sizeof digest, compare);
}

static void add(struct digest_set *set, const struct digest_set *more)
{
    for (size_t i = 0; i < more->list.n; i++)
        array_push(&set->list, more->list.items[i]);
}

static void refused_release(struct refused *refused)
{
    array_release(&refused->repaired.list);
    array_release(&refused->tested.list);
}

static void survey_release(struct survey *survey)
{
    refused_release(&survey->refused);
    refused_release(&survey->left_out);
}
SCOPED_VALUE(survey, survey_release)

static void unit_release(struct tag_unit *unit)
{
    parts_release(&unit->repaired);
}

static void found_release(void *made)
{
    struct found *found = made;
    for (size_t i = 0; i < found->units.n; i++)
        unit_release(&found->units.items[i]);
    array_release(&found->units);
    refused_release(&found->refused);
}

/* The state of one thread. */
struct worker {
    struct bare_fix bare;
    struct lexical *lexical;
    struct program program;
    struct program_parts parts, repaired, inside; /* inside: repaired parts in the unit */
    struct tag_ground ground;
    struct str scratch;
};

static void *worker_new(void *context)
{
    const struct survey *survey = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->lexical = lexical_new(survey->language);
    return worker;
}

static void worker_free(void *item)
{
    struct worker *worker = item;
    bare_fix_release(&worker->bare);
    program_release(&worker->program);
    parts_release(&worker->parts);
    parts_release(&worker->repaired);
    parts_release(&worker->inside);
    tag_ground_release(&worker->ground);
    str_release(&worker->scratch);
    lexical_free(worker->lexical);
    free(worker);
}

static struct digest digest_of(struct worker *worker, const struct program_part *part)
{
    return program_piece_digest(&worker->program, part->bytes.start, part->bytes.end,
                                &worker->scratch);
}

/* Whether the code of a split may be in no row: the test set, and folds that are not chosen. */
static bool is_held_out(const struct fix_choice *choice, int split)
{
    return split == SPLIT_TEST ||
           (split >= SPLIT_FOLDS && split < N_SUBSETS && !fix_choice_has_split(choice, split));
}

/* Adds the pieces of a program of the row. The edit is at the byte `place`. A program without
 * tokens has no pieces and gives no rows. A mutant repairs nothing, because its fixed program was
 * never wrong at that place, but mutants of the test set count as tested code. */
static void refuse_program(struct worker *worker, struct refused *refused, const char *code,
                           size_t length, size_t place, const struct fix *row, bool is_tested)
{
    struct program_part whole = {.bytes = {0, length}};
    bool is_repaired = row->origin_number != ORIGIN_MUTANT;
    if (!program_tokenize(&worker->program, worker->lexical, code, length))
        return;
    parts_find(&worker->parts, &worker->program);
    for (size_t i = 0; i < worker->parts.list.n; i++) {
        const struct program_part *part = &worker->parts.list.items[i];
        struct digest digest = digest_of(worker, part);
        if (is_repaired && part_holds(part, place))
            array_push(&refused->repaired.list, digest);
        if (is_tested)
            array_push(&refused->tested.list, digest);
    }
    if (is_tested)
        array_push(&refused->tested.list, digest_of(worker, &whole));
}

static void find_refused(void *context, void *worker, const struct fix *fix,
                         const struct fix_item *item, void *made)
{
    const struct survey *survey = context;
    struct found *found = made;
    bool is_tested = is_held_out(&survey->options->choice, fix->split_number);
    (void)item;
    refuse_program(worker, &found->refused, fix->buggy_code, fix->buggy_length,
                   (size_t)fix->start_byte, fix, is_tested);
    refuse_program(worker, &found->refused, fix->fixed_code, fix->fixed_length,
                   (size_t)fix->fixed_start_byte, fix, is_tested);
}

/* Finds the parts of the program that a fix repaired, in this program or in another. */
static void find_repaired(const struct survey *survey, struct worker *worker)
{
    array_clear(&worker->repaired.list);
    for (size_t i = 0; i < worker->parts.list.n; i++) {
        const struct program_part *part = &worker->parts.list.items[i];
        if (holds(&survey->refused.repaired, digest_of(worker, part)))
            array_push(&worker->repaired.list, *part);
    }
}

/* Finds the repaired parts of a piece, which may be the whole piece. A method that was not repaired
 * is tagged even if its class was repaired. */
static void find_inside(struct worker *worker, const struct program_part *part)
{
    array_clear(&worker->inside.list);
    for (size_t i = 0; i < worker->repaired.list.n; i++) {
        const struct byte_range *bytes = &worker->repaired.list.items[i].bytes;
        if (part->bytes.start <= bytes->start && bytes->end <= part->bytes.end)
            array_push(&worker->inside.list, worker->repaired.list.items[i]);
    }
}

/* Adds the unit of a piece; `number` is the number of the piece in its program, from 1. */
static void add_unit(const struct survey *survey, struct worker *worker, struct found *found,
                     const struct fix_item *item, const struct program_part *part, size_t number)
{
    struct tag_unit unit = {
        .fix_key = item->fix_key,
        .split = item->split,
        .number = (uint32_t)number,
        .part = *part,
    };
    find_inside(worker, part);
    tag_ground_find(&worker->ground, &worker->program, part, &worker->inside);
    unit.n_tokens = (uint32_t)worker->ground.tokens.n;
    if (tag_count_sets(unit.n_tokens, survey->options->max_tags) == 0)
        return;
    unit.digest = digest_of(worker, part);
    unit.seed = hash_pair(hash_pair(unit.digest.high, unit.digest.low), survey->seed);
    if (holds(&survey->refused.tested, unit.digest)) {
        if (fix_choice_has_split(&survey->options->choice, item->split))
            array_push(&found->refused.tested.list, unit.digest);
        return;
    }
    for (size_t i = 0; i < worker->inside.list.n; i++)
        array_push(&unit.repaired.list, worker->inside.list.items[i]);
    array_push(&found->units, unit);
}

/* Returns whether the piece gives rows, if rows are not whole programs. */
static bool wants_kind(const struct survey *survey, enum part_kind kind)
{
    return survey->options->granularity != TAG_FUNCTIONS || kind == PART_FUNCTION;
}

static void note_repaired(const struct survey *survey, struct worker *worker, struct found *found)
{
    for (size_t i = 0; i < worker->repaired.list.n; i++) {
        const struct program_part *part = &worker->repaired.list.items[i];
        if (wants_kind(survey, part->kind))
            array_push(&found->refused.repaired.list, digest_of(worker, part));
    }
}

static void find_units(void *context, void *item, const struct fix *fix,
                       const struct fix_item *chosen, void *made)
{
    const struct survey *survey = context;
    struct worker *worker = item;
    struct found *found = made;
    const struct program_parts *parts = &worker->parts;
    if (survey->options->omits_comments) {
        found->n_without_tokens += bare_fix_make(&worker->bare, fix, worker->lexical) != NULL;
        if (found->n_without_tokens)
            return;
        fix = &worker->bare.fix;
    }
    struct program_part whole = {.bytes = {0, fix->fixed_length}};
    if (strstr(fix->fixed_code, tag_mark)) {
        found->n_holding_mark++;
        return;
    }
    if (!program_tokenize(&worker->program, worker->lexical, fix->fixed_code, fix->fixed_length)) {
        found->n_without_tokens++;
        return;
    }
    parts_find(&worker->parts, &worker->program);
    find_repaired(survey, worker);
    if (fix_choice_has_split(&survey->options->choice, chosen->split))
        note_repaired(survey, worker, found);
    if (survey->options->granularity == TAG_PROGRAMS)
        add_unit(survey, worker, found, chosen, &whole, 1);
    else
        for (size_t i = 0; i < parts->list.n; i++)
            if (wants_kind(survey, parts->list.items[i].kind))
                add_unit(survey, worker, found, chosen, &parts->list.items[i], i + 1);
}

static int take(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                struct err *err)
{
    struct survey *survey = context;
    struct tag_counts *counts = survey->counts;
    struct found *found = made;
    (void)fix;
    (void)item;
    (void)err;
    for (size_t i = 0; i < found->units.n; i++)
        array_push(&survey->units->list, found->units.items[i]);
    array_clear(&found->units);
    counts->n_holding_mark += found->n_holding_mark;
    counts->n_without_tokens += found->n_without_tokens;
    add(&survey->collected->repaired, &found->refused.repaired);
    add(&survey->collected->tested, &found->refused.tested);
    tag_rows_step(survey->options, counts, 1);
    return 0;
}

static int by_store(const void *a, const void *b)
{
    const struct tag_unit *x = a, *y = b;
    return x->fix_key != y->fix_key ? COMPARE(x->fix_key, y->fix_key)
                                    : COMPARE(x->number, y->number);
}

/* Returns how strictly a split is held out: 0 for none, then train, validation, test. Of folds, one
 * is as good as another. */
static int split_rank(int split)
{
    return split == STRATUM_NONE ? 0 : split + 1;
}

/* Of units with the same tokens, the one that is held out most comes first. */
static int by_tokens(const void *a, const void *b)
{
    const struct tag_unit *x = a, *y = b;
    int result = digest_compare(x->digest, y->digest);
    if (!result)
        result = split_rank(y->split) - split_rank(x->split);
    return result ? result : by_store(a, b);
}

static int by_seed(const void *a, const void *b)
{
    const struct tag_unit *const *x = a, *const *y = b;
    int result = COMPARE((*x)->seed, (*y)->seed);
    return result ? result : digest_compare((*x)->digest, (*y)->digest);
}

/* Keeps the units of the wanted splits. */
static void keep_splits(struct tag_units *units, const struct fix_choice *choice)
{
    size_t n = 0;
    for (size_t i = 0; i < units->list.n; i++)
        if (fix_choice_has_split(choice, units->list.items[i].split))
            units->list.items[n++] = units->list.items[i];
        else
            unit_release(&units->list.items[i]);
    units->list.n = n;
}

/* Keeps one of the units with the same tokens, so that no model trains on held-out code. */
static void keep_different(struct tag_units *units)
{
    struct tag_unit *list = units->list.items;
    size_t n = 0;
    array_sort(&units->list, by_tokens);
    for (size_t i = 0; i < units->list.n; i++)
        if (n == 0 || digest_compare(list[i].digest, list[n - 1].digest) != 0)
            list[n++] = list[i];
        else
            unit_release(&list[i]);
    units->list.n = n;
}

/* Calls `work` for the items, and sorts what it collected. */
static int visit(struct survey *survey, struct db *db, const struct fix_item *items, size_t n,
                 fix_visit_work *work, struct err *err)
{
    struct fix_visit visit = {.context = survey,
                              .work = work,
                              .made_size = sizeof(struct found),
                              .made_release = found_release,
                              .n_threads = survey->options->n_threads,
                              .worker_new = worker_new,
                              .worker_free = worker_free,
                              .take = take};
    int status = fixes_visit(db, items, n, &visit, err);
    sort(&survey->collected->repaired);
    sort(&survey->collected->tested);
    return status;
}

/* All fixes that can refuse code, whatever their categories and marks. */
static int refuse_code(struct survey *survey, struct db *db, struct err *err)
{
    scoped_array ARRAY(struct fix_item) fixes = {0};
    int status;
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT fix_key FROM fixes LEFT JOIN splits USING (fix_key) "
                 "WHERE origin <> 'mutant' OR split NOT IN ('train', 'validation') "
                 "ORDER BY fix_key",
                 NULL);
    while ((status = db_step(s, err)) == 1)
        array_push(&fixes, (struct fix_item){.fix_key = db_int(s, 0)});
    survey->counts->n_work += (int64_t)fixes.n;
    survey->collected = &survey->refused;
    return status == 0 ? visit(survey, db, fixes.items, fixes.n, find_refused, err) : ERR;
}

int tag_units_find(struct tag_units *units, struct db *db, const struct fix_selection *selection,
                   const struct language *language, const struct tag_options *options,
                   struct tag_counts *counts, struct err *err)
{
    const char *seed = options->choice.seed;
    scoped(survey) survey = {.options = options,
                             .language = language,
                             .units = units,
                             .counts = counts,
                             .seed = hash_bytes(seed, strlen(seed), 0)};
    scoped_array ARRAY(struct fix_item) programs = {0};
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct fix_item *item = &selection->items.items[i];
        if (item->is_clean && !is_held_out(&options->choice, item->split))
            array_push(&programs, *item);
    }
    counts->n_work += (int64_t)programs.n;
    if (refuse_code(&survey, db, err) != 0)
        return ERR;
    survey.collected = &survey.left_out;
    if (visit(&survey, db, programs.items, programs.n, find_units, err) != 0)
        return ERR;
    keep_different(units); /* of all splits, even if only some are wanted */
    keep_splits(units, &options->choice);
    array_sort(&units->list, by_store);
    counts->n_repaired = (int64_t)survey.left_out.repaired.list.n;
    counts->n_tested = (int64_t)survey.left_out.tested.list.n;
    counts->n_parts = (int64_t)units->list.n;
    return 0;
}

void tag_units_release(struct tag_units *units)
{
    for (size_t i = 0; i < units->list.n; i++)
        unit_release(&units->list.items[i]);
    array_release(&units->list);
}

int64_t tag_units_share(struct tag_units *units, int split, int64_t n_rows, size_t max_tags)
{
    size_t n_open = 0; /* units that can give more rows */
    scoped_memory struct tag_unit **open = mem_alloc(units->list.n, sizeof *open);
    int64_t n_left = n_rows;
    for (size_t i = 0; i < units->list.n; i++)
        if (units->list.items[i].split == split)
            open[n_open++] = &units->list.items[i];
    qsort(open, n_open, sizeof *open, by_seed);
    while (n_left > 0 && n_open > 0) {
        size_t n = 0;
        for (size_t i = 0; i < n_open && n_left > 0; i++) {
            struct tag_unit *unit = open[i];
            unit->n_rows++;
            n_left--;
            if (unit->n_rows < tag_count_sets(unit->n_tokens, max_tags))
                open[n++] = unit;
        }
        n_open = n;
    }
    return n_rows - n_left;
}
