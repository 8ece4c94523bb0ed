/* Fixes are read one at a time. The heading is made here, with the facts and the marks; the lines
 * are made by diff.h. */
#include "report/fix_text.h"

#include "base/date.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/terminal.h"
#include "db/fixes/forge.h"
#include "export/format.h"
#include "report/clip.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char query[] = {
#include "report/sql/fix_marks.sql.inc"
};

/* What tokfix dedup, split and leak have stored about a fix. Its texts may have any bytes except
 * zero; they are valid until the query is rewound. */
struct fix_marks {
    const char *split;          /* "": none */
    const char *duplicate_of;   /* id of the representative of its exact cluster; "": none */
    const char *conflicts_with; /* id of one that repairs the program differently, or to
                                 * it; or an Accepted submission; "": none */
    const char *excluded;       /* one of the reasons, and its evidence; "": none */
    int64_t n_more_reasons;     /* the number of other reasons */
};

static int get_marks(struct fix_marks *marks, struct db_statement *s, int64_t fix_key,
                     struct err *err)
{
    int status = db_run(s, err, "i", fix_key);
    if (status == 0)
        return err_set(err, "the fix %" PRId64 " has no marks; mine the dataset again", fix_key);
    *marks = (struct fix_marks){db_text(s, 0), db_text(s, 1), db_text(s, 2), db_text(s, 3),
                                db_int(s, 4)};
    return status < 0 ? ERR : 0;
}

enum {
    MAX_FIELD = 60,
    MAX_COMMIT = 64,
    MAX_EVIDENCE = 200
}; /* columns of a text of unknown origin */

static void add_field(struct str *out, const char *before, const char *text, size_t max_columns)
{
    str_add_text(out, before);
    terminal_add_safe(out, text, strlen(text), max_columns);
}

static void add_verdicts(struct str *out, const struct fix *row, const struct paint *paint)
{
    add_field(out, paint->title, row->id, 0);
    str_add_text(out, paint->end);
    if (*row->buggy_status || *row->fixed_status) { /* somebody judged them */
        add_field(out, "  ", row->buggy_status, MAX_FIELD);
        add_field(out, " -> ", row->fixed_status, MAX_FIELD);
    }
    str_add_text(out, "\n");
}

void fix_text_add_kind(struct str *out, const struct fix *row)
{
    add_field(out, "  ", row->category, MAX_FIELD);
    add_field(out, "  ", row->pattern, MAX_FIELD);
    if (*row->role)
        add_field(out, "  role ", row->role, MAX_FIELD);
    if (strcmp(row->region, "code") != 0)
        add_field(out, "  region ", row->region, MAX_FIELD);
    str_add_text(out, "\n");
}

static void add_user(struct str *out, const struct fix *row)
{
    char buggy[DATE_TEXT_SIZE], fixed[DATE_TEXT_SIZE];
    date_text(buggy, row->buggy_date);
    date_text(fixed, row->fixed_date);
    add_field(out, "  user ", row->user_id, MAX_FIELD);
    str_print(out, "  %s", buggy);
    if (strcmp(buggy, fixed) != 0)
        str_print(out, " -> %s", fixed);
}

/* Of a pair, neither the user nor the date may be known. */
static void add_submissions(struct str *out, const struct fix *row)
{
    bool has_user = *row->user_id || row->buggy_date;
    if (has_user)
        add_user(out, row);
    if (has_user || *row->original_language)
        add_field(out, "  ", row->original_language, MAX_FIELD);
    str_add_text(out, has_user || *row->original_language ? "\n" : "");
}

/* Where a fix of git comes from. */
static void add_commit(struct str *out, const struct fix *row)
{
    const struct fix_provenance *git = &row->provenance;
    char date[DATE_TEXT_SIZE];
    scoped(str) page = {0};
    date_text(date, git->commit_date);
    add_field(out, "  repository ", git->repository, MAX_FIELD);
    add_field(out, "  commit ", git->commit, MAX_COMMIT);
    str_print(out, "  %s\n", date);
    add_field(out, "  file ", git->path, MAX_EVIDENCE);
    str_print(out, ":%" PRId64, row->line);
    if (git->function_line)
        str_add_text(out, *git->function ? "  function " : "  a function without a name");
    terminal_add_safe(out, git->function, strlen(git->function), MAX_FIELD);
    str_add_text(out, git->is_test ? "  test\n" : "\n");
    if (*git->subject)
        add_field(out, "  ", git->subject, MAX_EVIDENCE);
    if (*git->keyword)
        add_field(out, "  keyword ", git->keyword, MAX_FIELD);
    str_add_text(out, *git->subject || *git->keyword ? "\n" : "");
    if (forge_add_commit(&page, git))
        add_field(out, "  ", str_text(&page), 0);
    str_add_text(out, page.length ? "\n" : "");
}

static void add_mark(struct str *out, bool *is_first, const char *what, const char *text,
                     size_t max_columns)
{
    if (!*text)
        return;
    str_add_text(out, *is_first ? "  " : ", ");
    add_field(out, what, text, max_columns);
    *is_first = false;
}

static void add_marks(struct str *out, const struct fix_marks *marks)
{
    bool is_first = true;
    add_mark(out, &is_first, "split ", marks->split, MAX_FIELD);
    add_mark(out, &is_first, "duplicate of ", marks->duplicate_of, 0);
    add_mark(out, &is_first, "conflicting with ", marks->conflicts_with, 0);
    add_mark(out, &is_first, "excluded for ", marks->excluded, MAX_EVIDENCE);
    if (marks->n_more_reasons > 0)
        str_print(out, " (%" PRId64 " more)", marks->n_more_reasons);
    str_add_text(out, is_first ? "" : "\n");
}

/* Appends as much of a token as fits, with what differs from the other in sight and marked, between
 * a colour and its end. */
static void add_token(struct str *out, const struct str *token, struct common_ends ends,
                      size_t n_columns, const char *color, const struct paint *paint)
{
    struct clip_line line = {str_text(token), 0, token->length, ends.start,
                             token->length - ends.end};
    bool is_part = ends.start || ends.end;
    scoped(str) unmark = {0};
    str_print(&unmark, "%s%s", is_part ? paint->end : "", is_part ? color : "");
    str_add_text(out, color);
    clip_add(out, &line, clip_first_column(&line, n_columns), n_columns, is_part ? paint->mark : "",
             str_text(&unmark));
    str_add_text(out, paint->end);
}

void fix_text_add_tokens(struct str *out, const struct fix *row, const struct diff_style *style)
{
    static const char becomes[] = "  becomes  ";
    const struct paint *paint = paint_of(style->has_color);
    bool is_insertion = !*row->before, is_replacement = *row->before && *row->after;
    scoped(str) before = {0}, after = {0};
    size_t room = 2 * CLIP_MIN_COLUMNS + 2 + strlen(becomes);
    room = (style->n_columns > room ? style->n_columns : room) - 2 - strlen(becomes);
    size_t n_columns = is_replacement ? room / 2 : room;
    terminal_add_safe(&before, row->before, strlen(row->before), 0);
    terminal_add_safe(&after, row->after, strlen(row->after), 0);
    struct common_ends ends =
        diff_common_ends(str_text(&before), before.length, str_text(&after), after.length);
    str_add_text(out, "  ");
    if (!is_insertion)
        add_token(out, &before, ends, n_columns, paint->removed, paint);
    str_add_text(out, is_replacement ? becomes : "");
    if (is_insertion || is_replacement)
        add_token(out, &after, ends, n_columns, paint->added, paint);
    str_add_text(out, is_replacement ? "\n" : is_insertion ? "  inserted\n" : "  deleted\n");
}

enum { MAX_EVIDENCE_LINES = 8 };

/* Adds the first lines of a text, each with a label in front. */
static void add_lines(struct str *out, const char *label, const char *text, size_t n_columns)
{
    for (int n = 0; *text || n == 0; n++) {
        size_t length = strcspn(text, "\n");
        str_print(out, "  %-9s", n ? "" : label);
        if (n == MAX_EVIDENCE_LINES) {
            str_add_text(out, "...\n");
            return;
        }
        terminal_add_safe(out, text, length, n_columns);
        str_add_text(out, "\n");
        text += length + (text[length] == '\n');
    }
}

/* What executing the fix has shown. */
static void add_evidence(struct str *out, const struct fix *row, const struct diff_style *style)
{
    size_t n_columns = style->n_columns > 30 ? style->n_columns - 12 : 0;
    if (!*row->verdict)
        return;
    add_field(out, "  executed: ", row->verdict, MAX_FIELD);
    str_add_text(out, "\n");
    if (row->outcome != FIX_REPRODUCED && row->outcome != FIX_PROVEN)
        return;
    add_lines(out, "input", row->evidence_input, n_columns);
    add_lines(out, "expected", row->evidence_expected, n_columns);
    add_lines(out, "actual", row->evidence_actual, n_columns);
}

/* Appends a heading: the id and verdicts of a fix; category, pattern, role and region; user, dates
 * and language, or commit, file, function and message; its marks, if it has any; what executing it
 * has shown; and the tokens. Then appends its lines (diff.h). All texts are shown safely
 * (base/terminal.h). Long texts are cut. */
static void add_diff(struct str *out, const struct fix *row, const struct fix_marks *marks,
                     const struct diff_style *style)
{
    add_verdicts(out, row, paint_of(style->has_color));
    fix_text_add_kind(out, row);
    if (fix_is_of_git(row))
        add_commit(out, row);
    else
        add_submissions(out, row);
    add_marks(out, marks);
    add_evidence(out, row, style);
    fix_text_add_tokens(out, row, style);
    diff_add_lines(out, row, style);
}

/* The state of writing a list of fixes. */
struct writing {
    FILE *out;
    const struct fix_text_options *options;
    struct db *db;
    struct db_statement *marks; /* NULL before the first is read */
    struct store_kinds kinds;
    struct str text;
    bool has_one;
};

static int add_fix(struct writing *writing, const struct fix *fix, int64_t fix_key, struct err *err)
{
    struct fix_marks marks = {0};
    if (writing->options->is_json) {
        const struct export_view view = {.has_provenance = writing->kinds.has_repositories};
        const struct example example = {.row = fix, .view = &view}; /* the format needs no more */
        export_format_write(&export_format_pairs, &example, &writing->text);
        return 0;
    }
    if ((!writing->marks && db_prepare(&writing->marks, writing->db, query, err) != 0) ||
        get_marks(&marks, writing->marks, fix_key, err) != 0)
        return ERR;
    add_diff(&writing->text, fix, &marks, &writing->options->style);
    db_rewind(writing->marks);
    return 0;
}

static int write_fix(void *context, const struct fix *fix, const struct fix_item *item, void *made,
                     struct err *err)
{
    struct writing *writing = context;
    struct str *text = &writing->text;
    (void)made;
    str_clear(text);
    str_add_text(text, writing->has_one && !writing->options->is_json ? "\n" : "");
    writing->has_one = true;
    if (add_fix(writing, fix, item->fix_key, err) != 0)
        return ERR;
    if (fwrite(str_text(text), 1, text->length, writing->out) == text->length)
        return 0;
    file_write_failed("-", err);
    return FIX_TEXT_NOT_TAKEN;
}

int fix_text_write(FILE *out, struct db *db, const int64_t *fix_keys, size_t n,
                   const struct fix_text_options *options, struct err *err)
{
    struct writing writing = {.out = out, .options = options, .db = db};
    struct fix_visit visit = {.context = &writing, .take = write_fix};
    scoped_memory struct fix_item *items = mem_alloc(n ? n : 1, sizeof *items);
    if (store_find_kinds(&writing.kinds, db, err) != 0)
        return ERR;
    for (size_t i = 0; i < n; i++)
        items[i].fix_key = fix_keys[i];
    int status = fixes_visit(db, items, n, &visit, err);
    db_finish(writing.marks);
    str_release(&writing.text);
    return status;
}
