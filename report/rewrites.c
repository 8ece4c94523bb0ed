/* Each rewrite is tied to its bug by its id, and counted in up to four groups: of its kind and of
 * all, of those that leak or not and of both. A bug is affected within a group. */
#include "report/rewrites.h"

#include "base/table.h"
#include "report/score.h"

#include <math.h>
#include <string.h>

/* Behind a submission. */
static const char sign = '~';

static size_t kind_length(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz");
}

bool rewrite_read_id(const char *id, struct str *original, struct str *kind)
{
    int n_kinds = 0;
    for (const char *at = id; *at;) {
        if (*at != sign) {
            str_add(original, at++, 1);
            continue;
        }
        size_t length = kind_length(++at);
        const char *end = at + length + strspn(at + length, "0123456789");
        if (length > 0 && *end == sign) { /* of a mutant, or of a rewrite that was rewritten */
            str_add(original, at - 1, (size_t)(end - at) + 1);
            at = end;
            continue;
        }
        bool is_same =
            n_kinds == 0 || (kind->length == length && memcmp(str_text(kind), at, length) == 0);
        if (length == 0 || (*end && *end != '-') || !is_same || ++n_kinds > 2)
            return false;
        if (n_kinds == 1)
            str_add(kind, at, length);
        at = end;
    }
    return n_kinds == 2;
}

enum { LEAKS_ANY, LEAKS_YES, LEAKS_NO, N_LEAKS };
static const char *const leaks_names[N_LEAKS] = {"any", "yes", "no"};

/* A group of rewrites, and what became of their bugs. */
struct group {
    int64_t n_rewrites, n_differing;
    int64_t n_bugs, n_affected;
    int64_t n_solved_before, n_solved_after; /* bugs, rewrites */
    char *seen;                              /* by item of the gold: 1 counted, 2 affected */
};

struct robustness {
    const struct gold *gold;
    const struct verdicts *verdicts;
    int k;
    struct table kinds;         /* numbered from 0; `all` is before them */
    ARRAY(struct group) groups; /* N_LEAKS for all, and for each kind */
    int64_t n_without_original, n_of_correct;
};

static void begin_kinds(struct robustness *all)
{
    static const char *const names[] = {"rename", "reorder", "mirror", "comments"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        table_add(&all->kinds, names[i]);
}

/* `row` is 0 for all kinds, else the number of a kind and one. */
static struct group *group_of(struct robustness *all, size_t row, int leaks)
{
    size_t number = row * N_LEAKS + (size_t)leaks;
    while (all->groups.n <= number)
        array_push(&all->groups, (struct group){.seen = mem_alloc(all->gold->items.n, 1)});
    return &all->groups.items[number];
}

static void add_to(struct group *group, size_t item, bool is_solved_before, bool is_solved)
{
    bool is_differing = is_solved_before != is_solved;
    group->n_rewrites++;
    group->n_differing += is_differing;
    group->n_solved_after += is_solved;
    if (!group->seen[item]) {
        group->seen[item] = 1;
        group->n_bugs++;
        group->n_solved_before += is_solved_before;
    }
    if (is_differing && group->seen[item] == 1) {
        group->seen[item] = 2;
        group->n_affected++;
    }
}

static void add_rewrite(struct robustness *all, const char *original, const char *kind,
                        bool is_solved)
{
    int64_t item = table_find(&all->gold->ids, original);
    if (item == TABLE_NONE) {
        all->n_without_original++;
        return;
    }
    const struct gold_item *bug = &all->gold->items.items[item];
    if (bug->category == GOLD_CORRECT) {
        all->n_of_correct++;
        return;
    }
    bool is_solved_before = verdict_is_right(bug, &all->verdicts->items[item], all->k);
    size_t rows[] = {0, (size_t)table_number(&all->kinds, kind) + 1};
    int leaks[] = {LEAKS_ANY, bug->is_leaked ? LEAKS_YES : LEAKS_NO};
    for (int i = 0; i < 4; i++)
        add_to(group_of(all, rows[i / 2], leaks[i % 2]), (size_t)item, is_solved_before, is_solved);
}

static struct json *group_row(const char *kind, int leaks, const struct group *group)
{
    struct json *row = json_object();
    json_set_text(row, "kind", kind);
    json_set_text(row, "leaks", leaks_names[leaks]);
    json_set_int(row, "rewrites", group->n_rewrites);
    json_set(row, "pdm", score_share(group->n_differing, group->n_rewrites));
    json_set_int(row, "bugs", group->n_bugs);
    json_set(row, "pda", score_share(group->n_affected, group->n_bugs));
    return row;
}

/* Of what is solved, what does not leak. */
static struct json *veracity_row(const char *kind, const struct group *any,
                                 const struct group *sound)
{
    struct json *row = json_object();
    json_set_text(row, "kind", kind);
    json_set_int(row, "solved_before", any->n_solved_before);
    json_set(row, "before", score_share(sound->n_solved_before, any->n_solved_before));
    json_set_int(row, "solved_after", any->n_solved_after);
    json_set(row, "after", score_share(sound->n_solved_after, any->n_solved_after));
    return row;
}

static struct json *make_report(struct robustness *all, int64_t n_rewrites)
{
    struct json *object = json_object(), *kinds = json_array(), *veracity = json_array();
    bool has_leaks = all->gold->has_exclusions;
    for (size_t kind = 0; kind <= all->kinds.keys.n; kind++) {
        const char *name = kind ? all->kinds.keys.items[kind - 1] : "all";
        for (int leaks = 0; leaks < (has_leaks ? N_LEAKS : 1); leaks++)
            json_push(kinds, group_row(name, leaks, group_of(all, kind, leaks)));
        if (has_leaks) {
            struct group any = *group_of(all, kind, LEAKS_ANY);
            struct group sound = *group_of(all, kind, LEAKS_NO);
            json_push(veracity, veracity_row(name, &any, &sound));
        }
    }
    json_set_int(object, "rewrites", n_rewrites);
    json_set_int(object, "without_original", all->n_without_original);
    json_set_int(object, "of_correct", all->n_of_correct);
    json_set_bool(object, "has_leaks", has_leaks);
    json_set(object, "kinds", kinds);
    json_set(object, "veracity", veracity);
    return object;
}

static int add_rewrites(struct robustness *all, const struct gold *rewrites,
                        const struct verdicts *verdicts, struct err *err)
{
    struct str original = {0}, kind = {0};
    int status = 0;
    for (size_t i = 0; i < rewrites->items.n && status == 0; i++) {
        const struct gold_item *item = &rewrites->items.items[i];
        str_clear(&original);
        str_clear(&kind);
        if (rewrite_read_id(item->id, &original, &kind))
            add_rewrite(all, str_text(&original), str_text(&kind),
                        verdict_is_right(item, &verdicts->items[i], all->k));
        else
            status = err_set(err,
                             "'%.200s' is no id of a rewrite, such as "
                             "p1-s1~rename-s2~rename: did tokfix rewrite make the rewrites?",
                             item->id);
        if (all->kinds.keys.n > MAX_REWRITE_KINDS)
            status =
                err_set(err, "the ids of the rewrites name more than %d kinds", MAX_REWRITE_KINDS);
    }
    str_release(&original);
    str_release(&kind);
    return status;
}

int rewrites_score(struct json **out, const struct gold *gold, const struct verdicts *verdicts,
                   const struct gold *rewrites, const struct verdicts *rewrite_verdicts, int k,
                   struct err *err)
{
    struct robustness all = {.gold = gold, .verdicts = verdicts, .k = k};
    begin_kinds(&all);
    int status = add_rewrites(&all, rewrites, rewrite_verdicts, err);
    if (status == 0)
        *out = make_report(&all, (int64_t)rewrites->items.n);
    for (size_t i = 0; i < all.groups.n; i++)
        free(all.groups.items[i].seen);
    array_release(&all.groups);
    table_release(&all.kinds);
    return status;
}
