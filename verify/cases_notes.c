#include "verify/cases_notes.h"

#include "base/str.h"
#include "base/terminal.h"

#include <stdarg.h>
#include <string.h>

static const char *safe_copy(struct arena *arena, const char *text)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    return arena_copy_text(arena, str_text(&safe), safe.length);
}

void cases_notes_add(struct cases_notes *notes, const char *file, uint64_t line, const char *format,
                     ...)
{
    if (notes->n++ >= MAX_LISTED_TEST_NOTES)
        return;
    scoped(str) reason = {0};
    va_list args;
    va_start(args, format);
    str_print_list(&reason, format, args);
    va_end(args);
    array_push(&notes->list,
               (struct test_note){.file = safe_copy(&notes->arena, file),
                                  .line = line,
                                  .reason = safe_copy(&notes->arena, str_text(&reason))});
}

void cases_notes_release(struct cases_notes *notes)
{
    arena_release(&notes->arena);
    array_release(&notes->list);
    notes->n = 0;
}
