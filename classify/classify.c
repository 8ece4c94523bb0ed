/* Both sides of an edit are looked up in their trees. The pair decides category and pattern. */
#include "classify/classify.h"

#include <string.h>

struct bug_label classify_sites(const struct edit_sites *sites, enum edit_kind kind,
                                const struct language *language)
{
    const struct site *before = &sites->before, *after = &sites->after;
    enum sstub_pattern pattern = sstub_pattern_of(sites, kind, language);
    if (kind != EDIT_REPLACE)
        return (struct bug_label){
            .category = site_category(kind == EDIT_INSERT ? after : before),
            .pattern = pattern,
        };
    enum bug_category category = site_category(before);
    return (struct bug_label){
        .category = category == site_category(after) ? category : CATEGORY_OTHER,
        .pattern = pattern,
        .role = before->role,
    };
}

struct bug_label classify_edit(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit)
{
    struct edit_sites sites = edit_sites_of(buggy, fixed, edit);
    return classify_sites(&sites, edit->kind, buggy->language);
}

enum bug_category classify_token(const struct program *program, size_t token)
{
    struct site site = site_of(program, token);
    return site_category(&site);
}

const char *classify_site_kind(const struct site *site)
{
    static const char *const literals[] = {
        [LITERAL_INTEGER] = "integer", [LITERAL_FLOAT] = "float",
        [LITERAL_BOOLEAN] = "boolean", [LITERAL_NULL] = "null",
        [LITERAL_STRING] = "string",   [LITERAL_CHARACTER] = "character",
    };
    if (site->role || site->literal)
        return site->role ? identifier_role_name(site->role) : literals[site->literal];
    bool is_of_category = site->rule && site->rule->category != CATEGORY_OTHER;
    return is_of_category ? bug_category_name(site->rule->category) : NULL;
}

bool classify_is_operator(const struct program *program, size_t token)
{
    struct site site = site_of(program, token);
    return site.rule != NULL;
}
