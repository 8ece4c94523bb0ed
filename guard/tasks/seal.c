/* A repository is sealed for a base if all commits in sight are of its past. Without others, the
 * blobs are compared with those of its past, too.
 *
 * What is hidden is found by what is known: all files in the folder of git that hold no history, or
 * whose ids are read, are listed here, and any other one is not searched. */
#include "guard/tasks/seal.h"

#include "base/beneath.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 5, MAX_LINE = 1 << 12, MAX_SHOWN = 20, MAX_MESSAGE_BYTES = 1 << 24 };

/* ---- What is hidden ---- */

/* Appends a stranger's name of a file as a part of a line. */
static void add_file_name(struct str *out, const char *name)
{
    size_t start = out->length;
    utf8_add_valid(out, name, strlen(name));
    for (size_t i = start; i < out->length; i++)
        out->text[i] = out->text[i] == '\n' ? '?' : out->text[i];
}

static void add_hidden(struct sealing *sealing, const char *name)
{
    scoped(str) valid = {0};
    add_file_name(&valid, name);
    array_push(&sealing->hidden, arena_text(sealing->arena, str_text(&valid)));
}

/* Whether a message begins with the subject of a commit, which says no more than that. */
static bool is_of_commit(const struct sealing *sealing, const char *message)
{
    size_t length = strcspn(message, "\r\n");
    for (size_t i = 0; i < sealing->graph->commits.n; i++) {
        const char *subject = sealing->graph->commits.items[i].subject;
        size_t n = strlen(subject); /* a long one is cut */
        if (strncmp(message, subject, n) == 0 && (n == length || n > COMMIT_MAX_SUBJECT - 4))
            return true;
    }
    return !message[strspn(message, " \t\r\n")];
}

/* Whether a file of git holds no history, is empty, or its ids are read by object_names_find(). */
static bool is_known(const struct sealing *sealing, const struct beneath_folder *folder,
                     const char *name)
{
    static const char *const known[] = {"HEAD",     "objects",         "refs",        "packed-refs",
                                        "reftable", "shallow",         "logs",        "config",
                                        "index",    "branches",        "hooks",       "info",
                                        "gc.log",   "config.worktree", "description", "gitdir",
                                        "locked",   "commondir",       "gc.pid",      NULL};
    size_t length = strlen(name);
    bool is_message = length > 3 && strcmp(name + length - 3, "MSG") == 0;
    scoped(str) text = {0};
    scoped(beneath_folder) inner = {.fd = -1};
    scoped(beneath_names) names = {.arena = {0}};
    if (git_is_pseudo_ref(name) || text_is_one_of(name, known))
        return true;
    if (is_message)
        return beneath_read(&text, folder, name, MAX_MESSAGE_BYTES, NULL) == BENEATH_OK &&
               is_of_commit(sealing, str_text(&text));
    return beneath_open(&inner, folder, name, NULL) == BENEATH_OK &&
           beneath_list(&names, &inner, NULL) == 0 && !names.list.n;
}

/* Looks into the folder of git, its folder of linked worktrees, and those. */
static void look_into(struct sealing *sealing, const struct beneath_folder *parent,
                      const char *below, const char *owner)
{
    scoped(beneath_folder) folder = {.fd = -1};
    scoped(beneath_names) names = {.arena = {0}};
    bool has_worktrees = strcmp(owner, "worktrees/") == 0;
    if (below && beneath_open(&folder, parent, below, NULL) != BENEATH_OK)
        return;
    parent = below ? &folder : parent;
    beneath_list(&names, parent, NULL);
    for (size_t i = 0; i < names.list.n; i++) {
        const char *name = names.list.items[i].text;
        scoped_memory char *path = mem_print("%s%s", owner, name);
        scoped_memory char *inside = mem_print("%s/", path);
        if (has_worktrees || strcmp(path, "worktrees") == 0)
            look_into(sealing, parent, name, inside);
        else if (!is_known(sealing, parent, name))
            add_hidden(sealing, path);
    }
}

void seal_find_hidden(struct sealing *sealing, struct str *notes)
{
    const struct commit_graph *graph = sealing->graph;
    scoped(beneath_folder) root = {.fd = -1};
    if (sealing->sight == SIGHT_ANCESTORS)
        return;
    for (size_t i = 0; i < graph->gone.n; i++)
        add_hidden(sealing, graph->gone.items[i]);
    if (sealing->sight == SIGHT_ALL &&
        beneath_open_root(&root, sealing->repository->folder, NULL) == BENEATH_OK)
        look_into(sealing, &root, NULL, "");
    if (sealing->repository->left_out.length)
        add_hidden(sealing, "objects/info/alternates");
    if (sealing->hidden.n)
        str_add_text(
            notes, "not sealed: names of objects that are gone, or files that are not searched: ");
    for (size_t i = 0; i < sealing->hidden.n && i < MAX_SHOWN; i++)
        str_print(notes, "%s%s", i ? ", " : "", sealing->hidden.items[i]);
}

/* ---- Commits of a recipe ---- */

/* Returns whether its author is that of SWE-bench's recipe, whose address has changed its end. */
static uint32_t note_recipe(void *context, const struct commit_text *text)
{
    static const char author[] = "SWE-bench <setup@swebench.";
    struct commit_person person = commit_text_person(text, "author");
    (void)context;
    return person.length >= sizeof author && memcmp(person.text, author, sizeof author - 1) == 0;
}
const struct commit_taker seal_taker = {NULL, note_recipe};

struct changed_paths {
    const struct patch *patch;
    struct str list;
    bool has_name; /* of a file of the patch */
};

static bool take_path(void *context, char *path, size_t length)
{
    struct changed_paths *changed = context;
    const struct patch *patch = changed->patch;
    for (size_t f = 0; f < patch->files.n; f++)
        for (int side = 0; side < N_PATCH_SIDES; side++) {
            const char *other = patch->files.items[f].path[side];
            changed->has_name |= other && strcmp(file_name(other), file_name(path)) == 0;
        }
    (void)length;
    if (changed->list.length > MAX_LINE)
        return true;
    str_add_text(&changed->list, changed->list.length ? ", " : "it changes ");
    add_file_name(&changed->list, path);
    return true;
}

/* Accepts a commit of the recipe, unless it changes a file of the patch. */
static void accept(struct sealing *sealing, uint32_t number, const struct patch *patch,
                   struct str *notes)
{
    const char *id = sealing->graph->commits.items[number].id;
    const char *const arguments[] = {"diff-tree",      "-r", "-z", "--name-only",
                                     "--no-commit-id", id,   "--", NULL};
    struct changed_paths changed = {.patch = patch};
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\0', .take = take_path, .context = &changed};
    if (git_run(&sealing->repository->place, arguments, &talk, &reason) == 0 && !changed.has_name) {
        sealing->relations[number] = RELATION_SAME;
        sealing->made = id;
        str_print(notes, "commit %.10s on a base is accepted: SWE-bench's recipe made it, and %s\n",
                  id, changed.list.length ? changed.list.text : "it is empty");
    }
    str_release(&changed.list);
}

void seal_relate(struct sealing *sealing, uint32_t base, const struct patch *patch,
                 struct str *notes)
{
    const struct commit_graph *graph = sealing->graph;
    if (!sealing->relations)
        sealing->relations = mem_alloc(graph->commits.n, 1);
    sealing->made = NULL;
    commit_graph_relate(graph, base, sealing->relations);
    for (uint32_t i = base; i < graph->commits.n && sealing->sight != SIGHT_ANCESTORS; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        if (!commit->note || commit->n_parents != 1 ||
            graph->parents.items[commit->parents] != base)
            continue;
        accept(sealing, i, patch, notes);
        break; /* a hostile repository may have many */
    }
}

/* ---- The seal ---- */

bool seal_has_in_sight(const struct sealing *sealing, uint32_t commit)
{
    return sealing->relations[commit] <= RELATION_BEFORE ||
           (sealing->graph->commits.items[commit].is_visible && sealing->sight != SIGHT_ANCESTORS);
}

static void add_name(struct seal *seal, const struct sealing *sealing, const char *name)
{
    if (seal->n_names++ < MAX_NAMES)
        array_push(&seal->names, arena_text(sealing->arena, name));
}

/* Adds the names that lead to a commit that is not of the base's past, and what is hidden. */
static void add_names(struct seal *seal, const struct sealing *sealing)
{
    const struct commit_graph *graph = sealing->graph;
    for (size_t i = 0; i < graph->sightings.n; i++)
        if (sealing->relations[graph->sightings.items[i].commit] > RELATION_BEFORE)
            add_name(seal, sealing, graph->sightings.items[i].name);
    for (size_t i = 0; i < sealing->hidden.n; i++)
        add_name(seal, sealing, sealing->hidden.items[i]);
}

static void count_commits(struct seal *seal, const struct sealing *sealing)
{
    const struct commit_graph *graph = sealing->graph;
    for (uint32_t i = 0; i < graph->commits.n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        if (sealing->relations[i] <= RELATION_BEFORE || !seal_has_in_sight(sealing, i))
            continue;
        seal->n_relations[sealing->relations[i]]++;
        for (int place = 0; place < N_PLACES; place++)
            seal->n_places[place] += commit->places >> place & 1;
        seal->n_places[N_PLACES] += !commit->places;
        seal->is_sealed = false;
    }
}

/* Counts the blobs that are not of the past of a commit. */
static int count_blobs(struct seal *seal, const struct sealing *sealing, const char *commit,
                       struct err *err)
{
    const char *const arguments[] = {
        "rev-list", "--objects", "--no-object-names", "--missing=allow-any", commit, "--", NULL};
    const struct table *blobs = &sealing->graph->blobs;
    struct git_process git;
    scoped_memory bool *is_known = mem_alloc(blobs->keys.n + 1, 1);
    char *line;
    size_t length;
    int status = git_start(&git, &sealing->repository->place, arguments, NULL, NULL, err);
    seal->n_blobs = (int64_t)blobs->keys.n;
    while (status == 0 && git_read_to(&git, '\n', MAX_LINE, &line, &length) == 1) {
        int64_t number = table_find(blobs, line);
        if (number == TABLE_NONE || is_known[number])
            continue;
        is_known[number] = true;
        seal->n_blobs--;
    }
    git_end(&git, NULL);
    return status;
}

int seal_make(struct seal *out, const struct sealing *sealing, const char *base, struct err *err)
{
    const char *tip = sealing->made ? sealing->made : base;
    int status = 0;
    out->is_sealed = true;
    out->n_blobs = -1;
    count_commits(out, sealing);
    add_names(out, sealing);
    if (out->is_sealed && sealing->sight == SIGHT_ALL) {
        out->n_blobs = sealing->n_loose; /* all trees are of the base's past */
        status = sealing->n_loose < 0 ? count_blobs(out, sealing, tip, err) : 0;
    }
    out->is_sealed = out->is_sealed && out->n_blobs <= 0 && !sealing->hidden.n;
    return status;
}

void sealing_release(struct sealing *sealing)
{
    free(sealing->relations);
    array_release(&sealing->hidden);
}
