/* See reject.h. */
#include "miner/reject.h"

const char *reject_reason_name(enum reject_reason reason)
{
    static const char *const names[N_REJECT_REASONS] = {
        [REJECT_NONE] = "none",
        [REJECT_TOO_MANY_PAIRS] = "too_many_pairs",
        [REJECT_UNREADABLE] = "unreadable",
        [REJECT_TOO_LARGE] = "too_large",
        [REJECT_ENCODING] = "encoding",
        [REJECT_IDENTICAL] = "identical",
        [REJECT_MULTI_TOKEN] = "multi_token",
        [REJECT_SYNTAX_ERROR] = "syntax_error",
        [REJECT_TOO_MANY_TOKENS] = "too_many_tokens",
    };
    return names[reason];
}
