/* The complete list is recognized by its digest, also in a shard. In a list that was cut, all ids
 * must be CodeNet's, and problems must have CodeNet's names. The names of every 110th problem are
 * listed here: at least one of them must agree, and none may differ. */
#include "export/publish/codenet_origin.h"

#include <stdbool.h>
#include <string.h>

const char source_url[] = "https://github.com/IBM/Project_CodeNet";

static const char list_sha256[] =
    "f37986d81b49c9bfd07befec2b53b6077fdd6245ddb26c670308fe2c031c0026";
static const char last_id[] = "p04052";

/* "p00000 QQ": an id and a name. */
static const char *const problems[] = {
#include "export/publish/words/codenet_problems.words.inc"
};

static bool is_id(const char *id)
{
    return strlen(id) == strlen(last_id) && id[0] == 'p' && strspn(id + 1, "0123456789") == 5 &&
           strcmp(id, last_id) <= 0;
}

/* 1 if CodeNet's problem has this name, -1 if it has another one, 0 if its name is not listed. */
static int compare(const char *id, const char *name)
{
    if (!is_id(id))
        return -1;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (strncmp(problems[i], id, strlen(last_id)) == 0)
            return strcmp(problems[i] + strlen(last_id) + 1, name) == 0 ? 1 : -1;
    return 0;
}

/* What the problems of one dataset say. `is_whole`: its problem_list.csv is CodeNet's. */
struct evidence {
    bool agrees, differs, is_whole;
};

static bool is_list(const char *sha256)
{
    return strcmp(sha256, list_sha256) == 0;
}

static void add_evidence(struct evidence *evidence, const char *id, const char *name)
{
    int verdict = compare(id, name);
    evidence->agrees = evidence->agrees || verdict > 0;
    evidence->differs = evidence->differs || verdict < 0;
}

static bool is_codenet(const struct evidence *evidence)
{
    return evidence->is_whole || (evidence->agrees && !evidence->differs);
}

int codenet_origin_find(enum codenet_origin *out, struct db *db, struct err *err)
{
    struct evidence run = {0};
    int64_t run_key = 0;
    size_t n_runs = 0, n_codenet = 0;
    int status;
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT problem_id, coalesce(p.name, ''), problem_list_sha256, run_key "
                 "FROM problems p JOIN run USING (run_key) ORDER BY run_key",
                 NULL);
    while ((status = db_step(s, err)) == 1) {
        if (db_int(s, 3) != run_key) {
            n_codenet += is_codenet(&run);
            n_runs++;
            run = (struct evidence){.is_whole = is_list(db_text(s, 2))};
            run_key = db_int(s, 3);
        }
        add_evidence(&run, db_text(s, 0), db_text(s, 1));
    }
    n_codenet += is_codenet(&run);
    *out = !n_codenet ? CODENET_NO : n_codenet == n_runs ? CODENET_ALL : CODENET_SOME;
    return status;
}
