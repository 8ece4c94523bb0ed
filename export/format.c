/* The list of formats, those of trainers, and the keys that rows of several formats have. Keys that
 * `pairs` has, too, have the same names there. A format of some keys that are texts is a row of
 * features and a struct: see prompt-completion. */
#include "export/format.h"

#include "base/str.h"

#include <string.h>

/* ---- Keys of several formats ---- */

/* `code` is the code to correct, without context and marks: together with the answer of the row, it
 * shows which token was wrong. */
const struct export_feature export_id_features[] = {
    {"id", FEATURE_TEXT, "Problem, failing and accepted submission, joined by '-'", WRITTEN},
    {"problem_id", FEATURE_TEXT, "The problem", WRITTEN},
    {"language", FEATURE_TEXT, "Programming language, as tokfix names it", WRITTEN},
    {"category", FEATURE_TEXT, "Kind of bug; none for a correct program", WRITTEN},
    {"split", FEATURE_TEXT, "train, validation or test, or fold1, fold2, ...; empty for none",
     WRITTEN},
    {"negative", FEATURE_BOOL, "Whether the program is correct", WRITTEN},
    {"task", FEATURE_TEXT, "The task of the prompt", WRITTEN},
    {"location_marked", FEATURE_BOOL, "Whether <START> and <END> mark the place of the bug",
     WRITTEN},
    {"code", FEATURE_TEXT, "The code to correct, which the answer is about", WRITTEN},
    {0},
};

const struct export_feature export_token_features[] = {
    {"token_starts", FEATURE_INTS, "The first byte of each token in the buggy code as UTF-8",
     WRITTEN},
    {"token_ends", FEATURE_INTS, "Where each token ends, exclusive; those of layout are empty",
     WRITTEN},
    {"token_kinds", FEATURE_TEXT,
     "A letter for each: w word, n number, s string, o sign, q quote and t text of an f-string, "
     "l line_end, b block_open, e block_close",
     WRITTEN},
    {0},
};

/* The keys of the commit and the file that a fix of a git repository comes from. */
#define OF(key) .member = offsetof(struct fix, provenance.key)
#define IN(key) .member = offsetof(struct example, part.key), .is_of_example = true

const struct export_feature export_provenance_features[] = {
    {"repository", FEATURE_TEXT, "The git repository's id; empty: the fix is not from git",
     OF(repository)},
    {"url", FEATURE_TEXT, "The address of the repository; empty if unknown", OF(url)},
    {"commit", FEATURE_TEXT, "The commit that fixes the bug, in hexadecimal", OF(commit)},
    {"parent", FEATURE_TEXT, "Its only parent", OF(parent)},
    {"path", FEATURE_TEXT, "The file in the repository", OF(path)},
    {"buggy_blob", FEATURE_TEXT, "The git blob of the file before the commit; empty for mutants",
     OF(buggy_blob)},
    {"fixed_blob", FEATURE_TEXT, "The git blob of the file after the commit", OF(fixed_blob)},
    {"author", FEATURE_TEXT, "The author: as user_id, a number or a hash", OF(author)},
    {"author_date", FEATURE_INT, "When the commit was written, in Unix seconds; 0 if unknown",
     OF(author_date)},
    {"commit_date", FEATURE_INT, "When it was committed, in Unix seconds; 0 if unknown",
     OF(commit_date)},
    {"subject", FEATURE_TEXT, "First line of its message", OF(subject)},
    {"keyword", FEATURE_TEXT, "The first word in its message that means a fix; empty for none",
     OF(keyword)},
    {"sweep_size", FEATURE_INT, "Files that the commit changes", OF(sweep_size)},
    {"commit_pairs", FEATURE_INT, "Files in the mined languages that it modifies",
     OF(commit_pairs)},
    {"is_test", FEATURE_BOOL, "Whether the path is that of a test", OF(is_test)},
    {"function", FEATURE_TEXT,
     "The innermost function around the change; empty for none or one without a name",
     OF(function)},
    {"function_line", FEATURE_INT,
     "Its first line in the buggy file, from 1; 0: the change is in no function",
     OF(function_line)},
    {"function_end_line", FEATURE_INT, "Its last line, or 0", OF(function_end_line)},
    {"license", FEATURE_TEXT, "The licence of the file, an SPDX expression; empty if unknown",
     OF(license)},
    {"license_evidence", FEATURE_TEXT,
     "Where it is from: tag, in the file; file:NAME@BLOB, in files of the top folder; list",
     OF(license_evidence)},
    {"granularity", FEATURE_TEXT,
     "What the code of the row is: function; code, statements at the top level, or a class; "
     "program, the file; line",
     IN(granularity)},
    {"code_line", FEATURE_INT, "The first line of that code in the buggy file, from 1; 0 for none",
     IN(line)},
    {"code_start_byte", FEATURE_INT, "Its first byte in the buggy file as UTF-8, from 0",
     IN(start_byte)},
    {0},
};

/* ---- Writing a row ---- */

void export_add_line(struct str *out, struct json *line)
{
    json_print(out, line);
    str_add_text(out, "\n");
    json_free(line);
}

void export_set_tokens(struct json *line, const struct program *program)
{
    struct json *starts = json_array(), *ends = json_array();
    scoped(str) kinds = {0};
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        json_push_int(starts, token->start_byte);
        json_push_int(ends, token->end_byte);
        str_add(&kinds, &token_kind_letters[token->kind], 1);
    }
    json_add(line, J_VALUE("token_starts", starts), J_VALUE("token_ends", ends),
             J_TEXT("token_kinds", str_text(&kinds)));
}

void export_set_features(struct json *line, const struct export_feature *feature,
                         const struct example *example)
{
    for (; feature && feature->name; feature++) {
        const char *owner =
            feature->is_of_example ? (const char *)example : (const char *)example->row;
        const void *member = owner + feature->member;
        scoped(str) text = {0};
        if (feature->add)
            feature->add(&text, example);
        if (feature->type == FEATURE_INT)
            json_set_int(line, feature->name, *(const int64_t *)member);
        else if (feature->type == FEATURE_BOOL)
            json_set_bool(line, feature->name, *(const int64_t *)member != 0);
        else
            json_set_text(line, feature->name,
                          feature->add ? str_text(&text) : *(const char *const *)member);
    }
}

void export_add_row(struct str *out, struct json *line, const struct example *example)
{
    const struct fix *row = example->row;
    if (example->view && example->view->has_ids)
        json_add(line, J_TEXT("id", row->id), J_TEXT("problem_id", row->problem_id),
                 J_TEXT("language", row->language), J_TEXT("category", row->category),
                 J_TEXT("split", row->split), J_BOOL("negative", row->is_clean),
                 J_TEXT("task", example->view->question->name),
                 J_BOOL("location_marked", example->view->has_marks),
                 J_TEXT("code", str_text(&example->excerpt.buggy)));
    if (example->view && example->view->has_provenance)
        export_set_features(line, export_provenance_features, example);
    export_add_line(out, line);
}

/* ---- TRL: prompt and completion ---- */

static const struct export_feature completion_features[] = {
    {"prompt", FEATURE_TEXT, "The prompt for the model", .add = example_add_prompt},
    {"completion", FEATURE_TEXT, "The expected answer", .add = example_add_answer},
    {0},
};

static const struct export_format prompt_completion = {
    .name = "prompt-completion",
    .summary = "TRL: prompt, completion",
    .features = completion_features,
    .answer = "completion",
    .flags = FORMAT_ALL_QUESTIONS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS,
};

/* ---- Chat messages, for TRL, Axolotl and OpenAI's fine-tuning ---- */

static const struct export_feature message[] = {
    {"role", FEATURE_TEXT, "user or assistant", WRITTEN},
    {"content", FEATURE_TEXT, "The text of the message", WRITTEN},
    {0},
};

static const struct export_feature messages_features[] = {
    {"messages", FEATURE_RECORDS, "The user's prompt and the assistant's answer",
     .members = message},
    {0},
};

static void push_message(struct json *messages, const char *role, const char *content)
{
    json_push(messages, json_make(J_TEXT("role", role), J_TEXT("content", content)));
}

static const char *write_messages(const struct example *example, struct str *out)
{
    scoped(str) prompt = {0};
    struct json *messages = json_array();
    example_add_prompt(&prompt, example);
    push_message(messages, "user", str_text(&prompt));
    push_message(messages, "assistant", str_text(&example->answer));
    export_add_row(out, json_make(J_VALUE("messages", messages)), example);
    return NULL;
}

static struct json *describe_messages(const char *file_name)
{
    struct json *tags = json_make(J_TEXT("role_tag", "role"), J_TEXT("content_tag", "content"),
                                  J_TEXT("user_tag", "user"), J_TEXT("assistant_tag", "assistant"));
    return json_make(J_TEXT("file_name", file_name), J_TEXT("formatting", "sharegpt"),
                     J_VALUE("columns", json_make(J_TEXT("messages", "messages"))),
                     J_VALUE("tags", tags));
}

static const struct export_format messages = {
    .name = "messages",
    .summary = "chat messages: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
    .help = "chat: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
    .features = messages_features,
    .answer = "messages",
    .flags = FORMAT_ALL_QUESTIONS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS,
    .write = write_messages,
    .describe = describe_messages,
};

/* ---- TRL's preferences: the fixed code is chosen, the buggy code rejected ---- */

static const struct export_feature preference_features[] = {
    {"prompt", FEATURE_TEXT, "The prompt for the model", .add = example_add_prompt},
    {"chosen", FEATURE_TEXT, "The fixed code", .add = example_add_answer},
    {"rejected", FEATURE_TEXT, "The buggy code", .add = example_add_buggy},
    {0},
};

static struct json *describe_preference(const char *file_name)
{
    return json_make(
        J_TEXT("file_name", file_name), J_BOOL("ranking", true),
        J_VALUE("columns", json_make(J_TEXT("prompt", "prompt"), J_TEXT("chosen", "chosen"),
                                     J_TEXT("rejected", "rejected"))));
}

static const struct export_format preference = {
    .name = "preference",
    .summary = "TRL: prompt, chosen (the fix), rejected (the bug)",
    .features = preference_features,
    .answer = "chosen",
    .flags = FORMAT_IDS | FORMAT_PROMPTS | FORMAT_MARKS,
    .describe = describe_preference,
};

/* ---- Fill in the middle: the fixed code without its repaired token, and that token ---- */

/* If the fix deleted a token, the middle is empty: the model must insert nothing. */
static void add_prefix(struct str *out, const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    str_add(out, str_text(&excerpt->above), excerpt->above.length);
    str_add(out, str_text(&excerpt->fixed), excerpt->fixed_start);
}

static void add_middle(struct str *out, const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    str_add(out, str_text(&excerpt->fixed) + excerpt->fixed_start,
            excerpt->fixed_end - excerpt->fixed_start);
}

static void add_suffix(struct str *out, const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    str_add(out, str_text(&excerpt->fixed) + excerpt->fixed_end,
            excerpt->fixed.length - excerpt->fixed_end);
    str_add(out, str_text(&excerpt->below), excerpt->below.length);
}

static void ask_fim(struct str *out, const struct example *example)
{
    add_prefix(out, example);
    str_add(out, "", 1);
    add_suffix(out, example);
}

static const struct export_feature fim_features[] = {
    {"prefix", FEATURE_TEXT, "The code before the repaired token", .add = add_prefix},
    {"suffix", FEATURE_TEXT, "The code after it", .add = add_suffix},
    {"middle", FEATURE_TEXT, "The repaired token; empty if the fix deleted it", .add = add_middle},
    {0},
};

static const struct export_format fim = {
    .name = "fim",
    .summary = "fill in the middle: prefix, suffix, middle",
    .features = fim_features,
    .flags = FORMAT_IDS,
    .ask = ask_fim,
};

/* ---- Any format ---- */

/* The list is in the order of the help. */
const struct export_format *const export_formats[] = {
    &export_format_pairs,
    &export_format_nbf,
    &prompt_completion,
    &messages,
    &preference,
    &fim,
    NULL,
};

const struct export_format *export_format_find(const char *name)
{
    for (const struct export_format *const *format = export_formats; *format; format++)
        if (strcmp((*format)->name, name) == 0)
            return *format;
    return NULL;
}

static size_t add_features(struct export_feature *out, size_t n, const struct export_feature *from)
{
    for (; from && from->name; from++)
        out[n++] = *from;
    return n;
}

void export_features(struct export_feature *features, const struct export_format *format,
                     const struct export_extras *extras)
{
    size_t n = add_features(features, 0, format->features);
    if (extras->has_tokens)
        n = add_features(features, n, export_token_features);
    if (extras->has_ids)
        n = add_features(features, n, export_id_features);
    if (extras->has_provenance)
        n = add_features(features, n, export_provenance_features);
    features[n] = (struct export_feature){0};
}

bool export_format_has_provenance(const struct export_format *format, bool has_ids)
{
    return format->flags & FORMAT_PROVENANCE || (format->flags & FORMAT_IDS && has_ids);
}

const char *export_format_write(const struct export_format *format, const struct example *example,
                                struct str *out)
{
    if (format->write)
        return format->write(example, out);
    struct json *line = json_object();
    export_set_features(line, format->features, example);
    export_add_row(out, line, example);
    return NULL;
}

/* The text of an answer: itself, or the content of the last message. */
static const char *text_of(const struct json *answer)
{
    size_t n = json_is_array(answer) ? json_count(answer) : 0;
    return n ? json_text_at(json_item(answer, n - 1), "content") : json_text(answer);
}

const char *export_find_answer(const struct json *row)
{
    for (const struct export_format *const *format = export_formats; *format; format++) {
        const struct json *answer = (*format)->answer ? json_get(row, (*format)->answer) : NULL;
        const char *text = answer ? text_of(answer) : NULL;
        if (text && *text)
            return text;
    }
    return NULL;
}
