/* The tokens of C, C++ and Java. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

struct token_case {
    const char *text, *tokens;
};

static void expect_tokens(const struct language *language, const struct token_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *found = tokens_in(language, cases[i].text);
        if (strcmp(found, cases[i].tokens) != 0)
            fail_msg("%s: %s\nhas the tokens %s\nnot          %s", language->name, cases[i].text,
                     found, cases[i].tokens);
    }
}

/* Of C and of C++. */
static const struct token_case common[] = {
    {"a+++b", "a ++ + b"},
    {"x<<=1;y>>=2;", "x <<= 1 ; y >>= 2 ;"},
    {"a->b.c", "a -> b . c"},
    {"x=-1", "x = - 1"},
    {"!a!=b", "! a != b"},
    /* runs of type words */
    {"long long x", "long long x"},
    {"long  /* so */\n long\tint x", "long long int x"},
    {"unsigned x; long unsigned int y", "unsigned x ; long unsigned int y"},
    {"int int x", "int int x"},
    {"long longer", "long longer"},
    {"#define ll long long\nint x", "# define ll long long NEWLINE int x"},
    {"#define I int\nint x", "# define I int NEWLINE int x"},
    /* numbers */
    {"0x1F 017 1e+5 1.5f 10ULL .5 1. 0x1p-3", "0x1F 017 1e+5 1.5f 10ULL .5 1. 0x1p-3"},
    {"0xe+1 1e+1 1..2 1a", "0xe + 1 1e+1 1..2 1a"},
    {"a.5", "a .5"},
    /* strings */
    {"L'a' u\"b\" \"c\\\"d\" '\\''", "L'a' u\"b\" \"c\\\"d\" '\\''"},
    {"x\"a\"", "x \"a\""},
    {"\"a\\\nb\"", "\"a\\\nb\""},
    {"'a\nb", "0: a string or comment that is not closed"},
    {"\"a", "0: a string or comment that is not closed"},
    /* comments */
    {"a/**/b//c\nd/* e\n*/f", "a b d f"},
    {"a // b \\\nc\nd", "a d"},
    {"a // b \\ \nc\nd", "a d"},
    {"a /* b", "2: a string or comment that is not closed"},
    {"a /\\\n/ b\nc", "a c"},
    {"a /* b *\\\n/ c", "a c"},
    /* splices */
    {"in\\\nt x", "in\\\nt x"},
    {"a +\\\r\n= b", "a +\\\r\n= b"},
    {"12\\\n34", "12\\\n34"},
    {"a\\\n b", "a b"},
    {"a \\ \t\nb", "a b"},
    {"a\\\n", "a"},
    {"a \\ b", "2: a character that starts no token"},
    /* directives */
    {"#include <a/b.h>\nx", "# include <a/b.h> NEWLINE x"},
    {"  # include \"a.h\" // b\nx", "# include \"a.h\" NEWLINE x"},
    {"#include /* a */ <b>", "# include <b> NEWLINE"},
    {"#include <a\nx", "# include < a NEWLINE x"},
    {"#include A", "# include A NEWLINE"},
    {"a < b > c", "a < b > c"},
    {"x = # include <b>", "x = # include < b >"},
    {"#define f(a, b) \\\n  a##b /* c\n */ d\nx", "# define f ( a , b ) a ## b d NEWLINE x"},
    {"#\n#if 1\n#endif\n", "# NEWLINE # if 1 NEWLINE # endif NEWLINE"},
    {"/* a\n */ #b\nc", "# b NEWLINE c"},
    {"%:include <a>\nx %:%:", "%: include <a> NEWLINE x %:%:"},
    /* quotes without partner: in directives, and in groups that may not be compiled */
    {"#error don't do \"this\nx", "# error don «'t do \"this» NEWLINE x"},
    {"#warning can't // b 'c' \nx", "# warning can 't // b ' c «' » NEWLINE x"},
    {"#define A L'b\nx", "# define A «L'b» NEWLINE x"},
    {"#pragma don't \\\n can't\nx", "# pragma don 't \\\n can' t NEWLINE x"},
    {"#include \"a", "# include «\"a» NEWLINE"},
    {"#ifdef A\ndon't\n#endif\nx", "# ifdef A NEWLINE don «'t» # endif NEWLINE x"},
    {"#ifdef A\n@ ` \\ x\xe2\x80\x99s\n#endif",
     "# ifdef A NEWLINE @ ` \\ x\xe2\x80\x99s # endif NEWLINE"},
    {"#if A\n\"b\\\n#endif\n#endif\nx", "# if A NEWLINE «\"b\\\n#endif» # endif NEWLINE x"},
    {"#if A\n#else\n#endif\n'", "19: a string or comment that is not closed"},
    {"#if A\n/*", "6: a string or comment that is not closed"},
    {"#endif\n'", "7: a string or comment that is not closed"},
    /* groups that are not compiled */
    {"#if 0\ndon't @ \"\n#endif\nx", "# if 0 NEWLINE # endif NEWLINE x"},
    {"#if 0\r\na\r\n#else\r\nb\r\n#endif\r\nx",
     "# if 0 NEWLINE # else NEWLINE b # endif NEWLINE x"},
    {"#if 1\na\n#elif X\nb\n#else\nc\n#endif",
     "# if 1 NEWLINE a # elif X NEWLINE # else NEWLINE # endif NEWLINE"},
    {"#if X\na\n#elif 1\nb\n#else\nc\n#endif",
     "# if X NEWLINE a # elif 1 NEWLINE b # else NEWLINE # endif NEWLINE"},
    {"#ifdef X\na\n#elif 0\nb\n#else\nc\n#endif",
     "# ifdef X NEWLINE a # elif 0 NEWLINE # else NEWLINE c # endif NEWLINE"},
    {"#if 1\n#else\n#else\nc\n#endif",
     "# if 1 NEWLINE # else NEWLINE # else NEWLINE # endif NEWLINE"},
    {"#if 0\n#elifdef A\nb\n#elifndef C\nd\n#endif",
     "# if 0 NEWLINE # elifdef A NEWLINE b # elifndef C NEWLINE d # endif NEWLINE"},
    {" # /* a */ if \\\n 0L // b\nc\n # /* d */ endif /* e */ f\nx",
     "# if 0L NEWLINE # endif f NEWLINE x"},
    {"%:if 0x0u\na\n%:endif\nx", "%: if 0x0u NEWLINE %: endif NEWLINE x"},
    {"#if 0\n#if 1\na\n#else\n#endif\n#ifndef B\n#elif 1\n#endif\nb\n#endif\nx",
     "# if 0 NEWLINE # endif NEWLINE x"},
    {"#if 1\n#if 0\na\n#endif\nb\n#else\nc\n#endif",
     "# if 1 NEWLINE # if 0 NEWLINE # endif NEWLINE b # else NEWLINE # endif NEWLINE"},
    {"#if 0\n\"\\\n#endif\"\n/*\n#endif\n*/ '#endif'\n//\\\n#endif\nx #endif\n#\nendif\n#endif",
     "# if 0 NEWLINE # endif NEWLINE"},
    {"a\n#if 0\nb", "a # if 0 NEWLINE"},
    {"a\n#if 0", "a # if 0 NEWLINE"},
    {"#if 0\n/*", "6: a string or comment that is not closed"},
    {"#if 0 || A\nb\n#else\nc\n#endif", "# if 0 || A NEWLINE b # else NEWLINE c # endif NEWLINE"},
    {"#if false\na\n#elif A\nb\n#endif", "# if false NEWLINE # elif A NEWLINE b # endif NEWLINE"},
    {"#if 0 && A\nb\n#endif", "# if 0 && A NEWLINE b # endif NEWLINE"},
    {"#if 0 != 0\nb\n#endif", "# if 0 != 0 NEWLINE b # endif NEWLINE"},
    {"#if !A\nb\n#endif", "# if ! A NEWLINE b # endif NEWLINE"},
    {"#if 00\na\n#elif 0b0\nb\n#elif 0L\nc\n#endif",
     "# if 00 NEWLINE # elif 0b0 NEWLINE # elif 0L NEWLINE # endif NEWLINE"},
    {"#ifndef false\n#define false 0\n#else\na\n#endif\nx",
     "# ifndef false NEWLINE # define false 0 NEWLINE # else NEWLINE a # endif NEWLINE x"},
    {"#ifdef false\na\n#elifdef false\nb\n#elifndef false\nc\n#endif",
     "# ifdef false NEWLINE a # elifdef false NEWLINE b # elifndef false NEWLINE c # endif "
     "NEWLINE"},
    {"#if A\n#elifdef 1\n#else\nd\n#endif",
     "# if A NEWLINE # elifdef 1 NEWLINE # else NEWLINE d # endif NEWLINE"},
    {"#ifdef 0\na\n#endif\n#ifndef 1\nb\n#else\nc\n#endif\n#ifdef !false\nd\n#endif",
     "# ifdef 0 NEWLINE a # endif NEWLINE # ifndef 1 NEWLINE b # else NEWLINE c # endif NEWLINE "
     "# ifdef ! false NEWLINE d # endif NEWLINE"},
    {"#if defined false || !defined(false)\na\n#endif",
     "# if defined false || ! defined ( false ) NEWLINE a # endif NEWLINE"},
    {"#if 010\na\n#elif A\nb\n#endif", "# if 010 NEWLINE a # elif A NEWLINE # endif NEWLINE"},
    {"#i\\\nf 0\ndon't\n#e\\\nl\\ \r\nse\nb\n#endi\\\nf\nx",
     "# i\\\nf 0 NEWLINE # e\\\nl\\ \r\nse NEWLINE b # endi\\\nf NEWLINE x"},
    {"#inc\\\nlude <a-b.h>\nx", "# inc\\\nlude <a-b.h> NEWLINE x"},
    {"#define if 0\nb", "# define if 0 NEWLINE b"},
    {"#else\nb\n#endif\nc", "# else NEWLINE b # endif NEWLINE c"},
    {"x = #if 0\nb", "x = # if 0 b"},
    /* letters */
    {"\\u00e9x x\\U000000e9 1\\u00e9", "\\u00e9x x\\U000000e9 1\\u00e9"},
    {"a\\\n\\u00e9 a\\\n\xc3\xa9\\\nb", "a\\\n\\u00e9 a\\\n\xc3\xa9\\\nb"},
    {"a\\u0041", "1: a character that starts no token"},
    {"\\u00e", "0: a character that starts no token"},
    {"a\xe2\x80\x99", "1: a character that starts no token"},
    /* brackets need not match */
    {"}{)(][", "} { ) ( ] ["},
    {"a\vb\fc\r\nd", "a b c d"},
    {"$a a$1", "$a a$1"},
    {"a ` b", "2: a character that starts no token"},
    {"", ""},
};

static const struct token_case cpp[] = {
    {"1'000'000 0x1'F", "1'000'000 0x1'F"},
    {"R\"(a\"b)\" R\"x(a)\"b)x\" u8R\"(\\)\"", "R\"(a\"b)\" R\"x(a)\"b)x\" u8R\"(\\)\""},
    {"R\"x(a)\"", "0: a string or comment that is not closed"},
    {"R\"0123456789abcdefg()0123456789abcdefg\"", "0: a string or comment that is not closed"},
    {"\"a\"s \"b\"_c 'd'_e \"f\"sv \"g\"PRI", "\"a\"s \"b\"_c 'd'_e \"f\"sv \"g\" PRI"},
    {"a::b<c>>d", "a :: b < c >> d"},
    {"a->*b.*c<=>d", "a ->* b .* c <=> d"},
    {"a<::b> c<:::d<::>e<:f", "a < :: b > c <: :: d <: :> e <: f"},
    {"a<:\\\n:b", "a < :\\\n: b"},
    {"#if 0\nR\"a(\n#endif\n)a\" '\n#endif\nx", "# if 0 NEWLINE # endif NEWLINE x"},
    {"\xf0\x9f\x98\x80", "0: a character that starts no token"},
    {"vector<vector<long long>>x", "vector < vector < long long >> x"},
};

static const struct token_case c[] = {
    {"R\"a\" 'b'c \"d\"_e", "R \"a\" 'b' c \"d\" _e"},
    {"a::b", "a : : b"},
    {"a<::b", "a <: : b"},
    {"\xf0\x9f\x98\x80", "0: a character that starts no token"},
    {"\xcc\x80", "0: a character that starts no token"},
    {"1'a'", "1 'a'"},
};

static const struct token_case java[] = {
    {"a>>>=b>>>c", "a >>>= b >>> c"},
    {"long long", "long long"},
    {"1_000L 0x1.8p3f 0b1_0 1e-5d .5f 1. 09 0xFFL", "1_000L 0x1.8p3f 0b1_0 1e-5d .5f 1. 09 0xFFL"},
    {"0xe+1", "0xe + 1"},
    {"0x.8p1 0x1.p3 0X1_0.8_0P+1_0d 0x1.8p1f 0xAL", "0x.8p1 0x1.p3 0X1_0.8_0P+1_0d 0x1.8p1f 0xAL"},
    {"1__0 0_7 0x1__fL 1_0.0__1e1_0f", "1__0 0_7 0x1__fL 1_0.0__1e1_0f"},
    {"\"\"\"\n a \"b\" \\\"\"\" c\n\"\"\"+\"\"", "\"\"\"\n a \"b\" \\\"\"\" c\n\"\"\" + \"\""},
    {"@A(b=1)$c::d->e", "@ A ( b = 1 ) $c :: d -> e"},
    {"a # b", "2: a character that starts no token"},
    {"a \\\n b", "2: a character that starts no token"},
    {"Map<A,List<B>>x", "Map < A , List < B >> x"},
    /* names (Character.isJavaIdentifierStart, isJavaIdentifierPart) */
    {"€+a¥.‿x:é$-$é=Ⅷ", "€ + a¥ . ‿x : é$ - $é = Ⅷ"},
    {"e\xcc\x81 a\xe2\x80\x8b"
     "b x٣ 𝒜 a\x01z b\x1a+1",
     "e\xcc\x81 a\xe2\x80\x8b"
     "b x٣ 𝒜 a\x01z b\x1a + 1"},
    {"٣", "0: a character that starts no token"},
    {"a\xc2\xa0"
     "b",
     "1: a character that starts no token"},
    {"a \x01z", "2: a character that starts no token"},
    /* Unicode escapes, in strings only */
    {"'\\u0000' \"\\uuu0061\\ud800\"", "'\\u0000' \"\\uuu0061\\ud800\""},
    {"a\\u0061", "1: a character that starts no token"},
    {"a // C:\\users", "a"},
};

TEST(c_family__has_the_tokens_of_compilers)
{
    expect_tokens(&language_c, common, N_ITEMS(common));
    expect_tokens(&language_cpp, common, N_ITEMS(common));
    expect_tokens(&language_cpp, cpp, N_ITEMS(cpp));
    expect_tokens(&language_c, c, N_ITEMS(c));
    expect_tokens(&language_java, java, N_ITEMS(java));
}

/* A run has the text of the type, whatever is between its words. */
TEST(c_family__joins_the_words_of_a_type)
{
    scoped(lexical) *lexical = lexical_new(&language_cpp);
    for (const char *const *type = language_cpp.tokens.joined; *type; type++) {
        scoped(program) program = {0};
        assert_true(program_tokenize(&program, lexical, *type, strlen(*type)));
        assert_int_equal(program.tokens.n, 1);
        assert_true(token_is(&program, 0, *type));
        assert_string_equal(language_cpp.tokens.joined[program.tokens.items[0].joined - 1], *type);
    }
}

static const char *difference_of(const struct language *language, const char *pair)
{
    static const char *const names[] = {"none", "single", "multi", "unknown"};
    scoped(lexical) *lexical = lexical_new(language);
    const char *middle = strchr(pair, '@');
    enum lexical_error error;
    return names[text_difference(lexical, (struct token_text){pair, (size_t)(middle - pair)},
                                 (struct token_text){middle + 1, strlen(middle + 1)}, &error)];
}

static void expect_differences(const struct language *language, const struct token_case *cases,
                               size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *found = difference_of(language, cases[i].text);
        if (strcmp(found, cases[i].tokens) != 0)
            fail_msg("%s: %s, not %s", cases[i].text, found, cases[i].tokens);
    }
}

TEST(c_family__compares_tokens)
{
    static const struct token_case cases[] = {
        {"int x;@long long x;", "single"},
        {"long  long x;@long long x; // y", "none"},
        {"in\\\nt x;@int x;", "none"},
        {"if(a)b;@if(!a)b;", "single"},
        {"if(!!a)b;@if(!a)b;", "single"},
        {"x=-1;@x=1;", "multi"},
        {"#include <a>\nx@#include <b>\nx", "single"},
        {"#define A 1\nx@#define A\n1 x", "multi"},
        {"#define A 1 \\\nx@#define A 1 x", "none"},
        {"a /* b */ c@a c", "none"},
        {"x = 1e+5;@x = 1e+6;", "single"},
        {"x = 1'000;@x = 1'001;", "single"},
        {"#include <a-1.h>\n@#include <a-2.h>\n", "single"},
        {"a // b\nc@a // b\\\nc", "multi"},
        {"L'a'@'a'", "single"},
        {"if(a)b;@if(not a)b;", "single"},
        {"if(not a)b;@if(a)b;", "single"},
        {"a&&b@a and b", "single"},
        {"#if 0\na\n#endif\nx@#if 0\nb c\n#endif\nx", "none"},
        {"#if 0\na\n#endif\nx@#if 0\nb c\n#endif\ny", "single"},
        {"#if 1\na\n#else\nb\n#endif@#if 1\nc\n#else\nd'\n#endif", "single"},
        {"#if 0\na\n#endif@#if 1\na\n#endif", "multi"},
        {"#ifdef A\na don't\n#endif@#ifdef A\nb don't\n#endif", "single"},
        {"#ifndef false\na\n#endif@#ifndef false\nb\n#endif", "single"},
    };
    expect_differences(&language_cpp, cases, N_ITEMS(cases));
}

/* The marked token, in the program as it is parsed, has this node. */
TEST(java__parses_what_javac_parses)
{
    static const struct {
        const char *marked, *node;
    } cases[] = {
        {"class A { int €a = «€a» + 1; }", "identifier"},
        {"class A { int f(int 𝒜, int £) { return 𝒜 + «£»; } }", "identifier"},
        {"class A { String é\x01 = «\"ü\x01 \"»; }", "string_literal"},
        {"class A { char c = '\\u0000', d = «'\\ud800'»; }", "character_literal"},
        {"class A { double d = «0x.8p1»; }", "hex_floating_point_literal"},
    };
    scoped(syntax_parser) *parser = syntax_parser_new(&language_java);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(marked) marked = marked_read(cases[i].marked);
        scoped(program) program = {0};
        if (!program_read(&program, parser, str_text(&marked.code), marked.code.length))
            fail_msg("%s: byte %u", cases[i].marked, program.error_byte);
        const char *wrong = wrong_node(&program);
        if (wrong)
            fail_msg("%s: %s", cases[i].marked, wrong);
        const struct token *token =
            &program.tokens.items[program_token_from(&program, marked.start_byte)];
        assert_int_equal(token->start_byte, marked.start_byte);
        assert_int_equal(token->end_byte, marked.end_byte);
        if (!syntax_node_is(&program.tree, token->node, cases[i].node))
            fail_msg("%s is a %s", cases[i].marked,
                     syntax_kind_name(&language_java, program.tree.nodes.items[token->node].kind));
    }
}

struct counts {
    const struct lexical *lexical;
    unsigned n_cut, n_uncut[LEXICAL_LENGTH + 1];
};

static void visit(const struct corpus_source *source, void *context)
{
    struct counts *counts = context;
    scoped(program) program = {0};
    if (!program_tokenize(&program, counts->lexical, source->text, source->length)) {
        printf("%s: byte %u: %s\n", source->path, program.error_byte,
               lexical_error_texts[program.error]);
        counts->n_uncut[program.error]++;
        return;
    }
    const char *wrong = wrong_cover(&program);
    if (wrong)
        fail_msg("%s: %s", source->path, wrong);
    counts->n_cut++;
}

TEST(c_family__puts_each_byte_of_real_programs_into_one_token)
{
    for (int i = 1; languages[i]; i++) {
        scoped(lexical) *lexical = lexical_new(languages[i]);
        struct counts counts = {.lexical = lexical};
        corpus_visit_language(languages[i], visit, &counts);
        unsigned n_uncut = 0;
        for (enum lexical_error error = LEXICAL_UNCLOSED; error <= LEXICAL_LENGTH; error++)
            n_uncut += counts.n_uncut[error];
        printf("note: %u real programs in %s: each byte in one token; %u others have none\n",
               counts.n_cut, languages[i]->name, n_uncut);
        assert_true(n_uncut * 100 <= counts.n_cut);
    }
}
