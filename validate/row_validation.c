/* See row.h. A row that breaks a rule is not held against the rules that rely on it. */
#include "validate/row_validation.h"

#include "base/utf8.h"
#include "validate/features.h"
#include "validate/json_syntax.h"

#include <string.h>

static bool is_text(const char *line, size_t length, struct row_check *check)
{
    const char *zero = memchr(line, '\0', length);
    if (zero) {
        row_check_report(check, "zero_byte", "a zero byte at byte %zu", (size_t)(zero - line));
        return false;
    }
    if (utf8_is_valid(line, length))
        return true;
    size_t good = 0, n;
    uint32_t ignored;
    while (good < length && (n = utf8_decode(line + good, length - good, &ignored)))
        good += n;
    row_check_report(check, "encoding", "no UTF-8 at byte %zu", good);
    return false;
}

/* The object of a line, or NULL. */
static struct json *parse(struct row_reader *reader, const char *line, size_t length,
                          struct row_check *check)
{
    struct json *row;
    struct err err;
    size_t byte;
    const char *error = json_syntax_error(line, length, &byte);
    if (length == 0) {
        row_check_report(check, "json", "the line is empty");
        return NULL;
    }
    if (error) {
        row_check_report(check, "json", "not JSON at byte %zu: %s", byte, error);
        return NULL;
    }
    if (json_parse(&row, line, length, &err) != 0) {
        row_check_report(check, "json", "%s", err.message);
        return NULL;
    }
    if (json_kind(row) == JSON_OBJECT)
        return row;
    bool is_chat = reader->format == &export_format_messages;
    row_check_report(check, is_chat ? "data_type" : "not_an_object", "the row is no object");
    json_free(row);
    return NULL;
}

/* Returns whether the other rules can rely on the keys. */
static bool check_keys(const struct row_reader *reader, const struct json *row,
                       struct row_check *check)
{
    if (!reader->format->has_own_rules)
        return features_check(row, reader->features, check);
    return !reader->has_ids || features_check_some(row, export_id_features, check);
}

void row_validate(struct row_reader *reader, const char *line, size_t length,
                  struct row_check *check, struct row_traits *traits, struct arena *arena)
{
    const struct export_format *format = reader->format;
    *traits = (struct row_traits){0};
    row_programs_forget(reader->programs);
    struct json *row = is_text(line, length, check) ? parse(reader, line, length, check) : NULL;
    if (!row)
        return;
    if (format) {
        check->programs = reader->programs;
        traits_take_identity(traits, row, line, length, reader->features, arena);
        bool is_good = check_keys(reader, row, check);
        if (is_good && format->check)
            format->check(row, check);
        if (is_good && reader->has_ids)
            export_check_ids(row, check);
        if (is_good && reader->compares_content) {
            traits_take_names(traits, row, reader->features, arena);
            traits_take_content(traits, row, format, reader->programs, arena, &reader->scratch);
        }
    }
    json_free(row);
}
