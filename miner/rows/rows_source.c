/* The records of a problem are read when it is mined. A program is read when a pair needs it, from
 * the spool or from its file. */
#include "miner/rows/rows_source.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/patch.h"
#include "base/verdicts.h"
#include "miner/histories.h"
#include "miner/rows/row_reader.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The options ---- */

/* From this table the description of a run is written and read back. */
static const struct {
    const char *name;
    size_t offset;
} option_table[] = {
    {"--columns", offsetof(struct rows_options, columns)},
    {"--accepted", offsetof(struct rows_options, accepted)},
    {"--failing", offsetof(struct rows_options, failing)},
    {"--map-language", offsetof(struct rows_options, map_language)},
    {"--header", offsetof(struct rows_options, header)},
    {"--layout", offsetof(struct rows_options, layout)},
    {"--fixed", offsetof(struct rows_options, fixed)},
    {"--date-format", offsetof(struct rows_options, date_format)},
    {"--time-zone", offsetof(struct rows_options, time_zone)},
};

enum { N_OPTIONS = sizeof option_table / sizeof *option_table };

static const char **text_at(const struct rows_options *options, int number)
{
    return (const char **)((char *)options + option_table[number].offset);
}

/* Returns the first of these options that is given, as "--columns"; NULL if none is. */
static const char *first_option(const struct rows_options *options)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (*text_at(options, i))
            return option_table[i].name;
    return NULL;
}

/* Appends the options that are given and decide what is read, such as `--columns=user=handle
 * --accepted=OK`, as a list of words (base/str.h). */
static void describe_options(struct str *out, const struct rows_options *options)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        scoped(str) word = {0};
        if (!*text_at(options, i))
            continue;
        str_print(&word, "%s=%s", option_table[i].name, *text_at(options, i));
        word_list_add(out, str_text(&word));
    }
}

/* Sets the options to those that were described so. Texts are in the arena. */
static void recall_options(void *options, const char *described, struct arena *arena)
{
    scoped(str) word = {0};
    while (word_list_next(&word, &described))
        for (int i = 0; i < N_OPTIONS; i++) {
            size_t length = strlen(option_table[i].name);
            if (strncmp(str_text(&word), option_table[i].name, length) == 0 &&
                word.text[length] == '=')
                *text_at(options, i) = arena_text(arena, word.text + length + 1);
        }
}

/* ---- The rows ---- */

struct rows {
    struct row_collection all;
    struct str description; /* of the options */
    struct breakage breakage;
};

/* The fingerprint of a unit is that of all rows of its problem, in any order. */
static void fingerprint(void *context, const struct unit *unit, char hex[SHA256_HEX_SIZE])
{
    const struct rows *rows = context;
    const struct row_problem *problem = row_collection_problem(&rows->all, unit);
    scoped_memory char *text =
        mem_print("%" PRIu64 " %" PRIu64 " %016" PRIx64 "%016" PRIx64, problem->n_rows,
                  problem->n_bytes, problem->sum.high, problem->sum.low);
    sha256_hex(text, strlen(text), hex);
}

/* A row, and where its programs are. */
struct place {
    const struct row_file *file;
    size_t line;
    struct verdict_score score; /* beside its status */
    struct code_place {
        enum record_kind kind;
        uint64_t start; /* in the spool */
        uint32_t n_code;
        const char *path; /* of a file; NULL: unknown */
    } code[N_RECORD_SIDES];
};

struct place_list {
    struct place *items;
    size_t n, capacity;
};

struct reader {
    struct rows *rows;
    struct place_list places; /* by version.line - 1; of pairs, by half of it */
    double highest;           /* score of an Accepted version */
    /* The folder of the last path that was read, below that of the paths of its file. */
    const struct row_file *file;
    char *folder_path; /* NULL: none is open */
    struct beneath_folder root, folder;
};

/* Returns the place of the programs of a record, whose first code is at `start` in the spool. */
static struct place place_of(const struct row_record *record, const struct row_file *file,
                             uint64_t start, struct arena *arena)
{
    const struct row_record_head *head = &record->head;
    struct place place = {.file = file, .line = head->line, .score = head->score};
    for (int side = 0; side < N_RECORD_SIDES; side++) {
        const char *path = record->texts[side ? RECORD_FIXED_FILE : RECORD_FILE];
        place.code[side] = (struct code_place){.kind = (enum record_kind)head->kind[side],
                                               .start = start,
                                               .n_code = head->n_code[side],
                                               .path = *path ? arena_text(arena, path) : NULL};
        start += head->n_code[side];
    }
    return place;
}

/* Adds an error of a row, or of the program of a layout at `path`. */
static void add_row_error(struct unit_content *content, enum input_error_kind kind,
                          const struct row_file *file, size_t line, const char *path,
                          const char *detail)
{
    bool is_layout = file->is_layout && path;
    input_errors_add(&content->errors, kind, is_layout ? path : file->name, is_layout ? 0 : line,
                     "%s", detail);
}

static void take_record(void *context, const char *bytes, uint64_t place)
{
    struct unit_content *content = context;
    struct reader *reader = content->reader;
    const struct row_collection *all = &reader->rows->all;
    struct arena *arena = &content->arena;
    struct row_record record;
    row_record_read(&record, bytes);
    const struct row_record_head *head = &record.head;
    const struct row_file *file = row_files_at(all->files, head->file);
    if (head->kind[0] == RECORD_REJECT) {
        add_row_error(content, (enum input_error_kind)head->error, file, head->line,
                      record.texts[RECORD_FILE],
                      arena_print(arena, "%s; row left out", record.texts[RECORD_DETAIL]));
        return;
    }
    enum verdict_class class = (enum verdict_class)head->class;
    if (class == VERDICT_NONE && !all->columns.is_pairs)
        class = row_class_of(all->request.own, record.texts[RECORD_STATUS], all->notes.traits);
    if (class == VERDICT_ACCEPTED && head->score.points > reader->highest)
        reader->highest = head->score.points;
    array_push(&reader->places, place_of(&record, file, place, arena));
    array_push(&content->versions,
               (struct version){
                   .id = arena_text(arena, record.texts[RECORD_ID]),
                   .user = arena_text(arena, record.texts[RECORD_USER]),
                   .language = languages[head->language],
                   .original_language = arena_text(arena, record.texts[RECORD_ORIGINAL_LANGUAGE]),
                   .verdict = arena_text(arena, record.texts[RECORD_STATUS]),
                   .class = class == VERDICT_NONE ? VERDICT_UNDECIDED : class,
                   .date = head->date,
                   .nanoseconds = head->nanoseconds,
                   .line = reader->places.n, /* its place; not yet its final number */
               });
}

/* By id, shorter ones first, so that numbers are in their order. Of equal ids, the first row is
 * first. */
static int compare_ids(const void *a, const void *b)
{
    const struct version *x = a, *y = b;
    int order = COMPARE(strlen(x->id), strlen(y->id));
    order = order ? order : strcmp(x->id, y->id);
    return order ? order : COMPARE(x->line, y->line);
}

/* Of rows with the same id, keeps the first. The rank of the id becomes the line of the version, so
 * that equal dates are in the order of the ids. */
static void rank_versions(struct unit_content *content, struct reader *reader)
{
    struct version *list = content->versions.items;
    size_t n_kept = 0;
    struct place_list places = {0};
    array_sort(&content->versions, compare_ids);
    for (size_t i = 0; i < content->versions.n; i++) {
        const struct place *place = &reader->places.items[list[i].line - 1];
        if (n_kept && strcmp(list[n_kept - 1].id, list[i].id) == 0) {
            add_row_error(content, INPUT_ROW_DUPLICATE, place->file, place->line,
                          place->code[0].path,
                          "an earlier row of the problem has the same submission id; row left "
                          "out");
            content->n_unusable++;
            continue;
        }
        array_push(&places, *place);
        list[n_kept] = list[i];
        list[n_kept++].line = places.n;
    }
    content->versions.n = n_kept;
    array_release(&reader->places);
    reader->places = places;
}

/* An Accepted submission is failing if its score is a part of the full one: that of its row, or the
 * highest of the Accepted ones. Its verdict then has the score: AC (30/100). */
static void judge_scores(struct unit_content *content, const struct reader *reader)
{
    struct arena *arena = &content->arena;
    const struct place *first = NULL;
    int64_t n = 0;
    for (size_t i = 0; i < content->versions.n; i++) {
        struct version *version = &content->versions.items[i];
        const struct place *place = &reader->places.items[version->line - 1];
        double points = place->score.points;
        double full = place->score.full > 0 ? place->score.full : reader->highest;
        if (version->class != VERDICT_ACCEPTED || points < 0 || points >= full)
            continue;
        version->class = VERDICT_FAILING;
        version->verdict = arena_print(arena, "%s (%.15g/%.15g)", version->verdict, points, full);
        first = n++ ? first : place;
    }
    if (n)
        add_row_error(content, INPUT_PARTIAL_SCORE, first->file, first->line, first->code[0].path,
                      arena_print(arena,
                                  "Accepted with a part of the full score counts as failing: %s of "
                                  "this problem; --columns score:= ignores scores",
                                  counted(n, "submission", "submissions").text));
}

/* By language, then by id. */
static int compare_languages(const void *a, const void *b)
{
    const struct version *x = a, *y = b;
    int order = COMPARE(language_number(x->language), language_number(y->language));
    return order ? order : COMPARE(x->line, y->line);
}

/* Makes the two versions of each pair, which are a history, of its row. */
static void make_pairs(struct unit_content *content)
{
    size_t n = content->versions.n;
    array_sort(&content->versions, compare_languages);
    for (size_t i = 0; i < n; i++) /* makes room */
        array_push(&content->versions, (struct version){0});
    struct version *list = content->versions.items;
    for (size_t i = n; i-- > 0;)
        for (size_t side = N_RECORD_SIDES; side-- > 0;) {
            struct version version = list[i];
            version.id =
                arena_print(&content->arena, "%s-%s", version.id, side ? "fixed" : "buggy");
            version.verdict = NULL;
            version.class = VERDICT_NONE;
            version.line = 2 * version.line - 1 + side;
            version.history = i;
            list[2 * i + side] = version;
        }
}

static void open_problem(void *context, const struct unit *unit, struct unit_content *content)
{
    struct rows *rows = context;
    const struct row_problem *problem = row_collection_problem(&rows->all, unit);
    struct reader *reader = mem_alloc(1, sizeof *reader);
    struct err err;
    reader->rows = rows;
    reader->root = reader->folder = (struct beneath_folder){.fd = -1};
    content->reader = reader;
    content->n_rows = problem->n_rows;
    content->n_other_languages = problem->n_other_languages;
    content->n_unusable = problem->n_unusable;
    fingerprint(context, unit, content->fingerprint);
    if (row_spool_each(rows->all.spool, problem->number, take_record, content, &err) != 0)
        breakage_note(&rows->breakage, rows->all.request.folder, "its spool", err.message);
    rank_versions(content, reader);
    judge_scores(content, reader);
    if (rows->all.columns.is_pairs)
        make_pairs(content);
    else
        histories_sort(content->versions.items, content->versions.n);
}

static void leave_folder(struct reader *reader)
{
    beneath_close(&reader->folder);
    beneath_close(&reader->root);
    free(reader->folder_path);
    reader->folder_path = NULL;
}

static void close_problem(void *context, struct unit_content *content)
{
    struct reader *reader = content->reader;
    (void)context;
    array_release(&reader->places);
    leave_folder(reader);
    free(reader);
    content->reader = NULL;
}

/* Opens the folder of a path of a file, unless it is the one that is open. Sets `name` to the rest
 * of the path. */
static enum beneath_result enter_folder(struct reader *reader, const struct row_file *file,
                                        const char *path, const char **name, struct err *reason)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    scoped_memory char *folder = mem_copy_text(path, slash ? (size_t)(slash - path) : 0);
    if (reader->folder_path && reader->file == file && strcmp(reader->folder_path, folder) == 0)
        return BENEATH_OK;
    leave_folder(reader);
    enum beneath_result result = beneath_open_root(&reader->root, file->folder, reason);
    if (result == BENEATH_OK)
        result = file->is_layout && slash
                     ? beneath_enter(&reader->folder, &reader->root, folder, reason)
                     : beneath_open(&reader->folder, &reader->root, slash ? folder : ".", reason);
    if (result != BENEATH_OK)
        return result;
    reader->file = file;
    reader->folder_path = hand_over(folder);
    return BENEATH_OK;
}

static enum beneath_result read_file(struct reader *reader, const struct row_file *file,
                                     const char *path, struct str *content, struct err *reason)
{
    const char *name;
    enum beneath_result result = enter_folder(reader, file, path, &name, reason);
    if (result == BENEATH_OK)
        result = beneath_read(content, &reader->folder, name, reader->rows->all.request.max_bytes,
                              reason);
    if (result == BENEATH_BROKEN)
        breakage_note(&reader->rows->breakage, file->folder, path, reason->message);
    return result;
}

/* Reads the text that a side of a row has: its program, or a patch. */
static enum beneath_result read_text(struct reader *reader, const struct place *place,
                                     const struct code_place *code, struct str *content,
                                     struct err *reason)
{
    str_clear(content);
    if (code->kind == RECORD_PATH)
        return read_file(reader, place->file, code->path, content, reason);
    if (code->kind == RECORD_TOO_LARGE)
        return beneath_too_large(reader->rows->all.request.max_bytes, reason);
    if (row_spool_read(reader->rows->all.spool, content, code->start, code->n_code, reason) == 0)
        return BENEATH_OK;
    breakage_note(&reader->rows->breakage, reader->rows->all.request.folder, "its spool",
                  reason->message);
    return BENEATH_BROKEN;
}

/* Whether a side is a patch that makes it of the other one. */
static bool is_patch(const struct code_place *code)
{
    return code->kind == RECORD_DIFF ||
           (code->kind == RECORD_PATH &&
            (file_has_extension(code->path, "diff") || file_has_extension(code->path, "patch")));
}

/* Makes the program of the other one's and the patch of one file in `content`. */
static enum beneath_result apply_patch(struct str *content, const struct str *other, int side,
                                       struct err *reason)
{
    static const char bare[] = "--- a\n+++ a\n";
    scoped(patch) patch = {0};
    scoped(str) text = {0};
    struct err why;
    str_add_text(&text, strncmp(str_text(content), "@@", 2) == 0 ? bare : "");
    str_add(&text, str_text(content), content->length);
    str_clear(content);
    if (patch_read(&patch, str_text(&text), text.length, &why) != 0)
        err_set(reason, "its patch cannot be read: %s", why.message);
    else if (patch.files.n != 1 || patch.files.items[0].n_hunks == 0)
        err_set(reason, "its patch does not change exactly one file");
    else if (!patch_apply(content, &patch, patch.files.items, str_text(other), other->length,
                          side == 0))
        err_set(reason, "its patch does not fit the %s program", side ? "buggy" : "fixed");
    else
        return BENEATH_OK;
    return BENEATH_UNREADABLE;
}

static enum beneath_result read_code(struct reader *reader, const struct place *place, int side,
                                     struct str *content, struct err *reason)
{
    const struct code_place *code = &place->code[side];
    scoped(str) other = {0};
    enum beneath_result result = read_text(reader, place, code, content, reason);
    if (result == BENEATH_OK)
        code_take_notebook(content);
    if (result != BENEATH_OK || !reader->rows->all.columns.is_pairs || !is_patch(code))
        return result;
    if (is_patch(&place->code[!side])) {
        err_set(reason, "both sides of the pair are patches");
        return BENEATH_UNREADABLE;
    }
    result = read_text(reader, place, &place->code[!side], &other, reason);
    return result == BENEATH_OK ? apply_patch(content, &other, side, reason) : result;
}

static void load(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct program_text *text)
{
    struct reader *reader = content->reader;
    bool is_pairs = reader->rows->all.columns.is_pairs;
    size_t number = version->line - 1;
    const struct place *place = &reader->places.items[is_pairs ? number / 2 : number];
    int side = is_pairs ? (int)(number % 2) : 0;
    const char *path = place->code[side].path;
    bool is_file = place->code[side].kind == RECORD_PATH || place->file->is_layout;
    struct err why;
    (void)context, (void)unit;
    enum beneath_result result = read_code(reader, place, side, &text->content, &why);
    enum input_error_kind kind =
        program_text_take_file(text, version->language, !is_file, result, &why);
    if (kind != INPUT_OK && place->file->is_layout)
        input_errors_add(&content->errors, kind, path, 0, "%s", why.message);
    else if (kind != INPUT_OK && is_file)
        input_errors_add(&content->errors, kind, path, 0, "%s (named in %s:%zu)", why.message,
                         place->file->name, place->line);
    else if (kind != INPUT_OK)
        input_errors_add(&content->errors, kind, place->file->name, place->line, "%s", why.message);
}

static int check(void *context, struct err *err)
{
    struct rows *rows = context;
    return breakage_check(&rows->breakage, err);
}

static int finish(void *context, const bool *is_chosen, struct db *store, struct source_end *end,
                  struct err *err)
{
    struct rows *rows = context;
    (void)is_chosen, (void)store;
    *end = (struct source_end){rows->all.files->name, NULL, &rows->all.errors};
    return check(context, err);
}

static void rows_free(void *context)
{
    struct rows *rows = context;
    row_collection_release(&rows->all);
    breakage_release(&rows->breakage);
    str_release(&rows->description);
    free(rows);
}

static int open_kind(struct pair_source *out, const struct source_request *request,
                     const struct source_kind *kind, struct err *err)
{
    bool is_pairs = kind == &pairs_kind;
    const struct rows_options *options = request->own;
    int format = is_pairs ? 0 : options->layout ? ROWS_FOUND : request->format;
    struct rows *rows = mem_alloc(1, sizeof *rows);
    scoped(str) described = {0};
    breakage_init(&rows->breakage);
    describe_options(&described, options);
    if (row_collection_read(&rows->all, request, is_pairs, str_text(&described), err) != 0) {
        rows_free(rows);
        return ERR;
    }
    if (format != ROWS_FOUND) /* a format that was chosen is an option, too */
        str_print(&rows->description, SOURCE_FORMAT_OPTION "%s", kind->formats[format]);
    describe_options(&rows->description, options);
    *out = (struct pair_source){
        .context = rows,
        .kind = kind,
        .options = str_text(&rows->description),
        .files = rows->all.files->files.text,
        .units = rows->all.units.items,
        .n_units = rows->all.units.n,
        .listing_sha256 = rows->all.listing_sha256,
        .fingerprint = fingerprint,
        .open = open_problem,
        .close = close_problem,
        .load = load,
        .check = check,
        .finish = finish,
        .free = rows_free,
    };
    return 0;
}

static int open_source(struct pair_source *out, const struct source_request *request,
                       struct err *err)
{
    return open_kind(out, request, &rows_kind, err);
}

static const char *given(const struct source_request *request, const struct source_kind *read_as)
{
    return read_as == &pairs_kind ? NULL : first_option(request->own);
}

static const char *const formats[] = {
    [ROWS_JSON_LINES] = "jsonl", [ROWS_CSV] = "csv",     [ROWS_COPY] = "copy",
    [ROWS_JSON] = "json",        [ROWS_JSON + 1] = NULL,
};

const struct source_kind rows_kind = {
    .name = "rows",
    .words = "rows",
    .by = "--format csv or jsonl",
    .unit_file = {"problem ", ""},
    .list_file = "the list of problems",
    .listing = "the rows of the problems, --columns or --accepted",
    .listed = {"problem", "problems"},
    .no_pairs = SOURCE_NO_PAIRS,
    .has_verdicts = true,
    .formats = formats,
    .recognize = row_files_recognize,
    .given = given,
    .open = open_source,
    .recall = recall_options,
    .add_left_out = source_add_other_languages,
};

static int open_pairs(struct pair_source *out, const struct source_request *request,
                      struct err *err)
{
    const struct rows_options *options = request->own;
    if (options->layout && !options->fixed)
        return err_set(err, "--layout is that of the buggy programs; where are the fixed ones? "
                            "--fixed PATTERN");
    struct source_request rows = *request;
    rows.format = row_files_recognize(request);
    return open_kind(out, &rows, &pairs_kind, err);
}

static const char *given_pairs(const struct source_request *request,
                               const struct source_kind *read_as)
{
    const struct rows_options *options = request->own;
    (void)read_as;
    return options->fixed ? "--fixed" : NULL;
}

static const char *const pair_formats[] = {"pairs", NULL};

const struct source_kind pairs_kind = {
    .name = "pairs",
    .words = "pairs",
    .by = "--format pairs",
    .unit_file = {"problem ", ""},
    .list_file = "the list of problems",
    .listing = "the pairs of the problems, or --columns",
    .listed = {"problem", "problems"},
    .no_pairs = "no row has both programs",
    .formats = pair_formats,
    .given = given_pairs,
    .open = open_pairs,
    .recall = recall_options,
    .add_left_out = source_add_other_languages,
};
