/* What every test includes first: cmocka, what most want of C and of tests/support, and how a file
 * of tests becomes a suite.
 *
 * A file tests/ROOM/test_STEM.c is a suite. It has neither a main nor a list of its tests: TEST()
 * puts each where the runner (runner.c) finds it. A suite runs in a process of its own, its tests
 * in the order of the file. */
#ifndef TESTS_SUPPORT_TEST_H
#define TESTS_SUPPORT_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "tests/support/run.h"

/* A test: TEST(stem__says_what_holds) { ... }. It may look at `void **state`, which the set-up set.
 */
#define TEST(function)                                              \
    static void function(void **state);                             \
    SUITE_ENTRY(function##_entry, #function, function, NULL, NULL); \
    static void function(__attribute__((unused)) void **state)

/* Functions to call before and after each test of the file, or before the first and after the last;
 * NULL for none. They return 0. Once in a file. */
#define TEST_SETUP(set_up, tear_down)  SUITE_ENTRY(each_test, NULL, NULL, set_up, tear_down)
#define SUITE_SETUP(set_up, tear_down) SUITE_ENTRY(the_suite, "", NULL, set_up, tear_down)

/* What the macros above leave for the runner. The linker makes one array of all addresses. */
struct suite_entry {
    const char *file, *name; /* a test's name; NULL for TEST_SETUP, empty for SUITE_SETUP */
    CMUnitTestFunction test;
    CMFixtureFunction set_up, tear_down;
    int line;
};

#define SUITE_ENTRY(id, name, test, set_up, tear_down)                                             \
    static const struct suite_entry id = {__FILE__, name, test, set_up, tear_down, __LINE__};      \
    static const struct suite_entry *const id##_address __attribute__((used, section("suites"))) = \
        &id

/* Number of items of an array. */
#define N_ITEMS(array) (sizeof(array) / sizeof *(array))

/* A row of a table: what is given (a text, a change of a store, options, ...) and what has to come
 * of it (a text, a message, rules, ...). */
struct text_case {
    const char *given, *expected;
};

/* Fails for the first case whose result differs, and names it. */
void expect_texts(const struct text_case *cases, size_t n, const char *(*of)(const char *given));

/* Returns the next text of a list "a|b|c", and NULL after the last. It is valid until the test
 * program ends: for (const char *text, *rest = "a|b|c"; (text = next_text(&rest));) */
const char *next_text(const char **rest);

/* Fails with the message of a `struct err` unless the call gave 0. */
#define assert_success(call, err)                     \
    do {                                              \
        if ((call) != 0)                              \
            fail_msg("%s: %s", #call, (err).message); \
    } while (0)

/* The same with an error of its own: assert_done(file_read(&text, path, &err)). */
#define assert_done(call)          \
    do {                           \
        struct err err;            \
        assert_success(call, err); \
    } while (0)

/* Fails unless the call, which may name `err`, gives ERR with this message. */
#define assert_error(call, text)                \
    do {                                        \
        struct err err = {""};                  \
        assert_int_equal(call, ERR);            \
        assert_string_equal(err.message, text); \
    } while (0)

/* Fails unless the call, which may name `err`, gives ERR, whatever it says. */
#define assert_any_error(call)       \
    do {                             \
        struct err err = {""};       \
        assert_int_equal(call, ERR); \
    } while (0)

/* As assert_error() with a message that has this in it. */
#define assert_error_with(call, part)       \
    do {                                    \
        struct err err = {""};              \
        assert_int_equal(call, ERR);        \
        assert_contains(err.message, part); \
    } while (0)

/* Fails unless `part` is in the text. */
#define assert_contains(text, part)                 \
    do {                                            \
        if (!strstr(text, part))                    \
            fail_msg("no '%s' in: %s", part, text); \
    } while (0)

#endif
