/* Memory that runs out at the n-th request, once or from then on; threads that cannot be started.
 * glibc reports EAGAIN if the memory for a thread is missing, and libarchive has messages of its
 * own. */
#include "tests/support/faults.h"
#include "tests/support/test.h"

static const struct fault_rule faults[] = {
    {"alloc:12:%ld", FAULT_ALLOC, 8,
     "tokfix: out of memory|Cannot allocate memory|libarchive: No memory|"
     "libarchive: Out of memory|cannot start a thread"},
    {"alloc:12:%ld+", FAULT_ALLOC, 3,
     "tokfix: out of memory|Cannot allocate memory|libarchive: No memory|"
     "libarchive: Out of memory|cannot start a thread"},
    {"thread:11:%ld", FAULT_THREAD, 4, "cannot start a thread: Resource temporarily unavailable"},
    {"thread:11:%ld+", FAULT_THREAD, 4, "cannot start a thread: Resource temporarily unavailable"},
};

TEST(memory__that_runs_out_is_said)
{
    if (!faults_can_be_made())
        skip();
    faults_try_all(faults, N_ITEMS(faults));
}
