/* See heading.h. */
#include "report/heading.h"

#include "base/date.h"
#include "base/terminal.h"
#include "report/paint.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_FIELD = 60, MAX_EVIDENCE = 200 }; /* columns of a text that anybody may have chosen */

static void add_field(struct str *out, const char *before, const char *text, size_t max_columns)
{
    str_add_text(out, before);
    terminal_add_safe(out, text, strlen(text), max_columns);
}

static void add_verdicts(struct str *out, const struct fix *row, const struct paint *paint)
{
    add_field(out, paint->title, row->id, 0);
    str_add_text(out, paint->end);
    if (*row->buggy_status || *row->fixed_status) { /* somebody judged them */
        add_field(out, "  ", row->buggy_status, MAX_FIELD);
        add_field(out, " -> ", row->fixed_status, MAX_FIELD);
    }
    str_add_text(out, "\n");
}

void heading_add_kind(struct str *out, const struct fix *row)
{
    add_field(out, "  ", row->category, MAX_FIELD);
    add_field(out, "  ", row->pattern, MAX_FIELD);
    if (*row->role)
        add_field(out, "  role ", row->role, MAX_FIELD);
    str_add_text(out, "\n");
}

static void add_submissions(struct str *out, const struct fix *row)
{
    char buggy[DATE_TEXT_SIZE], fixed[DATE_TEXT_SIZE];
    date_text(buggy, row->buggy_date);
    date_text(fixed, row->fixed_date);
    add_field(out, "  user ", row->user_id, MAX_FIELD);
    str_print(out, "  %s", buggy);
    if (strcmp(buggy, fixed) != 0)
        str_print(out, " -> %s", fixed);
    add_field(out, "  ", row->original_language, MAX_FIELD);
    str_add_text(out, "\n");
}

static void add_mark(struct str *out, bool *is_first, const char *what, const char *text,
                     size_t max_columns)
{
    if (!*text)
        return;
    str_add_text(out, *is_first ? "  " : ", ");
    add_field(out, what, text, max_columns);
    *is_first = false;
}

static void add_marks(struct str *out, const struct marks *marks)
{
    bool is_first = true;
    add_mark(out, &is_first, "split ", marks->split, MAX_FIELD);
    add_mark(out, &is_first, "duplicate of ", marks->duplicate_of, 0);
    add_mark(out, &is_first, "conflicting with ", marks->conflicts_with, 0);
    add_mark(out, &is_first, "excluded for ", marks->excluded, MAX_EVIDENCE);
    if (marks->n_more_reasons > 0)
        str_print(out, " (%" PRId64 " more)", marks->n_more_reasons);
    str_add_text(out, is_first ? "" : "\n");
}

/* How many bytes two texts start with in common, whole characters. */
static size_t common_start(const struct str *a, const struct str *b)
{
    size_t n = 0;
    while (n < a->length && n < b->length && a->text[n] == b->text[n])
        n++;
    while (n && n < a->length && ((unsigned char)a->text[n] & 0xC0) == 0x80)
        n--;
    return n;
}

/* Appends what fits of a token, and of a long one what the other does not have. */
static void add_token(struct str *out, const struct str *token, size_t focus, size_t n_columns)
{
    const struct clip_line line = {str_text(token), 0, token->length, focus, focus, focus};
    clip_add(out, &line, clip_first_column(&line, n_columns), n_columns, "", "");
}

void heading_add_tokens(struct str *out, const struct fix *row, const struct diff_style *style)
{
    static const char becomes[] = "  becomes  ";
    const struct paint *paint = paint_of(style->has_color);
    bool is_insertion = !*row->before, is_replacement = *row->before && *row->after;
    struct str before = {0}, after = {0};
    size_t room = 2 * CLIP_MIN_COLUMNS + 2 + strlen(becomes);
    room = (style->n_columns > room ? style->n_columns : room) - 2 - strlen(becomes);
    size_t n_columns = is_replacement ? room / 2 : room;
    terminal_add_safe(&before, row->before, strlen(row->before), 0);
    terminal_add_safe(&after, row->after, strlen(row->after), 0);
    size_t focus = is_replacement ? common_start(&before, &after) : 0;
    str_print(out, "  %s", is_insertion ? paint->added : paint->removed);
    add_token(out, is_insertion ? &after : &before, focus, n_columns);
    str_add_text(out, paint->end);
    if (is_replacement) {
        str_print(out, "%s%s", becomes, paint->added);
        add_token(out, &after, focus, n_columns);
        str_add_text(out, paint->end);
    } else {
        str_add_text(out, is_insertion ? "  inserted" : "  deleted");
    }
    str_add_text(out, "\n");
    str_release(&before);
    str_release(&after);
}

void heading_add(struct str *out, const struct fix *row, const struct marks *marks,
                 const struct diff_style *style)
{
    add_verdicts(out, row, paint_of(style->has_color));
    heading_add_kind(out, row);
    add_submissions(out, row);
    add_marks(out, marks);
    heading_add_tokens(out, row, style);
}
