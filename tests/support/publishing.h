/* Small databases with splits, and publications of them. */
#ifndef TESTS_SUPPORT_PUBLISHING_H
#define TESTS_SUPPORT_PUBLISHING_H

#include "base/scoped.h"
#include "export/publish/publication.h"

/* Creates $SCRATCH/NAME with six fixes of the category `other` (three of the problem p1, two of p2,
 * one of p3) in train, validation and test. Then runs `sql` on it (may be NULL) and opens it. */
struct db *publishing_store(const char *name, const char *sql);

/* A publication with everything that publish_write() needs: pairs, of the category `other` and of
 * any origin, by the creator A, with the name "six-fixes" and a clean check. */
struct publishing {
    struct publication publication;
    struct publication_names names;
    struct export_options options;
    struct fix_choice choice;
    struct template template;
    struct json *stats, *check;
};
void publishing_init(struct publishing *publishing, struct db *db);

/* Also releases the publication. */
void publishing_release(struct publishing *publishing);
SCOPED_VALUE(publishing, publishing_release)

/* Does the same, and calls publish_write_data() with the new folder $SCRATCH/FOLDER. Sets database,
 * commands and date, so that documents can be written. */
void publishing_fill(struct publishing *publishing, struct db *db, const char *folder);

/* SQL for publishing_store(): makes the fixes 1 (in train) and 4 (in validation) mutants, as if
 * tokfix mutate had made seven from three programs, with at most nine per program. */
#define PUBLISHING_MUTANTS                                                     \
    "UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (1, 4);"              \
    "INSERT INTO mutate_run VALUES (1, 9, 'real', 'all', 'it''s', 1, '', '', " \
    "'dataset', NULL, 3, 12, 2, 1);"                                           \
    "INSERT INTO mutate_rules VALUES ('literal', 1, 3, 5, 3), ('argument_swap', 2, 1, 4, 4);"

/* Fails the test unless `text` contains `part`. */
void assert_holds(const char *text, const char *part);

#endif
