#include "report/task_report.h"

#include "base/date.h"
#include "base/table.h"
#include "report/calibration_report.h"
#include "report/report_text.h"
#include "report/tabular.h"
#include "report/task_hunks.h"

#include <string.h>

static struct json *texts_of(const struct text_list *texts)
{
    return json_texts(texts->items, texts->n);
}

/* The names of the bits, in an array. */
static struct json *bits_of(unsigned bits, const char *const *names)
{
    struct json *list = json_array();
    for (int i = 0; names[i]; i++)
        if (bits >> i & 1)
            json_push_text(list, names[i]);
    return list;
}

static struct json *finding_of(const struct task_finding *finding, int64_t base_date)
{
    char date[DATE_TEXT_SIZE];
    date_text(date, finding->date);
    struct json *made = json_make(
        J_TEXT("commit", finding->commit), J_TEXT("evidence", evidence_names[finding->evidence]),
        J_BOOL("is_solved", finding->is_solved),
        J_TEXT("relation", relation_names[finding->relation]),
        J_TEXT("role", finding_role_names[finding->role]), J_INT("distance", finding->distance),
        J_TEXT("date", date), J_INT("days", (finding->date - base_date) / 86400),
        J_TEXT("subject", finding->subject),
        J_VALUE("places", bits_of(finding->places, place_names)),
        J_VALUE("names", texts_of(&finding->names)), J_INT("n_names", (int64_t)finding->n_names));
    if (finding->evidence == EVIDENCE_SIMILAR)
        json_set_double(made, "similarity", finding->similarity);
    if (finding->hunks.n)
        task_hunks_set(made, &finding->hunks);
    return made;
}

static struct json *counts_of(const struct task_result *result)
{
    struct json *object = json_object();
    for (int evidence = 0; evidence < N_EVIDENCES; evidence++) {
        struct json *counts = json_object();
        for (int relation = RELATION_BEFORE; relation < N_RELATIONS; relation++)
            if (result->n_findings[evidence][relation])
                json_set_int(counts, relation_names[relation],
                             (int64_t)result->n_findings[evidence][relation]);
        if (json_count(counts))
            json_set(object, evidence_names[evidence], counts);
        else
            json_free(counts);
    }
    return object;
}

static void add_seal(struct json *row, const struct seal *seal)
{
    struct json *places = json_object();
    for (int place = 0; place <= N_PLACES; place++)
        if (seal->n_places[place])
            json_set_int(places, place < N_PLACES ? place_names[place] : "none",
                         seal->n_places[place]);
    json_add(row, J_BOOL("is_sealed", seal->is_sealed),
             J_VALUE("commits",
                     json_make(J_INT("after", seal->n_relations[RELATION_AFTER]),
                               J_INT("side", seal->n_relations[RELATION_SIDE]),
                               J_INT("unreachable", seal->n_relations[RELATION_UNREACHABLE]))),
             J_VALUE("places", places), J_VALUE("names", texts_of(&seal->names)),
             J_INT("n_names", (int64_t)seal->n_names));
    if (seal->n_blobs >= 0)
        json_set_int(row, "blobs", seal->n_blobs);
}

static struct json *texts_found(const struct task_result *result)
{
    struct json *texts = json_array();
    for (size_t i = 0; i < result->texts.n; i++) {
        const struct found_text *text = &result->texts.items[i];
        json_push(texts, json_make(J_TEXT(text->is_blob ? "blob" : "file", text->name),
                                   J_TEXT("solves", text->path)));
    }
    return texts;
}

/* Whether the base has all lines that the gold adds. */
static bool has_donor_code(const struct task_result *result)
{
    return result->off & 1U << EVIDENCE_CONTAINED && !(result->off & 1U << EVIDENCE_EXACT);
}

static struct json *result_of(const struct task_result *result, bool is_searched)
{
    struct json *row =
        json_make(J_TEXT("id", result->task->id), J_TEXT("repository", result->repository),
                  J_TEXT("base", result->base),
                  J_TEXT("decision", task_decision_names[task_result_decide(result)]),
                  J_TEXT("problem", result->problem));
    if (result->problem)
        return row;
    add_seal(row, &result->seal);
    if (!is_searched)
        return row;
    struct json *findings = json_array();
    for (size_t i = 0; i < result->findings.n; i++)
        json_push(findings, finding_of(&result->findings.items[i], result->base_date));
    return json_add(row, J_BOOL("applies", result->is_applicable),
                    J_VALUE("off", bits_of(result->off, evidence_names)),
                    J_BOOL("donor_code", has_donor_code(result)),
                    J_VALUE("n_findings", counts_of(result)), J_VALUE("findings", findings),
                    J_INT("n_texts", (int64_t)result->n_texts),
                    J_VALUE("texts", texts_found(result)),
                    J_TEXT("same_fix_as", result->twin ? result->twin->id : NULL));
}

/* For each evidence, the number of tasks that have it, in all and by relation. */
static struct json *evidence_rows(const struct task_scan *scan)
{
    struct json *rows = json_array();
    for (int evidence = 0; evidence < N_EVIDENCES; evidence++) {
        int64_t n_tasks = 0, n[N_RELATIONS] = {0};
        for (size_t i = 0; i < scan->results.n; i++) {
            const size_t *counts = scan->results.items[i].n_findings[evidence];
            bool has_any = false;
            for (int relation = RELATION_BEFORE; relation < N_RELATIONS; relation++) {
                n[relation] += counts[relation] > 0;
                has_any = has_any || counts[relation];
            }
            n_tasks += has_any;
        }
        struct json *row =
            json_make(J_TEXT("evidence", evidence_names[evidence]), J_INT("tasks", n_tasks));
        for (int relation = RELATION_BEFORE; relation < N_RELATIONS; relation++)
            json_set_int(row, relation_names[relation], n[relation]);
        json_push(rows, row);
    }
    return rows;
}

/* For each problem, in the order of the tasks, how many tasks have it, and the first of them. */
static struct json *problem_rows(const struct task_scan *scan)
{
    struct json *rows = json_array();
    scoped(table) problems = {0};
    scoped_array ARRAY(int64_t) counts = {0};
    scoped_array ARRAY(const struct task *) first = {0};
    for (size_t i = 0; i < scan->results.n; i++) {
        const struct task_result *result = &scan->results.items[i];
        if (!result->problem)
            continue;
        size_t number = (size_t)table_number(&problems, result->problem);
        if (number == counts.n) {
            array_push(&counts, 0);
            array_push(&first, result->task);
        }
        counts.items[number]++;
    }
    for (size_t i = 0; i < counts.n; i++)
        json_push(rows,
                  json_make(J_TEXT("problem", problems.keys.items[i]),
                            J_INT("tasks", counts.items[i]), J_TEXT("first", first.items[i]->id),
                            J_INT("line", (int64_t)first.items[i]->line)));
    return rows;
}

/* The tasks that have the same fix as an earlier one. */
static struct json *twin_rows(const struct task_scan *scan)
{
    struct json *rows = json_array();
    for (size_t i = 0; i < scan->results.n; i++)
        if (scan->results.items[i].twin)
            json_push(rows, json_make(J_TEXT("task", scan->results.items[i].task->id),
                                      J_TEXT("same_fix_as", scan->results.items[i].twin->id)));
    return rows;
}

static bool has_finding(const struct task_result *result)
{
    if (result->n_texts)
        return true;
    for (int evidence = 0; evidence < EVIDENCE_SIMILAR; evidence++)
        for (int relation = RELATION_BEFORE; relation < N_RELATIONS; relation++)
            if (result->n_findings[evidence][relation])
                return true;
    return false;
}

struct json *task_report_make(const struct task_scan *scan, enum sight sight, bool is_sealed_only)
{
    bool is_searched = !is_sealed_only;
    struct json *results = json_array();
    int64_t n_searched = 0, n_sealed = 0, n_found = 0, n_decided[N_TASK_DECISIONS] = {0};
    int64_t n_before = 0, n_donor = 0, n_with_files = 0;
    for (size_t i = 0; i < scan->results.n; i++) {
        const struct task_result *result = &scan->results.items[i];
        n_searched += !result->problem;
        n_sealed += !result->problem && result->seal.is_sealed;
        n_found += has_finding(result);
        n_before += task_result_is_solved_before(result);
        n_donor += has_donor_code(result);
        n_with_files += result->n_texts > 0;
        n_decided[task_result_decide(result)]++;
        json_push(results, result_of(result, is_searched));
    }
    struct json *report =
        json_make(J_TEXT("visible", sight_names[sight]), J_INT("tasks", (int64_t)scan->results.n),
                  J_INT("n_searched", n_searched), J_INT("n_sealed", n_sealed));
    if (is_searched)
        json_add(report, J_INT("n_found", n_found), J_INT("n_before", n_before),
                 J_INT("n_with_files", n_with_files), J_INT("n_donor", n_donor),
                 J_VALUE("hit_rate", tabular_make_share(n_found, n_searched)),
                 J_VALUE("evidence", evidence_rows(scan)), J_VALUE("twins", twin_rows(scan)));
    if (scan->calibration.seed)
        json_set(report, "calibration", calibration_report_make(&scan->calibration));
    return json_add(
        report, J_INT("n_keep", n_decided[TASK_KEEP]), J_INT("n_drop", n_decided[TASK_DROP]),
        J_INT("n_review", n_decided[TASK_REVIEW]), J_VALUE("results", results),
        J_INT("n_problems", (int64_t)scan->results.n - n_searched),
        J_VALUE("problems", problem_rows(scan)), J_INT("n_unread", (int64_t)scan->n_unread),
        J_TEXT("notes", scan->notes.length ? str_text(&scan->notes) : NULL));
}

static const char tasks_text[] = {
#include "report/text/tasks.txt.inc"
};

static const char tasks_checked_text[] = {
#include "report/text/tasks_checked.txt.inc"
};

/* The number of commits that can be seen, as one cell. */
static void add_commits(struct tabular *table, const struct json *row)
{
    const struct json *commits = json_get(row, "commits");
    double n = json_number_at(commits, "after") + json_number_at(commits, "side") +
               json_number_at(commits, "unreachable");
    if (n > 0)
        tabular_count(table, n);
    else
        tabular_text(table, json_is_true(json_get(row, "is_sealed")) ? "sealed" : "blobs");
}

static void add_places(struct tabular *table, const struct json *finding)
{
    scoped(str) text = {0};
    json_each(place, json_get(finding, "places"))
        str_print(&text, "%s%s", text.length ? ", " : "", json_text(place));
    if (!text.length)
        str_add_text(&text, strcmp(json_text_at(finding, "relation"), "before") == 0
                                ? "past of the base"
                                : "none");
    tabular_text(table, str_text(&text));
}

static void add_finding(struct tabular *table, const struct json *finding)
{
    const char *role = json_text_at(finding, "role");
    tabular_text(table, json_text_at(finding, "evidence"));
    tabular_text(table, *role ? role : json_text_at(finding, "relation"));
    tabular_format(table, "%.10s", json_text_at(finding, "commit"));
    add_places(table, finding);
}

/* The cells of a task without a finding in a commit: the first text that was found, if any. */
static void add_text(struct tabular *table, const struct json *text)
{
    const char *file = json_text_at(text, "file");
    tabular_text(table, text ? "text" : "-");
    tabular_text(table, !text ? "" : file ? "file" : "blob");
    tabular_text(table, "");
    tabular_text(table, !text ? "" : file ? file : json_text_at(text, "blob"));
}

/* The places of the commits that can be seen, and the first name that leads there. */
static void add_sights(struct tabular *table, const struct json *row)
{
    scoped(str) places = {0};
    const struct json *first = json_first(json_get(row, "names"));
    double n_names = json_number_at(row, "n_names");
    json_each(place, json_get(row, "places"))
        str_print(&places, "%s%s", places.length ? ", " : "", json_name(place));
    tabular_text(table, str_text(&places));
    if (n_names > 1)
        tabular_format(table, "%s and %.0f more", json_text(first), n_names - 1);
    else
        tabular_text(table, first ? json_text(first) : "");
}

static void add_result(struct tabular *table, const struct json *row, bool is_searched,
                       bool has_commits)
{
    const struct json *first = json_first(json_get(row, "findings"));
    tabular_text(table, json_text_at(row, "id"));
    if (has_commits)
        add_commits(table, row);
    if (!is_searched)
        add_sights(table, row);
    else if (first)
        add_finding(table, first);
    else
        add_text(table, json_first(json_get(row, "texts")));
}

/* Where a task is in the list: what needs a decision comes first, what is in order last. */
enum { RANK_DROP, RANK_REVIEW, RANK_FOUND, RANK_OPEN, RANK_SEALED, N_RANKS };
static int rank_of(const struct json *row)
{
    const char *decision = json_text_at(row, "decision");
    if (strcmp(decision, task_decision_names[TASK_DROP]) == 0)
        return RANK_DROP;
    if (strcmp(decision, task_decision_names[TASK_REVIEW]) == 0)
        return RANK_REVIEW;
    if (json_first(json_get(row, "findings")) || json_first(json_get(row, "texts")))
        return RANK_FOUND;
    return json_is_true(json_get(row, "is_sealed")) ? RANK_SEALED : RANK_OPEN;
}

static void add_columns(struct tabular *table, bool is_searched, bool has_commits)
{
    tabular_column(table, 'l', "task");
    if (has_commits)
        tabular_column(table, 'r', "commits");
    tabular_columns(table, "l",
                    is_searched ? TITLES("evidence", "role", "commit", "seen in")
                                : TITLES("seen in", "such as"));
}

/* Prints the tasks that were searched, each with its first finding; without a search, with what can
 * be seen. */
static void print_results(const struct json *report, size_t limit, FILE *out)
{
    struct tabular table = {0};
    size_t n = 0;
    bool is_searched = json_get(report, "hit_rate");
    bool has_commits = strcmp(json_text_at(report, "visible"), sight_names[SIGHT_ANCESTORS]) != 0;
    add_columns(&table, is_searched, has_commits);
    for (int rank = 0; rank < N_RANKS; rank++)
        json_each(row, json_get(report, "results")) {
            if (!json_text_at(row, "problem") && rank_of(row) == rank && n++ < limit)
                add_result(&table, row, is_searched, has_commits);
        }
    tabular_print(&table,
                  is_searched ? "Commits outside the past of each base, and the first finding"
                              : "Commits outside the past of each base",
                  out);
    if (n > limit)
        fprintf(out, "  ... and %zu more (--limit all)\n", n - limit);
}

/* What only the printed report has: the rows of evidence that some task has, and whether a task is
 * not sealed. */
static struct json *for_people(const struct json *report)
{
    bool is_sealed = json_number_at(report, "n_sealed") >= json_number_at(report, "n_searched");
    struct json *rows = json_array();
    json_each(row, json_get(report, "evidence")) {
        if (json_number_at(row, "tasks") > 0)
            json_push(rows, json_copy(row));
    }
    return json_make(J_VALUE("shown_evidence", rows), J_BOOL("needs_cleaning", !is_sealed));
}

/* Prints the files and blobs that have the solution. */
static void print_texts(const struct json *report, size_t limit, FILE *out)
{
    struct tabular table = {0};
    size_t n = 0;
    tabular_columns(&table, "llll", TITLES("task", "text", "name", "of the patch"));
    json_each(row, json_get(report, "results")) {
        json_each(text, json_get(row, "texts")) {
            bool is_blob = json_get(text, "blob");
            if (n++ >= limit)
                continue;
            tabular_text(&table, json_text_at(row, "id"));
            tabular_text(&table, is_blob ? "blob" : "file");
            tabular_text(&table, json_text_at(text, is_blob ? "blob" : "file"));
            tabular_text(&table, json_text_at(text, "solves"));
        }
    }
    if (n)
        tabular_print(&table, "Texts that have the solution", out);
    else
        tabular_release(&table);
    if (n > limit)
        fprintf(out, "  ... and more (--limit all)\n");
}

void task_report_print(const struct json *report, size_t limit, FILE *out)
{
    scoped(json) *more = for_people(report);
    report_text_print(tasks_text, report, more, out);
    if (json_number_at(report, "n_searched") > 0)
        print_results(report, limit, out);
    print_texts(report, limit, out);
    if (json_get(report, "calibration"))
        calibration_report_print(json_get(report, "calibration"), out);
}

void task_check_print(const struct json *report, FILE *out)
{
    report_text_print(tasks_checked_text, report, NULL, out);
}
