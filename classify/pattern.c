/* The sites of the changed token decide. */
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

static enum sstub_pattern tssb_pattern(const struct site *buggy, const struct site *fixed,
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

/* An expression with three operands or more is one to the authors, and they compare only the first
 * two operands: others count as changed identifiers. */
static enum sstub_pattern manysstubs_pattern(const struct site *buggy, const struct site *fixed)
{
    bool are_identifiers = buggy->role && fixed->role && buggy->is_name && fixed->is_name;
    if (is_unary(buggy) && is_unary(fixed) && !buggy->is_postfix)
        return PATTERN_CHANGE_UNARY_OPERATOR;
    if (are_identifiers && buggy->is_called)
        return PATTERN_DIFFERENT_METHOD_SAME_ARGS;
    if (are_identifiers && buggy->is_caller)
        return PATTERN_CHANGE_CALLER_IN_FUNCTION_CALL;
    if (buggy->literal == LITERAL_BOOLEAN && fixed->literal == LITERAL_BOOLEAN)
        return PATTERN_SWAP_BOOLEAN_LITERAL;
    if (is_number(buggy->literal) && is_number(fixed->literal))
        return PATTERN_CHANGE_NUMERAL;
    if (is_binary(buggy) && is_binary(fixed))
        return PATTERN_CHANGE_OPERATOR;
    if (are_identifiers && buggy->is_operand && !buggy->is_third_operand)
        return PATTERN_CHANGE_OPERAND;
    if (buggy->is_modifier && fixed->is_modifier)
        return PATTERN_CHANGE_MODIFIER;
    if (are_identifiers && buggy->role != ROLE_DEFINITION && !buggy->is_declared)
        return PATTERN_CHANGE_IDENTIFIER;
    return PATTERN_SINGLE_TOKEN;
}

static bool is_step(const struct site *site)
{
    return token_text_is(site->text, "++") || token_text_is(site->text, "--");
}

static enum sstub_pattern own_pattern(const struct site *buggy, const struct site *fixed,
                                      const struct language *language)
{
    bool is_assignment = token_text_is(buggy->text, "=") || token_text_is(fixed->text, "=");
    bool is_equality = token_text_is(buggy->text, "==") || token_text_is(fixed->text, "==");
    if (is_assignment && is_equality)
        return PATTERN_SWAP_ASSIGNMENT_EQUALITY;
    if (is_step(buggy) && is_step(fixed))
        return PATTERN_CHANGE_INCREMENT;
    if (buggy->is_array_size)
        return PATTERN_CHANGE_ARRAY_SIZE;
    if (buggy->is_format && fixed->literal == LITERAL_STRING)
        return PATTERN_CHANGE_FORMAT_STRING;
    if (buggy->role == ROLE_TYPE && fixed->role == ROLE_TYPE)
        return PATTERN_CHANGE_TYPE;
    if (is_constant_type_change(buggy, fixed, language))
        return PATTERN_CHANGE_CONSTANT_TYPE;
    if (buggy->literal == LITERAL_STRING && fixed->literal == LITERAL_STRING)
        return PATTERN_CHANGE_STRING_LITERAL;
    return PATTERN_SINGLE_TOKEN;
}

enum sstub_pattern sstub_pattern_of(const struct edit_sites *sites, enum edit_kind kind,
                                    const struct language *language)
{
    const struct site *before = &sites->before, *after = &sites->after;
    if (kind != EDIT_REPLACE)
        return is_unary(kind == EDIT_INSERT ? after : before) ? PATTERN_CHANGE_UNARY_OPERATOR
                                                              : PATTERN_SINGLE_TOKEN;
    if (!language->patterns)
        return tssb_pattern(before, after, language);
    enum sstub_pattern own = own_pattern(before, after, language);
    enum sstub_pattern theirs = manysstubs_pattern(before, after);
    bool takes_own = language->patterns->own_first ? own != PATTERN_SINGLE_TOKEN
                                                   : theirs == PATTERN_SINGLE_TOKEN;
    return takes_own ? own : theirs;
}

#define NAME(name) #name,

const char *sstub_pattern_name(int pattern)
{
    static const char *const names[] = {SSTUB_PATTERNS(NAME)};
    return pattern < N_PATTERNS ? names[pattern] : NULL;
}
