#include "tasks/plant.h"

#include "base/hash.h"
#include "tasks/plant_edits.h"

#include <stdlib.h>
#include <string.h>

const char *const plant_kind_names[] = {
    "verbatim", "reformatted", "names",   "locals", "swapped", "combined",
    "split",    "half",        "tangled", "moved",  NULL,
};

enum { COMBINED_LAYOUT = 1 };

struct planter {
    struct planted_list *out;
    const struct plant_file *files;
    struct plant_lines *before; /* by file */
    struct edit_tools tools;
    ARRAY(uint64_t) seen; /* hashes of the texts without white space */
};

/* ---- One leak ---- */

static uint64_t hash_text(uint64_t hash, struct plant_text text)
{
    scoped_memory char *bare = mem_alloc(text.length + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        if (c != ' ' && (c < '\t' || c > '\r'))
            bare[n++] = c;
    }
    return hash_bytes(bare, n, hash);
}

static uint64_t hash_commit(uint64_t hash, const struct plant_text *texts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = hash_text(hash, texts[i]);
    return hash;
}

static bool is_seen(const struct planter *planter, uint64_t hash)
{
    for (size_t i = 0; i < planter->seen.n; i++)
        if (planter->seen.items[i] == hash)
            return true;
    return false;
}

/* Adds a leak unless it is like another one by more than its layout, or one of its two commits
 * is. */
static void add(struct planter *planter, const struct planted *planted, size_t n)
{
    bool is_layout = planted->kind == PLANT_REFORMATTED ||
                     (planted->kind == PLANT_COMBINED && planted->number == COMBINED_LAYOUT);
    uint64_t hash = hash_commit(0, planted->texts[0], n);
    bool is_new = is_layout || !is_seen(planter, hash);
    if (planted->n_commits > 1) {
        hash = hash_commit(hash, planted->texts[1], n);
        is_new = is_new && !is_seen(planter, hash);
    }
    if (!is_new)
        return;
    array_push(&planter->seen, hash);
    array_push(planter->out, *planted);
}

static struct plant_text *texts_of(const struct planter *planter, const struct fix *fix)
{
    struct plant_text *texts = arena_alloc(planter->tools.arena, fix->n, sizeof *texts);
    for (size_t i = 0; i < fix->n; i++)
        if (!fix->files[i].is_gone)
            texts[i] = plant_lines_join(&fix->files[i].after, planter->tools.arena);
    return texts;
}

static void add_fix(struct planter *planter, enum plant_kind kind, int number,
                    const struct fix *fix)
{
    add(planter, &(struct planted){kind, number, 1, {texts_of(planter, fix)}}, fix->n);
}

/* ---- Parts ---- */

/* Cuts a block with several lines after in two. */
static void cut_block(struct line_blocks *blocks)
{
    struct line_block *block = &blocks->items[0], second = *block;
    size_t n = block->n[1] / 2;
    if (!n)
        return;
    second.first[0] += second.n[0];
    second.n[0] = 0;
    second.first[1] += n;
    second.n[1] -= n;
    block->n[1] = n;
    array_push(blocks, second);
}

/* Returns the texts with the first or the second half of the changes; NULL if there is one. */
static struct plant_text *half_of(const struct planter *planter, const struct fix *fix,
                                  bool is_second)
{
    struct line_blocks *blocks = mem_alloc(fix->n, sizeof *blocks);
    struct plant_text *texts = arena_alloc(planter->tools.arena, fix->n, sizeof *texts);
    size_t n = 0, done = 0;
    for (size_t i = 0; i < fix->n; n += blocks[i++].n)
        line_blocks_find(&blocks[i], fix->files[i].before, &fix->files[i].after);
    for (size_t i = 0; n == 1 && i < fix->n; i++)
        if (blocks[i].n)
            cut_block(&blocks[i]);
    n = 0;
    for (size_t i = 0; i < fix->n; i++)
        n += blocks[i].n;
    for (size_t i = 0; i < fix->n; done += blocks[i++].n) {
        struct plant_lines lines = {0};
        size_t middle = n / 2 > done ? n / 2 - done : 0;
        middle = middle < blocks[i].n ? middle : blocks[i].n;
        line_blocks_apply(&lines, fix->files[i].before, &fix->files[i].after, &blocks[i],
                          is_second ? middle : 0, is_second ? blocks[i].n : middle);
        bool is_none = lines.n == 0 && !planter->files[i].before.bytes;
        if (!is_none)
            texts[i] = plant_lines_join(&lines, planter->tools.arena);
        array_release(&lines);
    }
    for (size_t i = 0; i < fix->n; i++)
        array_release(&blocks[i]);
    free(blocks);
    return n > 1 ? texts : NULL;
}

static void add_split(struct planter *planter, enum plant_kind kind, int number,
                      const struct fix *fix)
{
    struct plant_text *first = half_of(planter, fix, false);
    if (first)
        add(planter, &(struct planted){kind, number, 2, {first, texts_of(planter, fix)}}, fix->n);
}

static void add_half(struct planter *planter, const struct fix *fix)
{
    struct plant_text *half = half_of(planter, fix, dice_chance(planter->tools.dice, 0.5));
    if (half)
        add(planter, &(struct planted){PLANT_HALF, 1, 1, {half}}, fix->n);
}

/* ---- Other places and other changes ---- */

static bool move(struct fix *out, const struct planter *planter, const struct fix *fix)
{
    bool is_moved = false;
    for (size_t i = 0; i < fix->n; i++) {
        const struct fixed_file *file = &fix->files[i];
        scoped_array struct line_blocks blocks = {0};
        scoped_array struct plant_lines lines = {0};
        line_blocks_find(&blocks, file->before, &file->after);
        bool is_here = !is_moved && line_blocks_move(&lines, &file->after, &blocks);
        is_moved = is_moved || is_here;
        fix_push(out, fix, plant_lines_join(is_here ? &lines : &file->after, planter->tools.arena));
    }
    return is_moved;
}

/* Undoes earlier changes in the files of a fix: of each, those up to the version `number`. Returns
 * whether there are any. */
static bool tangle(struct fix *out, const struct planter *planter, const struct fix *fix,
                   int number)
{
    size_t n = 0;
    for (size_t i = 0; i < fix->n; i++) {
        scoped_array struct plant_lines older = {0};
        scoped_array struct plant_lines lines = {0};
        struct plant_text text = planter->files[i].older[number];
        plant_lines_cut(&older, text);
        const struct plant_lines *to = text.bytes ? &older : &planter->before[i];
        n += line_blocks_mix(&lines, &fix->files[i].after, &planter->before[i], to);
        fix_push(out, fix, plant_lines_join(&lines, planter->tools.arena));
    }
    return n > 0;
}

/* The newest change that can be undone, or all. */
static void add_tangled(struct planter *planter, enum plant_kind kind, int number,
                        const struct fix *fix, bool has_all)
{
    bool is_done = false;
    for (int i = 0; i < MAX_OLDER && !is_done; i++) {
        scoped(fix) tangled = {0};
        is_done = tangle(&tangled, planter, fix, has_all ? MAX_OLDER - 1 - i : i);
        if (is_done)
            add_fix(planter, kind, number, &tangled);
    }
}

/* ---- All ---- */

static void add_edited(struct planter *planter, const struct fix *fix)
{
    const struct edit_tools *tools = &planter->tools;
    scoped(fix) apart = {0}, joined = {0}, names = {0}, own = {0}, swapped = {0};
    if (fix_take_apart(&apart, fix, tools))
        add_fix(planter, PLANT_REFORMATTED, 1, &apart);
    if (fix_join(&joined, fix, tools))
        add_fix(planter, PLANT_REFORMATTED, 2, &joined);
    if (fix_rename(&names, fix, RENAME_NEW, tools))
        add_fix(planter, PLANT_NAMES, 1, &names);
    if (fix_rename(&own, names.n ? &names : fix, RENAME_CHANGED, tools))
        add_fix(planter, PLANT_NAMES, 2, &own);
    if (fix_swap(&swapped, fix, tools))
        add_fix(planter, PLANT_SWAPPED, 1, &swapped);
    scoped(fix) both = {0};
    const struct fix *renamed = names.n ? &names : own.n ? &own : NULL;
    if (renamed && fix_swap(&both, renamed, tools))
        add_fix(planter, PLANT_COMBINED, 2, &both);
    if (own.n)
        add_split(planter, PLANT_COMBINED, 5, &own);
}

static void add_locals(struct planter *planter, const struct fix *fix)
{
    const struct edit_tools *tools = &planter->tools;
    scoped(fix) locals = {0}, more = {0}, layout = {0}, moved = {0}, joined = {0};
    if (fix_rename(&locals, fix, RENAME_LOCALS, tools))
        add_fix(planter, PLANT_LOCALS, 1, &locals);
    if (!fix_rename(&more, fix, RENAME_MORE, tools))
        return;
    add_fix(planter, PLANT_LOCALS, 2, &more);
    if (fix_take_apart(&layout, &more, tools))
        add_fix(planter, PLANT_COMBINED, COMBINED_LAYOUT, &layout);
    if (fix_join(&joined, &more, tools) || layout.n)
        add_tangled(planter, PLANT_COMBINED, 3, joined.n ? &joined : &layout, false);
    if (move(&moved, planter, &more))
        add_fix(planter, PLANT_COMBINED, 4, &moved);
}

static void make_fix(struct fix *out, struct planter *planter, size_t n)
{
    *out = (struct fix){mem_alloc(n, sizeof *out->files), n};
    uint64_t hash = 0;
    for (size_t i = 0; i < n; i++) {
        scoped_array struct line_blocks blocks = {0};
        const struct plant_file *file = &planter->files[i];
        hash = hash_text(hash, file->before);
        plant_lines_cut(&planter->before[i], file->before);
        out->files[i] = (struct fixed_file){
            .path = file->path, .before = &planter->before[i], .is_gone = !file->after.bytes};
        plant_lines_cut(&out->files[i].after, file->after);
        line_blocks_find(&blocks, &planter->before[i], &out->files[i].after);
        plant_lines_mark(&out->files[i].after, &blocks);
    }
    array_push(&planter->seen, hash);
}

void plant_all(struct planted_list *out, const struct plant_file *files, size_t n,
               struct piece_cutter *cutter, struct dice *dice, struct arena *arena)
{
    scoped(fix) fix = {0}, moved = {0};
    struct planter planter = {.out = out, .files = files, .tools = {cutter, dice, arena}};
    planter.before = mem_alloc(n, sizeof *planter.before);
    make_fix(&fix, &planter, n);
    add_fix(&planter, PLANT_VERBATIM, 1, &fix);
    if (out->n) {
        add_edited(&planter, &fix);
        add_locals(&planter, &fix);
    }
    add_split(&planter, PLANT_SPLIT, 1, &fix);
    add_half(&planter, &fix);
    add_tangled(&planter, PLANT_TANGLED, 1, &fix, false);
    add_tangled(&planter, PLANT_TANGLED, 2, &fix, true);
    if (move(&moved, &planter, &fix))
        add_fix(&planter, PLANT_MOVED, 1, &moved);
    for (size_t i = 0; i < n; i++)
        array_release(&planter.before[i]);
    free(planter.before);
    array_release(&planter.seen);
}
