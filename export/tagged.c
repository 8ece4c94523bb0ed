/* See tagged.h. */
#include "export/tagged.h"

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

const struct export_feature tagged_features[] = {
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

void tagged_add_line(struct str *out, const struct tagged *tagged)
{
    struct json *line = json_make(
        J_TEXT("id", tagged->id), J_TEXT("problem_id", tagged->problem_id),
        J_TEXT("submission_id", tagged->submission_id), J_TEXT("split", tagged->split),
        J_TEXT("granularity", part_kind_names[tagged->part.kind]),
        J_INT("n_tags", (int64_t)tagged->set->numbers.n),
        J_VALUE("positions", positions_of(tagged)), J_TEXT("code", str_text(&tagged->code)),
        J_TEXT("tagged_code", str_text(&tagged->tagged_code)));
    export_add_line(out, line);
}
