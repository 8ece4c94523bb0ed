/* Edits of a fix that leave what it does as it is: other names, another layout, swapped operands.
 * They change the files after it, most of them only in the lines that the fix changes. */
#ifndef TASKS_PLANT_EDITS_H
#define TASKS_PLANT_EDITS_H

#include "base/dice.h"
#include "tasks/plant_pieces.h"

/* A file of a fix. */
struct fixed_file {
    const char *path;
    const struct plant_lines *before;
    struct plant_lines after; /* marked */
    bool is_gone;             /* the fix deletes it: `after` has no lines */
};
struct fix {
    struct fixed_file *files;
    size_t n;
};
void fix_release(struct fix *fix);
SCOPED_VALUE(fix, fix_release)

/* Sets the lines after of a file of `out`, which is a copy of `fix` in the making: to a text, which
 * must live as long. Lines keep their marks if there are as many as before; otherwise those are
 * marked that differ from the lines before. */
void fix_push(struct fix *out, const struct fix *fix, struct plant_text text);

/* What edits need. What they make is in the arena. */
struct edit_tools {
    struct piece_cutter *cutter;
    struct dice *dice; /* chooses names */
    struct arena *arena;
};

/* Replaces bytes of a text. */
struct text_edit {
    uint32_t start, end;
    struct plant_text text;
};
struct text_edits {
    struct text_edit *items;
    size_t n, capacity;
};
struct plant_text text_edits_apply(const struct text_edits *edits, struct plant_text text,
                                   struct arena *arena);

/* Which names. Local variables are names that are assigned, and not by a keyword argument. */
enum renaming {
    RENAME_NEW,     /* that the changed lines bring: of functions, classes, attributes, variables */
    RENAME_LOCALS,  /* of local variables in the changed lines, wherever they are in the files */
    RENAME_MORE,    /* the same with parameters */
    RENAME_CHANGED, /* the same in the changed lines only */
};

/* Each sets `out`, which must be zero, to the edited fix. Returns false, and leaves it empty, if
 * there is nothing to edit. */
bool fix_rename(struct fix *out, const struct fix *fix, enum renaming which,
                const struct edit_tools *tools);
bool fix_swap(struct fix *out, const struct fix *fix, const struct edit_tools *tools);

/* Takes what is in brackets apart, one part a line; or joins such lines. */
bool fix_take_apart(struct fix *out, const struct fix *fix, const struct edit_tools *tools);
bool fix_join(struct fix *out, const struct fix *fix, const struct edit_tools *tools);

#endif
