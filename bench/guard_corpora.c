/* Stores are copied anew for each run, so that what an earlier one found is not there. */
#include "bench/guard_corpora.h"

static void name_corpus(struct guard_bench *bench, struct corpus_files *files, long n,
                        const char *suffix)
{
    files->corpus = corpus_named(&bench->arena, bench->options.work, n, suffix);
    for (int i = 0; i < N_PRESETS; i++)
        files->stores[i] =
            arena_print(&bench->arena, "%s/%s.db", files->corpus.folder, preset_names[i]);
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
    bench->stranger_pairs =
        arena_print(&bench->arena, "%s/pairs.jsonl", bench->strangers.corpus.folder);
}

static int copy_stores(const struct corpus_maker *maker, const struct corpus_files *files,
                       struct err *err)
{
    for (int i = 0; i < N_PRESETS; i++) {
        const char *argv[] = {"cp", files->corpus.store, files->stores[i], NULL};
        if (corpus_run(maker, &files->corpus, "copy", argv, err) != 0)
            return ERR;
    }
    return 0;
}

int guard_corpora_make(struct guard_bench *bench, struct err *err)
{
    const struct corpus_maker maker = {bench->options.seed, bench->options.tokfix,
                                       bench->options.jobs, &bench->arena};
    const char *export[] = {bench->options.tokfix,
                            "export",
                            bench->strangers.corpus.store,
                            "--format",
                            "pairs",
                            "--category",
                            "all",
                            "--force",
                            "-o",
                            bench->stranger_pairs,
                            NULL};
    if (corpus_make_folder(bench->options.work, err) != 0 ||
        corpus_make(&maker, &bench->main.corpus, "1", err) != 0 ||
        corpus_make(&maker, &bench->small.corpus, "1", err) != 0 ||
        corpus_make(&maker, &bench->strangers.corpus, "2", err) != 0 ||
        copy_stores(&maker, &bench->main, err) != 0 || copy_stores(&maker, &bench->small, err) != 0)
        return ERR;
    return corpus_run(&maker, &bench->strangers.corpus, "export", export, err);
}
