/* See export_steps.h. */
#include "bench/export_steps.h"

/* The columns of a row of `pairs`, as SQLite's own program writes them. */
static const char floor_query[] =
    "SELECT id, problem_id, user_id, language, original_language, buggy_submission, "
    "fixed_submission, buggy_status, buggy_date, fixed_date, edit, category, pattern, role, before, "
    "after, line, column, start_byte, end_byte, token_index, n_tokens, repair_in_program, dialect, "
    "buggy_code, fixed_code FROM fix_details JOIN categories USING (category) WHERE is_bug "
    "ORDER BY fix_id";

static void define(struct export_bench *bench, const char *key, const char *name,
                   const char *const *argv)
{
    struct step *step = &bench->steps[bench->rounds.n_steps++];
    step->key = key;
    step->name = name;
    step->is_chosen = true;
    step->log = arena_print(&bench->arena, "%s/export_%s.log", bench->corpus.folder, key);
    step->out = arena_print(&bench->arena, "%s/export_%s.out", bench->corpus.folder, key);
    for (size_t n = 0; argv[n]; n++)
        step->argv[n] = argv[n];
}

#define COMMAND(...) ((const char *const[]){__VA_ARGS__, NULL})

static void define_format(struct export_bench *bench, const char *format)
{
    define(bench, format, arena_print(&bench->arena, "%s -j 1", format),
           COMMAND(bench->tokfix, "export", bench->corpus.store, "--format", format, "-j", "1"));
}

static void define_part(struct export_bench *bench, const char *granularity, const char *jobs)
{
    struct arena *arena = &bench->arena;
    define(bench, arena_print(arena, "messages_%s_%s", granularity, jobs),
           arena_print(arena, "messages, %s, -j %s", granularity, jobs),
           COMMAND(bench->tokfix, "export", bench->corpus.store, "--format", "messages",
                   "--granularity", granularity, "-j", jobs));
}

static void define_packed(struct export_bench *bench, const char *suffix, const char *jobs)
{
    struct arena *arena = &bench->arena;
    define(bench, arena_print(arena, "pairs_%s", suffix),
           arena_print(arena, "pairs, .%s, -j %s", suffix, jobs),
           COMMAND(bench->tokfix, "export", bench->corpus.store, "--format", "pairs", "-j", jobs,
                   "--force", "-o",
                   arena_print(arena, "%s/pairs.jsonl.%s", bench->corpus.folder, suffix)));
}

void export_steps_define(struct export_bench *bench)
{
    static const char *const formats[] = {"pairs",    "nbf",        "prompt-completion",
                                          "messages", "preference", "alpaca",
                                          "segments", "fim",        "text"};
    struct arena *arena = &bench->arena;
    const char *jobs = arena_print(arena, "%ld", bench->jobs);
    bench->rounds = (struct rounds){.steps = bench->steps, .n_runs = bench->runs};
    define(bench, "sqlite3", "sqlite3 -json",
           COMMAND("sqlite3", "-readonly", "-json", bench->corpus.store, floor_query));
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        define_format(bench, formats[i]);
    define(bench, "codexglue", "codexglue -j 1",
           COMMAND(bench->tokfix, "export", bench->corpus.store, "--format", "codexglue", "-j", "1",
                   "--force", "-o", arena_print(arena, "%s/codexglue/", bench->corpus.folder)));
    define_part(bench, "line", "1");
    define_part(bench, "function", "1");
    define_part(bench, "function", jobs);
    define_packed(bench, "gz", jobs);
    define_packed(bench, "zst", jobs);
}
