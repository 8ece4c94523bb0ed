/* One pass through the tokens knows the first word of the line, and the list in brackets that the
 * place is in. The tree then says whether a token is where its construct may be. */
#include "tokenize/readings.h"

#include <string.h>

struct pass {
    const struct program *program;
    size_t first, at, end;   /* tokens */
    uint32_t n_open;         /* brackets */
    struct token_text line;  /* the first word of the line, up to a colon; or empty */
    const char *const *list; /* the heads of the rule that a list in brackets belongs to, or NULL */
    uint32_t n_open_in_list;
    bool has_found; /* a place of that rule, since the last comma of the list */
};

static struct token_text text_at(const struct pass *pass, size_t token)
{
    const struct program *program = pass->program;
    return token_text_of(program->language, program->source, &program->tokens.items[token]);
}

static bool is_kind(const struct pass *pass, size_t token, enum token_kind kind)
{
    return token < pass->end && pass->program->tokens.items[token].kind == kind;
}

/* Returns whether a token is one of these signs. */
static bool is_sign_at(const struct pass *pass, size_t token, const char *signs)
{
    return is_kind(pass, token, TOKEN_SIGN) && text_at(pass, token).length == 1 &&
           strchr(signs, *text_at(pass, token).bytes);
}

static bool is_sign(const struct pass *pass, const char *signs)
{
    return is_sign_at(pass, pass->at, signs);
}

/* Opens the list of a rule, if the bracket at the place begins one. */
static void open_list(struct pass *pass, const struct newer_rule *rule)
{
    char bracket = *text_at(pass, pass->at).bytes;
    for (; !pass->list && rule->dialects; rule++)
        if (rule->opening == bracket && is_kind(pass, pass->at - 1, TOKEN_WORD) &&
            token_text_is_one_of(text_at(pass, pass->at - 2), rule->heads)) {
            pass->list = rule->heads;
            pass->n_open_in_list = pass->n_open + 1;
            pass->has_found = false;
        }
}

/* Goes over the token at the place. */
static void advance(struct pass *pass)
{
    const struct language *language = pass->program->language;
    bool begins_line =
        pass->at == pass->first || token_is_layout(&pass->program->tokens.items[pass->at - 1]);
    if (begins_line)
        pass->line = text_at(pass, pass->at);
    else if (!pass->n_open && is_sign(pass, ":"))
        pass->line.length = 0;
    if (is_sign(pass, language->tokens.opening)) {
        if (pass->at >= pass->first + 2)
            open_list(pass, language->dialects->newer);
        pass->n_open++;
    } else if (pass->n_open && is_sign(pass, language->tokens.closing)) {
        if (pass->n_open == pass->n_open_in_list)
            pass->list = NULL;
        pass->n_open--;
    } else if (pass->n_open == pass->n_open_in_list && is_sign(pass, ",")) {
        pass->has_found = false;
    }
    pass->at++;
}

/* Returns whether the token at the place is after the heads of a rule. */
static bool is_after_head(const struct pass *pass, const struct newer_rule *rule)
{
    if (rule->opening)
        return pass->list == rule->heads && pass->n_open == pass->n_open_in_list &&
               !pass->has_found &&
               !is_sign_at(pass, pass->at + 1, pass->program->language->tokens.closing);
    return !rule->heads || (!pass->n_open && token_text_is_one_of(pass->line, rule->heads));
}

static bool is_next(const struct pass *pass, const char *text)
{
    size_t next = pass->at + 1;
    return !text || (*text ? next < pass->end && token_text_is(text_at(pass, next), text)
                           : is_kind(pass, next, TOKEN_WORD));
}

static bool has_letter(struct token_text text, const char *letters)
{
    size_t i = 0;
    while (i < text.length && !strchr(letters, text.bytes[i]))
        i++;
    return i < text.length;
}

static bool matches(const struct pass *pass, const struct newer_rule *rule)
{
    struct token_text text = text_at(pass, pass->at);
    if (rule->letters)
        return is_kind(pass, pass->at, TOKEN_QUOTE) && has_letter(text, rule->letters);
    return token_text_is_one_of(text, rule->tokens) && is_after_head(pass, rule) &&
           is_next(pass, rule->before) &&
           (!rule->after || (pass->at > pass->first &&
                             token_text_is_one_of(text_at(pass, pass->at - 1), rule->after)));
}

/* Puts what the grammar knows in the place of a token, or of letters in it. */
static void stand_in(char *text, const struct token *token, const struct newer_rule *rule)
{
    size_t n_handed = strlen(rule->handed), length = token->end_byte - token->start_byte;
    text += token->start_byte;
    for (size_t i = 0; i < length; i++)
        if (!rule->letters)
            text[i] = i < n_handed ? rule->handed[i] : ' ';
        else if (strchr(rule->letters, text[i]))
            text[i] = *rule->handed;
}

bool newer_find(struct newer *newer, const struct program *program, size_t first, size_t end)
{
    struct pass pass = {.program = program, .first = first, .at = first, .end = end};
    const struct newer_rule *rules = program->language->dialects->newer;
    for (; rules && pass.at < pass.end; advance(&pass)) {
        const struct newer_rule *rule = rules;
        while (rule->dialects && !matches(&pass, rule))
            rule++;
        if (!rule->dialects)
            continue;
        array_push(newer, (struct newer_place){rule, pass.at});
        pass.has_found |= rule->opening != 0;
    }
    return newer->n > 0;
}

void newer_write(const struct newer *newer, const struct program *program, char *text)
{
    for (size_t i = 0; i < newer->n; i++)
        stand_in(text, &program->tokens.items[newer->items[i].token], newer->items[i].rule);
}

/* Returns whether a construct is at a place of its kind, and gives that place its name. */
static bool settle(struct syntax_tree *tree, uint32_t node, const struct newer_rule *rule)
{
    struct node *nodes = tree->nodes.items;
    uint32_t parent = nodes[node].parent, grandparent = nodes[parent].parent;
    if (!rule->parent)
        return true;
    if (!syntax_node_is(tree, parent, rule->parent) ||
        !syntax_node_is_one_of(tree, grandparent, rule->grandparents) ||
        (rule->is_only && syntax_child(tree, grandparent, rule->becomes, NULL)))
        return false;
    nodes[parent].kind = syntax_kind_find(tree->language, rule->becomes, true);
    return true;
}

bool newer_settle(const struct newer *newer, struct program *program)
{
    for (size_t i = 0; i < newer->n; i++) {
        const struct newer_place *place = &newer->items[i];
        const struct token *token = &program->tokens.items[place->token];
        unsigned dialects = program->newer_dialects;
        if (!settle(&program->tree, token->node, place->rule)) {
            program->error_byte = token->start_byte;
            return false;
        }
        program->newer_dialects =
            dialects ? dialects & place->rule->dialects : place->rule->dialects;
    }
    return true;
}
