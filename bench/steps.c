/* See steps.h. */
#include "bench/steps.h"

#include <string.h>

bool bench_has_part(const struct bench *bench, const char *part)
{
    size_t length = strlen(part);
    for (const char *at = bench->options.parts; (at = strstr(at, part)); at += length) {
        bool starts = at == bench->options.parts || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

static void define(struct bench *bench, enum step_id id, const char *part, const char *key,
                   const char *name, const char *const *argv)
{
    struct step *step = &bench->steps[id];
    bool is_small = strcmp(part, "baseline") == 0;
    const char *folder = is_small ? bench->small : bench->folder;
    step->name = name;
    step->key = key;
    step->is_chosen = bench_has_part(bench, part);
    step->log = arena_print(&bench->arena, "%s/%s.log", folder, key);
    step->out =
        arena_print(&bench->arena, "%s/%s.%s", folder, key, id == STEP_BASELINE ? "tsv" : "out");
    if (strcmp(argv[0], bench->options.tokfix) == 0)
        step->db = arena_print(&bench->arena, "%s/%s.db", folder, key);
    size_t n = 0;
    for (; argv[n]; n++)
        step->argv[n] = argv[n];
    if (step->db) {
        step->argv[n++] = "--force";
        step->argv[n++] = "-o";
        step->argv[n++] = step->db;
    }
    step->argv[n] = NULL;
}

void steps_define(struct bench *bench)
{
    struct arena *arena = &bench->arena;
    const char *tokfix = bench->options.tokfix;
    const char *jobs = arena_print(arena, "%ld", bench->options.jobs);
    const char *tree = arena_print(arena, "%s/Project_CodeNet", bench->folder);
    const char *small = arena_print(arena, "%s/Project_CodeNet", bench->small);
    const char *metadata = arena_print(arena, "%s/metadata", tree);
    const char *tokfix_j = arena_print(arena, "tokfix -j %s", jobs);

#define COMMAND(...) ((const char *const[]){__VA_ARGS__, NULL})
    define(bench, STEP_READ_ALL, "folder", "read_all",
           arena_print(arena, "read_all, %s threads", jobs),
           COMMAND("out/bench/read_all", tree, jobs));
    define(bench, STEP_TOKFIX, "folder", "tokfix", tokfix_j,
           COMMAND(tokfix, "mine", tree, "-j", jobs));
    define(bench, STEP_TOKFIX_1, "folder", "tokfix_1", "tokfix -j 1",
           COMMAND(tokfix, "mine", tree, "-j", "1"));
    define(bench, STEP_NO_SIEVE, "parse-everything", "no_sieve",
           arena_print(arena, "%s --no-sieve", tokfix_j),
           COMMAND(tokfix, "mine", tree, "-j", jobs, "--no-sieve"));
    define(bench, STEP_DECOMPRESS, "archive", "decompress", "decompress",
           COMMAND("out/bench/decompress", bench->archive));
    define(bench, STEP_ARCHIVE, "archive", "archive", arena_print(arena, "%s X.tar.gz", tokfix_j),
           COMMAND(tokfix, "mine", bench->archive, "-j", jobs));
    define(bench, STEP_ARCHIVE_METADATA, "archive", "archive_metadata",
           arena_print(arena, "%s X.tar.gz --metadata DIR", tokfix_j),
           COMMAND(tokfix, "mine", bench->archive, "-j", jobs, "--metadata", metadata));
    define(bench, STEP_BASELINE, "baseline", "baseline", "baseline.py, small tree",
           COMMAND("python3", "bench/baseline.py", small));
    define(bench, STEP_TOKFIX_SMALL, "baseline", "tokfix_small", "tokfix -j 1, small tree",
           COMMAND(tokfix, "mine", small, "-j", "1"));
#undef COMMAND
    bench->rounds =
        (struct rounds){.steps = bench->steps, .n_steps = N_STEPS, .n_runs = bench->options.runs};
}
