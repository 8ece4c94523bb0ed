/* Swaps the branches of a conditional statement that has two, and negates its condition. In Python:
 *
 *     if C:       |  if not (C):
 *         A       |      B
 *     # c         |  else:
 *     else:       |      A
 *         B       |  # c
 *
 * A branch begins after its opener, the colon. The first branch ends at the end of the line before
 * `else`. The second branch ends at the end of its last line, or of the comments after it that are
 * indented more than `if`. The text between the branches (a line end and blanks) stays where it is.
 */
#include "augment/rewrite_kind.h"

#include "tokenize/difference.h"
#include "tokenize/code_lines.h"

#include <string.h>

struct conditional {
    uint32_t word, condition, first_opener; /* nodes */
    uint32_t otherwise, else_word, second_opener;
};

static bool read_conditional(struct conditional *out, const struct subject *subject, uint32_t node)
{
    const struct mirror_rules *rules = &subject->language->rewrites->mirror;
    const struct syntax_tree *tree = &subject->program->tree;
    const struct node *nodes = tree->nodes.items;
    *out = (struct conditional){.word = node + 1};
    size_t n_alternatives = 0;
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next)
        if (syntax_node_in_field(tree, child, rules->alternative) &&
            !syntax_node_is_one_of(tree, child, tree->language->skipped_kinds)) {
            n_alternatives++;
            out->otherwise = child;
        }
    if (n_alternatives != 1 || !syntax_node_is(tree, out->otherwise, rules->otherwise))
        return false;
    out->condition = syntax_child(tree, node, NULL, rules->condition);
    out->first_opener = syntax_child(tree, node, rules->opener, NULL);
    out->else_word = out->otherwise + 1;
    out->second_opener = syntax_child(tree, out->otherwise, rules->opener, NULL);
    return out->condition && out->first_opener && out->second_opener;
}

static enum rewrite_reason find(struct rewrite_sites *out, const struct subject *subject)
{
    const struct mirror_rules *rules = &subject->language->rewrites->mirror;
    const struct syntax_tree *tree = &subject->program->tree;
    struct conditional conditional;
    size_t n_found = 0;
    scoped_array ARRAY(uint32_t)
        ordered = {0}; /* by node: number of statements before it that must keep their place */
    array_push(&ordered, 0);
    for (uint32_t i = 0; i < tree->nodes.n; i++) {
        uint32_t before = ordered.items[i];
        array_push(&ordered, before + syntax_node_is_one_of(tree, i, rules->ordered));
    }
    for (uint32_t i = 0; i < tree->nodes.n; i++) {
        if (!syntax_node_is(tree, i, rules->statement) ||
            !read_conditional(&conditional, subject, i))
            continue;
        n_found++;
        if (ordered.items[i] == ordered.items[tree->nodes.items[i].next])
            array_push(&out->tokens, subject->node_tokens.items[conditional.word]);
    }
    if (out->tokens.n)
        return REWRITE_DONE;
    return n_found ? REWRITE_UNSAFE : REWRITE_NOTHING;
}

/* Returns the end of a branch with its comments. The code of the branch ends in the line that ends
 * at `end`. Comments after it belong to it if they are indented more than the statement. */
static uint32_t with_comments(const struct program *program, uint32_t end, uint32_t statement)
{
    const char *source = program->source;
    size_t length = program->length, start = code_line_start(source, statement);
    size_t indentation = statement - start, line_end = end;
    for (size_t line; (line = code_next_line(source, length, line_end)) < length;) {
        size_t at = line;
        line_end = code_line_end(source, length, line);
        while (at < length && is_code_blank(source[at]))
            at++;
        if (at == line_end)
            continue;
        bool is_deeper =
            at - line > indentation && memcmp(source + line, source + start, indentation) == 0;
        if (!is_deeper || !lexer_comment(program->tree.language, source + at, length - at))
            break;
        end = (uint32_t)line_end;
    }
    return end;
}

/* Returns the first token after a branch. The last code token of a branch is followed by a line
 * end, and by the ends of all blocks that the branch opened. */
static uint32_t branch_end(const struct program *program, uint32_t first, uint32_t end_node)
{
    uint32_t token = first, n_blocks = 0;
    for (; token < program->tokens.n; token++) {
        const struct token *at = &program->tokens.items[token];
        bool is_behind = at->kind == TOKEN_BLOCK_CLOSE
                             ? n_blocks == 0
                             : !token_is_layout(at) && at->node >= end_node;
        if (is_behind)
            break;
        n_blocks += at->kind == TOKEN_BLOCK_OPEN;
        n_blocks -= at->kind == TOKEN_BLOCK_CLOSE;
    }
    return token;
}

/* Appends texts, with a blank after each word. */
static void add_texts(struct rewriting *out, const char *const *texts)
{
    for (; *texts; texts++) {
        size_t length = strlen(*texts);
        rewriting_add(out, *texts, length);
        if (characters_join((*texts)[length - 1], 'a'))
            rewriting_add(out, " ", 1);
    }
}

static void add_tokens(struct rewriting *out, const char *const *texts)
{
    for (; *texts; texts++)
        rewriting_add_token(out, *texts);
}

static void make_text(struct rewriting *out, const struct subject *subject,
                      const struct conditional *conditional)
{
    const struct mirror_rules *rules = &subject->language->rewrites->mirror;
    const struct program *program = subject->program;
    const struct node *nodes = program->tree.nodes.items;
    const struct node *condition = &nodes[conditional->condition];
    const struct node *last = &nodes[nodes[conditional->otherwise].next - 1];
    while (last->start_byte == last->end_byte ||
           syntax_node_is_one_of(&program->tree, (uint32_t)(last - nodes),
                                 program->tree.language->skipped_kinds))
        last--;
    uint32_t else_start = nodes[conditional->else_word].start_byte;
    uint32_t first_start = nodes[conditional->first_opener].end_byte;
    uint32_t first_end = (uint32_t)code_line_start(program->source, else_start);
    while (first_end > first_start && ends_line(program->source[first_end - 1]))
        first_end--;
    uint32_t second_start = nodes[conditional->second_opener].end_byte;
    size_t second_line_end = code_line_end(program->source, program->length, last->end_byte);
    uint32_t second_end =
        with_comments(program, (uint32_t)second_line_end, nodes[conditional->word].start_byte);

    rewriting_keep(out, 0, condition->start_byte);
    add_texts(out, rules->negation);
    rewriting_keep(out, condition->start_byte, condition->end_byte);
    add_texts(out, rules->negation_end);
    rewriting_keep(out, condition->end_byte, first_start);
    rewriting_keep(out, second_start, second_end);
    rewriting_keep(out, first_end, second_start);
    rewriting_keep(out, first_start, first_end);
    rewriting_keep(out, second_end, program->length);
}

static void make(struct rewriting *out, const struct subject *subject, uint32_t site,
                 const char *name)
{
    (void)name;
    const struct mirror_rules *rules = &subject->language->rewrites->mirror;
    const struct program *program = subject->program;
    const struct node *nodes = program->tree.nodes.items;
    uint32_t statement = nodes[program->tokens.items[site].node].parent;
    struct conditional conditional;
    read_conditional(&conditional, subject, statement);
    make_text(out, subject, &conditional);

    uint32_t first_opener = subject->node_tokens.items[conditional.first_opener];
    uint32_t else_word = subject->node_tokens.items[conditional.else_word];
    uint32_t second_opener = subject->node_tokens.items[conditional.second_opener];
    uint32_t end = branch_end(program, second_opener + 1, nodes[conditional.otherwise].next);
    rewriting_keep_tokens(out, 0, site + 1);
    add_tokens(out, rules->negation);
    rewriting_keep_tokens(out, site + 1, first_opener);
    add_tokens(out, rules->negation_end);
    rewriting_keep_tokens(out, first_opener, first_opener + 1);
    rewriting_keep_tokens(out, second_opener + 1, end);
    rewriting_keep_tokens(out, else_word, second_opener + 1);
    rewriting_keep_tokens(out, first_opener + 1, else_word);
    rewriting_keep_tokens(out, end, (uint32_t)program->tokens.n);
}

const struct rewrite_kind_methods mirror_methods = {.name = "mirror", .find = find, .make = make};
