#include "tests/support/brute_dedup.h"

#include "tests/support/forms.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* Every name is compared with every other: slow, and hard to get wrong. */

/* The word after `!` in an f-string is a conversion. */
bool renaming_is_name(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    bool is_conversion = index && token_text_is(program_token_text(program, index - 1), "!");
    return token->kind == TOKEN_WORD && !is_conversion &&
           text_is_name(program_token_text(program, index));
}

void renaming_apply(struct str *out, const struct program *program, const char *prefix,
                    int64_t only)
{
    size_t done = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        if (!renaming_is_name(program, i) || (only != RENAME_ALL && only != (int64_t)i))
            continue;
        size_t start = program->tokens.items[i].start_byte;
        str_add(out, program->source + done, start - done);
        str_add_text(out, prefix);
        done = start;
    }
    str_add(out, program->source + done, program->length - done);
}

/* The token's text with line feeds for line ends. */
static void add_text(struct str *out, const struct program *program, size_t index)
{
    struct token_text text = program_token_text(program, index);
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '\r' && i + 1 < text.length && text.bytes[i + 1] == '\n')
            continue;
        str_add(out, text.bytes[i] == '\r' ? "\n" : &text.bytes[i], 1);
    }
}

static size_t name_number(struct naming *naming, const char *name)
{
    for (size_t i = 0; i < naming->names.n; i++)
        if (strcmp(naming->names.items[i], name) == 0)
            return i;
    array_push(&naming->names, mem_copy_text(name, strlen(name)));
    return naming->names.n - 1;
}

/* Whether the name is an attribute: after a dot, but not in the path of an import. */
static bool is_attribute(const struct program *program, size_t index)
{
    bool is_after_dot = false;
    while (index >= 2 && token_text_is(program_token_text(program, index - 1), ".")) {
        is_after_dot = true;
        index -= 2;
    }
    return is_after_dot &&
           (index == 0 || !token_text_is(program_token_text(program, index - 1), "import"));
}

static void add_token(struct str *out, struct naming *naming, const struct program *program,
                      size_t index)
{
    const struct token *token = &program->tokens.items[index];
    bool is_name = renaming_is_name(program, index);
    scoped(str) text = str_of("%d:", token->kind);
    add_text(&text, program, index);
    if (is_name && naming->is_renamed && is_attribute(program, index))
        str_add_text(&text, " of another");
    if (naming->is_renamed && is_name)
        str_print(out, "name %zu", name_number(naming, str_text(&text)));
    else
        str_add(out, str_text(&text), text.length);
    str_add(out, "\1", 1);
}

void naming_add(struct str *out, struct naming *naming, const struct program *program, size_t start,
                size_t end)
{
    for (size_t i = start; i < end; i++)
        if (naming->has_layout || !token_is_layout(&program->tokens.items[i]))
            add_token(out, naming, program, i);
}

void naming_clear(struct naming *naming)
{
    for (size_t i = 0; i < naming->names.n; i++)
        free(naming->names.items[i]);
    array_release(&naming->names);
}

/* As published, and not as the program has them. */
static const struct {
    const char *name;
    size_t run_length;
    double set, multiset;
    size_t min_tokens;
} presets[] = {
    {"allamanis", 1, 0.8, 0.7, 20}, {"buglab", 1, 0.85, 0, 10}, {"bigcode", 5, 0.7, 0, 10}};

static uint32_t number_of(struct brute *brute, struct str *text)
{
    uint32_t number = (uint32_t)table_number(&brute->texts, str_text(text));
    str_clear(text);
    return number;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return COMPARE(x, y);
}

static void count(struct brute_counts *counts, struct brute *brute, const struct program *program)
{
    struct naming plain = {0};
    scoped(str) text = {0};
    scoped_array ARRAY(size_t) tokens = {0};
    for (size_t i = 0; i < program->tokens.n; i++)
        if (!token_is_layout(&program->tokens.items[i]))
            array_push(&tokens, i);
    counts->n_tokens = tokens.n;
    counts->n = tokens.n < brute->run_length ? 0 : tokens.n - brute->run_length + 1;
    counts->items = mem_alloc(counts->n, sizeof *counts->items);
    for (size_t i = 0; i < counts->n; i++) {
        for (size_t k = i; k < i + brute->run_length; k++)
            naming_add(&text, &plain, program, tokens.items[k], tokens.items[k] + 1);
        counts->items[i] = number_of(brute, &text);
    }
    if (counts->n)
        qsort(counts->items, counts->n, sizeof *counts->items, compare_numbers);
}

/* The edit and the tokens of its line. */
static uint32_t patch_of(struct brute *brute, const struct program *buggy,
                         const struct program *fixed)
{
    struct token_edit edit;
    struct naming plain = {0};
    assert_int_equal(program_difference(buggy, fixed, &edit), DIFFERENCE_SINGLE);
    size_t start = edit.buggy_token, end = edit.buggy_token;
    while (start > 0 && !token_is_layout(&buggy->tokens.items[start - 1]))
        start--;
    while (end < buggy->tokens.n && !token_is_layout(&buggy->tokens.items[end]))
        end++;
    scoped(str) text = str_of("%s at %zu: ", edit_kind_names[edit.kind], edit.buggy_token - start);
    if (edit.kind != EDIT_DELETE)
        naming_add(&text, &plain, fixed, edit.fixed_token, edit.fixed_token + 1);
    str_add_text(&text, " in: ");
    naming_add(&text, &plain, buggy, start, end);
    return number_of(brute, &text);
}

static void add_fix(struct brute *brute, struct db_statement *s)
{
    struct program programs[2];
    scoped(str) text = {0};
    struct naming plain = {.has_layout = true}, renamed = {.has_layout = true, .is_renamed = true};
    struct brute_fix fix = {.fix_key = db_int(s, 0)};
    for (int side = 0; side < 2; side++) {
        const char *code = db_text(s, 1 + side);
        assert_true(cut_bytes(&programs[side], code, db_text_length(s, 1 + side)));
        naming_add(&text, &plain, &programs[side], 0, programs[side].tokens.n);
        if (side == 0)
            fix.buggy = (uint32_t)table_number(&brute->texts, str_text(&text));
        str_add_text(&text, "becomes\1");
    }
    fix.exact = number_of(brute, &text);
    for (int side = 0; side < 2; side++) { /* one numbering for both */
        naming_add(&text, &renamed, &programs[side], 0, programs[side].tokens.n);
        str_add_text(&text, "becomes\1");
    }
    naming_clear(&renamed);
    fix.renamed = number_of(brute, &text);
    fix.patch = patch_of(brute, &programs[0], &programs[1]);
    for (int side = 0; side < 2; side++) {
        count(&fix.sides[side], brute, &programs[side]);
        program_release(&programs[side]);
    }
    array_push(&brute->fixes, fix);
}

static bool are_similar(const struct brute *brute, const struct brute_counts *a,
                        const struct brute_counts *b, double *set)
{
    size_t i = 0, k = 0, shared = 0, all = 0, least = 0, most = 0;
    if (a->n_tokens < brute->min_tokens || b->n_tokens < brute->min_tokens)
        return false;
    while (i < a->n || k < b->n) {
        uint32_t x = i < a->n ? a->items[i] : UINT32_MAX, y = k < b->n ? b->items[k] : UINT32_MAX;
        uint32_t next = x < y ? x : y;
        size_t n_a = 0, n_b = 0;
        for (; i < a->n && a->items[i] == next; i++)
            n_a++;
        for (; k < b->n && b->items[k] == next; k++)
            n_b++;
        all++;
        shared += n_a && n_b;
        least += n_a < n_b ? n_a : n_b;
        most += n_a > n_b ? n_a : n_b;
    }
    *set = (double)shared / (double)all;
    return *set >= brute->set && (double)least / (double)most >= brute->multiset;
}

bool brute_is_near(const struct brute *brute, uint32_t a, uint32_t b, double *set)
{
    double sets[2];
    for (int side = 0; side < 2; side++)
        if (!are_similar(brute, &brute->fixes.items[a].sides[side],
                         &brute->fixes.items[b].sides[side], &sets[side]))
            return false;
    *set = sets[0] < sets[1] ? sets[0] : sets[1];
    return true;
}

/* Gives both the smaller of their labels, again and again until there is nothing more to do. */
static bool level(uint32_t *labels, uint32_t a, uint32_t b)
{
    if (labels[a] == labels[b])
        return false;
    uint32_t low = labels[a] < labels[b] ? labels[a] : labels[b];
    labels[a] = labels[b] = low;
    return true;
}

static bool are_tied(const struct brute_fix *a, const struct brute_fix *b, enum brute_kind kind)
{
    if (kind == BRUTE_PATCH)
        return a->patch == b->patch;
    return a->exact == b->exact || (kind != BRUTE_EXACT && a->renamed == b->renamed);
}

static void find_clusters(struct brute *brute, enum brute_kind kind)
{
    size_t n = brute->fixes.n;
    uint32_t *labels = brute->clusters[kind] = mem_alloc(n, sizeof *labels);
    for (uint32_t i = 0; i < n; i++)
        labels[i] = i;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < i; k++)
                if (are_tied(&brute->fixes.items[k], &brute->fixes.items[i], kind))
                    has_changed |= level(labels, k, i);
        for (size_t i = 0; kind == BRUTE_NEAR && i < brute->near.n; i++)
            has_changed |= level(labels, brute->near.items[i].a, brute->near.items[i].b);
    }
}

static void find_near(struct brute *brute)
{
    double set;
    for (uint32_t i = 0; i < brute->fixes.n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (brute_is_near(brute, k, i, &set))
                array_push(&brute->near, (struct brute_near_pair){k, i});
}

void brute_read(struct brute *brute, struct db *db, const char *preset)
{
    struct db_statement *s;
    struct err err;
    int status;
    *brute = (struct brute){0};
    for (size_t i = 0; i < N_ITEMS(presets); i++)
        if (strcmp(presets[i].name, preset) == 0) {
            brute->run_length = presets[i].run_length;
            brute->set = presets[i].set;
            brute->multiset = presets[i].multiset;
            brute->min_tokens = presets[i].min_tokens;
        }
    assert_true(brute->run_length > 0);
    assert_success(db_prepare(&s, db,
                              "SELECT fix_key, buggy_code, fixed_code FROM fix_details "
                              "ORDER BY fixed_date, buggy_date, fix_key",
                              &err),
                   err);
    while ((status = db_step(s, &err)) == 1)
        add_fix(brute, s);
    assert_success(status, err);
    db_finish(s);
    find_near(brute);
    for (int kind = 0; kind < N_BRUTE_KINDS; kind++)
        find_clusters(brute, (enum brute_kind)kind);
}

void brute_release(struct brute *brute)
{
    for (size_t i = 0; i < brute->fixes.n; i++)
        for (int side = 0; side < 2; side++)
            free(brute->fixes.items[i].sides[side].items);
    array_release(&brute->fixes);
    array_release(&brute->near);
    for (int kind = 0; kind < N_BRUTE_KINDS; kind++)
        free(brute->clusters[kind]);
    table_release(&brute->texts);
}

uint32_t brute_place(const struct brute *brute, int64_t fix_key)
{
    for (uint32_t i = 0; i < brute->fixes.n; i++)
        if (brute->fixes.items[i].fix_key == fix_key)
            return i;
    fail_msg("no fix %d", (int)fix_key);
    return 0;
}

int64_t brute_conflict(const struct brute *brute, uint32_t place)
{
    const struct brute_fix *fixes = brute->fixes.items;
    int64_t first = BRUTE_NONE;
    bool is_conflict = false;
    for (size_t i = 0; i < brute->fixes.n; i++)
        if (fixes[i].buggy == fixes[place].buggy) {
            first = first == BRUTE_NONE ? (int64_t)i : first;
            is_conflict |= fixes[i].exact != fixes[place].exact;
        }
    return is_conflict ? first : BRUTE_NONE;
}
