#include "export/rule_check.h"

#include "db/store.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rule_check_report(const struct rule_check *check, const char *rule, const char *format, ...)
{
    char detail[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    check->report(check->context, rule, detail);
}

static bool is_boundary(const char *text, int64_t byte)
{
    return ((unsigned char)text[byte] & 0xc0) != 0x80;
}

bool rule_check_bytes(const struct rule_check *check, const char *key, const char *text,
                      size_t length, int64_t start, int64_t end, bool may_be_empty)
{
    bool is_part =
        start >= 0 && (uint64_t)end <= length && (may_be_empty ? start <= end : start < end);
    if (!is_part)
        rule_check_report(check, "bytes",
                          "bytes %" PRId64 " to %" PRId64 " are outside of %s, which has %s", start,
                          end, key, counted((int64_t)length, "byte", "bytes").text);
    else if (!is_boundary(text, start) || !is_boundary(text, end))
        rule_check_report(check, "bytes", "bytes %" PRId64 " to %" PRId64 " cut a character of %s",
                          start, end, key);
    else
        return true;
    return false;
}

int64_t row_int(const struct json *row, const char *key)
{
    return (int64_t)json_number_at(row, key);
}

static const char *category_at(int number)
{
    if (number < N_CATEGORIES)
        return bug_category_name((enum bug_category)number);
    return number == N_CATEGORIES ? "none" : NULL;
}

static const char *split_at(int number)
{
    if (number < N_PARTS)
        return split_names[number];
    return number == N_PARTS ? "" : NULL;
}

bool rule_check_name(const struct json *row, const char *key, rule_check_names names,
                     const struct rule_check *check)
{
    const char *name = json_text_at(row, key);
    for (int number = 0; names(number); number++)
        if (strcmp(names(number), name) == 0)
            return true;
    rule_check_report(check, "unknown_name", "unknown %s '%s'", key, name);
    return false;
}

void rule_check_category(const struct json *row, const struct rule_check *check)
{
    rule_check_name(row, "category", category_at, check);
}

void rule_check_split(const struct json *row, const struct rule_check *check)
{
    rule_check_name(row, "split", split_at, check);
}

struct row_programs {
    struct syntax_parsers parsers;
    struct program sides[N_ROW_SIDES];
    bool is_there[N_ROW_SIDES];
};

struct row_programs *row_programs_new(void)
{
    return mem_alloc(1, sizeof(struct row_programs));
}

void row_programs_free(struct row_programs *programs)
{
    syntax_parsers_release(&programs->parsers);
    for (int side = 0; side < N_ROW_SIDES; side++)
        program_release(&programs->sides[side]);
    free(programs);
}

void row_programs_forget(struct row_programs *programs)
{
    for (int side = 0; side < N_ROW_SIDES; side++)
        programs->is_there[side] = false;
}

const struct program *row_programs_tokenize(struct row_programs *programs,
                                            const struct language *language, enum row_side side,
                                            const char *source, size_t length)
{
    programs->is_there[side] = program_tokenize(
        &programs->sides[side], row_programs_lexical(programs, language), source, length);
    return row_programs_get(programs, side);
}

bool row_programs_parse(struct row_programs *programs, enum row_side side)
{
    struct program *program = &programs->sides[side];
    return programs->is_there[side] &&
           (program->tree.nodes.n ||
            program_parse(program, syntax_parsers_get(&programs->parsers, program->language)));
}

bool row_programs_parse_part(struct row_programs *programs, enum row_side side,
                             const struct lone_part *part)
{
    struct program *program = &programs->sides[side];
    return programs->is_there[side] &&
           program_parse_part(program, syntax_parsers_get(&programs->parsers, program->language),
                              part);
}

const struct program *row_programs_get(const struct row_programs *programs, enum row_side side)
{
    return programs->is_there[side] ? &programs->sides[side] : NULL;
}

const struct lexical *row_programs_lexical(struct row_programs *programs,
                                           const struct language *language)
{
    return syntax_parser_lexical(syntax_parsers_get(&programs->parsers, language));
}
