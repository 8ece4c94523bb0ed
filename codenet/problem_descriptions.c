/* Bytes are compared, and of their encoding only the white space of ASCII is known: descriptions in
 * UTF-8 and in Shift_JIS fold alike. */
#include "codenet/problem_descriptions.h"

#include <string.h>

static bool is_white_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Folds in place; returns the new length. */
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

/* Stores what the file says, unless it is empty. */
static int store_description(struct store *store, const char *problem_id, struct str *content,
                             struct err *err)
{
    char sha256[SHA256_HEX_SIZE];
    size_t length = fold_white_space(content->text, content->length);
    if (length == 0)
        return 0;
    sha256_hex(content->text, length, sha256);
    return store_add_problem_description(store, problem_id, sha256, err);
}

/* Adds an error that belongs to a problem. Each problem has one at most: none is left out, however many
 * there are, so that what a shard lists does not depend on the others. */
static void report(struct input_errors *errors, const char *problem_id, const char *name,
                   const struct err *reason)
{
    struct input_errors one = {.arena = errors->arena};
    struct str path = {0};
    str_print(&path, "%s/%s", PROBLEM_DESCRIPTIONS_FOLDER, name);
    input_errors_add(&one, INPUT_DESCRIPTION_UNUSABLE, str_text(&path), 0, "%s", reason->message);
    one.list.items[0].unit_id = problem_id;
    array_push(&errors->list, one.list.items[0]);
    array_release(&one.list);
    str_release(&path);
}

static int take_problems(const struct folder *descriptions, const struct problem_list *list,
                         const bool *is_chosen, struct store *store, struct input_errors *errors,
                         struct err *err)
{
    struct str content = {0}, name = {0};
    int status = 0;
    for (size_t i = 0; i < list->problems.n && status == 0; i++) {
        const char *id = list->problems.items[i].id;
        struct err reason;
        if (is_chosen && !is_chosen[i])
            continue;
        str_clear(&name);
        str_print(&name, "%s.%s", id, PROBLEM_DESCRIPTION_EXTENSION);
        enum beneath_result result = folder_read(&content, descriptions, str_text(&name),
                                                 MAX_PROBLEM_DESCRIPTION_BYTES, &reason);
        if (result == BENEATH_OK)
            status = store_description(store, id, &content, err);
        else if (result != BENEATH_MISSING)
            report(errors, id, str_text(&name), &reason);
    }
    str_release(&content);
    str_release(&name);
    return status;
}

int problem_descriptions_store(const struct folder *root, const struct problem_list *list,
                               const bool *is_chosen, struct store *store,
                               struct input_errors *errors, struct err *err)
{
    struct folder descriptions;
    struct err reason;
    int status = 0;
    enum beneath_result result =
        folder_open(&descriptions, root, PROBLEM_DESCRIPTIONS_FOLDER, &reason);
    if (result == BENEATH_OK)
        status = take_problems(&descriptions, list, is_chosen, store, errors, err);
    else if (result != BENEATH_MISSING)
        input_errors_add(errors, INPUT_DESCRIPTION_UNUSABLE, PROBLEM_DESCRIPTIONS_FOLDER, 0, "%s",
                         reason.message);
    folder_close(&descriptions);
    return status;
}
