/* Digests of real and changed programs agree if and only if simply numbered names do. */
#include "guard/sequence.h"
#include "tests/support/brute_dedup.h"
#include "tests/support/corpus.h"
#include "tests/support/mutation.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

enum { MAX_TOKENS = 800, N_MUTANTS = 3, N_SUBSETS = 30, N_SETTINGS = 2 };

/* What was done to a program. */
enum change { CHANGE_NONE, CHANGE_NAMES, CHANGE_ONE_NAME, CHANGE_MUTATION, N_CHANGES };
static const char *const change_names[] = {"none", "all names", "one name", "a mutation"};

struct property {
    struct dice chance;
    struct sequence_reader *readers[N_SETTINGS]; /* 1: with layout */
    unsigned n_compared[N_CHANGES], n_same[N_CHANGES], n_renamed[N_CHANGES];
    unsigned n_parts, n_equal_parts;
    size_t n_sources;
};

static bool agree(const struct program *a, const struct program *b, int setting, bool is_renamed)
{
    struct naming naming = {.has_layout = setting, .is_renamed = is_renamed};
    scoped(str) x = {0}, y = {0};
    naming_add(&x, &naming, a, 0, a->tokens.n);
    naming_clear(&naming);
    naming_add(&y, &naming, b, 0, b->tokens.n);
    naming_clear(&naming);
    bool do_agree = x.length == y.length && memcmp(str_text(&x), str_text(&y), x.length) == 0;
    return do_agree;
}

static void compare(struct property *property, enum change change, const struct program *a,
                    const struct program *b)
{
    scoped(sequence) x = {0}, y = {0};
    for (int setting = 0; setting < N_SETTINGS; setting++) {
        sequence_read(&x, property->readers[setting], a);
        sequence_read(&y, property->readers[setting], b);
        bool is_same = digest_compare(sequence_digest(&x, false), sequence_digest(&y, false)) == 0;
        bool is_renamed = digest_compare(sequence_digest(&x, true), sequence_digest(&y, true)) == 0;
        if (is_same != agree(a, b, setting, false) || is_renamed != agree(a, b, setting, true))
            fail_msg("%s, setting %d: same %d, renamed %d, and the plain way says otherwise:\n"
                     "%.*s\n---\n%.*s",
                     change_names[change], setting, is_same, is_renamed, (int)a->length, a->source,
                     (int)b->length, b->source);
        property->n_compared[change]++;
        property->n_same[change] += is_same;
        property->n_renamed[change] += is_renamed;
    }
}

static void compare_with_text(struct property *property, enum change change,
                              const struct program *program, const struct str *text)
{
    scoped(program) changed = {0};
    if (tokenize_bytes(&changed, str_text(text), text->length))
        compare(property, change, program, &changed);
}

static void compare_changes(struct property *property, const struct program *program)
{
    scoped(str) text = {0};
    size_t any = dice_below(&property->chance, program->tokens.n);
    compare(property, CHANGE_NONE, program, program);
    renaming_apply(&text, program, "z_", RENAME_ALL);
    compare_with_text(property, CHANGE_NAMES, program, &text);
    while (!renaming_is_name(program, any) && any > 0)
        any--;
    str_clear(&text);
    renaming_apply(&text, program, "z_", (int64_t)any);
    compare_with_text(property, CHANGE_ONE_NAME, program, &text);
    for (int i = 0; i < N_MUTANTS; i++) {
        str_clear(&text);
        enum mutation mutation = (enum mutation)dice_below(&property->chance, N_MUTATIONS);
        if (mutate(&text, program, mutation, &property->chance))
            compare_with_text(property, CHANGE_MUTATION, program, &text);
    }
}

/* Parts of one length: by sequence_renamed(), and plainly. */
static void compare_parts(struct property *property, const struct program *program)
{
    scoped(sequence) sequence = {0};
    sequence_read(&sequence, property->readers[1], program);
    for (int i = 0; i < N_SUBSETS; i++) {
        size_t length = 1 + dice_below(&property->chance, 7);
        if (length > sequence.tokens.n)
            continue;
        size_t a = dice_below(&property->chance, sequence.tokens.n - length + 1);
        size_t b = dice_below(&property->chance, sequence.tokens.n - length + 1);
        bool is_equal = true;
        for (size_t k = 0; k < length; k++)
            is_equal &= sequence_renamed(&sequence.tokens.items[a + k], k) ==
                        sequence_renamed(&sequence.tokens.items[b + k], k);
        struct naming naming = {.has_layout = true, .is_renamed = true};
        scoped(str) x = {0}, y = {0};
        naming_add(&x, &naming, program, a, a + length);
        naming_clear(&naming);
        naming_add(&y, &naming, program, b, b + length);
        naming_clear(&naming);
        assert_int_equal(is_equal, strcmp(str_text(&x), str_text(&y)) == 0);
        property->n_parts++;
        property->n_equal_parts += is_equal && a != b;
    }
}

static void visit(const struct corpus_source *source, void *context)
{
    struct property *property = context;
    scoped(program) program = {0};
    if (!source->is_sample && property->n_sources++ % 25)
        return;
    if (tokenize_bytes(&program, source->text, source->length) && program.tokens.n > 0 &&
        program.tokens.n <= MAX_TOKENS) {
        compare_changes(property, &program);
        compare_parts(property, &program);
    }
}

TEST(sequence__agrees_where_plainly_numbered_names_do)
{
    struct property property = {.chance = {5}};
    for (int setting = 0; setting < N_SETTINGS; setting++)
        property.readers[setting] =
            sequence_reader_new(&(struct sequence_options){.has_layout = setting});
    corpus_visit(visit, &property);
    for (int setting = 0; setting < N_SETTINGS; setting++)
        sequence_reader_free(property.readers[setting]);
    for (int change = 0; change < N_CHANGES; change++)
        printf("note: %s: %u comparisons, %u the same, %u up to names\n", change_names[change],
               property.n_compared[change], property.n_same[change], property.n_renamed[change]);
    printf("note: %u pairs of parts, %u equal\n", property.n_parts, property.n_equal_parts);

    /* or the above would not say much */
    const unsigned *n = property.n_compared, *renamed = property.n_renamed;
    assert_int_equal(property.n_same[CHANGE_NONE], n[CHANGE_NONE]);
    assert_true(n[CHANGE_NONE] > 400);
    assert_true(renamed[CHANGE_NAMES] * 10 > n[CHANGE_NAMES] * 9);
    assert_true(property.n_same[CHANGE_NAMES] * 10 < n[CHANGE_NAMES]);
    assert_true(renamed[CHANGE_ONE_NAME] * 2 < n[CHANGE_ONE_NAME]);
    assert_true(renamed[CHANGE_ONE_NAME] > property.n_same[CHANGE_ONE_NAME]);
    assert_true(property.n_same[CHANGE_MUTATION] * 10 > n[CHANGE_MUTATION]);
    assert_true(property.n_same[CHANGE_MUTATION] * 10 < n[CHANGE_MUTATION] * 9);
    assert_true(property.n_equal_parts > 100);
}
