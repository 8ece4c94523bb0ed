/* What is wrong with the tests of problems: files and rows that cannot be used, or not in full.
 * They are counted and reported, and never fatal. */
#ifndef VERIFY_TEST_NOTES_H
#define VERIFY_TEST_NOTES_H

#include "base/arena.h"
#include "base/array.h"

#include <stddef.h>
#include <stdint.h>

struct test_note {
    const char *file;   /* below the path that the user named; of JSON lines: its last part */
    uint64_t line;      /* from 1; 0: the file as a whole */
    const char *reason; /* without a final full stop */
};

/* The maximum number of notes in the list. */
enum { MAX_LISTED_TEST_NOTES = 1000 };

/* A list of notes; all zero at first. The texts can be printed safely (base/terminal.h). */
struct cases_notes {
    struct arena arena;           /* owns the texts */
    ARRAY(struct test_note) list; /* the first MAX_LISTED_TEST_NOTES, in the order of reading */
    size_t n;                     /* counts all notes */
};

/* Adds a note. Copies `file` and the printf-style reason. */
void cases_notes_add(struct cases_notes *notes, const char *file, uint64_t line, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

void cases_notes_release(struct cases_notes *notes);
SCOPED_VALUE(cases_notes, cases_notes_release)

#endif
