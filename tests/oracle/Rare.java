/** What javac reads before all else (JLS 3.3, 3.5, 3.8): its tokens are compared with ours. */
class Rare \u007b
    int \u0061b = 1, c = ab + \uuu0061\u0062;
    \u0069nt € = 1, ¥ = 2, a£b = 3, ‿x = 4, $é = 5, é$ = 6, Ⅷ = 7, x٣ = 8, 𝒜 = 9;
    int \ud835\udc9c2 = 𝒜, \u20ac2 = €, é = 1, z​y = 2, n = 3;
    String quotes = \u0022a\u0022 + "b\u0022 + \u0022c" + "\\u0022" + "\\\u0022 + "\u005c"";
    String block = \u0022""
        "\u00e9" \u005c""" \\u0061 """ + "\u3042\ud83d\ude00\u005cn";
    char[] chars = {'\u0061', '\u0000', '\ud800', '\u005c'', '\u005c\u005c', '\u20ac'};
    boolean b = c \u003c= 2 && c >\u003e\u003e 1 \u003e\u003d 0;
    int line = 1; // \u000a int end = 2;
    int next = 1; // \u000d\u000a int last = 2; // \\u000a int none;
    /\u002a no *\u002f int after = 0\u0078ff + \u0031\u0032_3; \u002f/ no
    double hex = 0x1p-3 + 0x.8p1 + 0x1.p3 + 0x1_0.8_0p1_0 + 0X1.8P+1D + 0x1.8p1f + 1\u002e5;
    long under = 1_0L + 0xFFFF_FFFFL + 0b1_0;
\u007d
