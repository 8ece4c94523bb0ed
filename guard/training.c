/* The programs of held-out fixes are read as the rows are that are searched (guard/loose_code.h).
 * Rows are searched in parallel. What they have in common with the programs of other splits is
 * sorted out at the end, in one pass over those programs, by the same search for the parts that
 * were found.
 *
 * A text is searched in all its readings; a reading that is a text of its own, as a side of a diff,
 * has readings again, but not without end. */
#include "guard/training.h"

#include "base/json.h"
#include "base/lines.h"
#include "base/pipeline.h"
#include "base/table.h"
#include "guard/loose_code.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The programs ---- */

static const char held_out_sql[] = {
#include "guard/sql/held_out.sql.inc"
};

static void release_held_out(struct held_out *held_out)
{
    array_release(&held_out->programs);
    array_release(&held_out->uses);
    arena_release(&held_out->arena);
    search_index_free(held_out->index);
}

enum { KEY, LANGUAGE, CODE, ID, SPLIT, ORIGIN, IS_FIXED, BYTE };

/* What a program is read with. */
struct program_reading {
    struct loose_reader *reader;
    struct loose_code code; /* of the last program */
    int64_t source_key;     /* of it; -1: none */
};

static int add_program(struct held_out *out, struct program_reading *reading,
                       struct db_statement *row, struct err *err)
{
    const struct language *language = language_find(db_text(row, LANGUAGE));
    struct held_out_program program = {.language = language, .first_use = (uint32_t)out->uses.n};
    if (!language)
        return err_set(err, "a program is in a language that the database does not list, '%s'",
                       db_text(row, LANGUAGE));
    loose_code_read(&reading->code, reading->reader, language, db_text(row, CODE),
                    db_text_length(row, CODE));
    const struct sequence *sequence = &reading->code.sequence;
    array_push(&out->programs, program);
    search_index_add(out->index, sequence->tokens.items, sequence->tokens.n);
    out->language_set |= 1u << language_number(language);
    reading->source_key = db_int(row, KEY);
    return 0;
}

/* Returns the place of a byte of the last program in its sequence. */
static uint32_t place_of(const struct loose_code *code, int64_t byte)
{
    const struct sequence *sequence = &code->sequence;
    const struct token *tokens = code->program.tokens.items;
    size_t at;
    bisect(at, sequence->tokens.n, tokens[sequence->tokens.items[at].token].end_byte <= byte);
    return (uint32_t)at;
}

static int add_use(struct held_out *out, struct program_reading *reading, struct db_statement *row,
                   struct err *err)
{
    if (db_int(row, KEY) != reading->source_key && add_program(out, reading, row, err) != 0)
        return ERR;
    struct held_out_use use = {
        .id = db_copy_text(row, ID, &out->arena),
        .split = db_copy_text(row, SPLIT, &out->arena),
        .origin = fix_origin_find(db_text(row, ORIGIN)),
        .is_fixed = db_int(row, IS_FIXED),
        .edit = place_of(&reading->code, db_int(row, BYTE)),
    };
    array_push(&out->uses, use);
    out->programs.items[out->programs.n - 1].n_uses++;
    return 0;
}

static int read_database(struct held_out *out, struct program_reading *reading, struct db *db,
                         unsigned splits, struct err *err)
{
    scoped(str) names = {0};
    split_add_names(&names, splits);
    scoped(db_statement) *row = db_query(db, err, held_out_sql, "t", str_text(&names));
    int status;
    reading->source_key = -1;
    while ((status = db_step(row, err)) == 1)
        if (add_use(out, reading, row, err) != 0)
            return ERR;
    return status;
}

/* Reads the programs of the fixes in the splits, without excluded fixes. */
static int read_held_out(struct held_out *out, const struct training_options *options,
                         struct err *err)
{
    struct program_reading reading = {.reader = loose_reader_new()};
    struct search_options how = {.is_renamed = options->is_renamed, .has_parts = true};
    int status = 0;
    *out = (struct held_out){.index = search_index_new(&how)};
    for (size_t i = 0; i < options->n_dbs && status == 0; i++)
        status = read_database(out, &reading, options->dbs[i], options->splits, err);
    loose_code_release(&reading.code);
    loose_reader_free(reading.reader);
    search_index_finish(out->index);
    return status;
}

/* ---- What counts ---- */

enum { NEAR = 2 }; /* tokens; where code was cut, one may be divided, and be two other ones */

static bool has_edit(const struct held_out *held_out, const struct search_match *match)
{
    const struct held_out_program *program = &held_out->programs.items[match->needle];
    for (uint32_t i = 0; i < program->n_uses; i++) {
        uint32_t edit = held_out->uses.items[program->first_use + i].edit;
        if (edit >= match->start && edit < match->start + match->n_tokens)
            return true;
    }
    return false;
}

/* Whether a match counts, in code of `n_code` tokens:
 *   a whole program; a short one only as it is;
 *   a part that has the edit of a fix, as it is: short code often differs in its names only;
 *   a part that the code begins and ends with, or the program does. A token may be divided where
 *   the code was cut, so the code may begin or end two tokens away. */
static bool counts(const struct held_out *held_out, const struct search_match *match, size_t n_code)
{
    size_t n = search_index_needle(held_out->index, match->needle)->tokens.n;
    bool begins = match->start == 0 || match->at <= NEAR;
    bool ends = match->start + match->n_tokens == n || match->at + match->n_tokens + NEAR >= n_code;
    if (match->is_whole)
        return match->is_exact || n >= SEARCH_MIN_TOKENS;
    return (begins && ends) || (match->is_exact && has_edit(held_out, match));
}

/* ---- The search in a text ---- */

/* One per thread. */
struct searcher {
    struct search *search;
    struct loose_reader *reader;
    struct loose_code code;
};

static void open_searcher(struct searcher *out, const struct search_index *index)
{
    *out = (struct searcher){search_new(index), loose_reader_new(), {.program = {0}}};
}

static void close_searcher(struct searcher *searcher)
{
    search_free(searcher->search);
    loose_reader_free(searcher->reader);
    loose_code_release(&searcher->code);
}
SCOPED_VALUE(searcher, close_searcher)

/* Adds all matches in a text of a language. */
static void search_in(struct search_matches *out, struct searcher *searcher,
                      const struct language *language, const char *text, size_t length)
{
    loose_code_read(&searcher->code, searcher->reader, language, text, length);
    search_code(out, searcher->search, &searcher->code.sequence);
}

/* Searches a text, which a zero byte follows, as code of each language that programs are in. Adds
 * the matches that count. */
static void search_code_of_all(struct search_matches *out, struct searcher *searcher,
                               const struct held_out *held_out, const char *text, size_t length)
{
    for (int i = 0; languages[i]; i++) {
        size_t n = out->list.n;
        if (!(held_out->language_set >> i & 1))
            continue;
        search_in(out, searcher, languages[i], text, length);
        for (size_t k = n; k < out->list.n; k++)
            if (counts(held_out, &out->list.items[k], searcher->code.sequence.tokens.n))
                out->list.items[n++] = out->list.items[k];
        out->list.n = n;
    }
}

/* ---- A batch of rows ---- */

enum { BATCH_LINES = 256, BATCH_BYTES = 1 << 20 };

struct input_line {
    uint64_t number;
    size_t start, length; /* in the bytes of the batch */
};

struct batch {
    uint32_t file;
    struct str bytes;
    ARRAY(struct input_line) lines;
    /* the result */
    uint64_t n_rows, n_texts;
    ARRAY(struct training_finding) findings; /* rows are counted from the start of the batch */
    ARRAY(struct training_fault) faults;
    struct arena arena; /* owns their reasons */
};

struct searching {
    struct training *out;
    const struct training_options *options;
    uint32_t file; /* that is read */
    struct lines lines;
    bool is_open, has_rows; /* the file; a line of it that is not blank was read */
};

struct worker {
    const struct held_out *held_out;
    struct searcher searcher;
    struct batch *batch;
    uint64_t line;
    struct loose_text text;        /* that was read last */
    struct search_matches matches; /* of the row */
};

/* ---- The texts of a row ---- */

/* Searches the pieces of a text. One that is to be cut, and is cut nowhere, is not searched. */
static void search_pieces(struct worker *worker, const char *text, size_t length,
                          enum loose_cuts cuts)
{
    size_t start = 0;
    loose_text_read(&worker->text, text, length, cuts);
    if (cuts != CUT_NOWHERE && !worker->text.cuts.n)
        return;
    for (size_t i = 0; i <= worker->text.cuts.n; i++) {
        size_t end =
            i < worker->text.cuts.n ? worker->text.cuts.items[i] : worker->text.text.length;
        search_code_of_all(&worker->matches, &worker->searcher, worker->held_out,
                           str_text(&worker->text.text) + start, end - start);
        start = end;
    }
}

enum { MAX_READINGS = 2 }; /* of a text that was read from a text */

/* Searches a text in all its readings. */
static void search_text(struct worker *worker, const char *text, size_t length, int n_readings)
{
    scoped(str) other = {0};
    search_pieces(worker, text, length, CUT_AT_ANY);
    bool is_fim = worker->text.fim != FIM_NONE;
    search_pieces(worker, text, length, CUT_NOWHERE);
    if (is_fim)
        loose_text_read(&worker->text, text, length, CUT_AT_SPECIAL);
    if (is_fim && loose_text_fill(&other, &worker->text))
        search_pieces(worker, str_text(&other), other.length, CUT_NOWHERE);
    if (n_readings == MAX_READINGS)
        return;
    if (memmem(text, length, "\\n", 2)) {
        str_clear(&other);
        loose_text_unescape(&other, text, length);
        search_text(worker, str_text(&other), other.length, n_readings + 1);
    }
    if (memmem(text, length, "@@ -", 4))
        for (const char *side = "-+"; *side; side++) {
            str_clear(&other);
            loose_text_add_diff_side(&other, text, length, *side);
            search_text(worker, str_text(&other), other.length, MAX_READINGS);
        }
}

static void search_own_text(struct worker *worker, const char *text, size_t length)
{
    worker->batch->n_texts++;
    search_text(worker, text, length, 0);
}

/* Joins the texts that are items of a list, as lines are; or a member of each, as the text of
 * segments is. */
static void search_joined(struct worker *worker, const struct json *list, const char *key)
{
    scoped(str) joined = {0};
    size_t n = 0;
    json_each(item, list) {
        const char *text = json_text(key ? json_get(item, key) : item);
        if (!text)
            continue;
        n++;
        str_add_text(&joined, text);
        if (!key && joined.length && joined.text[joined.length - 1] != '\n')
            str_add_text(&joined, "\n");
    }
    if (n > 1)
        search_text(worker, str_text(&joined), joined.length, 0);
}

/* Searches the members of an object for infilling as one text. */
static void search_members(struct worker *worker, const struct json *object)
{
    static const char *const names[] = {"prefix", "middle", "suffix"};
    scoped(str) joined = {0};
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        const char *text = json_text_at(object, names[i]);
        n += text != NULL;
        str_add_text(&joined, text ? text : "");
    }
    if (n > 1)
        search_text(worker, str_text(&joined), joined.length, MAX_READINGS);
}

enum { MAX_JOINED = 32 }; /* members of the items of a list, by which their texts are joined */

static void search_value(struct worker *worker, const struct json *value)
{
    const char *text = json_text(value);
    if (text)
        search_own_text(worker, text, strlen(text));
    json_each(item, value) {
        search_value(worker, item);
    }
    if (json_kind(value) == JSON_OBJECT)
        search_members(worker, value);
    if (!json_is_array(value) || json_count(value) < 2)
        return;
    search_joined(worker, value, NULL);
    int n_joined = 0;
    json_each(member, json_first(value)) {
        if (n_joined == MAX_JOINED)
            break;
        if (json_text(member) && json_name(member) && ++n_joined)
            search_joined(worker, value, json_name(member));
    }
}

/* ---- Rows ---- */

/* Whole programs come first, then the longest parts. */
static int compare_strength(const void *a, const void *b)
{
    const struct search_match *x = a, *y = b;
    int order = COMPARE(y->is_whole, x->is_whole);
    order = order ? order : COMPARE(y->n_tokens, x->n_tokens);
    order = order ? order : COMPARE(x->needle, y->needle);
    order = order ? order : COMPARE(x->start, y->start);
    return order ? order : COMPARE(y->is_exact, x->is_exact);
}

/* Whether a match says no more than another one. */
static bool is_implied(const struct search_match *match, const struct search_match *by)
{
    return match->needle == by->needle && by->start <= match->start &&
           match->start + match->n_tokens <= by->start + by->n_tokens &&
           by->is_exact >= match->is_exact;
}

enum { MAX_PARTS = 32 };

/* Keeps all whole programs; without any, the longest parts. */
static void keep_strongest(struct search_matches *found)
{
    struct search_match *list = found->list.items;
    size_t n = 0;
    array_sort(&found->list, compare_strength);
    for (size_t i = 0; i < found->list.n && (list[i].is_whole || n < MAX_PARTS); i++) {
        bool is_known = n && list[0].is_whole && !list[i].is_whole;
        for (size_t k = list[i].is_whole && n ? n - 1 : 0; k < n && !is_known; k++)
            is_known = is_implied(&list[i], &list[k]);
        if (!is_known)
            list[n++] = list[i];
    }
    found->list.n = n;
}

static void add_fault(struct worker *worker, const char *reason)
{
    struct training_fault fault = {worker->batch->file, worker->line,
                                   arena_text(&worker->batch->arena, reason)};
    array_push(&worker->batch->faults, fault);
}

/* Searches a row: a value or, if that is NULL, a text, which a zero byte follows. */
static void search_row(struct worker *worker, const struct json *value, const char *text,
                       size_t length)
{
    struct batch *batch = worker->batch;
    array_clear(&worker->matches.list);
    worker->matches.is_cut_short = false;
    if (value)
        search_value(worker, value);
    else
        search_own_text(worker, text, length);
    keep_strongest(&worker->matches);
    for (size_t i = 0; i < worker->matches.list.n; i++)
        array_push(&batch->findings,
                   (struct training_finding){.row = batch->n_rows,
                                             .file = batch->file,
                                             .line = worker->line,
                                             .match = worker->matches.list.items[i]});
    batch->n_rows++;
    if (worker->matches.is_cut_short)
        add_fault(worker, "a text is too repetitive to be searched to its end");
}

/* A line that is not JSON is searched as it is, all the same. */
static void search_line(struct worker *worker, const char *text, size_t length)
{
    scoped(json) *value = NULL;
    struct err fault;
    if (json_parse(&value, text, length, &fault) != 0)
        add_fault(worker, fault.message);
    if (!json_is_array(value)) {
        search_row(worker, value, text, length);
        return;
    }
    json_each(row, value) {
        search_row(worker, row, NULL, 0);
    }
}

/* ---- The search ---- */

static void *worker_new(void *context)
{
    const struct searching *searching = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->held_out = &searching->out->held_out;
    open_searcher(&worker->searcher, worker->held_out->index);
    return worker;
}

static void worker_free(void *context)
{
    struct worker *worker = context;
    close_searcher(&worker->searcher);
    loose_text_release(&worker->text);
    array_release(&worker->matches.list);
    free(worker);
}

static void work(void *context, void *worker_state, void *item)
{
    struct worker *worker = worker_state;
    (void)context;
    worker->batch = item;
    for (size_t i = 0; i < worker->batch->lines.n; i++) {
        const struct input_line *line = &worker->batch->lines.items[i];
        worker->line = line->number;
        search_line(worker, str_text(&worker->batch->bytes) + line->start, line->length);
    }
}

/* Fails for a JSON array of several lines: its lines are not rows. */
static int refuse_array(const char *path, const char *text, size_t length, struct err *err)
{
    scoped(json) *value = NULL;
    struct err fault;
    if (*text != '[' || json_parse(&value, text, length, &fault) == 0)
        return 0;
    return err_set(err,
                   "'%s' begins a JSON array that does not end on its first line; give its rows as "
                   "lines: jq -c '.[]' FILE | tokfix check DB --training -",
                   path);
}

/* Adds lines of the open file. Returns 1, 0 at its end, or ERR. */
static int add_lines(struct searching *searching, struct batch *batch, struct err *err)
{
    const char *path = searching->options->files.items[searching->file];
    char *text;
    size_t length;
    while (batch->lines.n < BATCH_LINES && batch->bytes.length < BATCH_BYTES) {
        int status = lines_next(&searching->lines, &text, &length, err);
        if (status != 1)
            return status;
        size_t blanks = searching->lines.number == 1 ? utf8_byte_order_mark(text, length) : 0;
        blanks += strspn(text + blanks, " \t\r");
        if (blanks >= length)
            continue;
        if (!searching->has_rows && refuse_array(path, text + blanks, length - blanks, err) != 0)
            return ERR;
        searching->has_rows = true;
        array_push(&batch->lines, (struct input_line){searching->lines.number, batch->bytes.length,
                                                      length - blanks});
        str_add(&batch->bytes, text + blanks, length - blanks);
        str_add(&batch->bytes, "", 1);
    }
    return 1;
}

static int produce(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    struct batch *batch = item;
    while (batch->lines.n == 0 && searching->file < searching->options->files.n) {
        const char *path = searching->options->files.items[searching->file];
        batch->file = searching->file;
        if (!searching->is_open) {
            if (lines_open(&searching->lines, path, LINES_MAX_BYTES, err) != 0)
                return ERR;
            searching->is_open = true;
            searching->has_rows = false;
        }
        int status = add_lines(searching, batch, err);
        if (status < 0)
            return ERR;
        if (status == 1)
            break;
        if (searching->lines.number == 0)
            return err_set(err, "'%s' is empty", path);
        lines_close(&searching->lines);
        searching->is_open = false;
        searching->file++;
    }
    return batch->lines.n != 0;
}

static int consume(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    const struct batch *batch = item;
    struct training *out = searching->out;
    (void)err;
    for (size_t i = 0; i < batch->findings.n; i++) {
        struct training_finding finding = batch->findings.items[i];
        finding.row += out->n_rows;
        array_push(&out->findings, finding);
    }
    for (size_t i = 0; i < batch->faults.n && out->faults.n < TRAINING_MAX_FAULTS; i++) {
        struct training_fault fault = batch->faults.items[i];
        fault.reason = arena_text(&out->arena, fault.reason);
        array_push(&out->faults, fault);
    }
    out->n_rows += batch->n_rows;
    out->n_texts += batch->n_texts;
    out->n_faults += batch->faults.n;
    meter_show(&searching->options->meter,
               (struct meter_step){"searching", "rows", out->n_rows, 0, out->n_rows});
    return 0;
}

static void release(void *item)
{
    struct batch *batch = item;
    str_release(&batch->bytes);
    arena_release(&batch->arena);
    array_release(&batch->lines);
    array_release(&batch->findings);
    array_release(&batch->faults);
}

/* ---- What other programs have in common ---- */

/* The parts of programs that were found, each once, as needles: without the tokens at both ends,
 * which may have been divided where the text was cut. */
struct parts {
    struct search_index *index;
    unsigned language_set; /* that of the programs */
    /* By part, how it is in a program of a fix in another split: what such a fix may well have in
     * common with a held-out one. */
    ARRAY(uint8_t) found; /* 1: as it is, 2: renamed, 3: both */
};

static void release_parts(struct parts *parts)
{
    search_index_free(parts->index);
    array_release(&parts->found);
}
SCOPED_VALUE(parts, release_parts)

static void make_parts(struct parts *out, struct training *training)
{
    const struct search_options how = {.is_renamed = true, .has_any_length = true};
    const struct held_out *held_out = &training->held_out;
    scoped(table) keys = {0};
    *out = (struct parts){search_index_new(&how), held_out->language_set, {0}};
    for (size_t i = 0; i < training->findings.n; i++) {
        struct training_finding *finding = &training->findings.items[i];
        const struct search_match *match = &finding->match;
        char key[40];
        if (match->is_whole)
            continue;
        snprintf(key, sizeof key, "%u %u %u", match->needle, match->start, match->n_tokens);
        finding->part = 1 + (uint32_t)table_number(&keys, key);
        if (finding->part <= out->found.n)
            continue;
        const struct sequence *program = search_index_needle(held_out->index, match->needle);
        search_index_add(out->index, program->tokens.items + match->start + NEAR,
                         match->n_tokens - 2 * NEAR);
        array_push(&out->found, 0);
    }
    search_index_finish(out->index);
}

/* Puts blanks in place of the signs of comments, also in strings. A row of training data may be a
 * piece of a program that begins or ends in a comment or a string: so what those say is code, too.
 */
static void drop_signs(struct str *code, const struct language *language)
{
    for (const struct comment_form *form = language->tokens.comments; form->open; form++)
        for (int end = 0; end < 2; end++) {
            const char *sign = end ? form->close : form->open;
            for (char *at = code->text; at && sign && *sign && (at = strstr(at, sign));)
                memset(at, ' ', strlen(sign));
        }
}

/* Searches the programs of the fixes in other splits for the parts. */
static int search_others(struct parts *parts, struct db *db, const struct training_options *options,
                         struct err *err)
{
    scoped(searcher) searcher;
    struct search_matches matches = {.list = {0}};
    scoped(str) names = {0}, code = {0};
    open_searcher(&searcher, parts->index);
    split_add_names(&names, options->splits);
    scoped(db_statement) *row =
        db_query(db, err,
                 "SELECT code FROM sources WHERE source_key IN (SELECT source_key FROM fixes "
                 "JOIN fix_marks USING (fix_key) JOIN submissions "
                 "ON submission_key IN (buggy_submission_key, fixed_submission_key) "
                 "WHERE NOT instr(',' || ?1 || ',', ',' || split || ',')) ORDER BY source_key",
                 "t", str_text(&names));
    int status;
    for (uint64_t n = 1; (status = db_step(row, err)) == 1; n++) {
        array_clear(&matches.list);
        for (int i = 0; languages[i]; i++) {
            if (!(parts->language_set >> i & 1))
                continue;
            str_clear(&code);
            str_add(&code, db_text(row, 0), db_text_length(row, 0));
            search_in(&matches, &searcher, languages[i], str_text(&code), code.length);
            drop_signs(&code, languages[i]);
            search_in(&matches, &searcher, languages[i], str_text(&code), code.length);
        }
        for (size_t i = 0; i < matches.list.n; i++)
            parts->found.items[matches.list.items[i].needle] |=
                matches.list.items[i].is_exact ? 1 : 2;
        meter_show(&options->meter, (struct meter_step){"comparing parts", "programs", n, 0, n});
    }
    array_release(&matches.list);
    return status;
}

/* Leaves out common parts. Keeps of each row the whole programs or, if there are none, the longest
 * parts: the strongest of a row is its first. */
static void keep_best(struct training *out, const struct parts *parts)
{
    struct training_finding *list = out->findings.items, best = {.row = UINT64_MAX};
    size_t n = 0;
    for (size_t i = 0; i < out->findings.n; i++) {
        const struct search_match *match = &list[i].match;
        if (list[i].part && parts->found.items[list[i].part - 1] & (match->is_exact ? 1 : 3)) {
            out->n_common++;
            continue;
        }
        best = list[i].row == best.row ? best : list[i];
        if (best.match.is_whole ? match->is_whole : match->n_tokens == best.match.n_tokens)
            list[n++] = list[i];
    }
    out->findings.n = n;
}

/* ---- All ---- */

/* Fails if one of the splits has no fix, so that "nothing found" always means something. */
static int expect_splits(const struct held_out *held_out, unsigned splits, struct err *err)
{
    for (size_t i = 0; i < held_out->uses.n; i++)
        splits &= ~(1u << split_find(held_out->uses.items[i].split));
    if (!splits)
        return 0;
    return err_set(err,
                   "no fix of the split set is in '%s'; name splits that have fixes, such as "
                   "--split fold5 in a set of folds",
                   split_names[__builtin_ctz(splits)]);
}

int training_search(struct training *out, const struct training_options *options, struct err *err)
{
    struct searching searching = {.out = out, .options = options};
    struct pipeline pipeline = {
        .n_threads = options->n_jobs,
        .context = &searching,
        .item_size = sizeof(struct batch),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    *out = (struct training){.n_rows = 0};
    if (read_held_out(&out->held_out, options, err) != 0 ||
        expect_splits(&out->held_out, options->splits, err) != 0)
        return ERR;
    int status = pipeline_run(&pipeline, err);
    lines_close(&searching.lines);
    if (status != 0)
        return ERR;
    if (!out->n_rows && !out->n_faults)
        return err_set(err, "the files have no rows to search");
    scoped(parts) parts;
    make_parts(&parts, out);
    for (size_t i = 0; i < options->n_dbs && parts.found.n && status == 0; i++)
        status = search_others(&parts, options->dbs[i], options, err);
    keep_best(out, &parts);
    return status;
}

void training_release(struct training *training)
{
    release_held_out(&training->held_out);
    array_release(&training->findings);
    array_release(&training->faults);
    arena_release(&training->arena);
}
