/* Statements of the top level can follow each other in any order and stay a program. Whether it
 * would run is not asked: its tokens are what counts. */
#include "tests/grow/pieces.h"

#include "tests/grow/edits.h"

#include <stdlib.h>

/* As long as contest programs mostly are. */
enum { MOST_TOKENS = 900, MOST_BYTES = 16000, MOST_EDITS = 12 };

static const char *const continuations[] = {"elif", "else", "except", "finally", NULL};

static bool starts_line(const struct word *words, size_t index)
{
    return !word_is_layout(&words[index]) && (index == 0 || word_is_layout(&words[index - 1]));
}

static void cut(struct pieces *pieces, const struct script *script)
{
    const struct word *words = script->words.items;
    size_t depth = 0, start = 0;
    bool is_decorated = false; /* the line above is a decorator */
    for (size_t i = 0; i < script->words.n; i++) {
        depth += words[i].kind == WORD_INDENT;
        depth -= words[i].kind == WORD_DEDENT;
        if (depth > 0 || !starts_line(words, i))
            continue;
        if (i > 0 && !is_decorated && !word_is_one_of(&words[i], continuations)) {
            array_push(&pieces->list, (struct piece){start, i});
            start = i;
        }
        is_decorated = word_is(&words[i], "@");
    }
    array_push(&pieces->list, (struct piece){start, script->words.n});
}

void pieces_init(struct pieces *pieces, const struct seeds *seeds)
{
    *pieces = (struct pieces){.seeds = seeds};
    pieces->first = mem_alloc(seeds->list.n + 1, sizeof *pieces->first);
    for (size_t i = 0; i < seeds->list.n; i++) {
        cut(pieces, &seeds->list.items[i].script);
        pieces->first[i + 1] = pieces->list.n;
    }
}

void pieces_release(struct pieces *pieces)
{
    array_release(&pieces->list);
    free(pieces->first);
}

/* A statement begins on a line of its own; the first one needs none, and loses its comments. */
static void add_piece(struct script *out, const struct pieces *pieces, size_t seed, size_t number)
{
    const struct piece *piece = &pieces->list.items[number];
    const struct word *words = pieces->seeds->list.items[seed].script.words.items;
    bool is_first_here = out->words.n == 0, is_first_there = piece->start == 0;
    for (size_t i = piece->start; i < piece->end; i++)
        array_push(&out->words, words[i]);
    struct word *first = &out->words.items[out->words.n - (piece->end - piece->start)];
    if (is_first_here || is_first_there) {
        first->gap = is_first_here ? "" : "\n";
        first->gap_length = is_first_here ? 0 : 1;
    }
}

static void add_foreign_piece(struct script *out, const struct pieces *pieces, struct dice *dice)
{
    size_t seed = dice_below(dice, pieces->seeds->list.n), first = pieces->first[seed];
    add_piece(out, pieces, seed, first + dice_below(dice, pieces->first[seed + 1] - first));
}

static void assemble(struct script *out, const struct pieces *pieces, size_t base, double distance,
                     struct dice *dice)
{
    for (size_t i = pieces->first[base]; i < pieces->first[base + 1]; i++) {
        if (!dice_chance(dice, 0.5 * distance))
            add_piece(out, pieces, base, i);
        if (dice_chance(dice, 0.05 * distance))
            add_piece(out, pieces, base, i);
        if (dice_chance(dice, 0.5 * distance))
            add_foreign_piece(out, pieces, dice);
    }
    if (out->words.n == 0)
        add_foreign_piece(out, pieces, dice);
    out->tail = "\n";
    out->tail_length = 1;
}

static bool is_too_long(const struct script *script)
{
    size_t n_bytes = 0;
    for (size_t i = 0; i < script->words.n; i++)
        n_bytes += script->words.items[i].gap_length + script->words.items[i].text_length;
    return n_bytes > MOST_BYTES || script_most_tokens(script) > MOST_TOKENS;
}

static void edit(struct script *script, double distance, struct dice *dice, struct arena *arena)
{
    size_t n_edits = dice_below(dice, 1 + (size_t)(distance * MOST_EDITS));
    if (n_edits)
        edit_many_tokens(script, dice, arena, 1, n_edits);
    for (size_t n = dice_below(dice, 1 + (size_t)(distance * 4)); n > 0; n--)
        edit_statement(script, dice, arena);
    for (size_t i = 0; i < script->words.n; i++)
        script->words.items[i].is_touched = false;
}

void pieces_compose(struct script *out, const struct pieces *pieces, size_t base, double distance,
                    struct dice *dice, struct arena *arena)
{
    *out = (struct script){0};
    do {
        array_clear(&out->words);
        assemble(out, pieces, base, distance, dice);
        base = dice_below(dice, pieces->seeds->list.n); /* in place of one that got too long */
    } while (is_too_long(out));
    edit(out, distance, dice, arena);
}
