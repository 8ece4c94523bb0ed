/* Works code point by code point. Bytes that are not UTF-8 are shown byte by byte. */
#include "base/terminal.h"

#include "base/utf8.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MAX_COLUMNS = 1 << 30 };

static bool is_unsafe(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

/* Adds one character, or one byte that does not begin one. Returns the number of columns
 * written. */
static size_t add_character(struct str *out, const char *text, size_t length, uint32_t code)
{
    size_t before = out->length;
    if (length == 0 || is_unsafe(code)) {
        if (code == '\n' || code == '\t' || code == '\r')
            str_add_text(out, code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\r");
        else
            str_print(out, code < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)code);
        return out->length - before;
    }
    str_add(out, text, length);
    return utf8_columns_of(code);
}

size_t terminal_add_character(struct str *out, const char *text, size_t length, size_t *n_columns)
{
    uint32_t code;
    size_t n = utf8_decode(text, length, &code);
    *n_columns = add_character(out, text, n, n ? code : (unsigned char)*text);
    return n ? n : 1;
}

size_t terminal_add_safe(struct str *out, const char *text, size_t length, size_t max_columns)
{
    size_t n_written = 0;
    for (size_t i = 0, columns; i < length;) {
        size_t before = out->length;
        i += terminal_add_character(out, text + i, length - i, &columns);
        bool is_last = i == length;
        if (max_columns && n_written + columns + !is_last > max_columns) {
            out->length = before;
            str_add_text(out, "…");
            return n_written + 1;
        }
        n_written += columns;
    }
    return n_written;
}

void terminal_add_safe_lines(struct str *out, const char *text)
{
    for (;; text++) {
        size_t length = strcspn(text, "\n");
        terminal_add_safe(out, text, length, 0);
        text += length;
        if (!*text)
            return;
        str_add_text(out, "\n");
    }
}

const char *color_choice_name(int choice)
{
    static const char *const names[] = {"auto", "always", "never"};
    return choice >= 0 && choice <= COLOR_NEVER ? names[choice] : NULL;
}

bool terminal_is_dumb(void)
{
    const char *term = getenv("TERM");
    return term && strcmp(term, "dumb") == 0;
}

bool terminal_has_color(enum color_choice choice, FILE *file)
{
    if (choice != COLOR_AUTO)
        return choice == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    return isatty(fileno(file)) && !(no_color && *no_color) && !terminal_is_dumb();
}

static enum color_choice chosen = COLOR_AUTO;

void terminal_choose_color(enum color_choice choice)
{
    chosen = choice;
}

bool terminal_is_colored(FILE *file)
{
    return terminal_has_color(chosen, file);
}

void terminal_print_bold(FILE *file, const char *text)
{
    bool is_colored = terminal_is_colored(file);
    fprintf(file, "%s%s%s", is_colored ? "\033[1m" : "", text, is_colored ? "\033[0m" : "");
}

/* Returns the number of columns in a text; 0 if the text is missing or not a number of columns. */
static size_t columns_named(const char *text)
{
    char *end;
    if (!text || *text < '0' || *text > '9')
        return 0;
    unsigned long columns = strtoul(text, &end, 10); /* too large numbers are limited below */
    return *end ? 0 : columns < MAX_COLUMNS ? columns : MAX_COLUMNS;
}

size_t terminal_columns(FILE *file, size_t otherwise)
{
    struct winsize size;
    size_t columns = columns_named(getenv("COLUMNS"));
    if (columns)
        return columns;
    if (ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col;
    return otherwise;
}
