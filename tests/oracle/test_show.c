/* Diffs of real fixes, read back, agree with their rows: the lines are those of the programs, and
 * the marked text is the token, at every width and in colours. */
#include "base/mem.h"
#include "base/str.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#include <ctype.h>

enum { HEADING_LINES = 4 }; /* at least */

/* A line of code as it is shown. */
struct shown_line {
    char sign;       /* ' ', '-', '+' */
    size_t number;   /* 0: it says how many are not shown */
    char *text;      /* in the output */
    struct str mark; /* what stands above the carets */
};

struct shown_fix {
    const char *id; /* and what is after it on the line */
    ARRAY(struct shown_line) lines;
};

struct shown {
    struct str output;
    ARRAY(struct shown_fix) fixes;
};

/* Calls `take` with the first column of every character; returns the columns of the text. */
static size_t walk_columns(const char *text,
                           void (*take)(void *context, const char *character, size_t length,
                                        size_t column),
                           void *context)
{
    size_t column = 0;
    for (size_t length; *text; text += length) {
        uint32_t code;
        length = utf8_decode(text, strlen(text), &code);
        assert_true(length > 0);
        if (take)
            take(context, text, length, column);
        column += utf8_columns_of(code);
    }
    return column;
}

/* Carets, and the line that they stand below. */
struct carets {
    struct str *mark;
    size_t start, end;
};

static void take_marked(void *context, const char *character, size_t length, size_t column)
{
    struct carets *carets = context;
    uint32_t code;
    utf8_decode(character, length, &code);
    bool is_on_top = utf8_columns_of(code) == 0; /* of the character before */
    if (column >= carets->start + is_on_top && column < carets->end + is_on_top)
        str_add(carets->mark, character, length);
}

/* "  -    7 | text", "         |    ^^^"; false for a line that is neither. */
static bool read_line(struct shown_fix *fix, char *line)
{
    if (strncmp(line, "  ", 2) != 0 || !line[2] || !strchr(" -+", line[2]))
        return false;
    size_t digits = 3 + strspn(line + 3, " 0123456789");
    if (line[digits] != '|')
        return false;
    char *text = line + digits + 1 + (line[digits + 1] == ' ');
    struct shown_line shown = {
        .sign = line[2], .number = strtoul(line + 3, NULL, 10), .text = text};
    size_t blanks = strspn(text, " "), marks = strspn(text + blanks, "^");
    if (shown.sign == ' ' && !shown.number && marks) {
        struct shown_line *above = &fix->lines.items[fix->lines.n - 1];
        struct carets carets = {&above->mark, blanks, blanks + marks};
        assert_int_equal(text[blanks + marks], '\0');
        walk_columns(above->text, take_marked, &carets);
        return true;
    }
    array_push(&fix->lines, shown);
    return true;
}

static void shown_read(struct shown *shown, const char *db, const char *arguments)
{
    struct str *output = &shown->output;
    *shown = (struct shown){0};
    run_valid(output, "\"$TOKFIX\" show %s -n all %s", db, arguments);
    char *rest = output->text;
    for (char *line; rest && *rest;) {
        struct shown_fix fix = {.id = rest};
        for (int i = 0; (line = strsep(&rest, "\n")) && *line; i++)
            if (i >= HEADING_LINES && !read_line(&fix, line))
                assert_int_equal(fix.lines.n, 0); /* a heading may be longer */
        array_push(&shown->fixes, fix);
    }
}

static void shown_release(struct shown *shown)
{
    for (size_t i = 0; i < shown->fixes.n; i++) {
        struct shown_fix *fix = &shown->fixes.items[i];
        for (size_t k = 0; k < fix->lines.n; k++)
            str_release(&fix->lines.items[k].mark);
        array_release(&fix->lines);
    }
    array_release(&shown->fixes);
    str_release(&shown->output);
}

SCOPED_VALUE(shown, shown_release)

/* Appends a line of a program, as an editor shows it that has tabs of eight. */
static void add_editor_line(struct str *out, const char *code, size_t number)
{
    for (; number > 1; number--) {
        code += strcspn(code, "\r\n");
        code += strncmp(code, "\r\n", 2) == 0 ? 2 : *code != '\0';
    }
    size_t column = 0;
    for (const char *end = code + strcspn(code, "\r\n"); code < end;) {
        uint32_t letter;
        size_t length = utf8_decode(code, (size_t)(end - code), &letter);
        if (letter == '\t')
            str_print(out, "%*s", (int)(8 - column % 8), "");
        else
            str_add(out, code, length);
        column += letter == '\t' ? 8 - column % 8 : utf8_columns_of(letter);
        code += length;
    }
}

/* What is marked on a side, lines joined by line ends; blanks in it count as one where the token is
 * of two words. */
static void marked_on(struct str *out, const struct shown_fix *fix, char sign, const char *token)
{
    scoped(str) joined = {0};
    size_t n = 0;
    for (size_t i = 0; i < fix->lines.n; i++)
        if (fix->lines.items[i].sign == sign && fix->lines.items[i].number)
            str_print(&joined, "%s%s", n++ ? "\n" : "", str_text(&fix->lines.items[i].mark));
    bool is_words = strcmp(token, "not in") == 0 || strcmp(token, "is not") == 0;
    for (const char *at = str_text(&joined); *at; at++)
        if (!is_words || !strchr(" \\\n", *at))
            str_add(out, at, 1);
        else if (out->length && out->text[out->length - 1] != ' ')
            str_add(out, " ", 1);
}

static size_t count_letters(const char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += (text[i] & 0xc0) != 0x80;
    return n;
}

/* What is to be marked of a token: of two tokens of more than eight letters that begin and end with
 * three or more alike, only the rest. */
static void differing_part(struct str *out, const char *token, const char *other)
{
    size_t n = strlen(token), n_other = strlen(other), start = 0, end = 0;
    while (start < n && start < n_other && token[start] == other[start])
        start++;
    while (start && (token[start] & 0xc0) == 0x80)
        start--;
    while (end < n - start && end < n_other - start &&
           token[n - 1 - end] == other[n_other - 1 - end])
        end++;
    while (end && (token[n - end] & 0xc0) == 0x80)
        end--;
    bool is_long = count_letters(token, n) > 8 && count_letters(other, n_other) > 8;
    if (is_long && count_letters(token, start) + count_letters(token + n - end, end) >= 3)
        str_add(out, token + start, n - start - end);
    else
        str_add(out, token, n);
}

static void check_marks(const struct shown_fix *fix, const struct json *row)
{
    static const struct {
        char sign;
        const char *key, *other;
    } sides[] = {{'-', "before", "after"}, {'+', "after", "before"}};
    for (size_t i = 0; i < N_ITEMS(sides); i++) {
        const char *token = jsonl_text(row, sides[i].key);
        scoped(str) marked = {0}, expected = {0};
        marked_on(&marked, fix, sides[i].sign, token);
        differing_part(&expected, token, jsonl_text(row, sides[i].other));
        if (strcmp(str_text(&marked), str_text(&expected)) != 0)
            fail_msg("%s: '%s' is marked for '%s'", jsonl_text(row, "id"), str_text(&marked),
                     token);
    }
}

static void check_id(const struct shown_fix *fix, const struct json *row)
{
    const char *id = jsonl_text(row, "id");
    assert_memory_equal(fix->id, id, strlen(id));
    assert_int_equal(fix->id[strlen(id)], ' ');
}

/* The buggy program is printed in full, line by line, with the fixed line beside the buggy one. */
static void check_whole(const struct shown_fix *fix, const struct json *row)
{
    size_t next = 1, changed = 0;
    check_id(fix, row);
    for (size_t i = 0; i < fix->lines.n; i++) {
        const struct shown_line *line = &fix->lines.items[i];
        bool is_fixed = line->sign == '+';
        const char *code = jsonl_text(row, is_fixed ? "fixed_code" : "buggy_code");
        scoped(str) expected = {0};
        add_editor_line(&expected, code, line->number);
        assert_string_equal(line->text, str_text(&expected));
        if (!is_fixed)
            assert_int_equal(line->number, next++);
        if (line->sign == '-' && !changed)
            changed = line->number;
    }
    assert_int_equal(changed, jsonl_number(row, "line"));
    const char *code = jsonl_text(row, "buggy_code");
    size_t n_lines = 0;
    for (const char *at = code; *at; n_lines++) {
        at += strcspn(at, "\r\n");
        at += strncmp(at, "\r\n", 2) == 0 ? 2 : *at != '\0';
    }
    assert_int_equal(next - 1, n_lines);
    check_marks(fix, row);
}

static void read_rows(struct jsonl *rows, const char *db)
{
    jsonl_export(rows, "%s --format pairs --user-ids original --category all --marked all", db);
}

static void check_whole_programs(const char *name, const char *db)
{
    scoped(jsonl) rows = {0};
    scoped(shown) shown = {0};
    read_rows(&rows, db);
    setenv("COLUMNS", "100000", 1);
    shown_read(&shown, db, "--context all");
    unsetenv("COLUMNS");
    assert_int_equal(shown.fixes.n, rows.rows.n);
    for (size_t i = 0; i < rows.rows.n; i++)
        check_whole(&shown.fixes.items[i], rows.rows.items[i]);
    printf("note: %s: %zu fixes are shown as they are\n", name, rows.rows.n);
}

TEST(show__is_true_to_the_programs)
{
    jsonl_each_store("what is shown of real fixes", check_whole_programs);
}

/* The widest token of a fix, in columns. */
static size_t widest_token(const struct json *row)
{
    size_t before = walk_columns(jsonl_text(row, "before"), NULL, NULL);
    size_t after = walk_columns(jsonl_text(row, "after"), NULL, NULL);
    return before > after ? before : after;
}

/* Lines fit, and a token that fits between two ellipses is printed. */
static void check_width(const char *db, const struct jsonl *rows, size_t width)
{
    scoped(shown) shown = {0};
    setenv("COLUMNS", printed("%zu", width), 1);
    shown_read(&shown, db, "");
    unsetenv("COLUMNS");
    for (size_t i = 0; i < rows->rows.n; i++) {
        const struct shown_fix *fix = &shown.fixes.items[i];
        const struct json *row = rows->rows.items[i];
        check_id(fix, row);
        for (size_t k = 0; k < fix->lines.n; k++)
            assert_in_range(walk_columns(fix->lines.items[k].text, NULL, NULL), 0, width - 11);
        if (widest_token(row) + 2 <= width - 11 && !strchr(jsonl_text(row, "before"), '\n'))
            check_marks(fix, row);
    }
}

static void check_widths(const char *name, const char *db)
{
    static const size_t widths[] = {21, 22, 30, 40, 57, 80, 100, 200};
    scoped(jsonl) rows = {0};
    (void)name;
    read_rows(&rows, db);
    for (size_t i = 0; i < N_ITEMS(widths); i++)
        check_width(db, &rows, widths[i]);
}

TEST(show__fits_terminals_of_every_width)
{
    jsonl_each_store("real fixes on narrow terminals", check_widths);
}

static bool is_of_program(const struct str *lines)
{
    const char *last = lines->length ? strrchr(lines->text, '\n') : NULL;
    return last && (strncmp(last + 1, "  -", 3) == 0 || strncmp(last + 1, "  +", 3) == 0);
}

/* Takes colours out of a text; what is marked by them in a program is appended to `marks`, a line
 * each. */
static void take_colors(struct str *plain, struct str *marks, const char *text)
{
    static const char mark[] = "\033[1;7m";
    bool is_marked = false;
    for (; *text; text++) {
        if (*text == '\033') {
            str_add_text(marks, is_marked ? "\n" : "");
            is_marked = strncmp(text, mark, strlen(mark)) == 0 && is_of_program(plain);
            text += strcspn(text, "m");
            continue;
        }
        str_add(plain, text, 1);
        if (is_marked)
            str_add(marks, text, 1);
    }
}

static void check_colors(const char *name, const char *db)
{
    scoped(str) bare = {0}, marks = {0}, expected = {0};
    scoped(shown) shown = {0};
    (void)name;
    scoped(str) plain = output_of("\"$TOKFIX\" show %s -n all | grep -v '^         | *^^*$'", db);
    scoped(str) colored = output_of("\"$TOKFIX\" show %s -n all --color always", db);
    take_colors(&bare, &marks, str_text(&colored));
    assert_string_equal(str_text(&bare), str_text(&plain));
    shown_read(&shown, db, "");
    for (size_t i = 0; i < shown.fixes.n; i++)
        for (size_t k = 0; k < shown.fixes.items[i].lines.n; k++) {
            const struct str *mark = &shown.fixes.items[i].lines.items[k].mark;
            if (mark->length)
                str_print(&expected, "%s\n", str_text(mark));
        }
    assert_string_equal(str_text(&marks), str_text(&expected));
}

TEST(show__marks_the_same_in_colours)
{
    jsonl_each_store("real fixes in colours", check_colors);
}

static void check_rows(const char *name, const char *db)
{
    (void)name;
    run_valid(
        NULL,
        "cd \"$SCRATCH\"\n"
        "\"$TOKFIX\" export %s --format pairs --user-ids original --category all --marked all "
        "-j 3 >pairs 2>log\n"
        "\"$TOKFIX\" show %s --json -n all | cmp - pairs",
        db, db);
}

TEST(show__has_the_rows_of_exports_as_json)
{
    jsonl_each_store("real fixes as JSON", check_rows);
}

/* Each fix by its id is the same as among the others. */
static void check_ids(const char *name, const char *db)
{
    (void)name;
    run_valid(NULL,
              "cd \"$SCRATCH\"\n"
              "\"$TOKFIX\" show %s -n all >all\n"
              "\"$TOKFIX\" show %s -n all --json | sed 's/{\"id\":\"\\([^\"]*\\).*/\\1/' >ids\n"
              "xargs \"$TOKFIX\" show %s <ids | cmp - all",
              db, db, db);
}

TEST(show__finds_every_fix_by_its_id)
{
    jsonl_each_store("real fixes by their ids", check_ids);
}
