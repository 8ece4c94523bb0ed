/* `git check-mailmap` reads the file .mailmap of the commit HEAD, because the repository is a bare
 * one in the sandbox. It answers each person with a line. */
#include "sources/git/commits.h"

#include <string.h>

enum {
    MAX_PERSON = 1 << 12, /* bytes of one that is asked for */
    IDLE_S = 60,          /* a huge mailmap takes hours */
};

struct asking {
    const struct table *people;
    size_t next, n_answered;
    struct arena *arena;
    const char **addresses;
};

/* Whether git is asked. Others keep their addresses. */
static bool is_asked(const char *person)
{
    return *person && strlen(person) <= MAX_PERSON;
}

/* Returns the next person from a number on that git is asked for. */
static size_t next_asked(const struct table *people, size_t i)
{
    while (i < people->keys.n && !is_asked(people->keys.items[i]))
        i++;
    return i;
}

static bool ask_for_person(void *context, struct str *out)
{
    struct asking *asking = context;
    const struct table *people = asking->people;
    size_t i = next_asked(people, asking->next);
    if (i == people->keys.n)
        return false;
    str_print(out, "%s\n", people->keys.items[i]);
    asking->next = i + 1;
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
    size_t i = next_asked(asking->people, asking->n_answered);
    (void)length;
    if (i == asking->people->keys.n)
        return false;
    asking->addresses[i] = address_in(asking->arena, line);
    asking->n_answered = i + 1;
    return true;
}

void authors_find(const char **addresses, const struct table *people, struct commits *commits,
                  struct repository *repository)
{
    static const char *const arguments[] = {"check-mailmap", "--stdin", NULL};
    struct asking asking = {people, 0, 0, &commits->arena, addresses};
    scoped(str) reason = {0}, warnings = {0};
    const struct git_talk talk = {'\n', ask_for_person, take_person, &asking, &warnings, IDLE_S};
    for (size_t i = 0; i < people->keys.n; i++)
        addresses[i] = address_in(&commits->arena, people->keys.items[i]);
    if (git_run(&repository->place, arguments, &talk, &reason) != 0 || warnings.length ||
        next_asked(people, asking.n_answered) < people->keys.n)
        note_problem(commits, &reason, &warnings);
}
