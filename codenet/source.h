/* The source of one submission: read when the first pair needs it, parsed when the first pair cannot
 * be settled without. */
#ifndef CODENET_SOURCE_H
#define CODENET_SOURCE_H

#include "miner/reject.h"
#include "codenet/submissions.h"
#include "tokenize/program.h"

struct source {
    struct str content;             /* the file's bytes */
    const char *code;               /* in `content`, behind a byte order mark */
    size_t n_bytes;                 /* of the code */
    enum reject_reason text_reason; /* why there is no text to compare, or REJECT_NONE */
    bool is_parsed;
    struct program program;              /* once parsed */
    enum tokenize_result program_result; /* once parsed */
};

/* Reads the sources of one problem in one language. */
struct source_reader {
    const struct language *language;
    size_t max_bytes;
    struct input_errors *errors; /* files that cannot be used are added here */
    const struct problem *problem;
    struct folder folder; /* data/<problem>/<Language> */
    enum beneath_result folder_result;
    struct err folder_error; /* why the folder is not open */
};

/* Opens the problem's folder; the other members are set by the caller. That it cannot be opened is
 * told by each source that is loaded. */
void source_reader_open(struct source_reader *reader, const struct dataset *dataset,
                        const struct problem *problem);
void source_reader_close(struct source_reader *reader);

/* Reads a submission's source; zero `source` before the first use, later uses take its memory
 * again. */
void source_read(struct source *source, struct source_reader *reader,
                 const struct submission *submission);

/* Reads a program that the user named; "-" is standard input. ERR if it cannot be read, or is a
 * folder, a database or an archive; the message then names the command for it. Zero `source`
 * before. */
int source_read_file(struct source *source, const char *path, struct err *err);

/* Tokenizes a source that has a text; does nothing the second time. `similar` (may be NULL): another
 * source whose text may be mostly the same, which makes it faster if that one was parsed. */
void source_parse(struct source *source, struct syntax_parser *parser,
                  const struct source *similar);

/* Appends in words why a source that was taken, and parsed if it has a text, has no tokens:
 * "a.py:3:5 does not parse", where `name` is what it is called. Lines are counted from 1, columns
 * from 0. False when it has. */
bool source_explain(struct str *out, const struct source *source, const char *name);
void source_release(struct source *source);

#endif
