/* The bytes are compared first, because almost no token contains a carriage return. */
#include "tokenize/token.h"

#include "base/hash.h"

#include <string.h>

/* Returns the next character of a text, with line ends folded to LF; -1 at the end. */
static int next_folded(struct token_text text, size_t *at)
{
    if (*at == text.length)
        return -1;
    char c = text.bytes[(*at)++];
    if (c == '\r') {
        if (*at < text.length && text.bytes[*at] == '\n')
            ++*at;
        c = '\n';
    }
    return (unsigned char)c;
}

static bool folded_equal(struct token_text a, struct token_text b)
{
    size_t at_a = 0, at_b = 0;
    int c;
    do {
        c = next_folded(a, &at_a);
        if (c != next_folded(b, &at_b))
            return false;
    } while (c >= 0);
    return true;
}

bool token_text_equal(struct token_text a, struct token_text b)
{
    bool differs_at_once = a.length && b.length && *a.bytes != *b.bytes;
    if (differs_at_once && *a.bytes != '\r' && *b.bytes != '\r')
        return false;
    if (a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0)
        return true;
    bool has_cr = memchr(a.bytes, '\r', a.length) || memchr(b.bytes, '\r', b.length);
    return has_cr && folded_equal(a, b);
}

/* Bytes are compared eight at a time, then one by one. */
typedef uint64_t chunk;

static chunk chunk_at(const char *bytes)
{
    chunk result;
    memcpy(&result, bytes, sizeof result);
    return result;
}

size_t token_text_common_start(const char *a, const char *b, size_t limit)
{
    size_t n = 0;
    while (limit - n >= sizeof(chunk) && chunk_at(a + n) == chunk_at(b + n))
        n += sizeof(chunk);
    while (n < limit && a[n] == b[n])
        n++;
    return n;
}

size_t token_text_common_end(const char *a_end, const char *b_end, size_t limit)
{
    size_t n = 0;
    while (limit - n >= sizeof(chunk) &&
           chunk_at(a_end - n - sizeof(chunk)) == chunk_at(b_end - n - sizeof(chunk)))
        n += sizeof(chunk);
    while (n < limit && a_end[-1 - (ptrdiff_t)n] == b_end[-1 - (ptrdiff_t)n])
        n++;
    return n;
}

bool token_text_is(struct token_text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.bytes, word, text.length) == 0;
}

void token_text_add_folded(struct str *out, struct token_text text)
{
    size_t at = 0;
    if (!memchr(text.bytes, '\r', text.length))
        str_add(out, text.bytes, at = text.length);
    for (int c; (c = next_folded(text, &at)) >= 0;)
        str_add(out, &(char){(char)c}, 1);
}

bool token_text_is_one_of(struct token_text text, const char *const *list)
{
    char first = text.length ? text.bytes[0] : '\0';
    for (; list && *list; list++)
        if (**list == first && strncmp(*list, text.bytes, text.length) == 0 &&
            (*list)[text.length] == '\0')
            return true;
    return false;
}

/* ---- Tokens of a source ---- */

const char *const token_kind_names[] = {
    [TOKEN_WORD] = "word",
    [TOKEN_NUMBER] = "number",
    [TOKEN_STRING] = "string",
    [TOKEN_SIGN] = "sign",
    [TOKEN_QUOTE] = "quote",
    [TOKEN_TEXT] = "text",
    [TOKEN_LINE_END] = "line_end",
    [TOKEN_BLOCK_OPEN] = "block_open",
    [TOKEN_BLOCK_CLOSE] = "block_close",
};

const char token_kind_letters[] = {
    [TOKEN_WORD] = 'w',     [TOKEN_NUMBER] = 'n',     [TOKEN_STRING] = 's',
    [TOKEN_SIGN] = 'o',     [TOKEN_QUOTE] = 'q',      [TOKEN_TEXT] = 't',
    [TOKEN_LINE_END] = 'l', [TOKEN_BLOCK_OPEN] = 'b', [TOKEN_BLOCK_CLOSE] = 'e',
};

struct token_text token_text_of(const struct language *language, const char *source,
                                const struct token *token)
{
    if (token->joined) {
        const char *text = language->tokens.joined[token->joined - 1];
        return (struct token_text){text, strlen(text)};
    }
    return (struct token_text){source + token->start_byte, token->end_byte - token->start_byte};
}

struct token_text token_operator_of(const struct language *language, const char *source,
                                    const struct token *token)
{
    if (!token->spelling)
        return token_text_of(language, source, token);
    const char *text = language->tokens.spellings[token->spelling - 1].means;
    return (struct token_text){text, strlen(text)};
}

size_t token_escaped_letter(uint32_t *code, struct token_text text)
{
    char kind = text.length > 1 && text.bytes[0] == '\\' ? text.bytes[1] : '\0';
    size_t n = kind == 'u' ? 6 : kind == 'U' ? 10 : 0;
    *code = 0;
    if (text.length < n)
        return 0;
    for (size_t i = 2; i < n; i++) {
        unsigned digit = hex_digit(text.bytes[i]);
        if (digit == 16)
            return 0;
        *code = *code << 4 | digit;
    }
    bool is_basic = *code < 0xA0 && *code != '$';
    return is_basic ? 0 : n;
}

/* Returns whether a text is certainly written as the compiler knows it. */
static bool is_plain(const struct token_rules *rules, enum token_kind kind, struct token_text text)
{
    bool is_normal = kind == TOKEN_WORD && rules->has_normal_names;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        if (c == '\r' || (c == rules->continuation && rules->has_splices) ||
            (is_normal && (unsigned char)c >= 0x80))
            return false;
    }
    return true;
}

/* A keyword is never a name: CPython compares it before it normalizes. */
static void add_normal(struct str *out, const struct token_rules *rules, struct token_text text)
{
    scoped(str) normal = {0};
    utf8_add_nfkc(&normal, text.bytes, text.length);
    struct token_text found = {str_text(&normal), normal.length};
    if (!token_text_is_one_of(found, rules->keywords))
        text = found;
    str_add(out, text.bytes, text.length);
}

void token_text_add_known(struct str *out, const struct language *language, enum token_kind kind,
                          struct token_text text)
{
    const struct token_rules *rules = &language->tokens;
    bool has_escapes = kind == TOKEN_WORD && rules->has_escaped_letters;
    if (is_plain(rules, kind, text)) {
        str_add(out, text.bytes, text.length);
        return;
    }
    if (kind == TOKEN_WORD && rules->has_normal_names) {
        add_normal(out, rules, text);
        return;
    }
    for (size_t at = 0, n; at < text.length; at += n) {
        struct token_text rest = {text.bytes + at, text.length - at};
        char bytes[4];
        uint32_t code;
        if ((n = token_splice(language, rest.bytes, rest.length)))
            continue;
        if (has_escapes && (n = token_escaped_letter(&code, rest))) {
            str_add(out, bytes, utf8_encode(bytes, code));
        } else {
            bytes[0] = (char)next_folded(rest, &n);
            str_add(out, bytes, 1);
        }
    }
}

uint64_t token_text_hash(const struct language *language, enum token_kind kind,
                         struct token_text text, uint64_t seed)
{
    if (is_plain(&language->tokens, kind, text))
        return hash_bytes(text.bytes, text.length, seed);
    scoped(str) known = {0};
    token_text_add_known(&known, language, kind, text);
    return hash_bytes(str_text(&known), known.length, seed);
}

bool token_texts_agree(const struct language *language, enum token_kind kind, struct token_text a,
                       struct token_text b)
{
    const struct token_rules *rules = &language->tokens;
    if (a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0)
        return true;
    if (is_plain(rules, kind, a) && is_plain(rules, kind, b))
        return false;
    scoped(str) known_a = {0}, known_b = {0};
    token_text_add_known(&known_a, language, kind, a);
    token_text_add_known(&known_b, language, kind, b);
    return known_a.length == known_b.length &&
           memcmp(str_text(&known_a), str_text(&known_b), known_a.length) == 0;
}

size_t token_join(const struct language *language, struct token_text text, char *out)
{
    size_t n = 0, n_splices = 0, n_splice;
    for (size_t at = 0; at < text.length; at += n_splice ? n_splice : 1) {
        n_splice = token_splice(language, text.bytes + at, text.length - at);
        if (out && !n_splice)
            out[n] = text.bytes[at];
        n += !n_splice;
    }
    for (size_t at = 0; out && at < text.length; at += n_splice ? n_splice : 1) {
        n_splice = token_splice(language, text.bytes + at, text.length - at);
        memcpy(out + n + n_splices, text.bytes + at, n_splice);
        n_splices += n_splice;
    }
    return n;
}

bool tokens_equal(const struct language *language, const char *source_a, const struct token *a,
                  const char *source_b, const struct token *b)
{
    if (a->kind != b->kind || a->joined != b->joined)
        return false;
    if (token_is_layout(a) || a->joined)
        return true;
    size_t length = a->end_byte - a->start_byte;
    if (length == b->end_byte - b->start_byte &&
        memcmp(source_a + a->start_byte, source_b + b->start_byte, length) == 0)
        return true; /* most tokens */
    return token_texts_agree(language, (enum token_kind)a->kind,
                             token_text_of(language, source_a, a),
                             token_text_of(language, source_b, b));
}
