/* Most of it is gathered as texts first; the programs, which are most of the bytes, go straight to
 * the file. */
#include "report/page_data.h"

#include "report/page_columns.h"
#include "report/profile.h"
#include "report/script_json.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_EDITS = 1000 };

static void add_member(struct str *out, const char *name, const char *text)
{
    str_print(out, "%s\"%s\":", out->length > 1 ? ",\n" : "", name);
    if (text)
        script_json_add_text(out, text, strlen(text));
}

/* The members of the profile; of the stats all but the edits. */
static int add_profile(struct str *out, struct db *db, struct err *err)
{
    struct json *profile;
    if (profile_collect(&profile, db, err) != 0)
        return ERR;
    for (const struct json *member = json_first(profile); member; member = json_next(member)) {
        add_member(out, json_name(member), NULL);
        script_json_add(out, member);
    }
    json_free(profile);
    return 0;
}

static void add_token(struct str *out, const char *name, struct db_statement *s, int column)
{
    const char *text = db_text(s, column);
    str_print(out, ",\"%s\":", name);
    script_json_add_clipped(out, text, db_text_length(s, column), PAGE_MAX_TOKEN);
}

static int add_edits(struct str *out, struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "SELECT category, edit, before, after, n FROM frequent_edits LIMIT ?",
                   err) != 0)
        return ERR;
    add_member(out, "edits", NULL);
    int status = db_bind(s, err, "i", (int64_t)MAX_EDITS);
    const char *separator = "[";
    while (status >= 0 && (status = db_step(s, err)) == 1) {
        str_print(out, "%s{\"n\":%" PRId64, separator, db_int(s, 4));
        add_token(out, "category", s, 0);
        add_token(out, "edit", s, 1);
        add_token(out, "before", s, 2);
        add_token(out, "after", s, 3);
        str_add_text(out, "}");
        separator = ",";
    }
    str_add_text(out, *separator == '[' ? "[]" : "]");
    db_finish(s);
    return status;
}

int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err)
{
    struct str text = {0};
    str_add_text(&text, "{");
    add_member(&text, "version", TOKFIX_VERSION);
    add_member(&text, "database", options->database);
    int status = add_profile(&text, db, err);
    if (status == 0)
        status = add_edits(&text, db, err);
    if (status == 0) {
        add_member(&text, "fixes", NULL);
        status = page_columns_add(&text, db, &counts->n_listed, err);
    }
    add_member(&text, "samples", NULL);
    fwrite(str_text(&text), 1, text.length, out);
    str_release(&text);
    if (status != 0)
        return ERR;
    counts->n_samples =
        options->n_samples < counts->n_listed ? options->n_samples : counts->n_listed;
    status = page_samples_write(out, db, counts->n_samples, &options->progress, err);
    fputs("}", out);
    return status;
}
