/* near_recall DB PRESET SAMPLE JOBS: how many of the near pairs are candidates, as JSON.
 *
 * The sample is made of whole problems, drawn at random, for pairs of one problem resemble each
 * other. In it all pairs are compared with all others, and the clusters that near_join() makes
 * with those of the comparison. near_join() runs on all pairs of the store besides, for its
 * time. */
#include "base/chance.h"
#include "base/json.h"
#include "db/store.h"
#include "guard/fingerprints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* All pairs of a list compared with all others: what candidates by MinHash are measured against. */
struct near_pair {
    uint32_t a, b; /* numbers of pairs, a < b */
    double similarity;
    bool is_candidate;
};

enum { N_TENTHS = 11 }; /* of similarity; equal programs are one more */

struct brute_force {
    ARRAY(struct near_pair) near;
    size_t n_compared, n_candidates;
    double seconds;             /* of the comparisons alone */
    size_t n_similar[N_TENTHS]; /* comparisons by the similarity of their less similar side */
    struct union_find sets;     /* by number of a pair: tied wherever two are near each other */
};

/* CPU time of this program, in seconds: what it measures has one thread, and others' work does not
 * count. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void compare_all(struct brute_force *out, const struct fingerprints *prints,
                        const struct pair *pairs, const uint32_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            struct similarity similarity;
            if (!near_compare(&similarity, prints, &pairs[numbers[i]], &pairs[numbers[j]]))
                continue;
            array_push(&out->near,
                       (struct near_pair){numbers[i], numbers[j], similarity.set, false});
            union_find_join(&out->sets, numbers[i], numbers[j]);
        }
    }
    out->n_compared = n * (n - 1) / 2;
}

/* The preset's sets, whatever its thresholds are. */
static size_t tenth_of(const struct fingerprints *prints, const struct pair *a,
                       const struct pair *b)
{
    const struct fingerprint *programs = prints->programs;
    struct changed_bag x = programs[a->fixed].bag, y = programs[b->fixed].bag;
    double buggy = bag_similarity(programs[a->buggy].bag.bag, programs[b->buggy].bag.bag).set;
    double fixed = changed_bag_similarity(x, y, bag_shared(x.bag, y.bag)).set;
    return (size_t)((buggy < fixed ? buggy : fixed) * (N_TENTHS - 1) + 1e-9);
}

static void count_all(struct brute_force *out, const struct fingerprints *prints,
                      const struct pair *pairs, const uint32_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            uint32_t a = numbers[i], b = numbers[j];
            out->n_candidates += near_agree_before(prints, prints->minhash.n_bands, a, b);
            out->n_similar[tenth_of(prints, &pairs[a], &pairs[b])]++;
        }
    }
}

/* Compares the pairs with the given numbers, ascending. The comparisons are timed by themselves;
 * candidates and similarities are counted in a second pass. */
static void brute_force_run(struct brute_force *out, const struct fingerprints *prints,
                            const struct pairs *pairs, const uint32_t *numbers, size_t n)
{
    const struct pair *list = pairs->list.items;
    *out = (struct brute_force){0};
    union_find_init(&out->sets, pairs->list.n);
    double start = now();
    if (n > 0)
        compare_all(out, prints, list, numbers, n);
    out->seconds = now() - start;
    count_all(out, prints, list, numbers, n);
    for (size_t i = 0; i < out->near.n; i++) {
        struct near_pair *near = &out->near.items[i];
        near->is_candidate = near_agree_before(prints, prints->minhash.n_bands, near->a, near->b);
    }
}

static void brute_force_release(struct brute_force *brute)
{
    array_release(&brute->near);
    union_find_release(&brute->sets);
}

enum { N_INTERVALS = 20 }; /* of similarity, 0.05 each; equal programs are one more */

struct recall {
    struct pairs pairs;
    struct fingerprints prints;
    uint32_t *all, *sample; /* numbers of pairs, ascending */
    size_t n_sample;
    struct brute_force brute;
};

static void take_nothing(void *context, uint32_t a, uint32_t b, const struct similarity *similarity)
{
    (void)context, (void)a, (void)b, (void)similarity;
}

/* Seconds that the search takes; `sets` are to be released. */
static double join(struct union_find *sets, const struct recall *recall, const uint32_t *numbers,
                   size_t n)
{
    union_find_init(sets, recall->pairs.list.n);
    double start = now();
    struct near_search search = {&recall->prints, &recall->pairs, take_nothing, NULL, NULL};
    struct err err;
    return near_join(sets, &search, numbers, n, NULL, &err) == 0 ? now() - start : NAN;
}

/* Problems in a random order, until the sample is full. */
static void draw_sample(struct recall *recall, size_t n_wanted)
{
    size_t n_problems = recall->pairs.problems.keys.n, n = recall->pairs.list.n;
    size_t *sizes = mem_alloc(n_problems, sizeof *sizes),
           *order = mem_alloc(n_problems, sizeof *order);
    bool *is_drawn = mem_alloc(n_problems, sizeof *is_drawn);
    struct dice dice = {1};
    for (size_t i = 0; i < n; i++)
        sizes[recall->pairs.list.items[i].problem]++;
    for (size_t i = 0; i < n_problems; i++) {
        size_t place = dice_below(&dice, i + 1);
        order[i] = order[place];
        order[place] = i;
    }
    for (size_t i = 0, sum = 0; i < n_problems && sum < n_wanted; i++) {
        is_drawn[order[i]] = true;
        sum += sizes[order[i]];
    }
    for (uint32_t i = 0; i < n && recall->n_sample < n_wanted; i++)
        if (is_drawn[recall->pairs.list.items[i].problem])
            recall->sample[recall->n_sample++] = i;
    free(sizes);
    free(order);
    free(is_drawn);
}

static int interval_of(double similarity)
{
    return similarity >= 1 ? N_INTERVALS : (int)floor(similarity * N_INTERVALS + 1e-9);
}

static void set_share(struct json *json, const char *name, size_t part, size_t whole)
{
    json_set_double(json, name, whole ? (double)part / (double)whole : 1);
}

static void write_intervals(const struct recall *recall, struct json *json)
{
    size_t n_near[N_INTERVALS + 1] = {0}, n_found[N_INTERVALS + 1] = {0}, found = 0;
    struct json *array = json_array();
    for (size_t i = 0; i < recall->brute.near.n; i++) {
        const struct near_pair *near = &recall->brute.near.items[i];
        n_near[interval_of(near->similarity)]++;
        n_found[interval_of(near->similarity)] += near->is_candidate;
        found += near->is_candidate;
    }
    for (int i = 0; i <= N_INTERVALS; i++) {
        if (!n_near[i])
            continue;
        struct json *interval = json_object();
        json_set_double(interval, "from", (double)i / N_INTERVALS);
        json_set_int(interval, "near", (int64_t)n_near[i]);
        json_set_int(interval, "found", (int64_t)n_found[i]);
        set_share(interval, "recall", n_found[i], n_near[i]);
        json_push(array, interval);
    }
    json_set_int(json, "near", (int64_t)recall->brute.near.n);
    json_set_int(json, "found", (int64_t)found);
    set_share(json, "recall", found, recall->brute.near.n);
    json_set(json, "intervals", array);
}

/* Pairs that stand in another cluster than they would by comparing all. */
static void write_clusters(struct recall *recall, struct json *json)
{
    struct union_find sets, *brute = &recall->brute.sets;
    double seconds = join(&sets, recall, recall->sample, recall->n_sample);
    int64_t n_clusters = 0, n_brute = 0, n_misplaced = 0;
    for (size_t i = 0; i < recall->n_sample; i++) {
        uint32_t number = recall->sample[i], root = union_find_root(&sets, number);
        n_clusters += root == number;
        n_brute += union_find_root(brute, number) == number;
        n_misplaced += root != union_find_root(brute, number);
    }
    json_set_int(json, "clusters", n_clusters);
    json_set_int(json, "clusters_by_brute_force", n_brute);
    json_set_int(json, "misplaced_pairs", n_misplaced);
    json_set_double(json, "sample_seconds", seconds);
    union_find_release(&sets);
}

static void write_times(struct recall *recall, struct json *json)
{
    struct union_find sets;
    double n = (double)recall->pairs.list.n, all = n * (n - 1) / 2;
    double compared = (double)recall->brute.n_compared;
    json_set_double(json, "all_seconds", join(&sets, recall, recall->all, recall->pairs.list.n));
    json_set_double(json, "brute_force_sample_seconds", recall->brute.seconds);
    json_set_double(json, "brute_force_all_seconds",
                    compared > 0 ? recall->brute.seconds * all / compared : 0);
    union_find_release(&sets);
}

static struct json *make_report(struct recall *recall, size_t n_wanted)
{
    const struct minhash *minhash = &recall->prints.minhash;
    const struct near_preset *preset = recall->prints.preset;
    struct json *json = json_object();
    size_t n = recall->pairs.list.n;
    recall->all = mem_alloc(n, sizeof *recall->all);
    recall->sample = mem_alloc(n, sizeof *recall->sample);
    for (size_t i = 0; i < n; i++)
        recall->all[i] = (uint32_t)i;
    draw_sample(recall, n_wanted);
    brute_force_run(&recall->brute, &recall->prints, &recall->pairs, recall->sample,
                    recall->n_sample);
    json_set_text(json, "preset", preset->name);
    json_set_double(json, "threshold", preset->set_threshold);
    json_set_int(json, "bands", minhash->n_bands);
    json_set_int(json, "rows", minhash->n_rows);
    json_set_double(json, "recall_at_threshold",
                    1 - pow(1 - pow(preset->set_threshold, minhash->n_rows), minhash->n_bands));
    json_set_int(json, "pairs", (int64_t)n);
    json_set_int(json, "sample", (int64_t)recall->n_sample);
    json_set_int(json, "comparisons", (int64_t)recall->brute.n_compared);
    json_set_int(json, "candidates", (int64_t)recall->brute.n_candidates);
    struct json *tenths = json_array();
    for (int i = 0; i < N_TENTHS; i++)
        json_push_int(tenths, (int64_t)recall->brute.n_similar[i]);
    json_set(json, "comparisons_by_tenth_of_similarity", tenths);
    write_intervals(recall, json);
    write_clusters(recall, json);
    write_times(recall, json);
    return json;
}

static int run(const char *path, const struct near_preset *preset, long n_sample, long n_jobs,
               struct err *err)
{
    struct db *db;
    struct recall recall = {0};
    struct guard_options guard = {.n_jobs = (int)n_jobs};
    if (store_open(&db, path, err) != 0)
        return ERR;
    int status = pairs_read(&recall.pairs, db, false, err);
    if (status == 0)
        status = fingerprints_make(&recall.prints, db, &recall.pairs, preset, &guard, err);
    if (status == 0) {
        struct json *json = make_report(&recall, (size_t)n_sample);
        json_write_pretty(json, stdout);
        json_free(json);
        brute_force_release(&recall.brute);
    }
    free(recall.all);
    free(recall.sample);
    fingerprints_release(&recall.prints);
    pairs_release(&recall.pairs);
    db_close(db);
    return status;
}

int main(int argc, char **argv)
{
    struct err err = {""};
    const struct near_preset *preset = argc == 5 ? near_preset_find(argv[2]) : NULL;
    long n_sample = argc == 5 ? strtol(argv[3], NULL, 10) : 0;
    long n_jobs = argc == 5 ? strtol(argv[4], NULL, 10) : 0;
    if (!preset || n_sample < 1 || n_jobs < 1) {
        fputs("usage: near_recall DB PRESET SAMPLE JOBS\n", stderr);
        return 2;
    }
    int status = run(argv[1], preset, n_sample, n_jobs, &err);
    if (status == 0 && fflush(stdout) != 0)
        status = err_set_errno(&err, "cannot write");
    if (status != 0)
        fprintf(stderr, "near_recall: %s\n", err.message);
    return status != 0;
}
