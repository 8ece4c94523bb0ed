/* The submissions of one problem in one language, as the metadata tell. */
#ifndef CODENET_SUBMISSIONS_H
#define CODENET_SUBMISSIONS_H

#include "base/sha256.h"
#include "codenet/dataset.h"
#include "codenet/status.h"
#include "languages/language.h"

#include <stdint.h>

struct submission {
    const char *submission_id;
    const char *user_id;
    const char *original_language; /* "" when the metadata do not tell */
    const char *status;
    enum status_class class;
    int64_t date; /* Unix seconds */
    size_t line;  /* of the metadata file: the order among equal dates */
};

struct submissions {
    ARRAY(struct submission) list; /* by user, then date, then line: histories stand together */
    size_t n_rows;                 /* rows of the file without the header */
    size_t n_other_languages;      /* rows in other languages, not looked at further */
    size_t n_unusable;             /* rows that were reported as errors */
    char sha256[SHA256_HEX_SIZE];  /* of the metadata file; "" when it could not be read */
};

/* Reads the problem's metadata file. Texts live in `arena`; rows and files that cannot be used are
 * added to `errors`. Release with submissions_release(). */
void submissions_read(struct submissions *out, const struct dataset *dataset,
                      const struct problem *problem, const struct language *language,
                      struct arena *arena, struct input_errors *errors);
void submissions_release(struct submissions *submissions);

#endif
