/* All entries with the same id are merged after sorting, wherever they come from.
 *
 * Descriptions are compared as bytes. Only ASCII white space is recognized, so descriptions in
 * UTF-8 and in Shift_JIS are treated alike. */
#include "miner/codenet/problem_list.h"

#include "base/csv.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/table.h"

#include <inttypes.h>
#include <string.h>

static const char list_name[] = "problem_list.csv";

/* What one place says about a problem. */
struct mention {
    struct unit problem;
    size_t line; /* of problem_list.csv; 0: it is not there */
    bool has_metadata;
    bool is_unsafe; /* found under a name that is not a valid id */
};

struct listing {
    ARRAY(struct mention) mentions;
    struct arena *arena;
    struct input_errors *errors;
    int id, name, contest; /* columns of problem_list.csv, -1 when absent */
    bool has_header;
};

static const char *field_text(struct listing *listing, const struct csv_row *row, int column)
{
    if (column < 0 || (size_t)column >= row->n_fields || row->fields[column].length == 0)
        return NULL;
    return arena_copy_text(listing->arena, row->fields[column].text, row->fields[column].length);
}

static void take_row(void *context, const struct csv_row *row)
{
    struct listing *listing = context;
    struct input_errors *errors = listing->errors;
    if (!listing->has_header) {
        listing->has_header = true;
        listing->id = csv_column(row, "id");
        listing->name = csv_column(row, "name");
        listing->contest = csv_column(row, "dataset");
        if (listing->id < 0)
            input_errors_add(errors, INPUT_METADATA_UNUSABLE, "metadata/problem_list.csv",
                             row->line, "no column 'id'; names and empty problems are unknown");
        return;
    }
    if (listing->id < 0)
        return;
    const char *id = field_text(listing, row, listing->id);
    if (!id || row->is_binary) {
        input_errors_add(errors, INPUT_ROW_MALFORMED, "metadata/problem_list.csv", row->line,
                         "no usable problem id");
    } else if (!beneath_is_safe_name(id, row->fields[listing->id].length)) {
        input_errors_add(errors, INPUT_ROW_ID_UNSAFE, "metadata/problem_list.csv", row->line,
                         "problem id '%s' cannot be a file name", id);
    } else {
        array_push(
            &listing->mentions,
            (struct mention){.problem = {.id = id,
                                         .name = field_text(listing, row, listing->name),
                                         .contest = field_text(listing, row, listing->contest)},
                             .line = row->line});
    }
}

static void read_list(struct listing *listing, const struct folder *metadata, char *sha256)
{
    scoped(str) content = {0};
    struct err reason;
    enum beneath_result result =
        folder_read(&content, metadata, list_name, MAX_METADATA_BYTES, &reason);
    if (result == BENEATH_OK) {
        sha256_hex(str_text(&content), content.length, sha256);
        csv_read(str_text(&content), content.length, take_row, listing);
    } else if (result != BENEATH_MISSING) {
        input_errors_add(listing->errors, INPUT_METADATA_UNUSABLE, "metadata/problem_list.csv", 0,
                         "%s", reason.message);
    }
}

static void take_metadata_file(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct listing *listing = context;
    size_t length = strlen(name);
    (void)is_folder; /* if it is a folder, reading it fails and says so */
    if (!file_has_extension(name, "csv") || strcmp(name, list_name) == 0)
        return;
    array_push(&listing->mentions,
               (struct mention){.problem = {.id = arena_copy_text(listing->arena, name, length - 4),
                                            .n_bytes = size},
                                .has_metadata = true,
                                .is_unsafe = !beneath_is_safe_name(name, length - 4)});
}

/* By id. Of mentions with the same id, those in problem_list.csv come first, in its order. */
static int compare_mentions(const void *a, const void *b)
{
    const struct mention *x = a, *y = b;
    int order = strcmp(x->problem.id, y->problem.id);
    return order ? order : COMPARE(x->line - 1, y->line - 1); /* no line is the largest */
}

static void add_problem_error(struct listing *listing, enum input_error_kind kind,
                              const struct unit *problem, const char *detail)
{
    scoped_memory char *file = mem_print("metadata/%s.csv", problem->id);
    input_errors_add(listing->errors, kind, file, 0, "%s", detail);
}

/* Merges all mentions of an id into one problem. Adds errors for those that cannot be mined. */
static void merge(struct problem_list *list, struct listing *listing)
{
    struct mention *mentions = listing->mentions.items;
    size_t n = listing->mentions.n;
    array_sort(&listing->mentions, compare_mentions);
    for (size_t start = 0, end; start < n; start = end) {
        struct mention merged = mentions[start];
        for (end = start + 1; end < n && strcmp(mentions[end].problem.id, merged.problem.id) == 0;
             end++) {
            merged.has_metadata |= mentions[end].has_metadata;
            merged.problem.n_bytes += mentions[end].problem.n_bytes;
        }
        if (merged.is_unsafe)
            add_problem_error(listing, INPUT_METADATA_UNUSABLE, &merged.problem,
                              "not a valid problem name; left out");
        else if (!merged.has_metadata)
            add_problem_error(listing, INPUT_METADATA_MISSING, &merged.problem,
                              "listed in problem_list.csv, but missing");
        else
            array_push(&list->problems, merged.problem);
    }
}

/* The hash of the list of metadata files identifies the dataset before the files are read. */
static void hash_listing(struct problem_list *list)
{
    scoped(str) lines = {0};
    for (size_t i = 0; i < list->problems.n; i++)
        str_print(&lines, "%" PRIu64 "  %s.csv\n", list->problems.items[i].n_bytes,
                  list->problems.items[i].id);
    sha256_hex(str_text(&lines), lines.length, list->listing_sha256);
}

int problem_list_read(struct problem_list *list, const struct folder *metadata, struct arena *arena,
                      struct input_errors *errors, struct err *err)
{
    struct listing listing = {.arena = arena, .errors = errors};
    read_list(&listing, metadata, list->sha256);
    int status = folder_each_name(metadata, take_metadata_file, &listing, err);
    if (status == 0)
        merge(list, &listing);
    hash_listing(list);
    array_release(&listing.mentions);
    return status;
}

struct data_check {
    const struct problem_list *list;
    struct text_list unknown; /* names of folders without metadata */
    struct arena *arena;
};

static int compare_problem_to_id(const void *id, const void *problem)
{
    return strcmp(id, unit_in_source(problem));
}

static void take_data_folder(void *context, const char *name, bool is_folder, uint64_t size)
{
    struct data_check *check = context;
    (void)size;
    const struct unit *problems = check->list->problems.items;
    if (name[0] == '.' || !is_folder ||
        (problems &&
         bsearch(name, problems, check->list->problems.n, sizeof *problems, compare_problem_to_id)))
        return;
    array_push(&check->unknown, arena_text(check->arena, name));
}

int problem_list_check_data(const struct problem_list *list, const struct folder *data,
                            struct input_errors *errors, struct err *err)
{
    struct data_check check = {.list = list, .arena = errors->arena};
    int status = folder_each_name(data, take_data_folder, &check, err);
    array_sort(&check.unknown, text_compare);
    for (size_t i = 0; i < check.unknown.n; i++) {
        const char *name = check.unknown.items[i];
        scoped_memory char *file = mem_print("data/%s", name);
        if (beneath_is_safe_name(name, strlen(name)))
            input_errors_add(errors, INPUT_DATA_WITHOUT_METADATA, file, 0,
                             "there are sources, but metadata/%s.csv is missing", name);
        else
            input_errors_add(errors, INPUT_METADATA_UNUSABLE, file, 0,
                             "not a valid problem name; left out");
    }
    array_release(&check.unknown);
    return status;
}

void problem_list_release(struct problem_list *list)
{
    array_release(&list->problems);
}

/* ---- Which problems are the same ---- */

/* The list of clusters while it is read. */
struct clusters {
    const struct source_request *request;
    struct db *store;
    struct input_errors *errors;
    int status;
    struct err *err;
};

static void add_line_error(struct clusters *clusters, const struct csv_row *row, const char *why)
{
    input_errors_add(clusters->errors, INPUT_PROBLEM_CLUSTER_MALFORMED, PROBLEM_CLUSTERS_PATH,
                     row->line, "%s", why);
}

/* Collects the ids of a line, each once. Adds an error for the first that cannot be a file name, or
 * else for the first that is there again. */
static void take_ids(struct clusters *clusters, const struct csv_row *row, struct table *ids)
{
    scoped(str) unsafe = {0};
    scoped(str) again = {0};
    for (size_t i = 0; i < row->n_fields; i++) {
        scoped_memory char *field = mem_copy_text(row->fields[i].text, row->fields[i].length);
        const char *id = text_cut(field, " \t");
        bool is_unsafe = !beneath_is_safe_name(id, strlen(id));
        struct str *why = is_unsafe ? &unsafe : &again;
        if ((is_unsafe || table_add(ids, id) == TABLE_NONE) && !why->length)
            str_set(why,
                    is_unsafe ? "problem id '%s' cannot be a file name; such ids are left out"
                              : "problem id '%s' occurs twice on the line; counted once",
                    id);
    }
    if (unsafe.length || again.length)
        add_line_error(clusters, row, str_text(unsafe.length ? &unsafe : &again));
}

static bool is_blank(const struct csv_row *row)
{
    return row->n_fields == 1 && strspn(row->fields[0].text, " \t") == row->fields[0].length;
}

static void take_line(void *context, const struct csv_row *row)
{
    struct clusters *clusters = context;
    scoped(table) ids = {0};
    if (row->is_binary)
        add_line_error(clusters, row, "not UTF-8 text; line left out");
    else if (row->n_fields > MAX_CSV_FIELDS)
        add_line_error(clusters, row, "too long for a cluster of problems; line left out");
    else if (!is_blank(row))
        take_ids(clusters, row, &ids);
    for (size_t i = 0; i < ids.keys.n && ids.keys.n > 1 && clusters->status == 0; i++) {
        scoped(str) id = {0};
        source_add_id(&id, clusters->request, ids.keys.items[i]);
        clusters->status = store_add_identical_problem(clusters->store, (int64_t)row->line,
                                                       str_text(&id), clusters->err);
    }
}

/* Reads the file and returns whether it succeeded. Adds an error for a file that exists but cannot
 * be read. */
static bool read_file(struct str *content, const struct folder *root, struct input_errors *errors)
{
    scoped(folder) folder = FOLDER_CLOSED;
    struct err reason;
    enum beneath_result result = folder_open(&folder, root, PROBLEM_CLUSTERS_FOLDER, &reason);
    if (result == BENEATH_OK)
        result = folder_read(content, &folder, PROBLEM_CLUSTERS_NAME, MAX_PROBLEM_CLUSTERS_BYTES,
                             &reason);
    if (result != BENEATH_OK && result != BENEATH_MISSING)
        input_errors_add(errors, INPUT_PROBLEM_CLUSTERS_UNUSABLE, PROBLEM_CLUSTERS_PATH, 0, "%s",
                         reason.message);
    return result == BENEATH_OK;
}

int problem_clusters_store(const struct folder *root, const struct source_request *request,
                           struct db *store, struct input_errors *errors, struct err *err)
{
    struct clusters clusters = {.request = request, .store = store, .errors = errors, .err = err};
    scoped(str) content = {0};
    if (read_file(&content, root, errors))
        csv_read(str_text(&content), content.length, take_line, &clusters);
    return clusters.status;
}

/* Replaces white space in place; returns the new length. */
static size_t fold_white_space(char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_white = text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r');
        if (!is_white)
            text[n++] = text[i];
        else if (n && text[n - 1] != ' ')
            text[n++] = ' ';
    }
    return n && text[n - 1] == ' ' ? n - 1 : n;
}

/* Stores the hash of the description, unless the description is empty. */
static int store_description(struct db *store, const char *problem_id, struct str *content,
                             struct err *err)
{
    char sha256[SHA256_HEX_SIZE];
    size_t length = fold_white_space(content->text, content->length);
    if (length == 0)
        return 0;
    sha256_hex(content->text, length, sha256);
    return store_add_problem_description(store, problem_id, sha256, err);
}

/* Adds an error of a problem. A problem has at most one, so their number is not limited. What a
 * shard lists then does not depend on the other shards. */
static void add_description_error(struct input_errors *errors, const char *problem_id,
                                  const char *name, const struct err *reason)
{
    struct input_errors one = {.arena = errors->arena};
    scoped_memory char *path = mem_print("%s/%s", PROBLEM_DESCRIPTIONS_FOLDER, name);
    input_errors_add(&one, INPUT_DESCRIPTION_UNUSABLE, path, 0, "%s", reason->message);
    one.list.items[0].unit_id = problem_id;
    array_push(&errors->list, one.list.items[0]);
    array_release(&one.list);
}

static int take_problems(const struct folder *descriptions, const struct problem_list *list,
                         const bool *is_chosen, struct db *store, struct input_errors *errors,
                         struct err *err)
{
    scoped(str) content = {0};
    for (size_t i = 0; i < list->problems.n; i++) {
        const struct unit *problem = &list->problems.items[i];
        struct err reason;
        if (is_chosen && !is_chosen[i])
            continue;
        scoped_memory char *name =
            mem_print("%s.%s", unit_in_source(problem), PROBLEM_DESCRIPTION_EXTENSION);
        enum beneath_result result =
            folder_read(&content, descriptions, name, MAX_PROBLEM_DESCRIPTION_BYTES, &reason);
        if (result == BENEATH_OK && store_description(store, problem->id, &content, err) != 0)
            return ERR;
        if (result != BENEATH_OK && result != BENEATH_MISSING)
            add_description_error(errors, problem->id, name, &reason);
    }
    return 0;
}

int problem_descriptions_store(const struct folder *root, const struct problem_list *list,
                               const bool *is_chosen, struct db *store, struct input_errors *errors,
                               struct err *err)
{
    scoped(folder) descriptions = FOLDER_CLOSED;
    struct err reason;
    enum beneath_result result =
        folder_open(&descriptions, root, PROBLEM_DESCRIPTIONS_FOLDER, &reason);
    if (result == BENEATH_OK)
        return take_problems(&descriptions, list, is_chosen, store, errors, err);
    if (result != BENEATH_MISSING)
        input_errors_add(errors, INPUT_DESCRIPTION_UNUSABLE, PROBLEM_DESCRIPTIONS_FOLDER, 0, "%s",
                         reason.message);
    return 0;
}
