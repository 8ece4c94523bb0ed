/* The data of the report page, as JSON. */
#ifndef REPORT_PAGE_DATA_H
#define REPORT_PAGE_DATA_H

#include "base/meter.h"
#include "base/str.h"
#include "db/db.h"

#include <stdio.h>

enum {
    PAGE_MAX_LISTED = 100000, /* fixes in the list */
    PAGE_MAX_TEXT = 80,       /* code points of any text except programs */
};

struct page_options {
    const char *database;    /* file name of the store, without folders */
    int64_t n_with_programs; /* maximum number of fixes with embedded programs */
    const char *verdicts;    /* lists only fixes with these verdicts of `tokfix verify`, or `none`,
                              * separated by commas; NULL: all fixes */
    struct meter meter;      /* counts the fixes with embedded programs */
};

/* A condition of SQL on the fix f: options.verdicts, the first parameter, lets it be listed. */
#define PAGE_IS_LISTED                                                                          \
    "(?1 IS NULL OR instr(',' || ?1 || ',', ',' || coalesce((SELECT v.verdict FROM verdicts v " \
    "WHERE v.fix_key = f.fix_key), 'none') || ','))"

struct page_counts {
    int64_t n_fixes;         /* in the store */
    int64_t n_listed;        /* in the page's list: the first of the store, or of the verdicts */
    int64_t n_with_programs; /* with their programs: the first of the list */
};

/* Writes one JSON object (script_json.h) with the keys version, database, those of profile.h,
 * language, fixes (the columns), and samples. If `tokfix verify` was run, there is also evidence
 * (page_evidence.h) of the fixes with samples. With options.verdicts, there is also
 * listed_verdicts, with the same text. If the store has several languages, there is also
 * languages: for each, its name in the store (key), and the same as for the whole store: the
 * members of profile.h, and language. The store then appears as one of the last language
 * (store_view_language()). The caller checks `out` for errors (ferror). */
int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err);

/* Writes a JSON object (script_json.h) with the first fixes of the store, in its order. It contains
 * n and listed, dictionaries (categories ...), and columns (category ...). A column of words
 * contains indices into its dictionary. Texts are clipped (PAGE_MAX_TEXT). The columns execution
 * (the verdict of `tokfix verify`), commit, path and function (of fixes of git) and their
 * dictionaries are left out if no fix has a value. Sets n_fixes and n_listed. Returns ERR also if a
 * fix lacks its submissions. The caller checks `out` for errors (ferror). */
int page_data_write_columns(FILE *out, struct db *db, const struct page_options *options,
                            struct page_counts *counts, struct err *err);

enum { PAGE_MAX_PROGRAM = 20000 }; /* bytes that are shown of a program */

/* A program and its token. The token is inside the program and does not cut a character. */
struct page_program {
    const char *code; /* UTF-8 */
    size_t length;
    size_t start_byte, end_byte;
};

/* Appends a JSON object (script_json.h):
 *
 *     line   the first line that is shown of the buggy program, from 1
 *     cut    whether a part of a program is left out
 *     buggy  three texts: the text before the token, the token, and the text after it
 *     fixed  three such texts; only the token if everything else is as in the buggy program
 *
 * A program of more than PAGE_MAX_PROGRAM bytes is cut to whole lines around the token, or, if
 * there are none, between two characters. A token that is itself too long is cut at its end. */
void page_data_add_programs(struct str *out, const struct page_program *buggy,
                            const struct page_program *fixed);

/* Writes a JSON array (script_json.h) with a sample (page_data_add_programs) of each of the first
 * `n` listed fixes. The list must have as many. Returns ERR also if a fix lacks its programs, is
 * outside of them or cuts a character, and if a program is not UTF-8. The caller checks `out` for
 * errors (ferror). */
int page_data_write_samples(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                            struct err *err);

#endif
