#include "tests/support/exported.h"

#include "tests/support/jsonl.h"
#include "tests/support/test.h"
#include "tokenize/program.h"
#include "tokenize/languages/language.h"

#include <ctype.h>

const char *const hostile_programs[N_HOSTILE_PROGRAMS] = {
    "«a»",
    "«a»\n",
    "\"\\\\n\" + '/' + «a»\r\n",
    "x = 1\r# lone\ry = «a»\r",
    "s = '\x01\x1b\x7f\b\f\t' # \xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xae\xc2\x85\x1c\x1e\n«a»\r\n",
    "\xef\xbb\xbf«a» # 🍎 \xf4\x8f\xbf\xbf \xc2\x80\n",
    "\f«a»\f\n\v",
    "s = '{code} {{ }} {unknown} %s %n' + «a»\n",
    "s = '</prompt_><start>' + «a» # <answer\n",
    "s = '''\n\n### Correct program\n''' + «a»\n",
    "t = '\"}],\"messages\":[' + «a»\n",
    "<fim_prefix = «a»\n",
    "s = '\\n\\\\n\\t' + «a» \\\n  + \"\\r\"\n",
    "名前 = «a»\n# é\xcc\x81\n",
};

/* The approximate end of the token at a byte. */
static size_t token_end(const struct marked *program)
{
    const char *code = str_text(&program->code);
    size_t end = program->start_byte;
    while (isalnum((unsigned char)code[end]) || code[end] == '_' ||
           (unsigned char)code[end] >= 0x80)
        end++;
    return end > program->start_byte ? end : end + (code[end] != '\0');
}

struct made_row made_row_of(const char *buggy, const char *fixed)
{
    struct made_row made = {.buggy = marked_read(buggy), .fixed = marked_read(fixed)};
    const struct marked *b = &made.buggy, *f = &made.fixed;
    marked_add_token(&made.before, b);
    marked_add_token(&made.after, f);
    struct position at = text_position(str_text(&b->code), b->code.length, b->start_byte);
    struct position then = text_position(str_text(&f->code), f->code.length, f->start_byte);
    made.row = (struct fix){
        .id = "p00001-s1-s2",
        .problem_id = "p00001",
        .user_id = "u1",
        .language = "python",
        .original_language = "Python3",
        .buggy_submission = "s1",
        .fixed_submission = "s2",
        .buggy_status = "Wrong Answer",
        .fixed_status = "Accepted",
        .buggy_date = 1,
        .fixed_date = 253402300799,
        .origin = "real",
        .edit = !made.before.length  ? "insert"
                : !made.after.length ? "delete"
                                     : "replace",
        .category = "variable_misuse",
        .pattern = "CHANGE_IDENTIFIER_USED",
        .role = "variable",
        .region = "code",
        .before = str_text(&made.before),
        .after = str_text(&made.after),
        .line = at.line,
        .column = at.column,
        .start_byte = (int64_t)b->start_byte,
        .end_byte = (int64_t)b->end_byte,
        .token_index = 5,
        .n_tokens = 6,
        .token_end_byte = (int64_t)(made.before.length ? b->end_byte : token_end(b)),
        .fixed_line = then.line,
        .fixed_column = then.column,
        .fixed_start_byte = (int64_t)f->start_byte,
        .fixed_end_byte = (int64_t)f->end_byte,
        .fixed_n_tokens = 7,
        .repair_in_program = 1,
        .parses = 1,
        .dialect = "both",
        .split = "train",
        .cluster = "p00001-s3-s4",
        .verdict = "",
        .evidence_input = "",
        .evidence_expected = "",
        .evidence_actual = "",
        .buggy_encoding = "cp932",
        .fixed_encoding = "utf-8",
        .buggy_code = str_text(&b->code),
        .fixed_code = str_text(&f->code),
        .buggy_length = b->code.length,
        .fixed_length = f->code.length,
        .place = (int64_t)b->start_byte,
    };
    made.row.place_end = made.row.token_end_byte;
    return made;
}

const struct fix_provenance made_provenance = {
    .repository = "p00001",
    .url = "https://github.com/a/b.git",
    .commit = "0123456789abcdef0123456789abcdef01234567",
    .parent = "76543210fedcba9876543210fedcba9876543210",
    .path = "src/a.py",
    .buggy_blob = "1111111111111111111111111111111111111111",
    .fixed_blob = "2222222222222222222222222222222222222222",
    .author = "f00dfeedf00dfeed",
    .author_date = 1000,
    .commit_date = 2000,
    .subject = "Fix the name",
    .keyword = "fix",
    .sweep_size = 1,
    .commit_pairs = 1,
    .function = "f",
    .function_line = 2,
    .function_end_line = 3,
    .license = "MIT",
    .license_evidence = "tag",
};

void made_row_release(struct made_row *made)
{
    marked_release(&made->buggy);
    marked_release(&made->fixed);
    str_release(&made->before);
    str_release(&made->after);
}

void made_example_init(struct made_example *made, const struct fix *row, const struct shown_as *how)
{
    scoped(lexical) *lexical = NULL;
    *made = (struct made_example){
        .view = {.granularity = how->granularity,
                 .n_context = how->n_context,
                 .has_marks = how->has_marks,
                 .has_ids = how->has_ids,
                 .has_provenance = how->has_provenance,
                 .has_tokens = how->has_tokens},
    };
    const struct question *question = question_find(how->task ? how->task : "repair");
    assert_non_null(question);
    made->question = *question;
    if (how->prompt)
        made->question.prompt = made->question.line_prompt = how->prompt;
    made->view.question = &made->question;
    made->example.parsers = &made->parsers;
    lexical = lexical_new(language_find("python"));
    made->reason = example_make(&made->example, row, &made->view, lexical);
}

void made_example_release(struct made_example *made)
{
    example_release(&made->example);
    syntax_parsers_release(&made->parsers);
}

const char *written_lines(struct str *lines, const struct export_format *format,
                          const struct fix *row, const struct shown_as *how)
{
    scoped(made_example) made = {0};
    made_example_init(&made, row, how);
    return made.reason ? made.reason : export_format_write(format, &made.example, lines);
}

static bool is_bool(const struct json *value)
{
    return json_kind(value) == JSON_BOOL;
}

static bool has_type(const struct json *value, const struct export_feature *feature)
{
    bool has_members = true;
    switch (feature->type) {
    case FEATURE_TEXT:
        return json_text(value) != NULL;
    case FEATURE_INT:
        return json_number(value, -1) > -1;
    case FEATURE_BOOL:
        return is_bool(value);
    case FEATURE_INTS:
        return json_is_array(value);
    case FEATURE_RECORDS:
        for (const struct json *one = json_first(value); one; one = json_next(one))
            for (const struct export_feature *member = feature->members; member->name; member++)
                has_members = has_members && has_type(json_get(one, member->name), member);
        return json_is_array(value) && has_members;
    }
    return false;
}

struct json *written_json(const struct export_format *format, const struct fix *row,
                          const struct shown_as *how)
{
    scoped(str) line = {0};
    struct json *json;
    const char *reason = written_lines(&line, format, row, how);
    if (reason)
        fail_msg("%s leaves the row out: %s", format->name, reason);
    assert_ptr_equal(strchr(str_text(&line), '\n'), line.text + line.length - 1); /* one line */
    assert_done(json_parse(&json, line.text, line.length, &err));
    const struct json *value = json_first(json);
    struct export_feature features[EXPORT_MAX_FEATURES];
    const struct export_feature *feature = features;
    export_features(features, format,
                    &(struct export_extras){how->has_ids, how->has_provenance, how->has_tokens});
    for (; feature->name && value; feature++, value = json_next(value)) {
        assert_string_equal(json_name(value), feature->name);
        assert_true(has_type(value, feature));
    }
    assert_true(!feature->name && !value);
    return json;
}

const char *written_text(const struct export_format *format, const struct fix *row,
                         const struct shown_as *how)
{
    static struct str text;
    scoped(json) *json = written_json(format, row, how);
    str_clear(&text);
    json_print(&text, json);
    str_add_text(&text, "\n");
    return str_text(&text);
}

const char *described(const struct export_format *format, const char *file_name)
{
    static struct str text;
    str_clear(&text);
    if (format->describe)
        export_add_line(&text, format->describe(file_name));
    return str_text(&text);
}
