/* The report of the findings, for people and for programs (validation.h). */
#include "export/validate/validation.h"

#include "base/terminal.h"
#include "base/str.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_finding(const struct finding *finding, FILE *out)
{
    scoped(str) line = {0};
    terminal_add_safe(&line, finding->file, strlen(finding->file), 0);
    str_print(&line, ":%" PRIu64 ": %s%s: ", finding->line, finding->is_warning ? "warning: " : "",
              finding->rule);
    terminal_add_safe(&line, finding->detail, strlen(finding->detail), 0);
    fprintf(out, "%s\n", str_text(&line));
}

static void print_summary(const struct validation *validation, FILE *out)
{
    const struct findings *findings = &validation->findings;
    uint64_t n_all = 0;
    fprintf(out, "%s, %s: %s", counted((int64_t)validation->files.n, "file", "files").text,
            counted((int64_t)validation->n_rows, "row", "rows").text,
            findings->n_errors ? "NOT VALID" : "valid");
    for (size_t i = 0; i < findings->rules.n; i++) {
        const struct rule_count *count = &findings->rules.items[i];
        fprintf(out, "%s%" PRIu64 " %s%s", i ? ", " : "; ", count->n, count->rule,
                count->is_warning ? " (warning)" : "");
        n_all += count->n;
    }
    if (n_all > findings->list.n)
        fprintf(out, "; %" PRIu64 " of them not printed", n_all - findings->list.n);
    fputc('\n', out);
}

void report_print(const struct validation *validation, FILE *out)
{
    const struct findings *findings = &validation->findings;
    for (size_t i = 0; i < findings->list.n; i++)
        print_finding(&findings->list.items[i], out);
    print_summary(validation, out);
}

/* JSON is UTF-8, but names of files and quoted parts of rows, cut at some byte, may not be. */
static struct json *text_value(const char *text)
{
    scoped(str) safe = {0};
    if (!utf8_is_valid(text, strlen(text))) {
        terminal_add_safe(&safe, text, strlen(text), 0);
        text = str_text(&safe);
    }
    struct json *value = json_text_value(text);
    return value;
}

static struct json *make_findings(const struct findings *findings)
{
    struct json *list = json_array();
    for (size_t i = 0; i < findings->list.n; i++) {
        const struct finding *finding = &findings->list.items[i];
        json_push(list,
                  json_make(J_VALUE("file", text_value(finding->file)),
                            J_INT("line", (int64_t)finding->line), J_TEXT("rule", finding->rule),
                            J_TEXT("level", finding->is_warning ? "warning" : "error"),
                            J_VALUE("detail", text_value(finding->detail))));
    }
    return list;
}

static struct json *make_files(const struct validation *validation)
{
    struct json *list = json_array();
    for (size_t i = 0; i < validation->files.n; i++) {
        const struct data_file *file = &validation->files.items[i];
        json_push(list, json_make(J_VALUE("file", text_value(file->path)),
                                  J_VALUE("split", file->split ? text_value(file->split)
                                                               : json_text_value(NULL)),
                                  J_INT("rows", (int64_t)file->n_rows)));
    }
    return list;
}

struct json *report_make(const struct validation *validation)
{
    const struct findings *findings = &validation->findings;
    struct json *report = json_object(), *rules = json_object(), *notes = json_array();
    json_add(report, J_BOOL("valid", findings->n_errors == 0),
             J_TEXT("format", validation->format ? validation->format->name : NULL),
             J_INT("rows", (int64_t)validation->n_rows), J_VALUE("files", make_files(validation)));
    for (size_t i = 0; i < findings->rules.n; i++)
        json_set_int(rules, findings->rules.items[i].rule, (int64_t)findings->rules.items[i].n);
    json_add(report, J_VALUE("rules", rules), J_VALUE("findings", make_findings(findings)));
    for (size_t i = 0; i < validation->notes.n; i++)
        json_push(notes, text_value(validation->notes.items[i]));
    json_set(report, "notes", notes);
    return report;
}
