/* Two steps, the first of which settles almost every pair.
 *
 * First the common text at the start is passed over, and from the line in which the texts part both
 * are scanned side by side to the first lexemes that differ. If the programs differ in a single
 * edit, it is there: so what follows must be the same when that lexeme is passed over on both
 * sides, or an insertable word on one. All three are wrong, as a rule, within a few lexemes.
 *
 * What passes is scanned once more from the start, now with line ends and blocks, and compared as
 * the parsed tokens will be: common start, common end, what is left. */
#include "tokenize/sieve.h"

#include "base/array.h"
#include "tokenize/blocks.h"

#include <stdlib.h>
#include <string.h>

/* A lexeme, or a line end or block edge before one (no text). */
struct piece {
    enum { PIECE_LEXEME, PIECE_LINE_END, PIECE_BLOCK_OPEN, PIECE_BLOCK_CLOSE } kind;
    struct token_text text;
};

/* A text cut into pieces. */
struct cut {
    ARRAY(struct piece) pieces;
    struct blocks blocks;
};

struct sieve {
    struct lexical *lexical;
    size_t max_tokens;
    struct cut buggy, fixed; /* memory is kept from pair to pair */
};

struct sieve *sieve_new(const struct language *language, size_t max_tokens)
{
    struct sieve *sieve = mem_alloc(1, sizeof *sieve);
    sieve->lexical = lexical_new(language);
    sieve->max_tokens = max_tokens;
    return sieve;
}

static void release_cut(struct cut *cut)
{
    array_release(&cut->pieces);
    blocks_release(&cut->blocks);
}

void sieve_free(struct sieve *sieve)
{
    if (!sieve)
        return;
    release_cut(&sieve->buggy);
    release_cut(&sieve->fixed);
    lexical_free(sieve->lexical);
    free(sieve);
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t common_start(const char *a, const char *b, uint32_t limit)
{
    uint32_t n = 0;
    uint64_t word_a, word_b;
    while (limit - n >= sizeof word_a) {
        memcpy(&word_a, a + n, sizeof word_a);
        memcpy(&word_b, b + n, sizeof word_b);
        if (word_a != word_b)
            break;
        n += sizeof word_a;
    }
    while (n < limit && a[n] == b[n])
        n++;
    return n;
}

static uint32_t common_end(struct token_text a, struct token_text b, uint32_t limit)
{
    uint32_t n = 0;
    while (n < limit && a.bytes[a.length - 1 - n] == b.bytes[b.length - 1 - n])
        n++;
    return n;
}

static bool is_insertable(const struct language *language, struct token_text text)
{
    for (const char *const *word = language->insertable; word && *word; word++)
        if (text.length == strlen(*word) && memcmp(text.bytes, *word, text.length) == 0)
            return true;
    return false;
}

/* Whether the rest of both texts may be the same lexemes; `n_common` bytes at their ends are the
 * same. */
static bool may_go_on_alike(struct lexer a, struct lexer b, uint32_t n_common)
{
    for (;;) {
        struct lexeme next_a, next_b;
        uint32_t rest = a.length - a.at;
        if (rest == b.length - b.at && rest <= n_common)
            return true;
        enum lexer_result result_a = lexer_next(&a, &next_a);
        enum lexer_result result_b = lexer_next(&b, &next_b);
        if (result_a == LEXER_UNCLEAR || result_b == LEXER_UNCLEAR)
            return true;
        if (result_a != result_b)
            return false;
        if (result_a == LEXER_END)
            return true;
        if (!token_text_equal(next_a.text, next_b.text))
            return false;
    }
}

/* The first step. `prefix` bytes at the start of both texts are the same. */
static bool may_be_single(const struct sieve *sieve, struct token_text buggy,
                          struct token_text fixed, uint32_t prefix)
{
    const struct language *language = lexical_language(sieve->lexical);
    uint32_t line_start;
    if (lexer_find_line(sieve->lexical, buggy.bytes, (uint32_t)buggy.length, prefix, &line_start) !=
        LEXER_LEXEME)
        return true;
    struct lexer a = {sieve->lexical, buggy.bytes, (uint32_t)buggy.length, line_start};
    struct lexer b = {sieve->lexical, fixed.bytes, (uint32_t)fixed.length, line_start};
    struct lexer before_a, before_b;
    struct lexeme next_a, next_b;
    enum lexer_result result_a, result_b;
    do {
        before_a = a;
        before_b = b;
        result_a = lexer_next(&a, &next_a);
        result_b = lexer_next(&b, &next_b);
        if (result_a == LEXER_UNCLEAR || result_b == LEXER_UNCLEAR)
            return true;
        if (result_a == LEXER_END && result_b == LEXER_END)
            return true;
    } while (result_a == result_b && token_text_equal(next_a.text, next_b.text));

    uint32_t n_common = common_end(buggy, fixed, smaller(a.length, b.length) - line_start);
    bool has_a = result_a == LEXER_LEXEME, has_b = result_b == LEXER_LEXEME;
    return (has_a && has_b && may_go_on_alike(a, b, n_common)) ||
           (has_b && is_insertable(language, next_b.text) &&
            may_go_on_alike(before_a, b, n_common)) ||
           (has_a && is_insertable(language, next_a.text) &&
            may_go_on_alike(a, before_b, n_common));
}

static void push_layout(struct cut *cut, int64_t n_changed)
{
    for (int64_t i = 0; i < n_changed; i++)
        array_push(&cut->pieces, (struct piece){.kind = PIECE_BLOCK_OPEN});
    for (int64_t i = n_changed; i < 0; i++)
        array_push(&cut->pieces, (struct piece){.kind = PIECE_BLOCK_CLOSE});
}

/* Cuts a whole text, with its layout where that has meaning (layout.h). Returns false when only a
 * parse can tell. */
static bool cut_text(struct cut *cut, const struct lexical *lexical, struct token_text text)
{
    const struct language *language = lexical_language(lexical);
    struct lexer lexer = {lexical, text.bytes, (uint32_t)text.length, 0};
    struct lexeme lexeme;
    enum lexer_result result;
    size_t n_brackets = 0;
    array_clear(&cut->pieces);
    array_clear(&cut->blocks.columns);
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
        bool is_first = cut->pieces.n == 0;
        if (language->layout_has_meaning && n_brackets == 0 && (is_first || lexeme.is_new_line)) {
            uint32_t line_start = lexeme.is_new_line ? lexeme.line_start : 0;
            int64_t n_changed;
            if (!is_first)
                array_push(&cut->pieces, (struct piece){.kind = PIECE_LINE_END});
            if (!blocks_start_line(&cut->blocks,
                                   blocks_column(text.bytes, line_start, lexeme.start_byte),
                                   &n_changed))
                return false;
            push_layout(cut, n_changed);
        }
        array_push(&cut->pieces, (struct piece){PIECE_LEXEME, lexeme.text});
        if (lexeme.text.length == 1 && strchr(language->opening, *lexeme.text.bytes))
            n_brackets++;
        else if (lexeme.text.length == 1 && strchr(language->closing, *lexeme.text.bytes))
            n_brackets -= n_brackets > 0;
    }
    if (language->layout_has_meaning && cut->pieces.n) {
        array_push(&cut->pieces, (struct piece){.kind = PIECE_LINE_END});
        push_layout(cut, -(int64_t)cut->blocks.columns.n);
    }
    return result == LEXER_END;
}

static bool pieces_equal(const struct piece *a, const struct piece *b)
{
    return a->kind == b->kind && (a->kind != PIECE_LEXEME || token_text_equal(a->text, b->text));
}

/* Whether at most one lexeme is another, or one insertable word is on one side only. */
static bool has_single_edit(const struct cut *a, const struct cut *b,
                            const struct language *language)
{
    const struct piece *pieces_a = a->pieces.items, *pieces_b = b->pieces.items;
    size_t n_a = a->pieces.n, n_b = b->pieces.n, limit = n_a < n_b ? n_a : n_b;
    size_t prefix = 0, suffix = 0;
    while (prefix < limit && pieces_equal(&pieces_a[prefix], &pieces_b[prefix]))
        prefix++;
    while (suffix < limit - prefix &&
           pieces_equal(&pieces_a[n_a - 1 - suffix], &pieces_b[n_b - 1 - suffix]))
        suffix++;
    size_t left_a = n_a - prefix - suffix, left_b = n_b - prefix - suffix;
    if (left_a > 1 || left_b > 1)
        return false;
    const struct piece *piece_a = left_a ? &pieces_a[prefix] : NULL;
    const struct piece *piece_b = left_b ? &pieces_b[prefix] : NULL;
    if ((piece_a && piece_a->kind != PIECE_LEXEME) || (piece_b && piece_b->kind != PIECE_LEXEME))
        return false;
    return left_a == left_b || is_insertable(language, piece_a ? piece_a->text : piece_b->text);
}

enum sieve_verdict sieve_compare(struct sieve *sieve, struct token_text buggy,
                                 struct token_text fixed)
{
    uint32_t limit = smaller((uint32_t)buggy.length, (uint32_t)fixed.length);
    uint32_t prefix = common_start(buggy.bytes, fixed.bytes, limit);
    if (prefix == buggy.length && prefix == fixed.length)
        return SIEVE_SAME_TEXT;
    if (!may_be_single(sieve, buggy, fixed, prefix))
        return SIEVE_MULTI;
    if (!cut_text(&sieve->buggy, sieve->lexical, buggy) ||
        !cut_text(&sieve->fixed, sieve->lexical, fixed))
        return SIEVE_MAYBE;
    if (!has_single_edit(&sieve->buggy, &sieve->fixed, lexical_language(sieve->lexical)))
        return SIEVE_MULTI;
    return sieve->buggy.pieces.n > sieve->max_tokens || sieve->fixed.pieces.n > sieve->max_tokens
               ? SIEVE_TOO_MANY
               : SIEVE_MAYBE;
}
