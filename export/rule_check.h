/* Checks of rows, which may come from other tools: what rules a row breaks. */
#ifndef EXPORT_RULE_CHECK_H
#define EXPORT_RULE_CHECK_H

#include "base/json.h"
#include "tokenize/program.h"

struct row_programs;

/* The receiver of findings, and what checks share. */
struct rule_check {
    void *context;

    /* Called for each broken rule with its name, a static word such as `unrecognized_role`, and a
     * text that says what is wrong. The text is valid only during the call. */
    void (*report)(void *context, const char *rule, const char *detail);

    /* The programs of the row as tokens (row_programs_new()); NULL: tokens are not checked. */
    struct row_programs *programs;
};

/* Reports a broken rule with a text formatted as by printf. */
void rule_check_report(const struct rule_check *check, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the name with this number, or NULL after the last. */
typedef const char *(*rule_check_names)(int number);

/* Reports a byte range that is not inside the text of `key`, or that cuts one of its characters.
 * Reports an empty range unless `may_be_empty`. Returns whether the range can be used. */
bool rule_check_bytes(const struct rule_check *check, const char *key, const char *text,
                      size_t length, int64_t start, int64_t end, bool may_be_empty);

/* Returns a whole number of the row. */
int64_t row_int(const struct json *row, const char *key);

/* Reports the value of `key` if it is not among `names`. Returns whether it is. */
bool rule_check_name(const struct json *row, const char *key, rule_check_names names,
                     const struct rule_check *check);

/* Check that the category and the split of a row with these keys are existing names. */
void rule_check_category(const struct json *row, const struct rule_check *check);
void rule_check_split(const struct json *row, const struct rule_check *check);

/* The sides of the row that is checked, as tokens. Each thread has its own struct row_programs. */
enum row_side {
    ROW_BUGGY,
    ROW_FIXED,
    ROW_APPLIED, /* the buggy program with the edit applied */
    N_ROW_SIDES,
};

struct row_programs; /* opaque */

struct row_programs *row_programs_new(void);
void row_programs_free(struct row_programs *programs);

/* Forgets the programs of the previous row, and keeps the memory. */
void row_programs_forget(struct row_programs *programs);

/* Tokenizes a side of the row. The source is borrowed until row_programs_forget(). Returns NULL if
 * this is not possible. */
const struct program *row_programs_tokenize(struct row_programs *programs,
                                            const struct language *language, enum row_side side,
                                            const char *source, size_t length);

/* Parses a side that was tokenized, once. Returns whether it parses. */
bool row_programs_parse(struct row_programs *programs, enum row_side side);

/* Parses a part of it. */
bool row_programs_parse_part(struct row_programs *programs, enum row_side side,
                             const struct lone_part *part);

/* Returns a side that was tokenized, or NULL. */
const struct program *row_programs_get(const struct row_programs *programs, enum row_side side);

/* Returns the lexer's table of the language. */
const struct lexical *row_programs_lexical(struct row_programs *programs,
                                           const struct language *language);

#endif
