/* Runs are hashed with a polynomial whose oldest token is taken off again, one step a token. An
 * open-addressing table has the telling runs of all golds, and a bit map beside it says of nearly
 * every other run that it is not there. Runs with all names (NAMED) and with one name for all
 * (UNNAMED) are kept apart; a gold has runs of one of the two kinds. */
#include "tasks/similar.h"

#include "base/hash.h"

#include <stdlib.h>

enum view { UNNAMED, NAMED, N_VIEWS };

static const uint64_t BASE = 0x9e3779b97f4a7c15; /* odd: no power of it is 0 */

/* How often a run occurs more in a gold's files after. */
struct gold_run {
    uint64_t hash;
    int32_t n;
};
struct gold_runs {
    struct gold_run *items;
    size_t n, capacity;
};

/* A gold that has a run; in the list of the run. */
struct posting {
    uint32_t gold, next; /* next: 1 + number in `postings`; 0: none */
    int32_t n;
};

struct run_slot {
    uint64_t hash;
    uint32_t first; /* 1 + number in `postings`; 0: a free slot */
    int32_t change; /* of the file that is being read */
};

struct run_index {
    struct run_slot *slots; /* open addressing */
    size_t n_slots, n;      /* n_slots: a power of two */
    uint64_t *bits;         /* n_slots * BITS_PER_SLOT bits */
};
enum { BITS_PER_SLOT = 8, FIRST_SLOTS = 1024 };

/* To find a block of lines that both files have, so many lines are left out on both sides together;
 * a block of more lines, which have hardly a token, is not taken. */
enum { MAX_DISTANCE = 32, MAX_BLOCK = 16 };

struct gold_total {
    uint32_t n_runs;
    enum view view;
};

struct similar {
    const struct line_tokens *tokens;
    struct run_index index[N_VIEWS];
    ARRAY(struct posting) postings;
    ARRAY(struct gold_total) golds;
    ARRAY(uint32_t) touched;  /* slots whose change is not 0, or was */
    ARRAY(uint32_t) n_common; /* by gold */
    uint64_t last_power;      /* of BASE: the factor of the token that leaves a run */
};

struct similar *similar_new(const struct line_tokens *tokens)
{
    struct similar *similar = mem_alloc(1, sizeof *similar);
    similar->tokens = tokens;
    similar->last_power = 1;
    for (int i = 0; i < SIMILAR_RUN; i++)
        similar->last_power *= BASE;
    return similar;
}

void similar_free(struct similar *similar)
{
    if (!similar)
        return;
    for (int v = 0; v < N_VIEWS; v++) {
        free(similar->index[v].slots);
        free(similar->index[v].bits);
    }
    array_release(&similar->postings);
    array_release(&similar->golds);
    array_release(&similar->touched);
    array_release(&similar->n_common);
    free(similar);
}

/* ---- Runs ---- */

/* Hashes the last tokens that were given to it. */
struct roller {
    uint64_t hash;
    uint64_t ring[SIMILAR_RUN];
    size_t n;
};

/* Takes a token. Returns whether there is a run that ends with it. */
static inline bool roll(struct roller *roller, uint32_t token, enum view view, uint64_t last_power)
{
    bool is_name = token & LINE_TOKEN_NAME;
    uint64_t value = view == UNNAMED && is_name ? 1 : (uint64_t)(token & ~LINE_TOKEN_NAME) + 2;
    uint64_t *oldest = &roller->ring[roller->n % SIMILAR_RUN];
    roller->hash = roller->hash * BASE + value - *oldest * last_power;
    *oldest = value;
    return ++roller->n >= SIMILAR_RUN;
}

static inline uint64_t spread(uint64_t hash)
{
    hash ^= hash >> 32;
    return hash * 0xd6e8feb86659fd93;
}

/* Calls take(context, hash, sign) for each run of lines. */
typedef void take_run(void *context, uint64_t hash, int32_t sign);

static inline __attribute__((always_inline)) void each_run(const struct similar *similar,
                                                           struct file_lines lines, enum view view,
                                                           int32_t sign, take_run *take,
                                                           void *context)
{
    struct roller roller = {.n = 0};
    for (size_t i = 0; i < lines.n; i++) {
        size_t n;
        const uint32_t *tokens = line_tokens_of(similar->tokens, lines.items[i], &n);
        for (size_t t = 0; t < n; t++)
            if (roll(&roller, tokens[t], view, similar->last_power))
                take(context, spread(roller.hash), sign);
    }
}

/* ---- Golds ---- */

static int compare_runs(const void *a, const void *b)
{
    const struct gold_run *x = a, *y = b;
    return COMPARE(x->hash, y->hash);
}

static void push_run(void *context, uint64_t hash, int32_t sign)
{
    struct gold_runs *runs = context;
    array_push(runs, ((struct gold_run){hash, sign}));
}

/* Sets `runs` to the telling ones, each once, and returns how many runs there are, telling or not;
 * `n_telling`: those that are telling. */
static uint64_t read_gold(struct gold_runs *runs, const struct similar *similar,
                          const struct changed_lines *files, size_t n, enum view view,
                          uint64_t *n_telling)
{
    uint64_t total = 0;
    size_t n_kept = 0;
    array_clear(runs);
    *n_telling = 0;
    for (size_t i = 0; i < n; i++) {
        each_run(similar, files[i].before, view, -1, push_run, runs);
        each_run(similar, files[i].after, view, 1, push_run, runs);
    }
    array_sort(runs, compare_runs);
    for (size_t i = 0, end; i < runs->n; i = end) {
        int64_t change = 0;
        bool is_in[2] = {false, false};
        for (end = i; end < runs->n && runs->items[end].hash == runs->items[i].hash; end++) {
            change += runs->items[end].n;
            is_in[runs->items[end].n > 0] = true;
        }
        total += (uint64_t)llabs(change);
        if (change && is_in[0] != is_in[1]) {
            *n_telling += (uint64_t)llabs(change);
            runs->items[n_kept++] = (struct gold_run){runs->items[i].hash, (int32_t)change};
        }
    }
    runs->n = n_kept;
    return total;
}

static struct run_slot *find_slot(const struct run_index *index, uint64_t hash)
{
    size_t at = hash & (index->n_slots - 1);
    while (index->slots[at].first && index->slots[at].hash != hash)
        at = (at + 1) & (index->n_slots - 1);
    return &index->slots[at];
}

/* The bits of the map are chosen by the upper half of the hash, the slots by the lower. */
static inline uint64_t *word_of(const struct run_index *index, uint64_t hash, uint64_t *bit)
{
    size_t place = (hash >> 24) & (index->n_slots * BITS_PER_SLOT - 1);
    *bit = UINT64_C(1) << (place & 63);
    return &index->bits[place / 64];
}

static void grow(struct run_index *index)
{
    struct run_index old = *index;
    index->n_slots = old.n_slots ? mem_multiply(old.n_slots, 2) : FIRST_SLOTS;
    index->slots = mem_alloc(index->n_slots, sizeof *index->slots);
    index->bits = mem_alloc(index->n_slots * BITS_PER_SLOT / 64, sizeof *index->bits);
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].first) {
            uint64_t bit;
            *find_slot(index, old.slots[i].hash) = old.slots[i];
            *word_of(index, old.slots[i].hash, &bit) |= bit;
        }
    free(old.slots);
    free(old.bits);
}

static void add_posting(struct similar *similar, enum view view, const struct gold_run *run)
{
    struct run_index *index = &similar->index[view];
    uint64_t bit;
    if (2 * index->n >= index->n_slots)
        grow(index);
    struct run_slot *slot = find_slot(index, run->hash);
    index->n += !slot->first;
    slot->hash = run->hash;
    array_push(&similar->postings,
               ((struct posting){(uint32_t)similar->golds.n, slot->first, run->n}));
    slot->first = (uint32_t)similar->postings.n;
    *word_of(index, run->hash, &bit) |= bit;
}

bool similar_add(struct similar *similar, const struct changed_lines *files, size_t n)
{
    struct gold_runs runs = {0};
    enum view view = UNNAMED;
    uint64_t n_telling, total = read_gold(&runs, similar, files, n, view, &n_telling);
    if (n_telling < SIMILAR_MIN_RUNS || 2 * n_telling < total) {
        view = NAMED;
        read_gold(&runs, similar, files, n, view, &n_telling);
    }
    bool is_off = n_telling < SIMILAR_MIN_RUNS || n_telling > UINT32_MAX;
    for (size_t i = 0; !is_off && i < runs.n; i++)
        add_posting(similar, view, &runs.items[i]);
    array_push(&similar->golds, ((struct gold_total){is_off ? 0 : (uint32_t)n_telling, view}));
    array_push(&similar->n_common, 0);
    array_release(&runs);
    return is_off;
}

uint32_t similar_total(const struct similar *similar, uint32_t gold)
{
    return similar->golds.items[gold].n_runs;
}

/* ---- Changes ---- */

struct reading {
    struct similar *similar;
    enum view view;
};

static void count_run(void *context, uint64_t hash, int32_t sign)
{
    struct reading *reading = context;
    struct run_index *index = &reading->similar->index[reading->view];
    uint64_t bit;
    if (!(*word_of(index, hash, &bit) & bit))
        return;
    struct run_slot *slot = find_slot(index, hash);
    if (!slot->first)
        return;
    if (!slot->change)
        array_push(&reading->similar->touched, (uint32_t)(slot - index->slots));
    slot->change += sign;
}

/* Whether both files have, from these lines on, lines with so many tokens that no run reaches over
 * them. */
static bool is_block(const struct line_tokens *tokens, struct file_lines a, struct file_lines b)
{
    size_t n_tokens = 0, i = 0, n;
    size_t most = a.n < b.n ? a.n : b.n;
    most = most < MAX_BLOCK ? most : MAX_BLOCK;
    for (; i < most && a.items[i] == b.items[i] && n_tokens < SIMILAR_RUN - 1; i++) {
        line_tokens_of(tokens, a.items[i], &n);
        n_tokens += n;
    }
    return n_tokens >= SIMILAR_RUN - 1;
}

static struct file_lines from(struct file_lines lines, size_t first)
{
    return (struct file_lines){lines.items + first, lines.n - first};
}

/* Returns the lines before the next block that both files have; all if it is far. */
static struct changed_lines lines_before_block(const struct line_tokens *tokens,
                                               struct changed_lines rest)
{
    struct file_lines a = rest.before, b = rest.after;
    for (size_t distance = 1; distance <= MAX_DISTANCE; distance++)
        for (size_t i = 0; i <= distance; i++) {
            size_t j = distance - i;
            if (i < a.n && j < b.n && is_block(tokens, from(a, i), from(b, j)))
                return (struct changed_lines){{a.items, i}, {b.items, j}};
        }
    return rest;
}

/* Counts the runs of a part of a file with the lines around it that runs of it reach into. */
static void count_part(struct similar *similar, const struct changed_lines *file,
                       const struct changed_lines *part, enum view view)
{
    struct reading reading = {similar, view};
    struct file_lines a = part->before, b = part->after;
    const uint32_t *start = file->before.items, *end = start + file->before.n;
    size_t n;
    for (size_t n_tokens = 0; a.items > start && n_tokens < SIMILAR_RUN - 1; n_tokens += n) {
        line_tokens_of(similar->tokens, *--a.items, &n);
        b.items--;
        a.n++;
        b.n++;
    }
    for (size_t n_tokens = 0; a.items + a.n < end && n_tokens < SIMILAR_RUN - 1; n_tokens += n) {
        line_tokens_of(similar->tokens, a.items[a.n++], &n);
        b.n++;
    }
    each_run(similar, a, view, -1, count_run, &reading);
    each_run(similar, b, view, 1, count_run, &reading);
}

/* Counts the runs that differ, and others as often in both files. Which lines are paired with each
 * other makes no difference to the result. */
static void count_runs(struct similar *similar, const struct changed_lines *file, enum view view)
{
    struct changed_lines rest = *file;
    struct file_lines *a = &rest.before, *b = &rest.after;
    if (!similar->index[view].n)
        return;
    for (; a->n && b->n && a->items[a->n - 1] == b->items[b->n - 1]; a->n--, b->n--)
        ;
    while (a->n || b->n) {
        for (; a->n && b->n && *a->items == *b->items; *a = from(*a, 1), *b = from(*b, 1))
            ;
        if (!a->n && !b->n)
            break;
        struct changed_lines part = lines_before_block(similar->tokens, rest);
        count_part(similar, file, &part, view);
        *a = from(*a, part.before.n);
        *b = from(*b, part.after.n);
    }
}

static uint32_t in_common(int32_t a, int32_t b)
{
    if ((a > 0) != (b > 0))
        return 0;
    return (uint32_t)(abs(a) < abs(b) ? abs(a) : abs(b));
}

/* Adds what was counted to `n_common`, and forgets it. */
static void sum_up(struct similar *similar, enum view view, struct similar_matches *out)
{
    for (size_t i = 0; i < similar->touched.n; i++) {
        struct run_slot *slot = &similar->index[view].slots[similar->touched.items[i]];
        for (uint32_t at = slot->change ? slot->first : 0; at;
             at = similar->postings.items[at - 1].next) {
            const struct posting *posting = &similar->postings.items[at - 1];
            uint32_t n = in_common(slot->change, posting->n);
            uint32_t *sum = &similar->n_common.items[posting->gold];
            if (n && !*sum)
                array_push(out, ((struct similar_match){posting->gold, 0}));
            *sum += n;
        }
        slot->change = 0;
    }
    array_clear(&similar->touched);
}

/* Moves the sums to the matches from number `first` on. */
static void take_sums(struct similar *similar, struct similar_matches *out, size_t first)
{
    for (size_t i = first; i < out->n; i++) {
        uint32_t *sum = &similar->n_common.items[out->items[i].gold];
        out->items[i].n_runs = *sum;
        *sum = 0;
    }
}

void similar_match(struct similar *similar, const struct changed_lines *file,
                   struct similar_matches *out)
{
    size_t first = out->n;
    for (enum view view = 0; view < N_VIEWS; view++) {
        count_runs(similar, file, view);
        sum_up(similar, view, out);
    }
    take_sums(similar, out, first);
}

double similar_score(struct similar *similar, uint32_t gold, const struct changed_lines *files,
                     size_t n)
{
    const struct gold_total *total = &similar->golds.items[gold];
    struct similar_matches matches = {0};
    uint32_t n_runs = 0;
    for (size_t i = 0; i < n; i++)
        count_runs(similar, &files[i], total->view);
    sum_up(similar, total->view, &matches);
    take_sums(similar, &matches, 0);
    for (size_t i = 0; i < matches.n; i++)
        if (matches.items[i].gold == gold)
            n_runs = matches.items[i].n_runs;
    array_release(&matches);
    return total->n_runs ? (double)n_runs / total->n_runs : 0;
}
