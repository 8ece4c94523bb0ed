/* See compare.h. Of what a row shares with another split only the most telling is reported, once
 * for each split: who has the same row has the same program, too. */
#include "validate/compare.h"

#include "validate/seen.h"
#include "validate/validation.h"

#include <inttypes.h>

static const struct {
    const char *rule, *what;
} leaks[N_ROW_TRAITS] = {
    [TRAIT_ID] = {"leak_id", "the id"},
    [TRAIT_ROW] = {"leak_row", "the row"},
    [TRAIT_PAIR] = {"leak_pair", "the pair"},
    [TRAIT_PROGRAM] = {"leak_program", "the buggy program"},
    [TRAIT_PROMPT] = {"leak_prompt", "the prompt"},
    [TRAIT_PROBLEM] = {"leak_problem", "the problem"},
    [TRAIT_USER] = {"leak_user", "the user"},
};

/* Where a row stands. */
struct spot {
    struct validation *validation;
    size_t file;
    uint64_t line;
    const struct row_traits *traits;
};

static const struct data_file *file_of(const struct spot *spot, size_t file)
{
    return &spot->validation->files.items[file];
}

static void tell_leak(const struct spot *spot, enum row_trait trait, const struct seen *seen)
{
    const struct data_file *here = file_of(spot, spot->file), *there = file_of(spot, seen->file);
    const char *name = spot->traits->names[trait];
    validation_find(spot->validation, here->path, spot->line, leaks[trait].rule,
                    "%s%s%s%s of %s is also in %s, %s:%" PRIu64, leaks[trait].what,
                    name ? " '" : "", name ? name : "", name ? "'" : "",
                    here->split ? here->split : "no split",
                    there->split ? there->split : "no split", there->path, seen->line);
}

static void tell_duplicate(const struct spot *spot, enum row_trait trait, const struct seen *seen)
{
    const char *path = file_of(spot, spot->file)->path, *other = file_of(spot, seen->file)->path;
    if (trait == TRAIT_ID)
        validation_find(spot->validation, path, spot->line, "duplicate_id",
                        "'%s' is also the id of %s:%" PRIu64, spot->traits->names[trait], other,
                        seen->line);
    else
        validation_warn(spot->validation, path, spot->line, "duplicate_row",
                        "the same as %s:%" PRIu64, other, seen->line);
}

/* Returns whether the row has the trait of one in another split. */
static bool compare_trait(const struct spot *spot, enum row_trait trait, bool is_told)
{
    struct seen_table **table = &spot->validation->comparison.tables[trait];
    uint32_t split = file_of(spot, spot->file)->split_number;
    struct seen *seen;
    if (!*table)
        *table = seen_table_new();
    if (seen_table_add(*table, &seen, spot->traits->digests[trait])) {
        seen->file = (uint32_t)spot->file;
        seen->line = spot->line;
        return false;
    }
    if (file_of(spot, seen->file)->split_number == split) {
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

void compare_row(struct validation *validation, size_t file, uint64_t line,
                 const struct row_traits *traits)
{
    struct spot spot = {validation, file, line, traits};
    bool is_told = false;
    for (int trait = TRAIT_ID; trait <= TRAIT_PROMPT; trait++)
        if (traits->has[trait])
            is_told = compare_trait(&spot, (enum row_trait)trait, is_told) || is_told;
    for (int trait = TRAIT_PROBLEM; trait <= TRAIT_USER; trait++)
        if (traits->has[trait] && validation->comparison.is_closed[trait])
            compare_trait(&spot, (enum row_trait)trait, false);
}

void comparison_release(struct comparison *comparison)
{
    for (int trait = 0; trait < N_ROW_TRAITS; trait++)
        seen_table_free(comparison->tables[trait]);
}
