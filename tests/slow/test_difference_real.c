/* Edits of real programs are found. Applied, they give the other program. */
#include "base/mem.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

/* The property: a program with one token changed by hand, in bytes, is one edit away, and applying
 * the edit gives it back. */

struct change {
    size_t token; /* of the buggy program */
    enum edit_kind kind;
    const char *bytes; /* new text; an insertion keeps the text at that place */
};

struct property {
    unsigned n_sources, n_programs, n_of_kind[3], n_none, n_unparsable;
};

static const char *other_of(const char *const *texts, struct token_text text)
{
    for (; *texts; texts++)
        if (strlen(*texts) == text.length && memcmp(*texts, text.bytes, text.length) == 0)
            return texts[1] ? texts[1] : "zz";
    return NULL;
}

/* Another text for a token, NULL where none is known to fit. */
static const char *other_text(const struct program *program, size_t index)
{
    static const char *const arithmetic[] = {"+", "-", "*", "//", "%", "+", NULL};
    static const char *const comparisons[] = {
        "<", "<=", "==", "!=", ">", ">=", "in", "not in", "is", "is not", "<", NULL};
    const struct syntax_tree *tree = &program->tree;
    uint32_t node = program->tokens.items[index].node;
    uint32_t parent = tree->nodes.items[node].parent;
    struct token_text text = program_token_text(program, index);
    if (program->tokens.items[index].kind == TOKEN_TEXT)
        return "another text";
    if (syntax_node_is(tree, node, "identifier"))
        return "another_name";
    if (syntax_node_is(tree, node, "integer"))
        return "12345";
    if (syntax_node_is(tree, node, "float"))
        return "1.25";
    if (syntax_node_is(tree, node, "string"))
        return "'another text'";
    if (syntax_node_is(tree, node, "true"))
        return "False";
    if (syntax_node_is(tree, parent, "binary_operator"))
        return other_of(arithmetic, text);
    return syntax_node_is(tree, parent, "comparison_operator") ? other_of(comparisons, text) : NULL;
}

static void change_bytes(struct str *out, const struct program *program,
                         const struct change *change)
{
    const struct token *token = &program->tokens.items[change->token];
    size_t end = change->kind == EDIT_INSERT ? token->start_byte : token->end_byte;
    str_clear(out);
    str_add(out, program->source, token->start_byte);
    if (token->start_byte && !strchr(" \t\f\r\n", program->source[token->start_byte - 1]))
        str_add_text(out, " ");
    str_add_text(out, change->bytes);
    str_add_text(out, " ");
    str_add(out, program->source + end, program->length - end);
}

/* Two `not` in a row cannot be distinguished: the last one counts. */
static size_t place_of_change(const struct program *buggy, const struct change *change)
{
    size_t place = change->token;
    if (change->kind == EDIT_INSERT)
        while (token_is(buggy, place, "not"))
            place++;
    else if (change->kind == EDIT_DELETE)
        while (token_is(buggy, place + 1, "not"))
            place++;
    return place;
}

static void check_application(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path)
{
    const struct token *token = &buggy->tokens.items[edit->buggy_token];
    size_t end = edit->kind == EDIT_INSERT ? token->start_byte : token->end_byte;
    struct token_text after = {"", 0};
    if (edit->kind != EDIT_DELETE)
        after = program_token_text(fixed, edit->fixed_token);
    scoped(str) bytes = {0};
    edit_apply(&bytes, buggy->source, buggy->length, token->start_byte, end, after.bytes,
               after.length);
    scoped(program) applied = {0};
    struct token_edit none;
    if (!tokenize_bytes(&applied, str_text(&bytes), bytes.length) ||
        program_difference(&applied, fixed, &none) != DIFFERENCE_NONE)
        fail_msg("%s: applying the edit of token %zu gives another program", path,
                 edit->buggy_token);
}

static void check_change(struct property *property, const struct program *buggy,
                         const struct change *change, const char *path)
{
    scoped(str) bytes = {0};
    scoped(program) fixed = {0};
    struct token_edit edit;
    change_bytes(&bytes, buggy, change);
    if (!tokenize_bytes(&fixed, str_text(&bytes), bytes.length)) {
        property->n_unparsable++;
    } else if (change->kind == EDIT_REPLACE && token_is(buggy, change->token, change->bytes)) {
        assert_int_equal(program_difference(buggy, &fixed, &edit), DIFFERENCE_NONE);
        property->n_none++;
    } else {
        if (program_difference(buggy, &fixed, &edit) != DIFFERENCE_SINGLE ||
            edit.kind != change->kind || edit.buggy_token != place_of_change(buggy, change) ||
            edit.fixed_token != edit.buggy_token)
            fail_msg("%s: '%s' at token %zu is not that edit", path, change->bytes, change->token);
        check_application(buggy, &fixed, &edit, path);
        property->n_of_kind[edit.kind]++;
    }
}

/* Changes token `index` in the ways that fit there. */
static void change_token(struct property *property, const struct program *program, size_t index,
                         const char *path)
{
    const char *text = other_text(program, index);
    if (text) {
        check_change(property, program, &(struct change){index, EDIT_REPLACE, text}, path);
        struct token_text same = program_token_text(program, index);
        scoped(str) copy = {0};
        str_add(&copy, same.bytes, same.length);
        if (program->tokens.items[index].kind != TOKEN_TEXT)
            check_change(property, program, &(struct change){index, EDIT_REPLACE, str_text(&copy)},
                         path);
    }
    bool is_condition =
        index > 0 && (token_is(program, index - 1, "if") || token_is(program, index - 1, "while"));
    bool is_not = token_is(program, index, "not");
    bool starts_line = index == 0 || token_is_layout(&program->tokens.items[index - 1]);
    if ((is_condition || is_not) && !starts_line)
        check_change(property, program, &(struct change){index, EDIT_INSERT, "not"}, path);
    if (is_not && !starts_line)
        check_change(property, program, &(struct change){index, EDIT_DELETE, ""}, path);
}

static void visit_and_change(const struct corpus_source *source, void *context)
{
    enum { EVERY_SOURCE = 12, N_CHANGES = 15 };
    struct property *property = context;
    scoped(program) program = {0};
    bool is_chosen = source->is_sample || property->n_sources % EVERY_SOURCE == 0;
    property->n_sources++;
    if (!is_chosen)
        return;
    if (tokenize_bytes(&program, source->text, source->length)) {
        size_t step = program.tokens.n / N_CHANGES + 1;
        for (size_t i = property->n_sources % step; i < program.tokens.n; i += step)
            if (!token_is_layout(&program.tokens.items[i]))
                change_token(property, &program, i, source->path);
        for (size_t i = 0; i < program.tokens.n; i++)
            if (token_is(&program, i, "not"))
                change_token(property, &program, i, source->path);
        property->n_programs++;
    }
}

TEST(difference__finds_and_applies_each_edit_of_real_programs)
{
    struct property property = {0};
    corpus_visit(visit_and_change, &property);
    unsigned n_edits = 0;
    for (size_t kind = 0; kind < N_ITEMS(property.n_of_kind); kind++) {
        assert_true(property.n_of_kind[kind] > 0);
        n_edits += property.n_of_kind[kind];
    }
    assert_true(property.n_none > 0);
    assert_true(property.n_unparsable * 50 < n_edits);
    printf("note: %u real programs, %u edits found and applied, %u changes do not parse\n",
           property.n_programs, n_edits, property.n_unparsable);
}

static void visit_line_ends(const struct corpus_source *source, void *n_programs)
{
    struct program program, other;
    struct token_edit edit;
    scoped(str) bytes = {0};
    if (tokenize_bytes(&program, source->text, source->length) &&
        !memchr(source->text, '\r', source->length)) {
        for (size_t i = 0; i < source->length; i++)
            str_add(&bytes, source->text[i] == '\n' ? "\r\n" : source->text + i,
                    source->text[i] == '\n' ? 2 : 1);
        str_add_text(&bytes, "\r\n\r\n  # the end");
        assert_true(tokenize_bytes(&other, str_text(&bytes), bytes.length));
        if (program_difference(&program, &other, &edit) != DIFFERENCE_NONE)
            fail_msg("%s: line ends make a difference", source->path);
        program_release(&other);
        ++*(unsigned *)n_programs;
    }
    program_release(&program);
}

TEST(difference__is_none_between_real_programs_with_other_line_ends)
{
    unsigned n_programs = 0;
    corpus_visit(visit_line_ends, &n_programs);
    assert_true(n_programs > 100);
    printf("note: %u real programs are the same with other line ends\n", n_programs);
}
