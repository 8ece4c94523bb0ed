/* See citation.h. */
#include "publish/citation.h"

#include "base/yaml.h"
#include "publish/codenet_origin.h"

#include <string.h>

static const char codenet_title[] =
    "CodeNet: A Large-Scale AI for Code Dataset for Learning a Diversity of Coding Tasks";
static const char codenet_venue[] =
    "Proceedings of the Neural Information Processing Systems Track on Datasets and Benchmarks";

/* The thesis is in Japanese: its title, and what that means. */
static const char thesis_title[] =
    "プログラミングコンテストのデータを用いたファインチューニングによるバグ検出器の性能改善 "
    "(Improving a bug detector by fine-tuning on programming-contest data)";
static const char thesis_type[] = "Bachelor's report (特別研究報告)";
static const char thesis_school[] = "School of Engineering Science (基礎工学部)";

struct person {
    const char *given, *family;
};

static const struct person codenet_authors[] = {
    {"Ruchir", "Puri"},        {"David S.", "Kung"},    {"Geert", "Janssen"},  {"Wei", "Zhang"},
    {"Giacomo", "Domeniconi"}, {"Vladimir", "Zolotov"}, {"Julian", "Dolby"},   {"Jie", "Chen"},
    {"Mihir", "Choudhury"},    {"Lindsey", "Decker"},   {"Veronika", "Thost"}, {"Luca", "Buratti"},
    {"Saurabh", "Pujar"},      {"Shyam", "Ramji"},      {"Ulrich", "Finkler"}, {"Susan", "Malaika"},
    {"Frederick", "Reiss"},
};
enum { N_CODENET_AUTHORS = sizeof codenet_authors / sizeof *codenet_authors };

static const char buglab_title[] = "Self-Supervised Bug Detection and Repair";
static const char buglab_venue[] = "Advances in Neural Information Processing Systems";

static const struct person buglab_authors[] = {
    {"Miltiadis", "Allamanis"}, {"Henry", "Jackson-Flux"}, {"Marc", "Brockschmidt"}};
enum { N_BUGLAB_AUTHORS = sizeof buglab_authors / sizeof *buglab_authors };

static struct json *reference(const char *type, const char *title, struct json *authors, int year)
{
    struct json *object = json_object();
    json_set_text(object, "type", type);
    json_set_text(object, "title", title);
    json_set(object, "authors", authors);
    json_set_int(object, "year", year);
    return object;
}

static struct json *reference_to_paper(const char *title, const struct person *people, int n,
                                       int year, const char *venue)
{
    struct json *authors = json_array();
    for (int i = 0; i < n; i++) {
        struct json *author = json_object();
        json_set_text(author, "family-names", people[i].family);
        json_set_text(author, "given-names", people[i].given);
        json_push(authors, author);
    }
    struct json *paper = reference("conference-paper", title, authors, year);
    json_set_text(paper, "collection-title", venue);
    return paper;
}

static struct json *reference_to_codenet(void)
{
    struct json *paper =
        reference_to_paper(codenet_title, codenet_authors, N_CODENET_AUTHORS, 2021, codenet_venue);
    json_set_text(paper, "url", source_url);
    return paper;
}

static struct json *reference_to_thesis(void)
{
    struct json *authors = json_array(), *author = json_object(), *place = json_object();
    struct json *written_in = json_array();
    json_set_text(author, "family-names", "高田");
    json_set_text(author, "given-names", "智生");
    json_set_text(author, "alias", "Takada");
    json_push(authors, author);
    struct json *thesis = reference("thesis", thesis_title, authors, 2024);
    json_set_text(thesis, "date-published", "2024-02-07");
    json_set_text(thesis, "thesis-type", thesis_type);
    json_set_text(place, "name", "Osaka University");
    json_set(thesis, "institution", place);
    json_set_text(thesis, "department", thesis_school);
    json_push_text(written_in, "ja");
    json_set(thesis, "languages", written_in);
    return thesis;
}

/* Whose rewrites make mutants is cited where there are some. */
static bool has_mutants(const struct publication *publication)
{
    return facts_of_origin(&publication->facts, "mutant") > 0;
}

void citation_add_cff(struct str *out, const struct publication *publication)
{
    const struct publication_names *names = publication->names;
    struct json *cff = json_object(), *authors = json_array(), *references = json_array();
    json_set_text(cff, "cff-version", "1.2.0");
    json_set_text(cff, "message",
                  "If you use this data set, please cite it, and what it is made from.");
    json_set_text(cff, "type", "dataset");
    json_set_text(cff, "title", names->title);
    for (size_t i = 0; i < names->n_creators; i++) {
        struct json *author = json_object(); /* a name is not taken apart */
        json_set_text(author, "name", names->creators[i]);
        json_push(authors, author);
    }
    json_set(cff, "authors", authors);
    json_set_text(cff, "version", names->version);
    json_set_text(cff, "date-released", publication->date);
    if (names->url)
        json_set_text(cff, "url", names->url);
    if (names->license->is_in_cff_1_2)
        json_set_text(cff, "license", names->license->spdx);
    else if (names->license->url)
        json_set_text(cff, "license-url", names->license->url);
    if (publication->is_codenet)
        json_push(references, reference_to_codenet());
    json_push(references, reference_to_thesis());
    if (has_mutants(publication))
        json_push(references, reference_to_paper(buglab_title, buglab_authors, N_BUGLAB_AUTHORS,
                                                 2021, buglab_venue));
    json_set(cff, "references", references);
    yaml_write(out, cff);
    json_free(cff);
}

/* A text within braces. */
static void add_value(struct str *out, const char *text)
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

/* Names in braces are not taken apart. */
static void add_creators(struct str *out, const struct publication_names *names)
{
    for (size_t i = 0; i < names->n_creators; i++) {
        str_add_text(out, i ? " and {" : "{");
        add_value(out, names->creators[i]);
        str_add_text(out, "}");
    }
}

/* What identifies an entry may hold letters, digits and '-'. */
static void add_key(struct str *out, const char *name)
{
    for (; *name; name++)
        str_add(out, strchr("._", *name) ? "-" : name, 1);
}

void citation_add_bibtex(struct str *out, const struct publication *publication)
{
    const struct publication_names *names = publication->names;
    str_add_text(out, "@misc{");
    add_key(out, names->name);
    str_add_text(out, ",\n  title = {{");
    add_value(out, names->title);
    str_add_text(out, "}},\n  author = {");
    add_creators(out, names);
    str_print(out, "},\n  year = {%.4s},\n  version = {%s}", publication->date, names->version);
    if (names->url)
        str_print(out, ",\n  howpublished = {\\url{%s}}", names->url);
    str_add_text(out, "\n}\n");
}

static void add_paper(struct str *out, const char *key, const char *title,
                      const struct person *people, int n, const char *venue, int year)
{
    str_print(out, "@inproceedings{%s,\n  title = {%s},\n  author = {", key, title);
    for (int i = 0; i < n; i++)
        str_print(out, "%s%s, %s", i ? " and " : "", people[i].family, people[i].given);
    str_print(out, "},\n  booktitle = {%s},\n  year = {%d}\n}\n", venue, year);
}

void citation_add_sources(struct str *out, const struct publication *publication)
{
    if (publication->is_codenet) {
        add_paper(out, "puri2021codenet", codenet_title, codenet_authors, N_CODENET_AUTHORS,
                  codenet_venue, 2021);
        str_add_text(out, "\n");
    }
    str_print(out,
              "@misc{takada2024,\n  title = {%s},\n  author = {{高田智生 (Takada)}},\n"
              "  howpublished = {%s, %s, Osaka University},\n  month = feb,\n"
              "  year = {2024}\n}\n",
              thesis_title, thesis_type, thesis_school);
    if (!has_mutants(publication))
        return;
    str_add_text(out, "\n");
    add_paper(out, "allamanis2021buglab", buglab_title, buglab_authors, N_BUGLAB_AUTHORS,
              buglab_venue, 2021);
}
