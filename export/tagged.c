/* See tagged.h. */
#include "export/tagged.h"

#include "export/tagged_check.h"

static const struct export_feature position[] = {
    {"line", FEATURE_INT, "Line of the token in code, from 1", NULL},
    {"column", FEATURE_INT, "Its column, from 0, in code points", NULL},
    {"start_byte", FEATURE_INT, "Where it starts in code as UTF-8, from 0", NULL},
    {"end_byte", FEATURE_INT, "Where it ends, exclusive", NULL},
    {"token", FEATURE_TEXT, "The token", NULL},
    {"token_index", FEATURE_INT, "Which token of code it is, from 0, line ends and blocks included",
     NULL},
    {0},
};

static const struct export_feature features[] = {
    {"id", FEATURE_TEXT, "Problem and submission, and which part and draw it is", NULL},
    {"problem_id", FEATURE_TEXT, "The problem, by its id in the source", NULL},
    {"submission_id", FEATURE_TEXT, "The accepted submission", NULL},
    {"split", FEATURE_TEXT, "train or validation; empty for none", NULL},
    {"granularity", FEATURE_TEXT, "What code is: program, function, or code (other statements)",
     NULL},
    {"n_tags", FEATURE_INT, "Tokens that are tagged", NULL},
    {"positions", FEATURE_RECORDS, "These tokens, in their order", position},
    {"code", FEATURE_TEXT, "The correct code", NULL},
    {"tagged_code", FEATURE_TEXT, "The same with <BUG> in the place of each of these tokens", NULL},
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
    struct str text = {0};
    size_t counted = 0;
    for (size_t i = 0; i < tagged->set->numbers.n; i++) {
        uint32_t number = tagged->ground.tokens.items[tagged->set->numbers.items[i]];
        const struct token *token = &program->tokens.items[number];
        size_t start = token->start_byte - tagged->part.bytes.start;
        size_t end = token->end_byte - tagged->part.bytes.start;
        struct json *one = json_object();
        source_position_advance(&at, code, tagged->code.length, counted, start);
        counted = start;
        str_clear(&text);
        str_add(&text, code + start, end - start);
        json_set_int(one, "line", at.line);
        json_set_int(one, "column", at.column);
        json_set_int(one, "start_byte", (int64_t)start);
        json_set_int(one, "end_byte", (int64_t)end);
        json_set_text(one, "token", str_text(&text));
        json_set_int(one, "token_index", number - tagged->ground.first_token);
        json_push(list, one);
    }
    str_release(&text);
    return list;
}

static const char *write_row(const struct example *example, struct str *out)
{
    const struct tagged *tagged = example->tagged;
    struct json *line = json_object();
    json_set_text(line, "id", example->row->id);
    json_set_text(line, "problem_id", example->row->problem_id);
    json_set_text(line, "submission_id", tagged->submission_id);
    json_set_text(line, "split", tagged->split);
    json_set_text(line, "granularity", part_kind_name(tagged->part.kind));
    json_set_int(line, "n_tags", (int64_t)tagged->set->numbers.n);
    json_set(line, "positions", positions_of(tagged));
    json_set_text(line, "code", str_text(&tagged->code));
    json_set_text(line, "tagged_code", str_text(&tagged->tagged_code));
    export_add_line(out, line);
    return NULL;
}

const struct export_format export_format_tags = {
    .name = "tags",
    .summary = "tokfix's own: the code, the tagged code, and where the tags are",
    .features = features,
    .tasks = FORMAT_REPAIRS,
    .write = write_row,
    .check = tagged_check,
};
