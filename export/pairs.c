/* The format of tokfix's own rows: a fix with both programs, and every key in every row. */
#include "export/format.h"

#define OF(key) .member = offsetof(struct fix, key)

static const struct export_feature features[] = {
    {"id", FEATURE_TEXT, "Problem, or repository, and both submissions, or versions, joined by '-'",
     OF(id)},
    {"problem_id", FEATURE_TEXT, "The problem by its id in the source, or the git repository",
     OF(problem_id)},
    {"user_id", FEATURE_TEXT,
     "The user, or the author of the commit; often a number in place of the id in the source",
     OF(user_id)},
    {"language", FEATURE_TEXT, "Programming language, as tokfix names it", OF(language)},
    {"original_language", FEATURE_TEXT, "Language and version that the user chose; empty for git",
     OF(original_language)},
    {"buggy_submission", FEATURE_TEXT,
     "The failing submission or program, or the version before the commit", OF(buggy_submission)},
    {"fixed_submission", FEATURE_TEXT,
     "The accepted submission or the fixed program, or the version after the commit",
     OF(fixed_submission)},
    {"buggy_status", FEATURE_TEXT,
     "The judge's verdict on the failing submission; empty for git and pairs", OF(buggy_status)},
    {"buggy_date", FEATURE_INT,
     "When it was submitted, or committed, in Unix seconds; of pairs, 0 is unknown",
     OF(buggy_date)},
    {"fixed_date", FEATURE_INT, "The same for the fixed one", OF(fixed_date)},
    {"origin", FEATURE_TEXT, "real, or made by tokfix: mutant, rewrite", OF(origin)},
    {"edit", FEATURE_TEXT, "replace, insert or delete; none for a correct program", OF(edit)},
    {"category", FEATURE_TEXT, "Kind of bug; none for a correct program", OF(category)},
    {"pattern", FEATURE_TEXT, "SStuB pattern, as TSSB-3M orders them", OF(pattern)},
    {"role", FEATURE_TEXT, "What the changed identifier stands for; empty for none", OF(role)},
    {"region", FEATURE_TEXT,
     "Kind of text that the changed token belongs to: code, message, ...; empty for none",
     OF(region)},
    {"before", FEATURE_TEXT, "The changed token in the buggy program; empty for insert",
     OF(before)},
    {"after", FEATURE_TEXT, "The changed token in the fixed program; empty for delete", OF(after)},
    {"line", FEATURE_INT, "Line of the change in the buggy program, from 1; 0 for none", OF(line)},
    {"column", FEATURE_INT, "Its column, from 0, in code points", OF(column)},
    {"start_byte", FEATURE_INT, "Where the change starts in buggy_code as UTF-8, from 0",
     OF(start_byte)},
    {"end_byte", FEATURE_INT, "Where it ends, exclusive; insert: the same as start_byte",
     OF(end_byte)},
    {"token_index", FEATURE_INT, "The token that changes, from 0", OF(token_index)},
    {"n_tokens", FEATURE_INT, "Tokens of the buggy program, line ends and blocks included",
     OF(n_tokens)},
    {"repair_in_program", FEATURE_BOOL, "Whether the repair is a token elsewhere in the program",
     OF(repair_in_program)},
    {"parses", FEATURE_BOOL, "Whether both programs parse without a syntax error around the edit",
     OF(parses)},
    {"verdict_in_comment", FEATURE_BOOL,
     "Whether a comment of one of the programs contains the word of a verdict, such as TLE",
     OF(verdict_in_comment)},
    {"dialect", FEATURE_TEXT,
     "Python: 2, 3 or both; C++, C and Java: the standard or version; empty if unknown",
     OF(dialect)},
    {"split", FEATURE_TEXT, "train, validation or test, or fold1, fold2, ...; empty for none",
     OF(split)},
    {"cluster", FEATURE_TEXT,
     "The id of the fix that represents the near duplicates of this one; empty for none",
     OF(cluster)},
    {"verdict", FEATURE_TEXT,
     "What executing both programs showed; empty if they were not executed", OF(verdict)},
    {"evidence_input", FEATURE_TEXT, "An input that shows the bug; empty for none",
     OF(evidence_input)},
    {"evidence_expected", FEATURE_TEXT, "The output that is right for it", OF(evidence_expected)},
    {"evidence_actual", FEATURE_TEXT,
     "The output of the failing program, or its outcome and error as [outcome] error",
     OF(evidence_actual)},
    {"buggy_encoding", FEATURE_TEXT,
     "Python's name of the encoding in which buggy_code has the submitted bytes: utf-8 for most",
     OF(buggy_encoding)},
    {"fixed_encoding", FEATURE_TEXT, "The same for fixed_code", OF(fixed_encoding)},
    {"buggy_code", FEATURE_TEXT, "The failing program, or that before the commit", OF(buggy_code)},
    {"fixed_code", FEATURE_TEXT, "The accepted program, or that of the commit", OF(fixed_code)},
    {0},
};

/* Sets what says where the edit is to the part of the file that the example shows, as if it were
 * the program. */
static void show_part(struct fix *row, const struct excerpt *excerpt, const struct program *part)
{
    row->buggy_code = str_text(&excerpt->buggy);
    row->fixed_code = str_text(&excerpt->fixed);
    row->n_tokens = (int64_t)part->tokens.n;
    if (row->is_clean)
        return;
    row->start_byte = (int64_t)excerpt->start;
    row->end_byte = (int64_t)excerpt->end;
    row->line = excerpt->line;
    row->column = excerpt->column;
    row->token_index = (int64_t)program_token_from(part, excerpt->start);
}

static const char *write_row(const struct example *example, struct str *out)
{
    struct fix row = *example->row;
    struct example shown = *example;
    scoped(program) program = {0};
    bool is_part = example->excerpt.granularity != GRANULARITY_PROGRAM;
    bool has_tokens = example->view && example->view->has_tokens;
    const char *reason = is_part || has_tokens ? example_tokenize(example, &program) : NULL;
    if (reason)
        return reason;
    if (is_part)
        show_part(&row, &example->excerpt, &program);
    shown.row = &row;
    struct json *line = json_object();
    export_set_features(line, features, &shown);
    if (has_tokens)
        export_set_tokens(line, &program);
    export_add_row(out, line, &shown);
    return NULL;
}

const struct export_format export_format_pairs = {
    .name = "pairs",
    .summary = "a fix with both programs and all that is known about it",
    .help = "a fix with both programs; each row has all keys",
    .features = features,
    .flags = FORMAT_OWN_PARTS | FORMAT_NEGATIVES | FORMAT_PROVENANCE | FORMAT_TOKENS,
    .write = write_row,
};
