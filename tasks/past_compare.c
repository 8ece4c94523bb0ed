/* The commits are compared with the list that was read from the first repository. The rest follows
 * from the new one itself: all its objects were hashed when they came, so one walk from the
 * references shows that none is missing. If it finds all objects that there are, each commit is of
 * the past, and each tag leads to one of these, then nothing else is there. */
#include "tasks/past.h"

#include "base/interrupt.h"

#include <inttypes.h>

/* ---- Objects ---- */

struct counting {
    const struct past *past;
    size_t n_commits, n_objects;
    bool is_foreign; /* a commit is not one of the past */
};

/* Takes a line "TYPE ID" of an object. */
static bool take_object(void *context, char *line, size_t length)
{
    struct counting *counting = context;
    char *id = strchr(line, ' ');
    (void)length;
    if (!id)
        return false;
    *id++ = '\0';
    bool is_commit = strcmp(line, "commit") == 0;
    counting->n_objects++;
    counting->n_commits += is_commit;
    if (is_commit && table_find(&counting->past->commits, id) < 0)
        counting->is_foreign = true;
    return true;
}

static bool count_line(void *context, char *line, size_t length)
{
    (void)line;
    (void)length;
    ++*(size_t *)context;
    return true;
}

/* Compares the objects that are there with those that the references lead to. rev-list fails if one
 * of these is missing. */
static int compare_objects(const struct past *past, const struct git_place *place, struct err *err)
{
    static const char *const all[] = {"cat-file", "--batch-all-objects", "--unordered",
                                      "--batch-check=%(objecttype) %(objectname)", NULL};
    static const char *const reached[] = {"rev-list", "--objects", "--no-object-names",
                                          "--all",    "--",        NULL};
    struct counting counting = {.past = past};
    size_t n_reached = 0;
    scoped(str) reason = {0};
    struct git_talk talk = {.end = '\n', .take = take_object, .context = &counting};
    if (git_run(place, all, &talk, &reason) != 0)
        return err_set(err, "its objects cannot be listed: %s", str_text(&reason));
    talk = (struct git_talk){.end = '\n', .take = count_line, .context = &n_reached};
    if (git_run(place, reached, &talk, &reason) != 0)
        return err_set(err, "its history cannot be listed: %s", str_text(&reason));
    if (counting.is_foreign || counting.n_commits != past->commits.keys.n)
        return err_set(err, "it has %zu commits instead of %zu", counting.n_commits,
                       past->commits.keys.n);
    if (counting.n_objects != n_reached)
        return err_set(err, "it has %zu objects instead of %zu", counting.n_objects, n_reached);
    return 0;
}

/* ---- References ---- */

static bool add_line(void *context, char *line, size_t length)
{
    struct str *text = context;
    str_add(text, line, length);
    str_add_text(text, "\n");
    return true;
}

/* Runs a command that prints little, and appends what it prints. */
static int ask(const struct git_place *place, const char *const *arguments, struct str *out,
               struct err *err)
{
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\n', .take = add_line, .context = out};
    if (git_run(place, arguments, &talk, &reason) != 0)
        return err_set(err, "'git %s' fails in it: %s", arguments[0], str_text(&reason));
    return 0;
}

static int compare_references(const struct past *past, const struct git_place *place,
                              struct err *err)
{
    static const char *const references[] = {"for-each-ref", "--format=%(objectname) %(refname)",
                                             NULL};
    static const char *const head[] = {"rev-parse", "HEAD", "HEAD^{tree}", NULL};
    static const char *const branch[] = {"symbolic-ref", "HEAD", NULL};
    scoped(str) found = {0};
    scoped(str) expected = {0};
    if (ask(place, references, &found, err) != 0 || ask(place, head, &found, err) != 0 ||
        ask(place, branch, &found, err) != 0)
        return ERR;
    str_print(&expected, "%s %s\n", past->base, past->branch);
    for (size_t i = 0; i < past->tags.n; i++)
        str_print(&expected, "%s %s\n", past->tags.items[i].id, past->tags.items[i].name);
    str_print(&expected, "%s\n%s\n%s\n", past->base, past->tree, past->branch);
    if (strcmp(str_text(&expected), str_text(&found)) != 0)
        return err_set(err, "its references are not the branch and the %zu tags of the commit",
                       past->tags.n);
    return 0;
}

static int compare_descriptions(const struct past *past, const struct git_place *place,
                                struct err *err)
{
    struct str found[N_DESCRIPTIONS] = {{0}};
    bool is_same = true;
    past_describe(place, "HEAD", found);
    for (int i = 0; i < N_DESCRIPTIONS; i++) {
        is_same &= strcmp(str_text(&found[i]), str_text(&past->descriptions[i])) == 0;
        str_release(&found[i]);
    }
    return is_same ? 0 : err_set(err, "git describes its HEAD in other words");
}

static int check_stop(int status, struct err *err)
{
    return interrupt_signal() ? err_set(err, "stopped") : status;
}

int past_compare(const struct past *past, const struct git_place *place, struct err *err)
{
    int status = compare_objects(past, place, err);
    if (status == 0)
        status = compare_references(past, place, err);
    if (status == 0)
        status = compare_descriptions(past, place, err);
    return check_stop(status, err);
}
