/* See forms.h. */
#include "tests/support/forms.h"

#include "tests/support/rewrites.h"
#include "tests/support/test.h"

/* Functions that no benchmark has, longer than the program that they stand beside. */
static void add_functions(struct str *out, const char *code, const char *before)
{
    size_t n = code_token_count(code, strlen(code)) / 20 + 1;
    for (size_t i = 0; i < n; i++)
        str_print(out,
                  "%sdef rotated_%zu(values):\n%s    ordered = sorted(set(values))\n"
                  "%s    return ordered[%zu:] + ordered[:%zu]\n",
                  before, i, before, before, i, i);
}

static void add_indented(struct str *out, const char *header, const char *code)
{
    str_add_text(out, header);
    rewrite_indentation(out, code, "    ", "    ");
    str_add_text(out, "\n");
    add_functions(out, code, "    ");
}

static bool write_rewritten(enum form form, struct str *out, const char *code)
{
    scoped(str) inner = {0};
    bool is_there = true;
    switch (form) {
    case RENAMED_IN_CLASS:
        rewrite_names(&inner, code, false);
        add_indented(out, "class Solution:\n", str_text(&inner));
        break;
    case TOKEN_CHANGED_IN_CLASS:
        is_there = rewrite_token(&inner, code, "7907");
        add_indented(out, "class Solution:\n", str_text(&inner));
        break;
    case WITHOUT_TEXTS:
        rewrite_without_texts(out, code);
        is_there = strcmp(str_text(out), code) != 0;
        break;
    case OTHER_PROGRAM:
        add_functions(out, code, "");
        break;
    default:
        fail();
    }
    return is_there;
}

bool form_write(enum form form, struct str *out, const char *code)
{
    switch (form) {
    case VERBATIM:
        str_add_text(out, code);
        return true;
    case INDENTED_BY_TABS:
        rewrite_indentation(out, code, "\t", "");
        return true;
    case INDENTED_OTHERWISE:
        rewrite_indentation(out, code, strlen(code) % 2 ? "  " : "        ", "");
        return true;
    case COMMENTED:
        rewrite_comments(out, code);
        return true;
    case RENAMED:
        return rewrite_names(out, code, false);
    case AFTER_CODE:
        str_add_text(out, "import sys\nfor line in sys.stdin:\n    print(line.split()[0])\n");
        add_functions(out, code, "");
        str_add_text(out, code);
        return true;
    case AMONG_FUNCTIONS:
        add_functions(out, code, "");
        str_add_text(out, code);
        str_add_text(out, "\n\ndef main():\n    print(rotated_0(map(int, input().split())))\n");
        return true;
    case IN_CLASS:
        add_indented(out, "class Solution:\n", code);
        return true;
    case IN_IF:
        add_indented(out, "import sys\nif len(sys.argv) > 7:\n", code);
        return true;
    case TOKEN_CHANGED:
        return rewrite_token(out, code, "7907");
    case NAME_SWAPPED:
        return rewrite_names(out, code, true);
    case FIRST_HALF:
        return rewrite_first_half(out, code);
    default:
        return write_rewritten(form, out, code);
    }
}
