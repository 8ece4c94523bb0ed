/* Tokens as numbers: equality, equality up to names, and the distance to the last use of a name. */
#include "guard/sequence.h"
#include "tests/support/brute_dedup.h"
#include "tests/support/byte_edit.h"
#include "tests/support/corpus.h"
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
        {"x = 1\n", "x = '1'\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = None\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = 1.5\n", DIFFERENT, DIFFERENT},
        {"x = 1\n", "x = y\n", DIFFERENT, DIFFERENT},
        {"x = y\n", "y = x\n", RENAMED, RENAMED},
        {"x = y + z + x\n", "a = b + c + a\n", RENAMED, RENAMED},
        {"x = y + x + y\n", "x = y + y + x\n", DIFFERENT, DIFFERENT},
        {"x.y(z=x)\n", "a.b(c=a)\n", RENAMED, RENAMED},
        /* a variable and a method or a member with its name */
        {"n = a.n(n)\n", "x = a.n(x)\n", RENAMED, RENAMED},
        {"n = a.n + n\n", "x = a.n + x\n", RENAMED, RENAMED},
        {"n = n(1) + n\n", "x = n(1) + x\n", DIFFERENT, DIFFERENT},
        {"n = a.n + a.n\n", "n = a.n + a.m\n", DIFFERENT, DIFFERENT},
        {"f(1) + f(2)\n", "f(1) + g(2)\n", DIFFERENT, DIFFERENT},
        {"a.f + f(2)\n", "a.f + g(2)\n", RENAMED, RENAMED},
        {"a.f + b.f(2)\n", "a.f + b.g(2)\n", DIFFERENT, DIFFERENT},
        {"import a.b\nb\n", "import a.b\nc\n", DIFFERENT, DIFFERENT},
        {"x not in y\n", "x not  in y\n", SAME, SAME},
        {"x not in y\n", "x is not y\n", DIFFERENT, DIFFERENT},
        {"if x: y\n", "if x:\n  y\n", DIFFERENT, SAME},
        {"if x:\n  y\nz\n", "if x:\n  y\n  z\n", DIFFERENT, SAME},
        {"x\ny\n", "x; y\n", DIFFERENT, DIFFERENT},
        {string_crlf, string_lf, SAME, SAME},
        {"x = 'a\\\r\nb'\n", "x = 'a\\\nb'\n", SAME, SAME},
        {"x = '''a\r\n\r\nb'''\n", "x = '''a\nb'''\n", DIFFERENT, DIFFERENT},
        {"x = '''a\n\rb'''\n", "x = '''a\n\nb'''\n", SAME, SAME},
        {"x = f'''{a}b\r\n{c}'''\n", "x = f'''{a}b\n{c}'''\n", SAME, SAME},
        {"x = f'{a}b'\n", "x = f'{c}b'\n", RENAMED, RENAMED},
        {"x = f'{a}b{a}b'\n", "x = f'{a}c{a}d'\n", DIFFERENT, DIFFERENT},
        {"x = f'{a}a'\n", "x = f'{b}b'\n", DIFFERENT, DIFFERENT},
        {"xy = z\n", "x = yz\n", RENAMED, RENAMED},
        {"é = 1\né\n", "e = 1\ne\n", RENAMED, RENAMED},
        {"é = ﬁ\né\n", "e\u0301 = fi\né\n", SAME, SAME},
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

enum { MAX_TOKENS = 800, N_EDITS = 3, N_SUBSETS = 30, N_SETTINGS = 2 };

/* ---- Digests of real and changed programs agree where plainly numbered names do ---- */

/* What was done to a program. */
enum change { CHANGE_NONE, CHANGE_NAMES, CHANGE_ONE_NAME, CHANGE_BYTES, N_CHANGES };
static const char *const change_names[] = {"none", "all names", "one name", "some bytes"};

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

static void compare_both(struct property *property, enum change change, const struct program *a,
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
        compare_both(property, change, program, &changed);
}

static void compare_changes(struct property *property, const struct program *program)
{
    scoped(str) text = {0};
    size_t any = dice_below(&property->chance, program->tokens.n);
    compare_both(property, CHANGE_NONE, program, program);
    renaming_apply(&text, program, "z_", RENAME_ALL);
    compare_with_text(property, CHANGE_NAMES, program, &text);
    while (!renaming_is_name(program, any) && any > 0)
        any--;
    str_clear(&text);
    renaming_apply(&text, program, "z_", (int64_t)any);
    compare_with_text(property, CHANGE_ONE_NAME, program, &text);
    for (int i = 0; i < N_EDITS; i++) {
        str_clear(&text);
        edit_bytes(&text, program->source, program->length, &property->chance);
        compare_with_text(property, CHANGE_BYTES, program, &text);
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
    assert_true(property.n_same[CHANGE_BYTES] * 10 > n[CHANGE_BYTES]);
    assert_true(property.n_same[CHANGE_BYTES] * 10 < n[CHANGE_BYTES] * 9);
    assert_true(property.n_equal_parts > 100);
}
