/* One pass over the fixes fills all columns. A column is a text. A column of words contains
 * numbers, and a dictionary contains each word once. Words are numbered by first occurrence.
 *
 * A window of a program is shown. It is the whole program, or the allowed number of bytes with the
 * start of the token in the middle. Its ends then move inwards, to where lines begin.
 *
 * The evidence of each fix is looked up alone, because its texts may be long: one query for all
 * fixes would sort them. */
#include "report/page_fixes.h"

#include "base/table.h"
#include "base/str.h"
#include "fixes/fix_reader.h"
#include "report/common_ends.h"
#include "report/script_json.h"

#include <inttypes.h>
#include <string.h>

enum column_kind {
    COLUMN_WORD, /* an index into the dictionary; -1: none */
    COLUMN_NUMBER,
    COLUMN_TEXT,
};

/* In the order of the query. */
static const struct {
    const char *name;
    enum column_kind kind;
    const char *dictionary; /* of words */
} columns[] = {
    {"category", COLUMN_WORD, "categories"},
    {"pattern", COLUMN_WORD, "patterns"},
    {"status", COLUMN_WORD, "statuses"},
    {"problem", COLUMN_WORD, "problems"},
    {"role", COLUMN_WORD, "roles"},
    {"region", COLUMN_WORD, "regions"},
    {"original", COLUMN_WORD, "originals"},
    {"language", COLUMN_WORD, "languages"},
    {"split", COLUMN_WORD, "splits"},
    {"origin", COLUMN_WORD, "origins"},
    {"execution", COLUMN_WORD, "executions"},
    {"commit", COLUMN_WORD, "commits"},
    {"path", COLUMN_WORD, "paths"},
    {"function", COLUMN_WORD, "functions"},
    {"marks", COLUMN_NUMBER, NULL},
    {"buggy", COLUMN_TEXT, NULL},
    {"fixed", COLUMN_TEXT, NULL},
    {"line", COLUMN_NUMBER, NULL},
    {"column", COLUMN_NUMBER, NULL},
    {"tokens", COLUMN_NUMBER, NULL},
    {"date", COLUMN_NUMBER, NULL},
    {"before", COLUMN_TEXT, NULL},
    {"after", COLUMN_TEXT, NULL},
};

enum {
    N_COLUMNS = sizeof columns / sizeof *columns,
    SPLIT_COLUMN = 8,
    EXECUTION_COLUMN = 10,
    FUNCTION_COLUMN = 13,
    BUGGY_COLUMN = 15,
    BEFORE_COLUMN = 21,
};

static const char columns_query[] = {
#include "report/sql/page_columns.sql.inc"
};

struct column_texts {
    struct str items[N_COLUMNS];
    struct table words[N_COLUMNS];
    struct str differing;
};

static void add_text(struct str *out, const char *text, size_t length)
{
    script_json_add_clipped(out, text, length, PAGE_MAX_TEXT);
}

static void add_value(struct str *out, struct table *words, enum column_kind kind,
                      struct db_statement *s, int column)
{
    bool is_null = db_type(s, column) == DB_NULL;
    if (kind == COLUMN_NUMBER) {
        str_print(out, "%" PRId64, db_int(s, column));
    } else if (kind == COLUMN_WORD) {
        str_print(out, "%" PRId64, is_null ? -1 : table_number(words, db_text(s, column)));
    } else {
        const char *text = db_text(s, column);
        add_text(out, text, db_text_length(s, column));
    }
}

/* The length of a text in JavaScript. */
static size_t count_utf16(const char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        n += (byte & 0xc0) != 0x80;
        n += byte >= 0xf0;
    }
    return n;
}

/* Appends what differs in the two tokens of a fix, if only that is to be marked. */
static void add_differing(struct str *out, struct db_statement *s, int64_t number)
{
    const char *before = db_text(s, BEFORE_COLUMN), *after = db_text(s, BEFORE_COLUMN + 1);
    size_t n_before = db_text_length(s, BEFORE_COLUMN);
    size_t n_after = db_text_length(s, BEFORE_COLUMN + 1);
    struct common_ends ends = common_ends_of_tokens(before, n_before, after, n_after);
    if (ends.start || ends.end)
        str_print(out, "%s\"%" PRId64 "\":[%zu,%zu,%zu]", out->length ? "," : "", number,
                  count_utf16(before, ends.start), count_utf16(before, n_before - ends.end),
                  count_utf16(after, n_after - ends.end));
}

static int read_rows(struct column_texts *texts, struct db_statement *s, int64_t *n_rows,
                     struct err *err)
{
    int status;
    *n_rows = 0;
    while ((status = db_step(s, err)) == 1) {
        if (db_type(s, BUGGY_COLUMN) == DB_NULL || db_type(s, BUGGY_COLUMN + 1) == DB_NULL)
            return err_set(err, "the fix %" PRId64 " lacks its programs; mine the dataset again",
                           db_int(s, N_COLUMNS));
        for (int i = 0; i < N_COLUMNS; i++) {
            str_add_text(&texts->items[i], *n_rows ? "," : "");
            add_value(&texts->items[i], &texts->words[i], columns[i].kind, s, i);
        }
        add_differing(&texts->differing, s, (*n_rows)++);
    }
    return status;
}

static void write_dictionary(FILE *out, const char *name, const struct table *words)
{
    scoped(str) text = {0};
    str_print(&text, ",\"%s\":[", name);
    for (size_t i = 0; i < words->keys.n; i++) {
        str_add_text(&text, i ? "," : "");
        add_text(&text, words->keys.items[i], strlen(words->keys.items[i]));
    }
    str_add_text(&text, "]");
    fputs(str_text(&text), out);
}

/* Only executed fixes have a verdict, and only those of git a commit. */
static bool is_written(const struct column_texts *texts, int column)
{
    bool is_optional = column >= EXECUTION_COLUMN && column <= FUNCTION_COLUMN;
    return !is_optional || texts->words[column].keys.n > 0;
}

static void write_object(FILE *out, const struct column_texts *texts,
                         const struct page_counts *counts)
{
    fprintf(out, "{\"n\":%" PRId64 ",\"listed\":%" PRId64, counts->n_fixes, counts->n_listed);
    for (int i = 0; i < N_COLUMNS; i++)
        if (columns[i].kind == COLUMN_WORD && is_written(texts, i))
            write_dictionary(out, columns[i].dictionary, &texts->words[i]);
    for (int i = 0; i < N_COLUMNS; i++)
        if (is_written(texts, i))
            fprintf(out, ",\"%s\":[%s]", columns[i].name, str_text(&texts->items[i]));
    if (texts->differing.length)
        fprintf(out, ",\"differing\":{%s}", str_text(&texts->differing));
    fputs("}", out);
}

/* Appends a query of listed fixes. With filters, `fixes` in it means those that they take.
 * `is_of_part`: the store shows one of the languages that the list has. */
static void add_listed(struct str *out, const char *query, const struct page_options *options,
                       bool is_of_part)
{
    if (options->filters || is_of_part)
        str_print(out, "WITH fixes AS (SELECT * FROM main.fixes%s) ",
                  options->filters ? " WHERE fix_key IN (SELECT fix_key FROM temp.filtered_fixes)"
                                   : "");
    str_add_text(out, query);
}

/* Runs a query of the first n fixes. */
static struct db_statement *query_listed(struct db *db, const char *query,
                                         const struct page_options *options, int64_t n,
                                         struct err *err)
{
    scoped(str) sql = {0};
    add_listed(&sql, query, options, false);
    return db_query(db, err, str_text(&sql), "i", n);
}

int page_fixes_write_columns(FILE *out, struct db *db, const struct page_options *options,
                             struct page_counts *counts, struct err *err)
{
    struct column_texts texts = {0};
    unsigned parts;
    int status;
    if (db_get_int(db, &counts->n_fixes, "SELECT count(*) FROM fixes", err) != 0 ||
        store_read_parts(&parts, db, err) != 0)
        return ERR;
    scoped(db_statement) *s = query_listed(db, columns_query, options, PAGE_MAX_LISTED, err);
    for (int split = 0; split < N_PARTS; split++)
        if (parts ? parts >> split & 1 : split < N_SPLITS)
            table_add(&texts.words[SPLIT_COLUMN], split_names[split]);
    if ((status = read_rows(&texts, s, &counts->n_listed, err)) == 0)
        write_object(out, &texts, counts);
    for (int i = 0; i < N_COLUMNS; i++) {
        str_release(&texts.items[i]);
        table_release(&texts.words[i]);
    }
    str_release(&texts.differing);
    return status;
}

static const char examples_query[] = {
#include "report/sql/page_examples.sql.inc"
};

int page_fixes_add_examples(struct json *profile, struct db *db, const struct page_options *options,
                            bool is_of_part, struct err *err)
{
    scoped(str) edits = {0};
    json_print(&edits, json_get(profile, "edits"));
    scoped(str) sql = {0};
    add_listed(&sql, examples_query, options, is_of_part);
    scoped(db_statement) *s =
        db_query(db, err, str_text(&sql), "it", options->n_with_programs, str_text(&edits));
    struct json *examples = json_array();
    json_set(profile, "examples", examples);
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct json *example = json_object();
        json_set_int(example, "fix", db_int(s, 0));
        json_set_int(example, "n", db_int(s, 1));
        json_push(examples, example);
    }
    return status;
}

/* A program and its token. The token is inside the program and does not cut a character. */
struct program {
    const char *code; /* UTF-8 */
    size_t length;
    size_t start_byte, end_byte;
};

struct window {
    size_t from, to; /* bytes of the program */
};

/* Whether a line of the program begins at `byte`. Lines end in LF, CRLF or CR. */
static bool is_line_start(const struct program *program, size_t byte)
{
    if (byte == 0 || program->code[byte - 1] == '\n')
        return true;
    return program->code[byte - 1] == '\r' &&
           (byte == program->length || program->code[byte] != '\n');
}

static bool is_inside_character(const struct program *program, size_t byte)
{
    return byte < program->length && ((unsigned char)program->code[byte] & 0xc0) == 0x80;
}

/* The first line start from `byte` to the token; if there is none, the first character start. */
static size_t move_in(const struct program *program, size_t byte)
{
    for (size_t at = byte; at <= program->start_byte; at++)
        if (is_line_start(program, at))
            return at;
    while (is_inside_character(program, byte))
        byte++;
    return byte;
}

/* The last line start from the end of the token to `byte`, or the end of the program; if there is
 * none, the last character start. */
static size_t move_back(const struct program *program, size_t byte)
{
    if (byte == program->length)
        return byte;
    for (size_t at = byte; at > program->end_byte; at--)
        if (is_line_start(program, at))
            return at;
    while (is_inside_character(program, byte))
        byte--;
    return byte;
}

static struct window window_of(const struct program *program)
{
    struct window window = {0, program->length};
    if (program->length <= PAGE_MAX_PROGRAM)
        return window;
    if (program->start_byte > PAGE_MAX_PROGRAM / 2)
        window.from = program->start_byte - PAGE_MAX_PROGRAM / 2;
    if (window.from > program->length - PAGE_MAX_PROGRAM)
        window.from = program->length - PAGE_MAX_PROGRAM;
    window.to = window.from + PAGE_MAX_PROGRAM;
    return (struct window){move_in(program, window.from), move_back(program, window.to)};
}

static size_t line_of(const struct program *program, size_t byte)
{
    size_t line = 1;
    for (size_t at = 1; at <= byte; at++)
        line += is_line_start(program, at);
    return line;
}

static void add_piece(struct str *out, const struct program *program, size_t from, size_t to)
{
    script_json_add_text(out, program->code + from, to - from);
}

/* Appends the text before the token, the token, and the text after it. */
static void add_pieces(struct str *out, const struct program *program, struct window window)
{
    size_t end = program->end_byte < window.to ? program->end_byte : window.to;
    str_add_text(out, "[");
    add_piece(out, program, window.from, program->start_byte);
    str_add_text(out, ",");
    add_piece(out, program, program->start_byte, end);
    str_add_text(out, ",");
    add_piece(out, program, end, window.to);
    str_add_text(out, "]");
}

/* Whether the programs are the same before and after the token. */
static bool is_same_around(const struct program *a, const struct program *b)
{
    size_t behind = a->length - a->end_byte;
    return a->start_byte == b->start_byte && behind == b->length - b->end_byte &&
           memcmp(a->code, b->code, a->start_byte) == 0 &&
           memcmp(a->code + a->end_byte, b->code + b->end_byte, behind) == 0;
}

static bool is_whole(const struct program *program, struct window window)
{
    return window.to - window.from == program->length;
}

static void add_programs(struct str *out, const struct program *buggy, const struct program *fixed)
{
    struct window shown = window_of(buggy), shown_fixed = window_of(fixed);
    bool is_token_enough =
        is_same_around(buggy, fixed) && fixed->end_byte - fixed->start_byte <= PAGE_MAX_PROGRAM / 2;
    bool is_cut = !is_whole(buggy, shown) || (!is_token_enough && !is_whole(fixed, shown_fixed));
    str_print(out, "{\"line\":%zu,\"cut\":%s,\"buggy\":", line_of(buggy, shown.from),
              is_cut ? "true" : "false");
    add_pieces(out, buggy, shown);
    str_add_text(out, ",\"fixed\":");
    if (is_token_enough)
        add_piece(out, fixed, fixed->start_byte, fixed->end_byte);
    else
        add_pieces(out, fixed, shown_fixed);
    str_add_text(out, "}");
}

enum { PROGRESS_STEP = 256 };

static const char samples_query[] = {
#include "report/sql/page_samples.sql.inc"
};

/* Whether the token, the text before it and the text after it are each UTF-8. If they are, the
 * token does not cut a character. */
static bool is_text(const struct program *program)
{
    const char *code = program->code;
    size_t start = program->start_byte, end = program->end_byte;
    return utf8_is_valid(code, start) && utf8_is_valid(code + start, end - start) &&
           utf8_is_valid(code + end, program->length - end);
}

static int read_program(struct program *program, struct db_statement *s, int column,
                        struct err *err)
{
    int64_t fix_key = db_int(s, 0), start = db_int(s, column), end = db_int(s, column + 1);
    char id[24];
    if (db_type(s, column + 2) != DB_TEXT)
        return err_set(err, "the fix %" PRId64 " lacks its programs; mine the dataset again",
                       fix_key);
    program->code = db_text(s, column + 2);
    program->length = db_text_length(s, column + 2);
    program->start_byte = (size_t)start;
    program->end_byte = (size_t)end;
    if (!fix_bytes_are_inside(start, end, program->length)) {
        snprintf(id, sizeof id, "%" PRId64, fix_key);
        return fix_refuse_outside(id, err);
    }
    if (!is_text(program))
        return err_set(err,
                       "the fix %" PRId64 " cuts a character, or its program is not UTF-8; "
                       "mine the dataset again",
                       fix_key);
    return 0;
}

int page_fixes_write_samples(FILE *out, struct db *db, int64_t n,
                             const struct page_options *options, struct err *err)
{
    scoped(str) text = {0};
    scoped(db_statement) *s = query_listed(db, samples_query, options, n, err);
    int64_t n_done = 0;
    int status;
    fputs("[", out);
    while ((status = db_step(s, err)) == 1) {
        struct program buggy, fixed;
        if (read_program(&buggy, s, 1, err) != 0 || read_program(&fixed, s, 4, err) != 0)
            return ERR;
        str_clear(&text);
        str_add_text(&text, n_done ? ",\n" : "\n");
        add_programs(&text, &buggy, &fixed);
        fwrite(str_text(&text), 1, text.length, out);
        if (++n_done % PROGRESS_STEP == 0)
            meter_count(&options->meter, (uint64_t)n_done, (uint64_t)n);
    }
    meter_count(&options->meter, (uint64_t)n_done, (uint64_t)n);
    fputs("]", out);
    return status;
}

static const char listed_query[] = {
#include "report/sql/page_listed.sql.inc"
};
static const char evidence_query[] = {
#include "report/sql/page_evidence.sql.inc"
};

static void add_name(struct str *out, const char *key, struct db_statement *s, int column)
{
    str_print(out, ",\"%s\":", key);
    script_json_add_clipped(out, db_text(s, column), db_text_length(s, column), PAGE_MAX_TEXT);
}

static void add_start(struct str *out, const char *key, struct db_statement *s, int column)
{
    str_print(out, ",\"%s\":", key);
    if (db_type(s, column) == DB_NULL) {
        str_add_text(out, "null");
        return;
    }
    const char *text = db_text(s, column);
    str_add_text(out, "[");
    size_t n_cut = script_json_add_start(out, text, db_text_length(s, column), PAGE_MAX_EVIDENCE);
    str_print(out, ",%zu]", n_cut);
}

static void add_evidence(struct str *out, int64_t number, struct db_statement *s)
{
    str_print(out, "{\"fix\":%" PRId64, number);
    add_start(out, "detail", s, 0);
    if (db_type(s, 1) != DB_NULL) {
        add_name(out, "test", s, 1);
        str_print(out, ",\"is_found\":%s,\"jurors\":%" PRId64, db_int(s, 2) ? "true" : "false",
                  db_int(s, 3));
        add_name(out, "outcome", s, 4);
        add_start(out, "input", s, 5);
        add_start(out, "expected", s, 6);
        add_start(out, "output", s, 7);
    }
    str_add_text(out, "}");
}

int page_fixes_write_evidence(FILE *out, struct db *db, int64_t n,
                              const struct page_options *options, struct err *err)
{
    scoped(str) text = {0};
    scoped(db_statement) *listed = query_listed(db, listed_query, options, n, err);
    scoped(db_statement) *evidence = NULL;
    const char *comma = "\n";
    int status;
    if (db_prepare(&evidence, db, evidence_query, err) != 0)
        return ERR;
    fputs("[", out);
    for (int64_t number = 0; (status = db_step(listed, err)) == 1; number++) {
        int has_one = db_run(evidence, err, "i", db_int(listed, 0));
        if (has_one < 0)
            return ERR;
        if (has_one) {
            str_clear(&text);
            str_add_text(&text, comma);
            add_evidence(&text, number, evidence);
            fwrite(str_text(&text), 1, text.length, out);
            comma = ",\n";
        }
        db_rewind(evidence);
    }
    fputs("]", out);
    return status;
}
