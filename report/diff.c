/* The changed line as it was and as it became, between the lines around it, with the changed token
 * marked: by colour, or without colours by a row of carets. */
#include "report/diff.h"

#include "base/str.h"
#include "base/terminal.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_LINE = 160, MAX_TOKEN = 40 };

static const char RED[] = "\033[31m", GREEN[] = "\033[32m", DIM[] = "\033[2m", BOLD[] = "\033[1m",
                  MARK[] = "\033[1;7m", RESET[] = "\033[0m";

/* One of the two programs of a fix, and where the token stands. */
struct side {
    const char *code;
    size_t length;
    size_t start_byte, end_byte;
    int64_t line;
};

struct printer {
    FILE *out;
    bool has_color;
    struct str text;
};

static void paint(struct printer *printer, const char *color)
{
    if (printer->has_color)
        str_add_text(&printer->text, color);
}

static void flush(struct printer *printer)
{
    fwrite(str_text(&printer->text), 1, printer->text.length, printer->out);
    str_clear(&printer->text);
}

/* The start of the line that holds a byte. Lines end in LF, CRLF or CR. */
static size_t line_start(const struct side *side, size_t byte)
{
    while (byte > 0 && side->code[byte - 1] != '\n' &&
           !(side->code[byte - 1] == '\r' && side->code[byte] != '\n'))
        byte--;
    return byte;
}

/* Where that line's text ends. */
static size_t line_end(const struct side *side, size_t byte)
{
    while (byte < side->length && side->code[byte] != '\n' && side->code[byte] != '\r')
        byte++;
    return byte;
}

/* The start of the line behind a line's end; the program's length behind the last one. */
static size_t next_line(const struct side *side, size_t end)
{
    if (end + 1 < side->length && side->code[end] == '\r' && side->code[end + 1] == '\n')
        return end + 2;
    return end < side->length ? end + 1 : end;
}

/* Tabs are shown as spaces so that carets stand where they should. */
static size_t add_source(struct printer *printer, const struct side *side, size_t start, size_t end)
{
    size_t columns = 0;
    while (start < end) {
        const char *tab = memchr(side->code + start, '\t', end - start);
        size_t stop = tab ? (size_t)(tab - side->code) : end;
        columns += terminal_add_safe(&printer->text, side->code + start, stop - start, MAX_LINE);
        if (tab) {
            str_add_text(&printer->text, "    ");
            columns += 4;
        }
        start = tab ? stop + 1 : end;
    }
    return columns;
}

static void add_gutter(struct printer *printer, char sign, int64_t line)
{
    str_print(&printer->text, "  %c %4" PRId64 " | ", sign, line);
}

static void print_context_line(struct printer *printer, const struct side *side, size_t start,
                               int64_t line)
{
    paint(printer, DIM);
    add_gutter(printer, ' ', line);
    add_source(printer, side, start, line_end(side, start));
    paint(printer, RESET);
    str_add_text(&printer->text, "\n");
    flush(printer);
}

static void print_context_before(struct printer *printer, const struct side *side, int n)
{
    size_t starts[16];
    int found = 0;
    for (size_t at = line_start(side, side->start_byte); at > 0 && found < n && found < 16;) {
        at = line_start(side, at - 1);
        starts[found++] = at;
    }
    while (found--)
        print_context_line(printer, side, starts[found], side->line - 1 - found);
}

static void print_context_after(struct printer *printer, const struct side *side, int n)
{
    size_t at = next_line(side, line_end(side, side->start_byte));
    for (int i = 1; i <= n && at < side->length; i++) {
        print_context_line(printer, side, at, side->line + i);
        at = next_line(side, line_end(side, at));
    }
}

/* The line on which the token starts; a token of several lines is cut at the first. */
static void print_changed_line(struct printer *printer, const struct side *side, char sign,
                               const char *color)
{
    size_t start = line_start(side, side->start_byte), end = line_end(side, side->start_byte);
    size_t token_end = side->end_byte < end ? side->end_byte : end;
    paint(printer, color);
    add_gutter(printer, sign, side->line);
    size_t before = add_source(printer, side, start, side->start_byte);
    paint(printer, MARK);
    size_t marked = add_source(printer, side, side->start_byte, token_end);
    paint(printer, RESET);
    paint(printer, color);
    add_source(printer, side, token_end, end);
    paint(printer, RESET);
    str_add_text(&printer->text, "\n");
    flush(printer);
    if (!printer->has_color && marked) {
        fprintf(printer->out, "         | %*s", (int)before, "");
        for (size_t i = 0; i < marked; i++)
            fputc('^', printer->out);
        fputc('\n', printer->out);
    }
}

static void add_token(struct printer *printer, const char *color, const char *text)
{
    paint(printer, color);
    if (*text)
        terminal_add_safe(&printer->text, text, strlen(text), MAX_TOKEN);
    else
        str_add_text(&printer->text, "nothing");
    paint(printer, RESET);
}

static void add_safe(struct printer *printer, const char *separator, const char *text)
{
    str_add_text(&printer->text, separator);
    terminal_add_safe(&printer->text, text, strlen(text), 0);
}

static void print_heading(struct printer *printer, struct db_statement *s)
{
    paint(printer, BOLD);
    add_safe(printer, "", db_text(s, 0));
    paint(printer, RESET);
    add_safe(printer, "  ", db_text(s, 3));
    add_safe(printer, " -> ", db_text(s, 4));
    add_safe(printer, "\n  ", db_text(s, 1));
    add_safe(printer, "  ", db_text(s, 2));
    str_add_text(&printer->text, "\n  ");
    add_token(printer, RED, db_text(s, 5));
    str_add_text(&printer->text, "  becomes  ");
    add_token(printer, GREEN, db_text(s, 6));
    str_add_text(&printer->text, "\n");
    flush(printer);
}

static int read_side(struct side *side, struct db_statement *s, int column, struct err *err)
{
    int64_t start = db_int(s, column), end = db_int(s, column + 1);
    *side = (struct side){.line = db_int(s, column + 2), .code = db_text(s, column + 3)};
    side->length = db_text_length(s, column + 3);
    if (!store_bytes_are_inside(start, end, side->length) ||
        !store_bytes_are_inside(side->line, side->line, side->length + 1))
        return err_set(err, "the fix %s lies outside its program; mine the dataset again",
                       db_text(s, 0));
    side->start_byte = (size_t)start;
    side->end_byte = (size_t)end;
    return 0;
}

static int prepare(struct db_statement **statement, struct db *db,
                   const struct diff_options *options, struct err *err)
{
    struct str sql = {0};
    str_add_text(&sql, "SELECT id, category, pattern, buggy_status, fixed_status, before, after, "
                       "start_byte, end_byte, line, buggy_code, "
                       "fixed_start_byte, fixed_end_byte, fixed_line, fixed_code "
                       "FROM fix_details WHERE category IN (");
    store_add_names(&sql, options->categories, options->n_categories);
    str_add_text(&sql, ") ORDER BY fix_id LIMIT ?");
    int status = db_prepare(statement, db, str_text(&sql), err);
    str_release(&sql);
    return status;
}

int diff_print(struct db *db, const struct diff_options *options, FILE *out, int64_t *n_shown,
               struct err *err)
{
    struct db_statement *statement;
    if (prepare(&statement, db, options, err) != 0)
        return ERR;
    struct printer printer = {.out = out, .has_color = options->has_color};
    int64_t n = 0;
    int status = db_bind(statement, err, "i", options->limit);
    while (status >= 0 && (status = db_step(statement, err)) == 1) {
        struct side buggy, fixed;
        if (read_side(&buggy, statement, 7, err) != 0 ||
            read_side(&fixed, statement, 11, err) != 0) {
            status = ERR;
            break;
        }
        if (n++)
            fputc('\n', out);
        print_heading(&printer, statement);
        print_context_before(&printer, &buggy, options->n_context);
        print_changed_line(&printer, &buggy, '-', RED);
        print_changed_line(&printer, &fixed, '+', GREEN);
        print_context_after(&printer, &buggy, options->n_context);
    }
    db_finish(statement);
    str_release(&printer.text);
    *n_shown = n;
    return status < 0 ? ERR : 0;
}
