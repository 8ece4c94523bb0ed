/* page.html contains all markup, and placeholders. It is copied, and each placeholder is replaced:
 * @CSP@ by the policy, @TITLE@ and @LICENSES@ by texts in which HTML is escaped, and @STYLE@,
 * @SCRIPT@ and @DATA@ by the contents of their elements. */
#include "report/page.h"

#include "base/sha256.h"
#include "base/str.h"
#include "base/terminal.h"

#include <string.h>

static const char html[] = {
#include "report/page/page.html.inc"
};
static const char style[] = {
#include "out/charts/style.css.inc"
};
static const char script[] = {
#include "out/charts/script.js.inc"
};
static const char licenses[] = {
#include "out/charts/licenses.txt.inc"
};

struct part {
    const char *placeholder;
    const void *bytes; /* NULL: the data */
    size_t length;
};

/* Plot writes a style element into its charts, which needs 'unsafe-inline' for styles. */
static void add_policy(struct str *out)
{
    char digest[SHA256_BASE64_SIZE];
    sha256_base64(script, sizeof script - 1, digest);
    str_print(out,
              "default-src 'none'; script-src 'sha256-%s'; style-src 'unsafe-inline'; "
              "img-src data:; base-uri 'none'; form-action 'none'",
              digest);
}

/* Appends the title, escaped: a file may have any name. */
static void add_title(struct str *out, const char *database)
{
    scoped(str) safe = {0};
    str_add_text(out, "tokfix report of ");
    terminal_add_safe(&safe, database, strlen(database), 0);
    for (const char *c = str_text(&safe); *c; c++) {
        if (*c == '<')
            str_add_text(out, "&lt;");
        else if (*c == '>')
            str_add_text(out, "&gt;");
        else if (*c == '&')
            str_add_text(out, "&amp;");
        else
            str_add(out, c, 1);
    }
}

static const struct part *part_at(const struct part *parts, const char *at, size_t length)
{
    for (; parts->placeholder; parts++)
        if (strlen(parts->placeholder) <= length &&
            memcmp(at, parts->placeholder, strlen(parts->placeholder)) == 0)
            return parts;
    return NULL;
}

int page_write(FILE *out, struct db *db, const struct page_options *options,
               struct page_counts *counts, struct err *err)
{
    scoped(str) policy = {0}, title = {0};
    add_policy(&policy);
    add_title(&title, options->database);
    const struct part parts[] = {
        {"@CSP@", policy.text, policy.length},
        {"@TITLE@", title.text, title.length},
        {"@STYLE@", style, sizeof style - 1},
        {"@SCRIPT@", script, sizeof script - 1},
        {"@LICENSES@", licenses, sizeof licenses - 1},
        {"@DATA@", NULL, 0},
        {0},
    };
    int status = 0;
    for (size_t at = 0; at < sizeof html - 1 && status == 0;) {
        const struct part *part = part_at(parts, html + at, sizeof html - 1 - at);
        if (!part)
            fputc(html[at++], out);
        else if (part->bytes)
            fwrite(part->bytes, 1, part->length, out);
        else
            status = page_data_write(out, db, options, counts, err);
        at += part ? strlen(part->placeholder) : 0;
    }
    return status;
}
