/* Small stores with splits, and what is published of them. */
#ifndef TESTS_SUPPORT_PUBLISHING_H
#define TESTS_SUPPORT_PUBLISHING_H

#include "base/scoped.h"
#include "publish/publication.h"

/* Creates $SCRATCH/NAME with six fixes of the category `other`, of the problems p1, p2, p3
 * (three, two and one), in train, validation and test; then runs `sql` on it (may be NULL), and
 * opens it. */
struct db *publishing_store(const char *name, const char *sql);

/* A publication with all that publish_write() is to be given: pairs, of the category `other` and
 * of any origin, by the creator A, under the name "six-fixes"; the check is clean. */
struct publishing {
    struct publication publication;
    struct publication_names names;
    struct export_options options;
    struct fix_choice choice;
    struct template template;
    struct json *stats, *check;
};
void publishing_init(struct publishing *publishing, struct db *db);

/* Releases the publication, too. */
void publishing_release(struct publishing *publishing);
SCOPED_VALUE(publishing, publishing_release)

/* The same, filled in by publish_write_data() into the new folder $SCRATCH/FOLDER, with store,
 * commands and date: ready to be told about. */
void publishing_fill(struct publishing *publishing, struct db *db, const char *folder);

/* SQL for publishing_store(): the fixes 1 (in train) and 4 (in validation) become mutants, as if
 * tokfix mutate had made seven of three programs, nine at most of each. */
#define PUBLISHING_MUTANTS                                                     \
    "UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (1, 4);"              \
    "INSERT INTO mutate_run VALUES (1, 9, 'real', 'all', 'it''s', 1, '', '', " \
    "'dataset', NULL, 3, 12, 2, 1);"                                           \
    "INSERT INTO mutate_rules VALUES ('literal', 1, 3, 5, 3), ('argument_swap', 2, 1, 4, 4);"

/* Fails unless `text` holds `part`. */
void assert_holds(const char *text, const char *part);

#endif
