/* Few messages have a sign, so only few patches are read, all by one process. */
#include "sources/git/sweeps.h"

#include "base/mem.h"
#include "base/table.h"
#include "sources/git/tree_changes.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    MAX_PATCH_BYTES = 1 << 24,
    MANY_FILES = 3, /* that a commit changes, so that it may be a sweep whatever it says */
};

/* ---- What a message suggests ---- */

static const char *const format_words[] = {
    "format",       "formats",      "formatted",   "formatting", "reformat",  "reformatted",
    "autoformat",   "whitespace",   "whitespaces", "space",      "spaces",    "spacing",
    "trailing",     "indent",       "indents",     "indented",   "indenting", "indentation",
    "indentations", "unindent",     "dedent",      "pep8",       "pep",       "pep257",
    "flake8",       "pycodestyle",  "black",       "blacken",    "blackened", "yapf",
    "autopep8",     "docformatter", "isort",       "ruff",       "lint",      "linter",
    "linting",      "pylint",       "style",       "styling",    "stylistic", "cosmetic",
    "cosmetics",    "tidy",         "clang",       "checkstyle", "spotless",  "astyle",
    "uncrustify",   "tab",          "tabs",        "newline",    "newlines",  "blank",
    "quotes",       "wrap",         "wrapped",     "prettier",   "reflow",    "line",
    "lines",        "alignment",    "align",       "aligned",    "codestyle", NULL};

static const char *const rename_words[] = {
    "rename", "renames", "renamed", "renaming", "replace", "replaces", "replaced", "replacing",
    "move",   "moves",   "moved",   "moving",   "migrate", "migrated", "naming",   NULL};

static const char *const version_words[] = {
    "version",      "versions",   "bump",         "bumps",     "bumped",      "bumping",
    "release",      "releases",   "released",     "releasing", "prepare",     "prepares",
    "prepared",     "preparing",  "dev",          "devel",     "development", "cycle",
    "snapshot",     "update",     "updates",      "updated",   "updating",    "upgrade",
    "upgrades",     "upgraded",   "increase",     "increased", "increment",   "incremented",
    "require",      "requires",   "required",     "pin",       "pinned",      "requirement",
    "requirements", "dependency", "dependencies", NULL};

static const char *const license_words[] = {"copyright", "copyrights", "license",
                                            "licenses",  "licence",    "licences",
                                            "licensing", "spdx",       NULL};
static const char *const year_words[] = {"year", "years", NULL};

static const char *const merge_words[] = {"merge", "merges", "merged",   "merging",
                                          "sync",  "synced", "syncing",  "synchronize",
                                          "pull",  "pulled", "squashed", NULL};
static const char *const merged_words[] = {"branch",  "branches", "upstream",  "master", "main",
                                           "trunk",   "remote",   "remotes",   "origin", "tag",
                                           "tags",    "changes",  "develop",   "fork",   "head",
                                           "release", "revision", "revisions", NULL};
static const char *const update_words[] = {"update",   "updates", "updated", "updating", "upgrade",
                                           "upgraded", "bump",    "bumped",  "import",   "imported",
                                           "sync",     "synced",  "merge",   "merged",   "pull",
                                           "vendor",   NULL};
static const char *const request_words[] = {"request", "pr", "conflict", "conflicts", NULL};

static const char *const revert_words[] = {"revert",    "reverts",  "reverted",
                                           "reverting", "unrevert", NULL};
static const char *const undo_words[] = {"undo",   "undoes",  "undid",   "undoing", "rollback",
                                         "rolled", "roll",    "rolls",   "back",    "backs",
                                         "backed", "backing", "backout", NULL};
static const char *const change_words[] = {"commit",    "commits", "change", "changes",
                                           "changeset", "patch",   NULL};
static const char *const adverbs[] = {"automated",   "automatic", "automatically",
                                      "partial",     "partially", "partly",
                                      "temporarily", "manually",  NULL};

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

/* Takes the word at the start of a text. */
static const char *skip_word(const char *at)
{
    while (is_word_byte(*at))
        at++;
    return at;
}

/* Whether the first word of a text is one of the list. */
static bool starts_with(const char *text, const char *const *words)
{
    size_t length = (size_t)(skip_word(text) - text);
    for (; *words; words++)
        if (strlen(*words) == length && strncasecmp(text, *words, length) == 0)
            return true;
    return false;
}

/* Returns the text after what projects write before it: `module: `, `[area] `, `ABC-123 `,
 * `Backport PR #12: `. */
static const char *skip_prefixes(const char *text)
{
    enum { MAX_PREFIX = 40 };
    for (;;) {
        text += strspn(text, " \t:-/*.,");
        const char *close = *text == '[' ? strchr(text, ']') : NULL;
        const char *end = skip_word(text);
        bool is_key = end > text && *end == '-' && isdigit((unsigned char)end[1]);
        const char *colon = strchr(text, ':');
        if (close)
            text = close + 1;
        else if (is_key)
            text = skip_word(end + 1);
        else if (colon && colon - text < MAX_PREFIX && (colon[1] == ' ' || *text == ':'))
            text = colon + 1;
        else if (starts_with(text, adverbs))
            text = end;
        else
            return text;
    }
}

static bool has_number_of_version(const char *subject)
{
    for (const char *at = subject; *at; at++)
        if (isdigit((unsigned char)at[0]) && at[1] == '.' && isdigit((unsigned char)at[2]))
            return true;
    return false;
}

/* Whether the text has a number of an object of git or Subversion, or of a pull request. */
static bool names_commit(const char *text)
{
    for (const char *at = text; *at;) {
        size_t n_hex = strspn(at, "0123456789abcdef");
        const char *end = skip_word(at);
        bool is_id = n_hex >= 7 && at + n_hex == end;
        bool is_revision = *at == 'r' && isdigit((unsigned char)at[1]);
        if (is_id || is_revision || (*at == '#' && isdigit((unsigned char)at[1])))
            return true;
        at = end + (end == at);
    }
    return keywords_find_word(text, change_words);
}

static bool says_revert(const char *subject)
{
    const char *start = skip_prefixes(subject);
    return starts_with(start, revert_words) ||
           (starts_with(start, undo_words) && names_commit(start));
}

static bool says_merge(const char *subject)
{
    return starts_with(skip_prefixes(subject), merge_words) &&
           keywords_find_word(subject, merged_words) && !keywords_find_word(subject, request_words);
}

/* Whether the text is `Update FILE`, as web sites propose it. */
static bool names_file(const char *subject)
{
    static const char *const words[] = {"update", NULL};
    const char *name = skip_word(subject);
    name += strspn(name, " ");
    return starts_with(subject, words) && !strchr(name, ' ') && strpbrk(name, "./");
}

unsigned sweep_signs(const char *subject, size_t n_files)
{
    static const struct {
        const char *const *words;
        unsigned sign;
    } of_words[] = {
        {format_words, SIGN(FORMAT)},   {rename_words, SIGN(RENAME)},
        {version_words, SIGN(VERSION)}, {license_words, SIGN(LICENSE)},
        {year_words, SIGN(YEAR)},       {update_words, SIGN(UPDATE)},
    };
    scoped(str) keyword = {0};
    bool says_fix = keywords_find(KEYWORDS_WORDS, subject, &keyword);
    unsigned signs = n_files >= MANY_FILES && !says_fix ? SIGN(FILES) : 0;
    if (names_file(subject))
        subject = skip_word(subject);
    for (size_t i = 0; i < sizeof of_words / sizeof *of_words; i++)
        if (keywords_find_word(subject, of_words[i].words))
            signs |= of_words[i].sign;
    if (strstr(subject, "->") || strstr(subject, "=>") || strncmp(subject, "s/", 2) == 0)
        signs |= SIGN(RENAME);
    if (has_number_of_version(subject))
        signs |= SIGN(VERSION);
    if (says_merge(subject))
        signs |= SIGN(MERGE);
    if (says_revert(subject))
        signs |= SIGN(REVERT);
    return signs;
}

/* ---- The commits of a repository ---- */

/* What a commit is whose patch cannot be read. */
static enum sweep_kind kind_of_signs(unsigned signs)
{
    return signs & SIGN(MERGE)    ? SWEEP_MERGE
           : signs & SIGN(FORMAT) ? SWEEP_FORMAT
           : signs & SIGN(REVERT) ? SWEEP_REVERT
                                  : SWEEP_NONE;
}

struct sweep_finding {
    uint8_t *kinds;
    ARRAY(uint32_t) commits; /* whose patches are read */
    ARRAY(unsigned) signs;   /* of these */
    ARRAY(struct tree_pair) pairs;
};

static void take_patch(void *context, size_t pair, const char *text, size_t length)
{
    struct sweep_finding *finding = context;
    scoped(patch) patch = {.arena = {NULL}};
    struct err err;
    unsigned signs = finding->signs.items[pair];
    bool is_read = text && patch_read(&patch, text, length, &err) == 0;
    finding->kinds[finding->commits.items[pair]] =
        (uint8_t)(is_read ? sweep_of_patch(&patch, signs) : kind_of_signs(signs));
}

static void drop_patch(void *context, size_t pair)
{
    struct sweep_finding *finding = context;
    finding->kinds[finding->commits.items[pair]] =
        (uint8_t)kind_of_signs(finding->signs.items[pair]);
}

/* Writes both versions of a change of a file, in the order in which they were, or back. */
static const char *versions_of(struct str *out, const char *before, const char *after)
{
    str_clear(out);
    str_print(out, "%s %s", before, after);
    return str_text(out);
}

/* Finds the commits that change one file only, back to what it was before an earlier commit. */
static void find_undone(uint8_t *kinds, const bool *is_wanted, const struct commits *commits)
{
    scoped(table) earlier = {0}; /* changes of the same file */
    scoped(str) text = {0};
    const char *path = "";
    for (size_t i = 0; i < commits->files.n; i++) {
        const struct changed_file *file = &commits->files.items[i];
        uint32_t commit = file->commit;
        if (strcmp(file->path, path) != 0) {
            table_release(&earlier);
            earlier = (struct table){0};
            path = file->path;
        }
        if (is_wanted[commit] && kinds[commit] == SWEEP_NONE &&
            commits->list.items[commit].n_files == 1 &&
            table_find(&earlier, versions_of(&text, file->after, file->before)) != TABLE_NONE)
            kinds[commit] = SWEEP_REVERT;
        table_number(&earlier, versions_of(&text, file->before, file->after));
    }
}

int sweeps_find(uint8_t *kinds, const bool *is_wanted, const struct commits *commits,
                struct repository *repository, struct err *err)
{
    struct sweep_finding finding = {.kinds = kinds};
    scoped(str) damage = {0};
    size_t n_damaged;
    for (uint32_t i = 0; i < commits->list.n; i++) {
        const struct commit *commit = &commits->list.items[i];
        unsigned signs = is_wanted[i] ? sweep_signs(commit->subject, commit->n_files) : 0;
        kinds[i] = SWEEP_NONE;
        if (!signs)
            continue;
        array_push(&finding.commits, i);
        array_push(&finding.signs, signs);
        array_push(&finding.pairs, (struct tree_pair){commit->id, commit->parent});
    }
    const struct tree_comparison comparison = {.pairs = finding.pairs.items,
                                               .n = finding.pairs.n,
                                               .finds_renames = true,
                                               .context = &finding,
                                               .drop = drop_patch,
                                               .take_patch = take_patch,
                                               .max_bytes = MAX_PATCH_BYTES};
    int status = tree_changes_read(&comparison, repository, &n_damaged, &damage, err);
    find_undone(kinds, is_wanted, commits);
    array_release(&finding.commits);
    array_release(&finding.signs);
    array_release(&finding.pairs);
    return status;
}
