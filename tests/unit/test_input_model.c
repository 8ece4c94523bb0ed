/* Models of samples with known structure: what they make has it, too. */
#include "verify/inputs/inputs.h"

#include "tests/support/test.h"

enum { N_MADE = 120 };

static const enum input_strictness all[] = {INPUTS_STRICT, INPUTS_MEDIUM, INPUTS_LOOSE};

static size_t texts_of(struct input_text texts[8], const char *const *samples)
{
    size_t n = 0;
    for (; samples[n]; n++)
        texts[n] = (struct input_text){samples[n], strlen(samples[n])};
    return n;
}

static struct input_model *model_of(const char *const *samples, enum input_strictness strictness)
{
    struct input_text texts[8];
    size_t n = texts_of(texts, samples);
    return input_model_new(texts, n, strictness);
}

/* What is known of samples: their shape, and all facts that are kept. */
struct knowledge {
    struct arena arena;
    struct input_shape_found found;
    struct input_facts *facts; /* NULL: nothing */
};

static void knowledge_release(struct knowledge *knowledge)
{
    arena_release(&knowledge->arena);
}
SCOPED_VALUE(knowledge, knowledge_release)

static bool read_text(struct input_tree *tree, struct knowledge *knowledge,
                      const struct input_lines *lines)
{
    struct input_scope scope = {0};
    size_t at = 0;
    return input_tree_read(tree, &knowledge->found.shape, lines, &at, &scope, &knowledge->arena) &&
           at == lines->n;
}

static void learn(struct knowledge *out, const struct input_text *samples, size_t n,
                  enum input_strictness strictness)
{
    struct input_lines lines[9];
    struct input_tree tree;
    size_t n_read = 0;
    for (size_t i = 0; i < n; i++)
        n_read += input_lines_read(&lines[n_read], &out->arena, samples[i].text, samples[i].length);
    if (!n_read || !input_shape_infer(&out->found, lines, n_read, &out->arena))
        return;
    out->facts = input_facts_new(&out->found, &out->arena);
    for (size_t i = 0; i < n_read; i++) {
        assert_true(read_text(&tree, out, &lines[i]));
        input_facts_learn(out->facts, &tree);
    }
    input_facts_settle(out->facts, strictness);
}

static bool allows(struct knowledge *knowledge, const char *text, size_t length)
{
    struct input_lines lines;
    struct input_tree tree;
    return knowledge->facts && input_lines_read(&lines, &knowledge->arena, text, length) &&
           read_text(&tree, knowledge, &lines) && input_facts_hold(knowledge->facts, &tree);
}

static void learn_texts(struct knowledge *out, const char *const *samples,
                        enum input_strictness strictness)
{
    struct input_text texts[8];
    size_t n = texts_of(texts, samples);
    learn(out, texts, n, strictness);
}

/* Reads the numbers of a text. */
static size_t numbers_of(const char *text, long *numbers, size_t n_max)
{
    size_t n = 0;
    char *end;
    for (long number = strtol(text, &end, 10); end != text && n < n_max;
         number = strtol(text, &end, 10)) {
        numbers[n++] = number;
        text = end;
    }
    return n;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* Calls a check for every input that models up to a strictness make. */
static void for_made(const char *const samples[4], enum input_strictness last,
                     void (*check)(const char *text))
{
    for (size_t i = 0; i <= last; i++) {
        scoped(input_model) *model = model_of(samples, all[i]);
        scoped(knowledge) knowledge = {.facts = NULL};
        size_t n_made = 0;
        learn_texts(&knowledge, samples, all[i]);
        for (size_t k = 0; samples[k]; k++)
            assert_true(allows(&knowledge, samples[k], strlen(samples[k])));
        for (uint32_t number = 0; number < N_MADE; number++) {
            scoped(str) text = {0};
            if (!input_model_make(model, 7, number, &text)) {
                assert_int_equal(text.length, 0);
                continue;
            }
            n_made++;
            assert_true(allows(&knowledge, text.text, text.length));
            for (size_t k = 0; samples[k]; k++)
                assert_string_not_equal(text.text, samples[k]);
            check(text.text);
        }
        assert_true(n_made > N_MADE / 2);
    }
}

/* A number counts the list after it. */
static void check_list(const char *text)
{
    long a[64] = {0};
    size_t n = numbers_of(text, a, 64);
    assert_int_equal(count_lines(text), 2);
    assert_int_equal(n, a[0] + 1);
}

/* Permutations stay permutations. */
static void check_permutation(const char *text)
{
    long a[64] = {0};
    size_t n = numbers_of(text, a, 64);
    bool is_seen[64] = {false};
    assert_int_equal(n, a[0] + 1);
    for (size_t i = 1; i < n; i++) {
        assert_in_range(a[i], 1, a[0]);
        assert_false(is_seen[a[i]]);
        is_seen[a[i]] = true;
    }
}

/* Trees stay trees. */
static void check_tree(const char *text)
{
    long a[64] = {0};
    size_t n = numbers_of(text, a, 64);
    long part[64];
    assert_int_equal(n, 1 + 2 * (a[0] - 1));
    for (long i = 0; i <= a[0]; i++)
        part[i] = i;
    for (size_t i = 1; i < n; i += 2) {
        assert_in_range(a[i], 1, a[0]);
        assert_in_range(a[i + 1], 1, a[0]);
        long from = part[a[i]], to = part[a[i + 1]];
        assert_true(from != to);
        for (long k = 1; k <= a[0]; k++)
            if (part[k] == from)
                part[k] = to;
    }
}

/* Simple graphs stay simple. */
static void check_graph(const char *text)
{
    long a[200] = {0};
    size_t n = numbers_of(text, a, 200);
    assert_int_equal(n, 2 + 2 * a[1]);
    for (size_t i = 2; i < n; i += 2) {
        assert_in_range(a[i], 1, a[0]);
        assert_in_range(a[i + 1], 1, a[0]);
        assert_true(a[i] < a[i + 1]);
        for (size_t k = 2; k < i; k += 2)
            assert_false(a[k] == a[i] && a[k + 1] == a[i + 1]);
    }
}

/* Grids keep their size, alphabet and start. */
static void check_grid(const char *text)
{
    long size[2];
    numbers_of(text, size, 2);
    assert_int_equal(count_lines(text), size[0] + 1);
    size_t n_starts = 0;
    for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        assert_int_equal(strcspn(line, "\n"), size[1]);
        assert_int_equal(strspn(line, ".#S"), size[1]);
        for (long i = 0; i < size[1]; i++)
            n_starts += line[i] == 'S';
    }
    assert_true(n_starts == 1);
}

/* A start and a goal, as pairs of numbers from 1 on or from 0 on, are never walls. */
static void check_maze(const char *text, long first)
{
    long a[6];
    const char *grid = text;
    assert_int_equal(numbers_of(text, a, 6), 6);
    for (size_t i = 0; i < 3; i++)
        grid = strchr(grid, '\n') + 1;
    for (size_t i = 2; i < 6; i += 2) {
        assert_in_range(a[i], first, a[0] - 1 + first);
        assert_in_range(a[i + 1], first, a[1] - 1 + first);
        assert_true(grid[(a[i] - first) * (a[1] + 1) + a[i + 1] - first] == '.');
    }
}

static void check_maze_from_one(const char *text)
{
    check_maze(text, 1);
}

static void check_maze_from_zero(const char *text)
{
    check_maze(text, 0);
}

/* +: a thing is added, -: one of its kind is taken away. */
static void check_signs(const char *text)
{
    long n_there[10] = {0};
    for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1)
        assert_true((n_there[line[2] - '0'] += *line == '+' ? 1 : -1) >= 0);
}

/* 1: a thing is added, 2: it is taken away, 3: it is asked for. */
static void check_events(const char *text)
{
    long a[400] = {0}, n_added[10] = {0};
    bool is_gone[10] = {false};
    size_t n = numbers_of(text, a, 400);
    for (size_t i = 1; i + 1 < n; i += 2) {
        long thing = a[i + 1];
        assert_in_range(thing, 1, 9);
        n_added[thing] += a[i] == 1;
        assert_true(a[i] != 2 || n_added[thing]);
        assert_false(a[i] == 1 && is_gone[thing]);
        is_gone[thing] |= a[i] == 2;
    }
}

/* Ranges of queries stay in the list. */
static void check_queries(const char *text)
{
    long a[400] = {0};
    size_t n = numbers_of(text, a, 400);
    size_t at = 2 + (size_t)a[0];
    assert_int_equal(n, at + 2 * (size_t)a[1]);
    for (; at < n; at += 2) {
        assert_in_range(a[at], 1, a[0]);
        assert_in_range(a[at + 1], a[at], a[0]);
    }
}

/* Test cases have their own sizes. */
static void check_cases(const char *text)
{
    long a[400] = {0};
    size_t n = numbers_of(text, a, 400), at = 1;
    for (long i = 0; i < a[0]; i++) {
        assert_true(at < n);
        at += 1 + (size_t)a[at];
    }
    assert_int_equal(at, n);
    assert_int_equal(count_lines(text), 1 + 2 * a[0]);
}

/* A query has the fields of its kind. */
static void check_tags(const char *text)
{
    size_t n_lines = (size_t)strtol(text, NULL, 10);
    assert_int_equal(count_lines(text), n_lines + 1);
    for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        long a[8] = {0};
        scoped_memory char *copy = strndup(line, strcspn(line, "\n"));
        size_t n = numbers_of(copy, a, 8);
        assert_in_range(a[0], 1, 3);
        assert_int_equal(n, a[0] == 1 ? 3 : a[0] == 2 ? 2 : 1);
    }
}

/* Strict numbers stay within what was seen. */
static void check_numbers(const char *text)
{
    long a[2];
    assert_int_equal(numbers_of(text, a, 2), 2);
    assert_in_range(a[0], 12, 40);
    assert_in_range(a[1], 5, 9);
}

/* Loose models may have any number of starts, and so on. */
TEST(input_model__keeps_the_structure_of_the_samples)
{
    static const struct {
        void (*check)(const char *text);
        enum input_strictness last;
        const char *samples[4];
    } cases[] = {
        {check_list, INPUTS_LOOSE, {"3\n5 1 4\n", "5\n2 2 9 7 6\n", "1\n8\n"}},
        {check_permutation, INPUTS_LOOSE, {"5\n3 1 2 5 4\n", "7\n1 7 2 6 3 5 4\n", "4\n4 2 3 1\n"}},
        {check_tree,
         INPUTS_LOOSE,
         {"4\n1 2\n2 3\n2 4\n", "6\n1 2\n1 3\n3 4\n3 5\n5 6\n", "5\n1 5\n2 5\n3 4\n3 5\n"}},
        {check_graph,
         INPUTS_LOOSE,
         {"4 4\n1 2\n1 3\n3 4\n2 3\n", "6 7\n1 2\n1 6\n2 6\n3 4\n3 5\n4 5\n2 5\n",
          "5 8\n1 2\n1 3\n1 4\n1 5\n2 3\n2 5\n3 4\n4 5\n"}},
        {check_grid,
         INPUTS_MEDIUM,
         {"2 3\nS.#\n...\n", "3 3\n###\n#S#\n..#\n", "4 2\n##\n..\n.S\n.#\n"}},
        {check_signs,
         INPUTS_MEDIUM,
         {"8\n+ 5\n+ 2\n+ 3\n- 2\n+ 5\n- 5\n- 3\n+ 1\n", "4\n+ 1\n+ 1\n- 1\n+ 2\n"}},
        {check_events,
         INPUTS_MEDIUM,
         {"9\n1 1\n1 2\n3 1\n2 1\n3 1\n1 3\n2 3\n3 3\n3 2\n",
          "8\n1 4\n2 4\n3 4\n1 5\n1 6\n2 6\n3 4\n3 6\n"}},
        {check_queries,
         INPUTS_LOOSE,
         {"5 2\n3 1 4 1 5\n1 3\n2 5\n", "4 3\n9 8 9 9\n1 4\n2 2\n3 4\n",
          "6 4\n1 2 3 4 5 6\n1 6\n6 6\n2 5\n3 3\n"}},
        {check_cases, INPUTS_LOOSE, {"3\n2\n5 6\n1\n4\n3\n7 7 7\n", "2\n4\n1 2 3 4\n2\n9 8\n"}},
        {check_tags, INPUTS_LOOSE, {"5\n1 4 5\n2 4\n3\n1 2 2\n3\n", "4\n3\n2 7\n1 6 6\n2 6\n"}},
        {check_numbers, INPUTS_STRICT, {"12 5\n", "40 9\n", "33 7\n"}},
        {check_maze_from_one,
         INPUTS_MEDIUM,
         {"3 4\n1 1\n3 2\n.##.\n.#.#\n..##\n", "4 3\n2 3\n4 1\n#.#\n.#.\n##.\n...\n"}},
        {check_maze_from_zero,
         INPUTS_MEDIUM,
         {"3 4\n0 0\n2 1\n.##.\n.#.#\n..##\n", "4 3\n1 2\n3 0\n#.#\n.#.\n##.\n...\n"}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for_made(cases[i].samples, cases[i].last, cases[i].check);
}

/* Whether one of the first inputs has this number first. */
static bool makes_number(const struct input_model *model, long number)
{
    for (uint32_t i = 0; i < N_MADE; i++) {
        scoped(str) text = {0};
        if (input_model_make(model, 1, i, &text) && strtol(text.text, NULL, 10) == number)
            return true;
    }
    return false;
}

TEST(input_model__hints_are_drawn_where_they_are_allowed)
{
    static const char *const samples[] = {"10\n", "483597848400000\n", "7\n", NULL};
    static const int64_t hints[] = {2147483648, -5, INT64_MAX, INT64_MIN, 2147483648};
    scoped(input_model) *model = model_of(samples, INPUTS_STRICT);
    assert_false(makes_number(model, 2147483648));
    input_model_hint(model, hints, N_ITEMS(hints));
    assert_true(makes_number(model, 2147483647));
    assert_true(makes_number(model, 2147483648));
    assert_true(makes_number(model, 2147483649));
    assert_false(makes_number(model, -5));
    for (size_t i = 0; i < 100; i++)
        input_model_hint(model, &(int64_t){(int64_t)i}, 1);
    assert_true(makes_number(model, 8));
    static const char *const signed_samples[] = {"10\n", "-9876543210\n", "9876543210\n", NULL};
    scoped(input_model) *either = model_of(signed_samples, INPUTS_STRICT);
    input_model_hint(either, hints, 1);
    assert_true(makes_number(either, 2147483647));
    assert_true(makes_number(either, -2147483648));
}

TEST(input_model__makes_words_that_read_the_same_from_both_ends)
{
    static const char *const samples[] = {"aabbaccbbcab\n", "ccabbabacabb\n", NULL};
    scoped(input_model) *model = model_of(samples, INPUTS_STRICT);
    size_t n_mirrored = 0;
    for (uint32_t number = 0; number < N_MADE; number++) {
        scoped(str) text = {0};
        bool is_mirrored = input_model_make(model, 1, number, &text) &&
                           strspn(text.text, (char[]){text.text[0], 0}) < 12;
        for (size_t i = 0; is_mirrored && i + 1 < text.length; i++)
            is_mirrored = text.text[i] == text.text[text.length - 2 - i];
        n_mirrored += is_mirrored;
    }
    assert_true(n_mirrored >= 1);
}

TEST(input_model__the_same_seed_gives_the_same_bytes)
{
    static const char *const samples[] = {"3 4\n1 2 3\nab\n", "2 9\n7 5\nba\n", NULL};
    scoped(input_model) *model = model_of(samples, INPUTS_MEDIUM);
    scoped(input_model) *again = model_of(samples, INPUTS_MEDIUM);
    size_t n_different = 0;
    for (uint32_t number = N_MADE; number-- > 0;) {
        scoped(str) a = {0}, b = {0}, c = {0};
        assert_int_equal(input_model_make(model, 5, number, &a),
                         input_model_make(again, 5, number, &b));
        assert_string_equal(str_text(&a), str_text(&b));
        input_model_make(again, 6, number, &c);
        n_different += strcmp(str_text(&a), str_text(&c)) != 0;
    }
    assert_true(n_different > N_MADE / 2);
}

TEST(input_model__what_no_sample_has_is_not_allowed)
{
    static const char *const samples[] = {"3\n1 4 9\n", "4\n2 3 5 8\n", "2\n6 7\n", NULL};
    static const char *const refused[] = {
        "",           "3\n",           "3\n1 4\n",     "3\n4 1 9\n", "3\n1 4 10\n",
        "3\n1 x 9\n", "3\n1 4 9\n1\n", "3 3\n1 4 9\n", "1\n4\n"};
    scoped(knowledge) knowledge = {.facts = NULL};
    learn_texts(&knowledge, samples, INPUTS_STRICT);
    assert_true(allows(&knowledge, "3\n1 5 9\n", 8));
    for (size_t i = 0; i < N_ITEMS(refused); i++)
        assert_false(allows(&knowledge, refused[i], strlen(refused[i])));
}

TEST(input_model__makes_nothing_from_what_is_not_text)
{
    static const struct input_text hostile[] = {{"", 0},       {"\n\n\n", 3},    {" \t\r\n", 4},
                                                {"1\0002", 3}, {"\033[0m 1", 6}, {NULL, 0}};
    for (size_t i = 0; i < N_ITEMS(hostile); i++) {
        scoped(input_model) *model = input_model_new(&hostile[i], 1, INPUTS_LOOSE);
        scoped(str) text = {0};
        assert_false(input_model_make(model, 1, 1, &text));
        assert_int_equal(text.length, 0);
    }
    scoped(input_model) *model = input_model_new(NULL, 0, INPUTS_STRICT);
    scoped(str) text = {0};
    assert_false(input_model_make(model, 1, 1, &text));
}

/* A text of random bytes, fields, or lines. */
static void add_noise(struct str *text, uint32_t seed, const char *alphabet, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        seed = seed * 1664525u + 1013904223u;
        str_add(text, &alphabet[(seed >> 16) % strlen(alphabet)], 1);
    }
}

TEST(input_model__any_text_gives_inputs_or_none)
{
    static const char *const alphabets[] = {"0123456789 \n", "1 \n",     "-1 2\n", "ab\n",
                                            "()\377 \n",     "1 2 3 \n", "9",      "\n1"};
    for (size_t i = 0; i < N_ITEMS(alphabets); i++)
        for (size_t length = 1; length <= tier_draws(30000); length *= 5) {
            size_t n_levels = length > 200 ? 1 : N_ITEMS(all); /* of long texts, one */
            for (size_t k = 0; k < n_levels; k++) {
                enum input_strictness strictness = all[(i + k) % N_ITEMS(all)];
                scoped(str) a = {0}, b = {0}, made = {0};
                add_noise(&a, (uint32_t)length, alphabets[i], length);
                add_noise(&b, (uint32_t)i, alphabets[i], length);
                struct input_text samples[] = {{str_text(&a), a.length}, {str_text(&b), b.length}};
                scoped(input_model) *model = input_model_new(samples, 2, strictness);
                scoped(knowledge) knowledge = {.facts = NULL};
                learn(&knowledge, samples, 2, strictness);
                for (uint32_t number = 0; number < 3; number++)
                    if (input_model_make(model, 1, number, &made))
                        assert_true(allows(&knowledge, made.text, made.length));
            }
        }
}

TEST(input_model__a_megabyte_is_left_out)
{
    scoped(str) large = {0}, made = {0};
    add_noise(&large, 1, "123 \n", 1 << 20);
    struct input_text samples[] = {{str_text(&large), large.length}, {"4 7\n", 4}, {"5 6\n", 4}};
    scoped(input_model) *alone = input_model_new(samples, 1, INPUTS_STRICT);
    assert_false(input_model_make(alone, 1, 0, &made));
    scoped(input_model) *model = input_model_new(samples, 3, INPUTS_STRICT);
    assert_true(input_model_make(model, 1, 0, &made));
    assert_true(made.length <= 4);
}

TEST(input_model__does_not_depend_on_the_layout_of_memory)
{
    static const char *const edges[] = {"8 5\n7 49 30 1 15 8 6 10\n1 2\n2 3\n4 4\n5 8\n3 8\n",
                                        NULL};
    enum { BLOCK = 64 * 1024, MORE = 128, N_BLOCKS = 4 };
    scoped(input_model) *model = model_of(edges, INPUTS_STRICT);
    static struct str first[10 * N_MADE];
    scoped(str) again = {0};
    void *blocks[N_BLOCKS], *between[N_BLOCKS];
    for (uint32_t number = 0; number < N_ITEMS(first); number++)
        input_model_make(model, 1, number, &first[number]);
    /* From now on, the next block of an arena is before the last one. */
    for (int i = 0, size = BLOCK; i < N_BLOCKS; i++, size /= 4) {
        blocks[i] = malloc((size_t)size + MORE);
        between[i] = malloc(MORE);
    }
    for (int i = 0; i < N_BLOCKS; i++)
        free(blocks[i]);
    for (uint32_t number = 0; number < N_ITEMS(first); number++) {
        input_model_make(model, 1, number, &again);
        assert_string_equal(str_text(&again), str_text(&first[number]));
        str_release(&first[number]);
    }
    for (int i = 0; i < N_BLOCKS; i++)
        free(between[i]);
}
