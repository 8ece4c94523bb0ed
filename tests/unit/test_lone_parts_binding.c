/* A program without what binds none of two names has the same scopes of these names. */
#include "tokenize/lone_parts.h"

#include "base/chance.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/scope.h"

static void add_rest(struct str *out, const struct program *program, const struct lone_part *part)
{
    size_t at = part->bytes.start;
    for (size_t i = 0; i < part->n_left_out; i++) {
        str_add(out, program->source + at, part->left_out[i].start - at);
        at = part->left_out[i].end;
    }
    str_add(out, program->source + at, part->bytes.end - at);
}

/* `rest`: what is read for the names a and b at the first token. */
static void check_rest(const char *source, const char *rest)
{
    static const struct token_text names[] = {{"a", 1}, {"b", 1}};
    scoped(program) program = tokenized(source);
    scoped_array struct byte_ranges left_out = {0};
    scoped(str) text = {0};
    struct lone_part part = {.bytes = {0, program.length}};
    lone_part_binding(&part, &left_out, &program, 0, names);
    add_rest(&text, &program, &part);
    assert_string_equal(str_text(&text), rest);
}

TEST(lone_parts_binding__keeps_lines_that_may_bind_a_name)
{
    static const char *const binding[] = {
        "a = c",         "(c, b) = d",     "c = b = d",      "b += c",          "b: c",
        "(a := c)",      "c(b, a := d)",   "a <<= c",        "del b",           "for b, c in d: d",
        "import c, b",   "import c as b",  "global b",       "[c for b in c]",  "def b(): d",
        "class b(c): d", "lambda c, b: d", "nonlocal b",     "with c as b: d",  "from c import b",
        "(b): c",        "b, c: d",        "d; c, b: d",     "if c: [b]: d",    "match: b = c",
        "import b.c",    "class b: d",     "def c(d, b): d", "def d(c, b=c): d"};
    static const char *const reading[] = {"b",           "c.a = d",  "b(c)[d] = e", "b[c] = d",
                                          "c = b",       "c[d] = b", "c == b",      "if c: b",
                                          "c['a'] = d",  "b != c",   "b <= c",      "c(d=b)",
                                          "c[d:b] == 1", "c",        "c = d",       "c < b.c"};
    for (size_t i = 0; i < N_ITEMS(binding) + N_ITEMS(reading); i++) {
        bool binds = i < N_ITEMS(binding);
        const char *line = binds ? binding[i] : reading[i - N_ITEMS(binding)];
        scoped_memory char *source = mem_print("c\n%s\nc\n", line);
        scoped_memory char *rest = mem_print("c\n%s\n\n", binds ? line : "");
        check_rest(source, binds ? rest : "c\n\n");
    }
}

TEST(lone_parts_binding__keeps_the_lines_around_them)
{
    static const struct text_case cases[] = {
        {"f(c,\n  b)\nc\nd\nc\n", "f(c,\n  b)\n\n"},
        {"c\nif c:\n  d\n  del a # c\n  d\nd\n", "c\nif c:\n  \n  del a # c\n  \n"},
        {"c\ndef f(c):\n  if d: a = 1\n  d\n", "c\ndef f(c):\n  if d: a = 1\n  \n"},
        {"c\nif c:\n  d\nelif c:\n  a = 1\nelse:\n  d\n",
         "c\nif c:\n  \nelif c:\n  a = 1\nelse:\n  \n"},
        {"c\nif c: d\nelse: a = 1\nd\n", "c\nif c: d\nelse: a = 1\n\n"},
        {"c\ntry: del a\nexcept c: d\nfinally: d\nd\n",
         "c\ntry: del a\nexcept c: d\nfinally: d\n\n"},
        {"c\nclass c:\n\td\n\tdef d():\n\t\tb = 1\n\td\n",
         "c\nclass c:\n\t\n\tdef d():\n\t\tb = 1\n\t\n"},
        {"c\nwhile c:\n  # d\n  for d in c:\n    d\n    d\n  d\nd\n", "c\n\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        check_rest(cases[i].given, cases[i].expected);
}

struct proof {
    struct program whole, rest;
    struct scopes scopes, rest_scopes;
    struct byte_ranges left_out;
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
    uint32_t token = (uint32_t)draw_word(proof);
    const struct token_text names[] = {program_token_text(&proof->whole, token),
                                       program_token_text(&proof->whole, draw_word(proof))};
    struct lone_part part = {.bytes = {0, proof->whole.length}};
    bool may_be_there = lone_part_binding(&part, &proof->left_out, &proof->whole, token, names) ||
                        token_text_equal(names[0], names[1]);
    int n_there = 0;
    if (!program_parse_part(&proof->rest, shared_parser(), &part))
        fail_msg("does not parse:\n%s", proof->rest.source);
    scopes_find(&proof->rest_scopes, &proof->rest);
    for (int i = 0; i < 2; i++) {
        bool is_there = scopes_has_name(&proof->scopes, token, names[i]);
        n_there += is_there;
        if (scopes_has_name(&proof->rest_scopes, token, names[i]) != is_there)
            fail_msg("'%.*s' is %s there at token %u:\n%s", (int)names[i].length, names[i].bytes,
                     is_there ? "not" : "", (unsigned)token, proof->whole.source);
    }
    if (n_there == 2 && !may_be_there)
        fail_msg("a line binds '%.*s' and '%.*s':\n%s", (int)names[0].length, names[0].bytes,
                 (int)names[1].length, names[1].bytes, proof->whole.source);
    proof->n_checked++;
    proof->n_there += n_there == 2;
    proof->n_refused += !may_be_there;
}

static void check_program(struct proof *proof, const char *text, size_t length, int n)
{
    if (!program_read(&proof->whole, shared_parser(), text, length) || !proof->whole.tokens.n)
        return;
    program_read(&proof->rest, shared_parser(), text, length);
    scopes_find(&proof->scopes, &proof->whole);
    while (n--)
        check_names(proof);
}

static void visit(const struct corpus_source *source, void *context)
{
    check_program(context, source->text, source->length, 8);
}

TEST(lone_parts_binding__leaves_the_scopes_of_the_names)
{
    struct proof proof = {.dice = {1}};
    corpus_visit(visit, &proof);
    for (size_t i = 0; dense_programs[i]; i++)
        check_program(&proof, dense_programs[i], strlen(dense_programs[i]), 200);
    printf("note: %zu pairs of names: %zu in scope, %zu refused before a parse\n", proof.n_checked,
           proof.n_there, proof.n_refused);
    assert_true(proof.n_there > 500 && proof.n_refused > 500);
    array_release(&proof.left_out);
    program_release(&proof.whole);
    program_release(&proof.rest);
    scopes_release(&proof.scopes);
    scopes_release(&proof.rest_scopes);
}
