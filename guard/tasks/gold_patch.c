#include "guard/tasks/gold_patch.h"

#include "base/file.h"

#include <stdlib.h>

/* ---- Signed lines ---- */

static int compare_lines(const void *a, const void *b)
{
    const struct signed_line *x = a, *y = b;
    return COMPARE(x->line, y->line);
}

void signed_lines_sum(struct signed_lines *lines)
{
    size_t n = 0;
    array_sort(lines, compare_lines);
    for (size_t i = 0; i < lines->n; i++) {
        if (n && lines->items[n - 1].line == lines->items[i].line)
            lines->items[n - 1].n += lines->items[i].n;
        else
            lines->items[n++] = lines->items[i];
        n -= lines->items[n - 1].n == 0 &&
             (i + 1 == lines->n || lines->items[i + 1].line != lines->items[i].line);
    }
    lines->n = n;
}

uint64_t signed_lines_total(const struct signed_lines *lines)
{
    uint64_t total = 0;
    for (size_t i = 0; i < lines->n; i++)
        total += (uint64_t)llabs(lines->items[i].n);
    return total;
}

int64_t signed_lines_count(const struct signed_lines *lines, uint64_t line)
{
    size_t at;
    bisect(at, lines->n, lines->items[at].line < line);
    return at < lines->n && lines->items[at].line == line ? lines->items[at].n : 0;
}

bool signed_lines_contain(const struct signed_lines *whole, const struct signed_lines *part,
                          bool is_reverse)
{
    for (size_t i = 0; i < part->n; i++) {
        int64_t n = is_reverse ? -part->items[i].n : part->items[i].n;
        int64_t count = signed_lines_count(whole, part->items[i].line);
        if (n > 0 ? count < n : count > n)
            return false;
    }
    return true;
}

/* ---- The patch ---- */

static void add_once(struct number_list *list, struct table *texts, const char *text)
{
    uint32_t number = (uint32_t)table_number(texts, text);
    for (size_t i = 0; i < list->n; i++)
        if (list->items[i] == number)
            return;
    array_push(list, number);
}

/* Appends the numbers of the lines of a hunk on one side: 0 before, 1 after. */
static struct image add_image(struct gold_patch *gold, const struct patch *patch,
                              const struct patch_hunk *hunk, int side, struct line_table *table)
{
    struct image image = {(uint32_t)gold->numbers.n, 0};
    for (uint32_t i = 0; i < hunk->n_lines; i++) {
        const struct patch_line *line = &patch->lines.items[hunk->first_line + i];
        if (line->kind == (side ? '-' : '+'))
            continue;
        uint32_t number = line_table_number(table, line->text, line->length);
        if (number)
            array_push(&gold->numbers, number);
    }
    image.n = (uint32_t)gold->numbers.n - image.first;
    return image;
}

static void add_hunk(struct gold_patch *gold, const struct patch *patch,
                     const struct patch_file *file, const struct patch_hunk *hunk,
                     struct line_table *table, uint32_t path)
{
    for (uint32_t i = 0; i < hunk->n_lines; i++) {
        const struct patch_line *line = &patch->lines.items[hunk->first_line + i];
        uint32_t number =
            line->kind == ' ' ? 0 : line_table_number(table, line->text, line->length);
        if (number)
            array_push(&gold->change, ((struct signed_line){number, line->kind == '+' ? 1 : -1}));
    }
    struct gold_hunk made = {.path = path, .is_new = !file->path[0]};
    made.before = add_image(gold, patch, hunk, 0, table);
    made.after = add_image(gold, patch, hunk, 1, table);
    if (made.after.n)
        array_push(&gold->hunks, made);
}

void gold_patch_make(struct gold_patch *out, const struct patch *patch, struct line_table *lines,
                     struct table *names, struct table *paths)
{
    for (size_t f = 0; f < patch->files.n; f++) {
        const struct patch_file *file = &patch->files.items[f];
        if (file->is_binary)
            continue;
        for (int side = 0; side < 2; side++)
            if (file->path[side]) {
                add_once(&out->paths, paths, file->path[side]);
                add_once(&out->names, names, file_name(file->path[side]));
            }
        uint32_t path = (uint32_t)table_number(paths, file->path[file->path[0] ? 0 : 1]);
        for (uint32_t h = 0; h < file->n_hunks; h++)
            add_hunk(out, patch, file, &patch->hunks.items[file->first_hunk + h], lines, path);
    }
    signed_lines_sum(&out->change);
    out->n_lines = signed_lines_total(&out->change);
    for (size_t i = 0; i < out->change.n; i++)
        out->has_added = out->has_added || out->change.items[i].n > 0;
}

static void push_numbers(struct number_list *out, const uint32_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        array_push(out, numbers[i]);
}

bool gold_patch_apply(struct number_list *out, const struct gold_patch *gold, size_t first,
                      size_t end, const uint32_t *lines, size_t n)
{
    size_t n_before = out->n, done = 0;
    for (size_t h = first; h < end; h++) {
        const struct image *before = &gold->hunks.items[h].before;
        const struct image *after = &gold->hunks.items[h].after;
        int64_t skipped =
            line_table_find(&lines[done], n - done, &gold->numbers.items[before->first], before->n);
        if (skipped < 0) {
            out->n = n_before;
            return false;
        }
        push_numbers(out, &lines[done], (size_t)skipped);
        push_numbers(out, &gold->numbers.items[after->first], after->n);
        done += (size_t)skipped + before->n;
    }
    push_numbers(out, &lines[done], n - done);
    return true;
}

void gold_patch_release(struct gold_patch *gold)
{
    array_release(&gold->change);
    array_release(&gold->hunks);
    array_release(&gold->numbers);
    array_release(&gold->paths);
    array_release(&gold->names);
}
