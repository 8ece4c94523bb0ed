/* Which problem comes next is decided in one thread; its metadata and sources are read by those
 * that work on it. What cannot be used was told when the dataset was mined. */
#include "commands/accepted_programs.h"

#include "miner/run_identity.h"
#include "codenet/source.h"

#include <stdlib.h>
#include <string.h>

/* The dataset must be the one that was mined: the same metadata files. */
static int compare(const struct accepted_programs *programs, const struct run_row *mined,
                   const char *dataset, struct err *err)
{
    struct run_identity here;
    struct mine_options options = {.language = programs->language,
                                   .max_bytes = (size_t)mined->max_bytes,
                                   .max_tokens = (size_t)mined->max_tokens};
    struct str differences = {0};
    run_identity_make(&here, &options, &programs->shard, &programs->dataset.list);
    run_identity_add_listing_differences(&differences, mined, &here.row);
    int status = 0;
    if (differences.length)
        status = err_set(err, "the database was not mined from '%s': %s", dataset,
                         str_text(&differences));
    str_release(&differences);
    return status;
}

static int open_mined(struct accepted_programs *out, const struct run_row *mined,
                      const char *dataset, const char *metadata, const char *temporary_folder,
                      struct err *err)
{
    out->language = language_find(mined->language);
    out->shard = (struct shard){mined->shard, mined->n_shards};
    out->max_bytes = (size_t)mined->max_bytes;
    if (!out->language)
        return err_set(err, "the database holds programs in '%s', which this tokfix does not read",
                       mined->language);
    if (mined->max_bytes < 1 || mined->shard < 1 || mined->shard > mined->n_shards)
        return err_set(err, "the database has no sound run; mine it again");
    struct dataset_options options = {
        .path = dataset,
        .metadata = metadata,
        .language = out->language,
        .max_source_bytes = out->max_bytes,
        .shard = &out->shard,
        .temporary_folder = temporary_folder,
    };
    if (dataset_open(&out->dataset, &options, err) != 0)
        return ERR;
    return compare(out, mined, dataset, err);
}

int accepted_programs_open(struct accepted_programs *out, struct db *db, const char *dataset,
                           const char *metadata, const char *temporary_folder, struct err *err)
{
    struct run_row mined;
    struct db_statement *statement;
    *out = (struct accepted_programs){.dataset = DATASET_CLOSED};
    if (store_read_run(db, &mined, &statement, err) != 1)
        return ERR;
    int status = open_mined(out, &mined, dataset, metadata, temporary_folder, err);
    db_finish(statement);
    return status;
}

static int next(void *context, struct correct_programs *out, struct err *err)
{
    struct accepted_programs *programs = context;
    const struct problem_list *list = &programs->dataset.list;
    (void)err;
    while (programs->next < list->problems.n) {
        struct problem *problem = &list->problems.items[programs->next++];
        if (shard_has(&programs->shard, problem->problem_id)) {
            out->item = problem;
            return 1;
        }
    }
    return 0;
}

static const char *copy(struct arena *arena, const char *text)
{
    return arena_copy_text(arena, text, strlen(text));
}

static void add_program(struct correct_programs *out, const struct problem *problem,
                        const struct submission *submission, const struct source *source)
{
    struct correct_program program = {
        .submission = {.problem_id = problem->problem_id,
                       .submission_id = copy(&out->arena, submission->submission_id),
                       .user_id = copy(&out->arena, submission->user_id),
                       .date = submission->date,
                       .original_language = copy(&out->arena, submission->original_language),
                       .status = copy(&out->arena, submission->status)},
        .code = arena_copy_text(&out->arena, source->code, source->n_bytes),
        .n_bytes = source->n_bytes,
    };
    array_push(&out->list, program);
}

/* By date and id: the earliest of several equal programs stands for them. */
static int compare_programs(const void *a, const void *b)
{
    const struct submission_row *x = &((const struct correct_program *)a)->submission;
    const struct submission_row *y = &((const struct correct_program *)b)->submission;
    if (x->date != y->date)
        return x->date < y->date ? -1 : 1;
    return strcmp(x->submission_id, y->submission_id);
}

static void load(void *context, struct correct_programs *out)
{
    struct accepted_programs *programs = context;
    const struct problem *problem = out->item;
    struct submissions submissions = {0};
    struct arena arena = {0};
    struct input_errors errors = {.arena = &arena};
    struct source source = {0};
    struct source_reader reader = {
        .language = programs->language, .max_bytes = programs->max_bytes, .errors = &errors};
    submissions_read(&submissions, &programs->dataset, problem, programs->language, &arena,
                     &errors);
    source_reader_open(&reader, &programs->dataset, problem);
    for (size_t i = 0; i < submissions.list.n; i++) {
        const struct submission *submission = &submissions.list.items[i];
        if (submission->class != STATUS_ACCEPTED)
            continue;
        source_read(&source, &reader, submission);
        if (source.text_reason == REJECT_NONE)
            add_program(out, problem, submission, &source);
        else
            out->n_unused++;
    }
    source_reader_close(&reader);
    source_release(&source);
    submissions_release(&submissions);
    array_release(&errors.list);
    arena_release(&arena);
    if (out->list.n)
        qsort(out->list.items, out->list.n, sizeof *out->list.items, compare_programs);
}

struct correct_source accepted_programs_source(struct accepted_programs *programs)
{
    return (struct correct_source){.context = programs, .next = next, .load = load};
}

int accepted_programs_finish(struct accepted_programs *programs, struct err *err)
{
    return dataset_finish(&programs->dataset, err);
}

void accepted_programs_close(struct accepted_programs *programs)
{
    dataset_close(&programs->dataset);
}
