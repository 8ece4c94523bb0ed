/* What was found becomes one JSON value. That is what is stored and what is printed. */
#include "report/task_findings.h"

#include "base/date.h"
#include "base/file.h"
#include "base/table.h"
#include "report/printout.h"
#include "report/tabular.h"

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
        J_TEXT("date", date), J_INT("time", finding->date),
        J_INT("days", (finding->date - base_date) / 86400), J_TEXT("subject", finding->subject),
        J_VALUE("places", bits_of(finding->places, place_names)),
        J_VALUE("names", texts_of(&finding->names)), J_INT("n_names", (int64_t)finding->n_names));
    if (finding->evidence == EVIDENCE_SIMILAR)
        json_set_double(made, "similarity", finding->similarity);
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

static struct json *result_of(const struct task_result *result)
{
    const char *why;
    enum task_decision decision = task_result_decide(result, &why);
    struct json *row =
        json_make(J_TEXT("id", result->task->id), J_INT("line", (int64_t)result->task->line),
                  J_TEXT("repository", result->repository), J_TEXT("base", result->base),
                  J_TEXT("decision", task_decision_names[decision]), J_TEXT("why", why),
                  J_TEXT("problem", result->fault));
    if (result->fault)
        return row;
    add_seal(row, &result->seal);
    struct json *findings = json_array();
    for (size_t i = 0; i < result->findings.n; i++)
        json_push(findings, finding_of(&result->findings.items[i], result->base_date));
    return json_add(
        row, J_INT("base_time", result->base_date), J_BOOL("applies", result->is_applicable),
        J_VALUE("off", bits_of(result->off, evidence_names)),
        J_BOOL("donor_code", result->has_donor), J_VALUE("n_findings", counts_of(result)),
        J_VALUE("findings", findings), J_INT("n_texts", (int64_t)result->n_texts),
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

/* For each fault, in the order of the tasks, how many tasks have it, and the first of them. */
static struct json *fault_rows(const struct task_scan *scan)
{
    struct json *rows = json_array();
    scoped(table) faults = {0};
    scoped_array ARRAY(int64_t) counts = {0};
    scoped_array ARRAY(const struct task *) first = {0};
    for (size_t i = 0; i < scan->results.n; i++) {
        const struct task_result *result = &scan->results.items[i];
        if (!result->fault)
            continue;
        size_t number = (size_t)table_number(&faults, result->fault);
        if (number == counts.n) {
            array_push(&counts, 0);
            array_push(&first, result->task);
        }
        counts.items[number]++;
    }
    for (size_t i = 0; i < counts.n; i++)
        json_push(rows,
                  json_make(J_TEXT("problem", faults.keys.items[i]),
                            J_INT("tasks", counts.items[i]), J_TEXT("first", first.items[i]->id),
                            J_INT("line", (int64_t)first.items[i]->line)));
    return rows;
}

/* Whether a result has one of some kinds of evidence, a set, up to a relation. */
static bool has_evidence(const struct task_result *result, unsigned kinds, enum relation last)
{
    for (int evidence = 0; evidence < N_EVIDENCES; evidence++)
        for (int relation = RELATION_BEFORE; relation <= (int)last; relation++)
            if (kinds >> evidence & 1 && result->n_findings[evidence][relation])
                return true;
    return false;
}

static void add_outcome(struct json *found, const struct task_outcome *outcome)
{
    struct json *failing = json_make(
        J_INT("not_sealed", outcome->not_sealed), J_INT("solved_before", outcome->solved_before),
        J_INT("in_files", outcome->in_files), J_INT("not_applicable", outcome->not_applicable),
        J_INT("blind", outcome->blind), J_INT("not_searched", outcome->not_searched));
    json_add(found, J_BOOL("is_checked", true), J_INT("n_failing", outcome->n_failing),
             J_VALUE("failing", failing), J_BOOL("clean", outcome->is_clean));
}

struct json *task_findings_make(const struct task_scan *scan, enum sight sight,
                                const struct task_outcome *outcome)
{
    struct json *results = json_array();
    int64_t n_searched = 0, n_sealed = 0, n_found = 0, n_decided[N_TASK_DECISIONS] = {0};
    int64_t n_before = 0, n_reverted = 0, n_similar = 0, n_with_files = 0;
    const unsigned revert = 1U << EVIDENCE_REVERT, similar = 1U << EVIDENCE_SIMILAR;
    for (size_t i = 0; i < scan->results.n; i++) {
        const struct task_result *result = &scan->results.items[i];
        const char *why;
        bool is_found = result->n_texts || has_evidence(result, ~similar, N_RELATIONS - 1);
        bool is_before = has_evidence(result, ~(similar | revert), RELATION_BEFORE);
        n_searched += !result->fault;
        n_sealed += !result->fault && result->seal.is_sealed;
        n_found += is_found;
        n_similar += !is_found && has_evidence(result, similar, N_RELATIONS - 1);
        n_before += is_before;
        n_reverted += !is_before && has_evidence(result, revert, RELATION_BEFORE);
        n_with_files += result->n_texts > 0;
        n_decided[task_result_decide(result, &why)]++;
        json_push(results, result_of(result));
    }
    struct json *found = json_make(
        J_TEXT("visible", sight_names[sight]), J_INT("tasks", (int64_t)scan->results.n),
        J_INT("n_searched", n_searched), J_INT("n_sealed", n_sealed), J_INT("n_found", n_found),
        J_INT("n_before", n_before), J_INT("n_reverted", n_reverted), J_INT("n_similar", n_similar),
        J_INT("n_with_files", n_with_files),
        J_VALUE("hit_rate", tabular_make_share(n_found, n_searched)),
        J_INT("n_keep", n_decided[TASK_KEEP]), J_INT("n_drop", n_decided[TASK_DROP]),
        J_INT("n_review", n_decided[TASK_REVIEW]), J_VALUE("evidence", evidence_rows(scan)),
        J_VALUE("results", results), J_INT("n_problems", (int64_t)scan->results.n - n_searched),
        J_VALUE("problems", fault_rows(scan)), J_INT("n_damaged", (int64_t)scan->n_damaged),
        J_INT("n_unread", (int64_t)scan->n_unread),
        J_TEXT("notes", scan->notes.length ? str_text(&scan->notes) : NULL));
    if (outcome)
        add_outcome(found, outcome);
    return found;
}

/* ---- In a database ---- */

int task_findings_store(const struct json *found, const struct task_run *run, struct db *db,
                        struct err *err)
{
    static const char sql[] = {
#include "report/tasks_stored.sql.inc"
    };
    scoped(str) searched = {0}, results = {0};
    scoped(json) *about =
        json_make(J_TEXT("tasks", file_name(run->tasks)), J_TEXT("sha256", run->tasks_sha256),
                  J_TEXT("base", run->base), J_TEXT("repositories", file_name(run->repositories)),
                  J_TEXT("files", run->files ? file_name(run->files) : NULL),
                  J_TEXT("visible", json_text_at(found, "visible")),
                  J_DOUBLE("n_damaged", json_number_at(found, "n_damaged")),
                  J_DOUBLE("n_unread", json_number_at(found, "n_unread")));
    json_print(&searched, about);
    json_print(&results, json_get(found, "results"));
    if (db_execute(db, "CREATE TEMP TABLE task_results (task_key INTEGER PRIMARY KEY, result TEXT)",
                   err) != 0 ||
        db_change(db, err,
                  "INSERT INTO task_results SELECT 0, ? UNION ALL "
                  "SELECT key + 1, value FROM json_each(?)",
                  "tt", searched.text, results.text) != 0)
        return ERR;
    return db_execute(db, sql, err);
}

/* ---- As text ---- */

static const char tasks_text[] = {
#include "report/text/tasks.txt.inc"
};

/* Where a task is in the list: what needs a decision comes first, what is in order last. */
enum { RANK_DROP, RANK_REVIEW, RANK_FOUND, RANK_OPEN, RANK_SEALED, N_RANKS };
static int rank_of(const struct json *row)
{
    const char *decision = json_text_at(row, "decision");
    if (strcmp(decision, task_decision_names[TASK_KEEP]) != 0)
        return strcmp(decision, task_decision_names[TASK_DROP]) == 0 ? RANK_DROP : RANK_REVIEW;
    if (json_first(json_get(row, "findings")) || json_first(json_get(row, "texts")))
        return RANK_FOUND;
    return json_is_true(json_get(row, "is_sealed")) ? RANK_SEALED : RANK_OPEN;
}

/* The number of commits that can be seen, as one cell. */
static void set_commits(struct json *line, const struct json *row)
{
    const struct json *commits = json_get(row, "commits");
    scoped(str) text = {0};
    double n = json_number_at(commits, "after") + json_number_at(commits, "side") +
               json_number_at(commits, "unreachable");
    if (n > 0)
        str_print(&text, "%.0f", n);
    else
        str_add_text(&text, json_is_true(json_get(row, "is_sealed")) ? "sealed"
                            : json_number_at(row, "blobs") > 0       ? "blobs"
                                                                     : "names");
    json_set_text(line, "commits", str_text(&text));
}

/* The first finding of a task; without one, the first text that was found; and why it is not kept.
 */
static void set_finding(struct json *line, const struct json *row)
{
    const struct json *finding = json_first(json_get(row, "findings"));
    const struct json *text = json_first(json_get(row, "texts"));
    const char *file = json_text_at(text, "file"), *role = json_text_at(finding, "role");
    const char *why = json_text_at(row, "why");
    scoped(str) places = {0}, commit = {0}, decision = {0};
    if (why)
        str_print(&decision, "%s: %s", json_text_at(row, "decision"), why);
    str_print(&commit, "%.10s", finding ? json_text_at(finding, "commit") : "");
    json_each(place, json_get(finding, "places"))
        str_print(&places, "%s%s", places.length ? ", " : "", json_text(place));
    if (decision.length)
        json_set_text(line, "decided", str_text(&decision));
    if (finding)
        json_add(line, J_TEXT("evidence", json_text_at(finding, "evidence")),
                 J_TEXT("role", *role ? role : json_text_at(finding, "relation")),
                 J_TEXT("commit", str_text(&commit)),
                 J_TEXT("seen", places.length ? str_text(&places) : "past of the base"));
    else if (text)
        json_add(line, J_TEXT("evidence", "text"), J_TEXT("role", file ? "file" : "blob"),
                 J_TEXT("seen", file ? file : json_text_at(text, "blob")));
}

static void add_texts(struct json *list, const struct json *row)
{
    json_each(text, json_get(row, "texts"))
        json_push(list, json_add(json_copy(text), J_TEXT("task", json_text_at(row, "id"))));
}

static struct json *evidence_shown(const struct json *found)
{
    struct json *rows = json_array();
    json_each(row, json_get(found, "evidence")) {
        if (json_number_at(row, "tasks") > 0)
            json_push(rows, json_copy(row));
    }
    return rows;
}

void task_findings_print(const struct json *found, size_t limit, FILE *out)
{
    bool has_commits = strcmp(json_text_at(found, "visible"), sight_names[SIGHT_ANCESTORS]) != 0;
    struct json *lines = json_array(), *texts = json_array();
    size_t n = 0;
    for (int rank = 0; rank < N_RANKS; rank++)
        json_each(row, json_get(found, "results")) {
            if (json_text_at(row, "problem") || rank_of(row) != rank || n++ >= limit)
                continue;
            struct json *line = json_make(J_TEXT("task", json_text_at(row, "id")),
                                          J_TEXT("twin", json_text_at(row, "same_fix_as")));
            if (has_commits)
                set_commits(line, row);
            set_finding(line, row);
            add_texts(texts, row);
            json_push(lines, line);
        }
    scoped(json) *more =
        json_make(J_VALUE("lines", lines), J_VALUE("texts", texts),
                  J_VALUE("evidence_shown", evidence_shown(found)),
                  J_INT("n_more", n > limit ? (int64_t)(n - limit) : 0),
                  J_BOOL("needs_cleaning",
                         json_number_at(found, "n_sealed") < json_number_at(found, "n_searched")));
    printout_print(tasks_text, found, more, out);
}
