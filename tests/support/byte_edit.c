/* A few bytes become one of the pieces below, and sometimes also a piece of the text itself. */
#include "tests/support/byte_edit.h"

/* What changes how the rest of a text is read, and what does not. */
static const char *const pieces[] = {
    "",
    "x",
    "1",
    ".",
    "+",
    "not ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "'''",
    "\"\"\"",
    "\\",
    "\\\n",
    "\n",
    "\r\n",
    "\n\n",
    "\n    ",
    "\n\t",
    "  ",
    "#",
    "# c\n",
    "//",
    "/*",
    "*/",
    "/",
    "f'",
    "f'{",
    "f'''",
    "{x!r}",
    "!",
    "if x:\n ",
    "\n#if 0\n",
    "\n#if 1\n",
    "\n#else\n",
    "\n#endif\n",
    "#if 0",
    "#define and &&\n",
    "#include <iso646.h>\n",
    "and",
    "<:",
    "\\u0041",
    "\\u000a",
    "\x1a",
    "R\"(",
    ")\"",
    "->",
    "::",
    "import ",
    "0x",
    "1e",
    "\xc3\xa9",
    "\xc3",
    "$",
    "is ",
    "unsigned long ",
    "?",
    ";",
    ",",
    "text \"\"\"",
};

void edit_bytes(struct str *out, const char *text, size_t length, struct dice *chance)
{
    static const size_t most[] = {1, 2, 4, 40};
    size_t start = dice_below(chance, length + 1);
    if (dice_below(chance, 8) == 0)
        start = dice_below(chance, 2) ? 0 : length;
    size_t n = dice_below(chance, most[dice_below(chance, sizeof most / sizeof *most)]);
    size_t end = start + n < length ? start + n : length;
    str_add(out, text, start);
    str_add_text(out, pieces[dice_below(chance, sizeof pieces / sizeof *pieces)]);
    if (dice_below(chance, 8) == 0) { /* a piece of the program */
        size_t from = dice_below(chance, length + 1);
        str_add(out, text + from, dice_below(chance, length + 1 - from) % 60);
    }
    str_add(out, text + end, length - end);
}
