/* Shares and groups are not stored. They are counted again from the table `splits`. */
#include "guard/split.h"

#include <math.h>

static int read_run(struct split_summary *summary, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT n_previous, train_ratio, validation_ratio, test_ratio, "
                 "train_ratio + validation_ratio + test_ratio FROM split_run",
                 NULL);
    int status = db_step(s, err);
    for (int split = 0; split < N_SPLITS && status == 1; split++) {
        double total = db_double(s, 1 + N_SPLITS);
        summary->shares[split] = (struct split_share){
            .wanted = total > 0 ? db_double(s, 1 + split) / total : NAN,
            .expected = NAN,
            .deviation = NAN,
        };
    }
    if (status == 1)
        summary->n_previous = db_int(s, 0);
    return status < 0 ? ERR : 0;
}

static int read_shares(struct split_summary *summary, struct db *db, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT split, count(*), count(DISTINCT group_key) FROM splits "
                 "JOIN counted_fixes USING (fix_key) GROUP BY split",
                 NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        int split = split_find(db_text(s, 0));
        if (split == NO_SPLIT)
            continue;
        summary->shares[split].n_pairs = db_int(s, 1);
        summary->shares[split].n_groups = db_int(s, 2);
        summary->n_pairs += db_int(s, 1);
        summary->n_groups += db_int(s, 2);
    }
    return status;
}

int split_summary_read(struct split_summary *summary, struct db *db, struct err *err)
{
    *summary = (struct split_summary){.n_large = -1, .n_pairs_in_large = -1, .n_moved = -1};
    if (read_run(summary, db, err) != 0 || read_shares(summary, db, err) != 0 ||
        db_get_int(db, &summary->n_excluded,
                   "SELECT count(*) FROM counted_fixes WHERE fix_key NOT IN "
                   "(SELECT fix_key FROM splits) "
                   "AND fix_key IN (SELECT fix_key FROM exclusions)",
                   err) != 0)
        return ERR;
    int status = db_get_int(db, &summary->n_unlisted,
                            "SELECT count(*) FROM counted_fixes WHERE fix_key NOT IN "
                            "(SELECT fix_key FROM splits UNION SELECT fix_key FROM exclusions)",
                            err);
    summary->n_pairs += summary->n_unlisted;
    return status;
}
