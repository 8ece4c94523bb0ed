/* Rows are searched in parallel. What they have in common with the programs of other splits is
 * sorted out at the end, in one pass over those programs.
 *
 * A text is searched in all its readings; a reading that is a text of its own, as a side of a diff,
 * has readings again, but not without end. */
#include "guard/training.h"

#include "base/json.h"
#include "base/lines.h"
#include "base/pipeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
    ARRAY(struct training_problem) problems; /* reasons are owned by the item */
};

struct run {
    struct training *out;
    const struct training_options *options;
    uint32_t file; /* that is read */
    struct lines lines;
    bool is_open, has_rows; /* the file; a line of it that is not blank was read */
};

struct worker {
    struct held_out_search *search;
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
        held_out_search_text(&worker->matches, worker->search, str_text(&worker->text.text) + start,
                             end - start);
        start = end;
    }
}

/* Reads \uXXXX, or two of them that are one character. Returns its length; 0 if it is none. */
static size_t read_unicode(uint32_t *code, const char *text, size_t length)
{
    uint32_t units[2] = {0, 0};
    size_t n = 0;
    for (; n < 2 && length >= 6 * (n + 1) && memcmp(text + 6 * n, "\\u", 2) == 0; n++)
        for (size_t i = 2; i < 6; i++) {
            if (hex_digit(text[6 * n + i]) == 16)
                return 0;
            units[n] = units[n] * 16 + hex_digit(text[6 * n + i]);
        }
    bool is_pair = units[0] >= 0xd800 && units[0] < 0xdc00 && units[1] >= 0xdc00;
    *code = is_pair ? 0x10000 + ((units[0] - 0xd800) << 10) + (units[1] & 0x3ff) : units[0];
    return n == 0 || !*code || (*code >= 0xd800 && *code < 0xe000) ? 0 : is_pair ? 12 : 6;
}

/* Appends a text with its escapes read, as those of JSON, Python and CodeXGLUE. */
static void add_unescaped(struct str *out, const char *text, size_t length)
{
    static const char letters[] = "nrtvf", meanings[] = "\n\r\t\v\f";
    for (size_t at = 0; at < length;) {
        const char *next = memchr(text + at, '\\', length - at);
        size_t plain = next ? (size_t)(next - text) - at : length - at;
        str_add(out, text + at, plain);
        at += plain;
        if (at + 1 >= length)
            return;
        uint32_t code;
        size_t n = read_unicode(&code, text + at, length - at);
        if (n) {
            char character[4];
            str_add(out, character, utf8_encode(character, code));
            at += n;
            continue;
        }
        const char *letter = text[at + 1] ? strchr(letters, text[at + 1]) : NULL;
        str_add(out, letter ? &meanings[letter - letters] : &text[at + 1], 1);
        at += 2;
    }
}

/* Appends a side of the hunks of a diff. What is not in a hunk, and what begins a hunk, is a fence.
 */
static void add_diff_side(struct str *out, const char *text, size_t length, char side)
{
    bool is_in_hunk = false;
    for (size_t at = 0, end; at < length; at = end) {
        const char *feed = memchr(text + at, '\n', length - at);
        end = feed ? (size_t)(feed - text) + 1 : length;
        bool begins_hunk = length - at > 3 && memcmp(text + at, "@@ ", 3) == 0;
        is_in_hunk = begins_hunk || (is_in_hunk && strchr(" +-\\\n", text[at]));
        if (begins_hunk || !is_in_hunk)
            str_add_text(out, "```\n");
        else if (text[at] == ' ' || text[at] == side)
            str_add(out, text + at + 1, end - at - 1);
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
        add_unescaped(&other, text, length);
        search_text(worker, str_text(&other), other.length, n_readings + 1);
    }
    if (memmem(text, length, "@@ -", 4))
        for (const char *side = "-+"; *side; side++) {
            str_clear(&other);
            add_diff_side(&other, text, length, *side);
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

static void add_problem(struct worker *worker, const char *reason)
{
    struct training_problem problem = {worker->batch->file, worker->line,
                                       mem_copy_text(reason, strlen(reason))};
    array_push(&worker->batch->problems, problem);
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
                   (struct training_finding){batch->n_rows, batch->file, worker->line,
                                             worker->matches.list.items[i]});
    batch->n_rows++;
    if (worker->matches.is_cut_short)
        add_problem(worker, "a text is too repetitive to be searched to its end");
}

/* A line that is not JSON is searched as it is, all the same. */
static void search_line(struct worker *worker, const char *text, size_t length)
{
    scoped(json) *value = NULL;
    struct err problem;
    if (json_parse(&value, text, length, &problem) != 0)
        add_problem(worker, problem.message);
    if (!json_is_array(value)) {
        search_row(worker, value, text, length);
        return;
    }
    json_each(row, value) {
        search_row(worker, row, NULL, 0);
    }
}

/* ---- The run ---- */

static void *worker_new(void *context)
{
    const struct run *run = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->search = held_out_search_new(&run->out->held_out);
    return worker;
}

static void worker_free(void *context)
{
    struct worker *worker = context;
    held_out_search_free(worker->search);
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

static void add_line(struct batch *batch, uint64_t number, const char *text, size_t length)
{
    array_push(&batch->lines, (struct input_line){number, batch->bytes.length, length});
    str_add(&batch->bytes, text, length);
    str_add(&batch->bytes, "", 1);
}

/* Fails for a JSON array of several lines: its lines are not rows. */
static int refuse_array(const char *path, const char *text, size_t length, struct err *err)
{
    scoped(json) *value = NULL;
    struct err problem;
    if (*text != '[' || json_parse(&value, text, length, &problem) == 0)
        return 0;
    return err_set(err,
                   "'%s' begins a JSON array that does not end on its first line; give its rows as "
                   "lines: jq -c '.[]' FILE | tokfix check DB --training -",
                   path);
}

/* Adds lines of the open file. Returns 1, 0 at its end, or ERR. */
static int add_lines(struct run *run, struct batch *batch, struct err *err)
{
    const char *path = run->options->files.items[run->file];
    char *text;
    size_t length;
    while (batch->lines.n < BATCH_LINES && batch->bytes.length < BATCH_BYTES) {
        int status = lines_next(&run->lines, &text, &length, err);
        if (status != 1)
            return status;
        size_t blanks = run->lines.number == 1 ? utf8_byte_order_mark(text, length) : 0;
        blanks += strspn(text + blanks, " \t\r");
        if (blanks >= length)
            continue;
        if (!run->has_rows && refuse_array(path, text + blanks, length - blanks, err) != 0)
            return ERR;
        run->has_rows = true;
        add_line(batch, run->lines.number, text + blanks, length - blanks);
    }
    return 1;
}

static int open_next(struct run *run, struct err *err)
{
    const char *path = run->options->files.items[run->file];
    if (lines_open(&run->lines, path, LINES_MAX_BYTES, err) != 0)
        return ERR;
    run->is_open = true;
    run->has_rows = false;
    return 0;
}

static int produce(void *context, void *item, struct err *err)
{
    struct run *run = context;
    struct batch *batch = item;
    while (batch->lines.n == 0 && run->file < run->options->files.n) {
        const char *path = run->options->files.items[run->file];
        batch->file = run->file;
        if (!run->is_open && open_next(run, err) != 0)
            return ERR;
        int status = add_lines(run, batch, err);
        if (status < 0)
            return ERR;
        if (status == 1)
            break;
        if (run->lines.number == 0)
            return err_set(err, "'%s' is empty", path);
        lines_close(&run->lines);
        run->is_open = false;
        run->file++;
    }
    return batch->lines.n != 0;
}

static int consume(void *context, void *item, struct err *err)
{
    struct run *run = context;
    const struct batch *batch = item;
    struct training *out = run->out;
    (void)err;
    for (size_t i = 0; i < batch->findings.n; i++) {
        struct training_finding finding = batch->findings.items[i];
        finding.row += out->n_rows;
        array_push(&out->findings, finding);
    }
    for (size_t i = 0; i < batch->problems.n && out->problems.n < TRAINING_MAX_PROBLEMS; i++) {
        struct training_problem problem = batch->problems.items[i];
        problem.reason = arena_text(&out->arena, problem.reason);
        array_push(&out->problems, problem);
    }
    out->n_rows += batch->n_rows;
    out->n_texts += batch->n_texts;
    out->n_problems += batch->problems.n;
    meter_show(&run->options->meter,
               (struct meter_step){"searching", "rows", out->n_rows, 0, out->n_rows});
    return 0;
}

static void release(void *item)
{
    struct batch *batch = item;
    for (size_t i = 0; i < batch->problems.n; i++)
        free((void *)batch->problems.items[i].reason);
    str_release(&batch->bytes);
    array_release(&batch->lines);
    array_release(&batch->findings);
    array_release(&batch->problems);
}

/* ---- At the end ---- */

/* Keeps of each row the whole programs or, if there are none, the longest parts. Parts that are
 * common are left out before that. */
static void keep_best(struct training *out, const bool *is_common)
{
    struct training_finding *list = out->findings.items;
    size_t n = 0;
    for (size_t i = 0, end; i < out->findings.n; i = end) {
        size_t longest = SIZE_MAX; /* the first one that is not common, because they are sorted */
        for (end = i; end < out->findings.n && list[end].row == list[i].row; end++) {
            out->n_common += is_common[end];
            if (longest == SIZE_MAX && !is_common[end])
                longest = end;
        }
        for (size_t k = longest; k < end; k++) {
            bool is_kept = list[longest].match.is_whole
                               ? list[k].match.is_whole
                               : list[k].match.n_tokens == list[longest].match.n_tokens;
            if (is_kept && !is_common[k])
                list[n++] = list[k];
        }
    }
    out->findings.n = n;
}

static int drop_common(struct training *out, const struct training_options *options,
                       struct err *err)
{
    size_t n = out->findings.n;
    scoped_memory struct search_match *matches = mem_alloc(n, sizeof *matches);
    scoped_memory bool *is_common = mem_alloc(n, sizeof *is_common);
    for (size_t i = 0; i < n; i++)
        matches[i] = out->findings.items[i].match;
    if (held_out_find_common(is_common, matches, n, &out->held_out, &options->held_out,
                             &options->meter, err) != 0)
        return ERR;
    keep_best(out, is_common);
    return 0;
}

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
    struct run run = {.out = out, .options = options};
    struct pipeline pipeline = {
        .n_threads = options->n_jobs,
        .context = &run,
        .item_size = sizeof(struct batch),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    *out = (struct training){.n_rows = 0};
    if (held_out_read(&out->held_out, &options->held_out, options->is_renamed, err) != 0)
        return ERR;
    if (expect_splits(&out->held_out, options->held_out.splits, err) != 0)
        return ERR;
    int status = pipeline_run(&pipeline, err);
    lines_close(&run.lines);
    if (status == 0 && !out->n_rows && !out->n_problems)
        return err_set(err, "the files have no rows to search");
    return status == 0 ? drop_common(out, options, err) : ERR;
}

void training_release(struct training *training)
{
    held_out_release(&training->held_out);
    array_release(&training->findings);
    array_release(&training->problems);
    arena_release(&training->arena);
}
