/* The line is read character by character. Characters before the first column and after the last
 * one are skipped. A character that is cut in two (a tab, a wide one) becomes blanks, so that the
 * following characters stay in their columns. */
#include "report/clip.h"

#include "base/terminal.h"

#include <stdbool.h>

enum { TAB = 8 };

static const char ELLIPSIS[] = "…"; /* one column */

/* The state of reading a line. */
struct walk {
    const struct clip_line *line;
    size_t at, column; /* byte and column of the character */
    size_t next, end;  /* byte and column after it */
    struct str text;   /* the character as it is shown */
};

static struct walk walk_start(const struct clip_line *line)
{
    return (struct walk){.line = line, .next = line->start};
}

/* Moves to the next character; returns false at the end of the line. */
static bool walk_on(struct walk *walk)
{
    const struct clip_line *line = walk->line;
    size_t n_columns;
    walk->at = walk->next;
    walk->column = walk->end;
    str_clear(&walk->text);
    if (walk->at >= line->end)
        return false;
    if (line->code[walk->at] == '\t') {
        n_columns = TAB - walk->column % TAB;
        str_print(&walk->text, "%*s", (int)n_columns, "");
        walk->next++;
    } else {
        walk->next += terminal_add_character(&walk->text, line->code + walk->at,
                                             line->end - walk->at, &n_columns);
    }
    walk->end += n_columns;
    return true;
}

/* Columns of a line that is shown from its start. */
struct measure {
    size_t mark_start, mark_end, end;
};

/* A line may have millions of columns: `end` is exact only if it is at most `n_more` columns after
 * the mark. */
static struct measure measure(const struct clip_line *line, size_t n_more)
{
    struct walk walk = walk_start(line);
    struct measure measure = {0};
    while (walk_on(&walk)) {
        if (walk.at < line->mark_start)
            measure.mark_start = walk.end;
        if (walk.at < line->mark_end)
            measure.mark_end = walk.end;
        if (walk.at >= line->mark_end && walk.end > measure.mark_end + n_more)
            break;
    }
    measure.end = walk.end;
    str_release(&walk.text);
    return measure;
}

size_t clip_first_column(const struct clip_line *line, size_t n_columns)
{
    struct measure at = measure(line, n_columns + 1);
    size_t before = n_columns / 3, behind = n_columns / 4, width = at.mark_end - at.mark_start;
    if (at.end <= n_columns || at.mark_end + behind <= n_columns)
        return 0;
    size_t first = at.mark_start - smaller(at.mark_start, before);
    if (width + 2 <= n_columns && at.mark_end + 1 > first + n_columns)
        first = at.mark_end + 1 - n_columns; /* all of it, between two ellipses */
    return smaller(first, at.end - n_columns);
}

size_t clip_mark_column(const struct clip_line *line)
{
    return measure(line, 0).mark_start;
}

/* The columns for characters, between the ellipses. */
static struct clip_columns window(const struct clip_line *line, size_t first_column,
                                  size_t n_columns)
{
    struct clip_columns window = {first_column + (first_column > 0), first_column + n_columns};
    if (measure(line, window.end).end > window.end)
        window.end--;
    return window;
}

struct clip_columns clip_add(struct str *out, const struct clip_line *line, size_t first_column,
                             size_t n_columns, const char *mark, const char *unmark)
{
    struct clip_columns seen = window(line, first_column, n_columns), marked = {0};
    struct walk walk = walk_start(line);
    bool is_marking = false, is_passed_over = false;
    str_add_text(out, first_column ? ELLIPSIS : "");
    while (walk_on(&walk) && walk.end <= seen.end) {
        bool is_marked = walk.at >= line->mark_start && walk.at < line->mark_end;
        bool has_columns = walk.end > walk.column; /* else an accent: treated as its letter */
        if (has_columns)
            is_passed_over = walk.column < seen.start;
        if (is_passed_over && has_columns && walk.end > seen.start)
            str_print(out, "%*s", (int)(walk.end - seen.start), "");
        if (is_passed_over)
            continue;
        if (is_marked != is_marking)
            str_add_text(out, is_marked ? mark : unmark);
        if (is_marked && !is_marking)
            marked.start = walk.column - first_column;
        if (is_marked)
            marked.end = walk.end - first_column;
        is_marking = is_marked;
        str_add(out, str_text(&walk.text), walk.text.length);
    }
    str_add_text(out, is_marking ? unmark : "");
    str_add_text(out, walk.at < line->end ? ELLIPSIS : "");
    str_release(&walk.text);
    return marked;
}
