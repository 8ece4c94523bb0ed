/* What the path of a file in a repository says about the file. */
#ifndef LANGUAGES_FILE_PATH_H
#define LANGUAGES_FILE_PATH_H

#include <stdbool.h>

/* Whether a path is that of a test: a folder test, tests, testing or __tests__, or a file test_*,
 * *_test.*, *Test.*, *Tests.* or conftest.*. */
bool path_is_test(const char *path);

#endif
