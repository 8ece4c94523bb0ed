/* The skeleton holds all markup. It is written up to each placeholder, and then the text that belongs
 * there: @CSP@ the policy, @TITLE@ and @LICENSES@ texts in which HTML is escaped, and @STYLE@,
 * @SCRIPT@ and @DATA@ the contents of their elements. */
#include "report/page.h"

#include "base/sha256.h"
#include "base/str.h"

#include <string.h>

/* page_html, page_style, page_script, page_licenses: arrays of bytes without a final zero. */
#include "page.inc"

struct page {
    FILE *out;
    struct db *db;
    const struct page_options *options;
    struct page_counts *counts;
};

static void write_bytes(FILE *out, const unsigned char *bytes, size_t length)
{
    fwrite(bytes, 1, length, out);
}

static void write_html_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '<')
            fputs("&lt;", out);
        else if (text[i] == '>')
            fputs("&gt;", out);
        else if (text[i] == '&')
            fputs("&amp;", out);
        else if (text[i] == '"')
            fputs("&quot;", out);
        else
            fputc(text[i], out);
    }
}

/* Plot writes a style element into its charts, hence 'unsafe-inline' for styles. */
static int write_policy(const struct page *page, struct err *err)
{
    (void)err;
    char digest[SHA256_BASE64_SIZE];
    sha256_base64(page_script, sizeof page_script, digest);
    fprintf(page->out,
            "default-src 'none'; script-src 'sha256-%s'; style-src 'unsafe-inline'; "
            "img-src data:; base-uri 'none'; form-action 'none'",
            digest);
    return 0;
}

static int write_title(const struct page *page, struct err *err)
{
    (void)err;
    const char *database = page->options->database;
    fputs("tokfix report of ", page->out);
    write_html_text(page->out, database, strlen(database));
    return 0;
}

static int write_style(const struct page *page, struct err *err)
{
    (void)err;
    write_bytes(page->out, page_style, sizeof page_style);
    return 0;
}

static int write_licenses(const struct page *page, struct err *err)
{
    (void)err;
    write_html_text(page->out, (const char *)page_licenses, sizeof page_licenses);
    return 0;
}

static int write_script(const struct page *page, struct err *err)
{
    (void)err;
    write_bytes(page->out, page_script, sizeof page_script);
    return 0;
}

static int write_data(const struct page *page, struct err *err)
{
    return page_data_write(page->out, page->db, page->options, page->counts, err);
}

static const struct placeholder {
    const char *name;
    int (*write)(const struct page *page, struct err *err);
} placeholders[] = {
    {"@CSP@", write_policy},        {"@TITLE@", write_title},   {"@STYLE@", write_style},
    {"@LICENSES@", write_licenses}, {"@SCRIPT@", write_script}, {"@DATA@", write_data},
};

static const struct placeholder *placeholder_at(const unsigned char *at, size_t length)
{
    for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders; i++) {
        size_t n = strlen(placeholders[i].name);
        if (n <= length && memcmp(at, placeholders[i].name, n) == 0)
            return &placeholders[i];
    }
    return NULL;
}

int page_write(FILE *out, struct db *db, const struct page_options *options,
               struct page_counts *counts, struct err *err)
{
    const struct page page = {out, db, options, counts};
    size_t written = 0, at = 0;
    while (at < sizeof page_html) {
        const struct placeholder *found = placeholder_at(page_html + at, sizeof page_html - at);
        if (!found) {
            at++;
            continue;
        }
        write_bytes(out, page_html + written, at - written);
        if (found->write(&page, err) != 0)
            return ERR;
        written = at += strlen(found->name);
    }
    write_bytes(out, page_html + written, at - written);
    return 0;
}
