/* Commands of git that are run to their ends. */
#include "miner/git/git_process.h"

#include <stdio.h>
#include <unistd.h>

enum { MAX_PART = 1 << 20 /* bytes of output that are one */ };

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

/* ---- The version ---- */

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

int git_check_reftable(struct err *err)
{
    return check_least(MINOR_REFTABLE, err);
}
