/* An integer is its digits in a base of 2^32, so that it may have any size; the type that C gives
 * it follows from their number. A fraction is written as printf() writes a hexadecimal one, rounded
 * to its type. */
#include "tokenize/literal_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_DIGITS = 4300 /* of an integer, as in CPython */, MAX_LIMBS = MAX_DIGITS / 8 + 1 };

int literal_digit(char c)
{
    char lower = (char)(c | 0x20);
    if (c >= '0' && c <= '9')
        return c - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

struct integer {
    uint32_t limbs[MAX_LIMBS]; /* the lowest first, the highest not 0 */
    size_t n;
};

static bool read_integer(struct integer *out, const char *digits, size_t length, unsigned base)
{
    out->n = 0;
    if (length == 0 || length > MAX_DIGITS)
        return false;
    for (size_t i = 0; i < length; i++) {
        uint64_t carry = (uint64_t)literal_digit(digits[i]);
        if (carry >= base)
            return false;
        for (size_t k = 0; k < out->n; k++) {
            carry += (uint64_t)out->limbs[k] * base;
            out->limbs[k] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry)
            out->limbs[out->n++] = (uint32_t)carry;
    }
    return true;
}

static size_t bits_of(const struct integer *integer)
{
    size_t n = integer->n;
    return n ? 32 * n - (size_t)__builtin_clz(integer->limbs[n - 1]) : 0;
}

/* Appends the type that an integer has in C: the first of int, long and long long from that of its
 * suffix on that can represent it, and of their unsigned types where it may have one. */
static void add_grown_type(struct str *out, const struct number_type *type, size_t n_bits,
                           bool is_decimal, size_t bits_of_long)
{
    const size_t bits[] = {32, bits_of_long, 64};
    for (int width = type->width; width < 3; width++) {
        bool is_signed = !type->is_unsigned && n_bits < bits[width];
        bool may_be_unsigned = type->is_unsigned || !is_decimal;
        if (!is_signed && (!may_be_unsigned || n_bits > bits[width]))
            continue;
        str_print(out, "%c%d ", is_signed ? 'i' : 'u', width);
        return;
    }
    str_add_text(out, "larger ");
}

static void add_integer(struct str *out, const struct value_rules *rules,
                        const struct number_type *type, const struct integer *integer,
                        bool is_decimal)
{
    if (rules->integers_grow) {
        add_grown_type(out, type, bits_of(integer), is_decimal, 64);
        add_grown_type(out, type, bits_of(integer), is_decimal, 32);
    } else {
        str_print(out, "i%d ", type->width);
    }
    str_add(out, (const char *)integer->limbs, integer->n * sizeof *integer->limbs);
}

/* Returns the type of a number with this suffix, or NULL. */
static const struct number_type *find_type(const struct value_rules *rules, const char *suffix,
                                           bool has_fraction)
{
    for (const struct number_type *type = rules->numbers; type->suffix; type++)
        if (type->has_fraction == has_fraction && strcasecmp(type->suffix, suffix) == 0)
            return type;
    return NULL;
}

static void add_fraction(struct str *out, const struct number_type *type, const char *text)
{
    if (type->kind == NUMBER_SINGLE)
        str_print(out, "f %a", (double)strtof(text, NULL));
    else if (type->kind == NUMBER_EXTENDED)
        str_print(out, "l %La", strtold(text, NULL));
    else
        str_print(out, "%c %a", type->kind == NUMBER_IMAGINARY ? 'j' : 'd', strtod(text, NULL));
}

static unsigned base_of(const char *text)
{
    static const char letters[] = "xXoObB";
    static const unsigned bases[] = {16, 16, 8, 8, 2, 2};
    const char *found = text[0] == '0' && text[1] ? strchr(letters, text[1]) : NULL;
    return found ? bases[found - letters] : 10;
}

/* Adds the value of a number without separators. */
static bool add_number(struct str *out, const struct value_rules *rules, const char *text)
{
    static const char decimal[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF";
    unsigned base = base_of(text);
    const char *digits = base == 10 ? text : text + 2;
    size_t n = strspn(digits, base == 16 ? hexadecimal : decimal);
    bool has_fraction = digits[n] && strchr(base == 16 ? ".pP" : ".eE", digits[n]);
    char *end = NULL;
    if (has_fraction)
        strtold(text, &end);
    const struct number_type *type =
        find_type(rules, has_fraction ? end : digits + n, has_fraction);
    if (!type)
        return false;
    if (type->kind != NUMBER_INTEGER) {
        add_fraction(out, type, text);
        return true;
    }
    bool is_octal = base == 10 && text[0] == '0';
    struct integer integer;
    if (!read_integer(&integer, digits, n, is_octal ? 8 : base) ||
        (is_octal && integer.n && !rules->has_octal))
        return false;
    add_integer(out, rules, type, &integer, base == 10 && !is_octal);
    return true;
}

bool literal_add_number(struct str *out, const struct language *language, struct token_text text)
{
    scoped(str) digits = {0};
    char separator = language->tokens.numbers.separator;
    for (size_t i = 0; i < text.length; i++)
        if (!separator || text.bytes[i] != separator)
            str_add(&digits, &text.bytes[i], 1);
    return add_number(out, &language->values, str_text(&digits));
}

void literal_add_integer(struct str *out, const struct value_rules *rules, uint32_t value)
{
    const struct integer integer = {{value}, value != 0};
    add_integer(out, rules, rules->numbers, &integer, true);
}
