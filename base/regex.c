#include "base/regex.h"

#include "base/mem.h"

void regex_compile(regex_t *out, const char *pattern)
{
    if (regcomp(out, pattern, REG_EXTENDED) != 0)
        mem_exhausted();
}

bool regex_find(const regex_t *regex, const char *text, size_t n, regmatch_t *places)
{
    int result = regexec(regex, text, n, places, 0);
    if (result != 0 && result != REG_NOMATCH)
        mem_exhausted();
    return result == 0;
}
