/* groups.tsv is the last thing that pairs_corpus makes; stores are copied anew for each run, so that
 * what an earlier one found is not there. */
#include "bench/guard_corpora.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void name_corpus(struct guard_bench *bench, struct corpus_files *corpus, long n,
                        const char *suffix)
{
    struct arena *arena = &bench->arena;
    corpus->n = n;
    corpus->folder = arena_print(arena, "%s/guard-%ld%s", bench->options.work, n, suffix);
    corpus->store = arena_print(arena, "%s/mined.db", corpus->folder);
    for (int i = 0; i < N_PRESETS; i++)
        corpus->stores[i] = arena_print(arena, "%s/%s.db", corpus->folder, preset_names[i]);
}

static long part(long n, long divisor)
{
    return n > divisor ? n / divisor : 1;
}

void guard_corpora_name(struct guard_bench *bench)
{
    long n = bench->options.n;
    name_corpus(bench, &bench->main, n, "");
    name_corpus(bench, &bench->small, part(n, SMALL_PART), "");
    name_corpus(bench, &bench->strangers, part(n, STRANGERS_PART), "-strangers");
    bench->stranger_pairs = arena_print(&bench->arena, "%s/pairs.jsonl", bench->strangers.folder);
}

static int make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make '%s'", path);
    return 0;
}

/* Runs a command whose output and messages go to NAME.out and NAME.log in the corpus's folder. */
static int run(struct guard_bench *bench, const struct corpus_files *corpus, const char *name,
               const char *const *argv, struct err *err)
{
    return measure_run(NULL, argv, arena_print(&bench->arena, "%s/%s.out", corpus->folder, name),
                       arena_print(&bench->arena, "%s/%s.log", corpus->folder, name), err);
}

static int check_seed(struct guard_bench *bench, const struct corpus_files *corpus, struct err *err)
{
    char line[1024];
    measure_answer(line, sizeof line, arena_print(&bench->arena, "cat '%s/seed'", corpus->folder));
    if (strcmp(line, bench->options.seed) != 0)
        return err_set(err, "the corpus in '%s' grew from '%s': remove it, or name another WORK",
                       corpus->folder, line);
    return 0;
}

static int write_seed(struct guard_bench *bench, const struct corpus_files *corpus, struct err *err)
{
    const char *path = arena_print(&bench->arena, "%s/seed", corpus->folder);
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%s\n", bench->options.seed) < 0 || fclose(file) != 0)
        return err_set_errno(err, "cannot write '%s'", path);
    return 0;
}

static int grow(struct guard_bench *bench, const struct corpus_files *corpus,
                const char *random_seed, struct err *err)
{
    struct arena *arena = &bench->arena;
    const char *argv[] = {"out/bench/pairs_corpus",
                          bench->options.seed,
                          corpus->folder,
                          arena_print(arena, "%ld", corpus->n),
                          random_seed,
                          NULL};
    if (access(arena_print(arena, "%s/groups.tsv", corpus->folder), F_OK) == 0)
        return check_seed(bench, corpus, err);
    bench_say("growing %ld pairs", corpus->n);
    if (make_folder(corpus->folder, err) != 0 || write_seed(bench, corpus, err) != 0)
        return ERR;
    return run(bench, corpus, "grow", argv, err);
}

static int make_corpus(struct guard_bench *bench, const struct corpus_files *corpus,
                       const char *random_seed, struct err *err)
{
    struct arena *arena = &bench->arena;
    const char *mine[] = {bench->options.tokfix,
                          "mine",
                          arena_print(arena, "%s/Project_CodeNet", corpus->folder),
                          "--force",
                          "-o",
                          corpus->store,
                          "-j",
                          arena_print(arena, "%ld", bench->options.jobs),
                          NULL};
    if (grow(bench, corpus, random_seed, err) != 0)
        return ERR;
    bench_say("mining %ld pairs", corpus->n);
    return run(bench, corpus, "mine", mine, err);
}

static int copy_stores(struct guard_bench *bench, const struct corpus_files *corpus,
                       struct err *err)
{
    for (int i = 0; i < N_PRESETS; i++) {
        const char *argv[] = {"cp", corpus->store, corpus->stores[i], NULL};
        if (run(bench, corpus, "copy", argv, err) != 0)
            return ERR;
    }
    return 0;
}

int guard_corpora_make(struct guard_bench *bench, struct err *err)
{
    const char *export[] = {bench->options.tokfix,
                            "export",
                            bench->strangers.store,
                            "--format",
                            "pairs",
                            "--category",
                            "all",
                            "--force",
                            "-o",
                            bench->stranger_pairs,
                            NULL};
    if (make_folder(bench->options.work, err) != 0 ||
        make_corpus(bench, &bench->main, "1", err) != 0 ||
        make_corpus(bench, &bench->small, "1", err) != 0 ||
        make_corpus(bench, &bench->strangers, "2", err) != 0 ||
        copy_stores(bench, &bench->main, err) != 0 || copy_stores(bench, &bench->small, err) != 0)
        return ERR;
    return run(bench, &bench->strangers, "export", export, err);
}
