/* Edits of one token are edits.h's, so what makes a pair is known; what makes it a duplicate of another
 * one is the way in which it was copied. */
#include "bench/fix_pair.h"

#include "bench/edits.h"
#include "bench/rename.h"

#include <string.h>

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
        pieces_compose(&out->buggy, pieces, base, distance, dice, &out->arena);
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

uint64_t fix_pair_hash(const struct fix_pair *pair)
{
    const struct script *sides[] = {&pair->buggy, &pair->fixed};
    uint64_t hash = 0xcbf29ce484222325u;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < sides[side]->words.n; i++) {
            const struct word *word = &sides[side]->words.items[i];
            if (!word_is_layout(word))
                add_bytes(&hash, word->text, may_be_name(word) ? 0 : word->text_length);
        }
        add_bytes(&hash, "", 0);
    }
    return hash;
}
