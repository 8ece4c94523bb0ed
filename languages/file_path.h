/* What the path of a file in a repository says about the file. */
#ifndef LANGUAGES_FILE_PATH_H
#define LANGUAGES_FILE_PATH_H

#include <stdbool.h>

/* Whether a path is below a folder of other people's code: vendor, third_party and the like. */
bool path_is_vendored(const char *path);

/* Whether a path is that of a test, or of what supports tests: doc/mining.md has the rule. */
bool path_is_test(const char *path);

#endif
