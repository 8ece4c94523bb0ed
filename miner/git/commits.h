/* The commits of a repository that may fix something, and the files that they modify. */
#ifndef MINER_GIT_COMMITS_H
#define MINER_GIT_COMMITS_H

#include "miner/git/repository.h"
#include "tokenize/languages/language.h"

#include <stdatomic.h>
#include <stdbool.h>

/* The words of ManySStuBs4J (Karampatsis and Sutton, MSR 2020): error, bug, fix, issue, mistake,
 * incorrect, fault, defect, flaw, type. */
enum keywords {
    KEYWORDS_WORDS,      /* these words and their forms, as whole words */
    KEYWORDS_TSSB,       /* anywhere in the message, also in other words, as TSSB-3M (Richter and
                            Wehrheim, MSR 2022) */
    KEYWORDS_MANYSSTUBS, /* words with the same stem (Porter 1980), as ManySStuBs4J */
    KEYWORDS_NONE,       /* any message, as BugLab (Allamanis et al., NeurIPS 2021) */
    N_KEYWORDS
};

/* Returns the name on the command line; NULL for a number that is none. */
const char *keywords_name(int keywords);

/* Finds the first keyword in a message, and sets `word` to it in lower case. Whole words end where
 * those of Unicode do (UAX 29), so beside ideographs, too. They are not looked for in addresses of
 * mail and the web, nor in the trailers that git-interpret-trailers(1) lists, except Fixes and
 * Closes. Returns false if there is none. With KEYWORDS_NONE, returns true, and `word` is that of
 * KEYWORDS_WORDS or empty. */
bool keywords_find(enum keywords keywords, const char *message, struct str *word);

/* Whether a message says that its commit undoes another one. It begins with the word revert,
 * reverts, reverted, reverting or unrevert, or with `Reapply "`, in any case; or with a word such
 * as undo or roll back, and its first line names a commit or change. Before that it may have what
 * projects write there: `module: `, `[area] `, `ABC-123 `, `automated`. Or one of its lines begins
 * with `This reverts commit ID`, as git writes it, but not below a line that begins with `* `, as
 * that of a commit which was squashed. Its keywords are those of the commit that it undoes. */
bool keywords_say_revert(const char *message);

struct commit_options {
    unsigned languages; /* of the files: a set (tokenize/languages/language.h) */
    enum keywords keywords;
    int reads_all;    /* also the commits of pull requests, notes, stashes and other references */
    size_t max_files; /* that count of those that a commit changes; 0: no limit, and all do */
    const char *salt; /* of the hashes of authors */
};

/* Counts of a repository. The commits are those that branches, also of remotes, tags and HEADs
 * reach, or all references. Each is counted under the first reason not to use it. */
enum commit_count {
    COMMITS_ALL,
    COMMITS_MERGE,            /* more than one parent */
    COMMITS_ROOT,             /* no parent */
    COMMITS_SHALLOW_BOUNDARY, /* its parents are missing, because the clone is shallow */
    /* Undoes another commit: keywords_say_revert(), or it changes each file that counts back to
     * what it was before an earlier commit */
    COMMITS_REVERT,
    COMMITS_NO_KEYWORD,
    COMMITS_DAMAGED, /* its parent is missing, or git cannot compare the two */
    COMMITS_NO_FILE, /* modifies no file in the languages */
    COMMITS_TOO_MANY_FILES,
    COMMITS_USED,
    FILES_SYMLINK,   /* changed symbolic links, of commits with a keyword */
    FILES_SUBMODULE, /* the same for submodules */
    FILES_RENAMED,   /* deleted files for which the commit adds one, of commits with a keyword */
    N_COMMIT_COUNTS
};

/* Returns the name in the database. */
const char *commit_count_name(enum commit_count count);

enum { GIT_AUTHOR_SIZE = 17, COMMIT_NAME_DIGITS = 10 };

struct commit {
    const char *id, *parent; /* hexadecimal */
    const char *name;        /* the first COMMIT_NAME_DIGITS of the id; all, if another commit of
                                the repository begins with the same ones */
    const char *tree;        /* id of its top folder */
    char author[GIT_AUTHOR_SIZE]; /* the first 16 digits of SHA-256(salt, 0, e-mail address in lower
                                     case); the address is that of the mailmap */
    int64_t author_date, commit_date; /* Unix seconds */
    const char *subject;              /* first line of the message, valid UTF-8 */
    const char *keyword;              /* "": none */
    size_t n_files;                   /* that it changes; a renamed one counts twice */
    size_t n_code;    /* of them, those in any language that tokfix knows, except tests and what
                      else changes along with code (path_is_companion()): these count. If there
                      are none, all files do */
    size_t n_pairs;   /* files that it modifies, that count, in the languages */
    size_t n_lone[2]; /* files that it deletes and adds, in the languages */
};

/* A modified file. A file that is renamed is not one, whether or not it is changed, too. */
struct changed_file {
    uint32_t commit; /* index */
    uint32_t number; /* among all files that the commit changes, in the order of git, from 1 */
    const struct language *language;
    const char *path;
    const char *before, *after; /* ids of the blobs */
};

struct commits {
    struct arena arena;               /* owns the texts */
    ARRAY(struct commit) list;        /* those that are used, parents before children */
    ARRAY(struct changed_file) files; /* of these, in their order; then by path */
    struct text_list roots;           /* ids of the commits without parents, sorted */
    size_t counts[N_COMMIT_COUNTS];
    struct str damage;          /* of the repository; empty: none was found */
    struct str mailmap_problem; /* why the file .mailmap of the commit HEAD is not used; empty: it
                                   is, or there is none */
};

/* Reads the commits. Authors have the addresses that the file .mailmap of the commit HEAD gives
 * them (gitmailmap(5)); no other mailmap is read. Files whose extension is that of several
 * languages, such as `.h`, have the one that most modified files of the repository have. What git
 * cannot read is left out and described in `damage`. Fails only if git cannot be run. `n_read` is
 * counted up while commits are read. */
int commits_read(struct commits *commits, struct repository *repository,
                 const struct commit_options *options, atomic_size_t *n_read, struct err *err);
void commits_release(struct commits *commits);
SCOPED_VALUE(commits, commits_release)

/* The licences that the files of a repository's top folder state, at a commit. */

struct commit_license {
    const char *expression; /* of SPDX; NULL: unknown */
    const char *evidence;   /* "file:NAME@ID" of each file, separated by spaces; NULL: unknown */
};

/* Finds the licences at those commits that `is_wanted` marks, by their index. The files are
 * LICENSE, LICENCE, COPYING or UNLICENSE, in any case; with -MIT or the like, and .txt, .md or
 * .rst. They are recognized by their texts (license_text_find()). Several licences are joined by
 * " AND ", but MIT and Apache-2.0, in files named after them, by " OR ". If one of the files is not
 * recognized, the licence is unknown.
 *
 * The texts are in the arena of the commits. Fails only if git cannot be run. */
int commit_licenses_find(struct commit_license *licenses, const bool *is_wanted,
                         struct commits *commits, struct repository *repository, struct err *err);

/* ---- Licences by their texts, those of the npm package spdx-license-list (base/licenses/) ---- */

/* Finds the licences in the text of a file like LICENSE, which may be any bytes, and appends their
 * identifiers, joined by " AND ". Nothing is appended, and false is returned, if the text does not
 * begin with a licence, apart from a title and a few words, or if the text after it seems to
 * restrict it. */
bool license_text_find(const char *text, size_t length, struct str *expression);

#endif
