/* The columns of the table `fixes`, except its keys. schema.sql says what each one is; a test
 * compares the two lists. The rows that are written and those that are read (db/fixes/fix_reader.h)
 * have a member for each column here, and the SQL that writes, merges and reads them names each.
 *
 * TEXT     NULL if the column allows it
 * BYTES    a text with a length
 * NUMBER   int64_t
 * OPTIONAL a number that is NULL in the table if it is 0
 * BUGGY    a number of struct place_row, of the place in the buggy program
 * FIXED    the same of the fixed program; the column begins with fixed_ */
#ifndef DB_FIX_COLUMNS_H
#define DB_FIX_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#define FIX_COLUMNS(TEXT, BYTES, NUMBER, OPTIONAL, BUGGY, FIXED) \
    TEXT(origin)                                                 \
    TEXT(edit)                                                   \
    TEXT(category)                                               \
    TEXT(pattern)                                                \
    TEXT(role)                                                   \
    TEXT(region)                                                 \
    TEXT(before_kind)                                            \
    TEXT(after_kind)                                             \
    BYTES(before)                                                \
    BYTES(after)                                                 \
    BUGGY(start_byte)                                            \
    BUGGY(end_byte)                                              \
    BUGGY(line)                                                  \
    BUGGY(column)                                                \
    BUGGY(token_index)                                           \
    BUGGY(token_end_byte)                                        \
    BUGGY(n_tokens)                                              \
    FIXED(start_byte)                                            \
    FIXED(end_byte)                                              \
    FIXED(line)                                                  \
    FIXED(column)                                                \
    FIXED(token_index)                                           \
    FIXED(n_tokens)                                              \
    NUMBER(repair_in_program)                                    \
    NUMBER(in_scope)                                             \
    NUMBER(parses)                                               \
    NUMBER(verdict_in_comment)                                   \
    TEXT(dialect)                                                \
    OPTIONAL(first_failing_date)                                 \
    TEXT(function)                                               \
    OPTIONAL(function_line)                                      \
    OPTIONAL(function_end_line)                                  \
    OPTIONAL(part_n_tokens)

/* For SQL: ", origin, edit, ...", and ", ?, ?, ...". */
#define FIX_COLUMN_NAME(name)       ", " #name
#define FIX_COLUMN_FIXED_NAME(name) ", fixed_" #name
#define FIX_COLUMN_VALUE(name)      ", ?"
#define FIX_COLUMN_NAMES                                                            \
    FIX_COLUMNS(FIX_COLUMN_NAME, FIX_COLUMN_NAME, FIX_COLUMN_NAME, FIX_COLUMN_NAME, \
                FIX_COLUMN_NAME, FIX_COLUMN_FIXED_NAME)
/* The place of a token in one of the two programs. */
struct place_row {
    int64_t start_byte, end_byte, line, column, token_index;
    int64_t token_end_byte; /* end of the token at token_index, even if that token is not the edited
                             * one */
    int64_t n_tokens;       /* in the program */
};

#define FIX_ROW_TEXT(name) const char *name;
#define FIX_ROW_BYTES(name) \
    const char *name;       \
    size_t name##_length;
#define FIX_ROW_NUMBER(name) int64_t name;
#define FIX_ROW_OF_PLACE(name)

/* A row of `fixes`. The origin may be NULL: real; and so may the region: code. */
struct fix_row {
    int64_t buggy, fixed; /* keys of submissions */
    struct place_row buggy_place, fixed_place;
    FIX_COLUMNS(FIX_ROW_TEXT, FIX_ROW_BYTES, FIX_ROW_NUMBER, FIX_ROW_NUMBER, FIX_ROW_OF_PLACE,
                FIX_ROW_OF_PLACE)
};

#endif
