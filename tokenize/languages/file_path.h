/* What names say: the path of a file in a repository, and names in programs. */
#ifndef TOKENIZE_LANGUAGES_FILE_PATH_H
#define TOKENIZE_LANGUAGES_FILE_PATH_H

#include <stdbool.h>

/* Whether a name, from `at` to `end`, has one of the words: HTTPError_2 has http and error. A word
 * of the list is also one of words that begin with it, unless a dot ends it. The list is in small
 * letters and ends with NULL. */
bool name_has_word(const char *at, const char *end, const char *const *words);

/* Whether a path is below a folder of other people's code: vendor, third_party and the like. */
bool path_is_vendored(const char *path);

/* Whether a path is that of a file which nobody writes as code: data, prose, a lock file of a
 * package manager, or what is minified, bundled or generated. */
bool path_has_no_code(const char *path);

/* Whether a path is that of a test, or of what supports tests: doc/mining.md has the rule. */
bool path_is_test(const char *path);

/* Whether a path is that of what changes along with code: a test, or a file below a folder of
 * documentation or of translations, such as docs. */
bool path_is_companion(const char *path);

#endif
