/* Published figures to compare with. They are from 高田智生 (Takada), "Improving a bug detector by
 * fine-tuning on programming-contest data" (in Japanese), bachelor's report, School of Engineering
 * Science, Osaka University, 7 February 2024, on Project CodeNet's Python submissions. The thesis
 * compares them with single-token fixes from GitHub (Richter and Wehrheim, ASE 2023). */
#ifndef REPORT_THESIS_H
#define REPORT_THESIS_H

/* The results of a detector in percent. NAN: not reported. */
struct thesis_detector {
    const char *table;      /* 1 or 6 */
    const char *training;   /* on which fixes it was trained, or fine-tuned */
    double joint;           /* bugs with the right place and the right repair */
    double localisation;    /* bugs with the right place */
    double repair_at_place; /* bugs with the right repair, if the place is given */
    double false_positives; /* correct programs in which it reports a bug */
};

/* Of tables 1 and 6; ends with one without a table. The counts of tables 3 to 5 are in
 * report/sql/thesis.sql. */
extern const struct thesis_detector thesis_detectors[];

#endif
