/* See guard_steps.h. */
#include "bench/guard_steps.h"

#include <sys/stat.h>

const char *const preset_names[N_PRESETS] = {"allamanis", "buglab", "bigcode"};

static struct step *define(struct guard_bench *bench, size_t id, const char *key, const char *name,
                           const char *const *argv)
{
    struct step *step = &bench->steps[id];
    step->name = name;
    step->key = key;
    step->is_chosen = true;
    step->log = arena_print(&bench->arena, "%s/%s.log", bench->main.corpus.folder, key);
    step->out = arena_print(&bench->arena, "%s/%s.out", bench->main.corpus.folder, key);
    for (size_t n = 0; argv[n]; n++)
        step->argv[n] = argv[n];
    return step;
}

#define COMMAND(...) ((const char *const[]){__VA_ARGS__, NULL})

static void define_dedup(struct guard_bench *bench, int preset, const char *jobs)
{
    struct arena *arena = &bench->arena;
    const char *tokfix = bench->options.tokfix, *name = preset_names[preset];
    size_t step = (size_t)preset;
    define(bench, GUARD_DEDUP + step, arena_print(arena, "dedup_%s", name),
           arena_print(arena, "dedup %s -j %s", name, jobs),
           COMMAND(tokfix, "dedup", bench->main.stores[preset], "--preset", name, "-j", jobs));
    define(bench, GUARD_DEDUP_1 + step, arena_print(arena, "dedup_%s_1", name),
           arena_print(arena, "dedup %s -j 1", name),
           COMMAND(tokfix, "dedup", bench->main.stores[preset], "--preset", name, "-j", "1"));
    define(bench, GUARD_SMALL + step, arena_print(arena, "dedup_%s_small", name),
           arena_print(arena, "dedup %s -j %s, N=%ld", name, jobs, bench->small.corpus.n),
           COMMAND(tokfix, "dedup", bench->small.stores[preset], "--preset", name, "-j", jobs));
}

static void define_leak(struct guard_bench *bench, size_t id, const char *key, const char *name,
                        const char *against, const char *match)
{
    struct step *step = define(bench, id, key, name,
                               COMMAND(bench->options.tokfix, "leak", bench->main.stores[0],
                                       "--against", against, "--match", match));
    step->may_find = true;
}

void guard_steps_define(struct guard_bench *bench)
{
    struct arena *arena = &bench->arena;
    const char *jobs = arena_print(arena, "%ld", bench->options.jobs);
    struct stat info;
    define(bench, GUARD_PARSE_ALL, "parse_all", arena_print(arena, "parse_all, %s threads", jobs),
           COMMAND("out/bench/parse_all", bench->main.corpus.store, jobs));
    for (int preset = 0; preset < N_PRESETS; preset++)
        define_dedup(bench, preset, jobs);
    define(bench, GUARD_SPLIT, "split", "split",
           COMMAND(bench->options.tokfix, "split", bench->main.stores[0]));
    define_leak(bench, GUARD_LEAK, "leak", "leak, strangers, type2", bench->stranger_pairs,
                "type2");
    define_leak(bench, GUARD_LEAK_SIMILAR, "leak_similar", "leak, strangers, similar",
                bench->stranger_pairs, "similar");
    define_leak(bench, GUARD_LEAK_FOLDER, "leak_folder", "leak, BENCHMARK, similar",
                bench->options.benchmark, "similar");
    bench->steps[GUARD_LEAK_FOLDER].is_chosen = stat(bench->options.benchmark, &info) == 0;
    bench->rounds = (struct rounds){
        .steps = bench->steps, .n_steps = N_GUARD_STEPS, .n_runs = bench->options.runs};
}
