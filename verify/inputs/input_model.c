/* Generate and test: a sample is changed, repaired, and kept if all facts hold. The more often that
 * fails, the smaller the change that is tried next. */
#include "verify/inputs/input_model.h"

#include "base/hash.h"
#include "base/mem.h"
#include "verify/inputs/input_mutation.h"

enum { MAX_HINTS = 64 };

struct input_model {
    struct arena arena;
    struct input_shape_found found;
    struct input_facts *facts;
    struct input_tree samples[INPUT_MAX_SAMPLES];
    size_t n_samples; /* 0: the model makes nothing */
    size_t n_cells;   /* of the largest sample */
    int64_t hints[MAX_HINTS];
    size_t n_hints;
};

const char *input_strictness_name(enum input_strictness strictness)
{
    static const char *const names[] = {
        [INPUTS_STRICT] = "strict", [INPUTS_MEDIUM] = "medium", [INPUTS_LOOSE] = "loose"};
    return names[strictness];
}

struct input_model *input_model_new(const struct input_text *samples, size_t n,
                                    enum input_strictness strictness)
{
    struct input_model *model = mem_alloc(1, sizeof *model);
    struct input_lines lines[INPUT_MAX_SAMPLES];
    size_t n_read = 0;
    for (size_t i = 0; i < n && n_read < INPUT_MAX_SAMPLES; i++) {
        const char *text = arena_copy_text(&model->arena, samples[i].text, samples[i].length);
        if (input_lines_read(&lines[n_read], &model->arena, text, samples[i].length)) {
            if (lines[n_read].n_cells > model->n_cells)
                model->n_cells = lines[n_read].n_cells;
            n_read++;
        }
    }
    if (n_read == 0 || !input_shape_infer(&model->found, lines, n_read, &model->arena))
        return model;
    model->facts = input_facts_new(&model->found, &model->arena);
    for (size_t i = 0; i < n_read; i++) {
        struct input_scope scope = {0};
        size_t at = 0;
        if (!input_tree_read(&model->samples[i], &model->found.shape, &lines[i], &at, &scope,
                             &model->arena))
            return model;
        input_facts_learn(model->facts, &model->samples[i]);
    }
    input_facts_settle(model->facts, strictness);
    model->n_samples = n_read;
    return model;
}

void input_model_hint(struct input_model *model, const int64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n && model->n_hints < MAX_HINTS; i++) {
        bool is_known = false;
        for (size_t k = 0; k < model->n_hints; k++)
            is_known = is_known || model->hints[k] == numbers[i];
        if (!is_known)
            model->hints[model->n_hints++] = numbers[i];
    }
}

void input_model_free(struct input_model *model)
{
    if (!model)
        return;
    arena_release(&model->arena);
    free(model);
}

/* Whether a tree is written as a sample is. */
static bool is_sample(const struct input_model *model, const struct str *text)
{
    for (size_t i = 0; i < model->n_samples; i++) {
        scoped(str) sample = {0};
        input_tree_write(&sample, &model->samples[i], &model->found.shape);
        if (sample.length == text->length && memcmp(sample.text, text->text, text->length) == 0)
            return true;
    }
    return false;
}

/* Changes a sample. `boldness` is the number of changes, at most; 0: all fields are drawn anew. */
static bool try_input(const struct input_model *model, struct dice *dice, size_t sample,
                      size_t boldness, struct str *out)
{
    scoped(arena) arena = {0};
    struct input_source source = {.found = &model->found,
                                  .facts = model->facts,
                                  .samples = model->samples,
                                  .n_samples = model->n_samples,
                                  .hints = model->hints,
                                  .n_hints = model->n_hints,
                                  .dice = dice,
                                  .arena = &arena};
    struct input_tree tree;
    input_tree_copy(&tree, &model->samples[sample], &model->found.shape, &arena);
    size_t n_changes = boldness ? 1 + dice_below(dice, boldness) : 0;
    if (boldness == 0)
        input_redraw(&source, &tree);
    for (size_t i = 0; i < n_changes; i++)
        input_mutate(&source, &tree);
    str_clear(out);
    if (!input_repair(&source, &tree) || !input_facts_hold(model->facts, &tree))
        return false;
    input_tree_write(out, &tree, &model->found.shape);
    /* The text is read again: only what a reader sees counts. */
    return input_model_allows(model, out->text, out->length) && !is_sample(model, out);
}

bool input_model_make(const struct input_model *model, uint64_t seed, uint32_t number,
                      struct str *out)
{
    enum { MAX_TRIES = 60, MAX_WORK = 60000 }; /* work: fields that were drawn */
    size_t tries = MAX_WORK / (model->n_cells + 1);
    struct dice dice = {hash_pair(seed, number)};
    str_clear(out);
    if (model->n_samples == 0)
        return false;
    tries = tries < 4 ? 4 : tries > MAX_TRIES ? MAX_TRIES : tries;
    size_t boldness = 1 + number / (4 * model->n_samples);
    boldness = boldness > 6 ? 6 : boldness;
    if (number > 4 * model->n_samples && number % 3 == 0)
        boldness = 0;
    for (size_t i = 0; i < tries; i++) {
        size_t sample = (number + i / 8) % model->n_samples;
        if (try_input(model, &dice, sample, i > tries / 2 ? 1 : boldness, out))
            return true;
    }
    str_clear(out);
    return false;
}

bool input_model_allows(const struct input_model *model, const char *text, size_t length)
{
    scoped(arena) arena = {0};
    struct input_lines lines;
    struct input_tree tree;
    struct input_scope scope = {0};
    size_t at = 0;
    return model->n_samples > 0 && input_lines_read(&lines, &arena, text, length) &&
           input_tree_read(&tree, &model->found.shape, &lines, &at, &scope, &arena) &&
           at == lines.n && input_facts_hold(model->facts, &tree);
}
