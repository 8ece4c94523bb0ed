/* The base is fetched as git does it, but in two sandboxes: pack-objects reads the first
 * repository, which it cannot change, and index-pack, which sees nothing of that, writes to the new
 * one. What index-pack stores is named by the hash that it computes, and it finds all objects that
 * these name. So the id of the base decides what is copied, whatever the packs and indexes of the
 * repository say. A tag belongs to the past if the commit to which it leads has come.
 *
 * All other files of the new repository are written here, so that no setting or template of this
 * machine gets in. By its file `description`, a later run recognizes what a killed run has left. */
#include "guard/tasks/task_scan.h"

#include "base/beneath.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/target.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The new repository in the sandbox that writes to it. */
#define NEW "/run/new"

#define DESCRIPTION_START "The past of commit "

#define SETTINGS "[core]\n\trepositoryformatversion = %d\n\tfilemode = true\n\tbare = true\n%s"
enum { SHA1_DIGITS = 40 };

/* Defects of people's names, dates and modes, which old tools have written and which do no harm. A
 * commit with one cannot be repaired without another id for all its descendants. The other defects
 * that git knows (git-fsck(1)) are refused. */
#define STRICT                                                                                    \
    "--strict=badDate=ignore,badDateOverflow=ignore,badEmail=ignore,badFilemode=ignore,"          \
    "badName=ignore,badTagName=ignore,badTimezone=ignore,missingEmail=ignore,"                    \
    "missingNameBeforeEmail=ignore,missingSpaceBeforeDate=ignore,missingSpaceBeforeEmail=ignore," \
    "missingTaggerEntry=ignore,multipleAuthors=ignore,nulInCommit=ignore,nullSha1=ignore,"        \
    "zeroPaddedDate=ignore,zeroPaddedFilemode=ignore"

/* With several threads, the differences that are found depend on their speed. */
static const char *const packing[] = {"pack-objects",          "--stdout",    "--revs",
                                      "--include-tag",         "--threads=1", "--delta-base-offset",
                                      "--no-use-bitmap-index", "-q",          NULL};
static const char *const indexing[] = {"index-pack", "--stdin", STRICT, NULL};

struct cleaning {
    struct repository *from;
    const char *base;
    const struct target *to;
    struct git_process packer;
    bool is_packed;    /* the packer has written all */
    struct str branch; /* the full name of that of HEAD */
    size_t n_answered; /* of the references that are asked for: the branch, and those of `from` */
    struct str packed_refs;
    /* where git writes to the new repository */
    char folder[PATH_MAX];
    struct mounted_path folders[2];
    struct sandbox_owner owner;
    struct git_place place;
};

static void cleaning_release(struct cleaning *cleaning)
{
    sandbox_close(cleaning->place.sandbox);
    str_release(&cleaning->branch);
    str_release(&cleaning->packed_refs);
}
SCOPED_VALUE(cleaning, cleaning_release)

static int open_place(struct cleaning *cleaning, struct err *err)
{
    if (!realpath(cleaning->to->partial_path, cleaning->folder))
        return err_set_errno(err, "cannot open '%s'", cleaning->to->partial_path);
    cleaning->folders[0] = (struct mounted_path){
        .from = cleaning->folder, .to = NEW, .is_foreign = true, .is_writable = true};
    cleaning->owner = (struct sandbox_owner){geteuid(), getegid()};
    const struct sandbox_setup setup = {
        .folders = cleaning->folders,
        .owner = &cleaning->owner,
        .keeps_owner = true,
        .together = {GIT_TOGETHER_BYTES, GIT_TOGETHER_PROCESSES},
    };
    cleaning->place = (struct git_place){.folder = NEW, .is_writable = true};
    return sandbox_open(&cleaning->place.sandbox, &setup, err);
}

/* ---- The frame: what git needs to write there ---- */

static bool take_name(void *context, char *line, size_t length)
{
    str_add(context, line, length);
    return true;
}

/* Sets the branch of HEAD, or "main" if HEAD names none, or no name that git gives a branch. */
static void find_branch(struct cleaning *cleaning)
{
    static const char *const arguments[] = {"branch", "--show-current", NULL};
    scoped(str) name = {0}, reason = {0};
    const struct git_talk talk = {.end = '\n', .take = take_name, .context = &name};
    bool is_good = git_run(&cleaning->from->place, arguments, &talk, &reason) == 0 && name.length &&
                   *name.text != '-' && strcmp(name.text, "HEAD") != 0;
    str_set(&cleaning->branch, "refs/heads/%s", is_good ? name.text : "main");
}

static int make_folder(const struct cleaning *cleaning, const char *name, struct err *err)
{
    scoped_memory char *path = mem_print("%s/%s", cleaning->to->partial_path, name);
    return mkdir(path, 0777) == 0 ? 0 : err_set_errno(err, "cannot create the folder '%s'", path);
}

/* The description is first. */
static int write_frame(const struct cleaning *cleaning, struct err *err)
{
    const struct table *cuts = &cleaning->from->shallow;
    bool is_sha1 = strlen(cleaning->base) == SHA1_DIGITS;
    scoped(str) description = {0}, settings = {0}, head = {0}, shallow = {0};
    const struct {
        const char *name;
        const struct str *text; /* empty: no file */
    } files[] = {{"description", &description},
                 {"config", &settings},
                 {"HEAD", &head},
                 {"shallow", &shallow}};
    str_print(&description, DESCRIPTION_START "%s, and nothing else\n", cleaning->base);
    str_print(&settings, SETTINGS, is_sha1 ? 0 : 1,
              is_sha1 ? "" : "[extensions]\n\tobjectformat = sha256\n");
    str_print(&head, "ref: %s\n", cleaning->branch.text);
    for (size_t i = 0; i < cuts->keys.n; i++)
        str_print(&shallow, "%s\n", cuts->keys.items[i]);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].text->length && target_write(cleaning->to, files[i].name, files[i].text->text,
                                                  files[i].text->length, err) != 0)
            return ERR;
    return make_folder(cleaning, "objects", err) == 0 ? make_folder(cleaning, "refs", err) : ERR;
}

/* ---- The objects ---- */

static bool ask_for_base(void *context, struct str *out)
{
    const struct cleaning *cleaning = context;
    str_print(out, "%s\n", cleaning->base);
    return false;
}

/* Hands on a part of the pack. */
static bool hand_on(void *context, struct str *out)
{
    struct cleaning *cleaning = context;
    char *bytes;
    size_t length;
    cleaning->is_packed = git_read_some(&cleaning->packer, &bytes, &length) != 1;
    if (!cleaning->is_packed)
        str_add(out, bytes, length);
    return !cleaning->is_packed;
}

static bool take_pack(void *context, char *line, size_t length)
{
    (void)context;
    (void)length;
    return strncmp(line, "pack\t", 5) == 0;
}

/* Returns the first defect that index-pack names, or what it says last. */
static const char *defect_of(struct str *messages, const struct str *reason)
{
    static const char start[] = "error: ";
    char *defect = messages->length ? strstr(messages->text, start) : NULL;
    if (!defect)
        return str_text(reason);
    defect[strcspn(defect, "\n")] = '\0';
    return defect + strlen(start);
}

static int copy_objects(struct cleaning *cleaning, struct err *err)
{
    scoped(str) packed = {0}, indexed = {0}, defects = {0};
    const struct git_talk talk = {'\n', hand_on, take_pack, cleaning, &defects, GIT_BUSY_S};
    struct git_process *packer = &cleaning->packer;
    if (git_start(packer, &cleaning->from->place, packing, ask_for_base, cleaning, err) != 0) {
        git_end(packer, NULL);
        return ERR;
    }
    packer->idle_s = GIT_BUSY_S;
    int second = git_run(&cleaning->place, indexing, &talk, &indexed);
    int first = git_end(packer, &packed);
    if (cleaning->is_packed && first != 0)
        return err_set(err, "its objects cannot be read: %s", str_text(&packed));
    if (second != 0)
        return err_set(err, "its objects cannot be copied: %s", defect_of(&defects, &indexed));
    return 0;
}

/* ---- The references ---- */

static bool ask_for_commits(void *context, struct str *out)
{
    const struct cleaning *cleaning = context;
    str_print(out, "%s^{commit}\n", cleaning->base);
    for (size_t i = 0; i < cleaning->from->references.n; i++)
        str_print(out, "%s^{commit}\n", cleaning->from->references.items[i].id);
    return false;
}

/* Adds the branch, which must be there, or a tag whose commit is there, to packed-refs: "ID NAME",
 * and "^ID" of the commit after that of a tag. */
static bool take_commit(void *context, char *line, size_t length)
{
    struct cleaning *cleaning = context;
    const struct reference branch = {cleaning->base, cleaning->branch.text};
    size_t number = cleaning->n_answered++;
    if (number > cleaning->from->references.n || (!number && strcmp(line, cleaning->base) != 0))
        return false;
    const struct reference *it = number ? &cleaning->from->references.items[number - 1] : &branch;
    if ((number && strncmp(it->name, "refs/tags/", 10) != 0) || !git_is_id(line, length))
        return true; /* "ID^{commit} missing" */
    str_print(&cleaning->packed_refs, "%s %s\n", it->id, it->name);
    if (strcmp(it->id, line) != 0)
        str_print(&cleaning->packed_refs, "^%s\n", line);
    return true;
}

static int write_references(struct cleaning *cleaning, struct err *err)
{
    static const char *const arguments[] = {"cat-file", "--batch-check=%(objectname)", "--buffer",
                                            NULL};
    const struct git_talk talk = {'\n', ask_for_commits, take_commit, cleaning, NULL, GIT_BUSY_S};
    char hex[SHA256_HEX_SIZE];
    scoped(str) reason = {0}, ignored = {0};
    if (repository_fingerprint(cleaning->from, hex, &reason) != 0)
        return err_set(err, "its references cannot be read: %s", str_text(&reason));
    str_add_text(&cleaning->packed_refs, "# pack-refs with: peeled fully-peeled sorted \n");
    if (git_run(&cleaning->place, arguments, &talk, &ignored) != 0)
        return err_set(err, "the repository has no commit %s", cleaning->base);
    return target_write(cleaning->to, "packed-refs", cleaning->packed_refs.text,
                        cleaning->packed_refs.length, err);
}

/* Removes the boundaries of a shallow repository that are not in the past. */
static int prune(struct cleaning *cleaning, struct err *err)
{
    static const char *const arguments[] = {"prune", NULL};
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\n', .take = take_name, .context = &reason};
    if (!cleaning->from->shallow.keys.n ||
        git_run(&cleaning->place, arguments, &talk, &reason) == 0)
        return 0;
    return err_set(err, "it cannot be pruned: %s", str_text(&reason));
}

/* ---- The whole ---- */

/* Scans a repository as that of a task with this base. Fails unless it is sealed. */
static int check_seal(const char *path, const char *base, struct err *err)
{
    scoped(task_scan) scan = {.n_unread = 0};
    struct task task = {.id = base, .base = base};
    const struct task_list tasks = {.list = {&task, 1, 1}};
    const struct scan_options options = {.sight = SIGHT_ALL, .is_sealed_only = true};
    if (task_scan_run(&scan, &tasks, path, &options, err) != 0)
        return ERR;
    const struct task_result *found = &scan.results.items[0];
    if (found->fault || scan.n_damaged)
        return err_set(err, "%s", found->fault ? found->fault : str_text(&scan.notes));
    return found->seal.is_sealed ? 0 : err_set(err, "more than the past of %s can be seen", base);
}

/* The rule of such folders (struct folder_rules): the description is there. */
static int look(const char *path, char **foreign, size_t *n, struct err *err)
{
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    scoped(str) content = {0};
    scoped_memory char *description = mem_print("%s/description", path);
    *foreign = NULL;
    if (file_list(&names, &arena, path, err) != 0)
        return ERR;
    *n = names.n;
    bool is_own = file_read(&content, description, NULL) == 0 &&
                  text_begins(str_text(&content), DESCRIPTION_START);
    if (*n && !is_own)
        *foreign = mem_print("%s", names.items[0]);
    return 0;
}
static const struct folder_rules rules = {look, NULL, NULL};

static int fill(const struct target *target, struct repository *repository, const char *base,
                struct err *err)
{
    scoped(cleaning) cleaning = {.from = repository, .base = base, .to = target};
    find_branch(&cleaning);
    if (write_frame(&cleaning, err) != 0 || open_place(&cleaning, err) != 0 ||
        copy_objects(&cleaning, err) != 0 || write_references(&cleaning, err) != 0 ||
        prune(&cleaning, err) != 0)
        return ERR;
    return check_seal(target->partial_path, base, err);
}

/* Returns 0 if the repository was made, and THERE if `path` has one that is sealed for the base. */
enum { THERE = 1 };
static int make(const char *path, struct repository *repository, const char *base, struct err *err)
{
    scoped(target) target = {.lock = -1};
    scoped(arena) arena = {0};
    scoped_array struct text_list names = {0};
    struct err reason = {{0}};
    if (file_is_folder(path) && file_list(&names, &arena, path, NULL) == 0 && names.n)
        return check_seal(path, base, &reason) == 0
                   ? THERE
                   : err_set(err,
                             "'%s' already exists and is not sealed: %s; remove it, or name "
                             "another folder",
                             path, reason.message);
    if (target_open_folder(&target, path, &rules, false, err) != 0)
        return ERR;
    if (fill(&target, repository, base, &reason) != 0 || interrupt_signal())
        return err_set(err, "cannot make '%s': %s", path,
                       interrupt_signal() ? "stopped" : reason.message);
    return target_commit(&target, err);
}

/* ---- Of the tasks of a scan ---- */

static int check_ids(const struct task_scan *scan, struct err *err)
{
    for (size_t i = 0; i < scan->results.n; i++) {
        const struct task_result *result = &scan->results.items[i];
        const char *id = result->task->id;
        if (!result->fault && !beneath_is_safe_name(id, strlen(id)))
            return err_set(err, "the id '%s' cannot be the name of a folder", id);
    }
    return 0;
}

int clean_tasks_check(const char *path, const char *folder, struct err *err)
{
    scoped_memory char *copy = mem_copy_text(folder, strlen(folder));
    scoped_memory char *to = realpath(file_is_folder(folder) ? folder : dirname(copy), NULL);
    if (!to)
        return err_set_errno(err, "cannot make the folder '%s'", folder);
    scoped_memory char *from = realpath(path, NULL);
    size_t length = from ? strlen(from) : 0;
    if (from && strncmp(to, from, length) == 0 && (!to[length] || to[length] == '/'))
        return err_set(err, "'%s' is in '%s', which is searched; name another folder", folder,
                       path);
    return 0;
}

/* Returns what make() does. */
static int clean_task(const struct task_scan *scan, const struct task_result *result,
                      const char *folder, struct err *err)
{
    const struct listed_repository *it = &scan->repositories.list.items[result->home];
    scoped(repository) repository = {.is_shallow = false};
    scoped_memory char *path = mem_print("%s/%s", folder, result->task->id);
    struct err reason;
    if (listed_repository_open(&repository, &scan->repositories, it, &reason) != 0)
        return err_set(err, "cannot read '%s': %s", it->path, reason.message);
    return make(path, &repository, result->base, err);
}

int clean_tasks(struct clean_counts *out, const struct task_scan *scan, const char *folder,
                const struct meter *meter, struct err *err)
{
    size_t n = scan->results.n;
    *out = (struct clean_counts){0};
    if (check_ids(scan, err) != 0)
        return ERR;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make the folder '%s'", folder);
    for (size_t i = 0; i < n && !interrupt_signal(); i++) {
        const struct task_result *result = &scan->results.items[i];
        struct err reason;
        meter_show(meter, (struct meter_step){"cleaning", "repositories", i, n, i});
        int made = result->fault ? ERR : clean_task(scan, result, folder, &reason);
        out->n_left_out += result->fault != NULL;
        out->n_made += made == 0;
        out->n_there += made == THERE;
        if (!result->fault && made == ERR && out->n_failed++ == 0)
            err_pass(err, &reason);
    }
    return out->n_failed ? ERR : 0;
}
