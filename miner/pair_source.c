/* What all kinds of sources share: counted faults, texts that are taken, names of units. */
#include "miner/pair_source.h"

#include "base/terminal.h"
#include "db/db.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REST_BYTES = 96 };

/* Counts an error beyond those that are listed. */
static void count_unlisted(struct input_errors *errors, enum input_error_kind kind,
                           const char *file, size_t line)
{
    char **rest = &errors->kinds[kind].rest;
    if (!*rest) {
        *rest = arena_alloc(errors->arena, REST_BYTES, 1);
        array_push(&errors->list,
                   (struct input_error){.kind = kind,
                                        .file = terminal_copy_safe(errors->arena, file),
                                        .line = line,
                                        .detail = *rest});
    }
    size_t n = errors->kinds[kind].n - MAX_LISTED_INPUT_ERRORS;
    snprintf(
        *rest, REST_BYTES, "%s counted, but not listed",
        counted((int64_t)n, "more error of this kind is", "more errors of this kind are").text);
}

const char *input_error_name(enum input_error_kind kind)
{
#define NAME(name, text) text,
    static const char *const names[N_INPUT_ERRORS] = {INPUT_ERRORS(NAME)};
#undef NAME
    return names[kind];
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
                                  .file = terminal_copy_safe(errors->arena, file),
                                  .line = line,
                                  .detail = terminal_copy_safe(errors->arena, detail),
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
    if (!content)
        return;
    if (content->free_reader)
        content->free_reader(content->reader);
    array_release(&content->versions);
    array_release(&content->others);
    array_release(&content->errors.list);
    arena_release(&content->arena);
    free(content);
}

enum input_error_kind program_text_take_file(struct program_text *text,
                                             const struct language *language, bool has_characters,
                                             enum beneath_result result, struct err *why)
{
    static const enum input_error_kind kinds[] = {
        [BENEATH_OK] = INPUT_OK,
        [BENEATH_MISSING] = INPUT_SOURCE_MISSING,
        [BENEATH_OUTSIDE] = INPUT_SOURCE_OUTSIDE,
        [BENEATH_TOO_LARGE] = INPUT_SOURCE_TOO_LARGE,
        [BENEATH_UNREADABLE] = INPUT_SOURCE_UNREADABLE,
        [BENEATH_BROKEN] = INPUT_SOURCE_UNREADABLE, /* the run fails: check() of the source */
    };
    enum input_error_kind kind = kinds[result];
    if (result == BENEATH_OK)
        program_text_take(text, language, has_characters);
    else
        text->reason = result == BENEATH_TOO_LARGE ? REJECT_TOO_LARGE : REJECT_UNREADABLE;
    if (result == BENEATH_OK && text->reason == REJECT_ENCODING) {
        scoped(str) detail = {0};
        program_text_explain_encoding(&detail, text);
        err_set(why, "%s", str_text(&detail));
        kind = INPUT_SOURCE_ENCODING;
    }
    if (text->reason != REJECT_NONE)
        program_text_release(text); /* it may be large, and is not looked at again */
    return kind;
}

void source_view_add(struct source_view *view, const char *label, const char *format, ...)
{
    scoped(str) text = {0};
    va_list args;
    if (!view)
        return;
    va_start(args, format);
    str_print_list(&text, format, args);
    va_end(args);
    array_push(&view->lines, (struct view_line){label, arena_text(&view->arena, str_text(&text))});
}

void source_view_release(struct source_view *view)
{
    array_release(&view->lines);
    arena_release(&view->arena);
}

int source_add_other_languages(struct str *out, struct db *db, struct err *err)
{
    int64_t n, n_mined, n_known = 0;
    if (db_get_int(db, &n, "SELECT sum(n_other_languages) FROM problem_rows", err) != 0 ||
        db_get_int(db, &n_mined, "SELECT count(DISTINCT language) FROM run_languages", err) != 0)
        return ERR;
    while (languages[n_known])
        n_known++;
    if (n)
        str_print(out, "%s that %stokfix does not mine",
                  counted(n, "row is in a language", "rows are in languages").text,
                  n_mined < n_known ? "--language does not choose, or that " : "");
    return 0;
}

const char *source_kind_unit(const struct source_kind *kind, size_t n)
{
    return kind->unit[0] ? kind->unit[n != 1] : plural((double)n, "problem", "problems");
}

const char *unit_in_source(const struct unit *unit)
{
    return unit->in_source ? unit->in_source : unit->id;
}

void source_add_id(struct str *out, const struct source_request *request, const char *in_source)
{
    if (request->prefix)
        str_print(out, "%s:", request->prefix);
    str_add_text(out, in_source);
}

bool source_wants(const struct source_request *request, const char *in_source)
{
    scoped(str) id = {0};
    source_add_id(&id, request, in_source);
    return !request->is_wanted || request->is_wanted(request->wanted_context, str_text(&id));
}

void source_prefix_units(struct pair_source *source, const struct source_request *request)
{
    for (size_t i = 0; request->prefix && i < source->n_units; i++) {
        scoped(str) id = {0};
        source->units[i].in_source = source->units[i].id;
        source_add_id(&id, request, source->units[i].id);
        source->units[i].id = arena_text(&source->ids, str_text(&id));
    }
}

void source_close(struct pair_source *source)
{
    if (source->free)
        source->free(source->context);
    arena_release(&source->ids);
    *source = (struct pair_source){0};
}
