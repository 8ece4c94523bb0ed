/* One git compares all pairs. It ends at the first that it cannot compare, before or after it has
 * named the pair; then another one starts after that pair. A line "COMMIT PARENT" of its input
 * gives the commit this parent, so that merges are compared with one parent by any version of git.
 */
#include "miner/git/tree_changes.h"

#include "base/interrupt.h"

#include <string.h>

enum {
    MAX_PATH_BYTES = 1 << 16,
    IDLE_S = 120, /* a tree can have more files than there is time for; renames take long, too */
    MAX_REPEATS = 100, /* of diff-tree, after pairs that it cannot compare */
};

/* Some of the pairs, by their numbers. */
struct comparing {
    const struct tree_comparison *comparison;
    const size_t *numbers; /* NULL: all */
    size_t n;
    size_t next; /* of the numbers, to ask for */
    bool finds_renames;
    ARRAY(size_t) damaged; /* numbers of pairs */
};

static size_t number_at(const struct comparing *comparing, size_t at)
{
    return comparing->numbers ? comparing->numbers[at] : at;
}

static const struct tree_pair *pair_at(const struct comparing *comparing, size_t at)
{
    return &comparing->comparison->pairs[number_at(comparing, at)];
}

static bool ask_for_pair(void *context, struct str *out)
{
    struct comparing *comparing = context;
    if (comparing->next == comparing->n)
        return false;
    const struct tree_pair *pair = pair_at(comparing, comparing->next++);
    str_print(out, pair->parent ? "%s %s\n" : "%s\n", pair->commit, pair->parent);
    return true;
}

/* Cuts an entry: ":100644 100644 ID ID R100". */
static bool cut_entry(struct tree_change *change, char *text)
{
    char *words[5], *rest = NULL;
    for (int i = 0; i < 5; i++)
        if (!(words[i] = strtok_r(i ? NULL : text, " ", &rest)))
            return false;
    *change = (struct tree_change){
        {words[0] + 1, words[1]}, {words[2], words[3]}, words[4][0], {NULL, NULL}};
    return git_is_id(words[2], strlen(words[2])) && git_is_id(words[3], strlen(words[3]));
}

/* Reads the paths of a change, and hands it on. Returns false at the end of the output. */
static bool take_change(const struct comparing *comparing, struct git_process *git, size_t pair,
                        struct tree_change *change)
{
    const struct tree_comparison *comparison = comparing->comparison;
    bool has_two = change->status == 'R' || change->status == 'C';
    scoped(str) before = {0};
    char *path;
    size_t length;
    if (git_read_to(git, '\0', MAX_PATH_BYTES, &path, &length) != 1)
        return false;
    change->path[0] = change->path[1] = path;
    if (has_two) {
        str_add(&before, path, length);
        change->path[0] = str_text(&before);
        if (git_read_to(git, '\0', MAX_PATH_BYTES, &path, &length) != 1)
            return false;
        change->path[1] = path;
    }
    comparison->take(comparison->context, pair, change);
    return true;
}

/* Reads what diff-tree prints of the pairs from `first` on. Returns the pair at which the output
 * ends: the first that it could not read, or the end of the list. */
static size_t read_changes(const struct comparing *comparing, struct git_process *git, size_t first)
{
    size_t current = first; /* one after the pair whose changes are read */
    scoped(str) header = {0};
    char *text;
    size_t length;
    while (git_read_to(git, '\0', MAX_PATH_BYTES, &text, &length) == 1) {
        struct tree_change change;
        if (text[0] == ':' && current > first) {
            str_clear(&header);
            str_add(&header, text, length);
            if (!cut_entry(&change, header.text) ||
                !take_change(comparing, git, number_at(comparing, current - 1), &change))
                break;
        } else if (current < comparing->n && strcmp(text, pair_at(comparing, current)->commit) == 0)
            current++;
        else
            break;
    }
    return current;
}

/* Renames are looked for among as many files by all versions of git. */
static int start(struct git_process *git, struct comparing *comparing,
                 struct repository *repository, struct err *err)
{
    const char *const arguments[] = {"diff-tree",
                                     "--stdin",
                                     "--root",
                                     "--always",
                                     "-r",
                                     "--raw",
                                     "-z",
                                     "--no-abbrev",
                                     comparing->finds_renames ? "-M50%" : "--no-renames",
                                     "-l1000",
                                     "--no-ext-diff",
                                     "--no-textconv",
                                     "--ignore-submodules=none",
                                     "--no-color",
                                     NULL};
    int status = git_start(git, &repository->place, arguments, ask_for_pair, comparing, err);
    git->idle_s = comparing->finds_renames ? GIT_IDLE_S : IDLE_S;
    return status;
}

/* Compares the pairs from the next one on. `end` is set to the one at which git ends, and `is_late`
 * to whether it was ended because it did nothing. Returns 1 if it compared all, otherwise 0 with
 * the reason. */
static int run(struct comparing *comparing, struct repository *repository, size_t *end,
               bool *is_late, struct str *reason, struct err *err)
{
    struct git_process git;
    size_t first = comparing->next;
    int status = start(&git, comparing, repository, err);
    *end = status == 0 ? read_changes(comparing, &git, first) : first;
    *is_late = git.is_late;
    bool is_good = git_end(&git, reason) == 0 && *end == comparing->n;
    return status == 0 ? is_good : ERR;
}

static void forget(const struct comparing *comparing, size_t at)
{
    const struct tree_comparison *comparison = comparing->comparison;
    comparison->drop(comparison->context, number_at(comparing, at));
}

/* Compares a pair alone, after which git has ended: it may be whole, and the next one damaged. */
static int run_alone(struct comparing *comparing, struct repository *repository, size_t at,
                     struct err *err)
{
    size_t n = comparing->n, end;
    bool is_late;
    forget(comparing, at);
    comparing->next = at;
    comparing->n = at + 1;
    int is_whole = run(comparing, repository, &end, &is_late, NULL, err);
    comparing->n = n;
    return is_whole;
}

static int compare(struct comparing *comparing, struct repository *repository, struct str *damage,
                   struct err *err)
{
    size_t n = comparing->n, end;
    for (size_t repeats = 0; comparing->next < n; repeats++) {
        scoped(str) reason = {0};
        size_t first = comparing->next;
        bool is_late;
        int status = run(comparing, repository, &end, &is_late, &reason, err);
        if (status != 0)
            return status > 0 ? 0 : ERR;
        if (!damage->length)
            str_add_text(damage,
                         reason.length ? str_text(&reason) : "git diff-tree leaves commits out");
        bool must_end = repeats == MAX_REPEATS || is_late || interrupt_signal();
        size_t bad = end > first ? end - 1 : end;
        bool is_doubtful = end > first && end < n && !must_end;
        status = is_doubtful ? run_alone(comparing, repository, bad, err) : 0;
        if (status < 0)
            return ERR;
        comparing->next = bad + 1;
        for (size_t i = bad + (status > 0); i < (must_end ? n : comparing->next) && i < n; i++) {
            forget(comparing, i);
            array_push(&comparing->damaged, number_at(comparing, i));
        }
        if (must_end)
            break;
    }
    return 0;
}

int tree_changes_read(const struct tree_comparison *comparison, struct repository *repository,
                      size_t *n_damaged, struct str *damage, struct err *err)
{
    struct comparing all = {
        .comparison = comparison, .n = comparison->n, .finds_renames = comparison->finds_renames};
    scoped(str) unread = {0};
    int status = all.n ? compare(&all, repository, all.finds_renames ? &unread : damage, err) : 0;
    struct comparing again = {
        .comparison = comparison, .numbers = all.damaged.items, .n = all.damaged.n};
    bool is_again = all.finds_renames && all.damaged.n && !interrupt_signal();
    if (status == 0 && is_again)
        status = compare(&again, repository, damage, err);
    *n_damaged = is_again ? again.damaged.n : all.damaged.n;
    array_release(&all.damaged);
    array_release(&again.damaged);
    return status;
}
