/* The type and the value of a literal are written as bytes, always in the same way, and the bytes
 * of the two literals are compared. The rules are the language's struct value_rules.
 *
 * An integer is its digits in a base of 2^32, so that it may have any size; the type that C gives
 * it follows from their number. A fraction is written as printf() writes a hexadecimal one, rounded
 * to its type.
 *
 * A string becomes its units: code points, bytes of UTF-8, or units of UTF-16, 32 bits each.
 * Escapes are read after the indentation of a block is removed, as in the Java Language
 * Specification (3.10.6, 3.10.7). */
#include "tokenize/same_value.h"

#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Numbers ---- */

enum { MAX_DIGITS = 4300 /* of an integer, as in CPython */, MAX_LIMBS = MAX_DIGITS / 8 + 1 };

struct integer {
    uint32_t limbs[MAX_LIMBS]; /* the lowest first, the highest not 0 */
    size_t n;
};

static bool read_integer(struct integer *out, const char *digits, size_t length, unsigned base)
{
    out->n = 0;
    if (length == 0 || length > MAX_DIGITS)
        return false;
    for (size_t i = 0; i < length; i++) {
        uint64_t carry = hex_digit(digits[i]);
        if (carry >= base)
            return false;
        for (size_t k = 0; k < out->n; k++) {
            carry += (uint64_t)out->limbs[k] * base;
            out->limbs[k] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry)
            out->limbs[out->n++] = (uint32_t)carry;
    }
    return true;
}

static size_t bits_of(const struct integer *integer)
{
    size_t n = integer->n;
    return n ? 32 * n - (size_t)__builtin_clz(integer->limbs[n - 1]) : 0;
}

/* Appends the type that an integer has in C: the first of int, long and long long from that of its
 * suffix on that can represent it, and of their unsigned types where it may have one. */
static void add_grown_type(struct str *out, const struct number_type *type, size_t n_bits,
                           bool is_decimal, size_t bits_of_long)
{
    const size_t bits[] = {32, bits_of_long, 64};
    for (int width = type->width; width < 3; width++) {
        bool is_signed = !type->is_unsigned && n_bits < bits[width];
        bool may_be_unsigned = type->is_unsigned || !is_decimal;
        if (!is_signed && (!may_be_unsigned || n_bits > bits[width]))
            continue;
        str_print(out, "%c%d ", is_signed ? 'i' : 'u', width);
        return;
    }
    str_add_text(out, "larger ");
}

static void add_integer(struct str *out, const struct value_rules *rules,
                        const struct number_type *type, const struct integer *integer,
                        bool is_decimal)
{
    if (rules->integers_grow) {
        add_grown_type(out, type, bits_of(integer), is_decimal, 64);
        add_grown_type(out, type, bits_of(integer), is_decimal, 32);
    } else {
        str_print(out, "i%d ", type->width);
    }
    str_add(out, (const char *)integer->limbs, integer->n * sizeof *integer->limbs);
}

/* Returns the type of a number with this suffix, or NULL. */
static const struct number_type *find_type(const struct value_rules *rules, const char *suffix,
                                           bool has_fraction)
{
    for (const struct number_type *type = rules->numbers; type->suffix; type++)
        if (type->has_fraction == has_fraction && strcasecmp(type->suffix, suffix) == 0)
            return type;
    return NULL;
}

static void add_fraction(struct str *out, const struct number_type *type, const char *text)
{
    if (type->kind == NUMBER_SINGLE)
        str_print(out, "f %a", (double)strtof(text, NULL));
    else if (type->kind == NUMBER_EXTENDED)
        str_print(out, "l %La", strtold(text, NULL));
    else
        str_print(out, "%c %a", type->kind == NUMBER_IMAGINARY ? 'j' : 'd', strtod(text, NULL));
}

static unsigned base_of(const char *text)
{
    static const char letters[] = "xXoObB";
    static const unsigned bases[] = {16, 16, 8, 8, 2, 2};
    const char *found = text[0] == '0' && text[1] ? strchr(letters, text[1]) : NULL;
    return found ? bases[found - letters] : 10;
}

/* Adds the value of a number without separators. */
static bool add_number(struct str *out, const struct value_rules *rules, const char *text)
{
    static const char decimal[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF";
    unsigned base = base_of(text);
    const char *digits = base == 10 ? text : text + 2;
    size_t n = strspn(digits, base == 16 ? hexadecimal : decimal);
    bool has_fraction = digits[n] && strchr(base == 16 ? ".pP" : ".eE", digits[n]);
    char *end = NULL;
    if (has_fraction)
        strtold(text, &end);
    const struct number_type *type =
        find_type(rules, has_fraction ? end : digits + n, has_fraction);
    if (!type)
        return false;
    if (type->kind != NUMBER_INTEGER) {
        add_fraction(out, type, text);
        return true;
    }
    bool is_octal = base == 10 && text[0] == '0';
    struct integer integer;
    if (!read_integer(&integer, digits, n, is_octal ? 8 : base) ||
        (is_octal && integer.n && !rules->has_octal))
        return false;
    add_integer(out, rules, type, &integer, base == 10 && !is_octal);
    return true;
}

/* Appends the type and the value of a number. Returns false if they are not known; then what was
 * appended means nothing. */
static bool add_number_value(struct str *out, const struct language *language,
                             struct token_text text)
{
    scoped(str) digits = {0};
    char separator = language->tokens.numbers.separator;
    for (size_t i = 0; i < text.length; i++)
        if (!separator || text.bytes[i] != separator)
            str_add(&digits, &text.bytes[i], 1);
    return add_number(out, &language->values, str_text(&digits));
}

/* Appends what add_number_value() would for this number, without a suffix. */
static void add_character_value(struct str *out, const struct value_rules *rules, uint32_t value)
{
    const struct integer integer = {{value}, value != 0};
    add_integer(out, rules, rules->numbers, &integer, true);
}

/* ---- Strings ---- */

/* A string that is read. */
struct quoted {
    const struct language *language;
    const struct string_prefix *prefix; /* NULL: none */
    const struct string_form *form;
    char type;
    struct token_text content, suffix;
};

/* What decides how the literals of a program are read. */
struct reading {
    const struct language *language;
    const char *dialect; /* one of the language's; NULL: they do not differ */
    bool has_wide_texts; /* value_rules.wide_mark */
};

/* Returns whether a program is in a dialect (NULL: any). */
static bool is_of_dialect(const char *dialect, const struct reading *reading)
{
    return !dialect || (reading->dialect && strcmp(dialect, reading->dialect) == 0);
}

/* Finds the parts of a string before its content. Returns their length; 0 if it is not a string. */
static size_t open_quoted(struct quoted *out, const struct reading *reading, struct token_text text)
{
    const struct language *language = reading->language;
    size_t n = 0;
    while (n < text.length && ((text.bytes[n] | 0x20) >= 'a' || hex_digit(text.bytes[n]) < 10))
        n++;
    *out =
        (struct quoted){.language = language,
                        .prefix = string_prefix_find(language, (struct token_text){text.bytes, n}),
                        .form = language->tokens.strings};
    if (n && !out->prefix)
        return 0;
    while (out->form->quote &&
           (text.length - n < 2 * strlen(out->form->quote) ||
            strncmp(text.bytes + n, out->form->quote, strlen(out->form->quote))))
        out->form++;
    if (out->prefix && is_of_dialect(out->prefix->dialect, reading))
        out->type = out->prefix->type;
    const struct value_rules *rules = &language->values;
    if (!out->type && rules->bytes && is_of_dialect(rules->bytes_dialect, reading))
        out->type = reading->has_wide_texts ? rules->wide : rules->bytes;
    return out->form->quote ? n + strlen(out->form->quote) : 0;
}

/* Cuts a whole string into its parts. */
static bool cut_quoted(struct quoted *out, const struct reading *reading, struct token_text text)
{
    size_t start = open_quoted(out, reading, text);
    if (!start)
        return false;
    const char *close = memrchr(text.bytes, out->form->quote[0], text.length);
    const char *end = close + 1 - strlen(out->form->quote);
    out->suffix = (struct token_text){close + 1, (size_t)(text.bytes + text.length - (close + 1))};
    if (end < text.bytes + start)
        return false;
    out->content = (struct token_text){text.bytes + start, (size_t)(end - text.bytes) - start};
    if (out->prefix && out->prefix->is_delimited) { /* xy(...)xy */
        const char *open = memchr(out->content.bytes, '(', out->content.length);
        size_t n = open ? (size_t)(open - out->content.bytes) + 1 : 0;
        if (!open || out->content.length < 2 * n)
            return false;
        out->content = (struct token_text){open + 1, out->content.length - 2 * n};
        return true;
    }
    return !reading->language->tokens.has_splices || !memchr(text.bytes, '\n', text.length);
}

static void add_unit(struct str *out, uint32_t unit)
{
    str_add(out, (const char *)&unit, sizeof unit);
}

static bool has_wide_units(const struct quoted *quoted)
{
    return quoted->type && quoted->type != '8';
}

/* What is added to a unit to make one that is only equal to itself. */
#define UNIT_OF_ITS_OWN UINT32_C(0x80000000)

static bool is_of_bytes(const struct quoted *quoted)
{
    return quoted->type && quoted->type == quoted->language->values.bytes;
}

/* Adds the units of a character. Of bytes, the encoding is not known. */
static void add_character(struct str *out, const struct quoted *quoted, uint32_t code)
{
    int units = has_wide_units(quoted) ? UNITS_CODES : (int)quoted->language->values.units;
    char bytes[4];
    if (units == UNITS_UTF16 && code > 0xffff) {
        add_unit(out, 0xd7c0 + (code >> 10));
        code = 0xdc00 + (code & 0x3ff);
    }
    if (units != UNITS_UTF8 || (code >= 0xd800 && code < 0xe000)) {
        bool is_own = code >= 0x80 && is_of_bytes(quoted);
        add_unit(out, is_own ? UNIT_OF_ITS_OWN | code : code);
        return;
    }
    size_t n = utf8_encode(bytes, code);
    for (size_t i = 0; i < n; i++)
        add_unit(out, (unsigned char)bytes[i]);
}

/* Adds an octal number at the start of a text. Returns its length. */
static size_t add_octal(struct str *out, const struct quoted *quoted, struct token_text text)
{
    const struct value_rules *rules = &quoted->language->values;
    uint32_t value = 0;
    size_t n = 0;
    for (; n < 3 && n < text.length && text.bytes[n] >= '0' && text.bytes[n] <= '7'; n++) {
        uint32_t next = 8 * value + (uint32_t)(text.bytes[n] - '0');
        if (next > rules->max_octal)
            break;
        value = next;
    }
    add_unit(out, is_of_bytes(quoted) ? value & 0xff : value);
    return n;
}

enum { UNKNOWN = -1 };

/* Reads as many digits as there are, up to `most`. Returns their number. */
static size_t read_digits(uint32_t *value, struct token_text text, unsigned base, size_t most)
{
    size_t n = 0;
    for (*value = 0; n < most && n < text.length && hex_digit(text.bytes[n]) < base; n++)
        *value = *value > 0x10ffff ? *value : base * *value + hex_digit(text.bytes[n]);
    return n;
}

/* Reads a number or a name in braces. Returns its length with them. */
static ptrdiff_t read_braced(uint32_t *value, enum braced_code kind, struct token_text text)
{
    const char *close = memchr(text.bytes, '}', text.length);
    if (!close)
        return UNKNOWN;
    struct token_text inside = {text.bytes + 1, (size_t)(close - text.bytes) - 1};
    bool is_known = kind == BRACED_NAME ? utf8_find_named(value, inside.bytes, inside.length)
                                        : inside.length && read_digits(value, inside, kind,
                                                                       SIZE_MAX) == inside.length;
    return is_known ? close + 1 - text.bytes : UNKNOWN;
}

/* Adds what is after the letter of an escape. Returns its length. */
static ptrdiff_t add_code(struct str *out, const struct quoted *quoted,
                          const struct escape_code *code, struct token_text text)
{
    uint32_t value;
    ptrdiff_t n;
    if (code->braced && text.length && text.bytes[0] == '{') {
        n = read_braced(&value, code->braced, text);
    } else {
        size_t n_digits = read_digits(&value, text, 16, code->most);
        bool goes_on = n_digits < text.length && hex_digit(text.bytes[n_digits]) < 16;
        bool is_known =
            n_digits >= code->least && n_digits && !(goes_on && code->most > code->least);
        n = is_known ? (ptrdiff_t)n_digits : UNKNOWN;
    }
    if (n == UNKNOWN || value > 0x10ffff)
        return UNKNOWN;
    if (code->is_character)
        add_character(out, quoted, value);
    else
        add_unit(out, value);
    return n;
}

static const struct escape_code *find_code(const struct quoted *quoted, char letter)
{
    for (const struct escape_code *code = quoted->language->values.codes; code->letter; code++)
        if (code->letter == letter && !(code->is_character && is_of_bytes(quoted)))
            return code;
    return NULL;
}

/* Adds the escape whose text after the escape character is given. Returns the length of that text,
 * or UNKNOWN. */
static ptrdiff_t add_escape(struct str *out, const struct quoted *quoted, struct token_text text)
{
    const struct value_rules *rules = &quoted->language->values;
    if (text.length == 0)
        return UNKNOWN;
    char letter = text.bytes[0];
    if (letter == '\n')
        return 1;
    if (letter >= '0' && letter <= '7')
        return (ptrdiff_t)add_octal(out, quoted, text);
    for (const char *escape = rules->escapes; *escape; escape += 2)
        if (*escape == letter) {
            add_unit(out, (unsigned char)escape[1]);
            return 1;
        }
    const struct escape_code *code = find_code(quoted, letter);
    if (code) {
        struct token_text rest = {text.bytes + 1, text.length - 1};
        ptrdiff_t n = add_code(out, quoted, code, rest);
        if (n != UNKNOWN || code->braced != BRACED_NAME)
            return n == UNKNOWN ? UNKNOWN : n + 1;
        add_unit(out, UNIT_OF_ITS_OWN | letter);
        return 1;
    }
    if (!rules->keeps_escapes)
        return UNKNOWN;
    add_unit(out, (unsigned char)quoted->language->tokens.escape);
    return 0;
}

/* Returns whether the escape character in a raw string may begin the escape of a character: in
 * ur"\u0061". */
static bool is_open(const struct quoted *quoted, struct token_text text)
{
    const struct escape_code *code = text.length ? find_code(quoted, text.bytes[0]) : NULL;
    return code && code->is_character && quoted->type &&
           quoted->type == quoted->language->values.wide;
}

/* Adds the units of the content, whose line ends are line feeds. */
static bool add_units(struct str *out, const struct quoted *quoted, struct token_text content)
{
    bool is_raw = quoted->form->is_raw ||
                  (quoted->prefix && (quoted->prefix->is_raw || quoted->prefix->is_delimited));
    for (size_t at = 0; at < content.length;) {
        struct token_text rest = {content.bytes + at, content.length - at};
        uint32_t code;
        size_t n = utf8_decode(rest.bytes, rest.length, &code);
        if (!n)
            return false;
        at += n;
        struct token_text after = {rest.bytes + n, rest.length - n};
        bool is_escape = rest.bytes[0] == quoted->language->tokens.escape;
        if (is_raw && is_escape && is_open(quoted, after)) {
            add_unit(out, UNIT_OF_ITS_OWN | code);
            continue;
        }
        if (is_raw || !is_escape) {
            add_character(out, quoted, code);
            continue;
        }
        ptrdiff_t length = add_escape(out, quoted, after);
        if (length == UNKNOWN)
            return false;
        at += (size_t)length;
    }
    return true;
}

/* ---- Blocks ---- */

struct block_line {
    const char *bytes;
    size_t length;      /* without blanks at the end */
    size_t indentation; /* SIZE_MAX if it does not count */
    bool is_last;
};

/* Takes a line off a text. The last line counts for the indentation even if it is blank. */
static struct block_line next_line(struct token_text *rest)
{
    static const char blanks[] = " \t\f";
    const char *feed = memchr(rest->bytes, '\n', rest->length);
    size_t whole = feed ? (size_t)(feed - rest->bytes) : rest->length, n_blanks = 0;
    struct block_line line = {rest->bytes, whole, SIZE_MAX, !feed};
    while (n_blanks < whole && strchr(blanks, line.bytes[n_blanks]))
        n_blanks++;
    while (line.length && strchr(blanks, line.bytes[line.length - 1]))
        line.length--;
    if (line.length || line.is_last)
        line.indentation = n_blanks;
    whole += !line.is_last;
    *rest = (struct token_text){rest->bytes + whole, rest->length - whole};
    return line;
}

/* Appends the lines of a block after the first, without their common indentation. */
static void add_stripped(struct str *out, struct token_text content)
{
    struct token_text rest = content;
    struct block_line line = next_line(&rest);
    const struct token_text lines = rest;
    size_t least = SIZE_MAX;
    bool has_lines = !line.is_last;
    while (!line.is_last) {
        line = next_line(&rest);
        least = line.indentation < least ? line.indentation : least;
    }
    rest = lines;
    for (line.is_last = !has_lines; !line.is_last;) {
        line = next_line(&rest);
        size_t n = line.length < least ? line.length : least;
        str_add(out, line.bytes + n, line.length - n);
        str_add(out, "\n", !line.is_last);
    }
}

/* Adds the value of a character that is a number. Returns false if it is not one. */
static bool add_as_integer(struct str *out, const struct quoted *quoted, const struct str *units)
{
    const struct value_rules *rules = &quoted->language->values;
    uint32_t value;
    if (!rules->character_is_integer || quoted->form->quote[0] != rules->character ||
        quoted->prefix || units->length != sizeof value)
        return false;
    memcpy(&value, units->text, sizeof value);
    if (value >= 0x80) /* `char` may have a sign */
        return false;
    add_character_value(out, rules, value);
    return true;
}

/* Appends the type and the value of a whole string. Returns false if they are not known. */
static bool add_string_value(struct str *out, const struct reading *reading, struct token_text text)
{
    const struct value_rules *rules = &reading->language->values;
    scoped(str) whole = {0}, stripped = {0}, units = {0};
    struct quoted quoted;
    token_text_add_folded(&whole, text);
    if (!cut_quoted(&quoted, reading, (struct token_text){whole.text, whole.length}))
        return false;
    if (rules->strips_blocks && quoted.form->has_lines) {
        add_stripped(&stripped, quoted.content);
        quoted.content = (struct token_text){str_text(&stripped), stripped.length};
    }
    if (!add_units(&units, &quoted, quoted.content))
        return false;
    if (add_as_integer(out, &quoted, &units))
        return true;
    bool is_character = quoted.form->quote[0] == rules->character;
    str_print(out, "%c%d ", is_character ? 'c' : 's', quoted.type);
    str_add(out, quoted.suffix.bytes, quoted.suffix.length);
    str_add(out, "", 1);
    str_add(out, str_text(&units), units.length);
    return true;
}

/* The same for the start of a string with interpolations, whose quotes are those of its end. */
static bool add_quote_value(struct str *out, const struct language *language,
                            struct token_text text)
{
    struct token_text quote = {strpbrk(text.bytes, "'\""), 1};
    const struct string_prefix *prefix = string_prefix_find(
        language, (struct token_text){text.bytes, (size_t)(quote.bytes - text.bytes)});
    if (!prefix)
        return false;
    quote.length = text.length - (size_t)(quote.bytes - text.bytes);
    str_print(out, "q%d %d %.*s", prefix->type, prefix->is_raw, (int)quote.length, quote.bytes);
    return true;
}

/* ---- Tokens ---- */

/* Appends the type and the value of a literal, or an operator, in one dialect. Returns false if
 * they are not known. */
static bool add_value(struct str *out, const struct program *program, size_t index,
                      const char *dialect)
{
    const char *mark = program->language->values.wide_mark;
    const struct reading reading = {
        program->language, dialect,
        mark && memmem(program->source, program->length, mark, strlen(mark))};
    const struct token *token = &program->tokens.items[index];
    struct token_text text = token_operator_of(program->language, program->source, token);
    switch (token->kind) {
    case TOKEN_SIGN:
        str_add(out, text.bytes, text.length);
        return true;
    case TOKEN_NUMBER:
        return add_number_value(out, program->language, text);
    case TOKEN_STRING:
        return add_string_value(out, &reading, text);
    case TOKEN_QUOTE:
        return add_quote_value(out, program->language, text);
    default:
        return false;
    }
}

static bool are_same_in(const struct program *a, size_t index_a, const struct program *b,
                        size_t index_b, const char *dialect)
{
    scoped(str) value_a = {0}, value_b = {0};
    return add_value(&value_a, a, index_a, dialect) && add_value(&value_b, b, index_b, dialect) &&
           value_a.length == value_b.length &&
           memcmp(value_a.text, value_b.text, value_a.length) == 0;
}

unsigned dialects_of_same_value(const struct program *a, size_t index_a, const struct program *b,
                                size_t index_b)
{
    const char *const *names = a->language->dialects->names;
    unsigned all = language_dialects_named(a->language, NULL), same = 0;
    if (all == 1)
        return are_same_in(a, index_a, b, index_b, NULL);
    for (unsigned dialect = 1; dialect <= all; dialect <<= 1)
        if (are_same_in(a, index_a, b, index_b, names[dialect - 1]))
            same |= dialect;
    return same;
}

bool tokens_have_same_value(const struct program *a, size_t index_a, const struct program *b,
                            size_t index_b, const char *dialects)
{
    unsigned named = language_dialects_named(a->language, dialects);
    return !(named & ~dialects_of_same_value(a, index_a, b, index_b));
}
