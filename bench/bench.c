/* bench [NAME=VALUE]...: makes the trees that are not there yet, times tokfix beside its floors and
 * the baseline, and sums up. `make bench` passes its variables on. */
#include "bench/options.h"
#include "bench/summary.h"

#include "base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int parse_options(struct options *options, int argc, char **argv, struct err *err)
{
    const struct option_rule rules[] = {
        {"N", &options->n, NULL, 1, 39000000},
        {"BASELINE_N", &options->baseline_n, NULL, 1, 39000000},
        {"RUNS", &options->runs, NULL, 1, MAX_RUNS},
        {"J", &options->jobs, NULL, 1, 256},
        {"SEED", NULL, &options->seed, 0, 0},
        {"WORK", NULL, &options->work, 0, 0},
        {"PARTS", NULL, &options->parts, 0, 0},
        {"TOKFIX", NULL, &options->tokfix, 0, 0},
        {0},
    };
    return options_parse(rules, argc, argv, err);
}

static int need_tools(const struct bench *bench, struct err *err)
{
    if (options_need("sqlite3", "install it (Debian's package has the same name)", err) != 0)
        return ERR;
    if (bench_has_part(bench, "archive") &&
        options_need("tar", "install it, or leave 'archive' out of PARTS", err) != 0)
        return ERR;
    if (bench_has_part(bench, "baseline") &&
        options_need("python3", "install it, or leave 'baseline' out of PARTS", err) != 0)
        return ERR;
    return 0;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* The seed that a tree grew from stands beside it: another one's tree is not taken for it. */
static int check_seed(struct bench *bench, const char *folder, struct err *err)
{
    char line[1024] = "";
    const char *path = arena_print(&bench->arena, "%s/seed", folder);
    FILE *file = fopen(path, "r");
    if (file) {
        if (!fgets(line, sizeof line, file))
            line[0] = '\0';
        fclose(file);
    }
    line[strcspn(line, "\n")] = '\0';
    if (strcmp(line, bench->options.seed) != 0)
        return err_set(err, "the tree in '%s' grew from '%s': remove it, or name another WORK",
                       folder, line);
    return 0;
}

static int write_seed(struct bench *bench, const char *folder, struct err *err)
{
    const char *path = arena_print(&bench->arena, "%s/seed", folder);
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%s\n", bench->options.seed) < 0 || fclose(file) != 0)
        return err_set_errno(err, "cannot write '%s'", path);
    return 0;
}

/* truth.tsv is the last thing that generate makes: where it stands, the tree is complete. */
static int make_tree(struct bench *bench, const char *folder, long n, struct err *err)
{
    struct arena *arena = &bench->arena;
    if (exists(arena_print(arena, "%s/truth.tsv", folder)))
        return check_seed(bench, folder, err);
    if (mkdir(bench->options.work, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make '%s'", bench->options.work);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make '%s'", folder);
    bench_say("generating %ld submissions", n);
    const char *argv[] = {"out/bench/generate", bench->options.seed, folder,
                          arena_print(arena, "%ld", n), NULL};
    if (write_seed(bench, folder, err) != 0)
        return ERR;
    return measure_run(NULL, argv, arena_print(arena, "%s/generate.out", folder),
                       arena_print(arena, "%s/generate.log", folder), err);
}

/* Sorted by name data/ comes before metadata/, as in the published archive. */
static int make_archive(struct bench *bench, struct err *err)
{
    struct arena *arena = &bench->arena;
    const char *partial = arena_print(arena, "%s.partial", bench->archive);
    const char *argv[] = {"tar",   "--sort=name",     "-C", bench->folder, "-czf",
                          partial, "Project_CodeNet", NULL};
    if (exists(bench->archive))
        return 0;
    bench_say("archiving");
    if (measure_run(NULL, argv, arena_print(arena, "%s/tar.out", bench->folder),
                    arena_print(arena, "%s/tar.log", bench->folder), err) != 0)
        return ERR;
    if (rename(partial, bench->archive) != 0)
        return err_set_errno(err, "cannot rename '%s'", partial);
    return 0;
}

static int prepare(struct bench *bench, struct err *err)
{
    if (need_tools(bench, err) != 0 || make_tree(bench, bench->folder, bench->options.n, err) != 0)
        return ERR;
    if (bench_has_part(bench, "baseline") &&
        make_tree(bench, bench->small, bench->options.baseline_n, err) != 0)
        return ERR;
    return bench_has_part(bench, "archive") ? make_archive(bench, err) : 0;
}

int main(int argc, char **argv)
{
    struct err err = {""};
    struct bench *bench = mem_alloc(1, sizeof *bench);
    struct options *options = &bench->options;
    *options = (struct options){
        .n = 200000,
        .baseline_n = 20000,
        .runs = 5,
        .jobs = 2,
        .seed = "tests/sample/Project_CodeNet",
        .work = "out/bench",
        .parts = "folder archive baseline parse-everything",
        .tokfix = "out/tokfix",
    };
    int status = parse_options(options, argc, argv, &err);
    bench->folder = arena_print(&bench->arena, "%s/%ld", options->work, options->n);
    bench->small = arena_print(&bench->arena, "%s/%ld", options->work, options->baseline_n);
    bench->archive = arena_print(&bench->arena, "%s/Project_CodeNet.tar.gz", bench->folder);
    if (status == 0)
        status = prepare(bench, &err);
    if (status == 0) {
        steps_define(bench);
        status = rounds_run(&bench->rounds, &err);
    }
    if (status == 0)
        status = summary_write(bench, &err);
    if (status == 0 && bench->is_wrong)
        status = err_set(&err,
                         "what was found is not what is there: see the table, and *.differences "
                         "in '%s'",
                         bench->folder);
    if (status != 0) {
        bench_hush();
        fprintf(stderr, "bench: %s\n", err.message);
    }
    arena_release(&bench->arena);
    free(bench);
    return status != 0;
}
