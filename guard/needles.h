/* The programs of a benchmark, ready to be searched for in others.
 *
 * A program is found in another one if, without white space, blank lines, comments, and strings
 * that are statements (docstrings: comments in effect), its tokens
 *   are equal to, or contained in, the other's (`type1`);
 *   are so after names are numbered by first use, in the part alone (`type2`);
 *   or the two are similar as a whole (`similar`).
 * The first two are the leaks of Li and others, Journal of Software, 2024. */
#ifndef GUARD_NEEDLES_H
#define GUARD_NEEDLES_H

#include "base/scoped.h"
#include "guard/bag.h"
#include "guard/benchmark.h"

enum leak_match { MATCH_TYPE1, MATCH_TYPE2, MATCH_SIMILAR, N_LEAK_MATCHES };

/* type1, type2, similar. */
extern const char *const leak_match_names[];

struct match_options {
    enum leak_match match; /* the weakest that counts */
    bool uses_trees;       /* similar: the shapes of the trees; else the tokens */
    double threshold;      /* similar: least Jaccard similarity of the multisets */
    uint32_t min_tokens;   /* a shorter program can only be equal; 1: no minimum */
    bool renames_literals; /* type2: literals are numbered, too */
};

/* Appends them as options of a command: "--match type2 --literals". Those left to their defaults
 * are there only where another value would count. */
void match_options_add(struct str *out, const struct match_options *options);

struct needle {
    uint32_t item; /* of the benchmark */
    enum item_side side;
    struct sequence sequence;      /* without layout */
    struct digest digest, renamed; /* of it */
    struct bag bag;                /* for `similar` */
};

struct needles {
    struct match_options options;
    const struct language *language;
    ARRAY(struct needle) list;
};

/* Tokenizes the benchmark's programs; what does not parse is added to its rejects. An indented
 * piece of a program is taken for the body of a block. Release with needles_release(). */
void needles_make(struct needles *out, struct benchmark *benchmark, const struct language *language,
                  const struct match_options *options);
void needles_release(struct needles *needles);
SCOPED_VALUE(needles, needles_release)

/* Makes sequences and bags as needles have them; one per thread. */
struct needle_reader {
    const struct match_options *options;
    struct syntax_parser *parser;
    struct sequence_reader *sequences;
};
void needle_reader_init(struct needle_reader *reader, const struct language *language,
                        const struct match_options *options);
void needle_reader_release(struct needle_reader *reader);
SCOPED_VALUE(needle_reader, needle_reader_release)

/* The bag of a program for `similar`. Release with bag_release(). */
void needle_reader_bag(struct bag *out, const struct needle_reader *reader,
                       const struct program *program, const struct sequence *sequence);

#endif
