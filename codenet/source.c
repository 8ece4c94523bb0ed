/* A source passes a row of gates; the first that it fails is a reason to reject its pairs. */
#include "codenet/source.h"

#include "base/file.h"
#include "base/utf8.h"
#include "base/file_kind.h"

#include <inttypes.h>

void source_reader_open(struct source_reader *reader, const struct dataset *dataset,
                        const struct problem *problem)
{
    struct str path = {0};
    str_print(&path, "%s/%s", problem->problem_id, reader->language->codenet_name);
    reader->problem = problem;
    reader->folder_result =
        folder_open(&reader->folder, &dataset->data, str_text(&path), &reader->folder_error);
    str_release(&path);
}

void source_reader_close(struct source_reader *reader)
{
    folder_close(&reader->folder);
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

static enum reject_reason read_content(struct source *source, struct source_reader *reader,
                                       const struct submission *submission)
{
    struct err reason = reader->folder_error;
    enum beneath_result result = reader->folder_result;
    if (result == BENEATH_OK) {
        struct str name = {0};
        str_print(&name, "%s.%s", submission->submission_id, reader->language->extension);
        result = folder_read(&source->content, &reader->folder, str_text(&name), reader->max_bytes,
                             &reason);
        str_release(&name);
    }
    static const enum input_error_kind kinds[] = {
        [BENEATH_MISSING] = INPUT_SOURCE_MISSING,
        [BENEATH_OUTSIDE] = INPUT_SOURCE_OUTSIDE,
        [BENEATH_TOO_LARGE] = INPUT_SOURCE_TOO_LARGE,
        [BENEATH_UNREADABLE] = INPUT_SOURCE_UNREADABLE,
        [BENEATH_BROKEN] = INPUT_SOURCE_UNREADABLE, /* the run fails (dataset_check()) */
    };
    if (result == BENEATH_OK)
        return REJECT_NONE;
    report(reader, submission, kinds[result], reason.message);
    return result == BENEATH_TOO_LARGE ? REJECT_TOO_LARGE : REJECT_UNREADABLE;
}

/* A byte order mark is a signature of the encoding, not a part of the program. */
static void find_code(struct source *source)
{
    size_t mark = utf8_byte_order_mark(str_text(&source->content), source->content.length);
    source->is_parsed = false;
    source->code = str_text(&source->content) + mark;
    source->n_bytes = source->content.length - mark;
    source->text_reason =
        utf8_is_valid(source->code, source->n_bytes) ? REJECT_NONE : REJECT_ENCODING;
}

void source_read(struct source *source, struct source_reader *reader,
                 const struct submission *submission)
{
    source->is_parsed = false;
    source->text_reason = read_content(source, reader, submission);
    if (source->text_reason == REJECT_NONE)
        find_code(source);
    if (source->text_reason == REJECT_ENCODING)
        report(reader, submission, INPUT_SOURCE_ENCODING, "not UTF-8");
    if (source->text_reason != REJECT_NONE)
        source_release(source); /* it may be large, and is not looked at again */
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
    find_code(source);
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
