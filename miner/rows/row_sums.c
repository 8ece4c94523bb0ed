/* Rows that are not UTF-8 are decoded from each of some encodings. Those that read all of them are
 * named. First come those in which most characters above ASCII look as in most texts: letters that
 * are not capital, beside letters of their own script. Of these the encodings of several bytes come
 * first, because a text that is not in them soon has bytes that they do not have. */
#include "miner/rows/row_sums.h"

#include "base/encoding.h"
#include "base/mem.h"

#include <ctype.h>
#include <string.h>

enum {
    MOST_FOREIGN = 4 << 20, /* bytes that are decoded */
    LOST_OF = 100,          /* of so many rows, one may be lost */
};

void row_sums_release(struct row_sums *sums)
{
    str_release(&sums->foreign);
    str_release(&sums->odd_code);
    str_release(&sums->malformed);
    *sums = (struct row_sums){0};
}

void row_sums_add(struct row_sums *sums, const struct row_sums *next)
{
    size_t *to = (size_t *)sums;
    for (size_t i = 0; i < offsetof(struct row_sums, foreign) / sizeof *to; i++)
        to[i] += ((const size_t *)next)[i];
    if (sums->foreign.length < MOST_FOREIGN)
        str_add(&sums->foreign, str_text(&next->foreign), next->foreign.length);
    if (!sums->odd_code.length)
        str_add_text(&sums->odd_code, str_text(&next->odd_code));
    if (!sums->malformed.length)
        str_add_text(&sums->malformed, str_text(&next->malformed));
}

/* ---- Encodings ---- */

/* Those of several bytes first. */
static const char *const encodings[] = {"cp932",  "gb18030", "euc-kr", "big5",
                                        "cp1251", "koi8-r",  "cp1252", "latin1"};

enum { N_ENCODINGS = sizeof encodings / sizeof *encodings, N_WIDE = 4 };

/* Whether a character above ASCII is as most are in texts: a letter, with so many of ASCII beside
 * it, or East Asian punctuation. */
static bool is_usual(uint32_t code, int n_ascii, bool is_wide)
{
    bool is_capital = (code >= 0xc0 && code < 0xdf) || (code >= 0x400 && code < 0x430);
    bool is_narrow = code > 0xff60 && code < 0xffa0; /* katakana */
    bool is_mark = (code >= 0x3000 && code < 0x3040) || (code > 0xff00 && code <= 0xff60);
    bool is_in_word = code < 0x250 || n_ascii <= is_wide; /* of its script */
    return is_mark || (utf8_is_identifier_part(UTF8_NAMES_XID, code, true) && !is_capital &&
                       !is_narrow && is_in_word);
}

/* Returns how good a reading of the rows is, the better the lower; -1 if they cannot be read so. */
static double rate(int encoding, const struct str *rows)
{
    scoped(decoder) *decoder = NULL;
    scoped(str) text = {0};
    struct err unknown;
    size_t n_all = 0, n_usual = 0;
    if (decoder_open(&decoder, encodings[encoding], &unknown) != 0)
        return -1;
    decoder_add(decoder, &text, str_text(rows), rows->length, true);
    if (!utf8_is_valid(str_text(&text), text.length))
        return -1;
    for (size_t at = 0, n; at < text.length; at += n) {
        uint32_t code;
        n = utf8_decode(text.text + at, text.length - at, &code);
        int n_ascii = (at && isalpha((unsigned char)text.text[at - 1])) +
                      (isalpha((unsigned char)text.text[at + n]) != 0);
        n_all += n > 1;
        n_usual += n > 1 && is_usual(code, n_ascii, encoding < N_WIDE);
    }
    double odd = 1 - (double)n_usual / (double)(n_all ? n_all : 1);
    return odd < 0.5 && encoding < N_WIDE ? odd : odd + 1;
}

struct reading {
    double rate;
    int encoding;
};

static int compare(const void *a, const void *b)
{
    const struct reading *x = a, *y = b;
    return x->rate != y->rate ? COMPARE(x->rate, y->rate) : COMPARE(x->encoding, y->encoding);
}

/* Appends which encodings read the rows, and how to convert the file. */
static void add_encodings(struct str *out, const struct str *rows, const char *path)
{
    scoped_array ARRAY(struct reading) found = {0};
    scoped(str) file = {0};
    for (int i = 0; i < N_ENCODINGS; i++) {
        struct reading reading = {rate(i, rows), i};
        if (reading.rate >= 0)
            array_push(&found, reading);
    }
    array_sort(&found, compare);
    for (size_t i = 0; i < found.n; i++)
        str_print(out, "%s%s",
                  i == 0            ? "; "
                  : i + 1 < found.n ? ", "
                                    : " or ",
                  encodings[found.items[i].encoding]);
    shell_add_word(&file, path);
    if (found.n)
        str_print(out, " can read all of them: iconv -f %s -t UTF-8 %s | tokfix mine -",
                  encodings[found.items[0].encoding], str_text(&file));
}

/* ---- The checks ---- */

static int check_encoding(struct str *note, const struct row_sums *sums,
                          const struct row_file *file, const char *path, struct err *err)
{
    if (!sums->n_foreign)
        return 0;
    str_print(note, "'%s': %zu of %zu rows %s not UTF-8, and %zu cannot be used", file->name,
              sums->n_foreign, sums->n_rows, plural((double)sums->n_foreign, "is", "are"),
              sums->n_lost);
    if (sums->n_utf8 > sums->n_foreign)
        str_print(note, "; %zu others are UTF-8, so its bytes may be damaged", sums->n_utf8);
    else
        add_encodings(note, &sums->foreign, path);
    return LOST_OF * sums->n_lost > sums->n_rows ? err_set(err, "%s", note->text) : 0;
}

static int check_forms(struct str *note, const struct row_sums *sums, const struct row_file *file,
                       int side, bool is_pairs, struct err *err)
{
    const size_t *n_forms = sums->n_forms[side];
    enum code_form form = code_form_most(n_forms);
    const char *field = row_field_name(is_pairs ? (side ? ROW_FIXED : ROW_BUGGY) : ROW_CODE);
    size_t n_all = 0;
    enum code_form was = file->code_form[side];
    if (was >= CODE_NOTEBOOK && was <= CODE_ENTITIES)
        str_print(note, "%s'%s': the %s is in %s, and is decoded", note->length ? "; " : "",
                  file->name, field, code_form_words[was]);
    if (form == CODE_PLAIN || form == CODE_NOTEBOOK)
        return 0;
    for (int i = CODE_PLAIN; i < N_CODE_FORMS; i++)
        n_all += n_forms[i];
    return err_set(err,
                   "'%s': %zu of %zu rows have %s in the column of the %s, such as '%s', and not "
                   "programs: choose another column with --columns %s=COLUMN, or write programs "
                   "into this one",
                   file->name, n_forms[form], n_all, code_form_words[form], field,
                   str_text(&sums->odd_code), field);
}

int row_sums_check(struct str *note, const struct row_sums *sums, const struct row_file *file,
                   const char *path, bool is_pairs, struct err *err)
{
    if (check_encoding(note, sums, file, path, err) != 0 ||
        check_forms(note, sums, file, 0, is_pairs, err) != 0 ||
        check_forms(note, sums, file, 1, is_pairs, err) != 0)
        return ERR;
    return 2 * sums->n_malformed <= sums->n_lines
               ? 0
               : err_set(err, "'%s': %zu of %zu lines are of malformed rows; the first: %s",
                         file->name, sums->n_malformed, sums->n_lines, str_text(&sums->malformed));
}
