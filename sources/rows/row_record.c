/* A head of fixed size, and the texts, each with its final zero. */
#include "sources/rows/row_record.h"

#include <string.h>

struct record_head {
    int64_t date;
    uint64_t line, id_as_read;
    uint32_t nanoseconds, n_code;
    uint8_t kind, error, class, language;
};

static void add_text(struct str *out, const char *text)
{
    str_add(out, text, strlen(text) + 1);
}

void row_record_add(struct str *out, const struct row_record *record)
{
    struct record_head head = {
        .date = record->date.seconds,
        .line = record->line,
        .id_as_read = record->id_as_read,
        .nanoseconds = record->date.nanoseconds,
        .n_code = record->n_code,
        .kind = (uint8_t)record->kind,
        .error = (uint8_t)record->error,
        .class = (uint8_t)record->class,
        .language = (uint8_t)record->language,
    };
    str_add(out, (const char *)&head, sizeof head);
    if (record->kind == RECORD_REJECT || record->kind == RECORD_PATH)
        add_text(out, record->detail);
    if (record->kind == RECORD_REJECT)
        return;
    add_text(out, record->id);
    add_text(out, record->user);
    add_text(out, record->status);
    add_text(out, record->original_language);
}

static const char *take_text(const char **at)
{
    const char *text = *at;
    *at += strlen(text) + 1;
    return text;
}

const char *row_record_read(struct row_record *out, const char *bytes)
{
    struct record_head head;
    memcpy(&head, bytes, sizeof head);
    bytes += sizeof head;
    *out = (struct row_record){
        .kind = (enum record_kind)head.kind,
        .line = head.line,
        .id_as_read = head.id_as_read,
        .n_code = head.n_code,
        .error = (enum input_error_kind)head.error,
        .class = (enum verdict_class)head.class,
        .language = head.language,
        .date = {head.date, head.nanoseconds},
        .detail = "",
        .id = "",
        .user = "",
        .status = "",
        .original_language = "",
    };
    if (out->kind == RECORD_REJECT || out->kind == RECORD_PATH)
        out->detail = take_text(&bytes);
    if (out->kind == RECORD_REJECT)
        return bytes;
    out->id = take_text(&bytes);
    out->user = take_text(&bytes);
    out->status = take_text(&bytes);
    out->original_language = take_text(&bytes);
    return bytes;
}
