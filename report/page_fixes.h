/* The fixes of the report page: a list in columns, and of the first ones the programs and what
 * executing them has shown. */
#ifndef REPORT_PAGE_FIXES_H
#define REPORT_PAGE_FIXES_H

#include "base/json.h"
#include "base/meter.h"
#include "db/db.h"

#include <stdio.h>

enum {
    PAGE_MAX_LISTED = 100000, /* fixes in the list */
    PAGE_MAX_TEXT = 80,       /* code points of any text except programs */
};

struct page_options {
    const char *database;    /* file name of the store, without folders */
    int64_t n_with_programs; /* maximum number of fixes with embedded programs */
    const char *filters;     /* the options that select the listed fixes, which are those of
                              * temp.filtered_fixes (fixes/choice.h); NULL: all are listed */
    struct meter meter;      /* counts the fixes with embedded programs */
};

struct page_counts {
    int64_t n_fixes;         /* in the store */
    int64_t n_listed;        /* in the page's list: the first that the filters take */
    int64_t n_with_programs; /* with their programs: the first of the list */
};

/* Writes a JSON object (script_json.h) with the first fixes of the store, in its order. It contains
 * n and listed, dictionaries (categories ...), and columns (category ...). A column of words
 * contains indices into its dictionary. Texts are clipped (PAGE_MAX_TEXT). The columns execution
 * (the verdict of `tokfix verify`), commit, path and function (of fixes of git) and their
 * dictionaries are left out if no fix has a value.
 *
 * `differing` has, by number, the fixes with two long tokens that are alike at their ends
 * (common_ends.h): where both begin to differ, and where the buggy and the fixed one end to, in
 * UTF-16 code units. It is left out if there are none.
 *
 * Sets n_fixes and n_listed. Returns ERR also if a fix lacks its submissions. The caller checks
 * `out` for errors (ferror). */
int page_fixes_write_columns(FILE *out, struct db *db, const struct page_options *options,
                             struct page_counts *counts, struct err *err);

/* Adds the array `examples` to a profile with `edits` (page.h): of the fixes to begin with, `fix`,
 * the number in the list, and `n`, the number of fixes with the same edit (page_examples.sql). They
 * are of the languages that the store shows. `is_of_part`: the list has more languages. */
int page_fixes_add_examples(struct json *profile, struct db *db, const struct page_options *options,
                            bool is_of_part, struct err *err);

enum { PAGE_MAX_PROGRAM = 20000 }; /* bytes that are shown of a program */

/* Writes a JSON array (script_json.h) with an object for each of the first `n` listed fixes. The
 * list must have as many. It has:
 *
 *     line   the first line that is shown of the buggy program, from 1
 *     cut    whether a part of a program is left out
 *     buggy  three texts: the text before the token, the token, and the text after it
 *     fixed  three such texts; only the token if everything else is as in the buggy program
 *
 * A program of more than PAGE_MAX_PROGRAM bytes is cut to whole lines around the token, or, if
 * there are none, between two characters. A token that is itself too long is cut at its end.
 *
 * Returns ERR also if a fix lacks its programs, is outside of them or cuts a character, and if a
 * program is not UTF-8. The caller checks `out` for errors (ferror). */
int page_fixes_write_samples(FILE *out, struct db *db, int64_t n,
                             const struct page_options *options, struct err *err);

enum { PAGE_MAX_EVIDENCE = 2000 }; /* code points of an input or an output */

/* Writes a JSON array (script_json.h) with an object for each of the first `n` listed fixes of
 * which execution has shown something, in their order:
 *
 *     fix       number of the fix in the list, from 0
 *     detail    of the run or of the verdict: the error, or what is missing; else empty
 *
 * and if a test shows the bug (the view bug_evidence):
 *
 *     test      name of the test
 *     is_found  whether the input was found; else it was given
 *     jurors    Accepted programs that agree with the fixed program on it
 *     outcome   what the buggy program did: wrong, runtime_error, ...
 *     input, expected, output    output: of the buggy program
 *
 * detail, input, expected and output are pairs: the first PAGE_MAX_EVIDENCE code points, and the
 * number of those that were cut. They are null if the store does not have the text. The caller
 * checks `out` for errors (ferror). */
int page_fixes_write_evidence(FILE *out, struct db *db, int64_t n,
                              const struct page_options *options, struct err *err);

#endif
