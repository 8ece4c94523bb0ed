/* `git check-mailmap` reads the file .mailmap of the commit HEAD, because the repository is a bare
 * one in the sandbox. It answers each person with a line. */
#include "sources/git/commits.h"

#include <string.h>

enum {
    MAX_PERSON = 1 << 12, /* bytes of one that is asked for */
    MAX_LINE = 1 << 24,   /* bytes of an answer */
    IDLE_S = 60,          /* a huge mailmap takes hours */
};

struct asking {
    const struct table *people;
    size_t next;
};

/* Whether git is asked. Others keep their addresses. */
static bool is_asked(const char *person)
{
    return *person && strlen(person) <= MAX_PERSON;
}

static bool ask_for_person(void *context, struct str *out)
{
    struct asking *asking = context;
    const struct table *people = asking->people;
    while (asking->next < people->keys.n && !is_asked(people->keys.items[asking->next]))
        asking->next++;
    if (asking->next == people->keys.n)
        return false;
    str_print(out, "%s\n", people->keys.items[asking->next++]);
    return true;
}

/* Returns the address in "NAME <ADDRESS>". */
static const char *address_in(struct arena *arena, const char *person)
{
    const char *open = strchr(person, '<');
    return open ? arena_copy_text(arena, open + 1, strcspn(open + 1, ">")) : "";
}

/* Notes why the mailmap is not used. Git goes on without one that it cannot read. */
static void note_problem(struct commits *commits, const struct str *reason,
                         const struct str *warnings)
{
    const char *text = reason->length ? str_text(reason) : str_text(warnings);
    str_print(&commits->mailmap_problem, "git cannot use its .mailmap: ");
    utf8_add_valid(&commits->mailmap_problem, text, strcspn(text, "\n"));
}

int authors_find(const char **addresses, const struct table *people, struct commits *commits,
                 struct repository *repository, struct err *err)
{
    static const char *const arguments[] = {"check-mailmap", "--stdin", NULL};
    struct asking asking = {people, 0};
    struct git_process git;
    scoped(str) reason = {0}, warnings = {0};
    char *line;
    size_t length;
    int status = git_start(&git, &repository->place, arguments, ask_for_person, &asking, err);
    int found = 1;
    git.idle_s = IDLE_S;
    git.warnings = &warnings;
    for (size_t i = 0; i < people->keys.n; i++) {
        const char *person = people->keys.items[i];
        if (is_asked(person) && found == 1)
            found = git_read_to(&git, '\n', MAX_LINE, &line, &length);
        addresses[i] = address_in(&commits->arena, is_asked(person) && found == 1 ? line : person);
    }
    bool is_whole = found == 1 && git_read_to(&git, '\n', MAX_LINE, &line, &length) == 0;
    if (git_end(&git, &reason) != 0 || !is_whole || warnings.length)
        note_problem(commits, &reason, &warnings);
    return status;
}
