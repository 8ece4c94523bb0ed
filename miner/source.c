/* A source passes a row of gates; the first that it fails is its reject reason. */
#include "miner/source.h"

#include "base/utf8.h"

void source_reader_open(struct source_reader *reader, const struct dataset *dataset,
                        const struct problem *problem)
{
    struct str path = {0};
    str_print(&path, "%s/%s", problem->problem_id, reader->language->codenet_name);
    reader->problem = problem;
    reader->folder_result =
        beneath_open(&reader->folder, &dataset->data, str_text(&path), &reader->folder_error);
    str_release(&path);
}

void source_reader_close(struct source_reader *reader)
{
    beneath_close(&reader->folder);
}

static void report(struct source_reader *reader, const struct submission *submission,
                   enum input_error_kind kind, const char *detail)
{
    struct str file = {0};
    str_print(&file, "data/%s/%s/%s.%s", reader->problem->problem_id,
              reader->language->codenet_name, submission->submission_id,
              reader->language->extension);
    input_errors_add(reader->errors, kind, str_text(&file), 0, "%s (named in metadata/%s.csv:%zu)",
                     detail, reader->problem->problem_id, submission->line);
    str_release(&file);
}

static enum reject_reason read_source(struct source *source, struct source_reader *reader,
                                      const struct submission *submission)
{
    struct err reason = reader->folder_error;
    enum beneath_result result = reader->folder_result;
    if (result == BENEATH_OK) {
        struct str name = {0};
        str_print(&name, "%s.%s", submission->submission_id, reader->language->extension);
        result = beneath_read(&source->content, &reader->folder, str_text(&name),
                              reader->limits.max_bytes, &reason);
        str_release(&name);
    }
    static const enum input_error_kind kinds[] = {
        [BENEATH_MISSING] = INPUT_SOURCE_MISSING,
        [BENEATH_OUTSIDE] = INPUT_SOURCE_OUTSIDE,
        [BENEATH_TOO_LARGE] = INPUT_SOURCE_TOO_LARGE,
        [BENEATH_UNREADABLE] = INPUT_SOURCE_UNREADABLE,
    };
    if (result == BENEATH_OK)
        return REJECT_NONE;
    report(reader, submission, kinds[result], reason.message);
    return result == BENEATH_TOO_LARGE ? REJECT_TOO_LARGE : REJECT_UNREADABLE;
}

/* The gates behind reading. A byte order mark is a signature of the encoding, not a part of the
 * program. */
static enum reject_reason tokenize(struct source *source, struct source_reader *reader,
                                   const struct submission *submission)
{
    size_t mark = utf8_byte_order_mark(str_text(&source->content), source->content.length);
    source->code = str_text(&source->content) + mark;
    source->n_bytes = source->content.length - mark;
    if (!utf8_is_valid(source->code, source->n_bytes)) {
        report(reader, submission, INPUT_SOURCE_ENCODING, "not UTF-8");
        return REJECT_ENCODING;
    }
    enum tokenize_result result =
        program_tokenize(&source->program, reader->parser, source->code, source->n_bytes);
    if (result == TOKENIZE_SYNTAX_ERROR)
        return REJECT_SYNTAX_ERROR;
    if (result == TOKENIZE_TOO_MANY_SYMBOLS || source->program.tokens.n > reader->limits.max_tokens)
        return REJECT_TOO_MANY_TOKENS;
    return REJECT_NONE;
}

void source_load(struct source *source, struct source_reader *reader,
                 const struct submission *submission)
{
    source->reason = read_source(source, reader, submission);
    if (source->reason == REJECT_NONE)
        source->reason = tokenize(source, reader, submission);
    if (source->reason != REJECT_NONE)
        source_release(source); /* it may be large, and is not looked at again */
}

void source_release(struct source *source)
{
    str_release(&source->content);
    program_release(&source->program);
    source->code = NULL;
    source->n_bytes = 0;
}
