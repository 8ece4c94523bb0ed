/* A text passes several checks. The first one that fails is the reason to reject its pairs. Cheap
 * checks come first: reading, the tokens, the parse. The tree says which dialect it is, and the
 * dialect what a literal is. */
#include "miner/program_text.h"

#include "base/encoding.h"
#include "base/file.h"
#include "base/str.h"
#include "tokenize/same_value.h"

#include <inttypes.h>

const char *reject_reason_name(enum reject_reason reason)
{
    static const char *const names[] = {
        "none",
#define REJECT_REASON(name, text, number) text,
#include "db/reject_reasons.inc"
#undef REJECT_REASON
    };
    return names[reason];
}

size_t program_text_length(const char *bytes, size_t length)
{
    size_t end = length, n = length;
    for (; n && memchr("\0 \t\r\n", bytes[n - 1], 5); n--)
        if (!bytes[n - 1])
            end = n - 1;
    return end;
}

static void swap_content(struct program_text *text, struct str *decoded)
{
    struct str bytes = text->content;
    text->content = *decoded;
    *decoded = bytes;
}

/* Decodes the content from the encoding that the program states, so that it can be encoded again.
 * What is plain is the same in each. */
static bool decode_stated(struct program_text *text, const struct encoding *encoding)
{
    const char *bytes = str_text(&text->content);
    size_t length = text->content.length;
    scoped(str) decoded = {0}, again = {0};
    text->undecoded_byte = encoding_plain_length(encoding, bytes, length);
    if (text->undecoded_byte == length || !*encoding->iconv)
        return text->undecoded_byte == length;
    size_t n = encoding_decode(&decoded, encoding, bytes, length);
    if (n == length)
        encoding_encode(&again, encoding, str_text(&decoded), decoded.length);
    size_t n_same = 0;
    while (n_same < again.length && n_same < length && again.text[n_same] == bytes[n_same])
        n_same++;
    text->undecoded_byte = n < length ? n : n_same;
    if (n_same < length || again.length != length)
        return false;
    text->encoding = encoding->name;
    swap_content(text, &decoded);
    return true;
}

static bool take_utf8(struct program_text *text, const struct language *language)
{
    const char *bytes = str_text(&text->content);
    scoped(str) decoded = {0};
    text->undecoded_byte = utf8_valid_length(bytes, text->content.length);
    if (text->undecoded_byte == text->content.length)
        return true;
    if (!language->has_any_encoding)
        return false;
    utf8_add_latin1(&decoded, bytes, text->content.length);
    swap_content(text, &decoded);
    text->encoding = "latin-1";
    return true;
}

static bool take_stated(struct program_text *text, const struct language *language)
{
    const char *bytes = str_text(&text->content), *name = NULL;
    size_t mark = utf8_byte_order_mark(bytes, text->content.length);
    size_t n = language->find_encoding
                   ? language->find_encoding(&name, bytes + mark, text->content.length - mark)
                   : 0;
    const struct encoding *encoding = n ? encoding_find(name, n) : NULL;
    text->stated = (struct token_text){name, n};
    text->undecoded_byte = n ? (size_t)(name - bytes) : 0;
    if (n && (!encoding || (mark && encoding->iconv)))
        return false;
    return n && encoding->iconv ? decode_stated(text, encoding) : take_utf8(text, language);
}

/* A byte order mark says how the file is encoded and is not part of the program. */
void program_text_take(struct program_text *text, const struct language *language,
                       bool has_characters)
{
    text->encoding = NULL;
    text->stated = (struct token_text){0};
    bool has_text =
        (has_characters && utf8_is_valid(str_text(&text->content), text->content.length)) ||
        take_stated(text, language);
    size_t mark = utf8_byte_order_mark(str_text(&text->content), text->content.length);
    text->is_tokenized = text->is_parsed = false;
    text->code = str_text(&text->content) + mark;
    text->n_bytes = program_text_length(text->code, text->content.length - mark);
    if (text->n_bytes && language->end_mark && text->code[text->n_bytes - 1] == language->end_mark)
        text->n_bytes--;
    text->reason = has_text ? REJECT_NONE : REJECT_ENCODING;
}

int program_text_read_file(struct program_text *text, const struct language *language,
                           const char *path, struct err *err)
{
    static const char *const what_else[] = {
        [FILE_KIND_FOLDER] =
            "is a folder, not a program; tokfix mine reads the folder of a dataset",
        [FILE_KIND_DATABASE] = "is a database, not a program; tokfix show shows its fixes",
        [FILE_KIND_ARCHIVE] = "is compressed or an archive, not a program; tokfix mine reads an "
                              "archive of CodeNet",
        [FILE_KIND_TEXT] = NULL,
    };
    enum file_kind kind = file_is_folder(path) ? FILE_KIND_FOLDER : FILE_KIND_OTHER;
    if (kind == FILE_KIND_OTHER) {
        if (file_read(&text->content, path, err) != 0)
            return ERR;
        kind = file_kind_of(str_text(&text->content), text->content.length);
    }
    if (what_else[kind])
        return err_set(err, "'%s' %s", path, what_else[kind]);
    program_text_take(text, language, false);
    return 0;
}

static bool tokenize(struct program_text *text, const struct lexical *lexical)
{
    if (!text->is_tokenized)
        text->has_tokens = program_tokenize(&text->program, lexical, text->code, text->n_bytes);
    text->program.has_mark = text->code != str_text(&text->content);
    text->is_tokenized = true;
    return text->has_tokens;
}

/* A tree of another part belongs to another pair. */
bool program_text_parse_part(struct program_text *text, struct syntax_parser *parser,
                             const struct lone_part *part)
{
    if (!text->is_parsed || !lone_parts_equal(&text->parsed, part))
        text->parses = program_parse_part(&text->program, parser, part);
    text->parsed = *part;
    text->is_parsed = true;
    return text->parses;
}

bool program_text_parse(struct program_text *text, struct syntax_parser *parser)
{
    if (tokenize(text, syntax_parser_lexical(parser)))
        return program_text_parse_part(text, parser,
                                       &(struct lone_part){.bytes = {0, text->program.length}});
    text->is_parsed = true;
    text->parses = false;
    return false;
}

static void add_place(struct str *out, const struct program_text *text, size_t byte,
                      const char *name)
{
    struct position place = text_position(text->code, text->n_bytes, byte);
    str_print(out, "%s:%" PRIu32 ":%" PRIu32, name, place.line, place.column);
}

static bool explain_parse(struct str *out, const struct program_text *text, const char *name)
{
    const struct program *program = &text->program;
    if (!text->is_parsed || text->parses)
        return false;
    if (program->tokens.n > PROGRAM_MAX_TOKENS) {
        str_print(out, "%s has more than %d tokens", name, PROGRAM_MAX_TOKENS);
        return true;
    }
    if (program->is_too_large) {
        str_print(out,
                  "%s would take minutes to parse, for example because of thousands of comments or "
                  "syntax errors",
                  name);
        return true;
    }
    add_place(out, text, program->error_byte, name);
    str_print(out, " does not parse as %s", program->language->codenet_name);
    return true;
}

void program_text_explain_encoding(struct str *out, const struct program_text *text)
{
    enum { MOST = 40 };
    const struct token_text name = text->stated;
    bool is_marked = text->code != str_text(&text->content);
    if (!name.length) {
        str_add_text(out, "not UTF-8");
        return;
    }
    str_print(out, "not in the encoding '%.*s' that it states",
              (int)(name.length < MOST ? name.length : MOST), name.bytes);
    const struct encoding *encoding = encoding_find(name.bytes, name.length);
    if (!encoding)
        str_add_text(out, ", which is not known");
    else if (encoding->iconv && !*encoding->iconv)
        str_add_text(out, ", and only its ASCII can be read");
    else if (is_marked)
        str_add_text(out, ": it has the byte order mark of UTF-8");
}

bool program_text_explain(struct str *out, const struct program_text *text, const char *name)
{
    const struct program *program = &text->program;
    if (text->reason == REJECT_ENCODING) {
        size_t mark = (size_t)(text->code - str_text(&text->content));
        add_place(out, text, text->undecoded_byte - mark, name);
        str_add_text(out, " is ");
        program_text_explain_encoding(out, text);
        return true;
    }
    if (text->is_tokenized && !text->has_tokens) {
        add_place(out, text, program->error_byte, name);
        str_print(out, ": %s", lexical_error_texts[program->error]);
        return true;
    }
    return explain_parse(out, text, name);
}

void program_text_release(struct program_text *text)
{
    str_release(&text->content);
    program_release(&text->program);
    text->code = NULL;
    text->n_bytes = 0;
}

static enum reject_reason first_reason(enum reject_reason a, enum reject_reason b)
{
    return a == REJECT_NONE || (b != REJECT_NONE && b < a) ? b : a;
}

static enum reject_reason reason_of_error(enum lexical_error error)
{
    static const enum reject_reason reasons[] = {
        [LEXICAL_OK] = REJECT_NONE,
        [LEXICAL_UNCLOSED] = REJECT_UNCLOSED_STRING,
        [LEXICAL_BRACKET] = REJECT_UNMATCHED_BRACKET,
        [LEXICAL_INDENTATION] = REJECT_INDENTATION,
        [LEXICAL_CHARACTER] = REJECT_STRAY_CHARACTER,
        [LEXICAL_NUMBER] = REJECT_MALFORMED_NUMBER,
        [LEXICAL_NESTING] = REJECT_NESTING,
        [LEXICAL_LENGTH] = REJECT_TOO_LARGE,
    };
    return reasons[error];
}

/* Returns whether the bytes of a token may not have been meant as these characters. */
static bool is_foreign(const struct program_text *text, size_t index)
{
    const struct token *token = &text->program.tokens.items[index];
    bool is_guess = text->encoding && !text->stated.length;
    for (uint32_t byte = token->start_byte; is_guess && byte < token->end_byte; byte++)
        if ((unsigned char)text->code[byte] >= 0x80)
            return true;
    return false;
}

static bool has_foreign_word(const struct program_text *text)
{
    for (size_t i = 0; i < text->program.tokens.n; i++)
        if (text->program.tokens.items[i].kind == TOKEN_WORD && is_foreign(text, i))
            return true;
    return false;
}

/* Compares two texts that have a single edit as far as they were read. */
static enum reject_reason check_tokens(const struct text_comparison *comparison,
                                       struct program_text *text)
{
    if (!tokenize(text, syntax_parser_lexical(comparison->parser)))
        return reason_of_error(text->program.error);
    if (has_foreign_word(text))
        return REJECT_ENCODING;
    bool is_long = comparison->max_tokens && text->program.tokens.n > comparison->max_tokens;
    return is_long ? REJECT_TOO_MANY_TOKENS : REJECT_NONE;
}

/* Forgets the tree of a text, if it is that of another part. */
static void keep_tree_of(struct program_text *text, const struct lone_part *part)
{
    if (!text->is_parsed || lone_parts_equal(&text->parsed, part))
        return;
    array_clear(&text->program.tree.nodes);
    text->is_parsed = false;
}

/* Returns whether the trees say what the tokens of the edit are. */
static bool have_trees(struct text_comparison *comparison, struct program_text *buggy,
                       struct program_text *fixed, const struct token_edit *edit)
{
    struct lone_part parts[2];
    lone_parts_deciding(&comparison->parts, &buggy->program, &fixed->program, edit, parts);
    keep_tree_of(fixed, &parts[1]);
    bool parses = program_text_parse_part(buggy, comparison->parser, &parts[0]);
    bool may_have_errors = buggy->program.language->may_have_errors;
    if (edit_keeps_tree(&buggy->program, &fixed->program, edit))
        return true;
    if (!parses && !may_have_errors &&
        (!buggy->program.tree.nodes.n ||
         (edit->kind != EDIT_INSERT && token_is_near_error(&buggy->program, edit->buggy_token))))
        return false;
    parses = program_text_parse_part(fixed, comparison->parser, &parts[1]) && parses;
    return parses || may_have_errors ||
           edit_is_apart_from_errors(&buggy->program, &fixed->program, edit);
}

static unsigned dialects_of(const struct text_comparison *comparison,
                            const struct program_text *text)
{
    const char *name = dialect_find(comparison->dialects, comparison->parser, &text->program, NULL,
                                    text->original_language);
    return language_dialects_named(text->program.language, name);
}

/* They must be the same in each dialect that one of the programs may be of. That of the buggy one
 * may be wrong because of the bug: Python 2 for "C:\U", which is an error in Python 3. */
static bool has_same_value(const struct text_comparison *comparison,
                           const struct program_text *buggy, const struct program_text *fixed,
                           const struct token_edit *edit)
{
    const struct program *a = &buggy->program, *b = &fixed->program;
    size_t before = edit->buggy_token, after = edit->fixed_token;
    if (edit->kind != EDIT_REPLACE || is_foreign(buggy, before) || is_foreign(fixed, after))
        return false;
    unsigned same = dialects_of_same_value(a, before, b, after);
    if (!same || !comparison->dialects)
        return same == language_dialects_named(a->language, NULL);
    return !((dialects_of(comparison, buggy) | dialects_of(comparison, fixed)) & ~same);
}

enum reject_reason program_text_compare(struct text_comparison *comparison,
                                        struct program_text *buggy, struct program_text *fixed,
                                        struct token_edit *edit)
{
    enum reject_reason reason = first_reason(buggy->reason, fixed->reason);
    enum lexical_error error;
    if (reason != REJECT_NONE)
        return reason;
    switch (text_difference(syntax_parser_lexical(comparison->parser),
                            (struct token_text){buggy->code, buggy->n_bytes},
                            (struct token_text){fixed->code, fixed->n_bytes}, &error)) {
    case DIFFERENCE_NONE:
        return REJECT_IDENTICAL;
    case DIFFERENCE_MULTI:
        return REJECT_MULTI_TOKEN;
    case DIFFERENCE_UNKNOWN:
        return reason_of_error(error);
    case DIFFERENCE_SINGLE:
        break;
    }
    enum reject_reason reason_buggy = check_tokens(comparison, buggy);
    reason = first_reason(reason_buggy, check_tokens(comparison, fixed));
    if (reason != REJECT_NONE)
        return reason;
    program_difference(&buggy->program, &fixed->program, edit);
    if (have_trees(comparison, buggy, fixed, edit))
        return has_same_value(comparison, buggy, fixed, edit) ? REJECT_SAME_VALUE : REJECT_NONE;
    bool is_too_large = buggy->program.is_too_large || fixed->program.is_too_large;
    return is_too_large ? REJECT_TOO_MANY_TOKENS : REJECT_SYNTAX_ERROR;
}
