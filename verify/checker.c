/* Two readers go through the outputs side by side, from token to token. The ends of lines are
 * tokens, too, so that both outputs must have theirs at the same place, unless they are skipped. */
#include "verify/checker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Part of an output. */
struct span {
    const char *at, *end;
};

/* ---- Numbers ---- */

/* strtod() accepts more, such as names and hexadecimal digits, but of these characters only decimal
 * numbers. */
bool decimal_read(struct decimal *out, const char *text, size_t length)
{
    scoped_memory char *copy = mem_copy_text(text, length);
    char *end;
    *out = (struct decimal){.is_real = strpbrk(copy, ".eE")};
    if (!length || strspn(copy, "0123456789+-.eE") < length)
        return false;
    out->value = strtod(copy, &end);
    return !*end;
}

/* ---- Outputs ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Returns an output without the blanks and blank lines at its end. */
static struct span without_end(const char *output, size_t length)
{
    while (length && (is_blank(output[length - 1]) || output[length - 1] == '\n'))
        length--;
    return (struct span){output, length ? output + length : output};
}

/* Takes the next token, or the line end, from the output. At the end of the output the token is
 * empty. */
static struct span next_token(struct span *output)
{
    const char *at = output->at;
    while (at < output->end && is_blank(*at))
        at++;
    struct span token = {at, at};
    if (at < output->end && *at == '\n')
        token.end = at + 1;
    else
        while (token.end < output->end && !is_blank(*token.end) && *token.end != '\n')
            token.end++;
    output->at = token.end;
    return token;
}

static bool are_same_bytes(struct span a, struct span b)
{
    size_t length = (size_t)(a.end - a.at);
    return length == (size_t)(b.end - b.at) && (!length || memcmp(a.at, b.at, length) == 0);
}

static bool read_number(struct decimal *out, struct span token)
{
    return decimal_read(out, token.at, (size_t)(token.end - token.at));
}

static bool are_near(struct span expected, struct span actual, const struct tolerance *tolerance)
{
    struct decimal want, have;
    if (!read_number(&want, expected) || !(want.is_real || tolerance->is_for_all_numbers) ||
        !read_number(&have, actual))
        return false;
    double difference = fabs(want.value - have.value);
    return isfinite(want.value) && isfinite(have.value) &&
           (difference <= tolerance->absolute ||
            difference <= tolerance->relative * fabs(want.value));
}

/* Does the same, but line ends are white space. */
static struct span next_word(struct span *output)
{
    struct span token = next_token(output);
    while (token.at < token.end && *token.at == '\n')
        token = next_token(output);
    return token;
}

static bool have_same_tokens(struct span wants, struct span haves,
                             struct span (*next)(struct span *output),
                             const struct tolerance *tolerance)
{
    for (;;) {
        struct span want = next(&wants), have = next(&haves);
        if (!are_same_bytes(want, have) && !are_near(want, have, tolerance))
            return false;
        if (want.at == want.end)
            return true;
    }
}

/* Returns the next byte that is not white space, or -1 at the end. */
static int next_letter(struct span *output)
{
    while (output->at < output->end && (is_blank(*output->at) || *output->at == '\n'))
        output->at++;
    return output->at < output->end ? (unsigned char)*output->at++ : -1;
}

static bool have_same_letters(struct span wants, struct span haves)
{
    int letter;
    while ((letter = next_letter(&wants)) == next_letter(&haves))
        if (letter < 0)
            return true;
    return false;
}

enum sameness outputs_compare(const char *expected, size_t n_expected, const char *actual,
                              size_t n_actual, const struct tolerance *tolerance)
{
    struct span wants = without_end(expected, n_expected), haves = without_end(actual, n_actual);
    return have_same_tokens(wants, haves, next_token, tolerance)  ? SAME_LINES
           : have_same_tokens(wants, haves, next_word, tolerance) ? SAME_TOKENS
           : have_same_letters(wants, haves)                      ? SAME_LETTERS
                                                                  : NOT_SAME;
}

bool output_has_real(const char *output, size_t length)
{
    struct span rest = without_end(output, length), word;
    struct decimal number;
    while (word = next_word(&rest), word.at < word.end)
        if (read_number(&number, word) && number.is_real)
            return true;
    return false;
}

static bool is_word(struct span word, const char *text)
{
    return are_same_bytes(word, (struct span){text, text + strlen(text)});
}

bool tolerance_read(struct tolerance *out, const char *text)
{
    struct span rest = without_end(text, strlen(text)), word = next_word(&rest);
    double absolute = -1, relative = -1; /* not read */
    *out = TOLERANCE_USUAL;
    if (is_word(word, "Lines"))
        return rest.at == rest.end;
    if (!is_word(word, "Float:"))
        return false;
    while (word = next_word(&rest), word.at < word.end) {
        bool is_absolute = is_word(word, "absolute_error:");
        double *error = is_absolute ? &absolute : &relative;
        struct decimal number;
        if ((!is_absolute && !is_word(word, "relative_error:")) || *error >= 0 ||
            !read_number(&number, next_word(&rest)) || number.value < 0 || number.value >= 1)
            return false;
        *error = number.value;
    }
    if (absolute < 0 && relative < 0)
        return false;
    *out = (struct tolerance){fmax(absolute, 0), fmax(relative, 0), .is_for_all_numbers = true};
    return true;
}

void tolerance_write(struct str *out, const struct tolerance *tolerance)
{
    if (tolerance->is_for_all_numbers)
        str_print(out, "Float: relative_error: %.15g absolute_error: %.15g", tolerance->relative,
                  tolerance->absolute);
    else
        str_add_text(out, "Lines");
}
