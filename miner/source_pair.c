/* What is cheap comes first: what reading found, the texts, the parse. */
#include "miner/source_pair.h"

static enum reject_reason first_reason(enum reject_reason a, enum reject_reason b)
{
    if (a == REJECT_NONE || b == REJECT_NONE)
        return a == REJECT_NONE ? b : a;
    return a < b ? a : b;
}

static enum reject_reason compare_texts(struct source_pair_comparison *comparison,
                                        const struct source *buggy, const struct source *fixed)
{
    static const enum reject_reason reasons[] = {
        [SIEVE_MAYBE] = REJECT_NONE,
        [SIEVE_SAME] = REJECT_IDENTICAL,
        [SIEVE_MULTI] = REJECT_MULTI_TOKEN,
        [SIEVE_TOO_MANY] = REJECT_TOO_MANY_TOKENS,
    };
    return reasons[sieve_compare(comparison->sieve,
                                 (struct token_text){buggy->code, buggy->n_bytes},
                                 (struct token_text){fixed->code, fixed->n_bytes})];
}

static enum reject_reason program_reason(const struct source *source, size_t max_tokens)
{
    if (source->program_result == TOKENIZE_SYNTAX_ERROR)
        return REJECT_SYNTAX_ERROR;
    if (source->program_result == TOKENIZE_TOO_MANY_SYMBOLS ||
        (max_tokens && source->program.tokens.n > max_tokens))
        return REJECT_TOO_MANY_TOKENS;
    return REJECT_NONE;
}

static enum reject_reason compare_programs(struct source_pair_comparison *comparison,
                                           struct source *buggy, struct source *fixed,
                                           struct token_edit *edit)
{
    static const enum reject_reason reasons[] = {
        [DIFFERENCE_NONE] = REJECT_IDENTICAL,
        [DIFFERENCE_SINGLE] = REJECT_NONE,
        [DIFFERENCE_MULTI] = REJECT_MULTI_TOKEN,
    };
    bool may_substitute = !comparison->parses_all;
    source_parse(buggy, comparison->parser, may_substitute ? fixed : NULL);
    source_parse(fixed, comparison->parser, may_substitute ? buggy : NULL);
    enum reject_reason reason = first_reason(program_reason(buggy, comparison->max_tokens),
                                             program_reason(fixed, comparison->max_tokens));
    if (reason != REJECT_NONE)
        return reason;
    return reasons[program_difference(&buggy->program, &fixed->program, edit)];
}

enum reject_reason source_pair_compare(struct source_pair_comparison *comparison,
                                       struct source *buggy, struct source *fixed,
                                       struct token_edit *edit)
{
    enum reject_reason by_text = first_reason(buggy->text_reason, fixed->text_reason);
    if (by_text != REJECT_NONE)
        return by_text;
    by_text = compare_texts(comparison, buggy, fixed);
    if (by_text != REJECT_NONE && !comparison->parses_all)
        return by_text;
    enum reject_reason by_tokens = compare_programs(comparison, buggy, fixed, edit);
    bool is_overruled = by_tokens == REJECT_NONE || by_tokens == REJECT_IDENTICAL;
    return by_text == REJECT_NONE || is_overruled ? by_tokens : by_text;
}
