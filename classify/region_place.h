/* The place of a token as the tokens around it say it: its statement, and the open brackets. They
 * are there where the program does not parse, too, and in macros. */
#ifndef CLASSIFY_REGION_PLACE_H
#define CLASSIFY_REGION_PLACE_H

#include "tokenize/program.h"

#define NO_TOKEN SIZE_MAX
enum { PLACE_MAX_FRAMES = 16 };

/* An open bracket around a token; of the outermost frame, the statement. */
struct place_frame {
    size_t open;     /* the bracket; NO_TOKEN: the statement */
    size_t first;    /* the first token in it */
    size_t item;     /* the first token of the item: after the last comma */
    size_t keyword;  /* the name (or the key) that the item is for; NO_TOKEN: none */
    size_t n_commas; /* before the token */
};

struct place {
    const struct program *program;
    size_t token;                 /* may be tokens.n */
    size_t text_first, text_last; /* of a text: with the strings beside it and parts of one */
    bool is_directive;
    struct place_frame frames[PLACE_MAX_FRAMES + 1]; /* innermost first; the last: the statement */
    size_t n_frames;                                 /* with the statement */
};

/* Sets the place of a token of a program that has been tokenized. What is far away, or in more
 * brackets than there is room for, is cut off. */
void place_find(struct place *place, const struct program *program, size_t token);

/* Return whether a token is there and has this text, or one of these texts. */
bool place_is(const struct place *place, size_t token, const char *text);
bool place_is_one_of(const struct place *place, size_t token, const char *const *list);

/* Returns the name before the bracket of a frame, the function of a call; NO_TOKEN if there is
 * none. */
size_t place_callee(const struct place *place, const struct place_frame *frame);

/* Returns the first token of a name with its owners, such as `a.b::c`, by its last one. */
size_t place_name_start(const struct place *place, size_t name);

/* Returns the token that closes the bracket `open`, or where the search ends. */
size_t place_close(const struct place *place, size_t open);

/* Returns the end of the item of a frame: the comma or the bracket after it. */
size_t place_item_end(const struct place *place, const struct place_frame *frame);

/* Returns whether the token is a string, or a part of one. */
bool place_is_text(const struct program *program, size_t token);

/* Returns whether a part of the name, in any case, is one of the words: `log` of serverLog. `first`
 * asks for the first part only. */
bool name_has_word(struct token_text name, const char *const *words, bool first);

#endif
