/* One rev-list lists the commits. A tag belongs to the past if its commit was listed. No date
 * decides anything: `for-each-ref --merged` stops early where clocks were wrong. */
#include "tasks/past.h"

#include "base/interrupt.h"

static const char heads[] = "refs/heads/", tags[] = "refs/tags/";

/* ---- Commits ---- */

static bool take_commit(void *context, char *line, size_t length)
{
    struct past *past = context;
    table_number(&past->commits, line);
    return git_is_id(line, length);
}

static int read_commits(struct past *past, const struct repository *repository, struct err *err)
{
    const char *const arguments[] = {"rev-list", past->base, "--", NULL};
    const struct table *shallow = &repository->shallow;
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\n', .take = take_commit, .context = past};
    if (git_run(&repository->place, arguments, &talk, &reason) != 0)
        return err_set(err, "its history cannot be read: %s", str_text(&reason));
    for (size_t i = 0; i < shallow->keys.n; i++)
        if (table_find(&past->commits, shallow->keys.items[i]) >= 0)
            array_push(&past->cuts, arena_text(&past->arena, shallow->keys.items[i]));
    array_sort(&past->cuts, text_compare);
    return 0;
}

/* ---- The commit itself ---- */

struct two_lines {
    struct str lines[2];
    size_t n;
};

static bool take_line(void *context, char *line, size_t length)
{
    struct two_lines *two = context;
    if (two->n == 2)
        return false;
    str_add(&two->lines[two->n++], line, length);
    return true;
}

static void two_lines_release(struct two_lines *two)
{
    for (int i = 0; i < 2; i++)
        str_release(&two->lines[i]);
}
SCOPED_VALUE(two_lines, two_lines_release)

static int read_base(struct past *past, const struct repository *repository, const char *base,
                     struct err *err)
{
    scoped_memory char *commit = mem_print("%s^{commit}", base);
    scoped_memory char *tree = mem_print("%s^{tree}", base);
    const char *const arguments[] = {"rev-parse", commit, tree, NULL};
    scoped(two_lines) two = {0};
    scoped(str) reason = {0};
    const struct git_talk talk = {.end = '\n', .take = take_line, .context = &two};
    if (!git_is_id(base, strlen(base)))
        return err_set(err, "'%.80s' is not the whole id of a commit", base);
    if (git_run(&repository->place, arguments, &talk, &reason) != 0 || two.n != 2 ||
        strcmp(two.lines[0].text, base) != 0 || !git_is_id(two.lines[1].text, two.lines[1].length))
        return err_set(err, "the repository has no commit %s", base);
    past->base = arena_text(&past->arena, base);
    past->tree = arena_text(&past->arena, two.lines[1].text);
    return 0;
}

/* The branch of HEAD, or "main" if HEAD names none, or no name that git gives a branch. */
static void read_branch(struct past *past, const struct repository *repository)
{
    static const char *const symbolic[] = {"symbolic-ref", "--quiet", "HEAD", NULL};
    scoped(two_lines) head = {0};
    scoped(two_lines) checked = {0};
    struct git_talk talk = {.end = '\n', .take = take_line, .context = &head};
    scoped(str) reason = {0};
    past->branch = "refs/heads/main";
    if (git_run(&repository->place, symbolic, &talk, &reason) != 0 || head.n != 1 ||
        strncmp(head.lines[0].text, heads, strlen(heads)) != 0)
        return;
    const char *name = head.lines[0].text + strlen(heads);
    const char *const check[] = {"check-ref-format", "--branch", name, NULL};
    talk.context = &checked;
    if (git_run(&repository->place, check, &talk, &reason) == 0 && checked.n == 1 &&
        strcmp(checked.lines[0].text, name) == 0)
        past->branch = arena_text(&past->arena, head.lines[0].text);
}

/* ---- Tags ---- */

static int find_references(struct repository *repository, struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    scoped(str) reason = {0};
    if (!repository->references.n && repository_fingerprint(repository, hex, &reason) != 0)
        return err_set(err, "its references cannot be read: %s", str_text(&reason));
    return repository->tips.n ? 0 : tips_find(repository, err);
}

/* The tips are some of the references, in their order, with the commits to which they lead. */
static void keep_tags(struct past *past, const struct repository *repository)
{
    const struct reference *reference = repository->references.items;
    const struct reference *end = reference + repository->references.n;
    for (size_t i = 0; i < repository->tips.n; i++) {
        const struct reference *tip = &repository->tips.items[i];
        while (reference < end && strcmp(reference->name, tip->name) != 0)
            reference++;
        if (reference == end)
            break;
        if (strncmp(tip->name, tags, strlen(tags)) == 0 && table_find(&past->commits, tip->id) >= 0)
            array_push(&past->tags, ((struct past_tag){arena_text(&past->arena, reference->id),
                                                       arena_text(&past->arena, tip->id),
                                                       arena_text(&past->arena, tip->name)}));
    }
}

int past_read(struct past *past, struct repository *repository, const char *base, struct err *err)
{
    *past = (struct past){.base = NULL};
    int status = read_base(past, repository, base, err);
    if (status == 0)
        status = read_commits(past, repository, err);
    if (status == 0)
        status = find_references(repository, err);
    if (status != 0)
        return interrupt_signal() ? err_set(err, "stopped") : ERR;
    read_branch(past, repository);
    keep_tags(past, repository);
    past_describe(&repository->place, past->base, past->descriptions);
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

void past_describe(const struct git_place *place, const char *commit,
                   struct str descriptions[N_DESCRIPTIONS])
{
    const char *const all[][5] = {{"describe", "--abbrev=64", "--tags", commit, NULL},
                                  {"describe", "--abbrev=64", commit, NULL}};
    for (int i = 0; i < N_DESCRIPTIONS; i++) {
        scoped(two_lines) two = {0};
        scoped(str) reason = {0};
        const struct git_talk talk = {.end = '\n', .take = take_line, .context = &two};
        if (git_run(place, all[i], &talk, &reason) == 0)
            str_add_text(&descriptions[i], str_text(&two.lines[0]));
    }
}

void past_release(struct past *past)
{
    table_release(&past->commits);
    array_release(&past->tags);
    array_release(&past->cuts);
    for (int i = 0; i < N_DESCRIPTIONS; i++)
        str_release(&past->descriptions[i]);
    arena_release(&past->arena);
}
