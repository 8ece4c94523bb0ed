#include "export/publish/markdown.h"

#include "base/terminal.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Escapes characters that are markup within a line. Texts never start a line. */
static const char special[] = "\\`*_[]|~$";

static void add_escaped(struct str *out, char c)
{
    static const char *const entities[] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['@'] = "&#64;"};
    size_t number = (unsigned char)c;
    if (number < sizeof entities / sizeof *entities && entities[number])
        str_add_text(out, entities[number]);
    else
        str_print(out, strchr(special, c) ? "\\%c" : "%c", c);
}

/* Whether a hub makes a link of the text here: `://` and `www.` */
static bool begins_link(const char *text)
{
    return strncmp(text, "://", 3) == 0 || strncasecmp(text, "www.", 4) == 0;
}

void markdown_add_text(struct str *out, const char *text)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    for (const char *at = str_text(&safe); *at; at++) {
        if (begins_link(at))
            str_print(out, "&#%d;", *at);
        else
            add_escaped(out, *at);
    }
}

/* The fence must be longer than any fence in the text. */
static size_t longest_run(const char *text, char c)
{
    size_t longest = 0;
    for (size_t run = 0; *text; text++) {
        run = *text == c ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

void markdown_add_block(struct str *out, const char *language, const char *text)
{
    scoped(str) fence = {0};
    size_t length = longest_run(text, '`') + 1;
    for (size_t i = 0; i < length || i < 3; i++)
        str_add_text(&fence, "`");
    str_print(out, "%s%s\n", str_text(&fence), language);
    terminal_add_safe_lines(out, text);
    str_print(out, "%s%s\n", out->text[out->length - 1] == '\n' ? "" : "\n", str_text(&fence));
}
