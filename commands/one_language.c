#include "commands/one_language.h"

#include "db/store.h"
#include "miner/source.h"

#include <string.h>

bool language_has_mutations(const struct language *language)
{
    return language->mutations != NULL;
}

bool language_has_rewrites(const struct language *language)
{
    return language->rewrites != NULL;
}

int one_language_choose(const struct language **out, const struct command *command, struct db *db,
                        language_has *has, const char *what, struct err *err)
{
    scoped(arena) arena = {0};
    scoped(str) others = {0};
    struct run_row run;
    *out = NULL;
    if (store_read_run(db, &run, &arena, err) != 1)
        return ERR;
    for (size_t i = 0; i < run.n_languages; i++) {
        const struct language *language = language_find(run.languages[i].name);
        if (!*out && language && has(language))
            *out = language;
        else
            str_print(&others, "%s%s", others.length ? ", " : "", run.languages[i].name);
    }
    if (!*out)
        return err_set(err, "this tokfix makes no %s in the database's %s: %s", what,
                       plural((double)run.n_languages, "language", "languages"), str_text(&others));
    if (others.length)
        tell(command, "only fixes in %s are used; fixes in %s are left out", (*out)->name,
             str_text(&others));
    return 0;
}

int one_language_view(struct db *db, const char *name, struct err *err)
{
    scoped(arena) arena = {0};
    scoped(str) all = {0};
    struct run_row run;
    if (!name)
        return 0;
    if (store_read_run(db, &run, &arena, err) != 1)
        return ERR;
    for (size_t i = 0; i < run.n_languages; i++) {
        if (strcmp(run.languages[i].name, name) == 0)
            return store_view_language(db, name, err);
        str_print(&all, "%s%s", i ? ", " : "", run.languages[i].name);
    }
    return err_set(err, "the database has no fixes in %s; --language takes %s%s", name,
                   run.n_languages > 1 ? "one of " : "", str_text(&all));
}

static int refuse_unnamed(const char *path, struct err *err)
{
    scoped(source) ignored = {0};
    scoped(str) names = {0};
    bool is_input = strcmp(path, "-") == 0;
    if (!is_input && source_read_file(&ignored, languages[0], path, err) != 0)
        return ERR; /* a folder or a database: the message says what to do with it */
    for (int i = 0; languages[i]; i++)
        str_print(&names, "%s%s", i ? ", " : "", languages[i]->name);
    return err_set(err, "%s%s%s does not say in which language the program is; add --language (%s)",
                   is_input ? "standard input" : "the name '", is_input ? "" : path,
                   is_input ? "" : "'", str_text(&names));
}

int one_language_of_files(const struct language **language, const char *const *paths, size_t n,
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
