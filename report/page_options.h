/* What the report page is to show of a store, and what it came to show. */
#ifndef REPORT_PAGE_OPTIONS_H
#define REPORT_PAGE_OPTIONS_H

#include "base/meter.h"
#include <stdint.h>

enum {
    PAGE_MAX_LISTED = 100000, /* fixes in the list */
    PAGE_MAX_TEXT = 80,       /* code points of any text but programs */
};

struct page_options {
    const char *database; /* file name of the store, without folders */
    int64_t n_samples;    /* fixes whose programs are embedded, at most */
    struct meter meter;   /* of programs' pairs */
};

struct page_counts {
    int64_t n_fixes;   /* of the store */
    int64_t n_listed;  /* of these, the first, in the list */
    int64_t n_samples; /* of these, the first, with their programs */
};

#endif
