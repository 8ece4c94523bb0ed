/* Descriptions are compared as bytes. Only ASCII white space is recognized, so descriptions in
 * UTF-8 and in Shift_JIS are treated alike. */
#include "miner/codenet/problem_list.h"

#include "base/csv.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/table.h"

#include <string.h>

struct reading {
    const struct source_request *request;
    struct db *store;
    struct input_errors *errors;
    int status;
    struct err *err;
};

static void report_line(struct reading *reading, const struct csv_row *row, const char *why)
{
    input_errors_add(reading->errors, INPUT_PROBLEM_CLUSTER_MALFORMED, PROBLEM_CLUSTERS_PATH,
                     row->line, "%s", why);
}

/* Collects the ids of a line, each once. Reports the first that cannot be a file name, or else the
 * first that is there again. */
static void take_ids(struct reading *reading, const struct csv_row *row, struct table *ids)
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
        report_line(reading, row, str_text(unsafe.length ? &unsafe : &again));
}

static bool is_blank(const struct csv_row *row)
{
    return row->n_fields == 1 && strspn(row->fields[0].text, " \t") == row->fields[0].length;
}

static void take_line(void *context, const struct csv_row *row)
{
    struct reading *reading = context;
    scoped(table) ids = {0};
    if (row->is_binary)
        report_line(reading, row, "not UTF-8 text; line left out");
    else if (row->n_fields > MAX_CSV_FIELDS)
        report_line(reading, row, "too long for a cluster of problems; line left out");
    else if (!is_blank(row))
        take_ids(reading, row, &ids);
    for (size_t i = 0; i < ids.keys.n && ids.keys.n > 1 && reading->status == 0; i++) {
        scoped(str) id = {0};
        source_add_id(&id, reading->request, ids.keys.items[i]);
        reading->status = store_add_identical_problem(reading->store, (int64_t)row->line,
                                                      str_text(&id), reading->err);
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
    struct reading reading = {.request = request, .store = store, .errors = errors, .err = err};
    scoped(str) content = {0};
    if (read_file(&content, root, errors))
        csv_read(str_text(&content), content.length, take_line, &reading);
    return reading.status;
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
static void report_description(struct input_errors *errors, const char *problem_id,
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
            report_description(errors, problem->id, name, &reason);
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
