/* A program without the lines that bind none of two names has the same scopes of these names. */
#include "tokenize/parts.h"

#include "base/dice.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/scope.h"

static void check_kept(const char *source, const char *expected)
{
    scoped(program) program = tokenized(source);
    scoped(str) kept = {0};
    size_t place = 0;
    part_keep_lines(&kept, &program, (struct byte_range){0, program.length},
                    (struct token_text){"a", 1}, (struct token_text){"b", 1}, &place);
    assert_string_equal(str_text(&kept), expected);
    program_release(&program);
    assert_true(tokenize_bytes(&program, str_text(&kept), kept.length));
}

TEST(kept_lines__are_those_that_may_bind_a_name)
{
    static const char *const binding[] = {
        "a = c",           "(c, b) = d",       "c = b = d",
        "c[b] = d",        "b += c",           "b: c",
        "(a := c)",        "c(b, a := d)",     "a <<= c",
        "del b",           "for b, c in d: d", "[c for b in c]",
        "import c, b",     "import c as b",    "global b",
        "def b(): d",      "class b(c): d",    "def d(c, b=c): d",
        "lambda c, b: d",  "nonlocal b",       "with c as b: d",
        "from c import b", "(b): c",           "b, c: d",
        "if c: [b]: d",    "d; c, b: d",       "pass; (b): c",
        "match: b = c",    "f'{b:={c}}'",
    };
    static const char *const reading[] = {
        "b",         "c.a = d", "b(c)[d] = e",       "c(d=b)",
        "c(b, d=e)", "c = b",   "[c for c in b]",    "c == b",
        "if b: c",   "c[b:d]",  "for c in b: d",     "[c for c in b if c in b]",
        "b != c",    "b <= c",  "c['''a\nb'''] = d", "print(b, end='')",
    };
    for (size_t i = 0; i < N_ITEMS(binding) + N_ITEMS(reading); i++) {
        bool binds = i < N_ITEMS(binding);
        const char *line = binds ? binding[i] : reading[i - N_ITEMS(binding)];
        scoped_memory char *source = mem_print("c\n%s\nd\n", line);
        scoped_memory char *kept = mem_print("c\n%s%s", binds ? line : "", binds ? "\n" : "");
        check_kept(source, kept);
    }
}

TEST(kept_lines__have_the_lines_that_they_need)
{
    static const struct {
        const char *source, *kept;
    } cases[] = {
        {"f(c,\n  b)\nc\n", "f(c,\n  b)\n"},
        {"c\nfor d[c in d], b in d: c\nc\n", "c\nfor d[c in d], b in d: c\n"},
        {"c\n[c for d[[c for c in d]], b in d]\n", "c\n[c for d[[c for c in d]], b in d]\n"},
        {"c\nfor f'in'.c, b in d: c\n", "c\nfor f'in'.c, b in d: c\n"},
        {"if c:\n  d\n  del a # c\n  d\nd\n", "if c:\n  del a\n"},
        {"def f(c):\n  if d: a = 1\n  d\n", "def f(c):\n  if d: a = 1\n"},
        {"if c:\n  d\nelif c:\n  a = 1\nelse:\n  d\n", "if c:\nelif c:\n  a = 1\nelse:\n"},
        {"if c: d\nelse: a = 1\nd\n", "if c: d\nelse: a = 1\n"},
        {"try: del a\nexcept c: d\nfinally: d\nd\n", "try: del a\nexcept c: d\nfinally: d\n"},
        {"@c\n@d\ndef a():\n  d\nd\n", "@c\n@d\ndef a():\n"},
        {"match c:\n  case d: d\n  case a: a\n", "match c:\n  case a: a\n"},
        {"class c:\n\td\n\tdef d():\n\t\tb = 1\n\td\n", "class c:\n\tdef d():\n\t\tb = 1\n"},
        {"c\r\na = '\\\r\n'\rc", "c\na = '\\\r\n'\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        check_kept(cases[i].source, cases[i].kept);
}

/* A pass for each name would take minutes. */
TEST(kept_lines__look_at_a_line_once)
{
    scoped(str) source = {0};
    str_add_text(&source, "a\nx = [");
    for (int i = 0; i < 60000; i++)
        str_add_text(&source, "a, b.a, ");
    str_add_text(&source, "]\na = 1\n");
    check_kept(str_text(&source), "a\na = 1\n");
}

struct proof {
    struct program whole, kept;
    struct scopes scopes, kept_scopes;
    struct str text;
    struct dice dice;
    size_t n_checked, n_there, n_refused;
};

static size_t draw_word(struct proof *proof)
{
    size_t token = dice_below(&proof->dice, proof->whole.tokens.n);
    while (token && proof->whole.tokens.items[token].kind != TOKEN_WORD)
        token--;
    return token;
}

static void check_names(struct proof *proof)
{
    size_t token = draw_word(proof);
    struct token_text names[] = {program_token_text(&proof->whole, token),
                                 program_token_text(&proof->whole, draw_word(proof))};
    size_t byte = proof->whole.tokens.items[token].start_byte;
    int n_there = 0;
    bool may_be_there =
        part_keep_lines(&proof->text, &proof->whole, (struct byte_range){0, proof->whole.length},
                        names[0], names[1], &byte) ||
        token_text_equal(names[0], names[1]);
    if (!program_read(&proof->kept, shared_parser(), str_text(&proof->text), proof->text.length))
        fail_msg("does not parse:\n%s", str_text(&proof->text));
    scopes_find(&proof->kept_scopes, &proof->kept);
    for (int i = 0; i < 2; i++) {
        bool is_there = scopes_has_name(&proof->scopes, (uint32_t)token, names[i]);
        proof->n_checked++;
        proof->n_there += is_there;
        n_there += is_there;
        if (scopes_has_name(&proof->kept_scopes, (uint32_t)program_token_from(&proof->kept, byte),
                            names[i]) != is_there)
            fail_msg("'%.*s' is %s there at %zu:\n%.*s---\n%s", (int)names[i].length,
                     names[i].bytes, is_there ? "not" : "", byte, (int)proof->whole.length,
                     proof->whole.source, str_text(&proof->text));
    }
    if (n_there == 2 && !may_be_there)
        fail_msg("a line binds '%.*s' and '%.*s':\n%s", (int)names[0].length, names[0].bytes,
                 (int)names[1].length, names[1].bytes, proof->whole.source);
    proof->n_refused += !may_be_there;
}

static void check_program(struct proof *proof, const char *text, size_t length, int n)
{
    if (!program_read(&proof->whole, shared_parser(), text, length) || !proof->whole.tokens.n)
        return;
    scopes_find(&proof->scopes, &proof->whole);
    while (n--)
        check_names(proof);
}

static void visit(const struct corpus_source *source, void *context)
{
    check_program(context, source->text, source->length, 8);
}

TEST(kept_lines__have_the_names_of_the_program)
{
    struct proof proof = {.dice = {1}};
    corpus_visit(visit, &proof);
    for (size_t i = 0; dense_programs[i]; i++)
        check_program(&proof, dense_programs[i], strlen(dense_programs[i]), 100);
    assert_true(proof.n_there > 1000 && proof.n_there < proof.n_checked - 1000);
    assert_true(proof.n_refused > 1000);
    printf("note: %zu of %zu names are there, with all lines or few\n", proof.n_there,
           proof.n_checked);
    program_release(&proof.whole);
    program_release(&proof.kept);
    scopes_release(&proof.scopes);
    scopes_release(&proof.kept_scopes);
    str_release(&proof.text);
}
