/* See findings.h. What is kept is bounded by the number of rules, however much is wrong. */
#include "validate/findings.h"

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
    kept.file = arena_copy_text(&findings->arena, finding->file, strlen(finding->file));
    kept.detail = arena_copy_text(&findings->arena, finding->detail, strlen(finding->detail));
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
