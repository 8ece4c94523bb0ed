/* The grammar of numbers is checked here, because strtod() accepts more, and depends on the locale.
 * strtod() then gets the first significant digits as a whole number with an exponent, so that a
 * million digits need neither memory nor much time. */
#include "verify/decimal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SIGNIFICANT_DIGITS = 40,   /* read of a number; a double has 17 */
    MAX_EXPONENT = 1000000000, /* larger exponents are read as one that is as large */
};

/* What is left of the text. */
struct rest {
    const char *at, *end;
};

/* The significant digits as a whole number, with room for its exponent. */
struct significand {
    char digits[SIGNIFICANT_DIGITS + sizeof "e-9223372036854775808"];
    int n;
    int64_t n_left_out; /* digits that have no room any more */
};

static bool is_next(const struct rest *rest, char a, char b)
{
    return rest->at < rest->end && (*rest->at == a || *rest->at == b);
}

static bool is_at_digit(const struct rest *rest)
{
    return rest->at < rest->end && *rest->at >= '0' && *rest->at <= '9';
}

/* Returns whether the number is negative. */
static bool take_sign(struct rest *rest)
{
    return is_next(rest, '-', '+') && *rest->at++ == '-';
}

/* Returns the number of digits. */
static int64_t take_digits(struct rest *rest, struct significand *significand)
{
    const char *start = rest->at;
    for (; is_at_digit(rest); rest->at++) {
        if (significand->n == 0 && *rest->at == '0')
            continue;
        if (significand->n < SIGNIFICANT_DIGITS)
            significand->digits[significand->n++] = *rest->at;
        else
            significand->n_left_out++;
    }
    return rest->at - start;
}

/* Returns false if there are no digits. */
static bool take_exponent(struct rest *rest, int64_t *exponent)
{
    bool is_negative = take_sign(rest), has_digits = is_at_digit(rest);
    *exponent = 0;
    for (; is_at_digit(rest); rest->at++)
        if (*exponent < MAX_EXPONENT)
            *exponent = *exponent * 10 + (*rest->at - '0');
    if (is_negative)
        *exponent = -*exponent;
    return has_digits;
}

static double value_of(struct significand *significand, int64_t exponent)
{
    if (significand->n == 0)
        return 0;
    snprintf(significand->digits + significand->n,
             sizeof significand->digits - (size_t)significand->n, "e%jd", (intmax_t)exponent);
    return strtod(significand->digits, NULL);
}

bool decimal_read(struct decimal *out, const char *text, size_t length)
{
    struct rest rest = {text, length ? text + length : text};
    struct significand significand = {.n = 0};
    int64_t n_fraction = 0, exponent = 0;
    *out = (struct decimal){0};
    bool is_negative = take_sign(&rest);
    int64_t n_digits = take_digits(&rest, &significand);
    if (is_next(&rest, '.', '.')) {
        out->is_real = true;
        rest.at++;
        n_fraction = take_digits(&rest, &significand);
    }
    if (n_digits + n_fraction == 0)
        return false;
    if (is_next(&rest, 'e', 'E')) {
        out->is_real = true;
        rest.at++;
        if (!take_exponent(&rest, &exponent))
            return false;
    }
    if (rest.at < rest.end)
        return false;
    out->value = value_of(&significand, exponent + significand.n_left_out - n_fraction);
    if (is_negative)
        out->value = -out->value;
    return true;
}
