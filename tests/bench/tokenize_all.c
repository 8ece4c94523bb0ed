/* tokenize_all DB JOBS: the floor under everything that looks at the programs of a store: reads its
 * fixes, parses and tokenizes every program once, as tokfix does, and nothing else. */
#include "db/store.h"
#include "guard/fix_pairs.h"

#include <stdio.h>
#include <stdlib.h>

static void *worker_new(void *context)
{
    (void)context;
    return NULL;
}

static void worker_free(void *worker)
{
    (void)worker;
}

static void visit(void *context, void *worker, uint32_t number, struct program *program)
{
    size_t *n_tokens = context; /* by program */
    (void)worker;
    n_tokens[number] = program->tokens.n;
}

static int tokenize_all(const char *path, long n_jobs, struct err *err)
{
    struct db *db;
    struct pairs pairs;
    if (store_open(&db, path, err) != 0)
        return ERR;
    int status = pairs_read(&pairs, db, false, err);
    size_t n = pairs.program_ids.n, n_tokens = 0, *counts = mem_alloc(n, sizeof *counts);
    struct program_visitor visitor = {
        .context = counts, .worker_new = worker_new, .worker_free = worker_free, .visit = visit};
    struct guard_options options = {.n_jobs = (int)n_jobs};
    if (status == 0)
        status = programs_visit(db, &pairs, &visitor, 1, &options, err);
    for (size_t i = 0; i < n; i++)
        n_tokens += counts[i];
    if (status == 0)
        printf("pairs %zu\nprograms %zu\ntokens %zu\n", pairs.list.n, n, n_tokens);
    free(counts);
    pairs_release(&pairs);
    db_close(db);
    return status;
}

int main(int argc, char **argv)
{
    struct err err = {""};
    long n_jobs = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (n_jobs < 1) {
        fputs("usage: tokenize_all DB JOBS\n", stderr);
        return 2;
    }
    if (tokenize_all(argv[1], n_jobs, &err) == 0)
        return 0;
    fprintf(stderr, "tokenize_all: %s\n", err.message);
    return 1;
}
