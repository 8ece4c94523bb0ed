/* The file is read whole and cut in place, a line at a time; only the ids of one line are kept beside
 * it. A line gives one error at most, and a file that is something else altogether only so many. */
#include "codenet/problem_clusters.h"

#include "base/table.h"
#include "base/utf8.h"

#include <string.h>

#define CLUSTERS_PATH PROBLEM_CLUSTERS_FOLDER "/" PROBLEM_CLUSTERS_NAME

struct reading {
    struct store *store;
    struct input_errors *errors;
    size_t line;
    size_t n_malformed; /* lines */
    struct table ids;   /* of the line, in its order, each once */
};

/* Cuts the blanks off both ends; returns where the rest starts. */
static char *cut_blanks(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    text[length] = '\0';
    return text;
}

static void report_id(struct reading *reading, const char *id, const char *why)
{
    reading->n_malformed++;
    input_errors_add(reading->errors, INPUT_PROBLEM_CLUSTER_MALFORMED, CLUSTERS_PATH, reading->line,
                     "problem id '%s' %s", id, why);
}

/* Finds the ids of a line that is not blank. */
static void take_ids(struct reading *reading, char *line)
{
    const char *unsafe = NULL, *again = NULL; /* the first that is so */
    for (char *id = line, *next; id; id = next) {
        next = strchr(id, ',');
        if (next)
            *next++ = '\0';
        id = cut_blanks(id);
        if (!beneath_is_safe_name(id, strlen(id)))
            unsafe = unsafe ? unsafe : id;
        else if (table_add(&reading->ids, id) == TABLE_NONE)
            again = again ? again : id;
    }
    if (unsafe)
        report_id(reading, unsafe, "cannot be a file name; such ids are left out");
    else if (again)
        report_id(reading, again, "stands on the line twice; counted once");
}

static int store_ids(const struct reading *reading, struct err *err)
{
    size_t n = reading->ids.keys.n;
    for (size_t i = 0; i < n && n > 1; i++)
        if (store_add_identical_problem(reading->store, (int64_t)reading->line,
                                        reading->ids.keys.items[i], err) != 0)
            return ERR;
    return 0;
}

/* `line` has its end cut off, and a zero in its place. */
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
    line = cut_blanks(line);
    if (!*line)
        return 0;
    take_ids(reading, line);
    int status = store_ids(reading, err);
    table_release(&reading->ids);
    return status;
}

static int take_lines(struct reading *reading, char *text, size_t length, struct err *err)
{
    int status = 0;
    for (size_t at = utf8_byte_order_mark(text, length), next; at < length && status == 0;
         at = next) {
        const char *feed = memchr(text + at, '\n', length - at);
        size_t end = feed ? (size_t)(feed - text) : length;
        next = end + 1;
        if (reading->n_malformed == MAX_MALFORMED_PROBLEM_CLUSTERS) {
            input_errors_add(reading->errors, INPUT_PROBLEM_CLUSTERS_UNUSABLE, CLUSTERS_PATH,
                             reading->line + 1,
                             "%d lines before it are malformed; the rest of the file is left out",
                             MAX_MALFORMED_PROBLEM_CLUSTERS);
            break;
        }
        if (end > at && text[end - 1] == '\r')
            end--;
        text[end] = '\0';
        reading->line++;
        status = take_line(reading, text + at, end - at, err);
    }
    return status;
}

/* Reads the file. Returns whether it is there; says what is wrong when it cannot be read. */
static bool read_file(struct str *content, const struct folder *root, struct input_errors *errors)
{
    struct folder folder;
    struct err reason;
    enum beneath_result result = folder_open(&folder, root, PROBLEM_CLUSTERS_FOLDER, &reason);
    if (result == BENEATH_OK)
        result = folder_read(content, &folder, PROBLEM_CLUSTERS_NAME, MAX_PROBLEM_CLUSTERS_BYTES,
                             &reason);
    folder_close(&folder);
    if (result != BENEATH_OK && result != BENEATH_MISSING)
        input_errors_add(errors, INPUT_PROBLEM_CLUSTERS_UNUSABLE, CLUSTERS_PATH, 0, "%s",
                         reason.message);
    return result == BENEATH_OK;
}

int problem_clusters_store(const struct folder *root, struct store *store,
                           struct input_errors *errors, struct err *err)
{
    struct reading reading = {.store = store, .errors = errors};
    struct str content = {0};
    int status = 0;
    if (read_file(&content, root, errors) && content.length)
        status = take_lines(&reading, content.text, content.length, err);
    str_release(&content);
    return status;
}
