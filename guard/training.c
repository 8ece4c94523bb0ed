/* Rows are searched in parallel. What they have in common with the programs of other splits is
 * sorted out at the end, in one pass over those programs. */
#include "guard/training.h"

#include "base/json_scan.h"
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
    bool is_text;
    struct str bytes;
    ARRAY(struct input_line) lines;
    /* the result */
    uint64_t n_rows, n_texts, n_code_texts;
    ARRAY(struct training_finding) findings; /* rows are counted from the start of the batch */
    ARRAY(struct training_problem) problems; /* reasons are owned by the item */
};

struct run {
    struct training *out;
    const struct training_options *options;
    uint32_t file; /* that is open */
    struct lines lines;
    bool is_open;
};

/* ---- The texts of a row ---- */

struct worker {
    const struct held_out *held_out;
    struct held_out_search *search;
    struct loose_text text;
    struct held_out_matches matches; /* of the row */
    struct batch *batch;
    uint64_t line;
    const char *problem; /* of the row; static */
};

/* Returns whether there is code in the text. A text that is to be cut, and is cut nowhere, is not
 * searched. */
static bool search_code(struct worker *worker, const char *text, size_t length,
                        enum loose_cuts cuts)
{
    bool is_code = false;
    loose_text_read(&worker->text, text, length, cuts);
    if (cuts != CUT_NOWHERE && !worker->text.cuts.n)
        return false;
    for (int i = 0; languages[i]; i++) {
        size_t n_code;
        if (!(worker->held_out->language_set >> i & 1))
            continue;
        if (!held_out_find(&worker->matches, &n_code, worker->search, languages[i], &worker->text))
            worker->problem = "a text is too repetitive to be searched to its end";
        is_code = is_code || n_code >= worker->held_out->options.min_tokens;
    }
    return is_code;
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

/* Appends a text without the lines that are only <BUG>: it may stand for a docstring, which acts as
 * a comment. Returns false if there are none. */
static bool add_without_tags(struct str *out, const char *text, size_t length)
{
    static const char tag[] = "<BUG>", blanks[] = " \t\r\n";
    bool has_tags = false;
    for (size_t at = 0, end; at < length; at = end) {
        const char *feed = memchr(text + at, '\n', length - at);
        end = feed ? (size_t)(feed - text) + 1 : length;
        size_t start = at + strspn(text + at, blanks);
        bool is_tag = start < end && strncmp(text + start, tag, sizeof tag - 1) == 0 &&
                      start + sizeof tag - 1 + strspn(text + start + sizeof tag - 1, blanks) >= end;
        has_tags = has_tags || is_tag;
        if (!is_tag)
            str_add(out, text + at, end - at);
    }
    return has_tags;
}

/* Removes parts of programs from the matches after the first `n`. */
static void keep_whole(struct worker *worker, size_t n)
{
    struct held_out_match *list = worker->matches.list.items;
    for (size_t i = n; i < worker->matches.list.n; i++)
        if (held_out_is_whole(worker->held_out, &list[i]))
            list[n++] = list[i];
    worker->matches.list.n = n;
}

enum { MAX_READINGS = 2 }; /* of a text that was read from a text */

/* Searches a text in all its readings. Returns whether there is code in one of them. */
static bool search_text(struct worker *worker, const char *text, size_t length, int n_readings)
{
    scoped(str) other = {0};
    size_t n_before = worker->matches.list.n;
    bool is_code = search_code(worker, text, length, CUT_AT_ANY);
    bool is_fim = worker->text.fim != FIM_NONE;
    is_code |= search_code(worker, text, length, CUT_NOWHERE);
    if (is_fim)
        loose_text_read(&worker->text, text, length, CUT_AT_SPECIAL);
    if (is_fim && loose_text_fill(&other, &worker->text)) {
        keep_whole(worker, n_before); /* parts are those of the filled text */
        search_code(worker, str_text(&other), other.length, CUT_NOWHERE);
    }
    str_clear(&other);
    if (n_readings == MAX_READINGS)
        return is_code;
    if (memmem(text, length, "<BUG>", 5) && add_without_tags(&other, text, length))
        search_text(worker, str_text(&other), other.length, MAX_READINGS);
    str_clear(&other);
    if (memmem(text, length, "\\n", 2)) {
        add_unescaped(&other, text, length);
        is_code |= search_text(worker, str_text(&other), other.length, n_readings + 1);
    }
    if (memmem(text, length, "@@ -", 4))
        for (const char *side = "-+"; *side; side++) {
            str_clear(&other);
            add_diff_side(&other, text, length, *side);
            is_code |= search_text(worker, str_text(&other), other.length, MAX_READINGS);
        }
    return is_code;
}

static void take_text(struct worker *worker, const char *text, size_t length)
{
    worker->batch->n_texts++;
    worker->batch->n_code_texts += search_text(worker, text, length, 0);
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

/* Searches the members prefix, suffix and middle of an object as one text. */
static void search_members(struct worker *worker, const struct json *object)
{
    static const char *const names[] = {"prefix", "suffix", "middle"};
    static const char *const marks[] = {"[PREFIX]", "[SUFFIX]", "[MIDDLE]"};
    scoped(str) joined = {0};
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        const char *text = json_text_at(object, names[i]);
        n += text != NULL;
        str_print(&joined, "%s%s", marks[i], text ? text : "");
    }
    if (n > 1)
        search_text(worker, str_text(&joined), joined.length, MAX_READINGS);
}

static void search_value(struct worker *worker, const struct json *value)
{
    const char *text = json_text(value);
    if (text)
        take_text(worker, text, strlen(text));
    json_each(item, value) {
        const char *name = json_is_array(value) ? NULL : json_name(item);
        if (name && strlen(name) > worker->held_out->options.min_tokens)
            take_text(worker, name, strlen(name));
        search_value(worker, item);
    }
    if (json_kind(value) == JSON_OBJECT)
        search_members(worker, value);
    if (!json_is_array(value) || json_count(value) < 2)
        return;
    search_joined(worker, value, NULL);
    json_each(member, json_first(value)) {
        if (json_text(member) && json_name(member))
            search_joined(worker, value, json_name(member));
    }
}

/* ---- What was found in a row ---- */

static int compare_matches(const void *a, const void *b)
{
    const struct held_out_match *x = a, *y = b;
    int order = COMPARE(x->program, y->program);
    order = order ? order : COMPARE(x->text, y->text);
    order = order ? order : COMPARE(x->start, y->start);
    order = order ? order : COMPARE(y->end, x->end);
    return order ? order : COMPARE(y->is_exact, x->is_exact);
}

/* Whether the edit of a fix is in the part. */
static bool has_edit(const struct held_out *held_out, const struct held_out_match *match)
{
    const struct held_out_program *program = &held_out->programs.items[match->program];
    for (uint32_t i = 0; i < program->n_uses; i++) {
        uint32_t edit = held_out->uses.items[program->first_use + i].edit;
        if (edit >= match->start && edit < match->end)
            return true;
    }
    return false;
}

/* Returns whether one finding says more about a program than another. */
static bool is_better(const struct held_out *held_out, const struct training_finding *a,
                      const struct training_finding *b)
{
    bool whole_a = held_out_is_whole(held_out, &a->match);
    bool whole_b = held_out_is_whole(held_out, &b->match);
    if (whole_a != whole_b)
        return whole_a;
    if (a->n_tokens != b->n_tokens)
        return a->n_tokens > b->n_tokens;
    return a->match.is_exact && !b->match.is_exact;
}

/* A chain of parts of one program ends: it is taken if it is long enough, and better. */
static void take_chain(const struct held_out *held_out, struct training_finding *best,
                       const struct training_finding *chain)
{
    bool is_whole = held_out_is_whole(held_out, &chain->match);
    uint32_t n_all = chain->match.end - chain->match.start;
    bool is_long = chain->n_tokens >= held_out->options.min_tokens &&
                   chain->n_tokens >= n_all - n_all / 4; /* the rest are gaps */
    bool is_strong = !chain->match.is_weak || has_edit(held_out, &chain->match);
    bool is_equal = is_whole && chain->n_tokens == n_all;
    if ((is_equal || (is_long && is_strong)) && is_better(held_out, chain, best))
        *best = *chain;
}

/* Finds the best chain of matches of one program, which are sorted: matches in one text, in their
 * order there, that overlap or have few tokens between them, because the text was cut in a token or
 * in the program. A match alone is one, too. */
static struct training_finding best_of(const struct held_out *held_out,
                                       const struct held_out_match *matches, size_t n)
{
    enum { MAX_GAP = 2 * LOOSE_NEAR };
    struct training_finding best = {.n_tokens = 0}, chain = {.n_tokens = 0};
    for (size_t i = 0; i < n; i++) {
        const struct held_out_match *match = &matches[i];
        struct training_finding alone = {.match = *match, .n_tokens = match->end - match->start};
        take_chain(held_out, &best, &alone);
        if (!chain.n_tokens || match->text != chain.match.text ||
            match->start > chain.match.end + MAX_GAP) {
            chain = alone;
            continue;
        }
        if (match->code_start < chain.match.code_end || match->end <= chain.match.end)
            continue;
        chain.match.code_end = match->code_end;
        uint32_t end = chain.match.end;
        chain.n_tokens += match->end - (match->start > end ? match->start : end);
        chain.match.end = match->end;
        chain.match.is_exact = chain.match.is_exact && match->is_exact;
        chain.match.is_weak = chain.match.is_weak || match->is_weak;
        take_chain(held_out, &best, &chain);
    }
    return best;
}

/* Of the parts found in a row, so many of the longest are kept. */
enum { MAX_PARTS = 16 };

static int compare_lengths(const void *a, const void *b)
{
    const struct training_finding *x = a, *y = b;
    int order = COMPARE(y->n_tokens, x->n_tokens);
    return order ? order : COMPARE(x->match.program, y->match.program);
}

/* Adds what was found in a row to the batch. */
static void end_row(struct worker *worker)
{
    const struct held_out *held_out = worker->held_out;
    struct batch *batch = worker->batch;
    scoped_array ARRAY(struct training_finding) parts = {0};
    const struct held_out_match *list = worker->matches.list.items;
    size_t n = worker->matches.list.n, n_before = batch->findings.n;
    array_sort(&worker->matches.list, compare_matches);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && list[end].program == list[i].program;)
            end++;
        struct training_finding found = best_of(held_out, &list[i], end - i);
        found.row = batch->n_rows;
        found.file = batch->file;
        found.line = worker->line;
        if (found.n_tokens && held_out_is_whole(held_out, &found.match))
            array_push(&batch->findings, found);
        else if (found.n_tokens)
            array_push(&parts, found);
    }
    array_sort(&parts, compare_lengths);
    for (size_t i = 0; batch->findings.n - n_before < MAX_PARTS && i < parts.n; i++)
        array_push(&batch->findings, parts.items[i]);
    array_clear(&worker->matches.list);
    batch->n_rows++;
}

static void add_problem(struct worker *worker, const char *reason)
{
    struct training_problem problem = {worker->batch->file, worker->line,
                                       mem_copy_text(reason, strlen(reason))};
    array_push(&worker->batch->problems, problem);
}

static void search_row(struct worker *worker, const struct json *value, const char *text,
                       size_t length)
{
    worker->problem = NULL;
    if (value)
        search_value(worker, value);
    else
        take_text(worker, text, length);
    end_row(worker);
    if (worker->problem)
        add_problem(worker, worker->problem);
}

/* A line that is not JSON is searched as it is, all the same. */
static void search_line(struct worker *worker, const char *text, size_t length)
{
    scoped(json) *value = NULL;
    struct err problem;
    if (!worker->batch->is_text && json_parse(&value, text, length, &problem) != 0)
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
    worker->held_out = &run->out->held_out;
    worker->search = held_out_search_new(worker->held_out);
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

/* Adds the rest of an array that goes on after the first line of a file. */
static int add_array(struct run *run, struct batch *batch, struct json_end *end, struct err *err)
{
    struct input_line *line = &batch->lines.items[batch->lines.n - 1];
    char *text;
    size_t length;
    int status;
    while ((status = lines_next(&run->lines, &text, &length, err)) == 1) {
        batch->bytes.text[batch->bytes.length - 1] = '\n'; /* in place of the zero */
        str_add(&batch->bytes, text, length);
        str_add(&batch->bytes, "", 1);
        line->length = batch->bytes.length - 1 - line->start;
        if (batch->bytes.length > LINES_MAX_BYTES)
            return err_set(err,
                           "'%s' is a JSON array of more than %zu bytes; write each row on a "
                           "line",
                           run->options->files.items[run->file], LINES_MAX_BYTES);
        if (json_end_scan(end, text, length))
            return 1;
    }
    return status < 0 ? ERR : 1;
}

/* Adds lines of the open file. Returns 1, 0 at its end, or ERR. */
static int add_lines(struct run *run, struct batch *batch, struct err *err)
{
    char *text;
    size_t length;
    int status = 1;
    while (batch->lines.n < BATCH_LINES && batch->bytes.length < BATCH_BYTES && status == 1) {
        status = lines_next(&run->lines, &text, &length, err);
        if (status != 1)
            return status;
        size_t blanks = run->lines.number == 1 ? utf8_byte_order_mark(text, length) : 0;
        text += blanks;
        length -= blanks;
        blanks = strspn(text, " \t\r");
        if (blanks >= length)
            continue;
        struct json_end end = {0};
        add_line(batch, run->lines.number, text, length);
        if (run->lines.number == 1 && text[blanks] == '[' && !json_end_scan(&end, text, length))
            status = add_array(run, batch, &end, err);
    }
    return status;
}

static int open_next(struct run *run, struct err *err)
{
    const char *path = run->options->files.items[run->file];
    if (lines_open(&run->lines, path, LINES_MAX_BYTES, err) != 0)
        return ERR;
    run->is_open = true;
    return 0;
}

static int produce(void *context, void *item, struct err *err)
{
    struct run *run = context;
    struct batch *batch = item;
    while (batch->lines.n == 0 && run->file < run->options->files.n) {
        const char *path = run->options->files.items[run->file];
        batch->file = run->file;
        batch->is_text = run->options->is_text && run->options->is_text(path);
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
    out->n_code_texts += batch->n_code_texts;
    out->n_problems += batch->problems.n;
    out->n_bytes += batch->bytes.length;
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
            bool is_whole = held_out_is_whole(&out->held_out, &list[k].match);
            bool is_kept = held_out_is_whole(&out->held_out, &list[longest].match)
                               ? is_whole
                               : list[k].n_tokens == list[longest].n_tokens;
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
    scoped_memory struct held_out_match *matches = mem_alloc(n, sizeof *matches);
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
static int expect_splits(const struct held_out *held_out, const char *splits, struct err *err)
{
    for (;;) {
        bool is_there = false;
        size_t n = strcspn(splits, ",");
        for (size_t i = 0; i < held_out->uses.n && !is_there; i++) {
            const char *split = held_out->uses.items[i].split;
            is_there = strlen(split) == n && memcmp(split, splits, n) == 0;
        }
        if (!is_there)
            return err_set(err,
                           "no fix is in '%.*s'; run tokfix split first, or name other splits "
                           "with --held-out",
                           (int)n, splits);
        if (!splits[n])
            return 0;
        splits += n + 1;
    }
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
    if (held_out_read(&out->held_out, &options->held_out, &options->match, err) != 0)
        return ERR;
    if (expect_splits(&out->held_out, options->held_out.splits, err) != 0)
        return ERR;
    int status = pipeline_run(&pipeline, err);
    lines_close(&run.lines);
    return status == 0 ? drop_common(out, options, err) : ERR;
}

void training_release(struct training *training)
{
    held_out_release(&training->held_out);
    array_release(&training->findings);
    array_release(&training->problems);
    arena_release(&training->arena);
}
