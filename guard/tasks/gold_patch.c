/* A line is looked up without white space, and cut into tokens when it is new. Most texts are
 * versions of the text before them, so lines at the start and the end that both have are not looked
 * up. */
#include "guard/tasks/gold_patch.h"

#include "base/file.h"
#include "base/hash.h"
#include "tokenize/token.h"
#include "tokenize/languages/language.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT_LINE = 512 };

/* Zero bytes are left out, too: they would end the text. */
static inline bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

/* ---- Tokens ---- */

/* Texts in quotes are others than words. */
enum { SEED_PLAIN, SEED_QUOTED };

struct cutter {
    const char *line;
    size_t length, at;
    bool is_unclosed[2]; /* a ' or " had no partner: no later one has */
};

static uint32_t token_of(const char *text, size_t length, uint64_t seed)
{
    return (uint32_t)(hash_bytes(text, length, seed) >> (64 - LINE_TOKEN_BITS));
}

static int compare_tokens(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return COMPARE(*x, *y);
}

static void list_keywords(struct line_table *table)
{
    for (int i = 0; languages[i]; i++) {
        if (table->languages && !language_set_has(table->languages, languages[i]))
            continue;
        for (const char *const *word = languages[i]->tokens.keywords; *word; word++)
            array_push(&table->keywords, token_of(*word, strlen(*word), SEED_PLAIN));
    }
    array_sort(&table->keywords, compare_tokens);
}

static bool is_keyword(const struct line_table *table, uint32_t token)
{
    size_t at;
    bisect(at, table->keywords.n, table->keywords.items[at] < token);
    return at < table->keywords.n && table->keywords.items[at] == token;
}

/* Whether the word from `start` to `end` is a member or is called. */
static bool is_fixed_name(const struct cutter *cutter, size_t start, size_t end)
{
    const char *line = cutter->line;
    while (start && is_white(line[start - 1]))
        start--;
    while (end < cutter->length && is_white(line[end]))
        end++;
    bool is_member = start && (line[start - 1] == '.' ||
                               (start > 1 && (memcmp(&line[start - 2], "->", 2) == 0 ||
                                              memcmp(&line[start - 2], "::", 2) == 0)));
    return is_member || (end < cutter->length && line[end] == '(');
}

static uint32_t cut_word(struct cutter *cutter, const struct line_table *table)
{
    size_t start = cutter->at;
    while (cutter->at < cutter->length && is_word_byte(cutter->line[cutter->at]))
        cutter->at++;
    uint32_t token = token_of(&cutter->line[start], cutter->at - start, SEED_PLAIN);
    bool is_name = !is_digit(cutter->line[start]) && !is_fixed_name(cutter, start, cutter->at) &&
                   !is_keyword(table, token);
    return token | (is_name ? LINE_TOKEN_NAME : 0);
}

/* Returns where the text after a quote ends; the length of the line if it is not closed. */
static size_t quoted_end(const struct cutter *cutter, char quote)
{
    size_t at = cutter->at + 1;
    while (at < cutter->length && cutter->line[at] != quote)
        at += cutter->line[at] == '\\' ? 2 : 1;
    return at < cutter->length ? at : cutter->length;
}

/* Moves on after a text in quotes, or one character. Returns whether it is a text. */
static bool skip_text(struct cutter *cutter)
{
    char quote = cutter->line[cutter->at];
    bool is_quote = quote == '\'' || quote == '"';
    if (is_quote && !cutter->is_unclosed[quote == '"']) {
        size_t end = quoted_end(cutter, quote);
        if (end < cutter->length) {
            cutter->at = end + 1;
            return true;
        }
        cutter->is_unclosed[quote == '"'] = true;
    }
    cutter->at++;
    return false;
}

/* A text in quotes, or one character. */
static uint32_t cut_other(struct cutter *cutter)
{
    const char *start = &cutter->line[cutter->at];
    if (!skip_text(cutter))
        return token_of(start, 1, SEED_PLAIN);
    return token_of(start + 1, (size_t)(&cutter->line[cutter->at] - start) - 2, SEED_QUOTED);
}

/* Appends the tokens of a line. */
static void add_tokens(struct line_table *table, const char *line, size_t length)
{
    struct cutter cutter = {.line = line, .length = length};
    if (!table->keywords.n)
        list_keywords(table);
    while (cutter.at < length) {
        char c = line[cutter.at];
        if (is_white(c) || c == ',' || c == '(' || c == ')' || c == '\\') {
            cutter.at++;
            continue;
        }
        uint32_t token = is_word_byte(c) ? cut_word(&cutter, table) : cut_other(&cutter);
        array_push(&table->tokens, token);
    }
    array_push(&table->ends, table->tokens.n);
}

/* ---- Lines ---- */

/* Copies a line without the white space that is not in texts. Returns the length. */
static size_t copy_bare(char *bare, const char *line, size_t length)
{
    struct cutter cutter = {.line = line, .length = length};
    size_t n = 0;
    while (cutter.at < length) {
        size_t start = cutter.at;
        bool is_text = skip_text(&cutter);
        for (size_t i = start; i < cutter.at; i++) {
            bare[n] = line[i];
            n += is_text ? line[i] != '\0' : !is_white(line[i]);
        }
    }
    bare[n] = '\0';
    return n;
}

uint32_t line_table_number(struct line_table *table, const char *line, size_t length)
{
    char on_stack[SHORT_LINE];
    scoped_memory char *allocated = length >= SHORT_LINE ? mem_alloc(length + 1, 1) : NULL;
    char *bare = allocated ? allocated : on_stack;
    size_t n = copy_bare(bare, line, length), n_before = table->texts.keys.n;
    if (!table->ends.n) /* number 0: no line */
        add_tokens(table, "", 0);
    uint32_t number = n ? (uint32_t)table_number(&table->texts, bare) + 1 : 0;
    if (table->texts.keys.n > n_before)
        add_tokens(table, line, length);
    return number;
}

static size_t count_feeds(const char *text, const char *end)
{
    size_t n = 0;
    for (; text < end && (text = memchr(text, '\n', (size_t)(end - text))); text++)
        n++;
    return n;
}

/* Returns the number of the first line after the first line feed of what two texts have in common
 * at their ends, in the last text, from `start` to before its end. */
static size_t first_of_end(const struct line_table *table, const char *start)
{
    const char *end = str_text(&table->last_text) + table->last_text.length;
    size_t n_after = count_feeds(start, end) + (start < end && end[-1] != '\n');
    return table->last_lines.n - n_after + 1;
}

/* Lines in what a text has in common with the last one, at its start and its end, are not looked
 * up. */
void line_table_cut(struct line_table *table, const char *text, size_t length,
                    struct number_list *out)
{
    const char *last = str_text(&table->last_text), *end = text + length, *start = text;
    size_t n_last = table->last_text.length, limit = length < n_last ? length : n_last;
    size_t n_start = token_text_common_start(text, last, limit);
    size_t n_end = token_text_common_end(end, last + n_last, limit - n_start);
    size_t at_end = first_of_end(table, last + n_last - n_end);
    struct number_list lines = {0};
    for (const char *feed; text < end; text = feed + 1) {
        uint32_t number;
        feed = memchr(text, '\n', (size_t)(end - text));
        feed = feed ? feed : end;
        if ((size_t)(feed - start) < n_start)
            number = table->last_lines.items[lines.n];
        else if ((size_t)(end - text) < n_end)
            number = table->last_lines.items[at_end++];
        else
            number = line_table_number(table, text, (size_t)(feed - text));
        array_push(&lines, number);
        if (number)
            array_push(out, number);
    }
    array_release(&table->last_lines);
    table->last_lines = lines;
    str_clear(&table->last_text);
    str_add(&table->last_text, start, length);
}

/* memmem() looks at bytes, and may find a part between two numbers. */
int64_t line_table_find(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part)
{
    const char *start = (const char *)text, *end = (const char *)(text + n), *found = start;
    if (!n_part)
        return 0;
    while ((found = memmem(found, (size_t)(end - found), part, n_part * sizeof *part))) {
        if ((found - start) % (ptrdiff_t)sizeof *text == 0)
            return (found - start) / (ptrdiff_t)sizeof *text;
        found++;
    }
    return -1;
}

void line_table_release(struct line_table *table)
{
    table_release(&table->texts);
    str_release(&table->last_text);
    array_release(&table->last_lines);
    array_release(&table->tokens);
    array_release(&table->ends);
    array_release(&table->keywords);
}

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

/* Takes the lines of a hunk on one side, 0 before and 1 after: adds those that are not context to
 * the change, and returns the image. */
static struct image add_side(struct gold_patch *gold, const struct patch *patch,
                             const struct patch_hunk *hunk, int side, struct line_table *table)
{
    struct image image = {(uint32_t)gold->numbers.n, 0};
    for (uint32_t i = 0; i < hunk->n_lines; i++) {
        const struct patch_line *line = &patch->lines.items[hunk->first_line + i];
        uint32_t number = line->kind == (side ? '-' : '+')
                              ? 0
                              : line_table_number(table, line->text, line->length);
        if (!number)
            continue;
        array_push(&gold->numbers, number);
        if (line->kind != ' ')
            array_push(&gold->change, ((struct signed_line){number, side ? 1 : -1}));
    }
    image.n = (uint32_t)gold->numbers.n - image.first;
    return image;
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
        for (uint32_t h = 0; h < file->n_hunks; h++) {
            const struct patch_hunk *hunk = &patch->hunks.items[file->first_hunk + h];
            struct gold_hunk made = {.path = path, .is_new = !file->path[0]};
            made.before = add_side(out, patch, hunk, 0, lines);
            made.after = add_side(out, patch, hunk, 1, lines);
            if (made.after.n)
                array_push(&out->hunks, made);
        }
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
