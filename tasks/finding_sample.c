#include "tasks/finding_sample.h"

#include "base/csv_row.h"
#include "base/date.h"
#include "base/delimited.h"
#include "base/file.h"
#include "base/hash.h"

#include <string.h>

/* ---- Drawing ---- */

struct drawn {
    uint64_t rank; /* a hash: those with the lowest are drawn */
    uint32_t task, finding;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;
    if (x->rank != y->rank)
        return COMPARE(x->rank, y->rank);
    return x->task != y->task ? COMPARE(x->task, y->task) : COMPARE(x->finding, y->finding);
}

static int compare_places(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;
    return x->task != y->task ? COMPARE(x->task, y->task) : COMPARE(x->finding, y->finding);
}

static uint64_t rank_of(const char *seed, const struct task *task, const char *commit)
{
    scoped(str) key = {0};
    str_add(&key, seed, strlen(seed) + 1);
    str_add(&key, task->id, strlen(task->id) + 1);
    str_add_text(&key, commit);
    return hash_bytes(key.text, key.length, 0);
}

static void add_row(struct str *out, const struct task_result *result,
                    const struct task_finding *finding)
{
    static const struct csv_style style = {',', .escapes_formulas = true};
    char date[DATE_TEXT_SIZE];
    date_text(date, finding->date);
    const char *const cells[] = {result->task->id,
                                 result->repository,
                                 finding->commit,
                                 evidence_names[finding->evidence],
                                 relation_names[finding->relation],
                                 finding_role_names[finding->role],
                                 date,
                                 finding->subject,
                                 NULL};
    for (const char *const *cell = cells; *cell; cell++) {
        csv_add_text(out, &style, *cell);
        str_add_text(out, ",");
    }
    str_add_text(out, "\n");
}

void finding_sample_add(struct str *out, const struct task_scan *scan, size_t n, const char *seed)
{
    scoped_array ARRAY(struct drawn) all = {0};
    for (size_t t = 0; t < scan->results.n; t++)
        for (size_t f = 0; f < scan->results.items[t].findings.n; f++) {
            const struct task_result *result = &scan->results.items[t];
            uint64_t rank = rank_of(seed, result->task, result->findings.items[f].commit);
            array_push(&all, ((struct drawn){rank, (uint32_t)t, (uint32_t)f}));
        }
    array_sort(&all, compare_ranks);
    all.n = all.n < n ? all.n : n;
    array_sort(&all, compare_places);
    str_add_text(out, "task,repository,commit,evidence,relation,role,date,subject,verdict\n");
    for (size_t i = 0; i < all.n; i++) {
        const struct task_result *result = &scan->results.items[all.items[i].task];
        add_row(out, result, &result->findings.items[all.items[i].finding]);
    }
}

/* ---- Judgements ---- */

struct judging {
    struct judgements *judgements;
    const char *path;
    int evidence, verdict; /* columns */
    bool has_header;
    struct err *err;
    int status;
};

static const char *cell_of(const struct delimited_row *row, int column)
{
    return column >= 0 && (size_t)column < row->n_fields ? row->fields[column].text : "";
}

static bool is_word(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcasecmp(text, *words) == 0)
            return true;
    return false;
}

static int take_judgement(struct judging *judging, const struct delimited_row *row)
{
    static const char *const yes[] = {"true", "yes", "1", NULL}, *const no[] = {"false", "no", "0",
                                                                                NULL};
    const char *evidence = cell_of(row, judging->evidence);
    const char *verdict = cell_of(row, judging->verdict);
    int number = text_place(evidence, evidence_names);
    if (row->is_binary || number == N_EVIDENCES)
        return err_set(judging->err, "'%s', line %zu: '%.60s' is not a kind of evidence",
                       judging->path, row->line, row->is_binary ? "" : evidence);
    struct judgements *judgements = &judging->judgements[number];
    if (is_word(verdict, yes))
        judgements->n_true++;
    else if (is_word(verdict, no))
        judgements->n_false++;
    else if (!*verdict)
        judgements->n_open++;
    else
        return err_set(judging->err,
                       "'%s', line %zu: the verdict '%.60s' is neither true nor false",
                       judging->path, row->line, verdict);
    return 0;
}

static void take_row(void *context, const struct delimited_row *row)
{
    struct judging *judging = context;
    if (judging->status != 0)
        return;
    if (judging->has_header) {
        judging->status = take_judgement(judging, row);
        return;
    }
    judging->has_header = true;
    judging->evidence = delimited_column(row, "evidence");
    judging->verdict = delimited_column(row, "verdict");
    if (judging->evidence < 0 || judging->verdict < 0)
        judging->status = err_set(judging->err,
                                  "'%s' is not a sample of findings: its first line must name the "
                                  "columns evidence and verdict; make one with --sample",
                                  judging->path);
}

int judgements_read(struct judgements judgements[N_EVIDENCES], const char *path, struct err *err)
{
    scoped(str) content = {0};
    struct judging judging = {.judgements = judgements, .path = path, .err = err};
    if (file_read(&content, path, err) != 0)
        return ERR;
    delimited_read(str_text(&content), content.length, take_row, &judging);
    if (judging.status == 0 && !judging.has_header)
        return err_set(err, "'%s' is empty; make a sample of findings with --sample", path);
    return judging.status;
}
