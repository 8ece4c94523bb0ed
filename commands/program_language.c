/* A language is what the user names, or else the only one that the database or the files have. */
#include "commands/program_language.h"

#include "db/store.h"
#include "miner/program_text.h"

#include <ctype.h>
#include <string.h>

const char *program_language_name(int number)
{
    return languages[number] ? languages[number]->name : NULL;
}

const char *program_language_meant(const char *word)
{
    const char *at = word;
    while (isalnum((unsigned char)*at) || (*at && strchr(" +.()-", *at)))
        at++; /* judges have no other signs in names of our languages */
    const struct language *language = *at ? NULL : language_of_judge(~0u, word);
    return language ? language->name : NULL;
}

OPTION_FINDS(program_language_take, language, language_find);

bool language_has_mutations(const struct language *language)
{
    return language->mutations != NULL;
}

bool language_has_rewrites(const struct language *language)
{
    return language->rewrites != NULL;
}

static const char found_languages[] = "SELECT language FROM found_languages";

int program_language_choose(const struct language **out, const struct command *command,
                            struct db *db, language_has *has, const char *what, struct err *err)
{
    scoped(str) others = {0};
    scoped(db_statement) *names = db_query(db, err, found_languages, NULL);
    int status, n = 0;
    *out = NULL;
    for (; (status = db_step(names, err)) == 1; n++) {
        const struct language *language = language_find(db_text(names, 0));
        if (!*out && language && has(language))
            *out = language;
        else
            str_print(&others, "%s%s", others.length ? ", " : "", db_text(names, 0));
    }
    if (status < 0)
        return ERR;
    if (!*out)
        return err_set(err, "this tokfix makes no %s in the database's %s: %s", what,
                       plural(n, "language", "languages"), str_text(&others));
    if (others.length)
        tell(command, "only fixes in %s are used; fixes in %s are left out", (*out)->name,
             str_text(&others));
    return 0;
}

int program_language_view(struct db *db, const char *name, struct err *err)
{
    scoped(str) all = {0};
    int status, n = 0;
    if (!name)
        return 0;
    scoped(db_statement) *names = db_query(db, err, found_languages, NULL);
    for (; (status = db_step(names, err)) == 1; n++) {
        if (strcmp(db_text(names, 0), name) == 0)
            return store_view_language(db, name, err);
        str_print(&all, "%s%s", n ? ", " : "", db_text(names, 0));
    }
    if (status < 0)
        return ERR;
    return err_set(err, "the database has no fixes in %s; --language takes %s%s", name,
                   n > 1 ? "one of " : "", str_text(&all));
}

static int refuse_unnamed(const char *path, struct err *err)
{
    scoped(program_text) ignored = {0};
    scoped(str) names = {0};
    bool is_input = strcmp(path, "-") == 0;
    if (!is_input && program_text_read_file(&ignored, languages[0], path, err) != 0)
        return ERR; /* a folder or a database: the message says what to do with it */
    for (int i = 0; languages[i]; i++)
        str_print(&names, "%s%s", i ? ", " : "", languages[i]->name);
    return err_set(err, "%s%s%s does not say in which language the program is; add --language (%s)",
                   is_input ? "standard input" : "the name '", is_input ? "" : path,
                   is_input ? "" : "'", str_text(&names));
}

int program_language_of_files(const struct language **language, const char *const *paths, size_t n,
                              struct err *err)
{
    const char *first = NULL;
    if (*language)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const struct language *found = language_of_extension(~0u, paths[i]);
        if (found && *language && found != *language)
            return err_set(err, "'%s' is a program in %s and '%s' one in %s; add --language", first,
                           (*language)->name, paths[i], found->name);
        if (found && !*language) {
            *language = found;
            first = paths[i];
        }
    }
    return *language ? 0 : refuse_unnamed(paths[0], err);
}
