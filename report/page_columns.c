/* One pass over the fixes fills all columns, each a text; words that come again and again are
 * numbers in a column and stand once in a dictionary, numbered as they are met. */
#include "report/page_columns.h"

#include "base/table.h"
#include "guard/fix_pairs.h"
#include "report/script_json.h"

#include <inttypes.h>
#include <string.h>

enum column_kind {
    COLUMN_WORD, /* a place in the dictionary, -1 for none */
    COLUMN_NUMBER,
    COLUMN_TEXT,
};

/* In the order of the query. */
static const struct {
    const char *name;
    enum column_kind kind;
    const char *dictionary; /* of words */
} columns[] = {
    {"category", COLUMN_WORD, "categories"},
    {"pattern", COLUMN_WORD, "patterns"},
    {"status", COLUMN_WORD, "statuses"},
    {"problem", COLUMN_WORD, "problems"},
    {"role", COLUMN_WORD, "roles"},
    {"language", COLUMN_WORD, "languages"},
    {"split", COLUMN_WORD, "splits"},
    {"origin", COLUMN_WORD, "origins"},
    {"marks", COLUMN_NUMBER, NULL},
    {"buggy", COLUMN_TEXT, NULL},
    {"fixed", COLUMN_TEXT, NULL},
    {"line", COLUMN_NUMBER, NULL},
    {"column", COLUMN_NUMBER, NULL},
    {"tokens", COLUMN_NUMBER, NULL},
    {"date", COLUMN_NUMBER, NULL},
    {"before", COLUMN_TEXT, NULL},
    {"after", COLUMN_TEXT, NULL},
};

enum { N_COLUMNS = sizeof columns / sizeof *columns, SPLIT_COLUMN = 6, BUGGY_COLUMN = 9 };

/* Submissions that are missing are told of, not passed over: the rows of samples are these. */
static const char query[] =
    "SELECT f.category, f.pattern, b.status, b.problem_id, f.role, b.original_language, m.split, "
    "f.origin, m.is_duplicate + 2 * m.is_conflicting + 4 * m.is_excluded, b.submission_id, "
    "a.submission_id, f.line, f.column, f.n_tokens, a.date, f.before, f.after, f.fix_id "
    "FROM fixes f JOIN fix_marks m USING (fix_id) "
    "LEFT JOIN submissions b ON b.submission_key = f.buggy "
    "LEFT JOIN submissions a ON a.submission_key = f.fixed ORDER BY f.fix_id LIMIT ?";

struct column_texts {
    struct str items[N_COLUMNS];
    struct table words[N_COLUMNS];
};

static void add_text(struct str *out, const char *text, size_t length)
{
    script_json_add_clipped(out, text, length, PAGE_MAX_TEXT);
}

static void add_value(struct str *out, struct table *words, enum column_kind kind,
                      struct db_statement *s, int column)
{
    bool is_null = db_type(s, column) == DB_NULL;
    if (kind == COLUMN_NUMBER) {
        str_print(out, "%" PRId64, db_int(s, column));
    } else if (kind == COLUMN_WORD) {
        str_print(out, "%" PRId64, is_null ? -1 : table_number(words, db_text(s, column)));
    } else {
        const char *text = db_text(s, column);
        add_text(out, text, db_text_length(s, column));
    }
}

static int read_rows(struct column_texts *texts, struct db_statement *s, int64_t *n_rows,
                     struct err *err)
{
    int status;
    *n_rows = 0;
    while ((status = db_step(s, err)) == 1) {
        if (db_type(s, BUGGY_COLUMN) == DB_NULL || db_type(s, BUGGY_COLUMN + 1) == DB_NULL)
            return err_set(err, "the fix %" PRId64 " lacks its programs; mine the dataset again",
                           db_int(s, N_COLUMNS));
        for (int i = 0; i < N_COLUMNS; i++) {
            str_add_text(&texts->items[i], *n_rows ? "," : "");
            add_value(&texts->items[i], &texts->words[i], columns[i].kind, s, i);
        }
        (*n_rows)++;
    }
    return status;
}

static void write_dictionary(FILE *out, const char *name, const struct table *words)
{
    struct str text = {0};
    str_print(&text, ",\"%s\":[", name);
    for (size_t i = 0; i < words->keys.n; i++) {
        str_add_text(&text, i ? "," : "");
        add_text(&text, words->keys.items[i], strlen(words->keys.items[i]));
    }
    str_add_text(&text, "]");
    fputs(str_text(&text), out);
    str_release(&text);
}

static void write_object(FILE *out, const struct column_texts *texts,
                         const struct page_counts *counts)
{
    fprintf(out, "{\"n\":%" PRId64 ",\"listed\":%" PRId64, counts->n_fixes, counts->n_listed);
    for (int i = 0; i < N_COLUMNS; i++)
        if (columns[i].kind == COLUMN_WORD)
            write_dictionary(out, columns[i].dictionary, &texts->words[i]);
    for (int i = 0; i < N_COLUMNS; i++)
        fprintf(out, ",\"%s\":[%s]", columns[i].name, str_text(&texts->items[i]));
    fputs("}", out);
}

int page_columns_write(FILE *out, struct db *db, struct page_counts *counts, struct err *err)
{
    struct column_texts texts = {0};
    struct db_statement *s;
    if (db_get_int(db, &counts->n_fixes, "SELECT count(*) FROM fixes", err) != 0 ||
        db_prepare(&s, db, query, err) != 0)
        return ERR;
    for (int split = 0; split < N_SPLITS; split++)
        table_add(&texts.words[SPLIT_COLUMN], split_names[split]);
    int status = db_bind(s, err, "i", (int64_t)PAGE_MAX_LISTED);
    if (status == 0)
        status = read_rows(&texts, s, &counts->n_listed, err);
    db_finish(s);
    if (status == 0)
        write_object(out, &texts, counts);
    for (int i = 0; i < N_COLUMNS; i++) {
        str_release(&texts.items[i]);
        table_release(&texts.words[i]);
    }
    return status;
}
