/* commit_graph_read() reads the commits. The text of each is judged while it is read, because most
 * say nothing of a fix. Then `git diff-tree` compares the commits that do with their parents. */
#include "miner/git/commits.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "miner/git/commit_graph.h"
#include "miner/git/tree_changes.h"
#include "tokenize/languages/file_path.h"

#include <string.h>

const char *commit_count_name(enum commit_count count)
{
    static const char *const names[N_COMMIT_COUNTS] = {
        [COMMITS_ALL] = "commits",
        [COMMITS_MERGE] = "merge",
        [COMMITS_ROOT] = "root",
        [COMMITS_SHALLOW_BOUNDARY] = "shallow_boundary",
        [COMMITS_REVERT] = "revert",
        [COMMITS_NO_KEYWORD] = "no_keyword",
        [COMMITS_DAMAGED] = "damaged",
        [COMMITS_NO_FILE] = "no_file",
        [COMMITS_TOO_MANY_FILES] = "too_many_files",
        [COMMITS_USED] = "used",
        [FILES_SYMLINK] = "symlink",
        [FILES_SUBMODULE] = "submodule",
        [FILES_RENAMED] = "renamed",
    };
    return names[count];
}

/* ---- What the texts say ---- */

/* What the text of a commit says. All commits that are not used share two notes. */
struct note {
    enum commit_count count; /* COMMITS_USED, or why it is not used */
    const char *keyword;
    size_t author; /* number of the person */
    int64_t author_date;
};
enum { NOTE_NO_KEYWORD, NOTE_REVERT };

struct noting {
    struct commits *commits;
    enum keywords keywords;
    ARRAY(struct note) notes;
    struct table people; /* "NAME <ADDRESS>"; "": none */
    struct str text;
};

static void noting_release(struct noting *noting)
{
    array_release(&noting->notes);
    table_release(&noting->people);
    str_release(&noting->text);
}
SCOPED_VALUE(noting, noting_release)

static uint32_t take_text(void *context, const struct commit_text *text)
{
    struct noting *noting = context;
    struct note note = {.count = COMMITS_USED};
    if (keywords_say_revert(text->message))
        return NOTE_REVERT;
    if (!keywords_find(noting->keywords, text->message, &noting->text))
        return NOTE_NO_KEYWORD;
    note.keyword = arena_text(&noting->commits->arena, str_text(&noting->text));
    const struct commit_person author = commit_text_person(text, "author");
    str_clear(&noting->text);
    str_add(&noting->text, author.text, author.length);
    note.author = (size_t)table_number(&noting->people, str_text(&noting->text));
    note.author_date = author.date;
    array_push(&noting->notes, note);
    return (uint32_t)noting->notes.n - 1;
}

/* ---- Their authors ---- */

enum {
    MAX_PERSON = 1 << 12, /* bytes of one that is asked for */
    IDLE_S = 60,          /* a huge mailmap takes hours */
};

/* The people that `git check-mailmap` is asked for. It reads the file .mailmap of the commit HEAD,
 * because the repository is a bare one in the sandbox, and answers each person with a line. */
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

/* Sets the addresses of people, "NAME <ADDRESS>", by their numbers: those that the mailmap gives
 * them. One without an address has "". The texts are in the arena of the commits. */
static void find_authors(const char **addresses, const struct table *people,
                         struct commits *commits, struct repository *repository)
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

/* ---- The list of commits ---- */

/* Whether the commits that a name reaches are mined: not those that replace other commits, and of a
 * linked worktree those of its HEAD. */
static bool is_mined(const struct sighting *sighting)
{
    static const char replaced[] = "refs/replace/";
    return strncmp(sighting->name, replaced, sizeof replaced - 1) != 0 &&
           (sighting->place != PLACE_WORKTREE || !strstr(sighting->name, "/refs/"));
}

/* Marks the commits that names reach. A shallow clone ends at its boundary, even where it has more.
 */
static void find_reached(const struct commit_graph *graph, const struct repository *repository,
                         bool *is_reached)
{
    for (size_t i = 0; i < graph->sightings.n; i++)
        if (is_mined(&graph->sightings.items[i]))
            is_reached[graph->sightings.items[i].commit] = true;
    for (size_t i = graph->commits.n; i-- > 0;) {
        const struct past_commit *commit = &graph->commits.items[i];
        bool is_end = !is_reached[i] || table_find(&repository->shallow, commit->id) != TABLE_NONE;
        for (uint32_t j = 0; j < commit->n_parents && !is_end; j++)
            is_reached[graph->parents.items[commit->parents + j]] = true;
    }
}

/* Returns why a commit is not used, or COMMITS_USED. */
static enum commit_count count_of(const struct past_commit *commit, const struct note *note,
                                  const struct repository *repository)
{
    return commit->n_parents > 1                                        ? COMMITS_MERGE
           : table_find(&repository->shallow, commit->id) != TABLE_NONE ? COMMITS_SHALLOW_BOUNDARY
           : commit->is_cut                                             ? COMMITS_DAMAGED
           : !commit->n_parents                                         ? COMMITS_ROOT
                                                                        : note->count;
}

static void hash_author(char author[GIT_AUTHOR_SIZE], const char *salt, const char *email)
{
    scoped(str) text = {0};
    char hex[SHA256_HEX_SIZE];
    str_add(&text, salt, strlen(salt) + 1);
    for (; *email; email++) {
        char c = *email >= 'A' && *email <= 'Z' ? (char)(*email - 'A' + 'a') : *email;
        str_add(&text, &c, 1);
    }
    sha256_hex(text.text, text.length, hex);
    memcpy(author, hex, GIT_AUTHOR_SIZE - 1);
    author[GIT_AUTHOR_SIZE - 1] = '\0';
}

static void add_commit(struct commits *commits, const struct commit_graph *graph,
                       const struct past_commit *from, const struct note *note)
{
    struct arena *arena = &commits->arena;
    const struct past_commit *parent = &graph->commits.items[graph->parents.items[from->parents]];
    array_push(&commits->list, ((struct commit){.id = arena_text(arena, from->id),
                                                .tree = arena_text(arena, from->tree),
                                                .parent = arena_text(arena, parent->id),
                                                .author_date = note->author_date,
                                                .commit_date = from->date,
                                                .subject = arena_text(arena, from->subject),
                                                .keyword = note->keyword}));
}

/* Names the commits by the first digits of their ids. All commits that are reached count, so that
 * the names do not depend on what is mined. */
static void name_commits(struct commits *commits, const struct commit_graph *graph,
                         const bool *is_reached)
{
    scoped(table) starts = {0};
    scoped_memory uint32_t *n_of = mem_alloc(graph->commits.n + 1, sizeof *n_of);
    char start[COMMIT_NAME_DIGITS + 1] = "";
    for (size_t i = 0; i < graph->commits.n; i++)
        if (is_reached[i])
            n_of[table_number(&starts,
                              strncpy(start, graph->commits.items[i].id, COMMIT_NAME_DIGITS))]++;
    for (size_t i = 0; i < commits->list.n; i++) {
        struct commit *commit = &commits->list.items[i];
        int64_t number = table_find(&starts, strncpy(start, commit->id, COMMIT_NAME_DIGITS));
        commit->name = n_of[number] > 1 ? commit->id : arena_text(&commits->arena, start);
    }
}

static void take_commits(struct commits *commits, const struct commit_graph *graph,
                         const struct noting *noting, const struct repository *repository,
                         const char *const *addresses, const char *salt)
{
    size_t n = graph->commits.n;
    scoped_memory bool *is_reached = mem_alloc(n + 1, sizeof *is_reached);
    find_reached(graph, repository, is_reached);
    for (size_t i = 0; i < n; i++) {
        const struct past_commit *commit = &graph->commits.items[i];
        const struct note *note = &noting->notes.items[commit->note];
        if (!is_reached[i])
            continue;
        enum commit_count count = count_of(commit, note, repository);
        commits->counts[COMMITS_ALL]++;
        if (count == COMMITS_ROOT)
            array_push(&commits->roots, arena_text(&commits->arena, commit->id));
        if (count != COMMITS_USED) {
            commits->counts[count]++;
            continue;
        }
        add_commit(commits, graph, commit, note);
        hash_author(commits->list.items[commits->list.n - 1].author, salt, addresses[note->author]);
    }
    name_commits(commits, graph, is_reached);
}

static int list_commits(struct commits *commits, struct repository *repository,
                        const struct commit_options *options, atomic_size_t *n_read,
                        struct err *err)
{
    scoped(commit_graph) graph = {.damage = {0}};
    scoped(noting) noting = {.commits = commits, .keywords = options->keywords};
    const struct commit_taker taker = {&noting, take_text};
    array_push(&noting.notes, (struct note){.count = COMMITS_NO_KEYWORD});
    array_push(&noting.notes, (struct note){.count = COMMITS_REVERT});
    if (commit_graph_read(&graph, repository, options->reads_all ? SIGHT_REFS : SIGHT_MINED, NULL,
                          &taker, n_read, err) != 0)
        return ERR;
    scoped_memory const char **addresses = mem_alloc(noting.people.keys.n + 1, sizeof *addresses);
    find_authors(addresses, &noting.people, commits, repository);
    take_commits(commits, &graph, &noting, repository, addresses, options->salt);
    str_add_text(&commits->damage, str_text(&graph.damage.text));
    return 0;
}

/* ---- The files of the commits ---- */

struct listed_files {
    struct commits *commits;
    const struct commit_options *options;
    size_t n_of[MAX_LANGUAGES]; /* modified files, by the number of their language */
};

static bool is_file_mode(const char *mode)
{
    static const char *const modes[] = {"100644", "100755", "100664" /* of early git */, NULL};
    return text_is_one_of(mode, modes);
}

static bool either_is(const struct tree_change *change, const char *mode)
{
    return strcmp(change->mode[0], mode) == 0 || strcmp(change->mode[1], mode) == 0;
}

/* Adds a modified file. Its language is NULL if it shares its extension. */
static void add_file(struct listed_files *files, size_t index, const struct tree_change *change,
                     const struct language *language)
{
    struct commit *commit = &files->commits->list.items[index];
    struct arena *arena = &files->commits->arena;
    size_t max_files = files->options->max_files;
    commit->n_pairs++;
    if (max_files && commit->n_code > max_files)
        return; /* the commit will be dropped */
    array_push(&files->commits->files,
               ((struct changed_file){.commit = (uint32_t)index,
                                      .number = (uint32_t)commit->n_files,
                                      .language = language,
                                      .path = arena_text(arena, change->path[1]),
                                      .before = arena_text(arena, change->id[0]),
                                      .after = arena_text(arena, change->id[1])}));
}

static void take_file(void *context, size_t index, const struct tree_change *change)
{
    struct listed_files *files = context;
    struct commit *commit = &files->commits->list.items[index];
    size_t *counts = files->commits->counts;
    const char *name = file_name(change->path[1]);
    const struct language *language = language_of_extension(~0U, name);
    unsigned set = language ? 1U << language_number(language) : languages_sharing_extension(name);
    bool is_added = change->status == 'A', is_lone = is_added || change->status == 'D';
    commit->n_files++;
    commit->n_code += set && !path_is_companion(change->path[1]);
    counts[FILES_SYMLINK] += !is_lone && either_is(change, "120000");
    counts[FILES_SUBMODULE] += !is_lone && either_is(change, "160000");
    if (change->status == 'T' || !is_file_mode(change->mode[is_added]) ||
        (!is_lone && !is_file_mode(change->mode[1])))
        return;
    if (language && !is_lone)
        files->n_of[language_number(language)]++;
    if (!(set & files->options->languages))
        return;
    if (is_lone)
        commit->n_lone[is_added]++;
    else
        add_file(files, index, change, language);
}

/* Forgets the files of a commit, because they may be incomplete. */
static void drop_files(void *context, size_t index)
{
    struct commits *commits = ((struct listed_files *)context)->commits;
    struct commit *commit = &commits->list.items[index];
    while (commits->files.n && commits->files.items[commits->files.n - 1].commit == index)
        commits->files.n--;
    commit->n_files = commit->n_code = commit->n_pairs = commit->n_lone[0] = commit->n_lone[1] = 0;
}

/* Returns the language of the set with the most modified files: of two with equally many, the first
 * in the list of languages, and without any such file, the last one. C++ wins over as many files
 * of C, because most of C is C++, and little of C++ is C. */
static const struct language *most_frequent(const struct listed_files *files, unsigned set)
{
    int found = -1, last = 0;
    for (int i = 0; languages[i]; i++) {
        if (!(set >> i & 1))
            continue;
        last = i;
        if (files->n_of[i] > (found < 0 ? 0 : files->n_of[found]))
            found = i;
    }
    return languages[found < 0 ? last : found];
}

/* Whether a file of a commit counts. */
static bool is_counted(const struct commit *commit, const struct changed_file *file)
{
    return !commit->n_code || !path_is_companion(file->path);
}

static size_t count_files(const struct commit *commit)
{
    return commit->n_code ? commit->n_code : commit->n_files;
}

/* Gives the files that share their extension a language. Drops those of other languages, and those
 * that do not count. */
static void choose_languages(struct listed_files *files)
{
    struct commits *commits = files->commits;
    size_t n = 0;
    for (size_t i = 0; i < commits->files.n; i++) {
        struct changed_file file = commits->files.items[i];
        struct commit *commit = &commits->list.items[file.commit];
        if (!file.language)
            file.language = most_frequent(files, languages_sharing_extension(file_name(file.path)));
        if (language_set_has(files->options->languages, file.language) &&
            (!files->options->max_files || is_counted(commit, &file)))
            commits->files.items[n++] = file;
        else
            commit->n_pairs--;
    }
    commits->files.n = n;
}

static int list_files(struct commits *commits, struct repository *repository,
                      const struct commit_options *options, size_t *n_damaged, struct err *err)
{
    size_t n = commits->list.n;
    struct listed_files files = {commits, options, {0}};
    scoped_memory struct tree_pair *pairs = mem_alloc(n + 1, sizeof *pairs);
    for (size_t i = 0; i < n; i++)
        pairs[i] = (struct tree_pair){commits->list.items[i].id, commits->list.items[i].parent};
    const struct tree_comparison comparison = {
        .pairs = pairs, .n = n, .context = &files, .take = take_file, .drop = drop_files};
    if (tree_changes_read(&comparison, repository, n_damaged, &commits->damage, err) != 0)
        return ERR;
    choose_languages(&files);
    return 0;
}

/* ---- What is used ---- */

/* Marks the commits that change each file that counts back to what it was before an earlier one. */
static void find_undone(const struct commits *commits, bool *is_undone)
{
    scoped(table) earlier = {0};
    scoped(str) text = {0};
    scoped_memory size_t *n_back = mem_alloc(commits->list.n + 1, sizeof *n_back);
    for (size_t i = 0; i < commits->files.n; i++) {
        const struct changed_file *file = &commits->files.items[i];
        const struct commit *commit = &commits->list.items[file->commit];
        str_set(&text, "%s %s %s", file->after, file->before, file->path);
        n_back[file->commit] +=
            is_counted(commit, file) && table_find(&earlier, str_text(&text)) != TABLE_NONE;
        is_undone[file->commit] = n_back[file->commit] == count_files(commit);
        str_set(&text, "%s %s %s", file->before, file->after, file->path);
        table_number(&earlier, str_text(&text));
    }
}

static int compare_files(const void *a, const void *b)
{
    const struct changed_file *x = a, *y = b;
    return x->commit != y->commit ? COMPARE(x->commit, y->commit) : strcmp(x->path, y->path);
}

/* Keeps the commits that modify files in the languages, and not too many files, and do not undo
 * another one. */
static void select_commits(struct commits *commits, const struct commit_options *options,
                           size_t n_damaged)
{
    size_t n_commits = 0, n_files = 0, file = 0;
    scoped_memory bool *is_undone = mem_alloc(commits->list.n + 1, sizeof *is_undone);
    array_sort(&commits->files, compare_files);
    find_undone(commits, is_undone);
    for (size_t i = 0; i < commits->list.n; i++) {
        const struct commit *commit = &commits->list.items[i];
        const size_t *n_lone = commit->n_lone;
        commits->counts[FILES_RENAMED] += n_lone[0] < n_lone[1] ? n_lone[0] : n_lone[1];
        bool is_large = options->max_files && count_files(commit) > options->max_files;
        bool is_used = commit->n_pairs && !is_large && !is_undone[i];
        for (; file < commits->files.n && commits->files.items[file].commit == i; file++)
            if (is_used) {
                commits->files.items[n_files] = commits->files.items[file];
                commits->files.items[n_files++].commit = (uint32_t)n_commits;
            }
        if (is_used)
            commits->list.items[n_commits++] = *commit;
        else
            commits->counts[is_undone[i]      ? COMMITS_REVERT
                            : commit->n_pairs ? COMMITS_TOO_MANY_FILES
                                              : COMMITS_NO_FILE]++;
    }
    commits->list.n = commits->counts[COMMITS_USED] = n_commits;
    commits->files.n = n_files;
    commits->counts[COMMITS_NO_FILE] -= n_damaged;
    commits->counts[COMMITS_DAMAGED] += n_damaged;
}

int commits_read(struct commits *commits, struct repository *repository,
                 const struct commit_options *options, atomic_size_t *n_read, struct err *err)
{
    size_t n_damaged;
    *commits = (struct commits){0};
    if (list_commits(commits, repository, options, n_read, err) != 0 ||
        list_files(commits, repository, options, &n_damaged, err) != 0)
        return ERR;
    select_commits(commits, options, n_damaged);
    array_sort(&commits->roots, text_compare);
    return 0;
}

void commits_release(struct commits *commits)
{
    arena_release(&commits->arena);
    array_release(&commits->list);
    array_release(&commits->files);
    array_release(&commits->roots);
    str_release(&commits->damage);
    str_release(&commits->mailmap_problem);
}
