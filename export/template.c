/* The text is cut once, into pieces that end where a value goes; the blank line behind the first
 * paragraph is a piece of its own. */
#include "export/template.h"

#include "base/utf8.h"

#include <string.h>

static const char *const names[N_PLACEHOLDERS] = {
    "code", "granularity", "language", "original_language", "dialect", "status", "problem_id", "id",
    "line", "column",      "before",   "category",          "pattern"};

const char *placeholder_name(enum placeholder placeholder)
{
    return names[placeholder];
}

static int placeholder_find(const char *name, size_t length)
{
    for (int i = 0; i < N_PLACEHOLDERS; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return i;
    return N_PLACEHOLDERS;
}

static int fail_unknown(const char *name, int line, const char *word, size_t length,
                        struct err *err)
{
    struct str known = {0};
    for (int i = 0; i < N_PLACEHOLDERS; i++)
        str_print(&known, "%s{%s}", i ? ", " : "", names[i]);
    err_set(err, "%s:%d: {%.*s} is no placeholder; there are: %s", name, line, (int)length, word,
            str_text(&known));
    str_release(&known);
    return ERR;
}

struct cutter {
    struct template *template;
    const char *name;
    int line;
    size_t start; /* of the piece, in the texts */
    bool is_instruction;
};

static void end_piece(struct cutter *cutter, int placeholder)
{
    struct template *template = cutter->template;
    struct template_piece piece = {cutter->start, placeholder, cutter->line};
    str_add(&template->texts, "", 1);
    array_push(&template->pieces, piece);
    cutter->start = template->texts.length;
}

/* Takes the placeholder or doubled brace at `text`; the number of bytes, or 0 with an error. */
static size_t take_brace(struct cutter *cutter, const char *text, const char *end, struct err *err)
{
    if (text + 1 < end && text[1] == text[0]) {
        str_add(&cutter->template->texts, text, 1);
        return 2;
    }
    size_t length = 0;
    while (text + 1 + length < end && strchr("abcdefghijklmnopqrstuvwxyz_", text[1 + length]))
        length++;
    if (*text == '}' || text + 1 + length == end || text[1 + length] != '}' || length == 0) {
        err_set(err, "%s:%d: a brace that is no placeholder; write {{ or }} for a brace itself",
                cutter->name, cutter->line);
        return 0;
    }
    int placeholder = placeholder_find(text + 1, length);
    if (placeholder == N_PLACEHOLDERS) {
        fail_unknown(cutter->name, cutter->line, text + 1, length, err);
        return 0;
    }
    end_piece(cutter, placeholder);
    return length + 2;
}

/* Whether a blank line ends the first paragraph here. */
static bool ends_instruction(const struct cutter *cutter, const char *text, const char *end)
{
    return cutter->is_instruction && end - text >= 2 && text[0] == '\n' && text[1] == '\n';
}

static int cut(struct cutter *cutter, const char *text, size_t length, struct err *err)
{
    const char *end = text + length;
    while (text < end) {
        size_t taken = 1;
        if (*text == '{' || *text == '}') {
            taken = take_brace(cutter, text, end, err);
            if (!taken)
                return ERR;
        } else if (ends_instruction(cutter, text, end)) {
            end_piece(cutter, N_PLACEHOLDERS);
            cutter->template->n_instruction = cutter->template->pieces.n;
            cutter->is_instruction = false;
            str_add(&cutter->template->texts, "\n\n", taken = 2);
            end_piece(cutter, N_PLACEHOLDERS);
            cutter->line += 2;
        } else {
            str_add(&cutter->template->texts, text, 1);
            cutter->line += *text == '\n';
        }
        text += taken;
    }
    end_piece(cutter, N_PLACEHOLDERS);
    if (cutter->is_instruction)
        cutter->template->n_instruction = cutter->template->pieces.n;
    return 0;
}

/* One line end for all; `text` itself stays as it is. */
static void add_unix_lines(struct str *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r' || i + 1 == length || text[i + 1] != '\n')
            str_add(out, text + i, 1);
}

int template_read(struct template *template, const char *text, size_t length, const char *name,
                  struct err *err)
{
    *template = (struct template){0};
    if (!utf8_is_valid(text, length) || memchr(text, '\0', length))
        return err_set(err, "'%s' is no UTF-8 text", name);
    size_t mark = utf8_byte_order_mark(text, length);
    add_unix_lines(&template->source, text + mark, length - mark);
    struct cutter cutter = {template, name, 1, 0, true};
    return cut(&cutter, str_text(&template->source), template->source.length, err);
}

void template_release(struct template *template)
{
    array_release(&template->pieces);
    str_release(&template->texts);
    str_release(&template->source);
}

int template_line_of(const struct template *template, unsigned placeholders,
                     enum placeholder *which)
{
    for (size_t i = 0; i < template->pieces.n; i++) {
        const struct template_piece *piece = &template->pieces.items[i];
        if (piece->placeholder < N_PLACEHOLDERS && (placeholders & (1u << piece->placeholder))) {
            *which = (enum placeholder)piece->placeholder;
            return piece->line;
        }
    }
    return 0;
}

static void add_pieces(struct str *out, const struct template *template, size_t from, size_t to,
                       const struct str values[N_PLACEHOLDERS])
{
    for (size_t i = from; i < to && i < template->pieces.n; i++) {
        const struct template_piece *piece = &template->pieces.items[i];
        str_add_text(out, template->texts.text + piece->text);
        if (piece->placeholder < N_PLACEHOLDERS)
            str_add(out, str_text(&values[piece->placeholder]), values[piece->placeholder].length);
    }
}

void template_add(struct str *out, const struct template *template,
                  const struct str values[N_PLACEHOLDERS])
{
    add_pieces(out, template, 0, template->pieces.n, values);
}

void template_add_instruction(struct str *out, const struct template *template,
                              const struct str values[N_PLACEHOLDERS])
{
    add_pieces(out, template, 0, template->n_instruction, values);
}

void template_add_input(struct str *out, const struct template *template,
                        const struct str values[N_PLACEHOLDERS])
{
    add_pieces(out, template, template->n_instruction + 1, template->pieces.n, values);
}
