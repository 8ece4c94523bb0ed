/** What javac reads before all else (JLS 3.8): its tokens are compared with ours. */
class Rare {
    int € = 1, ¥ = 2, a£b = 3, ‿x = 4, $é = 5, é$ = 6, Ⅷ = 7, x٣ = 8, 𝒜 = 9;
    int é = 1, z​y = 2, n = 3;
    String quotes = "a" + "\\u0022" + "\u00e9" + "\uuu0061";
    String block = """
        "\u00e9" \""" \\u0061 """ + "\u3042\ud83d\ude00";
    char[] chars = {'\u0061', '\u0000', '\ud800', '\u20ac'};
    double hex = 0x1p-3 + 0x.8p1 + 0x1.p3 + 0x1_0.8_0p1_0 + 0X1.8P+1D + 0x1.8p1f + 1.5;
    long under = 1_0L + 0xFFFF_FFFFL + 0b1_0 + 0xe+1;
}
