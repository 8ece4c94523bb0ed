/* iconv converts into a buffer until the text ends or a byte cannot be converted. A last call
 * writes what the encoding still owes: the sequence that leads back to ASCII, or a letter that
 * might have got an accent. */
#include "base/encoding.h"

#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The characters of ASCII that are not as usual in an encoding. NULL: none. */
struct encoding_signs {
    const char *others; /* those whose bytes are other characters, or begin them */

    /* What iconv reads of the bytes 5C and 7E, which are a backslash and a tilde in Python. */
    const char *backslash, *tilde;
};

static const struct encoding_signs yen = {.backslash = "\u00a5", .tilde = "\u203e"},
                                   won = {.backslash = "\u20a9"}, yen_as_such = {.others = "\\~"},
                                   percent = {.others = "%"}, tilde = {.others = "~"},
                                   plus = {.others = "+"}, backslash = {.others = "\\"};

/* Python's encodings of texts that are ASCII where they have no other characters. Left out are
 * those in which no program can name its encoding. */
static const struct encoding encodings[] = {
    {"utf-8", NULL, " cp65001 u8 utf utf-8-sig utf8 utf8-ucs2 utf8-ucs4 ", NULL},
    {"ascii", "ASCII",
     " 646 ansi-x3-4-1968 ansi-x3-4-1986 cp367 csascii ibm367 iso-646-irv-1991 "
     "iso-ir-6 iso646-us us us-ascii ",
     NULL},
    {"latin-1", "ISO-8859-1",
     " 8859 cp819 csisolatin1 ibm819 iso-8859-1 iso-8859-1-1987 "
     "iso-ir-100 iso8859 iso8859-1 iso-latin-1 l1 latin latin1 ",
     NULL},
    {"iso8859_2", "ISO-8859-2", " csisolatin2 iso-8859-2 iso-8859-2-1987 iso-ir-101 l2 latin2 ",
     NULL},
    {"iso8859_3", "ISO-8859-3", " csisolatin3 iso-8859-3 iso-8859-3-1988 iso-ir-109 l3 latin3 ",
     NULL},
    {"iso8859_4", "ISO-8859-4", " csisolatin4 iso-8859-4 iso-8859-4-1988 iso-ir-110 l4 latin4 ",
     NULL},
    {"iso8859_5", "ISO-8859-5",
     " csisolatincyrillic cyrillic iso-8859-5 iso-8859-5-1988 iso-ir-144 ", NULL},
    {"iso8859_6", "ISO-8859-6",
     " arabic asmo-708 csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-1987 iso-ir-127 ", NULL},
    {"iso8859_7", "ISO-8859-7",
     " csisolatingreek ecma-118 elot-928 greek greek8 iso-8859-7 iso-8859-7-1987 iso-ir-126 ",
     NULL},
    {"iso8859_8", "ISO-8859-8", " csisolatinhebrew hebrew iso-8859-8 iso-8859-8-1988 iso-ir-138 ",
     NULL},
    {"iso8859_9", "ISO-8859-9", " csisolatin5 iso-8859-9 iso-8859-9-1989 iso-ir-148 l5 latin5 ",
     NULL},
    {"iso8859_10", "ISO-8859-10", " csisolatin6 iso-8859-10 iso-8859-10-1992 iso-ir-157 l6 latin6 ",
     NULL},
    {"iso8859_11", "ISO-8859-11", " iso-8859-11 iso-8859-11-2001 thai ", NULL},
    {"iso8859_13", "ISO-8859-13", " iso-8859-13 l7 latin7 ", NULL},
    {"iso8859_14", "ISO-8859-14", " iso-8859-14 iso-8859-14-1998 iso-celtic iso-ir-199 l8 latin8 ",
     NULL},
    {"iso8859_15", "ISO-8859-15", " iso-8859-15 l9 latin9 ", NULL},
    {"iso8859_16", "ISO-8859-16", " iso-8859-16 iso-8859-16-2001 iso-ir-226 l10 latin10 ", NULL},
    {"cp1250", "CP1250", " 1250 windows-1250 ", NULL},
    {"cp1251", "CP1251", " 1251 windows-1251 ", NULL},
    {"cp1252", "CP1252", " 1252 windows-1252 ", NULL},
    {"cp1253", "CP1253", " 1253 windows-1253 ", NULL},
    {"cp1254", "CP1254", " 1254 windows-1254 ", NULL},
    {"cp1255", "CP1255", " 1255 windows-1255 ", NULL},
    {"cp1256", "CP1256", " 1256 windows-1256 ", NULL},
    {"cp1257", "CP1257", " 1257 windows-1257 ", NULL},
    {"cp1258", "CP1258", " 1258 windows-1258 ", NULL},
    {"cp437", "CP437", " 437 cspc8codepage437 ibm437 ", NULL},
    {"cp737", "CP737", "", NULL},
    {"cp775", "CP775", " 775 cspc775baltic ibm775 ", NULL},
    {"cp850", "CP850", " 850 cspc850multilingual ibm850 ", NULL},
    {"cp852", "CP852", " 852 cspcp852 ibm852 ", NULL},
    {"cp855", "CP855", " 855 csibm855 ibm855 ", NULL},
    {"cp857", "CP857", " 857 csibm857 ibm857 ", NULL},
    {"cp858", "CP858", " 858 csibm858 ibm858 ", NULL},
    {"cp860", "CP860", " 860 csibm860 ibm860 ", NULL},
    {"cp861", "CP861", " 861 cp-is csibm861 ibm861 ", NULL},
    {"cp862", "CP862", " 862 cspc862latinhebrew ibm862 ", NULL},
    {"cp863", "CP863", " 863 csibm863 ibm863 ", NULL},
    {"cp865", "CP865", " 865 csibm865 ibm865 ", NULL},
    {"cp866", "CP866", " 866 csibm866 ibm866 ", NULL},
    {"cp869", "CP869", " 869 cp-gr csibm869 ibm869 ", NULL},
    {"cp874", "CP874", "", NULL},
    {"koi8_r", "KOI8-R", " cskoi8r ", NULL},
    {"koi8_u", "KOI8-U", "", NULL},
    {"mac_roman", "MACINTOSH", " macintosh macroman ", NULL},
    {"mac_cyrillic", "MAC-CYRILLIC", " maccyrillic ", NULL},
    {"mac_latin2", "MAC-CENTRALEUROPE", " mac-centeuro maccentraleurope maclatin2 ", NULL},
    {"cp932", "CP932", " 932 ms-kanji ms932 mskanji windows-31j ", NULL},
    {"shift_jis", "SHIFT_JIS", " csshiftjis s-jis shiftjis sjis x-mac-japanese ", &yen},
    {"euc_jp", "EUC-JP", " eucjp u-jis ujis ", NULL},
    {"euc_jis_2004", "EUC-JISX0213", " euc-jis2004 eucjis2004 jisx0213 ", NULL},
    {"euc_jisx0213", "EUC-JISX0213", " eucjisx0213 ", NULL},
    {"iso2022_jp", "ISO-2022-JP", " csiso2022jp iso-2022-jp iso2022jp ", NULL},
    {"iso2022_jp_2", "ISO-2022-JP-2", " iso-2022-jp-2 iso2022jp-2 ", NULL},
    {"iso2022_jp_3", "ISO-2022-JP-3", " iso-2022-jp-3 iso2022jp-3 ", NULL},
    {"gb2312", "GB2312",
     " chinese csiso58gb231280 euc-cn euccn eucgb2312-cn gb2312-1980 gb2312-80 iso-ir-58 "
     "x-mac-simp-chinese ",
     NULL},
    {"gbk", "GBK", " 936 cp936 ms936 ", NULL},
    {"gb18030", "GB18030", " gb18030-2000 ", NULL},
    {"euc_kr", "EUC-KR",
     " euckr korean ks-c-5601 ks-c-5601-1987 ks-x-1001 ksc5601 ksx1001 x-mac-korean ", NULL},
    {"cp949", "UHC", " 949 ms949 uhc ", NULL},
    {"big5", "BIG5", " big5-tw csbig5 x-mac-trad-chinese ", NULL},
    {"cp950", "CP950", " 950 ms950 ", NULL},
    {"big5hkscs", "BIG5-HKSCS", " big5-hkscs hkscs ", NULL},
    {"charmap", "ISO-8859-1", "", NULL},
    {"cp864", "IBM864", " 864 csibm864 ibm864 ", &percent},
    {"cp1125", "CP1125", " 1125 cp866u ibm1125 ruscii ", NULL},
    {"hp_roman8", "HP-ROMAN8", " cp1051 ibm1051 r8 roman8 ", NULL},
    {"koi8_t", "KOI8-T", "", NULL},
    {"kz1048", "RK1048", " kz-1048 rk1048 strk1048-2002 ", NULL},
    {"ptcp154", "PT154", " cp154 csptcp154 cyrillic-asian pt154 ", NULL},
    {"tis_620", "TIS-620", " iso-ir-166 tis620 tis-620-0 tis-620-2529-0 tis-620-2529-1 ", NULL},
    {"johab", "JOHAB", " cp1361 ms1361 ", &won},
    {"shift_jis_2004", "SHIFT_JISX0213", " s-jis-2004 shiftjis2004 sjis-2004 ", &yen_as_such},
    {"shift_jisx0213", "SHIFT_JISX0213", " s-jisx0213 shiftjisx0213 sjisx0213 ", &yen_as_such},

    /* iconv does not have these, or reads other characters */
    {"cp720", "", "", NULL},
    {"cp856", "", "", NULL},
    {"cp1006", "", "", NULL},
    {"mac_arabic", "", "", NULL},
    {"mac_croatian", "", "", NULL},
    {"mac_farsi", "", "", NULL},
    {"mac_greek", "", " macgreek ", NULL},
    {"mac_iceland", "", " maciceland ", NULL},
    {"mac_romanian", "", "", NULL},
    {"mac_turkish", "", " macturkish ", NULL},
    {"idna", "", "", NULL},
    {"palmos", "", "", NULL},
    {"hz", "", " hz-gb hz-gb-2312 hzgb ", &tilde},
    {"iso2022_jp_1", "", " iso-2022-jp-1 iso2022jp-1 ", NULL},
    {"iso2022_jp_2004", "", " iso-2022-jp-2004 iso2022jp-2004 ", NULL},
    {"iso2022_jp_ext", "", " iso-2022-jp-ext iso2022jp-ext ", NULL},
    {"iso2022_kr", "", " csiso2022kr iso-2022-kr iso2022kr ", NULL},
    {"utf_7", "", " u7 unicode-1-1-utf-7 utf7 ", &plus},
    {"raw_unicode_escape", "", "", &backslash},
    {"unicode_escape", "", "", &backslash},
};

/* Writes a name in lower case, with `-` between its parts. A name that is too long has no row. */
static void normalize(char out[], size_t size, const char *name, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length && n + 1 < size; i++) {
        bool is_between = strchr("-_.", name[i]) && name[i];
        if (!is_between || !n || out[n - 1] != '-')
            out[n++] = is_between ? '-' : (char)tolower((unsigned char)name[i]);
    }
    out[n] = 0;
}

const struct encoding *encoding_find(const char *name, size_t length)
{
    char own[32], row[32], word[40];
    normalize(own, sizeof own, name, length);
    snprintf(word, sizeof word, " %s ", own);
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        normalize(row, sizeof row, encodings[i].name, strlen(encodings[i].name));
        if (*own && (strcmp(row, own) == 0 || strstr(encodings[i].aliases, word)))
            return &encodings[i];
    }
    return NULL;
}

static iconv_t open_converter(const char *to, const char *from)
{
    iconv_t converter = iconv_open(to, from);
    if (converter == (iconv_t)-1) {
        fprintf(stderr,
                "tokfix: iconv cannot convert %s, the encoding of a program, on this machine; "
                "install its modules: libc6 (Debian) or glibc-gconv-extra (Fedora) has them\n",
                strcmp(to, "UTF-8") == 0 ? from : to);
        _Exit(1);
    }
    return converter;
}

static size_t convert(struct str *out, const char *to, const char *from, const char *bytes,
                      size_t length)
{
    iconv_t converter = open_converter(to, from);
    char buffer[4096], *next = (char *)(uintptr_t)bytes;
    size_t left = length, status;
    bool is_end;
    do {
        char *end = buffer;
        size_t room = sizeof buffer;
        is_end = left == 0;
        status = iconv(converter, is_end ? NULL : &next, &left, &end, &room);
        str_add(out, buffer, (size_t)(end - buffer));
    } while (status == (size_t)-1 ? errno == E2BIG : !is_end);
    iconv_close(converter);
    return length - left;
}

/* Replaces what iconv reads of the bytes 5C and 7E by what Python reads, or the reverse. */
static void replace_signs(struct str *out, const struct encoding_signs *given, const char *text,
                          size_t length, bool is_of_python)
{
    const char *const signs[][2] = {{given->backslash, "\\"}, {given->tilde, "~"}};
    for (size_t i = 0; i < length;) {
        size_t row = 0, n = 1;
        while (row < 2 && !(signs[row][0] && strncmp(text + i, signs[row][is_of_python],
                                                     strlen(signs[row][is_of_python])) == 0))
            row++;
        if (row < 2) {
            n = strlen(signs[row][is_of_python]);
            str_add_text(out, signs[row][!is_of_python]);
        } else {
            str_add(out, text + i, 1);
        }
        i += n;
    }
}

size_t encoding_plain_length(const struct encoding *encoding, const char *bytes, size_t length)
{
    const char *others = encoding->signs ? encoding->signs->others : NULL;
    size_t n = 0;
    while (n < length && (unsigned char)bytes[n] < 0x80 && !memchr("\x0e\x0f\x1b", bytes[n], 3) &&
           !(others && memchr(others, bytes[n], strlen(others))))
        n++;
    return n;
}

size_t encoding_decode(struct str *out, const struct encoding *encoding, const char *bytes,
                       size_t length)
{
    scoped(str) text = {0};
    size_t n = convert(encoding->signs ? &text : out, "UTF-8", encoding->iconv, bytes, length);
    if (encoding->signs)
        replace_signs(out, encoding->signs, str_text(&text), text.length, false);
    return n;
}

bool encoding_encode(struct str *out, const struct encoding *encoding, const char *text,
                     size_t length)
{
    scoped(str) replaced = {0};
    if (encoding->signs) {
        replace_signs(&replaced, encoding->signs, text, length, true);
        text = str_text(&replaced);
        length = replaced.length;
    }
    return convert(out, encoding->iconv, "UTF-8", text, length) == length;
}

void encoding_restore(struct str *out, const char *name, const char *text, size_t length)
{
    const struct encoding *encoding = name ? encoding_find(name, strlen(name)) : NULL;
    scoped(str) bytes = {0};
    bool is_other = encoding && encoding->iconv && *encoding->iconv &&
                    encoding_encode(&bytes, encoding, text, length);
    str_add(out, is_other ? str_text(&bytes) : text, is_other ? bytes.length : length);
}

/* ---- A text in pieces ---- */

struct decoder {
    iconv_t converter;
    const struct encoding_signs *signs; /* NULL: ASCII is as usual */
    size_t unit;                        /* bytes of the shortest character */
    struct str scratch;
};

/* How much longer a text gets by one more letter. */
static size_t unit_of(const char *name)
{
    char encoded[64];
    size_t n[2];
    iconv_t converter = iconv_open(name, "UTF-8");
    if (converter == (iconv_t)-1)
        return 1;
    for (size_t i = 0; i < 2; i++) {
        char text[] = "aa", *from = text + i, *to = encoded;
        size_t left = 2 - i, room = sizeof encoded;
        iconv(converter, NULL, NULL, NULL, NULL);
        iconv(converter, &from, &left, &to, &room);
        n[i] = (size_t)(to - encoded);
    }
    iconv_close(converter);
    return n[0] > n[1] ? n[0] - n[1] : 1;
}

int decoder_open(struct decoder **out, const char *name, struct err *err)
{
    const struct encoding *known = encoding_find(name, strlen(name));
    const char *word = known && known->iconv && *known->iconv ? known->iconv : name;
    *out = NULL;
    if (known && !known->iconv)
        return 0;
    /* To iconv, no name is the encoding of the locale, and what follows a slash is an option. */
    iconv_t converter = *word && !strchr(word, '/') ? iconv_open("UTF-8", word) : (iconv_t)-1;
    if (converter == (iconv_t)-1)
        return err_set(err,
                       "the encoding '%s' is not known on this machine; iconv -l lists those "
                       "that are",
                       name);
    struct decoder *decoder = mem_alloc(1, sizeof *decoder);
    *decoder = (struct decoder){.converter = converter,
                                .signs = known && word != name ? known->signs : NULL,
                                .unit = unit_of(word)};
    *out = decoder;
    return 0;
}

/* Decodes up to the end, or to the start of a character that is not whole. Returns the number of
 * bytes that are left. */
static size_t decode_piece(const struct decoder *decoder, struct str *out, char *next, size_t left,
                           bool is_end)
{
    char buffer[4096];
    while (left) {
        char *end = buffer;
        size_t room = sizeof buffer, status = iconv(decoder->converter, &next, &left, &end, &room);
        str_add(out, buffer, (size_t)(end - buffer));
        if (status != (size_t)-1 || errno == E2BIG)
            continue;
        if (errno == EINVAL && !is_end)
            break;
        size_t n = decoder->unit < left ? decoder->unit : left;
        next += n;
        left -= n;
        str_add(out, "\xff", 1);
    }
    if (is_end) {
        char *end = buffer;
        size_t room = sizeof buffer;
        iconv(decoder->converter, NULL, NULL, &end, &room);
        str_add(out, buffer, (size_t)(end - buffer));
    }
    return left;
}

size_t decoder_add(struct decoder *decoder, struct str *out, const char *bytes, size_t length,
                   bool is_end)
{
    char *next = (char *)(uintptr_t)bytes;
    if (!decoder->signs)
        return length - decode_piece(decoder, out, next, length, is_end);
    str_clear(&decoder->scratch);
    size_t left = decode_piece(decoder, &decoder->scratch, next, length, is_end);
    replace_signs(out, decoder->signs, str_text(&decoder->scratch), decoder->scratch.length, false);
    return length - left;
}

void decoder_close(struct decoder *decoder)
{
    if (!decoder)
        return;
    iconv_close(decoder->converter);
    str_release(&decoder->scratch);
    free(decoder);
}
