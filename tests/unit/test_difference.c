/* The difference of two programs, of mutants of real ones and of small random texts, is what a
 * plain comparison of all their tokens says; so is that of their texts. An edit that is applied
 * gives the other program, and one that keeps the tree does. What is a fix in which language is
 * in tests/cases/python.case and its neighbours. $MUTANT_SEED gives other mutants. */
#include "base/chance.h"
#include "classify/classify.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

enum { N_RESULTS = DIFFERENCE_UNKNOWN + 1 };

/* A text, and its tokens if it has any. */
struct subject {
    struct program program;
    bool has_tokens;
    struct token_text text; /* in a buffer of its size, so that a sanitizer sees a read after it */
};

static void read_subject(struct subject *subject, const struct lexical *lexical, const char *text,
                         size_t length)
{
    char *copy = mem_alloc(length ? length : 1, 1);
    memcpy(copy, text, length);
    free((char *)subject->text.bytes);
    subject->text = (struct token_text){copy, length};
    subject->has_tokens = program_tokenize(&subject->program, lexical, copy, length);
}

static void release_subject(struct subject *subject)
{
    program_release(&subject->program);
    free((char *)subject->text.bytes);
}

static struct dice seeded(void)
{
    const char *text = getenv("MUTANT_SEED");
    return (struct dice){text ? strtoull(text, NULL, 10) : 1};
}

/* ---- The plain comparison ---- */

/* Whether `longer` is `shorter` with one more token, at `*at`, that may come and go. Of two in a
 * row it is the last one. */
static bool has_one_more(const struct program *longer, const struct program *shorter, size_t *at)
{
    size_t i = 0;
    if (longer->tokens.n != shorter->tokens.n + 1)
        return false;
    while (i < shorter->tokens.n && program_tokens_equal(longer, i, shorter, i))
        i++;
    *at = i;
    for (; i < shorter->tokens.n; i++)
        if (!program_tokens_equal(longer, i + 1, shorter, i))
            return false;
    const struct token *token = &longer->tokens.items[*at];
    return token->kind <= TOKEN_SIGN &&
           token_text_is_one_of(token_operator_of(longer->language, longer->source, token),
                                longer->language->tokens.insertable);
}

static enum difference plain_difference(const struct program *a, const struct program *b,
                                        struct token_edit *edit)
{
    size_t n_other = 0, at = 0;
    if (has_one_more(b, a, &at) || has_one_more(a, b, &at)) {
        *edit = (struct token_edit){a->tokens.n < b->tokens.n ? EDIT_INSERT : EDIT_DELETE, at, at};
        return DIFFERENCE_SINGLE;
    }
    if (a->tokens.n != b->tokens.n)
        return DIFFERENCE_MULTI;
    for (size_t i = 0; i < a->tokens.n; i++)
        if (!program_tokens_equal(a, i, b, i)) {
            n_other += token_is_layout(&a->tokens.items[i]) || token_is_layout(&b->tokens.items[i])
                           ? 2
                           : 1;
            *edit = (struct token_edit){EDIT_REPLACE, i, i};
        }
    return n_other == 0 ? DIFFERENCE_NONE : n_other == 1 ? DIFFERENCE_SINGLE : DIFFERENCE_MULTI;
}

/* The claims of difference.h and program.h about two programs that have tokens. */
static void check_tokens(const struct subject *a, const struct subject *b, enum difference expected,
                         const struct token_edit *edit)
{
    static struct str scratch;
    struct token_edit found = {0};
    struct digest digest_a = program_digest(&a->program, &scratch);
    struct digest digest_b = program_digest(&b->program, &scratch);
    bool is_same = digest_compare(digest_a, digest_b) == 0;
    bool is_right = program_difference(&a->program, &b->program, &found) == expected;
    if (is_same != (expected == DIFFERENCE_NONE))
        is_right = false;
    if (is_right && expected == DIFFERENCE_SINGLE)
        is_right = found.kind == edit->kind && found.buggy_token == edit->buggy_token &&
                   found.fixed_token == edit->fixed_token;
    if (!is_right)
        fail_msg("differ otherwise than %d:\n%.*s[end]\n%.*s[end]", (int)expected,
                 (int)a->text.length, a->text.bytes, (int)b->text.length, b->text.bytes);
}

/* Compares a pair. Without tokens any result is right, because the comparison may be decided before
 * the place of the error. */
static enum difference check_one_way(const struct lexical *lexical, const struct subject *a,
                                     const struct subject *b, struct token_edit *edit)
{
    enum lexical_error error = LEXICAL_OK;
    enum difference expected = DIFFERENCE_UNKNOWN;
    enum difference result = text_difference(lexical, a->text, b->text, &error);
    assert_true(error != LEXICAL_OK || result != DIFFERENCE_UNKNOWN);
    if (!a->has_tokens || !b->has_tokens)
        return result;
    expected = plain_difference(&a->program, &b->program, edit);
    check_tokens(a, b, expected, edit);
    if (result != expected)
        fail_msg("the texts differ by %d, their tokens by %d:\n%.*s[end]\n%.*s[end]", (int)result,
                 (int)expected, (int)a->text.length, a->text.bytes, (int)b->text.length,
                 b->text.bytes);
    return result;
}

/* ---- Edits that are applied, and that keep the tree ---- */

static void check_applied(const struct subject *a, const struct subject *b,
                          const struct token_edit *edit)
{
    const struct token *token = &a->program.tokens.items[edit->buggy_token];
    size_t end = edit->kind == EDIT_INSERT ? token->start_byte : token->end_byte;
    struct token_text after = {"", 0};
    struct token_edit none;
    scoped(str) bytes = {0};
    scoped(program) applied = {0};
    if (edit->kind != EDIT_DELETE)
        after = program_token_text(&b->program, edit->fixed_token);
    edit_apply(&bytes, a->text.bytes, a->text.length, token->start_byte, end, after.bytes,
               after.length);
    if (!cut_bytes(&applied, str_text(&bytes), bytes.length) ||
        program_difference(&applied, &b->program, &none) != DIFFERENCE_NONE)
        fail_msg("%.*s\n with token %zu as in\n%.*s\nbecomes\n%s", (int)a->text.length,
                 a->text.bytes, edit->buggy_token, (int)b->text.length, b->text.bytes,
                 str_text(&bytes));
}

/* Finds the next node that is not a comment or a line continuation. */
static uint32_t plain_node(const struct syntax_tree *tree, uint32_t node)
{
    while (node < tree->nodes.n && syntax_node_is_one_of(tree, node, tree->language->skipped_kinds))
        node++;
    return node;
}

/* Fails unless both trees have the same nodes, each token is in the same one, and the row of the
 * fix does not depend on the second tree. */
static void check_same_tree(struct program *a, struct program *b, const struct token_edit *edit)
{
    scoped_array ARRAY(uint32_t) same = {0}; /* by node of `a`: that of `b` */
    const struct syntax_tree *x = &a->tree, *y = &b->tree;
    uint32_t j = 0;
    bool is_same = true;
    for (uint32_t i = 0; i < x->nodes.n; i++) {
        array_push(&same, UINT32_MAX);
        if (plain_node(x, i) != i)
            continue;
        j = plain_node(y, j);
        const struct node *p = &x->nodes.items[i], *q = &y->nodes.items[j];
        is_same = is_same && j < y->nodes.n && p->kind == q->kind && p->field == q->field &&
                  (i == 0 || same.items[p->parent] == q->parent);
        if (!is_same)
            break;
        same.items[i] = j++;
    }
    for (size_t i = 0; is_same && i < a->tokens.n; i++)
        is_same = same.items[a->tokens.items[i].node] == b->tokens.items[i].node;
    scoped(arena) arena = {NULL};
    struct fix_row both = fix_row_of(a, b, edit, NULL, &arena);
    size_t n = b->tree.nodes.n;
    b->tree.nodes.n = 0; /* as if it were not parsed */
    struct fix_row one = fix_row_of(a, b, edit, NULL, &arena);
    b->tree.nodes.n = n;
    if (!is_same || plain_node(y, j) != n || strcmp(both.category, one.category) != 0 ||
        strcmp(both.pattern, one.pattern) != 0 ||
        strcmp(both.role ? both.role : "", one.role ? one.role : "") != 0)
        fail_msg("another tree:\n%.*s\n---\n%.*s", (int)a->length, a->source, (int)b->length,
                 b->source);
}

/* Compares a parsed program with one that has tokens and differs in an edit. Returns whether that
 * keeps the tree. */
static bool check_kept(struct syntax_parser *parser, struct program *a, struct program *b,
                       const struct token_edit *edit)
{
    if (!edit_keeps_tree(a, b, edit))
        return false;
    if (!program_parse(b, parser))
        fail_msg("does not parse:\n%.*s", (int)b->length, b->source);
    check_same_tree(a, b, edit);
    return true;
}

/* Compares pairs, BUGGY→FIXED before each dollar sign. */
static void check_rows(const struct language *language, const char *rows, bool keeps)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    while (*rows) {
        scoped(str) buggy = cut_off(&rows, "→"), fixed = cut_off(&rows, "$");
        scoped(program) a = {0}, b = {0};
        struct token_edit edit;
        const struct lexical *lexical = syntax_parser_lexical(parser);
        assert_true(program_tokenize(&a, lexical, str_text(&buggy), buggy.length));
        assert_true(program_tokenize(&b, lexical, str_text(&fixed), fixed.length));
        assert_int_equal(program_difference(&a, &b, &edit), DIFFERENCE_SINGLE);
        assert_false(edit_keeps_tree(&a, &b, &edit)); /* without a tree nothing is certain */
        program_parse(&a, parser);
        if (check_kept(parser, &a, &b, &edit) != keeps)
            fail_msg("%s ---\n%s", str_text(&buggy), str_text(&fixed));
    }
}

/* In Python of names, plain numbers and plain strings; in C++ a name may mean a type, and the tree
 * of a program with an error depends on lengths. */
TEST(edit_keeps_tree__only_if_that_is_certain)
{
    check_rows(
        &language_python,
        "x = a→x = bcd$xa = 1→x = 1$x = 1→x = 23$x = 1if a else 2→x = 0if a else 2$"
        "x = 007→x = 8$x = 1.5→x = 11.25$a.b(c, d=e)→a.b(c, g=e)$import a→import b$"
        "xあ = a→xあ = b$x = a\r\ny\r→x = bb\r\ny\r$x = f'{a:{w}}'→x = f'{a:{v}}'$"
        "print a→print b$x = a # b→x = c # b$x = 'a'→x = 'bc'$f(r'ab', 1)→f(r'b', 1)$"
        "x = \"\"\"a\"\"\"→x = \"\"\"bc\"\"\"$x = 'a' 'b'→x = 'a' 'cd'$x = 'a\"'→x = 'ab\"c'$"
        "x = \"\"\"a'b\"\"\"→x = \"\"\"a'\"b\"\"\"$x = 'a'→x = 'あ'$x = 'a'→x = '#'$"
        "x = f'{\"a\"}'→x = f'{\"b\"}'",
        true);
    check_rows(
        &language_python,
        "x = a→x = None$x = a→x = not$x = a→x = print$x = print→x = a$print(a)→foo(a)$"
        "print a→prin a$x = a→x = match$type X = a→tpye X = a$"
        "match a:\n case _: b→match a:\n case x: b$"
        "from __future__ import a→from future import a$x = True→x = False$x = a→x = 1$"
        "x = 1→x = a$x = a→x = あ$if a: b→if not a: b$if not a: b→if a: b$a in b→a not in b$"
        "f'{a!r}'→f'{a!s}'$f'{a!r}'→f'{a!xy}'$`a`→`b`$x = `'a'`→x = `'b`c'`$"
        "if x:\n    y[a] = b→if x:\n    y[\nc] = b$x = 1→x = 1.5$x = 10→x = 1e5$x = 10→x = 0x1$"
        "x = 10→x = 1L$x = 10→x = 1_0$x = 1.5→x = 1.$x = 1.5→x = .5$x = 1.5→x = 1.5j$"
        "x = a + b→x = a - b$x = a < b→x = a > b$x = f'a'→x = f'b'$x = f'a'→x = F'a'$"
        "x = f'{a:>3}'→x = f'{a:>4}'$x = 'a'→x = ''$x = ''→x = 'a'$x = 'a'→x = ''''''$"
        "x = ''''''→x = 'a'$x = 'a'→x = \"a\"$x = 'a'→x = 'a\\n'$x = '\\n'→x = 'b'$"
        "x = 'a'→x = b'a'$x = r'a'→x = R'b'$x = 'a'→x = '''a'''$x = '''a\n'''→x = '''b\n'''$"
        "x = a→x = 'a'",
        false);
    check_rows(
        &language_cpp,
        "int x = 1;→int x = 23;$int x = f(\"a\");→int x = f(\"bc\");$int x = 'a';→int x = '\"';",
        true);
    check_rows(&language_cpp,
               "int x = 1;→int x = 1.5;$int x = y;→int x = z;$int x = 1 +;→int x = 2 +;", false);
}

/* ---- Mutants of programs ---- */

enum change {
    CHANGE_TOKEN, /* becomes another token of the program, or one of a list */
    CHANGE_NOT,   /* a token gets `not` before it */
    CHANGE_DELETE,
    CHANGE_LINE, /* becomes two */
    CHANGE_BYTE,
    /* no difference */
    CHANGE_BLANKS, /* before a token that is not the first of its line */
    CHANGE_COMMENT,
    CHANGE_LINE_ENDS,
    /* more than one */
    CHANGE_SEVERAL,
    CHANGE_ALL, /* another program */
    N_CHANGES
};

struct property {
    struct syntax_parser *parser;
    const struct lexical *lexical; /* the parser's */
    struct dice chance;
    size_t n_programs, n_pairs, n_applied, n_kept;
    unsigned counts[N_CHANGES][N_RESULTS];
    struct subject first, steps[2], other;
};

static void open_property(struct property *property)
{
    struct syntax_parser *parser = syntax_parser_new(&language_python);
    *property = (struct property){
        .parser = parser, .lexical = syntax_parser_lexical(parser), .chance = seeded()};
}

/* Compares a pair both ways. The first program is parsed. */
static void check(struct property *property, enum change change, struct subject *a,
                  struct subject *b)
{
    struct token_edit edit, back;
    enum difference result = check_one_way(property->lexical, a, b, &edit);
    property->counts[change][result]++;
    check_one_way(property->lexical, b, a, &back);
    property->n_pairs++;
    if (result != DIFFERENCE_SINGLE || !a->has_tokens || !b->has_tokens ||
        a->program.tree.has_error)
        return;
    if (change == CHANGE_TOKEN && program_parse(&b->program, property->parser)) {
        check_applied(a, b, &edit);
        property->n_applied++;
    }
    if (a == &property->first)
        property->n_kept += check_kept(property->parser, &a->program, &b->program, &edit);
}

/* Puts a text in the place of some bytes. */
static void splice(struct str *out, struct token_text text, size_t start, size_t end,
                   const char *bytes, size_t length)
{
    str_clear(out);
    str_add(out, text.bytes, start);
    str_add(out, bytes, length);
    str_add(out, text.bytes + end, text.length - end);
}

/* Makes a mutant of a program with tokens. Returns false if the change cannot be made at the token
 * that is drawn. */
static bool make_mutant(struct str *out, struct property *property, const struct subject *from,
                        enum change change)
{
    static const char *const words[] = {
        "n",    "another_name", "None",   "print", "'a b'", "'#'",   "\"\"",   "7",  "1.5",
        "0x1F", "is not",       "not in", "+",     "<=",    "match", "r'a`b'", "''", "'\\n'"};
    const struct program *program = &from->program;
    size_t index = dice_below(&property->chance, program->tokens.n);
    const struct token *token = &program->tokens.items[index];
    size_t start = token->start_byte, end = token->end_byte;
    if (token_is_layout(token) && change <= CHANGE_DELETE)
        return false;
    const char *word = words[dice_below(&property->chance, N_ITEMS(words))];
    struct token_text text = {word, strlen(word)};
    switch (change) {
    case CHANGE_TOKEN:
        if (dice_below(&property->chance, 3)) {
            size_t other = dice_below(&property->chance, program->tokens.n);
            while (program->tokens.items[other].kind != token->kind)
                other = (other + 1) % program->tokens.n;
            text = program_token_text(program, other);
        }
        splice(out, from->text, start, end, text.bytes, text.length);
        return true;
    case CHANGE_NOT:
        splice(out, from->text, start, start, "not ", 4);
        return true;
    case CHANGE_DELETE:
        splice(out, from->text, start, end, "", 0);
        return true;
    case CHANGE_LINE: {
        size_t line = code_line_start(from->text.bytes, start);
        size_t next = code_line_end(from->text.bytes, from->text.length, end);
        next = code_next_line(from->text.bytes, from->text.length, next);
        splice(out, from->text, line, line, from->text.bytes + line, next - line);
        return true;
    }
    case CHANGE_BYTE:
        start = dice_below(&property->chance, from->text.length);
        splice(out, from->text, start, start + 1, &" \n'\"(:#\\"[dice_below(&property->chance, 8)],
               1);
        return true;
    case CHANGE_BLANKS:
        splice(out, from->text, start, start, "\t ", 2);
        return index && !token_is_layout(&program->tokens.items[index - 1]) &&
               token->kind < TOKEN_QUOTE && program->tokens.items[index - 1].kind < TOKEN_QUOTE;
    case CHANGE_COMMENT:
        splice(out, from->text, end, end, "  # 'a\n # \"\n", 11);
        return token->kind == TOKEN_LINE_END;
    default:
        splice(out, from->text, start, start, "", 0);
        for (size_t i = 0; i < out->length; i++)
            if (out->text[i] == '\n')
                out->text[i] = '\r';
        return !memchr(from->text.bytes, '\r', from->text.length);
    }
}

/* Makes a mutant, and a mutant of that. Compares each with what it was made of, and with the
 * first. */
static void check_mutants(struct property *property)
{
    struct subject *from = &property->first;
    scoped(str) text = {0};
    for (int i = 0; i < 2 && from->has_tokens && from->program.tokens.n; i++) {
        enum change change = (enum change)dice_below(&property->chance, CHANGE_SEVERAL);
        if (!make_mutant(&text, property, from, change))
            continue;
        struct subject *step = &property->steps[i];
        read_subject(step, property->lexical, str_text(&text), text.length);
        check(property, change, from, step);
        if (from != &property->first)
            check(property, CHANGE_SEVERAL, &property->first, step);
        from = step;
    }
}

static void check_program(struct property *property, const char *text, size_t length, size_t n)
{
    if (property->n_programs++ % 8 == 0) /* neighbours in the sample are often a pair */
        read_subject(&property->other, property->lexical, property->first.text.bytes,
                     property->first.text.length);
    read_subject(&property->first, property->lexical, text, length);
    check(property, CHANGE_ALL, &property->other, &property->first);
    if (!property->first.has_tokens || !program_parse(&property->first.program, property->parser))
        return;
    while (n--)
        check_mutants(property);
}

/* What a change mostly does, in percent of its pairs: less would not prove much. */
static void close_property(struct property *property, const char *name)
{
    static const struct {
        enum change change;
        enum difference result;
        unsigned min_percent;
    } expected[] = {
        {CHANGE_TOKEN, DIFFERENCE_SINGLE, 40},   {CHANGE_TOKEN, DIFFERENCE_MULTI, 1},
        {CHANGE_NOT, DIFFERENCE_SINGLE, 60},     {CHANGE_DELETE, DIFFERENCE_MULTI, 40},
        {CHANGE_LINE, DIFFERENCE_MULTI, 60},     {CHANGE_BYTE, DIFFERENCE_UNKNOWN, 5},
        {CHANGE_BLANKS, DIFFERENCE_NONE, 90},    {CHANGE_COMMENT, DIFFERENCE_NONE, 80},
        {CHANGE_LINE_ENDS, DIFFERENCE_NONE, 80}, {CHANGE_SEVERAL, DIFFERENCE_SINGLE, 5},
        {CHANGE_ALL, DIFFERENCE_MULTI, 80},
    };
    printf("note: %zu pairs of mutants of %s are compared as their tokens are; %zu edits applied, "
           "%zu keep the tree\n",
           property->n_pairs, name, property->n_applied, property->n_kept);
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        const unsigned *counts = property->counts[expected[i].change];
        unsigned n_all = counts[0] + counts[1] + counts[2] + counts[3];
        if (counts[expected[i].result] * 100 < n_all * expected[i].min_percent || n_all < 20)
            fail_msg("change %d: only %u of %u pairs are as expected", (int)expected[i].change,
                     counts[expected[i].result], n_all);
    }
    assert_true(property->n_applied > 100 && property->n_kept > 50);
    struct subject *subjects[] = {&property->first, &property->steps[0], &property->steps[1],
                                  &property->other};
    for (size_t i = 0; i < N_ITEMS(subjects); i++)
        release_subject(subjects[i]);
    syntax_parser_free(property->parser);
}

static void visit(const struct corpus_source *source, void *context)
{
    check_program(context, source->text, source->length, source->is_sample ? 20 : 4);
}

TEST(difference__is_that_of_all_tokens_of_real_programs)
{
    struct property property;
    open_property(&property);
    corpus_visit(visit, &property);
    close_property(&property, "real programs");
}

TEST(difference__is_that_of_all_tokens_of_dense_programs)
{
    struct property property;
    open_property(&property);
    for (size_t i = 0; dense_programs[i]; i++)
        check_program(&property, dense_programs[i], strlen(dense_programs[i]), 120);
    close_property(&property, "dense programs");
}

/* ---- Small random texts ---- */

/* Pieces of texts, between backquotes, that begin, end or change what follows them. Of a language
 * each of its lists is taken as often. */
#define COMMON      "x`y`1`+` `\n` not ` in ` is "
#define COMMON_OF_C "x`y`1`+` `\n`!`;`long `\n#endif\n`#if 0\n"
static const char pieces_of_python[] =
    "not`in`is`0x`1.`e5`'`\"`'''`f'`rf\"`b'`f'''`{`}`{{`}}`!r`:`(`)`[`]`=`==`!`*`**`<`>`->`"
    ",`;`.`...`  `\t`\f`\n `\n  `\r\n`\r`\\\n`\\`#`$`\\N{";
static const char complete_python[] =
    "# '\n`(x)`[1]`{x:y}`'a'`'b' `f'{x}'`f'a{y!s:>{z}}'`'''\n'''`x = 1\n`y + ` and z`"
    "if x:\n  `def f(): ` # z\n`\xc3\xa9`\xe3\x80\x80";
static const char pieces_of_c[] =
    "#`#include `#define `<`>`/`/*`*/`//`\"`'`R\"`R\"x(`)x\"`L`u8`0x`1.`e`e+`p-`.`\\`\\\n`"
    "\\\r\n`\r`\r\n`\\ \n`\t`(`)`{`}`long`int`unsigned`=`==`-`->`::`_s`\"\"\"`%:`<:`and`\\u";
static const char complete_c[] =
    "// '\n`/* \" */`\"a\"`'b'`R\"(c)\"`#include <a>\n`#include <b.h>\n`#define A 1\n`"
    "#define A \\\n`long long `unsigned  int `long/**/int `1'000`1e+5`x->y`x<<=1;`"
    "int main() { }\n`\"a\\\nb\"`in\\\nt`\"\"\"\na\n\"\"\"`\xc3\xa9`\xe9`\\u00e9`"
    "#include <iso646.h>\n`#define and &&\n`#undef and\n`#de\\\nfine not !\n`#i\\\nf !1\n`"
    "#if 0 && A\n`#if 0\n`#if 1\n`#ifdef A\n`\n#elif 1\n`\n#else\n`\n#endif\n";

static const struct alphabet {
    const struct language *language;
    const char *lists[4];
} alphabets[] = {
    {&language_python, {pieces_of_python, complete_python, COMMON, COMMON}},
    {&language_cpp, {pieces_of_c, complete_c, COMMON_OF_C, COMMON_OF_C}},
    {&language_c, {pieces_of_c, complete_c, COMMON_OF_C, COMMON_OF_C}},
    {&language_java, {pieces_of_c, complete_c, COMMON_OF_C, COMMON_OF_C}},
};

enum { MAX_PIECES = 48 };

struct soup {
    struct token_text pieces[MAX_PIECES + 1];
    size_t n;
};

static struct token_text any_piece(const struct alphabet *alphabet, struct dice *chance)
{
    const char *at = alphabet->lists[dice_below(chance, N_ITEMS(alphabet->lists))];
    size_t n = 1;
    for (const char *mark = at; (mark = strchr(mark, '`')); mark++)
        n++;
    for (n = dice_below(chance, n); n; n--)
        at = strchr(at, '`') + 1;
    return (struct token_text){at, strcspn(at, "`")};
}

static size_t write_soup(char *out, const struct soup *soup)
{
    size_t length = 0;
    for (size_t i = 0; i < soup->n; i++) {
        memcpy(out + length, soup->pieces[i].bytes, soup->pieces[i].length);
        length += soup->pieces[i].length;
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

static void check_small_texts(const struct alphabet *alphabet)
{
    struct dice chance = seeded();
    enum { N_PAIRS = 40000 };
    size_t counts[N_RESULTS] = {0};
    struct token_edit edit;
    scoped(lexical) *lexical = lexical_new(alphabet->language);
    struct subject a = {0}, b = {0};
    char text_a[MAX_PIECES * 24 + 24], text_b[MAX_PIECES * 24 + 24];
    for (size_t i = 0; i < N_PAIRS; i++) {
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
        counts[check_one_way(lexical, &a, &b, &edit)]++;
    }
    for (int result = 0; result < N_RESULTS; result++)
        assert_true(counts[result] * 100 > N_PAIRS);
    program_release(&a.program);
    program_release(&b.program);
}

TEST(difference__is_that_of_all_tokens_of_small_texts)
{
    for (size_t i = 0; i < N_ITEMS(alphabets); i++)
        check_small_texts(&alphabets[i]);
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

/* ---- Distances ---- */

/* The fewest tokens that go and come, by the table of all prefixes. */
static size_t naive_distance(const struct program *a, const struct program *b)
{
    size_t row[64], n_a = a->tokens.n, n_b = b->tokens.n;
    assert_true(n_b < N_ITEMS(row));
    for (size_t j = 0; j <= n_b; j++)
        row[j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            size_t above = row[j], least = above < row[j - 1] ? above + 1 : row[j - 1] + 1;
            row[j] = program_tokens_equal(a, i - 1, b, j - 1) ? diagonal : least;
            diagonal = above;
        }
    }
    return row[n_b];
}

static size_t n_same_at_start(const struct program *a, const struct program *b)
{
    size_t n = 0;
    while (n < a->tokens.n && n < b->tokens.n && program_tokens_equal(a, n, b, n))
        n++;
    return n;
}

/* Programs of few names, so that many tokens match accidentally. */
TEST(difference__is_measured_as_a_table_does)
{
    srand(1);
    for (int round = 0; round < 2000; round++) {
        char texts[2][32];
        struct program programs[2];
        struct token_distance distance;
        for (int i = 0; i < 2; i++) {
            int n = rand() % 12;
            for (int k = 0; k < n; k++)
                memcpy(&texts[i][2 * k], rand() % 3 ? "a\n" : "b\n", 2);
            texts[i][2 * n] = '\0';
            assert_true(tokenize_text(&programs[i], texts[i]));
        }
        size_t n = naive_distance(&programs[0], &programs[1]);
        for (size_t limit = 0; limit <= n + 1; limit++)
            assert_int_equal(program_distance(&programs[0], &programs[1], limit, &distance),
                             limit >= n);
        assert_int_equal(distance.first, n_same_at_start(&programs[0], &programs[1]));
        assert_int_equal(distance.n_deleted + distance.n_inserted, n);
        assert_int_equal(distance.n_deleted + programs[1].tokens.n,
                         distance.n_inserted + programs[0].tokens.n);
        program_release(&programs[0]);
        program_release(&programs[1]);
    }
}

/* ---- Edits of exported rows ---- */

/* SOURCE, with the replaced bytes in ‹›, →TEXT→RESULT: words, signs and quotes do not join. */
TEST(apply__keeps_tokens_apart)
{
    const char *rows =
        "x = ‹a› + b→c→x = c + b$x=a‹+›b→-→x=a-b$x=a‹+›b→in→x=a in b$"
        "x=(a)‹==›(b)→is not→x=(a)is not(b)$x=a‹==›(b)→in→x=a in(b)$x='a'‹+›'b'→in→x='a'in'b'$"
        "x=1‹+›2→if→x=1 if 2$x = ‹'a'›if b else c→d→x = d if b else c$return‹'a'›→d→return d$"
        "x = ‹1›if a else 2→b→x = b if a else 2$x = 1if a else‹(2)›→b→x = 1if a else b$"
        "if ‹›a: b→not→if not a: b$if ‹›(a): b→not→if not(a): b$if‹›(a): b→not→if not(a): b$"
        "x = 1if ‹›a else b→not→x = 1if not a else b$x = (a)or‹›(b)→not→x = (a)or not(b)$"
        "x = a or ‹›'b'→not→x = a or not'b'$x = ‹not› a→→x = a$x=‹not› a→→x=a$"
        "if ‹not›(a): b→→if (a): b$x = (‹not›\n  a)→→x = (\n  a)$a‹-›b→→a b$a‹›→-→a-$a‹›→b→a b$"
        "x = ‹n›.bit_length()→5→x = 5 .bit_length()$x = ‹'a'›'b'→''→x = '' 'b'$"
        "x = ''‹\"a\"›→'b'→x = '' 'b'$x = ''‹\"a\"›''→''→x = '' '' ''$"
        "x = ‹'a'›'''b'''→''→x = '' '''b'''$x = ‹'a'›\"b\"→''→x = ''\"b\"$"
        "x = ‹'a'›\"b\"→\"\"→x = \"\" \"b\"$x = ‹'a'›'b'→r''→x = r'' 'b'$"
        "x = 'a'‹'b'›→''→x = 'a'''$x = ''‹\"a\"›→r'b'→x = ''r'b'$"
        "x = f'{a}'‹'b'›→''→x = f'{a}'''$x = '''a'''‹'b'›→'c'→x = '''a''''c'$"
        "x = ‹rf'''›''' 'b'→f'''→x = f'''''' 'b'$x = f'''‹a›{b}'''→'c→x = f''''c{b}'''$"
        "x = f'''‹'a'›{b}'''→'c'→x = f''''c'{b}'''$a‹+›-b→-→a- -b$a‹-›-b→+→a+-b$"
        "a‹*› *b→/→a/ *b$a‹*›*b→/→a/ *b$a&‹b›→&c→a& &c$if(‹›a)→!→if(!a)$‹'a'›→''→''$"
        "''‹if›'b'→→'' 'b'";
    while (*rows) {
        scoped(str) before = cut_off(&rows, "‹"), replaced = cut_off(&rows, "›");
        scoped(str) behind = cut_off(&rows, "→"), after = cut_off(&rows, "→");
        scoped(str) expected = cut_off(&rows, "$"), source = {0}, result = {0};
        str_print(&source, "%s%s%s", str_text(&before), str_text(&replaced), str_text(&behind));
        edit_apply(&result, str_text(&source), source.length, before.length,
                   before.length + replaced.length, str_text(&after), after.length);
        assert_string_equal(str_text(&result), str_text(&expected));
    }
}

/* Puts `text` in the place of token `i` of a program, and compares the result with the one where it
 * is set apart from its neighbours. */
static void replace_one(const struct program *buggy, const char *const *strings, size_t n, size_t i,
                        const char *text)
{
    scoped(str) apart = {0}, applied = {0};
    scoped(program) expected = {0}, result = {0};
    const struct token *token = &buggy->tokens.items[2 + i];
    str_add_text(&apart, "x =");
    for (size_t k = 0; k < n; k++)
        str_print(&apart, " %s", k == i ? text : strings[k]);
    edit_apply(&applied, buggy->source, buggy->length, token->start_byte, token->end_byte, text,
               strlen(text));
    assert_true(tokenize_text(&expected, str_text(&apart)));
    bool is_same =
        tokenize_text(&result, str_text(&applied)) && result.tokens.n == expected.tokens.n;
    for (size_t k = 0; is_same && k < expected.tokens.n; k++)
        is_same = program_tokens_equal(&expected, k, &result, k);
    if (!is_same)
        fail_msg("%.*s with %s: %s", (int)buggy->length, buggy->source, text, str_text(&applied));
}

/* All rows of three strings, side by side or apart, as far as they are read as three. */
TEST(apply__keeps_strings_apart)
{
    static const char *const strings[] = {"''",  "\"\"",   "'a'",     "\"a\"",
                                          "r''", "''''''", "'''a'''", "'\\''"};
    static const char *const blanks[] = {"", " "};
    enum { N = N_ITEMS(strings) };
    int n_replaced = 0;
    for (size_t at = 0; at < N * N * N * 4; at++) {
        const char *row[] = {strings[at / 4 % N], strings[at / 4 / N % N], strings[at / 4 / N / N]};
        scoped(program) buggy = {0};
        const char *source =
            printed("x = %s%s%s%s%s", row[0], blanks[at % 2], row[1], blanks[at / 2 % 2], row[2]);
        bool is_good = tokenize_text(&buggy, source) && buggy.tokens.n == 6;
        for (size_t i = 0; i < N_ITEMS(row) && is_good; i++)
            is_good = token_is(&buggy, 2 + i, row[i]);
        for (size_t i = 0; i < N_ITEMS(row) && is_good; i++)
            for (size_t k = 0; k < N; k++, n_replaced++)
                replace_one(&buggy, row, N_ITEMS(row), i, strings[k]);
    }
    assert_true(n_replaced > 20000);
}
