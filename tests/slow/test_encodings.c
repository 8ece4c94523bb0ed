/* Texts in other encodings are read as CPython reads them (tests/oracle/encodings.py). */
#include "base/encoding.h"
#include "base/file.h"
#include "tests/support/test.h"
#include "tokenize/token.h"

/* Where iconv and Python differ, at most: sequences that iconv does not read (cp932: 80, A0, FD to
 * FF), those that it reads as another character (dashes, the user's own characters and the like),
 * and those that it reads and writes as others (cp932: ED40 to EEFC, which FA40 to FC4B repeat). */
static const struct difference {
    const char *name;
    size_t n_unread, n_other, n_lost;
} known[] = {
    {"mac_roman", 0, 2, 0},      {"mac_cyrillic", 0, 1, 0}, {"cp932", 5, 0, 373},
    {"euc_jis_2004", 0, 3, 0},   {"euc_jisx0213", 0, 3, 0}, {"gb18030", 0, 25, 0},
    {"big5", 0, 260, 0},         {"cp950", 0, 249, 0},      {"big5hkscs", 3, 0, 0},
    {"johab", 17, 0, 0},         {"tis_620", 32, 0, 0},     {"shift_jis_2004", 0, 5, 0},
    {"shift_jisx0213", 0, 6, 0},
};

static const struct difference *allowed(const char *name)
{
    static const struct difference none = {0};
    for (size_t i = 0; i < N_ITEMS(known); i++)
        if (strcmp(known[i].name, name) == 0)
            return &known[i];
    return &none;
}

static struct str read_file(const char *name, const char *ending)
{
    struct str content = {0};
    char path[80];
    snprintf(path, sizeof path, "%s.%s", name, ending);
    assert_done(file_read(&content, scratch_path(path), &err));
    return content;
}

/* Decodes all lines; one that cannot be decoded becomes empty. */
static void decode_lines(struct str *out, const struct encoding *encoding, const struct str *bytes)
{
    for (size_t done = 0; done < bytes->length;) {
        done += encoding_decode(out, encoding, bytes->text + done, bytes->length - done);
        if (done == bytes->length)
            break;
        done =
            (size_t)((char *)memchr(bytes->text + done, '\n', bytes->length - done) - bytes->text) +
            1;
        str_add_text(out, "\n");
    }
}

static struct token_text cut_line(const char **text)
{
    struct token_text line = {*text, strcspn(*text, "\n")};
    *text += line.length + 1;
    return line;
}

static bool is_same(struct token_text a, struct token_text b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

static void check_encoding(const struct encoding *encoding)
{
    scoped(str) bytes = read_file(encoding->name, "bytes"), text = read_file(encoding->name, "txt");
    scoped(str) found = {0}, written = {0};
    struct difference difference = {0};
    decode_lines(&found, encoding, &bytes);
    encoding_restore(&written, encoding->name, str_text(&found), found.length);
    const char *a = bytes.text, *b = text.text, *c = str_text(&found), *d = str_text(&written);
    while (a < bytes.text + bytes.length) {
        struct token_text given = cut_line(&a), expected = cut_line(&b), read = cut_line(&c),
                          again = cut_line(&d);
        difference.n_unread += read.length == 0;
        difference.n_other += read.length && !is_same(read, expected);
        difference.n_lost += read.length && !is_same(given, again);
    }
    const struct difference *most = allowed(encoding->name);
    if (difference.n_unread > most->n_unread || difference.n_other > most->n_other ||
        difference.n_lost > most->n_lost)
        fail_msg("%s: %zu unread, %zu other, %zu lost", encoding->name, difference.n_unread,
                 difference.n_other, difference.n_lost);
}

/* Checks a name that Python knows, and which bytes of ASCII are another character there. */
static void check_name(const char *name, const char *others)
{
    const struct encoding *encoding = encoding_find(name, strlen(name));
    if (!encoding)
        fail_msg("%s is not known", name);
    for (char byte = 1; byte > 0; byte++) {
        char hex[3];
        snprintf(hex, sizeof hex, "%02x", byte);
        bool is_shift = strchr("\x0e\x0f\x1b", byte);
        if (!is_shift && (encoding_plain_length(encoding, &byte, 1) == 0) != !!strstr(others, hex))
            fail_msg("%s: %s", name, hex);
    }
}

/* Checks all names that Python knows. Lists the encodings that iconv has. */
static void check_names(struct text_list *names)
{
    scoped(str) list = read_file("names", "txt");
    size_t n = 0;
    char *rest = NULL;
    for (char *line = strtok_r(list.text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        *strchr(line, ':') = 0;
        check_name(line, line + strlen(line) + 1);
        const struct encoding *encoding = encoding_find(line, strlen(line));
        bool is_new = encoding->iconv && *encoding->iconv;
        for (size_t i = 0; i < names->n; i++)
            is_new = is_new && names->items[i] != encoding->name;
        if (is_new)
            array_push(names, encoding->name);
        n++;
    }
    printf("note: %zu names of %zu encodings are those of Python\n", n, names->n);
}

TEST(encodings__are_read_as_by_python)
{
    scoped_array struct text_list names = {0};
    scoped(str) words = {0};
    if (!has_python("how it reads encodings"))
        skip();
    run_valid(NULL, "python3 \"$SAMPLE/../oracle/encodings.py\" $SCRATCH");
    check_names(&names);
    for (size_t i = 0; i < names.n; i++)
        str_print(&words, " %s", names.items[i]);
    run_valid(NULL, "python3 \"$SAMPLE/../oracle/encodings.py\" $SCRATCH%s", str_text(&words));
    for (size_t i = 0; i < names.n; i++)
        check_encoding(encoding_find(names.items[i], strlen(names.items[i])));
}
