/* The check rebuilds the tagged code from code and positions, in their order, and compares it with
 * the row's. It stops at the first wrong position, because the later ones cannot be judged. */
#include "export/tagged.h"

#include <inttypes.h>
#include <string.h>

struct tagged_row {
    const char *code;
    size_t length;
    bool is_whole;      /* a program */
    struct str rebuilt; /* the code with tags, up to `end` */
    size_t end;         /* of the previous position */
    int64_t index;      /* of its token; -1 before the first position */
    struct position at; /* of `counted` */
    size_t counted;
};

struct tag_position {
    int64_t line, column, start, end, index;
    const char *token;
};

static void check_names(const struct json *row, struct rule_check *check)
{
    const char *const kinds[] = {part_kind_names[PART_PROGRAM], part_kind_names[PART_FUNCTION],
                                 part_kind_names[PART_CODE], NULL};
    const char *granularity = json_text_at(row, "granularity");
    scoped(str) id = {0};
    str_print(&id, "%s-%s~", json_text_at(row, "problem_id"), json_text_at(row, "submission_id"));
    if (strncmp(json_text_at(row, "id"), str_text(&id), id.length) != 0)
        rule_check_report(check, "id",
                          "'%s' does not begin with the row's problem and submission, '%s'",
                          json_text_at(row, "id"), str_text(&id));
    rule_check_split(row, check);
    if (strcmp(json_text_at(row, "split"), "test") == 0)
        rule_check_report(check, "test_set",
                          "split is test, but tagged rows are for training only");
    if (!text_is_one_of(granularity, kinds))
        rule_check_report(check, "unknown_name", "'%s' is not a granularity", granularity);
}

/* Whether the bytes are usable: inside the code, not part of a character, and after those of the
 * previous position. */
static bool check_bytes(const struct tagged_row *row, const struct tag_position *position,
                        struct rule_check *check)
{
    int64_t start = position->start;
    if (!rule_check_bytes(check, "code", row->code, row->length, start, position->end, false))
        return false;
    if ((uint64_t)start >= row->end && position->index > row->index)
        return true;
    rule_check_report(check, "order",
                      "token %" PRId64 " at byte %" PRId64 " is not after the previous token",
                      position->index, start);
    return false;
}

static void check_place(struct tagged_row *row, const struct tag_position *position,
                        struct rule_check *check)
{
    size_t start = (size_t)position->start, length = (size_t)position->end - start;
    if (strlen(position->token) != length ||
        memcmp(position->token, row->code + start, length) != 0)
        rule_check_report(check, "token", "the bytes are '%.*s', not '%s'",
                          (int)(length < 80 ? length : 80), row->code + start, position->token);
    source_position_advance(&row->at, row->code, row->length, row->counted, start);
    row->counted = start;
    if (position->line != row->at.line || position->column != row->at.column)
        rule_check_report(check, "place",
                          "start_byte is at line %u, column %u, not at %" PRId64 ", %" PRId64,
                          row->at.line, row->at.column, position->line, position->column);
}

static void check_token(const struct program *program, const struct tag_position *position,
                        struct rule_check *check)
{
    uint64_t index = (uint64_t)position->index;
    const struct token *token = index < program->tokens.n ? &program->tokens.items[index] : NULL;
    if (!token || token_is_layout(token) || token->start_byte != position->start ||
        token->end_byte != position->end)
        rule_check_report(check, "token_index",
                          "token %" PRId64 " is not the one at bytes %" PRId64 " to %" PRId64,
                          position->index, position->start, position->end);
}

/* Returns false if the later positions cannot be judged. */
static bool check_position(struct tagged_row *row, const struct json *item,
                           const struct program *program, struct rule_check *check)
{
    struct tag_position position = {
        .line = row_int(item, "line"),
        .column = row_int(item, "column"),
        .start = row_int(item, "start_byte"),
        .end = row_int(item, "end_byte"),
        .index = row_int(item, "token_index"),
        .token = json_text_at(item, "token"),
    };
    if (!check_bytes(row, &position, check))
        return false;
    check_place(row, &position, check);
    if (program)
        check_token(program, &position, check);
    str_add(&row->rebuilt, row->code + row->end, (size_t)position.start - row->end);
    str_add_text(&row->rebuilt, tag_mark);
    row->end = (size_t)position.end;
    row->index = position.index;
    return true;
}

/* The rows do not say their language. */
static const struct program *tokenize(const struct tagged_row *row, struct rule_check *check)
{
    if (!row->is_whole || !check->programs)
        return NULL;
    const struct program *program =
        row_programs_tokenize(check->programs, languages[0], ROW_BUGGY, row->code, row->length);
    if (!program)
        rule_check_report(check, "syntax", "code cannot be cut into tokens");
    return program;
}

static void check_tagged(struct tagged_row *row, const char *tagged_code, struct rule_check *check)
{
    str_add(&row->rebuilt, row->code + row->end, row->length - row->end);
    if (strstr(row->code, tag_mark))
        rule_check_report(check, "tagged_code", "code contains %s", tag_mark);
    else if (strcmp(str_text(&row->rebuilt), tagged_code) != 0)
        rule_check_report(check, "tagged_code",
                          "tagged_code is not code with its tagged tokens replaced by %s",
                          tag_mark);
}

/* Checks a row that has all keys with their types. Rules: `id`, `test_set`, `unknown_name` (split,
 * granularity), `n_tags`; for each position `bytes`, `order`, `token`, `place`; `tagged_code`:
 * if the tokens replace its tags, it is equal to the code, which has no tags; and for whole
 * programs `syntax` and `token_index`. Parts may not parse alone; their token_index must ascend. */
static void check_row(const struct json *json, struct rule_check *check)
{
    const struct json *positions = json_get(json, "positions");
    struct tagged_row row = {
        .code = json_text_at(json, "code"), .index = -1, .at = {.line = 1, .column = 0}};
    int64_t n_tags = row_int(json, "n_tags");
    row.length = strlen(row.code);
    row.is_whole = strcmp(json_text_at(json, "granularity"), part_kind_names[PART_PROGRAM]) == 0;
    check_names(json, check);
    if (n_tags < 1 || (uint64_t)n_tags != json_count(positions))
        rule_check_report(check, "n_tags",
                          "n_tags is %" PRId64 ", but the number of positions is %zu", n_tags,
                          json_count(positions));
    const struct program *program = tokenize(&row, check);
    const struct json *item = json_first(positions);
    while (item && check_position(&row, item, program, check))
        item = json_next(item);
    if (!item)
        check_tagged(&row, json_text_at(json, "tagged_code"), check);
    str_release(&row.rebuilt);
}

static void take_traits(struct row_traits *traits, const struct traits_source *source)
{
    const char *code = json_text_at(source->row, "code");
    row_traits_add_text(source, json_text_at(source->row, "split"));
    row_traits_add_text(source, json_text_at(source->row, "tagged_code"));
    row_traits_set(traits, TRAIT_TAGGED, source);
    row_traits_add_text(source, code);
    row_traits_set(traits, TRAIT_ANSWER, source);
    row_traits_set_text(traits, TRAIT_CODE, code);
}

static const struct export_feature position[] = {
    {"line", FEATURE_INT, "Line of the token in code, from 1", WRITTEN},
    {"column", FEATURE_INT, "Its column, from 0, in code points", WRITTEN},
    {"start_byte", FEATURE_INT, "Its first byte in code as UTF-8, from 0", WRITTEN},
    {"end_byte", FEATURE_INT, "The byte after its last one", WRITTEN},
    {"token", FEATURE_TEXT, "The token", WRITTEN},
    {"token_index", FEATURE_INT,
     "Its number among the tokens of code, from 0, line ends and blocks included", WRITTEN},
    {0},
};

static const struct export_feature features[] = {
    {"id", FEATURE_TEXT, "Problem, submission, part of the program and number of the draw",
     WRITTEN},
    {"problem_id", FEATURE_TEXT, "The problem, by its id in the source", WRITTEN},
    {"submission_id", FEATURE_TEXT, "The accepted submission", WRITTEN},
    {"split", FEATURE_TEXT, "train or validation; empty for none", WRITTEN},
    {"granularity", FEATURE_TEXT, "Kind of code: program, function, or code (other statements)",
     WRITTEN},
    {"n_tags", FEATURE_INT, "Number of tagged tokens", WRITTEN},
    {"positions", FEATURE_RECORDS, "The tagged tokens, in their order", .members = position},
    {"code", FEATURE_TEXT, "The correct code", WRITTEN},
    {"tagged_code", FEATURE_TEXT, "The code with <BUG> in place of each tagged token", WRITTEN},
    {0},
};

void tagged_fill(struct tagged *tagged)
{
    const struct byte_range *bytes = &tagged->part.bytes;
    str_clear(&tagged->code);
    str_clear(&tagged->tagged_code);
    str_add(&tagged->code, tagged->program->source + bytes->start, bytes->end - bytes->start);
    tag_apply(&tagged->tagged_code, tagged->program, &tagged->part, &tagged->ground, tagged->set);
}

void tagged_release(struct tagged *tagged)
{
    tag_ground_release(&tagged->ground);
    str_release(&tagged->code);
    str_release(&tagged->tagged_code);
}

static struct json *positions_of(const struct tagged *tagged)
{
    struct json *list = json_array();
    const struct program *program = tagged->program;
    const char *code = str_text(&tagged->code);
    struct position at = {.line = 1};
    scoped(str) text = {0};
    size_t counted = 0;
    for (size_t i = 0; i < tagged->set->numbers.n; i++) {
        uint32_t number = tagged->ground.tokens.items[tagged->set->numbers.items[i]];
        const struct token *token = &program->tokens.items[number];
        size_t start = token->start_byte - tagged->part.bytes.start;
        size_t end = token->end_byte - tagged->part.bytes.start;
        struct json *one = json_push_object(list);
        source_position_advance(&at, code, tagged->code.length, counted, start);
        counted = start;
        str_clear(&text);
        str_add(&text, code + start, end - start);
        json_add(one, J_INT("line", at.line), J_INT("column", at.column),
                 J_INT("start_byte", (int64_t)start), J_INT("end_byte", (int64_t)end),
                 J_TEXT("token", str_text(&text)),
                 J_INT("token_index", number - tagged->ground.first_token));
    }
    return list;
}

static const char *write_row(const struct example *example, struct str *out)
{
    const struct tagged *tagged = example->tagged;
    struct json *line = json_make(
        J_TEXT("id", example->row->id), J_TEXT("problem_id", example->row->problem_id),
        J_TEXT("submission_id", tagged->submission_id), J_TEXT("split", tagged->split),
        J_TEXT("granularity", part_kind_names[tagged->part.kind]),
        J_INT("n_tags", (int64_t)tagged->set->numbers.n),
        J_VALUE("positions", positions_of(tagged)), J_TEXT("code", str_text(&tagged->code)),
        J_TEXT("tagged_code", str_text(&tagged->tagged_code)));
    export_add_line(out, line);
    return NULL;
}

const struct export_format export_format_tags = {
    .name = "tags",
    .summary = "tokfix's own format: code, tagged code, positions of the tags",
    .features = features,
    .write = write_row,
    .check = check_row,
    .take_traits = take_traits,
};
