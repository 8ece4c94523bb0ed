/* `git check-mailmap` reads the file .mailmap of the commit HEAD, because the repository is a bare
 * one in the sandbox. It answers each person with a line. */
#include "miner/git/commits.h"

#include <string.h>

enum {
    MAX_PERSON = 1 << 12, /* bytes of one that is asked for */
    IDLE_S = 60,          /* a huge mailmap takes hours */
};

struct asking {
    const struct table *people;
    ARRAY(uint32_t) asked;   /* numbers of those that git is asked for */
    size_t next, n_answered; /* of them */
    struct arena *arena;
    const char **addresses;
};

static bool ask_for_person(void *context, struct str *out)
{
    struct asking *asking = context;
    if (asking->next == asking->asked.n)
        return false;
    str_print(out, "%s\n", asking->people->keys.items[asking->asked.items[asking->next++]]);
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

static bool take_person(void *context, char *line, size_t length)
{
    struct asking *asking = context;
    (void)length;
    if (asking->n_answered == asking->asked.n)
        return false;
    asking->addresses[asking->asked.items[asking->n_answered++]] = address_in(asking->arena, line);
    return true;
}

void authors_find(const char **addresses, const struct table *people, struct commits *commits,
                  struct repository *repository)
{
    static const char *const arguments[] = {"check-mailmap", "--stdin", NULL};
    struct asking asking = {.people = people, .arena = &commits->arena, .addresses = addresses};
    scoped(str) reason = {0}, warnings = {0};
    const struct git_talk talk = {'\n', ask_for_person, take_person, &asking, &warnings, IDLE_S};
    for (size_t i = 0; i < people->keys.n; i++) {
        const char *person = people->keys.items[i];
        addresses[i] = address_in(&commits->arena, person);
        if (*person && strlen(person) <= MAX_PERSON) /* others keep their addresses */
            array_push(&asking.asked, (uint32_t)i);
    }
    if (git_run(&repository->place, arguments, &talk, &reason) != 0 || warnings.length ||
        asking.n_answered < asking.asked.n)
        note_problem(commits, &reason, &warnings);
    array_release(&asking.asked);
}
