/* The evidence of each fix is looked up alone, because its texts may be long: one query for all
 * fixes would sort them. */
#include "report/page_evidence.h"

#include "base/str.h"
#include "report/script_json.h"

#include <inttypes.h>
#include <string.h>

static const char listed_query[] =
    "SELECT f.fix_key FROM fixes f WHERE " PAGE_IS_LISTED " ORDER BY f.fix_key LIMIT ?2";

static const char evidence_query[] =
    "SELECT buggy_detail, test_name, origin = 'found', n_jurors, buggy_outcome, input, expected, "
    "buggy_output FROM bug_evidence WHERE fix_key = ?1 "
    "UNION ALL SELECT detail, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM verdicts "
    "WHERE fix_key = ?1 AND verdict NOT IN ('reproduced', 'proven') AND detail <> ''";

static void add_name(struct str *out, const char *key, struct db_statement *s, int column)
{
    str_print(out, ",\"%s\":", key);
    script_json_add_clipped(out, db_text(s, column), db_text_length(s, column), PAGE_MAX_TEXT);
}

static void add_start(struct str *out, const char *key, struct db_statement *s, int column)
{
    str_print(out, ",\"%s\":", key);
    if (db_type(s, column) == DB_NULL) {
        str_add_text(out, "null");
        return;
    }
    const char *text = db_text(s, column);
    str_add_text(out, "[");
    size_t n_cut = script_json_add_start(out, text, db_text_length(s, column), PAGE_MAX_EVIDENCE);
    str_print(out, ",%zu]", n_cut);
}

static void add_row(struct str *out, int64_t number, struct db_statement *s)
{
    str_print(out, "{\"fix\":%" PRId64, number);
    add_start(out, "detail", s, 0);
    if (db_type(s, 1) != DB_NULL) {
        add_name(out, "test", s, 1);
        str_print(out, ",\"is_found\":%s,\"jurors\":%" PRId64, db_int(s, 2) ? "true" : "false",
                  db_int(s, 3));
        add_name(out, "outcome", s, 4);
        add_start(out, "input", s, 5);
        add_start(out, "expected", s, 6);
        add_start(out, "output", s, 7);
    }
    str_add_text(out, "}");
}

int page_evidence_write(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                        struct err *err)
{
    scoped(str) text = {0};
    scoped(db_statement) *listed = db_query(db, err, listed_query, "ti", options->verdicts, n);
    scoped(db_statement) *evidence = NULL;
    const char *comma = "\n";
    int status;
    if (db_prepare(&evidence, db, evidence_query, err) != 0)
        return ERR;
    fputs("[", out);
    for (int64_t number = 0; (status = db_step(listed, err)) == 1; number++) {
        int has_one = db_run(evidence, err, "i", db_int(listed, 0));
        if (has_one < 0)
            return ERR;
        if (has_one) {
            str_clear(&text);
            str_add_text(&text, comma);
            add_row(&text, number, evidence);
            fwrite(str_text(&text), 1, text.length, out);
            comma = ",\n";
        }
        db_rewind(evidence);
    }
    fputs("]", out);
    return status;
}
