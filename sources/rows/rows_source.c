/* The records of a problem are read when it is mined. A program is read when a pair needs it, from
 * the spool or from its file. */
#include "sources/rows/rows_source.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/input.h"
#include "base/mem.h"
#include "base/packed.h"
#include "base/str.h"
#include "languages/language.h"
#include "miner/histories.h"
#include "miner/verdicts.h"
#include "sources/rows/row_collection.h"
#include "sources/rows/row_spool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const enum input_error_kind errors[] = {
    INPUT_ROW_MALFORMED,     INPUT_ROW_FIELD_MISSING,
    INPUT_ROW_VALUE,         INPUT_ROW_ID_UNSAFE,
    INPUT_ROW_DUPLICATE,     INPUT_ROW_TOO_LARGE,
    INPUT_STATUS_UNKNOWN,    INPUT_LANGUAGE_UNKNOWN,
    INPUT_SOURCE_MISSING,    INPUT_SOURCE_OUTSIDE,
    INPUT_SOURCE_UNREADABLE, INPUT_SOURCE_TOO_LARGE,
    INPUT_SOURCE_ENCODING,   INPUT_OK,
};

struct rows {
    struct row_collection all;
    struct str description; /* of the options */
    struct breakage breakage;
};

static void fingerprint(void *context, const struct unit *unit, char hex[SHA256_HEX_SIZE])
{
    const struct rows *rows = context;
    row_collection_fingerprint(&rows->all, unit, hex);
}

/* Where the code of a version is. */
struct place {
    enum record_kind kind;
    const struct row_part *part;
    size_t line;
    uint64_t id_as_read; /* of the record */
    uint64_t start;      /* in the spool */
    uint32_t n_code;
    const char *path; /* of a file */
};

struct place_list {
    struct place *items;
    size_t n, capacity;
};

struct reader {
    struct place_list places; /* by version.line - 1 */
    /* The folder of the paths of a part, and the folder of the last path below it. */
    const struct row_part *part; /* NULL: none */
    struct beneath_folder root;
    char *folder_path; /* NULL: none */
    struct beneath_folder folder;
};

struct listing {
    const struct rows *rows;
    struct unit_content *content;
};

static void take_record(void *context, const char *bytes, uint64_t place)
{
    struct listing *listing = context;
    struct unit_content *content = listing->content;
    struct reader *reader = content->reader;
    struct arena *arena = &content->arena;
    struct row_record record;
    row_record_read(&record, bytes);
    const struct row_record_head *head = &record.head;
    const struct row_part *part = row_parts_at(listing->rows->all.parts, head->part);
    const char *detail = record.texts[RECORD_DETAIL];
    if (head->kind == RECORD_REJECT) {
        input_errors_add(&content->errors, (enum input_error_kind)head->error, part->name,
                         head->line, "%s; row left out", detail);
        return;
    }
    enum verdict_class class = (enum verdict_class)head->class;
    const struct row_collection *all = &listing->rows->all;
    if (class == VERDICT_NONE)
        class = row_class_of(all->options, record.texts[RECORD_STATUS], all->notes.traits);
    array_push(&reader->places,
               (struct place){
                   .kind = (enum record_kind)head->kind,
                   .part = part,
                   .line = head->line,
                   .id_as_read = head->id_as_read,
                   .start = place,
                   .n_code = head->n_code,
                   .path = head->kind == RECORD_PATH ? arena_text(arena, detail) : NULL,
               });
    array_push(&content->versions,
               (struct version){
                   .id = arena_text(arena, record.texts[RECORD_ID]),
                   .user = arena_text(arena, record.texts[RECORD_USER]),
                   .language = languages[head->language],
                   .original_language = arena_text(arena, record.texts[RECORD_ORIGINAL_LANGUAGE]),
                   .verdict = arena_text(arena, record.texts[RECORD_STATUS]),
                   .class = class == VERDICT_NONE ? VERDICT_UNDECIDED : class,
                   .date = all->is_month_first ? head->month_first : head->date,
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

/* A row with the id of an earlier one. */
struct dropped_row {
    const struct row_part *part;
    size_t line;
    bool is_other; /* the ids were different before '/' became '-' */
};

static int compare_lines(const void *a, const void *b)
{
    const struct dropped_row *x = a, *y = b;
    int order = COMPARE(x->part->number, y->part->number);
    return order ? order : COMPARE(x->line, y->line);
}

static void report_dropped(struct unit_content *content, const struct dropped_row *row)
{
    if (row->is_other)
        input_errors_add(&content->errors, INPUT_ROW_ID_UNSAFE, row->part->name, row->line,
                         "another submission of the problem has the id that this one gets because "
                         "'/' becomes '-'; row left out");
    else
        input_errors_add(&content->errors, INPUT_ROW_DUPLICATE, row->part->name, row->line,
                         "an earlier row of the problem has the same submission id; row left out");
}

/* Of rows with the same id, keeps the first. The rank of the id becomes the line of the version, so
 * that equal dates are in the order of the ids. */
static void rank_versions(struct unit_content *content, struct reader *reader)
{
    struct version *list = content->versions.items;
    size_t n_kept = 0;
    scoped_array ARRAY(struct dropped_row) dropped = {0};
    struct place_list places = {0};
    array_sort(&content->versions, compare_ids);
    for (size_t i = 0; i < content->versions.n; i++) {
        const struct place *place = &reader->places.items[list[i].line - 1];
        if (n_kept && strcmp(list[n_kept - 1].id, list[i].id) == 0) {
            bool is_other = places.items[n_kept - 1].id_as_read != place->id_as_read;
            array_push(&dropped, (struct dropped_row){place->part, place->line, is_other});
            continue;
        }
        array_push(&places, *place);
        list[n_kept] = list[i];
        list[n_kept++].line = places.n;
    }
    array_sort(&dropped, compare_lines);
    for (size_t i = 0; i < dropped.n; i++)
        report_dropped(content, &dropped.items[i]);
    content->n_unusable += dropped.n;
    content->versions.n = n_kept;
    array_release(&reader->places);
    reader->places = places;
}

static void open_problem(void *context, const struct unit *unit, struct unit_content *content)
{
    struct rows *rows = context;
    const struct row_problem *problem = row_collection_problem(&rows->all, unit);
    struct reader *reader = mem_alloc(1, sizeof *reader);
    struct listing listing = {rows, content};
    struct err err;
    reader->root = reader->folder = (struct beneath_folder){.fd = -1};
    content->reader = reader;
    content->n_rows = problem->n_rows;
    content->n_other_languages = problem->n_other_languages;
    content->n_unusable = problem->n_unusable;
    fingerprint(context, unit, content->fingerprint);
    if (row_spool_each(rows->all.spool, row_collection_number(&rows->all, unit), take_record,
                       &listing, &err) != 0)
        breakage_note(&rows->breakage, rows->all.request.folder, "its spool", err.message);
    rank_versions(content, reader);
    histories_sort(content->versions.items, content->versions.n);
}

static void close_problem(void *context, struct unit_content *content)
{
    struct reader *reader = content->reader;
    (void)context;
    array_release(&reader->places);
    free(reader->folder_path);
    beneath_close(&reader->folder);
    beneath_close(&reader->root);
    free(reader);
    content->reader = NULL;
}

static void leave_folder(struct reader *reader)
{
    beneath_close(&reader->folder);
    free(reader->folder_path);
    reader->folder_path = NULL;
}

/* Opens the folder in which the paths of a part are looked up, unless it is open. */
static enum beneath_result enter_root(struct reader *reader, const struct row_part *part,
                                      struct err *reason)
{
    if (reader->part && strcmp(reader->part->folder, part->folder) == 0)
        return BENEATH_OK;
    leave_folder(reader);
    beneath_close(&reader->root);
    reader->part = NULL;
    enum beneath_result result = beneath_open_root(&reader->root, part->folder, reason);
    if (result == BENEATH_OK)
        reader->part = part;
    return result;
}

/* Opens the folder of a path, unless it is the one that is open. Sets `name` to the rest of the
 * path. */
static enum beneath_result enter_folder(struct reader *reader, const struct place *place,
                                        const char **name, struct err *reason)
{
    const char *path = place->path, *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    scoped_memory char *folder = mem_copy_text(path, slash ? (size_t)(slash - path) : 0);
    enum beneath_result result = enter_root(reader, place->part, reason);
    if (result != BENEATH_OK || (reader->folder_path && strcmp(reader->folder_path, folder) == 0))
        return result;
    leave_folder(reader);
    result = beneath_open(&reader->folder, &reader->root, slash ? folder : ".", reason);
    if (result == BENEATH_OK)
        reader->folder_path = hand_over(folder);
    return result;
}

static enum beneath_result read_file(struct rows *rows, struct reader *reader,
                                     const struct place *place, struct str *content,
                                     struct err *reason)
{
    const char *name;
    enum beneath_result result = enter_folder(reader, place, &name, reason);
    if (result == BENEATH_OK)
        result = beneath_read(content, &reader->folder, name, rows->all.request.max_bytes, reason);
    if (result == BENEATH_BROKEN)
        breakage_note(&rows->breakage, place->part->folder, place->path, reason->message);
    return result;
}

static enum beneath_result read_code(struct rows *rows, struct reader *reader,
                                     const struct place *place, struct str *content,
                                     struct err *reason)
{
    str_clear(content);
    if (place->kind == RECORD_PATH)
        return read_file(rows, reader, place, content, reason);
    if (place->kind == RECORD_TOO_LARGE)
        return beneath_too_large(rows->all.request.max_bytes, reason);
    if (row_spool_read(rows->all.spool, content, place->start, place->n_code, reason) == 0)
        return BENEATH_OK;
    breakage_note(&rows->breakage, rows->all.request.folder, "its spool", reason->message);
    return BENEATH_BROKEN;
}

static void load(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct source *source)
{
    struct rows *rows = context;
    struct reader *reader = content->reader;
    const struct place *place = &reader->places.items[version->line - 1];
    bool is_file = place->kind == RECORD_PATH;
    struct err why;
    (void)unit;
    enum beneath_result result = read_code(rows, reader, place, &source->content, &why);
    enum input_error_kind kind =
        source_take_file(source, version->language,
                         is_file ? source_take_text : source_take_characters, result, &why);
    if (kind != INPUT_OK && is_file)
        input_errors_add(&content->errors, kind, place->path, 0, "%s (named in %s:%zu)",
                         why.message, place->part->name, place->line);
    else if (kind != INPUT_OK)
        input_errors_add(&content->errors, kind, place->part->name, place->line, "%s", why.message);
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
    *end = (struct source_end){rows->all.dataset, NULL, &rows->all.errors};
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

static void recall(void *own, const char *described, struct arena *arena)
{
    rows_options_recall(own, described, arena);
}

static int open_source(struct pair_source *out, const struct source_request *request,
                       struct err *err)
{
    struct rows *rows = mem_alloc(1, sizeof *rows);
    breakage_init(&rows->breakage);
    if (row_collection_read(&rows->all, request, err) != 0) {
        rows_free(rows);
        return ERR;
    }
    rows_options_describe(&rows->description, rows->all.options);
    *out = (struct pair_source){
        .context = rows,
        .kind = &rows_kind,
        .options = str_text(&rows->description),
        .units = rows->all.units.items,
        .n_units = rows->all.units.n,
        .is_part = rows->all.is_part,
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

/* Returns the format of what is on standard input, or -1. A packed file is an archive. */
static int format_of_input(void)
{
    char bytes[FILE_KIND_BYTES];
    size_t n = input_peek_standard(bytes, sizeof bytes), n_mark = utf8_byte_order_mark(bytes, n);
    enum file_kind kind = file_kind_of(bytes, n);
    if (kind == FILE_KIND_ARCHIVE || kind == FILE_KIND_DATABASE || n == 0 || memchr(bytes, 0, n))
        return -1;
    for (size_t i = n_mark; i < n; i++)
        if (!strchr(" \t\r\n", bytes[i]))
            return bytes[i] == '{' || bytes[i] == '[' ? ROWS_JSON_LINES : ROWS_CSV;
    return ROWS_CSV;
}

static int recognize(const struct source_request *request)
{
    static const struct {
        const char *extension;
        enum row_format format;
    } files[] = {{"jsonl", ROWS_JSON_LINES},
                 {"ndjson", ROWS_JSON_LINES},
                 {"json", ROWS_JSON_LINES},
                 {"csv", ROWS_CSV},
                 {"tsv", ROWS_CSV}};
    const char *path = request->path;
    if (strcmp(path, "-") == 0)
        return format_of_input();
    scoped_memory char *name =
        mem_copy_text(path, strlen(path) - strlen(packing_suffix(packing_of(path))));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (file_has_extension(name, files[i].extension) && !file_is_folder(path))
            return files[i].format;
    return -1;
}

static int refuse(const struct source_request *request, const struct source_kind *read_as,
                  struct err *err)
{
    const char *option = rows_options_first(request->own);
    (void)read_as;
    if (!option)
        return 0;
    return err_set(err,
                   "%s is for rows (.jsonl, .csv), and '%s' is not read as rows; if it is rows, "
                   "add --format jsonl or --format csv",
                   option, request->path);
}

static const char *advise(const char *path, int status)
{
    static const char advice[] = "rows, which may be packed with gzip or Zstandard, need tokfix "
                                 "mine --format jsonl or --format csv";
    return status == SOURCE_IS_OTHER && !file_is_folder(path) ? advice : NULL;
}

static void add_left_out(struct str *out, const struct source_counts *counts)
{
    int64_t n = counts->n_other_languages;
    if (n == 0)
        return;
    str_print(out, "%s that ", counted(n, "row is in a language", "rows are in languages").text);
    if (counts->n_errors[INPUT_LANGUAGE_UNKNOWN])
        str_print(out, "%s unknown or that ", plural(n, "is", "are"));
    str_add_text(out, "--language does not choose");
}

static const char *const formats[] = {
    [ROWS_JSON_LINES] = "jsonl", [ROWS_CSV] = "csv", [ROWS_CSV + 1] = NULL};

const struct source_kind rows_kind = {
    .name = "rows",
    .words = "rows",
    .unit_file = {"problem ", ""},
    .list_file = "the list of problems",
    .listing = "the rows of the problems, --columns or --accepted",
    .listed = {"problem", "problems"},
    .errors = errors,
    .takes_several = true,
    .has_verdicts = true,
    .formats = formats,
    .recognize = recognize,
    .refuse = refuse,
    .open = open_source,
    .advise = advise,
    .recall = recall,
    .add_left_out = add_left_out,
};
