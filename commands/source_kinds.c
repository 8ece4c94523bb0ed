/* A dataset belongs to the kind that --format names, or to the last that recognizes it. The first
 * takes what no other does. */
#include "commands/source_kinds.h"

#include "base/file.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "miner/mine_run.h"
#include "miner/codenet/dataset.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const struct source_kind *kind;
    size_t own; /* offset of its own options */
} rows[] = {
    {&codenet_kind, 0},
    {&rows_kind, offsetof(struct source_options, rows)},
    {&pairs_kind, offsetof(struct source_options, rows)},
    {&git_kind, offsetof(struct source_options, git)},
};

enum { N_KINDS = sizeof rows / sizeof *rows };

const char *source_format_name(int number)
{
    for (int i = 0; i < N_KINDS; i++)
        for (const char *const *name = rows[i].kind->formats; *name; name++)
            if (number-- == 0)
                return *name;
    return NULL;
}

const struct source_kind *source_kind_find(const char *name)
{
    for (int i = 0; i < N_KINDS; i++)
        if (strcmp(rows[i].kind->name, name) == 0)
            return rows[i].kind;
    return NULL;
}

/* Returns the request as the kind with this number sees it. */
static struct source_request request_to(int number, const struct source_request *request,
                                        const struct source_options *options)
{
    struct source_request own = *request;
    own.own = (const char *)options + rows[number].own;
    return own;
}

/* Returns the number of the kind, and sets its format. */
static int choose(struct source_request *request, const struct source_options *options)
{
    for (int i = 0; options->format && i < N_KINDS; i++)
        for (request->format = 0; rows[i].kind->formats[request->format]; request->format++)
            if (strcmp(rows[i].kind->formats[request->format], options->format) == 0)
                return i;
    for (int i = N_KINDS; --i > 0;) {
        const struct source_request own = request_to(i, request, options);
        request->format = rows[i].kind->recognize ? rows[i].kind->recognize(&own) : -1;
        if (request->format >= 0)
            return i;
    }
    request->format = 0;
    return 0;
}

int source_choose(const struct source_kind **out, struct source_request *request,
                  const struct source_options *options, struct err *err)
{
    int chosen = choose(request, options);
    *out = rows[chosen].kind;
    if (request->others && request->others->n && (*out)->instead)
        return err_set(err, "'%s' is read as %s, and only rows can come in several: %s",
                       request->path, (*out)->words, (*out)->instead);
    for (int i = N_KINDS; i-- > 0;) {
        const struct source_request own = request_to(i, request, options);
        const char *given = i == chosen ? NULL : rows[i].kind->given(&own, *out);
        if (given)
            return err_set(err, "%s is for %s (%s), and '%s' is read as %s", given,
                           rows[i].kind->words, rows[i].kind->by, request->path, (*out)->words);
    }
    *request = request_to(chosen, request, options);
    return 0;
}

int source_open(struct pair_source *out, const struct source_kind *kind,
                const struct source_request *request, struct err *err)
{
    struct err why;
    int status = kind->open(out, request, &why);
    if (status == 0)
        source_prefix_units(out, request);
    return status == 0 ? 0
                       : err_set(err, "%s%s", why.message,
                                 status == SOURCE_IS_OTHER
                                     ? "; git repositories need --git, rows --format csv or jsonl, "
                                       "programs in folders --layout"
                                     : "");
}

/* ---- Accepted programs ---- */

/* One thread hands out the problems. The threads that work on a problem read its metadata and
 * programs. Unusable input is not reported here, because mine has already reported it. */
struct accepted_programs {
    struct pair_source source; /* the problems of the dataset */
    struct shard shard;
    struct source_options options; /* of the run; texts in the arena */
    size_t next;                   /* index of the next problem */
    struct arena arena;
};

static int next(void *context, struct correct_programs *out, struct err *err)
{
    struct accepted_programs *programs = context;
    const struct pair_source *source = &programs->source;
    (void)err;
    while (programs->next < source->n_units) {
        const struct unit *unit = &source->units[programs->next++];
        if (shard_has(&programs->shard, unit->id)) {
            out->item = unit;
            out->problem_id = unit->id;
            return 1;
        }
    }
    return 0;
}

static void add_program(struct correct_programs *out, const struct unit *unit,
                        const struct version *version, const struct program_text *text)
{
    struct correct_program program = {
        .submission = {.problem_id = unit->id,
                       .submission_id = arena_text(&out->arena, version->id),
                       .user_id = arena_text(&out->arena, version->user),
                       .date = version->date,
                       .language = version->language->name,
                       .original_language = arena_text(&out->arena, version->original_language),
                       .status = arena_text(&out->arena, version->verdict),
                       .encoding = text->encoding},
        .code = arena_copy_text(&out->arena, text->code, text->n_bytes),
        .n_bytes = text->n_bytes,
    };
    array_push(&out->list, program);
}

/* By date, then by id, so that the earliest of several equal programs represents them. */
static int compare_programs(const void *a, const void *b)
{
    const struct submission_row *x = &((const struct correct_program *)a)->submission;
    const struct submission_row *y = &((const struct correct_program *)b)->submission;
    int order = COMPARE(x->date, y->date);
    return order ? order : strcmp(x->submission_id, y->submission_id);
}

static void load(void *context, struct correct_programs *out)
{
    const struct accepted_programs *programs = context;
    const struct pair_source *source = &programs->source;
    const struct unit *unit = out->item;
    scoped(unit_content) *content = unit_content_new();
    scoped(program_text) text = {0};
    source->open(source->context, unit, content);
    for (size_t i = 0; i < content->versions.n; i++) {
        const struct version *version = &content->versions.items[i];
        if (version->class != VERDICT_ACCEPTED)
            continue;
        source->load(source->context, unit, content, version, &text);
        if (text.reason == REJECT_NONE)
            add_program(out, unit, version, &text);
        else
            out->n_unused++;
    }
    source->close(source->context, content);
    array_sort(&out->list, compare_programs);
}

static int finish(void *context, struct err *err)
{
    const struct pair_source *source = &((struct accepted_programs *)context)->source;
    struct source_end end;
    return source->finish(source->context, NULL, NULL, &end, err);
}

static void close_programs(void *context)
{
    struct accepted_programs *programs = context;
    source_close(&programs->source);
    arena_release(&programs->arena);
    free(programs);
}

/* Sets the options to those that a source of the kind has described (struct pair_source). Texts are
 * in the arena. */
static void recall(struct source_options *options, const struct source_kind *kind,
                   const char *described, struct arena *arena)
{
    static const char format[] = SOURCE_FORMAT_OPTION;
    scoped(str) first = {0};
    const char *rest = described;
    if (word_list_next(&first, &rest) && text_begins(first.text, format))
        options->format = arena_text(arena, first.text + strlen(format));
    for (int i = 0; i < N_KINDS; i++)
        if (rows[i].kind == kind && kind->recall)
            kind->recall((char *)options + rows[i].own, described, arena);
}

/* Opens the dataset as that of the run `mined`, over a source of the kind `kind`. */
static int open_mined(struct accepted_programs *out, const struct run_row *mined,
                      const struct source_kind *kind, const struct language *language,
                      const struct mined_dataset *dataset, struct err *err)
{
    const struct source_kind *chosen;
    scoped(str) differences = {0};
    scoped_memory char *folder = file_folder(dataset->db_path);
    out->shard = (struct shard){mined->shard, mined->n_shards};
    recall(&out->options, kind, mined->source_options, &out->arena);
    struct source_request request = {
        .path = dataset->path,
        .metadata = dataset->metadata,
        .languages = 1u << language_number(language),
        .may_have_none = true,
        .may_lack_status = strcmp(mined->pairing, pairing_name(PAIRING_LAST)) == 0,
        .max_bytes = (size_t)mined->max_bytes,
        .prefix = mined->prefix ? arena_text(&out->arena, mined->prefix) : NULL,
        .folder = arena_text(&out->arena, folder),
        .n_threads = pipeline_cpu_count(),
        .is_wanted = shard_wants,
        .wanted_context = &out->shard,
    };
    if (source_choose(&chosen, &request, &out->options, err) != 0 ||
        chosen->open(&out->source, &request, err) != 0)
        return ERR;
    source_prefix_units(&out->source, &request);
    /* The dataset must be the one that was mined: the same metadata files. */
    const struct mine_options options = {.max_bytes = (size_t)mined->max_bytes,
                                         .max_tokens = (size_t)mined->max_tokens};
    struct run_row here = run_identity(&options, &out->shard, &out->source);
    run_identity_add_listing_differences(&differences, out->source.kind, mined, &here);
    return differences.length ? err_set(err, "the database was not mined from '%s': %s",
                                        dataset->path, str_text(&differences))
                              : 0;
}

int accepted_programs_open(struct correct_source *out, const struct mined_dataset *dataset,
                           const struct language *language, struct err *err)
{
    struct run_row *runs;
    size_t n_runs;
    scoped(arena) arena = {0};
    *out = (struct correct_source){0};
    if (!dataset->path)
        return fixed_programs_open(out, dataset->db, language->name, err);
    if (store_read_runs(dataset->db, &runs, &n_runs, &arena, err) != 0)
        return ERR;
    err_set(err, "the database does not say what it was mined from");
    for (size_t i = 0; i < n_runs; i++) {
        const struct source_kind *kind = source_kind_find(runs[i].source);
        if (kind && !kind->has_verdicts) {
            if (i == 0)
                err_set(err,
                        "the database was mined from %s, where no version is Accepted; leave out "
                        "--dataset",
                        kind->words);
            continue;
        }
        struct accepted_programs *programs = mem_alloc(1, sizeof *programs);
        if (open_mined(programs, &runs[i], kind, language, dataset, err) == 0) {
            *out = (struct correct_source){
                programs, programs->source.n_units, next, load, finish, close_programs};
            return 0;
        }
        close_programs(programs);
    }
    return ERR;
}
