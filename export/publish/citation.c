/* The texts are in templates/citation.yaml, citation.bib and sources.bib. */
#include "export/publish/documents.h"

#include "base/template.h"
#include "base/json_yaml.h"
#include "export/publish/description.h"

#include <string.h>

static const char cff_yaml[] = {
#include "export/publish/templates/citation.yaml.inc"
};
static const struct yaml_template cff_template = {"citation.yaml", cff_yaml};
static const char bibtex_template[] = {
#include "export/publish/templates/citation.bib.inc"
};
static const char sources_template[] = {
#include "export/publish/templates/sources.bib.inc"
};

/* Appends a text within braces. */
static void add_escaped(struct str *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("#$%&_{}", *text))
            str_print(out, "\\%c", *text);
        else if (*text == '\\')
            str_add_text(out, "\\textbackslash{}");
        else if (*text == '~' || *text == '^')
            str_print(out, "\\%c{}", *text);
        else
            str_add(out, text, 1);
    }
}

/* Names are not divided into family and given names. */
int citation_add_cff(struct str *out, const struct publication *publication, struct err *err)
{
    scoped(json) *values = NULL, *cff = NULL;
    if (description_make(&values, publication, err) != 0)
        return ERR;
    json_set(values, "authors", description_persons(publication->names, NULL));
    if (description_fill_yaml(&cff, &cff_template, NULL, values, err) != 0)
        return ERR;
    json_to_yaml(out, cff);
    return 0;
}

int citation_remake(struct json **out, const struct publication *publication, struct err *err)
{
    static const char *const keys[] = {"cff-version",   "type", "title",   "authors",     "version",
                                       "date-released", "url",  "license", "license-url", NULL};
    scoped(json) *values = json_object();
    description_add_names(values, publication);
    json_set(values, "authors", description_persons(publication->names, NULL));
    return description_fill_yaml(out, &cff_template, keys, values, err);
}

/* The key of an entry may contain letters, digits and '-'. */
int citation_add_bibtex(struct str *out, const struct json *values, struct err *err)
{
    scoped(json) *with_key = json_copy(values);
    scoped(str) key = {0};
    for (const char *name = json_text_at(values, "name"); *name; name++)
        str_add(&key, strchr("._", *name) ? "-" : name, 1);
    json_set_text(with_key, "key", str_text(&key));
    return template_add(out, "citation.bib", bibtex_template, with_key, add_escaped, err);
}

int citation_add_sources(struct str *out, const struct json *values, struct err *err)
{
    return template_add(out, "sources.bib", sources_template, values, add_escaped, err);
}
