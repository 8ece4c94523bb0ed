#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* Makes a repository in $SCRATCH/NAME: shell functions that write the licences and commit. `object`
 * prints the path of a loose object. */
static const char shell_functions[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && "
    "text() { node -p \"require('$OUT/spdx/node_modules/spdx-license-list/full')['$1']"
    ".licenseText\"; }\n"
    "object() { git rev-parse $1 | sed 's|..|.git/objects/&/|'; }\n"
    "repository() { rm -rf $1 $1.db && git init -q $2 $1 && cd $1 && "
    "printf 'x = a < b\\n' >a.py && git add . && git commit -q -m start; }\n"
    "fix() { git add -A . && git commit -q --allow-empty -m other && "
    "sed -i \"s/a [<>=]* b/a $1 b/\" a.py && git commit -qam \"fix $1\"; }\n"
    "mined() { cd .. && \"$TOKFIX\" mine -q --git $1 -o $1.db --force && sqlite3 $1.db \"SELECT "
    "subject || ': ' || coalesce(license, '-') || ' ' || coalesce(substr(license_evidence, 1, "
    "instr(license_evidence || '@', '@') - 1), '-') FROM file_versions JOIN commits USING "
    "(commit_key) JOIN submissions USING (submission_key) WHERE submission_id NOT LIKE 'before-%' "
    "ORDER BY subject\"; }\n";

static bool is_ready;

static int set_up(void **state)
{
    (void)state;
    is_ready = has_program("git", "licences of commits") && has_sandbox("licences of commits");
    return 0;
}
SUITE_SETUP(set_up, NULL);

/* Asserts what the commands print that make and mine a repository. */
static void assert_mined(const char *commands, const char *expected)
{
    scoped(str) output = {0};
    if (!is_ready)
        skip();
    if (run_shell(&output, "%s%s", shell_functions, commands) != 0)
        fail_msg("%s", str_text(&output));
    assert_string_equal(str_text(&output), expected);
}

TEST(commit_license__is_that_of_the_commit)
{
    assert_mined("repository r && fix '<=' && text MIT >LICENSE && fix '>' && text GPL-2.0-only "
                 ">LICENSE && fix '>=' && rm LICENSE && text BSD-2-Clause >copying.MD && fix '=='"
                 " && mined r",
                 "fix <=: - -\n"
                 "fix ==: BSD-2-Clause file:copying.MD\n"
                 "fix >: MIT file:LICENSE\n"
                 "fix >=: GPL-2.0-only file:LICENSE\n");
}

TEST(commit_license__joins_the_files)
{
    assert_mined("repository r && text MIT >LICENSE-MIT && text Apache-2.0 >LICENSE-APACHE && fix "
                 "'<=' && text ISC >COPYING && fix '>' && rm LICENSE-APACHE && fix '>=' && echo ? "
                 ">LICENSE.txt && fix '=='"
                 " && mined r | sed 's/@[0-9a-f]*//g'",
                 "fix <=: Apache-2.0 OR MIT file:LICENSE-APACHE\n"
                 "fix ==: - -\n"
                 "fix >: ISC AND Apache-2.0 AND MIT file:COPYING\n"
                 "fix >=: ISC AND MIT file:COPYING\n");
}

TEST(commit_license__leaves_other_files_out)
{
    assert_mined("repository r && text MIT >license.py && mkdir LICENSES && text MIT "
                 ">LICENSES/LICENSE && fix '<=' && ln -s LICENSES/LICENSE LICENSE && fix '>' && "
                 "rm LICENSE && text MIT >LICENSE && head -c 300000 /dev/zero >>LICENSE && fix "
                 "'>=' && text MIT >LICENSE && for i in 1 2 3 4 5 6 7 8; do text MIT "
                 ">LICENSE-$i; done && fix '==' && mined r",
                 "fix <=: - -\nfix ==: - -\nfix >: - -\nfix >=: - -\n");
}

TEST(commit_license__is_that_of_the_tag_first)
{
    assert_mined("repository r && text MIT >LICENSE && fix '<=' && sed -i '1i # "
                 "SPDX-License-Identifier: ISC' a.py && fix '>' && sed -i "
                 "'1s/ISC/see LICENSE/' a.py && fix '>=' && mined r",
                 "fix <=: MIT file:LICENSE\nfix >: ISC tag\nfix >=: - -\n");
}

TEST(commit_license__is_that_of_the_list_last)
{
    assert_mined("repository r && fix '<=' && text MIT >LICENSE && fix '>' && cd .. && printf "
                 "'path,license\\nr,Zlib\\n' >list && cd r && mined list",
                 "fix <=: Zlib list\nfix >: MIT file:LICENSE\n");
    assert_mined("cd r && printf 'path,license\\nr,see there\\n' >../list && mined list",
                 "fix <=: - -\nfix >: MIT file:LICENSE\n");
}

TEST(commit_license__is_read_in_repositories_with_sha256)
{
    assert_mined("repository r --object-format=sha256 && text MIT >LICENSE && fix '<=' && sed -i "
                 "'1i # SPDX-License-Identifier: ISC' a.py && fix '>' && text Zlib >COPYING && "
                 "sed -i 1d a.py && fix '>=' && mined r && sqlite3 r.db \"SELECT DISTINCT "
                 "length(license_evidence) FROM file_versions ORDER BY 1\"",
                 "fix <=: MIT file:LICENSE\nfix >: ISC tag\nfix >=: Zlib AND MIT file:COPYING\n"
                 "3\n77\n155\n");
}

/* As in a partial clone, or with a fault of the disk. */
TEST(commit_license__is_unknown_if_git_has_no_text)
{
    static const char *const damages[] = {
        "rm -f $file",
        "chmod +w $file && echo garbage >$file",
        "chmod +w $file && : >$file",
        "chmod +w $file && head -c 90 $file >x && cp x $file",
        "chmod +w $file && cp $(object HEAD:COPYING) $file",
        "chmod +w $file && cp $(object HEAD^{tree}) $file",
    };
    for (size_t i = 0; i < N_ITEMS(damages); i++) {
        scoped(str) commands = {0};
        str_print(&commands,
                  "repository r && text MIT >LICENSE && fix '<=' && text ISC >COPYING && rm "
                  "LICENSE && fix '>' && file=$(object HEAD~2:LICENSE) && %s && mined r",
                  damages[i]);
        assert_mined(str_text(&commands), "fix <=: - -\nfix >: ISC file:COPYING\n");
    }
}

/* Only a regular file is a licence. */
TEST(commit_license__is_no_folder_or_submodule)
{
    assert_mined("repository r && mkdir LICENSE && text MIT >LICENSE/MIT && fix '<=' && rm -r "
                 "LICENSE && git add -A && git update-index --add --cacheinfo "
                 "160000,1111111111111111111111111111111111111111,LICENSE && git commit -qm other "
                 "&& sed -i 's/<=/>/' a.py && git commit -qm 'fix >' a.py && mined r",
                 "fix <=: - -\nfix >: - -\n");
}

/* The repositories of two databases keep their licences in one. A repository is in one of them. */
TEST(commit_license__is_kept_by_merge)
{
    static const char all[] = "SELECT problem_id, path, license, license_evidence, subject FROM "
                              "file_versions JOIN commits USING (commit_key) ORDER BY 1, 5, 2";
    scoped(str) commands = {0};
    assert_mined("repository one && text MIT >LICENSE && fix '<=' && cd .. && repository two && "
                 "sed -i '1i # SPDX-License-Identifier: ISC' a.py && fix '>' && sed -i 1d a.py && "
                 "fix '>=' && cd .. && mkdir -p folder && cp -r one two folder && for d in one two "
                 "folder; do \"$TOKFIX\" mine -q --git $d -o $d.db --force; done",
                 "");
    str_print(&commands,
              "for d in folder both; do sqlite3 $d.db \"%s\" >$d.txt; done; wc -l <both.txt && cmp "
              "folder.txt both.txt",
              all);
    scoped(str) output = {0};
    run_valid(&output, "cd \"$SCRATCH\" && \"$TOKFIX\" merge -q both.db two.db one.db && %s",
              str_text(&commands));
    assert_string_equal(str_text(&output), "6\n");
    assert_int_equal(run_shell(NULL, "cd \"$SCRATCH\" && \"$TOKFIX\" merge -q bad.db one.db "
                                     "folder.db 2>bad.txt"),
                     1);
    scoped(str) message = output_of("cat $SCRATCH/bad.txt");
    assert_contains(str_text(&message),
                    "have 1 repository in the same language, such as one: leave");
}
