#include "miner/git/commits.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* Makes and mines a repository with fixes by two addresses of a person, and a .mailmap that joins
 * them. Prints the number of authors, the first of them, and the input errors. */
static const char shell_functions[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && rm -rf r && git init -q -b main r && cd r\n"
    "commit() { git add . && GIT_AUTHOR_EMAIL=$1 git commit -qm \"$2\"; }\n"
    "fix() { echo \"x = a < $2\" >a.py && commit $1 \"fix $2\"; }\n"
    "map='New <new@example.org> <OLD@example.org>'\n"
    "object=.git/objects/$(echo \"$map\" | git hash-object --stdin | sed 's|..|&/|')\n"
    "echo 'x = a < 1' >a.py && commit new@example.org start && fix old@example.org 2 && "
    "fix New@Example.ORG 3\n"
    "mined() { \"$TOKFIX\" mine -q --git . -o r.db --salt s 2>/dev/null; sqlite3 r.db \"SELECT "
    "count(*) || ' fixes, authors: ' || count(DISTINCT author_id) || ', first ' || min(author_id) "
    "FROM "
    "commits; SELECT kind || ': ' || detail FROM input_errors\" | "
    "sed 's/fatal: .*, so/fatal, so/'; }\n";

/* sha256sum says so of "s", a zero byte and new@example.org. */
#define OF_NEW "8430855cbfdc8130\n"
#define JOINED "2 fixes, authors: 1, first " OF_NEW
#define APART  "2 fixes, authors: 2, first " OF_NEW
#define UNUSED(why)                                                                            \
    "damaged_repository: git cannot use its .mailmap: " why ", so authors have the addresses " \
    "of their commits\n"

TEST(commits__have_authors_by_the_committed_mailmap)
{
    static const struct text_case cases[] = {
        {"mined", APART},
        {"echo \"$map\" >.mailmap; mined", APART},
        {"echo \"$map\" >.mailmap; commit a@b map; mined", JOINED},
        {"echo \"$map\" >.mailmap; commit a@b map; rm .mailmap; mined", JOINED},
        {"echo \"$map\" >.mailmap; commit a@b map; cd .git; mined", JOINED},
        {"echo \"$map\" >.mailmap; commit a@b map; git rm -q .mailmap; commit a@b none; mined",
         APART},
        {"git checkout -qb side; echo \"$map\" >.mailmap; commit a@b map; git checkout -q main; "
         "mined",
         APART},
        {"mkdir d; echo \"$map\" >d/.mailmap; commit a@b map; mined", APART},
        {"echo \"$map\" >m; git config mailmap.file \"$PWD/m\"; git config mailmap.blob HEAD:m; "
         "commit a@b map; mined",
         APART},
        {"echo \"$map\" >m; ln -s m .mailmap; commit a@b map; mined", APART},
        {"mkdir .mailmap; echo \"$map\" >.mailmap/m; commit a@b map; mined",
         APART UNUSED("error: mailmap is not a blob: HEAD:.mailmap")},
        {"(seq 20000; echo '<<>'; head -c 999 /dev/zero; echo; echo \"$map\") >.mailmap; commit "
         "a@b map; mined",
         APART},
        {"(seq 20000; echo '<<> > <a> #'; echo; echo \"$map\") >.mailmap; commit a@b map; mined",
         JOINED},
        {"(echo \"$map\"; seq 100000) >.mailmap; commit a@b map; mined", JOINED},
        {"echo \"$map\" >.mailmap; commit a@b map; rm -f $object; mined",
         APART UNUSED("error: unable to read mailmap object at HEAD:.mailmap")},
        {"echo \"$map\" >.mailmap; commit a@b map; chmod +w $object; head -c 20 $object >o; mv o "
         "$object; mined",
         APART UNUSED("fatal")},
    };
    if (!has_program("git", "mailmaps") || !has_sandbox("mailmaps"))
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0};
        run_shell(&output, "%s%s", shell_functions, cases[i].given);
        if (strcmp(str_text(&output), cases[i].expected) != 0)
            fail_msg("%s: %s", cases[i].given, str_text(&output));
    }
}
