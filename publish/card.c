/* See card.h. */
#include "publish/card.h"

#include "publish/citation.h"
#include "publish/contents.h"
#include "publish/markdown.h"
#include "publish/codenet_origin.h"
#include "publish/statements.h"

static void add_title(struct str *out, const struct publication *publication)
{
    struct str summary = {0};
    str_add_text(out, "\n# ");
    markdown_add_text(out, publication->names->title);
    str_add_text(out, "\n\n");
    card_add_warning(out, publication);
    statements_add_summary(&summary, publication);
    markdown_add_text(out, str_text(&summary));
    str_print(out,
              " Version %s, %s. [%s](%s) lists the data files with size and SHA-256; [%s](%s) "
              "describes all files for machines.\n",
              publication->names->version, publication->date, contents_manifest, contents_manifest,
              contents_croissant, contents_croissant);
    str_release(&summary);
}

/* The first split that there is, and its first file. */
static const struct publication_file *first_file(const struct publication *publication)
{
    return &publication->files.items[0];
}

static void add_loading(struct str *out, const struct publication *publication)
{
    const struct publication_file *file = first_file(publication);
    const char *split = split_names[file->split];
    struct str lines = {0};
    str_print(&lines,
              publication->options->is_parquet
                  ? "import pandas as pd\nrows = pd.read_parquet(\"%s\")\n\n"
                  : "import pandas as pd\nrows = pd.read_json(\"%s\", lines=True, dtype=False)\n\n",
              file->path);
    str_print(&lines,
              "import duckdb\nrows = duckdb.sql(\"select * from '%s/%s-*%s'\").df()\n\n"
              "from datasets import load_dataset\nrows = load_dataset(\".\", split=\"%s\")\n",
              contents_data, split, publication_extension(publication), split);
    str_add_text(out, "\n## Loading\n\nFrom the folder of this card:\n\n");
    markdown_add_block(out, "python", str_text(&lines));
    str_release(&lines);
}

static void add_list(struct str *out, const char *heading, enum statements_kind kind,
                     const struct publication *publication)
{
    struct json *texts = statements_list(kind, publication);
    str_print(out, "\n## %s\n\n", heading);
    for (const struct json *text = json_first(texts); text; text = json_next(text))
        str_print(out, "- %s\n", json_text(text));
    json_free(texts);
}

static void add_limits(struct str *out, const struct publication *publication)
{
    add_list(out, "Uses", STATEMENTS_USES, publication);
    add_list(out, "Limitations", STATEMENTS_LIMITATIONS, publication);
    add_list(out, "Biases", STATEMENTS_BIASES, publication);
    add_list(out, "Personal and sensitive information", STATEMENTS_PERSONAL, publication);
    str_print(out, "\n## Social impact\n\n%s\n", statements_social_impact);
}

static void add_license(struct str *out, const struct publication *publication)
{
    const struct license *license = publication->names->license;
    str_add_text(out, "\n## Licence\n\n");
    if (license->url)
        str_print(out, "[%s](%s).", license->name, license->url);
    else
        str_add_text(out, "A licence that hubs do not know; ask the creators.");
    if (publication->is_codenet && license == license_of_codenet)
        str_print(out, " It is the licence of %s, the source of the programs.", source_name);
    if (publication->is_codenet)
        str_print(out, " %s: <%s>.", source_name, source_url);
    str_add_text(out, "\n");
}

static void add_commands(struct str *out, const struct publication *publication)
{
    struct str lines = {0};
    for (const struct json *line = json_first(publication->commands); line; line = json_next(line))
        str_print(&lines, "%s\n", json_text(line));
    str_print(
        out,
        "\n## Reproduction\n\nIn a folder that has the input files of these commands, tokfix %s "
        "makes the same bytes:\n\n",
        TOKFIX_VERSION);
    markdown_add_block(out, "sh", str_text(&lines));
    str_print(out, "\n%s\n", statements_maintenance);
    str_release(&lines);
}

static void add_citation(struct str *out, const struct publication *publication)
{
    bool has_mutants = facts_of_origin(&publication->facts, "mutant") > 0;
    struct str entries = {0};
    citation_add_bibtex(&entries, publication);
    str_add_text(&entries, "\n");
    citation_add_sources(&entries, publication);
    str_print(out, "\n## Citation\n\nThe data set, %s%s thesis on the method%s:\n\n",
              publication->is_codenet ? "Project CodeNet, " : "", has_mutants ? "the" : "and the",
              has_mutants ? ", and the paper on the rules of the mutants" : "");
    markdown_add_block(out, "bibtex", str_text(&entries));
    str_release(&entries);
}

/* As it was written, with a line end behind it. */
static void add_extra(struct str *out, const struct publication *publication)
{
    const struct str *extra = publication->card_extra;
    if (!extra || !extra->length)
        return;
    str_add_text(out, "\n");
    str_add(out, extra->text, extra->length);
    if (extra->text[extra->length - 1] != '\n')
        str_add_text(out, "\n");
}

void card_add(struct str *out, const struct publication *publication)
{
    card_add_front(out, publication);
    add_title(out, publication);
    add_loading(out, publication);
    card_add_rows(out, publication);
    card_add_origin(out, publication);
    card_add_guard(out, publication);
    add_extra(out, publication);
    add_limits(out, publication);
    add_license(out, publication);
    add_commands(out, publication);
    add_citation(out, publication);
}
