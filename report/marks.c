/* See marks.h. */
#include "report/marks.h"

#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct marks_reader {
    struct db_statement *statement;
};

/* A conflict is with the first fix of the same buggy program that does something else to it: token by
 * token these programs are the same, so their places are. A store that was changed by hand may lack
 * what stands for a cluster, or the other fix. */
static const char query[] =
    "SELECT coalesce(m.split, ''), "
    "CASE WHEN m.is_duplicate THEN coalesce((SELECT id FROM fix_details WHERE fix_id = "
    "(SELECT representative FROM duplicate_clusters WHERE kind = 'exact' AND fix_id = m.fix_id)), "
    "'another') END, "
    "CASE WHEN m.is_conflicting THEN coalesce((SELECT id FROM fix_details WHERE fix_id = "
    "(SELECT o.fix_id FROM fixes f JOIN conflicts c ON c.fix_id = f.fix_id "
    "JOIN conflicts oc ON oc.first = c.first JOIN fixes o ON o.fix_id = oc.fix_id "
    "WHERE f.fix_id = m.fix_id AND (o.edit, o.token_index, o.after) <> "
    "(f.edit, f.token_index, f.after) ORDER BY o.fix_id LIMIT 1)), 'another') END, "
    "CASE WHEN m.is_excluded THEN (SELECT reason || ': ' || evidence FROM exclusions "
    "WHERE fix_id = m.fix_id ORDER BY reason, evidence LIMIT 1) END, "
    "CASE WHEN m.is_excluded THEN (SELECT count(*) - 1 FROM exclusions WHERE fix_id = m.fix_id) "
    "END FROM fix_marks m WHERE m.fix_id = ?";

int marks_open(struct marks_reader **out, struct db *db, struct err *err)
{
    struct marks_reader *reader = mem_alloc(1, sizeof *reader);
    if (db_prepare(&reader->statement, db, query, err) != 0) {
        free(reader);
        return ERR;
    }
    *out = reader;
    return 0;
}

void marks_close(struct marks_reader *reader)
{
    if (!reader)
        return;
    db_finish(reader->statement);
    free(reader);
}

int marks_get(struct marks_reader *reader, int64_t fix_id, struct marks *marks, struct arena *arena,
              struct err *err)
{
    struct db_statement *s = reader->statement;
    const char *texts[4];
    if (db_bind(s, err, "i", fix_id) != 0)
        return ERR;
    int status = db_step(s, err);
    if (status < 0)
        return ERR;
    if (status == 0)
        return err_set(err, "the fix %" PRId64 " has no marks; mine the dataset again", fix_id);
    for (int i = 0; i < 4; i++)
        texts[i] = arena_copy_text(arena, db_text(s, i), strlen(db_text(s, i)));
    *marks = (struct marks){texts[0], texts[1], texts[2], texts[3], db_int(s, 4)};
    db_rewind(s);
    return 0;
}
