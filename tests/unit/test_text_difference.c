/* The comparison of two texts says what cutting both into tokens and comparing these says: for
 * mutants of real programs, and for small random texts. */
#include "tests/support/corpus.h"
#include "tests/support/mutation.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

enum { N_STEPS = 3, N_RESULTS = DIFFERENCE_UNKNOWN + 1 };

/* What was changed: a mutation, or */
enum { CHANGE_SEVERAL = N_MUTATIONS, CHANGE_ALL /* unrelated programs */, N_CHANGES };

struct property {
    struct syntax_parser *parser;
    const struct lexical *lexical; /* the parser's */
    struct dice chance;
    size_t n_rounds, n_pairs, n_sources;
    unsigned counts[N_CHANGES][N_RESULTS];
    struct str other; /* an unrelated program */
};

/* A text, and its tokens if it has any. */
struct subject {
    struct program program;
    bool has_tokens;
    struct token_text
        text; /* in a buffer of its size, so that a sanitizer detects reads after it */
};

static void read_subject(struct subject *subject, const struct lexical *lexical, const char *text,
                         size_t length)
{
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    if (length)
        memcpy(copy, text, length);
    subject->text = (struct token_text){copy, length};
    subject->has_tokens = program_tokenize(&subject->program, lexical, copy, length);
}

static void release_subject(struct subject *subject)
{
    program_release(&subject->program);
    free((char *)subject->text.bytes);
    subject->text.bytes = NULL;
}

static enum difference plain_difference(const struct subject *a, const struct subject *b)
{
    struct token_edit edit;
    return a->has_tokens && b->has_tokens ? program_difference(&a->program, &b->program, &edit)
                                          : DIFFERENCE_UNKNOWN;
}

static void print_subject(const struct subject *subject)
{
    for (size_t i = 0; i < subject->text.length; i++)
        if (subject->text.bytes[i] < ' ' && subject->text.bytes[i] != '\n')
            printf("\\x%02x", (unsigned char)subject->text.bytes[i]);
        else
            putchar(subject->text.bytes[i]);
    printf("[end]\n");
}

/* The claim of difference.h. Without tokens, any result is right, because the comparison may be
 * decided before the place of the error. */
static bool is_right(enum difference result, const struct subject *a, const struct subject *b)
{
    return !a->has_tokens || !b->has_tokens || result == plain_difference(a, b);
}

static enum difference check_one_way(const struct lexical *lexical, const struct subject *a,
                                     const struct subject *b)
{
    enum lexical_error error = LEXICAL_OK;
    enum difference result = text_difference(lexical, a->text, b->text, &error);
    if (!is_right(result, a, b)) {
        print_subject(a);
        print_subject(b);
        fail_msg("the texts differ by %d (error %d), their tokens by %d", (int)result, (int)error,
                 (int)plain_difference(a, b));
    }
    return result;
}

/* Compares a pair, in both directions. */
static void check(struct property *property, int change, const struct subject *a,
                  const struct subject *b)
{
    property->counts[change][check_one_way(property->lexical, a, b)]++;
    check_one_way(property->lexical, b, a);
    property->n_pairs++;
}

/* Reads a program that mutants are made of. */
static void parse_subject(struct property *property, struct subject *subject, const char *text,
                          size_t length)
{
    read_subject(subject, property->lexical, text, length);
    if (subject->has_tokens)
        program_parse(&subject->program, property->parser);
}

/* A mutant of a program, a mutant of the mutant, ...; each is compared with the one before and
 * with the first. */
static void check_mutants(struct property *property, const struct subject *first)
{
    struct subject subjects[N_STEPS] = {0};
    const struct subject *last = first;
    for (int i = 0; i < N_STEPS && last->program.tree.nodes.n && last->program.tokens.n; i++) {
        scoped(str) text = {0};
        enum mutation mutation = (enum mutation)dice_below(&property->chance, N_MUTATIONS);
        if (!mutate(&text, &last->program, mutation, &property->chance))
            continue;
        parse_subject(property, &subjects[i], str_text(&text), text.length);
        check(property, mutation, last, &subjects[i]);
        if (last != first)
            check(property, CHANGE_SEVERAL, first, &subjects[i]);
        last = &subjects[i];
    }
    for (int i = 0; i < N_STEPS; i++)
        release_subject(&subjects[i]);
}

static size_t number_from(const char *variable, size_t otherwise)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* $MUTANT_SEED gives other mutants, $MUTANT_ROUNDS times as many. */
static void open_property(struct property *property)
{
    struct syntax_parser *parser = syntax_parser_new(&language_python);
    *property = (struct property){.parser = parser,
                                  .lexical = syntax_parser_lexical(parser),
                                  .chance = {number_from("MUTANT_SEED", 1)},
                                  .n_rounds = number_from("MUTANT_ROUNDS", 1)};
}

static void close_property(struct property *property)
{
    syntax_parser_free(property->parser);
    str_release(&property->other);
}

/* What a change mostly does, in percent of its pairs: less would not prove much. */
static const struct {
    int change;
    enum difference result;
    unsigned min_percent;
} expected[] = {
    {MUTATE_TOKEN_OF_PROGRAM, DIFFERENCE_SINGLE, 50},
    {MUTATE_TOKEN_OF_KIND, DIFFERENCE_SINGLE, 50},
    {MUTATE_TOKEN_AT_WILL, DIFFERENCE_SINGLE, 20},
    {MUTATE_NOT, DIFFERENCE_SINGLE, 50},
    {MUTATE_STRING, DIFFERENCE_SINGLE, 30},
    {MUTATE_QUOTES, DIFFERENCE_SINGLE, 50},
    {MUTATE_SWAP_TOKENS, DIFFERENCE_MULTI, 50},
    {MUTATE_TWO_TOKENS, DIFFERENCE_MULTI, 50},
    {MUTATE_SWAP_LINES, DIFFERENCE_MULTI, 20},
    {MUTATE_DELETE_LINE, DIFFERENCE_MULTI, 30},
    {MUTATE_DUPLICATE_LINE, DIFFERENCE_MULTI, 30},
    {MUTATE_INDENT_LINE, DIFFERENCE_MULTI, 30},
    {MUTATE_COMMENT, DIFFERENCE_NONE, 80},
    {MUTATE_BLANK_LINE, DIFFERENCE_NONE, 80},
    {MUTATE_LINE_TAIL, DIFFERENCE_NONE, 80},
    {MUTATE_SPACE, DIFFERENCE_NONE, 80},
    {MUTATE_LINE_ENDS, DIFFERENCE_NONE, 80},
    {MUTATE_BREAK, DIFFERENCE_NONE, 40},
    {MUTATE_REINDENT, DIFFERENCE_NONE, 80},
    {MUTATE_SPACES, DIFFERENCE_NONE, 60},
    {MUTATE_BYTE, DIFFERENCE_NONE, 2},
    {MUTATE_BYTE, DIFFERENCE_SINGLE, 5},
    {CHANGE_SEVERAL, DIFFERENCE_NONE, 5},
    {CHANGE_SEVERAL, DIFFERENCE_SINGLE, 5},
    {CHANGE_SEVERAL, DIFFERENCE_MULTI, 20},
    {CHANGE_ALL, DIFFERENCE_MULTI, 40},
};

static const char *change_name(int change)
{
    if (change >= N_MUTATIONS)
        return change == CHANGE_ALL ? "everything" : "several";
    return mutation_name((enum mutation)change);
}

static void check_changes(const struct property *property, const char *name)
{
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        const unsigned *counts = property->counts[expected[i].change];
        unsigned n = counts[expected[i].result], n_all = 0;
        for (int result = 0; result < N_RESULTS; result++)
            n_all += counts[result];
        printf("%s: %u of %u\n", change_name(expected[i].change), n, n_all);
        if (n * 100 < n_all * expected[i].min_percent || n_all < 20)
            fail_msg("%s: only %u of %u pairs are as expected", change_name(expected[i].change), n,
                     n_all);
    }
    printf("note: %zu pairs of mutants of %s are compared as their tokens are\n", property->n_pairs,
           name);
}

static void visit_real(const struct corpus_source *source, void *context)
{
    struct property *property = context;
    size_t n_rounds = (source->is_sample ? 4 : 1) * property->n_rounds;
    struct subject subject = {0}, other = {0};
    parse_subject(property, &subject, source->text, source->length);
    read_subject(&other, property->lexical, str_text(&property->other), property->other.length);
    check(property, CHANGE_ALL, &other, &subject);
    for (size_t i = 0; i < n_rounds; i++)
        check_mutants(property, &subject);
    str_clear(&property->other);
    str_add(&property->other, source->text, source->length);
    release_subject(&subject);
    release_subject(&other);
}

TEST(text_difference__is_that_of_the_tokens_of_real_programs)
{
    struct property property;
    open_property(&property);
    corpus_visit(visit_real, &property);
    check_changes(&property, "real programs");
    close_property(&property);
}

TEST(text_difference__is_that_of_the_tokens_of_dense_programs)
{
    struct property property;
    open_property(&property);
    for (size_t i = 0; dense_programs[i]; i++) {
        struct subject subject = {0}, other = {0};
        parse_subject(&property, &subject, dense_programs[i], strlen(dense_programs[i]));
        if (!subject.has_tokens)
            fail_msg("%s at byte %u of:\n%s", lexical_error_texts[subject.program.error],
                     subject.program.error_byte, dense_programs[i]);
        for (size_t j = 0; j < i; j++) {
            read_subject(&other, property.lexical, dense_programs[j], strlen(dense_programs[j]));
            check(&property, CHANGE_ALL, &other, &subject);
            release_subject(&other);
        }
        for (size_t round = 0; round < 50 * property.n_rounds; round++)
            check_mutants(&property, &subject);
        release_subject(&subject);
    }
    check_changes(&property, "dense programs");
    close_property(&property);
}

/* ---- Small random texts ---- */

/* Pieces that begin, end or change what follows them. */
static const char *const common[] = {"x", "y", "1", "+", " ", "\n", " not ", " in ", " is ", NULL};
static const char *const pieces[] = {
    "not",  "in", "is",  "0x",   "1.",   "e5", "'",    "\"", "'''", "f'", "rf\"", "b'",
    "f'''", "{",  "}",   "{{",   "}}",   "!r", ":",    "(",  ")",   "[",  "]",    "=",
    "==",   "!",  "*",   "**",   "<",    ">",  "->",   ",",  ";",   ".",  "...",  "  ",
    "\t",   "\f", "\n ", "\n  ", "\r\n", "\r", "\\\n", "\\", "#",   "$",  "\\N{", NULL,
};
static const char *const complete[] = {
    "# '\n",          "(x)",      "[1]",          "{x:y}", "'a'",    "'b' ",      "f'{x}'",
    "f'a{y!s:>{z}}'", "'''\n'''", "x = 1\n",      "y + ",  " and z", "if x:\n  ", "def f(): ",
    " # z\n",         "\xc3\xa9", "\xe3\x80\x80", NULL,
};

static const char *const common_of_c[] = {"x", "y", "1",     "+",          " ",       "\n",
                                          "!", ";", "long ", "\n#endif\n", "#if 0\n", NULL};
static const char *const pieces_of_c[] = {
    "#",  "#include ", "#define ", "<",    ">",      "/",        "/*",   "*/",    "//", "\"",
    "'",  "R\"",       "R\"x(",    ")x\"", "L",      "u8",       "0x",   "1.",    "e",  "e+",
    "p-", ".",         "\\",       "\\\n", "\\\r\n", "\r",       "\r\n", "\\ \n", "\t", "(",
    ")",  "{",         "}",        "long", "int",    "unsigned", "=",    "==",    "-",  "->",
    "::", "_s",        "\"\"\"",   "%:",   "<:",     "and",      "\\u",  NULL};
static const char *const complete_of_c[] = {"// '\n",
                                            "/* \" */",
                                            "\"a\"",
                                            "'b'",
                                            "R\"(c)\"",
                                            "#include <a>\n",
                                            "#include <b.h>\n",
                                            "#define A 1\n",
                                            "#define A \\\n",
                                            "long long ",
                                            "unsigned  int ",
                                            "long/**/int ",
                                            "1'000",
                                            "1e+5",
                                            "x->y",
                                            "x<<=1;",
                                            "int main() { }\n",
                                            "\"a\\\nb\"",
                                            "in\\\nt",
                                            "\"\"\"\na\n\"\"\"",
                                            "\xc3\xa9",
                                            "\xe9",
                                            "\\u00e9",
                                            "#include <iso646.h>\n",
                                            "#define and &&\n",
                                            "#undef and\n",
                                            "#de\\\nfine not !\n",
                                            "#i\\\nf !1\n",
                                            "#if 0 && A\n",
                                            "#if 0\n",
                                            "#if 1\n",
                                            "#ifdef A\n",
                                            "\n#elif 1\n",
                                            "\n#else\n",
                                            "\n#endif\n",
                                            NULL};

/* Of a language: the pieces, by how often they are taken. */
static const struct alphabet {
    const struct language *language;
    const char *const *common, *const *pieces, *const *complete;
} alphabets[] = {
    {&language_python, common, pieces, complete},
    {&language_cpp, common_of_c, pieces_of_c, complete_of_c},
    {&language_c, common_of_c, pieces_of_c, complete_of_c},
    {&language_java, common_of_c, pieces_of_c, complete_of_c},
};

enum { MAX_PIECES = 48 };

struct soup {
    const char *pieces[MAX_PIECES + 1];
    size_t n;
};

static const char *any_of(const char *const *list, struct dice *chance)
{
    size_t n = 0;
    while (list[n])
        n++;
    return list[dice_below(chance, n)];
}

static const char *any_piece(const struct alphabet *alphabet, struct dice *chance)
{
    const char *const *const lists[] = {alphabet->pieces, alphabet->complete, alphabet->common,
                                        alphabet->common};
    return any_of(lists[dice_below(chance, N_ITEMS(lists))], chance);
}

static size_t write_soup(char *out, const struct soup *soup)
{
    size_t length = 0;
    for (size_t i = 0; i < soup->n; i++) {
        size_t n = strlen(soup->pieces[i]);
        memcpy(out + length, soup->pieces[i], n);
        length += n;
    }
    return length;
}

/* Replaces, deletes or inserts a piece. */
static void change_soup(struct soup *soup, const struct alphabet *alphabet, struct dice *chance)
{
    size_t at = dice_below(chance, soup->n);
    switch (dice_below(chance, 4)) {
    case 0:
        memmove(&soup->pieces[at], &soup->pieces[at + 1],
                (soup->n - at - 1) * sizeof *soup->pieces);
        soup->n--;
        break;
    case 1:
        memmove(&soup->pieces[at + 1], &soup->pieces[at], (soup->n - at) * sizeof *soup->pieces);
        soup->n++;
        soup->pieces[at] = any_piece(alphabet, chance);
        break;
    default:
        soup->pieces[at] = any_piece(alphabet, chance);
        break;
    }
}

/* $TEXT_PAIRS pairs of each language. */
static void check_small_texts(const struct alphabet *alphabet)
{
    struct dice chance = {number_from("MUTANT_SEED", 1)};
    size_t n_pairs = number_from("TEXT_PAIRS", 200000), counts[N_RESULTS] = {0};
    scoped(lexical) *lexical = lexical_new(alphabet->language);
    struct subject a = {0}, b = {0};
    char text_a[MAX_PIECES * 24 + 24], text_b[MAX_PIECES * 24 + 24];
    for (size_t i = 0; i < n_pairs; i++) {
        struct soup soup = {.n = 1 + dice_below(&chance, MAX_PIECES)};
        for (size_t piece = 0; piece < soup.n; piece++)
            soup.pieces[piece] = any_piece(alphabet, &chance);
        size_t n_a = write_soup(text_a, &soup);
        change_soup(&soup, alphabet, &chance);
        size_t n_b = write_soup(text_b, &soup);
        a.text = (struct token_text){text_a, n_a};
        b.text = (struct token_text){text_b, n_b};
        a.has_tokens = program_tokenize(&a.program, lexical, text_a, n_a);
        b.has_tokens = program_tokenize(&b.program, lexical, text_b, n_b);
        counts[check_one_way(lexical, &a, &b)]++;
    }
    printf("note: %zu pairs of small texts in %s: %zu the same, %zu with a single edit, %zu with "
           "more, %zu without tokens\n",
           n_pairs, alphabet->language->name, counts[DIFFERENCE_NONE], counts[DIFFERENCE_SINGLE],
           counts[DIFFERENCE_MULTI], counts[DIFFERENCE_UNKNOWN]);
    for (int result = 0; result < N_RESULTS; result++)
        assert_true(counts[result] * 100 > n_pairs);
    program_release(&a.program);
    program_release(&b.program);
}

TEST(text_difference__is_that_of_the_tokens_of_small_texts)
{
    for (size_t i = 0; i < N_ITEMS(alphabets); i++)
        check_small_texts(&alphabets[i]);
}

static const char *difference_of(const char *given)
{
    static const char *const names[] = {"none", "single", "multi", "unknown"};
    static struct lexical *lexical;
    const char *middle = strstr(given, "|");
    enum lexical_error error;
    if (!lexical)
        lexical = lexical_new(&language_python);
    return names[text_difference(lexical, (struct token_text){given, (size_t)(middle - given)},
                                 (struct token_text){middle + 1, strlen(middle + 1)}, &error)];
}

TEST(text_difference__decides_small_pairs)
{
    static const struct text_case cases[] = {
        {"x = 1\n|x = 1\n", "none"},
        {"x = 1\n|x  =  1 # one\n\n", "none"},
        {"if x:\n  y\n|if x:\n\ty\n", "none"},
        {"x = 1\n|x = 2\n", "single"},
        {"x = '|x = '", "none"},
        {"x = '\n|x = \"\n", "unknown"},
        {"x = 1 + 2\n|x = 1 +- 2\n", "multi"},
        {"if x:\n  y\n|if not x:\n  y\n", "single"},
        {"x in y\n|x not in y\n", "single"},
        {"x is y\n|x is not y\n", "single"},
        {"x is not y\n|x not in y\n", "single"},
        {"x\ny\n|x y\n", "multi"},
        {"if x:\n  y\nz\n|if x:\n  y\n  z\n", "multi"},
        {"(x)\n|[x]\n", "multi"},
        {"(x)\n|(x]\n", "unknown"},
        {"f'{x}'\n|f'{y}'\n", "single"},
        {"f'a{x}'\n|f'b{x}'\n", "single"},
        {"f'{x!r}'\n|f'{x!s}'\n", "single"},
        {"f'{x:>{w}}'\n|f'{x:<{w}}'\n", "single"},
        {"f'{x}'\n|'{x}'\n", "multi"},
        {"f'{x[\"a\"]}'\n|f'{x[\"b\"]}'\n", "single"},
        {"x = 'a\\\nb'\n|x = 'a\\\r\nb'\n", "none"},
        /* a malformed number is not seen where both texts start, but elsewhere */
        {"x = 1a + y\nz = 2 # two, a|x = 1a + y\nz = 2 # two, b", "none"},
        {"x = 1a + y\nz = 2 # two, a|x = 1 + y\nz = 2 # two, a", "unknown"},
        {"", ""},
    };
    for (size_t i = 0; *cases[i].given; i++)
        expect_texts(&cases[i], 1, difference_of);
}

/* What may be a number is read from its start. To skip it again after each token would take
 * minutes. */
TEST(text_difference__looks_at_a_long_chain_of_names_once)
{
    struct str texts[2] = {{0}};
    scoped(lexical) *lexical = lexical_new(&language_python);
    enum lexical_error error;
    for (int i = 0; i < 2; i++) {
        str_add_text(&texts[i], "x = a");
        for (int n = 0; n < 300000; n++)
            str_add_text(&texts[i], ".a");
        str_print(&texts[i], "\ny = %d\n", i);
    }
    assert_int_equal(
        text_difference(lexical, (struct token_text){str_text(&texts[0]), texts[0].length},
                        (struct token_text){str_text(&texts[1]), texts[1].length}, &error),
        DIFFERENCE_SINGLE);
    str_release(&texts[0]);
    str_release(&texts[1]);
}
