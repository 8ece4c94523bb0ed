/* A hash table stores the last place of each name. It is cleared for each program. */
#include "guard/sequence.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

struct last_use {
    uint64_t text;
    uint32_t place_plus_one; /* 0: free */
};

struct sequence_reader {
    struct sequence_options options;
    uint8_t *renamings;     /* by the grammar's kind: enum renaming */
    bool *strings, *texts;  /* by kind: a string; a statement that may consist of one string */
    struct last_use *slots; /* open addressing */
    size_t n_slots;         /* in use now: a power of two */
    size_t capacity;        /* allocated */
    struct str folded;      /* a text with folded line ends */
};

static enum renaming renaming_of_kind(const struct sequence_options *options, uint16_t kind)
{
    const struct language *language = options->language;
    const char *name = syntax_kind_name(language, kind);
    if (!syntax_kind_is_named(language, kind))
        return RENAMED_NOT;
    if (strcmp(name, language->roles.identifier_kind) == 0)
        return RENAMED_NAME;
    bool is_literal = syntax_literal(language, kind) != LITERAL_NONE;
    return is_literal && options->renames_literals ? RENAMED_LITERAL : RENAMED_NOT;
}

struct sequence_reader *sequence_reader_new(const struct sequence_options *options)
{
    struct sequence_reader *reader = mem_alloc(1, sizeof *reader);
    uint16_t n_kinds = syntax_kind_count(options->language);
    reader->options = *options;
    reader->renamings = mem_alloc(n_kinds, 1);
    reader->strings = mem_alloc(n_kinds, sizeof *reader->strings);
    reader->texts = mem_alloc(n_kinds, sizeof *reader->texts);
    for (uint16_t kind = 0; kind < n_kinds; kind++) {
        const char *text_statement = options->language->parts.text_statement_kind;
        reader->renamings[kind] = (uint8_t)renaming_of_kind(options, kind);
        reader->strings[kind] = syntax_literal(options->language, kind) == LITERAL_STRING;
        reader->texts[kind] = text_statement && strcmp(syntax_kind_name(options->language, kind),
                                                       text_statement) == 0;
    }
    return reader;
}

void sequence_reader_free(struct sequence_reader *reader)
{
    if (!reader)
        return;
    free(reader->renamings);
    free(reader->strings);
    free(reader->texts);
    free(reader->slots);
    str_release(&reader->folded);
    free(reader);
}

static void clear_slots(struct sequence_reader *reader, size_t n_tokens)
{
    size_t n = 64;
    while (n < 2 * n_tokens)
        n *= 2;
    if (n > reader->capacity) {
        free(reader->slots);
        reader->slots = mem_alloc(n, sizeof *reader->slots);
        reader->capacity = n;
    } else {
        memset(reader->slots, 0, n * sizeof *reader->slots);
    }
    reader->n_slots = n;
}

static struct last_use *last_use(struct sequence_reader *reader, uint64_t text)
{
    size_t mask = reader->n_slots - 1, at = text & mask;
    while (reader->slots[at].place_plus_one && reader->slots[at].text != text)
        at = (at + 1) & mask;
    return &reader->slots[at];
}

/* Line ends in strings compare equal, whether they are LF, CRLF or CR (token_text.h). */
static uint64_t hash_text(struct str *folded, struct token_text text, enum token_class class)
{
    if (!memchr(text.bytes, '\r', text.length))
        return hash_bytes(text.bytes, text.length, class);
    str_clear(folded);
    token_text_add_folded(folded, text);
    return hash_bytes(str_text(folded), folded->length, class);
}

uint64_t sequence_text(const char *bytes, size_t length)
{
    scoped(str) folded = {0};
    return hash_text(&folded, (struct token_text){bytes, length}, TOKEN_CODE);
}

static enum renaming renaming_of(const struct sequence_reader *reader,
                                 const struct program *program, const struct token *token)
{
    if (token->is_joined)
        return RENAMED_NOT;
    if (token->class == TOKEN_TEXT)
        return reader->options.renames_literals ? RENAMED_LITERAL : RENAMED_NOT;
    return reader->renamings[program->tree.nodes.items[token->node].kind];
}

/* Whether the token is a string, and the only part of its statement. */
static bool is_text_statement(const struct sequence_reader *reader, const struct program *program,
                              const struct token *token)
{
    const struct node *nodes = program->tree.nodes.items, *node = &nodes[token->node];
    return token->class == TOKEN_CODE && reader->strings[node->kind] &&
           reader->texts[nodes[node->parent].kind] && node->parent + 1 == token->node &&
           nodes[node->parent].next == node->next;
}

void sequence_read(struct sequence *out, struct sequence_reader *reader,
                   const struct program *program)
{
    array_clear(&out->tokens);
    clear_slots(reader, program->tokens.n);
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        struct sequence_token made = {.token = (uint32_t)i};
        if (token_is_layout(token)) {
            if (!reader->options.has_layout)
                continue;
            made.text = token->class;
        } else if (reader->options.skips_texts && is_text_statement(reader, program, token)) {
            continue;
        } else {
            made.text = hash_text(&reader->folded, program_token_text(program, i), token->class);
            made.renaming = renaming_of(reader, program, token);
        }
        uint32_t place = (uint32_t)out->tokens.n;
        if (made.renaming != RENAMED_NOT) {
            struct last_use *last = last_use(reader, made.text);
            made.back = last->place_plus_one ? place + 1 - last->place_plus_one : 0;
            *last = (struct last_use){made.text, place + 1};
        }
        array_push(&out->tokens, made);
    }
}

void sequence_release(struct sequence *sequence)
{
    array_release(&sequence->tokens);
}

uint64_t sequence_renamed(const struct sequence_token *token, size_t before)
{
    static const uint64_t mark = 0x9e3779b97f4a7c15u; /* a number that is unlikely to occur */
    if (token->renaming == RENAMED_NOT)
        return token->text;
    return mark * token->renaming + (token->back <= before ? token->back : 0);
}

static struct digest digest(const struct sequence *sequence, bool is_renamed)
{
    size_t n = sequence->tokens.n;
    scoped_memory uint64_t *numbers = mem_alloc(n, sizeof *numbers);
    for (size_t i = 0; i < n; i++) {
        const struct sequence_token *token = &sequence->tokens.items[i];
        numbers[i] = is_renamed ? sequence_renamed(token, i) : token->text;
    }
    return digest_bytes(numbers, n * sizeof *numbers);
}

struct digest sequence_digest(const struct sequence *sequence)
{
    return digest(sequence, false);
}

struct digest sequence_renamed_digest(const struct sequence *sequence)
{
    return digest(sequence, true);
}
