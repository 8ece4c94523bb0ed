/* Without a grammar, what a name is follows from what is around it: before `=` it is assigned,
 * before `=` in brackets it is a keyword argument, after a word that begins functions it is one.
 * So some names are left as they are; those that are renamed are renamed everywhere. */
#include "tasks/plant_edits.h"

#include "base/table.h"

#include <ctype.h>
#include <string.h>

enum { MAX_WORD = 63 };

static const char *const new_words[] = {
    "entry",   "chosen",  "outcome", "pending", "target", "holder", "origin", "marker",
    "detail",  "wanted",  "segment", "carrier", "picked", "reply",  "given",  "probe",
    "subject", "mapping", "filler",  "anchor",  "bundle", "series", "slot",   "witness",
};

/* What is known of a word. */
struct word {
    bool is_before;   /* a file before has it */
    bool is_changed;  /* a changed line has it as a name */
    bool is_assigned; /* outside of brackets */
    bool is_defined;  /* as a function, a class, or an attribute */
    bool is_parameter;
    bool is_keyword_argument;
    const char *other; /* its new name; NULL: it stays */
};

struct naming {
    const struct edit_tools *tools;
    struct table table;
    ARRAY(struct word) words; /* by number in the table */
    struct pieces pieces;
};

static struct word *word_of(struct naming *naming, struct plant_text text,
                            const struct piece *piece)
{
    char name[MAX_WORD + 1] = {0};
    size_t length = piece->end - piece->start;
    if (piece->kind != PIECE_NAME || length > MAX_WORD)
        return NULL;
    memcpy(name, text.bytes + piece->start, length);
    size_t number = (size_t)table_number(&naming->table, name);
    if (number == naming->words.n)
        array_push(&naming->words, ((struct word){.other = NULL}));
    return &naming->words.items[number];
}

/* Whether a word begins a function or a class in one of the languages. */
static bool is_definer(struct plant_text text, const struct piece *piece)
{
    struct token_text word = {text.bytes + piece->start, piece->end - piece->start};
    if (piece->kind != PIECE_KEYWORD)
        return false;
    for (int i = 0; languages[i]; i++)
        if (token_text_is_one_of(word, languages[i]->parts.functions) ||
            token_text_is_one_of(word, languages[i]->parts.classes))
            return true;
    return false;
}

static bool is_one_of(struct plant_text text, const struct piece *piece, const char *const *signs)
{
    while (*signs && !piece_is(text, piece, *signs))
        signs++;
    return *signs;
}

/* Notes what a name is at its place. `is_definition`: a word before it in its line begins a
 * function or a class. */
static void note(struct word *word, struct plant_text text, const struct pieces *pieces, size_t i,
                 int depth, bool is_definition)
{
    static const char *const opens[] = {"(", ",", "*", "**", "&", NULL};
    const struct piece *before = i ? &pieces->items[i - 1] : NULL;
    const struct piece *after = i + 1 < pieces->n ? &pieces->items[i + 1] : NULL;
    bool is_member = piece_is_member(text, pieces, i);
    bool is_set = after && (piece_is(text, after, "=") || piece_is(text, after, ":="));
    bool is_between = before && after && before->kind == PIECE_KEYWORD &&
                      after->kind == PIECE_KEYWORD && before->line == after->line;
    if (is_definition && depth > 0) {
        word->is_parameter = word->is_parameter || (before && is_one_of(text, before, opens));
        return;
    }
    word->is_assigned = word->is_assigned || (!is_member && !depth && (is_set || is_between));
    word->is_defined =
        word->is_defined || (before && is_definer(text, before)) || (is_member && is_set);
    word->is_keyword_argument = word->is_keyword_argument || (is_set && depth > 0);
}

static void note_file(struct naming *naming, const struct fixed_file *file, struct plant_text text)
{
    const struct pieces *pieces = &naming->pieces;
    int depth = 0;
    bool is_definition = false;
    pieces_cut(&naming->pieces, naming->tools->cutter, file->path, text);
    for (size_t i = 0; i < pieces->n; i++) {
        const struct piece *piece = &pieces->items[i];
        char first = text.bytes[piece->start];
        if (piece->kind == PIECE_SIGN && !piece->is_inside)
            depth += (first == '(' || first == '[') - (depth && (first == ')' || first == ']'));
        if (!depth && i && pieces->items[i - 1].line != piece->line)
            is_definition = false;
        is_definition = is_definition || is_definer(text, piece);
        struct word *word = word_of(naming, text, piece);
        if (!word)
            continue;
        word->is_changed = word->is_changed || file->after.items[piece->line].is_changed;
        note(word, text, pieces, i, depth, is_definition);
    }
}

static void note_before(struct naming *naming, const struct fixed_file *file)
{
    struct plant_text text = plant_lines_join(file->before, naming->tools->arena);
    pieces_cut(&naming->pieces, naming->tools->cutter, file->path, text);
    for (size_t i = 0; i < naming->pieces.n; i++) {
        struct word *word = word_of(naming, text, &naming->pieces.items[i]);
        if (word)
            word->is_before = true;
    }
}

static bool is_renamed(const struct word *word, const char *name, enum renaming which)
{
    if (!word->is_changed || strncmp(name, "__", 2) == 0 || strspn(name, "_") == strlen(name))
        return false;
    if (which == RENAME_NEW)
        return !word->is_before && (word->is_assigned || word->is_defined || word->is_parameter);
    bool is_local = word->is_assigned || (which != RENAME_LOCALS && word->is_parameter);
    return is_local && !word->is_keyword_argument && strcmp(name, "self") != 0 &&
           strcmp(name, "cls") != 0;
}

/* Returns a name that no text has. */
static const char *new_name(struct naming *naming, const char *old)
{
    struct dice *dice = naming->tools->dice;
    for (size_t number = 0;; number++) {
        size_t n = sizeof new_words / sizeof *new_words;
        const char *first = new_words[dice_below(dice, n)];
        const char *second = new_words[dice_below(dice, n)];
        char *name = arena_print(naming->tools->arena, "%.*s%s_%s", (int)strspn(old, "_"), old,
                                 first, second);
        if (number) /* there are few pairs of words */
            name = arena_print(naming->tools->arena, "%s_%zu", name, number);
        for (char *c = name; isupper((unsigned char)*old) && *c; c++)
            *c = (char)toupper((unsigned char)*c);
        if (table_add(&naming->table, name) != TABLE_NONE) {
            array_push(&naming->words, ((struct word){.other = NULL}));
            return name;
        }
    }
}

static bool choose_names(struct naming *naming, enum renaming which)
{
    bool is_any = false;
    for (size_t i = 0, n = naming->words.n; i < n; i++)
        if (is_renamed(&naming->words.items[i], naming->table.keys.items[i], which)) {
            const char *name = new_name(naming, naming->table.keys.items[i]);
            naming->words.items[i].other = name;
            is_any = true;
        }
    return is_any;
}

static struct plant_text rename_file(struct naming *naming, const struct fixed_file *file,
                                     struct plant_text text, enum renaming which)
{
    scoped_array struct text_edits edits = {0};
    pieces_cut(&naming->pieces, naming->tools->cutter, file->path, text);
    for (size_t i = 0; i < naming->pieces.n; i++) {
        const struct piece *piece = &naming->pieces.items[i];
        const struct word *word = word_of(naming, text, piece);
        bool is_here = which != RENAME_CHANGED || file->after.items[piece->line].is_changed;
        if (!word || !word->other || !is_here ||
            (which != RENAME_NEW && piece_is_member(text, &naming->pieces, i)))
            continue;
        struct plant_text name = {word->other, strlen(word->other)};
        array_push(&edits, ((struct text_edit){piece->start, piece->end, name}));
    }
    return text_edits_apply(&edits, text, naming->tools->arena);
}

bool fix_rename(struct fix *out, const struct fix *fix, enum renaming which,
                const struct edit_tools *tools)
{
    struct naming naming = {.tools = tools};
    struct plant_text *texts = arena_alloc(tools->arena, fix->n, sizeof *texts);
    for (size_t i = 0; i < fix->n; i++) {
        texts[i] = plant_lines_join(&fix->files[i].after, tools->arena);
        note_file(&naming, &fix->files[i], texts[i]);
        note_before(&naming, &fix->files[i]);
    }
    bool is_any = choose_names(&naming, which);
    for (size_t i = 0; is_any && i < fix->n; i++)
        fix_push(out, fix, rename_file(&naming, &fix->files[i], texts[i], which));
    table_release(&naming.table);
    array_release(&naming.words);
    array_release(&naming.pieces);
    return is_any;
}
