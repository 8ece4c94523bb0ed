/* What is said of an edit by the trees of the parts that decide is what the trees of the whole
 * programs say: of edits at drawn places of real programs, of programs that are hard to tokenize,
 * and of made ones with all kinds of statements of Python 2 and 3. */
#include "classify/classify.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/lone_parts.h"

#include <inttypes.h>

/* A program, once as a whole and once by parts. */
struct twice {
    struct program whole, part;
    bool is_valid; /* as a whole */
};

struct proof {
    struct twice buggy, fixed;
    struct program_parts parts;
    struct lone_part deciding[2];
    struct arena arena;
    struct str text, made, broken[2];
    uint64_t random;
    size_t n_programs, n_same, n_refused;
    size_t n_misread; /* refused, because the grammar misreads the whole */
    size_t n_broken;  /* the same although the programs have an error elsewhere */
};

static void proof_release(struct proof *proof)
{
    struct twice *sides[] = {&proof->buggy, &proof->fixed};
    for (int i = 0; i < 2; i++) {
        program_release(&sides[i]->whole);
        program_release(&sides[i]->part);
        str_release(&proof->broken[i]);
    }
    parts_release(&proof->parts);
    arena_release(&proof->arena);
    str_release(&proof->text);
    str_release(&proof->made);
}

static size_t draw(struct proof *proof, size_t n)
{
    proof->random = proof->random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(proof->random >> 33) % n;
}

static bool twice_read(struct twice *twice, const char *text, size_t length)
{
    if (!program_tokenize(&twice->part, shared_lexical(), text, length) ||
        !program_tokenize(&twice->whole, shared_lexical(), text, length))
        return false;
    twice->is_valid = program_parse(&twice->whole, shared_parser());
    return true;
}

static bool parse_deciding(struct proof *proof, const struct token_edit *edit)
{
    struct program *buggy = &proof->buggy.part, *fixed = &proof->fixed.part;
    const struct lone_part *parts = proof->deciding;
    lone_parts_deciding(&proof->parts, buggy, fixed, edit, proof->deciding);
    return program_parse_part(buggy, shared_parser(), &parts[0]) &&
           program_parse_part(fixed, shared_parser(), &parts[1]);
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void check_same_row(struct proof *proof, const struct token_edit *edit)
{
    struct fix_row whole =
        fix_row_of(&proof->buggy.whole, &proof->fixed.whole, edit, NULL, &proof->arena);
    struct fix_row part =
        fix_row_of(&proof->buggy.part, &proof->fixed.part, edit, NULL, &proof->arena);
    if (!is_same(whole.category, part.category) || !is_same(whole.pattern, part.pattern) ||
        !is_same(whole.role, part.role) || !is_same(whole.before_kind, part.before_kind) ||
        !is_same(whole.after_kind, part.after_kind))
        fail_msg("by its part, '%s' to '%s' at %" PRId64 " is %s %s %s, not %s %s %s:\n%.*s",
                 whole.before, whole.after, whole.buggy_place.start_byte, part.category,
                 part.pattern, part.role, whole.category, whole.pattern, whole.role,
                 (int)proof->buggy.whole.length, proof->buggy.whole.source);
}

/* Does the same for the two programs with an error at their ends. */
static void check_broken(struct proof *proof, const struct token_edit *edit)
{
    struct twice *sides[] = {&proof->buggy, &proof->fixed};
    for (int i = 0; i < 2; i++) {
        str_clear(&proof->broken[i]);
        str_add(&proof->broken[i], sides[i]->whole.source, sides[i]->whole.length);
        str_add_text(&proof->broken[i], "\nx = = 1\n");
        if (!program_tokenize(&sides[i]->part, shared_lexical(), str_text(&proof->broken[i]),
                              proof->broken[i].length))
            return;
    }
    if (!parse_deciding(proof, edit))
        return;
    proof->n_broken++;
    check_same_row(proof, edit);
}

/* Compares two programs, if they differ in one token. The first one was read. */
static void check_pair(struct proof *proof, const char *text, size_t length)
{
    struct token_edit edit;
    struct twice *buggy = &proof->buggy, *fixed = &proof->fixed;
    if (!twice_read(fixed, text, length) ||
        program_difference(&buggy->whole, &fixed->whole, &edit) != DIFFERENCE_SINGLE)
        return;
    bool is_valid = parse_deciding(proof, &edit);
    if (!buggy->is_valid || !fixed->is_valid) {
        proof->n_refused++;
        /* a line does not say whether other clauses of its statement have a star */
        bool may_mix = memmem(text, length, "except*", 7);
        if (is_valid && buggy->is_valid && !may_mix)
            fail_msg("by its part, this parses:\n%.*s", (int)length, text);
    } else if (is_valid) {
        proof->n_same++;
        check_same_row(proof, &edit);
        check_broken(proof, &edit);
        program_tokenize(&buggy->part, shared_lexical(), buggy->whole.source, buggy->whole.length);
    } else {
        proof->n_misread++;
        if (!part_is_misread(&buggy->whole, &proof->deciding[0]) &&
            !part_is_misread(&fixed->whole, &proof->deciding[1]))
            fail_msg("by its part, this does not parse:\n%.*s", (int)length, text);
    }
}

static struct token_text draw_text(struct proof *proof)
{
    static const char *const texts[] = {
        "a",      "not",    "None", "True",   "print", "exec",     "0777",  "1.5",    "10L",
        "'a'",    "b'c'",   "+",    "==",     "=",     "*",        "is",    "in",     "lambda",
        "yield",  ":",      ",",    ";",      "if",    "elif",     "else",  "for",    "while",
        "try",    "except", "with", "return", "pass",  "finally",  "match", "@",      "case",
        "async",  "await",  "def",  "class",  "**",    "(",        "~",     "<>",     "`",
        "import", "from",   ":=",   "raise",  "del",   "nonlocal", "and",   "is not",
    };
    if (draw(proof, 3) == 0) {
        const char *text = texts[draw(proof, N_ITEMS(texts))];
        return (struct token_text){text, strlen(text)};
    }
    return program_token_text(&proof->buggy.whole, draw(proof, proof->buggy.whole.tokens.n));
}

/* Edits a program at drawn places. */
static void check_program(struct proof *proof, const char *text, size_t length, size_t n_edits)
{
    if (!twice_read(&proof->buggy, text, length) || !proof->buggy.is_valid)
        return;
    proof->n_programs++;
    arena_release(&proof->arena);
    for (size_t i = 0; i < n_edits && proof->buggy.whole.tokens.n; i++) {
        size_t token = draw(proof, proof->buggy.whole.tokens.n);
        const struct token *at = &proof->buggy.whole.tokens.items[token];
        struct token_text after = draw_text(proof);
        size_t end = draw(proof, 8) ? at->end_byte : at->start_byte;
        if (token_is_layout(at))
            continue;
        if (draw(proof, 8) == 0)
            after.length = 0;
        str_clear(&proof->text);
        edit_apply(&proof->text, text, length, at->start_byte, end, after.bytes, after.length);
        check_pair(proof, str_text(&proof->text), proof->text.length);
    }
}

static void visit(const struct corpus_source *source, void *context)
{
    check_program(context, source->text, source->length, 8);
}

/* Statements, and those that others are in. */
static const char *const statements[] = {
    "print a, b % (c, d)",
    "print >>f, a,",
    "print",
    "print(a), b",
    "exec a in b",
    "x = `a`",
    "raise A, 'b', c",
    "x <> 0777 + 10L",
    "x = ur'a' 'b'",
    "print not a",
    "a = b; c += 1; print(a)",
    "x = [a for a in b, c]",
    "x = a if b else c",
    "x = (lambda a, b=1, *c:\n  a + b)(1, *d)",
    "y = [a\n  for a in b\n  if a > 1]",
    "z = {a: b for a, b in c}; w = {*a}",
    "if (n := f(a)) > 1: pass",
    "global a, b",
    "x = '''a\nb''' % c",
    "s = f'{a!r:{b}}' f\"{c['d']}\"",
    "s = f'{a + 1:>{b}}'",
    "x = a + \\\n  b - c",
    "a, *b = c",
    "a = b = c, d",
    "x: int = a",
    "x: List[int]",
    "del a[0], b.c",
    "assert a, b",
    "return a, b",
    "yield",
    "x = yield a",
    "await a",
    "import a.b as c, d",
    "from a.b import (c as d, e)",
    "from . import a",
    "x @= a @ b",
    "f(a, *b, c=d, **e)",
    "a[b:c, ::d] = e",
    "a.b(c)[d].e = -f ** ~g",
    "not a in b is not c",
    "if a: print b",
    "while a: b; c",
    "for a, (b, c) in d: e",
    "class A(B): x = 1",
    "def f((a, b), c): return a",
    "def f(a: int, *, b=1) -> int: return b",
    "def f(): pass",
    "print(*a, sep='')",
    "type X = int",
    "match = case[a]",
    "case = match + 1",
    "pass",
    "with a as b, c: d",
    "async def f(): return [a async for a in b]",
    "x = ...",
    "try: a = b\nexcept A: c = d",
    "if a: b = c\nelse: d = e",
    "x = a and b or not c",
};
static const char *const compounds[] = {
    "if a < b and not c:",
    "while f(a)[1]:",
    "for a, b in c[1:]:",
    "def f(a, b=c, *d, **e):",
    "class A(B, c=d):",
    "with f(a) as b, c:",
    "@a.b(c)\ndef f(x):",
    "@a\nclass A:",
    "async def f(a):",
    "try:\n    a\nexcept (A, B), e:",
    "try:\n    a\nexcept A as e:",
    "if a:\n    b\nelif c == d:",
    "for a in b:\n    c\nelse:",
    "try:\n    a\nfinally:",
    "if a:\n    b\nelse:",
    "def f(self): # comment",
};
static const char *const matches[] = {
    "match a.b(c):\n    case [1, x, *y] if x:",
    "match a, b:\n    case A(b=c) | None:",
    "match a:\n    case 1: b = c\n    case {'a': x}: d = e\n    case _:",
};

/* Appends a text, each of its lines after an indentation. */
static void add_lines(struct proof *proof, const char *text, int depth)
{
    for (const char *line = text; *line;) {
        const char *end = strchrnul(line, '\n');
        str_print(&proof->made, "%*s%.*s\n", 4 * depth, "", (int)(end - line), line);
        line = *end ? end + 1 : end;
    }
}

static void make_block(struct proof *proof, int depth)
{
    for (size_t n = 1 + draw(proof, 4); n; n--) {
        size_t kind = depth < 4 ? draw(proof, 10) : 9;
        if (kind > 3) {
            add_lines(proof, statements[draw(proof, N_ITEMS(statements))], depth);
            continue;
        }
        bool is_match = kind == 3;
        add_lines(proof,
                  is_match ? matches[draw(proof, N_ITEMS(matches))]
                           : compounds[draw(proof, N_ITEMS(compounds))],
                  depth);
        make_block(proof, depth + 1 + is_match);
    }
}

TEST(lone_parts_deciding__say_what_the_whole_program_says)
{
    struct proof proof = {.random = 1};
    corpus_visit(visit, &proof);
    for (size_t i = 0; dense_programs[i]; i++)
        check_program(&proof, dense_programs[i], strlen(dense_programs[i]), 1000);
    size_t n_real = proof.n_programs;
    for (int i = 0; i < 1000; i++) {
        scoped(str) text = {0};
        str_clear(&proof.made);
        make_block(&proof, 0);
        str_add(&text, str_text(&proof.made), proof.made.length);
        check_program(&proof, str_text(&text), text.length, 20);
    }
    assert_true(proof.n_same > 5000 && proof.n_broken > proof.n_same * 2 / 3);
    printf(
        "note: %zu edits of %zu programs, %zu of them made, are the same by their parts, %zu also "
        "with an error elsewhere; %zu more that are misread\n",
        proof.n_same, proof.n_programs, proof.n_programs - n_real, proof.n_broken, proof.n_misread);
    proof_release(&proof);
}
