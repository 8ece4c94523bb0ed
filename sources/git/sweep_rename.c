/* The difference of each removed and its added line is noted as a pair of texts: word by word, or
 * the whole middle of the line. Then it is counted in how many lines and files the same pair is. */
#include "base/file.h"
#include "base/table.h"
#include "sources/git/sweep_changes.h"

#include <ctype.h>
#include <string.h>

enum {
    MOST_PERCENT = 90,  /* of the changed lines, which must be of the kind */
    SAID_PERCENT = 67,  /* the same, if the message says it */
    MOST_LINES = 30,    /* or so many lines do: lines are wrapped again */
    MIN_LETTERS = 3,    /* of a name */
    MANY_LINES = 3,     /* in which the same text is replaced */
    MANY_FILES = 3,     /* the same, if the message does not say it */
    MAX_REPLACED = 200, /* bytes of a text that is replaced */
};

/* How often a text is replaced by another one. */
struct replacement {
    size_t n_lines, n_files;
    const struct patch_file *last;
};

/* What is replaced in a line: numbers of replacements. */
struct replaced_line {
    size_t first, n; /* in `numbers`; n is 0 if it is not known */
};

struct replacing {
    struct table texts; /* both, with a line end between them */
    ARRAY(struct replacement) list;
    ARRAY(size_t) numbers;
    ARRAY(struct replaced_line) lines; /* all changed lines */
    struct str text;
};

static void release_replacing(struct replacing *replacing)
{
    table_release(&replacing->texts);
    array_release(&replacing->list);
    array_release(&replacing->numbers);
    array_release(&replacing->lines);
    str_release(&replacing->text);
}
SCOPED_VALUE(replacing, release_replacing)

/* A part of a line. */
struct span {
    const char *at;
    size_t length;
};

static size_t count_letters(struct span span)
{
    size_t n = 0;
    for (size_t i = 0; i < span.length; i++)
        n += isalpha((unsigned char)span.at[i]) != 0;
    return n;
}

/* Counts that `a` is replaced by `b` in the last line. Returns false if they are not texts that
 * have a name. */
static bool add_replaced(struct replacing *replacing, const struct patch_file *file, struct span a,
                         struct span b)
{
    struct str *text = &replacing->text;
    bool is_name = count_letters(a) >= MIN_LETTERS || count_letters(b) >= MIN_LETTERS;
    if (!is_name || a.length > MAX_REPLACED || b.length > MAX_REPLACED)
        return false;
    str_clear(text);
    str_add(text, a.at, a.length);
    str_add_text(text, "\n");
    str_add(text, b.at, b.length);
    if (memchr(text->text, '\0', text->length))
        return false;
    size_t number = (size_t)table_number(&replacing->texts, text->text);
    if (number == replacing->list.n)
        array_push(&replacing->list, (struct replacement){0});
    struct replacement *replacement = &replacing->list.items[number];
    replacement->n_lines++;
    replacement->n_files += replacement->last != file || !file;
    replacement->last = file;
    array_push(&replacing->numbers, number);
    replacing->lines.items[replacing->lines.n - 1].n++;
    return true;
}

/* Takes a word, or a byte between words, from the start of a part of a line. */
static struct span next_word(struct span *rest)
{
    struct span word = {rest->at, 0};
    while (word.length < rest->length && sweep_is_name_byte(word.at[word.length]))
        word.length++;
    word.length += word.length == 0 && rest->length > 0;
    rest->at += word.length;
    rest->length -= word.length;
    return word;
}

static bool is_equal(struct span a, struct span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Counts the words that differ, if both lines have as many words and the same between them. */
static bool replace_words(struct replacing *replacing, const struct patch_file *file, struct span a,
                          struct span b, bool is_counted)
{
    while (a.length && b.length) {
        struct span x = next_word(&a), y = next_word(&b);
        if (is_equal(x, y))
            continue;
        if (!sweep_is_name_byte(*x.at) || !sweep_is_name_byte(*y.at) ||
            (is_counted && !add_replaced(replacing, file, x, y)))
            return false;
    }
    return !a.length && !b.length;
}

/* Counts all from the first to the last difference, and the words there as wholes. */
static bool replace_middle(struct replacing *replacing, const struct patch_file *file,
                           struct span a, struct span b)
{
    size_t n = a.length < b.length ? a.length : b.length, start = 0, end = 0;
    while (start < n && a.at[start] == b.at[start])
        start++;
    while (end < n - start && a.at[a.length - 1 - end] == b.at[b.length - 1 - end])
        end++;
    while (start > 0 && sweep_is_name_byte(a.at[start - 1]))
        start--;
    while (end > 0 && sweep_is_name_byte(a.at[a.length - end]))
        end--;
    return add_replaced(replacing, file, (struct span){a.at + start, a.length - start - end},
                        (struct span){b.at + start, b.length - start - end});
}

static void replace(struct replacing *replacing, const struct patch_file *file, struct span a,
                    struct span b)
{
    array_push(&replacing->lines, (struct replaced_line){replacing->numbers.n, 0});
    struct replaced_line *line = &replacing->lines.items[replacing->lines.n - 1];
    bool is_known = replace_words(replacing, file, a, b, false)
                        ? replace_words(replacing, file, a, b, true)
                        : replace_middle(replacing, file, a, b);
    if (!is_known)
        line->n = 0;
}

static void take_replaced(void *context, const struct change *change)
{
    struct replacing *replacing = context;
    const struct patch_line *before = change->line[PATCH_BEFORE],
                            *after = change->line[PATCH_AFTER];
    if (before && after)
        replace(replacing, change->file, (struct span){before->text, before->length},
                (struct span){after->text, after->length});
    else
        array_push(&replacing->lines, (struct replaced_line){0, 0});
}

/* Takes the names of renamed files as lines. */
static void take_names(struct replacing *replacing, const struct patch *patch)
{
    for (size_t f = 0; f < patch->files.n; f++) {
        const char *const *path = patch->files.items[f].path;
        const char *a = path[PATCH_BEFORE] ? file_name(path[PATCH_BEFORE]) : NULL;
        const char *b = path[PATCH_AFTER] ? file_name(path[PATCH_AFTER]) : NULL;
        if (a && b && strcmp(a, b) != 0)
            replace(replacing, NULL, (struct span){a, strlen(a)}, (struct span){b, strlen(b)});
    }
}

/* Whether a text is replaced by another one in many places. */
static bool is_wide(const struct replacement *it, unsigned signs)
{
    return it->n_files >= MANY_FILES ||
           (signs & SIGN(RENAME) && (it->n_files > 1 || it->n_lines >= MANY_LINES));
}

/* Whether in most changed lines all that changes is replaced in many places. */
bool sweep_shows_rename(const struct patch *patch, unsigned signs)
{
    scoped(replacing) replacing = {.text = {0}};
    size_t n = 0;
    if (signs & (SIGN(RENAME) | SIGN(FILES))) {
        sweep_visit_changes(patch, &replacing, take_replaced);
        take_names(&replacing, patch);
    }
    for (size_t i = 0; i < replacing.lines.n; i++) {
        const struct replaced_line *line = &replacing.lines.items[i];
        bool is_sweep = line->n > 0;
        for (size_t j = 0; j < line->n; j++)
            is_sweep &=
                is_wide(&replacing.list.items[replacing.numbers.items[line->first + j]], signs);
        n += is_sweep;
    }
    size_t least = signs & SIGN(RENAME) || n >= MOST_LINES ? SAID_PERCENT : MOST_PERCENT;
    return n && n * 100 >= replacing.lines.n * least;
}
