/* See ancestry_report.h. */
#include "report/ancestry_report.h"

#include "base/terminal.h"

#include <string.h>

enum { MAX_SHOWN_STEPS = 20 };

/* A chain as text: " =exact= ID ~0.873~ ID". */
static void add_chain(struct str *out, const struct ancestry *ancestry, const struct pairs *pairs,
                      const struct ancestry_leak *leak)
{
    uint32_t at = leak->held_out;
    for (uint32_t i = 0; i < leak->n_steps && i < MAX_SHOWN_STEPS; i++) {
        const struct forest_link *link = link_forest_step(&ancestry->forest, at);
        if (strcmp(link->kind, "near") == 0)
            str_print(out, "%s~%.3f~ ", i ? " " : "", link->jaccard);
        else
            str_print(out, "%s=%s= ", i ? " " : "", link->kind);
        str_add_text(out, pairs->list.items[link->to].id);
        at = link->to;
    }
    if (leak->n_steps > MAX_SHOWN_STEPS)
        str_print(out, " ... (%u links in all)", leak->n_steps);
}

static struct json *row_of(const struct ancestry *ancestry, const struct pairs *pairs,
                           const struct ancestry_leak *leak)
{
    const struct pair *held_out = &pairs->list.items[leak->held_out];
    const struct pair *relative = &pairs->list.items[leak->relative];
    bool is_history = leak->kind == RELATED_HISTORY;
    struct str chain = {0};
    struct json *row = json_object();
    add_chain(&chain, ancestry, pairs, leak);
    json_set_text(row, "held_out", held_out->id);
    json_set_text(row, "split", split_names[held_out->split]);
    json_set_text(row, "kind", is_history ? "history" : "duplicate");
    json_set_text(row, "when", leak->relative < leak->held_out ? "earlier" : "later");
    json_set_text(row, "relative", relative->id);
    json_set_text(row, "relative_split", split_names[relative->split]);
    json_set_double(row, "n_relatives", leak->n_relatives);
    json_set_text(row, "chain", str_text(&chain));
    str_release(&chain);
    return row;
}

struct json *ancestry_report_make(const struct ancestry *ancestry, const struct pairs *pairs,
                                  size_t top)
{
    struct json *report = json_object(), *rows = json_array();
    json_set_double(report, "held_out", (double)ancestry->n_held_out);
    json_set_double(report, "leaking", (double)ancestry->n_leaking);
    json_set_bool(report, "has_duplicates", ancestry->has_duplicates);
    for (size_t i = 0; i < ancestry->leaks.n && i < top; i++)
        json_push(rows, row_of(ancestry, pairs, &ancestry->leaks.items[i]));
    json_set_double(report, "n_leaks", (double)ancestry->leaks.n);
    json_set(report, "leaks", rows);
    return report;
}

static void print_row(const struct json *row, FILE *out)
{
    static const char *const keys[] = {"held_out", "split",          "kind", "when",
                                       "relative", "relative_split", "chain"};
    static const char *const before[] = {"\n  ", " (", ")\n    ", ", ", ": ", " (", ")"};
    struct str line = {0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *text = json_text(json_get(row, keys[i]));
        str_add_text(&line, before[i]);
        if (i + 1 == sizeof keys / sizeof *keys && *text)
            str_add_text(&line, "\n    chain: ");
        terminal_add_safe(&line, text, strlen(text), 0);
    }
    double n = json_number(json_get(row, "n_relatives"), 1);
    if (n > 1)
        str_print(&line, "\n    and %.0f more", n - 1);
    fprintf(out, "%s\n", str_text(&line));
    str_release(&line);
}

void ancestry_report_print(const struct json *report, FILE *out)
{
    double n = json_number(json_get(report, "n_leaks"), 0);
    double n_shown = (double)json_count(json_get(report, "leaks")),
           n_held_out = json_number(json_get(report, "held_out"), 0),
           n_leaking = json_number(json_get(report, "leaking"), 0);
    fprintf(out,
            "ancestry: of %.0f %s in validation and test, %.0f %s in a split that is\n"
            "  held out less %s\n",
            n_held_out, plural(n_held_out, "fix", "fixes"), n_leaking,
            plural(n_leaking, "fix", "fixes"), plural(n_leaking, "is a relative", "are relatives"));
    if (!json_is_true(json_get(report, "has_duplicates")))
        fputs("  only histories were compared: duplicates are not known before tokfix dedup is "
              "run\n",
              out);
    for (const struct json *row = json_first(json_get(report, "leaks")); row; row = json_next(row))
        print_row(row, out);
    if (n_shown < n)
        fprintf(out, "  ... %.0f more (--top, --json)\n", n - n_shown);
}
