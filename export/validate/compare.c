/* If a row shares several things with another split, only the most specific is reported, once for
 * each split: equal rows, for example, also have equal programs. */
#include "export/validate/validation.h"

#include <inttypes.h>
#include <string.h>

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
        validation_warn(spot->validation, path, spot->line, "duplicate_row",
                        "duplicate of %s:%" PRIu64, other, seen->line);
}

/* Returns whether the row is the first with its trait. If not, sets the place of the first. */
static bool is_first(const struct spot *spot, enum row_trait trait, struct seen **seen)
{
    struct seen_table **table = &spot->validation->comparison.tables[trait];
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

static bool rows_name_splits(const struct validation *validation)
{
    return export_has_feature(validation->features, "split");
}

void compare_row(struct validation *validation, size_t file, uint64_t line,
                 const struct row_traits *traits)
{
    const struct data_file *of = &validation->files.items[file];
    uint32_t split = of->split_number;
    if (traits->language)
        validation_count_row(validation, traits->language, of->split);
    if (traits->split && of->split && strcmp(traits->split, of->split) != 0)
        validation_find(validation, of->path, line, "split",
                        "the row is in %s, but its file is in %s", traits->split, of->split);
    else if (traits->split)
        split = validation_split_number(validation, traits->split);
    struct spot spot = {validation, file, line, split, traits};
    /* if rows name their splits, a row that names none is not compared with them */
    bool is_of_none = !traits->split && !of->split && rows_name_splits(validation);
    int last = is_of_none ? TRAIT_ROW : TRAIT_CODE;
    bool is_told = false;
    for (int trait = TRAIT_ID; trait <= last; trait++)
        if (traits->has[trait])
            is_told = compare_trait(&spot, (enum row_trait)trait, is_told) || is_told;
    for (int trait = TRAIT_PROBLEM; trait <= TRAIT_USER && !is_of_none; trait++)
        if (traits->has[trait] && validation->comparison.is_closed[trait])
            compare_trait(&spot, (enum row_trait)trait, false);
    if (traits->has[TRAIT_TAGGED])
        compare_answers(&spot);
}
