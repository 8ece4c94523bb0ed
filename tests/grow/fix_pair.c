/* Edits of one token are edits.h's, so what makes a pair is known; what makes it a duplicate of
 * another one is the way in which it was copied. */
#include "tests/grow/fix_pair.h"

#include "tests/grow/edits.h"

#include <stdlib.h>
#include <string.h>

/* Statements of the top level can follow each other in any order and stay a program. Whether it
 * would run is not asked: its tokens are what counts. */

/* As long as contest programs mostly are. */
enum { MOST_TOKENS = 900, MOST_BYTES = 16000, MOST_EDITS = 12 };

static const char *const continuations[] = {"elif", "else", "except", "finally", NULL};

static bool begins_line(const struct word *words, size_t index)
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
        if (depth > 0 || !begins_line(words, i))
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

static void edit_some(struct script *script, double distance, struct dice *dice,
                      struct arena *arena)
{
    size_t n_edits = dice_below(dice, 1 + (size_t)(distance * MOST_EDITS));
    if (n_edits)
        edit_many_tokens(script, dice, arena, 1, n_edits);
    for (size_t n = dice_below(dice, 1 + (size_t)(distance * 4)); n > 0; n--)
        edit_statement(script, dice, arena);
    for (size_t i = 0; i < script->words.n; i++)
        script->words.items[i].is_touched = false;
}

/* Makes a program out of the seed number `base`: the farther `distance` (0 to 1) is from 0, the
 * more of its statements are dropped, doubled, or followed by one of another seed, and the more
 * of its tokens are changed. Never so long that tokfix may refuse it. */
static void compose(struct script *out, const struct pieces *pieces, size_t base, double distance,
                    struct dice *dice, struct arena *arena)
{
    *out = (struct script){.language = pieces->seeds->list.items[base].script.language};
    do {
        array_clear(&out->words);
        assemble(out, pieces, base, distance, dice);
        base = dice_below(dice, pieces->seeds->list.n); /* in place of one that got too long */
    } while (is_too_long(out));
    edit_some(out, distance, dice, arena);
}

/* Consistent renaming: every name that is chosen becomes another one, wherever it is. A name can go
 * when all its uses are words of their own; a new one must be none of the program's. */
struct name_change {
    struct word from; /* a use of the name */
    const char *to;
};

struct renaming {
    ARRAY(struct name_change) list;
};

/* Names as contestants choose them; a number after one makes more. */
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

/* Chooses names of a program, each with the probability `share`, and for each a name that is not in
 * it. Names in an f-string, which is one word here, and those that begin with "__" stay.
 * Release with renaming_release(). */
static void renaming_draw(struct renaming *out, const struct script *script, double share,
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

/* Whether the name occurs after a dot or an arrow. Members and variables are names of two kinds:
 * one of each may be the same, so merging them would merge nothing. */
static bool is_member(const struct script *script, const struct word *name)
{
    for (size_t i = 1; i < script->words.n; i++) {
        const struct word *before = &script->words.items[i - 1];
        if ((word_is(before, ".") || word_is(before, "->")) &&
            is_same(&script->words.items[i], name))
            return true;
    }
    return false;
}

/* Chooses one name and another one of the same program for it, neither of them a member, or `a` or
 * `b` (which may be NULL). Leaves the list empty when there are none. */
static void renaming_draw_merger(struct renaming *out, const struct script *script,
                                 const struct word *a, const struct word *b, struct dice *dice,
                                 struct arena *arena)
{
    list_names(out, script);
    size_t n = 0;
    for (size_t i = 0; i < out->list.n; i++)
        if (is_free(&out->list.items[i].from, a, b) && !is_member(script, &out->list.items[i].from))
            out->list.items[n++] = out->list.items[i];
    out->list.n = n >= 2 ? 1 : 0;
    if (n < 2)
        return;
    size_t from = dice_below(dice, n), to = (from + 1 + dice_below(dice, n - 1)) % n;
    const struct word *other = &out->list.items[to].from;
    out->list.items[0] = (struct name_change){
        out->list.items[from].from, arena_copy_text(arena, other->text, other->text_length)};
}

static void renaming_apply(const struct renaming *renaming, struct script *script)
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

static void renaming_release(struct renaming *renaming)
{
    array_release(&renaming->list);
}

const char *pair_kind_name(enum pair_kind kind)
{
    static const char *const names[] = {"new", "same", "layout", "renamed", "merged"};
    return names[kind];
}

static bool is_single(const struct change *change)
{
    return change->kind == CHANGE_REPLACE || change->kind == CHANGE_INSERT ||
           change->kind == CHANGE_DELETE;
}

static void rename_some(struct script *script, struct dice *dice, struct arena *arena)
{
    static const double shares[] = {0, 0.2, 0.5, 0.9};
    struct renaming renaming;
    renaming_draw(&renaming, script, shares[dice_below(dice, 4)], dice, arena);
    renaming_apply(&renaming, script);
    renaming_release(&renaming);
}

void fix_pair_grow(struct fix_pair *out, const struct pieces *pieces, size_t base, double distance,
                   struct dice *dice)
{
    *out = (struct fix_pair){.kind = PAIR_NEW};
    for (;;) {
        compose(&out->buggy, pieces, base, distance, dice, &out->arena);
        rename_some(&out->buggy, dice, &out->arena);
        script_copy(&out->fixed, &out->buggy);
        bool is_edited = edit_one_token(&out->fixed, dice, &out->arena);
        out->change = script_compare(&out->buggy, &out->fixed);
        if (is_edited && is_single(&out->change))
            return;
        script_release(&out->buggy);
        script_release(&out->fixed);
        base = dice_below(dice, pieces->seeds->list.n); /* a program without a place for an edit */
    }
}

static bool change_layout(struct fix_pair *pair, struct dice *dice)
{
    bool is_done = false;
    for (size_t n = 1 + dice_below(dice, 4); n > 0; n--) {
        is_done |= edit_format(&pair->buggy, dice, &pair->arena);
        is_done |= edit_format(&pair->fixed, dice, &pair->arena);
    }
    return is_done;
}

/* The first name gets one that no other copy has, so that two copies of a pair differ. */
static bool rename_names(struct fix_pair *pair, size_t number, struct dice *dice)
{
    struct renaming renaming;
    renaming_draw(&renaming, &pair->buggy, 0.2 + 0.2 * (double)dice_below(dice, 5), dice,
                  &pair->arena);
    bool is_done = renaming.list.n > 0;
    if (is_done)
        renaming.list.items[0].to = arena_print(&pair->arena, "copy%zu", number);
    renaming_apply(&renaming, &pair->buggy);
    renaming_apply(&renaming, &pair->fixed);
    renaming_release(&renaming);
    return is_done;
}

/* Neither of the two names is one of the edit, which would be gone. */
static bool merge_names(struct fix_pair *pair, struct dice *dice)
{
    const struct word *before =
        pair->change.kind == CHANGE_INSERT ? NULL : &pair->buggy.words.items[pair->change.before];
    const struct word *after =
        pair->change.kind == CHANGE_DELETE ? NULL : &pair->fixed.words.items[pair->change.after];
    struct renaming renaming;
    renaming_draw_merger(&renaming, &pair->buggy, before, after, dice, &pair->arena);
    bool is_done = renaming.list.n > 0;
    renaming_apply(&renaming, &pair->buggy);
    renaming_apply(&renaming, &pair->fixed);
    renaming_release(&renaming);
    return is_done;
}

void fix_pair_copy(struct fix_pair *out, struct fix_pair *original, enum pair_kind kind,
                   size_t number, struct dice *dice)
{
    *out = *original;
    out->arena = (struct arena){0};
    script_copy(&out->buggy, &original->buggy);
    script_copy(&out->fixed, &original->fixed);
    bool is_done = kind == PAIR_LAYOUT    ? change_layout(out, dice)
                   : kind == PAIR_RENAMED ? rename_names(out, number, dice)
                   : kind == PAIR_MERGED  ? !original->was_merged && merge_names(out, dice)
                                          : false;
    out->kind = is_done ? kind : PAIR_SAME;
    if (out->kind == PAIR_RENAMED || out->kind == PAIR_MERGED)
        out->exact = number;
    if (out->kind == PAIR_MERGED) {
        out->renamed = number;
        original->was_merged = true;
    }
}

void fix_pair_release(struct fix_pair *pair)
{
    script_release(&pair->buggy);
    script_release(&pair->fixed);
    arena_release(&pair->arena);
}

/* Digits after a name, in a string and before a number make another word of it in each block. */
static void add_word(struct str *out, const struct word *word, size_t block)
{
    const char *text = word->text, *rest = text;
    size_t length = word->text_length;
    if (block && word->kind == WORD_NAME)
        rest = text + length;
    else if (block && word->kind == WORD_STRING)
        rest = text + length - (length > 5 && text[length - 2] == text[length - 1] ? 3 : 1);
    str_add(out, text, (size_t)(rest - text));
    if (rest > text || (block && word->kind == WORD_NUMBER && !(length > 1 && text[1] > '9')))
        str_print(out, "%zu", 100 + block); /* as many digits in all blocks */
    str_add(out, rest, length - (size_t)(rest - text));
}

void fix_pair_write(const struct script *script, size_t block, struct str *out)
{
    for (size_t i = 0; i < script->words.n; i++) {
        str_add(out, script->words.items[i].gap, script->words.items[i].gap_length);
        add_word(out, &script->words.items[i], block);
    }
    str_add(out, script->tail, script->tail_length);
}

/* FNV-1a, 64 bits. */
static void add_bytes(uint64_t *hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != '\r')
            *hash = (*hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    *hash = (*hash ^ 0xff) * 0x100000001b3u; /* no byte of UTF-8 */
}

static bool may_be_name(const struct word *word)
{
    static const char *const soft[] = {"print", "exec",      "match", "case",  "type",
                                       "_",     "__debug__", "async", "await", NULL};
    return word->kind == WORD_NAME || word->kind == WORD_FSTRING ||
           (word->kind == WORD_KEYWORD && word_is_one_of(word, soft));
}

uint64_t fix_pair_hash(const struct fix_pair *pair, size_t block)
{
    scoped(str) text = {0};
    const struct script *sides[] = {&pair->buggy, &pair->fixed};
    uint64_t hash = 0xcbf29ce484222325u;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < sides[side]->words.n; i++) {
            const struct word *word = &sides[side]->words.items[i];
            str_clear(&text);
            if (!may_be_name(word))
                add_word(&text, word, block);
            if (!word_is_layout(word))
                add_bytes(&hash, str_text(&text), text.length);
        }
        add_bytes(&hash, "", 0);
    }
    return hash;
}
