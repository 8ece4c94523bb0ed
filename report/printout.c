/* What is filled before a table is written before it, because a table is written to a stream. */
#include "report/printout.h"

#include "base/terminal.h"
#include "report/tabular.h"

#include <string.h>

struct printing {
    const struct json *figures;
    const char *const *names; /* of the only tables; NULL: all, and the text between them */
    bool is_latex;
    FILE *out;
};

static void add_safe(struct str *out, const char *text)
{
    terminal_add_safe(out, text, strlen(text), 0);
}

static void print_latex(const struct printing *printing, const char *name, const struct json *rows,
                        const char *heading, const char *columns)
{
    struct tabular table = {0};
    scoped(str) caption = {0};
    if (!json_count(rows))
        return;
    tabular_add_latex(&caption, heading);
    tabular_read(&table, printing->figures, rows, columns);
    tabular_print_latex(&table,
                        &(struct tabular_latex){.caption = str_text(&caption), .label = name},
                        printing->out);
}

static void print_table(void *context, struct str *before, const char *name,
                        const struct json *rows, const char *text)
{
    const struct printing *printing = context;
    struct tabular table = {0};
    scoped(str) lines = {0};
    const char *dot = strrchr(name, '.');
    if (printing->names) {
        str_clear(before);
        if (!text_is_one_of(dot ? dot + 1 : name, printing->names))
            return;
    }
    str_add(&lines, text, strlen(text) - 1);
    char *columns = strrchr(lines.text, '\n');
    *columns++ = '\0';
    fputs(str_text(before), printing->out);
    str_clear(before);
    if (printing->is_latex) {
        print_latex(printing, dot ? dot + 1 : name, rows, lines.text, columns);
        return;
    }
    if (json_count(rows))
        tabular_read(&table, printing->figures, rows, columns);
    tabular_print(&table, lines.text, printing->out);
    if (!json_count(rows))
        fputs("  none\n", printing->out);
}

/* The texts are part of the program: only a mistake in one of them fails, and shows itself. */
static void fill(struct str *out, const char *text, struct template_filling filling)
{
    struct err err;
    filling.name = "the report";
    filling.is_lenient = true;
    if (template_fill(out, text, &filling, &err) != 0)
        str_add_text(out, err.message);
}

static void print(const char *text, const struct json *more, struct printing printing)
{
    scoped(str) filled = {0};
    fill(&filled, text,
         (struct template_filling){.values = printing.figures,
                                   .more = more,
                                   .escape = add_safe,
                                   .add_part = print_table,
                                   .context = &printing});
    if (!printing.names)
        fputs(str_text(&filled), printing.out);
}

void printout_print_tables(const char *text, const struct json *figures, const struct json *more,
                           const char *const *names, FILE *out)
{
    print(text, more, (struct printing){figures, names, false, out});
}

void printout_print_latex(const char *text, const struct json *figures, const struct json *more,
                          const char *const *names, FILE *out)
{
    print(text, more, (struct printing){figures, names, true, out});
}

void printout_print(const char *text, const struct json *figures, const struct json *more,
                    FILE *out)
{
    print(text, more, (struct printing){.figures = figures, .out = out});
}

void printout_add(struct str *out, const char *text, const struct json *figures,
                  const struct json *more, template_escape *escape)
{
    fill(out, text, (struct template_filling){.values = figures, .more = more, .escape = escape});
}
