/* See unicode.h. */
#include "tests/support/unicode.h"

bool is_surrogate(uint32_t code)
{
    return code >= 0xd800 && code <= 0xdfff;
}

size_t encode_utf8(uint32_t code, char bytes[4])
{
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(leads[n] | code);
    return n;
}
