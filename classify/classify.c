/* Both sides of an edit are looked up in their trees. The pair decides category and pattern. */
#include "classify/classify.h"

#include <string.h>

static bool is_number(enum literal_kind literal)
{
    return literal == LITERAL_INTEGER || literal == LITERAL_FLOAT;
}

/* Returns the text of a literal, without the quotes (and prefix letters) of a string. */
static struct token_text plain_text(const struct site *site, const struct language *language)
{
    struct token_text text = site->text;
    if (site->literal != LITERAL_STRING)
        return text;
    for (; text.length; text.bytes++, text.length--)
        for (const struct string_form *form = language->tokens.strings; form->quote; form++) {
            size_t n = strlen(form->quote);
            if (text.length >= 2 * n && memcmp(text.bytes, form->quote, n) == 0)
                return (struct token_text){text.bytes + n, text.length - 2 * n};
        }
    return text;
}

/* Returns whether two literals are one value in two types, such as 1 and "1", or 1 and 1.0. */
static bool is_constant_type_change(const struct site *buggy, const struct site *fixed,
                                    const struct language *language)
{
    if (!buggy->literal || !fixed->literal || buggy->literal == fixed->literal)
        return false;
    struct token_text a = plain_text(buggy, language), b = plain_text(fixed, language);
    double number_a, number_b;
    if (language->categories.number(&number_a, a.bytes, a.length) &&
        language->categories.number(&number_b, b.bytes, b.length))
        return !(number_a < number_b) && !(number_b < number_a);
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

static bool is_binary(const struct site *site)
{
    return site->rule && site->rule->has_operands;
}

static bool is_unary(const struct site *site)
{
    return site->rule && site->rule->is_unary;
}

static enum sstub_pattern pattern_of(const struct site *buggy, const struct site *fixed,
                                     const struct language *language)
{
    bool are_identifiers = buggy->role && fixed->role;
    bool can_be_operands = (buggy->role || buggy->literal) && (fixed->role || fixed->literal);
    if (are_identifiers && buggy->is_called)
        return PATTERN_WRONG_FUNCTION_NAME;
    if (is_constant_type_change(buggy, fixed, language))
        return PATTERN_CHANGE_CONSTANT_TYPE;
    if (is_number(buggy->literal) && is_number(fixed->literal))
        return PATTERN_CHANGE_NUMERIC_LITERAL;
    if (buggy->literal == LITERAL_BOOLEAN && fixed->literal == LITERAL_BOOLEAN)
        return PATTERN_CHANGE_BOOLEAN_LITERAL;
    if (are_identifiers && buggy->role == ROLE_ATTRIBUTE)
        return PATTERN_CHANGE_ATTRIBUTE_USED;
    if (are_identifiers && buggy->role == ROLE_KEYWORD_ARGUMENT)
        return PATTERN_CHANGE_KEYWORD_ARGUMENT_USED;
    if (are_identifiers && buggy->is_caller)
        return PATTERN_SAME_FUNCTION_WRONG_CALLER;
    if (is_binary(buggy) && is_binary(fixed))
        return PATTERN_CHANGE_BINARY_OPERATOR;
    if (is_unary(buggy) && is_unary(fixed))
        return PATTERN_CHANGE_UNARY_OPERATOR;
    if (can_be_operands && buggy->is_operand)
        return PATTERN_CHANGE_OPERAND;
    if (are_identifiers)
        return PATTERN_CHANGE_IDENTIFIER_USED;
    if (buggy->literal == LITERAL_STRING && fixed->literal == LITERAL_STRING)
        return PATTERN_CHANGE_STRING_LITERAL;
    return PATTERN_SINGLE_TOKEN;
}

struct bug_label classify_sites(const struct edit_sites *sites, enum edit_kind kind,
                                const struct language *language)
{
    const struct site *before = &sites->before, *after = &sites->after;
    if (kind != EDIT_REPLACE) {
        const struct site *only = kind == EDIT_INSERT ? after : before;
        return (struct bug_label){
            .category = site_category(only),
            .pattern = is_unary(only) ? PATTERN_CHANGE_UNARY_OPERATOR : PATTERN_SINGLE_TOKEN,
        };
    }
    enum bug_category category = site_category(before);
    return (struct bug_label){
        .category = category == site_category(after) ? category : CATEGORY_OTHER,
        .pattern = pattern_of(before, after, language),
        .role = before->role,
    };
}

struct bug_label classify_edit(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit)
{
    struct edit_sites sites = edit_sites_of(buggy, fixed, edit);
    return classify_sites(&sites, edit->kind, buggy->language);
}

enum bug_category classify_token(const struct program *program, size_t token)
{
    struct site site = site_of(program, token);
    return site_category(&site);
}

const char *classify_site_kind(const struct site *site)
{
    static const char *const literals[] = {
        [LITERAL_INTEGER] = "integer", [LITERAL_FLOAT] = "float",
        [LITERAL_BOOLEAN] = "boolean", [LITERAL_NULL] = "null",
        [LITERAL_STRING] = "string",   [LITERAL_CHARACTER] = "character",
    };
    if (site->role || site->literal)
        return site->role ? identifier_role_name(site->role) : literals[site->literal];
    bool is_of_category = site->rule && site->rule->category != CATEGORY_OTHER;
    return is_of_category ? bug_category_name(site->rule->category) : NULL;
}

bool classify_is_operator(const struct program *program, size_t token)
{
    struct site site = site_of(program, token);
    return site.rule != NULL;
}

const char *sstub_pattern_name(int pattern)
{
    static const char *const names[N_PATTERNS] = {
        [PATTERN_WRONG_FUNCTION_NAME] = "WRONG_FUNCTION_NAME",
        [PATTERN_CHANGE_CONSTANT_TYPE] = "CHANGE_CONSTANT_TYPE",
        [PATTERN_CHANGE_NUMERIC_LITERAL] = "CHANGE_NUMERIC_LITERAL",
        [PATTERN_CHANGE_BOOLEAN_LITERAL] = "CHANGE_BOOLEAN_LITERAL",
        [PATTERN_CHANGE_ATTRIBUTE_USED] = "CHANGE_ATTRIBUTE_USED",
        [PATTERN_CHANGE_KEYWORD_ARGUMENT_USED] = "CHANGE_KEYWORD_ARGUMENT_USED",
        [PATTERN_SAME_FUNCTION_WRONG_CALLER] = "SAME_FUNCTION_WRONG_CALLER",
        [PATTERN_CHANGE_BINARY_OPERATOR] = "CHANGE_BINARY_OPERATOR",
        [PATTERN_CHANGE_UNARY_OPERATOR] = "CHANGE_UNARY_OPERATOR",
        [PATTERN_CHANGE_OPERAND] = "CHANGE_OPERAND",
        [PATTERN_CHANGE_IDENTIFIER_USED] = "CHANGE_IDENTIFIER_USED",
        [PATTERN_CHANGE_STRING_LITERAL] = "CHANGE_STRING_LITERAL",
        [PATTERN_SINGLE_TOKEN] = "SINGLE_TOKEN",
        [PATTERN_SWAP_ARGUMENTS] = "SWAP_ARGUMENTS",
    };
    return pattern < N_PATTERNS ? names[pattern] : NULL;
}
