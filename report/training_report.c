#include "report/training_report.h"

#include "base/table.h"
#include "report/printout.h"

#include <inttypes.h>
#include <string.h>

static const char *const match_names[] = {"renamed", "exact"};
static const char *const relation_names[] = {"part", "whole"};

static const char *name_of_file(const struct training_options *options, uint32_t file)
{
    const char *path = options->files.items[file];
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static struct json *place_of(const struct training_options *options, uint32_t file, uint64_t line)
{
    scoped(str) place = {0};
    str_print(&place, "%s:%" PRIu64, name_of_file(options, file), line);
    return json_make(J_TEXT("file", options->files.items[file]), J_INT("line", (int64_t)line),
                     J_TEXT("place", str_text(&place)));
}

/* Whether two findings are in one row, and say the same of different programs. */
static bool are_alike(const struct training_finding *a, const struct training_finding *b)
{
    return a->row == b->row && a->match.is_exact == b->match.is_exact &&
           a->match.n_tokens == b->match.n_tokens && a->match.is_whole == b->match.is_whole;
}

static void add_fixes(struct json *list, const struct training *training,
                      const struct training_finding *finding)
{
    const struct held_out_program *program =
        &training->held_out.programs.items[finding->match.needle];
    for (uint32_t i = 0; i < program->n_uses; i++) {
        const struct held_out_use *use = &training->held_out.uses.items[program->first_use + i];
        json_push(list, json_make(J_TEXT("id", use->id), J_TEXT("split", use->split),
                                  J_TEXT("origin", store_origins[use->origin]),
                                  J_TEXT("program", use->is_fixed ? "fixed" : "buggy")));
    }
}

/* Adds at most `limit` rows, and returns the number of all. */
static size_t add_findings(struct json *rows, const struct training *training,
                           const struct training_options *options, size_t limit)
{
    const struct training_finding *list = training->findings.items;
    size_t n = 0;
    for (size_t i = 0, end; i < training->findings.n; i = end) {
        struct json *fixes = n < limit ? json_array() : NULL;
        for (end = i; end < training->findings.n && are_alike(&list[i], &list[end]); end++)
            if (fixes)
                add_fixes(fixes, training, &list[end]);
        if (n++ >= limit)
            continue;
        struct json *row = place_of(options, list[i].file, list[i].line);
        json_add(row, J_INT("row", (int64_t)list[i].row + 1),
                 J_TEXT("match", match_names[list[i].match.is_exact]),
                 J_TEXT("relation", relation_names[list[i].match.is_whole]),
                 J_INT("tokens", list[i].match.n_tokens),
                 J_INT("n_fixes", (int64_t)json_count(fixes)), J_VALUE("fixes", fixes));
        json_push(rows, row);
    }
    return n;
}

/* What is counted for one kind of match and relation, or for all. */
struct tally {
    int64_t n_rows, n_fixes;
};

/* Counts the findings of a kind; -1: of any. */
static struct tally tally_of(const struct training *training, int exact, int whole)
{
    struct tally tally = {0, 0};
    uint64_t last = UINT64_MAX;
    scoped(table) ids = {0};
    for (size_t i = 0; i < training->findings.n; i++) {
        const struct training_finding *finding = &training->findings.items[i];
        const struct held_out_program *program =
            &training->held_out.programs.items[finding->match.needle];
        if ((exact >= 0 && exact != finding->match.is_exact) ||
            (whole >= 0 && whole != finding->match.is_whole))
            continue;
        tally.n_rows += last != finding->row;
        last = finding->row;
        for (uint32_t k = 0; k < program->n_uses; k++)
            tally.n_fixes +=
                table_add(&ids, training->held_out.uses.items[program->first_use + k].id) !=
                TABLE_NONE;
    }
    return tally;
}

static struct json *summary_of(const struct training *training)
{
    struct json *rows = json_array();
    for (int whole = 1; whole >= 0; whole--)
        for (int exact = 1; exact >= 0; exact--) {
            struct tally tally = tally_of(training, exact, whole);
            json_push(rows, json_make(J_TEXT("match", match_names[exact]),
                                      J_TEXT("relation", relation_names[whole]),
                                      J_INT("rows", tally.n_rows), J_INT("fixes", tally.n_fixes)));
        }
    return rows;
}

/* Counts the held-out fixes of an origin. */
static int64_t count_fixes(const struct training *training, enum fix_origin origin)
{
    scoped(table) ids = {0};
    for (size_t i = 0; i < training->held_out.uses.n; i++)
        if (training->held_out.uses.items[i].origin == origin)
            table_number(&ids, training->held_out.uses.items[i].id);
    return (int64_t)ids.keys.n;
}

struct json *training_report_make(const struct training *training,
                                  const struct training_options *options, size_t limit)
{
    struct json *findings = json_array(), *problems = json_array();
    struct tally all = tally_of(training, -1, -1);
    scoped(str) splits = {0};
    split_add_names(&splits, options->held_out.splits);
    size_t n_findings = add_findings(findings, training, options, limit);
    for (size_t i = 0; i < training->problems.n && i < limit; i++) {
        const struct training_problem *problem = &training->problems.items[i];
        json_push(problems, json_add(place_of(options, problem->file, problem->line),
                                     J_TEXT("reason", problem->reason)));
    }
    return json_make(
        J_TEXT("held_out", str_text(&splits)),
        J_INT("held_out_fixes", count_fixes(training, ORIGIN_REAL)),
        J_INT("held_out_mutants", count_fixes(training, ORIGIN_MUTANT)),
        J_INT("held_out_rewrites", count_fixes(training, ORIGIN_REWRITE)),
        J_INT("programs", (int64_t)training->held_out.programs.n),
        J_TEXT("match", options->is_renamed ? "type2" : "type1"),
        J_INT("min_tokens", SEARCH_MIN_TOKENS),
        J_VALUE("files", json_texts(options->files.items, options->files.n)),
        J_INT("rows", (int64_t)training->n_rows), J_INT("texts", (int64_t)training->n_texts),
        J_INT("n_found", all.n_rows), J_INT("n_fixes", all.n_fixes),
        J_VALUE("summary", summary_of(training)), J_INT("n_findings", (int64_t)n_findings),
        J_VALUE("findings", findings), J_INT("n_common", (int64_t)training->n_common),
        J_INT("n_problems", (int64_t)training->n_problems), J_VALUE("problems", problems),
        J_BOOL("clean", !all.n_rows && !training->n_problems));
}

static const char training_text[] = {
#include "report/text/training.txt.inc"
};

void training_report_print(const struct json *report, FILE *out)
{
    double n_findings = (double)json_count(json_get(report, "findings"));
    double n_problems = (double)json_count(json_get(report, "problems"));
    scoped(json) *more =
        json_make(J_INT("n_files", (int64_t)json_count(json_get(report, "files"))),
                  J_DOUBLE("more_findings", json_number_at(report, "n_findings") - n_findings),
                  J_DOUBLE("more_problems", json_number_at(report, "n_problems") - n_problems));
    printout_print(training_text, report, more, out);
}
