/* In the sandbox, /repository has the objects and references of the repository and settings of our
 * own, because those of the repository are a stranger's: they can name programs, servers that have
 * missing objects, and files to include. Its hooks, attributes and grafts are missing. So it does
 * not matter to whom it belongs, although git itself refuses repositories of other users.
 * Alternates are at /alternates/N, because their paths outside are not those in the sandbox. */
#include "miner/git/git_mounts.h"

#include "base/file.h"
#include "base/str.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The format of the objects and of the references is that of the repository. */
#define SETTINGS                                                                              \
    "[core]\n\tbare = true\n\tcommitGraph = false\n\tmultiPackIndex = false\n\thooksPath = "  \
    "/dev/null\n\tfsmonitor = false\n\tattributesFile = /dev/null\n[log]\n\tshowSignature = " \
    "false\n[core]\n\trepositoryFormatVersion = "
#define EXTENSIONS SETTINGS "1\n[extensions]\n"
#define SHA256     "\tobjectFormat = sha256\n"
#define REFTABLE   "\trefStorage = reftable\n"

enum {
    MAX_VALUE = 4096,
    MAX_SHOWN = 200,    /* bytes of a path in a message */
    MAX_PART = 1 << 20, /* bytes of output that are one */
};

/* ---- Commands that are run to their ends ---- */

int git_run(const struct git_place *place, const char *const *arguments,
            const struct git_talk *talk, struct str *reason)
{
    struct git_process git;
    struct err err;
    char *part;
    size_t length;
    int status = git_start(&git, place, arguments, talk->more, talk->context, &err);
    int has_part = status;
    bool is_taken = true;
    git.idle_s = talk->idle_s ? talk->idle_s : GIT_IDLE_S;
    git.warnings = talk->warnings;
    while (status == 0 && is_taken &&
           (has_part = git_read_to(&git, talk->end, MAX_PART, &part, &length)) == 1)
        is_taken = talk->take(talk->context, part, length);
    int ended = git_end(&git, status == 0 && is_taken ? reason : NULL);
    if (status != 0)
        str_add_text(reason, err.message);
    else if (!is_taken || (has_part < 0 && ended == 0))
        str_print(reason, "'git %s' prints what it should not", *arguments);
    return status == 0 && is_taken && has_part == 0 ? ended : ERR;
}

enum { MAJOR = 2, MINOR = 25, MINOR_REFTABLE = 45 };

struct version {
    int least;  /* minor version */
    int status; /* 1: it prints nothing */
    struct err *err;
};

static bool check_line(void *context, char *line, size_t length)
{
    struct version *version = context;
    int major, minor, least = version->least;
    (void)length;
    version->status = 0;
    if (sscanf(line, "git version %d.%d", &major, &minor) != 2)
        version->status =
            err_set(version->err, "/usr/bin/git is not git: 'git version' prints '%.60s'", line);
    else if (major > MAJOR || (major == MAJOR && minor >= least))
        return true;
    else if (least == MINOR_REFTABLE)
        version->status = err_set(
            version->err,
            "its references are a reftable, which git %d.%d cannot read: install git %d.%d or "
            "later, or run 'git refs migrate --ref-format=files' in it with such a git",
            major, minor, MAJOR, least);
    else
        version->status =
            err_set(version->err, "/usr/bin/git is too old: install git %d.%d or later, not %d.%d",
                    MAJOR, MINOR, major, minor);
    return true;
}

static int check_least(int least, struct err *err)
{
    static const char *const arguments[] = {"version", NULL};
    scoped(sandbox) *sandbox = NULL;
    scoped(str) reason = {0};
    const struct sandbox_setup setup = {.together = {UINT64_C(4) << 30, 64}};
    struct version version = {least, 1, err};
    const struct git_talk talk = {.end = '\n', .take = check_line, .context = &version};
    if (access("/usr/bin/git", X_OK) != 0)
        return err_set_errno(err, "cannot run '/usr/bin/git'; install git");
    if (sandbox_open(&sandbox, &setup, err) != 0)
        return ERR;
    const struct git_place place = {.sandbox = sandbox, .folder = "/"};
    git_run(&place, arguments, &talk, &reason);
    return version.status > 0 ? err_set(err, "'git version' fails: %s", str_text(&reason))
                              : version.status;
}

int git_check_version(struct err *err)
{
    return check_least(MINOR, err);
}

/* ---- The repository ---- */

void damage_add(struct damage *damage, const char *format, ...)
{
    scoped(str) text = {0};
    va_list list;
    if (++damage->n > DAMAGE_MAX_NAMED)
        return;
    va_start(list, format);
    str_print_list(&text, format, list);
    va_end(list);
    str_add_text(&damage->text, damage->text.length ? "; " : "");
    utf8_add_valid(&damage->text, str_text(&text), text.length);
}

void damage_release(struct damage *damage)
{
    str_release(&damage->text);
    damage->n = 0;
}

static bool is_of_kind(const char *path, mode_t kind)
{
    struct stat info;
    return lstat(path, &info) == 0 && (info.st_mode & S_IFMT) == kind;
}

/* Whatever is in the place of HEAD is named when the repository is opened. */
static bool has_objects(const char *folder)
{
    struct stat info;
    scoped_memory char *objects = mem_print("%s/objects", folder);
    scoped_memory char *head = mem_print("%s/HEAD", folder);
    return (is_of_kind(objects, S_IFDIR) || is_of_kind(objects, S_IFLNK)) &&
           lstat(head, &info) == 0;
}

bool repository_is(const char *path, struct arena *arena, const char **git_folder)
{
    scoped_memory char *inner = mem_print("%s/.git", path);
    bool has_inner = is_of_kind(inner, S_IFDIR) && has_objects(inner);
    const char *found = has_inner ? inner : has_objects(path) ? path : NULL;
    if (found)
        *git_folder = arena_text(arena, found);
    return found;
}

bool repository_was(const char *path)
{
    scoped_memory char *objects = mem_print("%s/objects", path);
    scoped_memory char *references = mem_print("%s/refs", path);
    return is_of_kind(objects, S_IFDIR) && is_of_kind(references, S_IFDIR) && !has_objects(path);
}

static void read_shallow(struct repository *repository, const char *folder)
{
    scoped(str) content = {0};
    git_small_file_read(&content, folder, NULL, "shallow");
    for (char *rest = content.text, *line; (line = strsep(&rest, "\n"));)
        if (*line)
            table_number(&repository->shallow, line);
    repository->is_shallow = repository->shallow.keys.n > 0;
}

/* Whether a text begins with a word, in any case, after blanks; `rest` is set to what follows. */
static bool begins_with(const char *text, const char *word, const char **rest)
{
    text += strspn(text, " \t\"");
    *rest = text + strlen(word);
    return text_begins_in_any_case(text, word) && !isalnum((unsigned char)**rest);
}

/* Whether a line of settings, without its section, gives the key this value. */
static bool gives(const char *line, const char *key, const char *value)
{
    const char *rest;
    if (!begins_with(line, key, &rest))
        return false;
    rest += strspn(rest, " \t");
    return *rest == '=' && begins_with(rest + 1, value, &rest);
}

/* Whether the settings of a repository have this extension. If they lie, git finds the repository
 * damaged. */
static bool has_extension(const char *settings, const char *key, const char *value)
{
    bool is_extension = false;
    for (const char *line = settings; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *text = line + strspn(line, " \t"), *rest;
        size_t length = strcspn(text, "]\n");
        if (*text == '[') {
            is_extension = begins_with(text + 1, "extensions", &rest) && *rest == ']';
            text += length + (text[length] == ']');
        }
        if (is_extension && gives(text, key, value))
            return true;
    }
    return false;
}

/* Sets the settings with which git reads a repository. Fails if this git cannot read its format. */
static int choose_settings(const char **settings, struct repository *repository, const char *folder,
                           struct err *err)
{
    static const char *const all[2][2] = {{SETTINGS "0\n", EXTENSIONS REFTABLE},
                                          {EXTENSIONS SHA256, EXTENSIONS SHA256 REFTABLE}};
    scoped(str) content = {0};
    git_small_file_read(&content, folder, NULL, "config");
    const char *own = str_text(&content);
    repository->has_reftable = has_extension(own, "refstorage", "reftable");
    *settings = all[has_extension(own, "objectformat", "sha256")][repository->has_reftable];
    return repository->has_reftable ? check_least(MINOR_REFTABLE, err) : 0;
}

/* Returns the length of the id of an object at the start of a text; 0 if there is none. */
static size_t id_length(const char *text)
{
    size_t n = strspn(text, "0123456789abcdefABCDEF");
    return n == 40 || n == 64 ? n : 0;
}

/* Adds the HEAD of each linked worktree that is detached: the others name a reference. */
static void add_worktrees(struct repository *repository, const char *folder)
{
    scoped(beneath_folder) root = {.fd = -1};
    scoped(beneath_folder) all = {.fd = -1};
    scoped(beneath_names) names = {.arena = {0}};
    if (beneath_open_root(&root, folder, NULL) != BENEATH_OK ||
        beneath_open(&all, &root, "worktrees", NULL) != BENEATH_OK)
        return;
    beneath_list(&names, &all, NULL);
    for (size_t i = 0; i < names.list.n; i++) {
        scoped(str) content = {0};
        const char *own = names.list.items[i].text;
        scoped_memory char *below = mem_print("worktrees/%s", own);
        const char *name = arena_print(&repository->arena, "%s/HEAD", below);
        if (!beneath_is_safe_name(own, strlen(own)))
            continue;
        enum beneath_result result = git_small_file_read(&content, folder, below, "HEAD");
        if (result != BENEATH_OK && result != BENEATH_MISSING)
            damage_add(&repository->broken, "%s", name);
        size_t n = id_length(str_text(&content));
        const char *id = arena_copy_text(&repository->arena, str_text(&content), n);
        if (n)
            array_push(&repository->references, ((struct reference){id, name}));
    }
}

int repository_open(struct repository *repository, const char *git_folder, const char *root,
                    struct err *err)
{
    struct stat info;
    char real[PATH_MAX], real_root[PATH_MAX];
    const char *settings;
    scoped(git_mounts) mounts = {.files = {0}};
    *repository = (struct repository){.is_shallow = false};
    if (!realpath(git_folder, real) || !realpath(root, real_root) || stat(real, &info) != 0)
        return err_set_errno(err, "cannot read it");
    repository->folder = arena_text(&repository->arena, real);
    repository->owner = (struct sandbox_owner){info.st_uid, info.st_gid};
    if (git_mounts_find(&mounts, repository, real_root, err) != 0)
        return ERR;
    read_shallow(repository, real);
    if (choose_settings(&settings, repository, real, err) != 0)
        return ERR;
    array_push(&mounts.files,
               ((struct mounted_file){GIT_REPOSITORY "/config", settings, strlen(settings)}));
    scoped_memory char *references = mem_print("%s/refs", real);
    if (!file_is_folder(references)) /* lost by tools that leave out empty folders */
        array_push(&mounts.files, ((struct mounted_file){GIT_REPOSITORY "/refs/.none", "", 0}));
    array_push(&mounts.files, (struct mounted_file){.path = NULL});
    add_worktrees(repository, real);
    const struct sandbox_setup setup = {
        .folders = mounts.paths.items,
        .files = mounts.files.items,
        .owner = &repository->owner,
        .together = {GIT_TOGETHER_BYTES, GIT_TOGETHER_PROCESSES},
    };
    if (sandbox_open(&repository->place.sandbox, &setup, err) != 0)
        return ERR;
    repository->place.folder = GIT_REPOSITORY;
    repository->place.alternates =
        repository->n_alternates ? str_text(&repository->alternates) : NULL;
    return 0;
}

/* ---- References ---- */

/* Takes a line "ID NAME", or only "ID" of HEAD. */
static bool take_reference(void *context, char *line, size_t length)
{
    struct repository *repository = context;
    char *space = strchr(line, ' ');
    (void)length;
    if (space)
        *space = '\0';
    const char *name = space ? arena_text(&repository->arena, space + 1) : "HEAD";
    array_push(&repository->references,
               ((struct reference){arena_text(&repository->arena, line), name}));
    return true;
}

/* Adds the references that a command prints, and the names of broken ones from the lines "warning:
 * ignoring broken ref NAME". */
static int add_references(struct repository *repository, const char *const *arguments,
                          struct str *reason)
{
    static const char start[] = "warning: ignoring ";
    scoped(str) warnings = {0};
    const struct git_talk talk = {'\n', NULL, take_reference, repository, &warnings, 0};
    int status = git_run(&repository->place, arguments, &talk, reason);
    for (char *rest = warnings.text, *line; (line = strsep(&rest, "\n"));)
        if (strncmp(line, start, sizeof start - 1) == 0)
            damage_add(&repository->broken, "%.*s", MAX_SHOWN, strrchr(line, ' ') + 1);
    return status;
}

static void hash_references(const struct repository *repository, char hex[SHA256_HEX_SIZE])
{
    scoped(str) list = {0};
    for (size_t i = 0; i < repository->references.n; i++)
        str_print(&list, "%s %s\n", repository->references.items[i].id,
                  repository->references.items[i].name);
    for (size_t i = 0; i < repository->shallow.keys.n; i++)
        str_print(&list, "shallow %s\n", repository->shallow.keys.items[i]);
    sha256_hex(str_text(&list), list.length, hex);
}

int repository_fingerprint(struct repository *repository, char hex[SHA256_HEX_SIZE],
                           struct str *reason)
{
    static const char *const all[] = {"for-each-ref", "--format=%(objectname) %(refname)", NULL};
    static const char *const head[] = {"rev-parse", "--verify", "--quiet", "HEAD", NULL};
    scoped(str) ignored = {0};
    hex[0] = '\0';
    if (!repository->is_fingerprinted && add_references(repository, all, reason) != 0)
        return ERR;
    if (!repository->is_fingerprinted) /* fails in a repository without commits */
        add_references(repository, head, &ignored);
    repository->is_fingerprinted = true;
    hash_references(repository, hex);
    return 0;
}

void repository_add_address(struct str *out, const char *url)
{
    static const char *const schemes[] = {"http://", "https://", "git://", "ssh://", NULL};
    const char *const *scheme = schemes;
    while (*scheme && !text_begins_in_any_case(url, *scheme))
        scheme++;
    const char *host = url + (*scheme ? strlen(*scheme) : 0), *colon = strchr(url, ':');
    size_t length = strcspn(host, "/?#");
    if (!*scheme && (!colon || colon >= host + length || colon[1] == ':' || colon[1] == '/'))
        return;
    /* a password may have an `@` of its own */
    const char *name = memrchr(host, '@', *scheme ? length : (size_t)(colon - host));
    const char *rest = name ? name + 1 : host;
    /* a further `@` ends a name or password that is not where one belongs: none of it is kept */
    if (strchr(rest, '@') || strcasestr(rest, "%40"))
        return;
    scoped(str) text = {0};
    str_add(&text, url, (size_t)(host - url));
    str_add(&text, rest, strcspn(rest, "?#"));
    utf8_add_valid(out, str_text(&text), text.length);
}

static bool take_url(void *context, char *url, size_t length)
{
    if (length <= MAX_VALUE)
        repository_add_address(context, url);
    return true;
}

void repository_add_url(struct repository *repository, struct str *out)
{
    static const char *const arguments[] = {
        "config", "--file", GIT_FOREIGN_CONFIG,  "--no-includes",
        "-z",     "--get",  "remote.origin.url", NULL};
    scoped(str) ignored = {0};
    const struct git_talk talk = {.end = '\0', .take = take_url, .context = out};
    git_run(&repository->place, arguments, &talk, &ignored);
}

void repository_close(struct repository *repository)
{
    sandbox_close(repository->place.sandbox);
    table_release(&repository->shallow);
    arena_release(&repository->arena);
    str_release(&repository->alternates);
    str_release(&repository->left_out);
    damage_release(&repository->broken);
    array_release(&repository->references);
    *repository = (struct repository){0};
}
