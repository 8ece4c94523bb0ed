/* A place is a few numbers, because braces are never removed from the list of all: each knows the
 * one around it. So a place is kept and restored in constant time, whatever a branch opens and
 * closes. */
#include "tokenize/branches.h"

/* A kept head: the directive was between two statements, and so is the one that restores it. */
#define BETWEEN SIZE_MAX

static struct brace_place keep(const struct brace_place *at, size_t token)
{
    struct brace_place kept = *at;
    kept.head = at->head == token ? BETWEEN : at->head;
    return kept;
}

static void restore(struct brace_place *at, const struct brace_place *kept, size_t token)
{
    *at = *kept;
    at->head = kept->head == BETWEEN ? token : kept->head;
}

static void begin_group(struct branches *branches, const struct brace_place *at, size_t token)
{
    array_push(&branches->open, (struct branch_group){.before = keep(at, token)});
}

static void end_branch(struct branch_group *group, const struct brace_place *at, size_t token)
{
    if (group->has_code && !group->has_after) {
        group->after = keep(at, token);
        group->has_after = true;
    }
    group->has_code = false;
}

static void end_group(struct branches *branches, struct brace_place *at, size_t token)
{
    struct branch_group group = branches->open.items[--branches->open.n];
    restore(at, group.has_after ? &group.after : &group.before, token);
    if (branches->open.n)
        branches->open.items[branches->open.n - 1].has_code |= group.has_after;
}

size_t branches_pass(struct branches *branches, const struct program *program, size_t token,
                     struct brace_place *at)
{
    size_t n = branches->open.n;
    struct branch_group *group = n ? &branches->open.items[n - 1] : NULL;
    enum directive_kind kind = DIRECTIVE_OTHER;
    if (token + 1 < program->tokens.n)
        kind = directive_kind_of(program->language, program_token_text(program, token + 1));
    if (group && token > branches->next)
        group->has_code = true;
    branches->next = program_after_directive(program, token);
    if (kind == DIRECTIVE_IF) {
        begin_group(branches, at, token);
    } else if (group && (kind == DIRECTIVE_ELIF || kind == DIRECTIVE_ELSE)) {
        end_branch(group, at, token);
        restore(at, &group->before, token);
    } else if (group && kind == DIRECTIVE_ENDIF) {
        end_branch(group, at, token);
        end_group(branches, at, token);
    }
    return branches->next;
}
