/* References come from git. Reflogs, pseudo-refs, and what belongs to linked worktrees are files
 * that git keeps in the repository, and which are read here: git runs in a sandbox where they are
 * not. Any id in such a file counts, because whoever reads the file can ask git for it. */
#include "miner/git/commit_graph.h"

#include "base/beneath.h"

#include <ctype.h>
#include <sys/stat.h>

enum {
    MAX_FILE_BYTES = 1 << 28, /* of a reflog or pseudo-ref */
    MAX_DEPTH = 100,          /* of folders */
    MAX_LINKS = 100,          /* to folders: they may lead in a circle */
    ID_SIZE = 65,
    CLONED = 1 << PLACE_BRANCH | 1 << PLACE_TAG,
    MINED = CLONED | 1 << PLACE_REMOTE | 1 << PLACE_WORKTREE,
};

const char *const place_names[] = {"branch", "remote",   "tag",    "pull",       "stash", "notes",
                                   "other",  "worktree", "reflog", "pseudo-ref", NULL};
const char *const sight_names[] = {"clone", "refs", "all", "ancestors", NULL};

struct finding {
    struct named_ids *names;
    struct arena *arena;
    struct damage *damage;
    struct repository *repository;
    enum sight sight;
    enum place place;  /* of the names that are added */
    const char *owner; /* of them: "", or "worktrees/NAME/" */
    size_t n_links;    /* to folders, that were followed */
};

/* ---- The names in a text ---- */

/* Returns the number of digits of the id at the start of a text, which it does not follow: 0 if
 * there is none. */
static size_t id_at(const char *at, const char *end, char id[ID_SIZE])
{
    size_t n = 0;
    while (n < (size_t)(end - at) && n < ID_SIZE && isxdigit((unsigned char)at[n]))
        n++;
    bool is_alone = n == (size_t)(end - at) || !isalnum((unsigned char)at[n]);
    if ((n != 40 && n != 64) || !is_alone)
        return 0;
    for (size_t i = 0; i < n; i++)
        id[i] = (char)tolower((unsigned char)at[i]);
    id[n] = '\0';
    return n;
}

static const char *valid_name(struct finding *finding, const char *name)
{
    scoped(str) valid = {0};
    utf8_add_valid(&valid, finding->owner, strlen(finding->owner));
    utf8_add_valid(&valid, name, strlen(name));
    return arena_text(finding->arena, str_text(&valid));
}

static void add_name(struct finding *finding, const char *name, const char *id, bool is_reference)
{
    struct arena *arena = finding->arena;
    if (id[strspn(id, "0")]) /* not the null id */
        array_push(finding->names,
                   ((struct named_id){name, arena_text(arena, id), finding->place, is_reference}));
}

/* The entries of a reflog, from the oldest on: "BEFORE AFTER PERSON ..." */
struct entry {
    char id[2][ID_SIZE];
};

static bool cut_entry(struct entry *entry, const char *at, const char *end)
{
    size_t n = id_at(at, end, entry->id[0]);
    return n && at + n < end && at[n] == ' ' && id_at(at + n + 1, end, entry->id[1]) == n;
}

/* Adds the entries of a reflog as git numbers them: NAME@{0} is the last. What the reference was
 * before the first entry has a number, too, and so has what it was before an entry if that is not
 * what the entry before it says. */
static void add_reflog(struct finding *finding, const char *name, const char *text, size_t length)
{
    struct arena *arena = finding->arena;
    scoped_array ARRAY(struct entry) entries = {0};
    const char *feed;
    for (const char *at = text, *end = text + length; at < end; at = feed + 1) {
        struct entry entry;
        feed = memchr(at, '\n', (size_t)(end - at));
        feed = feed ? feed : end;
        if (cut_entry(&entry, at, feed))
            array_push(&entries, entry);
    }
    const char *valid = valid_name(finding, name);
    for (size_t i = 0; i < entries.n; i++) {
        const struct entry *entry = &entries.items[entries.n - 1 - i];
        add_name(finding, arena_print(arena, "%s@{%zu}", valid, i), entry->id[1], false);
        if (i + 1 == entries.n || strcmp(entry[-1].id[1], entry->id[0]) != 0)
            add_name(finding, arena_print(arena, "%s@{%zu}", valid, i + 1), entry->id[0], false);
    }
}

/* Adds the ids in a file. Those in its first line have the name of the file. */
static void add_ids(struct finding *finding, const char *name, const char *text, size_t length,
                    bool is_reference)
{
    const char *end = text + length, *valid = valid_name(finding, name);
    struct arena *arena = finding->arena;
    size_t line = 1;
    for (const char *at = text; at < end; at++) {
        char id[ID_SIZE];
        bool is_start = at == text || !isalnum((unsigned char)at[-1]);
        size_t n = is_start ? id_at(at, end, id) : 0;
        line += *at == '\n';
        if (!n)
            continue;
        add_name(finding, line > 1 ? arena_print(arena, "%s:%zu", valid, line) : valid, id,
                 is_reference);
        at += n - 1;
    }
}

/* ---- Files ---- */

/* What to do with the files of a folder. */
enum kind { KIND_REFLOG, KIND_REFERENCE, KIND_PSEUDO_REF };

/* Notes that a file or folder in a folder cannot be read. */
static void note_unread(struct finding *finding, const struct beneath_folder *folder,
                        const char *file, const char *reason)
{
    const char *path = folder->path + strlen(finding->repository->folder);
    path += *path == '/';
    damage_add(finding->damage, "its %s%s%s is not read: %s", path, *path && *file ? "/" : "", file,
               reason);
}

static const char *reason_of(enum beneath_result result, const struct err *err)
{
    return result == BENEATH_OUTSIDE ? "a symbolic link leads out of the repository" : err->message;
}

static void list_folder(struct beneath_names *names, struct finding *finding,
                        const struct beneath_folder *folder)
{
    struct err err;
    if (beneath_list(names, folder, &err) != 0)
        note_unread(finding, folder, "", "it cannot be listed");
}

/* The place of what a file names. The stash is a reflog, because older stashes are only there. */
static enum place place_of(const struct finding *finding, enum kind kind, const char *name)
{
    if (*finding->owner)
        return PLACE_WORKTREE;
    if (kind == KIND_REFLOG)
        return strcmp(name, "refs/stash") == 0 ? PLACE_STASH : PLACE_REFLOG;
    return PLACE_PSEUDO_REF;
}

static void read_file(struct finding *finding, const struct beneath_folder *folder,
                      const char *file, const char *name, enum kind kind)
{
    struct err err;
    scoped(str) content = {0};
    enum beneath_result result = beneath_read(&content, folder, file, MAX_FILE_BYTES, &err);
    if (result != BENEATH_OK) {
        note_unread(finding, folder, file, reason_of(result, &err));
        return;
    }
    finding->place = place_of(finding, kind, name);
    if (kind == KIND_REFLOG)
        add_reflog(finding, name, str_text(&content), content.length);
    else
        add_ids(finding, name, str_text(&content), content.length, kind == KIND_REFERENCE);
}

/* Opens a folder in a folder. Returns false if there is none, which is noted unless it is missing.
 */
static bool open_folder(struct beneath_folder *out, struct finding *finding,
                        const struct beneath_folder *parent, const char *file)
{
    struct err err;
    scoped_memory char *path = mem_print("%s/%s", parent->path, file);
    enum beneath_result result = beneath_open(out, parent, file, &err);
    bool is_link = result == BENEATH_OK && strcmp(out->path, path) != 0;
    size_t length = is_link ? strlen(out->path) : 0;
    bool is_circle = is_link && (finding->n_links++ >= MAX_LINKS ||
                                 (strncmp(path, out->path, length) == 0 && path[length] == '/'));
    if (is_circle)
        beneath_close(out);
    if (is_circle || (result != BENEATH_OK && result != BENEATH_MISSING))
        note_unread(finding, parent, file,
                    is_circle ? "symbolic links lead in a circle" : reason_of(result, &err));
    return result == BENEATH_OK && !is_circle;
}

/* Reads the files in the folder `parent`/`file` and below it. `name` is that of its content: "", or
 * with a slash at its end. */
static void read_below(struct finding *finding, const struct beneath_folder *parent,
                       const char *file, const char *name, enum kind kind, int depth)
{
    scoped(beneath_folder) folder = {.fd = -1};
    scoped(beneath_names) names = {.arena = {0}};
    if (!open_folder(&folder, finding, parent, file))
        return;
    list_folder(&names, finding, &folder);
    for (size_t i = 0; i < names.list.n; i++) {
        const struct beneath_name *entry = &names.list.items[i];
        struct stat info;
        bool is_folder = fstatat(folder.fd, entry->text, &info, 0) == 0 && S_ISDIR(info.st_mode);
        scoped_memory char *inner = mem_print(is_folder ? "%s%s/" : "%s%s", name, entry->text);
        if (!is_folder)
            read_file(finding, &folder, entry->text, inner, kind);
        else if (depth < MAX_DEPTH)
            read_below(finding, &folder, entry->text, inner, kind, depth + 1);
        else
            note_unread(finding, &folder, entry->text, "it is too deep");
    }
}

bool git_is_pseudo_ref(const char *name)
{
    size_t length = strlen(name);
    bool is_message = length >= 3 && strcmp(name + length - 3, "MSG") == 0;
    return isupper((unsigned char)*name) && !is_message && strcmp(name, "HEAD") != 0 &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == length;
}

static void read_pseudo_refs(struct finding *finding, const struct beneath_folder *folder)
{
    static const char *const states[] = {"rebase-apply", "rebase-merge", "sequencer"};
    scoped(beneath_names) names = {.arena = {0}};
    list_folder(&names, finding, folder);
    for (size_t i = 0; i < names.list.n; i++) {
        const char *name = names.list.items[i].text;
        if (git_is_pseudo_ref(name))
            read_file(finding, folder, name, name, KIND_PSEUDO_REF);
    }
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        scoped_memory char *name = mem_print("%s/", states[i]);
        read_below(finding, folder, states[i], name, KIND_PSEUDO_REF, 1);
    }
}

/* Reads what the main worktree or a linked one has of its own. */
static void read_worktree(struct finding *finding, const struct beneath_folder *folder)
{
    if (*finding->owner)
        read_below(finding, folder, "refs", "refs/", KIND_REFERENCE, 1);
    if (*finding->owner && finding->repository->has_reftable)
        damage_add(finding->damage, "%sreftable is not read", finding->owner);
    if (finding->sight != SIGHT_ALL)
        return;
    read_below(finding, folder, "logs", "", KIND_REFLOG, 1);
    read_pseudo_refs(finding, folder);
}

static void read_linked_worktrees(struct finding *finding, const struct beneath_folder *root)
{
    scoped(beneath_folder) all = {.fd = -1};
    scoped(beneath_names) names = {.arena = {0}};
    if (!open_folder(&all, finding, root, "worktrees"))
        return;
    list_folder(&names, finding, &all);
    for (size_t i = 0; i < names.list.n; i++) {
        const char *name = names.list.items[i].text;
        scoped(beneath_folder) folder = {.fd = -1};
        if (!open_folder(&folder, finding, &all, name))
            continue;
        scoped_memory char *owner = mem_print("worktrees/%s/", name);
        finding->owner = owner;
        read_worktree(finding, &folder);
        finding->owner = "";
    }
}

/* ---- A reftable ---- */

/* Takes a line "ID NAME": a root reference, or NAME@{NUMBER}. The others are known. */
static bool take_line(void *context, char *line, size_t length)
{
    struct finding *finding = context;
    char *name = strchr(line, ' ');
    (void)length;
    if (!name || !git_is_id(line, (size_t)(name - line)))
        return true;
    *name++ = '\0';
    bool is_log = strstr(name, "@{"); /* which no reference has */
    bool is_root = strncmp(name, "refs/", 5) != 0 && strcmp(name, "HEAD") != 0;
    const char *valid = valid_name(finding, name);
    name[strcspn(name, "@")] = '\0';
    finding->place = place_of(finding, is_log ? KIND_REFLOG : KIND_PSEUDO_REF, name);
    if (is_log || is_root)
        add_name(finding, valid, line, false);
    return true;
}

static void read_lines(struct finding *finding, const char *const *arguments, const char *what)
{
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\n', .take = take_line, .context = finding};
    if (git_run(&finding->repository->place, arguments, &talk, &reason) != 0)
        damage_add(finding->damage, "git cannot list its %s: %s", what, str_text(&reason));
}

static void read_reftable(struct finding *finding)
{
    static const char *const roots[] = {"for-each-ref", "--include-root-refs",
                                        "--format=%(objectname) %(refname)", NULL};
    static const char *const logs[] = {"log", "-g", "--all", "--format=%H %gD", "--", NULL};
    read_lines(finding, roots, "pseudo-refs");
    read_lines(finding, logs, "reflogs");
}

/* ---- References ---- */

static enum place place_of_reference(const char *name)
{
    static const struct {
        const char *start;
        enum place place;
    } places[] = {
        {"refs/heads/", PLACE_BRANCH},  {"refs/remotes/", PLACE_REMOTE},
        {"refs/tags/", PLACE_TAG},      {"refs/pull/", PLACE_PULL},
        {"refs/changes/", PLACE_PULL},  {"refs/merge-requests/", PLACE_PULL},
        {"refs/notes/", PLACE_NOTES},   {"refs/pull-requests/", PLACE_PULL},
        {"worktrees/", PLACE_WORKTREE},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (text_begins(name, places[i].start))
            return places[i].place;
    return strcmp(name, "HEAD") == 0         ? PLACE_BRANCH
           : strcmp(name, "refs/stash") == 0 ? PLACE_STASH
                                             : PLACE_OTHER;
}

static void add_references(struct finding *finding)
{
    struct repository *repository = finding->repository;
    char hex[SHA256_HEX_SIZE];
    scoped(str) reason = {0};
    if (repository_fingerprint(repository, hex, &reason) != 0)
        damage_add(finding->damage, "git cannot list its references: %s", str_text(&reason));
    for (size_t i = 0; i < repository->references.n; i++) {
        const struct reference *reference = &repository->references.items[i];
        if (!git_is_id(reference->id, strlen(reference->id))) {
            damage_add(finding->damage, "git lists %s as '%.80s'", reference->name, reference->id);
            continue;
        }
        finding->place = place_of_reference(reference->name);
        unsigned places = finding->sight == SIGHT_CLONE   ? CLONED
                          : finding->sight == SIGHT_MINED ? MINED
                                                          : ~0U;
        if (places >> finding->place & 1)
            add_name(finding, valid_name(finding, reference->name), reference->id, true);
    }
    if (repository->broken.n)
        damage_add(finding->damage, "%s broken: %s",
                   counted((int64_t)repository->broken.n, "reference is", "references are").text,
                   str_text(&repository->broken.text));
}

void object_names_find(struct named_ids *out, struct arena *arena, struct repository *repository,
                       enum sight sight, struct damage *damage)
{
    scoped(beneath_folder) root = {.fd = -1};
    struct finding finding = {.names = out,
                              .arena = arena,
                              .damage = damage,
                              .repository = repository,
                              .sight = sight,
                              .owner = ""};
    struct err err;
    if (sight == SIGHT_ANCESTORS)
        return;
    add_references(&finding);
    if (sight == SIGHT_CLONE || sight == SIGHT_MINED)
        return;
    if (beneath_open_root(&root, repository->folder, &err) != BENEATH_OK) {
        damage_add(damage, "its folder cannot be read: %s", err.message);
        return;
    }
    read_worktree(&finding, &root);
    if (repository->has_reftable && sight == SIGHT_ALL)
        read_reftable(&finding);
    read_linked_worktrees(&finding, &root);
}
