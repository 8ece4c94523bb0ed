/* There are two steps. The first one decides almost every pair.
 *
 * The first step skips the common text at the start. From the line in which the texts begin to
 * differ, it scans both side by side up to the first lexemes that differ. If the programs differ in
 * a single edit, the edit is there. The rest must then be the same after this lexeme is skipped on
 * both sides, or an insertable word is skipped on one side. For most pairs all three possibilities
 * fail within a few lexemes.
 *
 * The second step scans the remaining pairs again from the start, now with line ends and blocks. It
 * compares them as the parsed tokens will be compared: common start, common end, and the part
 * between. */
#include "tokenize/sieve.h"

#include "base/array.h"
#include "tokenize/blocks.h"
#include "tokenize/text_edit.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_PIECES = 1 << 16
}; /* limits the memory to 4 MB; a parser does not accept larger programs either */

/* A lexeme, or a line end or block edge before one. */
struct piece {
    enum { PIECE_LEXEME, PIECE_LINE_END, PIECE_BLOCK_OPEN, PIECE_BLOCK_CLOSE } kind;
    struct lexeme lexeme; /* set for PIECE_LEXEME */
};

/* A text cut into pieces. */
struct cut {
    ARRAY(struct piece) pieces;
    struct blocks blocks;
    bool is_balanced; /* each bracket that is opened is closed later, and no other is closed */
};

struct sieve {
    struct lexical *lexical;
    size_t max_tokens;
    struct cut buggy, fixed; /* memory is kept from pair to pair */
    bool is_cut;             /* both are complete and certain, and belong to the last comparison */
};

struct sieve *sieve_new(const struct language *language, size_t max_tokens)
{
    struct sieve *sieve = mem_alloc(1, sizeof *sieve);
    sieve->lexical = lexical_new(language);
    sieve->max_tokens = max_tokens ? max_tokens : SIZE_MAX;
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

static bool is_insertable(const struct language *language, struct token_text text)
{
    return token_text_is_one_of(text, language->tokens.insertable);
}

/* Moves both lexers past equal whole lines. Returns false if the scan is not certain. */
static bool skip_common_lines(struct lexer *a, struct lexer *b)
{
    uint32_t limit = smaller(a->scan.length - a->at, b->scan.length - b->at), from = a->at;
    uint32_t n_common = text_common_start(a->scan.text + a->at, b->scan.text + b->at, limit);
    if (lexer_skip_lines(a, a->at + n_common) != LEXER_LEXEME)
        return false;
    b->at += a->at - from;
    return true;
}

/* Returns whether the rest of both texts may be the same lexemes. The last `n_common` bytes of both
 * are the same. */
static bool may_go_on_alike(struct lexer a, struct lexer b, uint32_t n_common)
{
    if (!skip_common_lines(&a, &b))
        return true;
    for (;;) {
        struct lexeme next_a, next_b;
        uint32_t rest = a.scan.length - a.at;
        if (rest == b.scan.length - b.at && rest <= n_common)
            return true;
        enum lexer_result result_a = lexer_next(&a, &next_a);
        enum lexer_result result_b = lexer_next(&b, &next_b);
        if (result_a == LEXER_UNCLEAR || result_b == LEXER_UNCLEAR)
            return true;
        bool has_a = result_a == LEXER_LEXEME, has_b = result_b == LEXER_LEXEME;
        if (!has_a && !has_b)
            return true;
        if (!has_a || !has_b || !lexemes_may_be_equal(&next_a, &next_b))
            return (has_a && next_a.is_divisible) || (has_b && next_b.is_divisible);
    }
}

/* Performs the first step. */
static bool may_be_single(const struct sieve *sieve, struct token_text buggy,
                          struct token_text fixed)
{
    const struct language *language = sieve->lexical->language;
    struct lexer a = {{sieve->lexical, buggy.bytes, (uint32_t)buggy.length}, 0};
    struct lexer b = {{sieve->lexical, fixed.bytes, (uint32_t)fixed.length}, 0};
    if (!skip_common_lines(&a, &b))
        return true;
    uint32_t n_common = text_common_end(buggy.bytes + buggy.length, fixed.bytes + fixed.length,
                                        smaller(a.scan.length, b.scan.length) - a.at);
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
    } while (result_a == result_b && lexemes_may_be_equal(&next_a, &next_b));

    bool has_a = result_a == LEXER_LEXEME, has_b = result_b == LEXER_LEXEME;
    if ((has_a && next_a.is_divisible) || (has_b && next_b.is_divisible))
        return true;
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

/* Returns whether a line ends between the words of a joined lexeme. */
static bool is_broken(const struct lexeme *lexeme, struct token_text text)
{
    size_t length = lexeme->end_byte - lexeme->start_byte;
    return lexeme->is_joined && (memchr(text.bytes + lexeme->start_byte, '\n', length) ||
                                 memchr(text.bytes + lexeme->start_byte, '\r', length));
}

/* Cuts a whole text into pieces, including its layout if that has meaning (program.h). Returns
 * false if a parse is needed. A line end beside or in a joined lexeme always needs a parse: the
 * grammar may join two other words, as in `x.is not\nin y`, or none, as in `for not\nin x`. */
static bool cut_text(struct cut *cut, const struct lexical *lexical, struct token_text text)
{
    const struct language *language = lexical->language;
    struct lexer lexer = {{lexical, text.bytes, (uint32_t)text.length}, 0};
    struct lexeme lexeme;
    enum lexer_result result;
    size_t n_brackets = 0;
    cut->is_balanced = true;
    array_clear(&cut->pieces);
    array_clear(&cut->blocks.columns);
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
        bool is_first = cut->pieces.n == 0;
        if (language->tokens.layout_has_meaning && n_brackets == 0 &&
            (is_first || lexeme.is_new_line)) {
            uint32_t line_start = lexeme.is_new_line ? lexeme.line_start : 0;
            int64_t n_changed;
            if (!is_first && cut->pieces.items[cut->pieces.n - 1].lexeme.is_joined)
                return false;
            if (!is_first)
                array_push(&cut->pieces, (struct piece){.kind = PIECE_LINE_END});
            if (!blocks_start_line(&cut->blocks,
                                   blocks_column(text.bytes, line_start, lexeme.start_byte),
                                   &n_changed))
                return false;
            push_layout(cut, n_changed);
        }
        if (language->tokens.layout_has_meaning && n_brackets == 0 && is_broken(&lexeme, text))
            return false;
        if (cut->pieces.n >= MAX_PIECES)
            return false;
        array_push(&cut->pieces, (struct piece){PIECE_LEXEME, lexeme});
        if (lexeme.text.length == 1 && strchr(language->tokens.opening, *lexeme.text.bytes))
            n_brackets++;
        else if (lexeme.text.length == 1 && strchr(language->tokens.closing, *lexeme.text.bytes)) {
            cut->is_balanced = cut->is_balanced && n_brackets > 0;
            n_brackets -= n_brackets > 0;
        }
    }
    if (language->tokens.layout_has_meaning && cut->pieces.n) {
        array_push(&cut->pieces, (struct piece){.kind = PIECE_LINE_END});
        push_layout(cut, -(int64_t)cut->blocks.columns.n);
    }
    cut->is_balanced = cut->is_balanced && n_brackets == 0;
    return result == LEXER_END;
}

static bool pieces_may_be_equal(const struct piece *a, const struct piece *b)
{
    return a->kind == b->kind &&
           (a->kind != PIECE_LEXEME || lexemes_may_be_equal(&a->lexeme, &b->lexeme));
}

static bool is_divisible(const struct piece *piece)
{
    return piece->kind == PIECE_LEXEME && piece->lexeme.is_divisible;
}

static bool pieces_identical(const struct piece *a, const struct piece *b)
{
    return a->kind == b->kind &&
           (a->kind != PIECE_LEXEME || token_text_equal(a->lexeme.text, b->lexeme.text));
}

/* Returns whether two texts consist of the same pieces. */
static bool are_identical(const struct cut *a, const struct cut *b)
{
    bool is_same = a->pieces.n == b->pieces.n;
    for (size_t i = 0; i < a->pieces.n && is_same; i++)
        is_same = pieces_identical(&a->pieces.items[i], &b->pieces.items[i]);
    return is_same;
}

/* The pieces of two texts between their common start and their common end. */
struct gap {
    size_t start, left_a, left_b;
};

static struct gap find_gap(const struct cut *a, const struct cut *b,
                           bool (*are_equal)(const struct piece *a, const struct piece *b))
{
    const struct piece *pieces_a = a->pieces.items, *pieces_b = b->pieces.items;
    size_t n_a = a->pieces.n, n_b = b->pieces.n, limit = n_a < n_b ? n_a : n_b;
    size_t prefix = 0, suffix = 0;
    while (prefix < limit && are_equal(&pieces_a[prefix], &pieces_b[prefix]))
        prefix++;
    while (suffix < limit - prefix &&
           are_equal(&pieces_a[n_a - 1 - suffix], &pieces_b[n_b - 1 - suffix]))
        suffix++;
    return (struct gap){prefix, n_a - prefix - suffix, n_b - prefix - suffix};
}

/* Returns whether at most one lexeme is replaced, or one insertable word is on one side only. */
static bool is_single(const struct gap *gap, const struct cut *a, const struct cut *b,
                      const struct language *language)
{
    if (gap->left_a > 1 || gap->left_b > 1)
        return false;
    const struct piece *piece_a = gap->left_a ? &a->pieces.items[gap->start] : NULL;
    const struct piece *piece_b = gap->left_b ? &b->pieces.items[gap->start] : NULL;
    if ((piece_a && piece_a->kind != PIECE_LEXEME) || (piece_b && piece_b->kind != PIECE_LEXEME))
        return false;
    return gap->left_a == gap->left_b ||
           is_insertable(language, piece_a ? piece_a->lexeme.text : piece_b->lexeme.text);
}

/* Returns whether the first or the last of some pieces may be several tokens. */
static bool has_divisible_end(const struct cut *cut, size_t start, size_t n)
{
    return n && (is_divisible(&cut->pieces.items[start]) ||
                 is_divisible(&cut->pieces.items[start + n - 1]));
}

static bool may_have_single_edit(const struct cut *a, const struct cut *b,
                                 const struct language *language)
{
    struct gap gap = find_gap(a, b, pieces_may_be_equal);
    return has_divisible_end(a, gap.start, gap.left_a) ||
           has_divisible_end(b, gap.start, gap.left_b) || is_single(&gap, a, b, language);
}

bool sieve_is_single(const struct sieve *sieve)
{
    struct gap gap = {0};
    if (sieve->is_cut && sieve->buggy.is_balanced && sieve->fixed.is_balanced)
        gap = find_gap(&sieve->buggy, &sieve->fixed, pieces_identical);
    return gap.left_a + gap.left_b > 0 &&
           is_single(&gap, &sieve->buggy, &sieve->fixed, sieve->lexical->language);
}

enum sieve_verdict sieve_compare(struct sieve *sieve, struct token_text buggy,
                                 struct token_text fixed)
{
    sieve->is_cut = false;
    if (buggy.length == fixed.length && memcmp(buggy.bytes, fixed.bytes, buggy.length) == 0)
        return SIEVE_SAME;
    if (!may_be_single(sieve, buggy, fixed))
        return SIEVE_MULTI;
    sieve->is_cut = cut_text(&sieve->buggy, sieve->lexical, buggy) &&
                    cut_text(&sieve->fixed, sieve->lexical, fixed);
    if (!sieve->is_cut)
        return SIEVE_MAYBE;
    if (are_identical(&sieve->buggy, &sieve->fixed))
        return SIEVE_SAME;
    if (!may_have_single_edit(&sieve->buggy, &sieve->fixed, sieve->lexical->language))
        return SIEVE_MULTI;
    return sieve->buggy.pieces.n > sieve->max_tokens || sieve->fixed.pieces.n > sieve->max_tokens
               ? SIEVE_TOO_MANY
               : SIEVE_MAYBE;
}
