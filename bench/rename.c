/* A name can go when all its uses are words of their own; a new one must be none of the program's. */
#include "bench/rename.h"

#include <string.h>

/* Names as contestants choose them; a number behind one makes more. */
static const char *const vocabulary[] = {
    "n",     "m",     "k",    "a",     "b",    "c",    "d",    "x",     "y",     "z",    "s",
    "t",     "p",     "q",    "r",     "i",    "j",    "l",    "w",     "h",     "ans",  "res",
    "cnt",   "count", "num",  "total", "tmp",  "ret",  "sum_", "data",  "line",  "arr",  "lst",
    "value", "left",  "dp",   "graph", "node", "cost", "dist", "queue", "stack", "seen", "score",
    "table", "key",   "word", "right", "mid",  "low",  "high", "best",  "cur",   "prev", "nxt",
    "row",   "col",   "flag", "size",  "item", "A",    "B",    "C",     "D",     "N",    "M",
    "K",     "H",     "W",    "X",     "Y",    "S",    "T",    "INF",   "MOD",   "mod",  "point",
    "team",  "price", "step", "start", "goal", "limit"};

enum { N_VOCABULARY = sizeof vocabulary / sizeof *vocabulary };

static bool is_same(const struct word *a, const struct word *b)
{
    return a->text_length == b->text_length && memcmp(a->text, b->text, a->text_length) == 0;
}

/* Whether a text stands anywhere as a word, or as a part of an f-string. */
static bool is_there(const struct script *script, const char *text, size_t length,
                     bool in_fstrings_only)
{
    for (size_t i = 0; i < script->words.n; i++) {
        const struct word *word = &script->words.items[i];
        bool is_word = word->text_length == length && memcmp(word->text, text, length) == 0;
        if ((is_word && !in_fstrings_only) ||
            (word->kind == WORD_FSTRING && memmem(word->text, word->text_length, text, length)))
            return true;
    }
    return false;
}

static bool may_go(const struct script *script, const struct word *word)
{
    bool is_private = word->text_length > 1 && memcmp(word->text, "__", 2) == 0;
    return word->kind == WORD_NAME && !is_private &&
           !is_there(script, word->text, word->text_length, true);
}

static bool is_listed(const struct renaming *renaming, const struct word *word)
{
    for (size_t i = 0; i < renaming->list.n; i++)
        if (is_same(&renaming->list.items[i].from, word))
            return true;
    return false;
}

static bool is_new(const struct renaming *renaming, const struct script *script, const char *name)
{
    for (size_t i = 0; i < renaming->list.n; i++)
        if (renaming->list.items[i].to && strcmp(renaming->list.items[i].to, name) == 0)
            return false;
    return !is_there(script, name, strlen(name), false);
}

/* Names that come first in the list are the most frequent ones. */
static const char *draw_name(const struct renaming *renaming, const struct script *script,
                             struct dice *dice, struct arena *arena)
{
    const char *name;
    size_t tries = 0;
    do {
        size_t most = 1 + dice_below(dice, N_VOCABULARY);
        name = vocabulary[dice_below(dice, most)];
        if (tries++ > 2 || dice_chance(dice, 0.1))
            name = arena_print(arena, "%s%d", name, (int)dice_below(dice, 10 + tries * tries));
    } while (!is_new(renaming, script, name));
    return name;
}

/* All names that may go, once each, still without a new one. */
static void list_names(struct renaming *out, const struct script *script)
{
    *out = (struct renaming){0};
    for (size_t i = 0; i < script->words.n; i++) {
        const struct word *word = &script->words.items[i];
        if (word->kind == WORD_NAME && !is_listed(out, word) && may_go(script, word))
            array_push(&out->list, (struct name_change){.from = *word});
    }
}

void renaming_draw(struct renaming *out, const struct script *script, double share,
                   struct dice *dice, struct arena *arena)
{
    list_names(out, script);
    size_t n = 0;
    for (size_t i = 0; i < out->list.n; i++)
        if (dice_chance(dice, share))
            out->list.items[i].to = draw_name(out, script, dice, arena);
    for (size_t i = 0; i < out->list.n; i++)
        if (out->list.items[i].to)
            out->list.items[n++] = out->list.items[i];
    out->list.n = n;
}

static bool is_free(const struct word *word, const struct word *a, const struct word *b)
{
    return !(a && is_same(word, a)) && !(b && is_same(word, b));
}

void renaming_draw_merger(struct renaming *out, const struct script *script, const struct word *a,
                          const struct word *b, struct dice *dice, struct arena *arena)
{
    list_names(out, script);
    size_t n = 0;
    for (size_t i = 0; i < out->list.n; i++)
        if (is_free(&out->list.items[i].from, a, b))
            out->list.items[n++] = out->list.items[i];
    out->list.n = n >= 2 ? 1 : 0;
    if (n < 2)
        return;
    size_t from = dice_below(dice, n), to = (from + 1 + dice_below(dice, n - 1)) % n;
    const struct word *other = &out->list.items[to].from;
    out->list.items[0] = (struct name_change){
        out->list.items[from].from, arena_copy_text(arena, other->text, other->text_length)};
}

void renaming_apply(const struct renaming *renaming, struct script *script)
{
    for (size_t i = 0; i < script->words.n; i++) {
        struct word *word = &script->words.items[i];
        for (size_t k = 0; k < renaming->list.n; k++) {
            if (word->kind != WORD_NAME || !is_same(word, &renaming->list.items[k].from))
                continue;
            word->text = renaming->list.items[k].to;
            word->text_length = (uint32_t)strlen(word->text);
            break;
        }
    }
}

void renaming_release(struct renaming *renaming)
{
    array_release(&renaming->list);
}
