/* The sites of the buggy program are tried in the drawn order, until there are as many rewrites as
 * are wanted. */
#include "augment/rewrite_fix.h"

#include "base/hash.h"
#include "classify/fix_row.h"

#include <stdlib.h>
#include <string.h>

struct fix_rewriter {
    struct rewrite_tools *tools;
    struct rewrite_side buggy, fixed;
    struct rewrite_tries tries;
};

struct fix_rewriter *fix_rewriter_new(const struct language *language)
{
    struct fix_rewriter *rewriter = mem_alloc(1, sizeof *rewriter);
    rewriter->tools = rewrite_tools_new(language);
    return rewriter;
}

void fix_rewriter_free(struct fix_rewriter *rewriter)
{
    if (!rewriter)
        return;
    rewrite_tools_free(rewriter->tools);
    rewrite_side_release(&rewriter->buggy);
    rewrite_side_release(&rewriter->fixed);
    rewrite_tries_release(&rewriter->tries);
    free(rewriter);
}

static struct rewrite_program keep_program(const struct rewrite_side *side, struct arena *arena)
{
    struct rewrite_program program = {
        .code = arena_copy_text(arena, str_text(&side->text), side->text.length),
        .length = side->text.length,
        .n_tokens = (int64_t)side->after.tokens.n,
    };
    sha256_hex(program.code, program.length, program.sha256);
    return program;
}

static bool is_same_program(const struct rewrite_program *a, const struct rewrite_program *b)
{
    return strcmp(a->sha256, b->sha256) == 0;
}

/* Keeps the current rewrite, unless an earlier one of its kind is the same. */
static bool keep(struct fix_rewriter *rewriter, struct rewritten_fixes *out, struct arena *arena,
                 enum rewrite_kind kind, const struct token_edit *edit)
{
    struct rewritten_fix fix = {
        .kind = kind,
        .buggy = keep_program(&rewriter->buggy, arena),
        .fixed = keep_program(&rewriter->fixed, arena),
        .row = fix_row_of(&rewriter->buggy.after, &rewriter->fixed.after, edit, arena),
    };
    for (size_t i = 0; i < out->list.n; i++)
        if (out->list.items[i].kind == kind &&
            is_same_program(&out->list.items[i].buggy, &fix.buggy) &&
            is_same_program(&out->list.items[i].fixed, &fix.fixed))
            return false;
    fix.row.origin = "rewrite";
    fix.row.dialect = rewriter->buggy.dialect;
    array_push(&out->list, fix);
    return true;
}

/* Returns REWRITE_DONE, or the reason why there is no rewrite. */
static enum rewrite_reason rewrite_by(struct fix_rewriter *rewriter, struct rewritten_fixes *out,
                                      struct arena *arena, const struct rewrite_choice *choice,
                                      enum rewrite_kind kind, const char *id,
                                      const struct token_edit *edit)
{
    uint64_t draw = rewrite_draw(choice->seed, id, kind);
    struct rewrite_tries *tries = &rewriter->tries;
    enum rewrite_reason reason = rewrite_tries_begin(tries, &rewriter->buggy, kind, draw);
    if (reason != REWRITE_DONE)
        return reason;
    int64_t n_kept = 0, n_wanted = rewrite_choice_number(choice, draw);
    while (n_kept < n_wanted && rewrite_tries_next(tries)) {
        struct token_edit after;
        enum rewrite_reason refused = rewrite_pair(&after, &rewriter->buggy, &rewriter->fixed,
                                                   rewriter->tools, &tries->place, edit);
        if (refused == REWRITE_DONE) {
            n_kept += keep(rewriter, out, arena, kind, &after);
            continue;
        }
        if (reason == REWRITE_DONE)
            reason = refused;
        rewrite_tries_refuse(tries);
    }
    return n_kept ? REWRITE_DONE : reason;
}

int64_t rewrite_choice_number(const struct rewrite_choice *choice, uint64_t draw)
{
    uint64_t n_numbers = (uint64_t)(choice->most - choice->least) + 1;
    return choice->least + (int64_t)(hash_pair(draw, n_numbers) % n_numbers);
}

bool rewrite_choice_is_exceeded(const struct rewrite_choice *choice, const struct program *program)
{
    return choice->max_tokens && (int64_t)program->tokens.n > choice->max_tokens;
}

void fix_rewrite(struct fix_rewriter *rewriter, struct rewritten_fixes *out, struct arena *arena,
                 const struct rewrite_choice *choice, const char *id,
                 const struct rewrite_program *buggy, const struct rewrite_program *fixed,
                 const char *const original_languages[2])
{
    struct token_edit edit;
    enum rewrite_reason reason = rewrite_side_read(&rewriter->buggy, rewriter->tools, buggy->code,
                                                   buggy->length, original_languages[0]);
    if (reason == REWRITE_DONE && rewrite_choice_is_exceeded(choice, &rewriter->buggy.program))
        reason = REWRITE_LONG;
    if (reason == REWRITE_DONE)
        reason = rewrite_side_read(&rewriter->fixed, rewriter->tools, fixed->code, fixed->length,
                                   original_languages[1]);
    /* Two swapped arguments of a mutant are not a single token. */
    if (reason == REWRITE_DONE &&
        program_difference(&rewriter->buggy.program, &rewriter->fixed.program, &edit) !=
            DIFFERENCE_SINGLE)
        reason = REWRITE_EDIT;
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        out->reasons[kind] = reason;
        if (reason == REWRITE_DONE && choice->kinds & (1u << kind))
            out->reasons[kind] = rewrite_by(rewriter, out, arena, choice, kind, id, &edit);
    }
}

void rewrite_counts_add(struct rewrite_counts *counts, const struct rewrite_choice *choice,
                        enum rewrite_kind kind, int64_t n_rewrites, enum rewrite_reason reason)
{
    if (!(choice->kinds & (1u << kind)))
        return;
    counts->n_rewrites[kind] += n_rewrites;
    if (reason == REWRITE_DONE) {
        counts->n_rewritten[kind]++;
        counts->n_fewer[kind] += n_rewrites < choice->least;
    } else {
        counts->n_refused[kind][reason]++;
    }
}
