/* A source passes several checks. The first one that fails is the reason to reject its pairs. Cheap
 * checks come first: reading, the texts, the parse. */
#include "miner/source.h"

#include "base/file.h"
#include "base/file_kind.h"
#include "base/utf8.h"

#include <inttypes.h>

const char *reject_reason_name(enum reject_reason reason)
{
    static const char *const names[N_REJECT_REASONS] = {
        [REJECT_NONE] = "none",
        [REJECT_TOO_MANY_PAIRS] = "too_many_pairs",
        [REJECT_UNREADABLE] = "unreadable",
        [REJECT_TOO_LARGE] = "too_large",
        [REJECT_ENCODING] = "encoding",
        [REJECT_IDENTICAL] = "identical",
        [REJECT_MULTI_TOKEN] = "multi_token",
        [REJECT_SYNTAX_ERROR] = "syntax_error",
        [REJECT_TOO_MANY_TOKENS] = "too_many_tokens",
    };
    return names[reason];
}

/* A byte order mark says how the file is encoded and is not part of the program. */
void source_take_text(struct source *source)
{
    size_t mark = utf8_byte_order_mark(str_text(&source->content), source->content.length);
    source->is_parsed = false;
    source->code = str_text(&source->content) + mark;
    source->n_bytes = source->content.length - mark;
    source->text_reason =
        utf8_is_valid(source->code, source->n_bytes) ? REJECT_NONE : REJECT_ENCODING;
}

int source_read_file(struct source *source, const char *path, struct err *err)
{
    static const char *const what_else[] = {
        [FILE_KIND_FOLDER] =
            "is a folder, not a program; tokfix mine reads the folder of a dataset, "
            "and tokfix validate a published one",
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
    source_take_text(source);
    return 0;
}

void source_parse(struct source *source, struct syntax_parser *parser, const struct source *similar)
{
    if (source->is_parsed)
        return;
    source->is_parsed = true;
    source->program_result =
        program_tokenize(&source->program, parser, source->code, source->n_bytes,
                         similar && similar->is_parsed ? &similar->program : NULL);
}

static void add_place(struct str *out, const struct source *source, size_t byte, const char *name)
{
    struct position place = source_position(source->code, source->n_bytes, byte);
    str_print(out, "%s:%" PRIu32 ":%" PRIu32, name, place.line, place.column);
}

bool source_explain(struct str *out, const struct source *source, const char *name)
{
    const struct program *program = &source->program;
    if (source->text_reason == REJECT_ENCODING) {
        add_place(out, source, utf8_valid_length(source->code, source->n_bytes), name);
        str_add_text(out, " is not UTF-8");
        return true;
    }
    if (!source->is_parsed || source->program_result == TOKENIZE_OK)
        return false;
    if (source->program_result == TOKENIZE_TOO_MANY_SYMBOLS) {
        str_print(out, "%s has too many words and signs to be parsed safely", name);
        return true;
    }
    add_place(out, source, program->error_byte, name);
    str_print(out, " does not parse%s%s", *program->error ? ": " : "", program->error);
    return true;
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
    if (a == REJECT_NONE || b == REJECT_NONE)
        return a == REJECT_NONE ? b : a;
    return a < b ? a : b;
}

static enum reject_reason compare_texts(struct source_comparison *comparison,
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

static enum reject_reason compare_programs(struct source_comparison *comparison,
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

enum reject_reason source_compare(struct source_comparison *comparison, struct source *buggy,
                                  struct source *fixed, struct token_edit *edit)
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
