/* The number of kept findings depends on the number of rules, not on the number of errors.
 *
 * Of each trait of the rows, the place of its first row is kept. If a row shares several things
 * with another split, only the most specific is reported, once for each split: equal rows, for
 * example, also have equal programs. */
#include "export/validate/validation.h"

#include "export/validate/row_formats.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DETAIL = 1024, FIRST_SLOTS = 1024 };

/* The rules that do not make a data set invalid. */
static const char *const warnings[] = {
    "duplicate_row",   "edited_card",   "edited_citation", "edited_croissant",
    "nothing_changed", "unlisted_file", "unread_file",     NULL};

static struct rule_count *count_of(struct findings *findings, const char *rule)
{
    for (size_t i = 0; i < findings->rules.n; i++)
        if (strcmp(findings->rules.items[i].rule, rule) == 0)
            return &findings->rules.items[i];
    array_push(&findings->rules, (struct rule_count){rule, 0, text_is_one_of(rule, warnings)});
    return &findings->rules.items[findings->rules.n - 1];
}

bool validation_keeps(struct validation *validation, const char *rule)
{
    return count_of(&validation->findings, rule)->n < validation->options.max_findings;
}

/* The first row with a digest. */
struct seen {
    struct digest digest;
    uint64_t line; /* set by the caller; from 1 */
    uint32_t file;
    uint32_t split;      /* its number */
    uint32_t told_split; /* one more than the last reported split; 0: none */
};

/* A table of digests: open addressing, 40 bytes per slot. */
struct seen_table {
    struct seen *slots; /* free: line 0 */
    size_t n_slots;     /* a power of two */
    size_t n;
};

static struct seen_table *seen_table_new(void)
{
    struct seen_table *table = mem_alloc(1, sizeof *table);
    table->n_slots = FIRST_SLOTS;
    table->slots = mem_alloc(table->n_slots, sizeof *table->slots);
    return table;
}

static void seen_table_free(struct seen_table *table)
{
    if (!table)
        return;
    free(table->slots);
    free(table);
}

/* The slot of a digest, or the free slot for it. */
static struct seen *find_slot(const struct seen_table *table, struct digest digest)
{
    size_t at = (size_t)digest.low & (table->n_slots - 1);
    while (table->slots[at].line && digest_compare(table->slots[at].digest, digest) != 0)
        at = (at + 1) & (table->n_slots - 1);
    return &table->slots[at];
}

static void grow(struct seen_table *table)
{
    struct seen_table old = *table;
    table->n_slots = mem_multiply(old.n_slots, 2);
    table->slots = mem_alloc(table->n_slots, sizeof *table->slots);
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].line)
            *find_slot(table, old.slots[i].digest) = old.slots[i];
    free(old.slots);
}

/* Sets `*out` to the entry of a digest, valid until the next call. Returns whether it is new. The
 * caller then sets its line, which is not 0, its file and its split. */
static bool seen_table_add(struct seen_table *table, struct seen **out, struct digest digest)
{
    if (table->n >= table->n_slots / 2)
        grow(table);
    *out = find_slot(table, digest);
    if ((*out)->line)
        return false;
    (*out)->digest = digest;
    table->n++;
    return true;
}

void validation_init(struct validation *validation, const struct validate_options *options)
{
    *validation = (struct validation){.options = *options, .format = options->format};
    validation_add_set(validation);
}

uint32_t validation_add_set(struct validation *validation)
{
    array_push(&validation->sets, (struct validated_set){0});
    return (uint32_t)validation->sets.n - 1;
}

void validation_release(struct validation *validation)
{
    array_release(&validation->findings.list);
    array_release(&validation->findings.rules);
    for (size_t i = 0; i < validation->sets.n; i++)
        for (int trait = 0; trait < N_ROW_TRAITS; trait++)
            seen_table_free(validation->sets.items[i].seen[trait]);
    array_release(&validation->sets);
    array_release(&validation->files);
    table_release(&validation->file_names);
    array_release(&validation->notes);
    table_release(&validation->splits);
    table_release(&validation->languages);
    table_release(&validation->language_parts);
    array_release(&validation->part_counts);
    arena_release(&validation->arena);
}

/* The number of a split, from 0. Files without a split form one split, within which nothing leaks.
 */
static uint32_t split_number(struct validation *validation, const char *split)
{
    return (uint32_t)table_number(&validation->splits, split ? split : "");
}

static void count_part(struct validation *validation, const char *part)
{
    size_t number = (size_t)table_number(&validation->language_parts, part);
    if (number == validation->part_counts.n)
        array_push(&validation->part_counts, 0);
    validation->part_counts.items[number]++;
}

/* Counts a row of a language in a split (NULL: none). */
static void count_row(struct validation *validation, const char *language, const char *split)
{
    scoped(str) part = {0};
    table_number(&validation->languages, language);
    count_part(validation, language);
    str_print(&part, "%s/%s", language, split ? split : "");
    count_part(validation, str_text(&part));
}

uint64_t validation_count(const struct validation *validation, const char *language,
                          const char *split)
{
    scoped(str) part = {0};
    str_print(&part, "%s%s%s", language, split ? "/" : "", split ? split : "");
    int64_t number = table_find(&validation->language_parts, str_text(&part));
    return number == TABLE_NONE ? 0 : validation->part_counts.items[number];
}

void validation_take_features(struct validation *validation, const char *line, size_t length)
{
    struct export_extras *extras = &validation->extras;
    if (!validation->format || validation->features[0].name)
        return;
    if (line && !extras->has_ids && !extras->has_system && !extras->has_provenance &&
        !extras->has_tokens)
        *extras = row_format_detect_extras(line, length, validation->format);
    export_features(validation->features, validation->format, extras);
}

struct data_file *validation_add_file(struct validation *validation, const char *path,
                                      const char *name, const char *split)
{
    struct data_file file = {.path = arena_text(&validation->arena, path),
                             .name = arena_text(&validation->arena, name),
                             .split = arena_text(&validation->arena, split)};
    file.split_number = split_number(validation, file.split);
    array_push(&validation->files, file);
    table_add(&validation->file_names, name);
    return &validation->files.items[validation->files.n - 1];
}

void validation_note(struct validation *validation, const char *format, ...)
{
    char text[MAX_DETAIL];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    array_push(&validation->notes, arena_text(&validation->arena, text));
}

void validation_find(struct validation *validation, const char *file, uint64_t line,
                     const char *rule, const char *format, ...)
{
    bool is_kept = validation_keeps(validation, rule);
    struct rule_count *count = count_of(&validation->findings, rule);
    char detail[MAX_DETAIL];
    va_list args;
    count->n++;
    validation->findings.n_errors += !count->is_warning;
    if (!is_kept)
        return;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    struct finding finding = {arena_text(&validation->arena, file), line, rule,
                              arena_text(&validation->arena, detail), count->is_warning};
    array_push(&validation->findings.list, finding);
}

static const struct {
    const char *rule, *what;
} leaks[N_ROW_TRAITS] = {
    [TRAIT_ID] = {"leak_id", "the id"},
    [TRAIT_ROW] = {"leak_row", "the row"},
    [TRAIT_PAIR] = {"leak_pair", "the pair"},
    [TRAIT_PROGRAM] = {"leak_program", "the buggy program"},
    [TRAIT_PROMPT] = {"leak_prompt", "the prompt"},
    [TRAIT_CODE] = {"leak_code", "the code"},
    [TRAIT_PROBLEM] = {"leak_problem", "the problem"},
    [TRAIT_USER] = {"leak_user", "the user"},
};

/* The place of a row. */
struct spot {
    struct validation *validation;
    size_t file;
    uint64_t line;
    uint32_t split; /* the number of the split that the row names, else of its file's split */
    const struct row_traits *traits;
};

static const struct data_file *file_of(const struct spot *spot, size_t file)
{
    return &spot->validation->files.items[file];
}

static struct validated_set *set_of(const struct spot *spot)
{
    return &spot->validation->sets.items[file_of(spot, spot->file)->set];
}

static const char *split_name(const struct spot *spot, uint32_t split)
{
    const char *name = spot->validation->splits.keys.items[split];
    return *name ? name : "no split";
}

static void tell_leak(const struct spot *spot, enum row_trait trait, const struct seen *seen)
{
    const char *here = split_name(spot, spot->split), *there = split_name(spot, seen->split);
    const char *name = spot->traits->names[trait];
    validation_find(spot->validation, file_of(spot, spot->file)->path, spot->line,
                    leaks[trait].rule, "%s%s%s%s of %s is also in %s, %s:%" PRIu64,
                    leaks[trait].what, name ? " '" : "", name ? name : "", name ? "'" : "", here,
                    there, file_of(spot, seen->file)->path, seen->line);
}

static void tell_duplicate(const struct spot *spot, enum row_trait trait, const struct seen *seen)
{
    const char *path = file_of(spot, spot->file)->path, *other = file_of(spot, seen->file)->path;
    if (trait == TRAIT_ID)
        validation_find(spot->validation, path, spot->line, "duplicate_id",
                        "duplicate id '%s', first at %s:%" PRIu64, spot->traits->names[trait],
                        other, seen->line);
    else
        validation_find(spot->validation, path, spot->line, "duplicate_row",
                        "duplicate of %s:%" PRIu64, other, seen->line);
}

/* Returns whether the row is the first with its trait. If not, sets the place of the first. */
static bool is_first(const struct spot *spot, enum row_trait trait, struct seen **seen)
{
    struct seen_table **table = &set_of(spot)->seen[trait];
    if (!*table)
        *table = seen_table_new();
    if (!seen_table_add(*table, seen, spot->traits->digests[trait]))
        return false;
    (*seen)->file = (uint32_t)spot->file;
    (*seen)->line = spot->line;
    (*seen)->split = spot->split;
    return true;
}

/* Returns whether the row shares the trait with a row in another split. */
static bool compare_trait(const struct spot *spot, enum row_trait trait, bool is_told)
{
    uint32_t split = spot->split;
    struct seen *seen;
    if (is_first(spot, trait, &seen))
        return false;
    if (seen->split == split) {
        if (trait == TRAIT_ID || trait == TRAIT_ROW)
            tell_duplicate(spot, trait, seen);
        return false;
    }
    bool is_new = seen->told_split != split + 1;
    seen->told_split = split + 1;
    if (is_new && !is_told)
        tell_leak(spot, trait, seen);
    return true;
}

/* A model cannot know which of two answers to the same question is meant. */
static void compare_answers(const struct spot *spot)
{
    struct seen *seen, *ignored;
    bool is_new = is_first(spot, TRAIT_ANSWER, &ignored);
    if (!is_first(spot, TRAIT_TAGGED, &seen) && is_new)
        validation_find(spot->validation, file_of(spot, spot->file)->path, spot->line, "ambiguous",
                        "the tagged code is the same as at %s:%" PRIu64 ", but the code differs",
                        file_of(spot, seen->file)->path, seen->line);
}

void compare_row(struct validation *validation, size_t file, uint64_t line,
                 const struct row_traits *traits)
{
    const struct data_file *of = &validation->files.items[file];
    uint32_t split = of->split_number;
    if (traits->language && !of->set)
        count_row(validation, traits->language, of->split);
    if (traits->language && of->language && strcmp(traits->language, of->language) != 0)
        validation_find(validation, of->path, line, "language",
                        "the row is in %s, but its file is in %s", traits->language, of->language);
    if (traits->split && of->split && strcmp(traits->split, of->split) != 0)
        validation_find(validation, of->path, line, "split",
                        "the row is in %s, but its file is in %s", traits->split, of->split);
    else if (traits->split)
        split = split_number(validation, traits->split);
    struct spot spot = {validation, file, line, split, traits};
    /* if rows name their splits, a row that names none is not compared with them */
    bool is_of_none =
        !traits->split && !of->split && export_has_feature(validation->features, "split");
    int last = is_of_none ? TRAIT_ROW : TRAIT_CODE;
    bool is_told = false;
    for (int trait = TRAIT_ID; trait <= last; trait++)
        if (traits->has[trait])
            is_told = compare_trait(&spot, (enum row_trait)trait, is_told) || is_told;
    for (int trait = TRAIT_PROBLEM; trait <= TRAIT_USER && !is_of_none; trait++)
        if (traits->has[trait] && set_of(&spot)->is_closed[trait])
            compare_trait(&spot, (enum row_trait)trait, false);
    if (traits->has[TRAIT_TAGGED])
        compare_answers(&spot);
}
