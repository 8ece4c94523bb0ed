/* The program of one submission, read and tokenized. */
#ifndef MINER_SOURCE_H
#define MINER_SOURCE_H

#include "miner/reject.h"
#include "miner/submissions.h"
#include "tokenize/program.h"

struct source_limits {
    size_t max_bytes;
    size_t max_tokens; /* tokens of layout count */
};

struct source {
    struct str content;        /* the file's bytes */
    const char *code;          /* in `content`, behind a byte order mark */
    size_t n_bytes;            /* of the code */
    struct program program;    /* without tokens unless `reason` is REJECT_NONE */
    enum reject_reason reason; /* why no pair with it can be a fix */
};

/* Reads the sources of one problem in one language. */
struct source_reader {
    const struct language *language;
    struct syntax_parser *parser;
    struct source_limits limits;
    struct input_errors *errors; /* files that cannot be used are added here */
    const struct problem *problem;
    struct beneath_folder folder; /* data/<problem>/<Language> */
    enum beneath_result folder_result;
    struct err folder_error; /* why the folder is not open */
};

/* Opens the problem's folder; the other members are set by the caller. That it cannot be opened is
 * told by each source that is loaded. */
void source_reader_open(struct source_reader *reader, const struct dataset *dataset,
                        const struct problem *problem);
void source_reader_close(struct source_reader *reader);

/* Reads and tokenizes a submission's source; zero `source` before the first use, later uses take
 * its memory again. */
void source_load(struct source *source, struct source_reader *reader,
                 const struct submission *submission);
void source_release(struct source *source);

#endif
