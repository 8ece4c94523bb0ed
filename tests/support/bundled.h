/* The bundle, made from this build and tried in roots of its own. */
#ifndef TESTS_SUPPORT_BUNDLED_H
#define TESTS_SUPPORT_BUNDLED_H

#include <stdbool.h>

/* Makes the bundle as $SCRATCH/NAME. Returns whether it can be made here, as can_test() does. */
bool bundled_make(const char *name);

/* Makes the bundle, and uses it in a clean Debian of that release, or, with "", in a root with a
 * shell alone (setup/bundle/try.sh). Fails the test unless it works. Returns whether it could be
 * tried here. */
bool bundled_try(const char *release);

#endif
