/* Pair by pair, with the generator's own comparison. */
#include "bench/truth.h"

#include <string.h>

enum { FIXES, HISTORIES };

static const char *const names[] = {"truth.tsv", "histories.tsv"};
static const char *const headers[] = {
    "problem\tbuggy\tfixed\tedit\tbefore\tafter\tline\tcolumn\n",
    "problem\tuser\tsubmissions\tpairs\tsingle\tidentical\n",
};

int truth_open(struct truth *truth, const char *folder, struct err *err)
{
    *truth = (struct truth){0};
    for (int i = 0; i < 2; i++) {
        struct str path = {0};
        str_print(&path, "%s/%s", folder, names[i]);
        int status = target_open(&truth->targets[i], str_text(&path), true, err);
        str_release(&path);
        if (status != 0)
            return ERR;
        truth->files[i] = fopen(truth->targets[i].partial_path, "w");
        if (!truth->files[i])
            return err_set_errno(err, "cannot write '%s'", truth->targets[i].partial_path);
        fputs(headers[i], truth->files[i]);
    }
    return 0;
}

static void write_escaped(const struct word *word, FILE *file)
{
    for (uint32_t i = 0; i < word->text_length; i++) {
        char c = word->text[i];
        if (c == '\t' || c == '\n' || c == '\r' || c == '\\')
            fprintf(file, "\\%c", c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : '\\');
        else
            fputc(c, file);
    }
}

static void write_fix(FILE *file, const struct history_name *name, const struct history *history,
                      size_t before, size_t after, const struct change *change)
{
    static const char *const kinds[] = {
        [CHANGE_REPLACE] = "replace", [CHANGE_INSERT] = "insert", [CHANGE_DELETE] = "delete"};
    const struct script *buggy = &history->versions[before].script;
    const struct script *fixed = &history->versions[after].script;
    size_t line, column;
    script_place(buggy, change->before, &line, &column);
    fprintf(file, "%s\ts%09zu\ts%09zu\t%s\t", name->problem_id, name->submissions[before],
            name->submissions[after], kinds[change->kind]);
    if (change->kind != CHANGE_INSERT)
        write_escaped(&buggy->words.items[change->before], file);
    fputc('\t', file);
    if (change->kind != CHANGE_DELETE)
        write_escaped(&fixed->words.items[change->after], file);
    fprintf(file, "\t%zu\t%zu\n", line, column);
}

void truth_add(struct truth *truth, const struct history_name *name, const struct history *history)
{
    size_t n_pairs = 0, n_single = 0, n_identical = 0;
    for (size_t before = 0; before < history->n; before++) {
        for (size_t after = before + 1; after < history->n; after++) {
            if (history->versions[before].verdict != VERDICT_FAILING ||
                history->versions[after].verdict != VERDICT_ACCEPTED)
                continue;
            n_pairs++;
            struct change change = history_change(history, before, after);
            if (change.kind == CHANGE_NONE) {
                n_identical++;
            } else if (change.kind != CHANGE_LARGER) {
                n_single++;
                write_fix(truth->files[FIXES], name, history, before, after, &change);
            }
        }
    }
    fprintf(truth->files[HISTORIES], "%s\tu%09zu\t%zu\t%zu\t%zu\t%zu\n", name->problem_id,
            name->user, history->n, n_pairs, n_single, n_identical);
    truth->n_histories++;
    truth->n_pairs += n_pairs;
    truth->n_single += n_single;
    truth->n_identical += n_identical;
}

int truth_close(struct truth *truth, bool is_complete, struct err *err)
{
    int status = 0;
    /* truth.tsv comes last: where it stands, everything does. */
    for (int i = 1; i >= 0; i--) {
        bool is_written = truth->files[i] && !ferror(truth->files[i]);
        if (truth->files[i] && fclose(truth->files[i]) != 0)
            is_written = false;
        if (is_complete && status == 0 && !is_written)
            status = err_set_errno(err, "cannot write '%s'", truth->targets[i].path);
        if (is_complete && status == 0)
            status = target_commit(&truth->targets[i], err);
        else if (truth->targets[i].path)
            target_abandon(&truth->targets[i]);
    }
    return status;
}
