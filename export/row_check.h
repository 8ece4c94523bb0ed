/* What is wrong with a row that somebody wrote. */
#ifndef EXPORT_ROW_CHECK_H
#define EXPORT_ROW_CHECK_H

struct row_programs;

/* Where findings go. */
struct row_check {
    void *context;

    /* Takes the name of the rule that the row breaks, a static word such as `unrecognized_role`,
     * and what is wrong, which lives during the call. */
    void (*report)(void *context, const char *rule, const char *detail);

    /* What a check of tokens works with (row_programs.h); NULL: tokens are not checked. */
    struct row_programs *programs;
};

/* Reports with a text made as printf would. */
void row_check_report(const struct row_check *check, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
