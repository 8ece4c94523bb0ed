/* What every test includes first: cmocka and the headers that it wants before itself. */
#ifndef TESTS_SUPPORT_TEST_H
#define TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Number of items of an array. */
#define N_ITEMS(array) (sizeof(array) / sizeof *(array))

/* Fails with the message of a `struct err` unless the call gave 0. */
#define assert_success(call, err)                     \
    do {                                              \
        if ((call) != 0)                              \
            fail_msg("%s: %s", #call, (err).message); \
    } while (0)

#endif
