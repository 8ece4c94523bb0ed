/* A hash table stores the last place of each name, counted over all programs that were read, so
 * that it need not be cleared for the next one. */
#include "guard/sequence.h"

#include "base/str.h"
#include "tokenize/code_lines.h"

#include <stdlib.h>
#include <string.h>

struct last_use {
    uint64_t text;
    size_t end; /* the place after it; not after `n_before`: the slot is free */
};

struct sequence_reader {
    struct sequence_options options;
    struct lexicals lexicals;
    struct last_use *slots; /* open addressing */
    size_t n_slots;         /* in use now: a power of two */
    size_t capacity;        /* allocated */
    size_t n_before;        /* places in earlier programs */
    bool is_imported[2];    /* whether the last tokens, by the parity of their indices, are where
                               the path of an import has names */
};

struct sequence_reader *sequence_reader_new(const struct sequence_options *options)
{
    struct sequence_reader *reader = mem_alloc(1, sizeof *reader);
    reader->options = *options;
    return reader;
}

void sequence_reader_free(struct sequence_reader *reader)
{
    if (!reader)
        return;
    lexicals_release(&reader->lexicals);
    free(reader->slots);
    free(reader);
}

static void make_slots(struct sequence_reader *reader, size_t n_tokens)
{
    for (reader->n_slots = 64; reader->n_slots < 2 * n_tokens;)
        reader->n_slots *= 2;
    if (reader->n_slots > reader->capacity) {
        free(reader->slots);
        reader->slots = mem_alloc(reader->n_slots, sizeof *reader->slots);
        reader->capacity = reader->n_slots;
    }
}

/* Returns the slot of a text, which may be free. */
static struct last_use *last_use(struct sequence_reader *reader, uint64_t text)
{
    size_t mask = reader->n_slots - 1, at = text & mask;
    while (reader->slots[at].end > reader->n_before && reader->slots[at].text != text)
        at = (at + 1) & mask;
    return &reader->slots[at];
}

uint64_t sequence_text(const char *bytes, size_t length)
{
    scoped(str) folded = {0};
    token_text_add_folded(&folded, (struct token_text){bytes, length});
    return hash_bytes(str_text(&folded), folded.length, 0);
}

/* Whether a word is the letter of a conversion, as in f"{x!r}". */
static bool is_conversion(const struct program *program, size_t index)
{
    char conversion = program->language->tokens.conversion;
    const struct token *before = index ? &program->tokens.items[index - 1] : NULL;
    return conversion && before && before->kind == TOKEN_SIGN &&
           before->end_byte == before->start_byte + 1 &&
           program->source[before->start_byte] == conversion;
}

static bool is_name(struct sequence_reader *reader, const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    return token->kind == TOKEN_WORD && !token->joined && !is_conversion(program, index) &&
           !lexical_is_keyword(lexicals_get(&reader->lexicals, program->language),
                               program_token_text(program, index));
}

/* Whether the token at `index` + `by` is the word. */
static bool is_beside(const struct program *program, size_t index, int by, const char *word)
{
    size_t at = index + (size_t)by; /* wraps before the first token */
    return at < program->tokens.n && token_text_is(program_token_text(program, at), word);
}

/* Whether the token is where the path of an import has a name, as IOException in `import
 * java.io.IOException`. Called for each token, because paths may be long. */
static bool follow_import(struct sequence_reader *reader, const struct program *program,
                          size_t index)
{
    bool *is_imported = &reader->is_imported[index % 2];
    *is_imported = index >= 2 && is_beside(program, index, -1, ".")
                       ? *is_imported
                       : is_beside(program, index, -1, "import");
    return *is_imported;
}

/* Whether the name is a member, by the tokens beside it: after `.`, `->` or `::`, or a method
 * before `(`. After `new` it is a type, as in a declaration; so may be what is imported. */
static bool is_member(const struct program *program, size_t index, bool is_imported)
{
    const struct token *before = &program->tokens.items[index ? index - 1 : 0];
    bool may_follow =
        before->kind == TOKEN_SIGN && strchr(".-:", program->source[before->start_byte]);
    if (!may_follow && !program->language->tokens.methods_are_apart)
        return false;
    bool is_method = program->language->tokens.methods_are_apart &&
                     is_beside(program, index, 1, "(") && !is_beside(program, index, -1, "new");
    return is_method || is_beside(program, index, -1, "->") ||
           is_beside(program, index, -1, "::") ||
           (is_beside(program, index, -1, ".") && !is_imported);
}

/* Returns the next token in a direction that is not layout, because a program that is read loosely
 * has no layout. NULL: the program ends there. */
static const struct token *neighbour(const struct program *program, size_t index, int by)
{
    const struct token *tokens = program->tokens.items;
    do
        index += (size_t)by; /* wraps before the first token */
    while (index < program->tokens.n && token_is_layout(&tokens[index]));
    return index < program->tokens.n ? &tokens[index] : NULL;
}

static bool is_on_other_line(const struct program *program, const struct token *a,
                             const struct token *b)
{
    return code_line_end(program->source, b->start_byte, a->end_byte) < b->start_byte;
}

/* Whether a string is the only token of its lines, and not in a list or an expression that begins
 * before. */
static bool is_alone(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    if (token->kind != TOKEN_STRING)
        return false;
    const struct token *before = neighbour(program, index, -1),
                       *after = neighbour(program, index, 1);
    if (after && !is_on_other_line(program, token, after))
        return false;
    return !before ||
           (is_on_other_line(program, before, token) && before->kind != TOKEN_STRING &&
            !(before->end_byte && strchr("([{,=+%", program->source[before->end_byte - 1])));
}

/* Makes the token of a sequence, but for the way back. Returns false if the token is not in it. */
static bool read_token(struct sequence_token *made, struct sequence_reader *reader,
                       const struct program *program, size_t i)
{
    const struct token *token = &program->tokens.items[i];
    uint64_t seed = 2 * (uint64_t)language_number(program->language);
    bool is_imported = follow_import(reader, program, i);
    *made = (struct sequence_token){.token = (uint32_t)i};
    if (token_is_layout(token)) {
        made->text = token->kind + (seed << 8);
        return reader->options.has_layout;
    }
    if (reader->options.skips_texts && is_alone(program, i))
        return false;
    made->text =
        token_text_hash(program->language, (enum token_kind)token->kind,
                        program_token_text(program, i), seed + (token->kind == TOKEN_TEXT));
    made->is_name = is_name(reader, program, i);
    made->is_member = made->is_name && is_member(program, i, is_imported);
    return true;
}

/* Two names are the same if these are equal. */
static uint64_t name_of(const struct sequence_token *token)
{
    return token->text + token->is_member;
}

void sequence_read(struct sequence *out, struct sequence_reader *reader,
                   const struct program *program)
{
    struct sequence_token made;
    array_clear(&out->tokens);
    make_slots(reader, program->tokens.n);
    for (size_t i = 0; i < program->tokens.n; i++) {
        if (!read_token(&made, reader, program, i))
            continue;
        if (made.is_name) {
            struct last_use *last = last_use(reader, name_of(&made));
            size_t end = reader->n_before + out->tokens.n + 1;
            made.back = last->end > reader->n_before ? (uint32_t)(end - last->end) : 0;
            *last = (struct last_use){name_of(&made), end};
        }
        array_push(&out->tokens, made);
    }
    reader->n_before += out->tokens.n;
}

void sequence_release(struct sequence *sequence)
{
    array_release(&sequence->tokens);
}

uint64_t sequence_renamed(const struct sequence_token *token, size_t before)
{
    static const uint64_t mark = 0x9e3779b97f4a7c15u; /* a number that is unlikely to occur */
    return token->is_name ? mark + (token->back <= before ? token->back : 0) : token->text;
}

struct digest sequence_digest(const struct sequence *sequence, bool is_renamed)
{
    size_t n = sequence->tokens.n;
    scoped_memory uint64_t *numbers = mem_resize(NULL, n, sizeof *numbers);
    for (size_t i = 0; i < n; i++)
        numbers[i] = is_renamed ? sequence_renamed(&sequence->tokens.items[i], i)
                                : sequence->tokens.items[i].text;
    return digest_bytes(numbers, n * sizeof *numbers);
}
