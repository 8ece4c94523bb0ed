/* groups.tsv is the last thing that pairs_corpus makes. */
#include "bench/corpus.h"

#include "bench/rounds.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct corpus corpus_named(struct arena *arena, const char *work, long n, const char *suffix)
{
    struct corpus corpus = {.n = n};
    corpus.folder = arena_print(arena, "%s/guard-%ld%s", work, n, suffix);
    corpus.store = arena_print(arena, "%s/mined.db", corpus.folder);
    return corpus;
}

int corpus_make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make '%s'", path);
    return 0;
}

int corpus_run(const struct corpus_maker *maker, const struct corpus *corpus, const char *name,
               const char *const *argv, struct err *err)
{
    return measure_run(NULL, argv, arena_print(maker->arena, "%s/%s.out", corpus->folder, name),
                       arena_print(maker->arena, "%s/%s.log", corpus->folder, name), err);
}

static int check_seed(const struct corpus_maker *maker, const struct corpus *corpus,
                      struct err *err)
{
    char line[1024];
    measure_answer(line, sizeof line, arena_print(maker->arena, "cat '%s/seed'", corpus->folder));
    if (strcmp(line, maker->seed) != 0)
        return err_set(err, "the corpus in '%s' grew from '%s': remove it, or name another WORK",
                       corpus->folder, line);
    return 0;
}

static int write_seed(const struct corpus_maker *maker, const struct corpus *corpus,
                      struct err *err)
{
    const char *path = arena_print(maker->arena, "%s/seed", corpus->folder);
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%s\n", maker->seed) < 0 || fclose(file) != 0)
        return err_set_errno(err, "cannot write '%s'", path);
    return 0;
}

static int grow(const struct corpus_maker *maker, const struct corpus *corpus,
                const char *random_seed, struct err *err)
{
    const char *argv[] = {"out/bench/pairs_corpus",
                          maker->seed,
                          corpus->folder,
                          arena_print(maker->arena, "%ld", corpus->n),
                          random_seed,
                          NULL};
    if (access(arena_print(maker->arena, "%s/groups.tsv", corpus->folder), F_OK) == 0)
        return check_seed(maker, corpus, err);
    bench_say("growing %ld pairs", corpus->n);
    if (corpus_make_folder(corpus->folder, err) != 0 || write_seed(maker, corpus, err) != 0)
        return ERR;
    return corpus_run(maker, corpus, "grow", argv, err);
}

int corpus_make(const struct corpus_maker *maker, const struct corpus *corpus,
                const char *random_seed, struct err *err)
{
    const char *mine[] = {maker->tokfix,
                          "mine",
                          arena_print(maker->arena, "%s/Project_CodeNet", corpus->folder),
                          "--force",
                          "-o",
                          corpus->store,
                          "-j",
                          arena_print(maker->arena, "%ld", maker->jobs),
                          NULL};
    if (grow(maker, corpus, random_seed, err) != 0)
        return ERR;
    bench_say("mining %ld pairs", corpus->n);
    return corpus_run(maker, corpus, "mine", mine, err);
}
