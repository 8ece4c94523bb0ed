/* Two hunks are aligned by a longest common subsequence of their lines without white space. Lines
 * between two that are aligned share rows if they are of the same kind. */
#include "report/task_hunks.h"

#include "base/terminal.h"
#include "report/clip.h"
#include "report/common_ends.h"
#include "report/report_text.h"
#include "tasks/line_table.h"

#include <string.h>

enum {
    MIN_SIDE = 36,       /* columns */
    MIN_DIGITS = 4,      /* of a line number */
    MIDDLE = 3,          /* columns between the sides */
    MAX_CELLS = 1 << 23, /* of the table of the alignment */
    NO_LINE = -1,
    GOLD = 0,
    COMMIT = 1,
    N_COLUMNS = 2,
};

/* ---- JSON ---- */

static void add_valid(struct str *out, const char *bytes, size_t length)
{
    for (const char *end = bytes + length, *zero; bytes < end; bytes = zero + 1) {
        zero = memchr(bytes, '\0', (size_t)(end - bytes));
        zero = zero ? zero : end;
        utf8_add_valid(out, bytes, (size_t)(zero - bytes));
        str_add_text(out, zero < end ? "\xef\xbf\xbd" : "");
    }
}

/* "@@ -1,7 +1,8 @@" */
static void add_range(struct str *out, const struct patch_hunk *range)
{
    str_print(out, "@@ -%u,%u +%u,%u @@", range->line[PATCH_BEFORE], range->n[PATCH_BEFORE],
              range->line[PATCH_AFTER], range->n[PATCH_AFTER]);
}

static struct json *hunk_value(const struct lone_hunk *hunk)
{
    scoped(str) text = {0};
    if (!hunk->path)
        return NULL;
    add_range(&text, &hunk->range);
    str_add_text(&text, "\n");
    for (uint32_t i = 0; i < hunk->range.n_lines; i++) {
        const struct patch_line *line = &hunk->lines[i];
        str_add(&text, &line->kind, 1);
        add_valid(&text, line->text, line->length);
        str_add_text(&text, line->has_no_end ? "\n\\ No newline at end of file\n" : "\n");
    }
    return json_text_value(str_text(&text));
}

void task_hunks_set(struct json *finding, const struct finding_hunks *hunks)
{
    struct json *list = json_array();
    for (size_t i = 0; i < hunks->n; i++) {
        const struct hunk_pair *pair = &hunks->pairs[i];
        json_push(list, json_make(J_TEXT("path", pair->gold.path),
                                  J_VALUE("gold", hunk_value(&pair->gold)),
                                  J_TEXT("commit_path", pair->commit.path),
                                  J_VALUE("commit", hunk_value(&pair->commit))));
    }
    json_add(finding, J_VALUE("hunks", list), J_TEXT("hunks_problem", hunks->problem));
}

/* ---- Alignment ---- */

/* Lines of both sides in one row, by number in their hunks, or NO_LINE. */
struct hunk_row {
    int64_t line[N_COLUMNS];
    bool is_equal;
};

struct alignment {
    const struct lone_hunk *sides[N_COLUMNS];
    uint32_t *numbers[N_COLUMNS]; /* by line, without white space; 0: blank */
    ARRAY(struct hunk_row) rows;
};

static char kind_at(const struct alignment *alignment, int side, size_t line)
{
    return alignment->sides[side]->lines[line].kind;
}

static bool is_same(const struct alignment *alignment, size_t a, size_t b)
{
    return alignment->numbers[GOLD][a] == alignment->numbers[COMMIT][b];
}

/* What two equal lines are worth: a blank line is the least reason to align them. */
static uint32_t worth(const struct alignment *alignment, size_t a, size_t b)
{
    if (!alignment->numbers[GOLD][a])
        return 1;
    return kind_at(alignment, GOLD, a) == kind_at(alignment, COMMIT, b) ? 3 : 2;
}

/* Returns the kind of the next rows of lines that are not aligned: the one before as long as a side
 * has more of it; then context, what is removed, what is added. */
static char next_kind(const struct alignment *alignment, const size_t at[N_COLUMNS],
                      const size_t end[N_COLUMNS], char before)
{
    static const char order[] = " -+";
    const char *first = order + 2;
    for (int side = 0; side < N_COLUMNS; side++) {
        if (at[side] == end[side])
            continue;
        char kind = kind_at(alignment, side, at[side]);
        if (kind == before)
            return kind;
        first = strchr(order, kind) < first ? strchr(order, kind) : first;
    }
    return *first;
}

/* Adds rows for lines up to `end` that are not aligned. Those of the same kind are side by side. */
static void add_gap(struct alignment *alignment, size_t at[N_COLUMNS], const size_t end[N_COLUMNS])
{
    for (char kind = 0; at[GOLD] < end[GOLD] || at[COMMIT] < end[COMMIT];) {
        struct hunk_row row = {{NO_LINE, NO_LINE}, false};
        kind = next_kind(alignment, at, end, kind);
        for (int side = 0; side < N_COLUMNS; side++)
            if (at[side] < end[side] && kind_at(alignment, side, at[side]) == kind)
                row.line[side] = (int64_t)at[side]++;
        array_push(&alignment->rows, row);
    }
}

static void add_equal(struct alignment *alignment, size_t at[N_COLUMNS], size_t n)
{
    for (size_t i = 0; i < n; i++)
        array_push(&alignment->rows,
                   ((struct hunk_row){{(int64_t)at[GOLD]++, (int64_t)at[COMMIT]++}, true}));
}

/* Aligns lines from `at` to `end`. `best`, (n + 1) times (m + 1), is what can be won from two lines
 * on. */
static void align_middle(struct alignment *alignment, size_t at[N_COLUMNS],
                         const size_t end[N_COLUMNS])
{
    size_t a = at[GOLD], b = at[COMMIT], n = end[GOLD] - a, m = end[COMMIT] - b, width = m + 1;
    bool is_small = n && m && (n + 1) <= MAX_CELLS / width;
    scoped_memory uint32_t *best = is_small ? mem_alloc((n + 1) * width, sizeof *best) : NULL;
    for (size_t i = n; is_small && i-- > 0;)
        for (size_t j = m; j-- > 0;) {
            uint32_t down = best[(i + 1) * width + j], right = best[i * width + j + 1];
            uint32_t most = down > right ? down : right;
            uint32_t both = is_same(alignment, a + i, b + j)
                                ? best[(i + 1) * width + j + 1] + worth(alignment, a + i, b + j)
                                : 0;
            best[i * width + j] = both > most ? both : most;
        }
    for (size_t i = 0, j = 0; is_small && i < n && j < m;) {
        uint32_t here = best[i * width + j];
        bool is_pair = here != best[(i + 1) * width + j] && here != best[i * width + j + 1];
        if (is_pair) {
            add_gap(alignment, at, (const size_t[]){a + i++, b + j++});
            add_equal(alignment, at, 1);
        } else if (here == best[(i + 1) * width + j]) {
            i++;
        } else {
            j++;
        }
    }
    add_gap(alignment, at, end);
}

/* Aligns two hunks; the second one may be none. */
static void align(struct alignment *alignment)
{
    size_t n[N_COLUMNS] = {alignment->sides[GOLD]->range.n_lines,
                           alignment->sides[COMMIT]->range.n_lines};
    size_t least = n[GOLD] < n[COMMIT] ? n[GOLD] : n[COMMIT], start = 0, end = 0;
    while (start < least && is_same(alignment, start, start) &&
           kind_at(alignment, GOLD, start) == kind_at(alignment, COMMIT, start))
        start++;
    while (end < least - start && is_same(alignment, n[GOLD] - end - 1, n[COMMIT] - end - 1) &&
           kind_at(alignment, GOLD, n[GOLD] - end - 1) ==
               kind_at(alignment, COMMIT, n[COMMIT] - end - 1))
        end++;
    size_t at[N_COLUMNS] = {0, 0};
    add_equal(alignment, at, start);
    align_middle(alignment, at, (const size_t[]){n[GOLD] - end, n[COMMIT] - end});
    add_equal(alignment, at, end);
}

static void make_alignment(struct alignment *alignment, const struct hunk_pair *pair)
{
    scoped(line_table) table = {.n_slots = 0};
    alignment->sides[GOLD] = &pair->gold;
    alignment->sides[COMMIT] = &pair->commit;
    for (int side = 0; side < N_COLUMNS; side++) {
        const struct lone_hunk *hunk = alignment->sides[side];
        alignment->numbers[side] = mem_alloc(hunk->range.n_lines + 1, sizeof(uint32_t));
        for (uint32_t i = 0; i < hunk->range.n_lines; i++)
            alignment->numbers[side][i] =
                line_table_number(&table, hunk->lines[i].text, hunk->lines[i].length);
    }
    align(alignment);
}

static void release_alignment(struct alignment *alignment)
{
    free(alignment->numbers[GOLD]);
    free(alignment->numbers[COMMIT]);
    array_release(&alignment->rows);
}
SCOPED_VALUE(alignment, release_alignment)

/* ---- Rows ---- */

/* Two columns, and what is written to them. */
struct columns {
    struct str *out;
    const struct paint *paint;
    const struct diff_style *style;
    size_t n_columns;                        /* of each side */
    int n_digits;                            /* of line numbers */
    size_t n_indent;                         /* bytes of white space with which all lines begin */
    uint32_t next[N_COLUMNS][N_PATCH_SIDES]; /* numbers of the lines to come */
};

/* Ends a cell of some columns with the blanks up to the middle. */
static void end_cell(struct columns *columns, int side, size_t n_columns)
{
    if (side == GOLD && n_columns < columns->n_columns)
        str_print(columns->out, "%*s", (int)(columns->n_columns - n_columns), "");
}

static void add_middle(struct columns *columns, const char *mark, bool has_more)
{
    str_print(columns->out, " %s%s%s%s", columns->paint->context, mark, columns->paint->end,
              has_more ? " " : "");
}

/* Appends what fits of a text: its end if it is a path. Returns the number of columns. */
static size_t clip_text(struct str *out, const char *text, size_t length, size_t n_columns,
                        bool is_path)
{
    size_t before = out->length, mark = is_path ? length : 0;
    const struct clip_line line = {text, 0, length, mark, mark};
    clip_add(out, &line, clip_first_column(&line, n_columns), n_columns, "", "");
    return utf8_columns(str_text(out) + before, out->length - before);
}

/* Adds a row of two texts. */
static void add_texts(struct columns *columns, const char *const texts[N_COLUMNS],
                      const char *paint, bool is_path)
{
    for (int side = 0; side < N_COLUMNS; side++) {
        bool has_text = *texts[side];
        if (side == COMMIT)
            add_middle(columns, "│", has_text);
        str_add_text(columns->out, has_text ? paint : "");
        size_t n =
            clip_text(columns->out, texts[side], strlen(texts[side]), columns->n_columns, is_path);
        str_add_text(columns->out, has_text && *paint ? columns->paint->end : "");
        end_cell(columns, side, n);
    }
    str_add_text(columns->out, "\n");
}

/* Returns the number of a line: before the change if it is removed, else after it. */
static uint32_t take_number(struct columns *columns, int side, char kind)
{
    uint32_t *next = columns->next[side];
    uint32_t number = next[kind == '-' ? PATCH_BEFORE : PATCH_AFTER];
    next[PATCH_BEFORE] += kind != '+';
    next[PATCH_AFTER] += kind != '-';
    return number;
}

static const char *paint_of_kind(const struct paint *paint, char kind)
{
    return kind == '-' ? paint->removed : kind == '+' ? paint->added : "";
}

/* Adds a line of a hunk: its number, its kind, and what fits of it from a column on. */
static void add_line(struct columns *columns, int side, char kind, const struct clip_line *line,
                     size_t first_column)
{
    scoped(str) plain = {0}, unmark = {0};
    const char *paint = paint_of_kind(columns->paint, kind);
    bool has_code = line->end > line->start;
    str_print(&plain, "%*u", columns->n_digits, take_number(columns, side, kind));
    if (has_code || kind != ' ')
        str_print(&plain, " %c%s", kind, has_code ? " " : "");
    size_t n_gutter = plain.length, n_columns = columns->n_columns - n_gutter;
    str_print(&unmark, "%s%s", columns->paint->end, paint);
    str_add_text(columns->out, paint);
    str_add(columns->out, plain.text, n_gutter);
    clip_add(columns->out, line, first_column, n_columns, columns->paint->mark, str_text(&unmark));
    str_add_text(columns->out, *paint ? columns->paint->end : "");
    clip_add(&plain, line, first_column, n_columns, "", "");
    end_cell(columns, side, utf8_columns(plain.text, plain.length));
}

/* Marks what differs in two lines, if they have at least half of the shorter one in common. */
static void mark_difference(struct clip_line lines[N_COLUMNS])
{
    struct clip_line *a = &lines[GOLD], *b = &lines[COMMIT];
    size_t n_a = a->end - a->start, n_b = b->end - b->start, least = n_a < n_b ? n_a : n_b;
    struct common_ends ends = common_ends_of(a->code + a->start, n_a, b->code + b->start, n_b);
    bool is_alike = least && 2 * (ends.start + ends.end) >= least;
    for (int side = 0; is_alike && side < N_COLUMNS; side++) {
        lines[side].mark_start = lines[side].start + ends.start;
        lines[side].mark_end = lines[side].end - ends.end;
    }
}

/* Returns a line of a hunk without its indentation and a CR at its end. */
static struct clip_line line_of(const struct columns *columns, const struct patch_line *line)
{
    size_t end = line->length;
    end -= end && line->text[end - 1] == '\r';
    size_t start = columns->n_indent < end ? columns->n_indent : end;
    return (struct clip_line){line->text, start, end, start, start};
}

static const char *middle_of(const struct hunk_row *row, bool has_commit)
{
    if (row->is_equal || !has_commit)
        return "│";
    return row->line[COMMIT] == NO_LINE ? "<" : row->line[GOLD] == NO_LINE ? ">" : "≠";
}

static void add_row(struct columns *columns, const struct alignment *alignment,
                    const struct hunk_row *row)
{
    struct clip_line lines[N_COLUMNS] = {{0}};
    bool has_line[N_COLUMNS];
    size_t first_column = 0;
    for (int side = 0; side < N_COLUMNS; side++) {
        has_line[side] = row->line[side] != NO_LINE;
        if (has_line[side])
            lines[side] = line_of(columns, &alignment->sides[side]->lines[row->line[side]]);
    }
    if (!row->is_equal && has_line[GOLD] && has_line[COMMIT])
        mark_difference(lines);
    for (int side = 0; side < N_COLUMNS; side++) {
        size_t n_columns = columns->n_columns - (size_t)columns->n_digits - 3;
        size_t first = clip_first_column(&lines[side], n_columns);
        first_column = first > first_column ? first : first_column;
    }
    for (int side = 0; side < N_COLUMNS; side++) {
        if (side == COMMIT)
            add_middle(columns, middle_of(row, alignment->sides[COMMIT]->path), has_line[COMMIT]);
        if (has_line[side])
            add_line(columns, side, kind_at(alignment, side, (size_t)row->line[side]), &lines[side],
                     first_column);
        else
            end_cell(columns, side, 0);
    }
    str_add_text(columns->out, "\n");
}

/* Adds a row in place of `n` rows that only the commit has. */
static void add_hidden(struct columns *columns, size_t n)
{
    scoped_memory char *text =
        mem_print("%*s   … %zu %s …", columns->n_digits, "", n, plural((double)n, "line", "lines"));
    add_texts(columns, (const char *const[]){"", text}, columns->paint->context, false);
}

/* Returns which rows have a line of the gold, or one nearby, or only such rows around them. */
static bool *choose_rows(const struct alignment *alignment, size_t context)
{
    size_t n = alignment->rows.n;
    bool *is_shown = mem_alloc(n + 1, sizeof *is_shown);
    for (size_t i = 0, end = 0; i < n; i++) { /* `end`: of the rows that were looked at */
        if (alignment->rows.items[i].line[GOLD] == NO_LINE)
            continue;
        size_t first = i > context ? i - context : 0;
        size_t last = context < n - i ? i + context : n - 1;
        for (end = end > first ? end : first; end <= last; end++)
            is_shown[end] = true;
    }
    for (size_t i = 0; i < n; i++)
        if ((!i || is_shown[i - 1]) && (i + 1 == n || is_shown[i + 1]))
            is_shown[i] = true;
    return is_shown;
}

static void add_rows(struct columns *columns, const struct alignment *alignment)
{
    scoped_memory bool *is_shown = choose_rows(alignment, columns->style->n_context);
    size_t n_hidden = 0;
    for (size_t i = 0; i < alignment->rows.n; i++) {
        const struct hunk_row *row = &alignment->rows.items[i];
        if (!is_shown[i]) {
            n_hidden++;
            take_number(columns, COMMIT, kind_at(alignment, COMMIT, (size_t)row->line[COMMIT]));
            continue;
        }
        if (n_hidden)
            add_hidden(columns, n_hidden);
        n_hidden = 0;
        add_row(columns, alignment, row);
    }
    if (n_hidden)
        add_hidden(columns, n_hidden);
}

/* ---- Hunks ---- */

/* Returns the number of blanks and tabs with which all lines of both hunks begin. */
static size_t common_indent(const struct hunk_pair *pair)
{
    const struct lone_hunk *const sides[] = {&pair->gold, &pair->commit};
    const struct patch_line *first = NULL;
    size_t n = 0;
    for (int side = 0; side < N_COLUMNS; side++)
        for (uint32_t i = 0; i < sides[side]->range.n_lines; i++) {
            const struct patch_line *line = &sides[side]->lines[i];
            size_t at = 0;
            while (at < line->length && strchr(" \t", line->text[at]) && line->text[at])
                at++;
            if (at == line->length || line->text[at] == '\r')
                continue;
            n = first && n < at ? n : at;
            first = first ? first : line;
            for (at = 0; at < n && line->text[at] == first->text[at]; at++)
                ;
            n = at;
        }
    return n;
}

static int count_digits(uint32_t number)
{
    int n = 1;
    for (; number > 9; number /= 10)
        n++;
    return n;
}

static void set_numbers(struct columns *columns, const struct hunk_pair *pair)
{
    const struct lone_hunk *const sides[] = {&pair->gold, &pair->commit};
    columns->n_digits = MIN_DIGITS;
    for (int side = 0; side < N_COLUMNS; side++)
        for (int i = 0; i < N_PATCH_SIDES; i++) {
            const struct patch_hunk *range = &sides[side]->range;
            int n_digits = count_digits(range->line[i] + range->n[i]);
            columns->n_digits = n_digits > columns->n_digits ? n_digits : columns->n_digits;
            columns->next[side][i] = range->line[i];
        }
}

static void add_pair(struct columns *columns, const struct hunk_pair *pair, bool is_compared)
{
    scoped(alignment) alignment = {.sides = {NULL, NULL}};
    scoped(str) gold = {0}, commit = {0};
    set_numbers(columns, pair);
    columns->n_indent = common_indent(pair);
    add_range(&gold, &pair->gold.range);
    if (pair->commit.path)
        add_range(&commit, &pair->commit.range);
    else if (is_compared)
        str_add_text(&commit, "no hunk has a changed line of it");
    add_texts(columns, (const char *const[]){str_text(&gold), str_text(&commit)},
              columns->paint->context, false);
    make_alignment(&alignment, pair);
    add_rows(columns, &alignment);
}

static void add_hunks(struct columns *columns, const struct finding_hunks *hunks)
{
    const struct hunk_pair *before = NULL;
    for (size_t i = 0; i < hunks->n; i++) {
        const struct hunk_pair *pair = &hunks->pairs[i];
        const char *path = pair->commit.path ? pair->commit.path : "";
        bool is_new = !before || strcmp(before->gold.path, pair->gold.path) != 0 ||
                      (pair->commit.path &&
                       strcmp(before->commit.path ? before->commit.path : "", path) != 0);
        if (is_new)
            add_texts(columns, (const char *const[]){pair->gold.path, path}, "", true);
        add_pair(columns, pair, hunks->is_compared);
        before = pair;
    }
}

/* ---- Findings ---- */

static const char heading_text[] = {
#include "report/text/task_hunks.txt.inc"
};

static void add_safe(struct str *out, const char *text)
{
    terminal_add_safe(out, text, strlen(text), 0);
}

static void add_heading(struct columns *columns, const char *id, const struct json *finding)
{
    scoped(str) heading = {0};
    double n_more =
        json_number_at(finding, "n_names") - (double)json_count(json_get(finding, "names"));
    bool is_solved =
        strcmp(json_text_at(finding, "evidence"), evidence_names[EVIDENCE_SOLVED]) == 0;
    scoped(json) *more = json_make(
        J_TEXT("id", id), J_DOUBLE("n_more", n_more),
        J_DOUBLE("days_before", -json_number_at(finding, "days")),
        J_BOOL("is_also_solved", !is_solved && json_is_true(json_get(finding, "is_solved"))));
    report_text_add(&heading, heading_text, finding, more, add_safe);
    str_add_text(columns->out, "\n");
    const char *paint = columns->paint->title;
    for (const char *line = str_text(&heading); *line; paint = "") {
        size_t length = strcspn(line, "\n");
        str_add_text(columns->out, paint);
        clip_text(columns->out, line, length, 2 * columns->n_columns + MIDDLE, false);
        str_print(columns->out, "%s\n", *paint ? columns->paint->end : "");
        line += length + 1;
    }
}

static void add_titles(struct columns *columns, const char *commit)
{
    scoped_memory char *title = mem_print("commit %.10s", commit);
    add_texts(columns, (const char *const[]){"gold patch", title}, columns->paint->title, false);
}

static void print_finding(const struct task_finding *finding, const char *id,
                          const struct json *values, const struct diff_style *style, FILE *out)
{
    scoped(str) text = {0};
    size_t n_columns =
        style->n_columns > 2 * MIN_SIDE + MIDDLE ? (style->n_columns - MIDDLE) / 2 : MIN_SIDE;
    struct columns columns = {
        .out = &text, .paint = paint_of(style->has_color), .style = style, .n_columns = n_columns};
    add_heading(&columns, id, values);
    add_titles(&columns, finding->commit);
    add_hunks(&columns, &finding->hunks);
    fwrite(str_text(&text), 1, text.length, out);
}

void task_hunks_print(const struct json *report, const struct task_scan *scan, size_t limit,
                      const struct diff_style *style, FILE *out)
{
    const struct json *row = json_first(json_get(report, "results"));
    for (size_t i = 0, n = 0; i < scan->results.n && n < limit; i++, row = json_next(row)) {
        const struct task_result *result = &scan->results.items[i];
        const struct json *values = json_first(json_get(row, "findings"));
        n += result->findings.n > 0;
        for (size_t f = 0; f < result->findings.n; f++, values = json_next(values))
            print_finding(&result->findings.items[f], result->task->id, values, style, out);
    }
}
