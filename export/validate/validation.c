/* The number of kept findings depends on the number of rules, not on the number of errors. */
#include "export/validate/validation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct rule_count *count_of(struct findings *findings, const struct finding *finding)
{
    for (size_t i = 0; i < findings->rules.n; i++)
        if (strcmp(findings->rules.items[i].rule, finding->rule) == 0)
            return &findings->rules.items[i];
    array_push(&findings->rules, (struct rule_count){finding->rule, 0, finding->is_warning});
    return &findings->rules.items[findings->rules.n - 1];
}

size_t findings_add(struct findings *findings, const struct finding *finding)
{
    struct rule_count *count = count_of(findings, finding);
    struct finding kept = *finding;
    findings->n_errors += !finding->is_warning;
    if (count->n++ >= findings->max_per_rule)
        return FINDING_NOT_KEPT;
    kept.file = arena_text(&findings->arena, finding->file);
    kept.detail = arena_text(&findings->arena, finding->detail);
    array_push(&findings->list, kept);
    return findings->list.n;
}

void findings_follow(struct findings *findings, size_t number, size_t cause)
{
    if (!number || !cause)
        return;
    findings->n_following++;
    if (number != FINDING_NOT_KEPT)
        findings->list.items[number - 1].cause = cause;
}

size_t findings_first(const struct findings *findings, const char *file)
{
    for (size_t i = 0; i < findings->list.n; i++) {
        const struct finding *finding = &findings->list.items[i];
        if (!finding->is_warning && !finding->cause && strcmp(finding->file, file) == 0)
            return i + 1;
    }
    return 0;
}

bool findings_have_room(const struct findings *findings, const char *rule)
{
    for (size_t i = 0; i < findings->rules.n; i++)
        if (strcmp(findings->rules.items[i].rule, rule) == 0)
            return findings->rules.items[i].n < findings->max_per_rule;
    return findings->max_per_rule > 0;
}

void findings_release(struct findings *findings)
{
    array_release(&findings->list);
    array_release(&findings->rules);
    arena_release(&findings->arena);
}

enum { MAX_DETAIL = 1024 };

void validation_init(struct validation *validation, const struct validate_options *options)
{
    *validation = (struct validation){.options = *options, .format = options->format};
    validation->findings.max_per_rule = options->max_findings;
}

void validation_release(struct validation *validation)
{
    findings_release(&validation->findings);
    for (int trait = 0; trait < N_ROW_TRAITS; trait++)
        seen_table_free(validation->comparison.tables[trait]);
    array_release(&validation->files);
    table_release(&validation->file_names);
    array_release(&validation->notes);
    table_release(&validation->splits);
    table_release(&validation->languages);
    table_release(&validation->language_parts);
    array_release(&validation->part_counts);
    arena_release(&validation->arena);
}

/* Files without a split form one split, within which nothing leaks. */
uint32_t validation_split_number(struct validation *validation, const char *split)
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

void validation_count_row(struct validation *validation, const char *language, const char *split)
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

void validation_add_file(struct validation *validation, const char *path, const char *name,
                         const char *split)
{
    struct data_file file = {.path = arena_text(&validation->arena, path),
                             .name = arena_text(&validation->arena, name),
                             .split = arena_text(&validation->arena, split)};
    file.split_number = validation_split_number(validation, file.split);
    array_push(&validation->files, file);
    table_add(&validation->file_names, name);
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

static size_t add(struct validation *validation, struct finding finding, const char *format,
                  va_list args)
{
    char detail[MAX_DETAIL];
    vsnprintf(detail, sizeof detail, format, args);
    finding.detail = detail;
    return findings_add(&validation->findings, &finding);
}

size_t validation_find(struct validation *validation, const char *file, uint64_t line,
                       const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct finding finding = {.file = file, .line = line, .rule = rule};
    size_t number = add(validation, finding, format, args);
    va_end(args);
    return number;
}

void validation_warn(struct validation *validation, const char *file, uint64_t line,
                     const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct finding finding = {.file = file, .line = line, .rule = rule, .is_warning = true};
    add(validation, finding, format, args);
    va_end(args);
}
