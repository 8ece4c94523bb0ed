/* The text is split once into pieces: texts and placeholders. A section knows where it ends. */
#include "base/template.h"

#include "base/mem.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum template_kind {
    TEMPLATE_TEXT,
    TEMPLATE_VALUE,
    TEMPLATE_RAW,
    TEMPLATE_JSON,
    TEMPLATE_END,
    TEMPLATE_IF, /* this and the following are sections */
    TEMPLATE_UNLESS,
    TEMPLATE_EACH,
    TEMPLATE_PART
};

struct template_piece {
    enum template_kind kind;
    char sign;    /* after the name: one of : % = > |, or 0 */
    size_t text;  /* offset of a zero-terminated text in `texts`: the text itself, or the name */
    size_t extra; /* the same for the text after the sign; the empty text if there is none */
    size_t end;   /* of a section: the number of the piece that ends it */
    int line;     /* from 1 */
};

struct template
{
    ARRAY(struct template_piece) pieces;
    struct str texts; /* the texts of the pieces */
};

static void template_release(struct template *template)
{
    array_release(&template->pieces);
    str_release(&template->texts);
}
SCOPED_VALUE(template, template_release)

struct cutter {
    struct template *template;
    const char *name;
    const char *source;
    ARRAY(size_t) open; /* sections */
    int line;
    size_t start; /* of the text piece, in `texts` */
};

static void end_text(struct cutter *cutter)
{
    struct template *template = cutter->template;
    if (template->texts.length > cutter->start) {
        struct template_piece piece = {.text = cutter->start, .line = cutter->line};
        str_add(&template->texts, "", 1);
        array_push(&template->pieces, piece);
    }
    cutter->start = template->texts.length;
}

static size_t add_text(struct cutter *cutter, const char *text, size_t length)
{
    struct str *texts = &cutter->template->texts;
    size_t offset = texts->length;
    str_add(texts, text, length);
    str_add(texts, "", 1);
    cutter->start = texts->length;
    return offset;
}

static int fail_brace(const struct cutter *cutter, struct err *err)
{
    return err_set(err,
                   "%s:%d: a brace that is not part of a placeholder; write {{ or }} for a "
                   "brace itself",
                   cutter->name, cutter->line);
}

static int take_end(struct cutter *cutter, const struct template_piece *piece, struct err *err)
{
    if (!cutter->open.n)
        return fail_brace(cutter, err);
    size_t section = cutter->open.items[--cutter->open.n];
    cutter->template->pieces.items[section].end = cutter->template->pieces.n;
    array_push(&cutter->template->pieces, *piece);
    return 0;
}

/* Takes the text between two braces. */
static int take_piece(struct cutter *cutter, const char *text, size_t length, struct err *err)
{
    static const struct {
        char mark;
        enum template_kind kind;
        const char *signs; /* that may come after the name */
    } syntax[] = {
        {'=', TEMPLATE_RAW, ""},      {'"', TEMPLATE_JSON, ""},  {'?', TEMPLATE_IF, "=>"},
        {'!', TEMPLATE_UNLESS, "=>"}, {'#', TEMPLATE_EACH, "|"}, {'+', TEMPLATE_PART, ""},
        {'/', TEMPLATE_END, ""},      {0, TEMPLATE_VALUE, ":%"},
    };
    size_t i = 0, n_name = 0;
    while (syntax[i].mark && (!length || syntax[i].mark != *text))
        i++;
    struct template_piece piece = {.kind = syntax[i].kind, .line = cutter->line};
    text += syntax[i].mark != 0;
    length -= syntax[i].mark != 0;
    while (n_name < length && strchr("abcdefghijklmnopqrstuvwxyz_0123456789.", text[n_name]))
        n_name++;
    if (piece.kind == TEMPLATE_END)
        return length ? fail_brace(cutter, err) : take_end(cutter, &piece, err);
    piece.text = add_text(cutter, text, n_name);
    if (n_name < length) {
        piece.sign = text[n_name];
        bool is_complete = piece.sign != ':' || memchr(text + n_name, '|', length - n_name);
        if (!piece.sign || !strchr(syntax[i].signs, piece.sign) || !is_complete)
            return fail_brace(cutter, err);
        piece.extra = add_text(cutter, text + n_name + 1, length - n_name - 1);
    }
    if (piece.kind >= TEMPLATE_IF)
        array_push(&cutter->open, cutter->template->pieces.n);
    array_push(&cutter->template->pieces, piece);
    return n_name ? 0 : fail_brace(cutter, err);
}

/* Takes the placeholder or doubled brace at `text`. Returns its length, or 0 with an error. */
static size_t take_brace(struct cutter *cutter, const char *text, const char *end, struct err *err)
{
    if (text + 1 < end && text[1] == text[0]) {
        str_add(&cutter->template->texts, text, 1);
        return 2;
    }
    const char *close = memchr(text, '}', (size_t)(end - text));
    size_t length = close ? (size_t)(close - text) : 0;
    if (length < 2) {
        fail_brace(cutter, err);
        return 0;
    }
    end_text(cutter);
    return take_piece(cutter, text + 1, length - 1, err) == 0 ? length + 1 : 0;
}

/* Returns the length, with the line end, of a line that contains only the start or the end of a
 * section; else 0. */
static size_t section_line(const struct cutter *cutter, const char *text, const char *end)
{
    bool is_start = text == cutter->source || text[-1] == '\n';
    if (!is_start || *text != '{')
        return 0;
    const char *line_end = memchr(text, '\n', (size_t)(end - text));
    if (!line_end || line_end[-1] != '}' || !strchr("?!#+/", text[1]))
        return 0;
    return memchr(text, '}', (size_t)(line_end - text)) == line_end - 1
               ? (size_t)(line_end - text) + 1
               : 0;
}

/* Takes the piece at `text`. Returns its length, or 0 with an error. */
static size_t take(struct cutter *cutter, const char *text, const char *end, struct err *err)
{
    size_t section = section_line(cutter, text, end);
    if (section) {
        if (!take_brace(cutter, text, end, err))
            return 0;
        cutter->line++;
        return section;
    }
    if (*text == '{' || *text == '}')
        return take_brace(cutter, text, end, err);
    if (text[0] == '\\' && text[1] == '\n') {
        cutter->line++;
        return 2;
    }
    str_add(&cutter->template->texts, text, 1);
    cutter->line += *text == '\n';
    return 1;
}

static int template_read(struct template *template, const char *text, const char *name,
                         struct err *err)
{
    struct cutter cutter = {
        .template = template, .name = name, .source = text, .line = 1, .start = 1};
    int status = 0;
    str_add(&template->texts, "", 1);
    for (const char *end = text + strlen(text); text < end && status == 0;) {
        size_t taken = take(&cutter, text, end, err);
        status = taken ? 0 : ERR;
        text += taken;
    }
    end_text(&cutter);
    if (status == 0 && cutter.open.n)
        status = fail_brace(&cutter, err);
    array_release(&cutter.open);
    return status;
}

/* The values in which names are looked up: the item of the innermost section first. */
struct scope {
    const struct json *value;
    const struct scope *outer;
};

struct filler {
    const struct template *template;
    const struct template_filling *filling;
    struct str *out;
};

/* Sets the value of a dotted name. If an object exists but lacks the member, the value is null. */
static int look_up(const struct json **out, const struct filler *filler,
                   const struct template_piece *piece, const struct scope *scope, struct err *err)
{
    char part[64];
    const char *name = filler->template->texts.text + piece->text;
    const struct json *value = NULL;
    if (strcmp(name, ".") == 0) {
        *out = scope->value;
        return 0;
    }
    size_t length = strcspn(name, ".");
    snprintf(part, sizeof part, "%.*s", (int)length, name);
    for (; scope && !value; scope = scope->outer)
        value = json_get(scope->value, part);
    if (!value && !filler->filling->is_lenient)
        return err_set(err, "%s:%d: there is no '%s'", filler->filling->name, piece->line, part);
    while (name[length]) {
        name += length + 1;
        length = strcspn(name, ".");
        snprintf(part, sizeof part, "%.*s", (int)length, name);
        value = json_get(value, part);
    }
    *out = value;
    return 0;
}

static bool is_something(const struct json *value)
{
    switch (json_kind(value)) {
    case JSON_NULL:
        return false;
    case JSON_BOOL:
        return json_is_true(value);
    case JSON_NUMBER:
        return json_number(value, 0) < 0 || json_number(value, 0) > 0; /* not for NAN */
    case JSON_TEXT:
        return *json_text(value);
    default:
        return json_count(value) > 0;
    }
}

/* Whether the condition of a section holds; `extra` is the text after its sign. */
static bool holds(const struct template_piece *piece, const struct json *value, const char *extra)
{
    if (piece->sign == '>')
        return json_number(value, 0) > strtod(extra, NULL);
    if (piece->sign == '=')
        return json_text(value) && strcmp(json_text(value), extra) == 0;
    return is_something(value);
}

static void add_plural(struct str *out, const char *words, double number)
{
    size_t first = strcspn(words, "|");
    if (number == 1)
        str_add(out, words, first);
    else
        str_add_text(out, words + first + 1);
}

static int add_value(const struct filler *filler, const struct template_piece *piece,
                     const struct json *value, struct err *err)
{
    const struct template_filling *filling = filler->filling;
    const char *text = json_text(value), *extra = filler->template->texts.text + piece->extra;
    if (piece->kind == TEMPLATE_JSON)
        json_print(filler->out, value);
    else if (piece->sign == ':')
        add_plural(filler->out, extra, json_number(value, 0));
    else if (text && filling->escape && piece->kind != TEMPLATE_RAW)
        filling->escape(filler->out, text);
    else if (text)
        str_add_text(filler->out, text);
    else if (json_kind(value) == JSON_NUMBER)
        str_print(filler->out, "%.*f", piece->sign ? atoi(extra) : 0, json_number(value, 0));
    else if (json_kind(value) != JSON_NULL)
        return err_set(err, "%s:%d: '%s' is not a string or a number", filling->name, piece->line,
                       filler->template->texts.text + piece->text);
    return 0;
}

/* Names must also exist in a section that is omitted. Members of a list's items are only known when
 * there are items. */
static int check_names(const struct filler *filler, size_t from, size_t to,
                       const struct scope *scope, struct err *err)
{
    for (size_t i = from; i < to; i++) {
        const struct template_piece *piece = &filler->template->pieces.items[i];
        const struct json *unused;
        if (piece->kind != TEMPLATE_TEXT && piece->kind != TEMPLATE_END &&
            look_up(&unused, filler, piece, scope, err) != 0)
            return ERR;
        if (piece->kind == TEMPLATE_EACH)
            i = piece->end;
    }
    return 0;
}

static int fill(const struct filler *filler, size_t from, size_t to, const struct scope *scope,
                struct err *err);

/* Fills the section that begins with a piece. */
static int fill_section(const struct filler *filler, size_t number, const struct json *value,
                        const struct scope *scope, struct err *err)
{
    const struct template_piece *piece = &filler->template->pieces.items[number];
    const char *extra = filler->template->texts.text + piece->extra;
    size_t first = number + 1;
    scoped(str) text = {0};
    switch (piece->kind) {
    case TEMPLATE_EACH:
        json_each(item, value) {
            struct scope inner = {item, scope};
            if (item != json_first(value))
                str_add_text(filler->out, extra);
            if (fill(filler, first, piece->end, &inner, err) != 0)
                return ERR;
        }
        return 0;
    case TEMPLATE_PART:
        if (fill(&(struct filler){filler->template, filler->filling, &text}, first, piece->end,
                 scope, err) != 0)
            return ERR;
        filler->filling->add_part(filler->filling->context, filler->out,
                                  filler->template->texts.text + piece->text, value,
                                  str_text(&text));
        return 0;
    default:
        return (holds(piece, value, extra) == (piece->kind == TEMPLATE_IF) ? fill : check_names)(
            filler, first, piece->end, scope, err);
    }
}

static int fill(const struct filler *filler, size_t from, size_t to, const struct scope *scope,
                struct err *err)
{
    for (size_t i = from; i < to; i++) {
        const struct template_piece *piece = &filler->template->pieces.items[i];
        const struct json *value = NULL;
        if (piece->kind == TEMPLATE_TEXT)
            str_add_text(filler->out, filler->template->texts.text + piece->text);
        if (piece->kind == TEMPLATE_TEXT || piece->kind == TEMPLATE_END)
            continue;
        bool is_section = piece->kind >= TEMPLATE_IF;
        if (look_up(&value, filler, piece, scope, err) != 0 ||
            (is_section ? fill_section(filler, i, value, scope, err)
                        : add_value(filler, piece, value, err)) != 0)
            return ERR;
        i = is_section ? piece->end : i;
    }
    return 0;
}

int template_fill(struct str *out, const char *text, const struct template_filling *filling,
                  struct err *err)
{
    scoped(template) template = {0};
    struct scope more = {filling->more, NULL}, scope = {filling->values, &more};
    if (template_read(&template, text, filling->name, err) != 0)
        return ERR;
    return fill(&(struct filler){&template, filling, out}, 0, template.pieces.n, &scope, err);
}
