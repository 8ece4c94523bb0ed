/* Bugs show at ends of ranges, at small numbers, at equal ones, and at the numbers that programs
 * name, so these are drawn more often than chance would. */
#include "verify/inputs/input_draw.h"

const struct input_cell *input_draw_observed(const struct input_source *source, int var)
{
    const struct input_range *range = input_facts_range(source->facts, var);
    return range->n_values ? &range->values[dice_below(source->dice, range->n_values)] : NULL;
}

int64_t input_draw_within(const struct input_source *source, int64_t low, int64_t high)
{
    if (low >= high)
        return low;
    if (dice_chance(source->dice, 0.15))
        return low;
    if (dice_chance(source->dice, 0.15))
        return high;
    if (high - low > 20 && dice_chance(source->dice, 0.4))
        return dice_between(source->dice, low, low + 9);
    /* As many numbers of few digits as of many. */
    if (high - low > 1000 && dice_chance(source->dice, 0.5)) {
        int64_t width = high - low;
        while (width > 1000 && dice_chance(source->dice, 0.75))
            width /= 10;
        return dice_between(source->dice, low, low + width);
    }
    return dice_between(source->dice, low, high);
}

static char draw_char(const struct input_source *source, int var, const struct input_cell *like)
{
    const struct input_range *range = input_facts_range(source->facts, var);
    unsigned char seen[256];
    size_t n = 0;
    if (like->length && dice_chance(source->dice, 0.3))
        return like->text[dice_below(source->dice, like->length)];
    for (size_t c = 0; c < 256; c++)
        if (range->alphabet[c])
            seen[n++] = (unsigned char)c;
    return n ? (char)seen[dice_below(source->dice, n)] : 'a';
}

/* Fills the run of digits or letters around a place with one character. */
static void fill_run(char *text, size_t length, size_t at, char c)
{
    uint8_t class = input_char_class(text[at]);
    size_t from = at, to = at + 1;
    if (input_char_class(c) != class)
        c = text[at];
    while (from > 0 && input_char_class(text[from - 1]) == class)
        from--;
    while (to < length && input_char_class(text[to]) == class)
        to++;
    memset(text + from, c, to - from);
}

void input_draw_word(const struct input_source *source, int var, struct input_cell *cell,
                     size_t length)
{
    if (length > INPUT_MAX_CELLS)
        return;
    char *text = arena_alloc(source->arena, length + 1, 1);
    size_t kept = length < cell->length ? length : cell->length;
    if (kept)
        memcpy(text, cell->text, kept);
    for (size_t i = kept; i < length; i++)
        text[i] = draw_char(source, var, cell);
    if (length && length == cell->length) {
        size_t a = dice_below(source->dice, length), b = dice_below(source->dice, length);
        char held = text[a];
        switch (dice_below(source->dice, 8)) {
        case 0:
            text[a] = text[b];
            text[b] = held;
            break;
        case 1:
            text[a] = text[b];
            break;
        case 2:
            memset(text + (a < b ? a : b), held, (a < b ? b - a : a - b) + 1);
            break;
        case 3:
            fill_run(text, length, a, draw_char(source, var, cell));
            break;
        case 4:
            for (size_t i = 0; i < length / 2; i++)
                text[length - 1 - i] = text[i];
            break;
        default:
            text[a] = draw_char(source, var, cell);
        }
    }
    input_cell_set_word(cell, text, length);
}

/* Draws a number that programs name, with either sign, or one beside it, if there is one within the
 * bounds. */
static bool draw_hint(const struct input_source *source, const struct input_bounds *bounds,
                      int64_t *number)
{
    int64_t fitting[64];
    size_t n = 0;
    for (size_t i = 0; i < source->n_hints && n < sizeof fitting / sizeof *fitting; i++) {
        int64_t hint = source->hints[i];
        if (hint < -INPUT_MAX_NUMBER || hint > INPUT_MAX_NUMBER)
            continue;
        bool is_negative = bounds->low < 0 && dice_chance(source->dice, 0.5);
        int64_t value = (is_negative ? -hint : hint) + dice_between(source->dice, -1, 1);
        if (value >= bounds->low && value <= bounds->high)
            fitting[n++] = value;
    }
    if (n == 0)
        return false;
    *number = fitting[dice_below(source->dice, n)];
    return true;
}

void input_draw_cell(const struct input_source *source, int var, struct input_cell *cell)
{
    const struct input_range *range = input_facts_range(source->facts, var);
    struct input_bounds bounds = input_facts_bounds(source->facts, var);
    const struct input_cell *value = input_draw_observed(source, var);
    if (!cell->is_number || range->is_word) {
        if (bounds.is_closed || (value && dice_chance(source->dice, 0.2)))
            *cell = *value;
        else
            input_draw_word(source, var, cell, cell->length);
        return;
    }
    if (value && value->is_number && (bounds.is_closed || dice_chance(source->dice, 0.3))) {
        *cell = *value;
        return;
    }
    int64_t number = cell->value, hint = 0;
    if (dice_chance(source->dice, 0.25) && draw_hint(source, &bounds, &hint))
        number = hint;
    else if (dice_chance(source->dice, 0.4))
        number += dice_chance(source->dice, 0.5) ? 1 : -1;
    else
        number = input_draw_within(source, bounds.low, bounds.high);
    if (range->divisor > 1 && range->n_numbers >= 4)
        number -= number % range->divisor;
    number = number < bounds.low ? bounds.low : number > bounds.high ? bounds.high : number;
    input_cell_set_number(cell, number, source->arena);
}
