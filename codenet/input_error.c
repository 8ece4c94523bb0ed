/* See input_error.h. */
#include "codenet/input_error.h"

#include "base/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A copy of a text from the input that cannot drive a terminal. */
static const char *safe_copy(struct arena *arena, const char *text)
{
    struct str safe = {0};
    terminal_add_safe(&safe, text, strlen(text), 0);
    const char *copy = arena_copy_text(arena, str_text(&safe), safe.length);
    str_release(&safe);
    return copy;
}

enum { REST_BYTES = 64 };

/* Counts an error that is one too many to be listed. */
static void count_unlisted(struct input_errors *errors, enum input_error_kind kind,
                           const char *file, size_t line)
{
    char **rest = &errors->kinds[kind].rest;
    if (!*rest) {
        *rest = arena_alloc(errors->arena, REST_BYTES, 1);
        array_push(&errors->list, (struct input_error){.kind = kind,
                                                       .file = safe_copy(errors->arena, file),
                                                       .line = line,
                                                       .detail = *rest});
    }
    snprintf(*rest, REST_BYTES, "%zu from here on are counted, not listed",
             errors->kinds[kind].n - MAX_LISTED_INPUT_ERRORS);
}

void input_errors_add(struct input_errors *errors, enum input_error_kind kind, const char *file,
                      size_t line, const char *format, ...)
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

const char *input_error_kind_name(enum input_error_kind kind)
{
    static const char *const names[N_INPUT_ERROR_KINDS] = {
        [INPUT_METADATA_MISSING] = "metadata_missing",
        [INPUT_METADATA_UNUSABLE] = "metadata_unusable",
        [INPUT_DATA_WITHOUT_METADATA] = "data_without_metadata",
        [INPUT_ROW_MALFORMED] = "row_malformed",
        [INPUT_ROW_ID_UNSAFE] = "row_id_unsafe",
        [INPUT_ROW_VALUE] = "row_value",
        [INPUT_ROW_DUPLICATE] = "row_duplicate",
        [INPUT_SOURCE_MISSING] = "source_missing",
        [INPUT_SOURCE_OUTSIDE] = "source_outside",
        [INPUT_SOURCE_UNREADABLE] = "source_unreadable",
        [INPUT_SOURCE_TOO_LARGE] = "source_too_large",
        [INPUT_SOURCE_ENCODING] = "source_encoding",
        [INPUT_PROBLEM_CLUSTERS_UNUSABLE] = "problem_clusters_unusable",
        [INPUT_PROBLEM_CLUSTER_MALFORMED] = "problem_cluster_malformed",
        [INPUT_DESCRIPTION_UNUSABLE] = "description_unusable",
        [INPUT_ENTRY_REFUSED] = "entry_refused",
    };
    return names[kind];
}
