/* Several threads read the Accepted programs of the dataset, problem by problem, and keep them only
 * as long as a problem takes. */
#include "guard/accepted_bugs.h"

#include "base/pipeline.h"
#include "guard/duplicates.h"
#include "guard/sequence.h"
#include "tokenize/languages/language.h"

#include <stdlib.h>

struct searching {
    const struct pairs *pairs;
    struct numbered_digest *wanted; /* keys of the buggy programs, and their pairs; sorted */
    struct db *db;
    const struct correct_source *source;
    const struct guard_options *guard;
    uint64_t n_done;
};

struct match {
    uint32_t pair, program; /* a pair, and the Accepted program that is its buggy one */
};

struct searched {
    struct correct_programs programs; /* of a problem */
    ARRAY(struct match) matches;
};

struct searcher {
    struct sequence_reader *reader;
    struct lexicals lexicals;
    struct program program;
    struct sequence sequence;
};

static void *searcher_new(void *context)
{
    struct searcher *searcher = mem_alloc(1, sizeof *searcher);
    (void)context;
    searcher->reader = sequence_reader_new(&(struct sequence_options){.has_layout = true});
    return searcher;
}

static void searcher_free(void *memory)
{
    struct searcher *searcher = memory;
    sequence_reader_free(searcher->reader);
    lexicals_release(&searcher->lexicals);
    program_release(&searcher->program);
    sequence_release(&searcher->sequence);
    free(searcher);
}

static int produce(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    return searching->source->next(searching->source->context, &((struct searched *)item)->programs,
                                   err);
}

static void look_up(struct searched *searched, const struct searching *searching, uint32_t program,
                    struct digest key)
{
    size_t at, n = searching->pairs->list.n;
    bisect(at, n, digest_compare(searching->wanted[at].digest, key) < 0);
    for (; at < n && digest_compare(searching->wanted[at].digest, key) == 0; at++)
        array_push(&searched->matches, (struct match){searching->wanted[at].number, program});
}

static void work(void *context, void *worker, void *item)
{
    const struct searching *searching = context;
    struct searcher *searcher = worker;
    struct searched *searched = item;
    struct correct_programs *programs = &searched->programs;
    int64_t problem = table_find(&searching->pairs->problems, programs->problem_id);
    if (problem == TABLE_NONE)
        return;
    searching->source->load(searching->source->context, programs);
    for (uint32_t i = 0; i < programs->list.n; i++) {
        const struct correct_program *program = &programs->list.items[i];
        const struct lexical *lexical =
            lexicals_get(&searcher->lexicals, language_find(program->submission.language));
        if (!program_tokenize(&searcher->program, lexical, program->code, program->n_bytes))
            continue;
        sequence_read(&searcher->sequence, searcher->reader, &searcher->program);
        look_up(
            searched, searching, i,
            duplicates_program_key(sequence_digest(&searcher->sequence, false), (uint32_t)problem));
    }
}

/* Of the Accepted programs that are one buggy program, the first one stays. */
static int consume(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    const struct searched *searched = item;
    for (size_t i = 0; i < searched->matches.n; i++) {
        const struct match *match = &searched->matches.items[i];
        if (db_change(searching->db, err, "INSERT OR IGNORE INTO accepted_bugs VALUES (?, NULL, ?)",
                      "it", searching->pairs->list.items[match->pair].fix_key,
                      searched->programs.list.items[match->program].submission.submission_id) != 0)
            return ERR;
    }
    guard_tell(searching->guard, "searching", "problems", ++searching->n_done,
               searching->source->n_problems);
    return 0;
}

static void release(void *item)
{
    struct searched *searched = item;
    correct_programs_release(&searched->programs);
    array_release(&searched->matches);
}

static void make_wanted(struct searching *searching, const struct fingerprints *prints)
{
    size_t n = searching->pairs->list.n;
    for (uint32_t i = 0; i < n; i++) {
        const struct pair *pair = &searching->pairs->list.items[i];
        searching->wanted[i] = (struct numbered_digest){
            duplicates_program_key(prints->programs[pair->buggy].exact, pair->problem), i};
    }
    numbered_digests_sort(searching->wanted, n);
}

int accepted_bugs_store(struct db *db, const struct pairs *pairs, const struct fingerprints *prints,
                        const struct correct_source *source, const struct guard_options *guard,
                        struct err *err)
{
    scoped_memory struct numbered_digest *wanted = mem_alloc(pairs->list.n, sizeof *wanted);
    struct searching searching = {pairs, wanted, db, source, guard, 0};
    make_wanted(&searching, prints);
    struct pipeline pipeline = {
        .n_threads = guard->n_jobs,
        .n_in_flight = (size_t)guard->n_jobs + 1,
        .context = &searching,
        .item_size = sizeof(struct searched),
        .produce = produce,
        .worker_new = searcher_new,
        .worker_free = searcher_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    return pipeline_run(&pipeline, err) == 0 ? correct_source_finish(source, err) : ERR;
}
