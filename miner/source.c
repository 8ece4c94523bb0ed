/* A source passes several checks. The first one that fails is the reason to reject its pairs. Cheap
 * checks come first: reading, the tokens, the parse. The tree says which dialect it is, and the
 * dialect what a literal is. */
#include "miner/source.h"

#include "base/encoding.h"
#include "base/file.h"
#include "base/str.h"
#include "tokenize/same_value.h"

#include <inttypes.h>

const char *reject_reason_name(enum reject_reason reason)
{
#define NAME(name, text) text,
    static const char *const names[N_REJECT_REASONS] = {REJECT_REASONS(NAME)};
#undef NAME
    return names[reason];
}

size_t source_length(const char *bytes, size_t length)
{
    size_t end = length, n = length;
    for (; n && memchr("\0 \t\r\n", bytes[n - 1], 5); n--)
        if (!bytes[n - 1])
            end = n - 1;
    return end;
}

static void swap_content(struct source *source, struct str *text)
{
    struct str bytes = source->content;
    source->content = *text;
    *text = bytes;
}

/* Decodes the content from the encoding that the program states, so that it can be encoded again.
 * What is plain is the same in each. */
static bool decode_stated(struct source *source, const struct encoding *encoding)
{
    const char *bytes = str_text(&source->content);
    size_t length = source->content.length;
    scoped(str) text = {0}, again = {0};
    source->undecoded_byte = encoding_plain_length(encoding, bytes, length);
    if (source->undecoded_byte == length || !*encoding->iconv)
        return source->undecoded_byte == length;
    size_t n = encoding_decode(&text, encoding, bytes, length);
    if (n == length)
        encoding_encode(&again, encoding, str_text(&text), text.length);
    size_t n_same = 0;
    while (n_same < again.length && n_same < length && again.text[n_same] == bytes[n_same])
        n_same++;
    source->undecoded_byte = n < length ? n : n_same;
    if (n_same < length || again.length != length)
        return false;
    source->encoding = encoding->name;
    swap_content(source, &text);
    return true;
}

static bool take_utf8(struct source *source, const struct language *language)
{
    const char *bytes = str_text(&source->content);
    scoped(str) decoded = {0};
    source->undecoded_byte = utf8_valid_length(bytes, source->content.length);
    if (source->undecoded_byte == source->content.length)
        return true;
    if (!language->has_any_encoding)
        return false;
    utf8_add_latin1(&decoded, bytes, source->content.length);
    swap_content(source, &decoded);
    source->encoding = "latin-1";
    return true;
}

static bool take_stated(struct source *source, const struct language *language)
{
    const char *bytes = str_text(&source->content), *name = NULL;
    size_t mark = utf8_byte_order_mark(bytes, source->content.length);
    size_t n = language->find_encoding
                   ? language->find_encoding(&name, bytes + mark, source->content.length - mark)
                   : 0;
    const struct encoding *encoding = n ? encoding_find(name, n) : NULL;
    source->stated = (struct token_text){name, n};
    source->undecoded_byte = n ? (size_t)(name - bytes) : 0;
    if (n && (!encoding || (mark && encoding->iconv)))
        return false;
    return n && encoding->iconv ? decode_stated(source, encoding) : take_utf8(source, language);
}

/* A byte order mark says how the file is encoded and is not part of the program. */
static void take(struct source *source, const struct language *language, bool has_characters)
{
    source->encoding = NULL;
    source->stated = (struct token_text){0};
    bool has_text =
        (has_characters && utf8_is_valid(str_text(&source->content), source->content.length)) ||
        take_stated(source, language);
    size_t mark = utf8_byte_order_mark(str_text(&source->content), source->content.length);
    source->is_tokenized = source->is_parsed = false;
    source->code = str_text(&source->content) + mark;
    source->n_bytes = source_length(source->code, source->content.length - mark);
    if (source->n_bytes && language->end_mark &&
        source->code[source->n_bytes - 1] == language->end_mark)
        source->n_bytes--;
    source->text_reason = has_text ? REJECT_NONE : REJECT_ENCODING;
}

void source_take_text(struct source *source, const struct language *language)
{
    take(source, language, false);
}

void source_take_characters(struct source *source, const struct language *language)
{
    take(source, language, true);
}

int source_read_file(struct source *source, const struct language *language, const char *path,
                     struct err *err)
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
        if (file_read(&source->content, path, err) != 0)
            return ERR;
        kind = file_kind_of(str_text(&source->content), source->content.length);
    }
    if (what_else[kind])
        return err_set(err, "'%s' %s", path, what_else[kind]);
    source_take_text(source, language);
    return 0;
}

static bool tokenize(struct source *source, const struct lexical *lexical)
{
    if (!source->is_tokenized)
        source->has_tokens =
            program_tokenize(&source->program, lexical, source->code, source->n_bytes);
    source->program.has_mark = source->code != str_text(&source->content);
    source->is_tokenized = true;
    return source->has_tokens;
}

/* A tree of another part belongs to another pair. */
bool source_parse_part(struct source *source, struct syntax_parser *parser,
                       const struct lone_part *part)
{
    if (!source->is_parsed || !lone_parts_equal(&source->parsed, part))
        source->parses = program_parse_part(&source->program, parser, part);
    source->parsed = *part;
    source->is_parsed = true;
    return source->parses;
}

bool source_parse(struct source *source, struct syntax_parser *parser)
{
    if (tokenize(source, syntax_parser_lexical(parser)))
        return source_parse_part(source, parser,
                                 &(struct lone_part){.bytes = {0, source->program.length}});
    source->is_parsed = true;
    source->parses = false;
    return false;
}

static void add_place(struct str *out, const struct source *source, size_t byte, const char *name)
{
    struct position place = source_position(source->code, source->n_bytes, byte);
    str_print(out, "%s:%" PRIu32 ":%" PRIu32, name, place.line, place.column);
}

static bool explain_parse(struct str *out, const struct source *source, const char *name)
{
    const struct program *program = &source->program;
    if (!source->is_parsed || source->parses)
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
    add_place(out, source, program->error_byte, name);
    str_print(out, " does not parse as %s", program->language->codenet_name);
    return true;
}

void source_explain_encoding(struct str *out, const struct source *source)
{
    enum { MOST = 40 };
    const struct token_text name = source->stated;
    bool is_marked = source->code != str_text(&source->content);
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

bool source_explain(struct str *out, const struct source *source, const char *name)
{
    const struct program *program = &source->program;
    if (source->text_reason == REJECT_ENCODING) {
        size_t mark = (size_t)(source->code - str_text(&source->content));
        add_place(out, source, source->undecoded_byte - mark, name);
        str_add_text(out, " is ");
        source_explain_encoding(out, source);
        return true;
    }
    if (source->is_tokenized && !source->has_tokens) {
        add_place(out, source, program->error_byte, name);
        str_print(out, ": %s", lexical_error_texts[program->error]);
        return true;
    }
    return explain_parse(out, source, name);
}

void source_release(struct source *source)
{
    str_release(&source->content);
    program_release(&source->program);
    source->code = NULL;
    source->n_bytes = 0;
}

static enum reject_reason first_reason(enum reject_reason a, enum reject_reason b)
{
    return a == REJECT_NONE || (b != REJECT_NONE && b < a) ? b : a;
}

static enum reject_reason reason_of_error(enum lexical_error error)
{
    static const enum reject_reason reasons[] = {
        [LEXICAL_OK] = REJECT_NONE,
        [LEXICAL_UNCLOSED] = REJECT_UNCLOSED,
        [LEXICAL_BRACKET] = REJECT_BRACKET,
        [LEXICAL_INDENTATION] = REJECT_INDENTATION,
        [LEXICAL_CHARACTER] = REJECT_CHARACTER,
        [LEXICAL_NUMBER] = REJECT_NUMBER,
        [LEXICAL_NESTING] = REJECT_NESTING,
        [LEXICAL_LENGTH] = REJECT_TOO_LARGE,
    };
    return reasons[error];
}

/* Returns whether the bytes of a token may not have been meant as these characters. */
static bool is_foreign(const struct source *source, size_t index)
{
    const struct token *token = &source->program.tokens.items[index];
    bool is_guess = source->encoding && !source->stated.length;
    for (uint32_t byte = token->start_byte; is_guess && byte < token->end_byte; byte++)
        if ((unsigned char)source->code[byte] >= 0x80)
            return true;
    return false;
}

static bool has_foreign_word(const struct source *source)
{
    for (size_t i = 0; i < source->program.tokens.n; i++)
        if (source->program.tokens.items[i].kind == TOKEN_WORD && is_foreign(source, i))
            return true;
    return false;
}

/* Compares two texts that have a single edit as far as they were read. */
static enum reject_reason check_tokens(const struct source_comparison *comparison,
                                       struct source *source)
{
    if (!tokenize(source, syntax_parser_lexical(comparison->parser)))
        return reason_of_error(source->program.error);
    if (has_foreign_word(source))
        return REJECT_ENCODING;
    bool is_long = comparison->max_tokens && source->program.tokens.n > comparison->max_tokens;
    return is_long ? REJECT_TOO_MANY_TOKENS : REJECT_NONE;
}

/* Forgets the tree of a source, if it is that of another part. */
static void keep_tree_of(struct source *source, const struct lone_part *part)
{
    if (!source->is_parsed || lone_parts_equal(&source->parsed, part))
        return;
    array_clear(&source->program.tree.nodes);
    source->is_parsed = false;
}

/* Returns whether the trees say what the tokens of the edit are. */
static bool have_trees(struct source_comparison *comparison, struct source *buggy,
                       struct source *fixed, const struct token_edit *edit)
{
    struct lone_part parts[2];
    parts_deciding(&comparison->parts, &buggy->program, &fixed->program, edit, parts);
    keep_tree_of(fixed, &parts[1]);
    bool parses = source_parse_part(buggy, comparison->parser, &parts[0]);
    bool may_have_errors = buggy->program.language->may_have_errors;
    if (edit_keeps_tree(&buggy->program, &fixed->program, edit))
        return true;
    if (!parses && !may_have_errors &&
        (!buggy->program.tree.nodes.n ||
         (edit->kind != EDIT_INSERT && token_is_near_error(&buggy->program, edit->buggy_token))))
        return false;
    parses = source_parse_part(fixed, comparison->parser, &parts[1]) && parses;
    return parses || may_have_errors ||
           edit_is_apart_from_errors(&buggy->program, &fixed->program, edit);
}

static bool has_same_value(const struct source_comparison *comparison, const struct source *buggy,
                           const struct source *fixed, const struct token_edit *edit)
{
    const struct program *a = &buggy->program, *b = &fixed->program;
    size_t before = edit->buggy_token, after = edit->fixed_token;
    const char *dialect = NULL;
    if (edit->kind != EDIT_REPLACE || is_foreign(buggy, before) || is_foreign(fixed, after) ||
        !tokens_have_same_value(a, before, b, after, NULL))
        return false;
    if (comparison->dialects)
        dialect = dialect_find(comparison->dialects, comparison->parser, a, NULL,
                               buggy->original_language);
    return tokens_have_same_value(a, before, b, after, dialect);
}

enum reject_reason source_compare(struct source_comparison *comparison, struct source *buggy,
                                  struct source *fixed, struct token_edit *edit)
{
    enum reject_reason reason = first_reason(buggy->text_reason, fixed->text_reason);
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
