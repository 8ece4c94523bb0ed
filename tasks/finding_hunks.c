/* One git writes the patches of all commits. Two hunks are compared by their lines, numbered
 * without white space, each with its kind: how many of the gold's has the commit's hunk, too? */
#include "tasks/finding_hunks.h"

#include "base/file.h"
#include "base/hash.h"
#include "sources/git/tree_changes.h"
#include "tasks/line_table.h"

#include <string.h>

enum { KIND_CONTEXT, KIND_REMOVED, KIND_ADDED, N_KINDS };

struct hunk_reading {
    const struct hunk_request *requests;
    size_t n;
    ARRAY(struct tree_pair) pairs; /* each commit once */
    struct table ids;              /* of the commits, by pair */
    uint32_t *pair_of;             /* by request */
    struct arena *arena;
    const struct meter *meter;
    size_t n_kept; /* bytes */
};

static const char *path_of(const struct patch_file *file)
{
    return file->path[PATCH_AFTER] ? file->path[PATCH_AFTER] : file->path[PATCH_BEFORE];
}

static struct lone_hunk lone_hunk(const struct patch *patch, const struct patch_file *file,
                                  size_t number)
{
    const struct patch_hunk *hunk = &patch->hunks.items[number];
    return (struct lone_hunk){path_of(file), patch->lines.items + hunk->first_line, *hunk};
}

/* ---- Two patches ---- */

/* A gold and the patch of a commit. A key is the number of a line and its kind; 0: a blank line. */
struct comparing_hunks {
    const struct patch *gold, *commit;
    struct line_table table;
    uint32_t *gold_keys, *commit_keys; /* by line of the patch */
    uint32_t *left;                    /* by key: lines of the hunk that no other one has met */
    ARRAY(uint32_t) met;               /* keys of those that one has */
};

/* What two hunks have in common. */
struct likeness {
    uint32_t n_changed, n_context;
};

static uint32_t *keys_of(struct line_table *table, const struct patch *patch, bool is_revert)
{
    uint32_t *keys = mem_alloc(patch->lines.n, sizeof *keys);
    for (size_t i = 0; i < patch->lines.n; i++) {
        const struct patch_line *line = &patch->lines.items[i];
        uint32_t number = line_table_number(table, line->text, line->length);
        uint32_t kind = line->kind == ' '                   ? KIND_CONTEXT
                        : (line->kind == '+') == !is_revert ? KIND_ADDED
                                                            : KIND_REMOVED;
        keys[i] = number ? number * N_KINDS + kind : 0;
    }
    return keys;
}

/* Compares a hunk with that of the gold whose lines are `left`. */
static struct likeness compare_hunk(struct comparing_hunks *comparing,
                                    const struct patch_hunk *hunk)
{
    struct likeness likeness = {0, 0};
    const uint32_t *keys = comparing->commit_keys + hunk->first_line;
    array_clear(&comparing->met);
    for (uint32_t i = 0; i < hunk->n_lines; i++) {
        if (!keys[i] || !comparing->left[keys[i]])
            continue;
        comparing->left[keys[i]]--;
        array_push(&comparing->met, keys[i]);
        *(keys[i] % N_KINDS ? &likeness.n_changed : &likeness.n_context) += 1;
    }
    for (size_t i = 0; i < comparing->met.n; i++)
        comparing->left[comparing->met.items[i]]++;
    return likeness;
}

static bool is_more(struct likeness a, struct likeness b)
{
    return a.n_changed != b.n_changed ? a.n_changed > b.n_changed : a.n_context > b.n_context;
}

static bool has_same_name(const struct patch_file *a, const struct patch_file *b)
{
    for (int i = 0; i < N_PATCH_SIDES; i++)
        for (int j = 0; j < N_PATCH_SIDES; j++)
            if (a->path[i] && b->path[j] &&
                strcmp(file_name(a->path[i]), file_name(b->path[j])) == 0)
                return true;
    return false;
}

/* Returns the commit's hunk for one of the gold: its path is NULL if they have no changed line in
 * common. */
static struct lone_hunk find_hunk(struct comparing_hunks *comparing, const struct patch_file *file,
                                  const struct patch_hunk *hunk)
{
    const uint32_t *keys = comparing->gold_keys + hunk->first_line;
    struct lone_hunk found = {.path = NULL};
    struct likeness best = {0, 0};
    for (uint32_t i = 0; i < hunk->n_lines; i++)
        comparing->left[keys[i]]++;
    for (size_t f = 0; f < comparing->commit->files.n; f++) {
        const struct patch_file *other = &comparing->commit->files.items[f];
        if (!has_same_name(file, other))
            continue;
        for (uint32_t h = other->first_hunk; h < other->first_hunk + other->n_hunks; h++) {
            struct likeness likeness = compare_hunk(comparing, &comparing->commit->hunks.items[h]);
            if (!likeness.n_changed || !is_more(likeness, best))
                continue;
            best = likeness;
            found = lone_hunk(comparing->commit, other, h);
        }
    }
    for (uint32_t i = 0; i < hunk->n_lines; i++)
        comparing->left[keys[i]] = 0;
    return found;
}

/* ---- A finding ---- */

/* Returns the hunks of the gold, without those of the commit. */
static struct hunk_pair *list_gold(struct finding_hunks *out, const struct patch *gold,
                                   struct arena *arena)
{
    size_t n = gold->hunks.n < FINDING_MAX_HUNKS ? gold->hunks.n : FINDING_MAX_HUNKS;
    struct hunk_pair *pairs = arena_alloc(arena, n, sizeof *pairs);
    *out = (struct finding_hunks){.pairs = pairs, .n = n};
    for (size_t f = 0; f < gold->files.n; f++) {
        const struct patch_file *file = &gold->files.items[f];
        for (size_t h = file->first_hunk; h < (size_t)file->first_hunk + file->n_hunks; h++)
            if (h < n)
                pairs[h].gold = lone_hunk(gold, file, h);
    }
    return pairs;
}

/* Copies a hunk of the commit, unless a pair before has the same. Returns false, and clears it, if
 * too much was kept. */
static bool keep_hunk(struct hunk_reading *reading, const struct hunk_pair *pairs, size_t number,
                      struct lone_hunk *hunk)
{
    size_t n_bytes = strlen(hunk->path);
    for (size_t i = 0; i < number; i++)
        if (pairs[i].commit.path && pairs[i].commit.range.first_line == hunk->range.first_line) {
            *hunk = pairs[i].commit;
            return true;
        }
    for (uint32_t i = 0; i < hunk->range.n_lines; i++)
        n_bytes += hunk->lines[i].length + sizeof *hunk->lines;
    if (n_bytes > FINDING_MAX_KEPT - reading->n_kept) {
        *hunk = (struct lone_hunk){.path = NULL};
        return false;
    }
    struct patch_line *lines = arena_alloc(reading->arena, hunk->range.n_lines, sizeof *lines);
    reading->n_kept += n_bytes;
    for (uint32_t i = 0; i < hunk->range.n_lines; i++) {
        lines[i] = hunk->lines[i];
        lines[i].text = arena_copy_text(reading->arena, lines[i].text, lines[i].length);
    }
    hunk->lines = lines;
    hunk->path = arena_text(reading->arena, hunk->path);
    return true;
}

static void compare_patches(struct hunk_reading *reading, const struct hunk_request *request,
                            const struct patch *commit)
{
    const struct patch *gold = request->gold;
    struct comparing_hunks comparing = {.gold = gold, .commit = commit};
    struct hunk_pair *pairs = list_gold(request->out, gold, reading->arena);
    request->out->is_compared = true;
    comparing.gold_keys = keys_of(&comparing.table, gold, false);
    comparing.commit_keys = keys_of(&comparing.table, commit, request->is_revert);
    comparing.left =
        mem_alloc(mem_multiply(comparing.table.lengths.n + 1, N_KINDS), sizeof *comparing.left);
    for (size_t f = 0; f < gold->files.n; f++) {
        const struct patch_file *file = &gold->files.items[f];
        for (size_t h = file->first_hunk; h < (size_t)file->first_hunk + file->n_hunks; h++) {
            if (h >= request->out->n)
                continue;
            struct lone_hunk *found = &pairs[h].commit;
            *found = find_hunk(&comparing, file, &gold->hunks.items[h]);
            if (found->path && !keep_hunk(reading, pairs, h, found))
                request->out->problem = "the hunks of the commits before it are too large";
        }
    }
    line_table_release(&comparing.table);
    array_release(&comparing.met);
    free(comparing.gold_keys);
    free(comparing.commit_keys);
    free(comparing.left);
}

/* ---- All ---- */

static void take_patch(void *context, size_t pair, const char *text, size_t length)
{
    struct hunk_reading *reading = context;
    scoped(patch) patch = {.arena = {NULL}};
    struct err err;
    const char *problem = NULL;
    meter_show(reading->meter, (struct meter_step){"reading hunks", "commits", pair + 1,
                                                   reading->pairs.n, pair + 1});
    if (!text)
        problem = arena_print(reading->arena, "the patch of the commit has more than %d MiB",
                              FINDING_MAX_DIFF >> 20);
    else if (length && patch_read(&patch, text, length, &err) != 0)
        problem =
            arena_print(reading->arena, "the patch of the commit cannot be used: %s", err.message);
    for (size_t i = 0; i < reading->n; i++) {
        const struct hunk_request *request = &reading->requests[i];
        if (reading->pair_of[i] != pair)
            continue;
        if (problem)
            list_gold(request->out, request->gold, reading->arena);
        else
            compare_patches(reading, request, &patch);
        if (problem)
            request->out->problem = problem;
    }
}

static void drop_patch(void *context, size_t pair)
{
    struct hunk_reading *reading = context;
    for (size_t i = 0; i < reading->n; i++) {
        const struct hunk_request *request = &reading->requests[i];
        if (reading->pair_of[i] != pair || (request->out->problem && !request->out->is_compared))
            continue;
        list_gold(request->out, request->gold, reading->arena);
        request->out->problem = "git cannot write the patch of the commit";
    }
}

int finding_hunks_read(const struct hunk_request *requests, size_t n, struct repository *repository,
                       struct arena *arena, const struct meter *meter, struct err *err)
{
    struct hunk_reading reading = {.requests = requests, .n = n, .arena = arena, .meter = meter};
    scoped(str) damage = {0};
    size_t n_damaged;
    reading.pair_of = mem_alloc(n + 1, sizeof *reading.pair_of);
    for (size_t i = 0; i < n; i++) {
        list_gold(requests[i].out, requests[i].gold, arena);
        reading.pair_of[i] = (uint32_t)table_number(&reading.ids, requests[i].commit);
        if (reading.pair_of[i] == reading.pairs.n)
            array_push(&reading.pairs,
                       ((struct tree_pair){requests[i].commit, requests[i].parent}));
    }
    const struct tree_comparison comparison = {
        .pairs = reading.pairs.items,
        .n = reading.pairs.n,
        .finds_renames = true,
        .context = &reading,
        .drop = drop_patch,
        .take_patch = take_patch,
        .max_bytes = FINDING_MAX_DIFF,
    };
    int status = tree_changes_read(&comparison, repository, &n_damaged, &damage, err);
    array_release(&reading.pairs);
    table_release(&reading.ids);
    free(reading.pair_of);
    return status;
}
