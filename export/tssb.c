/* The rows of TSSB-3M (Richter and Wehrheim, MSR 2022; github.com/cedricrupb/TSSB3M: README.md,
 * run_repo_crawler.py and run_slc_process.py, which write them; gumtree/ops.py of its library
 * code_diff writes the edit script).
 *
 * `diff` is one hunk of a unified diff, with its line "@@ -1,7 +1,7 @@" and without the lines that
 * name files. `before` and `after` are the tokens of the statement, joined by blanks; of a compound
 * statement, those of its header, while code_diff also takes as much of the body as the hunk has.
 * `likely_bug` is whether the message has a keyword, `comodified` whether the commit changes more
 * than one file.
 *
 * `edit_script` is JSON in a text: a list of operations on the syntax tree. A node is ["KIND:TEXT",
 * line, column, line, column], from 0, in the lines of the hunk that are not added. Columns are
 * bytes of a line of the diff, with its sign. A fix changes one token, so the list is one Update,
 * Insert or Delete of a leaf, or, for a token of another kind, an Insert and a Delete. code_diff
 * compares what it can parse of the hunk, and its script may be longer: it also moves the operand
 * of an added or removed operator. */
#include "base/str.h"
#include "classify/classify.h"
#include "export/format.h"
#include "export/hunk.h"
#include "fixes/forge.h"

#include <string.h>

/* tokfix has the shorter name of the paper. */
static const char *pattern_of(const struct fix *row)
{
    return strcmp(row->pattern, sstub_pattern_name(PATTERN_CHANGE_OPERAND)) == 0
               ? "CHANGE_BINARY_OPERAND"
               : row->pattern;
}

/* Appends the tokens of the line of code, joined by blanks, that contains a byte: from the layout
 * before it to the layout after it. */
static void add_statement(struct str *out, const struct program *program, int64_t byte)
{
    size_t first = program_token_from(program, (size_t)byte), end = first;
    while (end < program->tokens.n && !token_is_layout(&program->tokens.items[end]))
        end++;
    while (first > 0 && !token_is_layout(&program->tokens.items[first - 1]))
        first--;
    for (size_t i = first; i < end; i++) {
        struct token_text text = program_token_text(program, i);
        str_add_text(out, i > first ? " " : "");
        str_add(out, text.bytes, text.length);
    }
}

/* The changed leaf of a program's tree. */
struct leaf {
    const struct program *program;
    uint32_t node;
    const char *kind;
    size_t first_line; /* of the hunk, from 1 */
};

static struct leaf leaf_of(const struct program *program, int64_t byte, size_t first_line)
{
    size_t index = program_token_from(program, (size_t)byte);
    struct leaf leaf = {.program = program, .first_line = first_line};
    if (index < program->tokens.n) /* else the root */
        leaf.node = program->tokens.items[index].node;
    leaf.kind = syntax_kind_name(program->language, program->tree.nodes.items[leaf.node].kind);
    return leaf;
}

static void push_place(struct json *list, const struct leaf *leaf, size_t byte)
{
    const char *code = leaf->program->source;
    size_t line = 0, line_start = 0;
    for (size_t i = 0; i < byte; i++)
        if (code[i] == '\n') {
            line++;
            line_start = i + 1;
        }
    json_push_int(list, (int64_t)line + 1 - (int64_t)leaf->first_line);
    json_push_int(list, (int64_t)(byte - line_start) + 1 /* the sign */);
}

static const struct node *nodes_of(const struct leaf *leaf)
{
    return leaf->program->tree.nodes.items;
}

static const char *kind_of(const struct leaf *leaf, uint32_t index)
{
    return syntax_kind_name(leaf->program->language, nodes_of(leaf)[index].kind);
}

static struct json *node_of(const struct leaf *leaf, uint32_t index)
{
    const struct node *node = &nodes_of(leaf)[index];
    struct json *list = json_array();
    scoped(str) name = {0};
    str_add_text(&name, kind_of(leaf, index));
    if (index == leaf->node || node->next == index + 1) {
        size_t length = node->end_byte - node->start_byte;
        str_add_text(&name, ":");
        str_add(&name, leaf->program->source + node->start_byte, length);
    }
    json_push_text(list, str_text(&name));
    push_place(list, leaf, node->start_byte);
    push_place(list, leaf, node->end_byte);
    return list;
}

/* The number of siblings before a node. */
static int64_t position_of(const struct leaf *leaf, uint32_t index)
{
    const struct node *nodes = nodes_of(leaf);
    int64_t n = 0;
    for (uint32_t child = nodes[index].parent + 1; child < index; child = nodes[child].next)
        n++;
    return n;
}

/* A list of three or four items: what is done, with nodes, and a text or a position. */
static struct json *operation(const char *name, struct json *node, struct json *other,
                              struct json *value)
{
    struct json *list = json_array();
    json_push_text(list, name);
    json_push(list, node);
    if (other)
        json_push(list, other);
    if (value)
        json_push(list, value);
    return list;
}

static struct json *new_leaf(const char *kind, const char *text)
{
    struct json *list = json_array();
    scoped(str) name = {0};
    str_print(&name, "%s:%s", kind, text);
    json_push_text(list, str_text(&name));
    json_push_text(list, "T");
    return list;
}

/* Returns the outermost node that begins where the leaf does: what a new token is before. */
static uint32_t outermost_at(const struct leaf *leaf)
{
    const struct node *nodes = nodes_of(leaf);
    uint32_t index = leaf->node, start = nodes[index].start_byte;
    while (nodes[index].parent && nodes[nodes[index].parent].start_byte == start)
        index = nodes[index].parent;
    return index;
}

static void add_script(struct str *out, const struct fix *row, const struct program *buggy,
                       const struct program *fixed, size_t first_line)
{
    scoped(json) *script = json_array();
    struct leaf before = leaf_of(buggy, row->start_byte, first_line);
    struct leaf after = leaf_of(fixed, row->fixed_start_byte, first_line);
    bool is_updated = *row->before && *row->after && strcmp(before.kind, after.kind) == 0;
    uint32_t place = *row->before ? before.node : outermost_at(&before);
    if (is_updated)
        json_push(script, operation("Update", node_of(&before, before.node), NULL,
                                    json_text_value(row->after)));
    else if (*row->after)
        json_push(script, operation("Insert", node_of(&before, nodes_of(&before)[place].parent),
                                    new_leaf(after.kind, row->after),
                                    json_int_value(position_of(&before, place))));
    if (!is_updated && *row->before)
        json_push(script, operation("Delete", node_of(&before, before.node), NULL, NULL));
    json_print(out, script);
}

/* What of a row needs tokens and trees. */
struct analysis {
    struct str diff, before, after, script;
};

static void analysis_release(struct analysis *analysis)
{
    str_release(&analysis->diff);
    str_release(&analysis->before);
    str_release(&analysis->after);
    str_release(&analysis->script);
}
SCOPED_VALUE(analysis, analysis_release)

static bool analyze(struct analysis *out, const struct fix *row, struct syntax_parser *parser)
{
    scoped(program) buggy = {0}, fixed = {0};
    if (!program_read(&buggy, parser, row->buggy_code, row->buggy_length) ||
        !program_read(&fixed, parser, row->fixed_code, row->fixed_length))
        return false;
    size_t first_line = hunk_add(&out->diff, row);
    add_statement(&out->before, &buggy, row->start_byte);
    add_statement(&out->after, &fixed, row->fixed_start_byte);
    add_script(&out->script, row, &buggy, &fixed, first_line);
    return true;
}

static const char *write_row(const struct example *example, struct str *out)
{
    const struct fix *row = example->row;
    const struct fix_provenance *git = &row->provenance;
    const struct language *language = language_of_nbf(); /* of the same authors */
    scoped(analysis) analysis = {0};
    scoped(str) project = {0};
    if (!fix_is_of_git(row) || row->origin_number != ORIGIN_REAL)
        return "the format has commits of git repositories only";
    if (strcmp(row->language, language->name) != 0)
        return "the format has programs in Python only";
    if (!analyze(&analysis, row, syntax_parsers_get(example->parsers, language)))
        return "a file does not parse";
    forge_add_project(&project, git);
    const char *slash = strrchr(str_text(&project), '/');
    struct json *line = json_make(
        J_TEXT("project", slash ? slash + 1 : str_text(&project)),
        J_TEXT("project_url", *git->url ? git->url : git->repository),
        J_TEXT("commit_sha", git->commit), J_TEXT("parent_sha", git->parent),
        J_TEXT("file_path", git->path), J_TEXT("diff", str_text(&analysis.diff)),
        J_TEXT("before", str_text(&analysis.before)), J_TEXT("after", str_text(&analysis.after)),
        J_BOOL("likely_bug", *git->keyword), J_BOOL("comodified", git->sweep_size > 1),
        J_BOOL("in_function", git->function_line > 0), J_TEXT("sstub_pattern", pattern_of(row)),
        J_TEXT("edit_script", str_text(&analysis.script)));
    export_add_line(out, line);
    return NULL;
}

static const struct export_feature features[] = {
    {"project", FEATURE_TEXT, "The name of the repository", WRITTEN},
    {"project_url", FEATURE_TEXT, "The address of the repository, or its id if that is unknown",
     WRITTEN},
    {"commit_sha", FEATURE_TEXT, "The commit that fixes the bug, in hexadecimal", WRITTEN},
    {"parent_sha", FEATURE_TEXT, "Its parent", WRITTEN},
    {"file_path", FEATURE_TEXT, "The file in the repository", WRITTEN},
    {"diff", FEATURE_TEXT, "The change as a hunk of a unified diff, with 3 lines around it",
     WRITTEN},
    {"before", FEATURE_TEXT, "The tokens of the statement before the commit, joined by blanks",
     WRITTEN},
    {"after", FEATURE_TEXT, "The tokens of the statement after the commit", WRITTEN},
    {"likely_bug", FEATURE_BOOL, "Whether the commit's message has a word that means a fix",
     WRITTEN},
    {"comodified", FEATURE_BOOL, "Whether the commit changes more than one file", WRITTEN},
    {"in_function", FEATURE_BOOL, "Whether the change is in a function", WRITTEN},
    {"sstub_pattern", FEATURE_TEXT, "The pattern of the change, as in TSSB-3M", WRITTEN},
    {"edit_script", FEATURE_TEXT, "The change of the syntax tree, as JSON: a list of operations",
     WRITTEN},
    {0},
};

const struct export_format export_format_tssb = {
    .name = "tssb",
    .summary = "the rows of TSSB-3M and SSB-9M",
    .help = "the rows of TSSB-3M: the diff of a commit, and its statement. It has Python fixes of "
            "git repositories only",
    .features = features,
    .reads = "before|after",
    .flags = FORMAT_WHOLE,
    .write = write_row,
};
