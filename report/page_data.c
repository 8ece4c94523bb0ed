/* The parts are written one after the other; none waits for another in memory. */
#include "report/page_data.h"

#include "report/page_columns.h"
#include "report/page_samples.h"
#include "report/profile.h"
#include "report/script_json.h"

#include <string.h>

static int write_profile(FILE *out, struct db *db, struct err *err)
{
    struct json *profile;
    struct str text = {0};
    if (profile_collect(&profile, db, err) != 0)
        return ERR;
    for (const struct json *member = json_first(profile); member; member = json_next(member)) {
        str_print(&text, ",\n\"%s\":", json_name(member));
        script_json_add(&text, member, PAGE_MAX_TEXT);
    }
    fputs(str_text(&text), out);
    str_release(&text);
    json_free(profile);
    return 0;
}

static void write_names(FILE *out, const struct page_options *options)
{
    struct str database = {0};
    script_json_add_text(&database, options->database, strlen(options->database));
    fprintf(out, "\"version\":\"" TOKFIX_VERSION "\",\n\"database\":%s", str_text(&database));
    str_release(&database);
}

int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err)
{
    fputs("{", out);
    write_names(out, options);
    if (write_profile(out, db, err) != 0)
        return ERR;
    fputs(",\n\"fixes\":", out);
    if (page_columns_write(out, db, counts, err) != 0)
        return ERR;
    counts->n_samples =
        options->n_samples < counts->n_listed ? options->n_samples : counts->n_listed;
    fputs(",\n\"samples\":", out);
    if (page_samples_write(out, db, counts->n_samples, options, err) != 0)
        return ERR;
    fputs("}", out);
    return 0;
}
