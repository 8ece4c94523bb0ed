/* The list of clusters is read as a whole and split in place, line by line. Only the ids of one
 * line are kept in addition. A line gives at most one error, and the number of errors is limited,
 * in case the file is something quite different.
 *
 * Descriptions are compared as bytes. Only ASCII white space is recognized, so descriptions in
 * UTF-8 and in Shift_JIS are treated alike. */
#include "sources/codenet/identities.h"

#include "base/mem.h"
#include "base/table.h"
#include "base/str.h"

#include <string.h>

#define CLUSTERS_PATH PROBLEM_CLUSTERS_FOLDER "/" PROBLEM_CLUSTERS_NAME

static const char blanks[] = " \t";

struct reading {
    const struct source_request *request;
    struct db *store;
    struct input_errors *errors;
    size_t line;
    size_t n_malformed; /* lines */
    struct table ids;   /* of the line, in its order, each once */
};

static void report_id(struct reading *reading, const char *id, const char *why)
{
    reading->n_malformed++;
    input_errors_add(reading->errors, INPUT_PROBLEM_CLUSTER_MALFORMED, CLUSTERS_PATH, reading->line,
                     "problem id '%s' %s", id, why);
}

/* Finds the ids of a line that is not blank. */
static void take_ids(struct reading *reading, char *line)
{
    const char *unsafe = NULL, *again = NULL; /* the first such id */
    for (char *id; (id = strsep(&line, ","));) {
        id = text_cut(id, blanks);
        if (!beneath_is_safe_name(id, strlen(id)))
            unsafe = unsafe ? unsafe : id;
        else if (table_add(&reading->ids, id) == TABLE_NONE)
            again = again ? again : id;
    }
    if (unsafe)
        report_id(reading, unsafe, "cannot be a file name; such ids are left out");
    else if (again)
        report_id(reading, again, "occurs twice on the line; counted once");
}

static int store_ids(const struct reading *reading, struct err *err)
{
    size_t n = reading->ids.keys.n;
    for (size_t i = 0; i < n && n > 1; i++) {
        scoped(str) id = {0};
        source_add_id(&id, reading->request, reading->ids.keys.items[i]);
        if (store_add_identical_problem(reading->store, (int64_t)reading->line, str_text(&id),
                                        err) != 0)
            return ERR;
    }
    return 0;
}

/* `line` no longer has its line end; a zero is in its place. */
static int take_line(struct reading *reading, char *line, size_t length, struct err *err)
{
    const char *why = NULL;
    if (length > MAX_PROBLEM_CLUSTER_BYTES)
        why = "too long for a cluster of problems; line left out";
    else if (memchr(line, '\0', length) || !utf8_is_valid(line, length))
        why = "not UTF-8 text; line left out";
    if (why) {
        reading->n_malformed++;
        input_errors_add(reading->errors, INPUT_PROBLEM_CLUSTER_MALFORMED, CLUSTERS_PATH,
                         reading->line, "%s", why);
        return 0;
    }
    line = text_cut(line, blanks);
    if (!*line)
        return 0;
    take_ids(reading, line);
    int status = store_ids(reading, err);
    table_release(&reading->ids);
    return status;
}

static int take_lines(struct reading *reading, char *text, size_t length, struct err *err)
{
    for (size_t at = utf8_byte_order_mark(text, length), next; at < length; at = next) {
        const char *feed = memchr(text + at, '\n', length - at);
        size_t end = feed ? (size_t)(feed - text) : length;
        next = end + 1;
        if (reading->n_malformed == MAX_MALFORMED_PROBLEM_CLUSTERS) {
            input_errors_add(reading->errors, INPUT_PROBLEM_CLUSTERS_UNUSABLE, CLUSTERS_PATH,
                             reading->line + 1,
                             "%d earlier lines are malformed; the rest of the file is left out",
                             MAX_MALFORMED_PROBLEM_CLUSTERS);
            return 0;
        }
        if (end > at && text[end - 1] == '\r')
            end--;
        text[end] = '\0';
        reading->line++;
        if (take_line(reading, text + at, end - at, err) != 0)
            return ERR;
    }
    return 0;
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
        input_errors_add(errors, INPUT_PROBLEM_CLUSTERS_UNUSABLE, CLUSTERS_PATH, 0, "%s",
                         reason.message);
    return result == BENEATH_OK;
}

int problem_clusters_store(const struct folder *root, const struct source_request *request,
                           struct db *store, struct input_errors *errors, struct err *err)
{
    struct reading reading = {.request = request, .store = store, .errors = errors};
    scoped(str) content = {0};
    return read_file(&content, root, errors) && content.length
               ? take_lines(&reading, content.text, content.length, err)
               : 0;
}

static bool is_white_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Replaces white space in place; returns the new length. */
static size_t fold_white_space(char *text, size_t length)
{
    size_t n = 0;
    bool is_behind_space = false;
    for (size_t i = 0; i < length; i++) {
        if (is_white_space(text[i])) {
            is_behind_space = true;
            continue;
        }
        if (is_behind_space && n)
            text[n++] = ' ';
        text[n++] = text[i];
        is_behind_space = false;
    }
    return n;
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
