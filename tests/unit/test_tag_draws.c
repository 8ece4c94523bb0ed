/* Tags in place of tokens. */
#include "base/hash.h"
#include "export/tag_draws.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static struct program_part whole(const struct program *program)
{
    return (struct program_part){{0, program->length}, PART_PROGRAM};
}

/* The tokens that can be tagged, joined by spaces, in a static buffer. */
static const char *content_of(const char *text)
{
    static struct str content;
    scoped(program) program = tokenized(text);
    scoped(tag_ground) ground = {0};
    const struct program_part part = whole(&program);
    str_clear(&content);
    tag_ground_find(&ground, &program, &part, NULL);
    for (size_t i = 0; i < ground.tokens.n; i++) {
        struct token_text token = program_token_text(&program, ground.tokens.items[i]);
        str_add_text(&content, content.length ? " " : "");
        str_add(&content, token.bytes, token.length);
    }
    return str_text(&content);
}

TEST(tags__spare_brackets_separators_and_layout)
{
    static const struct text_case cases[] = {
        {"a = [b, (c), {d: e}]  # comment\n", "a = b c d e"},
        {"if a.b[1:2]: pass; x = y\n", "if a b 1 2 pass x = y"},
        {"def f(a, *b) -> int:\n    return a\n", "def f a * b int return a"},
        {"for i in x:\n    if i not  in y:\n        i += -1\n",
         "for i in x if i not in y i += - 1"},
        {"a = b \\\n  + c\n\n\n", "a = b + c"},
        {"@p\nclass A(B): x: int = 1\n", "@ p class A B x int = 1"},
        {"lambda: ...\n", "lambda ..."},
        {"print >>f, 'a', `b`\n", "print >> f 'a' ` b `"},
        /* a plain string is one token, and its contents have no form; of one with
         * interpolations the quotes are */
        {"s = '(,)' + '''\n:'''\n", "s = '(,)' + '''\n:'''"},
        {"s = f'(,){x.y:>{w}}:'\n", "s = (,) x y > w :"},
        {"s = rf'''{a}'''\n", "s = a"},
        {"()\n", ""},
        {"", ""},
    };
    expect_texts(cases, N_ITEMS(cases), content_of);
}

/* The program with the tokens of these numbers (in its ground) tagged, in a static buffer. */
static const char *tagged(const char *text, struct program_part part, const char *numbers)
{
    static struct str out;
    scoped(program) program = {0};
    scoped(tag_ground) ground = {0};
    struct tag_set set = {0};
    tokenize_valid(&program, text);
    if (part.bytes.end == 0)
        part = whole(&program);
    tag_ground_find(&ground, &program, &part, NULL);
    for (; *numbers; numbers++)
        array_push(&set.numbers, (uint32_t)(*numbers - '0'));
    str_clear(&out);
    tag_apply(&out, &program, &part, &ground, &set);
    array_release(&set.numbers);
    return str_text(&out);
}

TEST(tags__replace_tokens)
{
    static const struct {
        const char *text;
        struct program_part part;
        const char *numbers, *tagged;
    } cases[] = {
        {"a = b + (c)  # d\n", {{0, 0}, 0}, "0", "<BUG> = b + (c)  # d\n"},
        {"a = b + (c)  # d\n", {{0, 0}, 0}, "4", "a = b + (<BUG>)  # d\n"},
        {"a = b + (c)  # d\n", {{0, 0}, 0}, "01234", "<BUG> <BUG> <BUG> <BUG> (<BUG>)  # d\n"},
        {"a=-b\r\n", {{0, 0}, 0}, "123", "a<BUG><BUG><BUG>\r\n"},
        {"a is \\\n not b\n", {{0, 0}, 0}, "1", "a <BUG> b\n"},
        {"é = '''\n'''\n", {{0, 0}, 0}, "2", "é = <BUG>\n"},
        {"f'x{y}z'\n", {{0, 0}, 0}, "02", "f'<BUG>{y}<BUG>'\n"},
        {"a\n", {{0, 0}, 0}, "", "a\n"},
        /* a part */
        {"a = b\nc = d\ne = f\n", {{6, 12}, PART_CODE}, "02", "<BUG> = <BUG>\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(tagged(cases[i].text, cases[i].part, cases[i].numbers),
                            cases[i].tagged);
}

TEST(ground__is_of_the_part)
{
    scoped(program) program = {0};
    scoped(tag_ground) ground = {0};
    struct program_part part = {{6, 12}, PART_CODE};
    tokenize_valid(&program, "a = b\nc = d\ne = f\n");
    for (int time = 0; time < 2; time++) { /* what it held is forgotten */
        tag_ground_find(&ground, &program, &part, NULL);
        assert_int_equal(ground.tokens.n, 3);
        assert_int_equal(ground.first_token, 4); /* after a line end */
        assert_int_equal(ground.tokens.items[0], 4);
        assert_int_equal(ground.tokens.items[2], 6);
    }
    struct program_parts without = {0}; /* all but the second line */
    array_push(&without.list, (struct program_part){{0, 6}, PART_CODE});
    array_push(&without.list, (struct program_part){{12, 18}, PART_CODE});
    part = whole(&program);
    tag_ground_find(&ground, &program, &part, &without);
    assert_int_equal(ground.tokens.n, 3);
    assert_int_equal(ground.first_token, 0);
    assert_int_equal(ground.tokens.items[0], 4);
    parts_release(&without);
}

TEST(sets__are_counted)
{
    static const struct {
        size_t n_tokens, max_tags;
        int64_t n;
    } cases[] = {
        {0, 5, 0},
        {1, 1, 0}, /* one stays */
        {1, 5, 0},
        {2, 5, 2},
        {3, 1, 3},
        {3, 2, 6},
        {3, 3, 6},
        {3, 100, 6},
        {10, 10, 1022},
        {40, 5, 760098}, /* 40 + 780 + 9880 + 91390 + 658008 */
        {1024, 2, 524800},
        {1024, 100, INT64_MAX},
        {4294967295u, 100, INT64_MAX},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(tag_count_sets(cases[i].n_tokens, cases[i].max_tags), cases[i].n);
}

/* Draws all sets that there are: each is new, and they are as many as were counted. */
TEST(draws__give_every_set_once)
{
    enum { N_TOKENS = 6 };
    for (size_t max_tags = 1; max_tags <= N_TOKENS + 1; max_tags++) {
        bool was_drawn[1 << N_TOKENS] = {false};
        scoped(tag_draws) draws = {0};
        struct tag_set set = {0};
        int64_t n = tag_count_sets(N_TOKENS, max_tags);
        tag_draws_start(&draws, N_TOKENS, max_tags, 1);
        for (int64_t i = 0; i < n; i++) {
            unsigned bits = 0;
            tag_draws_next(&draws, &set);
            assert_true(set.numbers.n >= 1 && set.numbers.n <= max_tags &&
                        set.numbers.n < N_TOKENS);
            for (size_t k = 0; k < set.numbers.n; k++) {
                assert_true(set.numbers.items[k] < N_TOKENS);
                assert_true(k == 0 || set.numbers.items[k - 1] < set.numbers.items[k]);
                bits |= 1u << set.numbers.items[k];
            }
            assert_false(was_drawn[bits]);
            was_drawn[bits] = true;
        }
        array_release(&set.numbers);
    }
}

/* Among many seeds, numbers of tags and tokens come about as often as each other. */
TEST(draws__are_even)
{
    enum { N_TOKENS = 10, MAX_TAGS = 4, N_SEEDS = 40000 };
    double n_of_size[MAX_TAGS + 1] = {0}, n_of_token[N_TOKENS] = {0}, n_tags = 0;
    for (uint64_t seed = 0; seed < N_SEEDS; seed++) {
        scoped(tag_draws) draws = {0};
        struct tag_set set = {0};
        tag_draws_start(&draws, N_TOKENS, MAX_TAGS, seed);
        tag_draws_next(&draws, &set);
        n_of_size[set.numbers.n]++;
        for (size_t i = 0; i < set.numbers.n; i++, n_tags++)
            n_of_token[set.numbers.items[i]]++;
        array_release(&set.numbers);
    }
    for (size_t size = 1; size <= MAX_TAGS; size++)
        assert_true(n_of_size[size] > 0.95 * N_SEEDS / MAX_TAGS &&
                    n_of_size[size] < 1.05 * N_SEEDS / MAX_TAGS);
    for (size_t i = 0; i < N_TOKENS; i++)
        assert_true(n_of_token[i] > 0.95 * n_tags / N_TOKENS &&
                    n_of_token[i] < 1.05 * n_tags / N_TOKENS);
}

TEST(draws__go_by_the_seed)
{
    struct tag_draws draws[3];
    struct tag_set sets[3] = {{{0}}};
    bool differs = false;
    for (size_t i = 0; i < 3; i++)
        tag_draws_start(&draws[i], 50, 5, i / 2);
    for (int draw = 0; draw < 100; draw++) {
        for (size_t i = 0; i < 3; i++)
            tag_draws_next(&draws[i], &sets[i]);
        assert_int_equal(sets[0].numbers.n, sets[1].numbers.n);
        assert_memory_equal(sets[0].numbers.items, sets[1].numbers.items,
                            sets[0].numbers.n * sizeof *sets[0].numbers.items);
        differs = differs || sets[0].numbers.n != sets[2].numbers.n;
    }
    assert_true(differs);
    for (size_t i = 0; i < 3; i++) {
        array_release(&sets[i].numbers);
        tag_draws_release(&draws[i]);
    }
}

/* Puts the tokens of a set back where the tags are. */
static void put_back(struct str *out, const char *tagged_code, const struct program *program,
                     const struct tag_ground *ground, const struct tag_set *set)
{
    for (size_t i = 0; i < set->numbers.n; i++) {
        const char *tag = strstr(tagged_code, tag_mark);
        const struct token *token =
            &program->tokens.items[ground->tokens.items[set->numbers.items[i]]];
        assert_non_null(tag);
        str_add(out, tagged_code, (size_t)(tag - tagged_code));
        str_add(out, program->source + token->start_byte, token->end_byte - token->start_byte);
        tagged_code = tag + strlen(tag_mark);
    }
    assert_null(strstr(tagged_code, tag_mark));
    str_add_text(out, tagged_code);
}

struct real {
    size_t n_programs, n_rows;
};

static void check_real(const struct corpus_source *source, void *context)
{
    struct real *real = context;
    scoped(program) program = {0};
    scoped(program_parts) parts = {0};
    scoped(tag_ground) ground = {0};
    struct tag_set set = {0};
    struct str code = {0}, tagged_code = {0}, back = {0};
    bool is_valid = tokenize_bytes(&program, source->text, source->length);
    if (is_valid) {
        parts_find(&parts, &program);
        array_push(&parts.list, whole(&program));
    }
    for (size_t i = 0; i < parts.list.n; i++) {
        const struct program_part *part = &parts.list.items[i];
        scoped(tag_draws) draws = {0};
        str_clear(&code);
        str_add(&code, source->text + part->bytes.start, part->bytes.end - part->bytes.start);
        tag_ground_find(&ground, &program, part, NULL);
        int64_t n = tag_count_sets(ground.tokens.n, 9);
        tag_draws_start(&draws, ground.tokens.n, 9, hash_bytes(source->path, 4, i));
        for (int64_t draw = 0; draw < n && draw < 5; draw++) {
            str_clear(&tagged_code);
            str_clear(&back);
            tag_draws_next(&draws, &set);
            tag_apply(&tagged_code, &program, part, &ground, &set);
            put_back(&back, str_text(&tagged_code), &program, &ground, &set);
            assert_string_equal(str_text(&back), str_text(&code));
            real->n_rows++;
        }
    }
    real->n_programs += is_valid;
    str_release(&code);
    str_release(&tagged_code);
    str_release(&back);
    array_release(&set.numbers);
}

TEST(tags__put_back_give_the_code)
{
    struct real real = {0};
    corpus_visit(check_real, &real);
    assert_true(real.n_programs > 100 && real.n_rows > real.n_programs);
    printf("note: %zu rows of %zu programs, put back\n", real.n_rows, real.n_programs);
}
