/* Deletes all comments. */
#include "augment/rewrite_kind.h"

#include "tokenize/comments.h"

static void plan(struct comments *comments, const struct subject *subject)
{
    const struct program *program = subject->program;
    scoped(lexical) *lexical = lexical_new(program->language);
    if (comments_find(comments, lexical, program->source, program->length))
        comments_plan(comments, program->language, program->source, program->length);
}

static enum rewrite_reason find(struct rewrite_sites *out, const struct subject *subject)
{
    scoped(comments) comments = {0};
    plan(&comments, subject);
    if (!comments.cuts.n)
        return REWRITE_NOTHING;
    array_push(&out->tokens, 0);
    return REWRITE_DONE;
}

static void make(struct rewriting *out, const struct subject *subject, uint32_t site,
                 const char *name)
{
    scoped(comments) comments = {0};
    uint32_t kept_to = 0;
    (void)site;
    (void)name;
    plan(&comments, subject);
    for (size_t i = 0; i < comments.cuts.n; i++) {
        const struct comment_cut *cut = &comments.cuts.items[i];
        rewriting_keep(out, kept_to, cut->start);
        rewriting_add(out, " ", cut->n_left);
        kept_to = cut->end;
    }
    rewriting_keep(out, kept_to, subject->program->length);
    rewriting_keep_tokens(out, 0, (uint32_t)subject->program->tokens.n);
}

const struct rewrite_kind_methods comments_methods = {
    .name = "comments", .is_whole = true, .find = find, .make = make};
