/* The sieve passes every pair that the tokens show as a single edit, whatever the change, and
 * seldom passes others. */
#include "tests/support/corpus.h"
#include "tests/support/mutation.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/sieve.h"

enum { MAX_TOKENS = 1024, N_STEPS = 3 };

/* What the tokens of both programs say. */
enum truth { TRUTH_NONE, TRUTH_SINGLE, TRUTH_MULTI, TRUTH_UNPARSABLE, N_TRUTHS };

enum { N_VERDICTS = SIEVE_TOO_MANY + 1 };

/* What was changed: a mutation, or */
enum { CHANGE_SEVERAL = N_MUTATIONS, CHANGE_ALL /* unrelated programs */, N_CHANGES };

struct property {
    struct sieve *sieve;
    struct dice chance;
    size_t n_rounds, n_pairs, n_sources;
    unsigned counts[N_CHANGES][N_TRUTHS][N_VERDICTS];
    struct str other; /* an unrelated program */
};

/* A program, or what does not parse. */
struct subject {
    struct program program;
    bool parses;
    const char *text;
    size_t length;
};

static void read_subject(struct subject *subject, const char *text, size_t length)
{
    subject->parses = tokenize_bytes(&subject->program, text, length);
    subject->text = text;
    subject->length = length;
}

static enum truth truth_of(const struct subject *buggy, const struct subject *fixed)
{
    struct token_edit edit;
    const struct program *a = &buggy->program, *b = &fixed->program;
    if (!buggy->parses || !fixed->parses)
        return TRUTH_UNPARSABLE;
    switch (program_difference(a, b, &edit)) {
    case DIFFERENCE_NONE:
        return TRUTH_NONE;
    case DIFFERENCE_SINGLE:
        return TRUTH_SINGLE;
    default:
        return TRUTH_MULTI;
    }
}

static bool is_too_long(const struct subject *subject)
{
    return subject->parses && subject->program.tokens.n > MAX_TOKENS;
}

/* The claim of sieve.h. */
static bool is_right(enum sieve_verdict verdict, enum truth truth, const struct subject *buggy,
                     const struct subject *fixed)
{
    bool is_same_text =
        buggy->length == fixed->length && memcmp(buggy->text, fixed->text, buggy->length) == 0;
    switch (verdict) {
    case SIEVE_SAME:
        return truth == TRUTH_NONE || truth == TRUTH_UNPARSABLE;
    case SIEVE_MULTI:
        return truth == TRUTH_MULTI || truth == TRUTH_UNPARSABLE;
    case SIEVE_TOO_MANY:
        return is_too_long(buggy) || is_too_long(fixed) || truth == TRUTH_UNPARSABLE;
    default:
        return !is_same_text;
    }
}

static void print_subject(const struct subject *subject)
{
    for (size_t i = 0; i < subject->length; i++)
        if (subject->text[i] < ' ' && subject->text[i] != '\n')
            printf("\\x%02x", (unsigned char)subject->text[i]);
        else
            putchar(subject->text[i]);
    printf("[end]\n");
}

static const char *change_name(int change)
{
    if (change >= N_MUTATIONS)
        return change == CHANGE_ALL ? "everything" : "several";
    return mutation_name((enum mutation)change);
}

/* In a buffer of exactly its size, so that a sanitizer detects a read after its end. */
static struct token_text exact_text(const struct subject *subject)
{
    char *bytes = malloc(subject->length ? subject->length : 1);
    assert_non_null(bytes);
    memcpy(bytes, subject->text, subject->length);
    return (struct token_text){bytes, subject->length};
}

/* Compares a pair, in both directions. */
static void check(struct property *property, int change, const struct subject *buggy,
                  const struct subject *fixed)
{
    struct token_text a = exact_text(buggy), b = exact_text(fixed);
    enum truth truth = truth_of(buggy, fixed);
    enum sieve_verdict there = sieve_compare(property->sieve, a, b);
    enum sieve_verdict back = sieve_compare(property->sieve, b, a);
    free((char *)a.bytes);
    free((char *)b.bytes);
    if (!is_right(there, truth, buggy, fixed) || !is_right(back, truth, fixed, buggy)) {
        print_subject(buggy);
        print_subject(fixed);
        fail_msg("%s: the sieve says %d, and %d the other way round, the tokens %d",
                 change_name(change), (int)there, (int)back, (int)truth);
    }
    property->counts[change][truth][there]++;
    property->n_pairs++;
}

/* A mutant of a program, a mutant of the mutant, ...; each is compared with the one before and
 * with the first. */
static void check_mutants(struct property *property, const struct subject *first)
{
    struct subject subjects[N_STEPS] = {0};
    struct str texts[N_STEPS] = {0};
    const struct subject *last = first;
    for (int i = 0; i < N_STEPS && last->parses && last->program.tokens.n; i++) {
        enum mutation mutation = (enum mutation)dice_below(&property->chance, N_MUTATIONS);
        if (!mutate(&texts[i], &last->program, mutation, &property->chance))
            continue;
        read_subject(&subjects[i], str_text(&texts[i]), texts[i].length);
        check(property, mutation, last, &subjects[i]);
        if (last != first)
            check(property, CHANGE_SEVERAL, first, &subjects[i]);
        last = &subjects[i];
    }
    for (int i = 0; i < N_STEPS; i++) {
        program_release(&subjects[i].program);
        str_release(&texts[i]);
    }
}

static unsigned sum_of(const struct property *property, int change, enum truth truth)
{
    unsigned n = 0;
    for (size_t verdict = 0; verdict < N_VERDICTS; verdict++)
        n += property->counts[change][truth][verdict];
    return n;
}

static size_t number_from(const char *variable, size_t otherwise)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* $SIEVE_SEED gives other mutants, $SIEVE_ROUNDS times as many. */
static void open_property(struct property *property)
{
    *property = (struct property){.sieve = sieve_new(&language_python, MAX_TOKENS),
                                  .chance = {number_from("SIEVE_SEED", 1)},
                                  .n_rounds = number_from("SIEVE_ROUNDS", 1)};
}

static void close_property(struct property *property)
{
    sieve_free(property->sieve);
    str_release(&property->other);
}

/* What a change mostly does, in percent of its pairs: less would not say much of the sieve. */
static const struct {
    int change;
    enum truth truth;
    unsigned min_percent;
} expected[] = {
    {MUTATE_TOKEN_OF_PROGRAM, TRUTH_SINGLE, 10},
    {MUTATE_TOKEN_OF_KIND, TRUTH_SINGLE, 20},
    {MUTATE_TOKEN_AT_WILL, TRUTH_SINGLE, 5},
    {MUTATE_NOT, TRUTH_SINGLE, 10},
    {MUTATE_STRING, TRUTH_SINGLE, 30},
    {MUTATE_QUOTES, TRUTH_SINGLE, 50},
    {MUTATE_SWAP_TOKENS, TRUTH_MULTI, 10},
    {MUTATE_TWO_TOKENS, TRUTH_MULTI, 10},
    {MUTATE_SWAP_LINES, TRUTH_MULTI, 20},
    {MUTATE_DELETE_LINE, TRUTH_MULTI, 30},
    {MUTATE_DUPLICATE_LINE, TRUTH_MULTI, 30},
    {MUTATE_INDENT_LINE, TRUTH_MULTI, 30},
    {MUTATE_COMMENT, TRUTH_NONE, 80},
    {MUTATE_BLANK_LINE, TRUTH_NONE, 80},
    {MUTATE_LINE_TAIL, TRUTH_NONE, 80},
    {MUTATE_SPACE, TRUTH_NONE, 80},
    {MUTATE_LINE_ENDS, TRUTH_NONE, 80},
    {MUTATE_BREAK, TRUTH_NONE, 40},
    {MUTATE_REINDENT, TRUTH_NONE, 80},
    {MUTATE_SPACES, TRUTH_NONE, 60},
    {MUTATE_BYTE, TRUTH_NONE, 2},
    {MUTATE_BYTE, TRUTH_SINGLE, 5},
    {CHANGE_SEVERAL, TRUTH_NONE, 5},
    {CHANGE_SEVERAL, TRUTH_SINGLE, 5},
    {CHANGE_SEVERAL, TRUTH_MULTI, 20},
    {CHANGE_ALL, TRUTH_MULTI, 40},
};

static void check_changes(const struct property *property)
{
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        unsigned n = sum_of(property, expected[i].change, expected[i].truth), n_all = 0;
        for (int truth = 0; truth < N_TRUTHS; truth++)
            n_all += sum_of(property, expected[i].change, (enum truth)truth);
        printf("%s: %u of %u\n", change_name(expected[i].change), n, n_all);
        if (n * 100 < n_all * expected[i].min_percent || n_all < 20)
            fail_msg("%s: only %u of %u pairs are as expected", change_name(expected[i].change), n,
                     n_all);
    }
}

/* At least `min_percent` of the pairs that are not fixes must not need a parse. */
static void check_sharpness(const struct property *property, const char *name, unsigned min_percent)
{
    unsigned n_passed = 0, n_multi = 0, n_settled = 0;
    for (int change = 0; change < N_CHANGES; change++) {
        n_passed += sum_of(property, change, TRUTH_NONE) + sum_of(property, change, TRUTH_SINGLE);
        n_multi += sum_of(property, change, TRUTH_MULTI);
        n_settled += property->counts[change][TRUTH_MULTI][SIEVE_MULTI];
    }
    assert_true(n_settled * 100 > n_multi * min_percent);
    printf(
        "note: %s: %zu pairs of mutants; %u with one edit or none are let pass, %u of %u with more "
        "than that are not\n",
        name, property->n_pairs, n_passed, n_settled, n_multi);
}

static void visit_real(const struct corpus_source *source, void *context)
{
    struct property *property = context;
    size_t n_rounds = (source->is_sample ? 4 : property->n_sources++ % 2) * property->n_rounds;
    struct subject subject = {0}, other = {0};
    if (n_rounds == 0)
        return;
    read_subject(&subject, source->text, source->length);
    read_subject(&other, str_text(&property->other), property->other.length);
    check(property, CHANGE_ALL, &other, &subject);
    for (size_t i = 0; i < n_rounds; i++)
        check_mutants(property, &subject);
    str_clear(&property->other);
    str_add(&property->other, source->text, source->length);
    program_release(&subject.program);
    program_release(&other.program);
}

TEST(sieve__lets_pass_every_single_edit_of_real_programs)
{
    struct property property;
    open_property(&property);
    corpus_visit(visit_real, &property);
    check_changes(&property);
    check_sharpness(&property, "real programs", 90);
    close_property(&property);
}

TEST(sieve__lets_pass_every_single_edit_of_dense_programs)
{
    struct property property;
    open_property(&property);
    for (size_t i = 0; dense_programs[i]; i++) {
        struct subject subject = {0}, other = {0};
        read_subject(&subject, dense_programs[i], strlen(dense_programs[i]));
        assert_true(subject.parses);
        for (size_t j = 0; j < i; j++) {
            read_subject(&other, dense_programs[j], strlen(dense_programs[j]));
            check(&property, CHANGE_ALL, &other, &subject);
            program_release(&other.program);
        }
        for (size_t round = 0; round < 50 * property.n_rounds; round++)
            check_mutants(&property, &subject);
        program_release(&subject.program);
    }
    check_changes(&property);
    check_sharpness(&property, "dense programs", 70);
    close_property(&property);
}
