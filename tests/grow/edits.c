/* Token edits. The lines are gone through one by one: the words on a line decide what may change
 * there. Every token that may change is a site; one or several sites are then drawn. What differs
 * between the languages is in grown_language.c. */
#include "tests/grow/edits.h"

#include "tests/grow/grown_language.h"

#include <string.h>

enum site_kind {
    SITE_NAME,
    SITE_INTEGER,
    SITE_STRING,
    SITE_SIGN, /* another one of `family` */
    SITE_INSERT_NEGATION,
    SITE_DELETE_NEGATION
};

struct site {
    size_t index; /* of the token; of the one that the negation comes before */
    enum site_kind kind;
    const struct sign_family *family;
};

typedef ARRAY(struct site) site_array;

/* A logical line of Python, with the layout tokens at its start left out, or a line. */
struct line {
    size_t start;
    size_t end;          /* of its NEWLINE, or of the next line */
    bool has_free_names; /* no import, definition, lambda, ... */
    bool has_walrus;
    bool has_for;
    bool is_condition; /* begins with if, elif or while */
};

static bool is_blank(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != ' ' && text[i] != '\t')
            return false;
    return true;
}

/* The white space that indents the line of a token that starts it. */
static size_t indentation_length(const struct word *word)
{
    size_t n = 0;
    while (n < word->gap_length && word->gap[word->gap_length - 1 - n] != '\n')
        n++;
    return n;
}

/* With braces, a comment may be before the first token of a line. Such a line does not count. */
static bool starts_line(const struct script *script, size_t index)
{
    const struct word *word = &script->words.items[index];
    if (index == 0 || word_is_layout(word))
        return false;
    if (!script->language->statement_end)
        return word_is_layout(word - 1);
    size_t n = indentation_length(word);
    return n < word->gap_length && is_blank(word->gap + word->gap_length - n, n);
}

static bool ends_line(const struct script *script, size_t index)
{
    if (!script->language->statement_end)
        return script->words.items[index].kind == WORD_NEWLINE;
    return word_is_layout(&script->words.items[index]) || starts_line(script, index);
}

static struct line line_at(const struct script *script, size_t start)
{
    const struct word *words = script->words.items;
    struct line line = {.start = start, .end = start, .has_free_names = true};
    line.is_condition = word_is_one_of(&words[start], script->language->conditions);
    for (; line.end == start || !ends_line(script, line.end); line.end++) {
        const struct word *word = &words[line.end];
        line.has_free_names =
            line.has_free_names && !word_is_one_of(word, script->language->binding);
        line.has_walrus = line.has_walrus || word_is(word, ":=");
        line.has_for = line.has_for || word_is(word, "for");
    }
    return line;
}

static bool is_blank_gap(const struct word *word)
{
    for (uint32_t i = 0; i < word->gap_length; i++)
        if (word->gap[i] != ' ')
            return false;
    return true;
}

static bool is_operand_end(const struct word *word)
{
    return word->kind == WORD_NAME || word->kind == WORD_NUMBER || word_is(word, ")") ||
           word_is(word, "]");
}

static bool is_operand_start(const struct word *word)
{
    return word->kind == WORD_NAME || word->kind == WORD_NUMBER || word_is(word, "(");
}

/* `next` is a NEWLINE at the end of the line. */
static bool may_change_name(const struct line *line, const struct word *name, size_t depth)
{
    const struct word *next = name + 1;
    bool is_keyword_argument = depth && word_is(next, "=");
    bool is_print_like = next->kind == WORD_STRING || next->kind == WORD_FSTRING ||
                         next->kind == WORD_NUMBER || next->kind == WORD_NAME;
    return line->has_free_names && !is_keyword_argument && !is_print_like;
}

static bool is_plain_integer(const struct word *word)
{
    if (word->kind != WORD_NUMBER || word->text_length > 9)
        return false;
    for (uint32_t i = 0; i < word->text_length; i++)
        if (word->text[i] < '0' || word->text[i] > '9')
            return false;
    return true;
}

static bool is_plain_string(const struct word *word)
{
    char quote = word->text[0];
    return word->kind == WORD_STRING && (quote == '"' || quote == '\'') &&
           !(word->text_length > 2 && word->text[1] == quote);
}

static bool is_in_place(const struct line *line, const struct word *sign, unsigned place)
{
    const struct word *before = sign - 1, *next = sign + 1;
    bool has_blanks = is_blank_gap(sign) && is_blank_gap(next);
    bool has_gaps = has_blanks && sign->gap_length && next->gap_length;
    bool is_angle = word_is(sign, "<") || word_is(sign, ">");
    bool is_after_cast = word_is(before, ")") && before[-1].kind == WORD_KEYWORD;
    bool is_test = line->is_condition && !line->has_for && !line->has_walrus;
    return (has_blanks || !(place & BLANKS_AROUND)) && (has_gaps || !(place & GAPS_AROUND)) &&
           (is_operand_end(before) || !(place & OPERAND_BEFORE)) &&
           (is_operand_start(next) || !(place & OPERAND_AFTER)) &&
           (word_is(next, ")") || word_is(next, ";") || !(place & END_AFTER)) &&
           (is_test || !(place & CONDITION_LINE)) && !(is_after_cast && (place & NOT_AFTER_CAST)) &&
           (has_gaps || !is_angle || !(place & ANGLES_IN_GAPS));
}

/* The tokens that may replace one; NULL if there are none. */
static const struct sign_family *family_of(const struct grown_language *language,
                                           const struct line *line, const struct word *word)
{
    if (word->kind == WORD_STRING)
        return word->text[0] == '\'' ? language->characters : NULL;
    if (word->kind != WORD_SIGN && word->kind != WORD_KEYWORD)
        return NULL;
    for (const struct sign_family *family = language->families; family->texts; family++)
        if (word_is_one_of(word, family->texts))
            return is_in_place(line, word, family->place) ? family : NULL;
    return NULL;
}

static void find_negation(const struct script *script, const struct line *line, size_t index,
                          site_array *sites)
{
    const struct grown_language *language = script->language;
    const struct word *words = script->words.items;
    const char *bracket = language->condition_bracket;
    if (!word_is_one_of(&words[index], language->conditions) || line->has_walrus ||
        words[index].is_touched || (bracket && !word_is(&words[index + 1], bracket)))
        return;
    size_t at = index + (bracket ? 2 : 1);
    if (words[at].is_touched || !is_blank_gap(&words[at]))
        return;
    if (is_operand_start(&words[at]))
        array_push(sites, (struct site){at, SITE_INSERT_NEGATION, NULL});
    else if (word_is(&words[at], language->negation) && is_operand_start(&words[at + 1]) &&
             !words[at + 1].is_touched && is_blank_gap(&words[at + 1]) &&
             (bracket || words[at].gap_length))
        array_push(sites, (struct site){at, SITE_DELETE_NEGATION, NULL});
}

static void find_negations(const struct script *script, const struct line *line, site_array *sites)
{
    size_t end = script->language->has_conditions_anywhere ? line->end : line->start + 1;
    for (size_t i = line->start; i < end; i++)
        find_negation(script, line, i, sites);
}

static void find_replacements(const struct script *script, const struct line *line, bool has_names,
                              site_array *sites)
{
    size_t depth = 0;
    for (size_t i = line->start; i < line->end; i++) {
        const struct word *word = &script->words.items[i];
        const struct sign_family *family = i > 0 ? family_of(script->language, line, word) : NULL;
        if (word_is(word, "(") || word_is(word, "[") || word_is(word, "{"))
            depth++;
        else if (word_is(word, ")") || word_is(word, "]") || word_is(word, "}"))
            depth--;
        if (word->is_touched)
            continue;
        if (word->kind == WORD_NAME && has_names && may_change_name(line, word, depth))
            array_push(sites, (struct site){i, SITE_NAME, NULL});
        else if (is_plain_integer(word))
            array_push(sites, (struct site){i, SITE_INTEGER, NULL});
        else if (family)
            array_push(sites, (struct site){i, SITE_SIGN, family});
        else if (is_plain_string(word))
            array_push(sites, (struct site){i, SITE_STRING, NULL});
    }
}

/* In a function, a name may not be used before it is declared global. */
static bool declares_scope(const struct script *script)
{
    for (size_t i = 0; i < script->words.n; i++)
        if (word_is_one_of(&script->words.items[i], script->language->scope_words))
            return true;
    return false;
}

static void find_sites(const struct script *script, bool with_negation, site_array *sites)
{
    bool has_names = !declares_scope(script);
    for (size_t i = 0; i < script->words.n; i++) {
        if (word_is_layout(&script->words.items[i]))
            continue;
        struct line line = line_at(script, i);
        find_replacements(script, &line, has_names, sites);
        if (with_negation)
            find_negations(script, &line, sites);
        i = line.end - 1;
    }
}

static bool draw_name(const struct script *script, struct word *word, struct dice *dice)
{
    for (int i = 0; i < 20; i++) {
        const struct word *other = &script->words.items[dice_below(dice, script->words.n)];
        bool is_equal = other->text_length == word->text_length &&
                        memcmp(other->text, word->text, word->text_length) == 0;
        bool is_private = other->text_length > 1 && memcmp(other->text, "__", 2) == 0;
        if (other->kind == WORD_NAME && !is_equal && !is_private) {
            word->text = other->text;
            word->text_length = other->text_length;
            return true;
        }
    }
    return false;
}

static void set_text(struct word *word, const char *text)
{
    word->text = text;
    word->text_length = (uint32_t)strlen(text);
}

static bool draw_integer(struct word *word, struct dice *dice, struct arena *arena)
{
    long value = 0;
    for (uint32_t i = 0; i < word->text_length; i++)
        value = value * 10 + (word->text[i] - '0');
    long other =
        dice_chance(dice, 0.6) ? value + dice_between(dice, -1, 2) : dice_between(dice, 0, 1000);
    if (other < 0 || other == value)
        other = value + 1;
    set_text(word, arena_print(arena, "%ld", other));
    return true;
}

static bool draw_string(struct word *word, struct dice *dice, struct arena *arena)
{
    static const char *const contents[] = {"Yes", "No", "YES", "NO", "yes", "Impossible", " ", ","};
    const char *content = contents[dice_below(dice, sizeof contents / sizeof *contents)];
    char quote = word->text[0];
    struct word old = *word;
    set_text(word, arena_print(arena, "%c%s%c", quote, content, quote));
    if (word_is(&old, word->text))
        set_text(word, arena_print(arena, "%c%s!%c", quote, content, quote));
    return true;
}

static bool draw_sign(struct word *word, const struct sign_family *family, struct dice *dice)
{
    const char *const *texts = family->texts;
    size_t n = 0;
    while (texts[n])
        n++;
    size_t i = dice_below(dice, n);
    set_text(word, word_is(word, texts[i]) ? texts[(i + 1) % n] : texts[i]);
    if (family->makes_sign)
        word->kind = memchr(word->text, ' ', word->text_length) ? WORD_SIGN : WORD_KEYWORD;
    return true;
}

static bool replace(struct script *script, const struct site *site, struct dice *dice,
                    struct arena *arena)
{
    struct word *word = &script->words.items[site->index];
    bool is_done = site->kind == SITE_NAME      ? draw_name(script, word, dice)
                   : site->kind == SITE_INTEGER ? draw_integer(word, dice, arena)
                   : site->kind == SITE_STRING  ? draw_string(word, dice, arena)
                                                : draw_sign(word, site->family, dice);
    word->is_touched = word->is_touched || is_done;
    return is_done;
}

static void insert_negation(struct script *script, size_t index)
{
    const struct grown_language *language = script->language;
    struct word word = {.gap = language->negation_gap,
                        .gap_length = (uint32_t)strlen(language->negation_gap),
                        .kind = language->condition_bracket ? WORD_SIGN : WORD_KEYWORD,
                        .is_touched = true};
    set_text(&word, language->negation);
    script->words.items[index - 1].is_touched = true;
    script->words.items[index].is_touched = true;
    script_insert(script, index, &word, 1);
}

static void delete_negation(struct script *script, size_t index)
{
    struct word *words = script->words.items;
    words[index + 1].gap = words[index].gap;
    words[index + 1].gap_length = words[index].gap_length;
    words[index - 1].is_touched = true;
    words[index + 1].is_touched = true;
    script_delete(script, index, 1);
}

/* How often each kind of site is drawn, after the thesis's table of bug types. */
static double weight_of(const struct site *site)
{
    switch (site->kind) {
    case SITE_NAME:
        return 14874;
    case SITE_INTEGER:
    case SITE_STRING:
        return 10789.0 / 2;
    case SITE_SIGN:
        return site->family->weight;
    case SITE_INSERT_NEGATION:
    case SITE_DELETE_NEGATION:
    default:
        return 556;
    }
}

static bool are_alike(const struct site *a, const struct site *b)
{
    return a->kind == b->kind && a->family == b->family;
}

/* A kind by its weight, then one of its sites. */
static const struct site *draw_site(const site_array *sites, struct dice *dice)
{
    const struct site *kinds[16];
    double weights[16];
    size_t n_kinds = 0, n_alike = 0;
    for (size_t i = 0; i < sites->n; i++) {
        size_t kind = 0;
        while (kind < n_kinds && !are_alike(kinds[kind], &sites->items[i]))
            kind++;
        if (kind == n_kinds) {
            weights[n_kinds] = weight_of(&sites->items[i]);
            kinds[n_kinds++] = &sites->items[i];
        }
    }
    const struct site *kind = kinds[dice_weighted(dice, weights, n_kinds)], *drawn = kind;
    for (size_t i = 0; i < sites->n; i++)
        if (are_alike(kind, &sites->items[i]) && dice_below(dice, ++n_alike) == 0)
            drawn = &sites->items[i];
    return drawn;
}

bool edit_one_token(struct script *script, struct dice *dice, struct arena *arena)
{
    site_array sites = {0};
    find_sites(script, true, &sites);
    bool is_done = false;
    for (int tries = 0; tries < 8 && sites.n && !is_done; tries++) {
        const struct site *site = draw_site(&sites, dice);
        is_done = true;
        if (site->kind == SITE_INSERT_NEGATION)
            insert_negation(script, site->index);
        else if (site->kind == SITE_DELETE_NEGATION)
            delete_negation(script, site->index);
        else
            is_done = replace(script, site, dice, arena);
    }
    array_release(&sites);
    return is_done;
}

bool edit_many_tokens(struct script *script, struct dice *dice, struct arena *arena, size_t low,
                      size_t high)
{
    site_array sites = {0};
    struct script edited;
    size_t n_wanted = (size_t)dice_between(dice, (int64_t)low, (int64_t)high), n_done = 0;
    script_copy(&edited, script);
    find_sites(&edited, false, &sites);
    while (n_done < n_wanted && sites.n) {
        size_t drawn = dice_below(dice, sites.n);
        n_done += replace(&edited, &sites.items[drawn], dice, arena);
        sites.items[drawn] = sites.items[--sites.n];
    }
    array_release(&sites);
    struct script unused = n_done >= low ? *script : edited;
    if (n_done >= low)
        *script = edited;
    script_release(&unused);
    return n_done >= low;
}

void script_insert(struct script *script, size_t index, const struct word *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        array_push(&script->words, words[i]);
    struct word *place = script->words.items + index;
    memmove(place + n, place, (script->words.n - n - index) * sizeof *place);
    memcpy(place, words, n * sizeof *place);
}

void script_delete(struct script *script, size_t index, size_t n)
{
    struct word *place = script->words.items + index;
    memmove(place, place + n, (script->words.n - n - index) * sizeof *place);
    script->words.n -= n;
}

/* Edits of whole lines. A statement goes in before a line that can do with any statement before
 * it; one goes out when the line above it belongs to the same block, so that no block of Python
 * gets empty. */

typedef ARRAY(size_t) index_array;

/* No statement may precede these: they continue the one above, or must come first. */
static const char *const continuations[] = {"elif",   "else", "except", "finally", "case",
                                            "import", "from", "@",      NULL};

/* Whether the line above the one that starts at `index` begins with '@'. */
static bool follows_decorator(const struct script *script, size_t index)
{
    const struct word *words = script->words.items;
    size_t i = index;
    while (i > 0 && word_is_layout(&words[i - 1]))
        i--;
    while (i > 0 && !word_is_layout(&words[i - 1]))
        i--;
    return word_is(&words[i], "@");
}

static bool is_declaration(const struct word *word)
{
    return word[1].kind == WORD_NAME &&
           (word->kind == WORD_NAME || word_is(word, ">") || word_is(word, "]"));
}

/* Whether a statement may end before a token. */
static bool follows_statement(const struct script *script, size_t index)
{
    const char *const *befores = script->language->statement_befores;
    const struct word *before = &script->words.items[index - 1];
    return befores ? word_is_one_of(before, befores)
                   : before->kind == WORD_NEWLINE && !follows_decorator(script, index);
}

/* The number of tokens of the statement line at `index`, with its end; 0 when it must stay. */
static size_t deletable_length(const struct script *script, size_t index)
{
    const struct grown_language *language = script->language;
    const struct word *words = script->words.items;
    const char *end = language->statement_end;
    if (!starts_line(script, index) || words[index].kind != WORD_NAME ||
        !follows_statement(script, index) ||
        (language->statement_seconds &&
         !word_is_one_of(&words[index + 1], language->statement_seconds)))
        return 0;
    size_t n = 0;
    for (; end ? !word_is(&words[index + n], end) : words[index + n].kind != WORD_NEWLINE; n++) {
        const struct word *word = &words[index + n];
        if (word->is_touched || word_is_layout(word) || (end && is_declaration(word)) ||
            word_is_one_of(word, language->statement_breaks))
            return 0;
    }
    return n >= 3 && (!end || ends_line(script, index + n + 1)) ? n + 1 : 0;
}

/* With braces, only a statement is surely at a place where statements are. */
static bool may_insert_before(const struct script *script, size_t index)
{
    const struct word *word = &script->words.items[index];
    if (script->language->statement_end)
        return deletable_length(script, index) > 0;
    return starts_line(script, index) && !word->is_touched && word->kind != WORD_STRING &&
           !word_is_one_of(word, continuations) && !follows_decorator(script, index);
}

static void insert_statement(struct script *script, size_t index, struct dice *dice,
                             struct arena *arena)
{
    struct word *next = &script->words.items[index];
    struct word words[5] = {
        {.gap = next->gap, .gap_length = next->gap_length, .kind = WORD_NAME, .is_touched = true},
        {.gap = " ", .gap_length = 1, .kind = WORD_SIGN, .is_touched = true},
        {.gap = " ", .gap_length = 1, .kind = WORD_NUMBER, .is_touched = true},
        {.gap = "", .text = "", .kind = WORD_NEWLINE, .is_touched = true},
    };
    words[0].text = arena_print(arena, "extra%d", (int)dice_below(dice, 1000));
    words[1].text = "=";
    words[2].text = arena_print(arena, "%d", (int)dice_below(dice, 1000));
    if (script->language->statement_end) {
        words[3].text = script->language->statement_end;
        words[3].kind = WORD_SIGN;
    }
    for (int i = 0; i < 4; i++)
        words[i].text_length = (uint32_t)strlen(words[i].text);
    size_t indentation = indentation_length(next);
    next->gap =
        arena_print(arena, "\n%.*s", (int)indentation, next->gap + next->gap_length - indentation);
    next->gap_length = (uint32_t)indentation + 1;
    script_insert(script, index, words, 4);
}

static bool draw(const index_array *indices, struct dice *dice, size_t *index)
{
    if (indices->n)
        *index = indices->items[dice_below(dice, indices->n)];
    return indices->n > 0;
}

bool edit_statement(struct script *script, struct dice *dice, struct arena *arena)
{
    index_array places = {0}, statements = {0};
    size_t index;
    for (size_t i = 0; i < script->words.n; i++) {
        if (may_insert_before(script, i))
            array_push(&places, i);
        if (deletable_length(script, i))
            array_push(&statements, i);
    }
    bool is_done = true;
    if (dice_chance(dice, 0.5) && draw(&statements, dice, &index))
        script_delete(script, index, deletable_length(script, index));
    else if (draw(&places, dice, &index))
        insert_statement(script, index, dice, arena);
    else
        is_done = false;
    array_release(&places);
    array_release(&statements);
    return is_done;
}

/* Puts `text` into the gap before a word, `at` bytes after the gap's start. */
static void insert_into_gap(struct word *word, size_t at, const char *text, struct arena *arena)
{
    word->gap = arena_print(arena, "%.*s%s%.*s", (int)at, word->gap, text,
                            (int)(word->gap_length - at), word->gap + at);
    word->gap_length += (uint32_t)strlen(text);
}

bool edit_format(struct script *script, struct dice *dice, struct arena *arena)
{
    const struct grown_language *language = script->language;
    for (int tries = 0; tries < 50; tries++) {
        size_t index = 1 + dice_below(dice, script->words.n - 1);
        struct word *word = &script->words.items[index];
        if (word->gap_length == 1 && word->gap[0] == ' ') {
            insert_into_gap(word, 0, " ", arena);
            return true;
        }
        const char *line_end = memchr(word->gap, '\n', word->gap_length);
        if (!starts_line(script, index) || !line_end)
            continue;
        size_t at = (size_t)(line_end - word->gap) + 1;
        bool has_comment = memchr(word->gap, language->comment_start, at);
        if (dice_chance(dice, 0.5))
            insert_into_gap(word, at, language->lines[dice_below(dice, 5)], arena);
        else if (!has_comment)
            insert_into_gap(word, 0, language->comments[dice_below(dice, 4)], arena);
        else
            continue;
        return true;
    }
    return false;
}
