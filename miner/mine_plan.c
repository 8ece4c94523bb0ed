/* The hash of the list of units identifies the dataset before the units are read. Finished units
 * are checked in the order of their ids, which is the order of the source. */
#include "miner/mine_plan.h"

#include "base/interrupt.h"
#include "base/mem.h"
#include "db/db.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The number of digits of a digest in messages. */
enum { N_SHOWN_DIGITS = 12 };

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

static int compare_id(const void *id, const void *unit)
{
    return strcmp(id, ((const struct unit *)unit)->id);
}

/* Takes a finished unit with the fingerprint that it had. */
static int take_done(struct mine_plan *plan, const struct pair_source *source, const char *id,
                     const char *there, struct err *err)
{
    const char *const *file = source->kind->unit_file;
    const struct unit *first = source->units;
    const struct unit *unit = bsearch(id, first, source->n_units, sizeof *first, compare_id);
    char here[SHA256_HEX_SIZE];
    if (!unit || !plan->units.is_in_shard[unit - first])
        return err_set(
            err, "the dataset is different: problem %s was mined there and is missing here", id);
    source->fingerprint(source->context, unit, here);
    if (strcmp(there, here) != 0)
        return err_set(err,
                       "the dataset is different: %s%s%s has changed since it was mined "
                       "(SHA-256 %.12s there and %.12s here)",
                       file[0], unit->id, file[1], *there ? there : "unreadable",
                       *here ? here : "unreadable");
    run_plan_done(&plan->units, (size_t)(unit - first));
    plan->n_bytes -= unit->n_bytes;
    plan->n_done_bytes += unit->n_bytes;
    return 0;
}

static int take_all_done(struct mine_plan *plan, const struct pair_source *source, struct db *db,
                         const struct meter *meter, struct err *err)
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
        if (take_done(plan, source, db_text(rows, 0), db_text(rows, 1), err) != 0)
            return ERR;
        meter_show(meter, (struct meter_step){.label = "checking what is done",
                                              .unit = source_kind_unit(source->kind, 0),
                                              .done = plan->units.n_done,
                                              .total = (uint64_t)n_all,
                                              .count = plan->units.n_done});
    }
    return status;
}

int mine_plan_make(struct mine_plan *plan, const struct pair_source *source,
                   const struct shard *shard, struct db *done, const struct meter *meter,
                   struct err *err)
{
    *plan = (struct mine_plan){0};
    run_plan_make(&plan->units, source->n_units);
    for (size_t i = 0; i < source->n_units; i++) {
        if (!shard_has(shard, source->units[i].id))
            continue;
        run_plan_want(&plan->units, i);
        plan->n_bytes += source->units[i].n_bytes;
    }
    return done ? take_all_done(plan, source, done, meter, err) : 0;
}
