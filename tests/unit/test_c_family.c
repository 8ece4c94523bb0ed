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
    {"0xe+1 1..2 1a", "0xe+1 1..2 1a"},
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
    {"vector<vector<long long>>x", "vector < vector < long long >> x"},
};

static const struct token_case c[] = {
    {"R\"a\" 'b'c \"d\"_e", "R \"a\" 'b' c \"d\" _e"},
    {"a::b", "a : : b"},
    {"1'a'", "1 'a'"},
};

static const struct token_case java[] = {
    {"a>>>=b>>>c", "a >>>= b >>> c"},
    {"long long", "long long"},
    {"1_000L 0x1.8p3f 0b1_0 1e-5d .5f 1. 09 0xFFL", "1_000L 0x1.8p3f 0b1_0 1e-5d .5f 1. 09 0xFFL"},
    {"0xe+1", "0xe + 1"},
    {"1a", "1 a"},
    {"0x", "0: a malformed number"},
    {"\"\"\"\n a \"b\" \\\"\"\" c\n\"\"\"+\"\"", "\"\"\"\n a \"b\" \\\"\"\" c\n\"\"\" + \"\""},
    {"@A(b=1)$c::d->e", "@ A ( b = 1 ) $c :: d -> e"},
    {"a # b", "2: a character that starts no token"},
    {"a \\\n b", "2: a character that starts no token"},
    {"Map<A,List<B>>x", "Map < A , List < B >> x"},
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
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *found = difference_of(&language_cpp, cases[i].text);
        if (strcmp(found, cases[i].tokens) != 0)
            fail_msg("%s: %s, not %s", cases[i].text, found, cases[i].tokens);
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
               lexical_error_text(program.error));
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
