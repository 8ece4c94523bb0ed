/* Edits of whole lines. A statement goes in before a line that can do with any statement before
 * it; one goes out when the line above it belongs to the same block, which so never gets empty. */
#include "tests/grow/edits.h"

#include <string.h>

typedef ARRAY(size_t) index_array;

/* Before these no statement may stand: they go on with what is above, or must come first. */
static const char *const continuations[] = {"elif",   "else", "except", "finally", "case",
                                            "import", "from", "@",      NULL};

static bool starts_line(const struct script *script, size_t index)
{
    const struct word *word = &script->words.items[index];
    return index > 0 && !word_is_layout(word) && word_is_layout(word - 1);
}

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

static bool may_insert_before(const struct script *script, size_t index)
{
    const struct word *word = &script->words.items[index];
    return starts_line(script, index) && !word->is_touched && word->kind != WORD_STRING &&
           !word_is_one_of(word, continuations) && !follows_decorator(script, index);
}

/* The number of tokens of the statement line at `index`, NEWLINE included; 0 when it must stay. */
static size_t deletable_length(const struct script *script, size_t index)
{
    const struct word *words = script->words.items;
    if (!starts_line(script, index) || words[index - 1].kind != WORD_NEWLINE ||
        words[index].kind != WORD_NAME || follows_decorator(script, index))
        return 0;
    size_t n = 0;
    for (; words[index + n].kind != WORD_NEWLINE; n++) {
        const struct word *word = &words[index + n];
        if (word->is_touched || word_is(word, ":") || word_is(word, ";"))
            return 0;
    }
    return n >= 3 ? n + 1 : 0;
}

/* The white space that indents the line of a token that starts it. */
static size_t indentation_length(const struct word *word)
{
    size_t n = 0;
    while (n < word->gap_length && word->gap[word->gap_length - 1 - n] != '\n')
        n++;
    return n;
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
    for (int i = 0; i < 3; i++)
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

/* Puts `text` into the gap before a word, `at` bytes behind the gap's start. */
static void insert_into_gap(struct word *word, size_t at, const char *text, struct arena *arena)
{
    word->gap = arena_print(arena, "%.*s%s%.*s", (int)at, word->gap, text,
                            (int)(word->gap_length - at), word->gap + at);
    word->gap_length += (uint32_t)strlen(text);
}

bool edit_format(struct script *script, struct dice *dice, struct arena *arena)
{
    static const char *const comments[] = {"  # check this", "  # TODO", "  #fixed", "# why"};
    static const char *const lines[] = {"\n", "# debug\n", "    # print(ans)\n", "\n\n", "  \n"};
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
        bool has_comment = memchr(word->gap, '#', at);
        if (dice_chance(dice, 0.5))
            insert_into_gap(word, at, lines[dice_below(dice, 5)], arena);
        else if (!has_comment)
            insert_into_gap(word, 0, comments[dice_below(dice, 4)], arena);
        else
            continue;
        return true;
    }
    return false;
}
