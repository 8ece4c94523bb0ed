/* The key is the first half of a SHA-256, so that an outcome has the same size whatever its pair
 * is. What an earlier run has kept is sorted once, and searched by all threads without waiting. */
#include "miner/pair_journal.h"

#include "base/hash.h"
#include "base/str.h"
#include "base/thread.h"
#include "db/store.h"

#include <stdlib.h>

struct pair_outcome {
    struct digest key; /* of the contents and the language */
    enum reject_reason reason;
};

struct pair_outcomes {
    struct pair_outcome *items;
    size_t n, capacity;
};

struct pair_journal {
    struct pair_outcomes kept;  /* by an earlier run, sorted */
    struct pair_outcomes added; /* and not yet written; in the monitor */
    struct monitor monitor;
    size_t n_kept;
};

struct pair_journal *pair_journal_new(void)
{
    struct pair_journal *journal = mem_alloc(1, sizeof *journal);
    monitor_init(&journal->monitor);
    return journal;
}

void pair_journal_free(struct pair_journal *journal)
{
    if (!journal)
        return;
    array_release(&journal->kept);
    array_release(&journal->added);
    monitor_release(&journal->monitor);
    free(journal);
}

static int compare_keys(const void *a, const void *b)
{
    const struct pair_outcome *x = a, *y = b;
    return digest_compare(x->key, y->key);
}

/* Whether an outcome follows from the contents, and takes time to find. What is missing, damaged or
 * too large is known before it is read. */
static bool is_kept(int64_t reason)
{
    return reason > REJECT_TOO_LARGE && reason < N_REJECT_REASONS;
}

static struct pair_outcome outcome_of(const struct version *buggy, const struct version *fixed,
                                      enum reject_reason reason)
{
    struct pair_outcome outcome = {.reason = reason};
    scoped(str) text = {0};
    char hex[SHA256_HEX_SIZE];
    str_print(&text, "%s %s %s", buggy->language->name, buggy->content_id, fixed->content_id);
    sha256_hex(str_text(&text), text.length, hex);
    hex[32] = '\0';
    outcome.key.low = strtoull(hex + 16, NULL, 16);
    hex[16] = '\0';
    outcome.key.high = strtoull(hex, NULL, 16);
    return outcome;
}

int pair_journal_read(struct pair_journal *journal, struct db *db, struct err *err)
{
    int status;
    scoped(db_statement) *rows =
        db_query(db, err, "SELECT key_start, key_end, reason FROM compared_pairs", NULL);
    while ((status = db_step(rows, err)) == 1)
        if (is_kept(db_int(rows, 2)))
            array_push(&journal->kept,
                       (struct pair_outcome){{(uint64_t)db_int(rows, 0), (uint64_t)db_int(rows, 1)},
                                             (enum reject_reason)db_int(rows, 2)});
    array_sort(&journal->kept, compare_keys);
    journal->n_kept = journal->kept.n;
    return status;
}

size_t pair_journal_n_kept(const struct pair_journal *journal)
{
    return journal->n_kept;
}

enum reject_reason pair_journal_find(const struct pair_journal *journal,
                                     const struct version *buggy, const struct version *fixed)
{
    if (!journal->kept.n || !buggy->content_id || !fixed->content_id)
        return REJECT_NONE;
    struct pair_outcome sought = outcome_of(buggy, fixed, REJECT_NONE);
    const struct pair_outcome *found =
        bsearch(&sought, journal->kept.items, journal->kept.n, sizeof sought, compare_keys);
    return found ? found->reason : REJECT_NONE;
}

void pair_journal_add(struct pair_journal *journal, const struct version *buggy,
                      const struct version *fixed, enum reject_reason reason)
{
    if (!buggy->content_id || !fixed->content_id || !is_kept(reason))
        return;
    struct pair_outcome outcome = outcome_of(buggy, fixed, reason);
    scoped(monitor_stay) stay = monitor_stay(&journal->monitor);
    array_push(&journal->added, outcome);
}

bool pair_journal_has_more(struct pair_journal *journal)
{
    scoped(monitor_stay) stay = monitor_stay(&journal->monitor);
    return journal->added.n;
}

int pair_journal_write(struct pair_journal *journal, struct db *db, struct err *err)
{
    monitor_enter(&journal->monitor);
    scoped_array struct pair_outcomes added = journal->added;
    journal->added = (struct pair_outcomes){0};
    monitor_leave(&journal->monitor);
    for (size_t i = 0; i < added.n; i++) {
        const struct pair_outcome *it = &added.items[i];
        if (db_change(db, err, "INSERT INTO compared_pairs VALUES (?, ?, ?)", "iii",
                      (int64_t)it->key.high, (int64_t)it->key.low, (int64_t)it->reason) != 0)
            return ERR;
    }
    journal->n_kept += added.n;
    return 0;
}
