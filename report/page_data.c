/* Most of it is gathered as text first; the programs, which are most of the bytes, go straight to the
 * file. */
#include "report/page_data.h"

#include "report/page_columns.h"
#include "report/page_samples.h"
#include "report/profile.h"
#include "report/script_json.h"

#include <string.h>

static void add_text(struct str *out, const char *name, const char *text)
{
    str_print(out, "\"%s\":", name);
    script_json_add_text(out, text, strlen(text));
    str_add_text(out, ",\n");
}

static int add_profile(struct str *out, struct db *db, struct err *err)
{
    struct json *profile;
    if (profile_collect(&profile, db, err) != 0)
        return ERR;
    for (const struct json *member = json_first(profile); member; member = json_next(member)) {
        str_print(out, "\"%s\":", json_name(member));
        script_json_add(out, member, PAGE_MAX_TEXT);
        str_add_text(out, ",\n");
    }
    json_free(profile);
    return 0;
}

int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err)
{
    struct str text = {0};
    str_add_text(&text, "{");
    add_text(&text, "version", TOKFIX_VERSION);
    add_text(&text, "database", options->database);
    int status = add_profile(&text, db, err);
    str_add_text(&text, "\"fixes\":");
    if (status == 0)
        status = page_columns_add(&text, db, counts, err);
    str_add_text(&text, ",\n\"samples\":");
    fwrite(str_text(&text), 1, text.length, out);
    str_release(&text);
    if (status == 0) {
        counts->n_samples =
            options->n_samples < counts->n_listed ? options->n_samples : counts->n_listed;
        status = page_samples_write(out, db, counts->n_samples, options, err);
    }
    fputs("}", out);
    return status;
}
