/* The addresses of repositories. */
#include "db/fixes/forge.h"
#include "tests/support/test.h"

TEST(forge__names_projects_and_pages_of_commits)
{
    static const struct {
        const char *url, *project, *page; /* page: "": none */
    } cases[] = {
        {"https://github.com/a/b", "a/b", "https://github.com/a/b/commit/0f"},
        {"https://github.com/a/b.git/", "a/b", "https://github.com/a/b/commit/0f"},
        {"https://GitHub.com/a/b.git?x#y", "a/b", "https://github.com/a/b/commit/0f"},
        {"https://user:secret@github.com:443/a/b", "a/b", "https://github.com/a/b/commit/0f"},
        {"git@github.com:a/b.git", "a/b", "https://github.com/a/b/commit/0f"},
        {"github.com:a/b.git", "a/b", "https://github.com/a/b/commit/0f"},
        {"ssh://git@github.com/a/b.git", "a/b", "https://github.com/a/b/commit/0f"},
        {"https://gitlab.com/a/b/c.git", "a/b/c", "https://gitlab.com/a/b/c/-/commit/0f"},
        {"https://codeberg.org/a/b", "a/b", "https://codeberg.org/a/b/commit/0f"},
        {"https://bitbucket.org/a/b", "a/b", "https://bitbucket.org/a/b/commits/0f"},
        {"https://git.example.org/b.git", "b", ""},
        {"https://github.com/a/\x1b[2Jb", "a/\x1b[2Jb", ""},
        {"https://github.com/", "id", ""},
        {"https://github.com", "id", ""},
        {"file:///home/a/b", "id", ""},
        {"/home/a/b", "id", ""},
        {"../b:c", "id", ""},
        {"", "id", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct fix_provenance provenance = {
            .repository = "id", .url = cases[i].url, .commit = "0f"};
        scoped(str) project = {0}, page = {0};
        forge_add_project(&project, &provenance);
        assert_string_equal(str_text(&project), cases[i].project);
        assert_int_equal(forge_add_commit(&page, &provenance), *cases[i].page != '\0');
        assert_string_equal(str_text(&page), cases[i].page);
    }
}
