/* lex_all FOLDER ROUNDS: the speed of the lexer alone. Reads the programs below a folder into
 * memory, then cuts all of them into tokens, round after round, and prints the bytes, the tokens
 * and the median rate of the rounds in MB/s. */
#include "base/file.h"
#include "tokenize/program.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct text {
    struct str content;
};

struct texts {
    ARRAY(struct str) list;
    size_t n_bytes;
};

static int read_texts(struct texts *out, const char *folder, const char *extension, struct err *err)
{
    char *const paths[] = {(char *)folder, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    int status = 0;
    for (FTSENT *entry; tree && status == 0 && (entry = fts_read(tree));) {
        const char *dot = strrchr(entry->fts_name, '.');
        if (entry->fts_info != FTS_F || !dot || strcmp(dot + 1, extension) != 0)
            continue;
        struct str content = {0};
        status = file_read(&content, entry->fts_path, err);
        out->n_bytes += content.length;
        array_push(&out->list, content);
    }
    if (tree)
        fts_close(tree);
    return tree ? status : err_set_errno(err, "cannot read '%s'", folder);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int by_value(const void *a, const void *b)
{
    return COMPARE(*(const double *)a, *(const double *)b);
}

int main(int argc, char **argv)
{
    struct err err = {""};
    struct texts texts = {0};
    long n_rounds = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (n_rounds < 1) {
        fputs("usage: lex_all FOLDER ROUNDS\n", stderr);
        return 2;
    }
    const struct language *language = languages[0];
    if (read_texts(&texts, argv[1], language->extension, &err) != 0) {
        fprintf(stderr, "lex_all: %s\n", err.message);
        return 1;
    }
    scoped(lexical) *lexical = lexical_new(language);
    scoped(program) program = {0};
    double *rates = mem_alloc((size_t)n_rounds, sizeof *rates);
    size_t n_tokens = 0, n_failed = 0;
    for (long round = 0; round < n_rounds; round++) {
        double start = seconds();
        n_tokens = n_failed = 0;
        for (size_t i = 0; i < texts.list.n; i++) {
            const struct str *text = &texts.list.items[i];
            n_failed += !program_tokenize(&program, lexical, str_text(text), text->length);
            n_tokens += program.tokens.n;
        }
        rates[round] = (double)texts.n_bytes / (seconds() - start) / 1e6;
    }
    qsort(rates, (size_t)n_rounds, sizeof *rates, by_value);
    printf("files %zu\nbytes %zu\ntokens %zu\nwithout_tokens %zu\nmb_per_second %.1f\n",
           texts.list.n, texts.n_bytes, n_tokens, n_failed, rates[n_rounds / 2]);
    return 0;
}
