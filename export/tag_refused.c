/* Both programs of each fix are parsed. A program of several fixes is parsed once for each fix,
 * because each fix changes another place in it. */
#include "export/tag_units.h"

#include "fixes/fix_reader.h"
#include "tokenize/program.h"

#include <stdlib.h>
#include <string.h>

struct survey {
    ARRAY(struct fix_item) fixes; /* their fix_keys */
    const struct language *language;
    const struct tagging_options *options;
    struct tagging_counts *counts;
    struct tag_refused *refused;
};

static void release_survey(struct survey *survey)
{
    array_release(&survey->fixes);
}
SCOPED_VALUE(survey, release_survey)

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

bool digest_set_holds(const struct digest_set *set, struct digest digest)
{
    return set->list.n && bsearch(&digest, set->list.items, set->list.n, sizeof digest, compare);
}

void tag_refused_release(struct tag_refused *refused)
{
    array_release(&refused->repaired.list);
    array_release(&refused->tested.list);
}

static void add(struct digest_set *set, const struct digest_set *more)
{
    for (size_t i = 0; i < more->list.n; i++)
        array_push(&set->list, more->list.items[i]);
}

void tag_refused_add(struct tag_refused *refused, const struct tag_refused *more)
{
    add(&refused->repaired, &more->repaired);
    add(&refused->tested, &more->tested);
}

void tag_refused_sort(struct tag_refused *refused)
{
    sort(&refused->repaired);
    sort(&refused->tested);
}

static void made_release(void *made)
{
    tag_refused_release(made);
}

/* The state of one thread. */
struct worker {
    struct lexical *lexical;
    struct program program;
    struct program_parts parts;
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
    program_release(&worker->program);
    parts_release(&worker->parts);
    str_release(&worker->scratch);
    lexical_free(worker->lexical);
    free(worker);
}

/* Adds the pieces of a program of the row. The edit is at the byte `place`. A program without
 * tokens has no pieces and gives no rows. */
static void add_program(struct worker *worker, struct tag_refused *refused, const char *code,
                        size_t length, size_t place, const struct fix *row)
{
    const struct program *program = &worker->program;
    bool is_repaired = row->origin_number != ORIGIN_MUTANT;
    bool is_tested = row->split_number == SPLIT_TEST;
    if (!program_tokenize(&worker->program, worker->lexical, code, length))
        return;
    parts_find(&worker->parts, program);
    for (size_t i = 0; i < worker->parts.list.n; i++) {
        const struct program_part *part = &worker->parts.list.items[i];
        struct digest digest =
            program_piece_digest(program, part->bytes.start, part->bytes.end, &worker->scratch);
        if (is_repaired && part_holds(part, place))
            array_push(&refused->repaired.list, digest);
        if (is_tested)
            array_push(&refused->tested.list, digest);
    }
    if (is_tested)
        array_push(&refused->tested.list,
                   program_piece_digest(program, 0, length, &worker->scratch));
}

static void find_in(void *context, void *worker, const struct fix *fix, const struct fix_item *item,
                    void *made)
{
    (void)context;
    (void)item;
    add_program(worker, made, fix->buggy_code, fix->buggy_length, (size_t)fix->start_byte, fix);
    add_program(worker, made, fix->fixed_code, fix->fixed_length, (size_t)fix->fixed_start_byte,
                fix);
}

static int take(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                struct err *err)
{
    struct survey *survey = context;
    (void)fix;
    (void)item;
    (void)err;
    tag_refused_add(survey->refused, made);
    tagging_step(survey->options, survey->counts, 1);
    return 0;
}

static int read_fixes(struct survey *survey, struct db *db, struct err *err)
{
    int status;
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT fix_key FROM fixes LEFT JOIN splits USING (fix_key) "
                 "WHERE origin <> 'mutant' OR split = 'test' ORDER BY fix_key",
                 NULL);
    while ((status = db_step(s, err)) == 1)
        array_push(&survey->fixes, (struct fix_item){.fix_key = db_int(s, 0)});
    return status;
}

int tag_refused_find(struct tag_refused *refused, struct db *db, const struct language *language,
                     const struct tagging_options *options, struct tagging_counts *counts,
                     struct err *err)
{
    scoped(survey)
        survey = {.language = language, .options = options, .counts = counts, .refused = refused};
    struct fix_visit visit = {.context = &survey,
                              .work = find_in,
                              .made_size = sizeof(struct tag_refused),
                              .made_release = made_release,
                              .n_threads = options->n_threads,
                              .worker_new = worker_new,
                              .worker_free = worker_free,
                              .take = take};
    if (read_fixes(&survey, db, err) != 0)
        return ERR;
    counts->n_work += (int64_t)survey.fixes.n;
    if (fixes_visit(db, survey.fixes.items, survey.fixes.n, &visit, err) != 0)
        return ERR;
    tag_refused_sort(refused);
    return 0;
}

void tag_refused_parts(struct program_parts *repaired, const struct tag_refused *refused,
                       const struct program *program, const struct program_parts *parts,
                       struct str *scratch)
{
    array_clear(&repaired->list);
    for (size_t i = 0; i < parts->list.n; i++) {
        const struct program_part *part = &parts->list.items[i];
        struct digest digest =
            program_piece_digest(program, part->bytes.start, part->bytes.end, scratch);
        if (digest_set_holds(&refused->repaired, digest))
            array_push(&repaired->list, *part);
    }
}
