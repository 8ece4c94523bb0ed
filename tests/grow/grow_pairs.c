/* grow_pairs SEED_TREE OUT N [RANDOM_SEED [BLOCK [rows]]]: grows a CodeNet tree of N histories,
 * each a failing submission and the Accepted one that a single token makes of it, among them
 * duplicates that are known.
 *
 * Problem by problem: its pairs are grown from a few seeds of its own, or copied from one of the
 * pairs that were grown last; their submissions are numbered in the order of their dates. Every
 * problem has dice of its own. OUT/groups.tsv, the truth, is the last thing that is made.
 *
 * The more pairs grow from the same seeds, the more of them are alike. BLOCK keeps that as it is
 * with so many pairs: after each BLOCK pairs, names, strings and numbers are others, and no pair
 * from before is copied. With `rows`, the submissions are rows on standard output. */
#include "tests/grow/codenet_tree.h"
#include "tests/grow/fix_pair.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_USERS = 30011,   /* a prime, so that any stride visits all */
    LARGEST = 400,     /* pairs of a problem; fewer than users */
    N_APPROACHES = 5,  /* seeds that the programs of a problem go back to */
    N_REMEMBERED = 64, /* pairs that may be copied */
    PROBLEM_SECONDS = 30 * 86400
};

/* How often a pair is new, or which kind of copy. */
static const double kind_weights[N_PAIR_KINDS] = {
    [PAIR_NEW] = 88, [PAIR_SAME] = 4, [PAIR_LAYOUT] = 3.5, [PAIR_RENAMED] = 3.5, [PAIR_MERGED] = 1};

/* A set of hashes: linear probing, at most half of the slots are in use. */
struct seen {
    uint64_t *slots; /* open addressing, 0: free; owned */
    size_t n, n_slots;
};

struct submission {
    int64_t date;
    size_t pair; /* of the problem */
    size_t number;
    struct str source; /* owned until it is written */
    bool is_fixed;
};

struct corpus {
    const struct pieces *pieces;
    struct codenet_tree tree;
    struct truth_file truth; /* groups.tsv */
    struct dice dice;
    struct seen seen;
    struct fix_pair remembered[N_REMEMBERED];
    size_t n_remembered; /* so far in the block */
    size_t block_pairs;  /* 0: there are none */
    size_t block;
    size_t n_pairs, n_problems, n_kinds[N_PAIR_KINDS];
    ARRAY(struct submission) submissions; /* of the problem at hand: two for each pair */
    char problem_id[16];
};

/* The place of a number, or the free one where it belongs. */
static uint64_t *place_of(const struct seen *seen, uint64_t number)
{
    size_t at = number & (seen->n_slots - 1);
    while (seen->slots[at] && seen->slots[at] != number)
        at = (at + 1) & (seen->n_slots - 1);
    return &seen->slots[at];
}

static void grow(struct seen *seen)
{
    struct seen larger = {.n = seen->n, .n_slots = seen->n_slots ? 2 * seen->n_slots : 1024};
    larger.slots = mem_alloc(larger.n_slots, sizeof *larger.slots);
    for (size_t i = 0; i < seen->n_slots; i++)
        if (seen->slots[i])
            *place_of(&larger, seen->slots[i]) = seen->slots[i];
    free(seen->slots);
    *seen = larger;
}

/* Returns whether the number was not there. */
static bool seen_add(struct seen *seen, uint64_t number)
{
    if (2 * seen->n >= seen->n_slots)
        grow(seen);
    number += number == 0; /* 0 and 1 are one number here */
    uint64_t *place = place_of(seen, number);
    if (*place)
        return false;
    *place = number;
    seen->n++;
    return true;
}

/* Most problems have few fixes and some have hundreds. */
static size_t draw_size(struct dice *dice)
{
    static const size_t most[] = {3, 10, 30, 100, LARGEST};
    static const double weights[] = {20, 30, 30, 15, 5};
    size_t i = dice_weighted(dice, weights, 5);
    return (size_t)dice_between(dice, i ? (int64_t)most[i - 1] + 1 : 1, (int64_t)most[i]);
}

static int compare_pairs(const void *a, const void *b)
{
    const struct submission *x = a, *y = b;
    int order = COMPARE(x->pair, y->pair);
    return order ? order : COMPARE(x->is_fixed, y->is_fixed);
}

static int compare_dates(const void *a, const void *b)
{
    const struct submission *x = a, *y = b;
    int order = COMPARE(x->date, y->date);
    return order ? order : compare_pairs(a, b);
}

static void plan_problem(struct corpus *corpus, size_t n, int64_t start)
{
    array_clear(&corpus->submissions);
    for (size_t i = 0; i < n; i++) {
        int64_t date = start + dice_between(&corpus->dice, 0, PROBLEM_SECONDS);
        array_push(&corpus->submissions, (struct submission){.date = date, .pair = i});
        date += dice_between(&corpus->dice, 20, dice_chance(&corpus->dice, 0.2) ? 86400 : 1800);
        array_push(&corpus->submissions,
                   (struct submission){.date = date, .pair = i, .is_fixed = true});
    }
    struct submission *submissions = corpus->submissions.items;
    qsort(submissions, 2 * n, sizeof *submissions, compare_dates);
    for (size_t i = 0; i < 2 * n; i++)
        submissions[i].number = 2 * corpus->n_pairs + i + 1;
    qsort(submissions, 2 * n, sizeof *submissions, compare_pairs);
}

/* A pair that is like none before, also up to renaming. One that is goes a little farther. */
static void grow_new(struct corpus *corpus, struct fix_pair *out, const size_t *approaches)
{
    struct dice *dice = &corpus->dice;
    double distance = (double)dice_below(dice, 1000) / 1000;
    size_t base = approaches[dice_below(dice, 1 + dice_below(dice, N_APPROACHES))];
    for (;;) {
        fix_pair_grow(out, corpus->pieces, base, distance, dice);
        if (seen_add(&corpus->seen, fix_pair_hash(out, corpus->block)))
            break;
        fix_pair_release(out);
        distance = distance < 0.95 ? distance + 0.05 : 1;
    }
    out->exact = out->renamed = corpus->n_pairs;
}

static void remember(struct corpus *corpus, const struct fix_pair *pair)
{
    struct fix_pair *place = &corpus->remembered[corpus->n_remembered % N_REMEMBERED];
    if (corpus->n_remembered++ >= N_REMEMBERED)
        fix_pair_release(place);
    *place = *pair;
}

static void forget(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->n_remembered && i < N_REMEMBERED; i++)
        fix_pair_release(&corpus->remembered[i]);
    corpus->n_remembered = 0;
}

/* Begins a block when that of the problem before is full. */
static void begin_block(struct corpus *corpus)
{
    size_t block = corpus->block_pairs ? 1 + corpus->n_pairs / corpus->block_pairs : 0;
    if (block != corpus->block)
        forget(corpus);
    corpus->block = block;
}

/* `submissions` are the pair's two. */
static void grow_pair(struct corpus *corpus, const size_t *approaches,
                      struct submission *submissions)
{
    struct dice *dice = &corpus->dice;
    enum pair_kind kind = (enum pair_kind)dice_weighted(dice, kind_weights, N_PAIR_KINDS);
    size_t n_known = corpus->n_remembered < N_REMEMBERED ? corpus->n_remembered : N_REMEMBERED;
    struct fix_pair pair;
    if (kind == PAIR_NEW || n_known == 0)
        grow_new(corpus, &pair, approaches);
    else
        fix_pair_copy(&pair, &corpus->remembered[dice_below(dice, n_known)], kind, corpus->n_pairs,
                      dice);
    fix_pair_write(&pair.buggy, corpus->block, &submissions[0].source);
    fix_pair_write(&pair.fixed, corpus->block, &submissions[1].source);
    fprintf(corpus->truth.file, "%s\ts%09zu\ts%09zu\t%s\t%zu\t%zu\n", corpus->problem_id,
            submissions[0].number, submissions[1].number, pair_kind_name(pair.kind), pair.exact,
            pair.renamed);
    corpus->n_kinds[pair.kind]++;
    corpus->n_pairs++;
    if (pair.kind == PAIR_NEW)
        remember(corpus, &pair);
    else
        fix_pair_release(&pair);
}

static int write_submission(struct corpus *corpus, struct submission *submission, size_t first_user,
                            size_t stride, struct err *err)
{
    struct dice *dice = &corpus->dice;
    struct codenet_row row = {
        .submission = submission->number,
        .user = (first_user + submission->pair * stride) % N_USERS,
        .problem_id = corpus->problem_id,
        .date = submission->date,
        .language = &grown_languages[GROWN_PYTHON],
        .original_language = "Python (3.4.3)",
        .status =
            verdict_draw_status(dice, submission->is_fixed ? VERDICT_ACCEPTED : VERDICT_FAILING),
        .cpu_time = (int)dice_between(dice, 10, 2000),
        .memory = (int)dice_between(dice, 3000, 120000),
        .code_size = submission->source.length,
        .accuracy = "",
    };
    int status = codenet_tree_add(&corpus->tree, &row, &submission->source, err);
    str_release(&submission->source);
    return status;
}

static int write_problem(struct corpus *corpus, size_t n, uint64_t random_seed, struct err *err)
{
    struct dice *dice = &corpus->dice;
    size_t approaches[N_APPROACHES], problem = corpus->n_problems++;
    begin_block(corpus);
    dice->state = random_seed * 0x100000000u + problem;
    snprintf(corpus->problem_id, sizeof corpus->problem_id, "p%05zu", problem);
    size_t first_user = dice_below(dice, N_USERS), stride = 1 + dice_below(dice, N_USERS - 1);
    for (int i = 0; i < N_APPROACHES; i++)
        approaches[i] = dice_below(dice, corpus->pieces->seeds->list.n);
    plan_problem(corpus, n, 1262304000 + (int64_t)problem * 3600);
    if (codenet_tree_start_problem(&corpus->tree, corpus->problem_id, "AtCoder", err) != 0)
        return ERR;
    struct submission *submissions = corpus->submissions.items;
    int status = 0;
    for (size_t i = 0; i < n; i++)
        grow_pair(corpus, approaches, &submissions[2 * i]);
    qsort(submissions, 2 * n, sizeof *submissions, compare_dates);
    for (size_t i = 0; i < 2 * n; i++)
        if (status == 0)
            status = write_submission(corpus, &submissions[i], first_user, stride, err);
        else
            str_release(&submissions[i].source);
    return status == 0 ? codenet_tree_end_problem(&corpus->tree, err) : ERR;
}

static int write_corpus(struct corpus *corpus, const char *folder, FILE *rows, size_t n,
                        uint64_t random_seed, struct err *err)
{
    struct dice sizes = {random_seed};
    int status = codenet_tree_open(&corpus->tree, folder, rows, err);
    if (status == 0)
        status = truth_file_open(&corpus->truth, folder, "groups.tsv",
                                 "problem\tbuggy\tfixed\tkind\texact\trenamed\n", err);
    while (status == 0 && corpus->n_pairs < n) {
        size_t left = n - corpus->n_pairs, size = draw_size(&sizes);
        status = write_problem(corpus, size < left ? size : left, random_seed, err);
    }
    if (codenet_tree_close(&corpus->tree, err) != 0)
        status = ERR;
    return truth_file_close(&corpus->truth, status, err);
}

static void report(const struct corpus *corpus, FILE *out)
{
    const struct seeds *seeds = corpus->pieces->seeds;
    fprintf(out, "seeds              %zu of %zu accepted programs, %zu statements\n", seeds->list.n,
            seeds->n_accepted, corpus->pieces->list.n);
    fprintf(out, "pairs              %zu of %zu problems\n", corpus->n_pairs, corpus->n_problems);
    fprintf(out, "bytes              %llu (%.0f a file)\n",
            (unsigned long long)corpus->tree.n_bytes,
            (double)corpus->tree.n_bytes / (2 * (double)corpus->n_pairs));
    for (int kind = 0; kind < N_PAIR_KINDS; kind++)
        fprintf(out, "%-18s %zu\n", pair_kind_name((enum pair_kind)kind), corpus->n_kinds[kind]);
}

static void release(struct corpus *corpus)
{
    forget(corpus);
    free(corpus->seen.slots);
    array_release(&corpus->submissions);
}

int main(int argc, char **argv)
{
    uint64_t n, random_seed, block;
    FILE *rows = argc == 7 && strcmp(argv[6], "rows") == 0 ? stdout : NULL;
    struct err err = {""};
    struct seed_bank bank;
    struct pieces pieces;
    if (!grow_arguments(argc - (rows != NULL), argv, 10000000, &n, &random_seed, &block))
        return 2;
    int status = seed_bank_read(&bank, argv[1], &err);
    const struct seeds *seeds = &bank.seeds[GROWN_PYTHON];
    if (status == 0 && seeds->list.n == 0) {
        status = err_set(&err, "'%s' has too few Python programs", argv[1]);
        seed_bank_release(&bank);
    }
    if (status == 0) {
        pieces_init(&pieces, seeds);
        struct corpus corpus = {.pieces = &pieces, .block_pairs = block};
        status = write_corpus(&corpus, argv[2], rows, n, random_seed, &err);
        if (status == 0)
            report(&corpus, rows ? stderr : stdout);
        release(&corpus);
        pieces_release(&pieces);
        seed_bank_release(&bank);
    }
    if (status != 0)
        fprintf(stderr, "grow_pairs: %s\n", err.message);
    return status != 0;
}
