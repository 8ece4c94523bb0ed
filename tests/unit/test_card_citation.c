/* Citations that readers accept, for all names of creators. */
#include "export/publish/documents.h"
#include "base/json_yaml.h"
#include "export/publish/description.h"
#include "tests/support/jsonl.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static struct made_edition made;
static struct db *db;

static void fill(const struct edition_names *names, const char *sql)
{
    db = made_edition_store("c.db", sql);
    made_edition_fill(&made, db, "c");
    made.edition.names = names;
    snprintf(made.edition.date, sizeof made.edition.date, "2021-05-06");
}

static int release(void **state)
{
    (void)state;
    made_edition_release(&made);
    db_close(db);
    return 0;
}

static void add_cff(struct str *out)
{
    edition_add_citation(out, &made.edition);
}

/* Entries for the data set or for its sources. */
static void add_bibtex(struct str *out,
                       int (*add)(struct str *out, const struct json *values, struct err *err))
{
    scoped(json) *values = NULL;
    str_clear(out);
    assert_done(description_make(&values, &made.edition, &err));
    assert_done(add(out, values, &err));
}

TEST(citation__is_a_citation_file)
{
    const char *const creators[] = {"Ada: Lovelace", "- {x}"};
    struct edition_names names = {"n",           "T # \"x\"", "1.0.0",  license_find("mit"),
                                  "https://a.b", NULL,        creators, 2};
    fill(&names, NULL);
    scoped(str) out = {0};
    scoped(json) *cff = NULL;
    add_cff(&out);
    assert_done(json_from_yaml(&cff, str_text(&out), out.length, &err));
    assert_json_has(cff, "{cff-version: 1.2.0, type: dataset, title: 'T # \"x\"', license: MIT,"
                         " date-released: '2021-05-06', authors: [{}, {name: '- {x}'}],"
                         " references: [{}, {}]}");
    assert_null(json_get(cff, "license-url"));
    for (const struct json *one = json_first(json_get(cff, "references")); one;
         one = json_next(one)) {
        assert_true(*json_text(json_at(one, "type")) && *json_text(json_at(one, "title")));
        assert_true(json_count(json_get(one, "authors")) > 0);
    }
}

/* The list of CFF 1.2.0 is older than the licence. */
TEST(citation__names_an_unknown_license_by_its_address)
{
    const char *const creators[] = {"A"};
    struct edition_names names = {"n",           "T",  "1.0.0",  license_of_codenet,
                                  "https://a.b", NULL, creators, 1};
    fill(&names, NULL);
    scoped(str) out = {0};
    add_cff(&out);
    assert_holds(str_text(&out), "\nlicense-url: https://cdla.dev/permissive-2-0/\n");
    assert_null(strstr(str_text(&out), "\nlicense: "));
}

TEST(citation__escapes_what_bibtex_would_read)
{
    const char *const creators[] = {"A {and} B", "C"};
    struct edition_names names = {"a.b_c",           "50 % of $x_1$ & \\y",
                                  "1.0.0",           license_of_codenet,
                                  "https://a.b/c_d", NULL,
                                  creators,          2};
    fill(&names, NULL);
    scoped(str) out = {0};
    add_bibtex(&out, citation_add_bibtex);
    assert_string_equal(str_text(&out),
                        "@misc{a-b-c,\n"
                        "  title = {{50 \\% of \\$x\\_1\\$ \\& \\textbackslash{}y}},\n"
                        "  author = {{A \\{and\\} B} and {C}},\n"
                        "  year = {2021},\n"
                        "  version = {1.0.0},\n"
                        "  howpublished = {\\url{https://a.b/c_d}}\n"
                        "}\n");
    str_clear(&out);
    edition_add_card(&out, &made.edition);
    assert_holds(str_text(&out), "Puri, Ruchir and Kung, David S. and");
    assert_holds(str_text(&out), "Improving a bug detector by fine-tuning");
    assert_holds(str_text(&out), "{{高田智生 (Takada)}}");
    assert_holds(str_text(&out), "Bachelor's report (特別研究報告), School of Engineering Science");
    assert_null(strstr(str_text(&out), "allamanis2021buglab"));
}

TEST(citation__names_who_found_the_rules_of_mutants)
{
    const char *const creators[] = {"A"};
    struct edition_names names = {"n",           "T",  "1.0.0",  license_of_codenet,
                                  "https://a.b", NULL, creators, 1};
    fill(&names, EDITIONS_MUTANTS);
    scoped(str) out = {0};
    edition_add_card(&out, &made.edition);
    assert_holds(str_text(&out), "\n@inproceedings{allamanis2021buglab,\n");
    assert_holds(str_text(&out),
                 "Allamanis, Miltiadis and Jackson-Flux, Henry and Brockschmidt, Marc}");
    str_clear(&out);
    add_cff(&out);
    assert_holds(str_text(&out), "Self-Supervised Bug Detection and Repair");
}

TEST_SETUP(NULL, release);
