/* The keys of the commit and the file that a fix of a git repository comes from. */
#include "export/format.h"

#include <inttypes.h>
#include <string.h>

#define OF(key) .member = offsetof(struct fix, provenance.key)

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
    {0},
};

bool export_is_object_id(const char *text)
{
    size_t length = strlen(text);
    return (length == 40 || length == 64) && strspn(text, "0123456789abcdef") == length;
}

static void check_ids(const struct json *row, const struct rule_check *check)
{
    static const char *const keys[] = {"commit", "parent", "fixed_blob", "buggy_blob"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *id = json_text_at(row, keys[i]);
        bool may_be_empty = strcmp(keys[i], "buggy_blob") == 0;
        if (!export_is_object_id(id) && !(may_be_empty && !*id))
            rule_check_report(check, "object_id", "%s is not the id of a git object: '%s'", keys[i],
                              id);
    }
}

/* A fix that is not from git has no other provenance. */
static void check_none(const struct json *row, const struct rule_check *check)
{
    for (const struct export_feature *key = export_provenance_features; key->name; key++) {
        const struct json *value = json_get(row, key->name);
        bool is_empty = key->type == FEATURE_TEXT  ? !*json_text(value)
                        : key->type == FEATURE_INT ? row_int(row, key->name) == 0
                                                   : !json_is_true(value);
        if (!is_empty)
            rule_check_report(check, "provenance", "repository is empty, but %s is not", key->name);
    }
}

void export_check_provenance(const struct json *row, const struct rule_check *check)
{
    const char *repository = json_text_at(row, "repository");
    const char *problem_id = json_text_at(row, "problem_id");
    int64_t line = row_int(row, "function_line"), end_line = row_int(row, "function_end_line");
    if (!*repository) {
        check_none(row, check);
        return;
    }
    check_ids(row, check);
    if (strcmp(repository, problem_id) != 0)
        rule_check_report(check, "provenance", "repository is '%s', but problem_id is '%s'",
                          repository, problem_id);
    if (line < 0 || end_line < line || (line == 0) != (end_line == 0))
        rule_check_report(check, "function",
                          "a function cannot be on lines %" PRId64 " to %" PRId64, line, end_line);
    if (!*json_text_at(row, "license") != !*json_text_at(row, "license_evidence"))
        rule_check_report(check, "license", "license and license_evidence: one of them is empty");
    if (row_int(row, "commit_pairs") < 1 ||
        row_int(row, "sweep_size") < row_int(row, "commit_pairs"))
        rule_check_report(check, "sweep_size",
                          "%" PRId64 " of %" PRId64 " changed files cannot be pairs",
                          row_int(row, "commit_pairs"), row_int(row, "sweep_size"));
}
