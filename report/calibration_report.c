/* Tables of rates with their intervals. Leaks that were planted have no relation to real ones but
 * their form, so the report keeps the kinds apart. */
#include "report/calibration_report.h"

#include "report/report_text.h"
#include "report/tabular.h"

static const char calibration_text[] = {
#include "report/text/calibration.txt.inc"
};

static struct json *kind_row(const char *name, const struct planted_counts *counts)
{
    return json_make(J_TEXT("kind", name), J_INT("planted", counts->n_planted),
                     J_INT("found", counts->n_found),
                     J_VALUE("recall", tabular_make_share(counts->n_found, counts->n_planted)),
                     J_INT("otherwise", counts->n_otherwise));
}

static void add_counts(struct planted_counts *sum, const struct planted_counts *counts)
{
    sum->n_planted += counts->n_planted;
    sum->n_found += counts->n_found;
    sum->n_otherwise += counts->n_otherwise;
}

static struct json *kind_rows(const struct calibration *calibration)
{
    struct json *rows = json_array();
    struct planted_counts most = {0}, all = {0};
    for (int kind = 0; kind < N_PLANT_KINDS; kind++) {
        const struct planted_counts *counts = &calibration->kinds[kind];
        struct json *row = kind_row(plant_kind_names[kind], counts);
        json_set_int(row, "left_out", counts->n_left_out);
        json_push(rows, row);
        if (kind != PLANT_VERBATIM && kind != PLANT_HALF)
            add_counts(&most, counts);
        add_counts(&all, counts);
    }
    json_push(rows, kind_row("all but verbatim and half", &most));
    json_push(rows, kind_row("all", &all));
    return rows;
}

static struct json *alarm_row(const char *name, int64_t n, int64_t n_searched)
{
    return json_make(J_TEXT("evidence", name), J_INT("tasks", n),
                     J_VALUE("rate", tabular_make_share(n, n_searched)));
}

struct json *calibration_report_make(const struct calibration *calibration)
{
    struct json *alarms = json_array();
    int64_t n_searched = calibration->n_searched;
    for (int evidence = 0; evidence < N_EVIDENCES; evidence++)
        json_push(alarms,
                  alarm_row(evidence_names[evidence], calibration->n_alarms[evidence], n_searched));
    json_push(alarms, alarm_row("any", calibration->n_alarmed, n_searched));
    return json_make(J_TEXT("seed", calibration->seed), J_INT("n_tasks", calibration->n_tasks),
                     J_INT("n_unplanted", calibration->n_unplanted),
                     J_VALUE("kinds", kind_rows(calibration)),
                     J_INT("n_earlier", calibration->n_earlier), J_INT("n_searched", n_searched),
                     J_VALUE("alarms", alarms));
}

void calibration_report_print(const struct json *report, FILE *out)
{
    report_text_print(calibration_text, report, NULL, out);
}

/* ---- Judgements ---- */

static struct json *judgement_row(const char *name, const struct judgements *it)
{
    int64_t n = it->n_true + it->n_false;
    return json_make(J_TEXT("evidence", name), J_INT("judged", n), J_INT("n_true", it->n_true),
                     J_INT("n_false", it->n_false), J_INT("n_open", it->n_open),
                     J_VALUE("false_positives", tabular_make_share(it->n_false, n)));
}

struct json *judgement_report_make(const struct judgements judgements[N_EVIDENCES])
{
    struct json *rows = json_array();
    struct judgements all = {0};
    for (int i = 0; i < N_EVIDENCES; i++) {
        all.n_true += judgements[i].n_true;
        all.n_false += judgements[i].n_false;
        all.n_open += judgements[i].n_open;
        json_push(rows, judgement_row(evidence_names[i], &judgements[i]));
    }
    json_push(rows, judgement_row("all", &all));
    return json_make(J_VALUE("judgements", rows));
}

void judgement_report_print(const struct json *report, FILE *out)
{
    struct tabular table = {0};
    tabular_read(&table, report, json_get(report, "judgements"),
                 "t evidence=, n judged, n n_true=true, n n_false=false, n n_open=open, "
                 "I false_positives=false positives");
    tabular_print(&table, "Findings judged by hand", out);
}
