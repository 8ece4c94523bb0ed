/* Judge statuses of CodeNet submissions. */
#ifndef CODENET_STATUS_H
#define CODENET_STATUS_H

#include <stdbool.h>

enum status_class {
    STATUS_ACCEPTED,
    STATUS_FAILING,   /* the program was judged and found wrong */
    STATUS_UNDECIDED, /* the judge failed, has not judged, or the status is empty or unknown */
};

/* The class of a status text (Project CodeNet README). */
enum status_class status_class_of(const char *status);

/* Which submissions are the failing side of a pair: a bit for each class. */
enum failing {
    FAILING_JUDGED = 1 << STATUS_FAILING,
    FAILING_UNDECIDED = 1 << STATUS_UNDECIDED,
    FAILING_ALL = FAILING_JUDGED | FAILING_UNDECIDED, /* all but Accepted, as in the thesis */
};

/* Whether a submission of that class is one of them. */
bool status_is_failing(enum failing failing, enum status_class class);

/* The names of --failing: judged and all; NULL for what cannot be chosen, -1 for another name. */
const char *failing_name(enum failing failing);
int failing_find(const char *name);

/* accepted, failing, undecided. */
const char *status_class_name(enum status_class class);

#endif
