/* The hash of the list of units identifies the dataset before the units are read.
 *
 * The rows of the database have a defined order, so it does not depend on the number of steps. The
 * file DB.unfinished may have traces of them in its layout, so it is written anew, next to its
 * final place as DB.partial. */
#include "miner/mine_run.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/target.h"
#include "db/db.h"
#include "db/store_log.h"
#include "miner/pair_journal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    COMMIT_SHARE = 20, /* of the time, so that commits take a twentieth */
    MEGABYTE = 1000000,
    GIGABYTE = 1000 * MEGABYTE,
    UNIT_BYTES = 1 << 19, /* that a measured unit takes as much time as, before it has any */
    MAX_MEASURED = 20,    /* units whose bytes are shown: of more, their number says enough */
    N_SHOWN_DIGITS = 12,  /* of a digest in messages */
};

char *mine_run_unfinished_path(const char *database)
{
    return mem_print("%s.unfinished", database);
}

/* ---- The identity ---- */

struct run_row run_identity(const struct mine_options *options, const struct shard *shard,
                            const struct pair_source *source)
{
    struct run_row row = {
        .tool_version = TOKFIX_VERSION,
        .pairing = pairing_name(options->pairing),
        .failing = failing_name(options->failing),
        .max_tokens = (int64_t)options->max_tokens,
        .max_bytes = (int64_t)options->max_bytes,
        .max_pairs = (int64_t)options->max_pairs,
        .shard = shard->number,
        .n_shards = shard->n_shards,
        .prefix = options->prefix,
    };
    for (int i = 0; languages[i]; i++)
        if (language_set_has(options->languages, languages[i]))
            row.languages[row.n_languages++] = (struct run_language){
                languages[i]->name, languages[i]->grammar_name, languages[i]->grammar_version,
                syntax_grammar_abi(languages[i])};
    if (source) {
        row.source = source->kind->name;
        row.source_options = source->options ? source->options : "";
        row.files = source->files;
        row.n_listed = (int64_t)source->n_units;
        row.listing_sha256 = source->listing_sha256;
        row.problem_list_sha256 = source->list_sha256;
    }
    return row;
}

static void add_text(struct str *out, const char *what, const char *there, const char *here)
{
    if (strcmp(there, here) != 0)
        str_print(out, "%s%s is %s there and %s here", out->length ? ", " : "", what, there, here);
}

/* A part of the identity of a run. If the part before differs, one that follows from it differs,
 * too. */
enum { N_RUN_PARTS = 11 };
struct run_part {
    const char *name, *value;
    bool follows;
};

static void list_parts(struct run_part parts[N_RUN_PARTS], struct arena *arena,
                       const struct run_row *run)
{
    scoped(str) names = {0}, grammars = {0};
    for (size_t i = 0; i < run->n_languages; i++) {
        const struct run_language *language = &run->languages[i];
        str_print(&names, "%s%s", i ? "," : "", language->name);
        str_print(&grammars, "%s%s (%s %s, ABI %" PRId64 ")", i ? "," : "", language->name,
                  language->grammar, language->grammar_version, language->grammar_abi);
    }
    const char *max_tokens = arena_print(arena, "%" PRId64, run->max_tokens);
    const struct run_part all[N_RUN_PARTS] = {
        {"the version of tokfix", run->tool_version, false},
        {"--language", arena_text(arena, str_text(&names)), false},
        {"the grammar", arena_text(arena, str_text(&grammars)), true},
        {"--pairing", run->pairing, false},
        {"--failing", run->failing, false},
        {"--max-tokens", run->max_tokens ? max_tokens : "unlimited", false},
        {"--max-bytes", arena_print(arena, "%" PRId64, run->max_bytes), false},
        {"--max-pairs", arena_print(arena, "%" PRId64, run->max_pairs), false},
        {"--prefix", run->prefix ? run->prefix : "none", false},
        {"the number of shards", arena_print(arena, "%" PRId64, run->n_shards), false},
        {"the shard", arena_print(arena, "%" PRId64, run->shard), true},
    };
    memcpy(parts, all, sizeof all);
}

void run_identity_add_differences(struct str *out, const struct run_row *there,
                                  const struct run_row *here)
{
    scoped(arena) arena = {0};
    struct run_part all_there[N_RUN_PARTS], all_here[N_RUN_PARTS];
    bool has_before = false; /* the part before this one differs */
    list_parts(all_there, &arena, there);
    list_parts(all_here, &arena, here);
    for (int i = 0; i < N_RUN_PARTS; i++) {
        const struct run_part *part = &all_there[i];
        if (!has_before || !part->follows)
            add_text(out, part->name, part->value, all_here[i].value);
        has_before = strcmp(part->value, all_here[i].value) != 0;
    }
}

void run_identity_add_listing_differences(struct str *out, const struct source_kind *kind,
                                          const struct run_row *there, const struct run_row *here)
{
    const char *a = there->problem_list_sha256 ? there->problem_list_sha256 : "missing";
    const char *b = here->problem_list_sha256 ? here->problem_list_sha256 : "missing";
    add_text(out, "the kind of source", there->source, here->source);
    size_t length = out->length;
    add_text(out, "the list of the source's options", there->source_options, here->source_options);
    if (out->length > length)
        return; /* the rest follows from them */
    if (strcmp(a, b) != 0)
        str_print(out, "%sthe SHA-256 of %s is %.*s there and %.*s here", out->length ? ", " : "",
                  kind->list_file, N_SHOWN_DIGITS, a, N_SHOWN_DIGITS, b);
    if (strcmp(there->listing_sha256, here->listing_sha256) != 0)
        str_print(out, "%s%s differ: %s there (SHA-256 %.*s) and %" PRId64 " here (%.*s)",
                  out->length ? ", " : "", kind->listing,
                  counted(there->n_listed, kind->listed[0], kind->listed[1]).text, N_SHOWN_DIGITS,
                  there->listing_sha256, here->n_listed, N_SHOWN_DIGITS, here->listing_sha256);
}

/* ---- The run ---- */

struct mine_run {
    const struct mine_request *request;
    const struct source_kind *kind;
    struct mine_result *result;
    struct run_file unfinished; /* kept if it contains a run with problems */
    struct db *store;           /* in that file; NULL: closed */
    struct run_row there;       /* the run that the database or the unfinished one contains; */
    bool has_there;             /* if this run continues it */
    struct arena arena;         /* owns its texts */
    const struct pair_source *source;
    struct run_row identity;
    struct run_plan plan;  /* of the source's units */
    uint64_t n_bytes;      /* of those that are still to be mined */
    uint64_t n_done_bytes; /* of those that are done */
    struct pair_journal *journal;
    double noted_at, noting_took; /* the last writing of the journal, in seconds */
    bool has_failed;              /* it could not be written */
    struct err failure;
    bool is_cut; /* a stop was requested and waiting for the source was ended, so new results may
                    lack files */
};

/* ---- Mining ---- */

/* An item of the run is a struct unit_result. */

static int take(void *context, size_t unit, void *item, struct err *err)
{
    struct mine_run *run = context;
    (void)err;
    *(struct unit_result *)item = (struct unit_result){
        .unit = &run->source->units[unit],
        .journal = run->journal,
        .database = run->request->output,
    };
    return 0;
}

static void *worker_new(void *context)
{
    struct mine_run *run = context;
    return unit_miner_new(&run->request->options);
}

static void work_on(void *context, void *worker, void *item)
{
    unit_miner_run(worker, ((struct mine_run *)context)->source, item);
}

static void stop_source(const struct pair_source *source)
{
    if (source->stop)
        source->stop(source->context);
}

/* Commits what is done, and the outcomes of the pairs of units that are not. */
static int commit(void *context, struct err *err)
{
    struct mine_run *run = context;
    if (run->has_failed)
        return err_pass(err, &run->failure);
    if (pair_journal_write(run->journal, run->store, err) != 0 ||
        store_commit(run->store, err) != 0) {
        stop_source(run->source);
        return ERR;
    }
    run->result->progress.n_committed = run->result->progress.n_problems;
    run->result->progress.n_pairs = pair_journal_n_kept(run->journal);
    return 0;
}

/* Commits from time to time, as run_units() does after a unit. */
static void keep_pairs(struct mine_run *run)
{
    double start = clock_seconds();
    if (run->has_failed || !pair_journal_has_more(run->journal) ||
        start - run->noted_at < COMMIT_SHARE * run->noting_took)
        return;
    run->has_failed = commit(run, &run->failure) != 0;
    run->noted_at = clock_seconds();
    run->noting_took = run->noted_at - start;
}

/* Shows how far the units are that take long. */
static void show_measured(struct mine_run *run)
{
    struct mine_progress *progress = &run->result->progress;
    struct source_progress measured = {0};
    size_t n_units = progress->n_done + progress->n_wanted;
    uint64_t n_bytes = run->n_bytes + run->n_done_bytes;
    bool is_large = n_bytes >= GIGABYTE;
    double unit = is_large ? GIGABYTE : MEGABYTE;
    run->source->measure(run->source->context, &measured);
    scoped_memory char *bytes =
        mem_print(", %.1f of %.1f %s", (double)(run->n_done_bytes + measured.done_bytes) / unit,
                  (double)n_bytes / unit, is_large ? "GB" : "MB");
    snprintf(progress->text, sizeof progress->text, "%zu of %zu %s%s, %zu commits, %zu pairs",
             progress->n_done + progress->n_problems, n_units, source_kind_unit(run->kind, n_units),
             n_units > MAX_MEASURED ? "" : bytes, measured.n_rows, measured.n_pairs);
    meter_show(&run->request->listener.meter,
               (struct meter_step){.label = "mining",
                                   .unit = "pairs",
                                   .done = measured.done_bytes + progress->n_problems * UNIT_BYTES,
                                   .total = run->n_bytes + progress->n_wanted * UNIT_BYTES,
                                   .count = measured.n_pairs});
}

/* While the run waits for units, the source shows its own progress. */
static void show_progress(void *context)
{
    struct mine_run *run = context;
    const struct pair_source *source = run->source;
    keep_pairs(run);
    bool is_reading = source->is_reading && source->is_reading(source->context);
    if (source->measure)
        show_measured(run);
    else if (!is_reading)
        meter_show(&run->request->listener.meter,
                   (struct meter_step){.label = "mining",
                                       .unit = "submissions",
                                       .done = run->result->progress.done_bytes,
                                       .total = run->n_bytes,
                                       .count = run->result->progress.n_submissions});
    if (is_reading && interrupt_signal()) {
        run->is_cut = true;
        stop_source(source);
    }
}

static void hand_on_errors(struct mine_run *run, const struct input_errors *errors)
{
    for (size_t i = 0; i < errors->list.n; i++)
        run->request->listener.on_error(run->request->listener.context, &errors->list.items[i]);
}

static int keep_result(struct mine_run *run, const struct unit_result *result, struct err *err)
{
    bool is_whole = run->source->check(run->source->context, err) == 0;
    if (run->has_failed)
        return err_pass(err, &run->failure);
    if (run->is_cut || result->is_cut || (!is_whole && interrupt_signal()))
        return RUN_STOPPED;
    if (!is_whole)
        return ERR;
    hand_on_errors(run, &result->content->errors);
    if (unit_result_store(result, run->source, run->store, err) != 0)
        return ERR;
    run->result->progress.done_bytes += result->unit->n_bytes;
    run->result->progress.n_submissions += result->content->versions.n;
    run->result->progress.n_problems++;
    return 0;
}

static int keep(void *context, void *item, struct err *err)
{
    struct mine_run *run = context;
    int status = keep_result(run, item, err);
    if (status != 0)
        stop_source(run->source);
    return status;
}

/* Stores what is known only when all units are mined. */
static int store_rest(struct mine_run *run, struct err *err)
{
    const struct pair_source *source = run->source;
    struct source_end end;
    scoped(str) metadata = {0};
    if (source->finish(source->context, run->plan.is_in_shard, run->store, &end, err) != 0)
        return ERR;
    hand_on_errors(run, end.errors);
    if (input_errors_store(end.errors, NULL, run->store, err) != 0 ||
        store_sum_up(run->store, err) != 0)
        return ERR;
    if (end.metadata)
        file_add_name(&metadata, end.metadata);
    if (store_finish_run(run->store, 1, end.name, end.metadata ? str_text(&metadata) : NULL, err) !=
            0 ||
        store_add_step(run->store, run->request->line, run->request->output, err) != 0)
        return ERR;
    return commit(run, err);
}

/* Mines the units of the plan. Then stores what the source says about the dataset as a whole. */
static int mine_units(struct mine_run *run, struct err *err)
{
    const struct run_work work = {
        .context = run,
        .n_jobs = run->request->n_jobs,
        .commit_share = COMMIT_SHARE,
        .item_size = sizeof(struct unit_result),
        .take = take,
        .worker_new = worker_new,
        .worker_free = unit_miner_free,
        .work = work_on,
        .keep = keep,
        .commit = commit,
        .show = show_progress,
        .release = unit_result_release,
    };
    int status = run_units(&run->plan, &work, err);
    run->result->progress.text[0] = '\0';
    return status == 0 ? store_rest(run, err) : status;
}

/* ---- The unfinished database ---- */

/* Opens the unfinished database, or creates it. Fails when another run has it open, and when the
 * file is something else. */
static int open_unfinished(struct mine_run *run, struct err *err)
{
    struct run_file *file = &run->unfinished;
    if (run_file_open(file, mine_run_unfinished_path(run->request->output), "cannot write ", "",
                      err) != 0)
        return ERR;
    bool is_new = file->is_new;
    if (store_create_in_steps(&run->store, &file->is_kept, file->path, err) == 0)
        return 0;
    file->is_kept = !is_new;
    run_file_close(file);
    return ERR;
}

/* What is not committed is lost. */
static void close_unfinished(struct mine_run *run)
{
    db_close(run->store);
    run->store = NULL;
    run_file_close(&run->unfinished);
}

static void remove_unfinished(struct mine_run *run)
{
    run->unfinished.is_kept = false;
    close_unfinished(run);
}

/* Fails unless the run in `path` has these options. */
static int compare(struct mine_run *run, struct db *db, const char *path, const char *advice,
                   struct err *err)
{
    scoped(str) differences = {0};
    if (store_read_run(db, &run->there, &run->arena, err) != 1)
        return ERR;
    run_identity_add_differences(&differences, &run->there, &run->identity);
    if (differences.length)
        return err_set(err, "'%s' was made with different options: %s; %s", path, differences.text,
                       advice);
    run->has_there = true;
    return 0;
}

static const char start_again[] = "resume it as it was started, or start again with --force";
static const char replace_it[] = "replace it with --force";

/* If there is an unfinished run, the request decides what to do with it. */
static int begin_or_resume(struct mine_run *run, struct err *err)
{
    if (!run->unfinished.is_kept)
        return 0;
    if (run->request->is_replacing && !run->request->is_resuming) {
        remove_unfinished(run);
        return open_unfinished(run, err);
    }
    if (compare(run, run->store, run->unfinished.path, start_again, err) != 0)
        return ERR;
    if (run->request->is_resuming)
        return 0;
    int64_t n;
    run->result->can_go_on = true;
    if (db_get_int(run->store, &n, "SELECT count(*) FROM problems", err) != 0)
        return ERR;
    return err_set(err,
                   "'%s' contains an unfinished run with %" PRId64 " finished %s; resume it with "
                   "--resume, or start again with --force",
                   run->unfinished.path, n, source_kind_unit(run->kind, (size_t)n));
}

int mine_run_begin(struct mine_run *run, struct err *err)
{
    const struct mine_request *request = run->request;
    run->result->was_done =
        request->is_resuming && !request->is_replacing && access(request->output, F_OK) == 0;
    if (run->result->was_done) {
        scoped(db) *db = NULL;
        return store_open(&db, request->output, err) == 0
                   ? compare(run, db, request->output, replace_it, err)
                   : ERR;
    }
    if (target_check(request->output, request->is_replacing, err) != 0 ||
        open_unfinished(run, err) != 0)
        return ERR;
    return begin_or_resume(run, err);
}

/* ---- The plan ---- */

static int compare_id(const void *id, const void *unit)
{
    return strcmp(id, ((const struct unit *)unit)->id);
}

/* Takes a finished unit with the fingerprint that it had. */
static int take_done(struct mine_run *run, const char *id, const char *there, struct err *err)
{
    const struct pair_source *source = run->source;
    const char *const *file = source->kind->unit_file;
    const struct unit *first = source->units;
    const struct unit *unit = bsearch(id, first, source->n_units, sizeof *first, compare_id);
    char here[SHA256_HEX_SIZE];
    if (!unit || !run->plan.is_in_shard[unit - first])
        return err_set(
            err, "the dataset is different: problem %s was mined there and is missing here", id);
    source->fingerprint(source->context, unit, here);
    if (strcmp(there, here) != 0)
        return err_set(err,
                       "the dataset is different: %s%s%s has changed since it was mined "
                       "(SHA-256 %.12s there and %.12s here)",
                       file[0], unit->id, file[1], *there ? there : "unreadable",
                       *here ? here : "unreadable");
    run_plan_done(&run->plan, (size_t)(unit - first));
    run->n_bytes -= unit->n_bytes;
    run->n_done_bytes += unit->n_bytes;
    return 0;
}

static int take_all_done(struct mine_run *run, struct db *db, struct err *err)
{
    int64_t n_all;
    if (db_get_int(db, &n_all, "SELECT count(*) FROM problems", err) != 0)
        return ERR;
    scoped(db_statement) *rows = db_query(
        db, err, "SELECT problem_id, metadata_sha256 FROM problem_runs ORDER BY problem_id", NULL);
    int status;
    while ((status = db_step(rows, err)) == 1) {
        if (interrupt_signal())
            return err_set(err, "stopped");
        if (take_done(run, db_text(rows, 0), db_text(rows, 1), err) != 0)
            return ERR;
        meter_show(&run->request->listener.meter,
                   (struct meter_step){.label = "checking what is done",
                                       .unit = source_kind_unit(run->kind, 0),
                                       .done = run->plan.n_done,
                                       .total = (uint64_t)n_all,
                                       .count = run->plan.n_done});
    }
    return status;
}

/* Plans the units of the shard. Those that the database `done` (NULL: none) has are finished. They
 * are checked in the order of their ids, which is that of the source. */
static int plan_units(struct mine_run *run, struct db *done, struct err *err)
{
    const struct pair_source *source = run->source;
    run_plan_make(&run->plan, source->n_units);
    for (size_t i = 0; i < source->n_units; i++) {
        if (!shard_has(&run->request->shard, source->units[i].id))
            continue;
        run_plan_want(&run->plan, i);
        run->n_bytes += source->units[i].n_bytes;
    }
    return done ? take_all_done(run, done, err) : 0;
}

/* The list of the metadata is compared last, because naming the changed file says more. */
static int plan(struct mine_run *run, struct db *done, struct err *err)
{
    int status = plan_units(run, done, err);
    struct err broken;
    if (status != 0 && run->source->check(run->source->context, &broken) != 0)
        err_pass(err, &broken); /* a failure to read does not mean that the dataset is different */
    if (status != 0 || !run->has_there)
        return status;
    scoped(str) differences = {0};
    run_identity_add_listing_differences(&differences, run->kind, &run->there, &run->identity);
    return differences.length ? err_set(err, "the dataset is different: %s", differences.text) : 0;
}

/* Plans what an earlier run has left, which is in `path`. */
static int plan_rest(struct mine_run *run, struct db *done, const char *path, const char *advice,
                     struct err *err)
{
    struct err why;
    return plan(run, done, &why) == 0
               ? 0
               : err_set(err, "'%s' cannot be resumed: %s; %s", path, why.message, advice);
}

/* The database exists and the run is to be resumed: nothing is left to do. A run that was killed at
 * the very end may have left the unfinished database; it is removed. */
static int confirm(struct mine_run *run, struct err *err)
{
    struct stat info;
    scoped(db) *db = NULL;
    scoped_memory char *left = mine_run_unfinished_path(run->request->output);
    if (store_open(&db, run->request->output, err) != 0 ||
        plan_rest(run, db, run->request->output, replace_it, err) != 0)
        return ERR;
    if (lstat(left, &info) == 0 && open_unfinished(run, NULL) == 0)
        remove_unfinished(run);
    return 0;
}

int mine_run_plan(struct mine_run *run, const struct pair_source *source, struct err *err)
{
    struct mine_result *result = run->result;
    run->source = source;
    run->identity = run_identity(&run->request->options, &run->request->shard, source);
    if (result->was_done)
        return confirm(run, err);
    result->is_resumed = run->has_there;
    int status = run->has_there ? plan_rest(run, run->store, run->unfinished.path, start_again, err)
                                : plan(run, NULL, err);
    if (status == 0 && run->has_there)
        status = pair_journal_read(run->journal, run->store, err);
    result->progress.n_pairs = pair_journal_n_kept(run->journal);
    result->progress.n_done = run->plan.n_done;
    result->progress.n_wanted = run->plan.n_wanted;
    return status == 0 && !run->has_there ? store_add_run(run->store, &run->identity, err) : status;
}

/* ---- The database ---- */

/* Writes the database of the finished run. The file is locked by its connection, so another one
 * reads it, and is closed at the end, because that takes the lock away. */
static int write_target(struct mine_run *run, struct err *err)
{
    scoped(db) *reader = NULL;
    scoped(target) target = {0};
    if (target_open(&target, run->request->output, run->request->is_replacing, err) != 0 ||
        db_execute(run->store, "DELETE FROM compared_pairs", err) != 0 ||
        store_commit(run->store, err) != 0 ||
        db_open_new(&reader, run->unfinished.path, err) != 0 ||
        db_write_to(reader, target.partial_path, err) != 0 || target_commit(&target, err) != 0)
        return ERR;
    run->unfinished.is_kept = false;
    return 0;
}

static bool is_finished(const struct mine_run *run)
{
    int64_t n = 0;
    db_get_int(run->store, &n, "SELECT count(metadata_sha256) FROM run", NULL);
    return n != 0;
}

static int count_errors(struct mine_summary *summary, struct db *db, struct err *err)
{
    scoped(db_statement) *count =
        db_query(db, err, "SELECT count(*) FROM input_errors WHERE kind = ?", NULL);
    for (int kind = INPUT_OK + 1; kind < N_INPUT_ERRORS; kind++) {
        if (db_run(count, err, "t", input_error_name((enum input_error_kind)kind)) != 1)
            return ERR;
        summary->n_of_kind[kind] = db_int(count, 0);
        db_rewind(count);
    }
    return count ? 0 : ERR;
}

static int count_languages(struct mine_summary *summary, struct db *db, struct err *err)
{
    scoped(db_statement) *rows = db_query(
        db, err,
        "SELECT language, coalesce(sum(n_fixes), 0) FROM found_languages "
        "LEFT JOIN (SELECT language, count(*) AS n_fixes FROM fixes JOIN submissions "
        "ON submission_key = buggy_submission_key WHERE origin = 'real' GROUP BY language) "
        "USING (language) GROUP BY sort_order",
        NULL);
    int status;
    while ((status = db_step(rows, err)) == 1 && summary->n_languages < MAX_RUN_LANGUAGES) {
        struct language_fixes *found = &summary->languages[summary->n_languages++];
        snprintf(found->language, sizeof found->language, "%s", db_text(rows, 0));
        found->n_fixes = db_int(rows, 1);
    }
    return status < 0 ? ERR : 0;
}

int mine_summary_read(struct mine_summary *summary, const struct source_kind *kind, struct db *db,
                      struct err *err)
{
    scoped(str) left_out = {0};
    scoped(db_statement) *s = db_query(
        db, err,
        "WITH real AS (SELECT category FROM fixes WHERE origin = 'real'), "
        "most AS (SELECT reason, sum(n_pairs) AS n FROM rejects GROUP BY reason "
        "ORDER BY n DESC, reason LIMIT 3) "
        "SELECT (SELECT sum(n_pairs) FROM problem_languages), (SELECT count(*) FROM real), "
        "(SELECT count(*) FROM real JOIN categories USING (category) WHERE in_thesis), "
        "(SELECT group_concat(n || ' ' || reason, ', ') FROM most), "
        "sum(n_submissions) FILTER (WHERE class = 'accepted'), "
        "sum(n_submissions) FILTER (WHERE class = 'failing'), "
        "sum(n_submissions) FILTER (WHERE class = 'undecided') FROM problem_statuses",
        NULL);
    if (db_step(s, err) != 1)
        return ERR;
    *summary = (struct mine_summary){.n_pairs = db_int(s, 0),
                                     .n_fixes = db_int(s, 1),
                                     .n_bugs = db_int(s, 2),
                                     .n_accepted = db_int(s, 4),
                                     .n_failing = db_int(s, 5),
                                     .n_undecided = db_int(s, 6)};
    snprintf(summary->rejects, sizeof summary->rejects, "%s", db_text(s, 3));
    if (count_languages(summary, db, err) != 0 || count_errors(summary, db, err) != 0 ||
        (kind->add_left_out && kind->add_left_out(&left_out, db, err) != 0))
        return ERR;
    snprintf(summary->left_out, sizeof summary->left_out, "%s", str_text(&left_out));
    return 0;
}

int mine_run_finish(struct mine_run *run, struct err *err)
{
    struct mine_progress *progress = &run->result->progress;
    int status = 0;
    if (run->result->was_done)
        return 0;
    progress->is_mining = run->result->can_go_on = true;
    if (!is_finished(run))
        status = mine_units(run, err);
    run->unfinished.is_kept |= progress->n_committed != 0 || progress->n_pairs != 0;
    if (status != 0 || mine_summary_read(&run->result->summary, run->kind, run->store, err) != 0 ||
        write_target(run, err) != 0)
        return ERR;
    close_unfinished(run);
    return 0;
}

struct mine_run *mine_run_new(const struct mine_request *request, const struct source_kind *kind,
                              struct mine_result *result)
{
    struct mine_run *run = mem_alloc(1, sizeof *run);
    *run = (struct mine_run){
        .request = request, .kind = kind, .result = result, .journal = pair_journal_new()};
    run->identity = run_identity(&request->options, &request->shard, NULL);
    return run;
}

void mine_run_free(struct mine_run *run)
{
    if (!run)
        return;
    struct mine_progress *progress = &run->result->progress;
    run->result->is_kept = run->unfinished.is_kept;
    /* If the run ended before the plan was whole, the units that are done are all those that an
     * earlier run has left. */
    if (!progress->is_mining && run->unfinished.is_kept) {
        int64_t n = 0;
        db_get_int(run->store, &n, "SELECT count(*) FROM problems", NULL);
        progress->n_done = (size_t)n;
        progress->n_wanted = 0;
    }
    close_unfinished(run);
    run_plan_release(&run->plan);
    pair_journal_free(run->journal);
    arena_release(&run->arena);
    free(run);
}
