/* A component is matched by searching: each placeholder tries its lengths in ascending order. What
 * is known not to match is remembered, so that the work grows with the square of the length. */
#include "miner/rows/path_pattern.h"

#include <string.h>

enum { MAX_COMPONENT = 128 };

/* Whether paths can say something about a field. */
static bool is_usable(int field)
{
    return field < ROW_BUGGY && field != ROW_CODE && field != ROW_PATH;
}

static int fail_for_name(const char *name, size_t length, struct err *err)
{
    scoped(str) names = {0};
    for (int i = 0; i < N_ROW_FIELDS; i++)
        if (is_usable(i))
            str_print(&names, "{%s}, ", row_field_name((enum row_field)i));
    return err_set(err, "'{%.*s}' is not a placeholder of a layout; these are: %s{}", (int)length,
                   name, str_text(&names));
}

/* Sets the field with a name in braces. */
static int find_field(int *field, const char *name, size_t length, struct err *err)
{
    *field = PATTERN_ANY;
    if (length == 0 || (length == 1 && *name == '*'))
        return 0;
    *field = row_field_find(name, length);
    return *field >= 0 && is_usable(*field) ? 0 : fail_for_name(name, length, err);
}

static int add_piece(struct pattern_component *component, const struct pattern_piece *piece,
                     struct err *err)
{
    if (component->n_pieces == PATTERN_MAX_PIECES)
        return err_set(err, "'%s' has more than %d parts", component->text, PATTERN_MAX_PIECES);
    component->pieces[component->n_pieces++] = *piece;
    return 0;
}

/* Adds the placeholder at `at`. Returns its length, or ERR. */
static int add_placeholder(struct path_pattern *pattern, struct pattern_component *component,
                           const char *at, struct err *err)
{
    struct pattern_piece piece = {.text = at};
    const char *end = strchr(at, '}');
    size_t n = component->n_pieces;
    if (!end)
        return err_set(err, "'%s' in the layout has no closing brace", at);
    if (find_field(&piece.field, at + 1, (size_t)(end - at) - 1, err) != 0)
        return ERR;
    piece.length = (size_t)(end - at) + 1;
    if (n && component->pieces[n - 1].field != PATTERN_LITERAL)
        return err_set(err,
                       "'%s': there must be a text before '%.*s', so that it is clear where "
                       "it begins",
                       component->text, (int)piece.length, at);
    if (piece.field != PATTERN_ANY && pattern->has[piece.field])
        return err_set(err, "'%.*s' is in the layout twice; write {} for one of them",
                       (int)piece.length, at);
    pattern->has[piece.field] = true;
    piece.is_extension = piece.field == ROW_LANGUAGE && !end[1] && n &&
                         component->pieces[n - 1].text[component->pieces[n - 1].length - 1] == '.';
    return add_piece(component, &piece, err) == 0 ? (int)piece.length : ERR;
}

/* Adds the literal text at `at`. Returns the length that it has in the pattern, or ERR. */
static int add_literal(struct path_pattern *pattern, struct pattern_component *component,
                       const char *at, struct err *err)
{
    scoped(str) text = {0};
    size_t n = 0;
    while (at[n] && (at[n] != '{' || at[n + 1] == '{')) {
        bool is_brace = at[n] == '{' || at[n] == '}';
        if (at[n] == '}' && at[n + 1] != '}')
            return err_set(err,
                           "'%s' has a closing brace without an opening one; a brace itself "
                           "is written twice",
                           component->text);
        str_add(&text, at + n, 1);
        n += is_brace ? 2 : 1;
    }
    struct pattern_piece piece = {.field = PATTERN_LITERAL, .length = text.length};
    piece.text = arena_copy_text(&pattern->arena, text.text, text.length);
    return add_piece(component, &piece, err) == 0 ? (int)n : ERR;
}

static int add_component(struct path_pattern *pattern, const char *text, size_t length,
                         struct err *err)
{
    struct pattern_component component = {.text = arena_copy_text(&pattern->arena, text, length)};
    if (strcmp(component.text, ".") == 0 || strcmp(component.text, "..") == 0 || !length)
        return err_set(err, "a layout is the path of a file below DATASET, without '.', '..' and "
                            "'//'");
    if (pattern->components.n == PATTERN_MAX_COMPONENTS)
        return err_set(err, "the layout has more than %d folders", PATTERN_MAX_COMPONENTS);
    for (const char *at = component.text; *at;) {
        bool is_literal = *at != '{' || at[1] == '{';
        int n = is_literal ? add_literal(pattern, &component, at, err)
                           : add_placeholder(pattern, &component, at, err);
        if (n < 0)
            return ERR;
        at += n;
    }
    array_push(&pattern->components, component);
    return 0;
}

int path_pattern_read(struct path_pattern *out, const char *text, struct err *err)
{
    *out = (struct path_pattern){0};
    for (const char *slash; text; text = slash ? slash + 1 : NULL) {
        slash = strchr(text, '/');
        if (add_component(out, text, slash ? (size_t)(slash - text) : strlen(text), err) != 0)
            return ERR;
    }
    return 0;
}

void path_pattern_release(struct path_pattern *pattern)
{
    array_release(&pattern->components);
    arena_release(&pattern->arena);
}

struct matching {
    const struct pattern_component *component;
    const char *text;
    size_t length, start; /* `start` is that of the component in the path */
    struct path_values *values;
    bool has_failed[PATTERN_MAX_PIECES + 1][MAX_COMPONENT + 1];
};

static bool match_from(struct matching *matching, size_t number, size_t at);

static bool match_placeholder(struct matching *matching, size_t number, size_t at)
{
    const struct pattern_piece *piece = &matching->component->pieces[number];
    char first = matching->text[at];
    if (at == matching->length || (piece->field == ROW_DATE && (first < '0' || first > '9')))
        return false;
    for (size_t end = at + 1; end <= matching->length; end++) {
        if (piece->is_extension && matching->text[end - 1] == '.')
            return false;
        if (!match_from(matching, number + 1, end))
            continue;
        if (piece->field != PATTERN_ANY)
            matching->values->of[piece->field] =
                (struct path_value){matching->start + at, end - at};
        return true;
    }
    return false;
}

static bool match_from(struct matching *matching, size_t number, size_t at)
{
    const struct pattern_piece *piece = &matching->component->pieces[number];
    if (number == matching->component->n_pieces)
        return at == matching->length;
    if (matching->has_failed[number][at])
        return false;
    bool is_literal = piece->field == PATTERN_LITERAL;
    bool has_text = is_literal && matching->length - at >= piece->length &&
                    memcmp(matching->text + at, piece->text, piece->length) == 0;
    if (has_text ? match_from(matching, number + 1, at + piece->length)
                 : !is_literal && match_placeholder(matching, number, at))
        return true;
    matching->has_failed[number][at] = true;
    return false;
}

bool path_pattern_match(const struct path_pattern *pattern, size_t component, const char *path,
                        size_t start, struct path_values *values)
{
    struct matching matching = {.component = &pattern->components.items[component],
                                .text = path + start,
                                .length = strcspn(path + start, "/"),
                                .start = start,
                                .values = values};
    return matching.length <= MAX_COMPONENT && match_from(&matching, 0, 0);
}

void path_pattern_fill(struct str *out, const struct path_pattern *pattern, const char *path,
                       const struct path_values *values)
{
    for (size_t i = 0; i < pattern->components.n; i++) {
        const struct pattern_component *component = &pattern->components.items[i];
        str_add_text(out, i ? "/" : "");
        for (size_t j = 0; j < component->n_pieces; j++) {
            const struct pattern_piece *piece = &component->pieces[j];
            bool is_literal = piece->field == PATTERN_LITERAL;
            if (is_literal)
                str_add(out, piece->text, piece->length);
            else if (piece->field != PATTERN_ANY)
                str_add(out, path + values->of[piece->field].start,
                        values->of[piece->field].length);
        }
    }
}
