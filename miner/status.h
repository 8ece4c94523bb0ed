/* Judge statuses of CodeNet submissions. */
#ifndef MINER_STATUS_H
#define MINER_STATUS_H

enum status_class {
    STATUS_ACCEPTED,
    STATUS_FAILING,   /* the program was judged and found wrong */
    STATUS_UNDECIDED, /* the judge failed, has not judged, or the status is empty or unknown */
};

/* The class of a status text (Project CodeNet README). */
enum status_class status_class_of(const char *status);

/* The failing statuses, by number: texts, and the number of a text (-1 for none of them). */
enum { N_FAILING_STATUSES = 8 };
const char *status_failing_text(int number);
int status_failing_number(const char *status);

/* accepted, failing, undecided. */
const char *status_class_name(enum status_class class);

#endif
