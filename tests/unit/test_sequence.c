/* Tokens as numbers: equality, equality up to names, and the distance to the last use of a name. */
#include "guard/sequence.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static const struct sequence_options whole = {.has_layout = true}, code = {.has_layout = false};

static void read_code(struct sequence *out, const struct sequence_options *options,
                      const char *text)
{
    scoped(sequence_reader) *reader = sequence_reader_new(options);
    scoped(program) program = tokenized(text);
    *out = (struct sequence){0};
    sequence_read(out, reader, &program);
}

enum sameness { DIFFERENT, RENAMED, SAME };

static enum sameness compare(const struct sequence_options *options, const char *a, const char *b)
{
    struct sequence x, y;
    read_code(&x, options, a);
    read_code(&y, options, b);
    bool is_same = digest_compare(sequence_digest(&x, false), sequence_digest(&y, false)) == 0;
    bool is_renamed = digest_compare(sequence_digest(&x, true), sequence_digest(&y, true)) == 0;
    sequence_release(&x);
    sequence_release(&y);
    assert_true(is_renamed || !is_same);
    return is_same ? SAME : is_renamed ? RENAMED : DIFFERENT;
}

TEST(sequence__compares_as_the_tokens_do)
{
    static const char string_crlf[] = "x = '''a\r\nb\rc\n'''\n",
                      string_lf[] = "x = '''a\nb\nc\n'''\n";
    static const struct {
        const char *a, *b;
        enum sameness whole, code;
    } cases[] = {
        {"f(r, f'{x!r}')\n", "f(s, f'{y!r}')\n", RENAMED, RENAMED},
        {"f(r, f'{x!r}')\n", "f(s, f'{x!s}')\n", DIFFERENT, DIFFERENT},
        {"", "\n# c\n", SAME, SAME},
        {"x = 1\n", "x=1 # c\n\n", SAME, SAME},
        {"x = 1\n", "y = 1\n", RENAMED, RENAMED},
        {"x = 1\n", "x = 2\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = '1'\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = None\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = 1.5\n", DIFFERENT, DIFFERENT},
        {"x = True\n", "x = False\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = y\n", DIFFERENT, DIFFERENT},
        {"x = 1 + 1\n", "x = 2 + 2\n", DIFFERENT, DIFFERENT},
        {"x = 1 + 1\n", "x = 1 + 2\n", DIFFERENT, DIFFERENT},
        {"x = 1 + 2\n", "x = 2 + 1\n", DIFFERENT, DIFFERENT},
        {"x = y\n", "y = x\n", RENAMED, RENAMED},
        {"x = y\n", "x = x\n", DIFFERENT, DIFFERENT},
        {"x = y + z + x\n", "a = b + c + a\n", RENAMED, RENAMED},
        {"x = y + z + x\n", "a = b + c + b\n", DIFFERENT, DIFFERENT},
        {"x = y + x + y\n", "x = y + y + x\n", DIFFERENT, DIFFERENT},
        {"x.y(z=x)\n", "a.b(c=a)\n", RENAMED, RENAMED},
        {"print(x)\n", "foo(x)\n", RENAMED, RENAMED},
        /* a variable and a method or a member with its name */
        {"n = a.n(n)\n", "x = a.n(x)\n", RENAMED, RENAMED},
        {"n = a.n + n\n", "x = a.n + x\n", RENAMED, RENAMED},
        {"n = n(1) + n\n", "x = n(1) + x\n", DIFFERENT, DIFFERENT},
        {"n = a.n + a.n\n", "n = a.n + a.m\n", DIFFERENT, DIFFERENT},
        {"f(1) + f(2)\n", "f(1) + g(2)\n", DIFFERENT, DIFFERENT},
        {"a.f + f(2)\n", "a.f + g(2)\n", RENAMED, RENAMED},
        {"a.f + b.f(2)\n", "a.f + b.g(2)\n", DIFFERENT, DIFFERENT},
        {"import a.b\nb\n", "import a.b\nc\n", DIFFERENT, DIFFERENT},
        {"x + y\n", "x - y\n", DIFFERENT, DIFFERENT},
        {"x not in y\n", "x not  in y\n", SAME, SAME},
        {"x not in y\n", "x is not y\n", DIFFERENT, DIFFERENT},
        {"if x: y\n", "if x:\n  y\n", DIFFERENT, SAME},
        {"if x:\n  y\nz\n", "if x:\n  y\n  z\n", DIFFERENT, SAME},
        {"x\ny\n", "x; y\n", DIFFERENT, DIFFERENT},
        {"x = 1\r\n", "x = 1\n", SAME, SAME},
        {string_crlf, string_lf, SAME, SAME},
        {"x = 'a\\\r\nb'\n", "x = 'a\\\nb'\n", SAME, SAME},
        {"x = '''a\r\n\r\nb'''\n", "x = '''a\nb'''\n", DIFFERENT, DIFFERENT},
        {"x = '''a\n\rb'''\n", "x = '''a\n\nb'''\n", SAME, SAME},
        {"x = f'''{a}b\r\n{c}'''\n", "x = f'''{a}b\n{c}'''\n", SAME, SAME},
        {"x = f'{a}b'\n", "x = f'{c}b'\n", RENAMED, RENAMED},
        {"x = f'{a}b'\n", "x = f'{a}c'\n", DIFFERENT, DIFFERENT},
        {"x = f'{a}b{a}b'\n", "x = f'{a}c{a}d'\n", DIFFERENT, DIFFERENT},
        {"x = f'{a}a'\n", "x = f'{b}b'\n", DIFFERENT, DIFFERENT},
        {"x = 'x'\n", "x = 'y'\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = 1\nx\n", DIFFERENT, DIFFERENT},
        {"xy = z\n", "x = yz\n", RENAMED, RENAMED},
        {"é = 1\né\n", "e = 1\ne\n", RENAMED, RENAMED},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *a = cases[i].a, *b = cases[i].b;
        enum sameness got[] = {compare(&whole, a, b), compare(&code, a, b)};
        if (got[0] != cases[i].whole || got[1] != cases[i].code)
            fail_msg("%d %d:\n%s---\n%s", (int)got[0], (int)got[1], a, b);
        assert_int_equal(compare(&whole, b, a), got[0]);
        assert_int_equal(compare(&whole, a, a), SAME);
    }
}

/* back distances and the tokens that they belong to */
static void assert_backs(const struct sequence_options *options, const char *text,
                         const char *expected)
{
    scoped(sequence) sequence = {0};
    scoped(str) backs = {0};
    read_code(&sequence, options, text);
    for (size_t i = 0; i < sequence.tokens.n; i++) {
        const struct sequence_token *token = &sequence.tokens.items[i];
        str_print(&backs, "%s%u%s%u", i ? " " : "", token->token, token->is_name ? "n" : "-",
                  token->back);
    }
    assert_string_equal(str_text(&backs), expected);
}

TEST(sequence__knows_how_far_back_a_name_was)
{
    assert_backs(&code, "", "");
    assert_backs(&code, "x = x + y\n", "0n0 1-0 2n2 3-0 4n0");
    assert_backs(&code, "x\ny\nx\nx\n", "0n0 2n0 4n2 6n1");
    assert_backs(&whole, "x\nx\n", "0n0 1-0 2n2 3-0");
    assert_backs(&whole, "1\n1\n", "0-0 1-0 2-0 3-0");
}

TEST(sequence__of_a_part_knows_no_name_from_before_it)
{
    scoped(sequence) sequence = {0};
    read_code(&sequence, &code, "a\nb\na\nc\na\n");
    const struct sequence_token *tokens = sequence.tokens.items;
    uint64_t first = sequence_renamed(&tokens[0], 0);
    assert_int_equal(tokens[4].back, 2);
    assert_true(sequence_renamed(&tokens[2], 0) == first);
    assert_true(sequence_renamed(&tokens[2], 1) == first);
    assert_true(sequence_renamed(&tokens[2], 2) != first);
    assert_true(sequence_renamed(&tokens[4], 1) == first);
    assert_true(sequence_renamed(&tokens[4], 2) == sequence_renamed(&tokens[2], 2));
    assert_true(sequence_renamed(&tokens[4], 9) == sequence_renamed(&tokens[2], 2));
}

TEST(sequence__gives_the_number_of_a_text)
{
    static const char *const texts[] = {"x", "print", "'a b'", "12", "not in", "'''a\r\nb'''", "+"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        scoped(sequence) sequence = {0};
        bool is_operator = strcmp(texts[i], "+") == 0 || strcmp(texts[i], "not in") == 0;
        const char *program =
            printed("%s%s%s\n", is_operator ? "a " : "", texts[i], is_operator ? " b" : "");
        read_code(&sequence, &whole, program);
        assert_true(sequence.tokens.items[is_operator].text ==
                    sequence_text(texts[i], strlen(texts[i])));
    }
    assert_true(sequence_text("a\r\nb\rc", 6) == sequence_text("a\nb\nc", 5));
    assert_true(sequence_text("a\r\nb", 4) != sequence_text("a\n\nb", 4));
    assert_true(sequence_text("", 0) != sequence_text("\n", 1));
}

TEST(sequence__uses_the_memory_of_an_earlier_one_again)
{
    scoped(sequence_reader) *reader = sequence_reader_new(&whole);
    struct sequence sequence = {0}, fresh;
    scoped(str) large = {0};
    for (int i = 0; i < 500; i++) /* more than the smallest table of names */
        str_print(&large, "v%d = v%d\n", i, i / 2);
    const char *const texts[] = {"x = y\n", str_text(&large), "y = x\n", "", str_text(&large)};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        scoped(program) program = tokenized(texts[i]);
        sequence_read(&sequence, reader, &program);
        read_code(&fresh, &whole, texts[i]);
        assert_int_equal(sequence.tokens.n, fresh.tokens.n);
        for (size_t k = 0; k < fresh.tokens.n; k++)
            assert_int_equal(sequence.tokens.items[k].back, fresh.tokens.items[k].back);
        assert_int_equal(
            digest_compare(sequence_digest(&sequence, false), sequence_digest(&fresh, false)), 0);
        sequence_release(&fresh);
    }
    sequence_release(&sequence);
    sequence_reader_free(NULL);
}

/* Also in a fragment, which has no layout. */
TEST(sequence__may_skip_strings_that_are_statements)
{
    static const struct {
        const char *with, *without;
    } cases[] = {
        {"'''text'''\nx = 1\n", "x = 1\n"},
        {"def f():\n    \"doc\"\n    return \"doc\"\n", "def f():\n    return \"doc\"\n"},
        {"x = 1\n\n\"\"\"end\"\"\"\n", "x = 1\n"},
        {"'''a'''\n'''b'''\nx = 1\n", "'''b'''\nx = 1\n"},
        {"'a', x\n", "'a', x\n"}, /* no string alone */
        {"print('a')\n", "print('a')\n"},
        {"f'{x}'\n", "f'{x}'\n"},
    };
    struct sequence_options options = {.skips_texts = true};
    scoped(sequence_reader) *skipping = sequence_reader_new(&options);
    options.skips_texts = false;
    scoped(sequence_reader) *reading = sequence_reader_new(&options);
    scoped(lexical) *loose = lexical_new_for_fragments(&language_python);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) with = {0}, without = {0}, fragment = {0};
        scoped(sequence) a = {0}, b = {0}, c = {0};
        tokenize_valid(&with, cases[i].with);
        tokenize_valid(&without, cases[i].without);
        assert_true(program_tokenize(&fragment, loose, cases[i].with, strlen(cases[i].with)));
        sequence_read(&a, skipping, &with);
        sequence_read(&c, skipping, &fragment);
        assert_int_equal(c.tokens.n, a.tokens.n);
        sequence_read(&b, reading, &without);
        assert_int_equal(a.tokens.n, b.tokens.n);
        for (size_t k = 0; k < b.tokens.n; k++)
            assert_true(a.tokens.items[k].text == b.tokens.items[k].text);
    }
}
