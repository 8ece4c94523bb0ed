/* The tokens of real programs, and of small ones that are hard to tokenize, are those of CPython's
 * own tokenizer (tests/oracle/tokens.py). */
#include "base/file.h"
#include "base/mem.h"
#include "miner/program_text.h"
#include "tests/support/corpus.h"
#include "tests/support/test.h"

/* All that is known here of tokfix's tokenizer. */

struct found_token {
    enum token_kind kind;
    uint32_t start_byte, end_byte;
    struct token_text text;
};

struct found_tokens {
    struct found_token *items;
    size_t n, capacity;
};

/* Tokenizes the bytes in `source->content` as `tokfix diff --tokens` does. The texts are valid
 * until the source changes. Returns false, with the reason in `why`, if tokfix refuses
 * the program. */
static bool find_tokens(struct found_tokens *found, struct program_text *source, const char *path,
                        struct str *why)
{
    static struct lexical *lexical;
    if (!lexical)
        lexical = lexical_new(&language_python);
    array_clear(found);
    str_clear(why);
    program_text_take(source, &language_python, false);
    if (source->reason == REJECT_NONE) {
        source->has_tokens =
            program_tokenize(&source->program, lexical, source->code, source->n_bytes);
        source->program.has_mark = source->code != str_text(&source->content);
        source->is_tokenized = true;
    }
    if (program_text_explain(why, source, path))
        return false;
    for (size_t i = 0; i < source->program.tokens.n; i++) {
        const struct token *token = &source->program.tokens.items[i];
        array_push(found, (struct found_token){token->kind, token->start_byte, token->end_byte,
                                               program_token_text(&source->program, i)});
    }
    return true;
}

/* Programs that are hard to tokenize, by what CPython says of them. ␀ becomes a zero byte. */

static const char *const parses[] = {
    /* fields */
    "f'{x}'\n", "f''\n", "f''''''\n", "f'a'\n", "F'{x}'+fR\"{x}\"+Rf'''{x}'''+rF\"\"\"{x}\"\"\"\n",
    "f'{a}{b}c{d}'\n", "f'{x}'f'{y}'\n", "f'a' 'b' f'{c}''d'\n", "f'{x}'\\\n'a'\n",
    "print(f'{x}')if f'{y}'else f'{z}'\n", "f'{a, b}{a,}{*a, b}{(yield)}{ x }'\n",
    "f'{a if b else c}{1if x else 2}{0xfor x}'\n",
    "f'{a not in b}{a is not b}{a not  in b}{a:not in}'\n",
    "f'{x[1:2]}{x[\"a\":]}{f(x)[y](z)}{x[{1:2}[1]:3]:4}'\n",
    "f'{(lambda y: y)(1)}{ {1: 2}[1] }{ {y for y in z} }'\n",
    "f'{(x:=5)}{x:=5}{x:=^5}{f(x:=1)}{a[x:=1]}'\n", "f'{x!=y}{x==y}{x>=y}{x<=y}{x!=y!r}{x!=y=}'\n",
    "f'{a.b!r}{a()!s}{a[0]!a}'\n", "f'{x=}{x = }{x=!r}{x=:>5}{ x + 1 = }{x=!r:>5}'\n",
    "f'{x !r}{x =}{x!r:5}{x!r }'\n",
    /* quotes in fields */
    "f'{a[\"b\"]}'\n", "f'{a['b']}'\n", "f'{f'{f'{x}'}'}'\n",
    "f\"{f'{x}'}\"+f'{f\"\"\"{x}\"\"\"}'\n", "f'''{'''a'''}{f'''{x}'''}'''\n",
    "f'{'a' 'b'}{\"#\"}{'}'}{'{'}{\"'\"}'\n", "f'{\"\\n\".join(x)}{'\\''}'\n", "f'{f'{x}':>{w}}'\n",
    "f'{rf'\\{x}'}{b'a'}{u'b'}'\n", "f'''a''{x}'b''c'''\n", "f\"\"\"{x}\"\"{y}\"\"\"\n",
    "f'{f'{'{'}{{'}{{'\n",
    /* formats */
    "f'{x:}{x!r:}{x:5}{x:a b}'\n", "f'{x:{w}}{x:{w}.{p}}{x:a{w}b{p}c}'\n",
    "f'{x!r:>{w}}{x!r:^{w}.{p}}'\n", "f'{x:>{w:{v}}}'\n",
    "f'{x:{w!r}}{x:{w=}}{x:{'>'}{10}}{x:{{w}}}'\n", "f'{x::}{x:::}{x:!r}{x:=}{x: }'\n",
    "f'{a:%d}{a:,}{a:#x}{a:_}{a:%Y-%m-%d %H:%M}{a:\"}{a:(}{a:]}'\n", "f'{x:\\x41\\'}'\n",
    "f'{x:\\N{EN DASH}}'\n", "rf'{x:\\N{w}}{y:\\d}'\n", "f'{x:あ}{x:あ{w}い}'\n",
    "f'''{x:\n>5}'''\n", "f'''{x:{w\n}\n}'''\n",
    /* braces and escapes */
    "f'{{'\n", "f'}}'\n", "f'{{}}'\n", "f'{{{x}}}'\n", "f'a{{b}}c{x}d{{'\n", "f'{x}{{}}{y}'\n",
    "f'}}{{{{'\n", "f'{{{{{x}}}}}'\n", "f'{{x}}'\n", "f'{x}}}'\n", "f'{{{x}'\n",
    "f'\\N{EN DASH}'\n", "f'\\N{EN DASH}{x}\\N{BULLET}a'\n", "rf'\\N{x}'\n", "f'{{\\N{BULLET}}}'\n",
    "f'\\{x}'\n", "rf'\\{x}'\n", "f'\\\\{x}'\n", "fr'{x}\\'{y}'\n", "f'\\'{x}\\''\n", "f'\\{{x'\n",
    "f'\\x41{x}\\u3042\\n'\n", "f'a\\\nb{x}\\\n'\n", "rf'{{\\{{{x}'\n", "f'''\\'''{x}'''\n",
    /* lines in fields */
    "f'''a\n{x}\nb'''\n", "f'''{\nx\n}'''\n", "f'''{\nx # }'''\n}'''\n", "f'{\nx\n}'\n",
    "f'{x # c\n}'\n", "f'{x\\\n}'\n", "f'{x:{\nw\n}}'\n", "f'''{\n# c\nx!r\n:{\nw}}\n'''\ny\n",
    "f'''\n    {x}\n  {y}\n'''\nif z:\n  f'''\n{w}'''\n", "f'{[a,\n b]}'\n", "f'{'''a\nb'''}'\n",
    "(f'{a not # c\n in b}',)\n", "(f'a'\n f'{b}' # c\n 'd')\n", "f'''{x}'''[\n1]\n",
    /* templates */
    "t'{x!r:>{w}}{{'\n", "tR'''\\{x}'''+rt'a'+T\"{t'{y}'}\"\n",
    /* strings */
    "'it\\'s'\n", "\"\"\"a\"b\"\"c\\\"\"\"\"\n", "r'\\''\n",
    "b'\\x00'+rb'''\\''''+bR''+Rb'a'+u'b'\n", "'a\\\nb'\n", "'''a\\\nb'''\n",
    "x = 'a' 'b'\\\n 'c'\n", "('a'\n 'b'# c\n 'd')\n", "'#';'''#'''#'\n",
    "'{x}'+'\\N{BULLET}'+'{'\n", "''\"\"'''a''''b'\n", "''''''\n", "'''\n'''\n",
    "x=b''if y else''\n", "'\\\\'+'\\\\\\''\n",
    /* numbers */
    "1if x else 2\n", "0xfor x\n", "1_000j\n", "1..real\n", "1.e5\n", ".5\n", "...\n", "x[...]\n",
    "5 .real\n", "1.5.real\n", "1.e-5\n", "1E+5j\n", "0b1_0\n", "0o17\n", "0XFF_FF\n", "00\n",
    "0_0\n", "1_0.0_1e1_0\n", "0.\n", "0e0\n", "09.5\n", "09e1\n", "09j\n", "0x_f\n", "1or 2\n",
    "1and 2\n", "1in x\n", "1is x\n", "1not in x\n", "0b1or 2\n", "0o7if x else y\n",
    "1.if x else y\n", "1jif x else y\n", "1e5or x\n", "[1for x in y]\n", "x if 0else y\n",
    "x[1:2:-3]\n", "1.-.5\n", "x[.5:...]\n", "1-1\n", "1e5-1\n",
    /* operators */
    "def f()->int: ...\n", "(x:=1)\n", "x @= y\n", "@a\ndef b(): ...\n", "a<<=b>>c\n", "a<<b>>c\n",
    "x**=y//z\n", "x//=y**z\n", "x>>=1;x&=1;x|=1;x^=1;x%=1;x/=1;x*=1;x+=1;x-=1\n", "a--b\n",
    "a!=b\n", "~x\n", "x:int=1\n", "lambda*a,**k:a\n", "f(*a,**b)\n", "a<-b>-c\n", "x=*a,\n",
    "a[b:=1]\n", "a[::]\n", "a[:,...]\n", "def f(a,/,*,b): ...\n", "from . import a\n",
    "from .. import a\n", "from ... import a\n", "from .... import a\n", "from .a import b\n",
    "from...a import b\n", "from..a import*\n", "a<=b>=c==d<e>f\n", "x;y;\n", "{**a,'b':1}\n",
    /* joined words */
    "a not  in b\n", "a not\tin b\n", "(a not\n in b)\n", "(a not # c\n in b)\n",
    "(a is # c\n\n # d\n not b)\n", "a is\\\n not b\n", "a not\\\n\tin b\n",
    "a not \\\n \\\n in b\n", "not a in b\n", "a not in b not in c\n", "a is not b is not c\n",
    "[x for x in y if x not in z]\n", "a is not(b)\n", "notin = isnot = 1\n", "a is\fnot b\n",
    "a not\\\r\nin b\r\n", "(a not\r\nin b)\r\n", "(a is\rnot b)\r", "a in not_in\n", "not not a\n",
    /* characters */
    "りんご = 1\n", "é + ª\n", "x = 'あ' + y\n", "# あ\nx\n", "り not in ん\n", "x = '\u3000'\n",
    "# \u3000\nx\n", "x = '🍎' + f'{y}🍎{z}' + w\n", "naïve.ünïcode('ß')\n", "x·y = ℘\n",
    "f'{りん}ご{あ!r}う' + x\n", "f'''あ\nい{う}え\nお{{か{き}'''+x\n", "'''あ\nい'''+x\n",
    "'\xe2\x80\xa8' + x # \xe2\x80\xa9 \xc2\x85\ny\n", "'\x1c\x0b\x7f' # \x1d\x0b\ny\n",
    "'''あ\r\nい'''+f'''う\r\n{え}お{{\r\n'''+x\r\n",
    /* continued lines */
    "x = 1 + \\\n    2\n", "x = (1 +\\\n 2)\n", "if x:\\\n  y\n", "\\\nif x:\n y\n", "\\\n\\\nx\n",
    "if x:\n  \\\n  y\n  z\n", "if x:\n \\\n   y\n z\n", "if x:\n    \\\n y\n    z\n",
    "if x:\n\\\n    y\n    z\n", "if x:\n  y\n\\\nz\n", "if x:\n  y\n  \\\n\nz\n", "a\n  \\\n\nb\n",
    "x\\\n\n", "x = 1\\\n\ny\n", "x \\\n# c\ny\n", "if x:\n  y \\\n  # c\n  z\n", "x = \\\n\\\n1\n",
    "if a and\\\n   b:\n  c\\\n  =1\n", "x = 1 + \\\r\n 2\r\n", "x = 1 + \\\r 2\r", "x\\\n;y\n",
    "if x:\n  y\n\\\n  # c\nz\n", "# c \\\nx\n", "x#\\\ny\n", "if x: \\\n y\nelse: z\n",
    "  # c\n\\\nx\n", "x = 'a' \\\n  # c\n", "[\\\n\\\n]\n",
    /* blocks */
    "if x:\n\ty\n\tz\n", "if x:\n \ty\n \tz\n", "if x:\n\ty\n\tif z:\n\t\tw\n",
    "if a:\n if b:\n  if c:\n   d\ne\n", "if a:\n if b:\n  c\n d\ne\n", "if x: y\nelse: z\n",
    "if x:\n  y\n    # c\n", "if x:\n    y\n  # c\n    z\n", "if x:\n  # c\n  y\n# d\n  z\n",
    "if x:\n\n  y\n\n\nz\n", "if x:\n  y\n \n   \n  z\n", "\fx\n", "if x:\n  \f  y\n  z\n",
    "if x:\n\f    y\n    z\n", "x\f\ny\n", "\f\nx\n", " \fx\n", "if x:\n  y\n\f\nz\n",
    "x\f=\f1\f\n", "if x:\n  y\n  \f\n  z\n", "if x:\n  y\n\fz\n",
    "class A: pass\n\n\n@b\ndef c(): pass\n", "if x:\n  (y,\nz)\n  w\n",
    "if x:\n  '''\ny'''\n  w\n", "x = [\n  # c\n\n  1,\n    2\n]\ny\n",
    "match x:\n  case [a, *_]: b\n  case {'c': d}:\n    e\n", "async def f():\n  await a\nb\n",
    "if a:\n  b\nelif c:\n        d\n        e\nelse:\n    f\n",
    /* ends of files */
    "x", "x;", "x # c", "# c", "  # c", "if x:\n  y", "if x:\n  y\n  # c", "if x:\n  y\n# c",
    "if x:\n  y\n ", "if x:\n  y\n  ", "if x:\n  y\n    ", "if x:\n  if y:\n    z\n  ", "", " ",
    "\n", "\n\n", "# c\n# d\n", "\t", "\f", "   \n", "x\n   ", "if x:\n  y\n\t", "x\n\n\n  \n# c",
    "'''a\n'''", "f'{x}'", "(\nx)", "if x: y", "x \\\n  # c", "x\r", "x\r\n",
    /* line ends */
    "if x:\r\n  y\r\n", "if x:\r  y\r", "x\r\ny\rz\n", "(a,\r\nb)\r\n", "(a,\rb)\r", "x\r\r\ny\n",
    "'''a\r\nb\rc\nd'''\r\n", "f'''a\r\n{x}\r{\r\ny}'''\r\n", "# c\r\nx\r\n", "# c\rx\r", "\r",
    "\r\n", "x\n\ry\n", "'a\\\r\nb'\r\n", "'a\\\rb'\r", "f'a\\\r\nb{x}'\r\n",
    "if x:\r\n  y\r\n\r\n  z", "if x:\r  y\r\r# c\r  z\rw", "if x:\r\n  y\r\n  # c\r\nz\r\n",
    "if x:\n  y\r\n  z\rw",
    /* byte order marks */
    "\ufeffx = 1\n", "\ufeff# c\nx\n", "\ufeff", "\ufeffif x:\n  y\n", "\ufeff  # c\n",
    "\ufeff\n\nx", "\ufefff'{x}{{'\r\n", "print>>f, x\n", "print>>f,'a',\n",
    "try:\n  a\nexcept B, c:\n  d\n", "print (a not\n in b), 1\n", NULL};

static const char *const tokenizes[] = {"a $ b\n",
                                        "a ? b\n",
                                        "a ! b\n",
                                        "!\n",
                                        "x ->y\n",
                                        "x := 1\n",
                                        "f'{lambda x: 1}'\n",
                                        "f'{}'\n",
                                        "f'{x!}'\n",
                                        "f'{x!z}'\n",
                                        "f'{x! r}'\n",
                                        "f'{ !r}'\n",
                                        "f'{:5}'\n",
                                        "f'{x!r=}'\n",
                                        "f'{x y}'\n",
                                        "a.not in b\n",
                                        "import is not\n",
                                        "is not in\n",
                                        "for not in x: y\n",
                                        "x = = 1\n",
                                        "if x\n",
                                        "  x\n",
                                        "if x:\ny\n",
                                        "a b c\n",
                                        "x\n  y\n",
                                        "else: x\n",
                                        "1 2\n",

                                        "é'a'\n",
                                        "a..b\n",

                                        "f'{x!r:{y!}}'\n",
                                        "a =! b\n",
                                        "a !\n= b\n",
                                        "$'a'\n",
                                        "x++\n",
                                        "a...b\n",

                                        "a is not not b\n",
                                        "1あ\n",
                                        "print 1_0\n",
                                        NULL};

static const char *const refused[] = {
    /* characters */
    "a\u3000b\n", "\u3000\n", "x = 1\u3000\n", "  \u3000x\n", "f'{x\u3000}'\n", "a\u00a0b\n",
    "\ufeff\ufeffx\n", "x\ufeff\n", "a\u200bb\n", "“a”\n", "a×b\n", "€\n", "a␀b\n", "'a␀b'\n",
    "# a␀b\n", "x\n␀y\n", "a\x0b b\n", "\x7f\n", "\x01\n", "x\xff\n", "'\xe3\x81'\n",
    /* strings that are not closed */
    "x = '\n", "'abc\n", "'''abc", "'''a''\n", "f'abc\n", "f'{x'\n", "f'{x", "f'{'\n", "f'}'\n",
    "f'{x}}'\n", "f'{x:}}'\n", "f'''{x\n", "f'''{x}\n''\n", "f'{x:\n}'\n", "f'{x!r:\n}'\n",
    "rb'a\n", "'a\\", "'a\\\n", "f'{x#}'\n", "f'{'a}'\n", "f'{x:{y}'\n",

    /* brackets */
    "(\n", "x = [1, 2\n", "{", ")\n", "(]\n", "x)\ny\n", "f'{(}'\n", "f'{)}'\n", "([)]\n",
    "f'{a]}'\n",
    /* indentation */
    "if x:\n    y\n  z\n", "if x:\n  y\n z\n", "if x:\n  y\n \\\n  z\n",
    /* continued lines */
    "x \\ y\n", "x = 1 \\ \n", "x\\ ", "if x:\n  y\n  \\", "x\n  \\\n", "x\\# c\n", "f'{x\\y}'\n",
    /* numbers */
    "1_a\n", "1__0\n", "1_\n", "0b12\n", "0b\n", "0or 1\n", "0xor 1\n", "print 0or 1\n", "x² = 1\n",
    "0o8\n", "0x\n", "0xg\n", "09\n", "08_1\n", "1e+\n", "1abc\n", "1_000_\n", "1ex\n", "0_7\n",
    "1.5x\n", "0b1_\n", "1jx\n", "1.__class__\n", NULL};

static const char *const python2[] = {"print 'a'\n",

                                      "print x,\n",
                                      "print 'a' # c",
                                      "print 'a'",
                                      "x = `a`\n",
                                      "print `x`,`'`'`\n",
                                      "if a <> b: c\n",
                                      "a<>b<>c\n",
                                      "x = 0777\n",
                                      "x = 0777L+0l\n",
                                      "x = 10L + 0xFFL*0b1\n",
                                      "x = ur'a\\''\n",
                                      "x = ur'''a'''+UR\"b\"+Ur''\n",
                                      "exec 'x' in y\n",
                                      "raise A, 'b'\n",

                                      "def f((a, b)): pass\n",
                                      "lambda (x, y): x\n",
                                      "if x:\n\ty\n        z\n",
                                      "if x:\n        y\n\tz\n",
                                      "if x:\n  if y:\n\tz\n        w\n",
                                      "print x[...], x[1,...]\n",
                                      "print 1if x else 2\n",
                                      "print 0xFor x\n",
                                      "print 0L, 00, 07, 0\n",
                                      "print a not in b, a is  not b\n",
                                      "print u'c', bR'b', U'c', br'd'\n",
                                      "print not x\n",
                                      "print 'a'\r\nif x:\r\n\tprint 'b'\r\n",
                                      "print '''a\r\nb'''\r\n",
                                      "\ufeffprint 'a'\n",

                                      "print 'あ', y\n",
                                      "from a import *; print b\n",
                                      "print 07if x else 1\n",
                                      "for x in `a`, `b`: print x\n",
                                      "if x:\n  print y\n  # c\n\n# d\nz\n",
                                      "print \\\n  x\n",
                                      "print '{x}', '\\N{BULLET}', u'\\N{BULLET}'\n",
                                      "print 1j, 1e5, .5, 5., 07.5, 09e1\n",
                                      "b'あ'\n",
                                      "'a' b'c'\n",
                                      "print x, (a not\n in b)\n",
                                      "1if x else`y`\n",
                                      NULL};

/* Comparing. The rows of the oracle are read one by one. */

enum { WHAT, PATH, DIALECT, STATE, MESSAGE, N_CELLS, START = 1, END, KIND, TEXT };

struct comparison {
    struct str path;
    struct program_text source;
    struct found_tokens found;
    struct str why; /* tokfix refuses the program */
    bool tokfix_tokenizes;
    bool cpython_tokenizes;
    bool is_different; /* a difference is printed */
    size_t n_seen;     /* tokens of CPython so far */
    size_t n_programs, n_tokens, n_python2, n_refused, n_unparsed, n_different;
};

/* Prints the first difference of a program, and a small program itself. */
static void differ(struct comparison *comparison, const char *difference)
{
    enum { MAX_SMALL = 100 };
    scoped(str) escaped = {0};
    if (comparison->is_different)
        return;
    comparison->is_different = true;
    printf("%s\n", difference);
    tsv_escape(&escaped, comparison->source.code);
    if (escaped.length <= MAX_SMALL)
        printf("    %s\n", str_text(&escaped));
}

static void differ_at(struct comparison *comparison, size_t byte, const char *difference)
{
    const struct program_text *source = &comparison->source;
    struct position place = text_position(source->code, source->n_bytes, byte);
    differ(comparison, printed("%s:%u:%u: %s", str_text(&comparison->path), place.line,
                               place.column, difference));
}

static enum token_kind kind_of(const char *name)
{
    static const struct {
        const char *name;
        enum token_kind kind;
    } kinds[] = {
        {"NEWLINE", TOKEN_LINE_END},
        {"INDENT", TOKEN_BLOCK_OPEN},
        {"DEDENT", TOKEN_BLOCK_CLOSE},
        {"NAME", TOKEN_WORD},
        {"NUMBER", TOKEN_NUMBER},
        {"STRING", TOKEN_STRING},
        {"OP", TOKEN_SIGN},
        {"FSTRING_START", TOKEN_QUOTE},
        {"FSTRING_END", TOKEN_QUOTE},
        {"FSTRING_MIDDLE", TOKEN_TEXT},
        {"TSTRING_START", TOKEN_QUOTE},
        {"TSTRING_END", TOKEN_QUOTE},
        {"TSTRING_MIDDLE", TOKEN_TEXT},
    };
    size_t i = 0;
    while (i < N_ITEMS(kinds) && strcmp(kinds[i].name, name) != 0)
        i++;
    if (i == N_ITEMS(kinds))
        fail_msg("unknown kind of CPython's: %s", name);
    return kinds[i].kind;
}

static const char *description_of(const struct found_token *token, const char *escaped)
{
    return printed("%s '%s' at bytes %u to %u", token_kind_names[token->kind], escaped,
                   token->start_byte, token->end_byte);
}

static void compare_token(struct comparison *comparison, char **cells)
{
    scoped(str) text = {0}, escaped = {0};
    const struct found_token *ours = &comparison->found.items[comparison->n_seen++];
    struct found_token theirs = {
        kind_of(cells[KIND]), (uint32_t)atoi(cells[START]), (uint32_t)atoi(cells[END]), {0}};
    if (!comparison->tokfix_tokenizes || comparison->is_different)
        return;
    if (comparison->n_seen > comparison->found.n) {
        differ_at(
            comparison, theirs.start_byte,
            printed("CPython: %s; tokfix: no more tokens", description_of(&theirs, cells[TEXT])));
        return;
    }
    str_add(&text, ours->text.bytes, ours->text.length);
    tsv_escape(&escaped, str_text(&text));
    if (ours->kind != theirs.kind || ours->start_byte != theirs.start_byte ||
        ours->end_byte != theirs.end_byte || strcmp(str_text(&escaped), cells[TEXT]) != 0)
        differ_at(comparison, theirs.start_byte,
                  printed("CPython: %s; tokfix: %s", description_of(&theirs, cells[TEXT]),
                          description_of(ours, str_text(&escaped))));
}

static void end_program(struct comparison *comparison)
{
    bool is_compared = comparison->tokfix_tokenizes && comparison->cpython_tokenizes;
    if (is_compared && comparison->n_seen < comparison->found.n)
        differ_at(comparison, comparison->found.items[comparison->n_seen].start_byte,
                  "CPython: no more tokens; tokfix: more");
    comparison->n_tokens += is_compared ? comparison->n_seen : 0;
    comparison->n_different += comparison->is_different;
}

/* A small program is in a folder that names what CPython is to say of it. */
static void check_verdict(struct comparison *comparison, char **cells)
{
    static const char *const folders[] = {"parses", "tokenizes", "refused", "python2"};
    const char *verdict = cells[DIALECT][0] == '2' ? "python2" : cells[STATE];
    for (size_t i = 0; i < N_ITEMS(folders); i++)
        if (strstr(cells[PATH], printed("/%s/", folders[i])) && strcmp(folders[i], verdict) != 0)
            differ(comparison,
                   printed("%s: CPython says: %s %s", cells[PATH], verdict, cells[MESSAGE]));
}

/* A program that CPython tokenizes and does not parse need not be tokenized. */
static void begin_program(struct comparison *comparison, char **cells)
{
    bool is_valid = strcmp(cells[STATE], "parses") == 0;
    comparison->n_seen = 0;
    comparison->is_different = false;
    comparison->cpython_tokenizes = strcmp(cells[STATE], "refused") != 0;
    str_clear(&comparison->path);
    str_add_text(&comparison->path, cells[PATH]);
    str_clear(&comparison->source.content);
    assert_done(file_read(&comparison->source.content, cells[PATH], &err));
    comparison->tokfix_tokenizes =
        find_tokens(&comparison->found, &comparison->source, cells[PATH], &comparison->why);
    check_verdict(comparison, cells);
    if (!comparison->tokfix_tokenizes && is_valid)
        differ(comparison, printed("%s; CPython parses it", str_text(&comparison->why)));
    if (comparison->tokfix_tokenizes && !comparison->cpython_tokenizes)
        differ(comparison, printed("%s: CPython refuses it: %s", cells[PATH], cells[MESSAGE]));
    comparison->n_programs++;
    comparison->n_python2 += cells[DIALECT][0] == '2';
    comparison->n_refused += !comparison->tokfix_tokenizes && !comparison->cpython_tokenizes;
    comparison->n_unparsed +=
        !comparison->tokfix_tokenizes && comparison->cpython_tokenizes && !is_valid;
}

static void comparison_release(struct comparison *comparison)
{
    str_release(&comparison->path);
    str_release(&comparison->why);
    program_text_release(&comparison->source);
    array_release(&comparison->found);
}

static void split_row(char *row, char **cells)
{
    row[strcspn(row, "\n")] = '\0';
    for (size_t i = 0; i < N_CELLS; i++)
        cells[i] = strsep(&row, "\t");
    if (row || !cells[N_CELLS - 1])
        fail_msg("a row of the oracle has not %d columns: %s", N_CELLS, cells[0]);
}

static bool has_oracle(const char *what)
{
    return can_run("test -f \"$OUT/oracle/installed\" && command -v node", what,
                   "Pyodide is missing") &&
           can_run("/usr/bin/python3 -W ignore -c 'import lib2to3'", what, "lib2to3 is missing");
}

/* Compares the tokens of the programs that $SCRATCH/list names. */
static void compare_listed(const char *what)
{
    struct comparison comparison = {0};
    char *row = NULL, *cells[N_CELLS];
    size_t capacity = 0;
    run_valid(NULL, "cd \"$SCRATCH\" && O=\"$SAMPLE/../oracle\" && "
                    "node \"$O/cpython.cjs\" \"$OUT/oracle\" list >python3.rows && "
                    "/usr/bin/python3 \"$O/tokens.py\" --python2 python3.rows >rows");
    scoped_file FILE *rows = fopen(scratch_path("rows"), "r");
    assert_non_null(rows);
    while (getline(&row, &capacity, rows) > 0) {
        split_row(row, cells);
        if (strcmp(cells[WHAT], "token") == 0) {
            compare_token(&comparison, cells);
        } else {
            end_program(&comparison);
            begin_program(&comparison, cells);
        }
    }
    end_program(&comparison);
    printf("%s: %zu tokens of %zu %s programs; %zu programs differ from CPython, %zu are Python 2, "
           "%zu are refused by both, %zu do not parse\n",
           comparison.n_different ? "failed" : "note", comparison.n_tokens, comparison.n_programs,
           what, comparison.n_different, comparison.n_python2, comparison.n_refused,
           comparison.n_unparsed);
    size_t n_different = comparison.n_different;
    comparison_release(&comparison);
    free(row);
    assert_int_equal(n_different, 0);
}

/* Writes programs as files, and their names to the list. */
static void write_programs(FILE *list, const char *folder, const char *const *programs)
{
    run_valid(NULL, "mkdir -p \"$SCRATCH/%s\"", folder);
    for (size_t i = 0; programs[i]; i++) {
        const char *path = scratch_path(printed("%s/%03zu.py", folder, i));
        const char *rest = programs[i], *zero;
        scoped(str) text = {0};
        for (; (zero = strstr(rest, "␀")); rest = zero + strlen("␀")) {
            str_add(&text, rest, (size_t)(zero - rest));
            str_add(&text, "", 1);
        }
        str_add_text(&text, rest);
        write_test_file(path, str_text(&text), text.length);
        fprintf(list, "%s\n", path);
    }
}

TEST(tokens__of_hard_programs_are_those_of_cpython)
{
    if (!has_oracle("CPython's tokens of hard programs"))
        skip();
    FILE *list = fopen(scratch_path("list"), "w");
    assert_non_null(list);
    write_programs(list, "parses", parses);
    write_programs(list, "tokenizes", tokenizes);
    write_programs(list, "refused", refused);
    write_programs(list, "python2", python2);
    write_programs(list, "dense", dense_programs);
    assert_int_equal(fclose(list), 0);
    compare_listed("hard");
}

TEST(tokens__of_real_programs_are_those_of_cpython)
{
    if (!has_oracle("CPython's tokens of real programs"))
        skip();
    has_atcoder("CPython's tokens of more real programs");
    run_valid(NULL, "find \"$SAMPLE/Project_CodeNet/data\" \"$SHARED/data/atcoder/data\" -type f "
                    "-name '*.py' 2>/dev/null | LC_ALL=C sort >\"$SCRATCH/list\"");
    compare_listed("real");
}
