/* Deletes all comments. A comment alone on its line is deleted with the line; a comment after code
 * is deleted with the blanks before it. */
#include "augment/rewrite_kind.h"

#include "tokenize/code_lines.h"

/* The range that is deleted with a comment. */
struct deleted {
    uint32_t start, end;
};

static struct deleted deleted_with(const struct program *program, const struct node *comment)
{
    const char *source = program->source;
    struct deleted deleted = {comment->start_byte, comment->end_byte};
    /* The grammar includes the CR of a CRLF in the comment. */
    while (deleted.end > deleted.start && ends_line(source[deleted.end - 1]))
        deleted.end--;
    while (deleted.start > 0 && is_code_blank(source[deleted.start - 1]))
        deleted.start--;
    if (deleted.start > 0 && !ends_line(source[deleted.start - 1]))
        return deleted;
    /* If the previous line is continued on this one, the line end must stay. */
    uint32_t before = deleted.start;
    while (before > 0 && ends_line(source[before - 1]))
        before--;
    if (before > 0 && source[before - 1] == program->tree.language->tokens.continuation)
        return deleted;
    if (deleted.end < program->length && source[deleted.end] == '\r')
        deleted.end++;
    if (deleted.end < program->length && source[deleted.end] == '\n')
        deleted.end++;
    return deleted;
}

/* Returns the next node, from `from`, that is a comment to delete, or the number of nodes. */
static uint32_t next_comment(const struct subject *subject, uint32_t from,
                             struct position *position, uint32_t *counted)
{
    const struct comment_rules *rules = &subject->language->rewrites->comments;
    const struct program *program = subject->program;
    const struct syntax_tree *tree = &program->tree;
    uint32_t i = from;
    for (; i < tree->nodes.n; i++) {
        if (!syntax_node_is(tree, i, rules->comment))
            continue;
        struct token_text text = subject_text(subject, i);
        uint32_t start = tree->nodes.items[i].start_byte;
        source_position_advance(position, program->source, program->length, *counted, start);
        *counted = start;
        if (!rules->is_kept(text.bytes, text.length, position->line))
            break;
    }
    return i;
}

static enum rewrite_reason find(struct rewrite_sites *out, const struct subject *subject)
{
    struct position position = {.line = 1};
    uint32_t counted = 0;
    if (next_comment(subject, 0, &position, &counted) == subject->program->tree.nodes.n)
        return REWRITE_NOTHING;
    array_push(&out->tokens, 0);
    return REWRITE_DONE;
}

static void make(struct rewriting *out, const struct subject *subject, uint32_t site,
                 const char *name)
{
    (void)site;
    (void)name;
    const struct program *program = subject->program;
    struct position position = {.line = 1};
    uint32_t counted = 0, kept_to = 0, node = 0;
    while ((node = next_comment(subject, node, &position, &counted)) < program->tree.nodes.n) {
        struct deleted deleted = deleted_with(program, &program->tree.nodes.items[node]);
        rewriting_keep(out, kept_to, deleted.start);
        kept_to = deleted.end;
        node++;
    }
    rewriting_keep(out, kept_to, program->length);
    rewriting_keep_tokens(out, 0, (uint32_t)program->tokens.n);
}

const struct rewrite_kind_methods comments_methods = {
    .name = "comments", .is_whole = true, .find = find, .make = make};
