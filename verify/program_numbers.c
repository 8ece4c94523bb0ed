#include "verify/program_numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads a token that is a whole number. */
static bool read_number(const struct program *program, size_t index, int64_t *number)
{
    char digits[24], *end;
    if (index >= program->tokens.n || program->tokens.items[index].kind != TOKEN_NUMBER)
        return false;
    struct token_text text = program_token_text(program, index);
    if (text.length >= sizeof digits)
        return false;
    memcpy(digits, text.bytes, text.length);
    digits[text.length] = 0;
    errno = 0;
    *number = strtoll(digits, &end, 10);
    return *end == 0 && errno == 0;
}

/* Reads the power that begins with the number at `index`: BASE**EXPONENT, or 1<<EXPONENT. */
static bool read_power(const struct program *program, size_t index, int64_t base, int64_t *power)
{
    int64_t exponent;
    if (!read_number(program, index + 2, &exponent) || exponent < 0 || exponent > 62)
        return false;
    struct token_text sign = program_token_text(program, index + 1);
    if (base == 1 && token_text_is(sign, "<<"))
        base = 2;
    else if (!token_text_is(sign, "**"))
        return false;
    for (*power = 1; exponent; exponent--)
        if (__builtin_mul_overflow(*power, base, power))
            return false;
    return true;
}

void program_add_numbers(struct number_list *out, const struct program *program)
{
    for (size_t i = 0; i < program->tokens.n; i++) {
        int64_t number, power;
        if (!read_number(program, i, &number))
            continue;
        array_push(out, number);
        if (read_power(program, i, number, &power))
            array_push(out, power);
    }
}
