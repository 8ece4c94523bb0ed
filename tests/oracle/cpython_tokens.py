"""Compares the tokens of Python programs with those of CPython's own tokenizer. usage:

cpython_tokens.py write FOLDER         writes programs that are hard to tokenize, prints their names
cpython_tokens.py compare TOKFIX ROWS  with the rows that tokens.py printed of programs

The kinds, places and texts of all tokens must be the same. A program that CPython parses must have
tokens, and one that its tokenizer refuses must have none. The folder of a hard program is what
CPython must say of it. Prints what differs, and at the end the number of programs and tokens."""
import os
import sys

from diff_tokens import tokens_of

PROGRAMS = {
    "parses": [
        "f'{x}'\n", "f''\n", "f''''''\n", "f'a'\n",
        "F'{x}'+fR\"{x}\"+Rf'''{x}'''+rF\"\"\"{x}\"\"\"\n", "f'{a}{b}c{d}'\n", "f'{x}'f'{y}'\n",
        "f'a' 'b' f'{c}''d'\n", "f'{x}'\\\n'a'\n", "print(f'{x}')if f'{y}'else f'{z}'\n",
        "f'{a, b}{a,}{*a, b}{(yield)}{ x }'\n", "f'{a if b else c}{1if x else 2}{0xfor x}'\n",
        "f'{a not in b}{a is not b}{a not  in b}{a:not in}'\n",
        "f'{x[1:2]}{x[\"a\":]}{f(x)[y](z)}{x[{1:2}[1]:3]:4}'\n",
        "f'{(lambda y: y)(1)}{ {1: 2}[1] }{ {y for y in z} }'\n",
        "f'{(x:=5)}{x:=5}{x:=^5}{f(x:=1)}{a[x:=1]}'\n",
        "f'{x!=y}{x==y}{x>=y}{x<=y}{x!=y!r}{x!=y=}'\n", "f'{a.b!r}{a()!s}{a[0]!a}'\n",
        "f'{x=}{x = }{x=!r}{x=:>5}{ x + 1 = }{x=!r:>5}'\n", "f'{x !r}{x =}{x!r:5}{x!r }'\n",
        "f'{a[\"b\"]}'\n", "f'{a['b']}'\n", "f'{f'{f'{x}'}'}'\n",
        "f\"{f'{x}'}\"+f'{f\"\"\"{x}\"\"\"}'\n", "f'''{'''a'''}{f'''{x}'''}'''\n",
        "f'{'a' 'b'}{\"#\"}{'}'}{'{'}{\"'\"}'\n", "f'{\"\\n\".join(x)}{'\\''}'\n",
        "f'{f'{x}':>{w}}'\n", "f'{rf'\\{x}'}{b'a'}{u'b'}'\n", "f'''a''{x}'b''c'''\n",
        "f\"\"\"{x}\"\"{y}\"\"\"\n", "f'{f'{'{'}{{'}{{'\n", "f'{x:}{x!r:}{x:5}{x:a b}'\n",
        "f'{x:{w}}{x:{w}.{p}}{x:a{w}b{p}c}'\n", "f'{x!r:>{w}}{x!r:^{w}.{p}}'\n",
        "f'{x:>{w:{v}}}'\n", "f'{x:{w!r}}{x:{w=}}{x:{'>'}{10}}{x:{{w}}}'\n",
        "f'{x::}{x:::}{x:!r}{x:=}{x: }'\n",
        "f'{a:%d}{a:,}{a:#x}{a:_}{a:%Y-%m-%d %H:%M}{a:\"}{a:(}{a:]}'\n", "f'{x:\\x41\\'}'\n",
        "f'{x:\\N{EN DASH}}'\n", "rf'{x:\\N{w}}{y:\\d}'\n", "f'{x:あ}{x:あ{w}い}'\n",
        "f'''{x:\n>5}'''\n", "f'''{x:{w\n}\n}'''\n", "f'{{'\n", "f'}}'\n", "f'{{}}'\n",
        "f'{{{x}}}'\n", "f'a{{b}}c{x}d{{'\n", "f'{x}{{}}{y}'\n", "f'}}{{{{'\n", "f'{{{{{x}}}}}'\n",
        "f'{{x}}'\n", "f'{x}}}'\n", "f'{{{x}'\n", "f'\\N{EN DASH}'\n",
        "f'\\N{EN DASH}{x}\\N{BULLET}a'\n", "rf'\\N{x}'\n", "f'{{\\N{BULLET}}}'\n", "f'\\{x}'\n",
        "rf'\\{x}'\n", "f'\\\\{x}'\n", "fr'{x}\\'{y}'\n", "f'\\'{x}\\''\n", "f'\\{{x'\n",
        "f'\\x41{x}\\u3042\\n'\n", "f'a\\\nb{x}\\\n'\n", "rf'{{\\{{{x}'\n", "f'''\\'''{x}'''\n",
        "f'''a\n{x}\nb'''\n", "f'''{\nx\n}'''\n", "f'''{\nx # }'''\n}'''\n", "f'{\nx\n}'\n",
        "f'{x # c\n}'\n", "f'{x\\\n}'\n", "f'{x:{\nw\n}}'\n", "f'''{\n# c\nx!r\n:{\nw}}\n'''\ny\n",
        "f'''\n    {x}\n  {y}\n'''\nif z:\n  f'''\n{w}'''\n", "f'{[a,\n b]}'\n",
        "f'{'''a\nb'''}'\n", "(f'{a not # c\n in b}',)\n", "(f'a'\n f'{b}' # c\n 'd')\n",
        "f'''{x}'''[\n1]\n", "t'{x!r:>{w}}{{'\n", "tR'''\\{x}'''+rt'a'+T\"{t'{y}'}\"\n",
        "'it\\'s'\n", "\"\"\"a\"b\"\"c\\\"\"\"\"\n", "r'\\''\n",
        "b'\\x00'+rb'''\\''''+bR''+Rb'a'+u'b'\n", "'a\\\nb'\n", "'''a\\\nb'''\n",
        "x = 'a' 'b'\\\n 'c'\n", "('a'\n 'b'# c\n 'd')\n", "'#';'''#'''#'\n",
        "'{x}'+'\\N{BULLET}'+'{'\n", "''\"\"'''a''''b'\n", "''''''\n", "'''\n'''\n",
        "x=b''if y else''\n", "'\\\\'+'\\\\\\''\n", "1if x else 2\n", "0xfor x\n", "1_000j\n",
        "1..real\n", "1.e5\n", ".5\n", "...\n", "x[...]\n", "5 .real\n", "1.5.real\n", "1.e-5\n",
        "1E+5j\n", "0b1_0\n", "0o17\n", "0XFF_FF\n", "00\n", "0_0\n", "1_0.0_1e1_0\n", "0.\n",
        "0e0\n", "09.5\n", "09e1\n", "09j\n", "0x_f\n", "1or 2\n", "1and 2\n", "1in x\n", "1is x\n",
        "1not in x\n", "0b1or 2\n", "0o7if x else y\n", "1.if x else y\n", "1jif x else y\n",
        "1e5or x\n", "[1for x in y]\n", "x if 0else y\n", "x[1:2:-3]\n", "1.-.5\n", "x[.5:...]\n",
        "1-1\n", "1e5-1\n", "def f()->int: ...\n", "(x:=1)\n", "x @= y\n", "@a\ndef b(): ...\n",
        "a<<=b>>c\n", "a<<b>>c\n", "x**=y//z\n", "x//=y**z\n",
        "x>>=1;x&=1;x|=1;x^=1;x%=1;x/=1;x*=1;x+=1;x-=1\n", "a--b\n", "a!=b\n", "~x\n", "x:int=1\n",
        "lambda*a,**k:a\n", "f(*a,**b)\n", "a<-b>-c\n", "x=*a,\n", "a[b:=1]\n", "a[::]\n",
        "a[:,...]\n", "def f(a,/,*,b): ...\n", "from . import a\n", "from .. import a\n",
        "from ... import a\n", "from .... import a\n", "from .a import b\n", "from...a import b\n",
        "from..a import*\n", "a<=b>=c==d<e>f\n", "x;y;\n", "{**a,'b':1}\n", "a not  in b\n",
        "a not\tin b\n", "(a not\n in b)\n", "(a not # c\n in b)\n", "(a is # c\n\n # d\n not b)\n",
        "a is\\\n not b\n", "a not\\\n\tin b\n", "a not \\\n \\\n in b\n", "not a in b\n",
        "a not in b not in c\n", "a is not b is not c\n", "[x for x in y if x not in z]\n",
        "a is not(b)\n", "notin = isnot = 1\n", "a is\fnot b\n", "a not\\\r\nin b\r\n",
        "(a not\r\nin b)\r\n", "(a is\rnot b)\r", "a in not_in\n", "not not a\n", "りんご = 1\n",
        "é + ª\n", "x = 'あ' + y\n", "# あ\nx\n", "り not in ん\n", "x = '\u3000'\n", "# \u3000\nx\n",
        "x = '🍎' + f'{y}🍎{z}' + w\n", "naïve.ünïcode('ß')\n", "x·y = ℘\n", "f'{りん}ご{あ!r}う' + x\n",
        "f'''あ\nい{う}え\nお{{か{き}'''+x\n", "'''あ\nい'''+x\n", "'\u2028' + x # \u2029 \x85\ny\n",
        "'\x1c\x0b\x7f' # \x1d\x0b\ny\n", "'''あ\r\nい'''+f'''う\r\n{え}お{{\r\n'''+x\r\n",
        "x = 1 + \\\n    2\n", "x = (1 +\\\n 2)\n", "if x:\\\n  y\n", "\\\nif x:\n y\n",
        "\\\n\\\nx\n", "if x:\n  \\\n  y\n  z\n", "if x:\n \\\n   y\n z\n",
        "if x:\n    \\\n y\n    z\n", "if x:\n\\\n    y\n    z\n", "if x:\n  y\n\\\nz\n",
        "if x:\n  y\n  \\\n\nz\n", "a\n  \\\n\nb\n", "x\\\n\n", "x = 1\\\n\ny\n", "x \\\n# c\ny\n",
        "if x:\n  y \\\n  # c\n  z\n", "x = \\\n\\\n1\n", "if a and\\\n   b:\n  c\\\n  =1\n",
        "x = 1 + \\\r\n 2\r\n", "x = 1 + \\\r 2\r", "x\\\n;y\n", "if x:\n  y\n\\\n  # c\nz\n",
        "# c \\\nx\n", "x#\\\ny\n", "if x: \\\n y\nelse: z\n", "  # c\n\\\nx\n",
        "x = 'a' \\\n  # c\n", "[\\\n\\\n]\n", "if x:\n\ty\n\tz\n", "if x:\n \ty\n \tz\n",
        "if x:\n\ty\n\tif z:\n\t\tw\n", "if a:\n if b:\n  if c:\n   d\ne\n",
        "if a:\n if b:\n  c\n d\ne\n", "if x: y\nelse: z\n", "if x:\n  y\n    # c\n",
        "if x:\n    y\n  # c\n    z\n", "if x:\n  # c\n  y\n# d\n  z\n", "if x:\n\n  y\n\n\nz\n",
        "if x:\n  y\n \n   \n  z\n", "\fx\n", "if x:\n  \f  y\n  z\n", "if x:\n\f    y\n    z\n",
        "x\f\ny\n", "\f\nx\n", " \fx\n", "if x:\n  y\n\f\nz\n", "x\f=\f1\f\n",
        "if x:\n  y\n  \f\n  z\n", "if x:\n  y\n\fz\n", "class A: pass\n\n\n@b\ndef c(): pass\n",
        "if x:\n  (y,\nz)\n  w\n", "if x:\n  '''\ny'''\n  w\n",
        "x = [\n  # c\n\n  1,\n    2\n]\ny\n",
        "match x:\n  case [a, *_]: b\n  case {'c': d}:\n    e\n", "async def f():\n  await a\nb\n",
        "if a:\n  b\nelif c:\n        d\n        e\nelse:\n    f\n", "x", "x;", "x # c", "# c",
        "  # c", "if x:\n  y", "if x:\n  y\n  # c", "if x:\n  y\n# c", "if x:\n  y\n ",
        "if x:\n  y\n  ", "if x:\n  y\n    ", "if x:\n  if y:\n    z\n  ", "", " ", "\n", "\n\n",
        "# c\n# d\n", "\t", "\f", "   \n", "x\n   ", "if x:\n  y\n\t", "x\n\n\n  \n# c",
        "'''a\n'''", "f'{x}'", "(\nx)", "if x: y", "x \\\n  # c", "x\r", "x\r\n",
        "if x:\r\n  y\r\n", "if x:\r  y\r", "x\r\ny\rz\n", "(a,\r\nb)\r\n", "(a,\rb)\r",
        "x\r\r\ny\n", "'''a\r\nb\rc\nd'''\r\n", "f'''a\r\n{x}\r{\r\ny}'''\r\n", "# c\r\nx\r\n",
        "# c\rx\r", "\r", "\r\n", "x\n\ry\n", "'a\\\r\nb'\r\n", "'a\\\rb'\r", "f'a\\\r\nb{x}'\r\n",
        "if x:\r\n  y\r\n\r\n  z", "if x:\r  y\r\r# c\r  z\rw", "if x:\r\n  y\r\n  # c\r\nz\r\n",
        "if x:\n  y\r\n  z\rw", "\ufeffx = 1\n", "\ufeff# c\nx\n", "\ufeff", "\ufeffif x:\n  y\n",
        "\ufeff  # c\n", "\ufeff\n\nx", "\ufefff'{x}{{'\r\n", "print>>f, x\n", "print>>f,'a',\n",
        "try:\n  a\nexcept B, c:\n  d\n", "print (a not\n in b), 1\n",
    ],
    "tokenizes": [
        "a $ b\n", "a ? b\n", "a ! b\n", "!\n", "x ->y\n", "x := 1\n", "f'{lambda x: 1}'\n",
        "f'{}'\n", "f'{x!}'\n", "f'{x!z}'\n", "f'{x! r}'\n", "f'{ !r}'\n", "f'{:5}'\n",
        "f'{x!r=}'\n", "f'{x y}'\n", "a.not in b\n", "import is not\n", "is not in\n",
        "for not in x: y\n", "x = = 1\n", "if x\n", "  x\n", "if x:\ny\n", "a b c\n", "x\n  y\n",
        "else: x\n", "1 2\n", "é'a'\n", "a..b\n", "f'{x!r:{y!}}'\n", "a =! b\n", "a !\n= b\n",
        "$'a'\n", "x++\n", "a...b\n", "a is not not b\n", "1あ\n", "print 1_0\n",
    ],
    "refused": [
        "a\u3000b\n", "\u3000\n", "x = 1\u3000\n", "  \u3000x\n", "f'{x\u3000}'\n", "a\xa0b\n",
        "\ufeff\ufeffx\n", "x\ufeff\n", "a\u200bb\n", "“a”\n", "a×b\n", "€\n", "a\x00b\n",
        "'a\x00b'\n", "# a\x00b\n", "x\n\x00y\n", "a\x0b b\n", "\x7f\n", "\x01\n", b'x\xff\n',
        b"'\xe3\x81'\n", "x = '\n", "'abc\n", "'''abc", "'''a''\n", "f'abc\n", "f'{x'\n", "f'{x",
        "f'{'\n", "f'}'\n", "f'{x}}'\n", "f'{x:}}'\n", "f'''{x\n", "f'''{x}\n''\n", "f'{x:\n}'\n",
        "f'{x!r:\n}'\n", "rb'a\n", "'a\\", "'a\\\n", "f'{x#}'\n", "f'{'a}'\n", "f'{x:{y}'\n", "(\n",
        "x = [1, 2\n", "{", ")\n", "(]\n", "x)\ny\n", "f'{(}'\n", "f'{)}'\n", "([)]\n", "f'{a]}'\n",
        "if x:\n    y\n  z\n", "if x:\n  y\n z\n", "if x:\n  y\n \\\n  z\n", "x \\ y\n",
        "x = 1 \\ \n", "x\\ ", "if x:\n  y\n  \\", "x\n  \\\n", "x\\# c\n", "f'{x\\y}'\n", "1_a\n",
        "1__0\n", "1_\n", "0b12\n", "0b\n", "0or 1\n", "0xor 1\n", "print 0or 1\n", "x² = 1\n",
        "0o8\n", "0x\n", "0xg\n", "09\n", "08_1\n", "1e+\n", "1abc\n", "1_000_\n", "1ex\n", "0_7\n",
        "1.5x\n", "0b1_\n", "1jx\n", "1.__class__\n",
    ],
    "python2": [
        "print 'a'\n", "print x,\n", "print 'a' # c", "print 'a'", "x = `a`\n", "print `x`,`'`'`\n",
        "if a <> b: c\n", "a<>b<>c\n", "x = 0777\n", "x = 0777L+0l\n", "x = 10L + 0xFFL*0b1\n",
        "x = ur'a\\''\n", "x = ur'''a'''+UR\"b\"+Ur''\n", "exec 'x' in y\n", "raise A, 'b'\n",
        "def f((a, b)): pass\n", "lambda (x, y): x\n", "if x:\n\ty\n        z\n",
        "if x:\n        y\n\tz\n", "if x:\n  if y:\n\tz\n        w\n", "print x[...], x[1,...]\n",
        "print 1if x else 2\n", "print 0xFor x\n", "print 0L, 00, 07, 0\n",
        "print a not in b, a is  not b\n", "print u'c', bR'b', U'c', br'd'\n", "print not x\n",
        "print 'a'\r\nif x:\r\n\tprint 'b'\r\n", "print '''a\r\nb'''\r\n", "\ufeffprint 'a'\n",
        "print 'あ', y\n", "from a import *; print b\n", "print 07if x else 1\n",
        "for x in `a`, `b`: print x\n", "if x:\n  print y\n  # c\n\n# d\nz\n", "print \\\n  x\n",
        "print '{x}', '\\N{BULLET}', u'\\N{BULLET}'\n", "print 1j, 1e5, .5, 5., 07.5, 09e1\n",
        "b'あ'\n", "'a' b'c'\n", "print x, (a not\n in b)\n", "1if x else`y`\n",
    ],
}

KINDS = {
    "NEWLINE": "line_end", "INDENT": "block_open", "DEDENT": "block_close", "NAME": "word",
    "NUMBER": "number", "STRING": "string", "OP": "sign", "FSTRING_START": "quote",
    "FSTRING_END": "quote", "FSTRING_MIDDLE": "text", "TSTRING_START": "quote",
    "TSTRING_END": "quote", "TSTRING_MIDDLE": "text",
}


def write(folder):
    for verdict, programs in PROGRAMS.items():
        os.makedirs(f"{folder}/{verdict}")
        for number, program in enumerate(programs):
            path = f"{folder}/{verdict}/{number:03}.py"
            with open(path, "wb") as file:
                file.write(program if isinstance(program, bytes) else program.encode())
            print(path)


def programs_of(rows):
    """Yields (path, dialect, state, message, tokens) of each program."""
    program = None
    with open(rows, encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            what, *cells = line.rstrip("\n").split("\t")
            if what == "program":
                if program:
                    yield program
                program = (*cells, [])
            else:
                start, end, kind, text = cells
                text = text.replace("\\\\", "\\").replace("\r", "\\r")  # as tokfix prints it
                program[-1].append((int(start), int(end), KINDS[kind], text))
    yield program


def difference(path, verdict, message, theirs, found):
    tokens, why = found
    folder = os.path.basename(os.path.dirname(path))
    if folder in PROGRAMS and folder != verdict:
        return f"CPython says: {verdict} {message}"
    if tokens is None:
        return f"CPython parses it; {why}" if verdict in ("parses", "python2") else None
    if verdict == "refused":
        return f"CPython refuses it: {message}"
    for mine, other in zip(tokens + [None], theirs + [None]):
        # what is not printable is escaped
        n = 4 if not other or other[3].isprintable() else 3
        if (mine and mine[:n]) != (other and other[:n]):
            return f"CPython has {other}, tokfix {mine}"
    return None


def compare(tokfix, rows):
    n = dict.fromkeys(("programs", "tokens", "python2", "refused", "differ"), 0)
    for path, dialect, state, message, theirs in programs_of(rows):
        verdict = "python2" if dialect == "2" and state == "parses" else state
        found = tokens_of(tokfix, "python", path)
        wrong = difference(path, verdict, message, theirs, found)
        n["programs"] += 1
        n["tokens"] += len(found[0] or [])
        n["python2"] += verdict == "python2"
        n["refused"] += found[0] is None
        n["differ"] += wrong is not None
        if wrong:
            print(f"{path}: {wrong}")
    print("note: " + ", ".join(f"{number} {name}" for name, number in n.items()))
    return n["differ"] > 0


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    sys.exit(compare(*sys.argv[2:]))
