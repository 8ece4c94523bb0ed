/* A subject is read in one pass over the nodes and one over the tokens; the scopes come from
 * scopes_find(). A rewriting is two lists, of pieces and of tokens. They are searched from the
 * start, because programs are short and few places are looked up. */
#include "augment/rewrite_kind.h"

#include "tokenize/difference.h"

#include <string.h>

/* ---- The program ---- */

static const size_t MAX_WORD = 255; /* longer words are cut; no name that is searched for is longer
                                     */

/* Returns a zero-terminated copy, cut to the size of the buffer. */
static const char *terminated(char *buffer, struct token_text text)
{
    size_t length = text.length < MAX_WORD ? text.length : MAX_WORD;
    memcpy(buffer, text.bytes, length);
    buffer[length] = '\0';
    return buffer;
}

static void add_word(struct table *table, struct token_text text)
{
    char buffer[256];
    table_number(table, terminated(buffer, text));
}

int64_t subject_find(const struct table *table, struct token_text text)
{
    char buffer[256];
    return table_find(table, terminated(buffer, text));
}

/* Adds all words of a text. A word after an escape character is added with its first letter and
 * without it: `\nx`. */
static void add_words(struct table *table, struct token_text text, char escape)
{
    for (size_t start = 0, end; start < text.length; start = end) {
        for (end = start; end < text.length && is_word_byte(text.bytes[end]);)
            end++;
        if (end > start) {
            add_word(table, (struct token_text){text.bytes + start, end - start});
            if (start > 0 && text.bytes[start - 1] == escape)
                add_word(table, (struct token_text){text.bytes + start + 1, end - start - 1});
        }
        end += end == start;
    }
}

static bool is_ascii(struct token_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.bytes[i] >= 0x80)
            return false;
    return true;
}

static void read_tokens(struct subject *subject)
{
    const struct program *program = subject->program;
    const char *identifier = program->tree.language->roles.identifier_kind;
    size_t next_use = 0;
    for (uint32_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token_is_layout(token))
            continue;
        struct token_text text = program_token_text(program, i);
        if (token->kind == TOKEN_TEXT ||
            syntax_node_is(&program->tree, token->node, subject->language->rewrites->string)) {
            add_words(&subject->text_words, text, subject->language->tokens.escape);
            continue;
        }
        subject->node_tokens.items[token->node] = i;
        if (!syntax_node_is(&program->tree, token->node, identifier))
            continue;
        add_word(&subject->names, text);
        subject->has_foreign_name = subject->has_foreign_name || !is_ascii(text);
        bool is_variable =
            next_use < subject->scopes.uses.n && subject->scopes.uses.items[next_use].token == i;
        next_use += is_variable;
        if (!is_variable)
            add_word(&subject->attributes, text);
    }
}

static void read_nodes(struct subject *subject)
{
    const struct syntax_tree *tree = &subject->program->tree;
    const struct rename_rules *rename = &subject->language->rewrites->rename;
    for (uint32_t i = 0; i < tree->nodes.n; i++) {
        unsigned char place = i ? subject->places.items[tree->nodes.items[i].parent] : 0;
        if (syntax_node_is_one_of(tree, i, subject->language->rewrites->interpolations)) {
            place |= PLACE_IN_TEXT;
            if (syntax_child(tree, i, rename->echo, NULL))
                place |= PLACE_IN_ECHO;
        }
        array_push(&subject->places, place);
        array_push(&subject->node_tokens, SCOPES_NONE);
    }
}

void subject_read(struct subject *subject, const struct program *program, const char *dialect)
{
    subject->language = program->tree.language;
    subject->program = program;
    subject->dialect = dialect;
    subject->has_foreign_name = false;
    array_clear(&subject->node_tokens);
    array_clear(&subject->places);
    table_release(&subject->names);
    table_release(&subject->text_words);
    table_release(&subject->attributes);
    scopes_find(&subject->scopes, program);
    read_nodes(subject);
    read_tokens(subject);
}

void subject_release(struct subject *subject)
{
    scopes_release(&subject->scopes);
    array_release(&subject->node_tokens);
    array_release(&subject->places);
    table_release(&subject->names);
    table_release(&subject->text_words);
    table_release(&subject->attributes);
}

bool subject_has_name(const struct subject *subject, const char *const *list)
{
    for (; *list; list++)
        if (table_find(&subject->names, *list) != TABLE_NONE)
            return true;
    return false;
}

struct token_text subject_text(const struct subject *subject, uint32_t node)
{
    return syntax_node_text(&subject->program->tree, subject->program->source, node);
}

/* ---- The new program ---- */

void rewriting_begin(struct rewriting *rewriting, const struct program *program)
{
    rewriting->program = program;
    array_clear(&rewriting->pieces);
    array_clear(&rewriting->tokens);
    str_clear(&rewriting->texts);
    rewriting->last = 0;
}

void rewriting_release(struct rewriting *rewriting)
{
    array_release(&rewriting->pieces);
    array_release(&rewriting->tokens);
    str_release(&rewriting->texts);
}

/* Inserts a space if the next byte would otherwise become part of the token before it. */
static void keep_apart(struct rewriting *rewriting, char next)
{
    if (!rewriting->last || !characters_join(rewriting->last, next))
        return;
    uint32_t start = (uint32_t)rewriting->texts.length;
    str_add(&rewriting->texts, " ", 1);
    array_push(&rewriting->pieces, (struct rewritten_piece){false, start, start + 1});
}

void rewriting_keep(struct rewriting *rewriting, uint32_t start, uint32_t end)
{
    if (start >= end)
        return;
    const char *source = rewriting->program->source;
    size_t n = rewriting->pieces.n;
    struct rewritten_piece *before = n ? &rewriting->pieces.items[n - 1] : NULL;
    if (before && before->is_source && before->end == start) {
        before->end = end; /* as in the source: `1if` is two tokens */
    } else {
        keep_apart(rewriting, source[start]);
        array_push(&rewriting->pieces, (struct rewritten_piece){true, start, end});
    }
    rewriting->last = source[end - 1];
}

void rewriting_add(struct rewriting *rewriting, const char *text, size_t length)
{
    if (length == 0)
        return;
    keep_apart(rewriting, text[0]);
    uint32_t start = (uint32_t)rewriting->texts.length;
    str_add(&rewriting->texts, text, length);
    array_push(&rewriting->pieces,
               (struct rewritten_piece){false, start, (uint32_t)rewriting->texts.length});
    rewriting->last = text[length - 1];
}

void rewriting_keep_tokens(struct rewriting *rewriting, uint32_t first, uint32_t end)
{
    for (uint32_t token = first; token < end; token++)
        array_push(&rewriting->tokens, (struct rewritten_token){.old = token});
}

void rewriting_change_token(struct rewriting *rewriting, uint32_t token, const char *text,
                            size_t length)
{
    uint32_t start = (uint32_t)rewriting->texts.length;
    str_add(&rewriting->texts, text, length);
    array_push(&rewriting->tokens, (struct rewritten_token){token, start, (uint32_t)length});
}

void rewriting_write(const struct rewriting *rewriting, struct str *out)
{
    for (size_t i = 0; i < rewriting->pieces.n; i++) {
        const struct rewritten_piece *piece = &rewriting->pieces.items[i];
        const char *from = piece->is_source ? rewriting->program->source : rewriting->texts.text;
        str_add(out, from + piece->start, piece->end - piece->start);
    }
}

uint32_t rewriting_token(const struct rewriting *rewriting, uint32_t token)
{
    for (uint32_t i = 0; token != REWRITING_NONE && i < rewriting->tokens.n; i++)
        if (rewriting->tokens.items[i].old == token)
            return i;
    return REWRITING_NONE;
}

bool rewriting_holds(const struct rewriting *rewriting, const struct program *after)
{
    if (after->tokens.n != rewriting->tokens.n)
        return false;
    for (size_t i = 0; i < after->tokens.n; i++) {
        const struct rewritten_token *token = &rewriting->tokens.items[i];
        if (token->length == 0) {
            if (!program_tokens_equal(rewriting->program, token->old, after, i))
                return false;
            continue;
        }
        struct token_text text = {rewriting->texts.text + token->text, token->length};
        if (token_is_layout(&after->tokens.items[i]) ||
            !token_text_equal(text, program_token_text(after, i)))
            return false;
    }
    return true;
}
