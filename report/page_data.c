/* The parts are written one after the other, so that only one of them is in memory.
 *
 * One pass over the fixes fills all columns, each of which is a text. A column of words contains
 * numbers, and a dictionary contains each word once. Words are numbered by first occurrence.
 *
 * A window of a program is shown. It is the whole program, or the allowed number of bytes with the
 * start of the token in the middle. Its ends then move inwards, to where lines begin. */
#include "report/page_data.h"

#include "base/table.h"
#include "base/utf8.h"
#include "db/store.h"
#include "fixes/fix_reader.h"
#include "languages/language.h"
#include "report/page_evidence.h"
#include "report/profile.h"
#include "report/script_json.h"
#include "tokenize/token_text.h"

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
    SPLIT_COLUMN = 7,
    EXECUTION_COLUMN = 9,
    FUNCTION_COLUMN = 12,
    BUGGY_COLUMN = 14,
};

/* A fix without its submissions is an error; it is not skipped, because samples has the same rows.
 */
static const char columns_query[] =
    "SELECT f.category, f.pattern, b.status, b.problem_id, f.role, b.original_language, "
    "b.language, m.split, f.origin, x.verdict, c.commit_id, v.path, f.function, "
    "m.is_duplicate + 2 * m.is_conflicting + 4 * m.is_excluded, "
    "b.submission_id, a.submission_id, f.line, f.column, f.n_tokens, a.date, f.before, f.after, "
    "f.fix_key "
    "FROM fixes f JOIN fix_marks m USING (fix_key) LEFT JOIN verdicts x USING (fix_key) "
    "LEFT JOIN submissions b ON b.submission_key = f.buggy_submission_key "
    "LEFT JOIN submissions a ON a.submission_key = f.fixed_submission_key "
    "LEFT JOIN file_versions v ON v.submission_key = f.fixed_submission_key "
    "LEFT JOIN commits c USING (commit_key) "
    "WHERE " PAGE_IS_LISTED " ORDER BY f.fix_key LIMIT ?2";

struct column_texts {
    struct str items[N_COLUMNS];
    struct table words[N_COLUMNS];
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
        (*n_rows)++;
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
    fputs("}", out);
}

int page_data_write_columns(FILE *out, struct db *db, const struct page_options *options,
                            struct page_counts *counts, struct err *err)
{
    struct column_texts texts = {0};
    int status;
    if (db_get_int(db, &counts->n_fixes, "SELECT count(*) FROM fixes", err) != 0)
        return ERR;
    scoped(db_statement) *s =
        db_query(db, err, columns_query, "ti", options->verdicts, (int64_t)PAGE_MAX_LISTED);
    for (int split = 0; split < N_SPLITS; split++)
        table_add(&texts.words[SPLIT_COLUMN], split_names[split]);
    if ((status = read_rows(&texts, s, &counts->n_listed, err)) == 0)
        write_object(out, &texts, counts);
    for (int i = 0; i < N_COLUMNS; i++) {
        str_release(&texts.items[i]);
        table_release(&texts.words[i]);
    }
    return status;
}

struct window {
    size_t from, to; /* bytes of the program */
};

/* Whether a line of the program begins at `byte`. Lines end in LF, CRLF or CR. */
static bool is_line_start(const struct page_program *program, size_t byte)
{
    if (byte == 0 || program->code[byte - 1] == '\n')
        return true;
    return program->code[byte - 1] == '\r' &&
           (byte == program->length || program->code[byte] != '\n');
}

static bool is_inside_character(const struct page_program *program, size_t byte)
{
    return byte < program->length && ((unsigned char)program->code[byte] & 0xc0) == 0x80;
}

/* The first line start from `byte` to the token; if there is none, the first character start. */
static size_t move_in(const struct page_program *program, size_t byte)
{
    for (size_t at = byte; at <= program->start_byte; at++)
        if (is_line_start(program, at))
            return at;
    while (is_inside_character(program, byte))
        byte++;
    return byte;
}

/* The last line start from the end of the token to `byte`; if there is none, the last character
 * start. */
static size_t move_back(const struct page_program *program, size_t byte)
{
    for (size_t at = byte; at > program->end_byte; at--)
        if (is_line_start(program, at))
            return at;
    while (is_inside_character(program, byte))
        byte--;
    return byte;
}

static struct window window_of(const struct page_program *program)
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

static size_t line_of(const struct page_program *program, size_t byte)
{
    size_t line = 1;
    for (size_t at = 1; at <= byte; at++)
        line += is_line_start(program, at);
    return line;
}

static void add_piece(struct str *out, const struct page_program *program, size_t from, size_t to)
{
    script_json_add_text(out, program->code + from, to - from);
}

/* Appends the text before the token, the token, and the text after it. */
static void add_pieces(struct str *out, const struct page_program *program, struct window window)
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
static bool is_same_around(const struct page_program *a, const struct page_program *b)
{
    size_t behind = a->length - a->end_byte;
    return a->start_byte == b->start_byte && behind == b->length - b->end_byte &&
           memcmp(a->code, b->code, a->start_byte) == 0 &&
           memcmp(a->code + a->end_byte, b->code + b->end_byte, behind) == 0;
}

static bool is_whole(const struct page_program *program, struct window window)
{
    return window.to - window.from == program->length;
}

void page_data_add_programs(struct str *out, const struct page_program *buggy,
                            const struct page_program *fixed)
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

static const char samples_query[] =
    "SELECT f.fix_key, f.start_byte, f.end_byte, bs.code, "
    "f.fixed_start_byte, f.fixed_end_byte, fs.code FROM fixes f "
    "LEFT JOIN submissions b ON b.submission_key = f.buggy_submission_key "
    "LEFT JOIN submissions a ON a.submission_key = f.fixed_submission_key "
    "LEFT JOIN sources bs ON bs.source_key = b.source_key "
    "LEFT JOIN sources fs ON fs.source_key = a.source_key "
    "WHERE " PAGE_IS_LISTED " ORDER BY f.fix_key LIMIT ?2";

/* Whether the token, the text before it and the text after it are each UTF-8. If they are, the
 * token does not cut a character. */
static bool is_text(const struct page_program *program)
{
    const char *code = program->code;
    size_t start = program->start_byte, end = program->end_byte;
    return utf8_is_valid(code, start) && utf8_is_valid(code + start, end - start) &&
           utf8_is_valid(code + end, program->length - end);
}

static int read_program(struct page_program *program, struct db_statement *s, int column,
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

int page_data_write_samples(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                            struct err *err)
{
    scoped(str) text = {0};
    scoped(db_statement) *s = db_query(db, err, samples_query, "ti", options->verdicts, n);
    int64_t n_done = 0;
    int status;
    fputs("[", out);
    while ((status = db_step(s, err)) == 1) {
        struct page_program buggy, fixed;
        if (read_program(&buggy, s, 1, err) != 0 || read_program(&fixed, s, 4, err) != 0)
            return ERR;
        str_clear(&text);
        str_add_text(&text, n_done ? ",\n" : "\n");
        page_data_add_programs(&text, &buggy, &fixed);
        fwrite(str_text(&text), 1, text.length, out);
        if (++n_done % PROGRESS_STEP == 0)
            meter_count(&options->meter, (uint64_t)n_done, (uint64_t)n);
    }
    meter_count(&options->meter, (uint64_t)n_done, (uint64_t)n);
    fputs("]", out);
    return status;
}

/* The texts of a category's operators, and the empty text if one of them can be inserted. */
static struct json *texts_of(const struct language *language, enum bug_category category)
{
    struct json *texts = json_array();
    bool has_empty = false;
    for (const struct operator_text *row = language->categories.texts; row && row->text; row++) {
        struct token_text text = {row->text, strlen(row->text)};
        if (row->category != category)
            continue;
        json_push_text(texts, row->text);
        if (!has_empty && token_text_is_one_of(text, language->tokens.insertable))
            json_push_text(texts, "");
        has_empty = has_empty || token_text_is_one_of(text, language->tokens.insertable);
    }
    return texts;
}

/* Appends a language: its name, its operators by category, the rare ones, and the tokens that an
 * edit may add or remove. */
static void add_language(struct str *out, const struct language *language)
{
    scoped(json) *object = json_object();
    struct json *operators = json_object(), *rare = json_array(), *added = json_array();
    if (language)
        json_set_text(object, "name", language->codenet_name);
    for (enum bug_category i = 0; language && i < N_CATEGORIES; i++) {
        struct json *texts = texts_of(language, i);
        if (json_count(texts))
            json_set(operators, bug_category_name(i), texts);
        else
            json_free(texts);
    }
    const struct operator_text *row = language ? language->categories.texts : NULL;
    for (; row && row->text; row++)
        if (row->is_rare)
            json_push_text(rare, row->text);
    for (const char *const *text = language ? language->tokens.insertable : NULL; text && *text;
         text++)
        json_push_text(added, *text);
    json_add(object, J_VALUE("operators", operators), J_VALUE("rare", rare),
             J_VALUE("added", added));
    str_add_text(out, ",\n\"language\":");
    script_json_add(out, object, PAGE_MAX_TEXT);
}

/* Appends the members of the profile and the language. Adds the names of the languages to `names`
 * (may be NULL). */
static int add_profile(struct str *out, struct db *db, struct table *names, struct err *err)
{
    scoped(json) *profile = NULL;
    if (profile_collect(&profile, db, err) != 0)
        return ERR;
    json_each(member, profile) {
        str_print(out, ",\n\"%s\":", json_name(member));
        script_json_add(out, member, PAGE_MAX_TEXT);
    }
    const struct json *stats = json_get(profile, "stats");
    const char *name = json_text_at(json_get(stats, "run"), "language");
    add_language(out, name ? language_find(name) : NULL);
    json_each(row, names ? json_get(stats, "languages") : NULL)
        table_number(names, json_text_at(row, "language"));
    return 0;
}

static int write_profile(FILE *out, struct db *db, struct table *names, struct err *err)
{
    scoped(str) text = {0};
    if (add_profile(&text, db, names, err) != 0)
        return ERR;
    fputs(str_text(&text), out);
    return 0;
}

/* Writes the profile of each language, if there are several. */
static int write_languages(FILE *out, struct db *db, const struct table *names, struct err *err)
{
    if (names->keys.n < 2)
        return 0;
    fputs(",\n\"languages\":[", out);
    for (size_t i = 0; i < names->keys.n; i++) {
        const char *name = names->keys.items[i];
        scoped(str) text = {0};
        str_add_text(&text, i ? ",\n{\"key\":" : "\n{\"key\":");
        script_json_add_text(&text, name, strlen(name));
        if (store_view_language(db, name, err) != 0 || add_profile(&text, db, NULL, err) != 0)
            return ERR;
        str_add_text(&text, "}");
        fputs(str_text(&text), out);
    }
    fputs("]", out);
    return 0;
}

static int write_evidence(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                          struct err *err)
{
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM verify_run", err) != 0)
        return ERR;
    if (!n_runs)
        return 0;
    fputs(",\n\"evidence\":", out);
    return page_evidence_write(out, db, n, options, err);
}

static void write_names(FILE *out, const struct page_options *options)
{
    scoped(str) text = {0};
    script_json_add_text(&text, options->database, strlen(options->database));
    if (options->verdicts) {
        str_add_text(&text, ",\n\"listed_verdicts\":");
        script_json_add_text(&text, options->verdicts, strlen(options->verdicts));
    }
    fprintf(out, "\"version\":\"" TOKFIX_VERSION "\",\n\"database\":%s", str_text(&text));
}

int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err)
{
    scoped(table) names = {0};
    fputs("{", out);
    write_names(out, options);
    if (write_profile(out, db, &names, err) != 0)
        return ERR;
    fputs(",\n\"fixes\":", out);
    if (page_data_write_columns(out, db, options, counts, err) != 0)
        return ERR;
    counts->n_with_programs =
        options->n_with_programs < counts->n_listed ? options->n_with_programs : counts->n_listed;
    fputs(",\n\"samples\":", out);
    if (page_data_write_samples(out, db, counts->n_with_programs, options, err) != 0 ||
        write_evidence(out, db, counts->n_with_programs, options, err) != 0 ||
        write_languages(out, db, &names, err) != 0)
        return ERR;
    fputs("}", out);
    return 0;
}
