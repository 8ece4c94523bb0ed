/* Without this check, each repository would fail for the same reason, and the run would end with an
 * empty database. */
#include "sources/git/git_version.h"

#include "sources/git/git_process.h"

#include <stdio.h>
#include <unistd.h>

enum { MAJOR = 2, MINOR = 25, MINOR_REFTABLE = 45, MAX_LINE = 256 };

static int check_line(const char *line, int least, struct err *err)
{
    int major, minor;
    if (sscanf(line, "git version %d.%d", &major, &minor) != 2)
        return err_set(err, "/usr/bin/git is not git: 'git version' prints '%.60s'", line);
    if (major > MAJOR || (major == MAJOR && minor >= least))
        return 0;
    if (least == MINOR_REFTABLE)
        return err_set(err,
                       "its references are a reftable, which git %d.%d cannot read: install git "
                       "%d.%d or later, or run 'git refs migrate --ref-format=files' in it with "
                       "such a git",
                       major, minor, MAJOR, least);
    return err_set(err, "/usr/bin/git is too old: install git %d.%d or later, not %d.%d", MAJOR,
                   MINOR, major, minor);
}

static int read_version(struct sandbox *sandbox, int least, struct err *err)
{
    static const char *const arguments[] = {"version", NULL};
    const struct git_place place = {.sandbox = sandbox, .folder = "/"};
    struct git_process git;
    scoped(str) reason = {0};
    char *line;
    size_t length;
    if (git_start(&git, &place, arguments, NULL, NULL, err) != 0) {
        git_end(&git, NULL);
        return ERR;
    }
    bool has_line = git_read_to(&git, '\n', MAX_LINE, &line, &length) == 1;
    int status = has_line ? check_line(line, least, err) : ERR;
    git_end(&git, &reason);
    return has_line ? status : err_set(err, "'git version' fails: %s", str_text(&reason));
}

static int check_least(int least, struct err *err)
{
    scoped(sandbox) *sandbox = NULL;
    const struct sandbox_setup setup = {.together = {UINT64_C(4) << 30, 64}};
    if (access("/usr/bin/git", X_OK) != 0)
        return err_set_errno(err, "cannot run '/usr/bin/git'; install git");
    if (sandbox_open(&sandbox, &setup, err) != 0)
        return ERR;
    return read_version(sandbox, least, err);
}

int git_check_version(struct err *err)
{
    return check_least(MINOR, err);
}

int git_check_reftable(struct err *err)
{
    return check_least(MINOR_REFTABLE, err);
}
