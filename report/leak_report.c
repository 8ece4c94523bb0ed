#include "report/leak_report.h"

#include "base/terminal.h"
#include "report/report_text.h"
#include "report/tabular.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The items and pairs that were counted for a kind. */
struct tally {
    bool *items, *pairs;
    int64_t n_items, n_pairs;
};

static void tally_leak(struct tally *tally, const struct leak *leak)
{
    tally->n_items += !tally->items[leak->item];
    tally->items[leak->item] = true;
    tally->n_pairs += !tally->pairs[leak->pair];
    tally->pairs[leak->pair] = true;
}

static double percent(int64_t part, size_t whole)
{
    return whole ? round(10000.0 * (double)part / (double)whole) / 100 : 0;
}

static struct json *summary_of(const struct leaks *leaks, const struct pairs *pairs,
                               const struct benchmark *benchmark)
{
    struct json *rows = json_array();
    size_t n_items = benchmark->items.n, n_pairs = pairs->list.n;
    for (int kind = 0; kind <= N_LEAK_KINDS; kind++) { /* the last: any */
        struct tally tally = {.items = mem_alloc(n_items, 1), .pairs = mem_alloc(n_pairs, 1)};
        for (size_t i = 0; i < leaks->list.n; i++)
            if (kind == N_LEAK_KINDS || (int)leaks->list.items[i].kind == kind)
                tally_leak(&tally, &leaks->list.items[i]);
        json_push(rows,
                  json_make(J_TEXT("kind", kind == N_LEAK_KINDS ? "any" : leak_kind_names[kind]),
                            J_DOUBLE("items", (double)tally.n_items),
                            J_DOUBLE("items_percent", percent(tally.n_items, n_items)),
                            J_DOUBLE("pairs", (double)tally.n_pairs),
                            J_DOUBLE("pairs_percent", percent(tally.n_pairs, n_pairs))));
        free(tally.items);
        free(tally.pairs);
    }
    return rows;
}

/* All kinds of leaks between the item and the pair of a leak. */
static struct json *kinds_of(const struct leaks *leaks, size_t number)
{
    const struct leak *list = leaks->list.items, *leak = &list[number];
    struct json *kinds = json_array();
    while (number > 0 && list[number - 1].item == leak->item && list[number - 1].pair == leak->pair)
        number--;
    for (; number < leaks->list.n && list[number].item == leak->item &&
           list[number].pair == leak->pair;
         number++)
        json_push_text(kinds, leak_kind_names[list[number].kind]);
    return kinds;
}

static struct json *row_of(const struct leaks *leaks, size_t number, const struct pairs *pairs,
                           const struct benchmark *benchmark)
{
    const struct leak *leak = &leaks->list.items[number];
    const struct pair *pair = &pairs->list.items[leak->pair];
    return json_make(
        J_TEXT("item", benchmark->items.items[leak->item].id),
        J_TEXT("place", benchmark->items.items[leak->item].place),
        J_TEXT("kind", leak_kind_names[leak->kind]), J_VALUE("kinds", kinds_of(leaks, number)),
        J_TEXT("match", leak_match_names[leak->match]),
        J_TEXT("relation", leak_relation_names[leak->relation]),
        J_DOUBLE("similarity", leak->similarity), J_TEXT("pair", pair->id),
        J_TEXT("split", pair->split == NO_SPLIT ? "" : split_names[pair->split]),
        J_TEXT("program", leak->is_in_fixed ? "fixed" : "buggy"), J_DOUBLE("line", leak->line));
}

struct json *leak_report_make(const struct leaks *leaks, const struct pairs *pairs,
                              const struct benchmark *benchmark, const struct needles *needles,
                              size_t limit)
{
    const struct match_options *options = &needles->options;
    struct json *rows = json_array(), *rejected = json_array();
    scoped(str) words = {0};
    match_options_add(&words, options);
    size_t n_rows = 0;
    for (size_t i = 0; i < leaks->list.n && n_rows < limit; i++)
        if (!leaks->list.items[i].is_implied) {
            json_push(rows, row_of(leaks, i, pairs, benchmark));
            n_rows++;
        }
    for (size_t i = 0; i < benchmark->rejects.n && i < limit; i++)
        json_push(rejected, json_make(J_TEXT("place", benchmark->rejects.items[i].place),
                                      J_TEXT("reason", benchmark->rejects.items[i].reason)));
    return json_make(
        J_TEXT("name", benchmark->name), J_TEXT("options", str_text(&words)),
        J_DOUBLE("items", (double)benchmark->items.n),
        J_DOUBLE("programs", (double)needles->list.n), J_DOUBLE("fixes", (double)pairs->list.n),
        J_TEXT("match", leak_match_names[options->match]),
        J_TEXT("similarity", options->uses_trees ? "tree" : "token"),
        J_DOUBLE("threshold", options->threshold), J_DOUBLE("min_tokens", options->min_tokens),
        J_VALUE("summary", summary_of(leaks, pairs, benchmark)),
        J_DOUBLE("n_leaks", (double)leaks->n_listed), J_VALUE("leaks", rows),
        J_DOUBLE("n_rejected", (double)benchmark->n_rejected), J_VALUE("rejected", rejected));
}

void leak_report_add_veracity(struct json *report, const struct veracity *veracity)
{
    int64_t n_leaked = veracity->n_leaked[veracity->kind], total = veracity_total(veracity);
    struct json *object = json_make(
        J_TEXT("kind", leak_kind_names[veracity->kind]), J_INT("perf_o", veracity->n_repaired),
        J_INT("perf_l", n_leaked), J_INT("perf_t", total),
        J_DOUBLE("pv", performance_veracity(veracity->n_repaired, n_leaked, total)));
    for (enum leak_kind kind = 0; kind < N_PAPER_LEAK_KINDS; kind++)
        json_set_int(object, leak_kind_names[kind], veracity->n_leaked[kind]);
    json_set_int(object, "unsearched", veracity->n_unsearched);
    if (veracity->is_retrained)
        json_add(object, J_INT("lost", veracity->n_lost),
                 J_INT("lost_besides", veracity->n_lost_besides),
                 J_INT("gained", veracity->n_gained));
    json_set(report, "veracity", object);
}

static const char leak_text[] = {
#include "report/text/leak.txt.inc"
};
static const char rejected_text[] = {
#include "report/text/leak_rejected.txt.inc"
};
static const char veracity_text[] = {
#include "report/text/veracity.txt.inc"
};
static const char ancestry_text[] = {
#include "report/text/ancestry.txt.inc"
};

static void print_veracity(const struct json *veracity, FILE *out)
{
    scoped(str) percent = {0};
    str_print(&percent, "%.*f", percent_decimals(json_number_at(veracity, "perf_t")),
              100 * json_number_at(veracity, "pv"));
    scoped(json) *more = json_make(J_TEXT("percent", str_text(&percent)),
                                   J_BOOL("is_retrained", json_get(veracity, "lost") != NULL));
    report_text_print(veracity_text, veracity, more, out);
}

static void add_leak(struct tabular *table, const struct json *row)
{
    const char *relation = json_text_at(row, "relation"), *split = json_text_at(row, "split");
    tabular_text(table, json_text_at(row, "kind"));
    if (strcmp(relation, "similar") == 0)
        tabular_format(table, "similar %.3f", json_number_at(row, "similarity"));
    else
        tabular_format(table, "%s %s", json_text_at(row, "match"), relation);
    tabular_text(table, json_text_at(row, "pair"));
    tabular_text(table, *split ? split : "-");
    tabular_format(table, "%s:%.0f", json_text_at(row, "program"), json_number_at(row, "line"));
}

/* Prints the list of leaks, with a line for each item before its rows: a column for the item would
 * make lines too long for a terminal. */
static void print_leaks(const struct json *report, FILE *out)
{
    struct tabular table = {0};
    const char *last = NULL;
    tabular_columns(&table, "l", TITLES("kind", "match", "fix", "split", "in:line"));
    json_each(row, json_get(report, "leaks")) {
        const char *item = json_text_at(row, "item");
        scoped(str) safe = {0};
        terminal_add_safe(&safe, item, strlen(item), 0);
        if (!last || strcmp(last, item) != 0)
            tabular_line(&table, str_text(&safe));
        last = item;
        add_leak(&table, row);
    }
    tabular_print(&table, "By item", out);
}

void leak_report_print(const struct json *report, FILE *out)
{
    report_text_print(leak_text, report, NULL, out);
    if (json_number_at(report, "n_leaks") > 0) {
        print_leaks(report, out);
        tabular_print_cut(report, "leaks", "n_leaks", out);
    }
    if (json_get(report, "veracity"))
        print_veracity(json_get(report, "veracity"), out);
    if (json_number_at(report, "n_rejected") > 0) {
        report_text_print(rejected_text, report, NULL, out);
        tabular_print_cut(report, "rejected", "n_rejected", out);
    }
}

enum { MAX_SHOWN_STEPS = 20 };

/* A chain as text: " =exact= ID ~0.873~ ID". */
static void add_chain(struct str *out, const struct pairs *pairs, const struct ancestry_leak *leak)
{
    uint32_t at = leak->held_out;
    for (uint32_t i = 0; i < leak->n_steps && i < MAX_SHOWN_STEPS; i++) {
        const struct forest_link *link = link_forest_step(leak->forest, at);
        if (link->kind == DUPLICATE_NEAR)
            str_print(out, "%s~%.3f~ ", i ? " " : "", link->jaccard);
        else
            str_print(out, "%s=%s= ", i ? " " : "", duplicate_kind_names[link->kind]);
        str_add_text(out, pairs->list.items[link->to].id);
        at = link->to;
    }
    if (leak->n_steps > MAX_SHOWN_STEPS)
        str_print(out, " ... (%u links in all)", leak->n_steps);
}

static struct json *leak_row(const struct pairs *pairs, const struct ancestry_leak *leak)
{
    const struct pair *held_out = &pairs->list.items[leak->held_out];
    const struct pair *relative = &pairs->list.items[leak->relative];
    bool is_history = leak->kind == RELATED_HISTORY;
    scoped(str) chain = {0};
    add_chain(&chain, pairs, leak);
    return json_make(
        J_TEXT("held_out", held_out->id), J_TEXT("split", split_names[held_out->split]),
        J_TEXT("kind", is_history ? "history" : "duplicate"),
        J_TEXT("when", leak->relative < leak->held_out ? "earlier" : "later"),
        J_TEXT("relative", relative->id), J_TEXT("relative_split", split_names[relative->split]),
        J_DOUBLE("n_relatives", leak->n_relatives), J_TEXT("chain", str_text(&chain)));
}

struct json *ancestry_report_make(const struct ancestry *ancestry, const struct pairs *pairs,
                                  size_t limit)
{
    struct json *rows = json_array();
    for (size_t i = 0; i < ancestry->leaks.n && i < limit; i++)
        json_push(rows, leak_row(pairs, &ancestry->leaks.items[i]));
    return json_make(J_DOUBLE("held_out", (double)ancestry->n_held_out),
                     J_DOUBLE("held_out_made", (double)ancestry->n_held_out_made),
                     J_DOUBLE("leaking", (double)ancestry->n_leaking),
                     J_BOOL("has_folds", ancestry->has_folds),
                     J_BOOL("has_duplicates", ancestry->has_duplicates),
                     J_DOUBLE("n_leaks", (double)ancestry->leaks.n), J_VALUE("leaks", rows));
}

/* The links of a chain as text. */
static struct json *links_of(const char *chain)
{
    struct json *links = json_array();
    for (const char *end; *chain; chain = end) {
        for (end = chain + 1; *end && !(*end == ' ' && end[1] && strchr("=~.", end[1])); end++) {
        }
        scoped(str) link = {0};
        str_add(&link, chain, (size_t)(end - chain));
        json_push_text(links, str_text(&link));
        end += *end == ' ';
    }
    return links;
}

void ancestry_report_print(const struct json *report, FILE *out)
{
    struct json *rows = json_array();
    scoped(json) *more = json_make(J_VALUE("rows", rows));
    json_each(leak, json_get(report, "leaks")) {
        double n_more = json_number(json_get(leak, "n_relatives"), 1) - 1;
        json_push(rows, json_add(json_copy(leak), J_DOUBLE("n_more", n_more > 0 ? n_more : 0),
                                 J_VALUE("links", links_of(json_text_at(leak, "chain")))));
    }
    report_text_print(ancestry_text, report, more, out);
    tabular_print_cut(report, "leaks", "n_leaks", out);
}
