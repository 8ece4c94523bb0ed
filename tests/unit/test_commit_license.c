#include "tests/support/test.h"

/* Makes a repository in $SCRATCH/NAME: shell functions that write the licences and commit. */
static const char shell_functions[] =
    "cd \"$SCRATCH\" && export HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && "
    "text() { node -p \"require('$OUT/spdx/node_modules/spdx-license-list/full')['$1']"
    ".licenseText\"; }\n"
    "repository() { rm -rf $1 $1.db && git init -q $1 && cd $1 && printf 'x = a < b\\n' >a.py && "
    "git add . && git commit -q -m start; }\n"
    "fix() { git add -A . && git commit -q --allow-empty -m other && "
    "sed -i \"s/a [<>=]* b/a $1 b/\" a.py && git commit -qam \"fix $1\"; }\n"
    "mined() { cd .. && \"$TOKFIX\" mine -q --git $1 -o $1.db --force && sqlite3 $1.db \"SELECT "
    "subject || ': ' || coalesce(license, '-') || ' ' || coalesce(substr(license_evidence, 1, "
    "instr(license_evidence || '@', '@') - 1), '-') FROM file_versions JOIN commits USING "
    "(commit_key) JOIN submissions USING (submission_key) WHERE submission_id LIKE '%-after' "
    "ORDER BY subject\"; }\n";

/* Asserts what the commands print that make and mine a repository. */
static void assert_mined(const char *commands, const char *expected)
{
    scoped(str) output = {0};
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
