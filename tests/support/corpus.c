#include "tests/support/corpus.h"

#include "base/mem.h"
#include "base/str.h"
#include "tests/support/test.h"

#include <fts.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* A buffer of the very size, so that a sanitizer sees a read after its end. */
static char *read_whole(const char *path, size_t size)
{
    char *bytes = malloc(size ? size : 1);
    scoped_file FILE *file = fopen(path, "rb");
    if (!bytes || !file || fread(bytes, 1, size, file) != size)
        fail_msg("cannot read '%s'", path);
    return bytes;
}

static void visit_file(const FTSENT *entry, bool is_sample, bool is_text, corpus_visitor *visit,
                       void *context)
{
    size_t length = (size_t)entry->fts_statp->st_size;
    scoped_memory char *bytes = read_whole(entry->fts_accpath, length);
    size_t mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (!is_text || utf8_is_valid(bytes, length))
        visit(&(struct corpus_source){entry->fts_path, bytes + mark, length - mark, is_sample},
              context);
}

/* Visits every `step`th program. */
static void visit_tree(const char *root, const struct language *language, size_t step,
                       bool is_sample, corpus_visitor *visit, void *context)
{
    bool is_python = language == &language_python;
    size_t n = 0;
    scoped_memory char *copy = mem_copy_text(root, strlen(root));
    char *const roots[] = {copy, NULL};
    FTS *files = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    assert_non_null(files);
    for (FTSENT *entry; (entry = fts_read(files));) {
        const char *dot = strrchr(entry->fts_name, '.');
        bool is_source = dot && strcmp(dot + 1, language->extension) == 0;
        if (entry->fts_info == FTS_F && is_source && n++ % step == 0)
            visit_file(entry, is_sample, is_python, visit, context);
    }
    fts_close(files);
}

static void add_below(struct str *path, const char *variable, const char *rest)
{
    const char *folder = getenv(variable);
    if (!folder)
        fail_msg("$%s is not set: run the tests with make test", variable);
    str_print(path, "%s/%s", folder, rest);
}

static size_t step_of_visit(void)
{
    const char *every = getenv("PROGRAMS");
    return every && atoi(every) > 0 ? (size_t)atoi(every) : 8;
}

void corpus_visit_language(const struct language *language, corpus_visitor *visit, void *context)
{
    scoped(str) shared = {0};
    add_below(&shared, "SHARED", "data");
    if (can_test(access(str_text(&shared), R_OK) == 0, "real programs",
                 "../shared/data is missing"))
        visit_tree(str_text(&shared), language, step_of_visit(), false, visit, context);
}

void corpus_visit(corpus_visitor *visit, void *context)
{
    scoped(str) sample = {0}, shared = {0};
    size_t step = step_of_visit();
    add_below(&sample, "SAMPLE", "Project_CodeNet/data");
    add_below(&shared, "SHARED", "data/atcoder/data");
    visit_tree(str_text(&sample), &language_python, 1, true, visit, context);
    if (can_test(access(str_text(&shared), R_OK) == 0, "real programs",
                 "../shared/data/atcoder is missing"))
        visit_tree(str_text(&shared), &language_python, step, false, visit, context);
}

const char *const dense_programs[] = {
    /* numbers and signs that touch */
    "x=1if y else-2\nz=0xfor 1\nw=1or 2and 3\n",
    "a<-b;a>-b;x=-1;y=+1;z=~1;x=a--b;x=a*-b;x=a**-b;x=a//-b;x=a<<-b;x=a>>-b\n",
    "x=1..real;y=1.5.real;z=1.e5.real;w=.5;v=1_000.5e-1_0;u=0b1_01;t=0o17;s=0XFF;r=5 .real\n",
    "a=1j;b=2J;c=10L;d=0777;e=1e5;f=1E+5;g=1.e-5;h=5jif a else 6\n",
    "x+=1;x-=1;x*=1;x**=1;x/=1;x//=1;x%=1;x@=1;x&=1;x|=1;x^=1;x<<=1;x>>=1\n",
    "x=a<b<=c==d!=e<>f>=g>h;y=a is not b;z=a not in b;w=not a in b;v=a is b;u=a in b\n",
    "x=a[1:2];y=a[::-1];z=a[b:c:d];w=a[:,...];v=a[...];u=a[-1:];t=a[x,y];s=a[:]\n",
    "x=a@b@c;x=a%b;x='%d'%x;x='a'if'b'else'c';x='a'in'b';x=not'a';x='a'and'b'or'c'\n",
    /* calls, parameters, stars */
    "f(*a,**b);f(a,*b,c=1,**d);f(a,b=-1,c=*d);f(x for x in y);f(*a,*b,**c,**d);f()(1)[2].g\n",
    "def f(a,/,b,*,c=1,**d):return a,b,c,d\ndef g(*,a):pass\ndef h(*a:int,**b:str)->None:...\n",
    "x=lambda:0;y=lambda a,b=1,*c,**d:a;z=lambda*a:a;w=lambda**k:k;v=lambda a,/,b:a\n",
    "a,*b=c;*a,b=c;[a,*b]=c;x=[*a,*b];x={*a,*b};x={**a,'b':1,**c};x=(*a,)\nfor a,*b in c:d\n",
    "x=[**a];y=[-*a];z=[* *a];print(*a);print*a\n",
    /* names, types, scopes */
    "x:int=3;y:List[int]=[];z:'a';a.b:int\ndef f(a:int=1,*b:str,c:Dict[str,int]={})->List[int]:\n"
    "    return a\n",
    "if(n:=10)>5:print(n:=n+1)\nwhile(x:=f(x)):y=[y:=1,y**2]\n",
    "def f():\n    global a,b\n    nonlocal c\n    yield\n    yield a,b\n    x=yield a\n"
    "    yield from b\n",
    "async def f():\n    await a\n    async for x in y:pass\n    async with a as b:pass\n"
    "    return[await x async for x in y]\n",
    "@a\n@a.b(c)\n@a[0]\nclass A(B,metaclass=C):\n    x=1\n    @property\n"
    "    def f(self):return self\n",
    "type X=int\ntype Y[T,*U,**V]=dict[T,U]\ntype=1;match=2;print=3\n",
    "from.a import b\nfrom..import c\nfrom...a import b as c\nfrom ... import d\nfrom a import*\n"
    "import a.b as c,d\n",
    /* blocks */
    "try:a\nexcept*A as b:c\nexcept*(B,C):d\nelse:e\nfinally:f\n",
    "try:\n    a\nexcept (A,B):\n    b\nexcept A as e:\n    c\nexcept:\n    raise B from e\n",
    "match x:\n    case 0|-1|1.5:a\n    case[a,*_]:b\n    case{'a':1,**r}:c\n"
    "    case A(b=c)if d:e\n    case (a,b)as c:f\n    case'a''b':g\n    case _:h\n",
    "with a as b,c as d:pass\nwith(a as b,c as d,):pass\nwith open('a')as f:x=f.read()\n",
    "if a:\n\tb\nelif c:\n        d\n        e\nelse:\n  if f:\n     g\n     h\n  i\nj\n",
    "if a:b;c;\nwhile d:e;break\nfor f in g:h;continue\nelse:i\nclass J:k=1;l=2\n",
    "if a:\n  b\n\n# left\n    # right\n  c\n\f\nif d:\n  e\n   # f\ng",
    "x=(a not\n in b)+(c is # why\n  not d)\ny=[1,\n 2,# three\n\n3]\nz={\n}\nf(\n)\n",
    "x=1+\\\n2;y=a is\\\nnot b;z=\\\n  'a'\nif a and\\\n   b:\n  c\\\n  =1\n",
    "if x:\r\n  y\r\n  z='''a\r\nb'''\r\nw\r\n", "if x:\r  y\r  z='''a\rb'''\r# c\rw\r",
    /* strings */
    "x='it\\'s';y=\"\\\"\";z='\\\\';w='\\n\\x41\\u3042';v='#';u=\"'\";t='\"';s='a\\\nb';r=''\n",
    "x='''a'b''c\"\"\"\n#'''+\"\"\"'''\\\"\"\"\"\"\"+''''a'''+''\n",
    "x=r'\\\\'+r'\\'b'+R\"a\\\"b\"\ny=b'\\x00'+Rb'\\\\'+u'あ'+rb'''\\''''+bR'';z='a''b'\"c\"r'd'\n",
    "x='a' 'b'\\\n 'c';y=('a'\n 'b'# c\n 'd')\n",
    "x='\\N{DASH}'+'{x}'+'}{';y=b'\\x00'+b'';z='{';w='\\N{DASH}'+'}'\n",
    /* strings with code in them */
    "x=f'{a}'+f\"{b!r:>{w}}\"+f'{c:%d}'+F'{{'+f'}}'+f'{{{d}}}'+f''+f'a{e}b'\n",
    "x=f'{a[\"b\"]}'+f\"{'c'.join(d)}\"+f'{x if y else\"z\"}'+f'{a}''b'+rf'\\{a}'+fr'{b}\\d'\n",
    "x=f'''{a}\n'{b['c']}'{\nd\n}'''\ny=f\"\"\"{'a'}'\"\"\"\n",
    "x=f'{a:{b}.{c}}'+f'{a=}'+f'{a!s}'+f'{(lambda x:x)(1)}'+f'{ {1:2}[1] }'+f'{a,b}'+f'{*a,b}'\n",
    "x=f'{a:>10}{b:<{w}}'+f'{a:#x}'+f'{a:,}';y=f'{not a}{b not  in c}{d is not e}'\n",
    "x=rf'\\{\"a\"}'+f'\\{x}';y=f'{x!r}'+f'{a}'f'{ b }'\n",
    /* Python 2 */
    "print'a',b\nprint>>f,'a',\nprint\nprint a,\nexec'x'in y\nraise A,'b'\n",
    "print u'a';x=ur'b';y=10L<>0777;z=`a`+`'b'`\nprint -1,(2),[3]\ntry:a\nexcept A,b:c\n",
    "print`a+b`;x=1\nprint`f('''a''')`,`[1]`\n",
    /* words that are keywords in some places */
    "x=a.print;y=a.exec;z=a.match;w=a.type;print=exec;match=type;case=_\n",
    /* characters */
    "りんご='🍎';x=é+ｘ;ñ.ö=ª\nprint(りんご)#あ\n", "a is not\tb;\fa not\f in b;x\t=\t1\f\n", NULL};
