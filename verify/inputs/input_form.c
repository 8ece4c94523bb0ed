/* Tries the forms in the order of their costs. A list of constant length counts as a list only from
 * three fields on: "2 5" after a 2 is more often two fields than a list of two. */
#include "verify/inputs/input_form.h"

static bool fits(const struct input_step *step, const struct input_size *size, size_t n_fixed,
                 const struct input_uses *uses)
{
    for (size_t i = 0; i < uses->n; i++) {
        const struct input_line *line = uses->items[i].line;
        struct input_scope scope = *uses->items[i].scope;
        struct input_step fixed = {
            .form = FORM_LIST, .n_fixed = n_fixed, .first_scalar = step->first_scalar};
        size_t n;
        if (line->n < n_fixed)
            return false;
        input_scope_enter(&scope, &fixed, line);
        if (!input_size_value(size, &scope, 0, &n) || n + n_fixed != line->n)
            return false;
    }
    return true;
}

static bool is_list_of(struct input_step *step, const struct input_uses *uses, size_t n_fixed,
                       struct input_size size)
{
    if (!fits(step, &size, n_fixed, uses))
        return false;
    step->form = FORM_LIST;
    step->n_fixed = n_fixed;
    step->size = size;
    return true;
}

/* Finds the size of a list after `n_fixed` fields. */
static bool find_list(struct input_step *step, const struct input_uses *uses, size_t n_fixed,
                      const int *offered, size_t n_offered)
{
    static const int lines[][2] = {{1, 0}, {1, -1}, {1, 1}, {2, 0}};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        struct input_size size = {.kind = SIZE_SCALAR, .times = lines[k][0], .plus = lines[k][1]};
        for (size_t i = 0; i < n_fixed; i++) {
            size.a = step->first_scalar + (int)i;
            if (is_list_of(step, uses, n_fixed, size))
                return true;
        }
        for (size_t i = n_offered; i-- > 0;) {
            size.a = offered[i];
            if (is_list_of(step, uses, n_fixed, size))
                return true;
        }
    }
    for (size_t i = 0; i < n_offered; i++)
        for (size_t j = 0; j <= i; j++) {
            struct input_size size = {.kind = SIZE_PRODUCT, .a = offered[j], .b = offered[i]};
            if (j < i && is_list_of(step, uses, n_fixed, size))
                return true;
            size.kind = j < i ? SIZE_SUM : SIZE_PAIRS;
            if (is_list_of(step, uses, n_fixed, size))
                return true;
        }
    return false;
}

/* Whether the first field of each line is one of a few, and says how many fields follow. */
static bool find_tags(struct input_step *step, const struct input_uses *uses)
{
    size_t sizes[INPUT_MAX_TAGS];
    step->n_tags = 0;
    for (size_t i = 0; i < uses->n; i++) {
        const struct input_line *line = uses->items[i].line;
        size_t tag = 0;
        if (line->n == 0)
            return false;
        while (tag < step->n_tags && !input_cells_equal(&step->tags[tag], &line->cells[0]))
            tag++;
        if (tag == INPUT_MAX_TAGS)
            return false;
        if (tag == step->n_tags) {
            step->tags[tag] = line->cells[0];
            sizes[tag] = line->n;
            step->n_tags++;
        }
        if (sizes[tag] != line->n)
            return false;
    }
    return step->n_tags > 1 && step->n_tags < uses->n;
}

/* The fields of a fixed line that are numbers in some lines only. */
static size_t count_mixed(const struct input_uses *uses, size_t n_fields)
{
    size_t n_mixed = 0;
    for (size_t field = 0; field < n_fields; field++) {
        size_t n_numbers = 0;
        for (size_t i = 0; i < uses->n; i++)
            n_numbers += uses->items[i].line->cells[field].is_number;
        n_mixed += n_numbers > 0 && n_numbers < uses->n;
    }
    return n_mixed;
}

double input_form_infer(struct input_step *step, const struct input_uses *uses, const int *offered,
                        size_t n_offered)
{
    size_t least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < uses->n; i++) {
        size_t n = uses->items[i].line->n;
        least = n < least ? n : least;
        most = n > most ? n : most;
    }
    step->n_fixed = 0;
    step->n_tags = 0;
    for (size_t n_fixed = 0; uses->n && n_fixed <= 2 && n_fixed <= least; n_fixed++)
        if ((most > least || most >= n_fixed + 3) &&
            find_list(step, uses, n_fixed, offered, n_offered))
            return 1 + 0.3 * (double)n_fixed + 0.2 * abs(step->size.plus) +
                   (step->size.kind == SIZE_SCALAR ? 0 : 0.5);
    if (uses->n && least == most && most <= 16) {
        step->form = FORM_FIXED;
        step->n_fixed = most;
        return 1 + 0.3 * (double)most + 0.5 * (double)count_mixed(uses, most);
    }
    if (most <= INPUT_MAX_FIELDS && find_tags(step, uses)) {
        step->form = FORM_TAGGED;
        return 2;
    }
    step->form = FORM_FREE;
    return 6;
}
