/* Small programs that are hard to cut into tokens: without blanks, with strange strings, with what
 * only the grammar takes. All of them parse. */
#ifndef TESTS_SUPPORT_DENSE_PROGRAMS_H
#define TESTS_SUPPORT_DENSE_PROGRAMS_H

extern const char *const dense_programs[]; /* ends with NULL */

#endif
