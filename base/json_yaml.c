/* Uses libyaml's events for reading and writing. libyaml does not recurse. The writer here recurses
 * as deep as the value; the reader keeps its own stack. */
#include "base/json_yaml.h"

#include "base/mem.h"
#include "base/table.h"
#include "base/str.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#define DIGITS "0123456789"

/* Words that YAML 1.1 or 1.2 reads as a truth value or null, in upper or lower case. */
static bool is_word_of_yaml(const char *text, size_t length)
{
    static const char *const words[] = {"y",     "n",  "yes", "no",  "true",
                                        "false", "on", "off", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncasecmp(text, words[i], length) == 0)
            return true;
    return false;
}

/* Whether a text that begins with a digit may be something else than a text in YAML 1.1 or 1.2.
 * Such texts consist of these bytes: numbers (0x1f, 0o17, 0b1, 1_000, 1:30, 1.5e+3) and times
 * (2001-12-14t21:59:43.10 -05:00). */
static bool may_be_number(const char *text, size_t length)
{
    if (text[0] < '0' || text[0] > '9')
        return false;
    for (size_t i = 0; i < length; i++)
        if (!text[i] || !strchr(DIGITS "abcdefABCDEF_.:+-xXoOtTzZ ", text[i]))
            return false;
    return true;
}

/* Whether a code point may occur in a plain scalar and libyaml does not escape it. */
static bool is_printable(uint32_t code)
{
    if (code < 0x80)
        return code >= ' ' && code < 0x7f;
    return code >= 0xa0 && code < 0xfffe && code != 0x2028 && code != 0x2029 && code != 0xfeff;
}

static bool is_printable_text(const char *text, size_t length)
{
    for (size_t at = 0, n; at < length; at += n) {
        uint32_t code;
        n = utf8_decode(text + at, length - at, &code);
        if (n == 0 || !is_printable(code))
            return false;
    }
    return true;
}

/* Whether a text with this first character begins neither with an indicator nor with a number.
 * There are other such characters. */
static bool is_safe_start(char first)
{
    return isalnum((unsigned char)first) || (first & 0x80) || (first && strchr("_/($", first));
}

/* Whether readers of YAML 1.1 and 1.2 read a plain scalar of `length` bytes of UTF-8 in a block as
 * that text. Returns false, without a closer look, for texts that look much like numbers or
 * dates. */
static bool is_plain_text(const char *text, size_t length)
{
    if (length == 0 || !is_safe_start(text[0]) || text[length - 1] == ' ' ||
        text[length - 1] == ':' || !is_printable_text(text, length))
        return false;
    for (size_t i = 0; i + 1 < length; i++)
        if ((text[i] == ':' && text[i + 1] == ' ') || (text[i] == ' ' && text[i + 1] == '#'))
            return false;
    return !is_word_of_yaml(text, length) && !may_be_number(text, length);
}

static const char *behind_sign(const char *text)
{
    return text + (*text == '-' || *text == '+');
}

/* Whether the text consists of characters of the set, at least one. */
static bool is_all(const char *text, const char *set)
{
    size_t n = strspn(text, set);
    return n > 0 && text[n] == '\0';
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool is_float(const char *text)
{
    const char *c = behind_sign(text);
    size_t n_whole = strspn(c, DIGITS), n_fraction = 0;
    c += n_whole;
    if (*c == '.') {
        n_fraction = strspn(++c, DIGITS);
        c += n_fraction;
    }
    if (n_whole + n_fraction == 0)
        return false;
    if (*c == 'e' || *c == 'E')
        return is_all(behind_sign(c + 1), DIGITS);
    return *c == '\0';
}

static int read_int(struct json **out, const char *text, const char *digits, int base,
                    struct err *err)
{
    errno = 0;
    long long number = strtoll(digits, NULL, base);
    if (errno)
        return err_set(err, "the whole number %.40s is too large", text);
    *out = json_int_value(number);
    return 0;
}

static int read_float(struct json **out, const char *text, struct err *err)
{
    double number = strtod(text, NULL);
    if (isinf(number))
        return err_set(err, "the number %.40s is too large", text);
    *out = json_double_value(number);
    return 0;
}

/* Sets the value of a plain scalar according to the core schema (YAML 1.2.2, 10.3.2). Fails for
 * values that JSON does not have: infinity, .nan, and whole numbers beyond 64 bits. */
static int read_scalar(struct json **out, const char *text, struct err *err)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
    static const char *const truths[] = {"true", "True", "TRUE", NULL};
    static const char *const lies[] = {"false", "False", "FALSE", NULL};
    static const char *const infinities[] = {".inf", ".Inf", ".INF", NULL};
    static const char *const no_numbers[] = {".nan", ".NaN", ".NAN", NULL};
    if (text_is_one_of(behind_sign(text), infinities) || text_is_one_of(text, no_numbers))
        return err_set(err, "the number %s cannot be used here", text);
    if (is_all(behind_sign(text), DIGITS))
        return read_int(out, text, text, 10, err);
    if (strncmp(text, "0x", 2) == 0 && is_all(text + 2, DIGITS "abcdefABCDEF"))
        return read_int(out, text, text + 2, 16, err);
    if (strncmp(text, "0o", 2) == 0 && is_all(text + 2, "01234567"))
        return read_int(out, text, text + 2, 8, err);
    if (is_float(text))
        return read_float(out, text, err);
    if (text_is_one_of(text, nulls))
        *out = json_text_value(NULL);
    else if (text_is_one_of(text, truths) || text_is_one_of(text, lies))
        *out = json_bool_value(text_is_one_of(text, truths));
    else
        *out = json_text_value(text);
    return 0;
}

enum { MAX_DEPTH = 100 };

static int append(void *context, unsigned char *bytes, size_t length)
{
    str_add(context, (const char *)bytes, length);
    return 1;
}

/* Texts are UTF-8 and events are in order, so creating or writing an event fails only when memory
 * runs out. */
static void emit(yaml_emitter_t *emitter, yaml_event_t *event, int is_made)
{
    if (!is_made || !yaml_emitter_emit(emitter, event))
        mem_exhausted();
}

static void emit_scalar(yaml_emitter_t *emitter, const char *text, yaml_scalar_style_t style)
{
    yaml_event_t event;
    emit(emitter, &event,
         yaml_scalar_event_initialize(&event, NULL, NULL, (const unsigned char *)text,
                                      (int)strlen(text), true, true, style));
}

static void write_text(yaml_emitter_t *emitter, const char *text)
{
    scoped(str) clean = {0};
    utf8_add_valid(&clean, text, strlen(text));
    text = str_text(&clean);
    bool is_plain = is_plain_text(text, strlen(text));
    emit_scalar(emitter, text,
                is_plain ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

/* Numbers, truth values and null are written as in JSON, with two exceptions. 1e+30 becomes
 * 1.0e+30, because YAML 1.1 reads 1e+30 as a text. -0 becomes -0.0, because -0 is the whole number
 * 0. */
static void write_plain(yaml_emitter_t *emitter, const struct json *value)
{
    scoped(str) json = {0}, text = {0};
    json_print(&json, value);
    size_t mantissa = strcspn(str_text(&json), "e.");
    str_add(&text, str_text(&json), mantissa);
    bool has_exponent = json_kind(value) == JSON_NUMBER && json.text[mantissa] == 'e';
    if (has_exponent || strcmp(json.text, "-0") == 0)
        str_add_text(&text, ".0");
    str_add_text(&text, json.text + mantissa);
    emit_scalar(emitter, str_text(&text), YAML_PLAIN_SCALAR_STYLE);
}

static void write_value(yaml_emitter_t *emitter, const struct json *value)
{
    yaml_event_t event;
    switch (json_kind(value)) {
    case JSON_OBJECT:
        emit(emitter, &event,
             yaml_mapping_start_event_initialize(&event, NULL, NULL, true,
                                                 YAML_BLOCK_MAPPING_STYLE));
        json_each(member, value) {
            write_text(emitter, json_name(member));
            write_value(emitter, member);
        }
        emit(emitter, &event, yaml_mapping_end_event_initialize(&event));
        break;
    case JSON_ARRAY:
        emit(emitter, &event,
             yaml_sequence_start_event_initialize(&event, NULL, NULL, true,
                                                  YAML_BLOCK_SEQUENCE_STYLE));
        json_each(item, value)
            write_value(emitter, item);
        emit(emitter, &event, yaml_sequence_end_event_initialize(&event));
        break;
    case JSON_TEXT:
        write_text(emitter, json_text(value));
        break;
    default:
        write_plain(emitter, value);
    }
}

void json_to_yaml(struct str *out, const struct json *value)
{
    yaml_emitter_t emitter;
    yaml_event_t event;
    if (!yaml_emitter_initialize(&emitter))
        mem_exhausted();
    yaml_emitter_set_output(&emitter, append, out);
    yaml_emitter_set_unicode(&emitter, true);
    yaml_emitter_set_width(&emitter, -1);
    emit(&emitter, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
    emit(&emitter, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, true));
    write_value(&emitter, value);
    emit(&emitter, &event, yaml_document_end_event_initialize(&event, true));
    emit(&emitter, &event, yaml_stream_end_event_initialize(&event));
    yaml_emitter_delete(&emitter);
}

/* An array or an object that is still open. */
struct level {
    struct json *container;
    bool is_object;
    struct table names; /* of an object's members so far */
    const char *name;   /* of the member with the next value, in `names`, or NULL */
    size_t name_line;   /* from 0 */
};

struct reader {
    const char *bytes;
    size_t length;
    yaml_parser_t parser;
    struct level levels[MAX_DEPTH];
    size_t depth;
    size_t n_documents;
    struct json *root;      /* owns all containers */
    size_t n_values, asked; /* values so far, and the number of the value with the requested line */
    size_t line;            /* of that value, from 0 */
};

static int fail(const yaml_event_t *event, const char *problem, struct err *err)
{
    return err_set(err, "line %zu: %s", event->start_mark.line + 1, problem);
}

/* Returns the line of a byte, from 1. */
static size_t line_of(const struct reader *reader, size_t offset)
{
    size_t line = 1;
    for (size_t i = 0; i < offset && i < reader->length; i++)
        line += reader->bytes[i] == '\n';
    return line;
}

/* Reports the error that libyaml found. */
static int fail_syntax(const struct reader *reader, struct err *err)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        mem_exhausted();
    size_t line = parser->error == YAML_READER_ERROR ? line_of(reader, parser->problem_offset)
                                                     : parser->problem_mark.line + 1;
    return err_set(err, "line %zu: %s", line, parser->problem ? parser->problem : "not YAML");
}

/* Takes a scalar as the key of an object. */
static int take_key(struct level *level, const yaml_event_t *event, struct err *err)
{
    const char *name = (const char *)event->data.scalar.value;
    int64_t number = table_add(&level->names, name);
    if (number == TABLE_NONE)
        return err_set(err, "line %zu: duplicate key '%.200s'", event->start_mark.line + 1, name);
    level->name = level->names.keys.items[number];
    level->name_line = event->start_mark.line;
    return 0;
}

static void add_value(struct reader *reader, const yaml_event_t *event, struct json *value)
{
    struct level *level = reader->depth ? &reader->levels[reader->depth - 1] : NULL;
    if (reader->n_values++ == reader->asked)
        reader->line = level && level->is_object ? level->name_line : event->start_mark.line;
    if (!level)
        reader->root = value;
    else if (level->is_object)
        json_set(level->container, level->name, value);
    else
        json_push(level->container, value);
    if (level)
        level->name = NULL;
}

static int take_scalar(struct reader *reader, const yaml_event_t *event, struct err *err)
{
    const char *text = (const char *)event->data.scalar.value;
    struct level *level = reader->depth ? &reader->levels[reader->depth - 1] : NULL;
    struct json *value = NULL;
    struct err reason;
    if (strlen(text) != event->data.scalar.length)
        return fail(event, "a zero byte in a string", err);
    if (level && level->is_object && !level->name)
        return take_key(level, event, err);
    if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
        value = json_text_value(text);
    else if (read_scalar(&value, text, &reason) != 0)
        return fail(event, reason.message, err);
    add_value(reader, event, value);
    return 0;
}

static int begin(struct reader *reader, const yaml_event_t *event, struct json *container,
                 struct err *err)
{
    struct level *level = reader->depth ? &reader->levels[reader->depth - 1] : NULL;
    const char *problem = NULL;
    if (level && level->is_object && !level->name)
        problem = "a key must be a string";
    else if (reader->depth == MAX_DEPTH)
        problem = "lists and objects are nested too deeply";
    if (problem) {
        json_free(container);
        return fail(event, problem, err);
    }
    add_value(reader, event, container);
    reader->levels[reader->depth++] =
        (struct level){.container = container, .is_object = json_kind(container) == JSON_OBJECT};
    return 0;
}

static void end(struct reader *reader)
{
    table_release(&reader->levels[--reader->depth].names);
}

static int take_event(struct reader *reader, const yaml_event_t *event, struct err *err)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return reader->n_documents++ ? fail(event, "there is a second document", err) : 0;
    case YAML_SCALAR_EVENT:
        if (event->data.scalar.anchor || event->data.scalar.tag)
            break;
        return take_scalar(reader, event, err);
    case YAML_SEQUENCE_START_EVENT:
        if (event->data.sequence_start.anchor || event->data.sequence_start.tag)
            break;
        return begin(reader, event, json_array(), err);
    case YAML_MAPPING_START_EVENT:
        if (event->data.mapping_start.anchor || event->data.mapping_start.tag)
            break;
        return begin(reader, event, json_object(), err);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        end(reader);
        return 0;
    case YAML_ALIAS_EVENT:
        break;
    default:
        return 0;
    }
    return fail(event, "anchors (&), aliases (*) and tags (!) are not supported", err);
}

static int read_events(struct reader *reader, struct err *err)
{
    int status = 0;
    for (bool is_ended = false; status == 0 && !is_ended;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&reader->parser, &event))
            return fail_syntax(reader, err);
        is_ended = event.type == YAML_STREAM_END_EVENT;
        status = take_event(reader, &event, err);
        yaml_event_delete(&event);
    }
    return status;
}

static int read_document(struct reader *reader, struct err *err)
{
    if (!yaml_parser_initialize(&reader->parser))
        mem_exhausted();
    yaml_parser_set_input_string(&reader->parser, (const unsigned char *)reader->bytes,
                                 reader->length);
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    int status = read_events(reader, err);
    yaml_parser_delete(&reader->parser);
    while (reader->depth)
        end(reader);
    return status;
}

int json_from_yaml(struct json **out, const char *bytes, size_t length, struct err *err)
{
    struct reader reader = {.bytes = bytes, .length = length};
    int status = read_document(&reader, err);
    if (status != 0)
        json_free(reader.root);
    else
        *out = reader.root ? reader.root : json_text_value(NULL);
    return status;
}

void json_yaml_add_library(struct str *out)
{
    str_print(out, "libyaml %s", yaml_get_version_string());
}
