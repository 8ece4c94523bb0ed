/* All that the report page shows, as JSON. */
#ifndef REPORT_PAGE_DATA_H
#define REPORT_PAGE_DATA_H

#include "base/meter.h"
#include "base/str.h"
#include "db/db.h"

#include <stdio.h>

enum {
    PAGE_MAX_LISTED = 100000, /* fixes in the list */
    PAGE_MAX_TEXT = 80,       /* code points of any text but programs */
};

struct page_options {
    const char *database;    /* file name of the store, without folders */
    int64_t n_with_programs; /* fixes whose programs are embedded, at most */
    struct meter meter;      /* of programs' pairs */
};

struct page_counts {
    int64_t n_fixes;         /* of the store */
    int64_t n_listed;        /* of these, the first, in the list */
    int64_t n_with_programs; /* of these, the first, with their programs */
};

/* Writes one JSON object (script_json.h): version, database, what profile.h has, language,
 * fixes (the columns), samples. Errors of `out` are the caller's to check (ferror). */
int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err);

/* Writes a JSON object (script_json.h) with the first fixes of the store, in its order: n, listed;
 * dictionaries (categories ...), of which the columns of words hold places; the columns
 * (category ...). Texts are clipped (PAGE_MAX_TEXT). Sets n_fixes and n_listed. ERR also for a fix
 * without submissions. Errors of `out` are the caller's to check (ferror). */
int page_data_write_columns(FILE *out, struct db *db, struct page_counts *counts, struct err *err);

enum { PAGE_MAX_PROGRAM = 20000 }; /* bytes that are shown of a program */

/* A program, and where the token stands: inside it, and between characters. */
struct page_program {
    const char *code; /* UTF-8 */
    size_t length;
    size_t start_byte, end_byte;
};

/* Appends a JSON object (script_json.h):
 * line   of the buggy program, from 1, at which begins what is shown of it
 * cut    whether some of a program is left out
 * buggy  three texts: what stands before the token, the token, what stands behind it
 * fixed  the same; or only the token, where all else is as in the buggy program
 * A program of more than PAGE_MAX_PROGRAM bytes is cut: to whole lines around the token where there
 * are some, else between two characters; a token that is too long itself is cut at its end. */
void page_data_add_programs(struct str *out, const struct page_program *buggy,
                            const struct page_program *fixed);

/* Writes a JSON array (script_json.h) with a sample (page_data_add_programs) of each of the first
 * `n` fixes, which the store must have. ERR also for a fix without programs, one outside its
 * programs or that cuts a character, and programs that are not UTF-8. Errors of `out` are the
 * caller's to check (ferror). */
int page_data_write_samples(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                            struct err *err);

#endif
