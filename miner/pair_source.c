#include "miner/pair_source.h"

#include "base/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns a copy of a text from the input, safe to print on a terminal. */
static const char *safe_copy(struct arena *arena, const char *text)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    return arena_copy_text(arena, str_text(&safe), safe.length);
}

enum { REST_BYTES = 96 };

/* Counts an error beyond those that are listed. */
static void count_unlisted(struct input_errors *errors, int kind, const char *file, size_t line)
{
    char **rest = &errors->kinds[kind].rest;
    if (!*rest) {
        *rest = arena_alloc(errors->arena, REST_BYTES, 1);
        array_push(&errors->list, (struct input_error){.kind = kind,
                                                       .file = safe_copy(errors->arena, file),
                                                       .line = line,
                                                       .detail = *rest});
    }
    size_t n = errors->kinds[kind].n - MAX_LISTED_INPUT_ERRORS;
    snprintf(*rest, REST_BYTES, "%zu more %s of this kind %s counted, but not listed", n,
             plural((double)n, "error", "errors"), plural((double)n, "is", "are"));
}

void input_errors_add(struct input_errors *errors, int kind, const char *file, size_t line,
                      const char *format, ...)
{
    char detail[512];
    if (++errors->kinds[kind].n > MAX_LISTED_INPUT_ERRORS) {
        count_unlisted(errors, kind, file, line);
        return;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    array_push(&errors->list, (struct input_error){
                                  .kind = kind,
                                  .file = safe_copy(errors->arena, file),
                                  .line = line,
                                  .detail = safe_copy(errors->arena, detail),
                              });
}

struct unit_content *unit_content_new(void)
{
    struct unit_content *content = mem_alloc(1, sizeof *content);
    content->errors.arena = &content->arena;
    return content;
}

void unit_content_free(struct unit_content *content)
{
    if (content->free_reader)
        content->free_reader(content->reader);
    array_release(&content->versions);
    array_release(&content->errors.list);
    arena_release(&content->arena);
    free(content);
}

void source_close(struct pair_source *source)
{
    if (source->free)
        source->free(source->context);
    *source = (struct pair_source){0};
}
