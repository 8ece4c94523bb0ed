/* A mutant is stored as if somebody had submitted it: its id is that of the submission that it
 * is made of with ~mutant and a number behind, its status 'Mutant', and user and date are those
 * of that submission. */
#include "augment/mutate_store.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void mutated_problem_free(struct mutated_problem *problem)
{
    correct_programs_release(&problem->programs);
    array_release(&problem->mutants);
    free(problem);
}

uint64_t mutate_seed(const char *seed, const struct submission_row *submission)
{
    uint64_t hash = hash_bytes(seed, strlen(seed), 0);
    hash = hash_bytes(submission->problem_id, strlen(submission->problem_id), hash);
    return hash_bytes(submission->submission_id, strlen(submission->submission_id), hash);
}

/* Of duplicates what is left are the clusters of the others: no mutant ties two of them. */
int mutate_remove(struct db *db, int64_t *n_removed, struct err *err)
{
    if (db_get_int(db, n_removed, "SELECT count(*) FROM fixes WHERE origin = 'mutant'", err) != 0 ||
        db_execute(db,
                   "DELETE FROM mutate_run; DELETE FROM mutate_rules; DELETE FROM mutate_left_out",
                   err) != 0)
        return ERR;
    if (!*n_removed)
        return 0;
    return db_execute(
        db,
        "CREATE TABLE temp.mutants AS SELECT fix_id FROM fixes WHERE origin = 'mutant'; "
        "DELETE FROM duplicate_links WHERE fix_a IN temp.mutants OR fix_b IN temp.mutants; "
        "DELETE FROM duplicate_clusters WHERE fix_id IN temp.mutants; "
        "DELETE FROM duplicate_clusters WHERE (kind, representative) IN (SELECT kind, "
        "representative FROM duplicate_clusters GROUP BY kind, representative HAVING count(*) = 1);"
        "DELETE FROM conflicts WHERE fix_id IN temp.mutants; "
        "DELETE FROM splits WHERE fix_id IN temp.mutants; "
        "DELETE FROM exclusions WHERE fix_id IN temp.mutants; "
        "DELETE FROM fixes WHERE fix_id IN temp.mutants; "
        "DROP TABLE temp.mutants; "
        "DELETE FROM submissions WHERE submission_key NOT IN "
        "(SELECT buggy FROM fixes UNION SELECT fixed FROM fixes); "
        "DELETE FROM sources WHERE source_id NOT IN (SELECT source_id FROM submissions)",
        err);
}

int mutate_writer_open(struct mutate_writer *writer, struct db *db, struct err *err)
{
    *writer = (struct mutate_writer){0};
    if (store_extend(&writer->store, db, err) != 0)
        return ERR;
    return db_prepare(&writer->find, db,
                      "SELECT submission_key, sha256 FROM submissions JOIN sources "
                      "USING (source_id) WHERE problem_id = ? AND submission_id = ?",
                      err);
}

void mutate_writer_close(struct mutate_writer *writer)
{
    db_finish(writer->find);
    store_leave(writer->store);
    str_release(&writer->code);
}

/* The key of the submission that is mutated, which is added where it is new. */
static int key_of_original(struct mutate_writer *writer, const struct correct_program *program,
                           int64_t n_tokens, int64_t *key, struct err *err)
{
    struct submission_row submission = program->submission;
    char sha256[SHA256_HEX_SIZE];
    sha256_hex(program->code, program->n_bytes, sha256);
    if (db_bind(writer->find, err, "tt", submission.problem_id, submission.submission_id) != 0)
        return ERR;
    int status = db_step(writer->find, err);
    if (status == 1) {
        *key = db_int(writer->find, 0);
        bool is_same = strcmp(db_text(writer->find, 1), sha256) == 0;
        db_rewind(writer->find);
        if (is_same)
            return 0;
        return err_set(err,
                       "submission %s of problem %s stands in the database with another program; "
                       "mine it again",
                       submission.submission_id, submission.problem_id);
    }
    struct source_row source = {sha256, program->code, program->n_bytes, n_tokens};
    if (status == 0)
        status = store_add_source(writer->store, &source, &submission.source_id, err);
    return status == 0 ? store_add_submission(writer->store, &submission, key, err) : ERR;
}

/* A dataset may hold what looks like a mutant. */
static int check_is_free(struct mutate_writer *writer, const struct submission_row *submission,
                         struct err *err)
{
    if (db_bind(writer->find, err, "tt", submission->problem_id, submission->submission_id) != 0)
        return ERR;
    int status = db_step(writer->find, err);
    db_rewind(writer->find);
    if (status == 1)
        return err_set(err, "problem %s has a submission %s, which is the id of a mutant",
                       submission->problem_id, submission->submission_id);
    return status;
}

static int add_mutant(struct mutate_writer *writer, const struct correct_program *program,
                      const struct mutated *made, int64_t original, struct err *err)
{
    struct submission_row submission = program->submission;
    struct str id = {0};
    struct fix_row row = made->mutant.row;
    str_clear(&writer->code);
    mutant_write(&writer->code, program->code, program->n_bytes, &made->mutant.mutation);
    str_print(&id, "%s~mutant%u", submission.submission_id, made->number);
    submission.submission_id = str_text(&id);
    submission.status = "Mutant";
    struct source_row source = {made->mutant.sha256, str_text(&writer->code), writer->code.length,
                                row.buggy_place.n_tokens};
    int status = check_is_free(writer, &submission, err);
    if (status == 0)
        status = store_add_source(writer->store, &source, &submission.source_id, err);
    if (status == 0)
        status = store_add_submission(writer->store, &submission, &row.buggy, err);
    row.fixed = original;
    if (status == 0)
        status = store_add_fix(writer->store, &row, err);
    str_release(&id);
    return status;
}

int mutate_writer_add(struct mutate_writer *writer, const struct mutated_problem *problem,
                      struct err *err)
{
    int64_t original = 0;
    for (size_t i = 0; i < problem->mutants.n; i++) {
        const struct mutated *made = &problem->mutants.items[i];
        const struct correct_program *program = &problem->programs.list.items[made->program];
        if (made->number == 1 &&
            key_of_original(writer, program, made->mutant.row.fixed_place.n_tokens, &original,
                            err) != 0)
            return ERR;
        if (add_mutant(writer, program, made, original, err) != 0)
            return ERR;
    }
    return 0;
}

static int write_run(struct db *db, const struct mutate_options *options,
                     const struct mutate_counts *counts, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db,
                   "INSERT INTO mutate_run SELECT 1, ?1, ?2, "
                   "iif(?2 = 'real' AND EXISTS (SELECT 1 FROM split_run), 'train', 'all'), "
                   "?3, ?4, ?5, ?6, ?7, nullif(?8, 0), ?9, ?10, ?11, ?12",
                   err) != 0)
        return ERR;
    int status = db_run(s, err, "ittitttiiiii", options->per_program,
                        options->follows_real ? "real" : "uniform", options->seed,
                        (int64_t)options->is_wanted[MUTATE_ARGUMENT_SWAP], options->categories,
                        options->splits, options->programs, options->max_tokens, counts->n_programs,
                        counts->n_accepted, counts->n_unused, counts->n_equal);
    db_finish(s);
    return status;
}

static int write_rules(struct db *db, const struct mutate_options *options,
                       const struct mutate_counts *counts, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "INSERT INTO mutate_rules VALUES (?, ?, ?, ?, ?)", err) != 0)
        return ERR;
    int status = 0;
    for (int i = 0; i < N_MUTATION_RULES && status == 0; i++)
        if (options->is_wanted[i])
            status =
                db_run(s, err, "tiiii", mutation_rule_name((enum mutation_rule)i), (int64_t)i + 1,
                       counts->n_programs_of[i], counts->n_sites[i], counts->n_mutants[i]);
    db_finish(s);
    return status;
}

static int write_refusals(struct db *db, const struct mutate_counts *counts, struct err *err)
{
    static const char *const reasons[] = {
        [MUTATE_EXCLUDED] = "excluded",
        [MUTATE_IN_NO_SPLIT] = "in_no_split",
        [MUTATE_IN_TWO_SPLITS] = "in_two_splits",
        [MUTATE_OTHER_SPLIT] = "other_split",
    };
    struct db_statement *s;
    if (db_prepare(&s, db, "INSERT INTO mutate_left_out VALUES (?, ?, ?)", err) != 0)
        return ERR;
    int status = 0;
    for (int i = MUTATE_NOT_REFUSED + 1; i < N_MUTATE_REFUSALS && status == 0; i++)
        if (counts->n_refused[i])
            status = db_run(s, err, "tii", reasons[i], (int64_t)i, counts->n_refused[i]);
    db_finish(s);
    return status;
}

int mutate_write_counts(struct db *db, const struct mutate_options *options,
                        const struct mutate_counts *counts, struct err *err)
{
    if (write_run(db, options, counts, err) != 0 || write_rules(db, options, counts, err) != 0)
        return ERR;
    return write_refusals(db, counts, err);
}
