/* The pieces of a text that is edited: names, keywords, values, signs.
 *
 * The lexer of the language cuts them (tokenize/lexer.h). A text that it cannot read, or in another
 * language, is cut line by line: words, texts in quotes that are closed in the line, and signs. */
#ifndef TASKS_PLANT_PIECES_H
#define TASKS_PLANT_PIECES_H

#include "tasks/plant_lines.h"
#include "tokenize/lexical.h"

enum piece_kind { PIECE_NAME, PIECE_KEYWORD, PIECE_VALUE, PIECE_SIGN };

struct piece {
    uint32_t start, end; /* bytes */
    uint32_t line;       /* of its start */
    uint8_t kind;        /* enum piece_kind */
    bool is_inside;      /* of a text with interpolations, or more than a line long */
};
struct pieces {
    struct piece *items;
    size_t n, capacity;
};

struct piece_cutter; /* opaque: the tables of the languages */
struct piece_cutter *piece_cutter_new(void);
void piece_cutter_free(struct piece_cutter *cutter);
SCOPED_POINTER(piece_cutter, piece_cutter_free)

/* Sets the pieces to those of a text. `path` decides the language. */
void pieces_cut(struct pieces *out, struct piece_cutter *cutter, const char *path,
                struct plant_text text);

/* Whether a piece has this text. */
bool piece_is(struct plant_text text, const struct piece *piece, const char *what);

/* Whether the piece before this one says that it is a member of something. */
bool piece_is_member(struct plant_text text, const struct pieces *pieces, size_t number);

#endif
