/* One pass over the programs in their order. The bag of a program is a change of the one before it
 * where that is smaller; so a thread keeps what it has read of two programs. */
#include "guard/fingerprints.h"

#include "db/fixes/fix_reader.h"
#include "guard/sequence.h"

#include <stdlib.h>
#include <string.h>

const struct near_preset near_presets[] = {
    {"allamanis", 1, 0.8, 0.7, 20},
    {"buglab", 1, 0.85, 0, 10},
    {"bigcode", 5, 0.7, 0, 10},
    {0},
};

const struct near_preset *near_preset_find(const char *name)
{
    for (const struct near_preset *preset = near_presets; preset->name; preset++)
        if (strcmp(preset->name, name) == 0)
            return preset;
    return NULL;
}

int near_preset_read(const struct near_preset **out, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "SELECT preset FROM dedup_run", NULL);
    int status = db_step(s, err);
    const struct near_preset *preset = status == 1 ? near_preset_find(db_text(s, 0)) : NULL;
    *out = preset ? preset : &near_presets[0];
    return status < 0 ? ERR : 0;
}

/* A program, as it is read. */
struct reading {
    uint32_t number;        /* PAIR_NONE: there is none */
    ARRAY(uint64_t) texts;  /* hashes of the tokens, without layout */
    ARRAY(uint64_t) ngrams; /* hashes of the n-grams of these */
};

struct worker {
    struct sequence_reader *reader;
    struct sequence whole;      /* the last program, with layout */
    struct reading readings[2]; /* the same, and the one before it */
    uint32_t n_read;
};

static void *worker_new(void *context)
{
    struct worker *worker = mem_alloc(1, sizeof *worker);
    (void)context;
    worker->reader = sequence_reader_new(&(struct sequence_options){.has_layout = true});
    worker->readings[0].number = worker->readings[1].number = PAIR_NONE;
    return worker;
}

static void worker_free(void *context)
{
    struct worker *worker = context;
    sequence_reader_free(worker->reader);
    sequence_release(&worker->whole);
    for (int i = 0; i < 2; i++) {
        array_release(&worker->readings[i].texts);
        array_release(&worker->readings[i].ngrams);
    }
    free(worker);
}

/* Makes the n-grams of `length` tokens. */
static void make_ngrams(struct reading *reading, size_t length)
{
    array_clear(&reading->ngrams);
    for (size_t i = 0; i + length <= reading->texts.n; i++) {
        uint64_t hash = reading->texts.items[i];
        for (size_t k = 1; k < length; k++)
            hash = hash_pair(hash, reading->texts.items[i + k]);
        array_push(&reading->ngrams, hash);
    }
}

static void drop_layout(struct reading *reading, const struct sequence *whole,
                        const struct program *program)
{
    array_clear(&reading->texts);
    for (size_t i = 0; i < program->tokens.n; i++)
        if (!token_is_layout(&program->tokens.items[i]))
            array_push(&reading->texts, whole->tokens.items[i].text);
}

/* Returns the bag of a program: a change of the bag before it, if that is possible and small. */
static struct changed_bag make_bag(const struct fingerprints *prints, const struct reading *now,
                                   const struct reading *before)
{
    bool is_next = now->number > 0 && before->number == now->number - 1;
    struct changed_bag bag = {0};
    if (is_next && prints->first_pairs[now->number] == PAIR_NONE)
        bag = prints->programs[before->number].bag;
    struct bag_change *change =
        bag.bag && !bag.change ? bag_change_new(bag.bag, before->ngrams.items, before->ngrams.n,
                                                now->ngrams.items, now->ngrams.n)
                               : NULL;
    return change ? (struct changed_bag){bag.bag, change}
                  : (struct changed_bag){bag_new(now->ngrams.items, now->ngrams.n), NULL};
}

/* Returns whether a statement cannot go on over a token: a line end, or a sign that ends a
 * statement or a block in a language with braces. */
static bool is_boundary(const struct program *program, const struct token *token)
{
    return token_is_layout(token) ||
           (!program->language->tokens.layout_has_meaning && token->kind == TOKEN_SIGN &&
            strchr(";{}", program->source[token->start_byte]));
}

/* Digest of the edit, the tokens of its statement, and the place of the edit among them. */
static struct digest patch_digest(const struct pair *pair, const struct program *program,
                                  const struct sequence *whole)
{
    const struct token *tokens = program->tokens.items;
    size_t n = program->tokens.n, at = pair->token_index < n ? pair->token_index : n;
    size_t start = at, end = at;
    while (start > 0 && !is_boundary(program, &tokens[start - 1]))
        start--;
    while (end < n && !is_boundary(program, &tokens[end]))
        end++;
    scoped_memory uint64_t *numbers = mem_alloc(end - start + 2, sizeof *numbers);
    numbers[0] = pair->edit;
    numbers[1] = at - start;
    for (size_t i = start; i < end; i++)
        numbers[i - start + 2] = whole->tokens.items[i].text;
    return digest_bytes(numbers, (end - start + 2) * sizeof *numbers);
}

static uint32_t *bands_of(const struct fingerprints *prints, uint32_t pair)
{
    return &prints->bands[(size_t)pair * (size_t)prints->minhash.n_bands];
}

const uint32_t *fingerprints_bands(const struct fingerprints *prints, uint32_t pair)
{
    return prints->outlines[pair].n ? bands_of(prints, pair) : NULL;
}

static void visit(void *context, void *worker_state, uint32_t number, struct program *program)
{
    struct fingerprints *out = context;
    struct worker *worker = worker_state;
    struct fingerprint *print = &out->programs[number];
    struct reading *now = &worker->readings[worker->n_read % 2];
    const struct reading *before = &worker->readings[++worker->n_read % 2];
    now->number = number;
    sequence_read(&worker->whole, worker->reader, program);
    print->exact = sequence_digest(&worker->whole, false);
    print->renamed = sequence_digest(&worker->whole, true);
    drop_layout(now, &worker->whole, program);
    make_ngrams(now, (size_t)out->preset->ngram_length);
    print->n_tokens = (uint32_t)now->texts.n;
    print->bag = make_bag(out, now, before);

    bool is_searched = print->n_tokens >= out->preset->min_tokens;
    for (uint32_t i = out->first_pairs[number]; i != PAIR_NONE; i = out->next_pairs[i]) {
        if (is_searched) {
            out->outlines[i] = bag_outline_of(print->bag.bag);
            minhash_bands(bands_of(out, i), &out->minhash, print->bag.bag);
        }
        out->patches[i] = patch_digest(&out->pairs->list.items[i], program, &worker->whole);
    }
}

static void chain_by_buggy(struct fingerprints *prints)
{
    size_t n = prints->pairs->list.n;
    prints->first_pairs = mem_alloc(prints->n_programs, sizeof *prints->first_pairs);
    prints->next_pairs = mem_alloc(n, sizeof *prints->next_pairs);
    memset(prints->first_pairs, 0xff, prints->n_programs * sizeof *prints->first_pairs);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *first = &prints->first_pairs[prints->pairs->list.items[i].buggy];
        prints->next_pairs[i] = *first;
        *first = i;
    }
}

void fingerprints_begin(struct fingerprints *out, struct program_visitor *visitor,
                        const struct pairs *pairs, const struct near_preset *preset)
{
    *out =
        (struct fingerprints){.preset = preset, .pairs = pairs, .n_programs = pairs->program_ids.n};
    minhash_init(&out->minhash, preset->set_threshold);
    out->programs = mem_alloc(out->n_programs, sizeof *out->programs);
    out->patches = mem_alloc(pairs->list.n, sizeof *out->patches);
    out->outlines = mem_alloc(pairs->list.n, sizeof *out->outlines);
    out->bands = mem_alloc(pairs->list.n, (size_t)out->minhash.n_bands * sizeof *out->bands);
    chain_by_buggy(out);
    *visitor = (struct program_visitor){out, worker_new, worker_free, visit};
}

int fingerprints_make(struct fingerprints *out, struct db *db, const struct pairs *pairs,
                      const struct near_preset *preset, const struct guard_options *guard,
                      struct err *err)
{
    struct program_visitor visitor;
    fingerprints_begin(out, &visitor, pairs, preset);
    return programs_visit(db, pairs, &visitor, 1, guard, err);
}

void fingerprints_release_bags(struct fingerprints *fingerprints)
{
    for (size_t i = 0; fingerprints->programs && i < fingerprints->n_programs; i++) {
        struct changed_bag *bag = &fingerprints->programs[i].bag;
        free(bag->change ? (void *)bag->change : (void *)bag->bag);
        *bag = (struct changed_bag){0};
    }
    free(fingerprints->outlines);
    free(fingerprints->bands);
    free(fingerprints->first_pairs);
    free(fingerprints->next_pairs);
    fingerprints->outlines = NULL;
    fingerprints->bands = fingerprints->first_pairs = fingerprints->next_pairs = NULL;
}

void fingerprints_release(struct fingerprints *fingerprints)
{
    fingerprints_release_bags(fingerprints);
    free(fingerprints->programs);
    free(fingerprints->patches);
    *fingerprints = (struct fingerprints){0};
}
