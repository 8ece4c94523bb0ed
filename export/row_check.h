/* What is wrong with a row that somebody wrote. */
#ifndef EXPORT_ROW_CHECK_H
#define EXPORT_ROW_CHECK_H

#include "base/json.h"
#include "tokenize/program.h"

struct row_programs;

/* Where findings go. */
struct row_check {
    void *context;

    /* Takes the name of the rule that the row breaks, a static word such as `unrecognized_role`,
     * and what is wrong, which lives during the call. */
    void (*report)(void *context, const char *rule, const char *detail);

    /* What a check of tokens works with (row_programs_new()); NULL: tokens are not checked. */
    struct row_programs *programs;
};

/* Reports with a text made as printf would. */
void row_check_report(const struct row_check *check, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Names by number; NULL behind the last. */
typedef const char *(*row_check_names)(int number);

/* Reports bytes that are no part of a text, whose key is named, or that cut a character of it;
 * empty ones only where they are not taken. Returns whether they can be used. */
bool row_check_bytes(const struct row_check *check, const char *key, const char *text,
                     size_t length, int64_t start, int64_t end, bool may_be_empty);

/* A whole number of the row. */
int64_t row_int(const struct json *row, const char *key);

/* Reports a name under a key that is none of these. Returns whether it is one. */
bool row_check_name(const struct json *row, const char *key, row_check_names names,
                    const struct row_check *check);

/* The rules for the category and the split of any row that has these keys: names that there are. */
void row_check_category(const struct json *row, const struct row_check *check);
void row_check_split(const struct json *row, const struct row_check *check);

/* The programs of a row that is checked, as tokens: a thread's own. */
enum row_side {
    ROW_BUGGY,
    ROW_FIXED,
    ROW_APPLIED, /* the buggy program with the edit */
    N_ROW_SIDES,
};

struct row_programs; /* opaque */

struct row_programs *row_programs_new(void);
void row_programs_free(struct row_programs *programs);

/* Forgets the programs of the row before, and keeps the memory. */
void row_programs_forget(struct row_programs *programs);

/* Tokenizes a side of the row; the buggy one first, since it makes the others cheap. The source is
 * borrowed until it is forgotten. Returns NULL when it does not parse. */
const struct program *row_programs_tokenize(struct row_programs *programs,
                                            const struct language *language, enum row_side side,
                                            const char *source, size_t length);

/* A side that was tokenized, or NULL. */
const struct program *row_programs_get(const struct row_programs *programs, enum row_side side);

/* The table of the language's light scan. */
const struct lexical *row_programs_lexical(struct row_programs *programs,
                                           const struct language *language);

#endif
