/* Decimal numbers, as programs print them: 12, -0.5, .5, 1., 6.02e+23. */
#ifndef VERIFY_DECIMAL_H
#define VERIFY_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>

struct decimal {
    double value; /* infinite, or 0, if a double cannot hold it */
    bool is_real; /* written with a point or an exponent */
};

/* Reads a text that is a number from its first byte to its last. Returns false for any other text:
 * blanks around it, hexadecimal digits, `inf`, `nan`. Does not depend on the locale, and takes no
 * memory, whatever the length. */
bool decimal_read(struct decimal *out, const char *text, size_t length);

#endif
