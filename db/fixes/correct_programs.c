/* The keys are listed first. Then the programs are read one by one, because a query that runs while
 * rows are added to its tables may or may not see them. */
#include "db/fixes/correct_programs.h"

#include <inttypes.h>
#include <string.h>

struct fixed_program {
    const char *problem_id;
    int64_t key;
};

struct fixed_programs {
    struct db_statement *program;     /* selects the program with a key */
    ARRAY(struct fixed_program) list; /* sorted by problem and key */
    size_t next;
    struct arena arena;
};

void correct_programs_release(struct correct_programs *programs)
{
    array_release(&programs->list);
    arena_release(&programs->arena);
}

int correct_source_finish(const struct correct_source *source, struct err *err)
{
    return source->finish ? source->finish(source->context, err) : 0;
}

void correct_source_close(struct correct_source *source)
{
    if (source->close)
        source->close(source->context);
    *source = (struct correct_source){0};
}

static int list_keys(struct fixed_programs *out, size_t *n_problems, struct db *db,
                     const char *language, struct err *err)
{
    const char *problem = "";
    int status;
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT problem_id, submission_key FROM submissions WHERE language = ? AND "
                 "submission_key IN "
                 "(SELECT fixed_submission_key FROM fixes WHERE origin = 'real') "
                 "ORDER BY problem_id, submission_key",
                 "t", language);
    while ((status = db_step(s, err)) == 1) {
        if (strcmp(problem, db_text(s, 0)) != 0 || !*problem) {
            problem = db_copy_text(s, 0, &out->arena);
            ++*n_problems;
        }
        array_push(&out->list, (struct fixed_program){problem, db_int(s, 1)});
    }
    return status;
}

static int read_program(struct correct_programs *out, struct fixed_programs *programs,
                        const struct fixed_program *fixed, struct err *err)
{
    struct db_statement *s = programs->program;
    if (db_bind(s, err, "i", fixed->key) != 0)
        return ERR;
    int status = db_step(s, err);
    if (status == 0)
        return err_set(err,
                       "submission %" PRId64 " in the database has no source; mine the dataset "
                       "again",
                       fixed->key);
    if (status == 1) {
        struct correct_program program = {
            .submission = {.problem_id = arena_text(&out->arena, fixed->problem_id),
                           .submission_id = db_copy_text(s, 0, &out->arena),
                           .user_id = db_copy_text(s, 1, &out->arena),
                           .date = db_int(s, 2),
                           .language = db_copy_text(s, 6, &out->arena),
                           .original_language = db_copy_text(s, 3, &out->arena),
                           .status = db_copy_text(s, 4, &out->arena),
                           .encoding = db_copy_text(s, 7, &out->arena)},
            .path = db_text_length(s, 8) ? db_copy_text(s, 8, &out->arena) : NULL,
            .code = db_copy_text(s, 5, &out->arena),
        };
        program.n_bytes = db_text_length(s, 5);
        array_push(&out->list, program);
    }
    db_rewind(s);
    return status < 0 ? ERR : 0;
}

/* Reads all programs of the current problem. */
static int next(void *context, struct correct_programs *out, struct err *err)
{
    struct fixed_programs *programs = context;
    if (programs->next == programs->list.n)
        return 0;
    const char *problem = programs->list.items[programs->next].problem_id;
    out->problem_id = problem;
    for (; programs->next < programs->list.n &&
           programs->list.items[programs->next].problem_id == problem;
         programs->next++)
        if (read_program(out, programs, &programs->list.items[programs->next], err) != 0)
            return ERR;
    return 1;
}

static void close_programs(void *context)
{
    struct fixed_programs *programs = context;
    db_finish(programs->program);
    array_release(&programs->list);
    arena_release(&programs->arena);
    free(programs);
}

int fixed_programs_open(struct correct_source *out, struct db *db, const char *language,
                        struct err *err)
{
    struct fixed_programs *programs = mem_alloc(1, sizeof *programs);
    *out = (struct correct_source){.context = programs, .next = next, .close = close_programs};
    if (list_keys(programs, &out->n_problems, db, language, err) == 0 &&
        db_prepare(
            &programs->program, db,
            "SELECT submission_id, user_id, date, original_language, status, code, "
            "sources.language, encoding, path FROM submissions JOIN sources USING (source_key) "
            "LEFT JOIN file_versions USING (submission_key) WHERE submission_key = ?",
            err) == 0)
        return 0;
    correct_source_close(out);
    return ERR;
}
