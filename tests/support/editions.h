/* Small databases with splits, and editions of them. */
#ifndef TESTS_SUPPORT_EDITIONS_H
#define TESTS_SUPPORT_EDITIONS_H

#include "base/mem.h"
#include "export/publish/edition.h"

/* Creates $SCRATCH/NAME with six fixes of the category `other` (three of the problem p1, two of p2,
 * one of p3) in train, validation and test. Then runs `sql` on it (may be NULL) and opens it. */
struct db *made_edition_store(const char *name, const char *sql);

/* An edition with everything that publish_write() needs: pairs, of the category `other` and of
 * any origin, by the creator A, with the name "six-fixes" and a clean check. */
struct made_edition {
    struct edition edition;
    struct edition_names names;
    struct export_options options;
    struct fix_choice choice;
    struct json *stats, *check;
};
void made_edition_init(struct made_edition *made, struct db *db);

/* Also releases the edition. */
void made_edition_release(struct made_edition *made);
SCOPED_VALUE(made_edition, made_edition_release)

/* Does the same, and publishes it as $SCRATCH/FOLDER. The documents of the folder are forgotten, so
 * that they can be made again. */
void made_edition_fill(struct made_edition *made, struct db *db, const char *folder);

/* SQL for made_edition_store(): a split set `cv`, with the problem p1 in fold10 and the others in
 * fold2. made_edition_fill_sets() publishes it beside `default`, otherwise as
 * made_edition_fill(). */
#define EDITIONS_FOLDS                                                                         \
    "INSERT INTO split_sets SELECT 'cv', origin, seed, 0, 0, 0, 10, NULL, NULL, grouped_by, "  \
    "0 FROM split_sets;"                                                                       \
    "INSERT INTO set_splits SELECT 'cv', fix_key, iif(problem_id = 'p1', 'fold10', 'fold2'), " \
    "group_key FROM set_splits JOIN fix_details USING (fix_key);"
void made_edition_fill_sets(struct made_edition *made, struct db *db, const char *folder);

/* Append the whole card, without a section of the user, and CITATION.cff. */
void edition_add_card(struct str *out, const struct edition *edition);
void edition_add_citation(struct str *out, const struct edition *edition);

/* SQL for made_edition_store(): makes the fixes 1 (in train) and 4 (in validation) mutants, as if
 * tokfix mutate had made seven from three programs, with at most nine per program. */
#define EDITIONS_MUTANTS                                                    \
    "UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (1, 4);"           \
    "INSERT INTO mutate_run VALUES (1, 9, 'real', 'all', 'it''s', '', '', " \
    "'dataset', NULL, 3, 12, 2, 1);"                                        \
    "INSERT INTO mutate_rules VALUES ('literal', 1, 3, 5, 3);"

/* SQL for made_edition_store(): the programs of the problem p3 (the fix 6, in test) are in C++. */
#define EDITIONS_CPP                                                                  \
    "INSERT INTO run_languages VALUES ('cpp', 2, 'tree-sitter-cpp', '4.5', 14);"      \
    "INSERT INTO problem_languages VALUES ('p3', 1, 'cpp', 2, 1, 1, 1, 2);"           \
    "UPDATE submissions SET language = 'cpp', encoding = 'latin-1' WHERE problem_id " \
    "= 'p3';"

/* Fails the test unless `text` contains `part`. */
void assert_holds(const char *text, const char *part);

#endif
